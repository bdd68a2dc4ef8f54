// SPDX-License-Identifier: MIT
//
// New poses from what a face shows.

#include "core/float_rules.h"

#include "project/posing.h"

#include "asset/edit/poses.h"
#include "base/name_map.h"

#include <string.h>

/// Evaluation rounds: what differs from the base by less is as in the base. Metres for translations.
#define ROUNDING 1e-6f

const MienTransform *mieni_posed_bone(const MieniPosesRecipe *recipe, int pose, int bone)
{
    const MienTransform *bones = pose >= 0 ? recipe->poses.poses[pose].bones : NULL;
    if (bones == NULL)
        bones = recipe->poses.base;
    return bones != NULL ? &bones[bone] : &recipe->skeleton.skeleton.bones[bone].rest;
}

/// The bones by name.
static bool map_bones(MieniNameMap *map, const MienAuthorSkeleton *skeleton, MienTransform *bones)
{
    for (int b = 0; b < skeleton->bone_count; ++b)
        mieni_name_map_add(map, skeleton->bones[b].name, &bones[b]);
    return !map->is_out_of_memory;
}

bool mieni_posed_bones(const MieniPosesRecipe *recipe, int pose, const MieniPosedBone *bones, int bone_count,
                       MienTransform *out_bones)
{
    const MienAuthorSkeleton *skeleton = &recipe->skeleton.skeleton;
    MieniNameMap map = {0};
    const bool is_mapped = map_bones(&map, skeleton, out_bones);
    for (int b = 0; b < skeleton->bone_count; ++b)
        out_bones[b] = *mieni_posed_bone(recipe, pose, b);
    for (int i = 0; is_mapped && i < bone_count; ++i) {
        MienTransform *bone = mieni_name_map_get(&map, bones[i].name);
        if (bone != NULL)
            *bone = bones[i].transform;
    }
    mieni_name_map_release(&map);
    return is_mapped;
}

/// The asset, loaded, with its input and output.
typedef struct Posing {
    const MieniPosesRecipe *recipe;
    MienPoseAsset *asset;
    MienPoseAssetInfo info;
    MieniArena arena;
    MieniNameMap map;     ///< To bones.
    MienTransform *bones; ///< Per bone of the skeleton.
    MienTransform *posed; ///< Per bone of the asset.
    MienCurveSet curves;  ///< Curve-driven poses, then curves that poses set.
    float *base_curves;   ///< Per curve that poses set.
    const char **names;   ///< Curves of the new pose.
    float *values;
    int curve_count;
} Posing;

static MienStatus no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static void end(Posing *posing)
{
    mien_pose_asset_destroy(posing->asset);
    mieni_name_map_release(&posing->map);
    mieni_arena_release(&posing->arena);
}

/// Cooks and loads the asset.
static MienStatus load(Posing *posing, MienError *error)
{
    MienAuthorPack pack = {0};
    MienStatus status = mien_author_pose_asset_cook(&posing->recipe->poses, NULL, &pack, NULL, error);
    if (status == MIEN_OK)
        status = mien_pose_asset_load(pack.data, pack.size, NULL, &posing->asset, error);
    mien_author_pack_release(&pack);
    return status;
}

/// Bones and curves as in the base; clip_curves: how many more the pose may get.
static MienStatus begin(Posing *posing, const MieniPosesRecipe *recipe, int clip_curves, MienError *error)
{
    const MienAuthorPoseAsset *poses = &recipe->poses;
    MieniArena *arena = &posing->arena;
    *posing = (Posing){.recipe = recipe};
    const MienStatus status = load(posing, error);
    if (status != MIEN_OK)
        return status;
    posing->info = mien_pose_asset_info(posing->asset);
    const int set = posing->info.curve_count, count = posing->info.driven_pose_count + set;
    posing->bones =
        mieni_arena_take(arena, (size_t)recipe->skeleton.skeleton.bone_count, sizeof *posing->bones);
    posing->posed = mieni_arena_take(arena, (size_t)posing->info.bone_count, sizeof *posing->posed);
    posing->curves.count = count;
    posing->curves.values = mieni_arena_take(arena, (size_t)count, sizeof(float));
    posing->curves.present = mieni_arena_take(arena, (size_t)mien_curve_set_words(count), sizeof(uint32_t));
    posing->base_curves = mieni_arena_take(arena, (size_t)set, sizeof(float));
    posing->names = mieni_arena_take(arena, (size_t)set + (size_t)clip_curves, sizeof *posing->names);
    posing->values = mieni_arena_take(arena, (size_t)set + (size_t)clip_curves, sizeof *posing->values);
    if (arena->is_out_of_memory || !mieni_posed_bones(recipe, -1, NULL, 0, posing->bones) ||
        !map_bones(&posing->map, &recipe->skeleton.skeleton, posing->bones))
        return no_memory(error);
    for (int c = 0; poses->base_curves != NULL && c < poses->curve_count; ++c) {
        const int curve = mien_pose_asset_find_curve(posing->asset, poses->curves[c].name);
        if (curve < 0)
            continue;
        posing->base_curves[curve] = poses->base_curves[c];
        mien_curve_set_put(&posing->curves, posing->info.driven_pose_count + curve, poses->base_curves[c]);
    }
    return MIEN_OK;
}

/// Sets a curve of the asset; false if it has none of this name.
static bool put_curve(Posing *posing, const char *name, float value)
{
    const int driven = mien_pose_asset_find_driven_pose(posing->asset, name),
              set = driven < 0 ? mien_pose_asset_find_curve(posing->asset, name) : -1;
    if (driven < 0 && set < 0)
        return false;
    mien_curve_set_put(&posing->curves, driven >= 0 ? driven : posing->info.driven_pose_count + set, value);
    return true;
}

static void add_curve(Posing *posing, const char *name, float value)
{
    posing->names[posing->curve_count] = name;
    posing->values[posing->curve_count++] = value;
}

/// The clip at the time; how many of its tracks and curves the asset has a use for.
static int put_clip(Posing *posing, const MienAuthorClip *clip, double time)
{
    int used = 0;
    for (int t = 0; t < clip->track_count; ++t) {
        MienTransform *bone = mieni_name_map_get(&posing->map, clip->tracks[t].bone);
        if (bone != NULL) {
            *bone = mien_author_track_evaluate(clip, t, time);
            ++used;
        }
    }
    for (int c = 0; c < clip->curve_count; ++c) {
        const char *name = clip->curves[c].name;
        const float value = mien_author_curve_evaluate(&clip->curves[c], time);
        const bool is_known = put_curve(posing, name, value);
        if (!is_known && value != 0.0f)
            add_curve(posing, name, value);
        used += is_known || value != 0.0f;
    }
    return used;
}

static MienStatus run(Posing *posing, MienError *error)
{
    const size_t size = mien_pose_job_scratch_size(posing->asset);
    void *scratch = mieni_allocate(NULL, size, 64);
    if (scratch == NULL)
        return no_memory(error);
    for (int b = 0; b < posing->info.bone_count; ++b) {
        const MienTransform *bone =
            mieni_name_map_get(&posing->map, mien_pose_asset_bone_name(posing->asset, b));
        posing->posed[b] = bone != NULL ? *bone : mien_pose_asset_base(posing->asset)[b];
    }
    const MienPoseJob job = {.asset = posing->asset,
                             .bone_count = posing->info.bone_count,
                             .input = posing->posed,
                             .out_bones = posing->posed,
                             .curves = posing->curves,
                             .out_curves = posing->curves,
                             .scratch = scratch,
                             .scratch_size = size};
    MienStatus status = mien_pose_job_validate(&job, error);
    if (status == MIEN_OK)
        status = mien_pose_job_run(&job);
    mieni_free(NULL, scratch, size, 64);
    return status;
}

static bool is_near(const float *a, const float *b, int count)
{
    for (int i = 0; i < count; ++i)
        if (!(a[i] - b[i] < ROUNDING && b[i] - a[i] < ROUNDING))
            return false;
    return true;
}

/// Takes the bones and curves that were computed.
static void take_result(Posing *posing)
{
    for (int b = 0; b < posing->info.bone_count; ++b) {
        MienTransform *bone = mieni_name_map_get(&posing->map, mien_pose_asset_bone_name(posing->asset, b));
        if (bone != NULL)
            *bone = posing->posed[b];
    }
    for (int b = 0; b < posing->recipe->skeleton.skeleton.bone_count; ++b) {
        const MienTransform *base = mieni_posed_bone(posing->recipe, -1, b);
        MienTransform *bone = &posing->bones[b];
        if (is_near(&bone->translation.x, &base->translation.x, 3))
            bone->translation = base->translation;
        if (is_near(&bone->rotation.x, &base->rotation.x, 4))
            bone->rotation = base->rotation;
        if (is_near(&bone->scale.x, &base->scale.x, 3))
            bone->scale = base->scale;
    }
    for (int c = 0; c < posing->info.curve_count; ++c) {
        const float *value = &posing->curves.values[posing->info.driven_pose_count + c];
        if (!is_near(value, &posing->base_curves[c], 1))
            add_curve(posing, mien_pose_asset_curve_name(posing->asset, c), *value);
    }
}

MienStatus mieni_poses_add_moment(MieniAsset *asset, const MieniPosesRecipe *recipe, const char *name,
                                  const MieniPoseMoment *moment, MienError *error)
{
    const MienAuthorClip *clip = moment->clip;
    Posing posing;
    MienStatus status = begin(&posing, recipe, clip != NULL ? clip->curve_count : 0, error);
    if (status == MIEN_OK && clip != NULL && put_clip(&posing, clip, moment->time) == 0)
        status = mieni_fail(error, MIEN_ERROR_DATA, mieni_nowhere(),
                            "The clip has no bones or curves of this asset at that time.");
    for (int i = 0; i < moment->value_count && status == MIEN_OK; ++i)
        if (!put_curve(&posing, moment->poses[i], moment->values[i]))
            status = mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", moment->poses[i]),
                                "No curve-driven pose has this name.");
    if (status == MIEN_OK)
        status = run(&posing, error);
    if (status == MIEN_OK) {
        take_result(&posing);
        status =
            mieni_poses_add_made(asset, name, &recipe->skeleton.skeleton, posing.bones, recipe->poses.base,
                                 posing.names, posing.values, posing.curve_count, error);
    }
    end(&posing);
    return status;
}
