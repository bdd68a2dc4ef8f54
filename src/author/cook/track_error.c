// SPDX-License-Identifier: MIT
//
// How far off packed tracks are: points around each bone, at the shell's distance,
// moved by what was sampled and by what was encoded. With a skeleton through all
// parents, so that what a spine does to a finger counts.

#include "core/float_rules.h"

#include "author/cook/tracks.h"
#include "base/transform.h"

#include <string.h>

double mieni_track_allowed(const MieniClipCook *cook)
{
    return cook->options->track_error == 0.0f ? 0.0001 : (double)cook->options->track_error;
}

double mieni_track_shell(const MieniClipCook *cook)
{
    return cook->options->shell == 0.0f ? 0.03 : (double)cook->options->shell;
}

/// The still part, or what was encoded, at a frame; with half, halfway to the next.
static void decoded_part(const MieniTrackPartCook *part, int frame, bool half, int size, double *out)
{
    for (int k = 0; k < size; ++k) {
        const double *rows = part->fate == MIENI_PART_PACKED ? part->encoded[k].decoded : part->values[k];
        const double step = part->fate == MIENI_PART_PACKED ? (double)part->channels[k].step : 1.0;
        out[k] = step * (half ? (rows[frame] + rows[frame + 1]) * 0.5 : rows[frame]);
    }
}

static MieniPlace decoded_place(const MieniTrackCook *track, int frame, bool half)
{
    MieniPlace place = mieni_place_of(&track->still);
    const MieniTrackPartCook *rotation = &track->parts[MIENI_PART_ROTATION];
    double v[MIENI_MOST_COMPONENTS];
    if (rotation->fate != MIENI_PART_STILL) {
        decoded_part(rotation, frame, half, 4, v);
        mieni_normalize4(v);
        mieni_multiply4(place.q, v, place.q);
    }
    for (int p = MIENI_PART_TRANSLATION; p < MIENI_PARTS; ++p) {
        if (track->parts[p].fate == MIENI_PART_STILL)
            continue;
        double *to = p == MIENI_PART_TRANSLATION ? place.t : place.s;
        decoded_part(&track->parts[p], frame, half, 3, v);
        for (int k = 0; k < 3; ++k)
            to[k] += v[k];
    }
    return place;
}

static MieniPlace sampled_place(const MieniTrackCook *track, int frame, bool half)
{
    MieniPlace place = mieni_place_of(&track->samples[frame]);
    if (half) {
        const MieniPlace next = mieni_place_of(&track->samples[frame + 1]);
        for (int k = 0; k < 4; ++k)
            place.q[k] = (place.q[k] + next.q[k]) * 0.5;
        for (int k = 0; k < 3; ++k) {
            place.t[k] = (place.t[k] + next.t[k]) * 0.5;
            place.s[k] = (place.s[k] + next.s[k]) * 0.5;
        }
    }
    mieni_normalize4(place.q);
    return place;
}

bool mieni_track_levers(MieniClipCook *cook, MieniTrackCook *tracks)
{
    const MienAuthorSkeleton *skeleton = cook->options->skeleton;
    const double shell = mieni_track_shell(cook), allowed = mieni_track_allowed(cook);
    const int bones = skeleton != NULL ? skeleton->bone_count : 0;
    double *reach = mieni_arena_take(&cook->arena, (size_t)bones, sizeof *reach);
    if (reach == NULL)
        return false;
    for (int b = bones - 1; b >= 0; --b) { // children first
        const MieniPlace place = mieni_place_of(&skeleton->bones[b].rest);
        const int parent = skeleton->bones[b].parent;
        const double own = mieni_length3(place.t) + reach[b];
        if (parent >= 0 && own > reach[parent])
            reach[parent] = own;
    }
    for (int t = 0; t < cook->clip->track_count; ++t) {
        MieniTrackCook *track = &tracks[t];
        track->bone = -1;
        for (int b = 0; track->bone < 0 && b < bones; ++b) {
            if (strcmp(skeleton->bones[b].name, cook->clip->tracks[t].bone) == 0)
                track->bone = b;
        }
        track->lever = shell + (track->bone >= 0 ? reach[track->bone] : 0.0);
        track->tolerance = allowed * (bones > 0 ? 0.5 : 1.0);
    }
    return true;
}

/// Everything that measuring needs.
typedef struct Measure {
    int bone_count;
    const MienAuthorSkeleton *skeleton; ///< NULL: every track by itself.
    const int *track_of;                ///< Per bone, or -1.
    MieniPlace *sampled, *decoded;      ///< Per bone, model space.
    double *worst;                      ///< Per bone.
} Measure;

/// Moments that are measured from each frame on. Held and jumping tracks are never
/// between frames, but blended ones below them are when those still stand or already
/// have jumped.
typedef enum Moment { AT_FRAME, HALFWAY, HALFWAY_JUMPED, BEFORE_NEXT, MOMENTS } Moment;

/// Which frame a track is at, or comes from, at a moment.
static int frame_at(MieniTiming timing, int frame, Moment moment)
{
    if (timing == MIENI_NEAREST)
        return frame + (moment >= HALFWAY_JUMPED);
    return frame + (moment == BEFORE_NEXT && timing == MIENI_BLENDED);
}

static void measure_moment(const Measure *m, const MieniTrackCook *tracks, int frame, Moment moment,
                           double shell)
{
    for (int b = 0; b < m->bone_count; ++b) {
        const int t = m->skeleton != NULL ? m->track_of[b] : b;
        MieniPlace a, d;
        if (t >= 0) {
            const bool is_blended = tracks[t].timing == MIENI_BLENDED;
            const bool half = is_blended && (moment == HALFWAY || moment == HALFWAY_JUMPED);
            const int at = frame_at(tracks[t].timing, frame, moment);
            a = sampled_place(&tracks[t], at, half);
            d = decoded_place(&tracks[t], at, half);
        } else {
            a = d = mieni_place_of(&m->skeleton->bones[b].rest);
        }
        const int parent = m->skeleton != NULL ? m->skeleton->bones[b].parent : -1;
        m->sampled[b] = parent >= 0 ? mieni_place_compose(&m->sampled[parent], &a) : a;
        m->decoded[b] = parent >= 0 ? mieni_place_compose(&m->decoded[parent], &d) : d;
        const double error = mieni_place_distance(&m->sampled[b], &m->decoded[b], shell);
        m->worst[b] = error > m->worst[b] ? error : m->worst[b];
    }
}

/// Whatever moves a bone too far becomes finer: the bone and all above it.
static void tighten(const Measure *m, MieniTrackCook *tracks, double allowed)
{
    double *share = m->worst; // becomes: how much finer each bone must be
    for (int b = m->bone_count - 1; b >= 0; --b) {
        const int parent = m->skeleton != NULL ? m->skeleton->bones[b].parent : -1;
        if (parent >= 0 && share[b] > share[parent])
            share[parent] = share[b];
    }
    for (int b = 0; b < m->bone_count; ++b) {
        const int t = m->skeleton != NULL ? m->track_of[b] : b;
        if (t >= 0 && share[b] > allowed)
            tracks[t].tolerance *= 0.95 * allowed / share[b];
    }
}

bool mieni_track_measure(MieniClipCook *cook, MieniTrackCook *tracks, double allowed, double *out_error,
                         bool *out_is_fine)
{
    const MienAuthorSkeleton *skeleton = cook->options->skeleton;
    const int count = skeleton != NULL ? skeleton->bone_count : cook->clip->track_count;
    MieniArena arena = {.allocator = cook->arena.allocator};
    int *track_of = mieni_arena_take(&arena, (size_t)count, sizeof *track_of);
    Measure m = {.bone_count = count,
                 .skeleton = skeleton,
                 .track_of = track_of,
                 .sampled = mieni_arena_take(&arena, (size_t)count, sizeof *m.sampled),
                 .decoded = mieni_arena_take(&arena, (size_t)count, sizeof *m.decoded),
                 .worst = mieni_arena_take(&arena, (size_t)count, sizeof *m.worst)};
    if (arena.is_out_of_memory) {
        mieni_arena_release(&arena);
        cook->arena.is_out_of_memory = true;
        return false;
    }
    for (int b = 0; b < count; ++b)
        track_of[b] = -1;
    for (int t = 0; skeleton != NULL && t < cook->clip->track_count; ++t) {
        if (tracks[t].bone >= 0)
            track_of[tracks[t].bone] = t;
    }
    bool has_steps = false;
    for (int t = 0; t < cook->clip->track_count; ++t)
        has_steps = has_steps || tracks[t].timing != MIENI_BLENDED;
    for (int f = 0; f < cook->frame_count; ++f) {
        if (!mieni_cook_goes_on(cook, f * 64)) {
            mieni_arena_release(&arena);
            return false;
        }
        const int moments = f + 1 == cook->frame_count ? 1 : has_steps ? MOMENTS : HALFWAY + 1;
        for (int moment = 0; moment < moments; ++moment)
            measure_moment(&m, tracks, f, (Moment)moment, mieni_track_shell(cook));
    }
    *out_error = 0.0;
    for (int b = 0; b < count; ++b)
        *out_error = m.worst[b] > *out_error ? m.worst[b] : *out_error;
    *out_is_fine = *out_error <= allowed;
    if (!*out_is_fine)
        tighten(&m, tracks, allowed);
    mieni_arena_release(&arena);
    return true;
}
