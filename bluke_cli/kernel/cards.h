/* Cards: 0..53, in pack order; a set of them is a mask of 64 bits. The same as rules/cards.py. */
#ifndef BLUKE_CARDS_H
#define BLUKE_CARDS_H
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
static int is_between(int64_t low, int64_t value, int64_t high) { return low <= value && value <= high; }
static Mask cards_in(int suit) { return suit < 0 ? 0 : SUIT(suit); }

#endif
