// SPDX-License-Identifier: MIT
//
// Thumbnails of assets, poses and frames: drawn on a worker, one at a time, visible ones first.
// Lists put the widget into their rows and set what to show.

#pragma once

#include "studio/panels/workspace/workspace.h"

#include <gtk/gtk.h>

/// What a picture is of.
typedef struct StudioPictureOf {
    const char *asset; ///< Path of a character, pose asset, mesh or clip.
    /// Path of the character or mesh that it is shown on; NULL: the first that fits. A clip on a
    /// mesh moves its bones without any graph.
    const char *on;
    const char *pose;  ///< Of a pose asset, at weight 1; of a mesh, a morph; NULL: rest.
    double time;       ///< Of a clip, seconds; below 0: in its middle.
    GHashTable *draft; ///< Of studio_picture_draft_new; NULL: none.
} StudioPictureOf;

/// Files that are about to be made and are not in the project yet, for pictures of them: from path
/// to GBytes. Fill it, seal it, change it never again.
GHashTable *studio_picture_draft_new(void);
void studio_picture_draft_seal(GHashTable *draft);

/// An image, empty for now; size: logical pixels. A GtkWidget for any row.
GtkWidget *studio_picture_new(int size);
/// Shows an icon, and the picture as soon as it is there and the widget is to be seen. of NULL:
/// the icon only. What is the same as before costs nothing.
void studio_picture_show(GtkWidget *picture, StudioWorkspace *workspace, const StudioPictureOf *of,
                         const char *icon);
/// A larger one in a popover while the pointer rests on the picture, or never.
void studio_picture_set_enlarges(GtkWidget *picture, bool is_enlarging);
/// Shows that one now, or puts it away: for keys.
void studio_picture_enlarge(GtkWidget *picture, bool is_large);
/// Whether pictures of widgets that are to be seen are still to be drawn.
bool studio_pictures_are_pending(StudioWorkspace *workspace);
