// SPDX-License-Identifier: MIT
//
// Cooks an asset of a project into its pack.

#include "project/build/cook.h"

#include "mien_author/cook_clip.h"
#include "project/files/derived.h"
#include "project/recipes/graphs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool mieni_cook_has_pack(MieniAssetKind kind)
{
    return kind == MIENI_ASSET_SKELETON || kind == MIENI_ASSET_MESH || kind == MIENI_ASSET_POSES ||
           kind == MIENI_ASSET_CLIP || kind == MIENI_ASSET_CLIPS || kind == MIENI_ASSET_GRAPH;
}

// Raise a number when the same asset cooks to other bytes than before.
int mieni_cook_version(MieniAssetKind kind)
{
    switch (kind) {
    case MIENI_ASSET_MESH:
    case MIENI_ASSET_CLIP:
    case MIENI_ASSET_CLIPS:
    case MIENI_ASSET_POSES:
        return 2;
    case MIENI_ASSET_SKELETON:
    case MIENI_ASSET_GRAPH:
        return 1;
    default:
        return 0;
    }
}

static void tell(const MieniCookOptions *options, const char *file, const char *sentence)
{
    if (options != NULL && options->note != NULL)
        options->note(options->user, file, sentence);
}

static MienStatus note_bones(const MieniProject *project, const char *path, const MieniSkeletonRecipe *recipe,
                             MieniProblem *problem)
{
    char bones[MIENI_PATH_ROOM];
    MieniTextOut text = {0};
    if (!mieni_project_bones_path(project, path, bones))
        return mieni_problem_set(problem, path, MIEN_ERROR_LIMIT, mieni_nowhere(), "This path is too long.");
    mieni_skeleton_bones_text(recipe, &text);
    const MienStatus status =
        text.is_out_of_memory
            ? mieni_problem_set(problem, path, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.")
            : mieni_derived_write(project, bones, text.bytes, text.size, NULL, problem);
    mieni_text_release(&text);
    return status;
}

static MienStatus cook_skeleton(const MieniProject *project, const char *path,
                                const MieniCookOptions *options, MienAuthorPack *out_pack,
                                MieniProblem *problem)
{
    MieniSkeletonRecipe recipe;
    MienError error = {0};
    MienStatus status = mieni_skeleton_recipe_whole(project, path, &recipe, problem);
    if (status != MIEN_OK)
        return status;
    status = mien_author_skeleton_cook(&recipe.skeleton, mieni_project_allocator(project), out_pack, &error);
    status = mieni_project_status(project, status, &error);
    if (status != MIEN_OK)
        mieni_problem_set(problem, path, status, mieni_at_error(&error), "%s", error.message);
    else if (options == NULL || options->output == NULL)
        status = note_bones(project, path, &recipe, problem);
    mieni_skeleton_recipe_release(&recipe);
    return status;
}

/// Says what the source has by now and the asset does not know of.
static void tell_of_mesh(const MieniCookOptions *options, const char *path, const MieniMeshNotes *notes)
{
    char sentence[400];
    if (notes->new_morph_count > 0) {
        snprintf(sentence, sizeof sentence,
                 "The source file has %d morph%s that %s not listed here, such as %s: run `mien import` to "
                 "add %s.",
                 notes->new_morph_count, notes->new_morph_count == 1 ? "" : "s",
                 notes->new_morph_count == 1 ? "is" : "are", notes->new_morph,
                 notes->new_morph_count == 1 ? "it" : "them");
        tell(options, path, sentence);
    }
    if (notes->moved_bone_count > 0) {
        snprintf(sentence, sizeof sentence,
                 "%d bone%s elsewhere in the source file, such as %s: run `mien import` to update.",
                 notes->moved_bone_count, notes->moved_bone_count == 1 ? " is" : "s are", notes->moved_bone);
        tell(options, path, sentence);
    }
}

static MienStatus cook_mesh(const MieniProject *project, const char *path, const MieniCookOptions *options,
                            MienAuthorPack *out_pack, MieniProblem *problem)
{
    MieniMeshRecipe recipe;
    MienError error = {0};
    MienStatus status = mieni_mesh_recipe(project, path, &recipe, problem);
    if (status != MIEN_OK)
        return status;
    tell_of_mesh(options, path, &recipe.notes);
    status = mien_author_mesh_cook(&recipe.mesh, mieni_project_allocator(project), out_pack, &error);
    status = mieni_project_status(project, status, &error);
    if (status != MIEN_OK)
        mieni_problem_set(problem, path, status, mieni_at_error(&error), "%s", error.message);
    mieni_mesh_recipe_release(&recipe);
    return status;
}

static MienStatus note_mode(const MieniProject *project, const char *path, const MieniPosesRecipe *recipe,
                            MieniProblem *problem)
{
    char note[MIENI_PATH_ROOM], text[32];
    if (!mieni_project_mode_path(project, path, note))
        return mieni_problem_set(problem, path, MIEN_ERROR_LIMIT, mieni_nowhere(), "This path is too long.");
    const size_t size = mieni_poses_mode_text(&recipe->asset, text);
    return mieni_derived_write(project, note, text, size, NULL, problem);
}

static MienStatus cook_poses(const MieniProject *project, const char *path, const MieniCookOptions *options,
                             MienAuthorPack *out_pack, MieniProblem *problem)
{
    MieniPosesRecipe recipe;
    MienError error = {0};
    char sentence[400];
    MienStatus status = mieni_poses_recipe(project, path, &recipe, problem);
    if (status != MIEN_OK)
        return status;
    for (int i = 0; i < recipe.match.count; ++i)
        if (recipe.match.rows[i].state == MIENI_MATCH_CHANGED && !recipe.match.rows[i].is_skipped) {
            snprintf(sentence, sizeof sentence, "%s follows its source file, which has changed.",
                     recipe.match.rows[i].name);
            tell(options, path, sentence);
        }
    status =
        mien_author_pose_asset_cook(&recipe.poses, mieni_project_allocator(project), out_pack, NULL, &error);
    status = mieni_project_status(project, status, &error);
    if (status != MIEN_OK)
        mieni_problem_set(problem, path, status, mieni_at_error(&error), "%s", error.message);
    else if (options == NULL || options->output == NULL)
        status = note_mode(project, path, &recipe, problem);
    mieni_poses_recipe_release(&recipe);
    return status;
}

MienStatus mieni_cook_clip_recipe(const MieniClipRecipe *recipe, MienAuthorPack *out_pack, MienError *error)
{
    const MienAuthorClipOptions cooking = {.allocator = recipe->arena.allocator,
                                           .curve_error = recipe->curve_error,
                                           .curve_errors = recipe->curve_errors,
                                           .track_error = recipe->track_error,
                                           .shell = recipe->shell,
                                           .skeleton =
                                               recipe->has_skeleton ? &recipe->skeleton.skeleton : NULL};
    return mien_author_clip_cook(recipe->clip, &cooking, out_pack, NULL, error);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void note_facts(const MienAuthorClip *clip, MieniCookResult *result)
{
    const char **names = mieni_arena_take(&result->arena, (size_t)clip->curve_count, sizeof *names);
    for (int i = 0; names != NULL && i < clip->curve_count; ++i)
        names[i] = mieni_arena_text(&result->arena, clip->curves[i].name, strlen(clip->curves[i].name));
    if (result->arena.is_out_of_memory)
        return;
    if (clip->curve_count > 0)
        qsort(names, (size_t)clip->curve_count, sizeof *names, compare_names);
    result->clip = (MieniClipFacts){clip->length, clip->track_count, names, clip->curve_count};
}

/// result may be NULL.
static MienStatus cook_clip(const MieniProject *project, const char *path, const MieniCookOptions *options,
                            MienAuthorPack *out_pack, MieniCookResult *result, MieniProblem *problem)
{
    MieniClipRecipe recipe;
    MienError error = {0};
    const char *member = options != NULL ? options->member : NULL;
    MienStatus status = mieni_clip_recipe(project, path, member, &recipe, problem);
    if (status != MIEN_OK)
        return status;
    status = mieni_cook_clip_recipe(&recipe, out_pack, &error);
    status = mieni_project_status(project, status, &error);
    if (status != MIEN_OK)
        mieni_problem_set(problem, member != NULL ? member : path, status, mieni_at_error(&error), "%s",
                          error.message);
    else if (result != NULL)
        note_facts(recipe.clip, result);
    mieni_clip_recipe_release(&recipe);
    return status;
}

static MienStatus cook_graph(const MieniProject *project, const char *path, MienAuthorPack *out_pack,
                             MieniProblem *problem)
{
    MieniGraphs graphs = {0};
    const MieniGraphText *text;
    MienStatus status = mieni_graphs_read(&graphs, project, path, &text, problem);
    if (status == MIEN_OK)
        status = mieni_graphs_cook(&graphs, project, text, out_pack, problem);
    mieni_graphs_release(&graphs);
    return status;
}

bool mieni_cook_pack_path(const MieniProject *project, const char *path, const char *member,
                          char out[MIENI_PATH_ROOM])
{
    char name[MIENI_PATH_ROOM];
    if (member == NULL)
        return mieni_project_pack_path(project, path, out);
    return mieni_clips_member_name(member, name) && mieni_project_pack_path(project, name, out);
}

static MienStatus cook(const MieniProject *project, const char *path, const MieniCookOptions *options,
                       MienAuthorPack *out_pack, MieniCookResult *result, MieniProblem *problem)
{
    const MieniAssetKind kind = mieni_asset_kind_of_path(path);
    if (!mieni_cook_has_pack(kind))
        return mieni_problem_set(problem, path, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "Only skeletons, meshes, poses, clips and graphs are cooked into packs.");
    if ((kind == MIENI_ASSET_CLIPS) != (options != NULL && options->member != NULL))
        return mieni_problem_set(problem, path, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "A clip collection is cooked file by file: name the file.");
    return kind == MIENI_ASSET_SKELETON ? cook_skeleton(project, path, options, out_pack, problem)
           : kind == MIENI_ASSET_MESH   ? cook_mesh(project, path, options, out_pack, problem)
           : kind == MIENI_ASSET_POSES  ? cook_poses(project, path, options, out_pack, problem)
           : kind == MIENI_ASSET_GRAPH  ? cook_graph(project, path, out_pack, problem)
                                        : cook_clip(project, path, options, out_pack, result, problem);
}

MienStatus mieni_cook_pack(const MieniProject *project, const char *path, const char *member,
                           MienAuthorPack *out_pack, MieniProblem *problem)
{
    // With an output, cooking notes nothing in the build folder.
    const MieniCookOptions options = {.member = member, .output = ""};
    const MieniPackStore *packs = project->packs;
    MieniInputs inputs = {.has_no_hashes = true};
    MieniProject noting = *project;
    *out_pack = (MienAuthorPack){0};
    if (packs == NULL)
        return cook(project, path, &options, out_pack, NULL, problem);
    if (packs->find(packs->user, project, path, member, out_pack))
        return MIEN_OK;
    noting.inputs = &inputs;
    const MienStatus status = cook(&noting, path, &options, out_pack, NULL, problem);
    mieni_inputs_sort(&inputs);
    if (status == MIEN_OK)
        packs->keep(packs->user, project, path, member, &inputs, out_pack);
    mieni_inputs_release(&inputs);
    return status;
}

MienStatus mieni_cook(const MieniProject *project, const char *path, const MieniCookOptions *options,
                      MieniCookResult *out_result, MieniProblem *problem)
{
    MieniProject noting = *project;
    MienAuthorPack pack = {0};
    char derived[MIENI_PATH_ROOM];
    const char *output = options != NULL ? options->output : NULL;
    MieniBudget budget;
    *out_result = (MieniCookResult){0};
    noting.inputs = &out_result->inputs;
    if (project->budget != NULL) { // each pack has its own: limits rise by what is read for it alone
        mieni_budget_begin(&budget, NULL, &project->budget->limits, 0);
        noting.budget = &budget;
    }
    if (!mieni_cook_pack_path(project, path, options != NULL ? options->member : NULL, derived))
        return mieni_problem_set(problem, path, MIEN_ERROR_LIMIT, mieni_nowhere(), "This path is too long.");
    MienStatus status = cook(&noting, path, options, &pack, out_result, problem);
    if (status == MIEN_OK && output != NULL)
        status = mieni_file_write(output, pack.data, pack.size, &out_result->is_changed, problem);
    else if (status == MIEN_OK) // a build makes it safe with all others, see build.c
        status =
            mieni_derived_write(project, derived, pack.data, pack.size, &out_result->is_changed, problem);
    out_result->size = pack.size;
    if (status == MIEN_OK)
        out_result->hash = mieni_content_hash(pack.data, pack.size);
    if (status == MIEN_OK && out_result->arena.is_out_of_memory)
        status = mieni_problem_set(problem, path, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    mieni_inputs_sort(&out_result->inputs);
    mien_author_pack_release(&pack);
    if (status != MIEN_OK)
        mieni_cook_result_release(out_result);
    return status;
}

void mieni_cook_result_release(MieniCookResult *result)
{
    mieni_inputs_release(&result->inputs);
    mieni_arena_release(&result->arena);
    result->clip = (MieniClipFacts){0};
}
