// SPDX-License-Identifier: MIT
//
// Solves clips of an open project.

#include "studio/model/commands/solve.h"

#include "asset/view.h"
#include "studio/model/facts/strings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Copies

static const char *copy_text(MieniArena *arena, const char *text)
{
    return text != NULL ? mieni_arena_text(arena, text, strlen(text)) : NULL;
}

static const char *const *copy_texts(MieniArena *arena, const char *const *texts, int count)
{
    const char **copies = mieni_arena_take(arena, (size_t)count, sizeof *copies);
    for (int i = 0; copies != NULL && i < count; ++i)
        copies[i] = copy_text(arena, texts[i]);
    return copies;
}

static void *copy_items(MieniArena *arena, const void *items, int count, size_t size)
{
    void *copies = mieni_arena_take(arena, (size_t)count, size);
    if (copies != NULL && count > 0 && items != NULL)
        memcpy(copies, items, (size_t)count * size);
    return copies;
}

static const MieniProposedPose *copy_proposed(MieniArena *arena, const MieniProposedPose *poses, int count)
{
    MieniProposedPose *copies = copy_items(arena, poses, count, sizeof *copies);
    for (int i = 0; copies != NULL && i < count; ++i) {
        copies[i].bones = copy_texts(arena, poses[i].bones, poses[i].bone_count);
        copies[i].transforms =
            copy_items(arena, poses[i].transforms, poses[i].bone_count, sizeof *poses[i].transforms);
    }
    return copies;
}

MieniClipSolved studio_solved_copy(const MieniClipSolved *solved, MieniArena *arena)
{
    MieniClipSolved copy = *solved;
    MieniSolvedCurve *curves = copy_items(arena, solved->curves, solved->curve_count, sizeof *curves);
    MieniSolveLoss *losses = copy_items(arena, solved->losses, solved->loss_count, sizeof *losses);
    for (int i = 0; curves != NULL && i < solved->curve_count; ++i)
        curves[i].name = copy_text(arena, curves[i].name);
    for (int i = 0; losses != NULL && i < solved->loss_count; ++i)
        losses[i].name = copy_text(arena, losses[i].name);
    copy.curves = curves;
    copy.losses = losses;
    copy.flags = copy_items(arena, solved->flags, solved->frame_count, sizeof *solved->flags);
    copy.missing = copy_texts(arena, solved->missing, solved->missing_count);
    copy.unseen = copy_texts(arena, solved->unseen, solved->unseen_count);
    copy.proposed = copy_proposed(arena, solved->proposed, solved->proposed_count);
    return copy;
}

const MieniSolvedCurve *studio_solved_curve(const MieniClipSolved *solved, const char *name)
{
    for (int i = 0; i < solved->curve_count; ++i)
        if (strcmp(solved->curves[i].name, name) == 0)
            return &solved->curves[i];
    return NULL;
}

const char *studio_solved_word(const MieniClipSolved *solved, const MieniSolvedCurve *curve)
{
    if (!solved->report.is_smoothed || curve->deviation <= MIENI_SOLVE_SURE) // exact takes are
        return "sure";
    return curve->deviation <= MIENI_SOLVE_ABOUT ? "about" : "guess";
}

bool studio_solved_next(const MieniClipSolved *solved, int from, int *out_first, int *out_last)
{
    int first = from;
    while (first < solved->frame_count && !solved->flags[first])
        ++first;
    int last = first;
    while (last + 1 < solved->frame_count && solved->flags[last + 1])
        ++last;
    *out_first = first;
    *out_last = last;
    return first < solved->frame_count;
}

static void copy_settings(StudioSolve *solve, const MieniSolveSettings *settings)
{
    MieniArena *arena = &solve->memory;
    MieniSolveSettings *copy = &solve->settings;
    *copy = *settings;
    copy->poses = copy_text(arena, settings->poses);
    copy->points = copy_text(arena, settings->points);
    copy->head = copy_text(arena, settings->head);
    copy->only = copy_texts(arena, settings->only, settings->only_count);
    copy->prefer = copy_texts(arena, settings->prefer, settings->prefer_count);
    for (int i = 0; i < 2; ++i) {
        const double *number = i == 0 ? settings->neutral : settings->smooth;
        solve->numbers[i] = number != NULL ? *number : 0.0;
    }
    copy->neutral = settings->neutral != NULL ? &solve->numbers[0] : NULL;
    copy->smooth = settings->smooth != NULL ? &solve->numbers[1] : NULL;
}

// Solving

MienStatus studio_solve_begin(Studio *studio, const char *clip, const char *to,
                              const MieniSolveSettings *settings, const MieniSolveRun *how,
                              StudioSolve **out_solve, MieniProblem *problem)
{
    *out_solve = NULL;
    if (strcmp(clip, to) != 0 && studio_exists(studio, to))
        return mieni_problem_set(problem, to, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "An asset of this name already exists");
    StudioSolve *solve = calloc(1, sizeof *solve);
    if (solve == NULL)
        return studio_no_memory(problem, to);
    snprintf(solve->clip, sizeof solve->clip, "%s", clip);
    snprintf(solve->to, sizeof solve->to, "%s", to);
    solve->how = *how;
    if (settings != NULL)
        copy_settings(solve, settings);
    MienStatus status = solve->memory.is_out_of_memory ? studio_no_memory(problem, to) : MIEN_OK;
    if (status == MIEN_OK)
        status = studio_edit_begin(&solve->edit, studio, problem);
    if (status != MIEN_OK) {
        studio_solve_destroy(solve);
        return status;
    }
    *out_solve = solve;
    return MIEN_OK;
}

static MienStatus run(StudioSolve *solve, MieniAsset *asset)
{
    MieniClipRecipe recipe;
    if (solve->settings.poses != NULL && !mieni_solve_put(asset, &solve->settings))
        return studio_no_memory(&solve->problem, solve->to);
    const MienStatus status = mieni_clip_recipe_solving(solve->edit.project, solve->to, asset, &solve->how,
                                                        &recipe, &solve->problem);
    if (status != MIEN_OK)
        return status;
    solve->solved = studio_solved_copy(&recipe.solved, &solve->memory);
    mieni_clip_recipe_release(&recipe);
    return solve->memory.is_out_of_memory ? studio_no_memory(&solve->problem, solve->to) : MIEN_OK;
}

void studio_solve_run(StudioSolve *solve)
{
    MieniAsset asset;
    const MienError none = {0};
    solve->status = studio_edit_load(&solve->edit, solve->clip, &asset, &solve->problem);
    if (solve->status != MIEN_OK)
        return;
    solve->status = run(solve, &asset);
    if (solve->status == MIEN_OK)
        solve->status = studio_edit_save(&solve->edit, solve->to, &asset, MIEN_OK, &none, &solve->problem);
    else
        mieni_asset_release(&asset);
}

MienStatus studio_solve_end(StudioSolve *solve, MieniProblem *problem)
{
    char name[STUDIO_LABEL_ROOM], poses[STUDIO_LABEL_ROOM];
    if (problem != NULL && solve->status != MIEN_OK)
        *problem = solve->problem;
    return studio_edit_endf(&solve->edit, solve->status, problem, NULL, "solve %.180s with %.180s",
                            studio_asset_name(solve->clip, name),
                            studio_asset_name(mieni_text_or_empty(solve->settings.poses), poses));
}

void studio_solve_destroy(StudioSolve *solve)
{
    if (solve == NULL)
        return;
    studio_edit_drop(&solve->edit);
    mieni_arena_release(&solve->memory);
    free(solve);
}

// Accepting

/// The poses in their asset.
static MienStatus add_poses(const StudioEdit *edit, const char *path, const MieniProposedPose *proposed,
                            const char *const *names, int count, MieniProblem *problem)
{
    MieniAsset poses;
    MienError error = {0};
    MienStatus status = studio_edit_load(edit, path, &poses, problem);
    if (status != MIEN_OK)
        return status;
    for (int i = 0; i < count && status == MIEN_OK; ++i)
        if (names[i] != NULL)
            status = mieni_solve_accept(&poses, names[i], &proposed[i], &error);
    return studio_edit_save(edit, path, &poses, status, &error, problem);
}

MienStatus studio_solve_accept(Studio *studio, const char *clip, const MieniProposedPose *proposed,
                               const char *const *names, int count, MieniProblem *problem)
{
    StudioEdit edit;
    MieniAsset asset;
    const MienError none = {0};
    char label[STUDIO_LABEL_ROOM], poses[MIENI_PATH_ROOM];
    const char *given[MIEN_SOLVE_MOST_PROPOSED];
    int given_count = 0;
    for (int i = 0; i < count && i < MIEN_SOLVE_MOST_PROPOSED; ++i)
        if (names[i] != NULL)
            given[given_count++] = names[i];
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK)
        status = studio_edit_load(&edit, clip, &asset, problem);
    if (status != MIEN_OK) {
        studio_edit_drop(&edit);
        return status;
    }
    const MieniSolveView *settings = mieni_clip_solve(mieni_clip_of(&asset));
    snprintf(poses, sizeof poses, "%s", mieni_text_or_empty(mieni_solve_poses(settings)));
    const bool is_listing = mieni_solve_only_count(settings) > 0;
    for (int i = 0; i < given_count && status == MIEN_OK; ++i)
        status = mieni_solve_also(&asset, given[i]) ? MIEN_OK : MIEN_ERROR_MEMORY;
    if (status == MIEN_OK && !is_listing)
        mieni_asset_release(&asset); // the clip stays as it is
    else
        status = studio_edit_save(&edit, clip, &asset, status, &none, problem);
    if (status == MIEN_OK)
        status = add_poses(&edit, poses, proposed, names, count, problem);
    studio_label_many(label, "add proposed", given, given_count, "poses");
    return studio_edit_end(&edit, status, label, NULL, problem);
}

// What can be solved

static const MieniClipView *clip_of(Studio *studio, const char *clip)
{
    const MieniAsset *asset;
    if (mieni_asset_kind_of_path(clip) != MIENI_ASSET_CLIP ||
        studio_asset(studio, clip, &asset, NULL) != MIEN_OK)
        return NULL;
    return mieni_clip_of(asset);
}

const char *studio_solve_reason(Studio *studio, const char *clip)
{
    const MieniClipView *view = clip_of(studio, clip);
    const StudioFile *file = studio_files_find(&studio->files, clip);
    if (view == NULL)
        return "Select a clip first";
    if (studio->is_read_only)
        return "This project is read-only";
    if (file != NULL && file->is_member)
        return "This clip is part of a clip collection";
    if (mieni_clip_tracks(view) == NULL && mieni_clip_curves(view) == NULL)
        return "This clip has no take to solve";
    return NULL;
}

/// Whether a pose asset is on a skeleton.
static bool is_on(const MieniProject *project, const char *poses, const char *skeleton)
{
    MieniAsset asset;
    if (mieni_project_load(project, poses, MIENI_ASSET_POSES, &asset, NULL) != MIEN_OK)
        return false;
    const bool is_same = strcmp(mieni_text_or_empty(mieni_asset_skeleton(&asset)), skeleton) == 0;
    mieni_asset_release(&asset);
    return is_same;
}

/// How well a pose asset suits a clip.
static int rank(const char *path, const MieniClipView *clip)
{
    const char *const best[] = {mieni_solve_poses(mieni_clip_solve(clip)), mieni_clip_preview(clip)};
    char wanted[STUDIO_LABEL_ROOM], name[STUDIO_LABEL_ROOM];
    for (int i = 0; i < 2; ++i)
        if (best[i] != NULL && strcmp(best[i], path) == 0)
            return 3 - i;
    studio_asset_name(mieni_text_or_empty(mieni_clip_skeleton(clip)), wanted);
    return strcmp(studio_asset_name(path, name), wanted) == 0;
}

static MienStatus find_poses(const MieniProject *project, const MieniClipView *clip, MieniPaths *out_paths,
                             int *out_best, MieniProblem *problem)
{
    MieniPaths files = {0};
    int best = -1;
    MienStatus status = mieni_project_files(project, &files, problem);
    for (int i = 0; i < files.count && status == MIEN_OK; ++i) {
        const char *path = files.items[i];
        if (mieni_asset_kind_of_path(path) != MIENI_ASSET_POSES ||
            !is_on(project, path, mieni_text_or_empty(mieni_clip_skeleton(clip))))
            continue;
        if (rank(path, clip) > best) {
            best = rank(path, clip);
            *out_best = out_paths->count;
        }
        if (!mieni_paths_add(out_paths, path))
            status = studio_no_memory(problem, path);
    }
    mieni_paths_release(&files);
    return status;
}

MienStatus studio_solve_find_poses(const StudioSnapshot *snapshot, const char *clip, MieniPaths *out_paths,
                                   int *out_best, MieniProblem *problem)
{
    MieniAsset asset;
    *out_paths = (MieniPaths){0};
    *out_best = 0;
    const MienStatus status = mieni_project_load(&snapshot->project, clip, MIENI_ASSET_CLIP, &asset, problem);
    if (status != MIEN_OK)
        return status;
    const MienStatus found =
        find_poses(&snapshot->project, mieni_clip_of(&asset), out_paths, out_best, problem);
    mieni_asset_release(&asset);
    return found;
}

const char *studio_solve_to(const Studio *studio, const char *clip, char to[MIENI_PATH_ROOM])
{
    const int stem = (int)(strlen(clip) - strlen(".clip.json"));
    snprintf(to, MIENI_PATH_ROOM, "%.*s_solved.clip.json", stem, clip);
    for (int n = 2; studio_exists(studio, to); ++n)
        snprintf(to, MIENI_PATH_ROOM, "%.*s_solved_%d.clip.json", stem, clip, n);
    return to;
}
