// SPDX-License-Identifier: MIT
//
// Questions of an import: which skeleton to use for similar bones, and whether to replace a source
// file with the same name.

#include "studio/panels/import/dialogs.h"

#include <adwaita.h>
#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/import/strings.h"
#include "studio/panels/widgets/widgets.h"

enum { MOST_BONES = 200 }; ///< That are listed.

typedef struct Asking {
    GtkWindow *window; ///< The dialog.
    StudioImports *imports;
    StudioImport *import;
    GtkWidget *use, *add, *make;
    bool is_answered;
} Asking;

static void free_asking(void *given)
{
    Asking *asking = given;
    if (!asking->is_answered)
        studio_imports_answer(asking->imports, asking->import, false);
    g_object_unref(asking->imports);
    g_free(asking);
}

// The same name

static void on_copy_answer(AdwMessageDialog *dialog, const char *answer, Asking *asking)
{
    (void)dialog;
    const bool is_going_on = strcmp(answer, "cancel") != 0;
    asking->import->is_replacing = strcmp(answer, "replace") == 0;
    asking->is_answered = true;
    studio_imports_answer(asking->imports, asking->import, is_going_on);
}

static void ask_copy(GtkWindow *window, Asking *asking)
{
    g_autofree char *base = g_path_get_basename(asking->import->file);
    g_autofree char *title = g_strdup_printf("A Source File Named %s Already Exists", base);
    GtkWidget *dialog = adw_message_dialog_new(
        window, title,
        "Replacing it updates the assets imported from it. Undo does not bring the old file back.");
    AdwMessageDialog *message = ADW_MESSAGE_DIALOG(dialog);
    adw_message_dialog_add_responses(message, "cancel", "Cancel", "both", "Keep Both", "replace", "Replace",
                                     NULL);
    adw_message_dialog_set_response_appearance(message, "replace", ADW_RESPONSE_DESTRUCTIVE);
    adw_message_dialog_set_response_appearance(message, "both", ADW_RESPONSE_SUGGESTED);
    adw_message_dialog_set_default_response(message, "both");
    adw_message_dialog_set_close_response(message, "cancel");
    g_object_set_data_full(G_OBJECT(dialog), "asking", asking, free_asking);
    g_signal_connect(dialog, "response", G_CALLBACK(on_copy_answer), asking);
    gtk_window_present(GTK_WINDOW(dialog));
}

// The skeleton

static int count_bones(const MieniImportReport *report, const char *what)
{
    int count = 0;
    for (const MieniImportBone *bone = report->bones; bone != NULL; bone = bone->next)
        count += strcmp(bone->what, what) == 0;
    return count;
}

static GtkWidget *make_choice(GtkWidget *list, GtkWidget *group, const char *title, const char *text)
{
    GtkWidget *row = adw_action_row_new(), *check = gtk_check_button_new();
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), title);
    adw_action_row_set_subtitle(ADW_ACTION_ROW(row), text);
    gtk_widget_set_valign(check, GTK_ALIGN_CENTER);
    if (group != NULL)
        gtk_check_button_set_group(GTK_CHECK_BUTTON(check), GTK_CHECK_BUTTON(group));
    studio_name(check, title);
    adw_action_row_add_prefix(ADW_ACTION_ROW(row), check);
    adw_action_row_set_activatable_widget(ADW_ACTION_ROW(row), check);
    gtk_list_box_append(GTK_LIST_BOX(list), row);
    return check;
}

static GtkWidget *make_choices(Asking *asking)
{
    StudioImport *import = asking->import;
    char name[STUDIO_LABEL_ROOM];
    const int missing = count_bones(&import->report, "missing"),
              extra = count_bones(&import->report, "extra"), moved = count_bones(&import->report, "moved");
    GtkWidget *list = gtk_list_box_new();
    gtk_list_box_set_selection_mode(GTK_LIST_BOX(list), GTK_SELECTION_NONE);
    gtk_widget_add_css_class(list, "boxed-list");
    g_autofree char *use = g_strdup_printf("Use %s", studio_asset_name(import->near, name));
    g_autofree char *add = g_strdup_printf("Use %s and add %d bone%s", name, extra, extra == 1 ? "" : "s");
    g_autofree char *text =
        g_strdup_printf("%d bone%s of it %s missing in the file and stay%s in the rest pose", missing,
                        missing == 1 ? "" : "s", missing == 1 ? "is" : "are", missing == 1 ? "s" : "");
    if (import->near[0] != '\0' && moved == 0) {
        asking->use =
            make_choice(list, NULL, use, extra > 0 ? "Additional bones of the file are skipped" : text);
        if (extra > 0)
            asking->add =
                make_choice(list, asking->use, add, "All assets that use this skeleton get them too");
    }
    asking->make =
        make_choice(list, asking->use, "New skeleton",
                    "The file keeps its own bones and cannot share animation with other characters");
    GtkWidget *first = asking->add != NULL ? asking->add : asking->use != NULL ? asking->use : asking->make;
    gtk_check_button_set_active(GTK_CHECK_BUTTON(first), TRUE);
    return list;
}

static GtkWidget *make_bones(const MieniImportReport *report)
{
    static const struct {
        const char *what, *words;
    } kinds[] = {
        {"missing", "missing in the file"}, {"extra", "only in the file"}, {"moved", "different parent"}};
    GtkWidget *list = gtk_list_box_new(), *scrolled = gtk_scrolled_window_new();
    int count = 0;
    gtk_list_box_set_selection_mode(GTK_LIST_BOX(list), GTK_SELECTION_NONE);
    gtk_widget_add_css_class(list, "boxed-list");
    studio_name(list, "Differences");
    for (const MieniImportBone *bone = report->bones; bone != NULL && count < MOST_BONES;
         bone = bone->next, ++count) {
        GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
        GtkWidget *label = studio_label_new(bone->name, NULL),
                  *words = studio_label_new("", "caption dim-label");
        for (size_t i = 0; i < G_N_ELEMENTS(kinds); ++i)
            if (strcmp(kinds[i].what, bone->what) == 0)
                gtk_label_set_text(GTK_LABEL(words), kinds[i].words);
        gtk_widget_set_hexpand(label, TRUE);
        gtk_widget_add_css_class(row, "report-row");
        gtk_box_append(GTK_BOX(row), label);
        gtk_box_append(GTK_BOX(row), words);
        gtk_list_box_append(GTK_LIST_BOX(list), row);
    }
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), list);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_widget_set_vexpand(scrolled, TRUE);
    return scrolled;
}

static bool is_chosen(GtkWidget *check)
{
    return check != NULL && gtk_check_button_get_active(GTK_CHECK_BUTTON(check));
}

static void on_import(Asking *asking)
{
    StudioImport *import = asking->import;
    import->options.new_skeleton = is_chosen(asking->make);
    import->options.add_bones = is_chosen(asking->add);
    import->options.skip_mesh = import->options.skip_mesh && import->options.add_bones;
    if (!import->options.new_skeleton) {
        g_strlcpy(import->skeleton, import->near, sizeof import->skeleton);
        import->options.skeleton = import->skeleton;
    } else {
        import->options.skeleton = NULL;
    }
    asking->is_answered = true;
    studio_imports_answer(asking->imports, import, true);
    gtk_window_destroy(asking->window);
}

static void ask_skeleton(GtkWindow *window, Asking *asking)
{
    g_autofree char *base = g_path_get_basename(asking->import->file);
    char name[STUDIO_LABEL_ROOM];
    g_autofree char *subtitle = g_strdup_printf("Its bones are similar to those of %s",
                                                studio_asset_name(asking->import->near, name));
    StudioDialog dialog =
        studio_dialog_new(GTK_WIDGET(window), "import-dialog", base, subtitle, "Import", 520, 560);
    asking->window = GTK_WINDOW(dialog.window);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
    gtk_widget_add_css_class(box, "dialog-page");
    if (asking->import->options.skeleton != NULL) { // what was chosen before does not do
        g_autofree char *text = studio_import_refusal(&asking->import->problem);
        GtkWidget *label = studio_label_new(text, "error");
        gtk_label_set_wrap(GTK_LABEL(label), TRUE);
        gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_NONE);
        gtk_box_append(GTK_BOX(box), label);
    }
    gtk_box_append(GTK_BOX(box), make_choices(asking));
    gtk_box_append(GTK_BOX(box), studio_label_new("Differences", "heading"));
    gtk_box_append(GTK_BOX(box), make_bones(&asking->import->report));
    gtk_box_append(GTK_BOX(dialog.body), box);
    g_object_set_data_full(G_OBJECT(dialog.window), "asking", asking, free_asking);
    g_signal_connect_swapped(dialog.suggest, "clicked", G_CALLBACK(on_import), asking);
    gtk_window_present(asking->window);
}

void studio_import_ask(GtkWindow *window, StudioImports *imports, StudioImport *import)
{
    if (import->ask == STUDIO_IMPORT_ASKS_TAKES) {
        studio_import_ask_takes(window, imports, import);
        return;
    }
    Asking *asking = g_new0(Asking, 1);
    asking->imports = g_object_ref(imports);
    asking->import = import;
    if (import->ask == STUDIO_IMPORT_ASKS_COPY)
        ask_copy(window, asking);
    else
        ask_skeleton(window, asking);
}
