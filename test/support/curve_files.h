// SPDX-License-Identifier: MIT
//
// Files of curves for tests: reading what must be right, judging any result.

#pragma once

#include "support/ledger.h"
#include "support/live_link_takes.h"
#include "support/read_sources.h"

/// A reader under test; way chooses among its options.
typedef MienStatus (*ReadCurves)(const void *bytes, size_t size, int way, const MienAllocator *allocator,
                                 MienAuthorClip **out_clip, MienError *error);

/// Opens and reads a file, or NULL.
static inline MienAuthorClip *read_curve_file(const char *path, ReadCurves read, int way)
{
    MienFile *file = NULL;
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    if (mien_file_open(path, NULL, &file, &error) != MIEN_OK ||
        read(mien_file_data(file), mien_file_size(file), way, NULL, &clip, &error) != MIEN_OK)
        printf("%s, %s: %s\n", path, error.location, error.message);
    mien_file_close(file);
    CHECK(clip != NULL);
    if (clip != NULL)
        CHECK_STATUS(mien_author_clip_check(clip, NULL), MIEN_OK);
    return clip;
}

/// What is wrong with a clip that was read, or NULL.
static inline const char *judge_curves(const MienAuthorClip *clip)
{
    if (mien_author_clip_check(clip, NULL) != MIEN_OK)
        return "a clip that its own check refuses";
    if (clip->rate < 1 || clip->rate_divisor < 1 || clip->track_count != 0)
        return "a clip without a rate, or with tracks";
    for (int c = 0; c < clip->curve_count; ++c) {
        const MienAuthorClipCurve *curve = &clip->curves[c];
        for (int k = 0; k < curve->key_count; ++k)
            if (curve->keys[k].time < 0.0 || curve->keys[k].time > clip->length)
                return "a key outside the clip";
        for (int i = -1; c < 8 && i <= 5; ++i) {
            const float value = mien_author_curve_evaluate(curve, clip->length * i / 4.0);
            if (!(value >= -MIEN_MAX_CURVE && value <= MIEN_MAX_CURVE))
                return "a curve beyond all bounds";
        }
    }
    for (int e = 0; e < clip->event_count; ++e)
        if (clip->events[e].time < 0.0 || clip->events[e].time > clip->length)
            return "an event outside the clip";
    return NULL;
}

/// Reads bytes that may be anything; returns what is wrong with the result, or NULL if
/// that is sound.
static inline const char *judge_file(const void *bytes, size_t size, ReadCurves read, int way,
                                     MienStatus *out_status)
{
    MeasuredMemory memory = {0, 0};
    const MienAllocator allocator = {&memory, measured_allocate, measured_free};
    MienAuthorClip other, *clip = &other; // not NULL, to see that it becomes so
    MienError error = {0};
    char *copy = exact_copy(bytes, size);
    *out_status = read(copy, size, way, &allocator, &clip, &error);
    free(copy);
    if (*out_status == MIEN_OK && memory.most > default_memory(size) + 4096)
        return "more memory than the limit";
    if (*out_status != MIEN_OK)
        return judge_refusal(*out_status, &error, clip, "");
    const char *fault = judge_curves(clip);
    mien_author_clip_destroy(clip);
    return fault == NULL && memory.live != 0 ? "memory that is not given back" : fault;
}
