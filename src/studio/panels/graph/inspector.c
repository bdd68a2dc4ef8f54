// SPDX-License-Identifier: MIT
//
// The inspector of a graph.

#include "studio/panels/graph/inspector.h"

#include <adwaita.h>
#include <string.h>

#include "studio/panels/graph/driver.h"
#include "studio/panels/graph/family.h"
#include "studio/panels/graph/fields.h"
#include "studio/panels/graph/parameters.h"
#include "studio/panels/widgets/widgets.h"

struct _StudioGraphInspector {
    GtkBox parent_instance;
    StudioCommands *commands;
    StudioGraphSession *session;
    GSignalGroup *signals;
    guint refresh_idle;
    bool wants_focus, wants_form;
    GtkWidget *title, *relation, *relatives, *sentence, *make;
    GtkWidget *node_title, *node_id, *add, *fields_list, *none;
    GtkWidget *driver; ///< An AdwBin: bones and targets of a driver node.
    GPtrArray *fields; ///< Of StudioGraphField.
    char *parameter;   ///< The one that had the focus last; NULL: none.
    char *signature;   ///< Of what the rows are made for; values may be others.
};

G_DEFINE_TYPE(StudioGraphInspector, studio_graph_inspector, GTK_TYPE_BOX)

static void empty_list(GtkWidget *list)
{
    GtkWidget *row;
    while ((row = gtk_widget_get_first_child(list)) != NULL)
        gtk_list_box_remove(GTK_LIST_BOX(list), row);
}

static void clear_fields(StudioGraphInspector *side)
{
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(side));
    GtkWidget *focus = root != NULL ? gtk_root_get_focus(root) : NULL;
    for (guint i = 0; i < side->fields->len; ++i)
        ((StudioGraphField *)g_ptr_array_index(side->fields, i))->is_filling =
            true; // nothing is typed any more
    if (focus != NULL &&
        (gtk_widget_is_ancestor(focus, side->fields_list) || gtk_widget_is_ancestor(focus, side->driver)))
        gtk_root_set_focus(root, NULL); // otherwise it would be left once its field is gone
    GPtrArray *gone = g_steal_pointer(&side->fields);
    side->fields = g_ptr_array_new_with_free_func((GDestroyNotify)studio_graph_field_free);
    empty_list(side->fields_list);
    adw_bin_set_child(ADW_BIN(side->driver), NULL);
    g_ptr_array_unref(gone); // after their widgets
}

// Relatives

static void show_relatives(StudioGraphInspector *side, const StudioGraphScene *scene)
{
    const bool is_child = scene->parent != NULL;
    empty_list(side->relatives);
    const int count = is_child ? studio_graph_overrides_fill(side->relatives, side->session)
                               : studio_graph_children_fill(side->relatives, side->session);
    gtk_label_set_text(GTK_LABEL(side->title), is_child ? "Overrides" : "Children");
    studio_name(side->relatives, is_child ? "Overrides" : "Children");
    g_autofree char *relation = is_child    ? g_strdup_printf("child of %s", scene->parent_name)
                                : count > 0 ? g_strdup_printf("%d", count)
                                            : g_strdup("");
    gtk_label_set_text(GTK_LABEL(side->relation), relation);
    gtk_widget_set_visible(side->relatives, count > 0);
    gtk_widget_set_visible(side->make, !is_child && count == 0);
    g_autofree char *sentence = NULL;
    if (is_child) {
        const int siblings = studio_graph_child_count(side->session, scene->parent);
        g_autofree char *all = siblings == 1 ? g_strdup("its child changes")
                                             : g_strdup_printf("all %d children change", siblings);
        sentence =
            count > 0
                ? g_strdup_printf("Everything else is inherited from %s. Change it there and %s.",
                                  scene->parent_name, all)
                : g_strdup_printf(
                      "Everything is inherited from %s. Change a value to override it for this graph only.",
                      scene->parent_name);
    } else {
        sentence = g_strdup(
            count > 0
                ? "Child graphs inherit everything else from this graph."
                : "A child graph uses another face: it has its own pose asset and inherits everything else.");
    }
    gtk_label_set_text(GTK_LABEL(side->sentence), sentence);
}

// Fields

/// What a parameter's value is, by its type.
static const MieniField *parameter_schema(const char *type)
{
    static const MieniField fields[] = {
        {.key = "value", .type = MIENI_FIELD_NUMBER, .min = -1e9, .max = 1e9, .choices = "float"},
        {.key = "value", .type = MIENI_FIELD_INTEGER, .min = -1e6, .max = 1e6, .choices = "int"},
        {.key = "value", .type = MIENI_FIELD_BOOL, .choices = "bool"},
        {.key = "value", .type = MIENI_FIELD_TEXT, .choices = "name"},
        {.key = "clip", .type = MIENI_FIELD_PATH, .choices = "clip"},
        {.key = "poses", .type = MIENI_FIELD_PATH, .choices = "poses"},
        {.key = "value", .type = MIENI_FIELD_TEXT, .choices = "mask"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(fields); ++i)
        if (strcmp(fields[i].choices, type) == 0)
            return &fields[i];
    return &fields[0];
}

/// Told of every field that is to be shown, in order.
typedef void Visit(StudioGraphInspector *side, const char *id, const MieniField *schema, bool is_parameter,
                   const StudioFieldState *state, void *user);

static void visit(StudioGraphInspector *side, const StudioGraphChain *chain, const StudioGraphScene *scene,
                  const StudioGraphNode *node, Visit *found, void *user)
{
    const MieniGraphText *text = &chain->texts[0];
    StudioFieldState state = {.is_child = scene->parent != NULL, .parent = scene->parent_name};
    if (node == NULL) {
        const MieniGraphView *graph = studio_graph_root(text);
        for (int i = 0; i < mieni_graph_parameter_count(graph); ++i) {
            const MieniParameterView *parameter = mieni_graph_parameter(graph, i);
            const MieniGraphValue value = mieni_graph_text_parameter(text, i);
            state.value = value.value;
            state.is_own = value.text == text;
            found(side, mieni_text_or_empty(mieni_parameter_name(parameter)),
                  parameter_schema(mieni_text_or_empty(mieni_parameter_type(parameter))), true, &state, user);
        }
        return;
    }
    const MieniSchema *schema = studio_graph_chain_schema(chain, node->row);
    const int count = schema != NULL ? schema->field_count : 0;
    for (int i = 0; i < 2 * count; ++i) { // the pose asset comes first
        const MieniField *field = &schema->fields[i % count];
        if ((strcmp(field->key, "poses") == 0) != (i < count))
            continue;
        const MieniGraphValue value = mieni_graph_text_setting(text, node->row, field->key);
        state.value = value.value;
        state.is_own = value.text == text;
        found(side, node->id, field, false, &state, user);
    }
}

/// Lists that are shown as rows of their own: the rows are made again when the list changes.
static bool is_list(const MieniField *schema)
{
    static const char *const keys[] = {"changes", "bones", "targets", "drives", "reads"};
    for (size_t i = 0; i < G_N_ELEMENTS(keys); ++i)
        if (strcmp(schema->key, keys[i]) == 0)
            return true;
    return false;
}

/// Rows must be made again when this text is another.
static void sign(StudioGraphInspector *side, const char *id, const MieniField *schema, bool is_parameter,
                 const StudioFieldState *state, void *user)
{
    (void)side;
    GString *text = user;
    g_string_append_printf(text, "|%s.%s%d%d%d%s", id, schema->key, is_parameter,
                           state->is_child && state->is_own, mieni_value_parameter(state->value) != NULL,
                           is_parameter ? schema->choices : "");
    if (!is_parameter && is_list(schema)) {
        MieniTextOut out = {0};
        if (state->value != NULL)
            mieni_text_put_json(&out, state->value);
        g_string_append(text, out.bytes != NULL ? out.bytes : "");
        mieni_text_release(&out);
    }
}

static void allow_parameters(StudioGraphInspector *side)
{
    static const char *const names[] = {"graph.edit-parameter", "graph.remove-parameter"};
    const StudioGraphScene *scene = side->session != NULL ? studio_graph_session_scene(side->session) : NULL;
    g_autofree char *locked = scene != NULL && scene->parent != NULL
                                  ? g_strdup_printf("Parameters are inherited from %s", scene->parent_name)
                                  : NULL;
    const char *reason = scene == NULL          ? "Open a graph first"
                         : scene->error != NULL ? "Cannot read the graph"
                                                : locked;
    studio_commands_allow(side->commands, "graph.add-parameter", reason);
    if (reason == NULL && side->parameter == NULL)
        reason = "Select a parameter first";
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_allow(side->commands, names[i], reason);
}

static void allow_driver(StudioGraphInspector *side)
{
    const char *reason =
        adw_bin_get_child(ADW_BIN(side->driver)) != NULL ? NULL : "Select a pose driver node first";
    studio_commands_allow(side->commands, "graph.add-bone", reason);
    studio_commands_allow(side->commands, "graph.add-target", reason);
}

static void note_parameter(StudioGraphInspector *side, const char *name)
{
    if (g_strcmp0(side->parameter, name) == 0)
        return;
    g_free(side->parameter);
    side->parameter = g_strdup(name);
    allow_parameters(side);
}

static void on_parameter_focus(GtkEventControllerFocus *controller, StudioGraphInspector *side)
{
    const GtkWidget *row = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(controller));
    note_parameter(side, g_object_get_data(G_OBJECT(row), "parameter"));
}

static void on_change(GtkWidget *button, StudioGraphInspector *side)
{
    g_autofree char *name = g_strdup(g_object_get_data(G_OBJECT(button), "parameter"));
    note_parameter(side, name);
    studio_popup_once(studio_graph_parameter_form(side->session, name), button);
}

/// What a row of a parameter has besides its value: the type, and a button for the form.
static void dress_parameter(StudioGraphInspector *side, StudioGraphField *field,
                            const StudioFieldState *state)
{
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_autofree char *name = g_strdup_printf("Edit parameter %s", field->id);
    g_object_set_data_full(G_OBJECT(field->row), "parameter", g_strdup(field->id), g_free);
    g_signal_connect(focus, "enter", G_CALLBACK(on_parameter_focus), side);
    gtk_widget_add_controller(field->row, focus);
    adw_action_row_set_subtitle(ADW_ACTION_ROW(field->row),
                                studio_label_of_parameter_type(field->schema->choices));
    if (state->is_child)
        return;
    GtkWidget *button = gtk_button_new_from_icon_name("view-more-symbolic");
    g_object_set_data_full(G_OBJECT(button), "parameter", g_strdup(field->id), g_free);
    studio_tip(button, "Edit name and type");
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    gtk_widget_add_css_class(button, "flat");
    studio_name(button, name);
    g_signal_connect(button, "clicked", G_CALLBACK(on_change), side);
    adw_action_row_add_suffix(ADW_ACTION_ROW(field->row), button);
    g_object_set_data(G_OBJECT(field->row), "change", button);
}

static void make_field(StudioGraphInspector *side, const char *id, const MieniField *schema,
                       bool is_parameter, const StudioFieldState *state, void *user)
{
    (void)user;
    if (strcmp(schema->key, "changes") == 0) {
        studio_graph_changes_fill(side->fields_list, side->session, id, state->value);
        return;
    }
    if (!is_parameter && strcmp(schema->key, "targets") == 0)
        adw_bin_set_child(ADW_BIN(side->driver), studio_graph_driver_new(side->session, id));
    if (!is_parameter && (strcmp(schema->key, "targets") == 0 || strcmp(schema->key, "bones") == 0))
        return;
    StudioGraphField *field = studio_graph_field_new(side->session, id, schema, is_parameter, state);
    if (field == NULL)
        return;
    if (is_parameter)
        dress_parameter(side, field, state);
    g_ptr_array_add(side->fields, field);
    gtk_list_box_append(GTK_LIST_BOX(side->fields_list), field->row);
}

static void fill_field(StudioGraphInspector *side, const char *id, const MieniField *schema,
                       bool is_parameter, const StudioFieldState *state, void *user)
{
    (void)user, (void)is_parameter;
    for (guint i = 0; i < side->fields->len; ++i) {
        StudioGraphField *field = g_ptr_array_index(side->fields, i);
        if (strcmp(field->id, id) == 0 && field->schema == schema)
            studio_graph_field_fill(field, state);
    }
}

/// The field that has the focus; NULL for none.
static StudioGraphField *focused(StudioGraphInspector *side)
{
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(side));
    GtkWidget *focus = root != NULL ? gtk_root_get_focus(root) : NULL;
    for (guint i = 0; focus != NULL && i < side->fields->len; ++i) {
        StudioGraphField *field = g_ptr_array_index(side->fields, i);
        if (focus == field->control || gtk_widget_is_ancestor(focus, field->control))
            return field;
    }
    return NULL;
}

static StudioGraphField *find_parameter(StudioGraphInspector *side, const char *name)
{
    for (guint i = 0; name != NULL && i < side->fields->len; ++i) {
        StudioGraphField *field = g_ptr_array_index(side->fields, i);
        if (field->is_parameter && strcmp(field->id, name) == 0)
            return field;
    }
    return NULL;
}

static void focus_field(StudioGraphInspector *side, const char *id, const char *key)
{
    for (guint i = 0; i < side->fields->len; ++i) {
        StudioGraphField *field = g_ptr_array_index(side->fields, i);
        if (key != NULL && (strcmp(field->id, id) != 0 || strcmp(field->key, key) != 0))
            continue;
        if (field->stack != NULL && gtk_stack_get_visible_child(GTK_STACK(field->stack)) != field->control)
            gtk_widget_child_focus(field->stack, GTK_DIR_TAB_FORWARD);
        else
            gtk_widget_grab_focus(field->control);
        return;
    }
    if (key == NULL)
        gtk_widget_child_focus(side->fields_list, GTK_DIR_TAB_FORWARD);
}

static void show_fields(StudioGraphInspector *side, const StudioGraphScene *scene)
{
    StudioGraphChain chain;
    const StudioGraphNode *node = studio_graph_scene_node(scene, studio_graph_session_focus(side->session));
    g_autoptr(GString) signature = g_string_new(scene->path);
    if (studio_graph_chain_read(studio_workspace_studio(studio_graph_session_workspace(side->session)),
                                scene->path, &chain, NULL) != MIEN_OK) {
        clear_fields(side);
        return;
    }
    visit(side, &chain, scene, node, sign, signature);
    if (g_strcmp0(signature->str, side->signature) == 0) {
        visit(side, &chain, scene, node, fill_field, NULL);
        return;
    }
    StudioGraphField *focus = focused(side);
    g_autofree char *id = focus != NULL ? g_strdup(focus->id) : NULL,
                    *key = focus != NULL ? g_strdup(focus->key) : NULL;
    GtkWidget *driver = adw_bin_get_child(ADW_BIN(side->driver));
    g_autofree char *part = driver != NULL ? studio_graph_driver_focus(driver) : NULL;
    clear_fields(side);
    visit(side, &chain, scene, node, make_field, NULL);
    driver = adw_bin_get_child(ADW_BIN(side->driver));
    gtk_widget_set_visible(side->driver, driver != NULL);
    g_free(side->signature);
    side->signature = g_strdup(signature->str);
    g_autofree char *title =
        node != NULL ? g_strdup_printf("%s node", node->words->title) : g_strdup("Parameters");
    gtk_label_set_text(GTK_LABEL(side->node_title), title);
    gtk_label_set_text(GTK_LABEL(side->node_id), node != NULL ? node->id : "");
    studio_name(side->fields_list, title);
    const bool has_rows = gtk_widget_get_first_child(side->fields_list) != NULL,
               may_add = node == NULL && scene->parent == NULL && scene->error == NULL;
    gtk_widget_set_visible(side->fields_list, has_rows);
    gtk_widget_set_visible(side->node_title, has_rows || node != NULL || may_add);
    gtk_widget_set_visible(side->node_id, node != NULL);
    gtk_widget_set_visible(side->add, may_add);
    gtk_widget_set_visible(side->none, may_add && !has_rows);
    if (side->parameter != NULL && (node != NULL || find_parameter(side, side->parameter) == NULL))
        note_parameter(side, NULL);
    if (key != NULL)
        focus_field(side, id, key);
    if (part != NULL && driver != NULL)
        studio_graph_driver_set_focus(driver, part);
}

static gboolean on_refresh(void *user)
{
    StudioGraphInspector *side = user;
    const StudioGraphScene *scene = side->session != NULL ? studio_graph_session_scene(side->session) : NULL;
    side->refresh_idle = 0;
    if (scene == NULL)
        return G_SOURCE_REMOVE;
    show_relatives(side, scene);
    show_fields(side, scene);
    allow_parameters(side);
    allow_driver(side);
    if (side->wants_focus)
        focus_field(side, NULL, NULL);
    if (side->wants_form)
        studio_popup_once(studio_graph_parameter_form(side->session, NULL), side->add);
    side->wants_focus = side->wants_form = false;
    return G_SOURCE_REMOVE;
}

/// Soon: rows must not go while they tell of a change.
static void refresh(StudioGraphInspector *side)
{
    if (side->refresh_idle == 0)
        side->refresh_idle = g_idle_add_full(G_PRIORITY_HIGH_IDLE, on_refresh, side, NULL);
}

static void on_parameters(StudioGraphInspector *side)
{
    side->wants_focus = true;
    refresh(side);
}

static void run(void *user, const char *name)
{
    StudioGraphInspector *side = user;
    if (side->session == NULL || studio_graph_session_scene(side->session) == NULL)
        return;
    if (strcmp(name, "graph.add-parameter") == 0) {
        studio_graph_session_pick(side->session, NULL, STUDIO_PICK_ONLY); // parameters are there then
        side->wants_form = true;
        refresh(side);
        return;
    }
    GtkWidget *driver = adw_bin_get_child(ADW_BIN(side->driver));
    if (strcmp(name, "graph.add-bone") == 0 || strcmp(name, "graph.add-target") == 0) {
        if (driver != NULL && strcmp(name, "graph.add-bone") == 0)
            studio_graph_driver_add_bone(driver);
        else if (driver != NULL)
            studio_graph_driver_add_target(driver);
        return;
    }
    const StudioGraphField *field = find_parameter(side, side->parameter);
    if (field != NULL && strcmp(name, "graph.remove-parameter") == 0)
        studio_graph_parameter_remove(side->session, field->id, GTK_WIDGET(side));
    else if (field != NULL)
        on_change(g_object_get_data(G_OBJECT(field->row), "change"), side);
}

// The widget

static void studio_graph_inspector_dispose(GObject *object)
{
    StudioGraphInspector *side = STUDIO_GRAPH_INSPECTOR(object);
    g_clear_handle_id(&side->refresh_idle, g_source_remove);
    g_clear_object(&side->signals);
    g_clear_object(&side->session);
    g_clear_object(&side->commands);
    G_OBJECT_CLASS(studio_graph_inspector_parent_class)->dispose(object);
}

static void studio_graph_inspector_finalize(GObject *object)
{
    StudioGraphInspector *side = STUDIO_GRAPH_INSPECTOR(object);
    g_ptr_array_unref(side->fields);
    g_free(side->signature);
    g_free(side->parameter);
    G_OBJECT_CLASS(studio_graph_inspector_parent_class)->finalize(object);
}

static void studio_graph_inspector_class_init(StudioGraphInspectorClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_graph_inspector_dispose;
    G_OBJECT_CLASS(class)->finalize = studio_graph_inspector_finalize;
}

static void studio_graph_inspector_init(StudioGraphInspector *side)
{
    side->fields = g_ptr_array_new_with_free_func((GDestroyNotify)studio_graph_field_free);
    side->signals = g_signal_group_new(STUDIO_TYPE_GRAPH_SESSION);
    g_signal_group_connect_swapped(side->signals, "scene", G_CALLBACK(refresh), side);
    g_signal_group_connect_swapped(side->signals, "selection", G_CALLBACK(refresh), side);
    g_signal_group_connect_swapped(side->signals, "parameters", G_CALLBACK(on_parameters), side);
}

static GtkWidget *make_heading(GtkWidget **out_title, GtkWidget **out_second)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    *out_title = studio_label_new("", "heading");
    *out_second = studio_label_new("", "caption dim-label");
    gtk_widget_set_hexpand(*out_title, TRUE);
    gtk_box_append(GTK_BOX(box), *out_title);
    gtk_box_append(GTK_BOX(box), *out_second);
    return box;
}

static GtkWidget *make_makers(const StudioGraphInspector *side)
{
    static const char *const names[] = {"win.share-face", "win.new-child"};
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    gtk_box_set_homogeneous(GTK_BOX(box), TRUE);
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i) {
        GtkWidget *button = gtk_button_new_with_label(i == 0 ? "Share…" : "New Child");
        gtk_actionable_set_action_name(GTK_ACTIONABLE(button), names[i]);
        studio_tip(button, studio_commands_label(side->commands, names[i]));
        gtk_box_append(GTK_BOX(box), button);
    }
    return box;
}

GtkWidget *studio_graph_inspector_new(StudioCommands *commands)
{
    StudioGraphInspector *side =
        g_object_new(STUDIO_TYPE_GRAPH_INSPECTOR, "orientation", GTK_ORIENTATION_VERTICAL, NULL);
    GtkWidget *scrolled = gtk_scrolled_window_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 9);
    side->commands = g_object_ref(commands);
    gtk_widget_add_css_class(box, "graph-inspector");
    side->relatives = studio_facts_new("Overrides");
    side->sentence = studio_label_new("", "caption dim-label");
    gtk_label_set_wrap(GTK_LABEL(side->sentence), TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(side->sentence), PANGO_ELLIPSIZE_NONE);
    side->make = make_makers(side);
    gtk_box_append(GTK_BOX(box), make_heading(&side->title, &side->relation));
    gtk_box_append(GTK_BOX(box), side->relatives);
    gtk_box_append(GTK_BOX(box), side->sentence);
    gtk_box_append(GTK_BOX(box), side->make);
    GtkWidget *heading = make_heading(&side->node_title, &side->node_id);
    gtk_widget_set_margin_top(heading, 6);
    side->add = studio_commands_button(commands, "graph.add-parameter", "Add a parameter");
    gtk_widget_add_css_class(side->add, "flat");
    gtk_box_append(GTK_BOX(heading), side->add);
    side->fields_list = studio_facts_new("Parameters");
    side->none = studio_label_new(
        "Values that your program sets while the graph runs, such as a distance or the line to speak.",
        "caption dim-label");
    gtk_label_set_wrap(GTK_LABEL(side->none), TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(side->none), PANGO_ELLIPSIZE_NONE);
    gtk_box_append(GTK_BOX(box), heading);
    side->driver = adw_bin_new();
    gtk_widget_set_visible(side->driver, FALSE);
    gtk_box_append(GTK_BOX(box), side->none);
    gtk_box_append(GTK_BOX(box), side->driver);
    gtk_box_append(GTK_BOX(box), side->fields_list);
    static const char *const names[] = {"graph.add-parameter", "graph.edit-parameter",
                                        "graph.remove-parameter", "graph.add-bone", "graph.add-target"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_bind(commands, names[i], run, side);
    allow_parameters(side);
    allow_driver(side);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), box);
    gtk_widget_set_vexpand(scrolled, TRUE);
    gtk_box_append(GTK_BOX(side), scrolled);
    return GTK_WIDGET(side);
}

void studio_graph_inspector_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document)
{
    StudioGraphInspector *side = STUDIO_GRAPH_INSPECTOR(part);
    StudioGraphSession *session = workspace != NULL ? studio_graph_session_of(workspace) : NULL;
    if (session != side->session) {
        g_clear_pointer(&side->signature, g_free);
        clear_fields(side);
        empty_list(side->relatives);
        g_set_object(&side->session, session);
        g_signal_group_set_target(side->signals, session);
    }
    if (session != NULL) {
        studio_graph_session_show(session, document);
        refresh(side);
    }
    allow_parameters(side);
}
