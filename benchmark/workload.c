// SPDX-License-Identifier: MIT
//
// Opening workloads and printing rows.

#include "workload.h"

#include "core/internal.h"
#include "core/pose_data.h"

#include <stdlib.h>
#include <string.h>

void *bench_allocate(size_t size)
{
    void *memory = mieni_allocate(NULL, size > 0 ? size : 64, 64);
    if (memory == NULL) {
        fputs("mien-bench: no memory\n", stderr);
        exit(70);
    }
    memset(memory, 0, size);
    return memory;
}

void bench_fail(const char *what)
{
    fprintf(stderr, "mien-bench: cannot %s\n", what);
    exit(70);
}

/// The plain loop's data, read back out of the pack.
static void make_plain(Workload *w)
{
    const MieniPoseData *d = &w->assets[MIEN_ISA_SCALAR]->data;
    PlainAsset *plain = &w->plain;
    *plain = (PlainAsset){.pose_count = d->pose_count,
                          .bone_count = w->bone_count,
                          .min = d->control_min,
                          .max = d->control_max};
    plain->first = bench_allocate(((size_t)d->pose_count + 1) * sizeof(int));
    plain->bone = bench_allocate((size_t)d->entry_count * sizeof(int));
    plain->delta = bench_allocate((size_t)d->entry_count * sizeof *plain->delta);
    w->dense = bench_allocate((size_t)d->pose_count * (size_t)w->bone_count * 10 * sizeof(float));
    int count = 0;
    for (int p = 0; p < d->pose_count; ++p) {
        for (size_t place = (size_t)d->group_first[p] * 4; place < (size_t)d->group_first[p + 1] * 4;
             ++place) {
            if (d->group_bones[place] == d->bone_count)
                continue;
            const char *name = mien_pose_asset_bone_name(w->assets[MIEN_ISA_SCALAR], d->group_bones[place]);
            plain->bone[count] = mien_skeleton_find_bone(w->skeleton, name);
            memcpy(plain->delta[count], d->group_turn + place * MIENI_TURN, 7 * sizeof(float));
            if (d->has_scale)
                memcpy(plain->delta[count] + 7, d->group_scale + place * MIENI_SCALE, 3 * sizeof(float));
            memcpy(w->dense + ((size_t)p * (size_t)w->bone_count + (size_t)plain->bone[count]) * 10,
                   plain->delta[count], 10 * sizeof(float));
            ++count;
        }
        plain->first[p + 1] = count;
    }
    w->plain_work.sums = bench_allocate((size_t)w->bone_count * sizeof *w->plain_work.sums);
    w->plain_work.touched = bench_allocate((size_t)w->bone_count);
}

Workload bench_open_workload(const MienSampleScene *scene)
{
    Workload w = {.scene = scene, .sample = mien_sample_create(&scene->options)};
    if (w.sample == NULL ||
        mien_author_skeleton_cook(mien_sample_asset(w.sample)->skeleton, NULL, &w.skeleton_pack, NULL) ||
        mien_author_pose_asset_cook(mien_sample_asset(w.sample), NULL, &w.pack, NULL, NULL) ||
        mien_skeleton_load(w.skeleton_pack.data, w.skeleton_pack.size, NULL, &w.skeleton, NULL))
        bench_fail("make the workload");
    for (int isa = MIEN_ISA_SCALAR; isa <= MIEN_ISA_WASM128; ++isa) {
        const MienLoadOptions options = {.isa = (MienIsa)isa, .borrow_data = true};
        if (!mien_isa_is_available((MienIsa)isa))
            continue;
        if (mien_pose_asset_load(w.pack.data, w.pack.size, &options, &w.assets[isa], NULL) ||
            mien_pose_binding_create(w.assets[isa], w.skeleton, NULL, &w.bindings[isa], NULL))
            bench_fail("load the workload");
    }
    w.info = mien_pose_asset_info(w.assets[MIEN_ISA_SCALAR]);
    w.bone_count = mien_skeleton_bone_count(w.skeleton);
    w.curve_count = mien_skeleton_curve_count(w.skeleton);
    w.curves = bench_allocate((size_t)FRAMES * (size_t)w.curve_count * sizeof(float));
    w.input = bench_allocate((size_t)w.bone_count * sizeof(MienTransform));
    w.out = bench_allocate((size_t)w.bone_count * sizeof(MienTransform));
    w.scratch_size = mien_pose_job_scratch_size(w.assets[MIEN_ISA_SCALAR]);
    w.scratch = bench_allocate(w.scratch_size);
    uint64_t random = 1;
    mien_sample_input(&random, mien_sample_asset(w.sample)->skeleton, w.input);
    make_plain(&w);
    return w;
}

void bench_close_workload(Workload *w)
{
    for (int isa = 0; isa <= MIEN_ISA_WASM128; ++isa) {
        mien_pose_binding_destroy(w->bindings[isa]);
        mien_pose_asset_destroy(w->assets[isa]);
    }
    mien_skeleton_destroy(w->skeleton);
    mien_author_pack_release(&w->pack);
    mien_author_pack_release(&w->skeleton_pack);
    mien_sample_destroy(w->sample);
    // Arrays live until the program ends: it runs a handful of workloads.
}

void bench_print_row(const BenchOptions *options, const Row *row)
{
    if (options->json) {
        printf("{\"workload\":\"%s\",\"active\":%d,\"isa\":\"%s\",\"layout\":\"%s\",\"ns_min\":%.1f,\"ns_"
               "median\":%.1f,"
               "\"bound_ns\":%.1f,\"plain_ns\":%.1f,\"memcpy_ns\":%.1f,\"hash\":\"%s\"}\n",
               row->workload, row->active, row->isa, row->layout, row->ns_min, row->ns_median, row->bound,
               row->plain, row->memcpy, row->hash);
    } else {
        printf("%-17s %4d  %-7s %-9s %9.1f %9.1f", row->workload, row->active, row->isa, row->layout,
               row->ns_min, row->ns_median);
        printf("  %5.2f x bound", row->ns_min / row->bound);
        if (row->plain > 0.0)
            printf("  %5.2f x faster than plain", row->plain / row->ns_min);
        printf("\n");
    }
    fflush(stdout);
}

void bench_hash(const float *values, size_t count, char out_text[17])
{
    uint8_t hash[32];
    mien_sha256(values, count * sizeof(float), hash);
    for (int i = 0; i < 8; ++i)
        snprintf(out_text + 2 * i, 3, "%02x", hash[i]);
}
