/* Parlour's random numbers in C, after docs/randomness.md, sharing no code with the Python:
 * bit streams for a battery of tests, chi-square tests of shuffles, and the frozen test vectors.
 *
 *   gcc -O2 -o stream stream.c -lm
 *   ./stream words SEED           endless: the words of one seed
 *   ./stream seeds FIRST EACH     endless: the first EACH words of seed FIRST, of FIRST+1, of FIRST+2 ...
 *   ./stream sparse EACH          the same for the seeds with one bit set, then two, three ... (to thirty-two)
 *   ./stream shuffles SEED COUNT  COUNT shuffles of 52 cards from one seed: chi-squares
 *   ./stream fresh FIRST COUNT    COUNT shuffles, each the first of its own seed FIRST, FIRST+1 ...
 *   ./stream spacings SEED ROUNDS birthday spacings of that seed's words: the test that linear generators fail
 *   ./stream seedspacings FIRST ROUNDS  the same of the first words of seeds FIRST, FIRST+1 ...
 *   ./stream vectors              the test vectors of docs/randomness.md and tests/machine/test_random.py
 *
 * The words are 30 bits wide; the streams join them without padding, the lowest bit first, into 32-bit
 * little-endian words. */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t MULTIPLIER = 1013611815, BASE = 1 << 30;
#define PRIME (MULTIPLIER * BASE - 1)

/* ---- the generator ---- */

static uint64_t step(uint64_t x) { return MULTIPLIER * (x % BASE) + x / BASE; }

static uint64_t word(uint64_t x) { return (x % BASE) ^ (x / BASE); }

static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

static uint64_t seed_limbs(int count, const uint64_t *limb) {
    uint64_t h = 0;
    for (int i = 0; i < count; i++) h = mix(h + limb[i] + 0x9E3779B97F4A7C15);
    return h % (PRIME - 1) + 1;
}

static uint64_t seed_state(int64_t seed) {
    uint64_t limb = (uint64_t)seed;
    return seed_limbs(1, &limb);
}

static uint64_t below(uint64_t *x, uint64_t n) {
    if (n == 1) return 0;
    for (;;) {
        *x = step(*x);
        uint64_t scaled = word(*x) * n;
        if (scaled % BASE >= BASE % n) return scaled / BASE;
    }
}

static void shuffle(uint64_t *x, int *cards, int count) {
    uint64_t n = count;
    while (n >= 2) {
        uint64_t product = n, last = n;
        while (last > 2 && product * (last - 1) <= 1 << 28) product *= --last;
        uint64_t digits = below(x, product);
        for (; n >= last; n--) {
            uint64_t k = digits % n;
            digits /= n;
            int card = cards[k];
            cards[k] = cards[n - 1];
            cards[n - 1] = card;
        }
    }
}

/* ---- streams ---- */

static uint64_t held;
static int bits;
static uint32_t buffer[1 << 14];
static size_t filled;

static inline void put(uint64_t w) {
    held |= w << bits;
    bits += 30;
    if (bits < 32) return;
    buffer[filled++] = (uint32_t)held;
    held >>= 32;
    bits -= 32;
    if (filled == sizeof buffer / sizeof *buffer) {
        if (fwrite(buffer, sizeof buffer, 1, stdout) != 1) exit(0); /* the reader has had enough */
        filled = 0;
    }
}

static void put_first(uint64_t x, int each) {
    while (each--) {
        x = step(x);
        put(word(x));
    }
}

/* ---- shuffles: which card lies where, which two lie at two places, in which order do five lie? ---- */

static double chi_square(const uint64_t *seen, size_t n, double expected) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += (seen[i] - expected) * (seen[i] - expected) / expected;
    return sum;
}

static void judge(double z) {
    double p = erfc(fabs(z) / sqrt(2)); /* two-sided */
    printf(", z %+6.2f, p %.4f  %s\n", z, p, p < 1e-6 ? "FAILED" : p < 0.01 ? "WEAK" : "PASSED");
    fflush(stdout);
}

static void verdict(const char *name, double chi, double freedom) { /* normal after Wilson and Hilferty */
    printf("%-34s chi-square %8.1f, %5.0f degrees", name, chi, freedom);
    judge((cbrt(chi / freedom) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom)));
}

enum { PAIRS = 5 };
static const int PAIR[PAIRS][2] = {{0, 51}, {0, 1}, {25, 26}, {46, 47}, {50, 51}};

static void test_shuffles(int each_its_seed, int64_t seed, uint64_t count) {
    static uint64_t place[52][52], pair[PAIRS][52][51], given[120], top[120];
    uint64_t x = seed_state(seed);
    for (uint64_t i = 0; i < count; i++) {
        int cards[52];
        if (each_its_seed) x = seed_state(seed + (int64_t)i);
        for (int c = 0; c < 52; c++) cards[c] = c;
        shuffle(&x, cards, 52);
        for (int p = 0; p < 52; p++) place[p][cards[p]]++;
        for (int i = 0; i < PAIRS; i++) {
            int c = cards[PAIR[i][0]], d = cards[PAIR[i][1]];
            pair[i][c][d - (d > c)]++;
        }
        int at[52], g = 0, t = 0; /* the orders, numbered by their inversions */
        for (int p = 0; p < 52; p++) at[cards[p]] = p;
        for (int a = 0; a < 5; a++) {
            int inverted = 0, inverted_top = 0;
            for (int b = a + 1; b < 5; b++) {
                inverted += at[b] < at[a];
                inverted_top += cards[51 - b] < cards[51 - a];
            }
            g = g * (5 - a) + inverted;
            t = t * (5 - a) + inverted_top;
        }
        given[g]++;
        top[t]++;
    }
    double n = (double)count;
    verdict("card x place", chi_square(*place, 52 * 52, n / 52) * 51 / 52, 51.0 * 51); /* (52-1)^2 free */
    for (int i = 0; i < PAIRS; i++) {
        char name[40];
        snprintf(name, sizeof name, "cards at places %d and %d", PAIR[i][0], PAIR[i][1]);
        verdict(name, chi_square(*pair[i], 52 * 51, n / 52 / 51), 52 * 51 - 1);
    }
    verdict("order of five given cards", chi_square(given, 120, n / 120), 119);
    verdict("order of the five topmost cards", chi_square(top, 120, n / 120), 119);
}

/* ---- birthday spacings: throw 2^22 points into 2^60 cells, sort, count how many gaps occur again ---- */

enum { POINTS = 1 << 22 };

static void sort(uint64_t *a, uint64_t *spare) {
    for (int shift = 0; shift < 60; shift += 10) { /* an even number of passes: the result is in a */
        size_t start[1025] = {0};
        for (size_t i = 0; i < POINTS; i++) start[(a[i] >> shift & 1023) + 1]++;
        for (int i = 0; i < 1024; i++) start[i + 1] += start[i];
        for (size_t i = 0; i < POINTS; i++) spare[start[a[i] >> shift & 1023]++] = a[i];
        uint64_t *other = a;
        a = spare;
        spare = other;
    }
}

static void test_spacings(int each_its_seed, int64_t seed, int rounds) {
    static uint64_t points[POINTS], spare[POINTS];
    static const int WORDS[] = {2, 3, 4, 6, 12, 30}; /* a point takes as many words, and 60 bits in all */
    for (size_t w = 0; w < sizeof WORDS / sizeof *WORDS; w++) {
        int each = 60 / WORDS[w];
        for (int low = 0; low <= (each < 30); low++) {
            uint64_t x = seed_state(seed), again = 0;
            int64_t next = seed;
            for (int round = 0; round < rounds; round++) {
                for (size_t i = 0; i < POINTS; i++) {
                    uint64_t point = 0;
                    for (int k = 0; k < WORDS[w]; k++) {
                        x = step(each_its_seed ? seed_state(next++) : x);
                        point = point << each | (low ? word(x) & ((1u << each) - 1) : word(x) >> (30 - each));
                    }
                    points[i] = point;
                }
                sort(points, spare);
                for (size_t i = POINTS - 1; i > 0; i--) points[i] -= points[i - 1];
                sort(points, spare);
                for (size_t i = 1; i < POINTS; i++) again += points[i] == points[i - 1];
            }
            double expected = 16.0 * rounds; /* Poisson; POINTS^3 / (4 * 2^60) a round */
            printf("spacings, %2d words, %2d %s bits each   %8.0f again, %5.0f expected", WORDS[w], each,
                   low ? "low " : "high", (double)again, expected);
            judge((again - expected) / sqrt(expected));
        }
    }
}

/* ---- test vectors ---- */

static void show_words(const char *name, uint64_t x) {
    printf("seed %s: state %" PRIu64 ", words", name, x);
    for (int i = 0; i < 5; i++) x = step(x), printf(" %" PRIu64, word(x));
    printf(", then state %" PRIu64 "\n", x);
}

static void vectors(void) {
    const int64_t seeds[] = {0, 1, 2, 42, -1, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        char name[32];
        snprintf(name, sizeof name, "%" PRId64, seeds[i]);
        show_words(name, seed_state(seeds[i]));
    }
    show_words("2**63", seed_limbs(2, (const uint64_t[]){(uint64_t)1 << 63, 0}));
    show_words("2**64", seed_limbs(2, (const uint64_t[]){0, 1}));
    show_words("-2**64", seed_limbs(2, (const uint64_t[]){0, UINT64_MAX}));
    show_words("10**40", seed_limbs(3, (const uint64_t[]){0xB9F5610000000000, 0x6329F1C35CA4BFAB, 0x1D}));

    uint64_t x = seed_state(1);
    for (int i = 0; i < 1000000; i++) x = step(x);
    printf("seed 1 after 1000000 steps: state %" PRIu64 "\n", x);

    const uint64_t bounds[] = {1, 2, 3, 6, 10, 52, 1000, 1 << 20, 700000000, 1 << 30};
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        x = seed_state(7);
        printf("below %" PRIu64 " from seed 7:", bounds[i]);
        for (int k = 0; k < 8; k++) printf(" %" PRIu64, below(&x, bounds[i]));
        printf(", then state %" PRIu64 "\n", x);
    }
    const int counts[] = {0, 1, 2, 3, 11, 12, 13, 32, 52, 110};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        int cards[110];
        x = seed_state(9);
        for (int c = 0; c < counts[i]; c++) cards[c] = c;
        shuffle(&x, cards, counts[i]);
        printf("shuffle %d from seed 9:", counts[i]);
        for (int c = 0; c < counts[i]; c++) printf(" %d", cards[c]);
        printf(", then state %" PRIu64 "\n", x);
    }
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    int64_t a = argc > 2 ? strtoll(argv[2], NULL, 0) : 0, b = argc > 3 ? strtoll(argv[3], NULL, 0) : 1;
    if (!strcmp(what, "words")) {
        for (uint64_t x = seed_state(a);;) {
            x = step(x);
            put(word(x));
        }
    } else if (!strcmp(what, "seeds")) {
        for (;;) put_first(seed_state(a++), (int)b);
    } else if (!strcmp(what, "sparse")) {
        for (int weight = 1; weight <= 32; weight++) {
            uint64_t last = ~(uint64_t)0 << (64 - weight);
            for (uint64_t s = ((uint64_t)1 << weight) - 1;;) {
                put_first(seed_state((int64_t)s), (int)a);
                if (s == last) break;
                uint64_t low = s & -s, ripple = s + low; /* the next number with as many bits set */
                s = (((ripple ^ s) >> 2) / low) | ripple;
            }
        }
    } else if (!strcmp(what, "shuffles") || !strcmp(what, "fresh")) {
        test_shuffles(*what == 'f', a, (uint64_t)b);
    } else if (!strcmp(what, "spacings") || !strcmp(what, "seedspacings")) {
        test_spacings(*what == 's' && what[1] == 'e', a, (int)b);
    } else if (!strcmp(what, "vectors")) {
        vectors();
    } else {
        fputs("usage: stream words|seeds|sparse|shuffles|fresh|spacings|seedspacings|vectors ... (see the top of stream.c)\n", stderr);
        return 2;
    }
    return 0;
}
