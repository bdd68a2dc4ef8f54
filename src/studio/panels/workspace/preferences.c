// SPDX-License-Identifier: MIT
//
// User preferences.

#include "studio/panels/workspace/preferences.h"

static const struct {
    const char *name;
    int fallback, min, max;
} rows[STUDIO_PREFER_COUNT] = {
    [STUDIO_PREFER_REOPEN] = {"reopen", 0, 0, 1},  [STUDIO_PREFER_TIME] = {"time", 0, 0, 2},
    [STUDIO_PREFER_LEVEL] = {"level", 80, 0, 100}, [STUDIO_PREFER_SHADING] = {"shading", 0, 0, 3},
    [STUDIO_PREFER_GROUND] = {"ground", 0, 0, 3},  [STUDIO_PREFER_LIMIT] = {"frame-limit", 0, 0, 240},
    [STUDIO_PREFER_MAGNET] = {"magnet", 1, 0, 1},  [STUDIO_PREFER_BEYOND] = {"beyond", 1, 1, 3},
    [STUDIO_PREFER_KEYS] = {"keys", 0, 0, 2},      [STUDIO_PREFER_SNAP] = {"snap", 0, 0, 2},
};

struct _StudioPreferences {
    GObject parent_instance;
    int values[STUDIO_PREFER_COUNT];
};

G_DEFINE_TYPE(StudioPreferences, studio_preferences, G_TYPE_OBJECT)

static guint changed_signal;

static void studio_preferences_class_init(StudioPreferencesClass *class)
{
    (void)class;
    changed_signal = g_signal_new("changed", STUDIO_TYPE_PREFERENCES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_INT);
}

static void studio_preferences_init(StudioPreferences *preferences)
{
    for (int i = 0; i < STUDIO_PREFER_COUNT; ++i)
        preferences->values[i] = rows[i].fallback;
}

StudioPreferences *studio_preferences(void)
{
    static StudioPreferences *preferences; // as long as the program
    if (preferences == NULL)
        preferences = g_object_new(STUDIO_TYPE_PREFERENCES, NULL);
    return preferences;
}

int studio_prefers(StudioPreference which) { return studio_preferences()->values[which]; }

void studio_prefer(StudioPreference which, int value)
{
    StudioPreferences *preferences = studio_preferences();
    const int kept = CLAMP(value, rows[which].min, rows[which].max);
    if (preferences->values[which] == kept)
        return;
    preferences->values[which] = kept;
    g_signal_emit(preferences, changed_signal, 0, (int)which);
}

void studio_prefer_default(StudioPreference which) { studio_prefer(which, rows[which].fallback); }

const char *studio_preference_name(StudioPreference which) { return rows[which].name; }
