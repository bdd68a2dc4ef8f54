// SPDX-License-Identifier: MIT
//
// Baking clips: everything is cooked in memory without loss, bound to one skeleton whose
// table has all curves that matter, and run moment by moment.

#include "core/float_rules.h"

#include "mien_author/bake.h"

#include "author/clip/memory.h"
#include "base/arena.h"
#include "base/names.h"
#include "core/float_env.h"
#include "core/internal.h"
#include "mien_author/cook_clip.h"

#include <string.h>

typedef struct MieniBake {
    const MienAuthorBaking *baking;
    MieniArena scratch;
    MienError *error;
    MienAuthorPack skeleton_pack, poses_pack, clip_pack;
    MienSkeleton *skeleton;
    MienPoseAsset *poses;
    MienClip *clip;
    MienPoseBinding *pose_binding;
    MienClipBinding *clip_binding;
    MienClipInfo info;

    int bone_count; ///< In the order of the cooked skeleton.
    MienTransform *rest, *pose, *spare;
    MienCurveSet curves;
    void *job_memory;
    size_t job_size;
    int consumed_count; ///< Curves that drive a pose and are what poses define.
    int *consumed;
    float *asked; ///< Per pose: its weight.
    MienPoseWeight *weighted;

    int moment_count;
    double *moments;        ///< Seconds.
    bool is_uneven;         ///< The last one is no frame.
    bool *moved;            ///< Per bone.
    MienTransform *samples; ///< Per bone and moment.
    int morph_count;
    int *curve_of_morph;
    bool *morphed;  ///< Per morph.
    float *weights; ///< Per morph and moment.
} MieniBake;

// The clip that a baking gives: what moved, in the order of skeleton and mesh.

static bool put_tracks(const MieniBake *bake, MienAuthorClip *clip)
{
    MieniArena *arena = mieni_clip_arena(clip);
    const MienAuthorSkeleton *skeleton = bake->baking->skeleton;
    const size_t count = (size_t)bake->moment_count;
    MienAuthorClipTrack *tracks = mieni_arena_take(arena, (size_t)skeleton->bone_count, sizeof *tracks);
    double *times = bake->is_uneven ? mieni_arena_take(arena, count, sizeof *times) : NULL;
    if (tracks == NULL || (bake->is_uneven && times == NULL))
        return false;
    if (times != NULL)
        memcpy(times, bake->moments, count * sizeof *times);
    clip->tracks = tracks;
    for (int i = 0; i < skeleton->bone_count; ++i) {
        const char *name = skeleton->bones[i].name;
        const int bone = mien_skeleton_find_bone(bake->skeleton, name);
        if (bone < 0 || !bake->moved[bone])
            continue;
        MienTransform *samples = mieni_arena_take(arena, count, sizeof *samples);
        char *copy = mieni_arena_text(arena, name, strlen(name));
        if (samples == NULL || copy == NULL)
            return false;
        memcpy(samples, bake->samples + (size_t)bone * count, count * sizeof *samples);
        tracks[clip->track_count++] = (MienAuthorClipTrack){
            .bone = copy, .sample_count = (int)count, .samples = samples, .times = times};
    }
    return true;
}

static bool put_curves(const MieniBake *bake, MienAuthorClip *clip)
{
    MieniArena *arena = mieni_clip_arena(clip);
    const size_t count = (size_t)bake->moment_count;
    MienAuthorClipCurve *curves = mieni_arena_take(arena, (size_t)bake->morph_count, sizeof *curves);
    if (curves == NULL)
        return false;
    clip->curves = curves;
    for (int m = 0; m < bake->morph_count; ++m) {
        const char *name = bake->baking->mesh->morphs[m].name;
        if (!bake->morphed[m])
            continue;
        MienAuthorKey *keys = mieni_arena_take(arena, count, sizeof *keys);
        char *copy = mieni_arena_text(arena, name, strlen(name));
        if (keys == NULL || copy == NULL)
            return false;
        for (size_t i = 0; i < count; ++i)
            keys[i] = (MienAuthorKey){.time = bake->moments[i],
                                      .value = bake->weights[(size_t)m * count + i],
                                      .interpolation = MIEN_AUTHOR_LINEAR};
        curves[clip->curve_count++] =
            (MienAuthorClipCurve){.name = copy, .key_count = (int)count, .keys = keys};
    }
    return true;
}

static bool put_events(const MieniBake *bake, MienAuthorClip *clip)
{
    MieniArena *arena = mieni_clip_arena(clip);
    const MienAuthorClip *from = bake->baking->clip;
    MienAuthorClipEvent *events = mieni_arena_take(arena, (size_t)from->event_count, sizeof *events);
    for (int i = 0; i < from->event_count && events != NULL; ++i) {
        events[i].name = mieni_arena_text(arena, from->events[i].name, strlen(from->events[i].name));
        events[i].time = from->events[i].time;
    }
    clip->events = events;
    clip->event_count = from->event_count;
    return !arena->is_out_of_memory;
}

/// Makes a clip from the baked tracks, curves and events.
static MienStatus bake_clip(const MieniBake *bake, MienAuthorClip **out_clip)
{
    MienAuthorClip *clip = mieni_clip_create_within(mieni_budget_of(bake->scratch.allocator));
    if (clip == NULL || !put_tracks(bake, clip) || !put_curves(bake, clip) || !put_events(bake, clip)) {
        mien_author_clip_destroy(clip);
        return mieni_fail(bake->error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    }
    clip->rate = bake->info.rate;
    clip->rate_divisor = bake->info.rate_divisor;
    clip->length = bake->info.length;
    mieni_clip_leave_budget(clip);
    *out_clip = clip;
    return MIEN_OK;
}

static MienStatus no_memory(const MieniBake *bake)
{
    return mieni_fail(bake->error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

/// All names of curves: what the clip has, what drives poses, what poses define, morphs.
static MienStatus make_table(MieniBake *bake, MienAuthorSkeleton *skeleton)
{
    const MienAuthorBaking *baking = bake->baking;
    const MienAuthorPoseAsset *poses = baking->poses;
    const int from_clip = baking->clip->curve_count, from_poses = poses != NULL ? poses->pose_count : 0,
              from_curves = poses != NULL ? poses->curve_count : 0,
              from_morphs = baking->mesh != NULL ? baking->mesh->morph_count : 0;
    const int most = from_clip + from_poses + from_curves + from_morphs;
    MieniNameEntry *names = mieni_arena_take(&bake->scratch, (size_t)most, sizeof *names);
    MienAuthorCurve *curves = mieni_arena_take(&bake->scratch, (size_t)most, sizeof *curves);
    int count = 0, unique = 0;
    if (names == NULL || curves == NULL)
        return no_memory(bake);
    for (int i = 0; i < from_clip; ++i)
        names[count++] = (MieniNameEntry){baking->clip->curves[i].name, 0};
    for (int i = 0; i < from_poses; ++i)
        if (poses->poses[i].role == MIEN_AUTHOR_CURVE_DRIVEN)
            names[count++] = (MieniNameEntry){poses->poses[i].name, 0};
    for (int i = 0; i < from_curves; ++i)
        names[count++] = (MieniNameEntry){poses->curves[i].name, 0};
    for (int i = 0; i < from_morphs; ++i)
        names[count++] = (MieniNameEntry){baking->mesh->morphs[i].name, 0};
    for (int i = 0; i < count; ++i)
        if (names[i].name == NULL)
            return mieni_fail(bake->error, MIEN_ERROR_DATA, mieni_at("curves[%d]", i), "A name is missing.");
    mieni_names_sort(names, count);
    for (int i = 0; i < count; ++i)
        if (i == 0 || strcmp(names[i].name, names[i - 1].name) != 0)
            curves[unique++] = (MienAuthorCurve){names[i].name, MIEN_ALL_LODS};
    *skeleton = *baking->skeleton;
    skeleton->curves = curves;
    skeleton->curve_count = unique;
    return MIEN_OK;
}

/// The mesh's reference pose, in the order of the cooked skeleton.
static MienStatus make_rest(MieniBake *bake)
{
    const MienAuthorMesh *mesh = bake->baking->mesh;
    bake->bone_count = mien_skeleton_bone_count(bake->skeleton);
    bake->rest = mieni_arena_take(&bake->scratch, (size_t)bake->bone_count, sizeof *bake->rest);
    bake->pose = mieni_arena_take(&bake->scratch, (size_t)bake->bone_count, sizeof *bake->pose);
    bake->spare = mieni_arena_take(&bake->scratch, (size_t)bake->bone_count, sizeof *bake->spare);
    if (bake->rest == NULL || bake->pose == NULL || bake->spare == NULL)
        return no_memory(bake);
    memcpy(bake->rest, mien_skeleton_rest_pose(bake->skeleton),
           sizeof *bake->rest * (size_t)bake->bone_count);
    for (int i = 0; mesh != NULL && i < mesh->bone_count; ++i) {
        const int bone = mien_skeleton_find_bone(bake->skeleton, mesh->bones[i].name);
        if (bone >= 0)
            bake->rest[bone] = mesh->bones[i].rest;
    }
    return MIEN_OK;
}

static MienStatus open_skeleton(MieniBake *bake, const MienAuthorSkeleton *skeleton)
{
    const MienAllocator *allocator = bake->scratch.allocator;
    MienStatus status = mien_author_skeleton_cook(skeleton, allocator, &bake->skeleton_pack, bake->error);
    if (status == MIEN_OK)
        status = mien_skeleton_load(
            bake->skeleton_pack.data, bake->skeleton_pack.size,
            &(MienLoadOptions){.allocator = allocator, .borrow_data = true, .trust_hash = true},
            &bake->skeleton, bake->error);
    return status == MIEN_OK ? make_rest(bake) : status;
}

/// A curve that drives a pose and that poses define, such as the expression jawOpen of the
/// morph jawOpen, would reach the morph twice: as itself and through the pose. It goes no
/// further than the pose.
static MienStatus find_consumed(MieniBake *bake)
{
    const MienPoseAssetInfo info = mien_pose_asset_info(bake->poses);
    bake->consumed = mieni_arena_take(&bake->scratch, (size_t)info.driven_pose_count, sizeof *bake->consumed);
    bake->asked = mieni_arena_take(&bake->scratch, (size_t)info.pose_count, sizeof *bake->asked);
    bake->weighted = mieni_arena_take(&bake->scratch, (size_t)info.pose_count, sizeof *bake->weighted);
    if (bake->scratch.is_out_of_memory)
        return no_memory(bake);
    for (int c = 0; c < info.driven_pose_count; ++c) {
        const MienPoseInfo pose =
            mien_pose_asset_pose(bake->poses, mien_pose_asset_driven_pose(bake->poses, c).pose);
        if (mien_pose_asset_find_curve(bake->poses, pose.name) >= 0)
            bake->consumed[bake->consumed_count++] = mien_skeleton_find_curve(bake->skeleton, pose.name);
    }
    return MIEN_OK;
}

static MienStatus open_poses(MieniBake *bake)
{
    const MienAllocator *allocator = bake->scratch.allocator;
    MienStatus status =
        mien_author_pose_asset_cook(bake->baking->poses, allocator, &bake->poses_pack, NULL, bake->error);
    if (status == MIEN_OK)
        status = mien_pose_asset_load(
            bake->poses_pack.data, bake->poses_pack.size,
            &(MienLoadOptions){.allocator = allocator, .borrow_data = true, .trust_hash = true}, &bake->poses,
            bake->error);
    if (status == MIEN_OK)
        status = mien_pose_binding_create(
            bake->poses, bake->skeleton,
            &(MienPoseBindingOptions){.allocator = allocator, .mesh_rest_pose = bake->rest},
            &bake->pose_binding, bake->error);
    if (status != MIEN_OK)
        return status;
    bake->job_size = mien_pose_job_scratch_size(bake->poses);
    bake->job_memory = mieni_arena_take(&bake->scratch, bake->job_size, 1); // aligned to 64
    return bake->job_memory != NULL ? find_consumed(bake) : no_memory(bake);
}

static MienStatus open_clip(MieniBake *bake, const MienAuthorSkeleton *skeleton)
{
    const MienAllocator *allocator = bake->scratch.allocator;
    const MienAuthorClipOptions options = {.allocator = allocator,
                                           .curve_error = MIEN_AUTHOR_EXACT,
                                           .track_error = MIEN_AUTHOR_EXACT,
                                           .rate = bake->baking->rate,
                                           .rate_divisor = bake->baking->rate_divisor,
                                           .skeleton = skeleton};
    MienStatus status =
        mien_author_clip_cook(bake->baking->clip, &options, &bake->clip_pack, NULL, bake->error);
    if (status == MIEN_OK)
        status = mien_clip_load(
            bake->clip_pack.data, bake->clip_pack.size,
            &(MienLoadOptions){.allocator = allocator, .borrow_data = true, .trust_hash = true}, &bake->clip,
            bake->error);
    if (status == MIEN_OK)
        status = mien_clip_binding_create(
            bake->clip, bake->skeleton,
            &(MienClipBindingOptions){.allocator = allocator, .mesh_rest_pose = bake->rest},
            &bake->clip_binding, bake->error);
    if (status == MIEN_OK)
        bake->info = mien_clip_info(bake->clip);
    return status;
}

/// Frames up to the end, and the end, if it is between two.
static MienStatus find_moments(MieniBake *bake)
{
    const double step = (double)bake->info.rate_divisor / (double)bake->info.rate;
    bake->moments = mieni_arena_take(&bake->scratch, (size_t)bake->info.frame_count + 1, sizeof(double));
    if (bake->moments == NULL)
        return no_memory(bake);
    int count = 0;
    for (; count < bake->info.frame_count; ++count) {
        const double time = (double)count * (double)bake->info.rate_divisor / (double)bake->info.rate;
        if (time > bake->info.length + 1e-6 * step)
            break;
        bake->moments[count] = time;
    }
    if (count == 0 || bake->moments[count - 1] < bake->info.length - 1e-6 * step) {
        bake->moments[count++] = bake->info.length;
        bake->is_uneven = true;
    }
    bake->moment_count = count;
    return MIEN_OK;
}

static MienStatus take_results(MieniBake *bake)
{
    MieniArena *arena = &bake->scratch;
    const size_t curves = (size_t)mien_skeleton_curve_count(bake->skeleton);
    const size_t moments = (size_t)bake->moment_count;
    bake->curves.count = (int)curves;
    bake->curves.values = mieni_arena_take(arena, curves, sizeof *bake->curves.values);
    bake->curves.present =
        mieni_arena_take(arena, (size_t)mien_curve_set_words((int)curves), sizeof *bake->curves.present);
    bake->moved = mieni_arena_take(arena, (size_t)bake->bone_count, sizeof *bake->moved);
    bake->samples = mieni_arena_take(arena, (size_t)bake->bone_count, moments * sizeof *bake->samples);
    bake->morph_count = bake->baking->mesh != NULL ? bake->baking->mesh->morph_count : 0;
    bake->morphed = mieni_arena_take(arena, (size_t)bake->morph_count, sizeof *bake->morphed);
    bake->weights = mieni_arena_take(arena, (size_t)bake->morph_count, moments * sizeof *bake->weights);
    bake->curve_of_morph = mieni_arena_take(arena, (size_t)bake->morph_count, sizeof *bake->curve_of_morph);
    if (arena->is_out_of_memory)
        return no_memory(bake);
    for (int m = 0; m < bake->morph_count; ++m)
        bake->curve_of_morph[m] =
            mien_skeleton_find_curve(bake->skeleton, bake->baking->mesh->morphs[m].name);
    return MIEN_OK;
}

/// What poses make of the bones and curves. With curves to be consumed, weights are found
/// first and then used without them.
static MienStatus run_poses(MieniBake *bake)
{
    MienPoseJob job = {.asset = bake->poses,
                       .binding = bake->pose_binding,
                       .bone_count = bake->bone_count,
                       .input = bake->pose,
                       .out_bones = bake->pose,
                       .curves = bake->curves,
                       .out_curves = bake->curves,
                       .scratch = bake->job_memory,
                       .scratch_size = bake->job_size};
    if (bake->consumed_count == 0)
        return mien_pose_job_run(&job);
    MienPoseJob asking = job;
    asking.out_bones = bake->spare;
    asking.out_curves = (MienCurveSet){0};
    asking.out_weights = bake->asked;
    const MienStatus status = mien_pose_job_run(&asking);
    if (status != MIEN_OK)
        return status;
    job.weight_count = mien_pose_asset_info(bake->poses).pose_count;
    for (int p = 0; p < job.weight_count; ++p)
        bake->weighted[p] = (MienPoseWeight){p, bake->asked[p]};
    job.weights = bake->weighted;
    for (int i = 0; i < bake->consumed_count; ++i)
        mien_curve_set_remove(&bake->curves, bake->consumed[i]);
    return mien_pose_job_run(&job);
}

/// The face at one moment.
static MienStatus run_moment(MieniBake *bake, int moment)
{
    memcpy(bake->pose, bake->rest, sizeof *bake->pose * (size_t)bake->bone_count);
    mien_curve_set_clear(&bake->curves);
    const MienClipJob clip = {.clip = bake->clip,
                              .binding = bake->clip_binding,
                              .time = bake->moments[moment],
                              .out_curves = bake->curves,
                              .bone_count = bake->bone_count,
                              .out_bones = bake->pose};
    MienStatus status = mien_clip_job_run(&clip);
    if (status == MIEN_OK && bake->poses != NULL)
        status = run_poses(bake);
    return status == MIEN_OK ? MIEN_OK
                             : mieni_fail(bake->error, status, mieni_at("moment %d", moment),
                                          "The face could not be evaluated.");
}

/// Keeps what the moment came to.
static void keep_moment(MieniBake *bake, int moment)
{
    const size_t count = (size_t)bake->moment_count;
    for (int b = 0; b < bake->bone_count; ++b) {
        MienTransform *sample = &bake->samples[(size_t)b * count + (size_t)moment];
        *sample = bake->pose[b];
        sample->reserved0 = sample->reserved1 = 0.0f;
        MienTransform rest = bake->rest[b];
        rest.reserved0 = rest.reserved1 = 0.0f;
        bake->moved[b] = bake->moved[b] || memcmp(sample, &rest, sizeof rest) != 0;
    }
    for (int m = 0; m < bake->morph_count; ++m) {
        const float rest = bake->baking->mesh->morphs[m].weight;
        const bool is_driven = mien_curve_set_has(&bake->curves, bake->curve_of_morph[m]);
        const float weight = is_driven ? mien_curve_set_value(&bake->curves, bake->curve_of_morph[m]) : rest;
        bake->weights[(size_t)m * count + (size_t)moment] = weight;
        bake->morphed[m] = bake->morphed[m] || weight != rest;
    }
}

static MIENI_APART MienStatus run(MieniBake *bake)
{
    MienAuthorSkeleton skeleton;
    MienStatus status = make_table(bake, &skeleton);
    if (status == MIEN_OK)
        status = open_skeleton(bake, &skeleton);
    if (status == MIEN_OK && bake->baking->poses != NULL)
        status = open_poses(bake);
    if (status == MIEN_OK)
        status = open_clip(bake, &skeleton);
    if (status == MIEN_OK)
        status = find_moments(bake);
    if (status == MIEN_OK)
        status = take_results(bake);
    for (int i = 0; i < bake->moment_count && status == MIEN_OK; ++i) {
        status = run_moment(bake, i);
        if (status == MIEN_OK)
            keep_moment(bake, i);
    }
    return status;
}

static void release(MieniBake *bake)
{
    mien_clip_binding_destroy(bake->clip_binding);
    mien_pose_binding_destroy(bake->pose_binding);
    mien_clip_destroy(bake->clip);
    mien_pose_asset_destroy(bake->poses);
    mien_skeleton_destroy(bake->skeleton);
    mien_author_pack_release(&bake->clip_pack);
    mien_author_pack_release(&bake->poses_pack);
    mien_author_pack_release(&bake->skeleton_pack);
    mieni_arena_release(&bake->scratch);
}

MienStatus mien_author_clip_bake(const MienAuthorBaking *baking, const MienAllocator *allocator,
                                 MienAuthorClip **out_clip, MienError *error)
{
    if (out_clip == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("out_clip"),
                          "A place for the clip must be given.");
    *out_clip = NULL;
    if (baking == NULL || baking->clip == NULL || baking->skeleton == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("baking"),
                          "A clip and a skeleton must be given.");
    MienStatus status = mien_author_clip_check(baking->clip, error);
    if (status != MIEN_OK)
        return status;
    MieniBudget budget;
    mieni_budget_begin(&budget, allocator, NULL, mieni_clip_bytes(baking->clip));
    MieniBake bake = {.baking = baking, .error = error, .scratch = {.allocator = &budget.allocator}};
    const MieniFloatEnv env = mieni_float_env_enter();
    status = run(&bake);
    if (status == MIEN_OK)
        status = bake_clip(&bake, out_clip);
    release(&bake);
    mieni_float_env_leave(env);
    return mieni_budget_status(&budget, status, error);
}
