// SPDX-License-Identifier: MIT
//
// Go To, Preferences, History and Help.

#include "studio/app/actions.h"
#include "studio/app/go_to.h"
#include "studio/app/help.h"
#include "studio/app/history_menu.h"
#include "studio/app/preferences_window.h"
#include "studio/app/window_private.h"

#include <string.h>

static void show_about(StudioWindow *window)
{
    adw_show_about_window(GTK_WINDOW(window), "application-name", "Mien Studio", "application-icon",
                          "org.mien.Studio", "version", MIEN_VERSION, "developer-name", "The Mien developers",
                          "comments", "Pose assets and shared facial animation", "license-type",
                          GTK_LICENSE_MIT_X11, NULL);
}

static bool is_in(GtkWidget *focus, GtkWidget *region)
{
    return focus != NULL && (focus == region || gtk_widget_is_ancestor(focus, region));
}

/// The page about what has the focus, or about the window.
static const char *page_of(StudioWindow *window)
{
    static const struct {
        const char *editor, *side, *bottom;
    } pages[] = {
        {"poses", "studio/poses.md", "studio/poses.md"},
        {"clip", "studio/clip-inspector.md", "studio/clip-editor.md"},
        {"graph", "studio/graph.md", "studio/graph.md"},
        {"skeleton", "studio/curves.md", "studio/curves.md"},
        {"character", "studio/characters.md", "studio/characters.md"},
        {"mesh", "studio/characters.md", "studio/characters.md"},
        {"map", "studio/characters.md", "studio/characters.md"},
    };
    GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(window));
    const bool is_side = is_in(focus, window->side);
    if (is_in(focus, window->playback))
        return "studio/playback.md";
    if (is_in(focus, window->viewport))
        return "studio/viewport.md";
    if (is_in(focus, window->browser))
        return "studio/browser.md";
    if (is_in(focus, window->problems))
        return "studio/browser.md";
    if (is_in(focus, window->acceptance))
        return "studio/new-face.md";
    if (is_in(focus, window->live))
        return "studio/live.md";
    if (is_side || is_in(focus, window->narrow) || is_in(focus, window->wide))
        for (size_t i = 0; i < G_N_ELEMENTS(pages); ++i)
            if (window->editor != NULL && strcmp(window->editor->name, pages[i].editor) == 0)
                return is_side ? pages[i].side : pages[i].bottom;
    return "studio.md";
}

static void toast(StudioWindow *window, const char *text)
{
    if (window->workspace != NULL) { // whose messages can be asked for later
        studio_workspace_toast(window->workspace, text, NULL, NULL);
        return;
    }
    g_autofree char *escaped = g_markup_escape_text(text, -1);
    adw_toast_overlay_add_toast(ADW_TOAST_OVERLAY(window->toasts), adw_toast_new(escaped));
}

static void show_help(StudioWindow *window)
{
    g_autofree char *path = studio_help_find(page_of(window));
    if (path == NULL) {
        toast(window, "The documentation is not installed");
    } else if (g_strcmp0(g_getenv("MIEN_UI_TEST"), "1") == 0) { // tests start no browser
        g_autofree char *text = g_strdup_printf("Help: %s", path);
        toast(window, text);
    } else {
        g_autofree char *uri = g_filename_to_uri(path, NULL, NULL);
        gtk_show_uri(GTK_WINDOW(window), uri, GDK_CURRENT_TIME);
    }
}

static void run(void *user, const char *name)
{
    StudioWindow *window = user;
    if (strcmp(name, "win.go-to") == 0)
        studio_go_to(window);
    else if (strcmp(name, "win.preferences") == 0)
        studio_preferences_window_open(window, window->settings);
    else if (strcmp(name, "win.history") == 0)
        studio_history_menu_open(window, window->undo);
    else if (strcmp(name, "win.shortcuts") == 0)
        gtk_window_present(GTK_WINDOW(studio_shortcuts_window(GTK_WINDOW(window))));
    else if (strcmp(name, "win.about") == 0)
        show_about(window);
    else
        show_help(window);
}

void studio_window_bind_help(StudioWindow *window)
{
    static const char *const names[] = {"win.go-to",     "win.preferences", "win.history",
                                        "win.shortcuts", "win.about",       "win.help"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_bind(window->commands, names[i], run, window);
    studio_history_menu_add(window, window->undo);
    studio_preferences_follow(window);
}
