// SPDX-License-Identifier: MIT
//
// Small marks of curves: a colour, a diamond, a wave. Screen readers ignore them.

#pragma once

#include <gtk/gtk.h>

typedef enum StudioMark {
    STUDIO_MARK_SWATCH = 0,
    STUDIO_MARK_KEY,
    STUDIO_MARK_NO_KEY,
    STUDIO_MARK_WAVE
} StudioMark;

GtkWidget *studio_clip_mark_new(int size);
/// color NULL: that of text, or of selections for a key.
void studio_clip_mark_set(GtkWidget *mark, StudioMark kind, const GdkRGBA *color);
