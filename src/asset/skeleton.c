// SPDX-License-Identifier: MIT
//
// Skeletons between text and cooking.

#include "core/float_rules.h"

#include "asset/poses_parts.h"

static int level_of(const MieniJson *row)
{
    return (int)mieni_json_get_number(row, "max_lod", MIEN_ALL_LODS);
}

static MienStatus describe_bone(const MieniJson *rows, int i, const MieniNameEntry *names,
                                MienAuthorBone *bones, MienError *error)
{
    const MieniJson *row = rows->items[i];
    const char *parent = mieni_json_get_string(row, "parent", NULL);
    MienAuthorBone *bone = &bones[i];
    *bone = (MienAuthorBone){mieni_json_get_string(row, "name", ""), -1, mien_transform_identity(),
                             level_of(row)};
    if (parent != NULL) {
        bone->parent = mieni_names_search(names, rows->count, parent);
        if (bone->parent < 0)
            return mieni_row_fail(error, row, "bones", i, "parent",
                                  "There is no bone \"%.60s\": name a bone of this list, or none for a root.",
                                  parent);
        if (bone->parent >= i)
            return mieni_row_fail(error, row, "bones", i, "parent",
                                  "Parents stand before their children: move \"%.60s\" up.", parent);
        if (bones[bone->parent].max_lod < bone->max_lod)
            return mieni_row_fail(error, row, "bones", i, "max_lod",
                                  "A bone's max LOD is at most its parent's: lower it to %d.",
                                  bones[bone->parent].max_lod);
    }
    return mieni_transform_of_row(row, "bones", i, &bone->rest, error);
}

MienStatus mieni_skeleton_describe(const MieniAsset *asset, MieniArena *arena,
                                   MienAuthorSkeleton *out_skeleton, MienError *error)
{
    const MieniJson *rows = mieni_json_get(asset->json.root, "bones");
    const MieniJson *curve_rows = mieni_json_get(asset->json.root, "curves");
    const int bone_count = rows != NULL ? rows->count : 0;
    const int curve_count = curve_rows != NULL ? curve_rows->count : 0;
    *out_skeleton = (MienAuthorSkeleton){0};
    if (bone_count > MIEN_MAX_BONES || curve_count > MIEN_MAX_CURVES)
        return mieni_fail(error, MIEN_ERROR_LIMIT,
                          mieni_at_value(bone_count > MIEN_MAX_BONES ? rows : curve_rows, "%s",
                                         bone_count > MIEN_MAX_BONES ? "bones" : "curves"),
                          "A skeleton has at most 65535 bones and 65535 curves.");
    MienAuthorBone *bones = mieni_arena_take(arena, (size_t)bone_count, sizeof *bones);
    MienAuthorCurve *curves = mieni_arena_take(arena, (size_t)curve_count, sizeof *curves);
    MieniNameEntry *names = mieni_arena_take(arena, (size_t)bone_count, sizeof *names);
    if (bones == NULL || curves == NULL || names == NULL)
        return mieni_poses_no_memory(error);
    for (int i = 0; i < bone_count; ++i)
        names[i] = (MieniNameEntry){mieni_json_get_string(rows->items[i], "name", ""), i};
    mieni_names_sort(names, bone_count);
    for (int i = 0; i < bone_count; ++i) {
        const MienStatus status = describe_bone(rows, i, names, bones, error);
        if (status != MIEN_OK)
            return status;
    }
    for (int i = 0; i < curve_count; ++i)
        curves[i] = (MienAuthorCurve){mieni_json_get_string(curve_rows->items[i], "name", ""),
                                      level_of(curve_rows->items[i])};
    *out_skeleton = (MienAuthorSkeleton){bone_count, bones, curve_count, curves};
    return MIEN_OK;
}

static void put_level(MieniJsonDocument *json, MieniJson *row, int level)
{
    if (level < MIEN_MAX_LODS)
        mieni_json_set(json, row, "max_lod", mieni_json_number(json, level));
}

static void put_list(MieniJsonDocument *json, MieniJson *root, const char *key, MieniJson *list)
{
    if (list != NULL && list->count > 0)
        mieni_json_set(json, root, key, list);
    else
        mieni_json_unset(root, key);
}

MienStatus mieni_skeleton_fill(MieniAsset *asset, const MienAuthorSkeleton *skeleton, MienError *error)
{
    MieniJsonDocument *json = &asset->json;
    const MienTransform identity = mien_transform_identity();
    MieniJson *bones = mieni_json_array(json), *curves = mieni_json_array(json);
    for (int b = 0; b < skeleton->bone_count; ++b) {
        const MienAuthorBone *bone = &skeleton->bones[b];
        MieniJson *row = mieni_json_append(json, bones, mieni_json_object(json));
        mieni_json_set(json, row, "name", mieni_json_string(json, bone->name));
        if (bone->parent >= 0)
            mieni_json_set(json, row, "parent", mieni_json_string(json, skeleton->bones[bone->parent].name));
        mieni_transform_to_row(json, row, &bone->rest, &identity);
        put_level(json, row, bone->max_lod);
    }
    for (int c = 0; c < skeleton->curve_count; ++c) {
        MieniJson *row = mieni_json_append(json, curves, mieni_json_object(json));
        mieni_json_set(json, row, "name", mieni_json_string(json, skeleton->curves[c].name));
        put_level(json, row, skeleton->curves[c].max_lod);
    }
    MieniJson *root = mieni_json_fork(json, json->root);
    put_list(json, root, "bones", bones);
    put_list(json, root, "curves", curves);
    if (json->arena.is_out_of_memory) {
        json->arena.is_out_of_memory = false;
        return mieni_poses_no_memory(error);
    }
    json->root = root;
    return MIEN_OK;
}
