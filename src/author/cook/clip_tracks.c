// SPDX-License-Identifier: MIT
//
// Cooking a clip's bone tracks: sampled at the frames, taken apart into rotations,
// translations and scales, each as coarse as the error allows.

#include "core/float_rules.h"

#include "author/cook/tracks.h"
#include "base/transform.h"

#include "core/square_root.h"

#include <string.h>

enum {
    MOST_TRIES = 24,    ///< Then everything is stored whole.
    LOOSENING_TRIES = 5 ///< As long as this, room that is left is given back.
};

static double dot4(MienQuat a, MienQuat b)
{
    return ((double)a.x * (double)b.x + (double)a.y * (double)b.y) +
           ((double)a.z * (double)b.z + (double)a.w * (double)b.w);
}

static MieniTiming timing_of(const MienAuthorClipTrack *track)
{
    if (!track->is_stepped)
        return MIENI_BLENDED;
    return track->times != NULL ? MIENI_HELD : MIENI_NEAREST;
}

/// Samples at the frames. Neighbouring rotations stay on one side of the sphere, so
/// that blending them is the short way.
static bool sample_track(MieniClipCook *cook, int t, MieniTrackCook *track)
{
    track->timing = timing_of(&cook->clip->tracks[t]);
    track->samples = mieni_arena_take(&cook->arena, (size_t)cook->frame_count, sizeof *track->samples);
    if (track->samples == NULL)
        return false;
    for (int f = 0; f < cook->frame_count; ++f) {
        if (!mieni_cook_goes_on(cook, f))
            return false;
        MienTransform sample = mien_author_track_evaluate(cook->clip, t, mieni_frame_time(cook, f));
        sample.reserved0 = sample.reserved1 = 0.0f;
        if (f > 0 && dot4(sample.rotation, track->samples[f - 1].rotation) < 0.0) {
            const MienQuat q = sample.rotation;
            sample.rotation = (MienQuat){-q.x, -q.y, -q.z, -q.w};
        }
        track->samples[f] = sample;
    }
    return true;
}

/// The middle of all rotations: what they are packed relative to. Channels near the
/// identity need few bits, the real part almost none.
static MienQuat middle_rotation(const MieniClipCook *cook, const MieniTrackCook *track)
{
    double sum[4] = {0.0};
    for (int f = 0; f < cook->frame_count; ++f) {
        float q[4];
        memcpy(q, &track->samples[f].rotation, sizeof q);
        for (int k = 0; k < 4; ++k)
            sum[k] += (double)q[k];
    }
    const double length =
        mieni_sqrt((sum[0] * sum[0] + sum[1] * sum[1]) + (sum[2] * sum[2] + sum[3] * sum[3]));
    if (length < 0.1 * (double)cook->frame_count) // all around: any will do
        return track->samples[0].rotation;
    return mien_quat_normalize((MienQuat){(float)(sum[0] / length), (float)(sum[1] / length),
                                          (float)(sum[2] / length), (float)(sum[3] / length)});
}

/// Conjugate of still times q: still * that is q again.
static void relative_rotation(MienQuat still, MienQuat q, double out[4])
{
    const double a[4] = {-(double)still.x, -(double)still.y, -(double)still.z, (double)still.w};
    const double b[4] = {(double)q.x, (double)q.y, (double)q.z, (double)q.w};
    mieni_multiply4(a, b, out);
}

static bool part_is_still(const MieniClipCook *cook, const MieniTrackCook *track, MieniTrackPart part)
{
    float first[12], other[12];
    const int from = part == MIENI_PART_ROTATION ? 0 : part == MIENI_PART_TRANSLATION ? 4 : 8;
    memcpy(first, &track->samples[0], sizeof first);
    for (int f = 1; f < cook->frame_count; ++f) {
        memcpy(other, &track->samples[f], sizeof other);
        if (memcmp(first + from, other + from, (size_t)mieni_part_size(part) * sizeof(float)) != 0)
            return false;
    }
    return true;
}

/// Takes samples apart into the numbers that are encoded.
static bool take_apart(MieniClipCook *cook, MieniTrackCook *track)
{
    const size_t frames = (size_t)cook->frame_count;
    track->still = track->samples[0];
    for (int p = 0; p < MIENI_PARTS; ++p) {
        MieniTrackPartCook *part = &track->parts[p];
        part->fate = part_is_still(cook, track, (MieniTrackPart)p) ? MIENI_PART_STILL : MIENI_PART_PACKED;
        for (int k = 0; part->fate != MIENI_PART_STILL && k < mieni_part_size((MieniTrackPart)p); ++k) {
            part->values[k] = mieni_arena_take(&cook->arena, frames, sizeof(double));
            if (part->values[k] == NULL)
                return false;
        }
    }
    MieniTrackPartCook *rotation = &track->parts[MIENI_PART_ROTATION];
    if (rotation->fate != MIENI_PART_STILL)
        track->still.rotation = middle_rotation(cook, track);
    for (size_t f = 0; f < frames; ++f) {
        float first[12], now[12];
        double q[4];
        memcpy(first, &track->still, sizeof first);
        memcpy(now, &track->samples[f], sizeof now);
        relative_rotation(track->still.rotation, track->samples[f].rotation, q);
        const double sine = mieni_sqrt((q[0] * q[0] + q[1] * q[1]) + q[2] * q[2]);
        rotation->widest = sine > rotation->widest ? sine : rotation->widest;
        for (int k = 0; k < 4 && rotation->fate != MIENI_PART_STILL; ++k)
            rotation->values[k][f] = q[k];
        for (int k = 0; k < 3; ++k) {
            if (track->parts[MIENI_PART_TRANSLATION].fate != MIENI_PART_STILL)
                track->parts[MIENI_PART_TRANSLATION].values[k][f] = (double)now[4 + k] - (double)first[4 + k];
            if (track->parts[MIENI_PART_SCALE].fate != MIENI_PART_STILL)
                track->parts[MIENI_PART_SCALE].values[k][f] = (double)now[8 + k] - (double)first[8 + k];
        }
    }
    return true;
}

/// A step; larger ones than a metre or all of a rotation save nothing.
static float step_within(double step) { return (float)(step < 1.0 ? step : 1.0); }

/// Steps that use up a tolerance: half a step in every component at once.
static void choose_steps(MieniTrackCook *track)
{
    int moving = 0;
    for (int p = 0; p < MIENI_PARTS; ++p)
        moving += track->parts[p].fate != MIENI_PART_STILL;
    const double share = moving > 0 ? track->tolerance / moving : 0.0;
    // Turning by 2 |error of the quaternion across it|; the real part lies along it
    // but for the angle from the identity.
    MieniTrackPartCook *rotation = &track->parts[MIENI_PART_ROTATION];
    const double turn = share / track->lever / 2.0;
    const double across = rotation->widest > 0.03 ? rotation->widest : 0.03;
    for (int k = 0; k < 4; ++k)
        rotation->channels[k] =
            (MieniChannel){.values = rotation->values[k], .step = step_within(k < 3 ? turn : turn / across)};
    for (int k = 0; k < 3; ++k) {
        MieniTrackPartCook *translation = &track->parts[MIENI_PART_TRANSLATION];
        MieniTrackPartCook *scale = &track->parts[MIENI_PART_SCALE];
        translation->channels[k] =
            (MieniChannel){.values = translation->values[k], .step = step_within(share * 2.0 / 1.74)};
        scale->channels[k] = (MieniChannel){.values = scale->values[k],
                                            .step = step_within(share * 2.0 / 1.74 / track->lever)};
    }
}

static bool encode_track(MieniArena *arena, int frame_count, MieniTrackCook *track)
{
    choose_steps(track);
    for (int p = 0; p < MIENI_PARTS; ++p) {
        MieniTrackPartCook *part = &track->parts[p];
        if (part->fate == MIENI_PART_STILL)
            continue;
        int widest = 0;
        for (int k = 0; k < mieni_part_size((MieniTrackPart)p); ++k) {
            const MieniEncodeOptions options = {.frame_count = frame_count};
            MieniEncoded *e = &part->encoded[k];
            if (!(part->channels[k].step >= MIENI_LEAST_STEP)) {
                widest = MIENI_MAX_WIDE + 1;
                break;
            }
            if (!mieni_encode(arena, &part->channels[k], &options, e))
                return false;
            widest = e->post_width > widest ? e->post_width : widest;
            widest = e->row_width > widest ? e->row_width : widest;
        }
        part->fate = widest <= MIENI_MAX_WIDE ? MIENI_PART_PACKED : MIENI_PART_RAW;
        part->is_wide = widest > MIENI_MAX_NARROW;
    }
    return true;
}

/// Encodes, measures, and encodes finer what was too far off.
static MienStatus fit_tracks(MieniClipCook *cook, MieniTrackCook *tracks)
{
    const double allowed = mieni_track_allowed(cook) * 0.995; // floats round too
    MieniArena last = {.allocator = cook->arena.allocator};
    bool is_fine = false;
    double error = 0.0;
    for (int attempt = 0; !is_fine; ++attempt) {
        MieniArena next = {.allocator = cook->arena.allocator};
        mieni_arena_release(&last); // everything is encoded again
        for (int t = 0; t < cook->clip->track_count; ++t) {
            if (attempt == MOST_TRIES || cook->options->track_error < 0.0f)
                tracks[t].tolerance = 0.0; // whole
            if (!encode_track(&next, cook->frame_count, &tracks[t])) {
                mieni_arena_release(&next);
                cook->arena.is_out_of_memory = true;
                return MIEN_ERROR_MEMORY;
            }
        }
        last = next;
        if (!mieni_track_measure(cook, tracks, allowed, &error, &is_fine)) {
            mieni_arena_release(&last);
            return MIEN_ERROR_MEMORY;
        }
        is_fine = is_fine || attempt == MOST_TRIES || cook->options->track_error < 0.0f;
        if (is_fine && attempt < LOOSENING_TRIES && error > 0.0 && error < 0.9 * allowed) {
            for (int t = 0; t < cook->clip->track_count; ++t)
                tracks[t].tolerance *= 0.97 * allowed / error;
            is_fine = false;
        }
    }
    cook->report.track_error = (float)error;
    mieni_arena_join(&cook->arena, &last);
    return MIEN_OK;
}

/// Adds sets of one part, timing and width: eight tracks each, two to a block.
static void lay_out_sets(MieniClipCook *cook, const MieniTrackCook *tracks, MieniTrackPart part,
                         MieniTiming timing, bool is_wide, MieniLayoutBlock *blocks, int *block_count)
{
    const int size = mieni_part_size(part);
    MieniTrackSet *set = NULL;
    MieniLayoutBlock *block = NULL;
    int lanes = MIENI_LANES;
    for (int t = 0; t < cook->clip->track_count; ++t) {
        const MieniTrackPartCook *p = &tracks[t].parts[part];
        if (p->fate != MIENI_PART_PACKED || tracks[t].timing != timing || p->is_wide != is_wide)
            continue;
        if (lanes == MIENI_LANES) {
            if (block == NULL || block->group_count + size > MIENI_BLOCK_GROUPS) {
                block = &blocks[(*block_count)++];
                *block = (MieniLayoutBlock){.timing = timing, .is_wide = is_wide};
            }
            for (int k = 0; k < size; ++k)
                block->groups[block->group_count++] = (MieniLayoutGroup){.reference = MIENI_ALONE};
            set = &cook->sets[cook->set_count++];
            *set = (MieniTrackSet){.part = (uint8_t)part};
            memset(set->tracks, 0xFF, sizeof set->tracks);
            lanes = 0;
        }
        for (int k = 0; k < size; ++k) {
            MieniLayoutGroup *group = &block->groups[block->group_count - size + k];
            group->channels[group->count++] = (t * MIENI_PARTS + (int)part) * MIENI_MOST_COMPONENTS + k;
        }
        set->tracks[lanes++] = (uint16_t)t;
    }
}

static MienStatus write_channels(MieniClipCook *cook, const MieniTrackCook *tracks)
{
    const size_t count = (size_t)cook->clip->track_count, parts = count * MIENI_PARTS;
    const size_t kinds = (size_t)MIENI_PARTS * (MIENI_NEAREST + 1) * 2;
    MieniLayoutBlock *blocks = mieni_arena_take(&cook->arena, parts / MIENI_LANES + kinds, sizeof *blocks);
    MieniChannel *channels = mieni_arena_take(&cook->arena, parts * MIENI_MOST_COMPONENTS, sizeof *channels);
    MieniEncoded *encoded = mieni_arena_take(&cook->arena, parts * MIENI_MOST_COMPONENTS, sizeof *encoded);
    cook->sets = mieni_arena_take(&cook->arena, parts / MIENI_LANES + kinds, sizeof *cook->sets);
    if (cook->arena.is_out_of_memory)
        return MIEN_ERROR_MEMORY;
    for (size_t i = 0; i < parts; ++i) {
        const MieniTrackPartCook *part = &tracks[i / MIENI_PARTS].parts[i % MIENI_PARTS];
        memcpy(channels + i * MIENI_MOST_COMPONENTS, part->channels, sizeof part->channels);
        memcpy(encoded + i * MIENI_MOST_COMPONENTS, part->encoded, sizeof part->encoded);
    }
    int block_count = 0;
    for (int timing = 0; timing <= MIENI_NEAREST; ++timing) {
        for (int i = 0; i < 2 * MIENI_PARTS; ++i)
            lay_out_sets(cook, tracks, (MieniTrackPart)(i / 2), (MieniTiming)timing, i % 2 != 0, blocks,
                         &block_count);
    }
    return mieni_cook_channels(&cook->arena, blocks, block_count, channels, encoded, cook->frame_count,
                               &cook->tracks, cook->error);
}

static MienStatus write_raw(MieniClipCook *cook, const MieniTrackCook *tracks)
{
    const size_t count = (size_t)cook->clip->track_count, frames = (size_t)cook->frame_count;
    cook->raw_tracks = mieni_arena_take(&cook->arena, count * MIENI_PARTS, sizeof *cook->raw_tracks);
    if (cook->raw_tracks == NULL)
        return MIEN_ERROR_MEMORY;
    for (size_t i = 0; i < count * MIENI_PARTS; ++i) {
        const MieniTrackCook *track = &tracks[i / MIENI_PARTS];
        if (track->parts[i % MIENI_PARTS].fate != MIENI_PART_RAW)
            continue;
        cook->raw_tracks[cook->raw_track_count++] = (MieniRawTrack){.track = (uint16_t)(i / MIENI_PARTS),
                                                                    .part = (uint8_t)(i % MIENI_PARTS),
                                                                    .timing = (uint8_t)track->timing};
        cook->raw_track_floats += (size_t)mieni_part_size((MieniTrackPart)(i % MIENI_PARTS));
    }
    cook->raw_track_data =
        mieni_arena_take(&cook->arena, frames * cook->raw_track_floats, sizeof *cook->raw_track_data);
    if (cook->raw_track_data == NULL)
        return MIEN_ERROR_MEMORY;
    float *to = cook->raw_track_data;
    for (size_t f = 0; f < frames; ++f) {
        for (int r = 0; r < cook->raw_track_count; ++r) {
            const MieniRawTrack *raw = &cook->raw_tracks[r];
            float sample[12];
            memcpy(sample, &tracks[raw->track].samples[f], sizeof sample);
            const float *from = sample + 4 * raw->part;
            for (int k = 0; k < mieni_part_size((MieniTrackPart)raw->part); ++k)
                *to++ = from[k] + 0.0f;
        }
    }
    return MIEN_OK;
}

/// What does not move, and where the skeleton, or else the first sample, has the bone.
static MienStatus write_still(MieniClipCook *cook, const MieniTrackCook *tracks)
{
    const size_t count = (size_t)cook->clip->track_count;
    cook->still_tracks = mieni_arena_take(&cook->arena, count, sizeof *cook->still_tracks);
    cook->reference = mieni_arena_take(&cook->arena, count * 3, sizeof *cook->reference);
    if (cook->arena.is_out_of_memory)
        return MIEN_ERROR_MEMORY;
    for (size_t t = 0; t < count; ++t) {
        float still[12];
        memcpy(still, &tracks[t].still, sizeof still);
        for (int k = 0; k < 12; ++k)
            still[k] += 0.0f; // no negative zeros
        memcpy(&cook->still_tracks[t], still, sizeof still);
        const MienVec3 reference = tracks[t].bone >= 0
                                       ? cook->options->skeleton->bones[tracks[t].bone].rest.translation
                                       : tracks[t].samples[0].translation;
        memcpy(cook->reference + 3 * t, &reference, sizeof reference);
        for (int p = 0; p < MIENI_PARTS; ++p) {
            const MieniPartFate fate = tracks[t].parts[p].fate;
            cook->report.moving_part_count += fate == MIENI_PART_PACKED;
            cook->report.raw_part_count += fate == MIENI_PART_RAW;
            cook->report.still_part_count += fate == MIENI_PART_STILL;
        }
    }
    return MIEN_OK;
}

MienStatus mieni_cook_clip_tracks(MieniClipCook *cook)
{
    const int count = cook->clip->track_count;
    MieniTrackCook *tracks = mieni_arena_take(&cook->arena, (size_t)count, sizeof *tracks);
    if (tracks == NULL || !mieni_track_levers(cook, tracks))
        return MIEN_ERROR_MEMORY;
    for (int t = 0; t < count; ++t) {
        if (!sample_track(cook, t, &tracks[t]) || !take_apart(cook, &tracks[t]))
            return MIEN_ERROR_MEMORY;
    }
    MienStatus status = count > 0 ? fit_tracks(cook, tracks) : MIEN_OK;
    if (status == MIEN_OK)
        status = write_channels(cook, tracks);
    if (status == MIEN_OK)
        status = write_raw(cook, tracks);
    if (status == MIEN_OK)
        status = write_still(cook, tracks);
    return status;
}
