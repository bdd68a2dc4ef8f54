// SPDX-License-Identifier: MIT
//
// The time slider. A GtkScale for pointer, keys and screen readers, whose value follows playback a
// few times a second; the drawing follows every frame.

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

#define STUDIO_TYPE_TIME_SCALE (studio_time_scale_get_type())
G_DECLARE_FINAL_TYPE(StudioTimeScale, studio_time_scale, STUDIO, TIME_SCALE, GtkScale)

GtkWidget *studio_time_scale_new(void);
/// From 0 to length, by frames.
void studio_time_scale_set_length(StudioTimeScale *scale, double length, double rate);
/// The part that is played again and again; the same twice: none.
void studio_time_scale_set_range(StudioTimeScale *scale, double start, double end);
/// Where the playhead is drawn; is_told: the value too.
void studio_time_scale_set_time(StudioTimeScale *scale, double time, bool is_told);
/// Whether the user is dragging it.
bool studio_time_scale_is_held(StudioTimeScale *scale);
