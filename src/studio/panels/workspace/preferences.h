// SPDX-License-Identifier: MIT
//
// User preferences for all projects: named numbers, stored by the application. One object
// reports changes:
//
// Signals  changed (int)   this preference changed

#pragma once

#include <gio/gio.h>
#include <stdbool.h>

typedef enum StudioPreference {
    STUDIO_PREFER_REOPEN,  ///< The last project opens at start.
    STUDIO_PREFER_TIME,    ///< Of StudioTimeForm.
    STUDIO_PREFER_LEVEL,   ///< Of sound, per cent.
    STUDIO_PREFER_SHADING, ///< At start: lit, clay, flat, normals.
    STUDIO_PREFER_GROUND,  ///< At start: as the style, dark, light, chequered.
    STUDIO_PREFER_LIMIT,   ///< Pictures per second while playing; 0: as many as the display shows.
    STUDIO_PREFER_MAGNET,  ///< Sliders stop at 0, at 1 and at the ends of ranges.
    STUDIO_PREFER_BEYOND,  ///< How far sliders go below 0 and above 1, beyond ranges.
    STUDIO_PREFER_KEYS,    ///< First keys of curves: auto, linear, step.
    STUDIO_PREFER_SNAP,    ///< At start: of StudioSnap.
    STUDIO_PREFER_COUNT,
} StudioPreference;

#define STUDIO_TYPE_PREFERENCES (studio_preferences_get_type())
G_DECLARE_FINAL_TYPE(StudioPreferences, studio_preferences, STUDIO, PREFERENCES, GObject)

/// The one there is.
StudioPreferences *studio_preferences(void);
int studio_prefers(StudioPreference which);
/// Clamped to the valid range; emits changed if it differs.
void studio_prefer(StudioPreference which, int value);
void studio_prefer_default(StudioPreference which);
/// Under which it is kept.
const char *studio_preference_name(StudioPreference which);
