// SPDX-License-Identifier: MIT
//
// A solved clip beside the take that it came from: the poses play the curves, and the mesh alone plays the
// take's tracks. The heat map shows how far they are apart.

#include "studio/panels/viewport/private.h"

#include "asset/view.h"

/// Heat colours never stand for less, metres: what is below is not seen.
static const float least_range = 0.001f;

/// The mesh of the pose asset that a clip is solved with; NULL, and why: its take cannot be shown.
static const char *mesh_of(const StudioViewport *viewport, const char **out_poses, const char **out_reason)
{
    const MieniAsset *clip = NULL, *poses = NULL;
    Studio *studio = viewport->workspace != NULL ? studio_workspace_studio(viewport->workspace) : NULL;
    *out_reason = "Show a solved clip first";
    if (studio == NULL || viewport->clip == NULL ||
        studio_asset(studio, viewport->clip, &clip, NULL) != MIEN_OK)
        return NULL;
    const MieniSolveView *solve = mieni_clip_solve(mieni_clip_of(clip));
    *out_poses = mieni_solve_poses(solve);
    if (*out_poses == NULL)
        return NULL;
    *out_reason = mieni_solve_points(solve) != NULL ? "A take of points has no face of its own"
                                                    : "The pose asset of this clip has no mesh";
    if (mieni_solve_points(solve) != NULL || studio_asset(studio, *out_poses, &poses, NULL) != MIEN_OK)
        return NULL;
    return mieni_asset_mesh(poses);
}

static void add(StudioViewport *viewport, const char *path, const char *label, bool is_take)
{
    StudioRole *role = g_new0(StudioRole, 1);
    *role = (StudioRole){.path = g_strdup(path), .shown = g_strdup(path), .label = label, .is_take = is_take};
    g_ptr_array_add(viewport->roles, role);
}

bool studio_viewport_add_take(StudioViewport *viewport)
{
    const char *poses, *reason, *mesh = mesh_of(viewport, &poses, &reason);
    studio_commands_allow(viewport->commands, "viewport.compare-take", mesh != NULL ? NULL : reason);
    if (mesh == NULL || !studio_commands_state(viewport->commands, "viewport.compare-take"))
        return false;
    add(viewport, mesh, "Take", true);
    add(viewport, poses, "Solved", false);
    return true;
}

/// The actor that plays the take; NULL: none does.
static const StudioActor *take_of(const StudioViewport *viewport)
{
    const StudioActor *first = viewport->actors->len == 2 ? viewport->actors->pdata[0] : NULL;
    return first != NULL && first->role.is_take ? first : NULL;
}

bool studio_viewport_compares_take(const StudioViewport *viewport)
{
    const StudioActor *take = take_of(viewport);
    return take != NULL &&
           ((StudioActor *)viewport->actors->pdata[1])->face->vertex_count == take->face->vertex_count;
}

float studio_viewport_take_heat(StudioViewport *viewport)
{
    const StudioActor *take = take_of(viewport), *solved = viewport->actors->pdata[1];
    const float most = mieni_face_heat_from(solved->face, take->face);
    return most > least_range ? most : least_range;
}
