/* A table: one hand in progress, with the house rules of play. The same as bots/search/table.py. */
#ifndef BLUKE_TABLE_H
#define BLUKE_TABLE_H
#include "cards.h"

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

#endif
