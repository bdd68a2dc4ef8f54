// SPDX-License-Identifier: MIT
//
// The time field: a click starts typing, a double-click switches between seconds, frames and
// timecode.

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

#define STUDIO_TYPE_TIME_FIELD (studio_time_field_get_type())
G_DECLARE_FINAL_TYPE(StudioTimeField, studio_time_field, STUDIO, TIME_FIELD, GtkWidget)

/// Its signal "typed" gives a time in seconds.
GtkWidget *studio_time_field_new(void);
/// Shows a time of a clip; is_told: reported to screen readers.
void studio_time_field_set(StudioTimeField *field, double time, double length, double rate, bool is_told);
/// Shows a text instead, and accepts no input.
void studio_time_field_set_words(StudioTimeField *field, const char *words);
