// SPDX-License-Identifier: MIT
//
// Settings in a key file.

#include "studio/app/settings.h"

#include <string.h>

#include "studio/panels/workspace/preferences.h"

struct StudioSettings {
    GKeyFile *file;
    char *path;
    bool is_changed;
    guint timer; ///< Saves; 0: nothing waits.
};

enum { SAVE_DELAY = 500 }; ///< Milliseconds after a change: the program may end without a word.

static gboolean on_save(void *user)
{
    StudioSettings *settings = user;
    settings->timer = 0;
    studio_settings_save(settings);
    return G_SOURCE_REMOVE;
}

static void note_change(StudioSettings *settings)
{
    settings->is_changed = true;
    if (settings->timer == 0)
        settings->timer = g_timeout_add(SAVE_DELAY, on_save, settings);
}

StudioSettings *studio_settings_load(void)
{
    StudioSettings *settings = g_new0(StudioSettings, 1);
    settings->file = g_key_file_new();
    settings->path = g_build_filename(g_get_user_config_dir(), "mien", "studio.conf", NULL);
    g_key_file_load_from_file(settings->file, settings->path, G_KEY_FILE_KEEP_COMMENTS, NULL);
    return settings;
}

void studio_settings_free(StudioSettings *settings)
{
    if (settings == NULL)
        return;
    g_clear_handle_id(&settings->timer, g_source_remove);
    studio_settings_save(settings);
    g_key_file_unref(settings->file);
    g_free(settings->path);
    g_free(settings);
}

int studio_settings_number(const StudioSettings *settings, const char *name, int fallback)
{
    g_autoptr(GError) error = NULL;
    const int value = g_key_file_get_integer(settings->file, "window", name, &error);
    return error == NULL ? value : fallback;
}

void studio_settings_set_number(StudioSettings *settings, const char *name, int value)
{
    if (studio_settings_number(settings, name, value - 1) == value)
        return;
    g_key_file_set_integer(settings->file, "window", name, value);
    note_change(settings);
}

char *studio_settings_text(const StudioSettings *settings, const char *name)
{
    return g_key_file_get_string(settings->file, "window", name, NULL);
}

void studio_settings_set_text(StudioSettings *settings, const char *name, const char *value)
{
    g_key_file_set_string(settings->file, "window", name, value);
    note_change(settings);
}

static void free_recent(void *given)
{
    StudioRecent *recent = given;
    g_free(recent->path);
    g_free(recent->title);
    g_free(recent->counts);
    g_free(recent);
}

GPtrArray *studio_settings_recent(const StudioSettings *settings)
{
    GPtrArray *list = g_ptr_array_new_with_free_func(free_recent);
    for (int i = 0; i < STUDIO_RECENT_MOST; ++i) {
        g_autofree char *group = g_strdup_printf("recent-%d", i + 1);
        char *path = g_key_file_get_string(settings->file, group, "path", NULL);
        if (path == NULL)
            continue;
        StudioRecent *recent = g_new0(StudioRecent, 1);
        recent->path = path;
        recent->title = g_key_file_get_string(settings->file, group, "title", NULL);
        recent->counts = g_key_file_get_string(settings->file, group, "counts", NULL);
        recent->time = g_key_file_get_int64(settings->file, group, "time", NULL);
        if (recent->title == NULL)
            recent->title = g_path_get_basename(path);
        g_ptr_array_add(list, recent);
    }
    return list;
}

static void write_recent(StudioSettings *settings, const GPtrArray *list)
{
    for (guint i = 0; i < STUDIO_RECENT_MOST; ++i) {
        g_autofree char *group = g_strdup_printf("recent-%u", i + 1);
        g_key_file_remove_group(settings->file, group, NULL);
        if (i >= list->len)
            continue;
        const StudioRecent *recent = list->pdata[i];
        g_key_file_set_string(settings->file, group, "path", recent->path);
        g_key_file_set_string(settings->file, group, "title", recent->title);
        g_key_file_set_string(settings->file, group, "counts", recent->counts != NULL ? recent->counts : "");
        g_key_file_set_int64(settings->file, group, "time", recent->time);
    }
    settings->is_changed = true;
}

static void drop(GPtrArray *list, const char *path)
{
    for (guint i = list->len; i-- > 0;)
        if (strcmp(((StudioRecent *)list->pdata[i])->path, path) == 0)
            g_ptr_array_remove_index(list, i);
}

void studio_settings_add_recent(StudioSettings *settings, const char *path, const char *title,
                                const char *counts)
{
    g_autoptr(GPtrArray) list = studio_settings_recent(settings);
    StudioRecent *recent = g_new0(StudioRecent, 1);
    drop(list, path);
    recent->path = g_strdup(path);
    recent->title = g_strdup(title);
    recent->counts = g_strdup(counts);
    recent->time = g_get_real_time() / G_USEC_PER_SEC;
    g_ptr_array_insert(list, 0, recent);
    write_recent(settings, list);
    studio_settings_save(settings);
}

void studio_settings_remove_recent(StudioSettings *settings, const char *path)
{
    g_autoptr(GPtrArray) list = studio_settings_recent(settings);
    drop(list, path);
    write_recent(settings, list);
    studio_settings_save(settings);
}

static void on_prefer(StudioPreferences *preferences, int which, StudioSettings *settings)
{
    (void)preferences;
    g_key_file_set_integer(settings->file, "preferences", studio_preference_name((StudioPreference)which),
                           studio_prefers((StudioPreference)which));
    settings->is_changed = true;
    studio_settings_save(settings);
}

void studio_settings_bind_preferences(StudioSettings *settings)
{
    for (int i = 0; i < STUDIO_PREFER_COUNT; ++i) {
        g_autoptr(GError) error = NULL;
        const int value = g_key_file_get_integer(settings->file, "preferences",
                                                 studio_preference_name((StudioPreference)i), &error);
        if (error == NULL)
            studio_prefer((StudioPreference)i, value);
    }
    g_signal_connect(studio_preferences(), "changed", G_CALLBACK(on_prefer), settings);
}

void studio_settings_save(StudioSettings *settings)
{
    if (!settings->is_changed)
        return;
    g_autofree char *folder = g_path_get_dirname(settings->path);
    g_mkdir_with_parents(folder, 0700);
    settings->is_changed = !g_key_file_save_to_file(settings->file, settings->path, NULL);
}
