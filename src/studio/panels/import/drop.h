// SPDX-License-Identifier: MIT
//
// Files dropped anywhere: an outline says what would happen.

#pragma once

#include <gtk/gtk.h>

/// Says what dropping these files (a list of GFile) would do, "Import 3 files"; free it. NULL:
/// they are not taken.
typedef char *StudioDropWords(void *user, const GSList *files);
typedef void StudioDropped(void *user, const GSList *files);

/// A widget around child that takes files.
GtkWidget *studio_drop_new(GtkWidget *child, StudioDropWords *words, StudioDropped *dropped, void *user);
