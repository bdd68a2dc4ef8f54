// SPDX-License-Identifier: MIT
//
// Cooking skeletons.

#include "core/float_rules.h"

#include "author/cook/pack_writer.h"
#include "author/cook/skeleton.h"
#include "core/float_env.h"
#include "core/skeleton_format.h"

#include <string.h>

bool mieni_author_transform_is_sane(const MienTransform *transform)
{
    const MienTransform clean = mieni_author_clean(transform);
    return mieni_transform_is_sane(&clean);
}

MienTransform mieni_author_clean(const MienTransform *transform)
{
    MienTransform clean = *transform;
    clean.reserved0 = clean.reserved1 = 0.0f;
    return clean;
}

static MienStatus check_bone(const MienAuthorSkeleton *skeleton, int i, const char *path, MienError *error)
{
    const MienAuthorBone *bone = &skeleton->bones[i];
    if (bone->parent < -1 || bone->parent >= i)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%sbones[%d].parent", path, i),
                          "a parent must stand before its child");
    if (!mieni_level_is_valid(bone->max_lod))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%sbones[%d].max_lod", path, i),
                          "the max LOD must be 0 to 15, or MIEN_ALL_LODS");
    if (bone->parent >= 0 && skeleton->bones[bone->parent].max_lod < bone->max_lod)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%sbones[%d].max_lod", path, i),
                          "the max LOD of a parent must not be below that of its child");
    if (!mieni_author_transform_is_sane(&bone->rest))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%sbones[%d].rest", path, i),
                          "a reference transform needs a rotation of length 1 and finite, sane lengths");
    return MIEN_OK;
}

MienStatus mieni_author_check_skeleton(const MienAuthorSkeleton *skeleton, const char *path, MienError *error)
{
    if (skeleton->bone_count < 0 || skeleton->bone_count > MIEN_MAX_BONES)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("%sbones", path),
                          "a skeleton has at most 65535 bones");
    if (skeleton->curve_count < 0 || skeleton->curve_count > MIEN_MAX_CURVES)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("%scurves", path),
                          "a skeleton has at most 65535 curves");
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < skeleton->bone_count; ++i)
        status = check_bone(skeleton, i, path, error);
    return status;
}

int *mieni_author_level_order(MieniArena *arena, const int *max_lods, int count)
{
    int *order = mieni_arena_take(arena, (size_t)count, sizeof *order);
    int filled = 0;
    for (int level = MIEN_ALL_LODS; order != NULL && level >= 0; --level) {
        for (int i = 0; filled < count && i < count; ++i) {
            if (max_lods[i] == level)
                order[filled++] = i;
        }
        if (level == MIEN_ALL_LODS)
            level = MIEN_MAX_LODS; // nothing lies between
    }
    return order;
}

MienStatus mieni_author_curve_order(MieniArena *arena, const MienAuthorCurve *curves, int count,
                                    int **out_order, MienError *error)
{
    int *levels = mieni_arena_take(arena, (size_t)count, sizeof *levels);
    for (int i = 0; levels != NULL && i < count; ++i) {
        levels[i] = curves[i].max_lod;
        if (!mieni_level_is_valid(levels[i]))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("curves[%d].max_lod", i),
                              "the max LOD must be 0 to 15, or MIEN_ALL_LODS");
    }
    *out_order = levels != NULL ? mieni_author_level_order(arena, levels, count) : NULL;
    return *out_order != NULL ? MIEN_OK
                              : mieni_fail(error, MIEN_ERROR_MEMORY, mieni_at("curves"), "Out of memory.");
}

/// Everything a skeleton pack holds, in its order.
typedef struct Cook {
    const MienAuthorSkeleton *source;
    MieniArena arena;
    int *bone_order, *curve_order, *new_index;
    const char **bone_names, **curve_names;
    int32_t *parents;
    MienTransform *reference;
    uint8_t *bone_levels, *curve_levels;
    MieniText text;
    MieniNameList bones, curves;
} Cook;

static MienStatus order_things(Cook *cook, MienError *error)
{
    const MienAuthorSkeleton *source = cook->source;
    int *levels = mieni_arena_take(&cook->arena, (size_t)source->bone_count, sizeof *levels);
    for (int i = 0; levels != NULL && i < source->bone_count; ++i)
        levels[i] = source->bones[i].max_lod;
    cook->bone_order =
        levels != NULL ? mieni_author_level_order(&cook->arena, levels, source->bone_count) : NULL;
    return mieni_author_curve_order(&cook->arena, source->curves, source->curve_count, &cook->curve_order,
                                    error);
}

static MienStatus fill(Cook *cook, MienError *error)
{
    const MienAuthorSkeleton *source = cook->source;
    MieniArena *arena = &cook->arena;
    const size_t bones = (size_t)source->bone_count, curves = (size_t)source->curve_count;
    cook->new_index = mieni_arena_take(arena, bones, sizeof(int));
    cook->bone_names = mieni_arena_take(arena, bones, sizeof(char *));
    cook->curve_names = mieni_arena_take(arena, curves, sizeof(char *));
    cook->parents = mieni_arena_take(arena, bones, sizeof(int32_t));
    cook->reference = mieni_arena_take(arena, bones, sizeof(MienTransform));
    cook->bone_levels = mieni_arena_take(arena, bones, 1);
    cook->curve_levels = mieni_arena_take(arena, curves, 1);
    mieni_text_begin(&cook->text, arena, bones + curves);
    if (arena->is_out_of_memory)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    for (size_t i = 0; i < bones; ++i)
        cook->new_index[cook->bone_order[i]] = (int)i;
    for (size_t i = 0; i < bones; ++i) {
        const MienAuthorBone *bone = &source->bones[cook->bone_order[i]];
        cook->bone_names[i] = bone->name;
        cook->parents[i] = bone->parent < 0 ? -1 : cook->new_index[bone->parent];
        cook->reference[i] = mieni_author_clean(&bone->rest);
        cook->bone_levels[i] = (uint8_t)bone->max_lod;
    }
    for (size_t i = 0; i < curves; ++i) {
        cook->curve_names[i] = source->curves[cook->curve_order[i]].name;
        cook->curve_levels[i] = (uint8_t)source->curves[cook->curve_order[i]].max_lod;
    }
    const MieniNameSource bone_names = {
        .names = cook->bone_names, .count = source->bone_count, .place = "bones", .order = cook->bone_order};
    const MieniNameSource curve_names = {.names = cook->curve_names,
                                         .count = source->curve_count,
                                         .place = "curves",
                                         .order = cook->curve_order};
    MienStatus status = mieni_text_add_list(&cook->text, arena, &bone_names, &cook->bones, error);
    if (status == MIEN_OK)
        status = mieni_text_add_list(&cook->text, arena, &curve_names, &cook->curves, error);
    return status;
}

static MienStatus write(const Cook *cook, const MienAllocator *allocator, MienAuthorPack *out_pack,
                        MienError *error)
{
    const size_t bones = (size_t)cook->source->bone_count, curves = (size_t)cook->source->curve_count;
    const MieniSkeletonHeader info = {.bone_count = (uint32_t)bones, .curve_count = (uint32_t)curves};
    MieniPackWriter writer = {.kind = MIEN_PACK_SKELETON, .version = MIENI_SKELETON_VERSION};
    mieni_writer_add(&writer, MIENI_SKELETON_INFO, sizeof info, 1, &info);
    mieni_writer_add(&writer, MIENI_SKELETON_TEXT, 1, cook->text.size, cook->text.bytes);
    mieni_writer_add(&writer, MIENI_SKELETON_BONE_NAMES, 4, bones, cook->bones.offsets);
    mieni_writer_add(&writer, MIENI_SKELETON_BONE_SORTED, 4, bones, cook->bones.sorted);
    mieni_writer_add(&writer, MIENI_SKELETON_PARENTS, 4, bones, cook->parents);
    mieni_writer_add(&writer, MIENI_SKELETON_REFERENCE, sizeof(MienTransform), bones, cook->reference);
    mieni_writer_add(&writer, MIENI_SKELETON_BONE_LODS, 1, bones, cook->bone_levels);
    mieni_writer_add(&writer, MIENI_SKELETON_CURVE_NAMES, 4, curves, cook->curves.offsets);
    mieni_writer_add(&writer, MIENI_SKELETON_CURVE_SORTED, 4, curves, cook->curves.sorted);
    mieni_writer_add(&writer, MIENI_SKELETON_CURVE_LODS, 1, curves, cook->curve_levels);
    return mieni_writer_finish(&writer, allocator, out_pack, error);
}

MienStatus mien_author_skeleton_cook(const MienAuthorSkeleton *skeleton, const MienAllocator *allocator,
                                     MienAuthorPack *out_pack, MienError *error)
{
    if (out_pack != NULL)
        *out_pack = (MienAuthorPack){0};
    if (skeleton == NULL || out_pack == NULL || (skeleton->bone_count > 0 && skeleton->bones == NULL) ||
        (skeleton->curve_count > 0 && skeleton->curves == NULL))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "skeleton, its lists and out_pack must be given");
    const MieniFloatEnv env = mieni_float_env_enter();
    Cook cook = {.source = skeleton, .arena = {.allocator = allocator}};
    MienStatus status = mieni_author_check_skeleton(skeleton, "", error);
    if (status == MIEN_OK)
        status = order_things(&cook, error);
    if (status == MIEN_OK)
        status = fill(&cook, error);
    if (status == MIEN_OK)
        status = write(&cook, allocator, out_pack, error);
    mieni_arena_release(&cook.arena);
    mieni_float_env_leave(env);
    return status;
}
