// SPDX-License-Identifier: MIT
//
// Sampling clips: from a time to channels, from channels to curves and bones.

#include "core/float_rules.h"

#include "core/clip_binding.h"
#include "core/float_env.h"
#include "core/simd/kernels.h"

#include <string.h>

enum { TIMINGS = MIENI_NEAREST + 1, NO_SEGMENT = -1 };

struct MienClipCursor {
    const MienClip *clip;
    int curve_segment, track_segment; ///< What is kept, or NO_SEGMENT.
    uint8_t padding[64 - sizeof(void *) - 2 * sizeof(int)];
    float kept[]; ///< MIENI_KEPT per block, curves first.
};

_Static_assert(sizeof(MienClipCursor) == 64, "what is kept is aligned");

size_t mien_clip_cursor_size(const MienClip *clip)
{
    const size_t blocks = (size_t)clip->curves.block_count + (size_t)clip->tracks.block_count;
    return sizeof(MienClipCursor) + blocks * MIENI_KEPT * sizeof(float);
}

MienClipCursor *mien_clip_cursor_init(const MienClip *clip, void *memory, size_t size)
{
    if (clip == NULL || memory == NULL || (uintptr_t)memory % 64 != 0 || size < mien_clip_cursor_size(clip))
        return NULL;
    MienClipCursor *cursor = memory;
    *cursor = (MienClipCursor){.clip = clip, .curve_segment = NO_SEGMENT, .track_segment = NO_SEGMENT};
    return cursor;
}

static inline MieniMoment moment_at(int segment, int row, float part)
{
    return (MieniMoment){
        .segment = segment, .row = row, .along = ((float)row + part) * (1.0f / MIENI_SEGMENT), .part = part};
}

/// Frames' times are rounded: what is this close to a frame is on it, neither held
/// at the one before nor blended.
static const double frame_snap = 1e-6;

/// A time as each timing sees it. All lie in one segment: its last row's end is
/// the next one's start.
static inline void find_moments(const MienClip *clip, double time, MieniMoment out_moments[TIMINGS])
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

/// Walks through the blocks of some channels at one moment.
typedef struct BlockWalk {
    const MieniKernels *kernels;
    const MieniChannels *channels;
    const MieniMoment *moments;
    float *kept; ///< NULL: without a cursor.
    bool is_kept;
    const uint8_t *posts, *next_posts, *widths;
} BlockWalk;

static BlockWalk start_walk(const MienClip *clip, const MieniChannels *channels, const MieniMoment *moments,
                            float *kept, int *kept_segment)
{
    BlockWalk walk = {.kernels = clip->kernels, .channels = channels, .moments = moments, .kept = kept};
    if (channels->block_count == 0)
        return walk;
    const int segment = moments->segment;
    walk.posts = channels->data + channels->segments[segment];
    walk.next_posts = channels->data + channels->segments[segment + 1];
    walk.widths = walk.posts + channels->post_size;
    if (kept != NULL) {
        walk.is_kept = *kept_segment == segment;
        *kept_segment = segment;
    }
    return walk;
}

/// Decodes the next block; see MieniBlockRun about out and out_last.
static inline void walk_block(BlockWalk *walk, int b, uint32_t wanted, float *out, float *out_last)
{
    const MieniChannels *c = walk->channels;
    const MieniClipBlock *block = &c->blocks[b];
    const MieniBlockRun run = {.block = block,
                               .groups = c->groups + block->first_group,
                               .steps = c->steps + (size_t)block->first_group * MIENI_LANES,
                               .bases = c->bases + (size_t)block->first_group * MIENI_LANES,
                               .posts = walk->posts,
                               .next_posts = walk->next_posts,
                               .widths = walk->widths,
                               .moment = &walk->moments[block->timing],
                               .wanted = wanted,
                               .out = out,
                               .out_last = out_last};
    if (walk->kept != NULL) {
        float *kept = walk->kept + (size_t)b * MIENI_KEPT;
        if (!walk->is_kept)
            walk->widths += walk->kernels->clip_keep(&run, kept);
        walk->kernels->clip_mix(&run, kept);
    } else {
        walk->widths += walk->kernels->clip_sample(&run);
    }
    for (int g = 0; c->block_count > 1 && g < block->group_count; ++g) {
        walk->posts += run.groups[g].width;
        walk->next_posts += run.groups[g].width;
    }
}

static void put(const MienCurveSet *out, int curve, float value)
{
    if ((unsigned)curve >= (unsigned)out->count)
        return;
    out->values[curve] = value;
    if (out->present != NULL)
        out->present[curve / 32] |= 1u << curve % 32;
}

/// Makes the first count curves present.
static void mark_present(const MienCurveSet *out, int count)
{
    if (out->present == NULL)
        return;
    for (int word = 0; word < count / 32; ++word)
        out->present[word] = ~0u;
    if (count % 32 != 0)
        out->present[count / 32] |= (1u << count % 32) - 1;
}

/// Frames before and after a moment, and how far it is between them.
typedef struct RawRows {
    size_t frame, next;
    float part;
} RawRows;

static RawRows raw_rows(const MieniMoment *moment, uint32_t frame_count)
{
    const size_t frame = (size_t)moment->segment * MIENI_SEGMENT + (size_t)moment->row;
    const size_t next = frame + 1 < frame_count ? frame + 1 : frame;
    if (moment->part == 1.0f) // all of the next frame: a blend would round
        return (RawRows){.frame = next, .next = next};
    return (RawRows){.frame = frame, .next = next, .part = moment->part};
}

static void sample_raw_curves(const MienClip *clip, const MieniMoment *moments, const int32_t *targets,
                              const MienCurveSet *out)
{
    const size_t count = clip->info.raw_curves;
    for (size_t r = 0; r < count; ++r) {
        const RawRows rows = raw_rows(&moments[clip->raw_timing[r]], clip->info.frame_count);
        const float a = clip->raw_curves[rows.frame * count + r], b = clip->raw_curves[rows.next * count + r];
        const int curve = (int)(clip->info.packed_curves + r);
        put(out, targets != NULL ? targets[curve] : curve, a + rows.part * (b - a));
    }
}

static void sample_curves(const MienClipJob *job, const MieniMoment *moments)
{
    const MienClip *clip = job->clip;
    const MieniChannels *c = &clip->curves;
    const MienCurveSet *out = &job->out_curves;
    const int32_t *targets = job->binding != NULL ? job->binding->curves : NULL;
    MienClipCursor *cursor = job->cursor;
    BlockWalk walk = start_walk(clip, c, moments, cursor != NULL ? cursor->kept : NULL,
                                cursor != NULL ? &cursor->curve_segment : NULL);
    for (int b = 0; b < c->block_count; ++b) {
        const MieniClipBlock *block = &c->blocks[b];
        const MieniClipGroup *first = &c->groups[block->first_group], *last = first + block->group_count - 1;
        _Alignas(64) float lanes[MIENI_BLOCK_LANES + MIENI_LANES];
        // Straight to the output where it is the clip's own and long enough.
        const bool is_straight =
            targets == NULL && clip->is_tidy && (int)last->first + last->count <= out->count;
        float *tail = lanes + (is_straight ? 0 : last->first - first->first);
        walk_block(&walk, b, job->binding != NULL ? job->binding->wanted[b] : ~0u,
                   is_straight ? out->values + first->first : lanes, tail);
        if (is_straight) {
            for (int lane = 0; lane < last->count; ++lane)
                out->values[last->first + (uint32_t)lane] = tail[lane];
            continue;
        }
        const int count = (int)(last->first - first->first) + last->count;
        for (int i = 0; i < count; ++i) {
            const int curve = (int)first->first + i;
            put(out, targets != NULL ? targets[curve] : curve, lanes[i]);
        }
    }
    sample_raw_curves(clip, moments, targets, out);
    const int still = (int)(clip->info.packed_curves + clip->info.raw_curves);
    for (int s = 0; s < (int)clip->info.still_curves; ++s)
        put(out, targets != NULL ? targets[still + s] : still + s, clip->still_curves[s]);
    if (targets == NULL)
        mark_present(out, clip->curve_names.count < out->count ? clip->curve_names.count : out->count);
}

/// Bone of a track in the job's pose, or NULL if it is not wanted.
static MienTransform *bone_of(const MienClipJob *job, int track)
{
    const int bone = job->binding != NULL ? job->binding->bones[track] : track;
    return (unsigned)bone < (unsigned)job->bone_count ? &job->out_bones[bone] : NULL;
}

static MienVec3 move_translation(const MienClipJob *job, int track, MienVec3 t)
{
    const MieniMove *move = job->binding != NULL ? &job->binding->moves[track] : NULL;
    if (move == NULL || move->is_same)
        return t;
    return (MienVec3){move->to.x + move->factor * (t.x - move->from.x),
                      move->to.y + move->factor * (t.y - move->from.y),
                      move->to.z + move->factor * (t.z - move->from.z)};
}

/// Writes a set's part of its bones. channels: each component of count tracks.
static void write_set(const MienClipJob *job, const MieniTrackSet *set, const float *channels, int count)
{
    MienTransform nowhere; // what lanes without a bone write
    const float *still[MIENI_LANES];
    float *out[MIENI_LANES];
    bool is_moved = false;
    for (int lane = 0; lane < MIENI_LANES; ++lane) {
        const int track = set->tracks[lane < count ? lane : 0];
        MienTransform *bone = lane < count ? bone_of(job, track) : NULL;
        still[lane] = (const float *)(const void *)&job->clip->still_tracks[track];
        out[lane] = (float *)(void *)(bone != NULL ? bone : &nowhere);
        is_moved = is_moved || (bone != NULL && job->binding != NULL && !job->binding->moves[track].is_same);
    }
    if (set->part == MIENI_PART_ROTATION)
        job->clip->kernels->clip_rotations(channels, count, still, out);
    else
        job->clip->kernels->clip_offsets(channels, count, still, out, 4 * set->part);
    for (int lane = 0; is_moved && set->part == MIENI_PART_TRANSLATION && lane < count; ++lane) {
        MienTransform *bone = bone_of(job, set->tracks[lane]);
        if (bone != NULL)
            bone->translation = move_translation(job, set->tracks[lane], bone->translation);
    }
}

static void sample_raw_tracks(const MienClipJob *job, const MieniMoment *moments)
{
    const MienClip *clip = job->clip;
    size_t at = 0;
    for (uint32_t r = 0; r < clip->info.raw_tracks; ++r) {
        const MieniRawTrack *raw = &clip->raw_tracks[r];
        const int size = mieni_part_size((MieniTrackPart)raw->part);
        const RawRows rows = raw_rows(&moments[raw->timing], clip->info.frame_count);
        const float *a = clip->raw_track_data + rows.frame * clip->raw_track_floats + at;
        const float *b = clip->raw_track_data + rows.next * clip->raw_track_floats + at;
        float v[4] = {0};
        for (int k = 0; k < size; ++k)
            v[k] = a[k] + rows.part * (b[k] - a[k]);
        at += (size_t)size;
        MienTransform *bone = bone_of(job, raw->track);
        if (bone == NULL)
            continue;
        if (raw->part == MIENI_PART_ROTATION)
            bone->rotation = mien_quat_normalize((MienQuat){v[0], v[1], v[2], v[3]});
        else if (raw->part == MIENI_PART_SCALE)
            bone->scale = (MienVec3){v[0], v[1], v[2]};
        else
            bone->translation = move_translation(job, raw->track, (MienVec3){v[0], v[1], v[2]});
    }
}

/// What does not move, for all tracks; what does is written over it.
static void write_still(const MienClipJob *job)
{
    const MienClip *clip = job->clip;
    const int count = (int)clip->info.track_count;
    if (job->binding == NULL) {
        const int known = count < job->bone_count ? count : job->bone_count;
        memcpy(job->out_bones, clip->still_tracks, (size_t)known * sizeof *clip->still_tracks);
        return;
    }
    for (int t = 0; t < count; ++t) {
        MienTransform *bone = bone_of(job, t);
        if (bone == NULL)
            continue;
        *bone = clip->still_tracks[t];
        if (!job->binding->moves[t].is_same)
            bone->translation = move_translation(job, t, clip->still_tracks[t].translation);
    }
}

static void sample_tracks(const MienClipJob *job, const MieniMoment *moments)
{
    const MienClip *clip = job->clip;
    const MieniChannels *c = &clip->tracks;
    MienClipCursor *cursor = job->cursor;
    write_still(job);
    float *kept = cursor != NULL ? cursor->kept + (size_t)clip->curves.block_count * MIENI_KEPT : NULL;
    BlockWalk walk = start_walk(clip, c, moments, kept, cursor != NULL ? &cursor->track_segment : NULL);
    const MieniTrackSet *set = clip->sets;
    for (int b = 0; b < c->block_count; ++b) {
        const MieniClipBlock *block = &c->blocks[b];
        const MieniClipGroup *groups = &c->groups[block->first_group];
        _Alignas(64) float lanes[MIENI_BLOCK_LANES + MIENI_LANES];
        walk_block(&walk, b, ~0u, lanes, lanes + (groups[block->group_count - 1].first - groups->first));
        for (int g = 0; g < block->group_count; ++set) {
            write_set(job, set, lanes + (groups[g].first - groups->first), groups[g].count);
            g += mieni_part_size((MieniTrackPart)set->part);
        }
    }
    sample_raw_tracks(job, moments);
}

/// Says no to a job before anything is written.
static bool job_is_fine(const MienClipJob *job)
{
    return job->clip != NULL && (job->binding == NULL || job->binding->clip == job->clip) &&
           (job->cursor == NULL || job->cursor->clip == job->clip) && job->out_curves.count >= 0 &&
           (job->out_curves.count == 0 || job->out_curves.values != NULL) && job->bone_count >= 0;
}

/// Curves in channels are the same whatever becomes of denormals: there are none.
static bool needs_environment(const MienClipJob *job)
{
    return job->out_bones != NULL || job->clip->info.raw_curves > 0;
}

/// How many jobs ahead the bytes of a job are asked for.
enum { AHEAD = 2 };

/// Finds the moments of a job and asks for its bytes.
static inline void prepare(const MienClipJob *job, MieniMoment moments[TIMINGS])
{
    const MienClip *clip = job->clip;
    find_moments(clip, job->time, moments);
    if (clip->curves.block_count > 0 && job->out_curves.count > 0)
        fetch_ahead(clip->curves.data + clip->curves.segments[moments->segment]);
    if (clip->tracks.block_count > 0 && job->out_bones != NULL)
        fetch_ahead(clip->tracks.data + clip->tracks.segments[moments->segment]);
}

static MIENI_APART void sample(const MienClipJob *jobs, int count)
{
    MieniMoment moments[AHEAD + 1][TIMINGS];
    for (int i = 0; i < AHEAD && i < count; ++i)
        prepare(&jobs[i], moments[i]);
    for (int i = 0, slot = 0; i < count; ++i, slot = slot < AHEAD ? slot + 1 : 0) {
        if (i + AHEAD < count)
            prepare(&jobs[i + AHEAD], moments[slot > 0 ? slot - 1 : AHEAD]);
        if (jobs[i].out_curves.count > 0)
            sample_curves(&jobs[i], moments[slot]);
        if (jobs[i].out_bones != NULL)
            sample_tracks(&jobs[i], moments[slot]);
    }
}

MienStatus mien_clip_jobs_run(const MienClipJob *jobs, int count)
{
    if (count < 0 || (count > 0 && jobs == NULL))
        return MIEN_ERROR_ARGUMENT;
    bool is_strict = false;
    for (int i = 0; i < count; ++i) {
        if (!job_is_fine(&jobs[i]))
            return MIEN_ERROR_ARGUMENT;
        is_strict = is_strict || needs_environment(&jobs[i]);
    }
    if (!is_strict && mieni_float_env_is_nearest()) {
        sample(jobs, count);
        return MIEN_OK;
    }
    const MieniFloatEnv env = mieni_float_env_enter();
    sample(jobs, count);
    mieni_float_env_leave(env);
    return MIEN_OK;
}

MienStatus mien_clip_job_run(const MienClipJob *job)
{
    return job != NULL ? mien_clip_jobs_run(job, 1) : MIEN_ERROR_ARGUMENT;
}
