// SPDX-License-Identifier: MIT
//
// Rows of the poses list: thumbnail, name, slider, number, solo, menu. Rows are recycled: binding
// reads no file and draws nothing.

#include "studio/panels/poses/drag.h"
#include "studio/panels/poses/private.h"
#include "studio/panels/thumbnails/thumbnails.h"
#include "studio/panels/viewport/player.h"
#include "studio/panels/widgets/weight_scale.h"
#include "studio/panels/workspace/preferences.h"

#include <math.h>
#include <string.h>

typedef struct StudioPosesName {
    StudioPosesPanel *panel;
    GtkListItem *list_item;
    GtkWidget *label;     ///< A GtkEditableLabel.
    StudioPoseItem *item; ///< NULL: none.
    char *problem;        ///< Why what is typed cannot be its name; NULL: it can.
    guint32 pressed_at;   ///< Milliseconds of the display's clock; 0: never.
    bool is_double;       ///< The button went down twice in a row.
    bool is_over;         ///< Editing is ended by the program.
    guint idle;
} StudioPosesName;

/// What a row showed last, besides what its item says.
typedef struct Shown {
    StudioPoseValues values;
    double min, max; ///< Ends of the slider.
    bool is_armed, is_valid;
} Shown;

struct StudioPosesRow {
    StudioPosesPanel *panel;
    GtkListItem *list_item;
    int holders;          ///< The list item and the box.
    StudioPoseItem *item; ///< NULL: unbound.
    StudioPoseItem *last; ///< What it was unbound from: lists bind again whatever is selected.
    gulong changed_id, selected_id;
    GtkWidget *box, *picture_box, *picture, *mark, *texts, *second, *scale, *number, *solo, *more;
    StudioPosesName name;
    int picture_size;
    gint64 told_at; ///< When the slider was last described.
    Shown shown;    ///< What it shows, so that nothing is set again.
    bool is_hovered, is_showing, is_typing, is_filling, is_known;
    guint hover_idle; ///< Shows what that makes visible.
};

static GtkEditableLabel *label_of(const StudioPosesName *name) { return GTK_EDITABLE_LABEL(name->label); }

static void poses_name_show(StudioPosesName *name, StudioPoseItem *item)
{
    name->item = item;
    if (gtk_editable_label_get_editing(label_of(name)) ||
        strcmp(gtk_editable_get_text(GTK_EDITABLE(name->label)), item->name) == 0)
        return;
    studio_fill(name->label, item->name);
}

/// The widget is gone.
static void poses_name_release(StudioPosesName *name)
{
    name->is_over = true;
    g_clear_handle_id(&name->idle, g_source_remove);
    g_clear_pointer(&name->problem, g_free);
}

static void poses_name_edit(StudioPosesName *name)
{
    if (name->item == NULL || gtk_editable_label_get_editing(label_of(name)))
        return;
    gtk_widget_grab_focus(name->label);
    gtk_editable_label_start_editing(label_of(name));
}

// Contents of a row of the poses list.

enum { TELLING = 250000 }; ///< Microseconds between descriptions while playing.

/// Puts a class on a widget, or takes it off.
static void poses_row_class(GtkWidget *widget, const char *class, bool is_on)
{
    if (is_on)
        gtk_widget_add_css_class(widget, class);
    else
        gtk_widget_remove_css_class(widget, class);
}

static void show_mark(StudioPosesRow *row)
{
    const StudioPoseItem *item = row->item;
    const bool is_changed = item->source == STUDIO_SOURCE_CHANGED || item->source == STUDIO_SOURCE_GONE;
    const bool is_still = item->is_measured && item->moves_nothing;
    gtk_widget_set_visible(row->mark, is_changed || item->is_edited || is_still);
    gtk_label_set_text(GTK_LABEL(row->mark), is_changed ? "↻" : item->is_edited ? "●" : "∅");
    poses_row_class(row->mark, "warning", is_changed);
    poses_row_class(row->mark, "accent", !is_changed && item->is_edited);
    poses_row_class(row->mark, "dim-label", !is_changed && !item->is_edited);
    studio_tip(row->mark, is_changed ? "Source file changed" : item->is_edited ? "Edited" : "Moves nothing");
}

/// What the clip adds to a weight that is set here: "clip +0.07, final 1.00"; NULL: nothing. Free it.
static char *clip_line(const StudioPoseValues *values, bool *out_is_warning)
{
    char added[STUDIO_NUMBER_ROOM], applied[STUDIO_NUMBER_ROOM];
    if (isnan(values->mark) || !values->counts)
        return NULL;
    const double by = values->mark - values->asked;
    *out_is_warning = fabs(values->mark - values->applied) > 0.005;
    studio_number_text(by, 2, added);
    studio_number_text(values->applied, 2, applied);
    return g_strdup_printf(*out_is_warning ? "clip %s%s, final %s" : "clip %s%s", by < 0 ? "" : "+", added,
                           applied);
}

/// What there is to say below the name; NULL: nothing. Free it.
static char *second_line(const StudioPosesRow *row, const StudioPoseValues *values, bool *out_is_warning)
{
    const StudioPoseItem *item = row->item;
    char asked[STUDIO_NUMBER_ROOM], applied[STUDIO_NUMBER_ROOM];
    char *clip = clip_line(values, out_is_warning);
    if (clip != NULL)
        return clip;
    const bool differs = item->kind == STUDIO_POSE_CONTROL && !values->is_quiet && isnan(values->mark) &&
                         fabs(values->asked - values->applied) > 0.005;
    *out_is_warning = true;
    studio_number_text(values->asked, 2, asked);
    studio_number_text(values->applied, 2, applied);
    if (differs && (values->asked < item->min || values->asked > item->max))
        return g_strdup_printf("%s → %s", asked, applied);
    if (differs) {
        g_autofree char *reason = studio_poses_reason(row->panel, item, values, false);
        return g_strdup_printf("final %s%s%s", applied, reason != NULL ? " · " : "",
                               reason != NULL ? reason : "");
    }
    if (item->source == STUDIO_SOURCE_CHANGED || item->source == STUDIO_SOURCE_GONE)
        return g_strdup(item->source == STUDIO_SOURCE_CHANGED ? "source changed" : "not in source file");
    *out_is_warning = false;
    return g_strdup(item->drive);
}

static void show_second(StudioPosesRow *row, const StudioPoseValues *values)
{
    bool is_warning;
    g_autofree char *text = second_line(row, values, &is_warning);
    if (row->name.problem != NULL) {
        gtk_label_set_text(GTK_LABEL(row->second), row->name.problem);
        gtk_widget_set_visible(row->second, TRUE);
        poses_row_class(row->second, "error", true);
        return;
    }
    poses_row_class(row->second, "error", false);
    poses_row_class(row->second, "warning", is_warning);
    poses_row_class(row->second, "dim-label", !is_warning);
    gtk_widget_set_visible(row->second, text != NULL);
    if (text != NULL && strcmp(gtk_label_get_text(GTK_LABEL(row->second)), text) != 0)
        gtk_label_set_text(GTK_LABEL(row->second), text);
}

static void show_numbers(StudioPosesRow *row, const StudioPoseValues *values)
{
    char asked[STUDIO_NUMBER_ROOM], applied[STUDIO_NUMBER_ROOM];
    studio_number_text(values->asked, 2, asked);
    studio_number_text(values->applied, 2, applied);
    if (!row->is_typing && strcmp(gtk_editable_get_text(GTK_EDITABLE(row->number)), asked) != 0) {
        row->is_filling = true;
        studio_fill(row->number, asked);
        row->is_filling = false;
    }
    g_autofree char *told = g_strdup_printf("input %s, final %s", asked, applied);
    if (g_strcmp0(g_object_get_data(G_OBJECT(row->scale), "told"), told) == 0)
        return;
    const gint64 now = g_get_monotonic_time(); // each telling goes over the bus: a few times a second
    if (studio_player_is_playing(studio_player_of(row->panel->workspace)) && now - row->told_at < TELLING) {
        row->shown.is_valid = false; // tell it later
        return;
    }
    row->told_at = now;
    const bool differs = fabs(values->asked - values->applied) > 0.005 && !values->is_quiet;
    g_autofree char *reason = differs ? studio_poses_reason(row->panel, row->item, values, true) : NULL;
    g_autofree char *tip = differs ? g_strdup_printf("Input weight %s, final weight %s.%s%s", asked, applied,
                                                     reason != NULL ? " " : "", reason != NULL ? reason : "")
                                   : NULL;
    studio_tip(row->scale, tip); // describes it too
    studio_describe(row->scale, told);
    g_object_set_data_full(G_OBJECT(row->scale), "told", g_steal_pointer(&told), g_free);
}

static bool is_same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

/// Whether a row shows this already. Why a weight is lowered depends on other poses: then it is asked again.
static bool is_shown(const Shown *shown, const Shown *now)
{
    const StudioPoseValues *a = &shown->values, *b = &now->values;
    return shown->is_valid && is_same(a->asked, b->asked) && is_same(a->applied, b->applied) &&
           is_same(a->mark, b->mark) && a->counts == b->counts && a->is_solo == b->is_solo &&
           a->is_quiet == b->is_quiet && is_same(shown->min, now->min) && is_same(shown->max, now->max) &&
           shown->is_armed == now->is_armed && fabs(b->asked - b->applied) <= 0.005;
}

void studio_poses_row_refresh(StudioPosesRow *row)
{
    const StudioPoseItem *item = row->item;
    const StudioSession *session = studio_poses_session(row->panel);
    if (item == NULL || session == NULL)
        return;
    const bool is_beyond = session->is_beyond;
    const int beyond = studio_prefers(STUDIO_PREFER_BEYOND);
    const Shown now = {.values = studio_poses_values(row->panel, item),
                       .min = is_beyond ? MIN(item->min, -beyond) : item->min,
                       .max = is_beyond ? MAX(item->max, 1 + beyond) : item->max,
                       .is_armed = row->panel->is_armed && item->kind == STUDIO_POSE_CONTROL,
                       .is_valid = !row->is_typing && row->name.problem == NULL};
    if (now.is_valid && is_shown(&row->shown, &now))
        return;
    const StudioPoseValues *values = &now.values;
    StudioWeightScale *scale = STUDIO_WEIGHT_SCALE(row->scale);
    row->shown = now;
    row->is_showing = true;
    studio_weight_scale_set_range(scale, now.min, now.max, item->min, item->max);
    studio_weight_scale_set_values(scale, values->asked, values->applied);
    studio_weight_scale_set_mark(scale, values->mark);
    studio_weight_scale_set_armed(scale, now.is_armed);
    show_numbers(row, values);
    show_second(row, values);
    poses_row_class(row->box, "active", values->counts);
    poses_row_class(row->box, "quiet", values->is_quiet);
    if (gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(row->solo)) != values->is_solo)
        gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(row->solo), values->is_solo);
    row->is_showing = false;
}

static void show_picture(StudioPosesRow *row)
{
    const int size = row->panel->picture_size;
    if (row->picture != NULL && row->picture_size != size) {
        gtk_overlay_set_child(GTK_OVERLAY(row->picture_box), NULL);
        row->picture = NULL;
    }
    row->picture_size = size;
    gtk_widget_set_visible(row->picture_box, size > 0);
    if (size == 0 || row->item == NULL)
        return;
    if (row->picture == NULL) {
        row->picture = studio_picture_new(size);
        gtk_overlay_set_child(GTK_OVERLAY(row->picture_box), row->picture);
    }
    const char *on = studio_live_path_of(studio_live_of(row->panel->workspace), row->panel->path);
    studio_picture_show(row->picture, row->panel->workspace,
                        &(StudioPictureOf){.asset = row->panel->path, .on = on, .pose = row->item->name},
                        "face-smile-big-symbolic");
}

static void poses_row_show_buttons(StudioPosesRow *row)
{
    if (row->item == NULL)
        return;
    const bool is_here = row->panel->shows_buttons || row->is_hovered ||
                         gtk_list_item_get_selected(row->list_item) ||
                         gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(row->solo));
    const bool has_menu = row->panel->shows_buttons;
    gtk_widget_set_visible(row->solo, is_here);
    gtk_widget_set_visible(row->more, has_menu);
}

void studio_poses_row_resize(StudioPosesRow *row)
{
    gtk_widget_set_size_request(row->texts, row->panel->name_width, -1);
    poses_row_class(row->box, "large", row->panel->shows_buttons);
    if (row->item == NULL)
        return;
    show_picture(row);
    poses_row_show_buttons(row);
}

static void name_parts(StudioPosesRow *row)
{
    const char *name = row->item->name;
    const struct {
        GtkWidget *widget;
        const char *format;
    } parts[] = {{row->scale, "%s weight"},
                 {row->number, "%s value"},
                 {row->name.label, "Name of %s"},
                 {row->solo, "Solo %s"},
                 {row->more, "%s menu"}};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i) {
        g_autoptr(GString) text = g_string_new(parts[i].format);
        g_string_replace(text, "%s", name, 1);
        studio_name(parts[i].widget, text->str);
    }
}

/// Shows the item, all of it.
static void poses_row_show(StudioPosesRow *row)
{
    poses_name_show(&row->name, row->item);
    name_parts(row);
    show_mark(row);
    const bool is_control = row->item->kind == STUDIO_POSE_CONTROL;
    gtk_widget_set_sensitive(row->scale, is_control);
    gtk_widget_set_sensitive(row->number, is_control);
    gtk_widget_set_sensitive(row->solo, is_control);
    g_object_set_data(G_OBJECT(row->scale), "told", NULL);
    row->shown.is_valid = false;
    studio_poses_row_resize(row);
    studio_poses_row_refresh(row);
}

// Editing of names in rows.

static void set_problem(StudioPosesName *name, char *problem)
{
    g_free(name->problem);
    name->problem = problem;
    if (problem != NULL)
        gtk_widget_add_css_class(name->label, "error");
    else
        gtk_widget_remove_css_class(name->label, "error");
    studio_tip(name->label, problem); // describes it too
    studio_describe(name->label, problem != NULL                                  ? problem
                                 : gtk_editable_label_get_editing(label_of(name)) ? "being edited"
                                                                                  : "");
    if (name->item != NULL && name->list_item != NULL)
        studio_poses_row_refresh(g_object_get_data(G_OBJECT(name->list_item), "row"));
}

static void on_text(GtkEditable *editable, StudioPosesName *name)
{
    if (name->item == NULL || name->is_over || !gtk_editable_label_get_editing(label_of(name)))
        return;
    set_problem(name, studio_poses_clash(name->panel, name->item, gtk_editable_get_text(editable)));
}

typedef struct Rename {
    StudioPosesPanel *panel;
    char *from, *to;
} Rename;

static void free_rename(void *given)
{
    Rename *rename = given;
    g_object_unref(rename->panel);
    g_free(rename->from);
    g_free(rename->to);
    g_free(rename);
}

static gboolean on_rename(void *given)
{
    const Rename *rename = given;
    studio_poses_rename_one(rename->panel, rename->from, rename->to);
    return G_SOURCE_REMOVE;
}

/// Once the field has ended: a renamed pose may have no row any more.
static void rename_soon(StudioPosesPanel *panel, const char *from, const char *to)
{
    Rename *rename = g_new0(Rename, 1);
    *rename = (Rename){g_object_ref(panel), g_strdup(from), g_strdup(to)};
    g_idle_add_full(G_PRIORITY_DEFAULT, on_rename, rename, free_rename);
}

static void on_editing(GtkEditableLabel *label, GParamSpec *spec, StudioPosesName *name)
{
    (void)spec;
    if (name->item == NULL || name->is_over)
        return;
    if (gtk_editable_label_get_editing(label)) {
        studio_fill_again(GTK_WIDGET(label));
        set_problem(name, NULL);
        return;
    }
    const char *text = gtk_editable_get_text(GTK_EDITABLE(label));
    const bool is_refused = name->problem != NULL;
    set_problem(name, NULL);
    if (is_refused)
        poses_name_show(name, name->item);
    else if (strcmp(text, name->item->name) != 0)
        rename_soon(name->panel, name->item->name, text);
}

/// Ends editing. The row has the focus before the field goes: otherwise nothing has it for a moment, and
/// GTK computes the styles of the whole window, which may depend on what has it.
static void end_editing(StudioPosesName *name)
{
    GtkWidget *box = name->list_item != NULL ? gtk_list_item_get_child(name->list_item) : NULL;
    if (box != NULL && gtk_widget_get_parent(box) != NULL)
        gtk_widget_grab_focus(gtk_widget_get_parent(box));
    gtk_editable_label_stop_editing(label_of(name), TRUE);
}

/// Before the field itself: a name that clashes stays open, Tab goes on to the next.
static gboolean on_name_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                            StudioPosesName *name)
{
    (void)controller, (void)code;
    if (name->item == NULL || name->list_item == NULL || !gtk_editable_label_get_editing(label_of(name)))
        return GDK_EVENT_PROPAGATE;
    const bool is_tab = key == GDK_KEY_Tab || key == GDK_KEY_ISO_Left_Tab;
    const bool is_enter = key == GDK_KEY_Return || key == GDK_KEY_KP_Enter;
    if ((is_tab || is_enter) && name->problem != NULL)
        return GDK_EVENT_STOP;
    if (is_enter)
        end_editing(name);
    if (!is_tab)
        return is_enter ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE;
    StudioPosesPanel *panel = name->panel;
    const guint position = gtk_list_item_get_position(name->list_item);
    const bool is_back = key == GDK_KEY_ISO_Left_Tab || (state & GDK_SHIFT_MASK) != 0;
    g_autoptr(StudioPoseItem) next =
        is_back && position == 0
            ? NULL
            : g_list_model_get_item(G_LIST_MODEL(panel->list.shown), is_back ? position - 1 : position + 1);
    end_editing(name);
    if (next != NULL)
        studio_poses_edit_name(panel, next->name);
    return GDK_EVENT_STOP;
}

static gboolean on_left(void *user)
{
    StudioPosesName *name = user;
    name->idle = 0;
    if (gtk_editable_label_get_editing(label_of(name)))
        gtk_editable_label_stop_editing(label_of(name), TRUE);
    return G_SOURCE_REMOVE;
}

static void on_name_leave(GtkEventControllerFocus *controller, StudioPosesName *name)
{
    (void)controller;
    if (name->is_over || gtk_widget_in_destruction(name->label))
        return;
    if (name->idle == 0 && gtk_editable_label_get_editing(label_of(name)))
        name->idle = g_idle_add(on_left, name); // once the focus is where it goes
}

/// By the times of events: GTK counts by when it hears of them, which on a busy machine is at once.
static void on_pressed(GtkGestureClick *gesture, int count, double x, double y, StudioPosesName *name)
{
    (void)x, (void)y;
    int most;
    const guint32 now = gtk_event_controller_get_current_event_time(GTK_EVENT_CONTROLLER(gesture));
    g_object_get(gtk_widget_get_settings(name->label), "gtk-double-click-time", &most, NULL);
    name->is_double = count == 2 && now - name->pressed_at <= (guint32)most;
    name->pressed_at = now;
    if (name->is_double) // else the row takes it, and letting go is not heard of
        gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

/// A double click edits; one click selects, so that Delete and other keys still mean the pose.
static void on_released(GtkGestureClick *gesture, int count, double x, double y, StudioPosesName *name)
{
    (void)count, (void)x, (void)y;
    const GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));
    if (name->is_double && (state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)) == 0)
        poses_name_edit(name);
}

/// The label inside, which no function gives: long names lose their middle, so that sides stay.
static void shorten(GtkWidget *widget)
{
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL;
         child = gtk_widget_get_next_sibling(child)) {
        if (GTK_IS_LABEL(child)) {
            gtk_label_set_ellipsize(GTK_LABEL(child), PANGO_ELLIPSIZE_MIDDLE);
            gtk_label_set_max_width_chars(GTK_LABEL(child), 1);
        }
        shorten(child);
    }
}

/// Takes off what GTK has for clicks, drags and drops, on the widget or, by its version, on the label
/// inside: it would edit at the first click, drag the text in place of the pose, and once the focus is
/// gone wait a moment, longer than the row may live.
static void drop_controllers(GtkWidget *widget)
{
    g_autoptr(GListModel) controllers = gtk_widget_observe_controllers(widget);
    for (guint i = g_list_model_get_n_items(controllers); i-- > 0;) {
        g_autoptr(GtkEventController) controller = g_list_model_get_item(controllers, i);
        if (GTK_IS_GESTURE_CLICK(controller) || GTK_IS_DRAG_SOURCE(controller) ||
            GTK_IS_DROP_TARGET(controller) || GTK_IS_EVENT_CONTROLLER_FOCUS(controller))
            gtk_widget_remove_controller(widget, controller);
    }
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL;
         child = gtk_widget_get_next_sibling(child))
        if (!GTK_IS_TEXT(child)) // the field needs its own
            drop_controllers(child);
}

static void poses_name_make(StudioPosesName *name, StudioPosesPanel *panel, GtkListItem *list_item)
{
    name->panel = panel;
    g_set_weak_pointer(&name->list_item, list_item); // it may go first
    name->label = gtk_editable_label_new("");
    gtk_widget_add_css_class(name->label, "pose-name");
    shorten(name->label);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(name->label), 1);
    gtk_editable_set_width_chars(GTK_EDITABLE(name->label), 1);
    drop_controllers(name->label);
    GtkGesture *click = gtk_gesture_click_new();
    g_signal_connect(click, "pressed", G_CALLBACK(on_pressed), name);
    g_signal_connect(click, "released", G_CALLBACK(on_released), name);
    gtk_widget_add_controller(name->label, GTK_EVENT_CONTROLLER(click));
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_signal_connect(focus, "leave", G_CALLBACK(on_name_leave), name);
    gtk_widget_add_controller(name->label, focus);
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_name_key), name);
    gtk_widget_add_controller(name->label, keys);
    g_signal_connect(name->label, "changed", G_CALLBACK(on_text), name);
    g_signal_connect(name->label, "notify::editing", G_CALLBACK(on_editing), name);
    g_signal_connect_swapped(name->label, "destroy", G_CALLBACK(poses_name_release), name);
}

/// Forgets the pose; what is typed is dropped.
static void poses_name_drop(StudioPosesName *name)
{
    name->item = NULL;
    if (name->is_over) // the widget is gone
        return;
    name->is_over = true;
    if (gtk_editable_label_get_editing(label_of(name)))
        gtk_editable_label_stop_editing(label_of(name), FALSE);
    g_clear_handle_id(&name->idle, g_source_remove);
    g_clear_pointer(&name->problem, g_free);
    gtk_widget_remove_css_class(name->label, "error");
    name->is_over = false;
}

static void on_changed(StudioPoseItem *item, StudioPosesRow *row)
{
    (void)item;
    poses_row_show(row);
}

// Hands

static void on_began(StudioWeightScale *scale, StudioPosesRow *row)
{
    (void)scale;
    if (row->item != NULL) // else the list just let it go
        studio_poses_gesture_begin(row->panel, row->item->name);
}

static void on_asked(StudioWeightScale *scale, double value, StudioPosesRow *row)
{
    (void)scale;
    studio_poses_gesture_move(row->panel, value);
}

static void on_ended(StudioWeightScale *scale, gboolean is_cancelled, StudioPosesRow *row)
{
    (void)scale;
    studio_poses_gesture_end(row->panel, is_cancelled);
}

static void on_solo(GtkToggleButton *button, StudioPosesRow *row)
{
    (void)button;
    if (row->is_showing || row->item == NULL)
        return;
    studio_poses_toggle_solo(row->panel, (const char *const[]){row->item->name}, 1);
}

static void on_more(GtkButton *button, StudioPosesRow *row)
{
    const int width = gtk_widget_get_width(GTK_WIDGET(button));
    studio_poses_open_menu(row->panel, GTK_WIDGET(button), row->item->name, width / 2,
                           gtk_widget_get_height(GTK_WIDGET(button)));
}

static void on_secondary(GtkGestureClick *gesture, int count, double x, double y, StudioPosesRow *row)
{
    (void)count;
    gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
    studio_poses_open_menu(row->panel, row->box, row->item->name, x, y);
}

static void on_hold(GtkGestureClick *gesture, int count, double x, double y, StudioPosesRow *row)
{
    (void)count, (void)x, (void)y;
    if (row->item == NULL || row->panel->workspace == NULL)
        return;
    gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
    studio_live_hold(studio_live_of(row->panel->workspace), row->item->name);
}

static void let_go(StudioPosesRow *row)
{
    if (row->panel->workspace != NULL)
        studio_live_hold(studio_live_of(row->panel->workspace), NULL);
}

static gboolean on_hover(void *user)
{
    StudioPosesRow *row = user;
    row->hover_idle = 0;
    poses_row_show_buttons(row);
    return G_SOURCE_REMOVE;
}

/// While a list scrolls, rows come under the pointer after layout and before they are drawn: one that
/// became another size there would not be drawn.
static void hover(StudioPosesRow *row, bool is_hovered)
{
    row->is_hovered = is_hovered;
    if (row->hover_idle == 0)
        row->hover_idle = g_idle_add_full(GDK_PRIORITY_REDRAW + 10, on_hover, row, NULL);
}

static void on_enter(GtkEventControllerMotion *motion, double x, double y, StudioPosesRow *row)
{
    (void)motion, (void)x, (void)y;
    hover(row, true);
}

static void on_leave(GtkEventControllerMotion *motion, StudioPosesRow *row)
{
    (void)motion;
    hover(row, false);
}

// Numbers

static void end_typing(StudioPosesRow *row)
{
    row->is_typing = false;
    poses_row_class(row->number, "error", false);
    studio_tip(row->number, NULL);
    studio_poses_row_refresh(row);
    studio_fill_again(row->number);
}

static bool take_number(StudioPosesRow *row)
{
    const char *text = gtk_editable_get_text(GTK_EDITABLE(row->number));
    char min[STUDIO_NUMBER_ROOM], max[STUDIO_NUMBER_ROOM], now[STUDIO_NUMBER_ROOM];
    if (row->item == NULL)
        return true;
    const StudioPoseValues values = studio_poses_values(row->panel, row->item);
    if (strcmp(text, studio_number_text(values.asked, 2, now)) == 0 ||
        studio_poses_type(row->panel, row->item->name, text)) {
        end_typing(row);
        return true;
    }
    g_autofree char *tip =
        g_strdup_printf("Not a number. The range is %s to %s.", studio_number_text(row->item->min, 2, min),
                        studio_number_text(row->item->max, 2, max));
    poses_row_class(row->number, "error", true);
    studio_tip(row->number, tip);
    return false;
}

static void on_number(GtkEntry *entry, StudioPosesRow *row)
{
    if (take_number(row))
        gtk_editable_select_region(GTK_EDITABLE(entry), 0, -1);
}

static void on_number_changed(GtkEditable *editable, StudioPosesRow *row)
{
    (void)editable;
    row->is_typing = row->is_typing || !row->is_filling;
    row->shown.is_valid = row->shown.is_valid && !row->is_typing;
}

static void on_number_leave(GtkEventControllerFocus *controller, StudioPosesRow *row)
{
    (void)controller;
    if (gtk_widget_in_destruction(row->number))
        return;
    if (row->is_typing && !take_number(row))
        end_typing(row);
    gtk_editable_select_region(GTK_EDITABLE(row->number), 0, 0);
}

static gboolean on_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                       StudioPosesRow *row)
{
    (void)code;
    GtkWidget *widget = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(controller));
    const bool is_number = widget == row->number;
    if (row->item == NULL || (state & (GDK_ALT_MASK | GDK_CONTROL_MASK | GDK_SHIFT_MASK)) != 0)
        return GDK_EVENT_PROPAGATE;
    if (key == GDK_KEY_Up || key == GDK_KEY_Down)
        return studio_poses_step(row->panel, row->item->name, key == GDK_KEY_Up ? -1 : 1, is_number);
    if (key == GDK_KEY_Escape && is_number) {
        end_typing(row);
        gtk_widget_grab_focus(row->scale);
        return GDK_EVENT_STOP;
    }
    return GDK_EVENT_PROPAGATE;
}

// Making

static void add_keys(GtkWidget *widget, StudioPosesRow *row)
{
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), row);
    gtk_widget_add_controller(widget, keys);
}

static void make_picture(StudioPosesRow *row)
{
    row->picture_box = gtk_overlay_new();
    row->mark = studio_label_new("", "pose-mark");
    gtk_widget_set_halign(row->mark, GTK_ALIGN_END);
    gtk_widget_set_valign(row->mark, GTK_ALIGN_END);
    gtk_widget_set_valign(row->picture_box, GTK_ALIGN_CENTER);
    gtk_overlay_add_overlay(GTK_OVERLAY(row->picture_box), row->mark);
    studio_tip(row->picture_box, "Hold to show only this pose");
    GtkGesture *click = gtk_gesture_click_new();
    g_signal_connect(click, "pressed", G_CALLBACK(on_hold), row);
    g_signal_connect_swapped(click, "released", G_CALLBACK(let_go), row);
    g_signal_connect_swapped(click, "cancel", G_CALLBACK(let_go), row);
    g_signal_connect_swapped(click, "unpaired-release", G_CALLBACK(let_go), row);
    gtk_widget_add_controller(row->picture_box, GTK_EVENT_CONTROLLER(click));
}

static void make_number(StudioPosesRow *row)
{
    row->number = gtk_entry_new();
    gtk_entry_set_alignment(GTK_ENTRY(row->number), 1.0f);
    gtk_editable_set_width_chars(GTK_EDITABLE(row->number), 4);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(row->number), 5);
    gtk_widget_add_css_class(row->number, "pose-number");
    gtk_widget_add_css_class(row->number, "numeric");
    gtk_widget_set_valign(row->number, GTK_ALIGN_CENTER);
    g_signal_connect(row->number, "activate", G_CALLBACK(on_number), row);
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_signal_connect(row->number, "changed", G_CALLBACK(on_number_changed), row);
    g_signal_connect(focus, "leave", G_CALLBACK(on_number_leave), row);
    gtk_widget_add_controller(row->number, focus);
    add_keys(row->number, row);
}

static void make_values(StudioPosesRow *row)
{
    row->scale = studio_weight_scale_new();
    gtk_widget_set_hexpand(row->scale, TRUE);
    gtk_widget_set_valign(row->scale, GTK_ALIGN_CENTER);
    g_signal_connect(row->scale, "began", G_CALLBACK(on_began), row);
    g_signal_connect(row->scale, "asked", G_CALLBACK(on_asked), row);
    g_signal_connect(row->scale, "ended", G_CALLBACK(on_ended), row);
    add_keys(row->scale, row);
    make_number(row);
    row->solo = gtk_toggle_button_new_with_label("S");
    row->more = gtk_button_new_from_icon_name("view-more-symbolic");
    studio_tip(row->solo, "Solo this pose (S)");
    studio_tip(row->more, "Pose menu");
    gtk_widget_add_css_class(row->solo, "pose-solo");
    gtk_widget_add_css_class(row->solo, "flat");
    gtk_widget_add_css_class(row->more, "pose-more");
    gtk_widget_add_css_class(row->more, "flat");
    gtk_widget_set_valign(row->solo, GTK_ALIGN_CENTER);
    gtk_widget_set_valign(row->more, GTK_ALIGN_CENTER);
    g_signal_connect(row->solo, "toggled", G_CALLBACK(on_solo), row);
    g_signal_connect(row->more, "clicked", G_CALLBACK(on_more), row);
}

static void add_hands(StudioPosesRow *row)
{
    GtkGesture *menu = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(menu), GDK_BUTTON_SECONDARY);
    g_signal_connect(menu, "pressed", G_CALLBACK(on_secondary), row);
    gtk_widget_add_controller(row->box, GTK_EVENT_CONTROLLER(menu));
    GtkEventController *motion = gtk_event_controller_motion_new();
    g_signal_connect(motion, "enter", G_CALLBACK(on_enter), row);
    g_signal_connect(motion, "leave", G_CALLBACK(on_leave), row);
    gtk_widget_add_controller(row->box, motion);
}

/// What a hand began with a pose ends when the row shows another one.
static void end_hands(StudioPosesRow *row)
{
    if (gtk_widget_in_destruction(row->box))
        return;
    studio_weight_scale_let_go(STUDIO_WEIGHT_SCALE(row->scale));
    poses_name_drop(&row->name);
    row->is_typing = false;
}

static void drop_row(void *given)
{
    StudioPosesRow *row = given;
    if (--row->holders > 0)
        return;
    g_clear_handle_id(&row->hover_idle, g_source_remove);
    g_clear_weak_pointer(&row->name.list_item);
    g_clear_object(&row->last);
    g_clear_object(&row->item);
    poses_name_release(&row->name);
    g_free(row);
}

static void on_setup(GtkSignalListItemFactory *factory, GtkListItem *list_item, StudioPosesPanel *panel)
{
    (void)factory;
    StudioPosesRow *row = g_new0(StudioPosesRow, 1);
    row->panel = panel;
    row->list_item = list_item;
    row->box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9);
    gtk_widget_add_css_class(row->box, "pose-row");
    row->texts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_widget_set_valign(row->texts, GTK_ALIGN_CENTER);
    row->second = studio_label_new("", "caption");
    gtk_label_set_max_width_chars(GTK_LABEL(row->second), 1); // the column says how wide it is
    make_picture(row);
    make_values(row);
    poses_name_make(&row->name, panel, list_item);
    gtk_box_append(GTK_BOX(row->texts), row->name.label);
    gtk_box_append(GTK_BOX(row->texts), row->second);
    GtkWidget *values = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2);
    gtk_widget_set_hexpand(values, TRUE);
    GtkWidget *const ends[] = {row->scale, row->number, row->solo, row->more};
    for (size_t i = 0; i < G_N_ELEMENTS(ends); ++i)
        gtk_box_append(GTK_BOX(values), ends[i]);
    gtk_box_append(GTK_BOX(row->box), row->picture_box);
    gtk_box_append(GTK_BOX(row->box), row->texts);
    gtk_box_append(GTK_BOX(row->box), values);
    add_hands(row);
    studio_poses_drag_add(row->box, panel, list_item);
    g_signal_connect_swapped(row->box, "unmap", G_CALLBACK(end_hands), row);
    gtk_list_item_set_child(list_item, row->box);
    void *const holders[] = {list_item,  row->box,    row->picture_box, row->name.label, row->second,
                             row->scale, row->number, row->solo,        row->more};
    for (size_t i = 0; i < G_N_ELEMENTS(holders); ++i) { // any of them may be the last
        row->holders += 1;
        g_object_set_data_full(G_OBJECT(holders[i]), "row", row, drop_row);
    }
}

/// A new row of a list that changes is shown by studio_show_rows.
static void hide_new(StudioPosesRow *row)
{
    GtkWidget *widget = gtk_widget_get_parent(row->box);
    if (row->panel->is_changing && !row->is_known && widget != NULL) {
        gtk_widget_set_visible(widget, FALSE);
        g_ptr_array_add(row->panel->hidden, widget);
    }
    row->is_known = true;
}

static void on_bind(GtkSignalListItemFactory *factory, GtkListItem *list_item, StudioPosesPanel *panel)
{
    (void)factory;
    StudioPosesRow *row = g_object_get_data(G_OBJECT(list_item), "row");
    row->item = g_object_ref(gtk_list_item_get_item(list_item));
    if (row->item != row->last) {
        end_hands(row);
        row->is_hovered = false;
    }
    g_clear_object(&row->last);
    row->changed_id = g_signal_connect(row->item, "changed", G_CALLBACK(on_changed), row);
    row->selected_id =
        g_signal_connect_swapped(list_item, "notify::selected", G_CALLBACK(poses_row_show_buttons), row);
    g_ptr_array_add(panel->rows, row);
    hide_new(row);
    poses_row_show(row);
}

static void on_unbind(GtkSignalListItemFactory *factory, GtkListItem *list_item, StudioPosesPanel *panel)
{
    (void)factory;
    StudioPosesRow *row = g_object_get_data(G_OBJECT(list_item), "row");
    g_clear_signal_handler(&row->changed_id, row->item);
    g_clear_signal_handler(&row->selected_id, list_item);
    g_ptr_array_remove_fast(panel->rows, row);
    g_set_object(&row->last, row->item);
    g_clear_object(&row->item);
}

StudioPoseItem *studio_poses_row_item(const StudioPosesRow *row) { return row->item; }

void studio_poses_row_edit(StudioPosesRow *row) { poses_name_edit(&row->name); }

void studio_poses_row_focus(StudioPosesRow *row, bool is_number)
{
    gtk_widget_grab_focus(is_number ? row->number : row->scale);
}

GtkListItemFactory *studio_poses_rows_new(StudioPosesPanel *panel)
{
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(on_setup), panel);
    g_signal_connect(factory, "bind", G_CALLBACK(on_bind), panel);
    g_signal_connect(factory, "unbind", G_CALLBACK(on_unbind), panel);
    return factory;
}
