/* SHAKE-256 (FIPS 202): the stream that a seed is turned into. The same as hashlib.shake_256. */
#ifndef BLUKE_SHAKE_H
#define BLUKE_SHAKE_H
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) && !defined(__clang__)
#define UNROLLED _Pragma("GCC unroll 24") /* all distances are known then: a third faster */
#else
#define UNROLLED
#endif

enum { RATE = 136, ROUNDS = 24 }; /* RATE: bytes taken in or given out between two permutations */

static uint64_t turned(uint64_t lane, int by) { return lane << by | lane >> (64 - by); }

/* The permutation Keccak-f[1600]; the steps have the names that the standard gives them. */
static void permute(uint64_t *lanes)
{
    static const uint64_t constants[ROUNDS] = {
        0x0000000000000001u, 0x0000000000008082u, 0x800000000000808Au, 0x8000000080008000u, 0x000000000000808Bu,
        0x0000000080000001u, 0x8000000080008081u, 0x8000000000008009u, 0x000000000000008Au, 0x0000000000000088u,
        0x0000000080008009u, 0x000000008000000Au, 0x000000008000808Bu, 0x800000000000008Bu, 0x8000000000008089u,
        0x8000000000008003u, 0x8000000000008002u, 0x8000000000000080u, 0x000000000000800Au, 0x800000008000000Au,
        0x8000000080008081u, 0x8000000000008080u, 0x0000000080000001u, 0x8000000080008008u};
    static const unsigned char to[24] = {10, 7,  11, 17, 18, 3, 5,  16, 8,  21, 24, 4,
                                         15, 23, 19, 13, 12, 2, 20, 14, 22, 9,  6,  1};
    static const unsigned char by[24] = {1,  3,  6,  10, 15, 21, 28, 36, 45, 55, 2,  14,
                                         27, 41, 56, 8,  25, 43, 62, 18, 39, 61, 20, 44};
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t column[5], row[5];
        UNROLLED
        for (int x = 0; x < 5; x++) /* theta */
            column[x] = lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20];
        UNROLLED
        for (int x = 0; x < 5; x++)
            UNROLLED
            for (int y = 0; y < 25; y += 5)
                lanes[y + x] ^= column[(x + 4) % 5] ^ turned(column[(x + 1) % 5], 1);
        uint64_t moved = lanes[1];
        UNROLLED
        for (int i = 0; i < 24; i++) { /* rho and pi */
            uint64_t replaced = lanes[to[i]];
            lanes[to[i]] = turned(moved, by[i]);
            moved = replaced;
        }
        UNROLLED
        for (int y = 0; y < 25; y += 5) { /* chi */
            UNROLLED
            for (int x = 0; x < 5; x++)
                row[x] = lanes[y + x];
            UNROLLED
            for (int x = 0; x < 5; x++)
                lanes[y + x] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5]);
        }
        lanes[0] ^= constants[round]; /* iota */
    }
}

static void take_in(uint64_t *lanes, size_t at, unsigned char byte) { lanes[at / 8] ^= (uint64_t)byte << 8 * (at % 8); }

/* Give the first *length* bytes of the stream of a text. */
static void shake_256(const unsigned char *text, size_t text_length, unsigned char *stream, size_t length)
{
    uint64_t lanes[25] = {0};
    size_t at = 0;
    for (size_t i = 0; i < text_length; i++) {
        take_in(lanes, at, text[i]);
        if (++at == RATE) {
            permute(lanes);
            at = 0;
        }
    }
    take_in(lanes, at, 0x1F); /* marks the end of the text, and that it is SHAKE */
    take_in(lanes, RATE - 1, 0x80);
    for (; length; stream += at, length -= at) {
        permute(lanes);
        for (at = 0; at < length && at < RATE; at++)
            stream[at] = (unsigned char)(lanes[at / 8] >> 8 * (at % 8));
    }
}

#endif
