// SPDX-License-Identifier: MIT
//
// New poses from another face: two choices and a name, then a job.

#include "studio/panels/transfer/new.h"

#include <adwaita.h>
#include <string.h>

#include "asset/view.h"
#include "studio/model/commands/transfer.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"

// The job

typedef struct Running {
    StudioTransfer transfer;
} Running;

static bool on_progress(void *user, double done)
{
    StudioJob *job = user;
    studio_job_progress(job, done);
    return !studio_job_is_cancelled(job);
}

static void run_transfer(StudioJob *job, void *data)
{
    Running *running = data;
    studio_transfer_run(&running->transfer, on_progress, job);
}

/// "59 poses from ada. Check jawLeft and jawRight." Free it.
static char *words_of(const StudioTransfer *made)
{
    char name[STUDIO_LABEL_ROOM];
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "%d poses from %s", made->pose_count, studio_asset_name(made->source, name));
    const int named = MIN(made->doubt_count, STUDIO_TRANSFER_NAMES);
    for (int i = 0; i < named; ++i)
        g_string_append_printf(text, "%s%s",
                               i == 0                                         ? ". Check "
                               : i + 1 == named && made->doubt_count == named ? " and "
                                                                              : ", ",
                               made->doubts[i]);
    if (made->doubt_count > named)
        g_string_append_printf(text, " and %d more", made->doubt_count - named);
    if (made->lost_count > 0)
        g_string_append_printf(text, ". %d move bones that the face lacks", made->lost_count);
    return g_string_free(text, FALSE);
}

static void end_transfer(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    Running *running = data;
    StudioTransfer *made = &running->transfer;
    MieniProblem problem = {0};
    if (is_cancelled)
        made->status = MIEN_ERROR_CANCELLED;
    const MienStatus status = studio_transfer_end(made, &problem);
    if (is_cancelled) {
        studio_workspace_toast(workspace, "Cancelled. No poses were created.", NULL, NULL);
        return;
    }
    if (!studio_workspace_check(workspace, status, &problem))
        return;
    g_autofree char *text = words_of(made);
    studio_workspace_show(workspace, made->path, false);
    studio_workspace_toast(workspace, text, "Undo", "win.undo");
}

// The dialog

typedef struct Choosing {
    StudioWorkspace *workspace; ///< Referenced.
    StudioDialog dialog;
    GtkWidget *source, *face, *name, *why;
    GPtrArray *sources, *faces; ///< Paths.
    bool is_own, is_filling;    ///< The user typed the name; the program does.
} Choosing;

static void free_choosing(void *given)
{
    Choosing *choosing = given;
    g_ptr_array_unref(choosing->sources);
    g_ptr_array_unref(choosing->faces);
    g_object_unref(choosing->workspace);
    g_free(choosing);
}

static const char *chosen_of(GtkWidget *row, const GPtrArray *paths)
{
    const guint at = adw_combo_row_get_selected(ADW_COMBO_ROW(row));
    return at < paths->len ? paths->pdata[at] : NULL;
}

/// Beside the mesh, in its folder.
static char *path_of(const Choosing *choosing, const char *name)
{
    const char *face = chosen_of(choosing->face, choosing->faces);
    const char *slash = face != NULL ? strrchr(face, '/') : NULL;
    return g_strdup_printf("%.*s%s.poses.json", slash != NULL ? (int)(slash + 1 - face) : 0,
                           face != NULL ? face : "", name);
}

/// The name of the face; if its poses exist, with that of the source, and then a number.
static char *propose(const Choosing *choosing)
{
    const Studio *studio = studio_workspace_studio(choosing->workspace);
    const char *face = chosen_of(choosing->face, choosing->faces),
               *source = chosen_of(choosing->source, choosing->sources);
    char of_face[STUDIO_LABEL_ROOM] = "poses", of_source[STUDIO_LABEL_ROOM] = "";
    if (face != NULL)
        studio_asset_name(face, of_face);
    if (source != NULL)
        studio_asset_name(source, of_source);
    for (int n = 0;; ++n) {
        g_autofree char *name = n == 0   ? g_strdup(of_face)
                                : n == 1 ? g_strdup_printf("%s-from-%s", of_face, of_source)
                                         : g_strdup_printf("%s-from-%s-%d", of_face, of_source, n);
        g_autofree char *path = path_of(choosing, name);
        if (!studio_exists(studio, path))
            return g_steal_pointer(&name);
    }
}

static void check(Choosing *choosing)
{
    const Studio *studio = studio_workspace_studio(choosing->workspace);
    const char *name = gtk_editable_get_text(GTK_EDITABLE(choosing->name));
    g_autofree char *path = path_of(choosing, name);
    const char *why = chosen_of(choosing->source, choosing->sources) == NULL ? "The project has no poses"
                      : chosen_of(choosing->face, choosing->faces) == NULL   ? "Import a mesh first"
                      : name[0] == '\0'                                      ? "Enter a name"
                      : !mieni_path_is_valid(path)                           ? "Not a valid file name"
                      : studio_exists(studio, path) ? "A file with this name already exists"
                                                    : "";
    gtk_label_set_text(GTK_LABEL(choosing->why), why);
    gtk_widget_set_sensitive(choosing->dialog.suggest, why[0] == '\0');
}

static void on_choice(Choosing *choosing)
{
    if (choosing->is_filling)
        return;
    if (!choosing->is_own) {
        g_autofree char *name = propose(choosing);
        choosing->is_filling = true;
        studio_fill(choosing->name, name);
        choosing->is_filling = false;
    }
    check(choosing);
}

static void on_name(Choosing *choosing)
{
    choosing->is_own = choosing->is_own || !choosing->is_filling;
    check(choosing);
}

static void on_create(Choosing *choosing)
{
    StudioWorkspace *workspace = choosing->workspace;
    const char *source = chosen_of(choosing->source, choosing->sources),
               *face = chosen_of(choosing->face, choosing->faces);
    MieniProblem problem = {0};
    char label[STUDIO_LABEL_ROOM];
    if (!gtk_widget_get_sensitive(choosing->dialog.suggest))
        return;
    g_autofree char *path = path_of(choosing, gtk_editable_get_text(GTK_EDITABLE(choosing->name)));
    Running *running = g_new0(Running, 1);
    const MienStatus status = studio_transfer_begin(&running->transfer, studio_workspace_studio(workspace),
                                                    source, face, path, &problem);
    if (status != MIEN_OK) {
        gtk_label_set_text(GTK_LABEL(choosing->why), problem.error.message);
        g_free(running);
        return;
    }
    g_autofree char *name = g_strdup_printf("Transfer poses to %s", studio_asset_name(face, label));
    studio_workspace_run(
        workspace,
        &(StudioJobWork){.name = name, .run = run_transfer, .done = end_transfer, .free_data = g_free},
        running);
    gtk_window_close(GTK_WINDOW(choosing->dialog.window)); // the choices go
}

/// Adds assets of a kind to a row.
static void add_assets(const Choosing *choosing, GtkStringList *names, GPtrArray *paths, MieniAssetKind kind,
                       const char *suffix)
{
    const Studio *studio = studio_workspace_studio(choosing->workspace);
    for (int i = 0; i < studio->files.count; ++i) {
        const StudioFile *file = studio->files.items[i];
        char name[STUDIO_LABEL_ROOM];
        if (file->kind != kind || !studio_exists(studio, file->path))
            continue;
        g_autofree char *text = g_strconcat(studio_asset_name(file->path, name), suffix, NULL);
        gtk_string_list_append(names, text);
        g_ptr_array_add(paths, g_strdup(file->path));
    }
}

static void choose(GtkWidget *row, const GPtrArray *paths, const char *path)
{
    for (guint i = 0; path != NULL && i < paths->len; ++i)
        if (strcmp(paths->pdata[i], path) == 0)
            adw_combo_row_set_selected(ADW_COMBO_ROW(row), i);
}

/// The asset of a kind that is selected in the browser or in front; NULL: none.
static const char *meant(const Choosing *choosing, MieniAssetKind kind)
{
    const char *selected = studio_workspace_selected_of(choosing->workspace, kind);
    const StudioDocument *active = studio_workspace_active(choosing->workspace);
    return selected != NULL ? selected : active != NULL && active->kind == kind ? active->path : NULL;
}

/// Whether a pose asset is for a mesh.
static bool is_for(const Choosing *choosing, const char *poses, const char *mesh)
{
    const MieniAsset *asset;
    return studio_asset(studio_workspace_studio(choosing->workspace), poses, &asset, NULL) == MIEN_OK &&
           g_strcmp0(mieni_asset_mesh(asset), mesh) == 0;
}

/// The face that is selected, and poses that are not its own.
static void choose_first(Choosing *choosing)
{
    Studio *studio = studio_workspace_studio(choosing->workspace);
    const char *character = meant(choosing, MIENI_ASSET_CHARACTER), *mesh = meant(choosing, MIENI_ASSET_MESH),
               *poses = meant(choosing, MIENI_ASSET_POSES);
    const MieniAsset *asset;
    if (mesh == NULL && character != NULL && studio_asset(studio, character, &asset, NULL) == MIEN_OK)
        mesh = mieni_asset_mesh(asset);
    choose(choosing->face, choosing->faces, mesh);
    choose(choosing->source, choosing->sources, poses);
    const char *face = chosen_of(choosing->face, choosing->faces);
    for (guint i = 0; poses == NULL && face != NULL && i < choosing->sources->len; ++i)
        if (!is_for(choosing, choosing->sources->pdata[i], face)) {
            adw_combo_row_set_selected(ADW_COMBO_ROW(choosing->source), i);
            return;
        }
}

static GtkWidget *make_row(Choosing *choosing, GtkWidget *list, const char *title, const char *hint)
{
    GtkWidget *row = adw_combo_row_new();
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), title);
    adw_action_row_set_subtitle(ADW_ACTION_ROW(row), hint);
    studio_name(row, title);
    gtk_list_box_append(GTK_LIST_BOX(list), row);
    g_signal_connect_swapped(row, "notify::selected", G_CALLBACK(on_choice), choosing);
    return row;
}

static GtkWidget *make_rows(Choosing *choosing)
{
    GtkWidget *list = studio_facts_new("Transfer");
    g_autoptr(GtkStringList) sources = gtk_string_list_new(NULL), faces = gtk_string_list_new(NULL);
    add_assets(choosing, sources, choosing->sources, MIENI_ASSET_POSES, "");
    add_assets(choosing, faces, choosing->faces, MIENI_ASSET_MESH, "");
    add_assets(choosing, faces, choosing->faces, MIENI_ASSET_SKELETON, " (skeleton)");
    choosing->is_filling = true;
    choosing->source = make_row(choosing, list, "Poses", "Of a face whose bones have the same names");
    choosing->face = make_row(choosing, list, "Face", "Gets these poses, in its own proportions");
    adw_combo_row_set_model(ADW_COMBO_ROW(choosing->source), G_LIST_MODEL(sources));
    adw_combo_row_set_model(ADW_COMBO_ROW(choosing->face), G_LIST_MODEL(faces));
    choosing->name = adw_entry_row_new();
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(choosing->name), "Name");
    gtk_list_box_append(GTK_LIST_BOX(list), choosing->name);
    choose_first(choosing);
    choosing->is_filling = false;
    return list;
}

const char *studio_new_transfer_reason(StudioWorkspace *workspace)
{
    const Studio *studio = workspace != NULL ? studio_workspace_studio(workspace) : NULL;
    return studio == NULL                                                 ? "Open a project first"
           : studio->is_read_only                                         ? "This project is read-only"
           : studio_workspace_first(workspace, MIENI_ASSET_POSES) == NULL ? "The project has no poses"
                                                                          : NULL;
}

void studio_new_transfer_open(GtkWidget *parent, StudioWorkspace *workspace)
{
    Choosing *choosing = g_new0(Choosing, 1);
    choosing->workspace = g_object_ref(workspace);
    choosing->sources = g_ptr_array_new_with_free_func(g_free);
    choosing->faces = g_ptr_array_new_with_free_func(g_free);
    choosing->dialog =
        studio_dialog_new(parent, "transfer-dialog", "New Poses from Another Face", NULL, "Create", 460, -1);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
    gtk_widget_add_css_class(box, "dialog-page");
    choosing->why = studio_label_new("", "caption dim-label");
    gtk_box_append(GTK_BOX(box), make_rows(choosing));
    gtk_box_append(GTK_BOX(box), choosing->why);
    gtk_box_append(GTK_BOX(choosing->dialog.body), box);
    g_object_set_data_full(G_OBJECT(choosing->dialog.window), "choosing", choosing, free_choosing);
    g_signal_connect_swapped(choosing->name, "changed", G_CALLBACK(on_name), choosing);
    g_signal_connect_swapped(choosing->name, "entry-activated", G_CALLBACK(on_create), choosing);
    g_signal_connect_swapped(choosing->dialog.suggest, "clicked", G_CALLBACK(on_create), choosing);
    on_choice(choosing);
    gtk_window_present(GTK_WINDOW(choosing->dialog.window));
    gtk_widget_grab_focus(choosing->source);
}
