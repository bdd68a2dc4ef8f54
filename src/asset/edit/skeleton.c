// SPDX-License-Identifier: MIT
//
// Changing skeletons.

#include "asset/edit/skeleton.h"

#include "asset/poses.h"
#include "base/names.h"

static MienStatus no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

MienStatus mieni_skeleton_add_curves(MieniAsset *skeleton, const char *const *names, int count,
                                     int *out_count, MienError *error)
{
    MieniJsonDocument *json = &skeleton->json;
    MieniJson *rows = mieni_json_get(json->root, "curves");
    *out_count = 0;
    if (rows == NULL && count > 0)
        rows = mieni_json_set(json, json->root, "curves", mieni_json_array(json));
    for (int i = 0; i < count && rows != NULL; ++i) {
        if (mieni_json_find(rows, "name", names[i]) >= 0)
            continue;
        MieniJson *curve = mieni_json_append(json, rows, mieni_json_object(json));
        if (curve != NULL)
            mieni_json_set(json, curve, "name", mieni_json_string(json, names[i]));
        ++*out_count;
    }
    return json->arena.is_out_of_memory ? no_memory(error) : MIEN_OK;
}

MienStatus mieni_skeleton_remove_curves(MieniAsset *skeleton, const char *const *names, int count,
                                        MienError *error)
{
    MieniJson *root = skeleton->json.root, *rows = mieni_json_get(root, "curves");
    for (int i = 0; i < count; ++i)
        if (mieni_json_find(rows, "name", names[i]) < 0)
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", names[i]), "No curve with this name.");
    for (int i = 0; i < count; ++i) {
        const int row = mieni_json_find(rows, "name", names[i]);
        if (row >= 0) // names may come twice
            mieni_json_remove(rows, row);
    }
    if (rows != NULL && rows->count == 0)
        mieni_json_unset(root, "curves");
    return MIEN_OK;
}

typedef struct Levels {
    const char *const *patterns;
    bool *is_used; ///< Per pattern.
    int count;
    int level;
} Levels;

/// Whether one of the patterns is this name; notes which ones chose something.
static bool is_named(const Levels *levels, const char *name)
{
    bool is_it = false;
    for (int i = 0; i < levels->count; ++i)
        if (mieni_name_matches(levels->patterns[i], name)) {
            levels->is_used[i] = true;
            is_it = true;
        }
    return is_it;
}

/// Sets levels of rows; bones is NULL for curves.
static int set_rows(const Levels *levels, MieniJsonDocument *json, MieniJson *rows,
                    const MienAuthorBone *bones)
{
    int count = 0;
    for (int i = 0; rows != NULL && i < rows->count; ++i) {
        MieniJson *row = rows->items[i];
        const int parent = bones != NULL ? bones[i].parent : -1;
        const double above = parent >= 0
                                 ? mieni_json_get_number(rows->items[parent], "max_lod", MIEN_ALL_LODS)
                                 : MIEN_ALL_LODS;
        const double before = mieni_json_get_number(row, "max_lod", MIEN_ALL_LODS);
        double after = is_named(levels, mieni_json_get_string(row, "name", "")) ? levels->level : before;
        if (after > above)
            after = above;
        if (after == before)
            continue;
        if (after == MIEN_ALL_LODS)
            mieni_json_unset(row, "max_lod");
        else
            mieni_json_set(json, row, "max_lod", mieni_json_number(json, after));
        ++count;
    }
    return count;
}

MienStatus mieni_skeleton_set_levels(MieniAsset *skeleton, const char *const *patterns, int count, int level,
                                     int *out_bones, int *out_curves, MienError *error)
{
    MieniJsonDocument *json = &skeleton->json;
    MieniArena arena = {0};
    MienAuthorSkeleton whole;
    const Levels levels = {patterns, mieni_arena_take(&arena, (size_t)count, sizeof *levels.is_used), count,
                           level};
    MienStatus status =
        levels.is_used != NULL ? mieni_skeleton_describe(skeleton, &arena, &whole, error) : no_memory(error);
    if (status == MIEN_OK) {
        *out_bones = set_rows(&levels, json, mieni_json_get(json->root, "bones"), whole.bones);
        *out_curves = set_rows(&levels, json, mieni_json_get(json->root, "curves"), NULL);
        if (json->arena.is_out_of_memory)
            status = no_memory(error);
    }
    for (int i = 0; i < count && status == MIEN_OK; ++i)
        if (!levels.is_used[i])
            status = mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", patterns[i]),
                                "No bone or curve with this name.");
    mieni_arena_release(&arena);
    return status;
}
