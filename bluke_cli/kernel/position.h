/* Positions, moves and tables as they come from Python, checked. */
#ifndef BLUKE_POSITION_H
#define BLUKE_POSITION_H
#include "search.h"

/* One position as whole numbers of 64 bits, in the order of bots/search/position.py. */
enum { PLAYERS, SEAT, TRUMP, DEALER, LEADER, TRICK_LENGTH, IS_BROKEN, LED_BLUKE, NEEDS_BREAKING, IS_POWERLESS, POINTS,
       OVERTRICK, MIN_BID, HOOK, HOLDING, DEAD, HAND_SIZE, BIDS, WON = BIDS + SEATS, VOIDS = WON + SEATS,
       TRICK = VOIDS + SEATS, PLAYED = TRICK + SEATS, NUMBERS = PLAYED + SEATS };

static int fits(const int64_t *n)
{
    int64_t most = 1000000;
    if (!is_between(2, n[PLAYERS], SEATS) || !is_between(1, n[HAND_SIZE], 53 / n[PLAYERS]))
        return 0;
    return is_between(0, n[SEAT], n[PLAYERS] - 1) && is_between(-1, n[TRUMP], 3)
        && is_between(0, n[DEALER], n[PLAYERS] - 1) && is_between(0, n[LEADER], n[PLAYERS] - 1)
        && is_between(0, n[TRICK_LENGTH], n[PLAYERS] - 1) && is_between(0, n[IS_BROKEN], 1)
        && is_between(0, n[LED_BLUKE], 2) && is_between(0, n[NEEDS_BREAKING], 1)
        && is_between(0, n[IS_POWERLESS], 1) && is_between(1, n[POINTS], most)
        && is_between(-most, n[OVERTRICK], most) && is_between(0, n[MIN_BID], 1) && is_between(0, n[HOOK], 1)
        && !((Mask)n[HOLDING] & ~PACK) && !((Mask)n[DEAD] & ~PACK) && !(n[HOLDING] & n[DEAD]);
}

/* Seats: bids, tricks won and voids; every bid made, or those of the seats before this one. */
static int seats_fit(const int64_t *n, Table *t)
{
    int64_t won = 0;
    int is_bidding = n[BIDS + n[SEAT]] < 0, step = 0;
    for (int seat = (int)((n[DEALER] + 1) % n[PLAYERS]); step < t->players; step++, seat = (seat + 1) % t->players) {
        int is_late = is_bidding && step >= (n[SEAT] - n[DEALER] - 1 + n[PLAYERS]) % n[PLAYERS];
        if (is_late ? n[BIDS + seat] != -1 : !is_between(0, n[BIDS + seat], n[HAND_SIZE]))
            return 0;
        if (!is_between(0, n[WON + seat], n[HAND_SIZE]) || (Mask)n[VOIDS + seat] & ~PACK)
            return 0;
        won += n[WON + seat];
        t->bid[seat] = (int)n[BIDS + seat];
        t->won[seat] = (int)n[WON + seat];
    }
    t->left = (int)(n[HAND_SIZE] - won);
    return t->left > 0 && (!is_bidding || (!won && !n[TRICK_LENGTH] && n[LEADER] == (n[DEALER] + 1) % n[PLAYERS]));
}

/* Cards played: different ones, all dead, and as many by each seat as it has not any more. */
static int played_fit(const int64_t *n, const Table *t, Position *p)
{
    Mask all = 0;
    for (int seat = 0; seat < t->players; seat++) {
        Mask played = (Mask)n[PLAYED + seat];
        if (played & (all | ~t->dead) || count(played) != p->size - held_by(t, seat))
            return 0;
        all |= played;
        p->played[seat] = played;
    }
    p->up = t->dead & ~all;
    return count(p->up) == 1;
}

/* Read a position; 0, and ValueError, if it is none. */
static int read_position(const char *data, Py_ssize_t size, Position *p)
{
    int64_t n[NUMBERS];
    Table *t = &p->table;
    memset(p, 0, sizeof *p);
    if (size != (Py_ssize_t)sizeof n)
        goto wrong;
    memcpy(n, data, sizeof n);
    if (!fits(n))
        goto wrong;
    t->players = (int)n[PLAYERS], t->trump = (int)n[TRUMP], t->led_bluke = (int)n[LED_BLUKE];
    t->needs_breaking = (int)n[NEEDS_BREAKING], t->is_powerless = n[IS_POWERLESS] && t->trump < 0;
    t->leader = (int)n[LEADER], t->first_suit = t->best = -1;
    p->seat = (int)n[SEAT], p->dealer = (int)n[DEALER], p->size = (int)n[HAND_SIZE];
    p->points = (int)n[POINTS], p->overtrick = (int)n[OVERTRICK], p->min_bid = (int)n[MIN_BID], p->hook = (int)n[HOOK];
    if (!seats_fit(n, t))
        goto wrong;
    for (int i = 0; i < n[TRICK_LENGTH]; i++) {
        int64_t card = n[TRICK + i];
        if (!is_between(0, card, PACK_SIZE - 1) || !((Mask)n[DEAD] >> card & 1) || t->trick >> card & 1)
            goto wrong;
        play(t, (int)card);
    }
    t->dead = (Mask)n[DEAD];
    t->is_broken = (int)n[IS_BROKEN];
    for (int seat = 0; seat < t->players; seat++)
        t->voids[seat] = (Mask)n[VOIDS + seat];
    memset(t->holding, 0, sizeof t->holding);
    t->holding[p->seat] = (Mask)n[HOLDING];
    if (count(t->holding[p->seat]) != held_by(t, p->seat) || (t->bid[p->seat] >= 0 && turn(t) != p->seat))
        goto wrong;
    if (!played_fit(n, t, p))
        goto wrong;
    return 1;
wrong:
    PyErr_SetString(PyExc_ValueError, "this is no position");
    return 0;
}

/* The tables as bytes lie where a number of 32 bits may lie; only their length can be wrong. */
static const Tables *read_tables(const char *data, Py_ssize_t size)
{
    if (size == (Py_ssize_t)sizeof(Tables) && (uintptr_t)data % sizeof(int32_t) == 0)
        return (const Tables *)(const void *)data;
    PyErr_SetString(PyExc_ValueError, "these are no tables");
    return NULL;
}

static int moves_fit(const Position *p, const char *moves, Py_ssize_t n)
{
    Mask legal = legal_of(&p->table, p->table.holding[p->seat]);
    int is_bidding = p->table.bid[p->seat] < 0, forbidden = hooked(p, p->seat, p->table.bid);
    for (Py_ssize_t i = 0; i < n; i++) {
        int move = (unsigned char)moves[i];
        if (is_bidding ? move < p->min_bid || move > p->size || move == forbidden
                       : move >= PACK_SIZE || !(legal >> move & 1))
            return 0;
    }
    return n > 0 && n <= PACK_SIZE;
}

static int mix_fits(const char *mix, Py_ssize_t size)
{
    int total = 0;
    for (Py_ssize_t i = 0; i < size; i++)
        total += (unsigned char)mix[i];
    return size == POLICIES && total > 0;
}

#endif
