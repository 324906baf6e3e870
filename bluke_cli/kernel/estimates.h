/* Estimates: how many tricks a holding should take, and the bid that follows. The same as bots/search/estimate.py. */
#ifndef BLUKE_ESTIMATES_H
#define BLUKE_ESTIMATES_H
#include "policies.h"

/* The sum of the ranks of a suit, 0 for a two and 12 for an ace: each bit of a rank is counted by itself. */
static int sum_of_ranks(int ranks)
{
    return count(ranks & 0x0AAA) + 2 * count(ranks & 0x0CCC) + 4 * count(ranks & 0x10F0) + 8 * count(ranks & 0x1F00);
}

static void hand_features(Mask holding, int trump, int is_first, int is_last, int *f)
{
    int trumps = count(holding & cards_in(trump)), high = 0;
    memset(f, 0, HAND_FEATURES * sizeof *f);
    f[0] = 1;
    f[1] = holding >> HIGH & 1;
    f[2] = holding >> LOW & 1;
    f[3] = f[1] & f[2];
    f[4] = is_first;
    f[5] = is_last;
    for (int suit = 0; suit < 4; suit++) {
        int ranks = (int)(holding >> 13 * suit & 0x1FFF), length = count((Mask)ranks);
        int ace = ranks >> 12 & 1, king = ranks >> 11 & 1, queen = ranks >> 10 & 1, jack = ranks >> 9 & 1;
        if (suit == trump) {
            f[6] = length;
            f[7] = ace;
            f[8] = king;
            f[9] = queen;
            f[10] = jack;
            f[11] = count(ranks >> 6 & 7); /* ten, nine, eight */
            f[12] = length > 4 ? length - 4 : 0;
            continue;
        }
        f[13] += ace;
        f[14] += king & !ace & (length > 1);
        f[15] += king & (length == 1);
        f[16] += king & ace;
        f[17] += queen & !(ace | king) & (length > 2);
        f[18] += queen & (ace | king);
        f[19] += queen;
        f[20] += jack;
        f[21] += ranks >> 8 & 1;
        f[22] += length > 4 ? length - 4 : 0;
        f[23] += length == 0;
        f[24] += length == 1;
        f[25] += length == 2;
        high += sum_of_ranks(ranks);
    }
    f[26] = f[23] < trumps ? f[23] : trumps; /* voids that trumps can use */
    f[27] = f[24] < trumps ? f[24] : trumps;
    f[28] = trumps > 2 ? f[23] : 0;
    f[29] = high;
}

typedef struct {
    Table table;
    Mask up, played[SEATS]; /* turned up; by seat */
    int seat, dealer, size, points, overtrick, min_bid, hook;
} Position;

/* The tricks to expect, in 1024ths, where tables were fitted. */
static int estimate(const Position *p, int seat, Mask holding, const Tables *tables)
{
    const Table *t = &p->table;
    int f[HAND_FEATURES];
    int64_t sum = 0;
    hand_features(holding, t->trump, seat == (p->dealer + 1) % t->players, seat == p->dealer, f);
    const int32_t *weights = tables->bid[t->players - 2][p->size - 1][t->trump >= 0];
    for (int i = 0; i < HAND_FEATURES; i++)
        sum += (int64_t)weights[i] * f[i];
    return (int)sum;
}

/* The bid wanted, legal or not. Beyond what was fitted the chances of the single cards are added up. */
static int wanted_bid(const Position *p, int seat, Mask holding, const Tables *tables)
{
    const Table *t = &p->table;
    if (t->players > 4 || p->size > FITTED_SIZES) {
        Odds o = odds_of(t->players, t->trump, holding, p->up, count(holding));
        int sum = floor_div((p->size - LEVEL_SIZE) * LENGTH, t->players) - MARGIN;
        for (Mask rest = holding; rest; rest &= rest - 1)
            sum += later(&o, lowest(rest));
        return floor_div(sum, WHOLE);
    }
    const int32_t *step = tables->step[t->players - 2][p->size - 1][t->trump >= 0];
    int expected = estimate(p, seat, holding, tables), bid = 0;
    while (bid < p->size && expected >= step[bid])
        bid++;
    return bid;
}

/* The bid that the hook forbids to the dealer, -1 for none (house rule). */
static int hooked(const Position *p, int seat, const int *bids)
{
    int rest = p->size;
    if (!p->hook || seat != p->dealer || p->min_bid == p->size)
        return -1;
    for (int other = 0; other < p->table.players; other++)
        rest -= other == seat ? 0 : bids[other];
    return rest >= p->min_bid ? rest : -1;
}

/* The legal bid nearest to the one wanted, the lower of two. */
static int nearest(int wanted, int lowest_bid, int size, int forbidden)
{
    int bid = wanted < lowest_bid ? lowest_bid : wanted > size ? size : wanted;
    if (bid != forbidden)
        return bid;
    return bid > lowest_bid && (wanted <= bid || bid == size) ? bid - 1 : bid + 1;
}

static int legal_bid(const Position *p, int seat, Mask holding, const int *bids, const Tables *tables)
{
    return nearest(wanted_bid(p, seat, holding, tables), p->min_bid, p->size, hooked(p, seat, bids));
}

#endif
