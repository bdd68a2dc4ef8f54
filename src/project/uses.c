// SPDX-License-Identifier: MIT
//
// Uses of curves and files.

#include "project/uses.h"

#include "asset/view.h"
#include "base/names.h"
#include "project/recipes/recipes.h"
#include "project/rename/references.h"

#include <stdlib.h>
#include <string.h>

/// Uses while they are found.
typedef struct Finding {
    MieniArena *memory;
    MieniUse *items;
    int count, room;
    const char *file;
    int unreadable_count;
    bool is_out_of_memory;
} Finding;

static void add(Finding *finding, MieniUseKind kind, const char *curve, int row)
{
    if (curve == NULL || curve[0] == '\0' || finding->is_out_of_memory)
        return;
    if (finding->count == finding->room) {
        const int room = finding->room > 0 ? 2 * finding->room : 256;
        MieniUse *items = realloc(finding->items, sizeof *items * (size_t)room);
        if (items == NULL) {
            finding->is_out_of_memory = true;
            return;
        }
        finding->items = items;
        finding->room = room;
    }
    const char *copy = mieni_arena_text(finding->memory, curve, strlen(curve));
    if (copy == NULL)
        finding->is_out_of_memory = true;
    else
        finding->items[finding->count++] = (MieniUse){copy, kind, finding->file, row};
}

/// The strings of a list that are no patterns.
static void add_names(Finding *finding, MieniUseKind kind, const MieniJson *names, int row)
{
    for (int i = 0; i < mieni_view_count(names); ++i)
        if (strpbrk(mieni_view_text(names, i), "*?") == NULL)
            add(finding, kind, mieni_view_text(names, i), row);
}

static void add_modifiers(Finding *finding, const MieniJson *rows)
{
    for (int i = 0; i < mieni_view_count(rows); ++i) {
        const MieniModifierView *modifier = mieni_modifier_view(rows->items[i]);
        if (strstr(mieni_text_or_empty(mieni_modifier_do(modifier)), "curves") == NULL)
            continue;
        add_names(finding, MIENI_USE_MODIFIED, mieni_modifier_names_json(modifier), i);
        add_names(finding, MIENI_USE_MODIFIED, mieni_modifier_to_json(modifier), i);
    }
}

static void add_poses(Finding *finding, const MieniPoseAssetView *poses)
{
    for (int i = 0; i < mieni_pose_asset_pose_count(poses); ++i) {
        const MieniPoseView *pose = mieni_pose_asset_pose(poses, i);
        if (mieni_pose_target_json(pose) == NULL && mieni_pose_corrective_json(pose) == NULL)
            add(finding, MIENI_USE_POSE, mieni_pose_name(pose), i);
        for (int k = 0; k < mieni_pose_curves_count(pose); ++k)
            add(finding, MIENI_USE_DEFINED, mieni_pose_curves_name(pose, k), i);
    }
}

/// An override has the same keys as the node.
static void add_node(Finding *finding, const MieniNodeView *node, int row)
{
    for (int i = 0; i < mieni_node_change_count(node); ++i)
        add(finding, MIENI_USE_GRAPH, mieni_change_curve(mieni_node_change(node, i)), i);
    add_names(finding, MIENI_USE_GRAPH, mieni_node_names_json(node), row);
    if (strcmp(mieni_text_or_empty(mieni_node_drives(node)), "curves") != 0)
        return;
    for (int i = 0; i < mieni_node_target_count(node); ++i)
        add(finding, MIENI_USE_GRAPH, mieni_target_name(mieni_node_target(node, i)), i);
}

/// Whatever the kind: the views of all others are empty.
static void add_asset(Finding *finding, const MieniAsset *asset)
{
    const MieniSkeletonView *skeleton = mieni_skeleton_of(asset);
    const MieniMeshView *mesh = mieni_mesh_of(asset);
    const MieniClipView *clip = mieni_clip_of(asset);
    const MieniMapView *map = mieni_map_of(asset);
    const MieniGraphView *graph = mieni_graph_of(asset);
    const MieniCharacterView *character = mieni_character_of(asset);
    for (int i = 0; i < mieni_skeleton_curve_count(skeleton); ++i)
        add(finding, MIENI_USE_TABLE, mieni_curve_name(mieni_skeleton_curve(skeleton, i)), i);
    for (int i = 0; i < mieni_mesh_morph_count(mesh); ++i)
        add(finding, MIENI_USE_MORPH, mieni_morph_name(mieni_mesh_morph(mesh, i)), i);
    add_poses(finding, mieni_pose_asset_of(asset));
    for (int i = 0; i < mieni_clip_keyed_curve_count(clip); ++i)
        add(finding, MIENI_USE_KEYED, mieni_keyed_curve_curve(mieni_clip_keyed_curve(clip, i)), i);
    add_modifiers(finding, mieni_asset_modifiers_json(asset));
    for (int i = 0; i < mieni_map_row_count(map); ++i)
        add(finding, MIENI_USE_MAPPED, mieni_map_row_to(mieni_map_row(map, i)), i);
    for (int i = 0; i < mieni_graph_node_count(graph); ++i)
        add_node(finding, mieni_graph_node(graph, i), i);
    for (int i = 0; i < mieni_graph_override_count(graph); ++i)
        add_node(finding, mieni_node_view(mieni_override_json(mieni_graph_override(graph, i))), i);
    for (int i = 0; i < mieni_character_curves_count(character); ++i)
        add(finding, MIENI_USE_CHARACTER, mieni_character_curves_name(character, i), -1);
}

/// Curves that a clip, or a member of a collection, has from its source, as they are after modifiers.
static void add_clip(Finding *finding, const MieniProject *project, const MieniAsset *asset,
                     const char *member)
{
    MieniClipRecipe recipe;
    const MieniClipView *clip = mieni_clip_of(asset);
    if (mieni_clip_recipe(project, finding->file, member, &recipe, NULL) != MIEN_OK) {
        ++finding->unreadable_count;
        return;
    }
    for (int i = 0; i < recipe.clip->curve_count; ++i)
        if (mieni_clip_find_keyed_curve(clip, recipe.clip->curves[i].name) < 0)
            add(finding, MIENI_USE_SOURCED, recipe.clip->curves[i].name, -1);
    mieni_clip_recipe_release(&recipe);
}

/// Curves that the source of poses has and that are not always 0: poses set them.
static void add_takes(Finding *finding, const MieniProject *project)
{
    MieniPosesRecipe recipe;
    if (mieni_poses_open(project, finding->file, NULL, &recipe, NULL) != MIEN_OK) {
        ++finding->unreadable_count;
        return;
    }
    for (int t = 0; t < recipe.take_count; ++t) {
        const MienAuthorClip *clip = recipe.takes[t].clip;
        for (int c = 0; clip != NULL && c < clip->curve_count; ++c) {
            int key = 0;
            while (key < clip->curves[c].key_count && clip->curves[c].keys[key].value == 0.0f)
                ++key;
            if (key < clip->curves[c].key_count)
                add(finding, MIENI_USE_DEFINED, clip->curves[c].name, -1);
        }
    }
    mieni_poses_recipe_release(&recipe);
}

static void add_sourced(Finding *finding, const MieniProject *project, const MieniPaths *files,
                        const MieniAsset *asset, MieniUsesReading reading)
{
    MieniPaths members = {0};
    if (reading >= MIENI_USES_CLIPS && mieni_clip_curves(mieni_clip_of(asset)) != NULL)
        add_clip(finding, project, asset, NULL);
    if (reading >= MIENI_USES_ALL && asset->kind == MIENI_ASSET_POSES)
        add_takes(finding, project);
    if (reading < MIENI_USES_SOURCES || asset->kind != MIENI_ASSET_CLIPS)
        return;
    if (mieni_clips_members(project, finding->file, files, &members, NULL) != MIEN_OK)
        ++finding->unreadable_count;
    for (int i = 0; i < members.count; ++i)
        add_clip(finding, project, asset, members.items[i]);
    mieni_paths_release(&members);
}

static int compare(const void *a, const void *b)
{
    const MieniUse *x = a, *y = b;
    int order = strcmp(x->curve, y->curve);
    if (order == 0)
        order = strcmp(x->file, y->file);
    if (order == 0)
        order = (x->kind > y->kind) - (x->kind < y->kind);
    return order != 0 ? order : (x->row > y->row) - (x->row < y->row);
}

/// One row per name, over sorted uses.
static bool gather(MieniUses *uses)
{
    uses->curves = mieni_arena_take(&uses->memory, (size_t)uses->use_count, sizeof *uses->curves);
    if (uses->curves == NULL)
        return false;
    for (int i = 0; i < uses->use_count; ++i) {
        const MieniUse *use = &uses->uses[i];
        if (i == 0 || strcmp(use->curve, uses->uses[i - 1].curve) != 0)
            uses->curves[uses->curve_count++] =
                (MieniUsedCurve){.name = use->curve, .first = i, .max_lod = MIEN_ALL_LODS, .is_unused = true};
        MieniUsedCurve *curve = &uses->curves[uses->curve_count - 1];
        ++curve->count;
        ++curve->counts[use->kind];
        curve->is_unused = curve->is_unused && use->kind == MIENI_USE_TABLE;
    }
    return true;
}

/// Levels from the tables of skeletons.
static void add_levels(MieniUses *uses, const MieniSkeletonView *skeleton)
{
    for (int i = 0; i < mieni_skeleton_curve_count(skeleton); ++i) {
        const MieniCurveView *row = mieni_skeleton_curve(skeleton, i);
        MieniUsedCurve *curve =
            (MieniUsedCurve *)mieni_uses_find(uses, mieni_text_or_empty(mieni_curve_name(row)));
        if (curve != NULL && curve->max_lod == MIEN_ALL_LODS)
            curve->max_lod = (int)mieni_curve_max_lod(row, MIEN_ALL_LODS);
    }
}

MienStatus mieni_uses_make(MieniUses *out_uses, const MieniProject *project, MieniUsesReading reading,
                           MieniProblem *problem)
{
    MieniPaths files = {0};
    *out_uses = (MieniUses){0};
    Finding finding = {.memory = &out_uses->memory};
    MienStatus status = mieni_project_files(project, &files, problem);
    for (int i = 0; i < files.count && status == MIEN_OK; ++i) {
        const MieniAssetKind kind = mieni_asset_kind_of_path(files.items[i]);
        MieniAsset asset;
        if (kind == MIENI_ASSET_NONE)
            continue;
        if (mieni_project_load(project, files.items[i], kind, &asset, NULL) != MIEN_OK) {
            ++finding.unreadable_count;
            continue;
        }
        finding.file = mieni_arena_text(&out_uses->memory, files.items[i], strlen(files.items[i]));
        if (finding.file != NULL) {
            add_asset(&finding, &asset);
            add_sourced(&finding, project, &files, &asset, reading);
        }
        mieni_asset_release(&asset);
    }
    out_uses->uses = finding.items;
    out_uses->use_count = finding.count;
    out_uses->unreadable_count = finding.unreadable_count;
    if (finding.count > 0)
        qsort(finding.items, (size_t)finding.count, sizeof *finding.items, compare);
    if (status == MIEN_OK &&
        (finding.is_out_of_memory || out_uses->memory.is_out_of_memory || !gather(out_uses)))
        status = mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory");
    for (int i = 0; i < files.count && status == MIEN_OK; ++i) {
        MieniAsset asset;
        if (mieni_asset_kind_of_path(files.items[i]) != MIENI_ASSET_SKELETON ||
            mieni_project_load(project, files.items[i], MIENI_ASSET_SKELETON, &asset, NULL) != MIEN_OK)
            continue;
        add_levels(out_uses, mieni_skeleton_of(&asset));
        mieni_asset_release(&asset);
    }
    mieni_paths_release(&files);
    return status;
}

void mieni_uses_release(MieniUses *uses)
{
    free(uses->uses);
    mieni_arena_release(&uses->memory);
    *uses = (MieniUses){0};
}

static int compare_name(const void *name, const void *curve)
{
    return strcmp(name, ((const MieniUsedCurve *)curve)->name);
}

const MieniUsedCurve *mieni_uses_find(const MieniUses *uses, const char *name)
{
    return uses->curve_count > 0
               ? bsearch(name, uses->curves, (size_t)uses->curve_count, sizeof *uses->curves, compare_name)
               : NULL;
}

/// A reference that is looked for.
typedef struct Sought {
    const char *path;
    bool is_found;
} Sought;

static bool seek(void *user, MieniJson *object, const char *key, const char *path)
{
    Sought *sought = user;
    (void)object;
    (void)key;
    sought->is_found = strcmp(path, sought->path) == 0;
    return !sought->is_found;
}

bool mieni_refers_to(const MieniAsset *asset, const char *path)
{
    Sought sought = {path, false};
    mieni_references(asset, seek, &sought);
    return sought.is_found;
}

MienStatus mieni_users_of(const MieniProject *project, const char *path, MieniPaths *out_users,
                          MieniProblem *problem)
{
    MieniPaths files = {0};
    MienStatus status = mieni_project_files(project, &files, problem);
    for (int i = 0; i < files.count && status == MIEN_OK; ++i) {
        const MieniAssetKind kind = mieni_asset_kind_of_path(files.items[i]);
        MieniAsset asset;
        if (kind == MIENI_ASSET_NONE ||
            mieni_project_load(project, files.items[i], kind, &asset, NULL) != MIEN_OK)
            continue;
        const bool is_user = mieni_refers_to(&asset, path);
        mieni_asset_release(&asset);
        if (is_user && !mieni_paths_add(out_users, files.items[i]))
            status = mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory");
    }
    mieni_paths_release(&files);
    return status;
}
