// SPDX-License-Identifier: MIT
//
// The list of curves: colour, name, value at the playhead, key.

#include "studio/panels/clip/private.h"

#include "studio/model/commands/solve.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/clip/mark.h"
#include "studio/panels/widgets/widgets.h"

#include <math.h>
#include <string.h>

/// The widgets of a row, kept at its list item.
typedef struct Row {
    StudioClip *clip;
    GtkListItem *item;
    GtkWidget *box, *swatch, *name, *wave, *drives, *sure, *value, *diamond;
    bool is_filling;
} Row;

static const char *name_of(const Row *row)
{
    GtkStringObject *string = gtk_list_item_get_item(row->item);
    return string != NULL ? gtk_string_object_get_string(string) : NULL;
}

// What a row shows

static void show_values(Row *row)
{
    StudioClip *clip = row->clip;
    char number[STUDIO_NUMBER_ROOM];
    const char *name = name_of(row);
    const int index = name != NULL ? studio_clip_view_find(&clip->view, name) : -1;
    if (index < 0)
        return;
    const StudioShownCurve *curve = &clip->view.curves[index];
    const double time = studio_clip_time(clip);
    const double value = (double)studio_shown_value(&clip->view, curve, time);
    const bool has_key = studio_shown_key_at(curve, time) >= 0;
    studio_number_text(value, 2, number);
    if (!gtk_editable_label_get_editing(GTK_EDITABLE_LABEL(row->value)) &&
        strcmp(gtk_editable_get_text(GTK_EDITABLE(row->value)), number) != 0) {
        row->is_filling = true;
        studio_fill(row->value, number);
        row->is_filling = false;
    }
    if (fabs(value) < 0.005)
        gtk_widget_add_css_class(row->value, "dim-label");
    else
        gtk_widget_remove_css_class(row->value, "dim-label");
    studio_clip_mark_set(row->diamond, has_key ? STUDIO_MARK_KEY : STUDIO_MARK_NO_KEY, NULL);
}

static void describe(const Row *row)
{
    const StudioClip *clip = row->clip;
    char number[STUDIO_NUMBER_ROOM];
    const int index = studio_clip_view_find(&clip->view, name_of(row));
    if (index < 0)
        return;
    const StudioShownCurve *curve = &clip->view.curves[index];
    const double time = studio_clip_time(clip);
    studio_number_text((double)studio_shown_value(&clip->view, curve, time), 2, number);
    const MieniSolvedCurve *solved = clip->infos[index].solved;
    g_autofree char *text =
        g_strdup_printf("%s%s%s%s", number, studio_shown_key_at(curve, time) >= 0 ? ", key here" : "",
                        solved != NULL      ? ", solved: "
                        : curve->is_sampled ? ", from the source file"
                                            : "",
                        solved != NULL ? studio_solved_word(&clip->view.samples->solved, solved) : "");
    studio_describe(row->name, text);
}

/// How sure a solved curve is, in a word.
static void show_sure(Row *row, const StudioCurveInfo *info)
{
    char part[STUDIO_NUMBER_ROOM], number[STUDIO_NUMBER_ROOM];
    const MieniSolvedCurve *solved = info->solved;
    gtk_widget_set_visible(row->sure, solved != NULL);
    if (solved == NULL)
        return;
    const char *word = studio_solved_word(&row->clip->view.samples->solved, solved);
    const bool is_guess = strcmp(word, "guess") == 0;
    g_autofree char *tip =
        g_strdup_printf("Solved: %s, ±%s. %s %% of its motion is its own; other poses can imitate the rest.",
                        word, studio_number_text((double)solved->deviation, 2, number),
                        studio_number_text((double)solved->unique * 100.0, 0, part));
    gtk_label_set_text(GTK_LABEL(row->sure), word);
    studio_tip(row->sure, tip);
    (is_guess ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(row->sure, "warning");
    (is_guess ? gtk_widget_remove_css_class : gtk_widget_add_css_class)(row->sure, "dim-label");
}

static void show(Row *row)
{
    StudioClip *clip = row->clip;
    const char *name = name_of(row);
    const int index = name != NULL ? studio_clip_view_find(&clip->view, name) : -1;
    if (index < 0)
        return;
    const StudioCurveInfo *info = &clip->infos[index];
    const bool is_sampled = clip->view.curves[index].is_sampled;
    const GdkRGBA color = studio_clip_color(info->group);
    const char *drives = studio_clip_drives(info);
    gtk_label_set_text(GTK_LABEL(row->name), name);
    studio_clip_mark_set(row->swatch, STUDIO_MARK_SWATCH, &color);
    gtk_widget_set_visible(row->wave, is_sampled);
    gtk_label_set_text(GTK_LABEL(row->drives), drives);
    const bool is_usual = info->has_pose && !info->has_morph;
    const bool drives_nothing = clip->has_uses && !info->has_pose && !info->has_morph;
    gtk_widget_set_visible(row->drives, drives_nothing || (clip->is_large && !is_usual));
    if (drives_nothing)
        gtk_widget_add_css_class(row->drives, "warning");
    else
        gtk_widget_remove_css_class(row->drives, "warning");
    g_autofree char *tip =
        g_strdup_printf("%s drives %s%s", name,
                        info->has_pose && info->has_morph ? "a pose and a morph"
                        : info->has_pose                  ? "a pose"
                        : info->has_morph                 ? "a morph"
                                                          : "nothing",
                        is_sampled ? ". It comes from the source file; editing it fits keys to it." : "");
    studio_tip(row->name, tip);
    show_sure(row, info);
    g_autofree char *value = g_strdup_printf("%s value", name);
    g_autofree char *key = g_strdup_printf("Key %s", name);
    studio_name(row->value, value);
    studio_name(gtk_widget_get_parent(row->diamond), key);
    show_values(row);
    describe(row);
}

/// Updates rows that are out of view and the texts for screen readers, some at a time: GTK keeps two
/// hundred rows, and updating all of them takes longer than a frame may.
static gboolean on_rest(void *user)
{
    enum { AT_ONCE = 12 };
    StudioClip *clip = user;
    const GPtrArray *bound = g_object_get_data(G_OBJECT(clip->rows_view), "bound");
    clip->values_left = MIN(clip->values_left, bound->len);
    for (int i = 0; i < AT_ONCE && clip->values_left > 0; ++i) {
        Row *row = bound->pdata[--clip->values_left]; // from the end, where rows that go leave no gap
        show_values(row);
        describe(row);
    }
    clip->values_timer = clip->values_left > 0 ? g_idle_add(on_rest, clip) : 0;
    return G_SOURCE_REMOVE;
}

void studio_clip_list_values(StudioClip *clip)
{
    enum { REST = 250 }; // milliseconds; screen readers are told four times a second at most
    const GPtrArray *bound = g_object_get_data(G_OBJECT(clip->rows_view), "bound");
    const gint64 now = g_get_monotonic_time();
    const bool tells = now - clip->values_told >= REST * 1000;
    const double high = studio_clip_row_height(clip), from = gtk_adjustment_get_value(clip->scroll);
    const double to = from + gtk_adjustment_get_page_size(clip->scroll);
    for (guint i = 0; i < bound->len; ++i) {
        Row *row = bound->pdata[i];
        const double top = high * gtk_list_item_get_position(row->item);
        if (top + high < from || top > to)
            continue;
        show_values(row);
        if (tells)
            describe(row);
    }
    if (tells)
        clip->values_told = now;
    clip->values_left = bound->len;
    g_clear_handle_id(&clip->values_timer, g_source_remove);
    clip->values_timer = g_timeout_add(REST, on_rest, clip);
}

// What rows do

static void on_edited(GtkEditableLabel *label, GParamSpec *spec, Row *row)
{
    (void)spec;
    StudioClip *clip = row->clip;
    double value = 0;
    if (gtk_editable_label_get_editing(label))
        studio_fill_again(GTK_WIDGET(label));
    if (gtk_editable_label_get_editing(label) || row->is_filling || clip->document == NULL)
        return;
    g_autofree char *name = g_strdup(name_of(row));
    const int index = name != NULL ? studio_clip_view_find(&clip->view, name) : -1;
    if (index < 0)
        return;
    const double before =
        (double)studio_shown_value(&clip->view, &clip->view.curves[index], studio_clip_time(clip));
    char shown[STUDIO_NUMBER_ROOM];
    g_autofree char *text = g_strdup(gtk_editable_get_text(GTK_EDITABLE(label)));
    if (strcmp(text, studio_number_text(before, 2, shown)) == 0)
        return;
    g_auto(GStrv) parts = g_strsplit(text, "−", -1); // as we write it
    g_autofree char *plain = g_strjoinv("-", parts);
    if (studio_number_read(plain, before, (double)clip->infos[index].range_min,
                           (double)clip->infos[index].range_max, &value)) {
        gtk_widget_remove_css_class(GTK_WIDGET(label), "error");
        studio_tip(GTK_WIDGET(label), "Enter a value to add a key at the playhead");
        studio_clip_set_value(clip, name, value);
    } else {
        g_autofree char *tip = g_strdup("Not a number. The range is 0 to 1.");
        gtk_widget_add_css_class(GTK_WIDGET(label), "error");
        studio_tip(GTK_WIDGET(label), tip);
        return;
    }
    show_values(row);
}

static void on_diamond(GtkButton *button, Row *row)
{
    (void)button;
    g_autofree char *name = g_strdup(name_of(row));
    if (name != NULL)
        studio_clip_toggle_key(row->clip, name);
}

static void on_menu(GtkGestureClick *gesture, int count, double x, double y, Row *row)
{
    (void)gesture, (void)count;
    StudioClip *clip = row->clip;
    const char *name = name_of(row);
    if (name == NULL || clip->document == NULL)
        return;
    if (!studio_selection_has(studio_clip_selection(clip), name)) {
        studio_selection_only(studio_clip_selection(clip), name);
        studio_clip_selected(clip);
    }
    g_autoptr(GMenu) menu = g_menu_new();
    static const char *const actions[] = {"clip.key", "clip.fit-keys", "clip.delete-curve"};
    for (size_t i = 0; i < G_N_ELEMENTS(actions); ++i)
        g_menu_append(menu, studio_commands_label(clip->commands, actions[i]), actions[i]);
    GtkWidget *popover = gtk_popover_menu_new_from_model(G_MENU_MODEL(menu));
    gtk_popover_set_pointing_to(GTK_POPOVER(popover), &(GdkRectangle){(int)x, (int)y, 1, 1});
    studio_popup_once(popover, row->box);
}

// The factory

static gboolean on_left(void *label)
{
    GtkRoot *root = gtk_widget_get_root(label);
    GtkWidget *focus = root != NULL ? gtk_root_get_focus(root) : NULL;
    if (root != NULL && gtk_editable_label_get_editing(label) &&
        (focus == NULL || !gtk_widget_is_ancestor(focus, label)))
        gtk_editable_label_stop_editing(label, TRUE);
    return G_SOURCE_REMOVE;
}

static void on_value_leave(GtkEventControllerFocus *controller, void *user)
{
    (void)user;
    GtkWidget *label = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(controller));
    if (!gtk_widget_in_destruction(label)) // once the focus is where it goes
        g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, on_left, g_object_ref(label), g_object_unref);
}

/// A value that can be edited. The label's own controller waits a moment once the focus is gone, longer
/// than a row may live.
static GtkWidget *make_value(void)
{
    GtkWidget *label = gtk_editable_label_new("");
    g_autoptr(GListModel) controllers = gtk_widget_observe_controllers(label);
    for (guint i = g_list_model_get_n_items(controllers); i-- > 0;) {
        g_autoptr(GtkEventController) controller = g_list_model_get_item(controllers, i);
        if (GTK_IS_EVENT_CONTROLLER_FOCUS(controller))
            gtk_widget_remove_controller(label, controller);
    }
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_signal_connect(focus, "leave", G_CALLBACK(on_value_leave), NULL);
    gtk_widget_add_controller(label, focus);
    return label;
}

static void on_setup(GtkSignalListItemFactory *factory, GtkListItem *item, StudioClip *clip)
{
    (void)factory;
    Row *row = g_new0(Row, 1);
    GtkWidget *button = gtk_button_new();
    GtkGesture *menu = gtk_gesture_click_new();
    row->clip = clip;
    row->item = item;
    row->box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    row->swatch = studio_clip_mark_new(10);
    row->name = studio_label_new("", "curve-name");
    row->wave = studio_clip_mark_new(14);
    row->drives = studio_label_new("", "dim-label caption");
    row->value = make_value();
    row->diamond = studio_clip_mark_new(12);
    studio_clip_mark_set(row->wave, STUDIO_MARK_WAVE, NULL);
    gtk_label_set_ellipsize(GTK_LABEL(row->name), PANGO_ELLIPSIZE_MIDDLE); // sides stay readable
    gtk_widget_set_hexpand(row->name, TRUE);
    gtk_editable_set_width_chars(GTK_EDITABLE(row->value), 4);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(row->value), 4);
    gtk_editable_set_alignment(GTK_EDITABLE(row->value), 1.0f);
    gtk_widget_add_css_class(row->value, "numeric");
    studio_tip(row->value, "Enter a value to add a key at the playhead");
    studio_tip(button, "Add or remove a key at the playhead");
    gtk_button_set_child(GTK_BUTTON(button), row->diamond);
    gtk_widget_add_css_class(button, "flat");
    gtk_widget_add_css_class(row->box, "curve-row");
    row->sure = studio_label_new("", "caption dim-label");
    gtk_label_set_ellipsize(GTK_LABEL(row->sure), PANGO_ELLIPSIZE_NONE);
    GtkWidget *const parts[] = {row->swatch, row->name,  row->wave, row->drives,
                                row->sure,   row->value, button};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i) {
        gtk_widget_set_valign(parts[i], GTK_ALIGN_CENTER);
        gtk_box_append(GTK_BOX(row->box), parts[i]);
    }
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(menu), GDK_BUTTON_SECONDARY);
    g_signal_connect(menu, "pressed", G_CALLBACK(on_menu), row);
    gtk_widget_add_controller(row->box, GTK_EVENT_CONTROLLER(menu));
    g_signal_connect(row->value, "notify::editing", G_CALLBACK(on_edited), row);
    g_signal_connect(button, "clicked", G_CALLBACK(on_diamond), row);
    gtk_list_item_set_child(item, row->box);
    g_object_set_data_full(G_OBJECT(item), "row", row, g_free);
}

static void on_bind(GtkSignalListItemFactory *factory, GtkListItem *item, StudioClip *clip)
{
    (void)factory;
    g_ptr_array_add(g_object_get_data(G_OBJECT(clip->rows_view), "bound"),
                    g_object_get_data(G_OBJECT(item), "row"));
    show(g_object_get_data(G_OBJECT(item), "row"));
}

static void on_unbind(GtkSignalListItemFactory *factory, GtkListItem *item, StudioClip *clip)
{
    (void)factory;
    GPtrArray *bound = g_object_get_data(G_OBJECT(clip->rows_view), "bound");
    if (bound != NULL)
        g_ptr_array_remove_fast(bound, g_object_get_data(G_OBJECT(item), "row"));
}

// Filling

static bool is_shown(const StudioClip *clip, int index, const char *filter)
{
    const StudioShownCurve *curve = &clip->view.curves[index];
    const StudioCurveInfo *info = &clip->infos[index];
    if (strcmp(filter, ">0") == 0)
        return fabsf(studio_shown_value(&clip->view, curve, studio_clip_time(clip))) > 0.0005f;
    if (strcmp(filter, "?") == 0)
        return !info->has_pose && !info->has_morph;
    return studio_filter_matches(filter, curve->name);
}

static int compare_rows(const void *a, const void *b, void *user)
{
    const StudioClip *clip = user;
    return strcmp(clip->view.curves[*(const int *)a].name, clip->view.curves[*(const int *)b].name);
}

void studio_clip_list_fill(StudioClip *clip)
{
    g_autofree char *filter = g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(clip->filter))));
    g_autoptr(GPtrArray) items = g_ptr_array_new_with_free_func(g_object_unref);
    const guint before = g_list_model_get_n_items(G_LIST_MODEL(clip->row_store));
    g_array_set_size(clip->rows, 0);
    for (int i = 0; i < clip->view.count; ++i)
        if (is_shown(clip, i, filter))
            g_array_append_val(clip->rows, i);
    g_array_sort_with_data(clip->rows, compare_rows, clip);
    bool is_same = before == clip->rows->len;
    for (guint i = 0; i < clip->rows->len; ++i) {
        const char *name = clip->view.curves[g_array_index(clip->rows, int, i)].name;
        g_autoptr(GtkStringObject) old =
            is_same ? g_list_model_get_item(G_LIST_MODEL(clip->row_store), i) : NULL;
        is_same = is_same && strcmp(gtk_string_object_get_string(old), name) == 0;
        g_ptr_array_add(items, gtk_string_object_new(name));
    }
    if (!is_same) {
        clip->is_syncing = true;
        g_list_store_splice(clip->row_store, 0, before, items->pdata, items->len);
        clip->is_syncing = false;
    }
    GPtrArray *bound = g_object_get_data(G_OBJECT(clip->rows_view), "bound");
    for (guint i = 0; i < bound->len; ++i)
        show(bound->pdata[i]);
    g_autofree char *hint =
        g_strdup_printf("Filter %d curve%s", clip->view.count, clip->view.count == 1 ? "" : "s");
    g_object_set(clip->filter, "placeholder-text", hint, NULL);
    g_autofree char *none = g_strdup_printf("No curve matches “%s”", filter);
    gtk_label_set_text(GTK_LABEL(clip->nothing), none);
    gtk_widget_set_visible(clip->nothing, clip->rows->len == 0 && clip->view.count > 0);
    studio_clip_list_select(clip);
}

void studio_clip_list_select(StudioClip *clip)
{
    if (clip->document == NULL)
        return;
    const StudioSelection *selection = studio_clip_selection(clip);
    g_autoptr(GtkBitset) selected = gtk_bitset_new_empty(), mask = gtk_bitset_new_range(0, clip->rows->len);
    for (guint i = 0; i < clip->rows->len; ++i)
        if (studio_selection_has(selection, clip->view.curves[g_array_index(clip->rows, int, i)].name))
            gtk_bitset_add(selected, i);
    clip->is_syncing = true;
    gtk_selection_model_set_selection(clip->row_selection, selected, mask);
    clip->is_syncing = false;
}

/// Keys of curves that are not selected any more are not either: the graph does not show them.
static void drop_keys(StudioClip *clip)
{
    StudioSelection *selection = studio_clip_selection(clip);
    g_autoptr(GArray) keys = studio_clip_selected_keys(clip);
    for (guint i = 0; i < keys->len; ++i) {
        MieniKeyPlace *place = &g_array_index(keys, MieniKeyPlace, i);
        place->curve = clip->view.curves[studio_clip_view_find(&clip->view, place->curve)].name;
    }
    studio_selection_clear_keys(selection);
    for (guint i = 0; i < keys->len; ++i) {
        const MieniKeyPlace *place = &g_array_index(keys, MieniKeyPlace, i);
        if (studio_selection_has(selection, place->curve))
            studio_selection_add_key(selection, place->curve, place->key);
    }
}

static void on_selected(GtkSelectionModel *model, guint position, guint count, StudioClip *clip)
{
    (void)position, (void)count;
    if (clip->is_syncing || clip->document == NULL)
        return;
    StudioSelection *selection = studio_clip_selection(clip);
    g_autoptr(GPtrArray) shown = g_ptr_array_new();
    for (guint i = 0; i < clip->rows->len; ++i)
        if (gtk_selection_model_is_selected(model, i))
            g_ptr_array_add(shown, (void *)clip->view.curves[g_array_index(clip->rows, int, i)].name);
    // rows that a filter hides are deselected: the user would not see them
    studio_selection_keep(selection, (const char *const *)shown->pdata, (int)shown->len);
    for (guint i = 0; i < shown->len; ++i)
        if (!studio_selection_has(selection, shown->pdata[i]))
            studio_selection_add(selection, shown->pdata[i]);
    if (selection->key_count > 0)
        drop_keys(clip);
    clip->is_syncing = true;
    studio_clip_selected(clip);
    clip->is_syncing = false;
}

static void on_activate(GtkListView *view, guint position, StudioClip *clip)
{
    (void)view;
    if (position < clip->rows->len)
        studio_clip_toggle_key(clip, clip->view.curves[g_array_index(clip->rows, int, position)].name);
}

int studio_clip_row_height(const StudioClip *clip)
{
    const GPtrArray *bound = g_object_get_data(G_OBJECT(clip->rows_view), "bound");
    const Row *row = bound->len > 0 ? bound->pdata[0] : NULL;
    GtkWidget *widget = row != NULL ? gtk_widget_get_parent(row->box) : NULL;
    return MAX(widget != NULL ? gtk_widget_get_height(widget) : 0, STUDIO_CLIP_ROW);
}

int studio_clip_top_height(const StudioClip *clip)
{
    return MAX(gtk_widget_get_height(clip->list_top), STUDIO_CLIP_RULER);
}

int studio_clip_summary_height(const StudioClip *clip)
{
    return MAX(gtk_widget_get_height(clip->summary), STUDIO_CLIP_ROW);
}

void studio_clip_list_reveal(StudioClip *clip, const char *curve)
{
    for (guint i = 0; i < clip->rows->len; ++i)
        if (strcmp(clip->view.curves[g_array_index(clip->rows, int, i)].name, curve) == 0)
            gtk_widget_activate_action(clip->rows_view, "list.scroll-to-item", "u", i);
}

static void on_filter(GtkEditable *editable, StudioClip *clip)
{
    (void)editable;
    if (clip->document == NULL)
        return;
    studio_clip_list_fill(clip);
    gtk_widget_queue_draw(clip->timeline);
    studio_clip_toolbar_update(clip);
}

// Widgets

static GtkWidget *make_top(StudioClip *clip)
{
    GtkWidget *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0),
              *add = studio_commands_button(clip->commands, "clip.add-curve", "Add a curve");
    clip->filter = gtk_search_entry_new();
    gtk_widget_set_hexpand(clip->filter, TRUE);
    studio_name(clip->filter, "Filter curves");
    g_signal_connect(clip->filter, "search-changed", G_CALLBACK(on_filter), clip);
    gtk_widget_add_css_class(add, "flat");
    gtk_widget_add_css_class(top, "curves-top");
    gtk_widget_set_size_request(top, -1, STUDIO_CLIP_RULER);
    gtk_box_append(GTK_BOX(top), clip->filter);
    gtk_box_append(GTK_BOX(top), add);
    clip->list_top = top;
    g_object_set_data(G_OBJECT(clip->editor), "add-button", add);
    return top;
}

static void on_scrolled(StudioClip *clip)
{
    if (clip->document != NULL)
        studio_clip_list_values(clip);
}

GtkWidget *studio_clip_list_new(StudioClip *clip)
{
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    GtkWidget *scrolled = gtk_scrolled_window_new();
    clip->list = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    clip->row_store = g_list_store_new(GTK_TYPE_STRING_OBJECT);
    clip->row_selection =
        GTK_SELECTION_MODEL(gtk_multi_selection_new(G_LIST_MODEL(g_object_ref(clip->row_store))));
    clip->rows_view = gtk_list_view_new(clip->row_selection, factory);
    g_object_set_data_full(G_OBJECT(clip->rows_view), "bound", g_ptr_array_new(),
                           (GDestroyNotify)g_ptr_array_unref);
    g_signal_connect(factory, "setup", G_CALLBACK(on_setup), clip);
    g_signal_connect(factory, "bind", G_CALLBACK(on_bind), clip);
    g_signal_connect(factory, "unbind", G_CALLBACK(on_unbind), clip);
    g_signal_connect(clip->row_selection, "selection-changed", G_CALLBACK(on_selected), clip);
    g_signal_connect(clip->rows_view, "activate", G_CALLBACK(on_activate), clip);
    gtk_widget_set_name(clip->rows_view, "curves-list");
    studio_name(clip->rows_view, "Curves");
    clip->summary = studio_label_new("All keys", "dim-label caption");
    gtk_widget_set_size_request(clip->summary, -1, STUDIO_CLIP_ROW);
    gtk_widget_add_css_class(clip->summary, "curves-summary");
    clip->nothing = studio_label_new("", "dim-label caption");
    gtk_widget_add_css_class(clip->nothing, "curves-summary");
    gtk_widget_set_visible(clip->nothing, FALSE);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), clip->rows_view);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_widget_set_vexpand(scrolled, TRUE);
    clip->scroll = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scrolled));
    g_signal_connect_swapped(clip->scroll, "value-changed", G_CALLBACK(on_scrolled), clip);
    gtk_widget_set_size_request(clip->list, studio_scaled(276), -1);
    gtk_widget_set_hexpand(clip->list, FALSE); // what is left is time
    gtk_widget_add_css_class(clip->list, "curves");
    GtkWidget *const parts[] = {make_top(clip), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL), clip->summary,
                                clip->nothing, scrolled};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i)
        gtk_box_append(GTK_BOX(clip->list), parts[i]);
    return clip->list;
}
