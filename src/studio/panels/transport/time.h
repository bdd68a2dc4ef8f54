// SPDX-License-Identifier: MIT
//
// The field that shows the time and takes another: a click lets one type, a double click
// shows seconds, frames or timecode.

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

#define STUDIO_TYPE_TIME_FIELD (studio_time_field_get_type())
G_DECLARE_FINAL_TYPE(StudioTimeField, studio_time_field, STUDIO, TIME_FIELD, GtkWidget)

/// Its signal "typed" tells a time in seconds.
GtkWidget *studio_time_field_new(void);
/// Shows a time of a clip; is_told: screen readers hear of it.
void studio_time_field_set(StudioTimeField *field, double time, double length, double rate, bool is_told);
/// Shows words instead, and takes nothing.
void studio_time_field_set_words(StudioTimeField *field, const char *words);
