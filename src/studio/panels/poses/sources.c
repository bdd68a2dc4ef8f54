// SPDX-License-Identifier: MIT
//
// Slow facts about poses: changes of their source files, and what they move. Found on a worker,
// shortly after the last change.

#include "studio/panels/poses/details.h"

#include <math.h>
#include <string.h>

#include "mien/math.h"
#include "studio/model/facts/packs.h"
#include "view/face.h"

enum { DELAY = 300 };                ///< Milliseconds.
static const double STILL = 0.00001; ///< Metres, and nothing seems to move.

struct StudioPosesSources {
    int holders;        ///< The panel, and a job that runs.
    StudioPacks *packs; ///< A job's while one runs.
    guint timer;
    bool is_looking, wants_look;
};

/// What is known about a pose and its source.
typedef struct Found {
    char *name;
    StudioPoseSource source;
    bool is_measured;
    double moved, angle;
    char *turned;
    char **bones;
    int bone_count, morph_count;
} Found;

typedef struct Looking {
    StudioPosesPanel *panel;
    StudioPosesSources *sources;
    StudioSnapshot *snapshot;
    char *path;
    GPtrArray *found; ///< Of Found.
} Looking;

static void free_found(void *given)
{
    Found *found = given;
    g_free(found->name);
    g_free(found->turned);
    g_strfreev(found->bones);
    g_free(found);
}

static void drop(StudioPosesSources *sources)
{
    if (--sources->holders > 0)
        return;
    studio_packs_destroy(sources->packs);
    g_free(sources);
}

static void free_looking(void *given)
{
    Looking *looking = given;
    g_ptr_array_unref(looking->found);
    drop(looking->sources);
    g_object_unref(looking->panel);
    g_free(looking->path);
    g_free(looking);
}

static Found *find(const Looking *looking, const char *name)
{
    for (guint i = 0; i < looking->found->len; ++i)
        if (strcmp(((const Found *)looking->found->pdata[i])->name, name) == 0)
            return looking->found->pdata[i];
    Found *found = g_new0(Found, 1);
    found->name = g_strdup(name);
    g_ptr_array_add(looking->found, found);
    return found;
}

// On the worker

static void compare(Looking *looking)
{
    StudioSourceReport report;
    MieniProblem problem = {0};
    if (studio_poses_compare(looking->snapshot, looking->path, &report, &problem) != MIEN_OK)
        return; // lint says why
    for (int i = 0; i < report.count; ++i) {
        const StudioSourceRow *row = &report.rows[i];
        if (row->pose < 0 || row->name[0] == '\0')
            continue;
        find(looking, row->name)->source = row->state == MIENI_MATCH_REMOVED ? STUDIO_SOURCE_GONE
                                           : row->is_changed                 ? STUDIO_SOURCE_CHANGED
                                                                             : STUDIO_SOURCE_SAME;
    }
    studio_source_report_release(&report);
}

/// The angle between two rotations, in degrees.
static double angle_between(MienQuat a, MienQuat b)
{
    const double dot = fabs((double)a.x * (double)b.x + (double)a.y * (double)b.y +
                            (double)a.z * (double)b.z + (double)a.w * (double)b.w);
    const double rest = 1.0 - dot * dot;
    return 2.0 * mien_atan2(rest > 0 ? __builtin_sqrt(rest) : 0.0, dot) * (180.0 / 3.14159265358979323846);
}

static bool is_near(MienVec3 a, MienVec3 b, float most)
{
    return fabsf(a.x - b.x) <= most && fabsf(a.y - b.y) <= most && fabsf(a.z - b.z) <= most;
}

static void measure_bones(const MieniFace *face, const MienTransform *rest, Found *found)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (int b = 0; b < face->bone_count; ++b) {
        const MienTransform *is = &face->bones[b], *was = &rest[b];
        const double angle = angle_between(is->rotation, was->rotation);
        if (angle < 0.05 && is_near(is->translation, was->translation, 0.00001f) &&
            is_near(is->scale, was->scale, 0.0001f))
            continue;
        const char *name = mien_skeleton_bone_name(face->character->skeleton, b);
        g_ptr_array_add(names, g_strdup(name));
        if (angle > found->angle) {
            found->angle = angle;
            g_free(found->turned);
            found->turned = g_strdup(name);
        }
    }
    found->bone_count = (int)names->len;
    g_ptr_array_add(names, NULL);
    found->bones = (char **)g_ptr_array_free(g_steal_pointer(&names), FALSE);
}

static void measure(StudioJob *job, Looking *looking)
{
    MieniProject project = looking->snapshot->project;
    MieniProblem problem = {0};
    MieniFace *face;
    g_strlcpy(project.build, ".mien/none", sizeof project.build); // notes of builds are of older texts
    project.packs = looking->sources->packs != NULL ? &looking->sources->packs->store : NULL;
    if (mieni_face_open(&project, looking->path, &(MieniFaceOptions){.has_no_images = true}, &face,
                        &problem) != MIEN_OK)
        return;
    g_autofree MienTransform *rest = g_new(MienTransform, face->bone_count);
    mieni_face_pose(face, &(MieniPosing){.is_rest = true});
    memcpy(rest, face->bones, sizeof *rest * (size_t)face->bone_count);
    for (int i = 0; i < face->pose_count && !face->shows_morphs && !studio_job_is_cancelled(job); ++i) {
        const MieniFacePose pose = mieni_face_pose_at(face, i);
        Found *found = find(looking, mieni_face_pose_name(face, pose));
        if (mieni_face_pose(face, &(MieniPosing){.is_rest = true, .pose_count = 1, .poses = &pose}) !=
            MIEN_OK)
            break;
        found->is_measured = face->vertex_count > 0;
        found->moved = face->vertex_count > 0 ? (double)mieni_face_heat(face) : 0;
        measure_bones(face, rest, found);
        for (int m = 0; m < face->character->morph_count; ++m)
            found->morph_count += face->morphs[m] != 0.0f;
    }
    mieni_face_close(face);
}

static void run_look(StudioJob *job, void *data)
{
    Looking *looking = data;
    compare(looking);
    if (!studio_job_is_cancelled(job))
        measure(job, looking);
}

// On the main thread

static void take(StudioPosesPanel *panel, Found *found)
{
    StudioPoseItem *item = studio_poses_list_find(&panel->list, found->name);
    if (item == NULL)
        return;
    const bool moves_nothing = found->is_measured && found->moved < STILL && found->bone_count == 0;
    const bool is_other = item->source != found->source || item->moves_nothing != moves_nothing ||
                          item->is_measured != found->is_measured;
    if (item->place != NULL && found->source != STUDIO_SOURCE_NONE)
        item->source = found->source;
    item->is_measured = found->is_measured;
    item->moves_nothing = moves_nothing;
    item->moved = found->moved;
    item->angle = found->angle;
    item->bone_count = found->bone_count;
    item->morph_count = found->morph_count;
    g_free(item->turned);
    g_strfreev(item->bones);
    item->turned = g_steal_pointer(&found->turned);
    item->bones = g_steal_pointer(&found->bones);
    if (is_other)
        studio_pose_item_changed(item);
}

static void end_look(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    Looking *looking = data;
    StudioPosesPanel *panel = looking->panel;
    g_clear_pointer(&looking->snapshot, studio_snapshot_destroy); // while the project is open
    looking->sources->is_looking = false;
    if (is_cancelled || panel->workspace != workspace || g_strcmp0(panel->path, looking->path) != 0)
        return;
    for (guint i = 0; i < looking->found->len; ++i)
        take(panel, looking->found->pdata[i]);
    studio_poses_details_show(panel);
    if (looking->sources->wants_look)
        studio_poses_sources_look(panel);
}

static gboolean on_timer(void *user)
{
    StudioPosesPanel *panel = user;
    StudioPosesSources *sources = panel->sources;
    MieniProblem problem = {0};
    sources->timer = 0;
    sources->wants_look = sources->is_looking;
    if (panel->workspace == NULL || sources->is_looking)
        return G_SOURCE_REMOVE;
    Looking *looking = g_new0(Looking, 1);
    if (studio_snapshot_make(&studio_workspace_studio(panel->workspace)->files, &looking->snapshot,
                             &problem) != MIEN_OK) {
        g_free(looking);
        return G_SOURCE_REMOVE;
    }
    sources->is_looking = true;
    sources->holders += 1;
    looking->sources = sources;
    looking->panel = g_object_ref(panel);
    looking->path = g_strdup(panel->path);
    looking->found = g_ptr_array_new_with_free_func(free_found);
    studio_workspace_run(
        panel->workspace,
        &(StudioJobWork){.is_minor = true, .run = run_look, .done = end_look, .free_data = free_looking},
        looking);
    return G_SOURCE_REMOVE;
}

void studio_poses_sources_look(StudioPosesPanel *panel)
{
    if (panel->sources == NULL) {
        panel->sources = g_new0(StudioPosesSources, 1);
        panel->sources->holders = 1;
        studio_packs_make(&panel->sources->packs, 0);
    }
    if (panel->sources->timer != 0)
        g_source_remove(panel->sources->timer);
    panel->sources->timer = g_timeout_add(DELAY, on_timer, panel);
}

void studio_poses_sources_drop(StudioPosesPanel *panel)
{
    if (panel->sources == NULL)
        return;
    g_clear_handle_id(&panel->sources->timer, g_source_remove);
    panel->sources->wants_look = false;
    drop(g_steal_pointer(&panel->sources));
}
