/* Judging: the play of a whole hand [8, 9, 10]. The same as rules/quick_play.py. */
#ifndef BLUKE_JUDGING_H
#define BLUKE_JUDGING_H
#include "cards.h"

/* Who led each trick of one hand and, behind that, who won the last one; 0 if anything is wrong with it. */
static int follow(const unsigned char *cards, int players, int size, int leader, int up, char *led)
{
    int trump = suit_of(up);
    Mask voids[SEATS] = {0}, seen = BIT(up);
    for (int turn = 0; turn < size; turn++, cards += players) {
        Mask asked = cards_in(cards[0] < PACK_SIZE ? suit_of(cards[0]) : -1), played = 0;
        unsigned char at[PACK_SIZE]; /* who played it, of the cards of the trick */
        led[turn] = (char)leader;
        for (int i = 0, seat = leader; i < players; i++, seat = seat + 1 < players ? seat + 1 : 0) {
            int card = cards[i];
            if (card >= PACK_SIZE || seen >> card & 1 || voids[seat] >> card & 1)
                return 0;
            if (asked && !((asked | BLUKES) >> card & 1))
                voids[seat] |= asked;
            seen |= BIT(card);
            played |= BIT(card);
            at[card] = (unsigned char)seat;
        }
        Mask best = played & BLUKES;
        best = best ? best : played & cards_in(trump);
        leader = at[highest(best ? best : played & asked)];
    }
    led[size] = (char)leader;
    return 1;
}

#endif
