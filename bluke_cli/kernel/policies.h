/* Policies: how a seat plays on. The same as bots/search/odds.py, linear.py and policies.py. */
#ifndef BLUKE_POLICIES_H
#define BLUKE_POLICIES_H
#include "chance.h"
#include "table.h"

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

static Odds odds_of(int players, int trump, Mask holding, Mask dead, int held)
{
    Odds o = {trump, players - 1, 0, 0, PACK & ~(holding | dead), NULL};
    o.none = none_table[count(o.unseen)][held];
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
    Odds o = odds_of(t->players, t->trump, t->holding[seat], t->dead, count(t->holding[seat]));
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

enum { CARD_FEATURES = 40, HAND_FEATURES = 30, FITTED_SIZES = 13, NEAR_END = 3, SITUATIONS = 8, ALONE_NEAR_END = 4 };

/* The coefficients, read from bots/data by the caller: three numbers of players, without trump or with; of cards also by
   place in the trick and, with two players, situation. */
typedef struct {
    int32_t bid[3][FITTED_SIZES][2][HAND_FEATURES];
    int32_t step[3][FITTED_SIZES][2][FITTED_SIZES];
    int32_t play[3][2][3][SITUATIONS][CARD_FEATURES];
} Tables;

static int tabled(int players) { return players > 4 ? 2 : players - 2; }

/* The weights of one decision: what is the same for all its cards is worked in. */
typedef struct {
    int64_t gain, later, win, bluke, trump;
    int own_trumps, unseen_trumps, known_void[4];
} Pull;

/* Which of two players still need tricks that they can get, and what is left over; the names are in features.py. */
static int situation(const Table *t)
{
    if (t->players > 2)
        return 0;
    int seat = turn(t), own = t->bid[seat] - t->won[seat], others = t->bid[1 - seat] - t->won[1 - seat];
    int is_own = own > 0 && own <= t->left, is_others = others > 0 && others <= t->left, spare = t->left - own - others;
    if (is_own && is_others)
        return spare > 2 ? 0 : spare > 0 ? 1 : spare == 0 ? 2 : 3;
    return is_own ? 4 + (t->left > ALONE_NEAR_END) : 7 - is_others;
}

/* The chances as this policy sees them: of two players the other has nothing of a suit that he was seen to lack,
   and one card fewer if he led. */
static Odds seen_odds(const Table *t)
{
    int seat = turn(t), held = count(t->holding[seat]);
    if (t->players > 2)
        return odds_of(t->players, t->trump, t->holding[seat], t->dead, held);
    return odds_of(2, t->trump, t->holding[seat], t->dead | t->voids[1 - seat], held - t->length);
}

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
    const int32_t *weights = tables->play[tabled(t->players)][t->trump >= 0][place][situation(t)];
    int64_t best_value = 0;
    Odds o = seen_odds(t);
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

/* The highest card while tricks are needed, else the lowest; trumps above plain cards. */
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

/* Play whole tricks at random by the default rules: the same cards as `choose` and `play` would, but a trick is judged
   once, when it is whole, and what only other policies ask for is not kept. */
static void play_tricks_at_random(Table *t, Rng *rng)
{
    for (; t->left; t->left--) {
        Mask asked = 0, trick = 0, played[SEATS];
        int seat = t->leader;
        for (int i = 0; i < t->players; i++, seat = seat + 1 < t->players ? seat + 1 : 0) {
            Mask holding = t->holding[seat], follow = holding & asked;
            Mask legal = follow ? follow | (holding & BLUKES) : holding;
            int card = legal & (legal - 1) ? at_random(legal, rng) : lowest(legal);
            played[seat] = BIT(card);
            t->holding[seat] = holding & ~played[seat];
            trick |= played[seat];
            asked = i ? asked : cards_in(suit_of(card));
        }
        Mask best = trick & BLUKES;
        best = best ? best : trick & cards_in(t->trump);
        best = BIT(highest(best ? best : trick & asked));
        t->leader = 0;
        for (seat = 0; seat < t->players; seat++) /* a sum: where a search ends, a processor cannot guess */
            t->leader += seat * (played[seat] == best);
        t->won[t->leader]++;
    }
}

static int is_all_random(const Table *t, const int *policy)
{
    int is_so = !t->led_bluke && !t->needs_breaking && !t->is_powerless;
    for (int seat = 0; seat < t->players; seat++)
        is_so &= policy[seat] == RANDOM;
    return is_so;
}

static void play_out(Table *t, const int *policy, const Tables *tables, Rng *rng)
{
    int is_random = is_all_random(t, policy);
    while (t->left && !(is_random && !t->length))
        play(t, choose(t, policy[turn(t)], tables, rng));
    if (is_random)
        play_tricks_at_random(t, rng);
}

#endif
