/* Worlds, holdings of the others that fit what was seen, and the search: each move in each world, played out.
   The same as bots/search/worlds.py and search.py. */
#ifndef BLUKE_SEARCH_H
#define BLUKE_SEARCH_H
#include <limits.h>
#include "estimates.h"

enum { LIKELY = 4, MOST_READ = 4 }; /* worlds looked at for the likeliest; players, beyond whom bids are not read */

static int held_by(const Table *t, int seat)
{
    int played = seat - t->leader;
    return t->left - ((played < 0 ? played + t->players : played) < t->length);
}

/* Deal the cards of the suits that somebody is void in, each to a slot that may take it; 0 at a dead end. */
static int deal_constrained(Table *t, int seat, Mask *unseen, int *open, Rng *rng)
{
    int voids[4] = {0};
    for (int suit = 0; suit < 4; suit++)
        for (int other = 0; other < t->players; other++)
            voids[suit] += other != seat && t->voids[other] & SUIT(suit);
    for (int most = t->players - 1; most; most--)
        for (int suit = 0; suit < 4; suit++) {
            if (voids[suit] != most)
                continue;
            for (Mask cards = *unseen & SUIT(suit); cards; cards &= cards - 1) {
                int total = open[t->players]; /* the slots of the stock are last */
                for (int other = 0; other < t->players; other++)
                    total += t->voids[other] & SUIT(suit) ? 0 : open[other];
                if (!total)
                    return 0;
                int at = below(rng, total), to = 0;
                for (;; to++) {
                    int slots = to < t->players && t->voids[to] & SUIT(suit) ? 0 : open[to];
                    if (at < slots)
                        break;
                    at -= slots;
                }
                open[to]--;
                if (to < t->players)
                    t->holding[to] |= cards & -cards;
            }
            *unseen &= ~SUIT(suit);
        }
    return 1;
}

/* Give every other seat of *t* a holding: 50 tries that respect the voids, then one that does not. */
static void deal_world(Table *t, int seat, Rng *rng)
{
    Mask all = PACK & ~(t->holding[seat] | t->dead), unseen = all;
    int open[SEATS + 1], cards[PACK_SIZE], n = 0;
    for (int attempt = 0; attempt <= 50; attempt++) {
        int rest = count(all);
        for (int other = 0; other < t->players; other++) {
            open[other] = other == seat ? 0 : held_by(t, other);
            rest -= open[other];
            if (other != seat)
                t->holding[other] = 0;
        }
        open[t->players] = rest;
        unseen = all;
        if (attempt == 50 || deal_constrained(t, seat, &unseen, open, rng))
            break;
    }
    for (; unseen; unseen &= unseen - 1)
        cards[n++] = lowest(unseen);
    for (int other = 0; other < t->players; other++)
        for (; open[other]; open[other]--) {
            int at = below(rng, n);
            t->holding[other] |= BIT(cards[at]);
            cards[at] = cards[--n];
        }
}

/* How far the bids of the others are from those that their cards in this world would make by the tables; if it is at
   least *most*, that or anything above. */
static int misfit(const Position *p, const Table *t, const Tables *tables, int most)
{
    int sum = 0;
    for (int seat = 0; seat < t->players && sum < most; seat++) {
        if (seat == p->seat || p->table.bid[seat] < 0)
            continue;
        int wanted = wanted_bid(p, seat, t->holding[seat] | p->played[seat], tables);
        wanted = wanted < p->min_bid ? p->min_bid : wanted;
        sum += wanted > p->table.bid[seat] ? wanted - p->table.bid[seat] : p->table.bid[seat] - wanted;
    }
    return sum;
}

/* Give every other seat a holding such as it may have bid on: the likeliest of a few worlds. */
static void deal_likely_world(const Position *p, Table *t, const Tables *tables, Rng *rng)
{
    *t = p->table;
    deal_world(t, p->seat, rng);
    if (t->players > MOST_READ)
        return;
    int least = misfit(p, t, tables, INT_MAX);
    for (int tries = 1; least && tries < LIKELY; tries++) {
        Table other = p->table;
        deal_world(&other, p->seat, rng);
        int found = misfit(p, &other, tables, least);
        if (found < least) {
            least = found;
            *t = other;
        }
    }
}

/* What the hand was worth to *seat*: its score and the others' mean apart, times the number of others. */
static int64_t utility(const Position *p, const Table *t, int seat)
{
    int64_t sum = 0;
    for (int other = 0; other < t->players; other++) {
        int64_t bid = t->bid[other], over = t->won[other] - bid;
        int64_t score = over < 0 ? -p->points * bid : p->points * bid + p->overtrick * over;
        sum += other == seat ? (t->players - 1) * score : -score;
    }
    return sum;
}

static void bid_on(const Position *p, Table *t, int bid, const Tables *tables)
{
    t->bid[p->seat] = bid;
    for (int seat = p->seat; seat != p->dealer;) {
        seat = (seat + 1) % t->players;
        t->bid[seat] = legal_bid(p, seat, t->holding[seat], t->bid, tables);
    }
}

static int draw_policy(const unsigned char *mix, Rng *rng)
{
    int total = 0, policy = 0;
    for (int i = 0; i < POLICIES; i++)
        total += mix[i];
    int at = below(rng, total);
    while (at >= mix[policy])
        at -= mix[policy++];
    return policy;
}

/* The utility of each of *n* moves (bids, or cards) in one world; the same chance for all of them. */
static void try_moves_plainly(const Position *p, const unsigned char *moves, int n, const unsigned char *mix,
                              const Tables *tables, Rng rng, int64_t *values)
{
    Table world;
    int policy[SEATS], is_bidding = p->table.bid[p->seat] < 0;
    deal_likely_world(p, &world, tables, &rng);
    for (int seat = 0; seat < world.players; seat++)
        policy[seat] = draw_policy(mix, &rng);
    for (int i = 0; i < n; i++) {
        Table table = world;
        Rng chance = rng;
        if (is_bidding)
            bid_on(p, &table, moves[i], tables);
        else
            play(&table, moves[i]);
        play_out(&table, policy, tables, &chance);
        values[i] = utility(p, &table, p->seat);
    }
}

/* The same once more for machines that count bits by an instruction: the compiler puts it in place of `count`. */
#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("popcnt"), flatten))
static void try_moves_quickly(const Position *p, const unsigned char *moves, int n, const unsigned char *mix,
                              const Tables *tables, Rng rng, int64_t *values)
{
    try_moves_plainly(p, moves, n, mix, tables, rng, values);
}
#define try_moves (__builtin_cpu_supports("popcnt") ? try_moves_quickly : try_moves_plainly)
#else
#define try_moves try_moves_plainly
#endif

#endif
