// SPDX-License-Identifier: MIT
//
// The Paste Names dialog: the effect of each line, in any order or column, and other uses of the
// old names.

#include "studio/panels/dialogs/paste.h"

#include "asset/view.h"
#include "project/uses.h"
#include "studio/model/commands/paste.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/dialogs/rows.h"
#include "studio/panels/widgets/widgets.h"

#include <string.h>

/// The dialog. Jobs hold a reference, so that it may be closed meanwhile.
typedef struct StudioPasting {
    StudioDialog dialog;
    bool is_closed, is_counting, wants_counting, is_renaming;
    StudioWorkspace *workspace;
    char *path, *text;
    int first_selected, columns;
    StudioPaste lines;
    GHashTable *uses; ///< From name to how many, each as a pointer; NULL until they are known.
    GPtrArray *files; ///< Paths that the rename would change, beside the asset.
    bool is_filling;

    StudioDialogRows *rows;
    GtkWidget *chips[3], *from_first, *from_selection, *by_name, *column;
    GtkWidget *everywhere, *where, *show, *show_list;
} StudioPasting;

static void pasting_count(StudioPasting *paste);
static StudioPasting *pasting_hold(StudioPasting *paste);
static void pasting_drop(void *paste);
static void pasting_show_rows(StudioPasting *paste);
static void pasting_show_where(StudioPasting *paste);

/// Old and new names of rows that change, as arrays that end with NULL. Free with g_strfreev.
static int list_changes(const StudioPaste *lines, char ***out_from, char ***out_to)
{
    GPtrArray *from = g_ptr_array_new(), *to = g_ptr_array_new();
    for (int i = 0; i < lines->count; ++i) {
        const StudioPasteRow *row = &lines->rows[i];
        if (row->pose < 0 || row->error != NULL || strcmp(row->from, row->to) == 0)
            continue;
        g_ptr_array_add(from, g_strdup(row->from));
        g_ptr_array_add(to, g_strdup(row->to));
    }
    const int count = (int)from->len;
    g_ptr_array_add(from, NULL);
    g_ptr_array_add(to, NULL);
    *out_from = (char **)g_ptr_array_free(from, FALSE);
    *out_to = (char **)g_ptr_array_free(to, FALSE);
    return count;
}

typedef struct Counting {
    StudioPasting *paste;
    StudioEdit edit;
    char **from, **to;
    int count;
    GHashTable *uses; ///< Wanted with the first counting only.
    GPtrArray *files;
    MienStatus status;
    MieniProblem problem;
} Counting;

static void note_file(void *user, const char *file, int places)
{
    (void)places;
    g_ptr_array_add(user, g_strdup(file));
}

static void count_uses(Counting *counting)
{
    MieniUses uses;
    MieniProblem problem = {0};
    if (mieni_uses_make(&uses, &counting->edit.snapshot->project, MIENI_USES_TEXTS, &problem) == MIEN_OK) {
        for (int i = 0; i < uses.curve_count; ++i)
            g_hash_table_insert(counting->uses, g_strdup(uses.curves[i].name),
                                GINT_TO_POINTER(uses.curves[i].count));
    }
    mieni_uses_release(&uses);
}

static void run_counting(StudioJob *job, void *data)
{
    Counting *counting = data;
    if (counting->uses != NULL)
        count_uses(counting);
    if (!studio_job_is_cancelled(job) && counting->count > 0)
        counting->status =
            studio_poses_rename_in(&counting->edit, counting->paste->path,
                                   (const char *const *)counting->from, (const char *const *)counting->to,
                                   counting->count, true, note_file, counting->files, &counting->problem);
}

static void done_counting(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    (void)workspace;
    Counting *counting = data;
    StudioPasting *paste = counting->paste;
    studio_edit_drop(&counting->edit); // it was for counting only
    paste->is_counting = false;
    if (!paste->is_closed && !is_cancelled) {
        g_ptr_array_unref(paste->files);
        paste->files = g_steal_pointer(&counting->files);
        if (counting->uses != NULL) {
            paste->uses = g_steal_pointer(&counting->uses);
            pasting_show_rows(paste);
        }
        pasting_show_where(paste);
        if (paste->wants_counting)
            pasting_count(paste);
    }
    g_clear_pointer(&counting->files, g_ptr_array_unref);
    g_clear_pointer(&counting->uses, g_hash_table_unref);
    g_strfreev(counting->from);
    g_strfreev(counting->to);
    g_free(counting);
    pasting_drop(paste);
}

// Work
/// Counts the changes in other files, and again after the lines change.
static void pasting_count(StudioPasting *paste)
{
    MieniProblem problem = {0};
    StudioEdit edit;
    paste->wants_counting = paste->is_counting;
    if (paste->is_counting ||
        studio_edit_begin(&edit, studio_workspace_studio(paste->workspace), &problem) != MIEN_OK)
        return;
    Counting *counting = g_new0(Counting, 1);
    counting->paste = pasting_hold(paste);
    counting->edit = edit;
    counting->count = list_changes(&paste->lines, &counting->from, &counting->to);
    counting->files = g_ptr_array_new_with_free_func(g_free);
    if (paste->uses == NULL)
        counting->uses = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    paste->is_counting = true;
    studio_workspace_run(paste->workspace,
                         &(StudioJobWork){.is_minor = true, .run = run_counting, .done = done_counting},
                         counting);
}

static StudioPasting *pasting_hold(StudioPasting *paste) { return g_rc_box_acquire(paste); }

static void clear(void *given)
{
    StudioPasting *paste = given;
    studio_paste_release(&paste->lines);
    g_clear_pointer(&paste->uses, g_hash_table_unref);
    g_ptr_array_unref(paste->files);
    g_object_unref(paste->workspace);
    g_free(paste->path);
    g_free(paste->text);
}

static void pasting_drop(void *paste) { g_rc_box_release_full(paste, clear); }

static int row_class(const StudioPasteRow *row)
{
    return row->error != NULL ? 2 : row->pose >= 0 && strcmp(row->from, row->to) != 0 ? 0 : 1;
}

/// Why a line changes nothing.
static const char *unchanged_words(const StudioPasteRow *row)
{
    if (row->pose < 0)
        return "";
    return row->to == row->from ? "blank line: unchanged" : "same name: unchanged";
}

// Showing
static void pasting_show_rows(StudioPasting *paste)
{
    const StudioPaste *lines = &paste->lines;
    g_autofree StudioDialogRow *rows = g_new0(StudioDialogRow, lines->count + 1);
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    bool is_wanted[3], is_any = false;
    int shown = 0;
    for (int i = 0; i < 3; ++i) {
        is_wanted[i] = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(paste->chips[i]));
        is_any = is_any || is_wanted[i];
    }
    for (int pass = 0; pass < 2; ++pass) // errors come first
        for (int i = 0; i < lines->count; ++i) {
            const StudioPasteRow *row = &lines->rows[i];
            const int class = row_class(row);
            if ((class == 2) != (pass == 0) || (is_any && !is_wanted[class]))
                continue;
            const int uses =
                paste->uses != NULL ? GPOINTER_TO_INT(g_hash_table_lookup(paste->uses, row->from)) : -1;
            char *right = uses < 0 || class != 0 || row->pose < 0
                              ? NULL
                              : g_strdup_printf(uses == 1 ? "%d use" : "%d uses", uses);
            g_ptr_array_add(texts, right);
            rows[shown++] = (StudioDialogRow){
                .number = row->line,
                .pose = row->pose >= 0 ? row->from : NULL,
                .from = row->from,
                .to = class == 0 || (class == 2 && row->to[0] != '\0' && row->pose >= 0) ? row->to : NULL,
                .remark = class == 2   ? row->error
                          : class == 1 ? unchanged_words(row)
                                       : NULL,
                .right = right,
                .is_error = class == 2};
        }
    studio_dialog_rows_show(paste->rows, rows, shown);
}

/// "4 clips", added to what is said already.
static void say_kind(GPtrArray *parts, const StudioPasting *paste, MieniAssetKind kind, const char *one,
                     const char *many)
{
    int count = 0;
    for (guint i = 0; i < paste->files->len; ++i)
        count += mieni_asset_kind_of_path(paste->files->pdata[i]) == kind &&
                 strcmp(paste->files->pdata[i], paste->path) != 0;
    if (count > 0 && kind == MIENI_ASSET_SKELETON && count == 1)
        g_ptr_array_add(parts, g_strdup("the skeleton’s curve list"));
    else if (count > 0)
        g_ptr_array_add(parts, g_strdup_printf("%d %s", count, count == 1 ? one : many));
}

static void pasting_show_where(StudioPasting *paste)
{
    g_autoptr(GPtrArray) parts = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GString) text = g_string_new(NULL), files = g_string_new(NULL);
    say_kind(parts, paste, MIENI_ASSET_POSES, "other pose asset", "other pose assets");
    say_kind(parts, paste, MIENI_ASSET_CLIP, "clip", "clips");
    say_kind(parts, paste, MIENI_ASSET_MAP, "map", "maps");
    say_kind(parts, paste, MIENI_ASSET_GRAPH, "graph", "graphs");
    say_kind(parts, paste, MIENI_ASSET_CHARACTER, "character", "characters");
    say_kind(parts, paste, MIENI_ASSET_MESH, "mesh", "meshes");
    say_kind(parts, paste, MIENI_ASSET_SKELETON, "skeleton curve list", "skeleton curve lists");
    for (guint i = 0; i < parts->len; ++i)
        g_string_append_printf(text, "%s%s",
                               i == 0                ? "Also in "
                               : i + 1 == parts->len ? " and "
                                                     : ", ",
                               (const char *)parts->pdata[i]);
    if (!gtk_switch_get_active(GTK_SWITCH(paste->everywhere)))
        g_string_assign(text, "Only here. Clips, maps and graphs keep the old names.");
    else if (paste->lines.error_count > 0)
        g_string_assign(text, "Fix the errors to rename.");
    else if (paste->uses == NULL)
        g_string_assign(text, "Searching for other uses…");
    else if (parts->len == 0)
        g_string_assign(text, "Nothing else uses these names.");
    else
        g_string_append(text, ". All uses are renamed.");
    for (guint i = 0; i < paste->files->len; ++i)
        g_string_append_printf(files, "%s%s", i > 0 ? "\n" : "", (const char *)paste->files->pdata[i]);
    gtk_label_set_text(GTK_LABEL(paste->where), text->str);
    gtk_label_set_text(GTK_LABEL(paste->show_list), files->str);
    gtk_widget_set_visible(paste->show,
                           parts->len > 0 && gtk_switch_get_active(GTK_SWITCH(paste->everywhere)));
}

static void pasting_show_suggest(StudioPasting *paste)
{
    const StudioPaste *lines = &paste->lines;
    g_autofree char *label = lines->changed_count == 1
                                 ? g_strdup("Rename 1 Pose")
                                 : g_strdup_printf("Rename %d Poses", lines->changed_count);
    gtk_button_set_label(GTK_BUTTON(paste->dialog.suggest), label);
    gtk_widget_set_sensitive(paste->dialog.suggest,
                             lines->error_count == 0 && lines->changed_count > 0 && !paste->is_renaming);
}

// The work of the Paste Names dialog: counts changes in other files on a worker while the dialog is
// open, and renames on one after confirmation.

// Counting, on a worker

// Renaming

typedef struct Renaming {
    StudioPasting *paste;
    StudioEdit edit;
    char **from, **to;
    int count;
    bool is_everywhere;
    MienStatus status;
    MieniProblem problem;
} Renaming;

static void run_renaming(StudioJob *job, void *data)
{
    (void)job;
    Renaming *renaming = data;
    renaming->status =
        studio_poses_rename_in(&renaming->edit, renaming->paste->path, (const char *const *)renaming->from,
                               (const char *const *)renaming->to, renaming->count, renaming->is_everywhere,
                               NULL, NULL, &renaming->problem);
}

static void done_renaming(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    Renaming *renaming = data;
    StudioPasting *paste = renaming->paste;
    const int count = renaming->count;
    MienStatus status = renaming->status;
    paste->is_renaming = false;
    if (is_cancelled)
        studio_edit_drop(&renaming->edit);
    else if (count == 1)
        status = studio_edit_endf(&renaming->edit, status, &renaming->problem, NULL,
                                  "rename %.150s to %.150s", renaming->from[0], renaming->to[0]);
    else
        status =
            studio_edit_endf(&renaming->edit, status, &renaming->problem, NULL, "rename %d poses", count);
    if (!is_cancelled && studio_workspace_check(workspace, status, &renaming->problem)) {
        g_autofree char *text =
            count == 1 ? g_strdup("Renamed 1 pose") : g_strdup_printf("Renamed %d poses", count);
        if (!paste->is_closed)
            gtk_window_destroy(GTK_WINDOW(paste->dialog.window));
        studio_workspace_toast(workspace, text, "Undo", "win.undo");
    } else if (!paste->is_closed) {
        pasting_show_suggest(paste);
    }
    g_strfreev(renaming->from);
    g_strfreev(renaming->to);
    g_free(renaming);
    pasting_drop(paste);
}

/// Renames, closes the dialog and shows a toast, or shows an error.
static void pasting_rename(StudioPasting *paste)
{
    MieniProblem problem = {0};
    StudioEdit edit;
    if (!studio_workspace_check(paste->workspace,
                                studio_edit_begin(&edit, studio_workspace_studio(paste->workspace), &problem),
                                &problem))
        return;
    Renaming *renaming = g_new0(Renaming, 1);
    renaming->paste = pasting_hold(paste);
    renaming->edit = edit;
    renaming->count = list_changes(&paste->lines, &renaming->from, &renaming->to);
    renaming->is_everywhere = gtk_switch_get_active(GTK_SWITCH(paste->everywhere));
    paste->is_renaming = true;
    pasting_show_suggest(paste);
    studio_workspace_run(paste->workspace,
                         &(StudioJobWork){.name = "Rename poses", .run = run_renaming, .done = done_renaming},
                         renaming);
}

enum { MOST_TEXT = 1 << 22 }; ///< Bytes of the clipboard.

// Showing

static void show_chips(StudioPasting *paste)
{
    static const char *const formats[] = {"%d change", "%d unchanged", "%d errors"};
    const StudioPaste *lines = &paste->lines;
    const int counts[] = {lines->changed_count, lines->unchanged_count, lines->error_count};
    for (int i = 0; i < 3; ++i) {
        g_autofree char *label = i == 2 && counts[i] == 1 ? g_strdup("1 error")
                                 : i == 0                 ? g_strdup_printf(formats[0], counts[i])
                                 : i == 1                 ? g_strdup_printf(formats[1], counts[i])
                                                          : g_strdup_printf(formats[2], counts[i]);
        gtk_button_set_label(GTK_BUTTON(paste->chips[i]), label);
        gtk_widget_set_sensitive(paste->chips[i], counts[i] > 0 || gtk_toggle_button_get_active(
                                                                       GTK_TOGGLE_BUTTON(paste->chips[i])));
    }
    if (lines->error_count > 0)
        gtk_widget_add_css_class(paste->chips[2], "error");
    else
        gtk_widget_remove_css_class(paste->chips[2], "error");
}

static void read_lines(StudioPasting *paste)
{
    MieniProblem problem = {0};
    char name[STUDIO_LABEL_ROOM];
    Studio *studio = studio_workspace_studio(paste->workspace);
    const MieniAsset *asset = NULL;
    const bool is_by_name = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(paste->by_name));
    const int first =
        gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(paste->from_selection)) ? paste->first_selected : 0;
    const guint column = gtk_drop_down_get_selected(GTK_DROP_DOWN(paste->column));
    if (paste->is_filling)
        return;
    studio_paste_release(&paste->lines);
    if (!studio_workspace_check(paste->workspace,
                                studio_paste_read(studio, paste->path, paste->text, strlen(paste->text),
                                                  first,
                                                  column != GTK_INVALID_LIST_POSITION ? (int)column : 0,
                                                  is_by_name, &paste->lines, &problem),
                                &problem))
        return;
    studio_asset(studio, paste->path, &asset, &problem);
    g_autofree char *subtitle = g_strdup_printf(
        paste->lines.count == 1 ? "%d line onto %d poses of %s" : "%d lines onto %d poses of %s",
        paste->lines.count, mieni_pose_asset_pose_count(mieni_pose_asset_of(asset)),
        studio_asset_name(paste->path, name));
    adw_window_title_set_subtitle(paste->dialog.title, subtitle);
    gtk_widget_set_visible(paste->column, paste->columns > 1 && !is_by_name);
    show_chips(paste);
    pasting_show_rows(paste);
    pasting_show_where(paste);
    pasting_show_suggest(paste);
    pasting_count(paste);
}

// Widgets

static void on_chip(StudioPasting *paste)
{
    if (!paste->is_filling)
        pasting_show_rows(paste);
}

static GtkWidget *make_top(StudioPasting *paste)
{
    static const char *const ways[] = {"From first pose", "From selection", "By name"};
    GtkWidget *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
              *linked = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    GtkWidget **const buttons[] = {&paste->from_first, &paste->from_selection, &paste->by_name};
    gtk_widget_add_css_class(top, "paste-top");
    for (int i = 0; i < 3; ++i) {
        paste->chips[i] = gtk_toggle_button_new_with_label("");
        gtk_widget_add_css_class(paste->chips[i], "chip");
        gtk_widget_set_valign(paste->chips[i], GTK_ALIGN_CENTER);
        g_signal_connect_swapped(paste->chips[i], "toggled", G_CALLBACK(on_chip), paste);
        gtk_box_append(GTK_BOX(top), paste->chips[i]);
    }
    gtk_widget_add_css_class(linked, "linked");
    gtk_widget_set_hexpand(linked, TRUE);
    gtk_widget_set_halign(linked, GTK_ALIGN_END);
    for (int i = 0; i < 3; ++i) {
        *buttons[i] = gtk_toggle_button_new_with_label(ways[i]);
        gtk_toggle_button_set_group(GTK_TOGGLE_BUTTON(*buttons[i]),
                                    i > 0 ? GTK_TOGGLE_BUTTON(paste->from_first) : NULL);
        gtk_box_append(GTK_BOX(linked), *buttons[i]);
    }
    return gtk_box_append(GTK_BOX(top), paste->column), gtk_box_append(GTK_BOX(top), linked), top;
}

static GtkWidget *make_bottom(StudioPasting *paste)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12),
              *texts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *popover = gtk_popover_new();
    paste->everywhere = gtk_switch_new();
    paste->where = studio_label_new("", "caption dim-label");
    paste->show = gtk_menu_button_new();
    paste->show_list = studio_label_new("", NULL);
    gtk_label_set_wrap(GTK_LABEL(paste->where), TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(paste->where), PANGO_ELLIPSIZE_NONE);
    gtk_label_set_ellipsize(GTK_LABEL(paste->show_list), PANGO_ELLIPSIZE_NONE);
    gtk_label_set_selectable(GTK_LABEL(paste->show_list), TRUE);
    gtk_switch_set_active(GTK_SWITCH(paste->everywhere), TRUE);
    gtk_widget_set_valign(paste->everywhere, GTK_ALIGN_CENTER);
    gtk_widget_set_valign(paste->show, GTK_ALIGN_CENTER);
    gtk_widget_set_hexpand(texts, TRUE);
    gtk_menu_button_set_label(GTK_MENU_BUTTON(paste->show), "Show");
    gtk_menu_button_set_direction(GTK_MENU_BUTTON(paste->show), GTK_ARROW_UP);
    gtk_widget_add_css_class(paste->show, "flat");
    gtk_popover_set_child(GTK_POPOVER(popover), paste->show_list);
    gtk_menu_button_set_popover(GTK_MENU_BUTTON(paste->show), popover);
    studio_name(paste->everywhere, "Rename everywhere");
    studio_name(paste->show, "Show files");
    g_signal_connect_swapped(paste->everywhere, "notify::active", G_CALLBACK(pasting_show_where), paste);
    gtk_box_append(GTK_BOX(texts), studio_label_new("Rename everywhere", NULL));
    gtk_box_append(GTK_BOX(texts), paste->where);
    gtk_box_append(GTK_BOX(box), paste->everywhere);
    gtk_box_append(GTK_BOX(box), texts);
    gtk_box_append(GTK_BOX(box), paste->show);
    gtk_widget_add_css_class(box, "dialog-bottom");
    return box;
}

/// Columns of a text with tabs, called by their first line.
static void make_columns(StudioPasting *paste)
{
    g_autoptr(GtkStringList) titles = gtk_string_list_new(NULL);
    const gsize size = strcspn(paste->text, "\n");
    g_autofree char *line = g_strndup(paste->text, size);
    g_auto(GStrv) cells = g_strsplit(g_strchomp(line), "\t", 20);
    for (int i = 0; cells[i] != NULL; ++i, ++paste->columns) {
        g_autofree char *title = g_strdup_printf("Column %d: %s", i + 1, cells[i]);
        gtk_string_list_append(titles, title);
    }
    paste->column = gtk_drop_down_new(G_LIST_MODEL(g_steal_pointer(&titles)), NULL);
    studio_name(paste->column, "Column of names");
}

/// The first selected pose of the asset's document; -1: none.
static int first_selected(StudioWorkspace *workspace, const char *path)
{
    const StudioDocument *document = studio_workspace_find(workspace, path);
    const MieniAsset *asset = NULL;
    MieniProblem problem = {0};
    if (document == NULL ||
        studio_asset(studio_workspace_studio(workspace), path, &asset, &problem) != MIEN_OK)
        return -1;
    const MieniPoseAssetView *poses = mieni_pose_asset_of(asset);
    for (int i = 0; i < mieni_pose_asset_pose_count(poses); ++i)
        if (studio_selection_has(&document->selection,
                                 mieni_text_or_empty(mieni_pose_name(mieni_pose_asset_pose(poses, i)))))
            return i;
    return -1;
}

static void on_destroy(StudioPasting *paste) { paste->is_closed = true; }

static void open_dialog(GtkWidget *parent, StudioWorkspace *workspace, const char *path, const char *text)
{
    StudioPasting *paste = g_rc_box_new0(StudioPasting);
    paste->workspace = g_object_ref(workspace);
    paste->path = g_strdup(path);
    paste->text = g_strdup(text);
    paste->files = g_ptr_array_new_with_free_func(g_free);
    paste->first_selected = first_selected(workspace, path);
    paste->dialog = studio_dialog_new(parent, "paste-dialog", "Paste Names", "", "Rename", 620, 690);
    gtk_widget_set_size_request(GTK_WIDGET(paste->dialog.window), 560, 420);
    const bool is_by_name =
        studio_paste_is_by_name(studio_workspace_studio(workspace), path, text, strlen(text));
    make_columns(paste);
    gtk_box_append(GTK_BOX(paste->dialog.body), make_top(paste));
    paste->rows = STUDIO_DIALOG_ROWS(studio_dialog_rows_new(workspace, path, "Names"));
    gtk_box_append(GTK_BOX(paste->dialog.body), GTK_WIDGET(paste->rows));
    gtk_box_append(GTK_BOX(paste->dialog.body), make_bottom(paste));
    paste->is_filling = true;
    gtk_widget_set_sensitive(paste->from_selection, paste->first_selected >= 0);
    gtk_widget_set_visible(paste->by_name, is_by_name);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(is_by_name ? paste->by_name : paste->from_first), TRUE);
    paste->is_filling = false;
    GtkWidget *const ways[] = {paste->from_first, paste->from_selection, paste->by_name};
    for (size_t i = 0; i < G_N_ELEMENTS(ways); ++i)
        g_signal_connect_swapped(ways[i], "toggled", G_CALLBACK(read_lines), paste);
    g_signal_connect_swapped(paste->column, "notify::selected", G_CALLBACK(read_lines), paste);
    g_signal_connect_swapped(paste->dialog.suggest, "clicked", G_CALLBACK(pasting_rename), paste);
    g_signal_connect_swapped(paste->dialog.window, "destroy", G_CALLBACK(on_destroy), paste);
    g_object_set_data_full(G_OBJECT(paste->dialog.window), "paste", paste, pasting_drop);
    read_lines(paste);
    gtk_window_present(GTK_WINDOW(paste->dialog.window));
}

// The clipboard

typedef struct Asking {
    GtkWidget *parent;
    StudioWorkspace *workspace;
    char *path;
} Asking;

static void on_text(GObject *source, GAsyncResult *result, void *user)
{
    Asking *asking = user;
    g_autofree char *text = gdk_clipboard_read_text_finish(GDK_CLIPBOARD(source), result, NULL);
    g_autofree char *said = text != NULL ? g_strstrip(g_strdup(text)) : NULL;
    if (said == NULL || said[0] == '\0')
        studio_workspace_toast(asking->workspace, "No text on the clipboard", NULL, NULL);
    else if (strlen(text) > MOST_TEXT)
        studio_workspace_toast(asking->workspace, "The text on the clipboard is too long", NULL, NULL);
    else if (studio_workspace_studio(asking->workspace) != NULL &&
             gtk_widget_get_root(asking->parent) != NULL)
        open_dialog(asking->parent, asking->workspace, asking->path, text);
    g_object_unref(asking->parent);
    g_object_unref(asking->workspace);
    g_free(asking->path);
    g_free(asking);
}

void studio_paste_names_open(GtkWidget *parent, StudioWorkspace *workspace, const char *path)
{
    Asking *asking = g_new0(Asking, 1);
    *asking = (Asking){g_object_ref(parent), g_object_ref(workspace), g_strdup(path)};
    gdk_clipboard_read_text_async(gtk_widget_get_clipboard(parent), NULL, on_text, asking);
}
