// SPDX-License-Identifier: MIT
//
// Renames in the whole project: every asset is read and changed in memory first, and written only
// if all changes succeed.

#include "asset/edit/poses.h"
#include "project/recipes/recipes.h"
#include "project/rename/renaming.h"

#include <stdlib.h>
#include <string.h>

/// Morphs are found in their source by the name that it has for them.
static int rename_morphs(const MieniRenaming *renaming, MieniJsonDocument *json, const MieniMeshView *mesh)
{
    int places = 0;
    for (int i = 0; i < mieni_mesh_morph_count(mesh); ++i) {
        MieniMorphView *morph = mieni_mesh_morph(mesh, i);
        const char *before = mieni_morph_name(morph), *after = mieni_rename_new_name(renaming, before);
        if (after == NULL)
            continue;
        const char *target = mieni_morph_target(morph) != NULL ? mieni_morph_target(morph) : before;
        mieni_morph_set_name(json, morph, after);
        mieni_morph_set_target(json, morph, strcmp(target, after) != 0 ? target : NULL);
        ++places;
    }
    return places;
}

/// Renames the keys of an object from names to numbers; they keep their places.
static int rename_keys(const MieniRenaming *renaming, MieniJsonDocument *json, MieniJson *object)
{
    int places = 0;
    for (int i = 0; object != NULL && i < object->count; ++i) {
        const char *other = mieni_rename_new_name(renaming, object->keys[i]);
        const MieniJson *kept = other != NULL ? mieni_json_string(json, other) : NULL;
        if (kept == NULL)
            continue;
        object->keys[i] = kept->string;
        ++places;
    }
    return places;
}

/// Takes pairs that rename a name to itself out of a modifier; true if none is left.
static bool drop_idle_pairs(const MieniModifierView *modifier)
{
    MieniJson *names = mieni_modifier_names_json(modifier), *to = mieni_modifier_to_json(modifier);
    for (int i = 0; i < mieni_view_count(names) && i < mieni_view_count(to);)
        if (mieni_json_equal(names->items[i], to->items[i])) {
            mieni_json_remove(names, i);
            mieni_json_remove(to, i);
        } else {
            ++i;
        }
    return names != NULL && names->count == 0;
}

/// Modifiers name bones or curves; only what names curves follows.
static int rename_modifiers(const MieniRenaming *renaming, MieniJsonDocument *json, MieniJson *rows)
{
    int places = 0;
    for (int i = 0; i < mieni_view_count(rows); ++i) {
        const MieniModifierView *modifier = mieni_modifier_view(rows->items[i]);
        const char *kind = mieni_text_or_empty(mieni_modifier_do(modifier));
        const bool renames = strcmp(kind, "rename_curves") == 0;
        if (strstr(kind, "curves") == NULL)
            continue;
        // What a rename begins with is the source's and stays.
        const int found = mieni_rename_names(
            renaming, json, renames ? mieni_modifier_to_json(modifier) : mieni_modifier_names_json(modifier));
        places += found;
        if (found > 0 && renames && drop_idle_pairs(modifier))
            mieni_json_remove(rows, i--);
    }
    return places;
}

/// Whether a modifier gives a curve this name: then that modifier is what follows.
static bool is_made_by_modifier(const MieniClipRecipe *recipe, const char *name)
{
    for (int m = 0; m < recipe->modifier_count; ++m)
        if (recipe->modifiers[m].kind == MIEN_AUTHOR_RENAME_CURVES)
            for (int i = 0; i < recipe->modifiers[m].name_count; ++i)
                if (strcmp(recipe->modifiers[m].new_names[i], name) == 0)
                    return true;
    return false;
}

/// Whether a curve comes from solving: then it follows the poses.
static bool is_made_by_solving(const MieniClipRecipe *recipe, const char *name)
{
    for (int i = 0; i < recipe->solved.curve_count; ++i)
        if (strcmp(recipe->solved.curves[i].name, name) == 0)
            return true;
    return false;
}

/// Notes which of the names the clip, or a member of a clips asset, has as a curve from
/// its source or map: those need a modifier. Returns how many are new.
static int sourced_names(const MieniRenaming *renaming, const char *path, const char *member,
                         bool *is_sourced, MienStatus *out_status)
{
    MieniClipRecipe recipe;
    int found = 0;
    *out_status = mieni_clip_recipe(renaming->project, path, member, &recipe, renaming->problem);
    if (*out_status != MIEN_OK)
        return 0;
    const MieniClipView *clip = mieni_clip_of(&recipe.asset);
    for (int i = 0; i < renaming->count; ++i) {
        bool has = false;
        for (int c = 0; c < recipe.clip->curve_count && !has && !is_sourced[i]; ++c)
            has = strcmp(recipe.clip->curves[c].name, renaming->from[i]) == 0 &&
                  mieni_clip_find_keyed_curve(clip, renaming->from[i]) < 0 &&
                  !is_made_by_solving(&recipe, renaming->from[i]) &&
                  !is_made_by_modifier(&recipe, renaming->from[i]);
        is_sourced[i] = is_sourced[i] || has;
        found += has;
    }
    mieni_clip_recipe_release(&recipe);
    return found;
}

/// The same over the members of a clips asset, until all names are found.
static int sourced_by_members(const MieniRenaming *renaming, const char *path, bool *is_sourced,
                              MienStatus *out_status)
{
    MieniPaths members = {0};
    int found = 0;
    *out_status = mieni_clips_members(renaming->project, path, renaming->files, &members, renaming->problem);
    for (int i = 0; i < members.count && found < renaming->count && *out_status == MIEN_OK; ++i)
        found += sourced_names(renaming, path, members.items[i], is_sourced, out_status);
    mieni_paths_release(&members);
    return found;
}

/// Adds a modifier for names that come from sources.
static MienStatus rename_sourced(const MieniRenaming *renaming, const char *path, MieniAsset *asset,
                                 int *places)
{
    MieniJsonDocument *json = &asset->json;
    bool *is_sourced = calloc((size_t)renaming->count, sizeof *is_sourced);
    MienStatus status = MIEN_OK;
    int found = 0;
    if (is_sourced == NULL)
        return mieni_rename_no_memory(renaming, path);
    if (asset->kind == MIENI_ASSET_CLIPS)
        found = sourced_by_members(renaming, path, is_sourced, &status);
    else if (mieni_clip_curves(mieni_clip_of(asset)) != NULL)
        found = sourced_names(renaming, path, NULL, is_sourced, &status);
    if (found > 0) {
        MieniModifierView *modifier = asset->kind == MIENI_ASSET_CLIPS
                                          ? mieni_clips_add_modifier(json, mieni_clips_of(asset))
                                          : mieni_clip_add_modifier(json, mieni_clip_of(asset));
        mieni_modifier_set_do(json, modifier, "rename_curves");
        for (int i = 0; i < renaming->count; ++i)
            if (is_sourced[i]) {
                mieni_modifier_add_names(json, modifier, renaming->from[i]);
                mieni_modifier_add_to(json, modifier, renaming->to[i]);
            }
        ++*places;
    }
    free(is_sourced);
    return status;
}

static MienStatus rename_poses(const MieniRenaming *renaming, const char *path, MieniAsset *asset,
                               int *places)
{
    MieniJsonDocument *json = &asset->json;
    const char **from = calloc(2 * (size_t)renaming->count, sizeof *from);
    MienError error = {0};
    int count = 0;
    if (from == NULL)
        return mieni_rename_no_memory(renaming, path);
    const char **to = from + renaming->count;
    for (int i = 0; i < renaming->count; ++i)
        if (mieni_poses_find(asset, renaming->from[i]) >= 0) {
            from[count] = renaming->from[i];
            to[count++] = renaming->to[i];
        }
    const MienStatus status = count > 0 ? mieni_poses_rename(asset, from, to, count, &error) : MIEN_OK;
    *places += count;
    free(from);
    if (status != MIEN_OK)
        return mieni_problem_set(renaming->problem, path, status, mieni_at_error(&error), "%s",
                                 error.message);
    const MieniPoseAssetView *poses = mieni_pose_asset_of(asset);
    for (int i = 0; i < mieni_pose_asset_pose_count(poses); ++i)
        *places += rename_keys(renaming, json, mieni_pose_curves_json(mieni_pose_asset_pose(poses, i)));
    *places += mieni_rename_rows(renaming, json, mieni_pose_asset_curves_json(poses), "name");
    *places += rename_keys(renaming, json, mieni_pose_asset_base_curves_json(poses));
    return MIEN_OK;
}

/// Curves that are solved, or preferred.
static int rename_solve(const MieniRenaming *renaming, MieniJsonDocument *json, const MieniSolveView *solve)
{
    return solve == NULL ? 0
                         : mieni_rename_names(renaming, json, mieni_solve_only_json(solve)) +
                               mieni_rename_names(renaming, json, mieni_solve_prefer_json(solve));
}

/// Of a clip; a list that has nothing left is not written.
static MienStatus rename_clip(const MieniRenaming *renaming, const char *path, MieniAsset *asset, int *places)
{
    MieniClipView *clip = mieni_clip_of(asset);
    const MienStatus status = rename_sourced(renaming, path, asset, places);
    *places += rename_solve(renaming, &asset->json, mieni_clip_solve(clip));
    *places += mieni_rename_rows(renaming, &asset->json, mieni_clip_keyed_json(clip), "curve");
    *places += rename_modifiers(renaming, &asset->json, mieni_clip_modifiers_json(clip));
    if (mieni_clip_modifier_count(clip) == 0)
        mieni_clip_unset_modifiers(clip);
    return status;
}

static MienStatus rename_clips(const MieniRenaming *renaming, const char *path, MieniAsset *asset,
                               int *places)
{
    MieniClipsView *clips = mieni_clips_of(asset);
    const MienStatus status = rename_sourced(renaming, path, asset, places);
    *places += rename_solve(renaming, &asset->json, mieni_clips_solve(clips));
    *places += rename_modifiers(renaming, &asset->json, mieni_clips_modifiers_json(clips));
    if (mieni_clips_modifier_count(clips) == 0)
        mieni_clips_unset_modifiers(clips);
    for (int i = 0; i < mieni_clips_exception_count(clips); ++i)
        *places += rename_modifiers(renaming, &asset->json,
                                    mieni_exception_modifiers_json(mieni_clips_exception(clips, i)));
    return status;
}

/// Curves of a skeleton. One whose new name the table has already goes: nothing has its old name.
static int rename_table(const MieniRenaming *renaming, MieniJsonDocument *json,
                        const MieniSkeletonView *skeleton)
{
    MieniJson *rows = mieni_skeleton_curves_json(skeleton);
    int places = 0;
    for (int i = 0; i < mieni_view_count(rows); ++i) {
        MieniCurveView *curve = mieni_skeleton_curve(skeleton, i);
        const char *name = mieni_rename_new_name(renaming, mieni_curve_name(curve));
        if (name == NULL)
            continue;
        if (mieni_skeleton_find_curve(skeleton, name) >= 0 && mieni_rename_new_name(renaming, name) == NULL)
            mieni_json_remove(rows, i--);
        else
            mieni_curve_set_name(json, curve, name);
        ++places;
    }
    return places;
}

/// Changes one asset in memory.
static MienStatus rename_asset(MieniRenaming *renaming, const char *path, MieniAsset *asset, int *places)
{
    MieniJsonDocument *json = &asset->json;
    switch (asset->kind) {
    case MIENI_ASSET_POSES:
        return rename_poses(renaming, path, asset, places);
    case MIENI_ASSET_CLIP:
        return rename_clip(renaming, path, asset, places);
    case MIENI_ASSET_CLIPS:
        return rename_clips(renaming, path, asset, places);
    case MIENI_ASSET_MODIFIERS:
        *places +=
            rename_modifiers(renaming, json, mieni_modifiers_modifiers_json(mieni_modifiers_of(asset)));
        return MIEN_OK;
    case MIENI_ASSET_MAP:
        *places += mieni_rename_rows(renaming, json, mieni_map_rows_json(mieni_map_of(asset)), "to");
        return MIEN_OK;
    case MIENI_ASSET_CHARACTER:
        *places += rename_keys(renaming, json, mieni_character_curves_json(mieni_character_of(asset)));
        return MIEN_OK;
    case MIENI_ASSET_GRAPH:
        return mieni_rename_graph(renaming, path, asset, places);
    case MIENI_ASSET_MESH:
        *places += rename_morphs(renaming, json, mieni_mesh_of(asset));
        return MIEN_OK;
    case MIENI_ASSET_SKELETON:
        *places += rename_table(renaming, json, mieni_skeleton_of(asset));
        return MIEN_OK;
    default:
        return MIEN_OK;
    }
}

MienStatus mieni_rename_everywhere(const MieniProject *project, const char *const *from,
                                   const char *const *to, int count, MieniRenamed *renamed, void *user,
                                   MieniProblem *problem)
{
    MieniRenaming renaming = {.project = project,
                              .from = from,
                              .to = to,
                              .count = count,
                              .changes = {.project = project},
                              .problem = problem};
    MieniPaths files = {0};
    MienStatus status = mieni_project_files(project, &files, problem);
    renaming.files = &files;
    for (int i = 0; i < files.count && status == MIEN_OK; ++i)
        if (mieni_asset_kind_of_path(files.items[i]) != MIENI_ASSET_NONE)
            status = mieni_rename_visit(&renaming, files.items[i], rename_asset);
    status = mieni_rename_end(&renaming, status, renamed, user);
    mieni_paths_release(&files);
    return status;
}
