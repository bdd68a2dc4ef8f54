// SPDX-License-Identifier: MIT
//
// A popover list.

#include "studio/panels/graph/list.h"

#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"

enum { FIELDS = 3 };
#define BETWEEN "\x1f" ///< Of the parts of a row: no name holds it.

typedef struct List {
    GtkWidget *popover, *entry, *view;
    GtkCustomFilter *filter;
    GtkSingleSelection *selection;
    StudioListChosen *chosen;
    void *user;
    GDestroyNotify free_user;
} List;

static void free_list(void *given)
{
    List *list = given;
    if (list->free_user != NULL)
        list->free_user(list->user);
    g_free(list);
}

static gboolean is_shown(void *item, void *user)
{
    const List *list = user;
    g_auto(GStrv) parts = g_strsplit(gtk_string_object_get_string(item), BETWEEN, FIELDS);
    return studio_filter_matches(gtk_editable_get_text(GTK_EDITABLE(list->entry)), parts[1]);
}

static void choose(List *list, guint position)
{
    g_autoptr(GtkStringObject) item = g_list_model_get_item(G_LIST_MODEL(list->selection), position);
    if (item == NULL)
        return;
    g_auto(GStrv) parts = g_strsplit(gtk_string_object_get_string(item), BETWEEN, FIELDS);
    g_autoptr(GtkWidget) popover = g_object_ref(list->popover); // the callback may release it
    gtk_popover_popdown(GTK_POPOVER(popover));
    list->chosen(list->user, parts[0]);
}

static void on_row(GtkListView *view, guint position, List *list)
{
    (void)view;
    choose(list, position);
}

static void on_enter(GtkSearchEntry *entry, List *list)
{
    (void)entry;
    choose(list, gtk_single_selection_get_selected(list->selection));
}

static void on_filter(GtkSearchEntry *entry, List *list)
{
    (void)entry;
    gtk_filter_changed(GTK_FILTER(list->filter), GTK_FILTER_CHANGE_DIFFERENT);
    gtk_single_selection_set_selected(list->selection, 0);
}

static gboolean on_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                       List *list)
{
    (void)controller, (void)code, (void)state;
    const guint count = g_list_model_get_n_items(G_LIST_MODEL(list->selection)),
                at = gtk_single_selection_get_selected(list->selection);
    if ((key != GDK_KEY_Down && key != GDK_KEY_Up) || count == 0)
        return FALSE;
    const guint next = key == GDK_KEY_Down ? MIN(at + 1, count - 1) : at > 0 ? at - 1 : 0;
    gtk_single_selection_set_selected(list->selection, next);
    gtk_widget_activate_action(list->view, "list.scroll-to-item", "u", next);
    return TRUE;
}

static void on_setup(GtkSignalListItemFactory *factory, GtkListItem *item)
{
    (void)factory;
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_box_append(GTK_BOX(box), studio_label_new("", NULL));
    gtk_box_append(GTK_BOX(box), studio_label_new("", "caption dim-label"));
    gtk_list_item_set_child(item, box);
}

static void on_bind(GtkSignalListItemFactory *factory, GtkListItem *item)
{
    (void)factory;
    GtkWidget *box = gtk_list_item_get_child(item), *title = gtk_widget_get_first_child(box),
              *hint = gtk_widget_get_next_sibling(title);
    g_auto(GStrv) parts =
        g_strsplit(gtk_string_object_get_string(gtk_list_item_get_item(item)), BETWEEN, FIELDS);
    gtk_label_set_text(GTK_LABEL(title), parts[1]);
    gtk_label_set_text(GTK_LABEL(hint), parts[2]);
    gtk_widget_set_visible(hint, parts[2][0] != '\0');
}

static GtkWidget *make_view(List *list, GtkStringList *strings)
{
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    GtkWidget *scrolled = gtk_scrolled_window_new();
    g_signal_connect(factory, "setup", G_CALLBACK(on_setup), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(on_bind), NULL);
    list->filter = gtk_custom_filter_new(is_shown, list, NULL);
    GtkFilterListModel *model = gtk_filter_list_model_new(G_LIST_MODEL(strings), GTK_FILTER(list->filter));
    list->selection = gtk_single_selection_new(G_LIST_MODEL(model));
    list->view = gtk_list_view_new(GTK_SELECTION_MODEL(list->selection), factory);
    gtk_list_view_set_single_click_activate(GTK_LIST_VIEW(list->view), TRUE);
    gtk_widget_add_css_class(list->view, "pick-list");
    g_signal_connect(list->view, "activate", G_CALLBACK(on_row), list);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scrolled), 320);
    gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scrolled), TRUE);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), list->view);
    return scrolled;
}

GtkWidget *studio_list_popover_new(const char *name, const StudioListEntry *entries, int count,
                                   StudioListChosen *chosen, void *user, GDestroyNotify free_user)
{
    List *list = g_new0(List, 1);
    GtkStringList *strings = gtk_string_list_new(NULL);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    GtkEventController *keys = gtk_event_controller_key_new();
    list->chosen = chosen;
    list->user = user;
    list->free_user = free_user;
    for (int i = 0; i < count; ++i)
        gtk_string_list_take(strings,
                             g_strjoin(BETWEEN, entries[i].value, entries[i].title, entries[i].hint, NULL));
    list->popover = gtk_popover_new();
    list->entry = gtk_search_entry_new();
    studio_name(list->entry, name);
    g_object_set(list->entry, "placeholder-text", name, NULL);
    gtk_widget_set_size_request(list->entry, 240, -1);
    gtk_box_append(GTK_BOX(box), list->entry);
    gtk_box_append(GTK_BOX(box), make_view(list, strings));
    studio_name(list->view, name);
    g_signal_connect(list->entry, "search-changed", G_CALLBACK(on_filter), list);
    g_signal_connect(list->entry, "activate", G_CALLBACK(on_enter), list);
    g_signal_connect_swapped(list->entry, "stop-search", G_CALLBACK(gtk_popover_popdown), list->popover);
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), list);
    gtk_widget_add_controller(list->entry, keys);
    gtk_search_entry_set_search_delay(GTK_SEARCH_ENTRY(list->entry), 0);
    gtk_popover_set_child(GTK_POPOVER(list->popover), box);
    g_object_set_data_full(G_OBJECT(list->popover), "list", list, free_list);
    return list->popover;
}
