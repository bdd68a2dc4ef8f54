// SPDX-License-Identifier: MIT
//
// The problems panel. Rows are identified by their contents, so the selected row stays selected
// while others are fixed.

#include "studio/panels/problems/panel.h"

#include "studio/model/commands/solve.h"
#include "studio/model/facts/problems.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/problems/fix.h"
#include "studio/panels/problems/location.h"
#include "studio/panels/problems/rename.h"
#include "studio/panels/problems/strings.h"
#include "studio/panels/solve/solve.h"
#include "studio/panels/widgets/widgets.h"

#include <adwaita.h>
#include <string.h>

typedef enum StudioProblemsChip {
    STUDIO_PROBLEMS_ALL = 0,
    STUDIO_PROBLEMS_ERRORS,
    STUDIO_PROBLEMS_WARNINGS,
    STUDIO_PROBLEMS_NOTES,
    STUDIO_PROBLEMS_DOCUMENT,
    STUDIO_PROBLEMS_IGNORED,
    STUDIO_PROBLEMS_CHIPS,
} StudioProblemsChip;

struct _StudioProblemsPanel {
    GtkBox parent_instance;
    StudioCommands *commands;
    StudioWorkspace *workspace;
    GSignalGroup *signals;
    GtkSizeGroup *links, *buttons; ///< Columns of rows.
    GtkWidget *chips[STUDIO_PROBLEMS_CHIPS], *fix_all, *list, *scrolled, *states, *more, *menu;
    GPtrArray *shown; ///< Indices of problems, a row each; of codes, with the chip Ignored.
    StudioProblemsChip chip;
    int revision; ///< Of the problems that are shown.
};

static int chosen_index(const StudioProblemsPanel *panel)
{
    GtkListBoxRow *row = gtk_list_box_get_selected_row(GTK_LIST_BOX(panel->list));
    const int at = row != NULL ? gtk_list_box_row_get_index(row) : -1;
    return at >= 0 && at < (int)panel->shown->len ? GPOINTER_TO_INT(panel->shown->pdata[at]) : -1;
}

/// The problem that is selected, or NULL.
static const MieniFinding *problems_chosen(const StudioProblemsPanel *panel)
{
    const StudioProblems *problems =
        panel->workspace != NULL ? studio_workspace_problems(panel->workspace) : NULL;
    const int index = panel->chip != STUDIO_PROBLEMS_IGNORED ? chosen_index(panel) : -1;
    return problems != NULL && index >= 0 && index < problems->count ? problems->items[index].finding : NULL;
}

// Rows of the problems panel: message, location and fix.

static const char *const icons[] = {"dialog-information-symbolic", "dialog-warning-symbolic",
                                    "dialog-error-symbolic"};
static const char *const classes[] = {"dim-label", "warning", "error"};

static void on_fix(GtkButton *button, StudioProblemsPanel *panel)
{
    GtkWidget *row = gtk_widget_get_ancestor(GTK_WIDGET(button), GTK_TYPE_LIST_BOX_ROW);
    gtk_list_box_select_row(GTK_LIST_BOX(panel->list), GTK_LIST_BOX_ROW(row));
    const bool is_ignored = panel->chip == STUDIO_PROBLEMS_IGNORED;
    const MieniFinding *finding = problems_chosen(panel);
    if (is_ignored)
        studio_commands_run(panel->commands, "problems.ignore");
    else if (finding != NULL && finding->fix_kind != MIENI_LINT_FIX_NONE)
        studio_commands_run(panel->commands, "problems.fix");
    else if (finding != NULL && finding->rename_count > 0)
        studio_commands_run(panel->commands, "problems.rename");
    else
        studio_commands_run(panel->commands, "problems.show");
}

static void on_solve(GtkButton *button, StudioProblemsPanel *panel)
{
    GtkWidget *row = gtk_widget_get_ancestor(GTK_WIDGET(button), GTK_TYPE_LIST_BOX_ROW);
    gtk_list_box_select_row(GTK_LIST_BOX(panel->list), GTK_LIST_BOX_ROW(row));
    studio_commands_run(panel->commands, "problems.solve");
}

/// Why solving is no way out of a problem; NULL: it is one.
static const char *solve_reason(const StudioProblemsPanel *panel, const MieniFinding *finding)
{
    return finding == NULL                                ? "Select a problem first"
           : finding->code != MIENI_LINT_DOUBLE_TRANSFORM ? "Solving does not fix this problem"
           : mieni_asset_kind_of_path(finding->file) != MIENI_ASSET_CLIP
               ? "Only clips can be solved"
               : studio_solve_reason(studio_workspace_studio(panel->workspace), finding->file);
}

static void on_link(GtkButton *button, StudioProblemsPanel *panel)
{
    GtkWidget *row = gtk_widget_get_ancestor(GTK_WIDGET(button), GTK_TYPE_LIST_BOX_ROW);
    gtk_list_box_select_row(GTK_LIST_BOX(panel->list), GTK_LIST_BOX_ROW(row));
    studio_commands_run(panel->commands, "problems.show");
}

static GtkWidget *make_texts(MieniLintCode code, const char *sentence)
{
    GtkWidget *texts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0),
              *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    GtkWidget *title = studio_label_new(studio_problem_title(code), NULL),
              *number = studio_label_new(mieni_lint_info(code)->code, "dim-label caption"),
              *message = studio_label_new(sentence, "dim-label caption");
    studio_describe(title, sentence);
    studio_tip(message, sentence);
    gtk_widget_set_hexpand(texts, TRUE);
    gtk_box_append(GTK_BOX(line), title);
    gtk_box_append(GTK_BOX(line), number);
    gtk_box_append(GTK_BOX(texts), line);
    gtk_box_append(GTK_BOX(texts), message);
    return texts;
}

static GtkWidget *make_button(StudioProblemsPanel *panel, const char *words, const char *name)
{
    GtkWidget *button = gtk_button_new_with_label(words);
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    gtk_widget_add_css_class(button, "problem-button");
    studio_name(button, name);
    gtk_size_group_add_widget(panel->buttons, button);
    g_signal_connect(button, "clicked", G_CALLBACK(on_fix), panel);
    return button;
}

/// Beside the fix that removes tracks: what they do can become curves instead.
static GtkWidget *make_solve(StudioProblemsPanel *panel, const char *clip)
{
    GtkWidget *button = gtk_button_new_with_label("Solve…");
    g_autofree char *name = g_strdup_printf("Solve %s", clip);
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    gtk_widget_add_css_class(button, "problem-button");
    studio_name(button, name);
    studio_tip(button, "Turn the bone tracks into curves of the poses, as a new clip");
    g_signal_connect(button, "clicked", G_CALLBACK(on_solve), panel);
    return button;
}

static GtkWidget *put_row(GtkWidget *box, const char *key)
{
    GtkWidget *row = gtk_list_box_row_new();
    gtk_widget_add_css_class(box, "problem-row");
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
    g_object_set_data_full(G_OBJECT(row), "key", g_strdup(key), g_free);
    return row;
}

/// What the button of a problem does: its fix or, without one, a name; NULL: it only shows. Free it.
static char *button_words(const MieniFinding *finding)
{
    char *words = studio_problem_fix_words(finding);
    return words != NULL ? words : studio_problem_rename_words(finding);
}

/// All that the row of a problem shows; a row with the same key is left alone. Free it.
static char *row_key(const MieniFinding *finding)
{
    g_autofree char *words = button_words(finding);
    return g_strdup_printf("%s\n%s\n%d %d %s", finding->file, finding->message, (int)finding->code,
                           (int)finding->severity, words != NULL ? words : "");
}

/// A row for a problem, and one for an ignored code.
static GtkWidget *problems_row(StudioProblemsPanel *panel, const MieniFinding *finding, const char *key)
{
    const int severity = CLAMP((int)finding->severity - (int)MIENI_LINT_ERROR + 2, 0, 2);
    char name[STUDIO_LABEL_ROOM];
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12),
              *icon = gtk_image_new_from_icon_name(icons[severity]),
              *link = gtk_button_new_with_label(studio_asset_name(finding->file, name));
    g_autofree char *words = button_words(finding);
    g_autofree char *label =
        words != NULL ? g_strdup_printf("Fix: %s", words) : g_strdup_printf("Show %s", name);
    gtk_widget_add_css_class(icon, classes[severity]);
    gtk_widget_add_css_class(link, "flat");
    gtk_widget_add_css_class(link, "problem-link");
    gtk_widget_set_valign(link, GTK_ALIGN_CENTER);
    studio_tip(link, finding->file);
    gtk_size_group_add_widget(panel->links, link);
    g_signal_connect(link, "clicked", G_CALLBACK(on_link), panel);
    gtk_box_append(GTK_BOX(box), icon);
    gtk_box_append(GTK_BOX(box), make_texts(finding->code, finding->message));
    gtk_box_append(GTK_BOX(box), link);
    if (solve_reason(panel, finding) == NULL)
        gtk_box_append(GTK_BOX(box), make_solve(panel, name));
    GtkWidget *button = make_button(panel, words != NULL ? words : "Show", label);
    if (words == NULL)
        gtk_widget_add_css_class(button, "flat");
    gtk_box_append(GTK_BOX(box), button);
    return put_row(box, key);
}

static GtkWidget *problems_ignored_row(StudioProblemsPanel *panel, MieniLintCode code)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
    gtk_box_append(GTK_BOX(box), gtk_image_new_from_icon_name("dialog-information-symbolic"));
    gtk_box_append(GTK_BOX(box), make_texts(code, "Ignored in this project"));
    g_autofree char *name = g_strdup_printf("Stop ignoring: %s", studio_problem_title(code));
    gtk_box_append(GTK_BOX(box), make_button(panel, "Stop Ignoring", name));
    return put_row(box, mieni_lint_info(code)->code);
}

enum { MOST = 200 }; ///< Rows that are made.

G_DEFINE_TYPE(StudioProblemsPanel, studio_problems_panel, GTK_TYPE_BOX)

static void allow(StudioProblemsPanel *panel)
{
    static const char *const needing[] = {"problems.show", "problems.explain", "problems.copy",
                                          "problems.ignore"};
    const MieniFinding *finding = problems_chosen(panel);
    const char *none = "Select a problem first";
    const bool has_row = chosen_index(panel) >= 0;
    const int safe = panel->workspace != NULL ? studio_problems_fixable(panel->workspace, NULL) : 0;
    for (size_t i = 0; i < G_N_ELEMENTS(needing); ++i)
        studio_commands_allow(panel->commands, needing[i], finding != NULL ? NULL : none);
    if (panel->chip == STUDIO_PROBLEMS_IGNORED) {
        studio_commands_allow(panel->commands, "problems.ignore", has_row ? NULL : none);
        studio_commands_allow(panel->commands, "problems.explain", has_row ? NULL : none);
    }
    studio_commands_set_label(panel->commands, "problems.ignore",
                              panel->chip == STUDIO_PROBLEMS_IGNORED ? "Stop Ignoring" : NULL);
    g_autofree char *words = finding != NULL ? studio_problem_fix_words(finding) : NULL;
    studio_commands_set_label(panel->commands, "problems.fix", words);
    studio_commands_allow(panel->commands, "problems.fix",
                          finding == NULL ? none
                          : words == NULL ? "No automatic fix"
                                          : NULL);
    g_autofree char *rename = finding != NULL ? studio_problem_rename_words(finding) : NULL;
    studio_commands_set_label(panel->commands, "problems.rename", rename);
    studio_commands_allow(panel->commands, "problems.rename",
                          finding == NULL  ? none
                          : rename == NULL ? "No name comes near"
                                           : NULL);
    studio_commands_allow(panel->commands, "problems.solve", solve_reason(panel, finding));
    studio_commands_allow(panel->commands, "problems.fix-all", safe > 0 ? NULL : "No problem has a safe fix");
    const char *nothing = panel->shown->len > 0 ? NULL : "No problems";
    studio_commands_allow(panel->commands, "problems.next", nothing);
    studio_commands_allow(panel->commands, "problems.previous", nothing);
    g_autofree char *label = g_strdup_printf("Fix All Safe (%d)", safe);
    studio_set_label(panel->fix_all, label);
    gtk_widget_set_visible(panel->fix_all, safe > 0);
}

static bool passes(const StudioProblemsPanel *panel, const MieniFinding *finding)
{
    const StudioDocument *active = studio_workspace_active(panel->workspace);
    switch (panel->chip) {
    case STUDIO_PROBLEMS_ERRORS:
        return finding->severity == MIENI_LINT_ERROR;
    case STUDIO_PROBLEMS_WARNINGS:
        return finding->severity == MIENI_LINT_WARNING;
    case STUDIO_PROBLEMS_NOTES:
        return finding->severity == MIENI_LINT_INFO;
    case STUDIO_PROBLEMS_DOCUMENT:
        return active != NULL && strcmp(active->path, finding->file) == 0;
    default:
        return true;
    }
}

// Filling

static void show_chips(StudioProblemsPanel *panel, const StudioProblems *problems, int ignored)
{
    static const char *const labels[STUDIO_PROBLEMS_CHIPS] = {"All",   "Errors",        "Warnings",
                                                              "Notes", "This document", "Ignored"};
    int counts[STUDIO_PROBLEMS_CHIPS] = {0};
    if (problems != NULL) {
        counts[STUDIO_PROBLEMS_ALL] = problems->count;
        counts[STUDIO_PROBLEMS_ERRORS] = problems->counts[MIENI_LINT_ERROR];
        counts[STUDIO_PROBLEMS_WARNINGS] = problems->counts[MIENI_LINT_WARNING];
        counts[STUDIO_PROBLEMS_NOTES] = problems->counts[MIENI_LINT_INFO];
    }
    counts[STUDIO_PROBLEMS_IGNORED] = ignored;
    for (int i = 0; i < STUDIO_PROBLEMS_CHIPS; ++i) {
        g_autofree char *label = i == STUDIO_PROBLEMS_DOCUMENT
                                     ? g_strdup(labels[i])
                                     : g_strdup_printf("%s %d", labels[i], counts[i]);
        studio_set_label(panel->chips[i], label);
        gtk_widget_set_visible(panel->chips[i], i == STUDIO_PROBLEMS_ALL || i == STUDIO_PROBLEMS_DOCUMENT ||
                                                    counts[i] > 0 || (int)panel->chip == i);
    }
}

/// The key of a row; NULL: there is no such row.
static const char *key_at(const StudioProblemsPanel *panel, int index)
{
    GtkListBoxRow *row = gtk_list_box_get_row_at_index(GTK_LIST_BOX(panel->list), index);
    return row != NULL ? g_object_get_data(G_OBJECT(row), "key") : NULL;
}

static void remove_row(StudioProblemsPanel *panel, int index)
{
    gtk_list_box_remove(GTK_LIST_BOX(panel->list),
                        GTK_WIDGET(gtk_list_box_get_row_at_index(GTK_LIST_BOX(panel->list), index)));
}

/// Removes rows that nothing wants any more, counted by key.
static void remove_others(StudioProblemsPanel *panel, GHashTable *wanted)
{
    const char *key;
    for (int i = 0; (key = key_at(panel, i)) != NULL;) {
        const int count = GPOINTER_TO_INT(g_hash_table_lookup(wanted, key));
        if (count == 0) {
            remove_row(panel, i);
            continue;
        }
        g_hash_table_insert(wanted, g_strdup(key), GINT_TO_POINTER(count - 1));
        ++i;
    }
}

static void add_ignored(StudioProblemsPanel *panel, const MieniLintCode *codes, int count)
{
    g_autoptr(GHashTable) none = g_hash_table_new(g_str_hash, g_str_equal);
    remove_others(panel, none);
    for (int i = 0; i < count; ++i) {
        g_ptr_array_add(panel->shown, GINT_TO_POINTER((int)codes[i]));
        gtk_list_box_append(GTK_LIST_BOX(panel->list), problems_ignored_row(panel, codes[i]));
    }
}

/// Rows of the problems whose indices are shown, with those that are there already.
static void merge_rows(StudioProblemsPanel *panel, const StudioProblems *problems)
{
    g_autoptr(GHashTable) wanted = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GPtrArray) keys = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < panel->shown->len; ++i) {
        char *key = row_key(problems->items[GPOINTER_TO_INT(panel->shown->pdata[i])].finding);
        const int count = GPOINTER_TO_INT(g_hash_table_lookup(wanted, key));
        g_ptr_array_add(keys, key);
        g_hash_table_insert(wanted, g_strdup(key), GINT_TO_POINTER(count + 1));
    }
    remove_others(panel, wanted);
    for (int i = 0; i < (int)keys->len; ++i) { // what is in another order is made again
        const char *key = keys->pdata[i];
        if (g_strcmp0(key_at(panel, i), key) == 0)
            continue;
        const MieniFinding *finding = problems->items[GPOINTER_TO_INT(panel->shown->pdata[i])].finding;
        gtk_list_box_insert(GTK_LIST_BOX(panel->list), problems_row(panel, finding, key), i);
    }
    while (key_at(panel, (int)keys->len) != NULL)
        remove_row(panel, (int)keys->len);
}

/// Returns how many problems have no row.
static int add_findings(StudioProblemsPanel *panel, const StudioProblems *problems)
{
    int left = 0;
    for (int i = 0; i < problems->count; ++i) {
        const MieniFinding *finding = problems->items[i].finding;
        if (!passes(panel, finding))
            continue;
        if (panel->shown->len >= MOST) {
            ++left;
            continue;
        }
        g_ptr_array_add(panel->shown, GINT_TO_POINTER(i));
    }
    merge_rows(panel, problems);
    return left;
}

/// Selects the row that was, or, if that was fixed, the one that is in its place now.
static void select_again(StudioProblemsPanel *panel, const char *key, int index)
{
    GtkListBoxRow *row = NULL;
    for (int i = 0;
         key != NULL && (row = gtk_list_box_get_row_at_index(GTK_LIST_BOX(panel->list), i)) != NULL; ++i)
        if (strcmp(g_object_get_data(G_OBJECT(row), "key"), key) == 0)
            break;
    if (row == NULL && index >= 0 && panel->shown->len > 0)
        row =
            gtk_list_box_get_row_at_index(GTK_LIST_BOX(panel->list), MIN(index, (int)panel->shown->len - 1));
    gtk_list_box_select_row(GTK_LIST_BOX(panel->list), row);
}

/// What stands below the rows: how many more there are, and what is not looked at while one edits.
static void show_more(StudioProblemsPanel *panel, int left)
{
    const Studio *studio = panel->workspace != NULL ? studio_workspace_studio(panel->workspace) : NULL;
    g_autoptr(GString) text = g_string_new(NULL);
    char name[STUDIO_LABEL_ROOM];
    if (left > 0)
        g_string_append_printf(text, "%d more", left);
    for (int i = 0; studio != NULL && i < studio->many_count; ++i)
        g_string_append_printf(text, "%s%s",
                               i > 0      ? ", "
                               : left > 0 ? ". Clips in "
                                          : "Clips in ",
                               studio_asset_name(studio->many[i].path, name));
    if (studio != NULL && studio->many_count > 0)
        g_string_append(text, " are not checked while you edit; run mien lint --changed.");
    GtkWidget *none = gtk_stack_get_child_by_name(GTK_STACK(panel->states), "none");
    adw_status_page_set_description(ADW_STATUS_PAGE(none),
                                    text->len > 0 ? text->str : "The checks found nothing to fix.");
    gtk_label_set_text(GTK_LABEL(panel->more), text->str);
    gtk_widget_set_visible(panel->more, text->len > 0);
}

static void fill(StudioProblemsPanel *panel)
{
    GtkListBoxRow *row = gtk_list_box_get_selected_row(GTK_LIST_BOX(panel->list));
    g_autofree char *key = row != NULL ? g_strdup(g_object_get_data(G_OBJECT(row), "key")) : NULL;
    const int index = row != NULL ? gtk_list_box_row_get_index(row) : -1;
    GtkAdjustment *place = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(panel->scrolled));
    const double value = gtk_adjustment_get_value(place);
    const StudioProblems *problems =
        panel->workspace != NULL ? studio_workspace_problems(panel->workspace) : NULL;
    static const StudioProblems nothing = {0};
    MieniLintCode codes[MIENI_LINT_CODES];
    const int ignored = problems != NULL ? studio_problems_ignored(panel->workspace, codes) : 0;
    g_ptr_array_set_size(panel->shown, 0);
    panel->revision = problems != NULL ? problems->revision : -1;
    show_chips(panel, problems, ignored);
    int left = 0;
    if (panel->chip == STUDIO_PROBLEMS_IGNORED)
        add_ignored(panel, codes, ignored);
    else
        left = add_findings(panel, problems != NULL ? problems : &nothing);
    show_more(panel, left);
    gtk_stack_set_visible_child_name(GTK_STACK(panel->states), panel->shown->len > 0 ? "list" : "none");
    select_again(panel, key, index);
    gtk_adjustment_set_value(place, value);
    allow(panel);
}

static void on_problems(StudioProblemsPanel *panel)
{
    if (studio_workspace_problems(panel->workspace)->revision != panel->revision)
        fill(panel);
}

/// The project's settings say what is ignored.
static void on_changed(StudioProblemsPanel *panel, const char *const *paths)
{
    if (g_strv_contains(paths, "mien.json"))
        fill(panel);
}

static void on_active(StudioProblemsPanel *panel)
{
    if (panel->chip == STUDIO_PROBLEMS_DOCUMENT)
        fill(panel);
}

/// A build may have made clips too many to be listed, or few enough.
static void on_looked(StudioProblemsPanel *panel)
{
    const char *text = gtk_label_get_text(GTK_LABEL(panel->more));
    if ((studio_workspace_studio(panel->workspace)->many_count > 0) != (strstr(text, "Clips in") != NULL))
        fill(panel);
}

static void on_chip(GtkToggleButton *button, StudioProblemsPanel *panel)
{
    if (!gtk_toggle_button_get_active(button))
        return;
    for (int i = 0; i < STUDIO_PROBLEMS_CHIPS; ++i)
        if (GTK_WIDGET(button) == panel->chips[i])
            panel->chip = (StudioProblemsChip)i;
    fill(panel);
}

// Commands

static void step(StudioProblemsPanel *panel, int by)
{
    GtkListBoxRow *row = gtk_list_box_get_selected_row(GTK_LIST_BOX(panel->list));
    const int count = (int)panel->shown->len, at = row != NULL ? gtk_list_box_row_get_index(row) : -1;
    if (count == 0)
        return;
    const int next = at < 0 ? (by > 0 ? 0 : count - 1) : (at + by + count) % count;
    gtk_list_box_select_row(GTK_LIST_BOX(panel->list),
                            gtk_list_box_get_row_at_index(GTK_LIST_BOX(panel->list), next));
    const MieniFinding *finding = problems_chosen(panel);
    if (finding != NULL)
        studio_problem_show(panel->workspace, finding);
}

static void explain(StudioProblemsPanel *panel, MieniLintCode code)
{
    GtkWindow *window = GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(panel)));
    g_autofree char *title =
        g_strdup_printf("%s (%s)", studio_problem_title(code), mieni_lint_info(code)->code);
    GtkWidget *dialog = adw_message_dialog_new(window, title, studio_problem_meaning(code));
    adw_message_dialog_add_response(ADW_MESSAGE_DIALOG(dialog), "close", "Close");
    gtk_window_present(GTK_WINDOW(dialog));
}

static void run(void *user, const char *name)
{
    StudioProblemsPanel *panel = user;
    const MieniFinding *finding = problems_chosen(panel);
    const int index = chosen_index(panel);
    if (panel->workspace == NULL)
        return;
    if (strcmp(name, "problems.fix-all") == 0)
        studio_problems_fix_files(panel->workspace, NULL);
    else if (strcmp(name, "problems.next") == 0 || strcmp(name, "problems.previous") == 0)
        step(panel, strcmp(name, "problems.next") == 0 ? 1 : -1);
    else if (panel->chip == STUDIO_PROBLEMS_IGNORED && index >= 0 && strcmp(name, "problems.ignore") == 0)
        studio_problem_ignore(panel->workspace, (MieniLintCode)index, false);
    else if (panel->chip == STUDIO_PROBLEMS_IGNORED && index >= 0 && strcmp(name, "problems.explain") == 0)
        explain(panel, (MieniLintCode)index);
    if (finding == NULL)
        return;
    g_autofree char *text = studio_problem_text(finding);
    if (strcmp(name, "problems.solve") == 0)
        studio_solve_open(GTK_WIDGET(panel), panel->workspace, finding->file);
    else if (strcmp(name, "problems.rename") == 0)
        studio_problem_rename(GTK_WIDGET(panel), panel->workspace, finding);
    else if (strcmp(name, "problems.fix") == 0)
        studio_problem_fix(panel->workspace, finding);
    else if (strcmp(name, "problems.show") == 0)
        studio_problem_show(panel->workspace, finding);
    else if (strcmp(name, "problems.copy") == 0)
        gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(panel)), text);
    else if (strcmp(name, "problems.ignore") == 0)
        studio_problem_ignore(panel->workspace, finding->code, true);
    else if (strcmp(name, "problems.explain") == 0)
        explain(panel, finding->code);
}

static void on_activated(StudioProblemsPanel *panel)
{
    studio_commands_run(panel->commands, "problems.show");
}

static void on_menu(GtkGestureClick *gesture, int count, double x, double y, StudioProblemsPanel *panel)
{
    (void)gesture, (void)count;
    static const char *const names[] = {"problems.fix",    "problems.rename", "problems.solve",
                                        "problems.show",   "problems.copy",   "problems.ignore",
                                        "problems.explain"};
    GtkListBoxRow *row = gtk_list_box_get_row_at_y(GTK_LIST_BOX(panel->list), (int)y);
    if (row == NULL)
        return;
    gtk_list_box_select_row(GTK_LIST_BOX(panel->list), row);
    g_autoptr(GMenu) menu = g_menu_new();
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        if (studio_commands_reason(panel->commands, names[i]) == NULL)
            g_menu_append(menu, studio_commands_label(panel->commands, names[i]), names[i]);
    double at_x = x, at_y = y;
    gtk_widget_translate_coordinates(panel->list, GTK_WIDGET(panel), x, y, &at_x, &at_y);
    gtk_popover_menu_set_menu_model(GTK_POPOVER_MENU(panel->menu), G_MENU_MODEL(menu));
    gtk_popover_set_pointing_to(GTK_POPOVER(panel->menu), &(GdkRectangle){(int)at_x, (int)at_y, 1, 1});
    studio_popup(panel->menu);
}

// The widget

static void studio_problems_panel_dispose(GObject *object)
{
    StudioProblemsPanel *panel = STUDIO_PROBLEMS_PANEL(object);
    g_clear_object(&panel->signals);
    g_clear_pointer(&panel->menu, gtk_widget_unparent);
    g_clear_object(&panel->workspace);
    g_clear_object(&panel->commands);
    G_OBJECT_CLASS(studio_problems_panel_parent_class)->dispose(object);
}

static void studio_problems_panel_finalize(GObject *object)
{
    StudioProblemsPanel *panel = STUDIO_PROBLEMS_PANEL(object);
    g_ptr_array_unref(panel->shown);
    g_object_unref(panel->links);
    g_object_unref(panel->buttons);
    G_OBJECT_CLASS(studio_problems_panel_parent_class)->finalize(object);
}

static void studio_problems_panel_class_init(StudioProblemsPanelClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_problems_panel_dispose;
    G_OBJECT_CLASS(class)->finalize = studio_problems_panel_finalize;
}

static void studio_problems_panel_init(StudioProblemsPanel *panel)
{
    panel->shown = g_ptr_array_new();
    panel->links = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
    panel->buttons = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
    panel->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(panel->signals, "problems", G_CALLBACK(on_problems), panel);
    g_signal_group_connect_swapped(panel->signals, "changed", G_CALLBACK(on_changed), panel);
    g_signal_group_connect_swapped(panel->signals, "active", G_CALLBACK(on_active), panel);
    g_signal_group_connect_swapped(panel->signals, "looked", G_CALLBACK(on_looked), panel);
}

static GtkWidget *make_top(StudioProblemsPanel *panel)
{
    GtkWidget *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6), *space = gtk_label_new(NULL),
              *close = gtk_button_new_from_icon_name("window-close-symbolic");
    gtk_widget_add_css_class(top, "panel-top");
    gtk_box_append(GTK_BOX(top), studio_label_new("Problems", "heading"));
    for (int i = 0; i < STUDIO_PROBLEMS_CHIPS; ++i) {
        panel->chips[i] = studio_chip_new("", i > 0 ? panel->chips[0] : NULL);
        gtk_box_append(GTK_BOX(top), panel->chips[i]);
    }
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(panel->chips[STUDIO_PROBLEMS_ALL]), TRUE);
    for (int i = 0; i < STUDIO_PROBLEMS_CHIPS; ++i)
        g_signal_connect(panel->chips[i], "toggled", G_CALLBACK(on_chip), panel);
    gtk_widget_set_hexpand(space, TRUE);
    gtk_box_append(GTK_BOX(top), space);
    panel->fix_all = gtk_button_new_with_label("");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(panel->fix_all), "problems.fix-all");
    gtk_box_append(GTK_BOX(top), panel->fix_all);
    gtk_widget_add_css_class(close, "flat");
    studio_tip(close, "Close the problems panel (Ctrl+Shift+M)");
    studio_name(close, "Close the problems panel");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(close), "win.show-problems");
    gtk_box_append(GTK_BOX(top), close);
    return top;
}

static void make_list(StudioProblemsPanel *panel)
{
    panel->list = gtk_list_box_new();
    gtk_list_box_set_activate_on_single_click(GTK_LIST_BOX(panel->list), FALSE);
    gtk_list_box_set_show_separators(GTK_LIST_BOX(panel->list), TRUE);
    gtk_widget_set_name(panel->list, "problems-list");
    studio_name(panel->list, "Problems");
    g_signal_connect_swapped(panel->list, "row-activated", G_CALLBACK(on_activated), panel);
    g_signal_connect_swapped(panel->list, "selected-rows-changed", G_CALLBACK(allow), panel);
    GtkGesture *click = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), GDK_BUTTON_SECONDARY);
    g_signal_connect(click, "pressed", G_CALLBACK(on_menu), panel);
    gtk_widget_add_controller(panel->list, GTK_EVENT_CONTROLLER(click));
    GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    panel->more = studio_label_new("", "dim-label report-row");
    gtk_box_append(GTK_BOX(column), panel->list);
    gtk_box_append(GTK_BOX(column), panel->more);
    panel->scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(panel->scrolled), column);
}

GtkWidget *studio_problems_panel_new(StudioCommands *commands)
{
    static const char *const names[] = {
        "problems.fix",    "problems.rename",  "problems.solve", "problems.fix-all", "problems.show",
        "problems.ignore", "problems.explain", "problems.copy",  "problems.next",    "problems.previous"};
    StudioProblemsPanel *panel =
        g_object_new(STUDIO_TYPE_PROBLEMS_PANEL, "orientation", GTK_ORIENTATION_VERTICAL, NULL);
    panel->commands = g_object_ref(commands);
    GtkWidget *top = make_top(panel);
    make_list(panel);
    panel->states = gtk_stack_new();
    gtk_widget_set_vexpand(panel->states, TRUE);
    gtk_stack_add_named(GTK_STACK(panel->states),
                        studio_empty_new("emblem-ok-symbolic", "No problems",
                                         "The checks found nothing to fix.", NULL, NULL, NULL, NULL),
                        "none");
    gtk_stack_add_named(GTK_STACK(panel->states), panel->scrolled, "list");
    gtk_box_append(GTK_BOX(panel), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL));
    gtk_box_append(GTK_BOX(panel), top);
    gtk_box_append(GTK_BOX(panel), panel->states);
    panel->menu = gtk_popover_menu_new_from_model(NULL);
    gtk_popover_set_has_arrow(GTK_POPOVER(panel->menu), FALSE);
    gtk_widget_set_halign(panel->menu, GTK_ALIGN_START);
    gtk_widget_set_parent(panel->menu, GTK_WIDGET(panel));
    gtk_widget_set_size_request(GTK_WIDGET(panel), -1, 256);
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_bind(commands, names[i], run, panel);
    fill(panel);
    return GTK_WIDGET(panel);
}

void studio_problems_panel_set_workspace(StudioProblemsPanel *panel, StudioWorkspace *workspace)
{
    g_set_object(&panel->workspace, workspace);
    g_signal_group_set_target(panel->signals, workspace);
    fill(panel);
}
