// SPDX-License-Identifier: MIT
//
// The modifiers page of a clip: one row each, in order, and the result.

#include "studio/model/facts/strings.h"
#include "studio/panels/clip/inspector_private.h"

#include <string.h>

/// A row and what of it changes.
typedef struct Row {
    StudioClipInspector *side; ///< It owns the list.
    GtkWidget *row, *menu, *title, *text, *on;
} Row;

/// What may be added, in the order of the menu.
static const struct {
    const char *what, *label;
} kinds[] = {
    {"remove_all_tracks", "Remove All Bone Tracks"},
    {"remove_bones", "Remove Bone Tracks…"},
    {"keep_bones", "Keep Only Bone Tracks…"},
    {"resample_tracks", "Resample Bone Tracks…"},
    {"remove_curves", "Remove Curves…"},
    {"keep_curves", "Keep Only Curves…"},
    {"rename_curves", "Rename Curves…"},
    {"scale_curves", "Scale and Offset Curves…"},
    {"clamp_curves", "Clamp Curves…"},
    {"smooth_curves", "Smooth Curves…"},
    {"resample_curves", "Resample Curves…"},
    {"mirror_sides", "Mirror Sides"},
};

// Commands of menus: they take a kind, or the index of a row

static void on_add(GSimpleAction *action, GVariant *parameter, void *user)
{
    (void)action;
    studio_clip_inspector_ask(user, g_variant_get_string(parameter, NULL), -1);
}

static void do_to_row(StudioClipInspector *side, const char *name, int index)
{
    const MieniModifierView *modifier = studio_clip_inspector_modifier(side, index);
    MieniProblem problem = {0};
    MienStatus status = MIEN_OK;
    if (modifier == NULL)
        return;
    Studio *studio = studio_workspace_studio(side->workspace);
    const char *const paths[] = {side->path};
    if (strcmp(name, "edit") == 0 && mieni_modifier_list_json(modifier) != NULL) {
        studio_workspace_toast(side->workspace, "Change a shared list in its own file", NULL, NULL);
    } else if (strcmp(name, "edit") == 0) {
        g_autofree char *what = g_strdup(mieni_text_or_empty(mieni_modifier_do(modifier)));
        studio_clip_inspector_ask(side, what, index);
    } else if (strcmp(name, "duplicate") == 0) {
        g_autofree char *text = studio_clip_inspector_row_text(modifier);
        status = studio_modifier_add(studio, paths, 1, index + 1, text, &problem);
    } else if (strcmp(name, "spread") == 0) {
        studio_clip_inspector_spread(side, index);
    } else if (strcmp(name, "up") == 0 && index > 0) {
        status = studio_modifier_move(studio, side->path, index, index - 1, &problem);
    } else if (strcmp(name, "down") == 0 && studio_clip_inspector_modifier(side, index + 1) != NULL) {
        status = studio_modifier_move(studio, side->path, index, index + 1, &problem);
    } else if (strcmp(name, "remove") == 0) {
        status = studio_modifier_remove(studio, side->path, index, &problem);
    }
    studio_workspace_check(side->workspace, status, &problem);
}

/// Something that waits until the menu of a row, which may go, is closed.
typedef struct Waiting {
    StudioClipInspector *side;
    char *name;
    int index;
} Waiting;

static gboolean on_idle(void *user)
{
    const Waiting *waiting = user;
    if (waiting->side->path != NULL)
        do_to_row(waiting->side, waiting->name, waiting->index);
    return G_SOURCE_REMOVE;
}

static void free_waiting(void *user)
{
    Waiting *waiting = user;
    g_object_unref(waiting->side);
    g_free(waiting->name);
    g_free(waiting);
}

static void on_row_command(GSimpleAction *action, GVariant *parameter, void *user)
{
    Waiting *waiting = g_new0(Waiting, 1);
    *waiting = (Waiting){.side = g_object_ref(user),
                         .name = g_strdup(g_action_get_name(G_ACTION(action))),
                         .index = g_variant_get_int32(parameter)};
    g_idle_add_full(G_PRIORITY_DEFAULT, on_idle, waiting, free_waiting);
}

static void add_actions(StudioClipInspector *side, GtkWidget *page)
{
    static const char *const names[] = {"edit", "duplicate", "spread", "up", "down", "remove"};
    g_autoptr(GSimpleActionGroup) group = g_simple_action_group_new();
    g_autoptr(GSimpleAction) add = g_simple_action_new("add", G_VARIANT_TYPE_STRING);
    g_signal_connect(add, "activate", G_CALLBACK(on_add), side);
    g_action_map_add_action(G_ACTION_MAP(group), G_ACTION(add));
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i) {
        g_autoptr(GSimpleAction) action = g_simple_action_new(names[i], G_VARIANT_TYPE_INT32);
        g_signal_connect(action, "activate", G_CALLBACK(on_row_command), side);
        g_action_map_add_action(G_ACTION_MAP(group), G_ACTION(action));
    }
    gtk_widget_insert_action_group(page, "modifier", G_ACTION_GROUP(group));
}

// Rows

static GMenuModel *make_row_menu(int index)
{
    static const char *const items[][2] = {
        {"Edit…", "edit"}, {"Duplicate", "duplicate"}, {"Apply to Other Clips…", "spread"},
        {"Move Up", "up"}, {"Move Down", "down"},      {"Remove", "remove"}};
    GMenu *menu = g_menu_new();
    for (size_t i = 0; i < G_N_ELEMENTS(items); ++i) {
        g_autofree char *name = g_strdup_printf("modifier.%s", items[i][1]);
        g_autoptr(GMenuItem) item = g_menu_item_new(items[i][0], NULL);
        g_menu_item_set_action_and_target(item, name, "i", index);
        g_menu_append_item(menu, item);
    }
    return G_MENU_MODEL(menu);
}

static gboolean on_switch(GtkSwitch *on, gboolean is_on, void *user)
{
    const Row *row = user;
    StudioClipInspector *side = row->side;
    MieniProblem problem = {0};
    if (side->is_filling || side->path == NULL)
        return FALSE;
    const int index = gtk_list_box_row_get_index(GTK_LIST_BOX_ROW(row->row));
    const MienStatus status = studio_modifier_set_off(studio_workspace_studio(side->workspace), side->path,
                                                      index, !is_on, &problem);
    if (!studio_workspace_check(side->workspace, status, &problem)) {
        gtk_switch_set_active(on, !is_on);
        return TRUE;
    }
    return FALSE;
}

static GdkContentProvider *on_drag(GtkDragSource *source, double x, double y, void *user)
{
    (void)source, (void)x, (void)y;
    const Row *row = user;
    return gdk_content_provider_new_typed(G_TYPE_INT, gtk_list_box_row_get_index(GTK_LIST_BOX_ROW(row->row)));
}

static void on_drag_begin(GtkDragSource *source, GdkDrag *drag, void *user)
{
    (void)drag;
    const Row *row = user;
    g_autoptr(GdkPaintable) picture = gtk_widget_paintable_new(row->row);
    gtk_drag_source_set_icon(source, picture, 12, 12);
}

static gboolean on_drop(GtkDropTarget *target, const GValue *value, double x, double y, void *user)
{
    (void)target, (void)x, (void)y;
    const Row *row = user;
    StudioClipInspector *side = row->side;
    MieniProblem problem = {0};
    const int from = g_value_get_int(value), to = gtk_list_box_row_get_index(GTK_LIST_BOX_ROW(row->row));
    if (side->path == NULL || from == to)
        return FALSE;
    const MienStatus status =
        studio_modifier_move(studio_workspace_studio(side->workspace), side->path, from, to, &problem);
    return studio_workspace_check(side->workspace, status, &problem);
}

static void add_dragging(Row *row)
{
    GtkDragSource *source = gtk_drag_source_new();
    GtkDropTarget *target = gtk_drop_target_new(G_TYPE_INT, GDK_ACTION_MOVE);
    gtk_drag_source_set_actions(source, GDK_ACTION_MOVE);
    gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(source), GTK_PHASE_CAPTURE);
    g_signal_connect(source, "prepare", G_CALLBACK(on_drag), row);
    g_signal_connect(source, "drag-begin", G_CALLBACK(on_drag_begin), row);
    g_signal_connect(target, "drop", G_CALLBACK(on_drop), row);
    gtk_widget_add_controller(row->row, GTK_EVENT_CONTROLLER(source));
    gtk_widget_add_controller(row->row, GTK_EVENT_CONTROLLER(target));
}

static void on_secondary(GtkGestureClick *click, int count, double x, double y, void *user)
{
    (void)click, (void)count, (void)x, (void)y;
    gtk_menu_button_popup(GTK_MENU_BUTTON(((Row *)user)->menu));
}

static Row *make_row(StudioClipInspector *side, int index)
{
    Row *row = g_new0(Row, 1);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
              *texts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 1);
    g_autoptr(GMenuModel) menu = make_row_menu(index);
    *row = (Row){.side = side,
                 .row = gtk_list_box_row_new(),
                 .menu = gtk_menu_button_new(),
                 .title = studio_label_new(NULL, NULL),
                 .text = studio_label_new(NULL, "caption dim-label numeric"),
                 .on = gtk_switch_new()};
    gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(row->menu), "view-more-symbolic");
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(row->menu), menu);
    gtk_widget_add_css_class(row->menu, "flat");
    gtk_widget_add_css_class(row->menu, "row-handle");
    gtk_widget_set_valign(row->menu, GTK_ALIGN_CENTER);
    gtk_widget_set_valign(row->on, GTK_ALIGN_CENTER);
    gtk_widget_set_valign(texts, GTK_ALIGN_CENTER);
    gtk_widget_set_hexpand(texts, TRUE);
    gtk_label_set_wrap(GTK_LABEL(row->text), TRUE);
    gtk_label_set_wrap_mode(GTK_LABEL(row->text), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_lines(GTK_LABEL(row->text), 2);
    gtk_box_append(GTK_BOX(texts), row->title);
    gtk_box_append(GTK_BOX(texts), row->text);
    gtk_box_append(GTK_BOX(box), row->menu);
    gtk_box_append(GTK_BOX(box), texts);
    gtk_box_append(GTK_BOX(box), row->on);
    gtk_widget_add_css_class(box, "modifier-row");
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row->row), box);
    g_signal_connect(row->on, "state-set", G_CALLBACK(on_switch), row);
    GtkGesture *secondary = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(secondary), GDK_BUTTON_SECONDARY);
    g_signal_connect(secondary, "pressed", G_CALLBACK(on_secondary), row);
    gtk_widget_add_controller(row->row, GTK_EVENT_CONTROLLER(secondary));
    add_dragging(row);
    g_object_set_data_full(G_OBJECT(row->row), "row", row, g_free);
    return row;
}

static void fill_row(Row *row, const MieniModifierView *modifier, const char *line)
{
    char title[STUDIO_LABEL_ROOM];
    const bool is_off = mieni_modifier_off(modifier);
    studio_modifier_title(mieni_modifier_json(modifier), title);
    g_autofree char *menu = g_strdup_printf("%s menu", title);
    gtk_label_set_text(GTK_LABEL(row->title), title);
    gtk_label_set_text(GTK_LABEL(row->text), line);
    gtk_widget_set_visible(row->text, line[0] != '\0');
    studio_tip(row->text, line);
    gtk_switch_set_active(GTK_SWITCH(row->on), !is_off);
    studio_name(row->on, title);
    studio_describe(row->title, line);
    studio_name(row->menu, menu);
    studio_tip(row->menu, "Drag to reorder, click for the menu");
    (is_off ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(row->row, "is-off");
}

/// What is left, once it is known.
static void fill_remains(StudioClipInspector *side)
{
    const StudioClipFacts *facts = &side->facts;
    const int counts[STUDIO_REMAINS] = {facts->track_count, facts->curve_count, facts->idle_count};
    for (int i = 0; i < STUDIO_REMAINS; ++i) {
        g_autofree char *text =
            facts->is_made ? g_strdup_printf("%d", counts[i]) : g_strdup(side->is_looking ? "…" : "–");
        gtk_label_set_text(GTK_LABEL(side->remains[i]), text);
    }
    g_autoptr(GString) idle = g_string_new(NULL);
    for (int i = 0; i < facts->idle_count && i < 40; ++i)
        g_string_append_printf(idle, "%s%s", i > 0 ? ", " : "", facts->idle[i]);
    studio_tip(side->remains[2], idle->len > 0 ? idle->str : NULL);
    studio_tip(side->remains[0], facts->problem.error.message[0] != '\0' && !facts->is_made
                                     ? facts->problem.error.message
                                     : NULL);
}

void studio_clip_inspector_fill_modifiers(StudioClipInspector *side)
{
    const MieniClipView *clip = studio_clip_inspector_clip(side);
    const int count = mieni_clip_modifier_count(clip);
    side->is_filling = true;
    while ((int)side->rows->len > count) { // rows stay where they can: the focus is in one of them
        Row *row = side->rows->pdata[side->rows->len - 1];
        g_ptr_array_set_size(side->rows, (int)side->rows->len - 1);
        gtk_list_box_remove(GTK_LIST_BOX(side->list), row->row);
    }
    while ((int)side->rows->len < count) {
        Row *row = make_row(side, (int)side->rows->len);
        g_ptr_array_add(side->rows, row);
        gtk_list_box_append(GTK_LIST_BOX(side->list), row->row);
    }
    const bool is_known = side->facts.is_made && side->facts.row_count == count;
    for (int i = 0; i < count; ++i)
        fill_row(side->rows->pdata[i], mieni_clip_modifier(clip, i), is_known ? side->facts.rows[i] : "");
    gtk_stack_set_visible_child_name(GTK_STACK(side->states), count > 0 ? "list" : "empty");
    gtk_widget_set_visible(side->sentence, count > 0); // an empty list says it itself
    fill_remains(side);
    side->is_filling = false;
}

// The page

static GtkWidget *make_add(StudioClipInspector *side)
{
    g_autoptr(GMenu) menu = g_menu_new();
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); ++i) {
        g_autoptr(GMenuItem) item = g_menu_item_new(kinds[i].label, NULL);
        g_menu_item_set_action_and_target(item, "modifier.add", "s", kinds[i].what);
        g_menu_append_item(menu, item);
    }
    side->add = gtk_menu_button_new();
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(side->add), G_MENU_MODEL(menu));
    gtk_box_append(GTK_BOX(box), gtk_image_new_from_icon_name("list-add-symbolic"));
    gtk_box_append(GTK_BOX(box), gtk_label_new("Add"));
    gtk_menu_button_set_child(GTK_MENU_BUTTON(side->add), box);
    studio_name(side->add, "Add Modifier");
    studio_tip(side->add, "Add a modifier at the end of the list");
    return side->add;
}

static GtkWidget *make_remains(StudioClipInspector *side)
{
    static const char *const titles[STUDIO_REMAINS] = {"Bone tracks", "Curves",
                                                       "Curves with no pose or morph"};
    GtkWidget *list = studio_facts_new("Result");
    for (int i = 0; i < STUDIO_REMAINS; ++i)
        side->remains[i] = studio_facts_add(list, titles[i]);
    for (int i = 0; i < STUDIO_REMAINS; ++i)
        gtk_widget_remove_css_class(side->remains[i], "dim-label");
    return list;
}

/// What is there instead of modifiers. It is small, because what remains stands below it, and the
/// button that adds one above.
static GtkWidget *make_empty(void)
{
    GtkWidget *card = gtk_box_new(GTK_ORIENTATION_VERTICAL, 3),
              *title = studio_label_new("No modifiers yet", NULL),
              *text =
                  studio_label_new("Modifiers change playback, never the source file.", "caption dim-label");
    gtk_label_set_ellipsize(GTK_LABEL(text), PANGO_ELLIPSIZE_NONE);
    gtk_label_set_wrap(GTK_LABEL(text), TRUE);
    gtk_widget_add_css_class(card, "card");
    gtk_widget_add_css_class(card, "modifiers-empty");
    gtk_box_append(GTK_BOX(card), title);
    gtk_box_append(GTK_BOX(card), text);
    return card;
}

GtkWidget *studio_clip_inspector_make_modifiers(StudioClipInspector *side)
{
    GtkWidget *page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 9),
              *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
              *title = studio_label_new("Modifiers", "heading");
    side->sentence =
        studio_label_new("Modifiers never change the source file. Turn one off to get the original back.",
                         "caption dim-label");
    gtk_widget_add_css_class(page, "inspector-page");
    gtk_widget_set_hexpand(title, TRUE);
    gtk_box_append(GTK_BOX(top), title);
    gtk_box_append(GTK_BOX(top), make_add(side));
    side->list = gtk_list_box_new();
    gtk_widget_add_css_class(side->list, "boxed-list");
    gtk_widget_set_name(side->list, "modifiers-list");
    gtk_widget_set_valign(side->list, GTK_ALIGN_START);
    studio_name(side->list, "Modifiers");
    side->states = gtk_stack_new();
    gtk_stack_set_vhomogeneous(GTK_STACK(side->states), FALSE);
    gtk_stack_add_named(GTK_STACK(side->states), side->list, "list");
    gtk_stack_add_named(GTK_STACK(side->states), make_empty(), "empty");
    gtk_label_set_ellipsize(GTK_LABEL(side->sentence), PANGO_ELLIPSIZE_NONE);
    gtk_label_set_wrap(GTK_LABEL(side->sentence), TRUE);
    gtk_box_append(GTK_BOX(page), top);
    gtk_box_append(GTK_BOX(page), side->states);
    gtk_box_append(GTK_BOX(page), side->sentence);
    gtk_box_append(GTK_BOX(page), studio_label_new("Result", "heading"));
    gtk_box_append(GTK_BOX(page), make_remains(side));
    add_actions(side, page);
    return page;
}
