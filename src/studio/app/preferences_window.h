// SPDX-License-Identifier: MIT
//
// The window of preferences. What is changed acts at once.

#pragma once

#include "studio/app/window.h"

void studio_preferences_window_open(StudioWindow *window, StudioSettings *settings);
/// Lets what a person prefers at start act in a window: shading, background, snapping.
void studio_preferences_apply(StudioWindow *window);
/// From then on every change of those acts in it.
void studio_preferences_follow(StudioWindow *window);
