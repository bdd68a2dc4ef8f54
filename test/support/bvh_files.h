// SPDX-License-Identifier: MIT
//
// Files of BVH for tests: reading what must be right, judging any result.

#pragma once

#include "support/read_sources.h"
#include "support/victim.h"

#include "mien_io/bvh.h"

/// Reads bytes that must be a BVH.
static inline MienIoSource *read_bvh(const void *bytes, size_t size, const MienIoBvhOptions *options,
                                     MienIoBvhReport *out_report)
{
    MienIoSource *source = NULL;
    MienError error = {0};
    if (mien_io_bvh_read(bytes, size, options, &source, out_report, &error) != MIEN_OK)
        printf("%s: %s\n", error.location, error.message);
    CHECK(source != NULL);
    if (source != NULL && source->take_count > 0)
        CHECK_STATUS(mien_author_clip_check(source->takes[0].clip, NULL), MIEN_OK);
    return source;
}

/// The track of a bone in the first take, or NULL.
static inline const MienAuthorClipTrack *find_track(const MienIoSource *source, const char *bone)
{
    if (source == NULL || source->take_count < 1)
        return NULL;
    const MienAuthorClip *clip = source->takes[0].clip;
    for (int t = 0; t < clip->track_count; ++t)
        if (strcmp(clip->tracks[t].bone, bone) == 0)
            return &clip->tracks[t];
    return NULL;
}

/// The bone's place in the skeleton, or -1.
static inline int find_bone(const MienIoSource *source, const char *name)
{
    for (int b = 0; source != NULL && b < source->skeleton.bone_count; ++b)
        if (strcmp(source->skeleton.bones[b].name, name) == 0)
            return b;
    return -1;
}

static inline const char *judge_motion(const MienIoSource *source, const MienIoBvhReport *report)
{
    const MienAuthorClip *clip = source->takes[0].clip;
    if (source->takes[0].name == NULL || mien_author_clip_check(clip, NULL) != MIEN_OK)
        return "a clip that its own check refuses";
    if (clip->rate < 1 || clip->rate_divisor < 1 || clip->curve_count != 0 || clip->event_count != 0)
        return "a clip that no BVH can be";
    const double frame_time = (double)clip->rate_divisor / (double)clip->rate;
    if (frame_time > 1.00101 * report->frame_time || frame_time < 0.99899 * report->frame_time)
        return "a rate that is not that of the file";
    for (int t = 0; t < clip->track_count; ++t) {
        if (find_bone(source, clip->tracks[t].bone) < 0)
            return "a track without a bone";
        if (clip->tracks[t].sample_count != report->frame_count || clip->tracks[t].times != NULL)
            return "not a sample per frame";
        for (int i = 0; i < clip->tracks[t].sample_count; ++i)
            if (clip->tracks[t].samples[i].rotation.w < 0.0f)
                return "a rotation of the wrong sign";
    }
    return NULL;
}

/// What is wrong with a source and its report, or NULL.
static inline const char *judge_source(const MienIoSource *source, const MienIoBvhReport *report)
{
    MienAuthorPack pack = {0};
    if (source->skeleton.bone_count != report->joint_count || report->joint_count < 1 ||
        report->root_count < 1 || source->take_count != (report->frame_count > 0))
        return "a report that does not fit the source";
    if (mien_author_skeleton_cook(&source->skeleton, NULL, &pack, NULL) != MIEN_OK)
        return "a skeleton that cannot be cooked";
    mien_author_pack_release(&pack);
    return source->take_count > 0 ? judge_motion(source, report) : NULL;
}

/// Reads bytes that may be anything; returns what is wrong with the result, or NULL if
/// that is a sound source or a sound refusal.
static inline const char *judge_bvh(const void *bytes, size_t size, const MienIoBvhOptions *options,
                                    MienStatus *out_status)
{
    MeasuredMemory memory = {0, 0};
    const MienAllocator allocator = {&memory, measured_allocate, measured_free};
    MienIoSource other, *source = &other; // not NULL, to see that it becomes so
    MienIoBvhReport report;
    MienError error = {0};
    char *copy = exact_copy(bytes, size);
    MienIoBvhOptions reading = *options;
    reading.allocator = &allocator;
    *out_status = mien_io_bvh_read(copy, size, &reading, &source, &report, &error);
    free(copy);
    if (*out_status == MIEN_OK && memory.most > default_memory(size) + 4096)
        return "more memory than the limit";
    if (*out_status != MIEN_OK)
        return judge_refusal(*out_status, &error, source, "line ");
    const char *fault = judge_source(source, &report);
    mien_io_source_destroy(source);
    return fault == NULL && memory.live != 0 ? "memory that is not given back" : fault;
}
