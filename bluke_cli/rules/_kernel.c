/* The kernel: the quick way of what is written readably in Python, with the same answers; never needed.

   Numbers in brackets are sections of docs/rules.md. A card is 0..53, a set of cards a mask of 64 bits (`cards.py`).
   Chances and estimates are whole numbers, WHOLE being certainty or one trick. There is no float and no memory of
   its own here: everything comes in as arguments, is checked, and goes out as new objects.

   judging      `sound_play`                                    the same as rules/quick.py
   a table      what may be played, who wins                    rules/tricks.py, house rules of play included
   policies     random, highest, chances, linear                bots/search/policies.py
   estimates    a bid from a holding                            bots/search/estimate.py
   worlds       what the others may hold                        bots/search/worlds.py
   search       every move in every world, played out           bots/search/plain.py
*/
#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030a0000
#endif
#include <Python.h>
#include <stdint.h>
#include <string.h>

typedef uint64_t Mask;

enum { PACK_SIZE = 54, LOW = 52, HIGH = 53, SEATS = 15, MAX_SIZE = 26, WHOLE = 1024 };
#define BIT(card) ((Mask)1 << (card))
#define SUIT(suit) ((Mask)0x1FFF << 13 * (suit))
#define BLUKES (BIT(LOW) | BIT(HIGH))
#define PACK (BIT(PACK_SIZE) - 1)

static int suit_of(int card) { return card < LOW ? card / 13 : -1; } /* -1: no suit, or no trump */
static int count(Mask mask) /* without the instruction for it, which not every machine of a kind has */
{
    mask -= mask >> 1 & 0x5555555555555555u;
    mask = (mask & 0x3333333333333333u) + (mask >> 2 & 0x3333333333333333u);
    return (int)(((mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
}
static int lowest(Mask mask) { return __builtin_ctzll(mask); }
static int highest(Mask mask) { return 63 - __builtin_clzll(mask); }
static int floor_div(int a, int b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }
static Mask cards_in(int suit) { return suit < 0 ? 0 : SUIT(suit); }

/* ---- chance: splitmix64, as bots/search/chance.py ---- */

typedef struct { uint64_t state; } Rng;

static uint64_t next(Rng *rng)
{
    uint64_t z = rng->state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static int below(Rng *rng, int n) { return (int)((next(rng) >> 32) * (uint64_t)n >> 32); }

/* World number *world* has a stream of its own, so that a search may go on where it stopped. */
static Rng stream(uint64_t seed, uint64_t world)
{
    Rng rng = {seed ^ world * 0xD1342543DE82EF95u};
    rng.state = next(&rng);
    return rng;
}

/* ---- a table: one hand in progress, with the house rules of play ---- */

typedef struct {
    int players, trump, led_bluke, needs_breaking, is_powerless; /* led_bluke: 0 any, 1 trump, 2 next-suit */
    int leader, length, led, first_suit, best, best_at, is_broken, left;
    Mask holding[SEATS], voids[SEATS], dead; /* dead: turned up or played, the trick in progress included */
    Mask trick;
    int bid[SEATS], won[SEATS];
} Table;

static int turn(const Table *t)
{
    int seat = t->leader + t->length;
    return seat < t->players ? seat : seat - t->players;
}

/* The suit that the trick asks for [8, 9]. */
static int asked(const Table *t)
{
    if (!t->length || t->led >= 0)
        return t->length ? t->led : -1;
    if (t->is_powerless || t->led_bluke == 2)
        return t->first_suit;
    return t->led_bluke == 1 ? t->trump : -1;
}

/* What may be played of *holding* [8]; leading trumps may have to wait until one was played (house rule). */
static Mask legal_of(const Table *t, Mask holding)
{
    Mask trumps = cards_in(t->trump);
    if (!t->length) {
        int waits = t->needs_breaking && !t->is_broken && holding & ~(trumps | BLUKES);
        return waits ? holding & ~trumps : holding;
    }
    Mask follow = holding & cards_in(asked(t));
    return follow ? follow | (holding & BLUKES) : holding;
}

/* How strong a card is in the trick [10]: 0 if it cannot win. */
static int strength(const Table *t, int card, int first_suit)
{
    if (card >= LOW)
        return t->is_powerless ? 0 : 40 + card - LOW;
    int suit = card / 13;
    return suit == t->trump ? 20 + card % 13 : suit == first_suit ? 1 + card % 13 : 0;
}

static int wins(const Table *t, int card)
{
    return strength(t, card, t->first_suit < 0 ? suit_of(card) : t->first_suit) > t->best;
}

static void play(Table *t, int card)
{
    int seat = turn(t), suit = suit_of(card), ask = asked(t);
    t->holding[seat] &= ~BIT(card);
    t->dead |= BIT(card);
    t->trick |= BIT(card);
    if (ask >= 0 && suit >= 0 && suit != ask) /* a Bluke proves nothing: it may always be played */
        t->voids[seat] |= SUIT(ask);
    if (!t->length)
        t->led = suit;
    else if (suit >= 0 && suit == t->trump && t->led != suit)
        t->is_broken = 1;
    if (t->first_suit < 0)
        t->first_suit = suit;
    int power = strength(t, card, t->first_suit);
    if (power > t->best) {
        t->best = power;
        t->best_at = seat;
    }
    if (++t->length == t->players) {
        t->won[t->best_at]++;
        t->leader = t->best_at;
        t->left--;
        t->length = 0;
        t->trick = 0;
        t->first_suit = t->best = -1;
    }
}

/* ---- chances: the play of the bot `rules` ---- */

static uint16_t none_table[PACK_SIZE][MAX_SIZE + 1][PACK_SIZE]; /* unseen, held, cards */

/* The chance that *held* of *unseen* cards hold none of certain *cards*: C(unseen - cards, held) / C(unseen, held). */
static void fill_none_table(void)
{
    static uint64_t choose[PACK_SIZE + 1][MAX_SIZE + 1];
    for (int n = 0; n <= PACK_SIZE; n++)
        for (int k = 0; k <= MAX_SIZE; k++)
            choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : choose[n - 1][k - 1] + choose[n - 1][k];
    for (int unseen = 0; unseen < PACK_SIZE; unseen++)
        for (int held = 0; held <= MAX_SIZE && held <= unseen; held++)
            for (int cards = 0; cards <= unseen; cards++)
                none_table[unseen][held][cards] =
                    (uint16_t)(WHOLE * choose[unseen - cards][held] / choose[unseen][held]);
}

enum { NOW = 1280, BEATS = 922, RUFFS = 819, SPENDS_BLUKE = 307, OVERRUFFED = 307, MARGIN = 154,
       LENGTH = 400, LEVEL_SIZE = 5 };

typedef struct {
    int trump, others, has_trump, has_bluke;
    Mask unseen;
    const uint16_t *none;
} Odds;

static int one_has(const Odds *o, Mask cards) { return WHOLE - o->none[count(cards & o->unseen)]; }

static Odds odds_of(int players, int trump, Mask holding, Mask dead)
{
    Odds o = {trump, players - 1, 0, 0, PACK & ~(holding | dead), NULL};
    o.none = none_table[count(o.unseen)][count(holding)];
    o.has_trump = one_has(&o, cards_in(trump));
    o.has_bluke = one_has(&o, BLUKES);
    return o;
}

static int power(int chance, int times)
{
    int result = WHOLE;
    while (times-- > 0)
        result = result * chance >> 10;
    return result;
}

static Mask above(int card) { return SUIT(card / 13) & (~(Mask)0 << card); }

/* The chance that a card, best so far, is not beaten by those to follow. */
static int to_hold(const Odds *o, int card, int led, int followers)
{
    if (!followers || card == HIGH)
        return WHOLE;
    if (card == LOW)
        return power(WHOLE - (one_has(o, BIT(HIGH)) * SPENDS_BLUKE >> 10), followers);
    int is_void = led < 0 ? WHOLE : WHOLE - one_has(o, SUIT(led));
    int beaten = one_has(o, above(card)) * BEATS >> 10;
    if (card / 13 != o->trump)
        beaten += (is_void * o->has_trump >> 10) * RUFFS >> 10;
    else if (led != o->trump)
        beaten = beaten * is_void >> 10;
    beaten += o->has_bluke * SPENDS_BLUKE >> 10;
    return beaten < WHOLE ? power(WHOLE - beaten, followers) : 0;
}

/* What a card is worth in a later trick: led, or, if it is a trump, ruffing. */
static int later(const Odds *o, int card)
{
    int led = to_hold(o, card, suit_of(card), o->others);
    if (card >= LOW || card / 13 != o->trump)
        return led;
    int beaten = (one_has(o, above(card)) + o->has_bluke) * OVERRUFFED >> 10;
    int ruffing = power(WHOLE - beaten, o->others);
    return ruffing > led ? ruffing : led;
}

static int gain(const Table *t, const Odds *o, int card)
{
    if (!wins(t, card))
        return 0;
    return to_hold(o, card, t->length ? t->led : suit_of(card), t->players - 1 - t->length);
}

static int by_chances(const Table *t, Mask legal)
{
    int seat = turn(t), best = -1, best_value = 0;
    Odds o = odds_of(t->players, t->trump, t->holding[seat], t->dead);
    for (; legal; legal &= legal - 1) {
        int card = lowest(legal), is_plain = card < LOW && card / 13 != t->trump;
        int value = (gain(t, &o, card) * NOW >> 10) - later(&o, card);
        value = value * 32 + is_plain * 16 - card % 13; /* of equals a plain card, then a low one */
        if (best < 0 || value > best_value) {
            best = card;
            best_value = value;
        }
    }
    return best;
}

/* ---- linear: the play of the bot `tuned`; the names of the weights are in bots/search/features.py ---- */

enum { CARD_FEATURES = 40, HAND_FEATURES = 30, FITTED_SIZES = 13, NEAR_END = 3 };

/* The coefficients, read from bots/data by the caller: three numbers of players, without trump or with. */
typedef struct {
    int32_t bid[3][FITTED_SIZES][2][HAND_FEATURES];
    int32_t step[3][FITTED_SIZES][2][FITTED_SIZES];
    int32_t play[3][2][3][CARD_FEATURES];
} Tables;

static int tabled(int players) { return players > 4 ? 2 : players - 2; }

/* The weights of one decision: what is the same for all its cards is worked in. */
typedef struct {
    int64_t gain, later, win, bluke, trump;
    int own_trumps, unseen_trumps, known_void[4];
} Pull;

#define W(feature) ((int64_t)w[feature])

static Pull pull_of(const Table *t, const Odds *o, const int32_t *w)
{
    int seat = turn(t), need = t->bid[seat] - t->won[seat], left = count(t->holding[seat]);
    int made = need <= 0, lost = need > left, near = left <= NEAR_END, every = need == left, wanted = 0, in_need = 0;
    int64_t urgency = made || lost ? 0 : WHOLE * need / left;
    Pull p = {0};
    for (int other = 0; other < t->players; other++) {
        int rest = t->bid[other] - t->won[other];
        if (rest > 0 && rest <= t->left) {
            wanted += rest;
            in_need += other != seat && (!t->length || other == t->best_at);
        }
        for (int suit = 0; suit < 4 && t->voids[other]; suit++)
            p.known_void[suit] += other != seat && t->voids[other] & SUIT(suit);
    }
    in_need = WHOLE * in_need / (t->length ? 1 : o->others);
    for (int suit = 0; suit < 4; suit++)
        if (p.known_void[suit])
            p.known_void[suit] = WHOLE * p.known_void[suit] / o->others;
    int64_t tension = floor_div(WHOLE * (wanted - t->left), t->left);
    p.own_trumps = count(t->holding[seat] & cards_in(t->trump));
    p.unseen_trumps = count(o->unseen & cards_in(t->trump));
    p.gain = W(0) + made * W(4) + lost * W(6) + near * W(14) + every * W(16)
        + ((W(2) * urgency + (W(10) + made * W(11)) * in_need + W(12) * tension) >> 10);
    p.later = W(1) + made * W(5) + lost * W(7) + near * W(15) + ((W(3) * urgency + W(13) * tension) >> 10);
    p.win = W(8) * WHOLE + W(9) * in_need;
    p.bluke = W(21) * urgency + made * W(22) * WHOLE;
    p.trump = W(23) * WHOLE + W(24) * urgency + made * W(25) * WHOLE + W(28) * p.own_trumps * 128
        + W(29) * p.unseen_trumps * 64 + (p.own_trumps * o->others >= p.unseen_trumps) * W(30) * WHOLE;
    return p;
}

/* The chances of the card looked at last: the next one of its suit has the same, if as many unseen ones are higher. */
typedef struct { int suit, higher, later, to_hold; } Last;

static int64_t pull(const Table *t, const Odds *o, const Pull *p, const int32_t *w, int card, Last *last)
{
    int seat = turn(t), suit = suit_of(card), higher = suit < 0 ? 0 : count(o->unseen & above(card));
    if (suit < 0 || suit != last->suit || higher != last->higher)
        *last = (Last){suit, higher, later(o, card), -1};
    int64_t value = p->later * last->later;
    if (wins(t, card)) {
        if (last->to_hold < 0)
            last->to_hold = to_hold(o, card, t->length ? t->led : suit, t->players - 1 - t->length);
        value += p->win + p->gain * last->to_hold;
    }
    if (card == HIGH)
        return value + p->bluke + WHOLE * (W(17) + (o->unseen & BIT(LOW) ? W(19) : 0));
    if (card == LOW)
        return value + p->bluke + WHOLE * (W(18) + (o->unseen & BIT(HIGH) ? W(20) : 0));
    Mask own = t->holding[seat] & SUIT(suit), unseen = o->unseen & SUIT(suit);
    int length = count(own), rank = WHOLE * (card % 13) / 12;
    if (suit == t->trump)
        return value + p->trump + W(26) * rank + (higher ? 0 : W(27) * WHOLE) + W(31) * p->known_void[suit];
    Mask rest = own & ~BIT(card);
    int lays_bare = length == 2 && count(unseen & above(highest(rest))) == 1;
    return value + W(32) * rank + (higher ? 0 : W(33) * WHOLE) + W(34) * (higher > 3 ? WHOLE : higher * 256)
        + W(35) * length * 128 + W(36) * count(unseen) * 64 + (length == 1 && p->own_trumps) * W(37) * WHOLE
        + lays_bare * W(38) * WHOLE + (p->unseen_trumps ? W(39) * p->known_void[suit] : 0);
}

static int by_weights(const Table *t, Mask legal, const Tables *tables)
{
    int best = -1, place = !t->length ? 0 : t->length < t->players - 1 ? 1 : 2;
    const int32_t *weights = tables->play[tabled(t->players)][t->trump >= 0][place];
    int64_t best_value = 0;
    Odds o = odds_of(t->players, t->trump, t->holding[turn(t)], t->dead);
    Pull p = pull_of(t, &o, weights);
    Last last = {-1, 0, 0, -1};
    for (; legal; legal &= legal - 1) {
        int card = lowest(legal);
        int64_t value = pull(t, &o, &p, weights, card, &last);
        if (best < 0 || value > best_value) {
            best = card;
            best_value = value;
        }
    }
    return best;
}

/* ---- random and highest ---- */

static int at_random(Mask legal, Rng *rng)
{
    for (int skip = below(rng, count(legal)); skip; skip--)
        legal &= legal - 1;
    return lowest(legal);
}

/* The play of the bot `novice`: the highest card while it needs tricks, else the lowest; trumps above plain cards. */
static int by_height(const Table *t, Mask legal)
{
    int seat = turn(t), best = -1, best_height = 0, sign = t->bid[seat] > t->won[seat] ? 1 : -1;
    for (; legal; legal &= legal - 1) {
        int card = lowest(legal);
        int height = card >= LOW ? 100 + card : (card / 13 == t->trump ? 50 : 0) + card % 13;
        int is_better = sign > 0 ? height >= best_height : height < best_height;
        if (best < 0 || is_better) {
            best = card;
            best_height = height;
        }
    }
    return best;
}

enum { RANDOM, HIGHEST, CHANCES, LINEAR, POLICIES };

static int choose(const Table *t, int policy, const Tables *tables, Rng *rng)
{
    Mask legal = legal_of(t, t->holding[turn(t)]);
    if (!(legal & (legal - 1)))
        return lowest(legal);
    switch (policy) {
    case RANDOM: return at_random(legal, rng);
    case HIGHEST: return by_height(t, legal);
    case CHANCES: return by_chances(t, legal);
    default: return by_weights(t, legal, tables);
    }
}

static void play_out(Table *t, const int *policy, const Tables *tables, Rng *rng)
{
    while (t->left)
        play(t, choose(t, policy[turn(t)], tables, rng));
}

/* ---- estimates: how many tricks a holding should take, and the bid that follows ---- */

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
        f[14] += king && !ace && length > 1;
        f[15] += king && length == 1;
        f[16] += king && ace;
        f[17] += queen && !(ace | king) && length > 2;
        f[18] += queen && (ace | king);
        f[19] += queen;
        f[20] += jack;
        f[21] += ranks >> 8 & 1;
        f[22] += length > 4 ? length - 4 : 0;
        f[23] += length == 0;
        f[24] += length == 1;
        f[25] += length == 2;
        for (; ranks; ranks &= ranks - 1)
            high += lowest((Mask)ranks);
    }
    f[26] = f[23] < trumps ? f[23] : trumps; /* voids that trumps can use */
    f[27] = f[24] < trumps ? f[24] : trumps;
    f[28] = trumps > 2 ? f[23] : 0;
    f[29] = high;
}

typedef struct {
    Table table;
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
        Odds o = odds_of(t->players, t->trump, holding, t->dead);
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

/* ---- worlds: holdings of the others that fit what was seen ---- */

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

/* ---- search: each move in each world, played out ---- */

/* What the hand was worth to *seat*: its score and the others' mean apart, times the number of others. */
static long utility(const Position *p, const Table *t, int seat)
{
    long sum = 0;
    for (int other = 0; other < t->players; other++) {
        long bid = t->bid[other], over = t->won[other] - bid;
        long score = over < 0 ? -p->points * bid : p->points * bid + p->overtrick * over;
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
                              const Tables *tables, Rng rng, long *values)
{
    Table world = p->table;
    int policy[SEATS], is_bidding = p->table.bid[p->seat] < 0;
    deal_world(&world, p->seat, &rng);
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
                              const Tables *tables, Rng rng, long *values)
{
    try_moves_plainly(p, moves, n, mix, tables, rng, values);
}
#define try_moves (__builtin_cpu_supports("popcnt") ? try_moves_quickly : try_moves_plainly)
#else
#define try_moves try_moves_plainly
#endif

/* ---- what comes from Python ---- */

/* One position as whole numbers of 64 bits, in the order of bots/search/position.py. */
enum { PLAYERS, SEAT, TRUMP, DEALER, LEADER, TRICK_LENGTH, IS_BROKEN, LED_BLUKE, NEEDS_BREAKING, IS_POWERLESS, POINTS,
       OVERTRICK, MIN_BID, HOOK, HOLDING, DEAD, HAND_SIZE, BIDS, WON = BIDS + SEATS, VOIDS = WON + SEATS,
       TRICK = VOIDS + SEATS, NUMBERS = TRICK + SEATS };

static int is_between(int64_t low, int64_t value, int64_t high) { return low <= value && value <= high; }

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
    if (count(t->dead) != 1 + (p->size - t->left) * t->players + t->length)
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

static PyObject *numbers(const long *values, int n)
{
    PyObject *list = PyList_New(n);
    for (int i = 0; list && i < n; i++) {
        PyObject *number = PyLong_FromLong(values[i]);
        if (!number || PyList_SetItem(list, i, number) < 0) {
            Py_DECREF(list);
            return NULL;
        }
    }
    return list;
}

static PyObject *masks(const Mask *values, int n)
{
    PyObject *list = PyList_New(n);
    for (int i = 0; list && i < n; i++) {
        PyObject *number = PyLong_FromUnsignedLongLong(values[i]);
        if (!number || PyList_SetItem(list, i, number) < 0) {
            Py_DECREF(list);
            return NULL;
        }
    }
    return list;
}

static PyObject *wrong(const char *what)
{
    PyErr_SetString(PyExc_ValueError, what);
    return NULL;
}

PyDoc_STRVAR(search_doc, "search(position, tables, mix, moves, seed, first, worlds) -> utilities, a list a world");
static PyObject *search(PyObject *Py_UNUSED(self), PyObject *args)
{
    const char *data, *table_data, *mix, *moves;
    Py_ssize_t size, table_size, mix_size, n;
    unsigned long long seed;
    int first, worlds;
    Position p;
    long values[PACK_SIZE];
    if (!PyArg_ParseTuple(args, "y#y#y#y#Kii", &data, &size, &table_data, &table_size, &mix, &mix_size, &moves, &n,
                          &seed, &first, &worlds))
        return NULL;
    const Tables *tables = read_tables(table_data, table_size);
    if (!tables || !read_position(data, size, &p))
        return NULL;
    if (!moves_fit(&p, moves, n) || !mix_fits(mix, mix_size))
        return wrong("these are no moves, or no mix of policies");
    if (first < 0 || worlds < 1 || worlds > 1000000)
        return wrong("this is no number of worlds");
    PyObject *list = PyList_New(worlds);
    for (int world = 0; list && world < worlds; world++) {
        Rng rng = stream(seed, (uint64_t)first + (uint64_t)world);
        try_moves(&p, (const unsigned char *)moves, (int)n, (const unsigned char *)mix, tables, rng, values);
        PyObject *row = numbers(values, (int)n);
        if (!row || PyList_SetItem(list, world, row) < 0) {
            Py_DECREF(list);
            return NULL;
        }
    }
    return list;
}

PyDoc_STRVAR(world_doc, "world(position, seed, number) -> holdings by seat");
static PyObject *world(PyObject *Py_UNUSED(self), PyObject *args)
{
    const char *data;
    Py_ssize_t size;
    unsigned long long seed, number;
    Position p;
    if (!PyArg_ParseTuple(args, "y#KK", &data, &size, &seed, &number) || !read_position(data, size, &p))
        return NULL;
    Rng rng = stream(seed, number);
    deal_world(&p.table, p.seat, &rng);
    return masks(p.table.holding, p.table.players);
}

PyDoc_STRVAR(decide_doc, "decide(position, tables, policy, seed) -> the card of a policy, or the bid of the tables");
static PyObject *decide(PyObject *Py_UNUSED(self), PyObject *args)
{
    const char *data, *table_data;
    Py_ssize_t size, table_size;
    unsigned long long seed;
    int policy;
    Position p;
    if (!PyArg_ParseTuple(args, "y#y#iK", &data, &size, &table_data, &table_size, &policy, &seed))
        return NULL;
    const Tables *tables = read_tables(table_data, table_size);
    if (!tables || !read_position(data, size, &p))
        return NULL;
    if (policy < 0 || policy >= POLICIES)
        return wrong("this is no policy");
    Rng rng = {seed};
    if (p.table.bid[p.seat] < 0)
        return PyLong_FromLong(legal_bid(&p, p.seat, p.table.holding[p.seat], p.table.bid, tables));
    return PyLong_FromLong(choose(&p.table, policy, tables, &rng));
}

PyDoc_STRVAR(self_play_doc, "self_play(players, size, has_trump, seed, first, hands) -> rows of 32-bit numbers, a row a "
                            "seat: the features of its holding and the tricks it took, everybody playing by chances");
static PyObject *self_play(PyObject *Py_UNUSED(self), PyObject *args)
{
    int players, size, has_trump, first, hands, f[HAND_FEATURES], policy[SEATS];
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "iiiKii", &players, &size, &has_trump, &seed, &first, &hands))
        return NULL;
    if (!is_between(2, players, 4) || !is_between(1, size, FITTED_SIZES) || first < 0
        || !is_between(1, hands, 1000000))
        return wrong("there are no such hands");
    PyObject *result = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)hands * players * (HAND_FEATURES + 1) * 4);
    if (!result)
        return NULL;
    char *to = PyBytes_AsString(result);
    for (int seat = 0; seat < players; seat++)
        policy[seat] = CHANCES;
    for (int hand = 0; hand < hands; hand++) {
        Rng rng = stream(seed, (uint64_t)first + (uint64_t)hand);
        int up = has_trump ? below(&rng, LOW) : LOW + below(&rng, 2);
        Table t = {.players = players, .trump = suit_of(up), .led = -1, .first_suit = -1, .best = -1, .left = size};
        t.dead = BIT(up);
        deal_world(&t, SEATS - 1, &rng); /* an onlooker, who holds nothing */
        Table start = t;
        play_out(&t, policy, NULL, &rng);
        for (int seat = 0; seat < players; seat++, to += (HAND_FEATURES + 1) * 4) {
            hand_features(start.holding[seat], t.trump, seat == 0, seat == players - 1, f);
            int32_t took = t.won[seat];
            for (int i = 0; i < HAND_FEATURES; i++) {
                int32_t value = f[i];
                memcpy(to + 4 * i, &value, 4);
            }
            memcpy(to + 4 * HAND_FEATURES, &took, 4);
        }
    }
    return result;
}

/* Judge a hand's play [8, 9, 10]; None where it is not whole and legal, or what was asked makes no sense. */
/* Who led each trick of one hand and, behind that, who won the last one; 0 if anything is wrong with it. */
static int follow(const unsigned char *cards, int players, int size, int leader, int up, char *led)
{
    int trump = suit_of(up);
    Mask voids[SEATS] = {0}, seen = BIT(up);
    for (int turn = 0; turn < size; turn++, cards += players) {
        Mask asked = cards_in(cards[0] < PACK_SIZE ? suit_of(cards[0]) : -1), played = 0;
        int at[PACK_SIZE] = {0};
        led[turn] = (char)leader;
        for (int i = 0; i < players; i++) {
            int card = cards[i], seat = (leader + i) % players;
            if (card >= PACK_SIZE || seen >> card & 1 || voids[seat] >> card & 1)
                return 0;
            if (asked && !((asked | BLUKES) >> card & 1))
                voids[seat] |= asked;
            seen |= BIT(card);
            played |= BIT(card);
            at[card] = seat;
        }
        Mask best = played & BLUKES;
        best = best ? best : played & cards_in(trump);
        leader = at[highest(best ? best : played & asked)];
    }
    led[size] = (char)leader;
    return 1;
}

PyDoc_STRVAR(sound_play_doc, "sound_play(cards, ups, players, sizes, dealer) -> who led each trick of each hand, or None");
static PyObject *sound_play(PyObject *Py_UNUSED(self), PyObject *args)
{
    const unsigned char *cards, *ups, *sizes;
    Py_ssize_t length, hands, count, needed = 0;
    int players, dealer;
    char led[UINT8_MAX + 1];
    if (!PyArg_ParseTuple(args, "y#y#iy#i", &cards, &length, &ups, &hands, &players, &sizes, &count, &dealer))
        return NULL;
    if (!is_between(2, players, SEATS) || !is_between(0, dealer, players - 1) || hands != count)
        return wrong("there are no such hands");
    for (Py_ssize_t hand = 0; hand < hands; hand++) {
        if (ups[hand] >= PACK_SIZE)
            return wrong("there are no such hands");
        needed += (Py_ssize_t)sizes[hand] * players;
    }
    if (needed != length)
        Py_RETURN_NONE;
    PyObject *found = PyList_New(hands);
    for (Py_ssize_t hand = 0; found && hand < hands; hand++) {
        int leader = (int)((dealer + 1 + hand) % players), size = sizes[hand];
        if (!follow(cards, players, size, leader, ups[hand], led)) {
            Py_DECREF(found);
            Py_RETURN_NONE;
        }
        PyObject *seats = PyBytes_FromStringAndSize(led, size + 1);
        if (!seats || PyList_SetItem(found, hand, seats)) {
            Py_DECREF(found);
            return NULL;
        }
        cards += (Py_ssize_t)size * players;
    }
    return found;
}

static PyMethodDef methods[] = {
    {"sound_play", sound_play, METH_VARARGS, sound_play_doc}, {"search", search, METH_VARARGS, search_doc},
    {"world", world, METH_VARARGS, world_doc},                {"decide", decide, METH_VARARGS, decide_doc},
    {"self_play", self_play, METH_VARARGS, self_play_doc},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "bluke_cli.rules._kernel", "The compiled quick way; see rules/kernel.py.", -1, methods,
    NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    fill_none_table();
    return PyModule_Create(&module);
}
