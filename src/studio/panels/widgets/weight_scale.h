// SPDX-License-Identifier: MIT
//
// The weight slider: the knob is the input weight, the fill the final weight. A GtkScale, so
// that screen readers report it as a slider.
//
// Signals  began            a gesture or a key is about to change the value
//          asked (double)   the user wants this value
//          ended (bool)     the gesture ended; true if it was cancelled, after asked gave the old value

#pragma once

#include <gtk/gtk.h>

#define STUDIO_TYPE_WEIGHT_SCALE (studio_weight_scale_get_type())
G_DECLARE_FINAL_TYPE(StudioWeightScale, studio_weight_scale, STUDIO, WEIGHT_SCALE, GtkScale)

GtkWidget *studio_weight_scale_new(void);
/// From where to where it goes, and which part of that is the asset's own range.
void studio_weight_scale_set_range(StudioWeightScale *scale, double min, double max, double own_min,
                                   double own_max);
/// Sets the values without a signal. While the user drags, the knob stays at the pointer.
void studio_weight_scale_set_values(StudioWeightScale *scale, double asked, double applied);
/// A thin second mark: the value in playback. NaN: none.
void studio_weight_scale_set_mark(StudioWeightScale *scale, double value);
/// The knob is red: moving it adds keys.
void studio_weight_scale_set_armed(StudioWeightScale *scale, bool is_armed);
/// Ends a drag where it is: the row is about to show something else.
void studio_weight_scale_let_go(StudioWeightScale *scale);
