// SPDX-License-Identifier: MIT
//
// The form that renames a curve everywhere.

#include "studio/panels/skeleton/curve_rename.h"

#include <string.h>

#include "project/rename/rename.h"
#include "studio/model/document/edit.h"
#include "studio/panels/widgets/widgets.h"

enum { DELAY = 150 }; ///< Milliseconds after the last letter.

typedef struct Form {
    int holders; ///< The window and jobs.
    StudioWorkspace *workspace;
    char *name, *document;
    GtkWidget *window, *entry, *suggest, *text; ///< NULL once it is closed.
    guint timer;
    bool is_counting, counts_again, is_done;
} Form;

static void drop(void *given)
{
    Form *form = given;
    if (--form->holders > 0)
        return;
    g_object_unref(form->workspace);
    g_free(form->name);
    g_free(form->document);
    g_free(form);
}

/// A rename on its way: only counted, or done.
typedef struct Renaming {
    Form *form;
    StudioEdit edit;
    char *to;
    bool is_real;
    int files, places;
    MienStatus status;
    MieniProblem problem;
} Renaming;

static void count_file(void *user, const char *file, int places)
{
    (void)file;
    Renaming *renaming = user;
    ++renaming->files;
    renaming->places += places;
}

static void run_renaming(StudioJob *job, void *data)
{
    Renaming *renaming = data;
    const char *const from[] = {renaming->form->name}, *const to[] = {renaming->to};
    (void)job;
    renaming->status = mieni_rename_everywhere(renaming->edit.project, from, to, 1, count_file, renaming,
                                               &renaming->problem);
}

static void say(Form *form, const char *text, bool is_wrong)
{
    if (form->window == NULL)
        return;
    gtk_label_set_text(GTK_LABEL(form->text), text);
    (is_wrong ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(form->text, "error");
    (is_wrong ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(form->entry, "error");
}

static void begin_count(Form *form);

static void end_count(Form *form, Renaming *renaming)
{
    studio_edit_drop(&renaming->edit);
    form->is_counting = false;
    if (form->counts_again) {
        begin_count(form);
        return;
    }
    if (renaming->status != MIEN_OK) {
        say(form, renaming->problem.error.message, true);
        return;
    }
    g_autofree char *text =
        g_strdup_printf("Changes %d name%s in %d file%s, in one step.", renaming->places,
                        renaming->places == 1 ? "" : "s", renaming->files, renaming->files == 1 ? "" : "s");
    say(form, text, false);
    if (form->window != NULL)
        gtk_widget_set_sensitive(form->suggest, renaming->files > 0);
}

/// The selection and the weight that is looked at follow the name.
static void follow(Form *form, const char *to)
{
    StudioDocument *document =
        form->document != NULL ? studio_workspace_find(form->workspace, form->document) : NULL;
    studio_session_rename(studio_workspace_session(form->workspace), form->name, to);
    studio_workspace_session_changed(form->workspace);
    if (document != NULL) {
        studio_selection_rename(&document->selection, form->name, to);
        studio_workspace_selection_changed(form->workspace);
    }
}

static void end_rename(Form *form, Renaming *renaming)
{
    MieniProblem problem = renaming->problem;
    const MienStatus status = studio_edit_endf(&renaming->edit, renaming->status, &problem, NULL,
                                               "rename curve %.300s in %d file%s", form->name,
                                               renaming->files, renaming->files == 1 ? "" : "s");
    form->is_done = status == MIEN_OK;
    if (!form->is_done) {
        say(form, problem.error.message, true);
        return;
    }
    follow(form, renaming->to);
    g_autofree char *text = g_strdup_printf("Renamed %s to %s in %d file%s", form->name, renaming->to,
                                            renaming->files, renaming->files == 1 ? "" : "s");
    studio_workspace_toast(form->workspace, text, "Undo", "win.undo");
    if (form->window != NULL)
        gtk_window_destroy(GTK_WINDOW(form->window));
}

static void end_renaming(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    (void)workspace;
    Renaming *renaming = data;
    if (is_cancelled)
        studio_edit_drop(&renaming->edit);
    else
        (renaming->is_real ? end_rename : end_count)(renaming->form, renaming);
}

static void free_renaming(void *data)
{
    Renaming *renaming = data;
    drop(renaming->form);
    g_free(renaming->to);
    g_free(renaming);
}

static void begin(Form *form, bool is_real)
{
    Renaming *renaming = g_new0(Renaming, 1);
    *renaming = (Renaming){.form = form, .is_real = is_real};
    renaming->to = g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(form->entry))));
    if (studio_edit_begin(&renaming->edit, studio_workspace_studio(form->workspace), &renaming->problem) !=
        MIEN_OK) {
        say(form, renaming->problem.error.message, true);
        studio_edit_drop(&renaming->edit);
        g_free(renaming->to);
        g_free(renaming);
        return;
    }
    ++form->holders;
    form->is_counting = form->is_counting || !is_real;
    g_autofree char *name = is_real ? g_strdup_printf("Rename %s", form->name) : NULL;
    studio_workspace_run(
        form->workspace,
        &(StudioJobWork){.name = name, .run = run_renaming, .done = end_renaming, .free_data = free_renaming},
        renaming);
}

static void begin_count(Form *form)
{
    form->counts_again = form->is_counting;
    if (form->window == NULL || form->is_counting || form->is_done)
        return;
    g_autofree char *to = g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(form->entry))));
    if (to[0] == '\0' || strcmp(to, form->name) == 0)
        say(form, "Enter another name", false);
    else
        begin(form, false);
}

static gboolean on_timer(void *user)
{
    Form *form = user;
    form->timer = 0;
    begin_count(form);
    return G_SOURCE_REMOVE;
}

static void on_typed(Form *form)
{
    gtk_widget_set_sensitive(form->suggest, FALSE);
    g_clear_handle_id(&form->timer, g_source_remove);
    form->timer = g_timeout_add(DELAY, on_timer, form);
}

static void on_suggest(Form *form)
{
    gtk_widget_set_sensitive(form->suggest, FALSE); // once is enough
    begin(form, true);
}

static void on_destroy(Form *form)
{
    g_clear_handle_id(&form->timer, g_source_remove);
    form->window = NULL;
}

void studio_curve_rename_ask(GtkWidget *parent, StudioWorkspace *workspace, const char *name,
                             const char *document)
{
    g_autofree char *title = g_strdup_printf("Rename %s", name);
    StudioDialog dialog = studio_dialog_new(parent, "rename-curve-dialog", title,
                                            "in poses, clips, maps, graphs and tables", "Rename", 440, -1);
    Form *form = g_new0(Form, 1);
    *form = (Form){.holders = 1,
                   .workspace = g_object_ref(workspace),
                   .name = g_strdup(name),
                   .document = g_strdup(document),
                   .window = GTK_WIDGET(dialog.window),
                   .suggest = dialog.suggest};
    GtkWidget *list = studio_facts_new("Rename");
    form->entry = adw_entry_row_new();
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(form->entry), "New name");
    studio_fill(form->entry, name);
    studio_name(GTK_WIDGET(gtk_editable_get_delegate(GTK_EDITABLE(form->entry))), "New name");
    adw_entry_row_set_activates_default(ADW_ENTRY_ROW(form->entry), TRUE);
    gtk_list_box_append(GTK_LIST_BOX(list), form->entry);
    form->text = studio_label_new("Enter another name", "caption");
    gtk_label_set_ellipsize(GTK_LABEL(form->text), PANGO_ELLIPSIZE_NONE);
    gtk_label_set_wrap(GTK_LABEL(form->text), TRUE);
    gtk_widget_add_css_class(dialog.body, "form");
    gtk_box_set_spacing(GTK_BOX(dialog.body), 9);
    gtk_box_append(GTK_BOX(dialog.body), list);
    gtk_box_append(GTK_BOX(dialog.body), form->text);
    gtk_widget_set_sensitive(form->suggest, FALSE);
    g_signal_connect_swapped(form->entry, "changed", G_CALLBACK(on_typed), form);
    g_signal_connect_swapped(dialog.suggest, "clicked", G_CALLBACK(on_suggest), form);
    g_signal_connect_swapped(dialog.window, "destroy", G_CALLBACK(on_destroy), form);
    g_object_set_data_full(G_OBJECT(dialog.window), "form", form, drop);
    gtk_window_present(GTK_WINDOW(dialog.window));
    gtk_widget_grab_focus(form->entry);
}
