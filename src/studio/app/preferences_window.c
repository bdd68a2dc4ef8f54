// SPDX-License-Identifier: MIT
//
// The preferences window, built from one table.

#define _POSIX_C_SOURCE 200809L // lstat, of g_lstat

#include "studio/app/preferences_window.h"

#include <glib/gstdio.h>
#include <string.h>

#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/preferences.h"

enum { CHOICES_MOST = 4 };

/// A row of a page: a switch without choices, else a list of them.
typedef struct Row {
    const char *page;
    StudioPreference which;
    const char *title, *subtitle;
    const char *choices[CHOICES_MOST + 1];
    int values[CHOICES_MOST]; ///< Of the choices.
} Row;

static const Row rows[] = {
    {"General", STUDIO_PREFER_REOPEN, "Reopen the Last Project", "At startup", {0}, {0}},
    {"General",
     STUDIO_PREFER_TIME,
     "Time",
     "Unit in the playback controls",
     {"Seconds", "Frames", "Timecode"},
     {0, 1, 2}},
    {"Viewport",
     STUDIO_PREFER_SHADING,
     "Shading",
     "Applies now and at startup",
     {"Lit", "Clay", "Flat", "Normals"},
     {0, 1, 2, 3}},
    {"Viewport",
     STUDIO_PREFER_GROUND,
     "Background",
     "Applies now and at startup",
     {"Follow Style", "Dark", "Light", "Chequered"},
     {0, 1, 2, 3}},
    {"Viewport",
     STUDIO_PREFER_LIMIT,
     "Frame Rate While Playing",
     "Lower values use less CPU",
     {"Display Rate", "60 per Second", "30 per Second"},
     {0, 60, 30}},
    {"Poses",
     STUDIO_PREFER_MAGNET,
     "Snap Sliders",
     "Sliders snap to 0, 1 and the ends of the range",
     {0},
     {0}},
    {"Poses",
     STUDIO_PREFER_BEYOND,
     "Beyond Range",
     "Slider range with Allow Values beyond Range",
     {"−1 to 2", "−2 to 3", "−3 to 4"},
     {1, 2, 3}},
    {"Keys",
     STUDIO_PREFER_KEYS,
     "New Keys",
     "For curves without keys; other curves repeat the previous key",
     {"Auto", "Linear", "Step"},
     {0, 1, 2}},
    {"Keys",
     STUDIO_PREFER_SNAP,
     "Snapping",
     "Applies now and at startup",
     {"Frames", "Keys", "Off"},
     {0, 1, 2}},
};

static const struct {
    const char *name, *icon;
} pages[] = {{"General", "preferences-system-symbolic"},
             {"Viewport", "avatar-default-symbolic"},
             {"Poses", "face-smile-big-symbolic"},
             {"Keys", "video-x-generic-symbolic"},
             {"Files", "folder-symbolic"}};

// At start, and now

static void apply(StudioWindow *window, int which)
{
    static const char *const shadings[] = {"viewport.lit", "viewport.clay", "viewport.flat",
                                           "viewport.normals"};
    static const char *const grounds[] = {"viewport.background-style", "viewport.background-dark",
                                          "viewport.background-light", "viewport.background-chequered"};
    static const char *const snaps[] = {"clip.snap-frames", "clip.snap-keys", "clip.snap-off"};
    StudioCommands *commands = studio_window_commands(window);
    if (which == STUDIO_PREFER_SHADING)
        studio_commands_run(commands, shadings[studio_prefers(STUDIO_PREFER_SHADING)]);
    else if (which == STUDIO_PREFER_GROUND)
        studio_commands_run(commands, grounds[studio_prefers(STUDIO_PREFER_GROUND)]);
    else if (which == STUDIO_PREFER_SNAP)
        studio_commands_run(commands, snaps[studio_prefers(STUDIO_PREFER_SNAP)]);
    else if (which == STUDIO_PREFER_BEYOND && studio_window_workspace(window) != NULL)
        studio_workspace_session_changed(studio_window_workspace(window)); // sliders have other ends
}

void studio_preferences_apply(StudioWindow *window)
{
    apply(window, STUDIO_PREFER_SHADING);
    apply(window, STUDIO_PREFER_GROUND);
}

void studio_preferences_follow(StudioWindow *window)
{
    g_signal_connect_object(studio_preferences(), "changed", G_CALLBACK(apply), window, G_CONNECT_SWAPPED);
}

// Rows

static void on_switch(GtkSwitch *button, GParamSpec *spec, const Row *row)
{
    (void)spec;
    studio_prefer(row->which, gtk_switch_get_active(button));
}

static void show_switch(GtkSwitch *button, int which)
{
    const Row *row = g_object_get_data(G_OBJECT(button), "row");
    if ((int)row->which == which)
        gtk_switch_set_active(button, studio_prefers(row->which) != 0);
}

static GtkWidget *make_switch(const Row *row)
{
    GtkWidget *line = adw_action_row_new(), *button = gtk_switch_new();
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    gtk_switch_set_active(GTK_SWITCH(button), studio_prefers(row->which) != 0);
    adw_action_row_add_suffix(ADW_ACTION_ROW(line), button);
    adw_action_row_set_activatable_widget(ADW_ACTION_ROW(line), button);
    g_object_set_data(G_OBJECT(button), "row", (void *)row);
    g_signal_connect(button, "notify::active", G_CALLBACK(on_switch), (void *)row);
    g_signal_connect_object(studio_preferences(), "changed", G_CALLBACK(show_switch), button,
                            G_CONNECT_SWAPPED);
    return line;
}

static void on_choice(AdwComboRow *line, GParamSpec *spec, const Row *row)
{
    (void)spec;
    const guint chosen = adw_combo_row_get_selected(line);
    if (chosen < CHOICES_MOST)
        studio_prefer(row->which, row->values[chosen]);
}

static void show_choice(AdwComboRow *line, int which)
{
    const Row *row = g_object_get_data(G_OBJECT(line), "row");
    for (guint i = 0; (int)row->which == which && row->choices[i] != NULL; ++i)
        if (row->values[i] == studio_prefers(row->which))
            adw_combo_row_set_selected(line, i);
}

static GtkWidget *make_choice(const Row *row)
{
    GtkWidget *line = adw_combo_row_new();
    g_autoptr(GtkStringList) model = gtk_string_list_new(row->choices);
    adw_combo_row_set_model(ADW_COMBO_ROW(line), G_LIST_MODEL(model));
    g_object_set_data(G_OBJECT(line), "row", (void *)row);
    show_choice(ADW_COMBO_ROW(line), (int)row->which);
    g_signal_connect(line, "notify::selected", G_CALLBACK(on_choice), (void *)row);
    g_signal_connect_object(studio_preferences(), "changed", G_CALLBACK(show_choice), line,
                            G_CONNECT_SWAPPED);
    return line;
}

static void add_row(AdwPreferencesGroup *group, GtkWidget *line, const char *title, const char *subtitle)
{
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(line), title);
    adw_action_row_set_subtitle(ADW_ACTION_ROW(line), subtitle);
    adw_preferences_group_add(group, line);
}

// Rows of their own

static void on_style(AdwComboRow *line, GParamSpec *spec, StudioWindow *window)
{
    (void)spec;
    static const char *const names[] = {"win.style-system", "win.style-light", "win.style-dark"};
    const guint chosen = adw_combo_row_get_selected(line);
    if (chosen < G_N_ELEMENTS(names))
        studio_commands_run(studio_window_commands(window), names[chosen]);
}

static void add_style(AdwPreferencesGroup *group, StudioWindow *window, const StudioSettings *settings)
{
    static const char *const choices[] = {"Follow System", "Light", "Dark", NULL};
    GtkWidget *line = adw_combo_row_new();
    g_autoptr(GtkStringList) model = gtk_string_list_new(choices);
    g_autofree char *style = studio_settings_text(settings, "style");
    adw_combo_row_set_model(ADW_COMBO_ROW(line), G_LIST_MODEL(model));
    adw_combo_row_set_selected(ADW_COMBO_ROW(line), g_strcmp0(style, "light") == 0  ? 1
                                                    : g_strcmp0(style, "dark") == 0 ? 2
                                                                                    : 0);
    g_signal_connect(line, "notify::selected", G_CALLBACK(on_style), window);
    add_row(group, line, "Style", "Light or dark");
}

static void on_level(GtkRange *range) { studio_prefer(STUDIO_PREFER_LEVEL, (int)gtk_range_get_value(range)); }

static void show_level(GtkRange *range, int which)
{
    if (which == STUDIO_PREFER_LEVEL)
        gtk_range_set_value(range, studio_prefers(STUDIO_PREFER_LEVEL));
}

static void add_level(AdwPreferencesGroup *group)
{
    GtkWidget *line = adw_action_row_new();
    GtkWidget *scale = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 100, 5);
    gtk_range_set_value(GTK_RANGE(scale), studio_prefers(STUDIO_PREFER_LEVEL));
    gtk_scale_set_draw_value(GTK_SCALE(scale), FALSE);
    gtk_widget_set_size_request(scale, 160, -1);
    gtk_widget_set_valign(scale, GTK_ALIGN_CENTER);
    studio_ignore_scrolling(scale);
    studio_name(scale, "Playback volume");
    adw_action_row_add_suffix(ADW_ACTION_ROW(line), scale);
    g_signal_connect(scale, "value-changed", G_CALLBACK(on_level), NULL);
    g_signal_connect_object(studio_preferences(), "changed", G_CALLBACK(show_level), scale,
                            G_CONNECT_SWAPPED);
    add_row(group, line, "Sound", "Playback volume of clips");
}

/// Counts the files of the cache of thumbnails, and deletes them if so asked.
static guint64 look_at_cache(bool is_deleting)
{
    g_autofree char *folder = g_build_filename(g_get_user_cache_dir(), "mien", "pictures", NULL);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    guint64 size = 0;
    for (const char *name; dir != NULL && (name = g_dir_read_name(dir)) != NULL;) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        GStatBuf about;
        if (g_lstat(path, &about) != 0 || !S_ISREG(about.st_mode))
            continue;
        size += (guint64)about.st_size;
        if (is_deleting)
            g_unlink(path);
    }
    return size;
}

static void show_cache(GtkWidget *line)
{
    g_autofree char *size = g_format_size(look_at_cache(false));
    adw_action_row_set_subtitle(ADW_ACTION_ROW(line), size);
}

static void on_clear(GtkButton *button, GtkWidget *line)
{
    (void)button;
    look_at_cache(true);
    show_cache(line);
}

static void add_cache(AdwPreferencesGroup *group)
{
    GtkWidget *line = adw_action_row_new(), *button = gtk_button_new_with_label("Clear");
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    studio_name(button, "Clear thumbnails");
    adw_action_row_add_suffix(ADW_ACTION_ROW(line), button);
    add_row(group, line, "Thumbnail Cache", "");
    show_cache(line);
    g_signal_connect(button, "clicked", G_CALLBACK(on_clear), line);
}

// The window

static void on_reset(GtkButton *button, const char *page)
{
    (void)button;
    for (size_t i = 0; i < G_N_ELEMENTS(rows); ++i)
        if (strcmp(rows[i].page, page) == 0)
            studio_prefer_default(rows[i].which);
    if (strcmp(page, "General") == 0)
        studio_prefer_default(STUDIO_PREFER_LEVEL);
}

static GtkWidget *make_page(const char *name, const char *icon, StudioWindow *window,
                            const StudioSettings *settings)
{
    GtkWidget *page = adw_preferences_page_new(), *reset = gtk_button_new_with_label("Reset to Defaults");
    AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP(adw_preferences_group_new());
    adw_preferences_page_set_title(ADW_PREFERENCES_PAGE(page), name);
    adw_preferences_page_set_name(ADW_PREFERENCES_PAGE(page), name);
    adw_preferences_page_set_icon_name(ADW_PREFERENCES_PAGE(page), icon);
    adw_preferences_group_set_title(group, name);
    if (strcmp(name, "General") == 0)
        add_style(group, window, settings);
    for (size_t i = 0; i < G_N_ELEMENTS(rows); ++i)
        if (strcmp(rows[i].page, name) == 0)
            add_row(group, rows[i].choices[0] == NULL ? make_switch(&rows[i]) : make_choice(&rows[i]),
                    rows[i].title, rows[i].subtitle);
    if (strcmp(name, "General") == 0)
        add_level(group);
    if (strcmp(name, "Files") == 0) {
        add_cache(group);
    } else {
        gtk_widget_add_css_class(reset, "flat");
        gtk_widget_set_valign(reset, GTK_ALIGN_CENTER);
        adw_preferences_group_set_header_suffix(group, reset);
        g_signal_connect(reset, "clicked", G_CALLBACK(on_reset), (void *)name);
    }
    adw_preferences_page_add(ADW_PREFERENCES_PAGE(page), group);
    return page;
}

void studio_preferences_window_open(StudioWindow *window, StudioSettings *settings)
{
    GtkWidget *dialog = adw_preferences_window_new();
    gtk_window_set_transient_for(GTK_WINDOW(dialog), GTK_WINDOW(window));
    gtk_window_set_modal(GTK_WINDOW(dialog), TRUE);
    gtk_window_set_default_size(GTK_WINDOW(dialog), 640, 520);
    gtk_widget_set_name(dialog, "preferences");
    for (size_t i = 0; i < G_N_ELEMENTS(pages); ++i)
        adw_preferences_window_add(
            ADW_PREFERENCES_WINDOW(dialog),
            ADW_PREFERENCES_PAGE(make_page(pages[i].name, pages[i].icon, window, settings)));
    gtk_window_present(GTK_WINDOW(dialog));
}
