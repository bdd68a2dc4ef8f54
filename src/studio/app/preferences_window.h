// SPDX-License-Identifier: MIT
//
// The preferences window. Changes take effect at once.

#pragma once

#include "studio/app/window.h"

void studio_preferences_window_open(StudioWindow *window, StudioSettings *settings);
/// Applies the startup preferences to a window: shading, background, snapping.
void studio_preferences_apply(StudioWindow *window);
/// Later changes apply to it as well.
void studio_preferences_follow(StudioWindow *window);
