// SPDX-License-Identifier: MIT
//
// Rounds and their statistics.

#define _POSIX_C_SOURCE 200809L

#include "bench.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

double bench_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void bench_rounds(BenchCase *cases, int count, int rounds)
{
    for (int round = 0; round < rounds; ++round) {
        for (int i = 0; i < count; ++i) {
            cases[i].run(cases[i].context);
            const double start = bench_now();
            cases[i].run(cases[i].context);
            cases[i].ns[round] = (bench_now() - start) * 1e9 / cases[i].units;
        }
    }
}

bool bench_measures(const BenchOptions *options, MienIsa isa)
{
    return mien_isa_is_available(isa) &&
           (options->isa == NULL || strcmp(options->isa, mien_isa_name(isa)) == 0);
}

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double ranked(const BenchCase *one, int rounds, int rank)
{
    double sorted[BENCH_MAX_ROUNDS];
    memcpy(sorted, one->ns, (size_t)rounds * sizeof(double));
    qsort(sorted, (size_t)rounds, sizeof(double), compare);
    return sorted[rank];
}

double bench_min(const BenchCase *one, int rounds) { return ranked(one, rounds, 0); }

double bench_median(const BenchCase *one, int rounds) { return ranked(one, rounds, rounds / 2); }

double bench_median_ratio(const BenchCase *one, const BenchCase *other, int rounds)
{
    BenchCase ratio;
    for (int round = 0; round < rounds; ++round)
        ratio.ns[round] = one->ns[round] / other->ns[round];
    return bench_median(&ratio, rounds);
}
