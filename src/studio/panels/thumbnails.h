// SPDX-License-Identifier: MIT
//
// Small pictures of characters, pose assets and meshes, drawn elsewhere, one at a time,
// when somebody asks for them.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace.h"

#define STUDIO_TYPE_THUMBNAILS (studio_thumbnails_get_type())
G_DECLARE_FINAL_TYPE(StudioThumbnails, studio_thumbnails, STUDIO, THUMBNAILS, GObject)

enum { STUDIO_THUMBNAIL_SIZE = 68 }; ///< Pixels: twice what a row shows.

/// Those of a workspace, made with the first call and kept with it. Their signal
/// "thumbnail" tells the path of one that is there.
StudioThumbnails *studio_thumbnails_of(StudioWorkspace *workspace);
/// The picture of an asset; NULL if there is none yet, or never will be.
GdkPaintable *studio_thumbnails_get(StudioThumbnails *thumbnails, const char *path);
