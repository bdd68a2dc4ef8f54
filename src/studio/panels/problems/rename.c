// SPDX-License-Identifier: MIT
//
// The names that a problem proposes: one is used at once, of several a dialog asks for one.

#include "studio/panels/problems/rename.h"

#include <string.h>

#include "studio/model/commands/assets.h"
#include "studio/model/facts/problems.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"

char *studio_problem_rename_words(const MieniFinding *finding)
{
    return finding->rename_count == 0   ? NULL
           : finding->rename_count == 1 ? g_strdup_printf("Rename to %s", finding->renames[0].to)
                                        : g_strdup("Rename to…");
}

static void rename_to(StudioWorkspace *workspace, const MieniFinding *finding, const MieniLintRename *rename)
{
    MieniProblem problem = {0};
    g_autofree char *text = g_strdup_printf("Renamed %s to %s", rename->from, rename->to);
    const MienStatus status =
        studio_rename_meant(studio_workspace_studio(workspace), finding, rename, &problem);
    if (studio_workspace_check(workspace, status, &problem))
        studio_workspace_toast(workspace, text, "Undo", "win.undo");
}

/// The question which name was meant. Problems may come and go while it is open.
typedef struct Question {
    StudioWorkspace *workspace;
    GtkWidget *window;
    MieniFinding finding; ///< With its own file, member and renames, nothing else.
    GPtrArray *ticks;
} Question;

static void free_question(void *given)
{
    Question *question = given;
    for (int i = 0; i < question->finding.rename_count; ++i) {
        g_free((char *)question->finding.renames[i].from);
        g_free((char *)question->finding.renames[i].to);
    }
    g_free((MieniLintRename *)question->finding.renames);
    g_free((char *)question->finding.file);
    g_free((char *)question->finding.member);
    g_ptr_array_unref(question->ticks);
    g_object_unref(question->workspace);
    g_free(question);
}

static MieniFinding copy_finding(const MieniFinding *finding)
{
    MieniLintRename *renames = g_new0(MieniLintRename, (gsize)finding->rename_count);
    for (int i = 0; i < finding->rename_count; ++i)
        renames[i] = (MieniLintRename){g_strdup(finding->renames[i].from), g_strdup(finding->renames[i].to)};
    return (MieniFinding){.code = finding->code,
                          .severity = finding->severity,
                          .file = g_strdup(finding->file),
                          .member = g_strdup(finding->member),
                          .renames = renames,
                          .rename_count = finding->rename_count};
}

static void on_suggest(Question *question)
{
    for (guint i = 0; i < question->ticks->len; ++i)
        if (gtk_check_button_get_active(GTK_CHECK_BUTTON(question->ticks->pdata[i]))) {
            rename_to(question->workspace, &question->finding, &question->finding.renames[i]);
            break;
        }
    gtk_window_destroy(GTK_WINDOW(question->window));
}

static void add_choice(Question *question, GtkWidget *list, const MieniLintRename *rename)
{
    GtkWidget *row = adw_action_row_new(), *tick = gtk_check_button_new();
    g_autofree char *name = g_strdup_printf("Rename %s to", rename->from); // and the title of its row
    if (question->ticks->len > 0)
        gtk_check_button_set_group(GTK_CHECK_BUTTON(tick), GTK_CHECK_BUTTON(question->ticks->pdata[0]));
    else
        gtk_check_button_set_active(GTK_CHECK_BUTTON(tick), TRUE);
    gtk_widget_set_valign(tick, GTK_ALIGN_CENTER);
    studio_name(tick, name);
    adw_preferences_row_set_use_markup(ADW_PREFERENCES_ROW(row), FALSE);
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), rename->to);
    adw_action_row_set_subtitle(ADW_ACTION_ROW(row), rename->from);
    adw_action_row_add_prefix(ADW_ACTION_ROW(row), tick);
    adw_action_row_set_activatable_widget(ADW_ACTION_ROW(row), tick);
    gtk_list_box_append(GTK_LIST_BOX(list), row);
    g_ptr_array_add(question->ticks, tick);
}

static void ask(GtkWidget *parent, StudioWorkspace *workspace, const MieniFinding *finding)
{
    char name[STUDIO_LABEL_ROOM];
    StudioDialog dialog = studio_dialog_new(parent, "rename-to-dialog", "Rename To",
                                            studio_asset_name(finding->file, name), "Rename", 420, -1);
    Question *question = g_new0(Question, 1);
    *question = (Question){.workspace = g_object_ref(workspace),
                           .window = GTK_WIDGET(dialog.window),
                           .finding = copy_finding(finding),
                           .ticks = g_ptr_array_new()};
    GtkWidget *list = studio_facts_new("Names");
    for (int i = 0; i < finding->rename_count; ++i)
        add_choice(question, list, &question->finding.renames[i]);
    gtk_widget_add_css_class(dialog.body, "form");
    gtk_box_append(GTK_BOX(dialog.body), list);
    g_signal_connect_swapped(dialog.suggest, "clicked", G_CALLBACK(on_suggest), question);
    g_object_set_data_full(G_OBJECT(dialog.window), "question", question, free_question);
    gtk_window_present(GTK_WINDOW(dialog.window));
    gtk_widget_grab_focus(question->ticks->pdata[0]);
}

void studio_problem_rename(GtkWidget *parent, StudioWorkspace *workspace, const MieniFinding *finding)
{
    if (finding->rename_count == 1)
        rename_to(workspace, finding, &finding->renames[0]);
    else if (finding->rename_count > 1)
        ask(parent, workspace, finding);
}
