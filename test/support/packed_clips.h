// SPDX-License-Identifier: MIT
//
// What tests of packed clips share: from a description to a loaded clip, and a
// moment of it in the description's order.

#pragma once

#include "support/check.h"

#include "core/internal.h"
#include "mien_author/cook_clip.h"

/// A clip, cooked and loaded.
typedef struct PackedClip {
    const MienAuthorClip *source;
    MienAuthorPack pack;
    MienAuthorClipReport report;
    MienClip *clip; ///< NULL if anything failed.
    MienClipInfo info;
    int *place;    ///< Per curve of the source: the pack's.
    float *values; ///< Per curve of the pack: what was sampled last.
} PackedClip;

static inline void *clip_array(int count, size_t size)
{
    void *memory = calloc((size_t)count + 1, size);
    if (memory == NULL)
        abort();
    return memory;
}

static inline double absolute(double x) { return x < 0.0 ? -x : x; }

static inline bool same_bits(float a, float b) { return memcmp(&a, &b, sizeof a) == 0; }

static inline PackedClip packed_clip(const MienAuthorClip *source, const MienAuthorClipOptions *options)
{
    PackedClip p = {.source = source};
    MienError error = {0};
    MienStatus status = mien_author_clip_cook(source, options, &p.pack, &p.report, &error);
    if (status == MIEN_OK)
        status = mien_clip_load(p.pack.data, p.pack.size, NULL, &p.clip, &error);
    if (status != MIEN_OK)
        printf("%s: %s\n", error.location, error.message);
    CHECK_STATUS(status, MIEN_OK);
    p.place = clip_array(source->curve_count, sizeof *p.place);
    p.values = clip_array(source->curve_count, sizeof *p.values);
    if (p.clip == NULL)
        return p;
    p.info = mien_clip_info(p.clip);
    CHECK_INT(p.info.curve_count, source->curve_count);
    for (int c = 0; c < source->curve_count; ++c) {
        p.place[c] = mien_clip_find_curve(p.clip, source->curves[c].name);
        if (p.place[c] < 0 || strcmp(mien_clip_curve_name(p.clip, p.place[c]), source->curves[c].name) != 0) {
            CHECK(p.place[c] >= 0);
            p.place[c] = 0;
        }
    }
    return p;
}

static inline void packed_clip_free(PackedClip *p)
{
    mien_clip_destroy(p->clip);
    mien_author_pack_release(&p->pack);
    free(p->place);
    free(p->values);
    *p = (PackedClip){0};
}

static inline void packed_clip_sample(PackedClip *p, double time)
{
    const MienClipJob job = {
        .clip = p->clip, .time = time, .out_curves = {.count = p->info.curve_count, .values = p->values}};
    CHECK_STATUS(mien_clip_job_run(&job), MIEN_OK);
}

/// Of a curve of the source, as sampled last.
static inline float packed_clip_value(const PackedClip *p, int curve) { return p->values[p->place[curve]]; }

static inline double packed_clip_time(const PackedClip *p, int frame)
{
    return (double)frame * (double)p->info.rate_divisor / (double)p->info.rate;
}
