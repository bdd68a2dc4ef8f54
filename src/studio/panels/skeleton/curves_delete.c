// SPDX-License-Identifier: MIT
//
// Deleting curves: what nothing uses goes at once, for the rest one is asked.

#include "studio/panels/skeleton/curves_table_private.h"

#include <string.h>

#include "studio/model/commands/assets.h"

static void delete_one(StudioCurvesTable *table, const char *name, bool is_everywhere)
{
    MieniProblem problem = {0};
    const char *const names[] = {name};
    if (table->workspace == NULL || table->path == NULL)
        return;
    const MienStatus status = studio_curves_delete(studio_workspace_studio(table->workspace), table->path,
                                                   names, 1, is_everywhere, &problem);
    if (studio_workspace_check(table->workspace, status, &problem)) {
        g_autofree char *text = g_strdup_printf("Deleted %s", name);
        studio_workspace_toast(table->workspace, text, "Undo", "win.undo");
    }
}

typedef struct Question {
    StudioCurvesTable *table;
    char *name;
} Question;

static void free_question(void *given, GClosure *closure)
{
    (void)closure;
    Question *question = given;
    g_object_unref(question->table);
    g_free(question->name);
    g_free(question);
}

static void on_response(AdwMessageDialog *dialog, const char *response, Question *question)
{
    (void)dialog;
    if (strcmp(response, "list") == 0)
        delete_one(question->table, question->name, false);
    else if (strcmp(response, "clips") == 0)
        delete_one(question->table, question->name, true);
}

static void ask(StudioCurvesTable *table, const StudioCurveRow *row)
{
    g_autofree char *title = row->uses == 1 ? g_strdup_printf("%s is used once.", row->name)
                                            : g_strdup_printf("%s is used %d times.", row->name, row->uses);
    GtkWidget *dialog = adw_message_dialog_new(GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(table))), title,
                                               "Poses and morphs keep their names, and what comes from files "
                                               "stays as it is. Undo brings everything back.");
    adw_message_dialog_add_responses(ADW_MESSAGE_DIALOG(dialog), "cancel", "Cancel", NULL);
    if (row->is_listed)
        adw_message_dialog_add_responses(ADW_MESSAGE_DIALOG(dialog), "list", "Delete Only from the List",
                                         NULL);
    adw_message_dialog_add_responses(ADW_MESSAGE_DIALOG(dialog), "clips", "Delete from Clips, Keep the Poses",
                                     NULL);
    adw_message_dialog_set_response_appearance(ADW_MESSAGE_DIALOG(dialog), "clips", ADW_RESPONSE_DESTRUCTIVE);
    adw_message_dialog_set_default_response(ADW_MESSAGE_DIALOG(dialog), "cancel");
    adw_message_dialog_set_close_response(ADW_MESSAGE_DIALOG(dialog), "cancel");
    Question *question = g_new0(Question, 1);
    *question = (Question){.table = g_object_ref(table), .name = g_strdup(row->name)};
    g_signal_connect_data(dialog, "response", G_CALLBACK(on_response), question, free_question, 0);
    gtk_window_present(GTK_WINDOW(dialog));
}

void studio_curves_table_delete(StudioCurvesTable *table)
{
    const StudioCurveTable *data = studio_curves_source_table(studio_curves_source_of(table->workspace));
    const char *name = studio_curves_table_chosen(table);
    const StudioCurveRow *row = data != NULL && name != NULL ? studio_curve_table_find(data, name) : NULL;
    if (row == NULL)
        return;
    if (row->is_unused) {
        g_autofree char *copy = g_strdup(name);
        delete_one(table, copy, false);
    } else {
        ask(table, row);
    }
}

void studio_curves_table_delete_unused(StudioCurvesTable *table)
{
    const StudioCurveTable *data = studio_curves_source_table(studio_curves_source_of(table->workspace));
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    MieniProblem problem = {0};
    for (int i = 0; data != NULL && i < data->count; ++i)
        if (data->rows[i].is_unused && data->rows[i].is_listed)
            g_ptr_array_add(names, g_strdup(data->rows[i].name));
    if (names->len == 0)
        return;
    const MienStatus status =
        studio_curves_delete(studio_workspace_studio(table->workspace), table->path,
                             (const char *const *)names->pdata, (int)names->len, false, &problem);
    if (studio_workspace_check(table->workspace, status, &problem)) {
        g_autofree char *text = names->len == 1 ? g_strdup("Deleted 1 unused curve")
                                                : g_strdup_printf("Deleted %u unused curves", names->len);
        studio_workspace_toast(table->workspace, text, "Undo", "win.undo");
    }
}
