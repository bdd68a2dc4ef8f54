// SPDX-License-Identifier: MIT
//
// Skeletons and pose assets of a run: read once, kept in short form.

#include "core/float_rules.h"

#include "project/lint/run.h"

#include "base/transform.h"

#include <string.h>

/// The longest side of the box around the reference pose's bones, as cooking has it.
static double measure_extent(const MienAuthorSkeleton *skeleton, MieniArena *scratch)
{
    MieniPlace *places = mieni_arena_take(scratch, (size_t)skeleton->bone_count, sizeof *places);
    for (int b = 0; places != NULL && b < skeleton->bone_count; ++b) {
        const MieniPlace local = mieni_place_of(&skeleton->bones[b].rest);
        const int parent = skeleton->bones[b].parent;
        places[b] = parent >= 0 ? mieni_place_compose(&places[parent], &local) : local;
    }
    return places != NULL ? mieni_places_extent(places, skeleton->bone_count) : 0.0;
}

MieniLintSkeleton *mieni_lint_skeleton(MieniLint *lint, const char *path)
{
    MieniProblem problem = {0};
    if (path == NULL)
        return NULL;
    MieniLintSkeleton *made = mieni_name_map_get(&lint->skeleton_of, path);
    if (made != NULL)
        return made->is_broken ? NULL : made;
    made = mieni_arena_take(&lint->arena, 1, sizeof *made);
    if (made == NULL)
        return NULL;
    made->path = mieni_lint_text(lint, "%s", path);
    made->is_broken = mieni_skeleton_recipe(&lint->project, path, &made->recipe, &problem) != MIEN_OK;
    made->next = lint->skeletons;
    lint->skeletons = made;
    mieni_name_map_add(&lint->skeleton_of, path, made);
    if (made->is_broken) {
        mieni_lint_unreadable(lint, &problem);
        return NULL;
    }
    const MienAuthorSkeleton *skeleton = &made->recipe.skeleton;
    MieniArena scratch = {0};
    made->extent = measure_extent(skeleton, &scratch);
    mieni_lint_release(lint, &scratch);
    made->names = mieni_arena_take(&lint->arena, (size_t)skeleton->bone_count, sizeof *made->names);
    if (made->names == NULL) {
        made->is_broken = true;
        return NULL;
    }
    for (int b = 0; b < skeleton->bone_count; ++b)
        made->names[b] = (MieniNameEntry){skeleton->bones[b].name, b};
    mieni_names_sort(made->names, skeleton->bone_count);
    for (int c = 0; c < skeleton->curve_count; ++c)
        mieni_name_map_add(&made->table, skeleton->curves[c].name, NULL);
    return made;
}

int mieni_lint_bone(const MieniLintSkeleton *skeleton, const char *name)
{
    return mieni_names_search(skeleton->names, skeleton->recipe.skeleton.bone_count, name);
}

/// Which bones a pose moves, and whether it changes curves.
static void shorten_pose(MieniLint *lint, const MieniLintPoses *poses, const MienAuthorPoseAsset *asset,
                         int p, MieniLintPose *out)
{
    const MienAuthorPose *pose = &asset->poses[p];
    const MieniLintSkeleton *skeleton = poses->skeleton;
    out->name = mieni_lint_text(lint, "%s", pose->name);
    out->role = pose->role;
    out->control = pose->driven_pose;
    out->input_count = pose->input_count;
    out->settings = pose->driven_settings;
    out->bones = mieni_arena_take(&lint->arena, mieni_lint_words(skeleton), sizeof *out->bones);
    int *inputs = mieni_arena_take(&lint->arena, (size_t)pose->input_count, sizeof *inputs);
    if (out->bones == NULL || inputs == NULL)
        return;
    if (pose->input_count > 0)
        memcpy(inputs, pose->inputs, sizeof *inputs * (size_t)pose->input_count);
    out->inputs = inputs;
    for (int b = 0; pose->bones != NULL && b < asset->skeleton->bone_count; ++b) {
        const MienTransform *base = asset->base != NULL ? &asset->base[b] : &asset->skeleton->bones[b].rest;
        if (mieni_place_is_moved(base, &pose->bones[b], skeleton->extent))
            out->bones[b / 64] |= (uint64_t)1 << (b % 64);
    }
    for (int i = 0; asset->is_absolute && i < pose->hold_count; ++i)
        out->bones[pose->hold[i] / 64] |= (uint64_t)1 << (pose->hold[i] % 64);
    for (int c = 0; c < pose->curve_count; ++c) {
        const float base = asset->base_curves != NULL ? asset->base_curves[pose->curves[c].curve] : 0;
        out->moves_curves = out->moves_curves || pose->curves[c].value != base;
    }
}

static void shorten(MieniLint *lint, MieniLintPoses *poses, const MieniPosesRecipe *recipe)
{
    const MienAuthorPoseAsset *asset = &recipe->poses;
    const MieniPoseAssetView *text = mieni_pose_asset_of(&recipe->asset);
    poses->poses = mieni_arena_take(&lint->arena, (size_t)asset->pose_count, sizeof *poses->poses);
    if (poses->poses == NULL)
        return;
    poses->is_unreal = asset->is_unreal;
    poses->is_absolute = asset->is_absolute;
    poses->base = asset->base_pose - 1;
    poses->pose_count = asset->pose_count;
    for (int p = 0; p < asset->pose_count; ++p) {
        shorten_pose(lint, poses, asset, p, &poses->poses[p]);
        poses->poses[p].line = mieni_pose_json(mieni_pose_asset_pose(text, p))->line;
        poses->poses[p].is_rest = p != poses->base && mieni_poses_is_rest_name(poses->poses[p].name);
    }
    for (int c = 0; c < asset->curve_count; ++c)
        mieni_name_map_add(&poses->skeleton->outputs, asset->curves[c].name, NULL);
}

static MieniLintPoses *find_or_begin(MieniLint *lint, const char *path)
{
    MieniLintPoses *poses = mieni_name_map_get(&lint->poses_of, path);
    if (poses != NULL)
        return poses;
    poses = mieni_arena_take(&lint->arena, 1, sizeof *poses);
    if (poses == NULL)
        return NULL;
    poses->path = mieni_lint_text(lint, "%s", path);
    *lint->poses_end = poses;
    lint->poses_end = &poses->next;
    mieni_name_map_add(&lint->poses_of, path, poses);
    return poses;
}

/// Takes the morphs of a mesh as poses that move no bones.
static void shorten_mesh(MieniLint *lint, MieniLintPoses *poses, const MieniMeshView *mesh)
{
    const int count = mieni_mesh_morph_count(mesh);
    poses->is_mesh = true;
    poses->base = -1;
    poses->poses = mieni_arena_take(&lint->arena, (size_t)count, sizeof *poses->poses);
    for (int i = 0; poses->poses != NULL && i < count; ++i) {
        MieniLintPose *pose = &poses->poses[i];
        pose->name =
            mieni_lint_text(lint, "%s", mieni_text_or_empty(mieni_morph_name(mieni_mesh_morph(mesh, i))));
        pose->role = MIEN_AUTHOR_CURVE_DRIVEN;
        pose->bones = mieni_arena_take(&lint->arena, mieni_lint_words(poses->skeleton), sizeof *pose->bones);
    }
    poses->pose_count = count;
    poses->is_broken = lint->arena.is_out_of_memory;
}

static void load(MieniLint *lint, MieniLintPoses *poses)
{
    MieniPosesRecipe recipe;
    MieniProblem problem = {0};
    MieniAsset asset;
    const bool is_mesh = mieni_asset_kind_of_path(poses->path) == MIENI_ASSET_MESH;
    const MieniAssetKind kind = is_mesh ? MIENI_ASSET_MESH : MIENI_ASSET_POSES;
    poses->is_loaded = poses->is_broken = true;
    // The skeleton first, so that the recipe shares it.
    if (mieni_project_load(&lint->project, poses->path, kind, &asset, &problem) != MIEN_OK) {
        mieni_lint_unreadable(lint, &problem);
        return;
    }
    poses->skeleton_path = mieni_lint_text(lint, "%s", mieni_text_or_empty(mieni_asset_skeleton(&asset)));
    poses->skeleton = mieni_lint_skeleton(lint, poses->skeleton_path);
    if (poses->skeleton != NULL && is_mesh)
        shorten_mesh(lint, poses, mieni_mesh_of(&asset));
    mieni_asset_release(&asset);
    if (poses->skeleton == NULL || is_mesh)
        return;
    if (mieni_poses_recipe(&lint->project, poses->path, &recipe, &problem) != MIEN_OK) {
        mieni_lint_unreadable(lint, &problem);
        return;
    }
    shorten(lint, poses, &recipe);
    poses->is_broken = lint->arena.is_out_of_memory;
    if (!poses->is_broken) {
        poses->next_of_skeleton = poses->skeleton->poses;
        poses->skeleton->poses = poses;
        if (mieni_name_map_has(&lint->asked, poses->path))
            mieni_lint_check_poses(lint, poses, &recipe);
    }
    mieni_poses_recipe_release(&recipe);
}

MieniLintPoses *mieni_lint_poses(MieniLint *lint, const char *path)
{
    const bool is_mesh = path != NULL && mieni_asset_kind_of_path(path) == MIENI_ASSET_MESH;
    return !is_mesh ? mieni_lint_face(lint, path) : NULL; // is reported as a broken reference
}

MieniLintPoses *mieni_lint_face(MieniLint *lint, const char *path)
{
    MieniLintPoses *poses = path != NULL ? find_or_begin(lint, path) : NULL;
    if (poses != NULL && !poses->is_loaded)
        load(lint, poses);
    return poses != NULL && !poses->is_broken ? poses : NULL;
}

void mieni_lint_poses_skip(MieniLint *lint, const char *path)
{
    MieniLintPoses *poses = find_or_begin(lint, path);
    if (poses != NULL)
        poses->is_loaded = poses->is_broken = true;
}

void mieni_lint_all_poses(MieniLint *lint, const MieniLintSkeleton *skeleton)
{
    if (lint->is_whole)
        return; // they came first
    const MieniPaths *files = mieni_lint_files(lint);
    for (int i = 0; !lint->has_all_poses && i < files->count; ++i)
        if (mieni_asset_kind_of_path(files->items[i]) == MIENI_ASSET_POSES)
            find_or_begin(lint, files->items[i]);
    lint->has_all_poses = true;
    for (MieniLintPoses *at = lint->poses; at != NULL; at = at->next) {
        MieniAsset asset;
        if (at->is_loaded)
            continue;
        // Whose it is, is read once; the rest only where it is this skeleton's.
        if (at->skeleton_path == NULL &&
            mieni_project_load(&lint->project, at->path, MIENI_ASSET_POSES, &asset, NULL) == MIEN_OK) {
            at->skeleton_path =
                mieni_lint_text(lint, "%s", mieni_text_or_empty(mieni_asset_skeleton(&asset)));
            mieni_asset_release(&asset);
        }
        if (at->skeleton_path != NULL && strcmp(at->skeleton_path, skeleton->path) == 0)
            load(lint, at);
    }
}

static void release_drive(MieniLintDrive *drive)
{
    if (drive != NULL)
        mien_author_resolver_destroy(drive->resolver);
}

void mieni_lint_caches_release(MieniLint *lint)
{
    for (MieniLintSkeleton *at = lint->skeletons; at != NULL; at = at->next) {
        release_drive(at->drive);
        mieni_skeleton_recipe_release(&at->recipe);
        mieni_name_map_release(&at->table);
        mieni_name_map_release(&at->targets);
        mieni_name_map_release(&at->used);
        mieni_name_map_release(&at->outputs);
    }
    for (MieniLintPoses *at = lint->poses; at != NULL; at = at->next)
        release_drive(at->drive);
    mieni_name_map_release(&lint->skeleton_of);
    mieni_name_map_release(&lint->poses_of);
    mieni_name_map_release(&lint->asked);
    mieni_name_map_release(&lint->unreadable);
    mieni_name_map_release(&lint->paired_meshes);
    mieni_name_map_release(&lint->played);
    mieni_name_map_release(&lint->members);
    mieni_name_map_release(&lint->consumed);
    mieni_name_map_release(&lint->face_names);
    mieni_graphs_release(&lint->graphs);
    mieni_paths_release(&lint->files);
    mieni_arena_release(&lint->arena);
}
