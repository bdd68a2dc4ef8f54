// SPDX-License-Identifier: MIT
//
// Frames of an animation, as a list or a sheet of pictures: what each becomes.

#include "studio/panels/dialogs/make_private.h"

#include <string.h>

enum { ROW_PICTURE = 48, SHEET_PICTURE = 120 };

/// A row of the list, or a cell of the sheet.
typedef struct Row {
    StudioMake *make;
    GtkListItem *item;
    GtkWidget *box, *number, *picture, *name, *base, *icon, *remark, *moves;
    int frame; ///< -1: none.
} Row;

static void set_class(GtkWidget *widget, const char *class, bool has)
{
    if (has)
        gtk_widget_add_css_class(widget, class);
    else
        gtk_widget_remove_css_class(widget, class);
}

/// "9 bones · 18 mm". Free it.
static char *moves_text(const StudioFrameFact *fact, const char *between)
{
    char number[STUDIO_NUMBER_ROOM];
    const double millimetres = (double)fact->metres * 1000.0;
    if (fact->metres < 0.0f)
        return g_strdup("");
    if (millimetres < 0.1)
        return g_strdup("moves nothing");
    return g_strdup_printf(fact->bone_count == 1 ? "%d bone%s%s mm" : "%d bones%s%s mm", fact->bone_count,
                           between, studio_number_text(millimetres, millimetres < 1.0 ? 1 : 0, number));
}

/// What is to say of a frame beside its name; "" for nothing.
static const char *remark_of(const StudioMake *make, const StudioFrameName *name)
{
    if (name->error >= 0)
        return make->names.errors[name->error].remark;
    if (name->is_skipped)
        return "# skips this frame";
    if (name->is_default && make->names.line_count > 0)
        return "blank line: default name";
    return "";
}

static void show_row(Row *row)
{
    const StudioMake *make = row->make;
    const StudioOrigin *origin = studio_make_shown(make);
    if (row->frame < 0 || row->frame >= make->names.frame_count || row->frame >= origin->count)
        return;
    const StudioFrameName *name = &make->names.frames[row->frame];
    const bool is_error = name->error >= 0, is_base = make->base == row->frame && !name->is_skipped;
    const StudioFrameFact *fact = &origin->facts[row->frame];
    g_autofree char *moves = moves_text(fact, " · ");
    g_autofree char *spoken = moves_text(fact, ", ");
    g_autofree char *title = g_strdup_printf("Frame %s, %s", origin->labels[row->frame],
                                             name->is_skipped ? "skipped" : name->name);
    gtk_label_set_text(GTK_LABEL(row->number), origin->labels[row->frame]);
    gtk_label_set_text(GTK_LABEL(row->name), name->is_skipped ? "skipped" : name->name);
    gtk_label_set_text(GTK_LABEL(row->remark), is_base && !is_error ? "" : remark_of(make, name));
    gtk_label_set_text(GTK_LABEL(row->moves), name->is_skipped || is_base ? "" : moves);
    gtk_widget_set_visible(row->base, is_base);
    gtk_widget_set_visible(row->icon, is_error);
    set_class(row->name, "dim-label", name->is_default);
    set_class(row->name, "skipped", name->is_skipped);
    set_class(row->name, "error", is_error);
    set_class(row->number, "error", is_error);
    set_class(row->remark, "error", is_error);
    set_class(row->remark, "dim-label", !is_error);
    gtk_widget_set_opacity(row->box, name->is_skipped ? 0.55 : 1.0);
    GtkWidget *around = gtk_widget_get_parent(row->box);
    if (around != NULL)
        set_class(around, "has-error", is_error);
    studio_name(row->name, title);
    g_autofree char *about = g_strdup_printf("%s%s%s", name->is_skipped || is_base ? "" : spoken,
                                             is_error && spoken[0] != '\0' ? ", " : "",
                                             is_error  ? remark_of(make, name)
                                             : is_base ? "base"
                                                       : "");
    studio_describe(row->name, about);
    studio_picture_show(row->picture, make->workspace,
                        &(StudioPictureOf){.asset = origin->draft_path,
                                           .pose = origin->names[row->frame],
                                           .draft = origin->draft},
                        "face-smile-big-symbolic");
}

// Rows

static void on_pressed(GtkGestureClick *gesture, int count, double x, double y, void *user)
{
    (void)gesture, (void)x, (void)y;
    Row *row = user;
    if (count == 2 && row->frame >= 0)
        studio_make_go_to_line(row->make, row->frame, true);
}

static Row *new_row(StudioMake *make, GtkListItem *item, int picture)
{
    Row *row = g_new0(Row, 1);
    row->make = make;
    row->item = item;
    row->frame = -1;
    row->number = gtk_label_new(NULL);
    row->picture = studio_picture_new(picture);
    row->name = studio_label_new("", "name");
    row->base = gtk_label_new("base");
    row->icon = gtk_image_new_from_icon_name("dialog-error-symbolic");
    row->remark = studio_label_new("", "caption");
    row->moves = gtk_label_new(NULL);
    gtk_widget_add_css_class(row->number, "numeric");
    gtk_widget_add_css_class(row->number, "dim-label");
    gtk_widget_add_css_class(row->base, "badge");
    gtk_widget_add_css_class(row->icon, "error");
    gtk_widget_add_css_class(row->moves, "caption");
    gtk_widget_add_css_class(row->moves, "dim-label");
    gtk_widget_add_css_class(row->moves, "numeric");
    studio_picture_set_enlarges(row->picture, true);
    GtkGesture *click = gtk_gesture_click_new();
    g_signal_connect(click, "pressed", G_CALLBACK(on_pressed), row);
    gtk_widget_add_controller(row->name, GTK_EVENT_CONTROLLER(click));
    g_object_set_data_full(G_OBJECT(item), "row", row, g_free);
    return row;
}

static void on_setup_list(GtkSignalListItemFactory *factory, GtkListItem *item, void *user)
{
    (void)factory;
    Row *row = new_row(user, item, ROW_PICTURE);
    GtkWidget *said = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    row->box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
    gtk_widget_add_css_class(row->box, "frame-row");
    gtk_label_set_width_chars(GTK_LABEL(row->number), 3);
    gtk_label_set_xalign(GTK_LABEL(row->number), 1.0f);
    gtk_label_set_width_chars(GTK_LABEL(row->name), 16);
    gtk_label_set_max_width_chars(GTK_LABEL(row->name), 24);
    gtk_label_set_ellipsize(GTK_LABEL(row->name), PANGO_ELLIPSIZE_MIDDLE);
    gtk_widget_set_hexpand(said, TRUE);
    gtk_widget_set_valign(row->base, GTK_ALIGN_CENTER);
    gtk_box_append(GTK_BOX(said), row->base);
    gtk_box_append(GTK_BOX(said), row->icon);
    gtk_box_append(GTK_BOX(said), row->remark);
    GtkWidget *const parts[] = {row->number, row->picture, row->name, said, row->moves};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i)
        gtk_box_append(GTK_BOX(row->box), parts[i]);
    gtk_list_item_set_child(item, row->box);
}

static void on_setup_sheet(GtkSignalListItemFactory *factory, GtkListItem *item, void *user)
{
    (void)factory;
    Row *row = new_row(user, item, SHEET_PICTURE);
    GtkWidget *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    row->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 3);
    gtk_widget_add_css_class(row->box, "frame-cell");
    gtk_label_set_max_width_chars(GTK_LABEL(row->name), 12);
    gtk_label_set_ellipsize(GTK_LABEL(row->name), PANGO_ELLIPSIZE_MIDDLE);
    gtk_label_set_max_width_chars(GTK_LABEL(row->remark), 14);
    gtk_widget_set_hexpand(row->name, TRUE);
    gtk_box_append(GTK_BOX(line), row->number);
    gtk_box_append(GTK_BOX(line), row->name);
    gtk_box_append(GTK_BOX(line), row->icon);
    gtk_box_append(GTK_BOX(line), row->base);
    gtk_box_append(GTK_BOX(row->box), row->picture);
    gtk_box_append(GTK_BOX(row->box), line);
    g_object_ref_sink(row->remark); // told by its colour and icon; there is no room
    g_object_ref_sink(row->moves);
    g_object_set_data_full(G_OBJECT(row->box), "remark", row->remark, g_object_unref);
    g_object_set_data_full(G_OBJECT(row->box), "moves", row->moves, g_object_unref);
    gtk_list_item_set_child(item, row->box);
}

static void on_bind(GtkSignalListItemFactory *factory, GtkListItem *item, void *user)
{
    (void)factory;
    StudioMake *make = user;
    Row *row = g_object_get_data(G_OBJECT(item), "row");
    row->frame = (int)gtk_list_item_get_position(item);
    g_ptr_array_add(make->rows, row);
    show_row(row);
}

static void on_unbind(GtkSignalListItemFactory *factory, GtkListItem *item, void *user)
{
    (void)factory;
    StudioMake *make = user;
    Row *row = g_object_get_data(G_OBJECT(item), "row");
    studio_picture_show(row->picture, NULL, NULL, "face-smile-big-symbolic");
    row->frame = -1;
    g_ptr_array_remove_fast(make->rows, row);
}

static GtkListItemFactory *new_factory(StudioMake *make, GCallback setup)
{
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", setup, make);
    g_signal_connect(factory, "bind", G_CALLBACK(on_bind), make);
    g_signal_connect(factory, "unbind", G_CALLBACK(on_unbind), make);
    return factory;
}

// Tied to the text

void studio_make_go_to_frame(StudioMake *make, int frame)
{
    const guint count = g_list_model_get_n_items(G_LIST_MODEL(make->frames));
    if (frame < 0 || (guint)frame >= count)
        return;
    gtk_single_selection_set_selected(make->selection, (guint)frame);
    gtk_widget_activate_action(make->list, "list.scroll-to-item", "u", (guint)frame);
    gtk_widget_activate_action(make->grid, "list.scroll-to-item", "u", (guint)frame);
}

static void on_selected(StudioMake *make)
{
    const guint selected = gtk_single_selection_get_selected(make->selection);
    if (make->is_tying || selected == GTK_INVALID_LIST_POSITION)
        return;
    make->is_tying = true;
    studio_make_go_to_line(make, (int)selected, false);
    make->is_tying = false;
}

static void on_activate(GtkWidget *view, guint position, void *user)
{
    (void)view;
    studio_make_go_to_line(user, (int)position, true);
}

/// Space makes the picture of a row large, and small again.
static gboolean on_key(GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, void *user)
{
    (void)keys, (void)code;
    StudioMake *make = user;
    const guint selected = gtk_single_selection_get_selected(make->selection);
    if (key != GDK_KEY_space || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
        return FALSE;
    for (guint i = 0; i < make->rows->len; ++i) {
        Row *row = make->rows->pdata[i];
        if (row->frame == (int)selected && gtk_widget_get_mapped(row->picture)) {
            const bool is_large = g_object_get_data(G_OBJECT(row->picture), "large") == NULL;
            studio_picture_enlarge(row->picture, is_large);
            g_object_set_data(G_OBJECT(row->picture), "large", is_large ? row : NULL);
        }
    }
    return TRUE;
}

static GtkWidget *in_scrolled(StudioMake *make, GtkWidget *view)
{
    GtkWidget *scrolled = gtk_scrolled_window_new();
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), make);
    gtk_widget_add_controller(view, keys);
    g_signal_connect(view, "activate", G_CALLBACK(on_activate), make);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), view);
    studio_name(view, "Frames");
    return scrolled;
}

// Which frames

static void on_wanted(GtkCheckButton *button, void *user)
{
    StudioMake *make = user;
    if (!gtk_check_button_get_active(button))
        return;
    make->wanted.used = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(button), "used"));
    for (size_t i = 0; i < G_N_ELEMENTS(make->range); ++i)
        gtk_widget_set_sensitive(make->range[i], make->wanted.used == STUDIO_FRAMES_RANGE);
    studio_make_read(make);
}

static void on_range(StudioMake *make)
{
    make->wanted.first = gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(make->range[0]));
    make->wanted.last = gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(make->range[1]));
    make->wanted.step = gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(make->range[2]));
    if (make->wanted.used == STUDIO_FRAMES_RANGE)
        studio_make_read(make);
}

static GtkWidget *new_choice(StudioMake *make, GtkWidget *box, const char *label, int used, GtkWidget *group)
{
    GtkWidget *button = gtk_check_button_new_with_label(label);
    g_object_set_data(G_OBJECT(button), "used", GINT_TO_POINTER(used));
    gtk_check_button_set_group(GTK_CHECK_BUTTON(button), group != NULL ? GTK_CHECK_BUTTON(group) : NULL);
    gtk_check_button_set_active(GTK_CHECK_BUTTON(button), group == NULL);
    g_signal_connect(button, "toggled", G_CALLBACK(on_wanted), make);
    gtk_box_append(GTK_BOX(box), button);
    return button;
}

static GtkWidget *make_wanted(StudioMake *make)
{
    static const char *const words[] = {"from", "to", "every"};
    static const char *const names[] = {"First frame", "Last frame", "Every so many frames"};
    GtkWidget *button = gtk_menu_button_new(), *popover = gtk_popover_new(),
              *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6),
              *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    GtkWidget *all = new_choice(make, box, "Every frame", STUDIO_FRAMES_ALL, NULL);
    new_choice(make, box, "At keys", STUDIO_FRAMES_KEYS, all);
    new_choice(make, box, "At markers", STUDIO_FRAMES_MARKERS, all);
    new_choice(make, box, "A range", STUDIO_FRAMES_RANGE, all);
    for (int i = 0; i < 3; ++i) {
        make->range[i] = gtk_spin_button_new_with_range(i == 2 ? 1.0 : 0.0, 999999.0, 1.0);
        gtk_editable_set_width_chars(GTK_EDITABLE(make->range[i]), 4);
        gtk_widget_set_sensitive(make->range[i], FALSE);
        studio_ignore_scrolling(make->range[i]);
        studio_name(make->range[i], names[i]);
        gtk_box_append(GTK_BOX(line), gtk_label_new(words[i]));
        gtk_box_append(GTK_BOX(line), make->range[i]);
        g_signal_connect_swapped(make->range[i], "value-changed", G_CALLBACK(on_range), make);
    }
    gtk_widget_add_css_class(box, "make-wanted");
    gtk_box_append(GTK_BOX(box), line);
    gtk_popover_set_child(GTK_POPOVER(popover), box);
    gtk_menu_button_set_popover(GTK_MENU_BUTTON(button), popover);
    gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(button), "pan-down-symbolic");
    gtk_widget_add_css_class(button, "flat");
    gtk_widget_set_tooltip_text(button, "Choose which frames become poses");
    studio_name(button, "Frames to use");
    return button;
}

// The whole

static void on_sheet(GtkToggleButton *button, void *user)
{
    StudioMake *make = user;
    const guint selected = gtk_single_selection_get_selected(make->selection);
    if (strcmp(gtk_stack_get_visible_child_name(GTK_STACK(make->pages)), "list") == 0 ||
        strcmp(gtk_stack_get_visible_child_name(GTK_STACK(make->pages)), "grid") == 0)
        gtk_stack_set_visible_child_name(GTK_STACK(make->pages),
                                         gtk_toggle_button_get_active(button) ? "grid" : "list");
    g_object_set_data(G_OBJECT(make->pages), "is-sheet",
                      GINT_TO_POINTER(gtk_toggle_button_get_active(button)));
    studio_make_go_to_frame(make, (int)selected);
}

static void on_clip(StudioMake *make)
{
    const guint chosen = gtk_drop_down_get_selected(GTK_DROP_DOWN(make->clips));
    if (chosen >= make->origins->len || (int)chosen == make->shown)
        return;
    make->shown = (int)chosen;
    studio_make_frames_load(make);
    studio_make_measure(make);
}

static GtkWidget *make_clips(StudioMake *make)
{
    g_autoptr(GtkStringList) titles = gtk_string_list_new(NULL);
    for (guint i = 0; i < make->origins->len; ++i)
        gtk_string_list_append(titles, ((StudioOrigin *)make->origins->pdata[i])->title);
    make->clips = gtk_drop_down_new(G_LIST_MODEL(g_steal_pointer(&titles)), NULL);
    gtk_widget_set_visible(make->clips, make->origins->len > 1);
    studio_name(make->clips, "Clip shown");
    g_signal_connect_swapped(make->clips, "notify::selected", G_CALLBACK(on_clip), make);
    return make->clips;
}

static GtkWidget *make_views(StudioMake *make)
{
    static const struct {
        const char *icon, *tooltip;
    } views[] = {{"view-list-symbolic", "List"}, {"view-grid-symbolic", "Contact sheet"}};
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0), *first = NULL;
    gtk_widget_add_css_class(box, "linked");
    for (size_t i = 0; i < G_N_ELEMENTS(views); ++i) {
        GtkWidget *button = gtk_toggle_button_new();
        gtk_button_set_icon_name(GTK_BUTTON(button), views[i].icon);
        gtk_widget_set_tooltip_text(button, views[i].tooltip);
        studio_name(button, views[i].tooltip);
        gtk_toggle_button_set_group(GTK_TOGGLE_BUTTON(button),
                                    first != NULL ? GTK_TOGGLE_BUTTON(first) : NULL);
        gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(button), first == NULL);
        gtk_box_append(GTK_BOX(box), button);
        if (first != NULL)
            g_signal_connect(button, "toggled", G_CALLBACK(on_sheet), make);
        first = first != NULL ? first : button;
    }
    return box;
}

static GtkWidget *make_reading(StudioMake *make)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12), *spinner = gtk_spinner_new();
    gtk_spinner_start(GTK_SPINNER(spinner));
    gtk_widget_set_size_request(spinner, 32, 32);
    make->reading_label = gtk_label_new(NULL);
    gtk_widget_add_css_class(make->reading_label, "dim-label");
    gtk_box_append(GTK_BOX(box), spinner);
    gtk_box_append(GTK_BOX(box), make->reading_label);
    gtk_widget_set_valign(box, GTK_ALIGN_CENTER);
    return box;
}

GtkWidget *studio_make_frames_new(StudioMake *make)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0),
              *head = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9);
    make->rows = g_ptr_array_new();
    make->frames = gtk_string_list_new(NULL);
    make->selection = gtk_single_selection_new(G_LIST_MODEL(make->frames));
    make->list = gtk_list_view_new(GTK_SELECTION_MODEL(g_object_ref(make->selection)),
                                   new_factory(make, G_CALLBACK(on_setup_list)));
    make->grid = gtk_grid_view_new(GTK_SELECTION_MODEL(g_object_ref(make->selection)),
                                   new_factory(make, G_CALLBACK(on_setup_sheet)));
    gtk_grid_view_set_max_columns(GTK_GRID_VIEW(make->grid), 12);
    gtk_widget_set_name(make->list, "frames-list");
    gtk_widget_set_name(make->grid, "frames-sheet");
    make->count_label = studio_label_new("", "dim-label numeric");
    gtk_widget_set_hexpand(make->count_label, TRUE);
    gtk_widget_add_css_class(head, "make-head");
    make->from_menu = make_wanted(make);
    GtkWidget *const parts[] = {studio_label_new("Frames", "heading"), make->count_label, make->from_menu,
                                make_clips(make), make_views(make)};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i)
        gtk_box_append(GTK_BOX(head), parts[i]);
    make->pages = gtk_stack_new();
    make->trouble =
        studio_empty_new("dialog-error-symbolic", "No poses can be made of this", "", NULL, NULL, NULL, NULL);
    gtk_stack_add_named(GTK_STACK(make->pages), make_reading(make), "reading");
    gtk_stack_add_named(GTK_STACK(make->pages), make->trouble, "trouble");
    gtk_stack_add_named(GTK_STACK(make->pages), in_scrolled(make, make->list), "list");
    gtk_stack_add_named(GTK_STACK(make->pages), in_scrolled(make, make->grid), "grid");
    gtk_widget_set_vexpand(make->pages, TRUE);
    g_signal_connect_swapped(make->selection, "notify::selected", G_CALLBACK(on_selected), make);
    gtk_box_append(GTK_BOX(box), head);
    gtk_box_append(GTK_BOX(box), make->pages);
    return box;
}

void studio_make_frames_load(StudioMake *make)
{
    const StudioOrigin *origin = studio_make_shown(make);
    const bool is_sheet = g_object_get_data(G_OBJECT(make->pages), "is-sheet") != NULL;
    const guint before = g_list_model_get_n_items(G_LIST_MODEL(make->frames));
    make->is_tying = true;
    gtk_string_list_splice(make->frames, 0, before, NULL);
    studio_make_refresh(make); // rows ask for names when they are bound
    if (origin->is_read && origin->trouble == NULL)
        gtk_string_list_splice(make->frames, 0, 0, (const char *const *)origin->names);
    make->is_tying = false;
    g_autofree char *reading = g_strdup_printf("Reading %s…", origin->title);
    gtk_label_set_text(GTK_LABEL(make->reading_label), reading);
    adw_status_page_set_description(ADW_STATUS_PAGE(make->trouble),
                                    origin->trouble != NULL ? origin->trouble : "");
    gtk_stack_set_visible_child_name(GTK_STACK(make->pages), !origin->is_read          ? "reading"
                                                             : origin->trouble != NULL ? "trouble"
                                                             : is_sheet                ? "grid"
                                                                                       : "list");
    if (origin->is_read && make->wanted.used != STUDIO_FRAMES_RANGE && origin->total > 0)
        gtk_spin_button_set_value(GTK_SPIN_BUTTON(make->range[1]), origin->total - 1);
}

void studio_make_frames_refresh(StudioMake *make)
{
    const StudioOrigin *origin = studio_make_shown(make);
    g_autofree char *skipped =
        make->names.skipped_count > 0 ? g_strdup_printf(" · %d skipped", make->names.skipped_count) : NULL;
    g_autofree char *text =
        !origin->is_read || origin->trouble != NULL ? g_strdup("")
        : origin->count != origin->total
            ? g_strdup_printf("%d of %d in clip%s", origin->count, origin->total,
                              skipped != NULL ? skipped : "")
            : g_strdup_printf("%d in clip%s", origin->count, skipped != NULL ? skipped : "");
    gtk_label_set_text(GTK_LABEL(make->count_label), text);
    for (guint i = 0; i < make->rows->len; ++i)
        show_row(make->rows->pdata[i]);
}
