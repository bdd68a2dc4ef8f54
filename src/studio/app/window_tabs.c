// SPDX-License-Identifier: MIT
//
// Tabs: one document of the project each.

#include "studio/app/window_private.h"

#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/workspace/kinds.h"

static StudioDocument *document_of(AdwTabPage *page)
{
    return page != NULL ? g_object_get_data(G_OBJECT(page), "document") : NULL;
}

static AdwTabPage *page_of(StudioWindow *window, const StudioDocument *document)
{
    for (int i = 0; i < adw_tab_view_get_n_pages(window->tabs); ++i)
        if (document_of(adw_tab_view_get_nth_page(window->tabs, i)) == document)
            return adw_tab_view_get_nth_page(window->tabs, i);
    return NULL;
}

void studio_window_add_tab(StudioWindow *window, StudioDocument *document)
{
    char name[STUDIO_LABEL_ROOM];
    window->is_syncing_tabs = true; // the first page selects itself
    AdwTabPage *page = adw_tab_view_append(window->tabs, adw_bin_new());
    g_object_set_data(G_OBJECT(page), "document", document);
    adw_tab_page_set_title(page, studio_asset_name(document->path, name));
    adw_tab_page_set_tooltip(page, document->path);
    g_autoptr(GIcon) icon = g_themed_icon_new(studio_kinds[studio_kind_index(document->kind)].icon);
    adw_tab_page_set_icon(page, icon);
    window->is_syncing_tabs = false;
}

void studio_window_remove_tab(StudioWindow *window, StudioDocument *document)
{
    AdwTabPage *page = page_of(window, document);
    if (page == NULL)
        return;
    g_ptr_array_add(window->closed, g_strdup(document->path));
    g_object_set_data(G_OBJECT(page), "document", NULL);
    window->is_syncing_tabs = true;
    adw_tab_view_close_page(window->tabs, page);
    window->is_syncing_tabs = false;
}

void studio_window_sync_tabs(StudioWindow *window)
{
    const Studio *studio = studio_workspace_studio(window->workspace);
    AdwTabPage *page = page_of(window, studio_workspace_active(window->workspace));
    window->is_syncing_tabs = true;
    if (page != NULL)
        adw_tab_view_set_selected_page(window->tabs, page);
    for (int i = 0; i < adw_tab_view_get_n_pages(window->tabs); ++i) {
        AdwTabPage *one = adw_tab_view_get_nth_page(window->tabs, i);
        const StudioDocument *document = document_of(one);
        const StudioFile *file = document != NULL ? studio_files_find(&studio->files, document->path) : NULL;
        g_autoptr(GIcon) dot = file != NULL && studio_file_is_edited(file)
                                   ? g_themed_icon_new("media-record-symbolic")
                               : studio->is_read_only ? g_themed_icon_new("changes-prevent-symbolic")
                                                      : NULL;
        GIcon *shown = adw_tab_page_get_indicator_icon(one);
        if (dot == NULL || shown == NULL ? dot != shown : !g_icon_equal(dot, shown))
            adw_tab_page_set_indicator_icon(one, dot);
        char name[STUDIO_LABEL_ROOM];
        if (document != NULL && g_strcmp0(adw_tab_page_get_tooltip(one), document->path) != 0) {
            adw_tab_page_set_title(one, studio_asset_name(document->path, name)); // it has another name
            adw_tab_page_set_tooltip(one, document->path);
        }
    }
    window->is_syncing_tabs = false;
}

static void on_selected_page(StudioWindow *window)
{
    StudioDocument *document = document_of(adw_tab_view_get_selected_page(window->tabs));
    if (!window->is_syncing_tabs && window->workspace != NULL && document != NULL)
        studio_workspace_set_active(window->workspace, document);
}

static gboolean on_close_page(AdwTabView *view, AdwTabPage *page, StudioWindow *window)
{
    StudioDocument *document = document_of(page);
    adw_tab_view_close_page_finish(view, page, TRUE);
    if (document != NULL && window->workspace != NULL) {
        g_ptr_array_add(window->closed, g_strdup(document->path));
        studio_workspace_close_document(window->workspace, document);
    }
    return GDK_EVENT_STOP;
}

static void on_reordered(AdwTabView *view, AdwTabPage *page, int position, StudioWindow *window)
{
    (void)view;
    StudioDocument *document = document_of(page);
    if (document != NULL && window->workspace != NULL)
        studio_workspace_move_document(window->workspace, document, position);
}

// The tab in front stays in view

enum { SETTLES = 300 }; ///< Milliseconds in which the bar ends to scroll by itself.

/// What shows a page in the bar; NULL: libadwaita has built it otherwise.
static GtkWidget *find_tab(GtkWidget *widget, const AdwTabPage *page)
{
    if (strcmp(G_OBJECT_TYPE_NAME(widget), "AdwTab") == 0) {
        g_autoptr(AdwTabPage) own = NULL;
        g_object_get(widget, "page", &own, NULL);
        return own == page ? widget : NULL;
    }
    GtkWidget *found = NULL;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL && found == NULL;
         child = gtk_widget_get_next_sibling(child))
        found = find_tab(child, page);
    return found;
}

static gboolean on_settled(void *user)
{
    StudioWindow *window = user;
    const AdwTabPage *page = adw_tab_view_get_selected_page(window->tabs);
    GtkWidget *tab = page != NULL ? find_tab(window->tab_bar, page) : NULL,
              *scrolled = tab != NULL ? gtk_widget_get_ancestor(tab, GTK_TYPE_SCROLLED_WINDOW) : NULL;
    graphene_rect_t box;
    window->tabs_timer = 0;
    if (scrolled == NULL || !gtk_widget_compute_bounds(tab, scrolled, &box))
        return G_SOURCE_REMOVE;
    GtkAdjustment *place = gtk_scrolled_window_get_hadjustment(GTK_SCROLLED_WINDOW(scrolled));
    const double left = box.origin.x, right = left + box.size.width - gtk_widget_get_width(scrolled);
    if (left < 0 || right > 0)
        gtk_adjustment_set_value(place, gtk_adjustment_get_value(place) + (left < 0 ? left : right));
    return G_SOURCE_REMOVE;
}

/// The bar scrolls to a tab that is opened for the width that it has then; beside a browser that
/// unfolds with the document it is narrower, and at the start of the program it has none.
static void on_bar_width(StudioWindow *window)
{
    g_clear_handle_id(&window->tabs_timer, g_source_remove);
    window->tabs_timer = g_timeout_add(SETTLES, on_settled, window);
}

static void watch_width(GtkWidget *widget, StudioWindow *window)
{
    if (GTK_IS_SCROLLED_WINDOW(widget))
        g_signal_connect_object(gtk_scrolled_window_get_hadjustment(GTK_SCROLLED_WINDOW(widget)),
                                "notify::page-size", G_CALLBACK(on_bar_width), window, G_CONNECT_SWAPPED);
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL;
         child = gtk_widget_get_next_sibling(child))
        watch_width(child, window);
}

static void run_tab(void *user, const char *name)
{
    StudioWindow *window = user;
    StudioWorkspace *workspace = window->workspace;
    if (workspace == NULL)
        return;
    const char *which = name + strlen("win.tab-");
    StudioDocument *active = studio_workspace_active(workspace);
    if (g_ascii_isdigit(which[0])) {
        StudioDocument *document = studio_workspace_document(workspace, which[0] - '1');
        if (document != NULL)
            studio_workspace_set_active(workspace, document);
    } else if (strcmp(which, "next") == 0) {
        if (!adw_tab_view_select_next_page(window->tabs) && adw_tab_view_get_n_pages(window->tabs) > 0)
            adw_tab_view_set_selected_page(window->tabs, adw_tab_view_get_nth_page(window->tabs, 0));
    } else if (strcmp(which, "previous") == 0) {
        if (!adw_tab_view_select_previous_page(window->tabs) && adw_tab_view_get_n_pages(window->tabs) > 0)
            adw_tab_view_set_selected_page(
                window->tabs,
                adw_tab_view_get_nth_page(window->tabs, adw_tab_view_get_n_pages(window->tabs) - 1));
    } else if (strcmp(which, "close") == 0 && active != NULL) {
        studio_workspace_close_document(workspace, active);
    } else if (strcmp(which, "close-others") == 0) {
        for (int i = studio_workspace_document_count(workspace); i-- > 0;)
            if (studio_workspace_document(workspace, i) != active)
                studio_workspace_close_document(workspace, studio_workspace_document(workspace, i));
    } else if (strcmp(which, "reopen") == 0 && window->closed->len > 0) {
        g_autofree char *path = g_ptr_array_steal_index(window->closed, window->closed->len - 1);
        if (studio_exists(studio_workspace_studio(workspace), path))
            studio_workspace_show(workspace, path, false);
    } else if (strcmp(which, "reveal") == 0 && active != NULL) {
        const char *const paths[] = {active->path, NULL};
        studio_workspace_reveal(workspace, paths);
    } else if (strcmp(which, "pin") == 0 && active != NULL) {
        AdwTabPage *page = page_of(window, active);
        adw_tab_view_set_page_pinned(window->tabs, page, !adw_tab_page_get_pinned(page));
    }
    studio_window_update(window);
}

void studio_window_bind_tabs(StudioWindow *window)
{
    static const char *const names[] = {"win.tab-1",
                                        "win.tab-2",
                                        "win.tab-3",
                                        "win.tab-4",
                                        "win.tab-5",
                                        "win.tab-6",
                                        "win.tab-7",
                                        "win.tab-8",
                                        "win.tab-9",
                                        "win.tab-next",
                                        "win.tab-previous",
                                        "win.tab-close",
                                        "win.tab-close-others",
                                        "win.tab-reopen",
                                        "win.tab-pin",
                                        "win.tab-reveal"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_bind(window->commands, names[i], run_tab, window);
    g_signal_connect_swapped(window->tabs, "notify::selected-page", G_CALLBACK(on_selected_page), window);
    g_signal_connect(window->tabs, "close-page", G_CALLBACK(on_close_page), window);
    g_signal_connect(window->tabs, "page-reordered", G_CALLBACK(on_reordered), window);
    watch_width(window->tab_bar, window);
}

void studio_window_allow_tabs(StudioWindow *window)
{
    static const char *const any[] = {"win.tab-next",         "win.tab-previous", "win.tab-close",
                                      "win.tab-close-others", "win.tab-pin",      "win.tab-reveal"};
    StudioCommands *commands = window->commands;
    const int count = window->workspace != NULL ? studio_workspace_document_count(window->workspace) : 0;
    for (int i = 1; i <= 9; ++i) {
        g_autofree char *name = g_strdup_printf("win.tab-%d", i);
        studio_commands_allow(commands, name, i <= count ? NULL : "No such tab");
    }
    for (size_t i = 0; i < G_N_ELEMENTS(any); ++i)
        studio_commands_allow(commands, any[i], count > 0 ? NULL : "No document is open");
    studio_commands_allow(commands, "win.tab-reopen",
                          window->closed->len > 0 ? NULL : "No closed tab to reopen");
}
