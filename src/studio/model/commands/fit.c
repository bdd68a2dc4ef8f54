// SPDX-License-Identifier: MIT
//
// Checks whether the parts of a character match.

#include "studio/model/commands/fit.h"

#include "asset/view.h"
#include "base/names.h"
#include "base/nearest.h"
#include "mien_author/resolve.h"
#include "project/recipes/recipes.h"
#include "project/rename/references.h"

#include <string.h>

/// A copy of text that lives with the fit; the arena remembers that there was no memory.
static const char *keep(StudioFit *fit, const char *text)
{
    const char *copy = mieni_arena_text(&fit->memory, text, strlen(text));
    return copy != NULL ? copy : "";
}

/// Names to look in.
typedef struct Names {
    const char **items;
    int count;
} Names;

static void add_missing(StudioFit *fit, StudioFitPart *part, const char *name, const Names *there,
                        const MienAuthorResolver *resolver)
{
    StudioMissing *missing = &part->missing[part->missing_count++];
    *missing = (StudioMissing){.name = keep(fit, name), .rule = ""};
    const MienAuthorMatch match = mien_author_resolver_near_miss(resolver, name);
    if (match.target >= 0) {
        char rule[100];
        mien_author_name_rules_describe(match.rules, rule, sizeof rule);
        missing->near = keep(fit, there->items[match.target]);
        missing->rule = keep(fit, rule);
        return;
    }
    MieniNearest nearest = {.given = name};
    for (int i = 0; i < there->count; ++i)
        mieni_nearest_try(&nearest, there->items[i]);
    missing->near = nearest.name != NULL ? keep(fit, nearest.name) : NULL;
}

/// Compares names that are wanted with those that are there.
static void compare(StudioFit *fit, StudioFitKind kind, const Names *wanted, const Names *there)
{
    StudioFitPart *part = &fit->parts[kind];
    MienAuthorResolver *resolver = NULL;
    part->missing = mieni_arena_take(&fit->memory, (size_t)wanted->count, sizeof *part->missing);
    if (part->missing == NULL ||
        mien_author_resolver_create(there->items, there->count, NULL, NULL, &resolver, NULL) != MIEN_OK)
        return;
    for (int i = 0; i < wanted->count; ++i) {
        bool is_there = false;
        for (int k = 0; k < there->count && !is_there; ++k)
            is_there = strcmp(wanted->items[i], there->items[k]) == 0;
        ++part->count;
        part->matched += is_there;
        if (!is_there)
            add_missing(fit, part, wanted->items[i], there, resolver);
    }
    mien_author_resolver_destroy(resolver);
}

static Names begin_names(StudioFit *fit, int room)
{
    return (Names){.items = mieni_arena_take(&fit->memory, (size_t)room, sizeof(const char *))};
}

static void add_name(StudioFit *fit, Names *names, const char *name)
{
    if (names->items != NULL)
        names->items[names->count++] = keep(fit, mieni_text_or_empty(name));
}

static Names curves_of(StudioFit *fit, const MieniSkeletonView *skeleton)
{
    Names names = begin_names(fit, mieni_skeleton_curve_count(skeleton));
    for (int i = 0; i < mieni_skeleton_curve_count(skeleton); ++i)
        add_name(fit, &names, mieni_curve_name(mieni_skeleton_curve(skeleton, i)));
    return names;
}

static Names morphs_of(StudioFit *fit, const MieniMeshView *mesh)
{
    Names names = begin_names(fit, mieni_mesh_morph_count(mesh));
    for (int i = 0; i < mieni_mesh_morph_count(mesh); ++i)
        add_name(fit, &names, mieni_morph_name(mieni_mesh_morph(mesh, i)));
    return names;
}

/// The poses that a curve drives: the base is where poses start.
static Names driven_of(StudioFit *fit, const MieniPoseAssetView *poses)
{
    const char *base = mieni_pose_asset_base(poses);
    Names names = begin_names(fit, mieni_pose_asset_pose_count(poses));
    for (int i = 0; i < mieni_pose_asset_pose_count(poses); ++i) {
        const MieniPoseView *pose = mieni_pose_asset_pose(poses, i);
        if (mieni_pose_target_json(pose) == NULL && mieni_pose_corrective_json(pose) == NULL)
            add_name(fit, &names, mieni_pose_name(pose));
    }
    for (int i = 0; i < names.count; ++i)
        if (base != NULL && strcmp(names.items[i], base) == 0)
            names.items[i--] = names.items[--names.count];
    return names;
}

static bool find_poses(void *user, MieniJson *object, const char *key, const char *path)
{
    const char **found = user;
    (void)object;
    (void)key;
    if (mieni_asset_kind_of_path(path) == MIENI_ASSET_POSES)
        *found = path;
    return *found == NULL;
}

/// The pose asset that a graph drives: its own, or that of the nearest one it extends.
static const char *poses_of_graph(StudioFit *fit, const MieniProject *project, const char *graph)
{
    const char *path = graph, *kept = NULL;
    for (int depth = 0; depth < 64 && path != NULL && kept == NULL; ++depth) {
        MieniAsset asset;
        const char *found = NULL;
        if (mieni_project_load(project, path, MIENI_ASSET_GRAPH, &asset, &fit->problem) != MIEN_OK)
            return NULL;
        mieni_references(&asset, find_poses, &found);
        kept = found != NULL ? keep(fit, found) : NULL;
        const char *parent = mieni_graph_extends(mieni_graph_of(&asset));
        path = parent != NULL ? keep(fit, parent) : NULL;
        mieni_asset_release(&asset);
    }
    return kept;
}

static void compare_poses(StudioFit *fit, const MieniProject *project, const Names *table)
{
    MieniAsset asset;
    if (fit->poses == NULL ||
        mieni_project_load(project, fit->poses, MIENI_ASSET_POSES, &asset, &fit->problem) != MIEN_OK)
        return;
    const Names wanted = driven_of(fit, mieni_pose_asset_of(&asset));
    compare(fit, STUDIO_FIT_CURVES, &wanted, table);
    mieni_asset_release(&asset);
}

static void compare_mesh(StudioFit *fit, const MieniProject *project, const MieniAsset *mesh,
                         const MienAuthorSkeleton *skeleton, const Names *table)
{
    MieniSources sources = {0};
    MieniTake take;
    const MieniSourceView *source = mieni_asset_source(mesh);
    const char *file = mieni_source_file(source);
    const Names morphs = morphs_of(fit, mieni_mesh_of(mesh));
    compare(fit, STUDIO_FIT_MORPHS, &morphs, table);
    if (file != NULL &&
        mieni_sources_take(&sources, project, file, mieni_source_json(source), "", &take, &fit->problem) ==
            MIEN_OK &&
        take.skeleton != NULL) {
        Names wanted = {0}, there = {0};
        wanted.items =
            mieni_arena_take(&fit->memory, (size_t)take.skeleton->bone_count, sizeof *wanted.items);
        there.items = mieni_arena_take(&fit->memory, (size_t)skeleton->bone_count, sizeof *there.items);
        for (int i = 0; wanted.items != NULL && i < take.skeleton->bone_count; ++i)
            wanted.items[wanted.count++] = take.skeleton->bones[i].name;
        for (int i = 0; there.items != NULL && i < skeleton->bone_count; ++i)
            there.items[there.count++] = skeleton->bones[i].name;
        compare(fit, STUDIO_FIT_BONES, &wanted, &there);
    }
    mieni_sources_release(&sources);
}

MienStatus studio_fit_make(StudioFit *out_fit, const StudioSnapshot *snapshot, const char *character)
{
    const MieniProject *project = &snapshot->project;
    MieniAsset asset, mesh = {0};
    MieniSkeletonRecipe recipe;
    *out_fit = (StudioFit){0};
    if (mieni_project_load(project, character, MIENI_ASSET_CHARACTER, &asset, &out_fit->problem) != MIEN_OK)
        return MIEN_OK;
    const MieniCharacterView *view = mieni_character_of(&asset);
    const char *mesh_path = mieni_character_mesh(view), *graph = mieni_character_graph(view),
               *poses = mieni_character_poses(view), *skeleton = mieni_character_skeleton(view);
    if (mesh_path != NULL)
        mieni_project_load(project, mesh_path, MIENI_ASSET_MESH, &mesh, &out_fit->problem);
    if (skeleton == NULL)
        skeleton = mieni_asset_skeleton(&mesh);
    out_fit->skeleton = skeleton != NULL ? keep(out_fit, skeleton) : NULL;
    out_fit->poses = graph != NULL ? poses_of_graph(out_fit, project, graph) : NULL;
    if (out_fit->poses == NULL && poses != NULL)
        out_fit->poses = keep(out_fit, poses);
    if (skeleton != NULL && mieni_skeleton_recipe(project, skeleton, &recipe, &out_fit->problem) == MIEN_OK) {
        const Names table = curves_of(out_fit, mieni_skeleton_of(&recipe.asset));
        compare_poses(out_fit, project, &table);
        if (mesh.json.root != NULL)
            compare_mesh(out_fit, project, &mesh, &recipe.skeleton, &table);
        mieni_skeleton_recipe_release(&recipe);
    }
    mieni_asset_release(&mesh);
    mieni_asset_release(&asset);
    return out_fit->memory.is_out_of_memory ? MIEN_ERROR_MEMORY : MIEN_OK;
}

void studio_fit_release(StudioFit *fit)
{
    mieni_arena_release(&fit->memory);
    *fit = (StudioFit){0};
}
