// SPDX-License-Identifier: MIT
//
// Commands on pose assets that need their skeleton and takes.

#include "core/float_rules.h"

#include "studio/model/commands/poses.h"

#include "asset/edit/poses.h"
#include "asset/view.h"
#include "studio/model/facts/strings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A change of an asset that knows its bones in every pose.
typedef MienStatus Shape(void *user, MieniAsset *asset, const MieniPosesWorld *world, MienError *error);

/// Changes the asset within an edit.
static MienStatus reshape_in(const StudioEdit *edit, const char *path, Shape *shape, void *user,
                             MieniProblem *problem)
{
    MieniPosesRecipe recipe;
    MieniAsset asset;
    MienError error = {0};
    MienStatus status = studio_edit_load(edit, path, &asset, problem);
    if (status != MIEN_OK)
        return status;
    status = mieni_poses_open(edit->project, path, NULL, &recipe, problem);
    if (status == MIEN_OK) {
        const MieniPosesWorld world = {&recipe.skeleton.skeleton, recipe.takes, recipe.take_count};
        status = studio_edit_save(edit, path, &asset, shape(user, &asset, &world, &error), &error, problem);
        mieni_poses_recipe_release(&recipe);
    } else {
        mieni_asset_release(&asset);
    }
    return status;
}

/// Poses with what they become; for halves both of it.
typedef struct Pairs {
    const char *const *from, *const *to, *const *other;
    int count;
    bool is_from_left;
    double falloff;
} Pairs;

static MienStatus mirror_pairs(void *user, MieniAsset *asset, const MieniPosesWorld *world, MienError *error)
{
    const Pairs *pairs = user;
    MienStatus status = MIEN_OK;
    for (int i = 0; i < pairs->count && status == MIEN_OK; ++i)
        status = mieni_poses_mirror(asset, world, pairs->from[i], pairs->to[i], error);
    return status;
}

MienStatus studio_poses_mirror_in(const StudioEdit *edit, const char *path, const char *const *from,
                                  const char *const *to, int count, MieniProblem *problem)
{
    Pairs pairs = {.from = from, .to = to, .count = count};
    return reshape_in(edit, path, mirror_pairs, &pairs, problem);
}

MienStatus studio_poses_flip(Studio *studio, const char *path, const char *const *names, int count,
                             MieniProblem *problem)
{
    StudioEdit edit;
    char label[STUDIO_LABEL_ROOM];
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK)
        status = studio_poses_mirror_in(&edit, path, names, names, count, problem);
    return studio_edit_end(&edit, status, studio_label_many(label, "flip", names, count, "poses"), NULL,
                           problem);
}

static MienStatus even_pairs(void *user, MieniAsset *asset, const MieniPosesWorld *world, MienError *error)
{
    const Pairs *pairs = user;
    MienStatus status = MIEN_OK;
    for (int i = 0; i < pairs->count && status == MIEN_OK; ++i)
        status = strcmp(pairs->from[i], pairs->to[i]) == 0
                     ? mieni_poses_symmetrise(asset, world, pairs->from[i], pairs->is_from_left, error)
                     : mieni_poses_mirror(asset, world, pairs->from[i], pairs->to[i], error);
    return status;
}

MienStatus studio_poses_symmetrise_in(const StudioEdit *edit, const char *path, const char *const *from,
                                      const char *const *to, int count, bool is_from_left,
                                      MieniProblem *problem)
{
    Pairs pairs = {.from = from, .to = to, .count = count, .is_from_left = is_from_left};
    return reshape_in(edit, path, even_pairs, &pairs, problem);
}

static MienStatus split_pairs(void *user, MieniAsset *asset, const MieniPosesWorld *world, MienError *error)
{
    const Pairs *pairs = user;
    MienStatus status = MIEN_OK;
    for (int i = 0; i < pairs->count && status == MIEN_OK; ++i)
        status = mieni_poses_split(asset, world, pairs->from[i], pairs->to[i], pairs->other[i],
                                   pairs->falloff, error);
    return status;
}

MienStatus studio_poses_split_in(const StudioEdit *edit, const char *path, const char *const *from,
                                 const char *const *left, const char *const *right, int count, double falloff,
                                 MieniProblem *problem)
{
    Pairs pairs = {.from = from, .to = left, .other = right, .count = count, .falloff = falloff};
    return reshape_in(edit, path, split_pairs, &pairs, problem);
}

/// The asset with what its poses come to, and the skeleton's bones as they are to be.
typedef struct Posing {
    MieniPosesRecipe recipe;
    MieniAsset asset;
    MienTransform *bones; ///< Per bone of the skeleton.
} Posing;

static void end_posing(Posing *posing)
{
    free(posing->bones);
    mieni_poses_recipe_release(&posing->recipe);
    mieni_asset_release(&posing->asset);
}

/// Reads the asset, and puts the given bones over those that it has in a pose.
static MienStatus begin_posing(const StudioEdit *edit, const char *path, const char *name,
                               const MieniPosedBone *bones, int bone_count, Posing *out_posing,
                               MieniProblem *problem)
{
    *out_posing = (Posing){0};
    MienStatus status = mieni_poses_recipe(edit->project, path, &out_posing->recipe, problem);
    if (status != MIEN_OK)
        return status;
    status = studio_edit_load(edit, path, &out_posing->asset, problem);
    const MienAuthorSkeleton *skeleton = &out_posing->recipe.skeleton.skeleton;
    const int pose = name != NULL ? mieni_poses_find(&out_posing->asset, name) : -1;
    out_posing->bones = malloc(sizeof *out_posing->bones * ((size_t)skeleton->bone_count + 1));
    if (status == MIEN_OK &&
        (out_posing->bones == NULL ||
         !mieni_posed_bones(&out_posing->recipe, pose, bones, bone_count, out_posing->bones)))
        status = studio_no_memory(problem, path);
    if (status != MIEN_OK)
        end_posing(out_posing);
    return status;
}

MienStatus studio_poses_add(Studio *studio, const char *path, const char *name, const MieniPosedBone *bones,
                            int bone_count, char out_name[256], MieniProblem *problem)
{
    StudioEdit edit;
    Posing posing;
    MienError error = {0};
    char free_name[256] = "";
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK)
        status = begin_posing(&edit, path, NULL, bones, bone_count, &posing, problem);
    if (status == MIEN_OK) {
        const MieniPoseAssetView *poses = mieni_pose_asset_of(&posing.asset);
        snprintf(free_name, sizeof free_name, "%.250s", name != NULL ? name : "");
        for (int i = mieni_pose_asset_pose_count(poses); name == NULL; ++i) {
            snprintf(free_name, sizeof free_name, "Pose_%d", i);
            if (mieni_poses_find(&posing.asset, free_name) < 0)
                break;
        }
        status = mieni_poses_add_made(&posing.asset, free_name, &posing.recipe.skeleton.skeleton,
                                      posing.bones, posing.recipe.poses.base, NULL, NULL, 0, &error);
        status = studio_edit_save(&edit, path, &posing.asset, status, &error, problem);
        end_posing(&posing);
    }
    if (status == MIEN_OK && out_name != NULL)
        snprintf(out_name, 256, "%s", free_name);
    return studio_edit_endf(&edit, status, problem, NULL, "add pose %.200s", free_name);
}

static bool same3(MienVec3 a, MienVec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
static bool same4(MienQuat a, MienQuat b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }

/// Sets what differs from what the pose has.
static MienStatus set_bones(Posing *posing, const char *name, MienError *error)
{
    const MienAuthorSkeleton *skeleton = &posing->recipe.skeleton.skeleton;
    const int pose = mieni_poses_find(&posing->asset, name);
    MienStatus status = MIEN_OK;
    if (pose < 0)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", name), "No such pose");
    for (int b = 0; b < skeleton->bone_count && status == MIEN_OK; ++b) {
        const MienTransform *was = mieni_posed_bone(&posing->recipe, pose, b), *is = &posing->bones[b];
        const int parts = (same3(was->translation, is->translation) ? 0 : MIENI_PART_T) |
                          (same4(was->rotation, is->rotation) ? 0 : MIENI_PART_Q) |
                          (same3(was->scale, is->scale) ? 0 : MIENI_PART_S);
        if (parts != 0)
            status = mieni_poses_set_bone(&posing->asset, name, skeleton->bones[b].name, parts, is, error);
    }
    return status;
}

MienStatus studio_poses_set_bones(Studio *studio, const char *path, const char *name,
                                  const MieniPosedBone *bones, int bone_count, MieniProblem *problem)
{
    StudioEdit edit;
    Posing posing;
    MienError error = {0};
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK)
        status = begin_posing(&edit, path, name, bones, bone_count, &posing, problem);
    if (status == MIEN_OK) {
        status = set_bones(&posing, name, &error);
        status = studio_edit_save(&edit, path, &posing.asset, status, &error, problem);
        end_posing(&posing);
    }
    return studio_edit_endf(&edit, status, problem, NULL, "update %.200s from the viewport", name);
}

/// Copies what the comparison gave, which goes with the recipe.
static bool copy_rows(StudioSourceReport *report, const MieniPosesMatch *match)
{
    report->rows = mieni_arena_take(&report->memory, (size_t)match->count, sizeof *report->rows);
    for (int i = 0; report->rows != NULL && i < match->count; ++i) {
        const MieniMatchRow *row = &match->rows[i];
        const char *name = row->name != NULL ? row->name : "";
        report->rows[report->count++] =
            (StudioSourceRow){.name = mieni_arena_text(&report->memory, name, strlen(name)),
                              .pose = row->is_skipped ? -1 : row->row,
                              .state = row->state,
                              .is_changed = row->is_changed || row->state == MIENI_MATCH_CHANGED,
                              .from = row->from.frame,
                              .to = row->to.frame};
    }
    memcpy(report->counts, match->counts, sizeof report->counts);
    return !report->memory.is_out_of_memory;
}

MienStatus studio_poses_compare(const StudioSnapshot *snapshot, const char *path,
                                StudioSourceReport *out_report, MieniProblem *problem)
{
    MieniPosesRecipe recipe;
    MieniPosesMatch match = {0};
    MienError error = {0};
    *out_report = (StudioSourceReport){0};
    MienStatus status = mieni_poses_open(&snapshot->project, path, NULL, &recipe, problem);
    if (status != MIEN_OK)
        return status;
    status = mieni_poses_match(&recipe.asset, recipe.takes, recipe.take_count, &recipe.arena, &match, &error);
    if (status != MIEN_OK)
        mieni_problem_set(problem, path, status, mieni_at_error(&error), "%s", error.message);
    else if (!copy_rows(out_report, &match))
        status = studio_no_memory(problem, path);
    mieni_poses_recipe_release(&recipe);
    return status;
}

void studio_source_report_release(StudioSourceReport *report)
{
    mieni_arena_release(&report->memory);
    *report = (StudioSourceReport){0};
}

/// Deletes what an update added at frames that are not wanted; so they are skipped from now on.
static MienStatus skip_added(MieniAsset *asset, const MieniPosesMatch *match, const int *frames, int count,
                             MienError *error)
{
    MienStatus status = MIEN_OK;
    for (int r = 0; r < match->count && status == MIEN_OK; ++r)
        for (int i = 0; i < count && status == MIEN_OK; ++i)
            if (match->rows[r].state == MIENI_MATCH_ADDED && match->rows[r].to.frame == frames[i])
                status = mieni_poses_delete(asset, &match->rows[r].name, 1, false, error);
    return status;
}

MienStatus studio_poses_update_in(const StudioEdit *edit, const char *path, const int *skipped,
                                  int skipped_count, int counts[MIENI_MATCH_STATES], MieniProblem *problem)
{
    MieniPosesRecipe recipe;
    MieniPosesMatch match = {0};
    MieniAsset asset;
    MienError error = {0};
    MienStatus status = mieni_poses_open(edit->project, path, NULL, &recipe, problem);
    if (status != MIEN_OK)
        return status;
    status = studio_edit_load(edit, path, &asset, problem);
    if (status == MIEN_OK) {
        status = mieni_poses_update(&asset, recipe.takes, recipe.take_count, &recipe.arena, &match, &error);
        if (status == MIEN_OK)
            status = skip_added(&asset, &match, skipped, skipped_count, &error);
        status = studio_edit_save(edit, path, &asset, status, &error, problem);
    }
    mieni_poses_recipe_release(&recipe);
    for (int i = 0; i < MIENI_MATCH_STATES && counts != NULL; ++i)
        counts[i] = match.counts[i];
    return status;
}
