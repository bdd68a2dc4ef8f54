// SPDX-License-Identifier: MIT
//
// What the benchmarks share: time, rounds, floors and output.

#pragma once

#include "mien/mien.h"

#include <stdio.h>

enum { BENCH_MAX_ROUNDS = 401 };

/// Seconds that this thread had a processor: what others do meanwhile does not count.
double bench_now(void);

/// One thing to be timed: run does all its work once.
typedef struct BenchCase {
    void (*run)(void *context);
    void *context;
    double units;                ///< Faces that one run makes.
    double ns[BENCH_MAX_ROUNDS]; ///< Per unit and round.
} BenchCase;

/// Times every case once per round, back to back, each after a warm-up run, so
/// that all see the same moods of the machine.
void bench_rounds(BenchCase *cases, int count, int rounds);
double bench_min(const BenchCase *one, int rounds);
double bench_median(const BenchCase *one, int rounds);
/// Median of the rounds' ratios.
double bench_median_ratio(const BenchCase *one, const BenchCase *other, int rounds);

/// A clip that is not compressed: a row per frame, the last one twice.
typedef struct BenchRows {
    size_t frame_count, width; ///< width: numbers of a row, a multiple of 8.
    double rate;
    const uint16_t *u16; ///< Either these, with
    const float *steps, *bases;
    const float *f32; ///< or these.
} BenchRows;

/// Speed of light for an instruction set.
typedef struct BenchFloor {
    void (*copy)(const float *from, float *to, size_t count); ///< count is a multiple of 16.
    float (*read)(const float *from, size_t count);           ///< Reads all, returns something of it.
    void (*u16_rows)(const BenchRows *rows, double time, float *out);
    void (*f32_rows)(const BenchRows *rows, double time, float *out);
} BenchFloor;

/// The floor of an instruction set; never NULL.
const BenchFloor *bench_floor(MienIsa isa);

/// Rules A3 (plain controls) and A4, as a good programmer would write them in
/// plain C over sparse lists.
typedef struct PlainAsset {
    int pose_count, bone_count;
    const float *min, *max;
    int *first; ///< Per pose, and the end.
    int *bone;  ///< Per entry.
    float (*delta)[10];
} PlainAsset;

typedef struct PlainWork {
    float (*sums)[10];
    unsigned char *touched;
} PlainWork;

void plain_run(const PlainAsset *asset, PlainWork *work, const float *curves, const MienTransform *input,
               MienTransform *out);

/// BLAS, if the machine has one: y = A x and C = A B, column major.
typedef struct BenchBlas {
    void (*gemv)(int order, int trans, int m, int n, float alpha, const float *a, int lda, const float *x,
                 int incx, float beta, float *y, int incy);
    void (*gemm)(int order, int transa, int transb, int m, int n, int k, float alpha, const float *a, int lda,
                 const float *b, int ldb, float beta, float *c, int ldc);
    const char *(*config)(void);
} BenchBlas;

/// False where there is none.
bool bench_blas_load(BenchBlas *blas);

/// Size of data after zstd -19; 0 without zstd. room must be larger than size.
size_t bench_zstd_size(const void *data, size_t size, void *room, size_t room_size);

typedef struct BenchOptions {
    bool json;
    int rounds;
    const char *workload; ///< Only this one; NULL: all.
    const char *isa;      ///< The same for instruction sets, by name.
} BenchOptions;

/// Whether an instruction set is measured: available, and not excluded by the options.
bool bench_measures(const BenchOptions *options, MienIsa isa);

int bench_eval(const BenchOptions *options);
int bench_clip(const BenchOptions *options);
int bench_skin(const BenchOptions *options);
int bench_graph(const BenchOptions *options);
int bench_live(const BenchOptions *options);
