// SPDX-License-Identifier: MIT
//
// User settings: sizes, style, recent projects. A key file in the user's configuration folder;
// values that cannot be read count as unset.

#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct StudioSettings StudioSettings;

enum { STUDIO_RECENT_MOST = 8 };

/// A project that was open.
typedef struct StudioRecent {
    char *path, *title, *counts;
    gint64 time; ///< Seconds since 1970.
} StudioRecent;

StudioSettings *studio_settings_load(void);
void studio_settings_free(StudioSettings *settings);

int studio_settings_number(const StudioSettings *settings, const char *name, int fallback);
void studio_settings_set_number(StudioSettings *settings, const char *name, int value);
char *studio_settings_text(const StudioSettings *settings, const char *name); ///< Free it; NULL: not set.
void studio_settings_set_text(StudioSettings *settings, const char *name, const char *value);

/// Recent projects, the latest first: an array of StudioRecent. Unreference it.
GPtrArray *studio_settings_recent(const StudioSettings *settings);
void studio_settings_add_recent(StudioSettings *settings, const char *path, const char *title,
                                const char *counts);
void studio_settings_remove_recent(StudioSettings *settings, const char *path);

/// Restores all preferences, and saves later changes. Settings must outlive the
/// program's windows.
void studio_settings_bind_preferences(StudioSettings *settings);

/// Writes what changed; otherwise that happens by itself, half a second after a change.
void studio_settings_save(StudioSettings *settings);
