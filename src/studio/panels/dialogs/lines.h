// SPDX-License-Identifier: MIT
//
// Line numbers beside a text view.

#pragma once

#include <gtk/gtk.h>

#define STUDIO_TYPE_LINES (studio_lines_get_type())
G_DECLARE_FINAL_TYPE(StudioLines, studio_lines, STUDIO, LINES, GtkWidget)

/// Hangs numbers on the left of a text view that lies in a scrolled window.
void studio_lines_add(GtkTextView *view);
