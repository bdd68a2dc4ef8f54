// SPDX-License-Identifier: MIT
//
// The acceptance panel. A row is a finding: each failure, the worst measurement of a test that passed, or the
// reason why a test was skipped.

#include "studio/panels/acceptance/panel.h"

#include "studio/model/facts/acceptance.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/live.h"

#include <adwaita.h>
#include <string.h>

enum { HEIGHT = 268, PICTURE = 340 };

/// What a row is about.
typedef struct Row {
    int test, finding; ///< finding -1: the test was skipped.
} Row;

struct _StudioAcceptancePanel {
    GtkBox parent_instance;
    StudioCommands *commands;
    StudioWorkspace *workspace;
    GSignalGroup *signals;
    GtkWidget *face, *status, *bar, *run, *cancel, *list, *states, *picture, *caption;
    GtkStringList *names;
    GPtrArray *paths; ///< Of the faces that can be chosen.
    GArray *rows;     ///< Of Row.
    StudioAcceptance result;
    StudioJob *job; ///< While tests run.
    bool is_filling;
};

G_DEFINE_TYPE(StudioAcceptancePanel, studio_acceptance_panel, GTK_TYPE_BOX)

// Faces

static Studio *studio_of(const StudioAcceptancePanel *panel)
{
    return panel->workspace != NULL ? studio_workspace_studio(panel->workspace) : NULL;
}

static const char *chosen_face(const StudioAcceptancePanel *panel)
{
    const guint at = gtk_drop_down_get_selected(GTK_DROP_DOWN(panel->face));
    return at < panel->paths->len ? panel->paths->pdata[at] : NULL;
}

static void choose_face(StudioAcceptancePanel *panel, const char *path)
{
    for (guint i = 0; i < panel->paths->len; ++i)
        if (g_strcmp0(panel->paths->pdata[i], path) == 0)
            gtk_drop_down_set_selected(GTK_DROP_DOWN(panel->face), i);
}

static void list_faces(StudioAcceptancePanel *panel)
{
    static const struct {
        MieniAssetKind kind;
        const char *suffix;
    } kinds[] = {
        {MIENI_ASSET_CHARACTER, ""}, {MIENI_ASSET_POSES, " (pose asset)"}, {MIENI_ASSET_MESH, " (mesh)"}};
    const Studio *studio = studio_of(panel);
    g_autofree char *before = g_strdup(chosen_face(panel));
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    panel->is_filling = true;
    g_ptr_array_set_size(panel->paths, 0);
    for (size_t k = 0; studio != NULL && k < G_N_ELEMENTS(kinds); ++k)
        for (int i = 0; i < studio->files.count; ++i) {
            const StudioFile *file = studio->files.items[i];
            char name[STUDIO_LABEL_ROOM];
            if (file->kind != kinds[k].kind || !studio_exists(studio, file->path))
                continue;
            g_ptr_array_add(panel->paths, g_strdup(file->path));
            g_ptr_array_add(names, g_strconcat(studio_asset_name(file->path, name), kinds[k].suffix, NULL));
        }
    g_ptr_array_add(names, NULL);
    studio_strings_set(panel->names, (const char *const *)names->pdata);
    choose_face(panel, before);
    panel->is_filling = false;
}

/// The face that the user means: of the document in front, of the browser, or in the viewport.
static const char *meant_face(const StudioAcceptancePanel *panel)
{
    static const MieniAssetKind kinds[] = {MIENI_ASSET_CHARACTER, MIENI_ASSET_POSES, MIENI_ASSET_MESH};
    const StudioDocument *active = studio_workspace_active(panel->workspace);
    const StudioLive *live = studio_live_of(panel->workspace);
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); ++i) {
        const char *selected = studio_workspace_selected_of(panel->workspace, kinds[i]);
        if (active != NULL && active->kind == kinds[i])
            break;
        if (selected != NULL)
            return selected;
    }
    if (active != NULL && active->kind == MIENI_ASSET_POSES &&
        studio_live_path_of(live, active->path) != NULL)
        return studio_live_path_of(live, active->path);
    if (active != NULL && g_ptr_array_find_with_equal_func(panel->paths, active->path, g_str_equal, NULL))
        return active->path;
    return studio_live_count(live) > 0 ? studio_live_path(live, 0) : NULL;
}

// Rows

static const char *const icons[] = {[MIEN_ACCEPT_PASSED] = "emblem-ok-symbolic",
                                    [MIEN_ACCEPT_FAILED] = "dialog-error-symbolic",
                                    [MIEN_ACCEPT_SKIPPED] = "action-unavailable-symbolic"};
static const char *const words[] = {
    [MIEN_ACCEPT_PASSED] = "Passed", [MIEN_ACCEPT_FAILED] = "Failed", [MIEN_ACCEPT_SKIPPED] = "Skipped"};
static const char *const classes[] = {
    [MIEN_ACCEPT_PASSED] = "success", [MIEN_ACCEPT_FAILED] = "error", [MIEN_ACCEPT_SKIPPED] = "dim-label"};

/// "0.62, at most 0.5 % of head height". Free it.
static char *figure_of(const StudioAcceptancePanel *panel, const Row *row)
{
    const MienAcceptTestInfo info = mien_accept_test_info(row->test);
    if (row->finding < 0)
        return g_strdup("");
    return g_strdup_printf("%.3g, %s %.3g%s%s", panel->result.report->findings[row->finding].value,
                           info.is_minimum ? "at least" : "at most", panel->result.limits[row->test],
                           info.unit[0] == '%' ? "\u202f" : " ", info.unit);
}

/// "Lips meet where they should": titles of tests are sentences.
static char *title_of(int test)
{
    char *title = g_strdup(mien_accept_test_info(test).title);
    const size_t size = strlen(title);
    if (size > 0 && title[size - 1] == '.')
        title[size - 1] = '\0';
    return title;
}

static GtkWidget *make_row(const StudioAcceptancePanel *panel, const Row *of)
{
    const MienAcceptReport *report = panel->result.report;
    const MienAcceptRow *test = &report->rows[of->test];
    const char *sentence = of->finding >= 0 ? report->findings[of->finding].text : test->reason;
    g_autofree char *title = title_of(of->test), *figure = figure_of(panel, of);
    g_autofree char *description = g_strdup_printf("%s. %s", words[test->result], sentence);
    GtkWidget *row = gtk_list_box_row_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12),
              *texts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0),
              *icon = gtk_image_new_from_icon_name(icons[test->result]),
              *name = studio_label_new(title, NULL), *text = studio_label_new(sentence, "dim-label caption"),
              *value = studio_label_new(figure, "numeric caption");
    gtk_widget_add_css_class(icon, classes[test->result]);
    studio_name(icon, words[test->result]);
    studio_describe(name, description);
    studio_tip(text, sentence);
    gtk_widget_set_hexpand(texts, TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(value), PANGO_ELLIPSIZE_NONE);
    gtk_widget_add_css_class(box, "problem-row");
    gtk_box_append(GTK_BOX(texts), name);
    gtk_box_append(GTK_BOX(texts), text);
    gtk_box_append(GTK_BOX(box), icon);
    gtk_box_append(GTK_BOX(box), texts);
    gtk_box_append(GTK_BOX(box), value);
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
    studio_name(row, title);
    studio_describe(row, description);
    return row;
}

static void add_rows(StudioAcceptancePanel *panel, MienAcceptResult result)
{
    const MienAcceptReport *report = panel->result.report;
    for (int test = 0; test < MIEN_ACCEPT_TESTS; ++test) {
        const MienAcceptRow *of = &report->rows[test];
        for (int i = 0; of->result == result && i < MAX(of->count, 1); ++i) {
            const Row row = {test, of->count > 0 ? of->first + i : -1};
            g_array_append_val(panel->rows, row);
            gtk_list_box_append(GTK_LIST_BOX(panel->list), make_row(panel, &row));
        }
    }
}

static const Row *selected_row(const StudioAcceptancePanel *panel)
{
    GtkListBoxRow *row = gtk_list_box_get_selected_row(GTK_LIST_BOX(panel->list));
    const int at = row != NULL ? gtk_list_box_row_get_index(row) : -1;
    return at >= 0 && at < (int)panel->rows->len ? &g_array_index(panel->rows, Row, at) : NULL;
}

/// The picture of the selected finding, and what it shows.
static void show_picture(StudioAcceptancePanel *panel)
{
    const Row *row = selected_row(panel);
    const StudioAcceptView *view =
        row != NULL && row->finding >= 0 ? &panel->result.views[row->finding] : NULL;
    const uint8_t *pixels = view != NULL ? view->picture : NULL;
    const int size = STUDIO_ACCEPT_PIXELS;
    g_autoptr(GString) text = g_string_new(view == NULL ? "" : "Left: at rest");
    for (int i = 0; view != NULL && i < view->curve_count; ++i)
        g_string_append_printf(text, "%s%s", i == 0 ? ". Right: with " : " and ", view->curves[i].name);
    g_autoptr(GBytes) bytes = pixels != NULL ? g_bytes_new(pixels, (gsize)size * size * 8) : NULL;
    g_autoptr(GdkTexture) texture =
        bytes != NULL ? gdk_memory_texture_new(2 * size, size, GDK_MEMORY_R8G8B8A8, bytes, (gsize)size * 8)
                      : NULL;
    gtk_picture_set_paintable(GTK_PICTURE(panel->picture), GDK_PAINTABLE(texture));
    gtk_widget_set_visible(gtk_widget_get_parent(panel->picture), texture != NULL);
    gtk_label_set_text(GTK_LABEL(panel->caption), text->str);
    studio_name(panel->picture, text->len > 0 ? text->str : "Picture of the test");
}

// State

static void show_state(StudioAcceptancePanel *panel)
{
    const MienAcceptReport *report = panel->result.report;
    Studio *studio = studio_of(panel);
    const bool is_running = panel->job != NULL, has_face = chosen_face(panel) != NULL;
    const bool is_stale =
        report != NULL && studio != NULL && studio_acceptance_is_stale(&panel->result, studio);
    const bool is_other = report != NULL && g_strcmp0(panel->result.path, chosen_face(panel)) != 0;
    char name[STUDIO_LABEL_ROOM];
    g_autofree char *text =
        is_running ? g_strdup("Testing…")
        : report == NULL
            ? g_strdup("")
            : g_strdup_printf("%s%s%d failed, %d passed, %d skipped%s",
                              is_other ? studio_asset_name(panel->result.path, name) : "",
                              is_other ? ": " : "", report->failed_count, report->passed_count,
                              report->skipped_count, is_stale ? " before the last edits. Run again." : "");
    gtk_label_set_text(GTK_LABEL(panel->status), text);
    (is_stale ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(panel->status, "warning");
    (is_stale ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(panel->states, "stale");
    gtk_widget_set_visible(panel->bar, is_running);
    gtk_widget_set_visible(panel->cancel, is_running);
    gtk_widget_set_visible(panel->run, !is_running);
    gtk_widget_set_sensitive(panel->face, !is_running);
    studio_set_label(panel->run, report != NULL && !is_other ? "Run Again" : "Run Tests");
    gtk_stack_set_visible_child_name(GTK_STACK(panel->states), report != NULL ? "list" : "none");
    const char *no_project = studio == NULL ? "Open a project first" : NULL;
    studio_commands_allow(panel->commands, "accept.run",
                          no_project != NULL ? no_project
                          : is_running       ? "The tests are running"
                          : has_face         ? NULL
                                             : "The project has no face");
    studio_commands_allow(panel->commands, "accept.selected",
                          no_project != NULL ? no_project
                          : is_running       ? "The tests are running"
                                             : NULL);
    studio_commands_allow(panel->commands, "accept.cancel", is_running ? NULL : "No tests are running");
    studio_commands_allow(panel->commands, "accept.show",
                          selected_row(panel) != NULL ? NULL : "Select a test first");
    studio_commands_allow(panel->commands, "accept.next-failure",
                          report != NULL && report->failed_count > 0 ? NULL : "No test failed");
    studio_commands_allow(panel->commands, "accept.previous-failure",
                          report != NULL && report->failed_count > 0 ? NULL : "No test failed");
}

static void fill(StudioAcceptancePanel *panel)
{
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(panel->list)) != NULL)
        gtk_list_box_remove(GTK_LIST_BOX(panel->list), child);
    g_array_set_size(panel->rows, 0);
    if (panel->result.report != NULL) {
        add_rows(panel, MIEN_ACCEPT_FAILED);
        add_rows(panel, MIEN_ACCEPT_PASSED);
        add_rows(panel, MIEN_ACCEPT_SKIPPED);
        gtk_list_box_select_row(GTK_LIST_BOX(panel->list),
                                gtk_list_box_get_row_at_index(GTK_LIST_BOX(panel->list), 0));
    }
    show_picture(panel);
    show_state(panel);
}

// Running

typedef struct Testing {
    StudioAcceptancePanel *panel; ///< Referenced.
    StudioPreview *preview;
    StudioAcceptance result;
    StudioWorkspace *workspace; ///< Which outlives its jobs.
} Testing;

static bool on_progress(void *user, double done)
{
    StudioJob *job = user;
    studio_job_progress(job, done);
    return !studio_job_is_cancelled(job);
}

static void run_testing(StudioJob *job, void *data)
{
    Testing *testing = data;
    if (studio_job_is_cancelled(job))
        return;
    studio_workspace_make_preview(testing->workspace, testing->preview);
    studio_acceptance_run(&testing->result, testing->preview, on_progress, job);
}

static void end_testing(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    Testing *testing = data;
    StudioAcceptancePanel *panel = testing->panel;
    studio_preview_destroy(g_steal_pointer(&testing->preview));
    if (panel->workspace != workspace)
        return;
    panel->job = NULL;
    if (!is_cancelled && testing->result.status == MIEN_OK) {
        studio_acceptance_release(&panel->result);
        panel->result = testing->result;
        testing->result = (StudioAcceptance){0};
        fill(panel);
    } else {
        if (is_cancelled)
            studio_workspace_toast(workspace, "The tests were cancelled.", NULL, NULL);
        else
            studio_workspace_check(workspace, testing->result.status, &testing->result.problem);
        show_state(panel);
    }
}

static void free_testing(void *data)
{
    Testing *testing = data;
    studio_acceptance_release(&testing->result);
    g_object_unref(testing->panel);
    g_free(testing);
}

static void begin(StudioAcceptancePanel *panel)
{
    Studio *studio = studio_of(panel);
    const char *path = chosen_face(panel);
    MieniProblem problem = {0};
    char label[STUDIO_LABEL_ROOM];
    if (studio == NULL || path == NULL || panel->job != NULL)
        return;
    Testing *testing = g_new0(Testing, 1);
    testing->panel = g_object_ref(panel);
    testing->workspace = panel->workspace;
    MienStatus status = studio_acceptance_begin(&testing->result, studio, path, &problem);
    if (status == MIEN_OK)
        status = studio_preview_begin(studio, path, NULL, NULL, studio_workspace_packs(panel->workspace),
                                      &testing->preview, &problem);
    if (!studio_workspace_check(panel->workspace, status, &problem)) {
        free_testing(testing);
        return;
    }
    g_autofree char *name = g_strdup_printf("Test %s", studio_asset_name(path, label));
    panel->job = studio_workspace_run(
        panel->workspace,
        &(StudioJobWork){.name = name, .run = run_testing, .done = end_testing, .free_data = free_testing},
        testing);
    gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(panel->bar), 0.0);
    show_state(panel);
}

// Going to a pose

/// Opens what has the poses of the face, selects those of the finding and sets their weights.
static void show_finding(StudioAcceptancePanel *panel)
{
    const Row *row = selected_row(panel);
    if (row == NULL || row->finding < 0 || panel->workspace == NULL)
        return;
    const StudioAcceptView *view = &panel->result.views[row->finding];
    StudioSession *session = studio_workspace_session(panel->workspace);
    if (!studio_exists(studio_of(panel), panel->result.edited))
        return;
    StudioDocument *document = studio_workspace_show(panel->workspace, panel->result.edited, false);
    studio_session_mark(session);
    studio_session_reset_weights(session);
    studio_selection_clear(&document->selection);
    for (int i = 0; i < view->curve_count; ++i) {
        studio_session_set_weight(session, view->curves[i].name, view->curves[i].weight);
        studio_selection_add(&document->selection, view->curves[i].name);
    }
    studio_workspace_selection_changed(panel->workspace);
    studio_workspace_session_changed(panel->workspace);
}

static bool is_failure(const StudioAcceptancePanel *panel, int index)
{
    const Row *row = &g_array_index(panel->rows, Row, index);
    return panel->result.report->rows[row->test].result == MIEN_ACCEPT_FAILED;
}

/// Failures are the first rows.
static void step(StudioAcceptancePanel *panel, int by)
{
    GtkListBoxRow *row = gtk_list_box_get_selected_row(GTK_LIST_BOX(panel->list));
    const int at = row != NULL ? gtk_list_box_row_get_index(row) : -1;
    int count = 0;
    while (count < (int)panel->rows->len && is_failure(panel, count))
        ++count;
    if (count == 0)
        return;
    const int next = at < 0 || at >= count ? (by > 0 ? 0 : count - 1) : (at + by + count) % count;
    gtk_list_box_select_row(GTK_LIST_BOX(panel->list),
                            gtk_list_box_get_row_at_index(GTK_LIST_BOX(panel->list), next));
    show_finding(panel);
}

static void run(void *user, const char *name)
{
    StudioAcceptancePanel *panel = user;
    if (panel->workspace == NULL)
        return;
    if (strcmp(name, "accept.cancel") == 0 && panel->job != NULL)
        studio_job_cancel(panel->job);
    else if (strcmp(name, "accept.show") == 0)
        show_finding(panel);
    else if (strcmp(name, "accept.next-failure") == 0)
        step(panel, 1);
    else if (strcmp(name, "accept.previous-failure") == 0)
        step(panel, -1);
    if (strcmp(name, "accept.selected") == 0) {
        choose_face(panel, meant_face(panel));
        if (!studio_commands_state(panel->commands, "win.show-acceptance"))
            studio_commands_run(panel->commands, "win.show-acceptance");
    }
    if (strcmp(name, "accept.run") == 0 || strcmp(name, "accept.selected") == 0)
        begin(panel);
}

// Signals

static void on_changed(StudioAcceptancePanel *panel)
{
    list_faces(panel);
    show_state(panel);
}

static void on_jobs(StudioAcceptancePanel *panel)
{
    if (panel->job != NULL)
        gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(panel->bar),
                                      CLAMP(studio_job_fraction(panel->job), 0.0, 1.0));
}

static void on_face(StudioAcceptancePanel *panel)
{
    if (!panel->is_filling)
        show_state(panel);
}

static void on_selected(StudioAcceptancePanel *panel)
{
    show_picture(panel);
    show_state(panel);
}

// The widget

static void studio_acceptance_panel_dispose(GObject *object)
{
    StudioAcceptancePanel *panel = STUDIO_ACCEPTANCE_PANEL(object);
    g_clear_object(&panel->signals);
    g_clear_object(&panel->workspace);
    g_clear_object(&panel->commands);
    G_OBJECT_CLASS(studio_acceptance_panel_parent_class)->dispose(object);
}

static void studio_acceptance_panel_finalize(GObject *object)
{
    StudioAcceptancePanel *panel = STUDIO_ACCEPTANCE_PANEL(object);
    g_ptr_array_unref(panel->paths);
    g_array_unref(panel->rows);
    studio_acceptance_release(&panel->result);
    G_OBJECT_CLASS(studio_acceptance_panel_parent_class)->finalize(object);
}

static void studio_acceptance_panel_class_init(StudioAcceptancePanelClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_acceptance_panel_dispose;
    G_OBJECT_CLASS(class)->finalize = studio_acceptance_panel_finalize;
}

static void studio_acceptance_panel_init(StudioAcceptancePanel *panel)
{
    panel->paths = g_ptr_array_new_with_free_func(g_free);
    panel->rows = g_array_new(FALSE, FALSE, sizeof(Row));
    panel->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(panel->signals, "changed", G_CALLBACK(on_changed), panel);
    g_signal_group_connect_swapped(panel->signals, "jobs", G_CALLBACK(on_jobs), panel);
}

static GtkWidget *make_button(const char *label, const char *action, const char *tip)
{
    GtkWidget *button = gtk_button_new_with_label(label);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(button), action);
    studio_tip(button, tip);
    return button;
}

static GtkWidget *make_top(StudioAcceptancePanel *panel)
{
    GtkWidget *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9),
              *close = gtk_button_new_from_icon_name("window-close-symbolic");
    panel->names = gtk_string_list_new(NULL);
    panel->face = gtk_drop_down_new(G_LIST_MODEL(panel->names), NULL);
    studio_name(panel->face, "Face to test");
    g_signal_connect_swapped(panel->face, "notify::selected", G_CALLBACK(on_face), panel);
    panel->status = studio_label_new("", NULL);
    gtk_widget_set_hexpand(panel->status, TRUE);
    panel->bar = gtk_progress_bar_new();
    gtk_widget_set_valign(panel->bar, GTK_ALIGN_CENTER);
    studio_name(panel->bar, "Progress of the tests");
    panel->run = make_button("Run Tests", "accept.run", "Test whether the poses of this face work");
    panel->cancel = make_button("Cancel Tests", "accept.cancel", NULL);
    gtk_widget_add_css_class(close, "flat");
    studio_tip(close, "Close the acceptance panel");
    studio_name(close, "Close the acceptance panel");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(close), "win.show-acceptance");
    gtk_widget_add_css_class(top, "panel-top");
    GtkWidget *const parts[] = {studio_label_new("Acceptance", "heading"),
                                panel->face,
                                panel->status,
                                panel->bar,
                                panel->cancel,
                                panel->run,
                                close};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i)
        gtk_box_append(GTK_BOX(top), parts[i]);
    return top;
}

static GtkWidget *make_list(StudioAcceptancePanel *panel)
{
    GtkWidget *scrolled = gtk_scrolled_window_new();
    panel->list = gtk_list_box_new();
    gtk_widget_set_name(panel->list, "problems-list");
    studio_name(panel->list, "Acceptance tests");
    g_signal_connect_swapped(panel->list, "row-activated", G_CALLBACK(show_finding), panel);
    g_signal_connect_swapped(panel->list, "row-selected", G_CALLBACK(on_selected), panel);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), panel->list);
    gtk_widget_set_hexpand(scrolled, TRUE);
    return scrolled;
}

static GtkWidget *make_body(StudioAcceptancePanel *panel)
{
    GtkWidget *body = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0),
              *shown = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    panel->picture = gtk_picture_new();
    panel->caption = studio_label_new("", "caption dim-label");
    gtk_widget_set_size_request(panel->picture, PICTURE, PICTURE / 2);
    gtk_widget_set_valign(shown, GTK_ALIGN_START);
    gtk_widget_add_css_class(shown, "acceptance-picture");
    gtk_widget_set_overflow(panel->picture, GTK_OVERFLOW_HIDDEN);
    gtk_box_append(GTK_BOX(shown), panel->picture);
    gtk_box_append(GTK_BOX(shown), panel->caption);
    gtk_box_append(GTK_BOX(body), make_list(panel));
    gtk_box_append(GTK_BOX(body), shown);
    return body;
}

GtkWidget *studio_acceptance_panel_new(StudioCommands *commands)
{
    static const char *const names[] = {"accept.run",  "accept.selected",     "accept.cancel",
                                        "accept.show", "accept.next-failure", "accept.previous-failure"};
    StudioAcceptancePanel *panel =
        g_object_new(STUDIO_TYPE_ACCEPTANCE_PANEL, "orientation", GTK_ORIENTATION_VERTICAL, NULL);
    panel->commands = g_object_ref(commands);
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_bind(commands, names[i], run, panel);
    GtkWidget *top = make_top(panel);
    panel->states = gtk_stack_new();
    gtk_widget_set_vexpand(panel->states, TRUE);
    gtk_stack_add_named(
        GTK_STACK(panel->states),
        studio_empty_new("emblem-ok-symbolic", "Not tested yet",
                         "The tests pose the face and look: do lids close, do lips meet, does every pose do "
                         "something of its own?",
                         "Run Tests", "accept.run", NULL, NULL),
        "none");
    gtk_stack_add_named(GTK_STACK(panel->states), make_body(panel), "list");
    gtk_box_append(GTK_BOX(panel), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL));
    gtk_box_append(GTK_BOX(panel), top);
    gtk_box_append(GTK_BOX(panel), panel->states);
    gtk_widget_set_size_request(GTK_WIDGET(panel), -1, HEIGHT);
    fill(panel);
    return GTK_WIDGET(panel);
}

void studio_acceptance_panel_set_workspace(StudioAcceptancePanel *panel, StudioWorkspace *workspace)
{
    panel->job = NULL; // that of another project goes its way
    studio_acceptance_release(&panel->result);
    g_set_object(&panel->workspace, workspace);
    g_signal_group_set_target(panel->signals, workspace);
    list_faces(panel);
    fill(panel);
}
