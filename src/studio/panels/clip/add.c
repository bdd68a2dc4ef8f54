// SPDX-License-Identifier: MIT
//
// Adds a curve: lists the names of poses, morphs and skeleton curves that the clip lacks.

#include "studio/panels/clip/private.h"

#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"

#include <string.h>

typedef struct Adding {
    StudioClip *clip;
    GtkWidget *popover, *entry, *list, *hint;
    GtkStringList *names;
} Adding;

static bool is_known(const MieniUsedCurve *used)
{
    return used->counts[MIENI_USE_TABLE] > 0 || used->counts[MIENI_USE_POSE] > 0 ||
           used->counts[MIENI_USE_MORPH] > 0;
}

/// The names that fit what was typed; what was typed itself is the last, if nothing is called so.
static void list_names(Adding *adding)
{
    const StudioClip *clip = adding->clip;
    g_autofree char *typed = g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(adding->entry))));
    g_autoptr(GPtrArray) found = g_ptr_array_new();
    bool is_there = studio_clip_view_find(&clip->view, typed) >= 0;
    for (int i = 0; clip->has_uses && i < clip->uses.curve_count; ++i) {
        const MieniUsedCurve *used = &clip->uses.curves[i];
        if (!is_known(used) || studio_clip_view_find(&clip->view, used->name) >= 0)
            continue;
        is_there = is_there || strcmp(used->name, typed) == 0;
        if (studio_filter_matches(typed, used->name))
            g_ptr_array_add(found, (void *)used->name);
    }
    const bool is_new = typed[0] != '\0' && !is_there;
    if (is_new)
        g_ptr_array_add(found, typed);
    g_ptr_array_add(found, NULL);
    gtk_string_list_splice(adding->names, 0, g_list_model_get_n_items(G_LIST_MODEL(adding->names)),
                           (const char *const *)found->pdata);
    gtk_label_set_text(GTK_LABEL(adding->hint), is_new && found->len == 2 ? "New name, no target yet"
                                                : found->len == 1 && typed[0] != '\0'
                                                    ? "The clip already has this curve"
                                                    : "Names of poses, morphs and skeleton curves");
}

static void add(Adding *adding, const char *name)
{
    StudioClip *clip = adding->clip;
    MieniProblem problem = {0};
    g_autofree char *copy = g_strdup(name);
    gtk_popover_popdown(GTK_POPOVER(adding->popover));
    if (clip->document == NULL || copy[0] == '\0' ||
        !studio_clip_check(clip, studio_clip_add_curve(studio_clip_studio(clip), clip->path, copy, &problem),
                           &problem))
        return;
    studio_fill(clip->filter, "");
    studio_selection_only(studio_clip_selection(clip), copy);
    studio_selection_clear_keys(studio_clip_selection(clip));
    studio_clip_selected(clip);
    studio_clip_list_reveal(clip, copy);
    gtk_widget_grab_focus(clip->timeline);
}

static void on_row(GtkListView *view, guint position, Adding *adding)
{
    (void)view;
    g_autoptr(GtkStringObject) item = g_list_model_get_item(G_LIST_MODEL(adding->names), position);
    if (item != NULL)
        add(adding, gtk_string_object_get_string(item));
}

/// Enter means what was typed if there is such a name, and else the first that fits.
static void on_enter(GtkEntry *entry, Adding *adding)
{
    const char *typed = gtk_editable_get_text(GTK_EDITABLE(entry));
    const guint count = g_list_model_get_n_items(G_LIST_MODEL(adding->names));
    for (guint i = 0; i < count; ++i)
        if (strcmp(gtk_string_list_get_string(adding->names, i), typed) == 0) {
            add(adding, typed);
            return;
        }
    if (count > 0)
        add(adding, gtk_string_list_get_string(adding->names, 0));
}

static void on_setup(GtkSignalListItemFactory *factory, GtkListItem *item, Adding *adding)
{
    (void)factory, (void)adding;
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12), *name = studio_label_new("", NULL),
              *second = studio_label_new("", "dim-label caption");
    gtk_widget_set_hexpand(name, TRUE);
    gtk_box_append(GTK_BOX(box), name);
    gtk_box_append(GTK_BOX(box), second);
    gtk_list_item_set_child(item, box);
}

static void on_bind(GtkSignalListItemFactory *factory, GtkListItem *item, Adding *adding)
{
    (void)factory;
    const char *name = gtk_string_object_get_string(gtk_list_item_get_item(item));
    GtkWidget *label = gtk_widget_get_first_child(gtk_list_item_get_child(item));
    const MieniUsedCurve *used = adding->clip->has_uses ? mieni_uses_find(&adding->clip->uses, name) : NULL;
    const StudioCurveInfo info = {.has_pose = used != NULL && used->counts[MIENI_USE_POSE] > 0,
                                  .has_morph = used != NULL && used->counts[MIENI_USE_MORPH] > 0};
    const bool is_new = used == NULL || !is_known(used);
    gtk_label_set_text(GTK_LABEL(label), name);
    gtk_label_set_text(GTK_LABEL(gtk_widget_get_next_sibling(label)),
                       is_new ? "new name, no target yet" : studio_clip_drives(&info));
}

void studio_clip_add_popup(StudioClip *clip, GtkWidget *over)
{
    Adding *adding = g_new0(Adding, 1);
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6), *scrolled = gtk_scrolled_window_new();
    adding->clip = clip;
    adding->popover = gtk_popover_new();
    adding->entry = gtk_entry_new();
    adding->hint = studio_label_new("", "dim-label caption");
    adding->names = gtk_string_list_new(NULL);
    g_signal_connect(factory, "setup", G_CALLBACK(on_setup), adding);
    g_signal_connect(factory, "bind", G_CALLBACK(on_bind), adding);
    GtkSelectionModel *model = GTK_SELECTION_MODEL(gtk_single_selection_new(G_LIST_MODEL(adding->names)));
    adding->list = gtk_list_view_new(model, factory);
    gtk_list_view_set_single_click_activate(GTK_LIST_VIEW(adding->list), TRUE);
    studio_name(adding->entry, "Curve name");
    studio_name(adding->list, "Names");
    g_object_set(adding->entry, "placeholder-text", "Curve name", NULL);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), adding->list);
    gtk_widget_set_size_request(scrolled, 280, 240);
    g_signal_connect_swapped(adding->entry, "changed", G_CALLBACK(list_names), adding);
    g_signal_connect(adding->entry, "activate", G_CALLBACK(on_enter), adding);
    g_signal_connect(adding->list, "activate", G_CALLBACK(on_row), adding);
    gtk_box_append(GTK_BOX(box), adding->entry);
    gtk_box_append(GTK_BOX(box), scrolled);
    gtk_box_append(GTK_BOX(box), adding->hint);
    gtk_popover_set_child(GTK_POPOVER(adding->popover), box);
    gtk_widget_set_name(adding->popover, "add-curve");
    g_object_set_data_full(G_OBJECT(adding->popover), "adding", adding, g_free);
    list_names(adding);
    if (studio_popup_once(adding->popover, over))
        gtk_widget_grab_focus(adding->entry);
}
