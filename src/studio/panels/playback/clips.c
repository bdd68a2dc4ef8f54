// SPDX-License-Identifier: MIT
//
// The clip chooser. Rows are paths; rows that start with '#' are headings, and the empty one is no
// clip.

#include "studio/panels/playback/clips.h"

#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/viewport/player.h"
#include "studio/panels/widgets/widgets.h"

typedef struct Choice {
    GtkWidget *button, *icon, *label, *search, *list, *popover;
    StudioWorkspace *workspace;
    GtkStringList *rows;
    GtkCustomFilter *filter;
    GtkFilterListModel *shown;
    char *words; ///< What is searched for.
} Choice;

static Choice *choice_of(GtkWidget *button) { return g_object_get_data(G_OBJECT(button), "choice"); }

static gboolean matches(void *item, void *user)
{
    const Choice *choice = user;
    const char *path = gtk_string_object_get_string(item);
    char name[STUDIO_LABEL_ROOM];
    if (choice->words == NULL || choice->words[0] == '\0')
        return TRUE;
    return path[0] != '\0' && path[0] != '#' &&
           studio_filter_matches(choice->words, studio_asset_name(path, name));
}

/// Open clips, then all.
static void list_clips(Choice *choice)
{
    const Studio *studio = studio_workspace_studio(choice->workspace);
    g_autoptr(GPtrArray) rows = g_ptr_array_new();
    g_ptr_array_add(rows, (void *)"");
    for (int i = 0, count = 0; i < studio_workspace_document_count(choice->workspace); ++i) {
        const StudioDocument *document = studio_workspace_document(choice->workspace, i);
        if (document->kind != MIENI_ASSET_CLIP)
            continue;
        if (count++ == 0)
            g_ptr_array_add(rows, (void *)"#Open clips");
        g_ptr_array_add(rows, document->path);
    }
    const guint open = rows->len;
    if (open > 1)
        g_ptr_array_add(rows, (void *)"#All clips");
    for (int i = 0; i < studio->files.count; ++i)
        if (studio->files.items[i]->kind == MIENI_ASSET_CLIP && studio_file_is_there(studio->files.items[i]))
            g_ptr_array_add(rows, studio->files.items[i]->path);
    g_ptr_array_add(rows, NULL);
    gtk_string_list_splice(choice->rows, 0, g_list_model_get_n_items(G_LIST_MODEL(choice->rows)),
                           (const char *const *)rows->pdata);
}

static void on_open(Choice *choice)
{
    if (choice->workspace == NULL)
        return;
    list_clips(choice);
    studio_fill(choice->search, "");
    gtk_widget_grab_focus(choice->search);
}

static void on_search(Choice *choice)
{
    g_free(choice->words);
    choice->words = g_strdup(gtk_editable_get_text(GTK_EDITABLE(choice->search)));
    gtk_filter_changed(GTK_FILTER(choice->filter), GTK_FILTER_CHANGE_DIFFERENT);
}

static void choose(Choice *choice, guint position)
{
    g_autoptr(GtkStringObject) item = g_list_model_get_item(G_LIST_MODEL(choice->shown), position);
    const char *path = item != NULL ? gtk_string_object_get_string(item) : "#";
    if (choice->workspace == NULL || path[0] == '#')
        return;
    g_autofree char *copy = g_strdup(path); // the list is emptied as it closes
    gtk_popover_popdown(GTK_POPOVER(choice->popover));
    studio_player_set_clip(studio_player_of(choice->workspace), copy[0] != '\0' ? copy : NULL);
}

static void on_activate(GtkListView *list, guint position, Choice *choice)
{
    (void)list;
    choose(choice, position);
}

static void on_enter(Choice *choice) { choose(choice, 0); }

/// Down leads from the entry into the list.
static gboolean on_key(GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state,
                       Choice *choice)
{
    (void)keys, (void)code, (void)state;
    return key == GDK_KEY_Down && gtk_widget_child_focus(choice->list, GTK_DIR_TAB_FORWARD);
}

static void on_setup(GtkSignalListItemFactory *factory, GtkListItem *item, Choice *choice)
{
    (void)factory, (void)choice;
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6), *name = studio_label_new("", NULL);
    GtkWidget *mark = gtk_image_new_from_icon_name("object-select-symbolic");
    gtk_label_set_max_width_chars(GTK_LABEL(name), 36);
    gtk_widget_set_hexpand(name, TRUE);
    gtk_box_append(GTK_BOX(box), name);
    gtk_box_append(GTK_BOX(box), mark);
    gtk_list_item_set_child(item, box);
}

static void on_bind(GtkSignalListItemFactory *factory, GtkListItem *item, Choice *choice)
{
    (void)factory;
    const char *path = gtk_string_object_get_string(gtk_list_item_get_item(item));
    GtkWidget *name = gtk_widget_get_first_child(gtk_list_item_get_child(item));
    GtkWidget *mark = gtk_widget_get_next_sibling(name);
    const char *clip =
        choice->workspace != NULL ? studio_player_clip(studio_player_of(choice->workspace)) : NULL;
    char words[STUDIO_LABEL_ROOM];
    const bool is_heading = path[0] == '#';
    gtk_label_set_text(GTK_LABEL(name), is_heading        ? path + 1
                                        : path[0] == '\0' ? "No clip"
                                                          : studio_asset_name(path, words));
    (is_heading ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(name, "heading");
    (is_heading ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(name, "dim-label");
    gtk_list_item_set_activatable(item, !is_heading);
    gtk_list_item_set_selectable(item, FALSE);
    studio_tip(name, is_heading || path[0] == '\0' ? NULL : path);
    gtk_widget_set_opacity(mark, !is_heading && strcmp(path, clip != NULL ? clip : "") == 0 ? 1.0 : 0.0);
}

static GtkWidget *make_list(Choice *choice)
{
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    GtkWidget *scrolled = gtk_scrolled_window_new();
    g_signal_connect(factory, "setup", G_CALLBACK(on_setup), choice);
    g_signal_connect(factory, "bind", G_CALLBACK(on_bind), choice);
    choice->rows = gtk_string_list_new(NULL);
    choice->filter = gtk_custom_filter_new(matches, choice, NULL);
    choice->shown = gtk_filter_list_model_new(G_LIST_MODEL(g_object_ref(choice->rows)),
                                              GTK_FILTER(g_object_ref(choice->filter)));
    gtk_filter_list_model_set_incremental(choice->shown, TRUE); // typing never waits
    GtkNoSelection *selection = gtk_no_selection_new(G_LIST_MODEL(g_object_ref(choice->shown)));
    choice->list = gtk_list_view_new(GTK_SELECTION_MODEL(selection), factory);
    gtk_list_view_set_single_click_activate(GTK_LIST_VIEW(choice->list), TRUE);
    gtk_widget_add_css_class(choice->list, "clip-list");
    studio_name(choice->list, "Clips");
    g_signal_connect(choice->list, "activate", G_CALLBACK(on_activate), choice);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scrolled), TRUE);
    gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scrolled), 360);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), choice->list);
    gtk_widget_set_size_request(scrolled, 240, -1);
    return scrolled;
}

static void free_choice(void *given)
{
    Choice *choice = given;
    g_clear_object(&choice->workspace);
    g_object_unref(choice->rows);
    g_object_unref(choice->filter);
    g_object_unref(choice->shown);
    g_free(choice->words);
    g_free(choice);
}

GtkWidget *studio_clip_choice_new(void)
{
    Choice *choice = g_new0(Choice, 1);
    GtkWidget *content = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    GtkEventController *keys = gtk_event_controller_key_new();
    choice->button = gtk_menu_button_new();
    choice->icon = gtk_image_new_from_icon_name("video-x-generic-symbolic");
    choice->label = studio_label_new("No clip", NULL);
    gtk_label_set_max_width_chars(GTK_LABEL(choice->label), 16);
    gtk_label_set_ellipsize(GTK_LABEL(choice->label), PANGO_ELLIPSIZE_MIDDLE);
    gtk_label_set_width_chars(GTK_LABEL(choice->label), 5);
    gtk_box_append(GTK_BOX(content), choice->icon);
    gtk_box_append(GTK_BOX(content), choice->label);
    gtk_box_append(GTK_BOX(content), gtk_image_new_from_icon_name("pan-down-symbolic"));
    gtk_menu_button_set_child(GTK_MENU_BUTTON(choice->button), content);
    gtk_widget_add_css_class(choice->button, "clip-choice");
    choice->search = gtk_search_entry_new();
    g_object_set(choice->search, "placeholder-text", "Find a clip", NULL);
    studio_name(choice->search, "Find a clip");
    choice->popover = gtk_popover_new();
    gtk_box_append(GTK_BOX(column), choice->search);
    gtk_box_append(GTK_BOX(column), make_list(choice));
    gtk_popover_set_child(GTK_POPOVER(choice->popover), column);
    gtk_menu_button_set_popover(GTK_MENU_BUTTON(choice->button), choice->popover);
    gtk_widget_set_valign(choice->button, GTK_ALIGN_CENTER);
    studio_name(choice->button, "Clip");
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), choice);
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    gtk_widget_add_controller(choice->search, keys);
    g_signal_connect_swapped(choice->popover, "show", G_CALLBACK(on_open), choice);
    g_signal_connect_swapped(choice->search, "search-changed", G_CALLBACK(on_search), choice);
    g_signal_connect_swapped(choice->search, "activate", G_CALLBACK(on_enter), choice);
    g_object_set_data_full(G_OBJECT(choice->button), "choice", choice, free_choice);
    return choice->button;
}

void studio_clip_choice_set_workspace(GtkWidget *button, StudioWorkspace *workspace)
{
    Choice *choice = choice_of(button);
    gtk_popover_popdown(GTK_POPOVER(choice->popover));
    gtk_string_list_splice(choice->rows, 0, g_list_model_get_n_items(G_LIST_MODEL(choice->rows)), NULL);
    g_set_object(&choice->workspace, workspace);
}

void studio_clip_choice_show(GtkWidget *button)
{
    Choice *choice = choice_of(button);
    const char *clip =
        choice->workspace != NULL ? studio_player_clip(studio_player_of(choice->workspace)) : NULL;
    char name[STUDIO_LABEL_ROOM];
    gtk_label_set_text(GTK_LABEL(choice->label), clip != NULL ? studio_asset_name(clip, name) : "No clip");
    g_autofree char *tip =
        clip != NULL ? g_strdup_printf("Clip: %s", clip) : g_strdup("Choose a clip to play");
    studio_tip(button, tip);
    studio_describe(button, clip != NULL ? name : "No clip");
}
