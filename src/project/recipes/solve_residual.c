// SPDX-License-Identifier: MIT
//
// Taking what poses do out of a take. Poses are evaluated as they will be played.

#include "core/float_rules.h"

#include "project/recipes/solve_residual.h"

#include "base/transform.h"
#include "core/internal.h"

#include <string.h>

/// Tracks that move what hangs on a bone less are left out: parts of the face's height. What hangs on a bone
/// is taken to reach a quarter of it.
static const double least_part = 5e-5, reach_part = 0.25;
/// Curves that are always nearer to 0 are left out.
static const float least_value = 0.0005f;

typedef struct Playing {
    const MieniSolveResidual *given;
    MienPoseJob job;
    MienTransform *bones; ///< Per bone of the asset.
    float *inputs, *outputs;
    uint32_t *present[2];
    MienTransform *taken; ///< Per bone of the skeleton.
    void *scratch;
} Playing;

static bool begin(const MieniSolveResidual *given, Playing *out)
{
    const MienPoseAssetInfo info = mien_pose_asset_info(given->poses);
    const int curves = info.driven_pose_count + info.curve_count;
    const size_t words = (size_t)mien_curve_set_words(curves),
                 size = mien_pose_job_scratch_size(given->poses);
    MieniArena *arena = given->arena;
    *out = (Playing){.given = given};
    out->bones = mieni_arena_take(arena, (size_t)info.bone_count, sizeof *out->bones);
    out->inputs = mieni_arena_take(arena, (size_t)curves, sizeof *out->inputs);
    out->outputs = mieni_arena_take(arena, (size_t)curves, sizeof *out->outputs);
    for (int i = 0; i < 2; ++i)
        out->present[i] = mieni_arena_take(arena, words, sizeof *out->present[i]);
    out->taken =
        mieni_arena_take(arena, (size_t)mien_skeleton_bone_count(given->skeleton), sizeof *out->taken);
    if (arena->is_out_of_memory)
        return false;
    out->scratch = mieni_allocate(given->allocator, size, 64);
    out->job = (MienPoseJob){.asset = given->poses,
                             .bone_count = info.bone_count,
                             .input = mien_pose_asset_base(given->poses),
                             .out_bones = out->bones,
                             .curves = {curves, out->inputs, out->present[0]},
                             .out_curves = {curves, out->outputs, out->present[1]},
                             .scratch = out->scratch,
                             .scratch_size = size};
    return out->scratch != NULL;
}

static void end(Playing *p) { mieni_free(p->given->allocator, p->scratch, p->job.scratch_size, 64); }

/// Plays a frame of the curves.
static bool play(Playing *p, int frame)
{
    const int count = mien_pose_asset_info(p->given->poses).driven_pose_count;
    mien_curve_set_clear(&p->job.curves);
    for (int c = 0; c < count; ++c)
        mien_curve_set_put(&p->job.curves, c, p->given->values[(size_t)frame * (size_t)count + (size_t)c]);
    return mien_pose_job_run(&p->job) == MIEN_OK;
}

/// The bone that the poses would bring to where the take has it.
static MienTransform take_out(const MienTransform *base, const MienTransform *posed,
                              const MienTransform *taken)
{
    const MieniPlace from = mieni_place_of(base), to = mieni_place_of(posed), goal = mieni_place_of(taken);
    const double back[4] = {-from.q[0], -from.q[1], -from.q[2], from.q[3]};
    double turn[4], q[4];
    mieni_multiply4(to.q, back, turn);
    const double inverse[4] = {-turn[0], -turn[1], -turn[2], turn[3]};
    mieni_multiply4(inverse, goal.q, q);
    mieni_normalize4(q);
    MienTransform out = *taken;
    out.rotation = (MienQuat){(float)q[0], (float)q[1], (float)q[2], (float)q[3]};
    out.translation =
        (MienVec3){(float)(goal.t[0] - (to.t[0] - from.t[0])), (float)(goal.t[1] - (to.t[1] - from.t[1])),
                   (float)(goal.t[2] - (to.t[2] - from.t[2]))};
    float *scale = &out.scale.x;
    for (int i = 0; i < 3; ++i)
        scale[i] = (float)(to.s[i] != 0.0 ? goal.s[i] * from.s[i] / to.s[i] : goal.s[i]);
    return out;
}

/// Whether a track moves what hangs on its bone enough to be kept.
static bool matters(const MieniSolveResidual *r, const MienTransform *samples, const MienTransform *rest)
{
    const MieniPlace still = mieni_place_of(rest);
    for (int f = 0; f < r->frame_count; ++f) {
        const MieniPlace now = mieni_place_of(&samples[f]);
        if (mieni_place_distance(&still, &now, reach_part * r->extent) > least_part * r->extent)
            return true;
    }
    return false;
}

static bool fill_tracks(Playing *p, const int *skeleton_bones, MienAuthorClipTrack *tracks,
                        MienTransform **samples)
{
    const MienTransform *base = mien_pose_asset_base(p->given->poses);
    for (int f = 0; f < p->given->frame_count; ++f) {
        if (!play(p, f))
            return false;
        p->given->read(p->given->user, f, p->taken);
        for (int b = 0; b < p->job.bone_count; ++b)
            if (samples[b] != NULL)
                samples[b][f] = take_out(&base[b], &p->bones[b], &p->taken[skeleton_bones[b]]);
    }
    for (int b = 0; b < p->job.bone_count; ++b)
        tracks[b] = (MienAuthorClipTrack){.bone = mien_pose_asset_bone_name(p->given->poses, b),
                                          .sample_count = p->given->frame_count,
                                          .samples = samples[b]};
    return true;
}

/// Leaves out tracks of bones at rest, and copies names to the arena.
static bool keep_tracks(const MieniSolveResidual *r, const int *skeleton_bones, int bone_count,
                        MienAuthorClipTrack *tracks, int *out_count)
{
    const MienTransform *rest = mien_skeleton_rest_pose(r->skeleton);
    for (int b = 0; b < bone_count; ++b) {
        if (tracks[b].samples == NULL || !matters(r, tracks[b].samples, &rest[skeleton_bones[b]]))
            continue;
        tracks[*out_count] = tracks[b];
        tracks[*out_count].bone = mieni_arena_text(r->arena, tracks[b].bone, strlen(tracks[b].bone));
        ++*out_count;
    }
    return !r->arena->is_out_of_memory;
}

bool mieni_solve_residual_tracks(const MieniSolveResidual *r, const bool *has_bone,
                                 MienAuthorClipTrack **out_tracks, int *out_count)
{
    const int bones = mien_pose_asset_info(r->poses).bone_count;
    int *skeleton_bones = mieni_arena_take(r->arena, (size_t)bones, sizeof *skeleton_bones);
    MienTransform **samples = mieni_arena_take(r->arena, (size_t)bones, sizeof *samples);
    MienAuthorClipTrack *tracks = mieni_arena_take(r->arena, (size_t)bones, sizeof *tracks);
    Playing playing;
    *out_count = 0;
    *out_tracks = tracks;
    for (int b = 0; !r->arena->is_out_of_memory && b < bones; ++b) {
        skeleton_bones[b] = mien_skeleton_find_bone(r->skeleton, mien_pose_asset_bone_name(r->poses, b));
        if (skeleton_bones[b] >= 0 && has_bone[skeleton_bones[b]])
            samples[b] = mieni_arena_take(r->arena, (size_t)r->frame_count, sizeof *samples[b]);
    }
    if (r->arena->is_out_of_memory || !begin(r, &playing))
        return false;
    const bool is_filled = fill_tracks(&playing, skeleton_bones, tracks, samples);
    end(&playing);
    return is_filled && keep_tracks(r, skeleton_bones, bones, tracks, out_count);
}

/// The curve that poses set, in the order of a job; -1: none does.
static int posed_curve(const MieniSolveResidual *r, const char *name)
{
    const int curve = mien_pose_asset_find_curve(r->poses, name);
    return curve >= 0 ? mien_pose_asset_info(r->poses).driven_pose_count + curve : -1;
}

static bool is_used(const MienAuthorKey *keys, int count)
{
    for (int k = 0; k < count; ++k)
        if (keys[k].value > least_value || keys[k].value < -least_value)
            return true;
    return false;
}

/// Keys of all curves: the take's value less what poses set.
static bool fill_curves(Playing *p, const MienAuthorClipCurve *taken, int count, const double *times,
                        MienAuthorKey **keys)
{
    for (int f = 0; f < p->given->frame_count; ++f) {
        if (!play(p, f))
            return false;
        for (int c = 0; c < count; ++c) {
            const int posed = posed_curve(p->given, taken[c].name);
            const float done = posed >= 0 ? mien_curve_set_value(&p->job.out_curves, posed) : 0.0f;
            keys[c][f] = (MienAuthorKey){.time = times[f],
                                         .value = mien_author_curve_evaluate(&taken[c], times[f]) - done,
                                         .interpolation = MIEN_AUTHOR_LINEAR};
        }
    }
    return true;
}

bool mieni_solve_residual_curves(const MieniSolveResidual *r, const MienAuthorClipCurve *taken, int count,
                                 const double *times, MienAuthorClipCurve **out_curves, int *out_count)
{
    MienAuthorClipCurve *curves = mieni_arena_take(r->arena, (size_t)count, sizeof *curves);
    MienAuthorKey **keys = mieni_arena_take(r->arena, (size_t)count, sizeof *keys);
    Playing playing;
    *out_count = 0;
    *out_curves = curves;
    for (int c = 0; !r->arena->is_out_of_memory && c < count; ++c)
        keys[c] = mieni_arena_take(r->arena, (size_t)r->frame_count, sizeof *keys[c]);
    if (r->arena->is_out_of_memory || !begin(r, &playing))
        return false;
    const bool is_filled = fill_curves(&playing, taken, count, times, keys);
    end(&playing);
    for (int c = 0; is_filled && c < count; ++c)
        if (is_used(keys[c], r->frame_count))
            curves[(*out_count)++] =
                (MienAuthorClipCurve){.name = taken[c].name, .key_count = r->frame_count, .keys = keys[c]};
    return is_filled;
}
