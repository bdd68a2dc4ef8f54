// SPDX-License-Identifier: MIT
//
// The live panel.

#include "studio/panels/live/panel.h"

#include <string.h>

#include "project/live/report.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/live/input.h"
#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/live.h"

enum { HEIGHT = 268, SIDE = 420, MOST_SENDERS = 16 };

/// A choice of an asset.
typedef struct Choice {
    GtkWidget *drop;
    GtkStringList *labels;
    GPtrArray *paths; ///< NULL first: none.
} Choice;

struct _StudioLivePanel {
    GtkBox parent_instance;
    StudioCommands *commands;
    StudioWorkspace *workspace;
    StudioInput *input;
    GSignalGroup *signals, *input_signals, *live_signals;
    GtkWidget *address, *ports, *status, *list, *states, *empty, *bound;
    int senders[MOST_SENDERS]; ///< Of the rows.
    int sender_count;
    char *reason; ///< Why it could not be opened; NULL: it could.
    Choice map, calibration;
    bool is_filling;
};

G_DEFINE_TYPE(StudioLivePanel, studio_live_panel, GTK_TYPE_BOX)

// Sources

typedef struct Row {
    GtkWidget *name, *place, *rate, *gaps, *age;
} Row;

static GtkWidget *add_figure(GtkWidget *box, int width)
{
    GtkWidget *label = studio_label_new("", "numeric");
    gtk_label_set_xalign(GTK_LABEL(label), 1.0f);
    gtk_label_set_width_chars(GTK_LABEL(label), width);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_NONE);
    gtk_box_append(GTK_BOX(box), label);
    return label;
}

static GtkWidget *make_row(void)
{
    Row *parts = g_new0(Row, 1);
    GtkWidget *row = gtk_list_box_row_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12),
              *texts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    parts->name = studio_label_new("", NULL);
    parts->place = studio_label_new("", "dim-label caption");
    gtk_widget_set_hexpand(texts, TRUE);
    gtk_box_append(GTK_BOX(texts), parts->name);
    gtk_box_append(GTK_BOX(texts), parts->place);
    gtk_box_append(GTK_BOX(box), texts);
    parts->rate = add_figure(box, 8);
    parts->gaps = add_figure(box, 8);
    parts->age = add_figure(box, 6);
    gtk_widget_add_css_class(box, "problem-row");
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
    g_object_set_data_full(G_OBJECT(row), "parts", parts, g_free);
    return row;
}

static void set_text(GtkWidget *label, const char *text)
{
    if (strcmp(gtk_label_get_text(GTK_LABEL(label)), text) != 0)
        gtk_label_set_text(GTK_LABEL(label), text);
}

static void fill_row(GtkWidget *row, const StudioSender *sender)
{
    const Row *parts = g_object_get_data(G_OBJECT(row), "parts");
    const MienLiveSourceInfo *info = sender->info;
    char address[MIENI_ADDRESS_ROOM];
    g_autofree char *place = g_strdup_printf("%s · %s · %d values%s", mien_live_protocol_name(info->protocol),
                                             mieni_address_text(&info->address, address), info->value_count,
                                             info->no_face_count > 0 ? " · at times without a face" : "");
    g_autofree char *rate = g_strdup_printf("%.1f Hz", sender->age < 1.0 ? (double)info->rate : 0.0);
    g_autofree char *gaps = sender->gap_count < 0 ? g_strdup("no clock")
                                                  : g_strdup_printf("%d gap%s", sender->gap_count,
                                                                    sender->gap_count == 1 ? "" : "s");
    g_autofree char *age = sender->age < 1.0 ? g_strdup("") : g_strdup_printf("%.0f s ago", sender->age);
    g_autofree char *description = g_strdup_printf("%s · %s · %s %s", place, rate, gaps, age);
    set_text(parts->name, mieni_live_source_label(info));
    set_text(parts->place, place);
    set_text(parts->rate, rate);
    set_text(parts->gaps, gaps);
    set_text(parts->age, age);
    studio_name(row, mieni_live_source_label(info));
    studio_describe(row, description);
}

static void show_senders(StudioLivePanel *panel)
{
    StudioSender senders[MOST_SENDERS];
    const int count = studio_receiver_senders(studio_input_receiver(panel->input), senders, MOST_SENDERS);
    panel->is_filling = true;
    while (panel->sender_count > count)
        gtk_list_box_remove(
            GTK_LIST_BOX(panel->list),
            GTK_WIDGET(gtk_list_box_get_row_at_index(GTK_LIST_BOX(panel->list), --panel->sender_count)));
    while (panel->sender_count < count) {
        gtk_list_box_append(GTK_LIST_BOX(panel->list), make_row());
        ++panel->sender_count;
    }
    for (int i = 0; i < count; ++i) {
        GtkListBoxRow *row = gtk_list_box_get_row_at_index(GTK_LIST_BOX(panel->list), i);
        panel->senders[i] = senders[i].index;
        fill_row(GTK_WIDGET(row), &senders[i]);
        if (senders[i].is_chosen && gtk_list_box_get_selected_row(GTK_LIST_BOX(panel->list)) != row)
            gtk_list_box_select_row(GTK_LIST_BOX(panel->list), row);
    }
    panel->is_filling = false;
    gtk_stack_set_visible_child_name(GTK_STACK(panel->states), count > 0 ? "list" : "none");
}

static void on_selected(StudioLivePanel *panel, GtkListBoxRow *row)
{
    const int at = row != NULL ? gtk_list_box_row_get_index(row) : -1;
    if (!panel->is_filling && at >= 0 && at < panel->sender_count)
        studio_receiver_choose(studio_input_receiver(panel->input), panel->senders[at]);
}

// Words

/// Names that move a face: driven poses of its assets, and morphs of its mesh.
static GPtrArray *names_of(const MieniFace *face)
{
    GPtrArray *names = g_ptr_array_new();
    for (int a = 0; a < face->poses_count; ++a) {
        const MienPoseAsset *asset = face->poses[a].asset;
        for (int c = 0; c < mien_pose_asset_info(asset).driven_pose_count; ++c)
            g_ptr_array_add(
                names, (void *)mien_pose_asset_pose(asset, mien_pose_asset_driven_pose(asset, c).pose).name);
    }
    const MienMesh *mesh = face->character->mesh;
    for (int m = 0; mesh != NULL && m < face->character->morph_count; ++m)
        g_ptr_array_add(names, (void *)mien_mesh_morph(mesh, m).name);
    return names;
}

/// Which names move no face, a line per face, and what was not understood.
static void show_bound(StudioLivePanel *panel)
{
    const StudioReceiver *receiver = studio_input_receiver(panel->input);
    StudioLive *live = studio_live_of(panel->workspace);
    MieniTextOut text = {0};
    for (int i = 0; studio_receiver_driver(receiver) != NULL && i < studio_live_count(live); ++i) {
        g_autoptr(GPtrArray) names = names_of(studio_live_face(live, i));
        char name[STUDIO_LABEL_ROOM];
        mieni_text_putf(&text, "%s: ", studio_asset_name(studio_live_path(live, i), name));
        studio_receiver_put_bound(receiver, (const char *const *)names->pdata, (int)names->len, &text);
        mieni_text_put(&text, "\n");
    }
    if (studio_receiver_driver(receiver) != NULL)
        studio_receiver_put_trouble(receiver, &text);
    g_autofree char *words = g_strndup(text.bytes != NULL ? text.bytes : "", text.size);
    set_text(panel->bound, g_strchomp(words));
    mieni_text_release(&text);
}

/// Why there is no source.
static void show_empty(StudioLivePanel *panel)
{
    const bool is_open = studio_input_is_open(panel->input);
    MieniTextOut text = {0};
    studio_receiver_put_trouble(studio_input_receiver(panel->input), &text);
    g_autofree char *trouble = g_strndup(text.bytes != NULL ? text.bytes : "", text.size);
    const char *words = panel->reason != NULL ? panel->reason
                        : !is_open           ? "Turn on Receive to move the faces in the viewport by a phone "
                                               "or a tracker. Only programs of this machine are heard until "
                                               "you enter another address."
                        : trouble[0] != '\0' ? g_strchomp(trouble)
                                             : "Waiting for a face…";
    set_text(panel->empty, words);
    (panel->reason != NULL ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(panel->empty, "error");
    mieni_text_release(&text);
}

static void show_status(StudioLivePanel *panel)
{
    const double rate = studio_input_rate(panel->input);
    g_autofree char *words = !studio_input_is_open(panel->input) ? g_strdup("Off")
                             : rate > 0.0                        ? g_strdup_printf("%.1f Hz", rate)
                                                                 : g_strdup("No face arrives");
    set_text(panel->status, words);
    studio_describe(panel->status, words);
    g_autofree char *sign = g_strdup_printf("Live · %.0f Hz", rate);
    studio_live_set_sign(studio_live_of(panel->workspace),
                         rate > 0.0 && studio_input_is_driving(panel->input) ? sign : NULL, false);
}

static void allow(StudioLivePanel *panel)
{
    const char *no_project = panel->input == NULL ? "Open a project first" : NULL;
    const bool is_open = panel->input != NULL && studio_input_is_open(panel->input);
    studio_commands_allow(panel->commands, "live.receive", no_project);
    studio_commands_allow(panel->commands, "live.drive",
                          no_project != NULL ? no_project
                          : is_open          ? NULL
                                             : "Turn on Receive first");
    studio_commands_set_state(panel->commands, "live.receive", is_open);
    studio_commands_set_state(panel->commands, "live.drive",
                              is_open && studio_input_is_driving(panel->input));
}

static void show(StudioLivePanel *panel)
{
    allow(panel);
    if (panel->input == NULL)
        return;
    const bool is_open = studio_input_is_open(panel->input);
    gtk_widget_set_sensitive(panel->address, !is_open);
    gtk_widget_set_sensitive(panel->ports, !is_open);
    show_status(panel);
    if (!gtk_widget_get_mapped(GTK_WIDGET(panel)))
        return;
    show_senders(panel);
    show_bound(panel);
    show_empty(panel);
}

// Commands

static void receive(StudioLivePanel *panel)
{
    char reason[STUDIO_REASON_ROOM];
    const bool is_on = studio_commands_state(panel->commands, "live.receive");
    g_clear_pointer(&panel->reason, g_free);
    if (!is_on)
        studio_input_close(panel->input);
    else if (!studio_input_open(panel->input, gtk_editable_get_text(GTK_EDITABLE(panel->address)),
                                gtk_editable_get_text(GTK_EDITABLE(panel->ports)), reason))
        panel->reason = g_strdup(reason);
    if (is_on && !studio_commands_state(panel->commands, "win.show-live"))
        studio_commands_run(panel->commands, "win.show-live");
    show(panel);
}

static void run(void *user, const char *name)
{
    StudioLivePanel *panel = user;
    if (panel->input == NULL)
        return;
    if (strcmp(name, "live.receive") == 0)
        receive(panel);
    else if (strcmp(name, "live.drive") == 0)
        studio_input_set_driving(panel->input, studio_commands_state(panel->commands, name));
}

// Maps and calibrations

static const char *chosen_of(const Choice *choice)
{
    const guint at = gtk_drop_down_get_selected(GTK_DROP_DOWN(choice->drop));
    return at < choice->paths->len ? choice->paths->pdata[at] : NULL;
}

/// Lists the assets of a kind, after none and before what is built in.
static void list_choices(StudioLivePanel *panel, Choice *choice, MieniAssetKind kind, const char *none)
{
    const Studio *studio = studio_workspace_studio(panel->workspace);
    g_autofree char *before = g_strdup(chosen_of(choice));
    g_autoptr(GPtrArray) labels = g_ptr_array_new_with_free_func(g_free);
    guint selected = 0;
    g_ptr_array_set_size(choice->paths, 0);
    g_ptr_array_add(choice->paths, NULL);
    g_ptr_array_add(labels, g_strdup(none));
    for (int i = 0; i < studio->files.count; ++i) {
        const StudioFile *file = studio->files.items[i];
        char name[STUDIO_LABEL_ROOM];
        if (file->kind != kind || !studio_exists(studio, file->path))
            continue;
        g_ptr_array_add(choice->paths, g_strdup(file->path));
        g_ptr_array_add(labels, g_strdup(studio_asset_name(file->path, name)));
    }
    for (int i = 0; kind == MIENI_ASSET_MAP && i < mien_author_map_count(); ++i) {
        g_ptr_array_add(choice->paths, g_strdup(mien_author_map_info(i).id));
        g_ptr_array_add(labels, g_strdup(mien_author_map_info(i).id));
    }
    for (guint i = 1; i < choice->paths->len; ++i)
        if (g_strcmp0(choice->paths->pdata[i], before) == 0)
            selected = i;
    g_ptr_array_add(labels, NULL);
    panel->is_filling = true;
    studio_strings_set(choice->labels, (const char *const *)labels->pdata);
    gtk_drop_down_set_selected(GTK_DROP_DOWN(choice->drop), selected);
    panel->is_filling = false;
}

static void on_map(StudioLivePanel *panel)
{
    if (!panel->is_filling && panel->input != NULL)
        studio_input_set_map(panel->input, chosen_of(&panel->map));
}

static void on_calibration(StudioLivePanel *panel)
{
    if (!panel->is_filling && panel->input != NULL)
        studio_input_set_calibration(panel->input, chosen_of(&panel->calibration));
}

/// Assets changed: those that are used are read again.
static void on_changed(StudioLivePanel *panel, const char *const *paths)
{
    list_choices(panel, &panel->map, MIENI_ASSET_MAP, "No map");
    list_choices(panel, &panel->calibration, MIENI_ASSET_CALIBRATION, "Not calibrated");
    const char *map = chosen_of(&panel->map), *calibration = chosen_of(&panel->calibration);
    if (calibration == NULL || g_strv_contains(paths, calibration))
        studio_input_set_calibration(panel->input, calibration);
    if (map == NULL || g_strv_contains(paths, map))
        studio_input_set_map(panel->input, map);
}

// The widget

static void studio_live_panel_dispose(GObject *object)
{
    StudioLivePanel *panel = STUDIO_LIVE_PANEL(object);
    g_clear_object(&panel->signals);
    g_clear_object(&panel->input_signals);
    g_clear_object(&panel->live_signals);
    g_clear_object(&panel->input);
    g_clear_object(&panel->workspace);
    g_clear_object(&panel->commands);
    G_OBJECT_CLASS(studio_live_panel_parent_class)->dispose(object);
}

static void studio_live_panel_finalize(GObject *object)
{
    StudioLivePanel *panel = STUDIO_LIVE_PANEL(object);
    g_free(panel->reason);
    g_ptr_array_unref(panel->map.paths);
    g_ptr_array_unref(panel->calibration.paths);
    G_OBJECT_CLASS(studio_live_panel_parent_class)->finalize(object);
}

static void studio_live_panel_class_init(StudioLivePanelClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_live_panel_dispose;
    G_OBJECT_CLASS(class)->finalize = studio_live_panel_finalize;
}

static void studio_live_panel_init(StudioLivePanel *panel)
{
    panel->map.paths = g_ptr_array_new_with_free_func(g_free);
    panel->calibration.paths = g_ptr_array_new_with_free_func(g_free);
    panel->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(panel->signals, "changed", G_CALLBACK(on_changed), panel);
    panel->input_signals = g_signal_group_new(STUDIO_TYPE_INPUT);
    g_signal_group_connect_swapped(panel->input_signals, "changed", G_CALLBACK(show), panel);
    panel->live_signals = g_signal_group_new(STUDIO_TYPE_LIVE);
    g_signal_group_connect_swapped(panel->live_signals, "cast", G_CALLBACK(show), panel);
    g_signal_connect(panel, "map", G_CALLBACK(show), NULL);
}

/// Enter in a field.
static void on_enter(StudioLivePanel *panel) { studio_commands_run(panel->commands, "live.receive"); }

static GtkWidget *make_entry(StudioLivePanel *panel, const char *name, const char *text, const char *hint,
                             int width)
{
    GtkWidget *entry = gtk_entry_new();
    gtk_editable_set_text(GTK_EDITABLE(entry), text);
    gtk_editable_set_width_chars(GTK_EDITABLE(entry), width);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(entry), width);
    gtk_entry_set_placeholder_text(GTK_ENTRY(entry), hint);
    gtk_widget_set_valign(entry, GTK_ALIGN_CENTER);
    studio_name(entry, name);
    g_signal_connect_swapped(entry, "activate", G_CALLBACK(on_enter), panel);
    return entry;
}

static GtkWidget *make_top(StudioLivePanel *panel)
{
    GtkWidget *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9), *receiving = gtk_switch_new(),
              *close = gtk_button_new_from_icon_name("window-close-symbolic"),
              *driving = gtk_check_button_new_with_label("Drive faces");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(receiving), "live.receive");
    gtk_widget_set_valign(receiving, GTK_ALIGN_CENTER);
    studio_name(receiving, "Receive");
    studio_tip(receiving, "Receive live faces at this address and these ports");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(driving), "live.drive");
    studio_tip(driving, "Move the faces in the viewport by live values, in place of clips and weights");
    panel->address = make_entry(panel, "Address", "127.0.0.1", "127.0.0.1", 13);
    studio_tip(panel->address, "An address of this machine. 0.0.0.0 hears phones on all networks");
    panel->ports = make_entry(panel, "Ports", "", "All ports", 13);
    studio_tip(panel->ports, "UDP ports with commas between them. Empty: those of all protocols");
    panel->status = studio_label_new("Off", "dim-label numeric");
    studio_name(panel->status, "Live rate");
    gtk_widget_set_hexpand(panel->status, TRUE);
    gtk_widget_add_css_class(close, "flat");
    studio_tip(close, "Close the live panel");
    studio_name(close, "Close the live panel");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(close), "win.show-live");
    gtk_widget_add_css_class(top, "panel-top");
    GtkWidget *const parts[] = {studio_label_new("Live", "heading"),
                                receiving,
                                panel->address,
                                panel->ports,
                                driving,
                                panel->status,
                                close};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i)
        gtk_box_append(GTK_BOX(top), parts[i]);
    return top;
}

static GtkWidget *make_list(StudioLivePanel *panel)
{
    GtkWidget *scrolled = gtk_scrolled_window_new();
    panel->states = gtk_stack_new();
    panel->list = gtk_list_box_new();
    gtk_widget_set_name(panel->list, "problems-list");
    studio_name(panel->list, "Live sources");
    g_signal_connect_swapped(panel->list, "row-selected", G_CALLBACK(on_selected), panel);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), panel->list);
    panel->empty = gtk_label_new("");
    gtk_label_set_wrap(GTK_LABEL(panel->empty), TRUE);
    gtk_label_set_max_width_chars(GTK_LABEL(panel->empty), 64);
    gtk_widget_add_css_class(panel->empty, "live-words");
    gtk_stack_add_named(GTK_STACK(panel->states), scrolled, "list");
    gtk_stack_add_named(GTK_STACK(panel->states), panel->empty, "none");
    gtk_stack_set_visible_child_name(GTK_STACK(panel->states), "none");
    gtk_widget_set_hexpand(panel->states, TRUE);
    gtk_widget_set_vexpand(panel->states, TRUE);
    return panel->states;
}

static GtkWidget *make_choice(Choice *choice, const char *name, const char *tip)
{
    choice->labels = gtk_string_list_new(NULL);
    choice->drop = gtk_drop_down_new(G_LIST_MODEL(choice->labels), NULL);
    gtk_widget_set_hexpand(choice->drop, TRUE);
    studio_name(choice->drop, name);
    studio_tip(choice->drop, tip);
    return choice->drop;
}

static GtkWidget *make_side(StudioLivePanel *panel)
{
    GtkWidget *side = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6),
              *choices = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6), *scrolled = gtk_scrolled_window_new();
    gtk_box_append(GTK_BOX(choices), make_choice(&panel->map, "Map", "Translates the names of the source"));
    gtk_box_append(GTK_BOX(choices), make_choice(&panel->calibration, "Calibration",
                                                 "Fits the values of the actor to the faces"));
    g_signal_connect_swapped(panel->map.drop, "notify::selected", G_CALLBACK(on_map), panel);
    g_signal_connect_swapped(panel->calibration.drop, "notify::selected", G_CALLBACK(on_calibration), panel);
    panel->bound = gtk_label_new("");
    gtk_label_set_wrap(GTK_LABEL(panel->bound), TRUE);
    gtk_label_set_xalign(GTK_LABEL(panel->bound), 0.0f);
    gtk_label_set_yalign(GTK_LABEL(panel->bound), 0.0f);
    gtk_label_set_selectable(GTK_LABEL(panel->bound), TRUE);
    gtk_widget_add_css_class(panel->bound, "caption");
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), panel->bound);
    gtk_widget_set_vexpand(scrolled, TRUE);
    gtk_widget_add_css_class(side, "live-side");
    gtk_widget_set_size_request(side, SIDE, -1);
    gtk_box_append(GTK_BOX(side), choices);
    gtk_box_append(GTK_BOX(side), scrolled);
    return side;
}

GtkWidget *studio_live_panel_new(StudioCommands *commands)
{
    static const char *const names[] = {"live.receive", "live.drive"};
    StudioLivePanel *panel =
        g_object_new(STUDIO_TYPE_LIVE_PANEL, "orientation", GTK_ORIENTATION_VERTICAL, NULL);
    GtkWidget *body = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    panel->commands = g_object_ref(commands);
    gtk_widget_set_size_request(GTK_WIDGET(panel), -1, HEIGHT);
    gtk_box_append(GTK_BOX(body), make_list(panel));
    gtk_box_append(GTK_BOX(body), make_side(panel));
    gtk_box_append(GTK_BOX(panel), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL));
    gtk_box_append(GTK_BOX(panel), make_top(panel));
    gtk_box_append(GTK_BOX(panel), body);
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_bind(commands, names[i], run, panel);
    allow(panel);
    return GTK_WIDGET(panel);
}

void studio_live_panel_set_workspace(StudioLivePanel *panel, StudioWorkspace *workspace)
{
    static const char *const nothing[] = {NULL};
    if (panel->input != NULL)
        studio_input_close(panel->input);
    StudioInput *input = workspace != NULL ? studio_input_of(workspace) : NULL;
    g_clear_pointer(&panel->reason, g_free);
    g_set_object(&panel->workspace, workspace);
    g_set_object(&panel->input, input);
    g_signal_group_set_target(panel->signals, workspace);
    g_signal_group_set_target(panel->input_signals, input);
    g_signal_group_set_target(panel->live_signals, workspace != NULL ? studio_live_of(workspace) : NULL);
    if (workspace != NULL)
        on_changed(panel, nothing);
    show(panel);
}
