// SPDX-License-Identifier: MIT
//
// Meshes between text and cooking.

#include "core/float_rules.h"

#include "asset/mesh.h"

#include "asset/poses_parts.h"
#include "base/names.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/// Names of bones, sorted; NULL without memory.
static MieniNameEntry *sort_bones(const MienAuthorSkeleton *skeleton, MieniArena *arena)
{
    return mieni_names_index(skeleton->bones, skeleton->bone_count, sizeof *skeleton->bones,
                             offsetof(MienAuthorBone, name), arena);
}

/// Names of a mesh's morphs, sorted; NULL without memory.
static MieniNameEntry *sort_morphs(const MienAuthorMesh *mesh, MieniArena *arena)
{
    return mieni_names_index(mesh->morphs, mesh->morph_count, sizeof *mesh->morphs,
                             offsetof(MienAuthorMorph, name), arena);
}

/// What the source calls the morph of a row.
static const char *target_of(const MieniJson *row)
{
    return mieni_json_get_string(row, "target", mieni_json_get_string(row, "name", ""));
}

static bool is_same_place(const MienTransform *a, const MienTransform *b)
{
    float one[12], other[12];
    memcpy(one, a, sizeof one);
    memcpy(other, b, sizeof other);
    for (int i = 0; i < 11; ++i)
        if (i != 7 && one[i] != other[i]) // 0 and -0 are the same; 7 and 11 pad
            return false;
    return true;
}

MienStatus mieni_mesh_place(const MieniAsset *asset, const MienAuthorSkeleton *skeleton, MieniArena *arena,
                            MienAuthorSkeleton *out_skeleton, MienError *error)
{
    const MieniJson *rows = mieni_json_get(asset->json.root, "rest_pose");
    *out_skeleton = *skeleton;
    if (rows == NULL || rows->count == 0)
        return MIEN_OK;
    const MieniNameEntry *names = sort_bones(skeleton, arena);
    MienAuthorBone *bones = mieni_arena_take(arena, (size_t)skeleton->bone_count, sizeof *bones);
    if (names == NULL || bones == NULL)
        return mieni_poses_no_memory(error);
    if (skeleton->bone_count > 0)
        memcpy(bones, skeleton->bones, sizeof *bones * (size_t)skeleton->bone_count);
    for (int i = 0; i < rows->count; ++i) {
        const char *name = mieni_json_get_string(rows->items[i], "bone", "");
        const int bone = mieni_names_search(names, skeleton->bone_count, name);
        if (bone < 0)
            return mieni_row_fail(error, rows->items[i], "rest_pose", i, "bone",
                                  "The skeleton has no bone \"%.60s\": fix the name, or remove the row.",
                                  name);
        const MienStatus status =
            mieni_transform_of_row(rows->items[i], "rest_pose", i, &bones[bone].rest, error);
        if (status != MIEN_OK)
            return status;
    }
    out_skeleton->bones = bones;
    return MIEN_OK;
}

/// That the skeleton has every bone that vertices are bound to.
static MienStatus check_binds(const MieniAsset *asset, const MienAuthorMesh *mesh,
                              const MieniNameEntry *names, int bone_count, MienError *error)
{
    for (int i = 0; i < mesh->joint_count; ++i) {
        if (mieni_names_search(names, bone_count, mesh->joints[i].bone) >= 0)
            continue;
        char sentence[sizeof error->message];
        snprintf(sentence, sizeof sentence,
                 "The skeleton lacks the bone \"%.60s\" that vertices are bound to: run `mien import "
                 "--add-bones`.",
                 mesh->joints[i].bone);
        return mieni_fail(error, MIEN_ERROR_DATA,
                          mieni_at_value(mieni_json_get(asset->json.root, "skeleton"), "skeleton"), "%s",
                          sentence);
    }
    return MIEN_OK;
}

static MienStatus describe_morphs(const MieniAsset *asset, const MienAuthorMesh *mesh, MieniArena *arena,
                                  MienAuthorMesh *out, MieniMeshNotes *notes, MienError *error)
{
    const MieniJson *rows = mieni_json_get(asset->json.root, "morphs");
    const int count = rows != NULL ? rows->count : 0;
    const MieniNameEntry *names = sort_morphs(mesh, arena);
    MienAuthorMorph *morphs = mieni_arena_take(arena, (size_t)count, sizeof *morphs);
    bool *is_listed = mieni_arena_take(arena, (size_t)mesh->morph_count, sizeof *is_listed);
    if (names == NULL || morphs == NULL || is_listed == NULL)
        return mieni_poses_no_memory(error);
    for (int i = 0; i < count; ++i) {
        const char *target = target_of(rows->items[i]);
        const int at = mieni_names_search(names, mesh->morph_count, target);
        if (at < 0)
            return mieni_row_fail(error, rows->items[i], "morphs", i, "target",
                                  "The source has no morph \"%.60s\" any more: run `mien import`, or remove "
                                  "the row.",
                                  target);
        is_listed[at] = true;
        morphs[i] = mesh->morphs[at];
        morphs[i].name = mieni_json_get_string(rows->items[i], "name", "");
        morphs[i].weight = (float)mieni_json_get_number(rows->items[i], "weight", 0);
    }
    for (int m = 0; m < mesh->morph_count; ++m)
        if (!is_listed[m] && notes->new_morph_count++ == 0)
            notes->new_morph = mesh->morphs[m].name;
    out->morphs = morphs;
    out->morph_count = count;
    return MIEN_OK;
}

/// The bones of the mesh's own reference pose, and which of them the source has
/// elsewhere by now.
static MienStatus describe_bones(const MienAuthorSkeleton *skeleton, const MienAuthorSkeleton *placed,
                                 const MienAuthorSkeleton *source, const MieniNameEntry *names,
                                 MieniArena *arena, MienAuthorMesh *out, MieniMeshNotes *notes,
                                 MienError *error)
{
    MienAuthorMeshBone *bones = mieni_arena_take(arena, (size_t)placed->bone_count, sizeof *bones);
    int count = 0;
    if (bones == NULL)
        return mieni_poses_no_memory(error);
    for (int b = 0; b < placed->bone_count; ++b)
        if (!is_same_place(&placed->bones[b].rest, &skeleton->bones[b].rest))
            bones[count++] = (MienAuthorMeshBone){placed->bones[b].name, placed->bones[b].rest};
    for (int b = 0; b < source->bone_count; ++b) {
        const int at = mieni_names_search(names, placed->bone_count, source->bones[b].name);
        if (at >= 0 && !is_same_place(&placed->bones[at].rest, &source->bones[b].rest) &&
            notes->moved_bone_count++ == 0)
            notes->moved_bone = source->bones[b].name;
    }
    out->bones = bones;
    out->bone_count = count;
    return MIEN_OK;
}

MienStatus mieni_mesh_describe(const MieniAsset *asset, const MienAuthorSkeleton *skeleton,
                               const MienAuthorMesh *mesh, const MienAuthorSkeleton *source,
                               MieniArena *arena, MienAuthorMesh *out_mesh, MieniMeshNotes *out_notes,
                               MienError *error)
{
    MienAuthorSkeleton placed;
    MieniMeshNotes notes = {0};
    MienAuthorMesh out = *mesh;
    *out_mesh = (MienAuthorMesh){0};
    const MieniNameEntry *names = sort_bones(skeleton, arena);
    MienStatus status = names != NULL ? mieni_mesh_place(asset, skeleton, arena, &placed, error)
                                      : mieni_poses_no_memory(error);
    if (status == MIEN_OK)
        status = check_binds(asset, mesh, names, skeleton->bone_count, error);
    if (status == MIEN_OK)
        status = describe_bones(skeleton, &placed, source, names, arena, &out, &notes, error);
    if (status == MIEN_OK)
        status = describe_morphs(asset, mesh, arena, &out, &notes, error);
    if (status != MIEN_OK)
        return status;
    *out_mesh = out;
    if (out_notes != NULL)
        *out_notes = notes;
    return MIEN_OK;
}

static void put_list(MieniJson *root, MieniJsonDocument *json, const char *key, MieniJson *list)
{
    if (list != NULL && list->count > 0)
        mieni_json_set(json, root, key, list);
    else
        mieni_json_unset(root, key);
}

static MieniJson *fill_reference(MieniJsonDocument *json, const MienAuthorSkeleton *skeleton,
                                 const MienAuthorSkeleton *source, const MieniNameEntry *names)
{
    MieniJson *rows = mieni_json_array(json);
    for (int b = 0; b < source->bone_count; ++b) {
        const MienAuthorBone *bone = &source->bones[b];
        const int at = mieni_names_search(names, skeleton->bone_count, bone->name);
        if (at < 0 || is_same_place(&bone->rest, &skeleton->bones[at].rest))
            continue;
        MieniJson *row = mieni_json_append(json, rows, mieni_json_object(json));
        mieni_json_set(json, row, "bone", mieni_json_string(json, bone->name));
        mieni_transform_to_row(json, row, &bone->rest, &skeleton->bones[at].rest);
    }
    return rows;
}

/// Rows that are there stay as they are, weight and new name too.
static MieniJson *fill_morphs(MieniJsonDocument *json, const MienAuthorMesh *mesh, const MieniJson *before,
                              const MieniNameEntry *names, bool *is_listed, int *out_gone_count)
{
    MieniJson *rows = mieni_json_array(json);
    *out_gone_count = 0;
    for (int i = 0; before != NULL && i < before->count; ++i) {
        const int at = mieni_names_search(names, mesh->morph_count, target_of(before->items[i]));
        if (at < 0 || is_listed[at]) {
            ++*out_gone_count;
            continue;
        }
        is_listed[at] = true;
        mieni_json_append(json, rows, before->items[i]);
    }
    for (int m = 0; m < mesh->morph_count; ++m) {
        if (is_listed[m])
            continue;
        MieniJson *row = mieni_json_append(json, rows, mieni_json_object(json));
        mieni_json_set(json, row, "name", mieni_json_string(json, mesh->morphs[m].name));
        if (mesh->morphs[m].weight != 0.0f)
            mieni_json_set(json, row, "weight", mieni_json_float(json, mesh->morphs[m].weight));
    }
    return rows;
}

MienStatus mieni_mesh_fill(MieniAsset *asset, const MienAuthorSkeleton *skeleton, const MienAuthorMesh *mesh,
                           const MienAuthorSkeleton *source, int *out_gone_count, MienError *error)
{
    MieniJsonDocument *json = &asset->json;
    MieniArena scratch = {.allocator = json->arena.allocator};
    const MieniNameEntry *bones = sort_bones(skeleton, &scratch), *morphs = sort_morphs(mesh, &scratch);
    bool *is_listed = mieni_arena_take(&scratch, (size_t)mesh->morph_count, sizeof *is_listed);
    MieniJson *root = NULL;
    *out_gone_count = 0;
    if (bones != NULL && morphs != NULL && is_listed != NULL) {
        root = mieni_json_fork(json, json->root);
        MieniJson *reference = fill_reference(json, skeleton, source, bones);
        MieniJson *rows =
            fill_morphs(json, mesh, mieni_json_get(json->root, "morphs"), morphs, is_listed, out_gone_count);
        put_list(root, json, "rest_pose", reference);
        put_list(root, json, "morphs", rows);
    }
    mieni_arena_release(&scratch);
    if (root == NULL || json->arena.is_out_of_memory) {
        json->arena.is_out_of_memory = false;
        return mieni_poses_no_memory(error);
    }
    json->root = root;
    return MIEN_OK;
}
