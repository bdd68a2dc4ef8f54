// SPDX-License-Identifier: MIT
//
// Files dropped anywhere in the window: an outline describes the effect.

#pragma once

#include <gtk/gtk.h>

/// Describes the effect of dropping these files (a list of GFile), "Import 3 files"; free it. NULL:
/// they are not taken.
typedef char *StudioDropWords(void *user, const GSList *files);
typedef void StudioDropped(void *user, const GSList *files);

/// A widget around child that takes files.
GtkWidget *studio_drop_new(GtkWidget *child, StudioDropWords *words, StudioDropped *dropped, void *user);
