/* Chance: splitmix64, the same as bots/search/chance.py. */
#ifndef BLUKE_CHANCE_H
#define BLUKE_CHANCE_H
#include "cards.h"

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

#endif
