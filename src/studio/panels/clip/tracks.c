// SPDX-License-Identifier: MIT
//
// Removes the bone tracks of several clips.

#include "studio/panels/clip/tracks.h"

#include "studio/model/commands/clips.h"

static GPtrArray *clips_of(const char *const *paths)
{
    GPtrArray *clips = g_ptr_array_new();
    for (; *paths != NULL; ++paths)
        if (mieni_asset_kind_of_path(*paths) == MIENI_ASSET_CLIP)
            g_ptr_array_add(clips, (void *)*paths);
    return clips;
}

void studio_clip_tracks_allow(StudioCommands *commands, const char *const *paths)
{
    g_autoptr(GPtrArray) clips = clips_of(paths);
    g_autofree char *label =
        clips->len > 1 ? g_strdup_printf("Remove Bone Tracks in %u Clips", clips->len) : NULL;
    studio_commands_set_label(commands, "browser.remove-bone-tracks", label);
    studio_commands_allow(commands, "browser.remove-bone-tracks",
                          clips->len > 0 ? NULL : "Select clips in the browser first");
}

void studio_clip_tracks_remove(StudioWorkspace *workspace, const char *const *paths)
{
    g_autoptr(GPtrArray) clips = clips_of(paths);
    MieniProblem problem = {0};
    const MienStatus status = studio_clips_remove_tracks(
        studio_workspace_studio(workspace), (const char *const *)clips->pdata, (int)clips->len, &problem);
    if (!studio_workspace_check(workspace, status, &problem))
        return;
    g_autofree char *text = clips->len == 1
                                ? g_strdup("Removed the bone tracks of 1 clip")
                                : g_strdup_printf("Removed the bone tracks of %u clips", clips->len);
    studio_workspace_toast(workspace, text, "Undo", "win.undo");
}
