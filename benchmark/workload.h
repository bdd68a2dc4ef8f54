// SPDX-License-Identifier: MIT
//
// What mien-bench eval times: a sample scene with every instruction set's copy of
// its asset, and the rows it prints.

#pragma once

#include "bench.h"

#include "mien_author/pack.h"
#include "sample/scenes.h"

enum { FRAMES = 128, MAX_CASES = 40 };

/// A workload with everything that is run on it.
typedef struct Workload {
    const MienSampleScene *scene;
    MienSample *sample;
    MienAuthorPack skeleton_pack, pack;
    MienSkeleton *skeleton;
    MienPoseAsset *assets[MIEN_ISA_WASM128 + 1]; ///< Per instruction set, NULL if not to be had.
    MienPoseBinding *bindings[MIEN_ISA_WASM128 + 1];
    MienPoseAssetInfo info;
    int bone_count, curve_count;
    float *curves; ///< [FRAMES][curve_count].
    MienTransform *input, *out;
    void *scratch;
    size_t scratch_size;
    PlainAsset plain;
    PlainWork plain_work;
    float *dense; ///< [pose][bone * 10], for BLAS.
} Workload;

/// Makes, cooks, loads and binds a scene; ends the program if it cannot.
Workload bench_open_workload(const MienSampleScene *scene);
void bench_close_workload(Workload *workload);

/// Zeroed, 64-byte aligned memory; ends the program without it.
void *bench_allocate(size_t size);
/// Ends the program with a sentence.
void bench_fail(const char *what);

typedef struct Row {
    const char *workload, *isa, *layout, *hash;
    int active;
    double ns_min, ns_median, bound, plain;
    double memcpy; ///< The same copy by the C library.
} Row;

void bench_print_row(const BenchOptions *options, const Row *row);
/// The first 16 hex digits of the hash of count floats.
void bench_hash(const float *values, size_t count, char out_text[17]);

/// A thousand characters on one asset, each with its own input.
void bench_crowd(const BenchOptions *options, Workload *workload, int active);
