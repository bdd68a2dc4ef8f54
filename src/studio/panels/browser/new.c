// SPDX-License-Identifier: MIT
//
// New clips, characters and maps: a name and a few references.

#include "studio/panels/browser/private.h"

#include <adwaita.h>
#include <string.h>

#include "studio/model/commands/assets.h"
#include "studio/model/commands/graphs.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"

enum { MOST_FIELDS = 3 };

/// A choice among assets of a kind.
typedef struct Field {
    MieniAssetKind kind;
    const char *label; ///< NULL: there is none.
    bool is_optional;  ///< "None" is a choice.
    bool has_meshes;   ///< Meshes are choices too, for their morphs.
} Field;

typedef struct Form {
    const char *command, *title, *name;
    MieniAssetKind kind;
    Field fields[MOST_FIELDS];
} Form;

static const Form forms[] = {
    {"win.new-clip",
     "New Clip",
     "clip",
     MIENI_ASSET_CLIP,
     {{MIENI_ASSET_SKELETON, "Skeleton", true, false},
      {MIENI_ASSET_POSES, "Check against", true, true},
      {0, NULL, false, false}}},
    {"win.new-character",
     "New Character",
     "character",
     MIENI_ASSET_CHARACTER,
     {{MIENI_ASSET_MESH, "Mesh", false, false},
      {MIENI_ASSET_GRAPH, "Graph", true, false},
      {MIENI_ASSET_POSES, "Pose asset", true, false}}},
    {"win.new-map",
     "New Map",
     "map",
     MIENI_ASSET_MAP,
     {{0, NULL, false, false}, {0, NULL, false, false}, {0, NULL, false, false}}},
};

typedef struct Making {
    StudioBrowser *browser;
    const Form *form;
    StudioDialog dialog;
    GtkWidget *name, *why, *choices[MOST_FIELDS];
    GPtrArray *paths[MOST_FIELDS]; ///< Of the choices; NULL for none.
} Making;

static void free_making(void *given)
{
    Making *making = given;
    for (int i = 0; i < MOST_FIELDS; ++i)
        g_clear_pointer(&making->paths[i], g_ptr_array_unref);
    g_object_unref(making->browser);
    g_free(making);
}

static Studio *studio_of(const Making *making)
{
    return making->browser->workspace != NULL ? studio_workspace_studio(making->browser->workspace) : NULL;
}

static const char *chosen(const Making *making, int field)
{
    if (making->choices[field] == NULL)
        return NULL;
    const guint at = adw_combo_row_get_selected(ADW_COMBO_ROW(making->choices[field]));
    return at < making->paths[field]->len ? making->paths[field]->pdata[at] : NULL;
}

static char *path_of(const Making *making)
{
    return g_strdup_printf("%s.%s.json", gtk_editable_get_text(GTK_EDITABLE(making->name)),
                           mieni_asset_kind_name(making->form->kind));
}

static void check(Making *making)
{
    const Studio *studio = studio_of(making);
    g_autofree char *path = path_of(making);
    const char *name = gtk_editable_get_text(GTK_EDITABLE(making->name)), *why = "";
    if (studio == NULL)
        why = "The project is closed";
    else if (name[0] == '\0')
        why = "Enter a name";
    else if (!mieni_path_is_valid(path))
        why = "Not a valid file name";
    else if (studio_exists(studio, path))
        why = "A file with this name already exists";
    for (int i = 0; i < MOST_FIELDS && why[0] == '\0'; ++i)
        if (making->form->fields[i].label != NULL && !making->form->fields[i].is_optional &&
            chosen(making, i) == NULL)
            why = "Import a mesh first";
    gtk_label_set_text(GTK_LABEL(making->why), why);
    gtk_widget_set_sensitive(making->dialog.suggest, why[0] == '\0');
}

static MienStatus make_clip(Studio *studio, const Making *making, const char *path, MieniProblem *problem)
{
    const char *preview = chosen(making, 1);
    char name[STUDIO_LABEL_ROOM];
    g_autofree char *label = g_strdup_printf("create %s", studio_asset_name(path, name));
    MienStatus status = studio_group_begin(studio, label, problem);
    if (status != MIEN_OK)
        return status;
    status = studio_asset_make(studio, path, chosen(making, 0), problem);
    g_autofree char *json = preview != NULL ? g_strdup_printf("\"%s\"", preview) : NULL;
    if (status == MIEN_OK && json != NULL)
        status = studio_asset_set(studio, path, "preview", json, label, NULL, problem);
    if (status == MIEN_OK)
        return studio_group_end(studio, problem);
    studio_group_cancel(studio, NULL);
    return status;
}

static void on_create(Making *making)
{
    Studio *studio = studio_of(making);
    StudioWorkspace *workspace = making->browser->workspace;
    g_autofree char *path = path_of(making);
    MieniProblem problem = {0};
    if (studio == NULL || !gtk_widget_get_sensitive(making->dialog.suggest))
        return;
    const MienStatus status = making->form->kind == MIENI_ASSET_CLIP
                                  ? make_clip(studio, making, path, &problem)
                              : making->form->kind == MIENI_ASSET_CHARACTER
                                  ? studio_character_make(studio, path, chosen(making, 0), NULL,
                                                          chosen(making, 1), chosen(making, 2), &problem)
                                  : studio_asset_make(studio, path, NULL, &problem);
    if (status != MIEN_OK) {
        gtk_label_set_text(GTK_LABEL(making->why), problem.error.message);
        return;
    }
    studio_workspace_show(workspace, path, false);
    gtk_window_close(GTK_WINDOW(making->dialog.window));
}

/// Selects the asset of a kind that is selected in the browser, or that goes with the name.
static void choose_first(Making *making, int field)
{
    const Field *of = &making->form->fields[field];
    const char *selected = studio_workspace_selected_of(making->browser->workspace, of->kind);
    for (guint i = 0; selected != NULL && i < making->paths[field]->len; ++i)
        if (g_strcmp0(making->paths[field]->pdata[i], selected) == 0)
            adw_combo_row_set_selected(ADW_COMBO_ROW(making->choices[field]), i);
}

static void add_choice(Making *making, GtkWidget *list, int field)
{
    const Field *of = &making->form->fields[field];
    const Studio *studio = studio_of(making);
    g_autoptr(GtkStringList) names = gtk_string_list_new(NULL);
    making->paths[field] = g_ptr_array_new_with_free_func(g_free);
    for (int i = 0; i < studio->files.count; ++i) {
        char name[STUDIO_LABEL_ROOM];
        const StudioFile *file = studio->files.items[i];
        const bool is_mesh = of->has_meshes && file->kind == MIENI_ASSET_MESH;
        if ((file->kind != of->kind && !is_mesh) || !studio_exists(studio, file->path))
            continue;
        studio_asset_name(file->path, name);
        g_autofree char *text = is_mesh ? g_strdup_printf("%s (morphs)", name) : g_strdup(name);
        gtk_string_list_append(names, text);
        g_ptr_array_add(making->paths[field], g_strdup(file->path));
    }
    if (of->is_optional) {
        gtk_string_list_append(names, "None");
        g_ptr_array_add(making->paths[field], NULL);
    }
    making->choices[field] = adw_combo_row_new();
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(making->choices[field]), of->label);
    adw_combo_row_set_model(ADW_COMBO_ROW(making->choices[field]), G_LIST_MODEL(names));
    choose_first(making, field);
    gtk_list_box_append(GTK_LIST_BOX(list), making->choices[field]);
    g_signal_connect_swapped(making->choices[field], "notify::selected", G_CALLBACK(check), making);
}

/// A name that is free: that of the first choice, or "clip", "clip_2".
static char *free_name(const Making *making)
{
    const Studio *studio = studio_of(making);
    const char *mesh = making->form->kind == MIENI_ASSET_CHARACTER ? chosen(making, 0) : NULL;
    char room[STUDIO_LABEL_ROOM];
    const char *base = mesh != NULL ? studio_asset_name(mesh, room) : making->form->name;
    for (int n = 1;; ++n) {
        g_autofree char *name = n == 1 ? g_strdup(base) : g_strdup_printf("%s_%d", base, n);
        g_autofree char *path =
            g_strdup_printf("%s.%s.json", name, mieni_asset_kind_name(making->form->kind));
        if (!studio_exists(studio, path))
            return g_steal_pointer(&name);
    }
}

void studio_browser_make(StudioBrowser *browser, const char *command)
{
    const Form *form = forms;
    while (strcmp(form->command, command) != 0)
        ++form;
    Making *making = g_new0(Making, 1);
    making->browser = g_object_ref(browser);
    making->form = form;
    making->dialog =
        studio_dialog_new(GTK_WIDGET(browser), "new-dialog", form->title, NULL, "Create", 420, -1);
    GtkWidget *list = gtk_list_box_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
    gtk_list_box_set_selection_mode(GTK_LIST_BOX(list), GTK_SELECTION_NONE);
    gtk_widget_add_css_class(list, "boxed-list");
    gtk_widget_add_css_class(box, "dialog-page");
    making->name = adw_entry_row_new();
    making->why = studio_label_new("", "caption dim-label");
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(making->name), "Name");
    gtk_list_box_append(GTK_LIST_BOX(list), making->name);
    for (int i = 0; i < MOST_FIELDS; ++i)
        if (form->fields[i].label != NULL)
            add_choice(making, list, i);
    g_autofree char *name = free_name(making);
    studio_fill(making->name, name);
    g_signal_connect_swapped(making->name, "changed", G_CALLBACK(check), making);
    g_signal_connect_swapped(making->name, "entry-activated", G_CALLBACK(on_create), making);
    g_signal_connect_swapped(making->dialog.suggest, "clicked", G_CALLBACK(on_create), making);
    gtk_box_append(GTK_BOX(box), list);
    gtk_box_append(GTK_BOX(box), making->why);
    gtk_box_append(GTK_BOX(making->dialog.body), box);
    g_object_set_data_full(G_OBJECT(making->dialog.window), "making", making, free_making);
    check(making);
    gtk_window_present(GTK_WINDOW(making->dialog.window));
    gtk_widget_grab_focus(making->name);
}
