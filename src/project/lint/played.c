// SPDX-License-Identifier: MIT
//
// Clips as graphs play them, read once per run.

#include "core/float_rules.h"

#include "project/lint/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A clip that a clips asset makes.
typedef struct Member {
    const char *asset, *file;
} Member;

static void add_members(MieniLint *lint, const char *asset)
{
    MieniPaths members = {0};
    char name[MIENI_PATH_ROOM];
    // What is wrong with the asset is told with it.
    if (mieni_lint_wants_members(lint, asset) &&
        mieni_clips_members(&lint->project, asset, mieni_lint_files(lint), &members, NULL) == MIEN_OK)
        for (int i = 0; i < members.count; ++i) {
            Member *member = mieni_arena_take(&lint->arena, 1, sizeof *member);
            if (member == NULL || !mieni_clips_member_name(members.items[i], name))
                continue;
            *member = (Member){asset, mieni_lint_text(lint, "%s", members.items[i])};
            mieni_name_map_add(&lint->members, mieni_lint_text(lint, "%s.json", name), member);
        }
    mieni_paths_release(&members);
}

/// The same for an asset whose files are not listed.
static const Member *find_unlisted(MieniLint *lint, const char *asset, const char *path)
{
    MieniAsset clips;
    char file[MIENI_PATH_ROOM];
    Member *member = NULL;
    if (mieni_lint_wants_members(lint, asset) ||
        mieni_project_load(&lint->project, asset, MIENI_ASSET_CLIPS, &clips, NULL) != MIEN_OK)
        return NULL;
    if (mieni_clips_file_of(&lint->project, &clips, path, file) &&
        (member = mieni_arena_take(&lint->arena, 1, sizeof *member)) != NULL) {
        *member = (Member){asset, mieni_lint_text(lint, "%s", file)};
        mieni_name_map_add(&lint->members, mieni_lint_text(lint, "%s", path), member);
    }
    mieni_asset_release(&clips);
    return member;
}

bool mieni_lint_member(MieniLint *lint, const char *path, const char **out_asset, const char **out_file)
{
    const MieniPaths *files = mieni_lint_files(lint);
    for (int i = 0; !lint->has_members && i < files->count; ++i)
        if (mieni_asset_kind_of_path(files->items[i]) == MIENI_ASSET_CLIPS)
            add_members(lint, files->items[i]);
    lint->has_members = true;
    const Member *member = mieni_name_map_get(&lint->members, path);
    for (int i = 0; member == NULL && i < files->count; ++i)
        if (mieni_asset_kind_of_path(files->items[i]) == MIENI_ASSET_CLIPS)
            member = find_unlisted(lint, files->items[i], path);
    if (member == NULL)
        return false;
    *out_asset = member->asset;
    *out_file = member->file;
    return true;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/// What of a clip that was measured moves.
static void shorten(const MieniLintClip *clip, MieniLintPlayed *played)
{
    MieniLint *lint = clip->lint;
    played->skeleton = clip->skeleton;
    played->curves = mieni_arena_take(&lint->arena, (size_t)clip->curve_count, sizeof *played->curves);
    for (int c = 0; played->curves != NULL && c < clip->curve_count; ++c)
        if (clip->curves[c].is_moving)
            played->curves[played->curve_count++] = mieni_lint_text(lint, "%s", clip->curves[c].name);
    if (played->curve_count > 0)
        qsort(played->curves, (size_t)played->curve_count, sizeof *played->curves, compare_names);
    if (clip->skeleton == NULL)
        return;
    const size_t words = mieni_lint_words(clip->skeleton);
    played->moving = mieni_arena_take(&lint->arena, words, sizeof *played->moving);
    if (played->moving != NULL)
        memcpy(played->moving, clip->moving, words * sizeof *played->moving);
}

/// Reads a clip, or a member of a clips asset.
static bool read_clip(MieniLint *lint, const char *path, const char *member, MieniLintPlayed *played)
{
    MieniClipRecipe recipe;
    MieniProblem problem = {0};
    MieniLintClip clip = {.lint = lint, .path = path, .member = member, .recipe = &recipe};
    if (mieni_clip_recipe(&lint->project, path, member, &recipe, &problem) != MIEN_OK) {
        mieni_lint_unreadable(lint, &problem);
        return false;
    }
    const char *preview = mieni_asset_preview(&recipe.asset);
    played->preview = preview != NULL ? mieni_lint_text(lint, "%s", preview) : NULL;
    clip.skeleton = mieni_lint_skeleton(lint, mieni_asset_skeleton(&recipe.asset));
    const bool is_measured = mieni_lint_measure_curves(&clip) &&
                             (clip.skeleton == NULL || mieni_lint_measure_tracks(&clip, clip.skeleton));
    if (is_measured)
        shorten(&clip, played);
    mieni_lint_release(lint, &clip.scratch);
    mieni_clip_recipe_release(&recipe);
    return is_measured;
}

const MieniLintPlayed *mieni_lint_played(MieniLint *lint, const char *path)
{
    MieniLintPlayed *played = mieni_name_map_get(&lint->played, path);
    const char *asset = path, *member = NULL;
    if (played != NULL)
        return played->path != NULL ? played : NULL;
    played = mieni_arena_take(&lint->arena, 1, sizeof *played);
    if (played == NULL)
        return NULL;
    mieni_name_map_add(&lint->played, path, played); // without a path until it is read
    if (!mieni_project_exists(&lint->project, path) && !mieni_lint_member(lint, path, &asset, &member))
        return NULL; // told where it is named
    if (mieni_asset_kind_of_path(path) != MIENI_ASSET_CLIP || !read_clip(lint, asset, member, played) ||
        lint->arena.is_out_of_memory)
        return NULL;
    played->path = mieni_lint_text(lint, "%s", path);
    return played;
}
