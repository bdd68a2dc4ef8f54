// SPDX-License-Identifier: MIT
//
// Checks skeletons, meshes and characters; and all assets of a project together: poses that
// nothing drives, unused curves.

#include "project/lint/run.h"

#include <string.h>

/// Whether other files than its source added bones to a skeleton.
static bool has_added_bones(const MieniLintSkeleton *skeleton)
{
    const MieniSkeletonView *root = mieni_skeleton_of(&skeleton->recipe.asset);
    for (int i = 0; i < mieni_skeleton_bone_count(root); ++i)
        if (mieni_bone_file(mieni_skeleton_bone(root, i)) != NULL)
            return true;
    return false;
}

/// The file that a skeleton came from against what it is now.
static void check_source(MieniLint *lint, const MieniLintSkeleton *skeleton)
{
    const MieniSourceView *source = mieni_asset_source(&skeleton->recipe.asset);
    const char *file = mieni_source_file(source);
    MieniSources sources = {0};
    MieniTake take;
    MieniProblem problem = {0};
    if (file == NULL || !mieni_lint_wants(lint, MIENI_LINT_SKELETON_MISMATCH))
        return;
    if (mieni_sources_take(&sources, &lint->project, file, mieni_source_json(source),
                           mieni_text_or_empty(mieni_source_take(source)), &take, &problem) != MIEN_OK) {
        if (problem.error.status != MIEN_ERROR_FILE) // a file that is not there is a broken reference
            mieni_lint_unreadable(lint, &problem);
    } else if (take.skeleton != NULL) {
        const MieniLintBones about = {.file = skeleton->path,
                                      .at = mieni_source_json(source),
                                      .place = "source",
                                      .what = file,
                                      .wants_missing = !has_added_bones(skeleton)};
        mieni_lint_compare_bones(lint, &about, take.skeleton, skeleton);
    }
    mieni_sources_release(&sources);
}

static void check_pack(MieniLint *lint, const MieniLintSkeleton *skeleton)
{
    MienAuthorPack pack;
    MieniProblem problem = {0};
    if (!mieni_lint_has_pack(lint, skeleton->path, NULL))
        return;
    const MienStatus status =
        mien_author_skeleton_cook(&skeleton->recipe.skeleton, NULL, &pack, &problem.error);
    if (status == MIEN_OK) {
        mieni_lint_pack(lint, skeleton->path, NULL, &pack);
        mien_author_pack_release(&pack);
    } else {
        mieni_problem_in(&problem, skeleton->path, status);
        mieni_lint_unreadable(lint, &problem);
    }
}

void mieni_lint_check_skeleton(MieniLint *lint, const char *path)
{
    const MieniLintSkeleton *skeleton = mieni_lint_skeleton(lint, path);
    if (skeleton == NULL)
        return;
    const MieniSkeletonView *root = mieni_skeleton_of(&skeleton->recipe.asset);
    mieni_lint_duplicates(lint, path, "bones", mieni_skeleton_bones_json(root), MIENI_LINT_WARNING);
    mieni_lint_duplicates(lint, path, "curves", mieni_skeleton_curves_json(root), MIENI_LINT_WARNING);
    check_source(lint, skeleton);
    check_pack(lint, skeleton);
}

/// What cooking says of a mesh, and whether its pack is what cooking gives.
static void check_mesh_source(MieniLint *lint, const char *path)
{
    MieniMeshRecipe recipe;
    MienAuthorPack pack;
    MieniProblem problem = {0};
    MienStatus status = mieni_mesh_recipe(&lint->project, path, &recipe, &problem);
    if (status != MIEN_OK) {
        mieni_lint_unreadable(lint, &problem);
        return;
    }
    if (mieni_lint_has_pack(lint, path, NULL)) {
        status = mien_author_mesh_cook(&recipe.mesh, NULL, &pack, &problem.error);
        mieni_problem_in(&problem, path, status);
        if (status == MIEN_OK)
            mieni_lint_pack(lint, path, NULL, &pack);
        else
            mieni_lint_unreadable(lint, &problem);
        mien_author_pack_release(&pack);
    }
    mieni_mesh_recipe_release(&recipe);
}

void mieni_lint_check_mesh(MieniLint *lint, const char *path, const MieniAsset *asset)
{
    const MieniMeshView *mesh = mieni_mesh_of(asset);
    const int bone_count = mieni_mesh_placed_bone_count(mesh);
    MieniLintSkeleton *skeleton = mieni_lint_skeleton(lint, mieni_mesh_skeleton(mesh));
    MieniArena scratch = {0};
    int count = 0;
    mieni_lint_duplicates(lint, path, "morphs", mieni_mesh_morphs_json(mesh), MIENI_LINT_WARNING);
    const char **names = mieni_arena_take(&scratch, (size_t)bone_count, sizeof *names);
    for (int i = 0; skeleton != NULL && names != NULL && i < bone_count; ++i) {
        const char *name = mieni_placed_bone_bone(mieni_mesh_placed_bone(mesh, i));
        if (mieni_lint_bone(skeleton, name) < 0)
            names[count++] = name;
    }
    if (count > 0)
        mieni_lint_name(
            lint,
            mieni_lint_say(lint, MIENI_LINT_SKELETON_MISMATCH, path, mieni_mesh_rest_pose_json(mesh),
                           "rest_pose", NULL,
                           mieni_lint_text(lint, "The mesh has %s, which %s lacks.",
                                           mieni_lint_list(lint, names, count, 6), skeleton->path)),
            names, count);
    for (int i = 0; skeleton != NULL && i < mieni_mesh_morph_count(mesh); ++i)
        mieni_name_map_add(&skeleton->outputs, mieni_morph_name(mieni_mesh_morph(mesh, i)), NULL);
    mieni_lint_release(lint, &scratch);
    if (skeleton != NULL && mieni_mesh_source(mesh) != NULL)
        check_mesh_source(lint, path);
}

void mieni_lint_check_morphs(MieniLint *lint, const char *path, const MieniJson *at, const char *place,
                             const char *mesh_path, const MieniMeshView *mesh, const MieniLintDrive *drive,
                             const char *what)
{
    MieniArena scratch = {0};
    int count = 0;
    const char **names = mieni_arena_take(&scratch, (size_t)mieni_mesh_morph_count(mesh), sizeof *names);
    for (int i = 0; names != NULL && i < mieni_mesh_morph_count(mesh); ++i) {
        const MieniLintDriver *drivers[2];
        const char *name = mieni_morph_name(mieni_mesh_morph(mesh, i));
        bool is_driving = false;
        for (int d = mieni_lint_drivers(drive, name, drivers) - 1; d >= 0; --d)
            is_driving = is_driving || (!drivers[d]->is_dependent && !drivers[d]->is_base);
        if (is_driving)
            names[count++] = name;
    }
    if (count > 0)
        mieni_lint_name(
            lint,
            mieni_lint_say(
                lint, MIENI_LINT_POSE_AND_MORPH, path, at, place, NULL,
                mieni_lint_text(lint, "%s %s a pose and a morph of %s: %s of that name does both%s.",
                                mieni_lint_list(lint, names, count, 8), count == 1 ? "is" : "are each",
                                mesh_path, count == 1 ? "the curve" : "a curve", what)),
            names, count);
    mieni_lint_release(lint, &scratch);
}

void mieni_lint_check_worn(MieniLint *lint, MieniLintPoses *poses, const MieniJson *mesh)
{
    MieniAsset asset;
    mieni_name_map_add(&lint->paired_meshes, mesh->string, NULL);
    // What is wrong with the mesh is told with the mesh.
    if (!mieni_lint_wants(lint, MIENI_LINT_POSE_AND_MORPH) || mieni_lint_is_consumed(lint, poses->path) ||
        mieni_project_load(&lint->project, mesh->string, MIENI_ASSET_MESH, &asset, NULL) != MIEN_OK)
        return;
    const MieniLintDrive *drive = mieni_lint_drive_of(lint, poses);
    if (drive != NULL)
        mieni_lint_check_morphs(lint, poses->path, mesh, "mesh", mesh->string, mieni_mesh_of(&asset), drive,
                                "");
    mieni_asset_release(&asset);
}

void mieni_lint_compare_part(MieniLint *lint, const char *path, const MieniJson *at, const char *place,
                             const char *what, const char *part, const MieniLintSkeleton *whole)
{
    const MieniLintSkeleton *skeleton = mieni_lint_skeleton(lint, part);
    if (skeleton == NULL || whole == NULL || skeleton == whole)
        return;
    const MieniLintBones about = {
        .file = path, .at = at, .place = place, .what = what, .wants_missing = true};
    mieni_lint_compare_bones(lint, &about, &skeleton->recipe.skeleton, whole);
}

void mieni_lint_check_character(MieniLint *lint, const char *path, const MieniAsset *asset, bool is_whole)
{
    const MieniCharacterView *character = mieni_character_of(asset);
    const MieniJson *graph = mieni_character_graph_json(character);
    const char *mesh = mieni_character_mesh(character);
    MieniAsset mesh_asset = {0};
    MieniProblem problem = {0};
    if (mesh != NULL)
        mieni_name_map_add(&lint->paired_meshes, mesh, NULL);
    if (!is_whole)
        return;
    MieniLintPoses *poses = mieni_lint_poses(lint, mieni_character_poses(character));
    const MieniLintSkeleton *whole = mieni_lint_skeleton(lint, mieni_character_skeleton(character));
    if (poses != NULL)
        mieni_lint_compare_part(lint, path, mieni_character_poses_json(character), "poses", poses->path,
                                poses->skeleton_path, whole);
    if (mesh == NULL && graph != NULL)
        mieni_lint_check_moved(lint, path, graph, whole, NULL, NULL);
    if (mesh == NULL)
        return;
    if (mieni_project_load(&lint->project, mesh, MIENI_ASSET_MESH, &mesh_asset, &problem) != MIEN_OK) {
        mieni_lint_unreadable(lint, &problem);
        return;
    }
    const MieniMeshView *mesh_view = mieni_mesh_of(&mesh_asset);
    const MieniJson *at = mieni_character_mesh_json(character);
    const char *worn = mieni_mesh_skeleton(mesh_view);
    mieni_lint_compare_part(lint, path, at, "mesh", mesh, worn, whole);
    if (graph != NULL) // which says who takes which curve
        mieni_lint_check_moved(lint, path, graph, whole != NULL ? whole : mieni_lint_skeleton(lint, worn),
                               mesh, mesh_view);
    else if (poses != NULL && mieni_lint_wants(lint, MIENI_LINT_POSE_AND_MORPH)) {
        const MieniLintDrive *drive = mieni_lint_drive_of(lint, poses);
        if (drive != NULL)
            mieni_lint_check_morphs(lint, path, at, "mesh", mesh, mesh_view, drive, "");
    }
    mieni_asset_release(&mesh_asset);
}

/// Poses that no curve of the skeleton can drive, nor a driver of a graph.
static void check_undriven(MieniLint *lint, const MieniLintPoses *poses)
{
    const MieniLintSkeleton *skeleton = poses->skeleton;
    MieniArena scratch = {0};
    const char **names = mieni_arena_take(&scratch, (size_t)poses->pose_count, sizeof *names);
    int count = 0;
    for (int p = 0; names != NULL && p < poses->pose_count; ++p) {
        const char *name = poses->poses[p].name;
        if (p == poses->base || poses->poses[p].role != MIEN_AUTHOR_CURVE_DRIVEN || poses->is_unreal ||
            mieni_name_map_has(&skeleton->targets, name) || mieni_name_map_has(&skeleton->table, name))
            continue;
        names[count++] = name;
    }
    if (count > 0) {
        MieniFinding *finding = mieni_lint_say(
            lint, MIENI_LINT_POSE_WITHOUT_CURVE, skeleton->path,
            mieni_skeleton_curves_json(mieni_skeleton_of(&skeleton->recipe.asset)), "curves", NULL,
            mieni_lint_text(lint, "%s: poses of %s without a curve here, so nothing can drive them.",
                            mieni_lint_list(lint, names, count, 8), poses->path));
        mieni_lint_name(lint, finding, names, count);
        if (finding != NULL) {
            finding->fix = mieni_lint_text(lint, "add %d curve%s: %s", count, count == 1 ? "" : "s",
                                           mieni_lint_list(lint, names, count, 8));
            finding->fix_kind = MIENI_LINT_FIX_CURVES;
        }
    }
    mieni_lint_release(lint, &scratch);
}

/// Curves of the table that no clip, pose or mesh of the skeleton has.
static void check_unused(MieniLint *lint, MieniLintSkeleton *skeleton)
{
    const MieniLintDrive *drive = mieni_lint_drive_all(lint, skeleton);
    const MieniJson *rows = mieni_skeleton_curves_json(mieni_skeleton_of(&skeleton->recipe.asset));
    const MienAuthorSkeleton *bones = &skeleton->recipe.skeleton;
    MieniArena scratch = {0};
    const char **names = mieni_arena_take(&scratch, (size_t)bones->curve_count, sizeof *names);
    int count = 0;
    for (int c = 0; drive != NULL && names != NULL && c < bones->curve_count; ++c) {
        const MieniLintDriver *drivers[2];
        const char *name = bones->curves[c].name;
        if (!mieni_name_map_has(&skeleton->used, name) && !mieni_name_map_has(&skeleton->outputs, name) &&
            mieni_lint_drivers(drive, name, drivers) == 0)
            names[count++] = name;
    }
    if (count > 0)
        mieni_lint_name(
            lint,
            mieni_lint_say(lint, MIENI_LINT_UNUSED_CURVE, skeleton->path, rows, "curves", NULL,
                           mieni_lint_text(lint, "%s: no clip, pose or mesh of the project has %s.",
                                           mieni_lint_list(lint, names, count, 8),
                                           count == 1 ? "it" : "them")),
            names, count);
    mieni_lint_release(lint, &scratch);
}

/// Meshes that no character names are taken to wear any face of their skeleton.
static void check_lone_meshes(MieniLint *lint)
{
    const MieniPaths *files = mieni_lint_files(lint);
    for (int i = 0; i < files->count && lint->status == MIEN_OK; ++i) {
        MieniAsset mesh;
        const char *path = files->items[i];
        if (mieni_asset_kind_of_path(path) != MIENI_ASSET_MESH ||
            mieni_name_map_has(&lint->paired_meshes, path) || mieni_name_map_has(&lint->unreadable, path) ||
            mieni_project_load(&lint->project, path, MIENI_ASSET_MESH, &mesh, NULL) != MIEN_OK)
            continue;
        const MieniMeshView *view = mieni_mesh_of(&mesh);
        MieniLintSkeleton *skeleton = mieni_name_map_get(&lint->skeleton_of, mieni_mesh_skeleton(view));
        if (skeleton != NULL && !skeleton->is_broken) {
            const MieniLintDrive *drive = mieni_lint_drive_all(lint, skeleton);
            if (drive != NULL)
                mieni_lint_check_morphs(lint, path, mieni_mesh_morphs_json(view), "morphs", path, view, drive,
                                        "");
        }
        mieni_asset_release(&mesh);
    }
}

void mieni_lint_check_whole(MieniLint *lint)
{
    if (mieni_lint_wants(lint, MIENI_LINT_POSE_AND_MORPH))
        check_lone_meshes(lint);
    for (MieniLintPoses *at = lint->poses; at != NULL && lint->status == MIEN_OK; at = at->next)
        if (mieni_lint_wants(lint, MIENI_LINT_POSE_WITHOUT_CURVE) && !at->is_broken && !at->is_mesh)
            check_undriven(lint, at);
    for (MieniLintSkeleton *at = lint->skeletons; at != NULL && lint->status == MIEN_OK; at = at->next)
        if (mieni_lint_wants(lint, MIENI_LINT_UNUSED_CURVE) && !at->is_broken &&
            (at->clip_count > 0 || at->poses != NULL))
            check_unused(lint, at);
}
