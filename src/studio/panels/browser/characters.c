// SPDX-License-Identifier: MIT
//
// Creates characters for several meshes at once, without a dialog: each gets the name of its mesh
// and the pose asset made for it.

#include "studio/panels/browser/private.h"

#include <string.h>

#include "studio/model/commands/graphs.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/graph/match.h"

/// The pose asset that was made for a mesh; NULL for none. Free it.
static char *poses_of(Studio *studio, const char *mesh)
{
    g_autoptr(GPtrArray) all = studio_match_all(studio, MIENI_ASSET_POSES);
    for (guint i = 0; i < all->len; ++i) {
        g_autofree char *of = studio_match_mesh(studio, all->pdata[i]);
        if (g_strcmp0(of, mesh) == 0)
            return g_strdup(all->pdata[i]);
    }
    return NULL;
}

static MienStatus make_one(Studio *studio, const char *mesh, MieniProblem *problem)
{
    char name[STUDIO_LABEL_ROOM];
    g_autofree char *poses = poses_of(studio, mesh),
                    *path = studio_match_free_path(studio, mesh, studio_asset_name(mesh, name),
                                                   ".character.json");
    return studio_character_make(studio, path, mesh, NULL, NULL, poses, problem);
}

bool studio_browser_make_characters(StudioBrowser *browser)
{
    g_auto(GStrv) paths = studio_browser_selected(browser);
    const int count = studio_browser_count_meshes(paths);
    Studio *studio = studio_workspace_studio(browser->workspace);
    MieniProblem problem = {0};
    if (count < 2)
        return false;
    g_autofree char *label = g_strdup_printf("create %d characters", count),
                    *text = g_strdup_printf("%d characters", count);
    MienStatus status = studio_group_begin(studio, label, &problem);
    if (!studio_workspace_check(browser->workspace, status, &problem))
        return true;
    for (char **path = paths; *path != NULL && status == MIEN_OK; ++path)
        if (mieni_asset_kind_of_path(*path) == MIENI_ASSET_MESH)
            status = make_one(studio, *path, &problem);
    if (status == MIEN_OK)
        status = studio_group_end(studio, &problem);
    else
        studio_group_cancel(studio, NULL);
    if (studio_workspace_check(browser->workspace, status, &problem))
        studio_workspace_toast(browser->workspace, text, "New Graph…", "win.new-graph");
    return true;
}

int studio_browser_count_meshes(char *const *paths)
{
    int count = 0;
    for (; *paths != NULL; ++paths)
        count += mieni_asset_kind_of_path(*paths) == MIENI_ASSET_MESH;
    return count;
}
