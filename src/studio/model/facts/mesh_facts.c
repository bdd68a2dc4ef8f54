// SPDX-License-Identifier: MIT
//
// Facts about a mesh.

#include "core/float_rules.h"

#include "studio/model/commands/fit.h"

#include "asset/mesh.h"
#include "asset/view.h"
#include "base/text_out.h"
#include "mien/math.h"
#include "project/recipes/recipes.h"

#include <stdlib.h>
#include <string.h>

/// A copy of text that lives with the facts; the arena remembers that there was no memory.
static const char *keep(StudioMeshFacts *facts, const char *text)
{
    const char *copy = mieni_arena_text(&facts->memory, text, strlen(text));
    return copy != NULL ? copy : "";
}

static double length_of(double x, double y, double z)
{
    // By Newton, from a guess that is never too small: this module has no other root.
    const double square = x * x + y * y + z * z;
    double root = square > 1.0 ? square : 1.0;
    if (square <= 0.0)
        return 0.0;
    for (int i = 0; i < 60; ++i)
        root = 0.5 * (root + square / root);
    return root;
}

static StudioBoneShift shift_of(const char *name, const MienTransform *a, const MienTransform *b)
{
    const double x = (double)a->translation.x - (double)b->translation.x,
                 y = (double)a->translation.y - (double)b->translation.y,
                 z = (double)a->translation.z - (double)b->translation.z;
    // b's inverse times a: what turns one into the other.
    const MienQuat p = b->rotation, q = a->rotation;
    const double w = (double)p.w * q.w + (double)p.x * q.x + (double)p.y * q.y + (double)p.z * q.z;
    const double i = (double)p.w * q.x - (double)p.x * q.w - (double)p.y * q.z + (double)p.z * q.y,
                 j = (double)p.w * q.y + (double)p.x * q.z - (double)p.y * q.w - (double)p.z * q.x,
                 k = (double)p.w * q.z - (double)p.x * q.y + (double)p.y * q.x - (double)p.z * q.w;
    const double angle = 2.0 * mien_atan2(length_of(i, j, k), w < 0.0 ? -w : w);
    return (StudioBoneShift){name, (float)(1000.0 * length_of(x, y, z)), (float)(angle * 57.29577951308232)};
}

static int by_size(const void *a, const void *b)
{
    const StudioBoneShift *x = a, *y = b;
    if (x->millimetres != y->millimetres)
        return x->millimetres < y->millimetres ? 1 : -1;
    return (x->degrees < y->degrees) - (x->degrees > y->degrees);
}

static void add_shifts(StudioMeshFacts *facts, const MieniProject *project, const MieniAsset *asset)
{
    MieniSkeletonRecipe recipe;
    MienAuthorSkeleton placed;
    MieniArena scratch = {0};
    const char *path = mieni_text_or_empty(mieni_asset_skeleton(asset));
    if (mieni_skeleton_recipe(project, path, &recipe, &facts->problem) != MIEN_OK)
        return;
    const int count = recipe.skeleton.bone_count;
    facts->shifts = mieni_arena_take(&facts->memory, (size_t)count, sizeof *facts->shifts);
    if (facts->shifts != NULL &&
        mieni_mesh_place(asset, &recipe.skeleton, &scratch, &placed, &facts->problem.error) == MIEN_OK)
        for (int i = 0; i < count; ++i) {
            const StudioBoneShift shift = shift_of(recipe.skeleton.bones[i].name, &placed.bones[i].rest,
                                                   &recipe.skeleton.bones[i].rest);
            if (shift.millimetres < 0.005f && shift.degrees < 0.005f)
                continue;
            facts->shifts[facts->shift_count] = shift;
            facts->shifts[facts->shift_count++].bone = keep(facts, shift.bone);
        }
    if (facts->shift_count > 0)
        qsort(facts->shifts, (size_t)facts->shift_count, sizeof *facts->shifts, by_size);
    mieni_arena_release(&scratch);
    mieni_skeleton_recipe_release(&recipe);
}

/// Less comes from poses that are neighbours in time.
#define LEAST_WEIGHT 0.001f

static bool sets(const MienAuthorPoseAsset *poses, const MienAuthorPose *pose, const char *curve)
{
    for (int c = 0; c < pose->curve_count; ++c)
        if ((pose->curves[c].value >= LEAST_WEIGHT || pose->curves[c].value <= -LEAST_WEIGHT) &&
            strcmp(poses->curves[pose->curves[c].curve].name, curve) == 0)
            return true;
    return false;
}

/// Poses of an asset that set a morph; of several assets the first that has any counts.
static void add_movers(StudioMeshFacts *facts, const MienAuthorPoseAsset *poses, StudioMorphFact *morph)
{
    MieniTextOut out = {0};
    if (morph->movers[0] != '\0')
        return;
    for (int p = 0; p < poses->pose_count; ++p)
        if (sets(poses, &poses->poses[p], morph->name)) {
            mieni_text_put(&out, out.size > 0 ? ", " : "");
            mieni_text_put(&out, poses->poses[p].name);
        }
    if (out.bytes != NULL)
        morph->movers = keep(facts, out.bytes);
    mieni_text_release(&out);
}

/// Whether a pose asset is shown on a mesh.
static bool is_on(const MieniAsset *poses, const MieniAsset *mesh, const char *path)
{
    const char *own = mieni_asset_mesh(poses), *skeleton = mieni_asset_skeleton(mesh);
    return own != NULL
               ? strcmp(own, path) == 0
               : skeleton != NULL && strcmp(mieni_text_or_empty(mieni_asset_skeleton(poses)), skeleton) == 0;
}

static void look_at_poses(StudioMeshFacts *facts, const MieniProject *project, const MieniAsset *mesh,
                          const char *path)
{
    MieniPaths files = {0};
    mieni_project_files(project, &files, &facts->problem);
    for (int i = 0; i < files.count; ++i) {
        MieniAsset asset;
        MieniPosesRecipe recipe;
        if (mieni_asset_kind_of_path(files.items[i]) != MIENI_ASSET_POSES ||
            mieni_project_load(project, files.items[i], MIENI_ASSET_POSES, &asset, NULL) != MIEN_OK)
            continue;
        const bool is_mine = is_on(&asset, mesh, path);
        mieni_asset_release(&asset);
        if (!is_mine || mieni_poses_recipe(project, files.items[i], &recipe, NULL) != MIEN_OK)
            continue;
        for (int m = 0; m < facts->morph_count; ++m)
            add_movers(facts, &recipe.poses, &facts->morphs[m]);
        mieni_poses_recipe_release(&recipe);
    }
    mieni_paths_release(&files);
}

MienStatus studio_mesh_facts_make(StudioMeshFacts *out_facts, const StudioSnapshot *snapshot,
                                  const char *mesh)
{
    const MieniProject *project = &snapshot->project;
    MieniAsset asset;
    *out_facts = (StudioMeshFacts){0};
    if (mieni_project_load(project, mesh, MIENI_ASSET_MESH, &asset, &out_facts->problem) != MIEN_OK)
        return MIEN_OK;
    const MieniMeshView *view = mieni_mesh_of(&asset);
    const int count = mieni_mesh_morph_count(view);
    out_facts->morphs = mieni_arena_take(&out_facts->memory, (size_t)count, sizeof *out_facts->morphs);
    for (int i = 0; out_facts->morphs != NULL && i < count; ++i) {
        const char *name = mieni_text_or_empty(mieni_morph_name(mieni_mesh_morph(view, i)));
        out_facts->morphs[out_facts->morph_count++] = (StudioMorphFact){keep(out_facts, name), ""};
    }
    add_shifts(out_facts, project, &asset);
    if (out_facts->morph_count > 0)
        look_at_poses(out_facts, project, &asset, mesh);
    mieni_asset_release(&asset);
    return out_facts->memory.is_out_of_memory ? MIEN_ERROR_MEMORY : MIEN_OK;
}

void studio_mesh_facts_release(StudioMeshFacts *facts)
{
    mieni_arena_release(&facts->memory);
    *facts = (StudioMeshFacts){0};
}
