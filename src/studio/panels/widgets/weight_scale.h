// SPDX-License-Identifier: MIT
//
// The slider of weights: what is asked is the knob, what is applied the fill. A GtkScale, so
// that screen readers know it as a slider.
//
// Signals  began            a gesture or a key is about to change the value
//          asked (double)   the person wants this value
//          ended (bool)     it is over; whether it was cancelled, after asked told of the old value

#pragma once

#include <gtk/gtk.h>

#define STUDIO_TYPE_WEIGHT_SCALE (studio_weight_scale_get_type())
G_DECLARE_FINAL_TYPE(StudioWeightScale, studio_weight_scale, STUDIO, WEIGHT_SCALE, GtkScale)

GtkWidget *studio_weight_scale_new(void);
/// From where to where it goes, and which part of that is the asset's own range.
void studio_weight_scale_set_range(StudioWeightScale *scale, double min, double max, double own_min,
                                   double own_max);
/// Shows values; does not tell. While a hand drags, the knob stays with the hand.
void studio_weight_scale_set_values(StudioWeightScale *scale, double asked, double applied);
/// A thin second mark: where playing moves it. NaN: none.
void studio_weight_scale_set_mark(StudioWeightScale *scale, double value);
/// The knob is red: moving it makes keys.
void studio_weight_scale_set_armed(StudioWeightScale *scale, bool is_armed);
bool studio_weight_scale_is_dragged(const StudioWeightScale *scale);
/// Ends a drag where it is: the row is about to show something else.
void studio_weight_scale_let_go(StudioWeightScale *scale);
