// SPDX-License-Identifier: MIT
//
// Uses of curves, and users of files.

#include "studio/model/facts/uses.h"

#include "base/names.h"
#include "mien_author/pose_asset.h"
#include "project/recipes/recipes.h"
#include "project/rename/references.h"

#include <stdlib.h>
#include <string.h>

/// Uses while they are found.
typedef struct Finding {
    MieniArena *memory;
    StudioUse *items;
    int count, room;
    const char *file;
    bool is_out_of_memory;
} Finding;

static void add(Finding *finding, StudioUseKind kind, const char *curve, int row)
{
    if (curve == NULL || curve[0] == '\0' || finding->is_out_of_memory)
        return;
    if (finding->count == finding->room) {
        const int room = finding->room > 0 ? 2 * finding->room : 256;
        StudioUse *items = realloc(finding->items, sizeof *items * (size_t)room);
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
        finding->items[finding->count++] = (StudioUse){copy, kind, finding->file, row};
}

/// A key of every row.
static void add_rows(Finding *finding, StudioUseKind kind, const MieniJson *rows, const char *key)
{
    for (int i = 0; rows != NULL && rows->type == MIENI_JSON_ARRAY && i < rows->count; ++i)
        add(finding, kind, mieni_json_get_string(rows->items[i], key, NULL), i);
}

/// The keys of an object.
static void add_keys(Finding *finding, StudioUseKind kind, const MieniJson *object, int row)
{
    for (int i = 0; object != NULL && object->type == MIENI_JSON_OBJECT && i < object->count; ++i)
        add(finding, kind, object->keys[i], row);
}

/// The strings of a list that are no patterns.
static void add_names(Finding *finding, StudioUseKind kind, const MieniJson *names, int row)
{
    for (int i = 0; names != NULL && names->type == MIENI_JSON_ARRAY && i < names->count; ++i)
        if (names->items[i]->type == MIENI_JSON_STRING && strpbrk(names->items[i]->string, "*?") == NULL)
            add(finding, kind, names->items[i]->string, row);
}

static void add_modifiers(Finding *finding, const MieniJson *rows)
{
    for (int i = 0; rows != NULL && i < rows->count; ++i) {
        const char *what = mieni_json_get_string(rows->items[i], "do", "");
        if (strstr(what, "curves") == NULL)
            continue;
        add_names(finding, STUDIO_USE_MODIFIED, mieni_json_get(rows->items[i], "names"), i);
        add_names(finding, STUDIO_USE_MODIFIED, mieni_json_get(rows->items[i], "to"), i);
    }
}

static void add_poses(Finding *finding, const MieniJson *root)
{
    const MieniJson *rows = mieni_json_get(root, "poses");
    for (int i = 0; rows != NULL && i < rows->count; ++i) {
        const MieniJson *row = rows->items[i];
        if (mieni_json_get(row, "on") == NULL && mieni_json_get(row, "product") == NULL)
            add(finding, STUDIO_USE_POSE, mieni_json_get_string(row, "name", NULL), i);
        add_keys(finding, STUDIO_USE_DEFINED, mieni_json_get(row, "curves"), i);
    }
}

static void add_nodes(Finding *finding, const MieniJson *rows)
{
    for (int i = 0; rows != NULL && i < rows->count; ++i) {
        add_rows(finding, STUDIO_USE_GRAPH, mieni_json_get(rows->items[i], "changes"), "curve");
        add_names(finding, STUDIO_USE_GRAPH, mieni_json_get(rows->items[i], "names"), i);
        if (strcmp(mieni_json_get_string(rows->items[i], "drives", ""), "curves") == 0)
            add_rows(finding, STUDIO_USE_GRAPH, mieni_json_get(rows->items[i], "targets"), "name");
    }
}

static void add_asset(Finding *finding, const MieniAsset *asset)
{
    const MieniJson *root = asset->json.root;
    switch (asset->kind) {
    case MIENI_ASSET_SKELETON:
        add_rows(finding, STUDIO_USE_TABLE, mieni_json_get(root, "curves"), "name");
        break;
    case MIENI_ASSET_MESH:
        add_rows(finding, STUDIO_USE_MORPH, mieni_json_get(root, "morphs"), "name");
        break;
    case MIENI_ASSET_POSES:
        add_poses(finding, root);
        break;
    case MIENI_ASSET_CLIP:
        add_rows(finding, STUDIO_USE_KEYED, mieni_json_get(root, "keyed"), "curve");
        add_modifiers(finding, mieni_json_get(root, "modifiers"));
        break;
    case MIENI_ASSET_CLIPS:
    case MIENI_ASSET_MODIFIERS:
        add_modifiers(finding, mieni_json_get(root, "modifiers"));
        break;
    case MIENI_ASSET_MAP:
        add_rows(finding, STUDIO_USE_MAPPED, mieni_json_get(root, "rows"), "to");
        break;
    case MIENI_ASSET_GRAPH:
        add_nodes(finding, mieni_json_get(root, "nodes"));
        add_nodes(finding, mieni_json_get(root, "overrides"));
        break;
    case MIENI_ASSET_CHARACTER:
        add_keys(finding, STUDIO_USE_CHARACTER, mieni_json_get(root, "curves"), -1);
        break;
    default:
        break;
    }
}

/// Curves that a clip has from its source, as they are after modifiers.
static void add_sourced(Finding *finding, const MieniProject *project, const MieniAsset *asset)
{
    MieniClipRecipe recipe;
    const MieniJson *keyed = mieni_json_get(asset->json.root, "keyed");
    if (asset->kind != MIENI_ASSET_CLIP || mieni_json_get(asset->json.root, "curves") == NULL ||
        mieni_clip_recipe(project, finding->file, NULL, &recipe, NULL) != MIEN_OK)
        return;
    for (int i = 0; i < recipe.clip->curve_count; ++i)
        if (mieni_json_find(keyed, "curve", recipe.clip->curves[i].name) < 0)
            add(finding, STUDIO_USE_SOURCED, recipe.clip->curves[i].name, -1);
    mieni_clip_recipe_release(&recipe);
}

static int compare(const void *a, const void *b)
{
    const StudioUse *x = a, *y = b;
    int order = strcmp(x->curve, y->curve);
    if (order == 0)
        order = strcmp(x->file, y->file);
    if (order == 0)
        order = (x->kind > y->kind) - (x->kind < y->kind);
    return order != 0 ? order : (x->row > y->row) - (x->row < y->row);
}

/// One row per name, over sorted uses.
static bool gather(StudioUses *uses)
{
    uses->curves = mieni_arena_take(&uses->memory, (size_t)uses->use_count, sizeof *uses->curves);
    if (uses->curves == NULL)
        return false;
    for (int i = 0; i < uses->use_count; ++i) {
        const StudioUse *use = &uses->uses[i];
        if (i == 0 || strcmp(use->curve, uses->uses[i - 1].curve) != 0)
            uses->curves[uses->curve_count++] = (StudioUsedCurve){
                .name = use->curve, .first = i, .last_level = MIEN_ALL_LEVELS, .is_unused = true};
        StudioUsedCurve *curve = &uses->curves[uses->curve_count - 1];
        ++curve->count;
        ++curve->counts[use->kind];
        curve->is_unused = curve->is_unused && use->kind == STUDIO_USE_TABLE;
    }
    return true;
}

/// Levels from the tables of skeletons.
static void add_levels(StudioUses *uses, const MieniAsset *skeleton)
{
    const MieniJson *rows = mieni_json_get(skeleton->json.root, "curves");
    for (int i = 0; rows != NULL && i < rows->count; ++i) {
        const double level = mieni_json_get_number(rows->items[i], "last_level", MIEN_ALL_LEVELS);
        StudioUsedCurve *curve =
            (StudioUsedCurve *)studio_uses_find(uses, mieni_json_get_string(rows->items[i], "name", ""));
        if (curve != NULL && curve->last_level == MIEN_ALL_LEVELS)
            curve->last_level = (int)level;
    }
}

MienStatus studio_uses_make(StudioUses *out_uses, const StudioSnapshot *snapshot, bool reads_sources,
                            MieniProblem *problem)
{
    const MieniProject *project = &snapshot->project;
    MieniPaths files = {0};
    *out_uses = (StudioUses){0};
    Finding finding = {.memory = &out_uses->memory};
    MienStatus status = mieni_project_files(project, &files, problem);
    for (int i = 0; i < files.count && status == MIEN_OK; ++i) {
        const MieniAssetKind kind = mieni_asset_kind_of_path(files.items[i]);
        MieniAsset asset;
        if (kind == MIENI_ASSET_NONE ||
            mieni_project_load(project, files.items[i], kind, &asset, NULL) != MIEN_OK)
            continue;
        finding.file = mieni_arena_text(&out_uses->memory, files.items[i], strlen(files.items[i]));
        if (finding.file != NULL) {
            add_asset(&finding, &asset);
            if (reads_sources)
                add_sourced(&finding, project, &asset);
        }
        mieni_asset_release(&asset);
    }
    out_uses->uses = finding.items;
    out_uses->use_count = finding.count;
    if (finding.count > 0)
        qsort(finding.items, (size_t)finding.count, sizeof *finding.items, compare);
    if (status == MIEN_OK &&
        (finding.is_out_of_memory || out_uses->memory.is_out_of_memory || !gather(out_uses)))
        status = mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
    for (int i = 0; i < files.count && status == MIEN_OK; ++i) {
        MieniAsset asset;
        if (mieni_asset_kind_of_path(files.items[i]) != MIENI_ASSET_SKELETON ||
            mieni_project_load(project, files.items[i], MIENI_ASSET_SKELETON, &asset, NULL) != MIEN_OK)
            continue;
        add_levels(out_uses, &asset);
        mieni_asset_release(&asset);
    }
    mieni_paths_release(&files);
    return status;
}

void studio_uses_release(StudioUses *uses)
{
    free(uses->uses);
    mieni_arena_release(&uses->memory);
    *uses = (StudioUses){0};
}

static int compare_name(const void *name, const void *curve)
{
    return strcmp(name, ((const StudioUsedCurve *)curve)->name);
}

const StudioUsedCurve *studio_uses_find(const StudioUses *uses, const char *name)
{
    return uses->curve_count > 0
               ? bsearch(name, uses->curves, (size_t)uses->curve_count, sizeof *uses->curves, compare_name)
               : NULL;
}

/// Whether one of an asset's references is this one.
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

MienStatus studio_users_of(const StudioSnapshot *snapshot, const char *path, MieniPaths *out_users,
                           MieniProblem *problem)
{
    const MieniProject *project = &snapshot->project;
    MieniPaths files = {0};
    MienStatus status = mieni_project_files(project, &files, problem);
    for (int i = 0; i < files.count && status == MIEN_OK; ++i) {
        const MieniAssetKind kind = mieni_asset_kind_of_path(files.items[i]);
        MieniAsset asset;
        Sought sought = {path, false};
        if (kind == MIENI_ASSET_NONE ||
            mieni_project_load(project, files.items[i], kind, &asset, NULL) != MIEN_OK)
            continue;
        mieni_references(&asset, seek, &sought);
        mieni_asset_release(&asset);
        if (sought.is_found && !mieni_paths_add(out_users, files.items[i]))
            status =
                mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
    }
    mieni_paths_release(&files);
    return status;
}
