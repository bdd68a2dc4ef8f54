// SPDX-License-Identifier: MIT
//
// Sampling clips: from a time to moments, jobs, lists of jobs.

#include "core/float_rules.h"

#include "core/clip_sampling.h"

#include "core/float_env.h"

size_t mien_clip_cursor_size(const MienClip *clip)
{
    const size_t blocks = (size_t)clip->curves.block_count + (size_t)clip->tracks.block_count;
    return sizeof(MienClipCursor) + blocks * MIENI_KEPT * sizeof(float);
}

MienClipCursor *mien_clip_cursor_init(const MienClip *clip, void *memory, size_t size)
{
    if (clip == NULL || memory == NULL || (uintptr_t)memory % 64 != 0 || size < mien_clip_cursor_size(clip))
        return NULL;
    MienClipCursor *cursor = (MienClipCursor *)memory;
    *cursor =
        (MienClipCursor){.clip = clip, .curve_segment = MIENI_NO_SEGMENT, .track_segment = MIENI_NO_SEGMENT};
    return cursor;
}

static inline MieniMoment moment_at(int segment, int row, float part)
{
    return (MieniMoment){.segment = segment, .row = row, .part = part};
}

/// Frames' times are rounded: what is this close to a frame is on it, neither held
/// at the one before nor blended.
static const double frame_snap = 1e-6;

/// A time as each timing sees it. All lie in one segment: its last row's end is
/// the next one's start.
static inline void find_moments(const MienClip *clip, double time, MieniMoment out_moments[MIENI_TIMINGS])
{
    double frame = time * clip->frames_per_second;
    frame = frame > 0.0 ? frame : 0.0; // also not-a-number
    frame = frame < clip->end ? frame : clip->end;
    const int whole = (int)(frame + frame_snap);
    const double after = frame - (double)whole;
    const bool is_end = whole / MIENI_SEGMENT == clip->segment_count; // of the last segment
    const int segment = whole / MIENI_SEGMENT - is_end, row = is_end ? MIENI_ROWS : whole % MIENI_SEGMENT;
    const float part = is_end ? 1.0f : after > frame_snap ? (float)after : 0.0f;
    out_moments[MIENI_BLENDED] = moment_at(segment, row, part);
    if (clip->only_blended)
        return;
    out_moments[MIENI_HELD] = moment_at(segment, row, is_end ? 1.0f : 0.0f);
    out_moments[MIENI_NEAREST] = moment_at(segment, row, part >= 0.5f ? 1.0f : 0.0f);
}

/// Asks for the lines of a segment at once: what its widths say comes too late to
/// wait for it. Always as many, since a loop that depends on the segment's size is
/// missed more often than a line in vain costs.
static inline void fetch_ahead(const uint8_t *segment)
{
#if defined(__GNUC__)
    for (int line = 1; line <= 5; ++line)
        __builtin_prefetch(segment + line * 64);
#else
    (void)segment;
#endif
}

/// Why a job is refused, before anything is written; NULL if it is not.
static const char *refusal(const MienClipJob *job)
{
    if (job->clip == NULL)
        return "clip is NULL";
    if (job->binding != NULL && job->binding->clip != job->clip)
        return "the binding is of another clip";
    if (job->cursor != NULL && job->cursor->clip != job->clip)
        return "the cursor is of another clip";
    if (job->out_curves.count < 0 || (job->out_curves.count > 0 && job->out_curves.values == NULL))
        return "out_curves has a negative count or no values";
    return job->bone_count < 0 ? "bone_count is negative" : NULL;
}

MienStatus mien_clip_job_validate(const MienClipJob *job, MienError *error)
{
    return mieni_refuse(error, job == NULL ? "job is NULL" : refusal(job));
}

/// Curves in channels are the same whatever becomes of denormals: there are none.
static bool needs_environment(const MienClipJob *job)
{
    return job->out_bones != NULL || job->clip->info.raw_curves > 0;
}

/// Finds the moments of a job and asks for its bytes.
static inline void prepare(const MienClipJob *job, MieniMoment moments[MIENI_TIMINGS])
{
    const MienClip *clip = job->clip;
    find_moments(clip, job->time, moments);
    if (clip->curves.block_count > 0 && job->out_curves.count > 0)
        fetch_ahead(clip->curves.data + clip->curves.segments[moments->segment]);
    if (clip->tracks.block_count > 0 && job->out_bones != NULL)
        fetch_ahead(clip->tracks.data + clip->tracks.segments[moments->segment]);
}

static inline void sample_at(const MienClipJob *job, const MieniMoment *moments)
{
    if (job->out_curves.count > 0)
        mieni_sample_curves(job, moments);
    if (job->out_bones != NULL)
        mieni_sample_tracks(job, moments);
}

MIENI_APART void mieni_clip_run(const MienClipJob *job)
{
    MieniMoment moments[MIENI_TIMINGS];
    prepare(job, moments);
    sample_at(job, moments);
}

MIENI_APART void mieni_clip_run_list(const MienClipJob *jobs, int count)
{
    enum { AHEAD = 3 };
    MieniMoment moments[AHEAD + 1][MIENI_TIMINGS];
    for (int i = 0; i < AHEAD && i < count; ++i)
        prepare(&jobs[i], moments[i]);
    for (int i = 0, slot = 0; i < count; ++i, slot = slot < AHEAD ? slot + 1 : 0) {
        if (i + AHEAD < count)
            prepare(&jobs[i + AHEAD], moments[slot > 0 ? slot - 1 : AHEAD]);
        sample_at(&jobs[i], moments[slot]);
    }
}

void mieni_clip_run_tile(const MieniClipTile *tile, const double times[MIEN_TILE])
{
    MieniMoment moments[MIEN_TILE][MIENI_TIMINGS];
    for (int k = 0; k < MIEN_TILE; ++k)
        find_moments(tile->clip, times[k], moments[k]);
    mieni_sample_tile(tile, (const MieniMoment(*)[MIENI_TIMINGS])moments);
}

MienStatus mien_clip_job_run(const MienClipJob *job)
{
    if (job == NULL || refusal(job) != NULL)
        return MIEN_ERROR_ARGUMENT;
    if (!needs_environment(job) && mieni_float_env_is_nearest()) {
        mieni_clip_run(job);
        return MIEN_OK;
    }
    const MieniFloatEnv env = mieni_float_env_enter();
    mieni_clip_run(job);
    mieni_float_env_leave(env);
    return MIEN_OK;
}

MienStatus mien_clip_jobs_run(const MienClipJob *jobs, int count)
{
    if (count < 0 || (count > 0 && jobs == NULL))
        return MIEN_ERROR_ARGUMENT;
    bool is_strict = false;
    for (int i = 0; i < count; ++i) {
        if (refusal(&jobs[i]) != NULL)
            return MIEN_ERROR_ARGUMENT;
        is_strict = is_strict || needs_environment(&jobs[i]);
    }
    if (!is_strict && mieni_float_env_is_nearest()) {
        mieni_clip_run_list(jobs, count);
        return MIEN_OK;
    }
    const MieniFloatEnv env = mieni_float_env_enter();
    mieni_clip_run_list(jobs, count);
    mieni_float_env_leave(env);
    return MIEN_OK;
}
