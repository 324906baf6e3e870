/* Hands as text: whole games in order, told from what a record holds. The same as audit/text_columns.py, for JSON.

   The text is that of JSON Lines without a space, keys in the order of docs/format.md, from behind the `[{` of `hands`
   to its `}]`. What has another spelling, another key or any fault is "not seen to be in order", never "wrong". */
#ifndef BLUKE_HANDS_H
#define BLUKE_HANDS_H
#include "judging.h"

enum { STREAM = 128 }; /* bytes of the seed's stream for a hand: enough for nearly every shuffle */

/* A text that is being read; *at* stands behind what was read last. */
typedef struct { const char *at, *end; } Text;

/* What is the same for all hands of a game. */
typedef struct {
    int players, lowest_bid;
    int64_t points, overtrick, total[SEATS];
} Game;

static int sees(Text *text, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(text->end - text->at) < length || memcmp(text->at, word, length) != 0)
        return 0;
    text->at += length;
    return 1;
}

/* Read a whole number of at most 15 digits. */
static int read_number(Text *text, int64_t *value)
{
    int is_negative = sees(text, "-");
    const char *start = text->at;
    for (*value = 0; text->at < text->end && *text->at >= '0' && *text->at <= '9'; text->at++)
        if (text->at - start < 15)
            *value = 10 * *value + *text->at - '0';
    long length = (long)(text->at - start);
    if (length < 1 || length > 15 || (*start == '0' && (length > 1 || is_negative)))
        return 0;
    *value = is_negative ? -*value : *value;
    return 1;
}

/* Read a list of *n* numbers. */
static int read_numbers(Text *text, int n, int64_t *values)
{
    for (int i = 0; i < n; i++)
        if (!sees(text, i ? "," : "[") || !read_number(text, &values[i]))
            return 0;
    return sees(text, "]");
}

/* Read a list of these very numbers, if it is there under *key*. */
static int agrees(Text *text, const char *key, int n, const int64_t *values)
{
    int64_t written[SEATS];
    return !sees(text, key) || (read_numbers(text, n, written) && !memcmp(written, values, (size_t)n * sizeof *values));
}

/* The card with this name of two letters; -1 if there is none. */
static int card_named(const char *name)
{
    static const signed char ranks[256] = {['2'] = 1, ['3'] = 2, ['4'] = 3, ['5'] = 4, ['6'] = 5, ['7'] = 6, ['8'] = 7,
                                           ['9'] = 8, ['T'] = 9, ['J'] = 10, ['Q'] = 11, ['K'] = 12, ['A'] = 13};
    static const signed char suits[256] = {['C'] = 1, ['D'] = 2, ['H'] = 3, ['S'] = 4};
    int rank = ranks[(unsigned char)name[0]], suit = suits[(unsigned char)name[1]];
    if (rank && suit)
        return 13 * (suit - 1) + rank - 1;
    return !memcmp(name, "LO", 2) ? LOW : !memcmp(name, "HI", 2) ? HIGH : -1;
}

/* Read a card; -1 if there is none. */
static int read_card(Text *text)
{
    if (text->end - text->at < 2)
        return -1;
    text->at += 2;
    return card_named(text->at - 2);
}

/* Read the tricks of a hand, `["2C 3C 4C 5C",...]`. */
static int read_tricks(Text *text, int players, int size, unsigned char *cards)
{
    for (int turn = 0; turn < size; turn++) {
        if (!sees(text, turn ? ",\"" : "[\"") || text->end - text->at < 3 * players)
            return 0;
        for (int i = 0; i < players; i++, text->at += 3) {
            int card = card_named(text->at);
            if (card < 0 || text->at[2] != (i < players - 1 ? ' ' : '"'))
                return 0;
            *cards++ = (unsigned char)card;
        }
    }
    return sees(text, "]");
}

/* Shuffle by a stream of bytes, as rules/dealing.py; 0 if the stream is too short. */
static int shuffle(unsigned char *items, int n, const unsigned char *stream, Py_ssize_t length)
{
    int i = n - 1;
    for (Py_ssize_t next = 0; i > 0 && next < length; next++) {
        int many = i + 1, byte = stream[next];
        if (byte >= 256 - 256 % many)
            continue;
        unsigned char kept = items[i];
        items[i--] = items[byte % many];
        items[byte % many] = kept;
    }
    return i <= 0;
}

/* Whether the seed's stream deals the cards that each seat played, and turns this card up. */
static int is_dealt(const unsigned char *stream, const unsigned char *cards, const char *led, int players, int size,
                    int eldest, int up)
{
    unsigned char pack[PACK_SIZE];
    Mask dealt[SEATS] = {0}, played[SEATS] = {0};
    for (int card = 0; card < PACK_SIZE; card++)
        pack[card] = (unsigned char)card;
    if (!shuffle(pack, PACK_SIZE, stream, STREAM) || pack[players * size] != up)
        return 0;
    for (int i = 0; i < players * size; i++) {
        dealt[(eldest + i) % players] |= BIT(pack[i]);
        played[(led[i / players] + i % players) % players] |= BIT(cards[i]);
    }
    return !memcmp(dealt, played, sizeof dealt);
}

/* Read one hand, the *number*th, and add its points to the totals; 0 if it is not seen to be in order. */
static int read_hand(Text *text, Game *game, int number, int size, int eldest, const unsigned char *stream)
{
    int players = game->players;
    int64_t bids[SEATS], took[SEATS] = {0}, score[SEATS], written = number;
    unsigned char cards[PACK_SIZE];
    char led[PACK_SIZE];
    if (sees(text, "\"hand\":") && !(read_number(text, &written) && sees(text, ",")))
        return 0;
    if (written != number || !sees(text, "\"up\":\""))
        return 0;
    int up = read_card(text);
    if (up < 0 || !sees(text, "\",\"bids\":") || !read_numbers(text, players, bids))
        return 0;
    if (!sees(text, ",\"tricks\":") || !read_tricks(text, players, size, cards))
        return 0;
    if (!follow(cards, players, size, eldest, up, led))
        return 0;
    if (stream && !is_dealt(stream, cards, led, players, size, eldest, up))
        return 0;
    for (int turn = 1; turn <= size; turn++)
        took[(int)led[turn]]++;
    for (int seat = 0; seat < players; seat++) {
        int64_t bid = bids[seat], over = took[seat] - bid;
        if (bid < game->lowest_bid || bid > size)
            return 0;
        score[seat] = over < 0 ? -game->points * bid : game->points * bid + game->overtrick * over;
        game->total[seat] += score[seat];
    }
    return agrees(text, ",\"took\":", players, took) && agrees(text, ",\"score\":", players, score)
        && agrees(text, ",\"total\":", players, game->total);
}

/* Read all hands; *streams* holds the seed's stream for each, or is NULL. 0 if they are not seen to be in order. */
static int read_hands(Text text, Game *game, const unsigned char *sizes, int hands, int dealer,
                      const unsigned char *streams)
{
    for (int hand = 0; hand < hands; hand++) {
        const unsigned char *stream = streams ? streams + (size_t)hand * STREAM : NULL;
        int eldest = (dealer + 1 + hand) % game->players;
        if (!sees(&text, hand ? "},{" : "") || !read_hand(&text, game, hand + 1, sizes[hand], eldest, stream))
            return 0;
    }
    return text.at == text.end;
}

#endif
