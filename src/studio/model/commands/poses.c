// SPDX-License-Identifier: MIT
//
// Commands on pose assets that need only the asset.

#include "studio/model/commands/poses.h"

#include "asset/edit/poses.h"
#include "asset/view.h"
#include "project/rename/rename.h"
#include "studio/model/facts/strings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What a command is given; each uses some of it.
typedef struct Given {
    const char *name, *other;
    const char *const *names, *const *others;
    int count, by;
    bool flag;
    float a, b;
    MienAuthorGroupKind kind;
    const StudioPoseRemap *remap;
} Given;

MienStatus studio_poses_rename_in(const StudioEdit *edit, const char *path, const char *const *from,
                                  const char *const *to, int count, bool is_everywhere, MieniRenamed *renamed,
                                  void *user, MieniProblem *problem)
{
    MieniAsset asset;
    MienError error = {0};
    MienStatus status = studio_edit_load(edit, path, &asset, problem);
    if (status != MIEN_OK)
        return status;
    status = mieni_poses_rename(&asset, from, to, count, &error);
    if (!is_everywhere)
        return studio_edit_save(edit, path, &asset, status, &error, problem);
    if (status != MIEN_OK) // refused here, it names the pose; there it would name a file
        mieni_problem_set(problem, path, status, mieni_at_error(&error), "%s", error.message);
    mieni_asset_release(&asset);
    return status == MIEN_OK ? mieni_rename_everywhere(edit->project, from, to, count, renamed, user, problem)
                             : status;
}

MienStatus studio_poses_rename(Studio *studio, const char *path, const char *const *from,
                               const char *const *to, int count, bool is_everywhere, MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM];
    if (count == 1)
        snprintf(label, sizeof label, "rename %.150s to %.150s", from[0], to[0]);
    else
        snprintf(label, sizeof label, "rename %d poses", count);
    StudioEdit edit;
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK)
        status = studio_poses_rename_in(&edit, path, from, to, count, is_everywhere, NULL, NULL, problem);
    return studio_edit_end(&edit, status, label, NULL, problem);
}

static MienStatus delete_poses(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    return mieni_poses_delete(asset, given->names, given->count, given->flag, error);
}

MienStatus studio_poses_delete(Studio *studio, const char *path, const char *const *names, int count,
                               bool is_forced, MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM];
    Given given = {.names = names, .count = count, .flag = is_forced};
    return studio_change(studio, path, delete_poses, &given,
                         studio_label_many(label, "delete", names, count, "poses"), NULL, problem);
}

static MienStatus move_poses(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    MienStatus status = MIEN_OK;
    for (int i = 0; i < given->count && status == MIEN_OK; ++i)
        if (given->name != NULL) {
            status = mieni_poses_move(asset, given->names[i], MIENI_POSES_BEFORE, 0, given->name, error);
        } else {
            const int count = mieni_pose_asset_pose_count(mieni_pose_asset_of(asset));
            status = mieni_poses_move(asset, given->names[i], MIENI_POSES_AT, count > 0 ? count - 1 : 0, NULL,
                                      error);
        }
    return status;
}

MienStatus studio_poses_move(Studio *studio, const char *path, const char *const *names, int count,
                             const char *anchor, MieniProblem *problem)
{
    Given given = {.names = names, .count = count, .name = anchor};
    for (int i = 0; i < count && anchor != NULL; ++i)
        if (strcmp(names[i], anchor) == 0)
            return mieni_problem_set(problem, path, MIEN_ERROR_ARGUMENT, mieni_at("%s", anchor),
                                     "A pose cannot be moved before itself");
    return studio_change(studio, path, move_poses, &given, "reorder poses", NULL, problem);
}

static int compare_places(const void *a, const void *b)
{
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

/// Moves poses from sorted places: those that lead first, and none past another.
static MienStatus shift_places(MieniAsset *asset, const int *places, int count, int by, MienError *error)
{
    const MieniPoseAssetView *poses = mieni_pose_asset_of(asset);
    const int last = mieni_pose_asset_pose_count(poses) - 1;
    MienStatus status = MIEN_OK;
    for (int n = 0; n < count && status == MIEN_OK; ++n) {
        const int i = by < 0 ? n : count - 1 - n, end = by < 0 ? n : last - n;
        int to = places[i] + by;
        if (by < 0 ? to < end : to > end)
            to = end;
        const char *name = mieni_pose_name(mieni_pose_asset_pose(poses, places[i]));
        if (to != places[i])
            status = mieni_poses_move(asset, mieni_text_or_empty(name), MIENI_POSES_AT, to, NULL, error);
    }
    return status;
}

static MienStatus shift_poses(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    int *places = malloc(sizeof *places * ((size_t)given->count + 1));
    MienStatus status = places != NULL ? MIEN_OK : MIEN_ERROR_MEMORY;
    for (int i = 0; i < given->count && status == MIEN_OK; ++i) {
        places[i] = mieni_poses_find(asset, given->names[i]);
        if (places[i] < 0)
            status = mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", given->names[i]), "No such pose");
    }
    if (status == MIEN_OK && given->count > 0) {
        qsort(places, (size_t)given->count, sizeof *places, compare_places);
        status = shift_places(asset, places, given->count, given->by, error);
    }
    free(places);
    return status;
}

MienStatus studio_poses_shift(Studio *studio, const char *path, const char *const *names, int count, int by,
                              MieniProblem *problem)
{
    Given given = {.names = names, .count = count, .by = by};
    return studio_change(studio, path, shift_poses, &given, "reorder poses", "shift poses", problem);
}

static MienStatus duplicate_poses(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    MienStatus status = MIEN_OK;
    for (int i = 0; i < given->count && status == MIEN_OK; ++i) {
        char name[256];
        int number = 2;
        do
            snprintf(name, sizeof name, "%.200s_%d", given->names[i], number++);
        while (mieni_poses_find(asset, name) >= 0);
        status = mieni_poses_duplicate(asset, given->names[i], name, error);
    }
    return status;
}

MienStatus studio_poses_duplicate(Studio *studio, const char *path, const char *const *names, int count,
                                  MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM];
    Given given = {.names = names, .count = count};
    return studio_change(studio, path, duplicate_poses, &given,
                         studio_label_many(label, "duplicate", names, count, "poses"), NULL, problem);
}

static MienStatus set_mode(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    return mieni_poses_set_mode(asset, given->flag, error);
}

MienStatus studio_poses_set_mode(Studio *studio, const char *path, bool is_absolute, MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM], name[STUDIO_LABEL_ROOM];
    Given given = {.flag = is_absolute};
    snprintf(label, sizeof label, "convert %.200s to %s", studio_asset_name(path, name),
             is_absolute ? "absolute" : "additive");
    return studio_change(studio, path, set_mode, &given, label, NULL, problem);
}

static MienStatus set_base(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    return mieni_poses_set_base(asset, given->name, error);
}

MienStatus studio_poses_set_base(Studio *studio, const char *path, const char *name, MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM];
    Given given = {.name = name};
    snprintf(label, sizeof label, "set base pose to %.200s", name != NULL ? name : "the rest pose");
    return studio_change(studio, path, set_base, &given, label, NULL, problem);
}

static MienStatus set_range(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    return mieni_poses_set_range(asset, given->name, given->a != 0 || given->b != 1, given->a, given->b,
                                 error);
}

MienStatus studio_poses_set_range(Studio *studio, const char *path, const char *name, float min, float max,
                                  MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM];
    Given given = {.name = name, .a = min, .b = max};
    snprintf(label, sizeof label, "change range of %.200s", name);
    return studio_change(studio, path, set_range, &given, label, label, problem);
}

void studio_poses_remap_of(const MieniAsset *asset, const char *name, StudioPoseRemap *out_remap)
{
    const MieniPoseAssetView *poses = mieni_pose_asset_of(asset);
    const int found = mieni_pose_asset_find_pose(poses, name);
    const MieniPoseView *pose = found >= 0 ? mieni_pose_asset_pose(poses, found) : NULL;
    *out_remap = (StudioPoseRemap){.gain = (float)mieni_pose_gain(pose, 1),
                                   .offset = (float)mieni_pose_offset(pose, 0),
                                   .is_smooth = mieni_pose_smooth(pose),
                                   .is_binary = mieni_pose_binary(pose)};
}

static MienStatus set_remap(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    StudioPoseRemap before;
    const StudioPoseRemap *remap = given->remap;
    studio_poses_remap_of(asset, given->name, &before);
    MienStatus status = mieni_poses_set_remap(asset, given->name, remap->gain, remap->offset, error);
    if (status == MIEN_OK && remap->is_smooth != before.is_smooth)
        status = mieni_poses_set_smooth(asset, given->name, remap->is_smooth, error);
    if (status == MIEN_OK && remap->is_binary != before.is_binary)
        status = mieni_poses_set_binary(asset, given->name, remap->is_binary, error);
    return status;
}

MienStatus studio_poses_set_remap(Studio *studio, const char *path, const char *name,
                                  const StudioPoseRemap *remap, MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM];
    Given given = {.name = name, .remap = remap};
    snprintf(label, sizeof label, "change strength of %.200s", name);
    return studio_change(studio, path, set_remap, &given, label, label, problem);
}

static MienStatus set_inbetween(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    return mieni_poses_set_inbetween(asset, given->name, given->other, given->a, error);
}

MienStatus studio_poses_set_inbetween(Studio *studio, const char *path, const char *name, const char *on,
                                      float at, MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM];
    Given given = {.name = name, .other = on, .a = at};
    snprintf(label, sizeof label, "make %.150s %s%.150s", name, on != NULL ? "an in-between of " : "a pose",
             on != NULL ? on : "");
    return studio_change(studio, path, set_inbetween, &given, label, NULL, problem);
}

static MienStatus set_combination(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    return mieni_poses_set_combination(asset, given->name, given->names, given->count, error);
}

MienStatus studio_poses_set_combination(Studio *studio, const char *path, const char *name,
                                        const char *const *inputs, int count, MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM];
    Given given = {.name = name, .names = inputs, .count = count};
    snprintf(label, sizeof label, "make %.200s a %s", name, count > 0 ? "corrective" : "pose");
    return studio_change(studio, path, set_combination, &given, label, NULL, problem);
}

static MienStatus set_group(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    if (given->count == 0)
        return mieni_poses_remove_group(asset, given->name, error);
    return mieni_poses_set_group(asset, given->name, given->kind, given->a, given->names, given->count,
                                 error);
}

MienStatus studio_poses_set_group(Studio *studio, const char *path, const char *group,
                                  MienAuthorGroupKind kind, float number, const char *const *members,
                                  int count, MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM];
    Given given = {.name = group, .names = members, .count = count, .kind = kind, .a = number};
    snprintf(label, sizeof label, "%s group %.200s", count > 0 ? "set" : "remove", group);
    return studio_change(studio, path, set_group, &given, label, NULL, problem);
}

static MienStatus drop_edits(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    MienStatus status = MIEN_OK;
    for (int i = 0; i < given->count && status == MIEN_OK; ++i)
        status = mieni_poses_clear_bone(asset, given->names[i], NULL,
                                        MIENI_PART_T | MIENI_PART_Q | MIENI_PART_S, error);
    return status;
}

MienStatus studio_poses_drop_edits(Studio *studio, const char *path, const char *const *names, int count,
                                   MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM];
    Given given = {.names = names, .count = count};
    return studio_change(studio, path, drop_edits, &given,
                         studio_label_many(label, "discard edits of", names, count, "poses"), NULL, problem);
}
