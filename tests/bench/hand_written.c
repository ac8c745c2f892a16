/* Random playouts of Crazy Eights by OpenSpiel's rules (default parameters), written by hand for one purpose: to be as
   fast as a careful programmer would make it, so that machine code made from the ruleset can be measured against it.

   cc -O3 -march=native -shared -fPIC -DPLAYERS=2 hand_written.c

   A hand is a set of bits, card = rank * 4 + suit; the stock is a set too, from which a random card is taken. */

#include <stdint.h>

#ifndef PLAYERS
#define PLAYERS 2
#endif

enum { HAND = PLAYERS == 2 ? 7 : 5, MOST_DRAWS = 5, MOST_PLAYS = 100 };

typedef uint64_t set;

static const set CARDS = (1ULL << 52) - 1, EIGHTS = 0xFULL << 24, CLUBS = 0x1111111111111ULL;

/* ------------------------------------------------ chance */

static uint64_t chance[2];

static uint64_t mixed(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

static inline uint64_t turned(uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

/* xoroshiro128+; so few numbers are wanted of 2^32 that the bias of scaling can't be seen. */
static inline unsigned below(unsigned n) {
    uint64_t a = chance[0], b = chance[1], word = a + b;
    b ^= a;
    chance[0] = turned(a, 24) ^ b ^ (b << 16);
    chance[1] = turned(b, 37);
    return (unsigned)(((word >> 32) * n) >> 32);
}

/* ------------------------------------------------ sets */

#ifdef __BMI2__
#include <immintrin.h>
static inline set nth(set of, unsigned n) { return _pdep_u64(1ULL << n, of); }
#else
static inline set nth(set of, unsigned n) {
    while (n--) of &= of - 1;
    return of & -of;
}
#endif

static inline unsigned size(set of) { return (unsigned)__builtin_popcountll(of); }

static inline set fits(unsigned card) { return CLUBS << (card & 3) | 0xFULL << (card & 60) | EIGHTS; }

/* ------------------------------------------------ the game */

static set worth[6]; /* the cards whose points have this bit */

static void prepare(void) {
    for (unsigned card = 0; card < 52; card++) {
        unsigned points = card / 4 == 6 ? 50 : card / 4 >= 9 ? 10 : card + 2;
        for (int bit = 0; bit < 6; bit++)
            if (points >> bit & 1) worth[bit] |= 1ULL << card;
    }
}

static inline int64_t points(set hand) {
    int64_t sum = 0;
    for (int bit = 0; bit < 6; bit++) sum += (int64_t)size(hand & worth[bit]) << bit;
    return sum;
}

static inline unsigned next(unsigned player) { return player + 1 == PLAYERS ? 0 : player + 1; }

/* One game: the number of decisions; `lost` gets the points of all hands. */
static int64_t game(int64_t *lost) {
    set hand[PLAYERS] = {0}, stock = CARDS;
    unsigned dealer = below(PLAYERS), up = next(dealer), left = 52;
    for (int i = 0; i < PLAYERS * HAND; i++) {
        set card = nth(stock, below(left--));
        stock ^= card;
        hand[up] |= card;
        up = next(up);
    }
    set starter;
    do starter = nth(stock, below(left));
    while (starter & EIGHTS);
    stock ^= starter;
    left--;
    up = next(dealer);
    set fitting = fits((unsigned)__builtin_ctzll(starter));
    unsigned drawn = 0, passes = 0, plays = 0;
    int64_t decisions = 0;
    for (;;) {
        set mine = hand[up], playable = mine & fitting;
        unsigned count = size(playable), choice = below(count + 1);
        decisions++;
        if (choice < count) {
            set played = nth(playable, choice);
            hand[up] = mine ^= played;
            drawn = passes = 0;
            if (!mine || ++plays == MOST_PLAYS) break;
            if (played & EIGHTS) {
                decisions++;
                fitting = CLUBS << below(4) | EIGHTS;
            } else {
                fitting = fits((unsigned)__builtin_ctzll(played));
            }
            up = next(up);
        } else if (left && drawn != MOST_DRAWS) {
            set card = nth(stock, below(left--));
            stock ^= card;
            hand[up] = mine | card;
            passes = 0;
            drawn = left ? drawn + 1 : MOST_DRAWS;
        } else {
            passes = left ? 0 : passes + 1;
            if (passes == PLAYERS + 1) break;
            if (drawn == MOST_DRAWS) drawn = 0;
            up = next(up);
        }
    }
    *lost = 0;
    for (int player = 0; player < PLAYERS; player++) *lost += points(hand[player]);
    return decisions;
}

/* Plays games and adds up: decisions, their squares, points lost by all, their squares. */
void play(int64_t games, uint64_t seed, int64_t sums[4]) {
    if (!worth[1]) prepare();
    chance[0] = mixed(seed + 0x9E3779B97F4A7C15ULL);
    chance[1] = mixed(seed + 0x3C6EF372FE94F82AULL);
    for (int64_t i = 0; i < games; i++) {
        int64_t lost, decisions = game(&lost);
        sums[0] += decisions;
        sums[1] += decisions * decisions;
        sums[2] += lost;
        sums[3] += lost * lost;
    }
}
