// SPDX-License-Identifier: MIT
//
// Commands that change the asset: adding poses, and editing the selected ones.

#include "studio/panels/poses/commands.h"

#include <math.h>
#include <string.h>

#include "base/names.h"
#include "project/rename/rename.h"
#include "project/uses.h"
#include "studio/model/facts/strings.h"

enum { LARGE_PROJECT = 200 }; ///< With this many files, names are searched on another thread.

static Studio *studio_of(const StudioPosesPanel *panel) { return studio_workspace_studio(panel->workspace); }

/// Tells, with a way back.
static void tell(StudioPosesPanel *panel, char *text)
{
    studio_workspace_toast(panel->workspace, text, "Undo", "win.undo");
    g_free(text);
}

// Adding

/// Adds a pose by hand from bones of the viewport, or without; out_name gets its name.
static MienStatus add(StudioPosesPanel *panel, const char *name, bool is_from_viewport, char out_name[256],
                      MieniProblem *problem)
{
    int count = 0;
    g_autofree MieniPosedBone *bones =
        is_from_viewport ? studio_live_bones(studio_live_of(panel->workspace), panel->path, &count) : NULL;
    if (is_from_viewport && bones == NULL)
        bones = studio_live_bones(studio_live_of(panel->workspace), NULL, &count);
    if (is_from_viewport && bones == NULL)
        return mieni_problem_set(problem, panel->path, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                                 "No character in the viewport");
    return studio_poses_add(studio_of(panel), panel->path, name, bones, count, out_name, problem);
}

/// A name that no pose has.
static char *free_name(const StudioPosesPanel *panel, const char *wanted)
{
    char *name = g_strdup(wanted);
    for (int n = 2; studio_poses_list_find(&panel->list, name) != NULL; ++n) {
        g_free(name);
        name = g_strdup_printf("%.200s_%d", wanted, n);
    }
    return name;
}

/// Adds a pose that others drive, as one step.
static MienStatus add_driven(StudioPosesPanel *panel, const char *const *on, int count, char out_name[256],
                             MieniProblem *problem)
{
    Studio *studio = studio_of(panel);
    g_autofree char *joined = g_strjoinv("_", (char **)on);
    g_autofree char *half = g_strdup_printf("%.200s_half", on[0]);
    g_autofree char *name = free_name(panel, count > 1 ? joined : half);
    g_autofree char *label = g_strdup_printf("add pose %.200s", name);
    const StudioPoseItem *parent = studio_poses_list_find(&panel->list, on[0]);
    const double here = studio_poses_values(panel, parent).asked;
    const bool is_between = here > parent->min && here < parent->max && here != 0 && here != 1;
    MienStatus status = studio_group_begin(studio, label, problem);
    if (status != MIEN_OK)
        return status;
    status = add(panel, name, count == 1, out_name, problem);
    if (status == MIEN_OK && count > 1)
        status = studio_poses_set_combination(studio, panel->path, name, on, count, problem);
    else if (status == MIEN_OK)
        status = studio_poses_set_inbetween(studio, panel->path, name, on[0], is_between ? (float)here : 0.5f,
                                            problem);
    MieniProblem ignored = {0};
    if (status != MIEN_OK)
        studio_group_cancel(studio, &ignored);
    else
        status = studio_group_end(studio, problem);
    return status;
}

void studio_poses_run_add(void *user, const char *name)
{
    StudioPosesPanel *panel = user;
    MieniProblem problem = {0};
    char made[256] = "";
    int count;
    if (panel->workspace == NULL)
        return;
    g_auto(GStrv) names = studio_poses_selected(panel, &count);
    const bool is_driven =
        strcmp(name, "poses.add-corrective") == 0 || strcmp(name, "poses.add-inbetween") == 0;
    const MienStatus status = is_driven
                                  ? add_driven(panel, (const char *const *)names, count, made, &problem)
                                  : add(panel, NULL, strcmp(name, "poses.add-empty") != 0, made, &problem);
    if (studio_workspace_check(panel->workspace, status, &problem))
        studio_poses_edit_name(panel, made);
}

// Deleting

/// How many clips have curves of these names by hand.
static int clips_with(StudioPosesPanel *panel, const char *const *names, int count)
{
    Studio *studio = studio_of(panel);
    int clips = 0;
    for (int i = 0; i < studio->files.count; ++i) {
        const StudioFile *file = studio->files.items[i];
        const MieniAsset *asset;
        if (file->kind != MIENI_ASSET_CLIP || !file->is_known || // reading thousands would be waited for
            studio_asset(studio, file->path, &asset, NULL) != MIEN_OK)
            continue;
        bool has = false;
        for (int n = 0; n < count && !has; ++n)
            has = mieni_clip_find_keyed_curve(mieni_clip_of(asset), names[n]) >= 0;
        clips += has;
    }
    return clips;
}

static void run_delete(StudioPosesPanel *panel, const char *const *names, int count)
{
    MieniProblem problem = {0};
    const int clips = clips_with(panel, names, count);
    const MienStatus status =
        studio_poses_delete(studio_of(panel), panel->path, names, count, true, &problem);
    if (!studio_workspace_check(panel->workspace, status, &problem))
        return;
    g_autofree char *what = count == 1 ? g_strdup(names[0]) : g_strdup_printf("%d poses", count);
    g_autofree char *used = clips == 0
                                ? g_strdup("")
                                : g_strdup_printf(". %d clip%s still key%s %s", clips, clips == 1 ? "" : "s",
                                                  clips == 1 ? "s" : "", count == 1 ? "it" : "them");
    tell(panel, g_strdup_printf("Deleted %s%s", what, used));
}

// Names

char *studio_poses_clash(const StudioPosesPanel *panel, const StudioPoseItem *item, const char *name)
{
    const StudioPoseItem *other = studio_poses_list_find(&panel->list, name);
    if (name[0] == '\0')
        return g_strdup("Enter a name");
    if (strlen(name) >= MIENI_NAME_ROOM)
        return g_strdup("The name is too long");
    return other != NULL && other != item
               ? g_strdup_printf("“%s” is already the name of pose %d", name, other->index + 1)
               : NULL;
}

/// A rename that looks through many files, on a worker.
typedef struct Renaming {
    StudioEdit edit;
    char *from, *to;
    MienStatus status;
    MieniProblem problem;
} Renaming;

static void run_renaming(StudioJob *job, void *data)
{
    (void)job;
    Renaming *renaming = data;
    renaming->status =
        mieni_rename_everywhere(renaming->edit.project, (const char *const[]){renaming->from},
                                (const char *const[]){renaming->to}, 1, NULL, NULL, &renaming->problem);
}

static void end_renaming(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    Renaming *renaming = data;
    if (is_cancelled) {
        studio_edit_drop(&renaming->edit);
        return;
    }
    const MienStatus status = studio_edit_endf(&renaming->edit, renaming->status, &renaming->problem, NULL,
                                               "rename %.150s to %.150s", renaming->from, renaming->to);
    studio_workspace_check(workspace, status, &renaming->problem);
}

static void free_renaming(void *data)
{
    Renaming *renaming = data;
    g_free(renaming->from);
    g_free(renaming->to);
    g_free(renaming);
}

void studio_poses_rename_one(StudioPosesPanel *panel, const char *from, const char *to)
{
    MieniProblem problem = {0};
    if (panel->workspace == NULL)
        return;
    Studio *studio = studio_of(panel);
    if (studio->files.count < LARGE_PROJECT) {
        const MienStatus status = studio_poses_rename(studio, panel->path, (const char *const[]){from},
                                                      (const char *const[]){to}, 1, true, &problem);
        studio_workspace_check(panel->workspace, status, &problem);
        return;
    }
    Renaming *renaming = g_new0(Renaming, 1);
    renaming->from = g_strdup(from);
    renaming->to = g_strdup(to);
    if (studio_workspace_check(panel->workspace, studio_edit_begin(&renaming->edit, studio, &problem),
                               &problem)) {
        g_autofree char *name = g_strdup_printf("Rename %s", from);
        studio_workspace_run(
            panel->workspace,
            &(StudioJobWork){
                .name = name, .run = run_renaming, .done = end_renaming, .free_data = free_renaming},
            renaming);
    } else {
        free_renaming(renaming);
    }
}

// Others

static MienStatus update_pose(StudioPosesPanel *panel, const char *pose, MieniProblem *problem)
{
    int count = 0;
    g_autofree MieniPosedBone *bones =
        studio_live_bones(studio_live_of(panel->workspace), panel->path, &count);
    if (bones == NULL)
        return mieni_problem_set(problem, panel->path, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                                 "No character in the viewport");
    return studio_poses_set_bones(studio_of(panel), panel->path, pose, bones, count, problem);
}

/// Takes poses out of the groups that they are in; a group without any is gone.
static MienStatus leave_groups(StudioPosesPanel *panel, const char *const *names, int count,
                               MieniProblem *problem)
{
    Studio *studio = studio_of(panel);
    char label[STUDIO_LABEL_ROOM];
    MienStatus status = studio_group_begin(
        studio, studio_label_many(label, "remove from group", names, count, "poses"), problem);
    for (guint g = 0; g < panel->list.groups->len && status == MIEN_OK; ++g) {
        const MieniPoseAssetView *poses = mieni_pose_asset_of(studio_poses_asset(panel));
        const StudioPoseGroup *known = panel->list.groups->pdata[g];
        const int row = known->is_own ? mieni_pose_asset_find_group(poses, known->name) : -1;
        if (row < 0)
            continue;
        const MieniGroupView *group = mieni_pose_asset_group(poses, row);
        const int member_count = mieni_group_members_count(group);
        g_autoptr(GPtrArray) left = g_ptr_array_new_with_free_func(g_free);
        for (int m = 0; m < member_count; ++m)
            if (!g_strv_contains(names, mieni_group_members(group, m)))
                g_ptr_array_add(left, g_strdup(mieni_group_members(group, m)));
        if ((int)left->len == member_count)
            continue;
        float number;
        const MienAuthorGroupKind kind = studio_poses_group_kind(group, &number);
        g_autofree char *name = g_strdup(known->name); // the list is read again
        status = studio_poses_set_group(studio, panel->path, name, kind, number,
                                        (const char *const *)left->pdata, (int)left->len, problem);
        g = (guint)-1; // the list has changed: search it again
    }
    MieniProblem ignored = {0};
    if (status != MIEN_OK)
        studio_group_cancel(studio, &ignored);
    else
        status = studio_group_end(studio, problem);
    return status;
}

static void show_source(StudioPosesPanel *panel, const char *pose)
{
    const MieniPoseAssetView *poses = mieni_pose_asset_of(studio_poses_asset(panel));
    const int row = mieni_pose_asset_find_pose(poses, pose);
    const StudioPoseItem *item = studio_poses_list_find(&panel->list, pose);
    if (row < 0 || item == NULL)
        return;
    const char *file = mieni_pose_file(mieni_pose_asset_pose(poses, row));
    if (file == NULL)
        file = mieni_source_file(mieni_pose_asset_source(poses));
    g_autofree char *text =
        g_strdup_printf("%s is %s of %s", pose, item->place, file != NULL ? file : "its source file");
    studio_workspace_toast(panel->workspace, text, NULL, NULL);
}

static void run_mode(StudioPosesPanel *panel, bool is_absolute)
{
    MieniProblem problem = {0};
    char name[STUDIO_LABEL_ROOM];
    const MienStatus status = studio_poses_set_mode(studio_of(panel), panel->path, is_absolute, &problem);
    if (studio_workspace_check(panel->workspace, status, &problem))
        tell(panel, g_strdup_printf("%s is now %s", studio_asset_name(panel->path, name),
                                    is_absolute ? "absolute" : "additive"));
}

static MienStatus change(StudioPosesPanel *panel, const char *command, const char *const *names, int count,
                         MieniProblem *problem)
{
    Studio *studio = studio_of(panel);
    const char *path = panel->path;
    if (strcmp(command, "poses.flip") == 0)
        return studio_poses_flip(studio, path, names, count, problem);
    if (strcmp(command, "poses.set-base") == 0)
        return studio_poses_set_base(studio, path, names[0], problem);
    if (strcmp(command, "poses.update-pose") == 0)
        return update_pose(panel, names[0], problem);
    if (strcmp(command, "poses.discard-edits") == 0)
        return studio_poses_drop_edits(studio, path, names, count, problem);
    if (strcmp(command, "poses.move-up") == 0 || strcmp(command, "poses.move-down") == 0)
        return studio_poses_shift(studio, path, names, count, strcmp(command, "poses.move-up") == 0 ? -1 : 1,
                                  problem);
    if (strcmp(command, "poses.group-remove") == 0)
        return leave_groups(panel, names, count, problem);
    return studio_poses_duplicate(studio, path, names, count, problem);
}

void studio_poses_run_edit(void *user, const char *name)
{
    StudioPosesPanel *panel = user;
    MieniProblem problem = {0};
    int count;
    if (panel->workspace == NULL)
        return;
    g_auto(GStrv) names = studio_poses_selected(panel, &count);
    const char *const *chosen = (const char *const *)names;
    if (strcmp(name, "poses.make-additive") == 0 || strcmp(name, "poses.make-absolute") == 0) {
        run_mode(panel, strcmp(name, "poses.make-absolute") == 0);
        return;
    }
    if (count == 0)
        return;
    if (strcmp(name, "win.delete") == 0)
        run_delete(panel, chosen, count);
    else if (strcmp(name, "poses.show-source") == 0)
        show_source(panel, names[0]);
    else
        studio_workspace_check(panel->workspace, change(panel, name, chosen, count, &problem), &problem);
}
