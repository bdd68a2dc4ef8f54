// SPDX-License-Identifier: MIT
//
// The New Pose Asset dialog: its frame, reading and creating.

#include "studio/panels/dialogs/make.h"

#include "asset/view.h"
#include "mien_author/vocabulary.h"
#include "studio/model/commands/frame_names.h"
#include "studio/model/document/edit.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/dialogs/lines.h"
#include "studio/panels/dialogs/origin.h"
#include "studio/panels/widgets/widgets.h"

#include <string.h>

/// The dialog. Jobs hold a reference, so that it may be closed meanwhile.
typedef struct StudioMake {
    StudioDialog dialog;
    bool is_closed;
    StudioWorkspace *workspace;
    GPtrArray *origins; ///< Of StudioOrigin.
    GPtrArray *entries; ///< Of the name of each asset.
    int shown;          ///< Which of them.
    StudioFramesWanted wanted;
    bool is_reading, wants_reading, is_measuring, is_making;

    StudioFrameNames names; ///< Of the one that is shown.
    int error;              ///< Index of the error in the bar.
    int base;               ///< A frame; -1: rest.
    bool is_base_chosen;    ///< By somebody.
    bool is_tying;          ///< Cursor and row are being brought together.

    // Names.
    GtkTextView *text;
    GtkTextBuffer *buffer;
    GtkTextTag *error_tag, *skip_tag;
    GtkWidget *chip, *hint;
    char *clipboard; ///< What the chip proposes.
    GSimpleActionGroup *actions;

    // Frames.
    GtkStringList *frames;
    GtkSingleSelection *selection;
    GPtrArray *rows; ///< That are bound.
    GtkWidget *list, *grid, *pages, *trouble, *reading_label, *count_label, *from_menu, *clips;
    GtkWidget *range[3];

    // Above and below.
    GtkWidget *additive, *absolute, *base_choice, *skeleton;
    GtkStringList *bases;
    GtkWidget *bar, *bar_label, *fix, *next, *remove;
} StudioMake;

static StudioOrigin *make_shown(const StudioMake *make);
static void make_go_to_line(StudioMake *make, int line, bool is_editing);
static void make_read(StudioMake *make);
static void make_measure(StudioMake *make);
static void make_refresh(StudioMake *make);

/// Another animation is shown, or it was read.
static void make_frames_load(StudioMake *make)
{
    const StudioOrigin *origin = make_shown(make);
    const bool is_sheet = g_object_get_data(G_OBJECT(make->pages), "is-sheet") != NULL;
    const guint before = g_list_model_get_n_items(G_LIST_MODEL(make->frames));
    make->is_tying = true;
    gtk_string_list_splice(make->frames, 0, before, NULL);
    make_refresh(make); // rows ask for names when they are bound
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

static StudioMake *make_hold(StudioMake *make) { return g_rc_box_acquire(make); }

static void clear(void *given)
{
    StudioMake *make = given;
    studio_frame_names_release(&make->names);
    g_ptr_array_unref(make->origins);
    g_ptr_array_unref(make->entries);
    g_clear_pointer(&make->rows, g_ptr_array_unref);
    g_clear_object(&make->actions);
    g_clear_object(&make->selection);
    g_clear_object(&make->buffer);
    g_object_unref(make->workspace);
    g_free(make->clipboard);
}

static void make_drop(void *make) { g_rc_box_release_full(make, clear); }

static StudioOrigin *make_shown(const StudioMake *make) { return make->origins->pdata[make->shown]; }

/// Why an asset cannot have its name, NULL: it can; and the path that it would have, to be freed.
static const char *make_name_trouble(const StudioMake *make, guint index, char **out_path)
{
    const StudioOrigin *origin = make->origins->pdata[index];
    const char *name = gtk_editable_get_text(make->entries->pdata[index]);
    g_autofree char *folder = g_path_get_dirname(origin->path),
                    *file = g_strconcat(name, ".poses.json", NULL);
    *out_path = strcmp(folder, ".") == 0 ? g_strdup(file) : g_strconcat(folder, "/", file, NULL);
    if (name[0] == '\0')
        return "Enter a name";
    if (strpbrk(name, "\\:*?\"<>|") != NULL || name[0] == '.' || name[0] == '/' || strstr(name, "..") != NULL)
        return "Not a valid file name";
    if (studio_exists(studio_workspace_studio(make->workspace), *out_path))
        return "A pose asset with this name already exists";
    for (guint i = 0; i < index; ++i)
        if (strcmp(gtk_editable_get_text(make->entries->pdata[i]), name) == 0)
            return "Another new asset has this name";
    return NULL;
}

// The frames of an animation, as a list or a contact sheet.

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
    const StudioOrigin *origin = make_shown(make);
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
        make_go_to_line(row->make, row->frame, true);
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

static void make_go_to_frame(StudioMake *make, int frame)
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
    make_go_to_line(make, (int)selected, false);
    make->is_tying = false;
}

static void on_activate(GtkWidget *view, guint position, void *user)
{
    (void)view;
    make_go_to_line(user, (int)position, true);
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
    make_read(make);
}

static void on_range(StudioMake *make)
{
    make->wanted.first = gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(make->range[0]));
    make->wanted.last = gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(make->range[1]));
    make->wanted.step = gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(make->range[2]));
    if (make->wanted.used == STUDIO_FRAMES_RANGE)
        make_read(make);
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
    static const char *const names[] = {"First frame", "Last frame", "Step"};
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
    studio_tip(button, "Choose the frames that become poses");
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
    make_go_to_frame(make, (int)selected);
}

static void on_clip(StudioMake *make)
{
    const guint chosen = gtk_drop_down_get_selected(GTK_DROP_DOWN(make->clips));
    if (chosen >= make->origins->len || (int)chosen == make->shown)
        return;
    make->shown = (int)chosen;
    make_frames_load(make);
    make_measure(make);
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
        studio_tip(button, views[i].tooltip);
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

// Frames
static GtkWidget *make_frames_new(StudioMake *make)
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
    make->trouble = studio_empty_new("dialog-error-symbolic", "No poses found", "", NULL, NULL, NULL, NULL);
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

static void make_frames_refresh(StudioMake *make)
{
    const StudioOrigin *origin = make_shown(make);
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

// Frame names as text, one line per frame.

enum { MOST_CLIPBOARD = 1 << 20, MOST_FILE = 1 << 24 }; ///< Bytes of text that is taken for names.

static const char HINT[] = "Enter one name per line, one line per frame.\nA blank line keeps the default "
                           "name. <b>#</b> skips the frame.";

static char *studio_make_text(const StudioMake *make)
{
    GtkTextIter start, end;
    gtk_text_buffer_get_bounds(make->buffer, &start, &end);
    return gtk_text_buffer_get_text(make->buffer, &start, &end, TRUE);
}

/// Replaces all lines; Ctrl+Z in the text undoes it.
static void set_text(StudioMake *make, const char *text)
{
    GtkTextIter start, end;
    gtk_text_buffer_begin_user_action(make->buffer);
    gtk_text_buffer_get_bounds(make->buffer, &start, &end);
    gtk_text_buffer_delete(make->buffer, &start, &end);
    gtk_text_buffer_insert(make->buffer, &start, text, -1);
    gtk_text_buffer_end_user_action(make->buffer);
    gtk_text_buffer_get_start_iter(make->buffer, &start);
    gtk_text_buffer_place_cursor(make->buffer, &start);
    gtk_widget_grab_focus(GTK_WIDGET(make->text));
}

/// Lines of what may be a list of names, or MakeHuman's JSON; NULL: it is no text. Free it.
static char *lines_of(const StudioMake *make, const char *bytes, gsize size)
{
    const StudioOrigin *origin = make_shown(make);
    MienAuthorNameList *list = NULL;
    gsize at = 0;
    if (!g_utf8_validate(bytes, (gssize)size, NULL))
        return NULL;
    while (at < size && g_ascii_isspace(bytes[at]))
        ++at;
    if (at < size && bytes[at] == '{' &&
        mieni_read_names(bytes, size, origin->count, "", &list, NULL) == MIEN_OK) {
        GString *lines = g_string_new(NULL);
        for (int i = 0; i < list->frame_count; ++i)
            g_string_append_printf(lines, "%s\n",
                                   list->frames[i].is_skipped   ? "#"
                                   : list->frames[i].is_default ? ""
                                                                : list->frames[i].name);
        mien_author_name_list_destroy(list);
        return g_string_free(lines, FALSE);
    }
    g_autofree char *copy = g_strndup(bytes, size);
    g_auto(GStrv) parts = g_strsplit(copy, "\r\n", -1); // of other systems
    return g_strjoinv("\n", parts);
}

static void use_text(StudioMake *make, const char *bytes, gsize size)
{
    g_autofree char *lines = lines_of(make, bytes, size);
    if (lines == NULL)
        return;
    g_strchomp(lines);
    set_text(make, lines);
    if (make->names.error_count > 0) // what is wrong is shown first
        make_go_to_line(make, make->names.errors[0].line - 1, false);
}

static int count_lines(const char *text)
{
    int lines = 0, said = 0;
    for (; *text != '\0'; ++text) {
        said += !g_ascii_isspace(*text);
        if (*text == '\n' || text[1] == '\0') {
            ++lines;
        }
    }
    return said > 0 ? lines : 0;
}

// What the menu does

static void on_pasted(GObject *source, GAsyncResult *result, void *user)
{
    StudioMake *make = user;
    g_autofree char *text = gdk_clipboard_read_text_finish(GDK_CLIPBOARD(source), result, NULL);
    if (text != NULL && !make->is_closed)
        use_text(make, text, strlen(text));
    make_drop(make);
}

static void do_paste(StudioMake *make)
{
    gdk_clipboard_read_text_async(gtk_widget_get_clipboard(GTK_WIDGET(make->text)), NULL, on_pasted,
                                  make_hold(make));
}

static void on_file_read(GObject *source, GAsyncResult *result, void *user)
{
    StudioMake *make = user;
    char *bytes = NULL;
    gsize size = 0;
    if (g_file_load_contents_finish(G_FILE(source), result, &bytes, &size, NULL, NULL) && size <= MOST_FILE &&
        !make->is_closed)
        use_text(make, bytes, size);
    g_free(bytes);
    make_drop(make);
}

static void on_file_chosen(GtkNativeDialog *chooser, int answer, void *user)
{
    StudioMake *make = user;
    if (answer == GTK_RESPONSE_ACCEPT) {
        g_autoptr(GFile) file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(chooser));
        g_file_load_contents_async(file, NULL, on_file_read, make_hold(make));
    }
    g_object_unref(chooser);
    make_drop(make);
}

static void do_file(StudioMake *make)
{
    GtkFileChooserNative *chooser =
        gtk_file_chooser_native_new("Load Names from File", GTK_WINDOW(make->dialog.window),
                                    GTK_FILE_CHOOSER_ACTION_OPEN, "Use", "Cancel");
    g_signal_connect(chooser, "response", G_CALLBACK(on_file_chosen), make_hold(make));
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(chooser));
}

static void do_markers(StudioMake *make)
{
    g_autofree char *text = g_strjoinv("\n", make_shown(make)->markers);
    set_text(make, text);
}

/// The pose asset that is selected in the browser, or in front; NULL: none.
static const char *chosen_poses(const StudioMake *make)
{
    const char *selected = studio_workspace_selected_of(make->workspace, MIENI_ASSET_POSES);
    const StudioDocument *active = studio_workspace_active(make->workspace);
    return selected != NULL                                      ? selected
           : active != NULL && active->kind == MIENI_ASSET_POSES ? active->path
                                                                 : NULL;
}

static void do_selected(StudioMake *make)
{
    const MieniAsset *asset;
    MieniProblem problem = {0};
    const char *path = chosen_poses(make);
    if (path == NULL ||
        studio_asset(studio_workspace_studio(make->workspace), path, &asset, &problem) != MIEN_OK)
        return;
    const MieniPoseAssetView *poses = mieni_pose_asset_of(asset);
    g_autoptr(GString) text = g_string_new(NULL);
    for (int i = 0; i < mieni_pose_asset_pose_count(poses); ++i)
        g_string_append_printf(text, "%s%s", i > 0 ? "\n" : "",
                               mieni_text_or_empty(mieni_pose_name(mieni_pose_asset_pose(poses, i))));
    set_text(make, text->str);
}

static void do_vocabulary(StudioMake *make, int index)
{
    const MienAuthorVocabularyInfo info = mien_author_vocabulary_info(index);
    g_autoptr(GString) text = g_string_new(NULL);
    for (int i = 0; i < info.name_count; ++i)
        g_string_append_printf(text, "%s%s", i > 0 ? "\n" : "", info.names[i]);
    set_text(make, text->str);
}

static void on_action(GSimpleAction *action, GVariant *parameter, void *user)
{
    (void)parameter;
    StudioMake *make = user;
    const char *name = g_action_get_name(G_ACTION(action));
    if (strcmp(name, "paste") == 0)
        do_paste(make);
    else if (strcmp(name, "file") == 0)
        do_file(make);
    else if (strcmp(name, "markers") == 0)
        do_markers(make);
    else if (strcmp(name, "selected") == 0)
        do_selected(make);
    else if (strcmp(name, "clear") == 0)
        set_text(make, "");
    else if (g_str_has_prefix(name, "vocabulary-"))
        do_vocabulary(make, mien_author_vocabulary_find(name + strlen("vocabulary-")));
}

static void add_action(StudioMake *make, const char *name)
{
    g_autoptr(GSimpleAction) action = g_simple_action_new(name, NULL);
    g_signal_connect(action, "activate", G_CALLBACK(on_action), make);
    g_action_map_add_action(G_ACTION_MAP(make->actions), G_ACTION(action));
}

static GMenuModel *make_menu(StudioMake *make)
{
    static const char *const names[] = {"paste", "file", "markers", "selected", "clear"};
    g_autoptr(GMenu) first = g_menu_new(), last = g_menu_new(), words = g_menu_new();
    GMenu *menu = g_menu_new();
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        add_action(make, names[i]);
    g_menu_append(first, "Paste", "names.paste");
    g_menu_append(first, "From File…", "names.file");
    g_menu_append(first, "From Clip Markers", "names.markers");
    for (int i = 0; i < mien_author_vocabulary_count(); ++i) {
        const MienAuthorVocabularyInfo info = mien_author_vocabulary_info(i);
        g_autofree char *name = g_strconcat("vocabulary-", info.id, NULL);
        g_autofree char *full = g_strconcat("names.", name, NULL);
        g_autofree char *label = g_strdup_printf("%s, %d", info.title, info.name_count);
        add_action(make, name);
        g_menu_append(words, label, full);
    }
    g_menu_append_submenu(first, "From Vocabulary", G_MENU_MODEL(words));
    g_menu_append(first, "From Selected Pose Asset", "names.selected");
    g_menu_append(last, "Clear", "names.clear");
    g_menu_append_section(menu, NULL, G_MENU_MODEL(first));
    g_menu_append_section(menu, NULL, G_MENU_MODEL(last));
    return G_MENU_MODEL(menu);
}

static void allow(StudioMake *make, const char *name, bool is_allowed)
{
    g_simple_action_set_enabled(
        G_SIMPLE_ACTION(g_action_map_lookup_action(G_ACTION_MAP(make->actions), name)), is_allowed);
}

// The clipboard's offer

static void on_chip(StudioMake *make)
{
    g_autofree char *text = g_steal_pointer(&make->clipboard);
    gtk_widget_set_visible(make->chip, FALSE);
    if (text != NULL)
        use_text(make, text, strlen(text));
}

static void on_offered(GObject *source, GAsyncResult *result, void *user)
{
    StudioMake *make = user;
    g_autofree char *text = gdk_clipboard_read_text_finish(GDK_CLIPBOARD(source), result, NULL);
    if (text != NULL && !make->is_closed && strlen(text) <= MOST_CLIPBOARD) {
        g_strchomp(text);
        const int lines = count_lines(text);
        g_autofree char *label = g_strdup_printf("Use %d Lines from Clipboard", lines);
        if (lines >= 2 && gtk_text_buffer_get_char_count(make->buffer) == 0) {
            make->clipboard = g_steal_pointer(&text);
            gtk_button_set_label(GTK_BUTTON(make->chip), label);
            gtk_widget_set_visible(make->chip, TRUE);
        }
    }
    make_drop(make);
}

// Lines

static void make_set_line(StudioMake *make, int line, const char *text)
{
    GtkTextIter start, end;
    gtk_text_buffer_get_iter_at_line(make->buffer, &start, line);
    end = start;
    if (!gtk_text_iter_ends_line(&end))
        gtk_text_iter_forward_to_line_end(&end);
    gtk_text_buffer_begin_user_action(make->buffer);
    gtk_text_buffer_delete(make->buffer, &start, &end);
    gtk_text_buffer_insert(make->buffer, &start, text, -1);
    gtk_text_buffer_end_user_action(make->buffer);
    gtk_text_buffer_place_cursor(make->buffer, &start);
}

static void make_cut_lines(StudioMake *make, int first)
{
    GtkTextIter start, end;
    gtk_text_buffer_get_iter_at_line(make->buffer, &start, first);
    gtk_text_iter_backward_char(&start); // the line break before them
    gtk_text_buffer_get_end_iter(make->buffer, &end);
    gtk_text_buffer_begin_user_action(make->buffer);
    gtk_text_buffer_delete(make->buffer, &start, &end);
    gtk_text_buffer_end_user_action(make->buffer);
}

/// Puts the cursor on a line, from 0; is_editing: makes it, selects it and takes the focus.
static void make_go_to_line(StudioMake *make, int line, bool is_editing)
{
    GtkTextIter at, end;
    const int lines = gtk_text_buffer_get_line_count(make->buffer);
    if (line >= lines && is_editing) {
        g_autofree char *breaks = g_strnfill((gsize)(line - lines + 1), '\n');
        gtk_text_buffer_get_end_iter(make->buffer, &end);
        gtk_text_buffer_insert(make->buffer, &end, breaks, -1);
    }
    gtk_text_buffer_get_iter_at_line(make->buffer, &at, line);
    end = at;
    if (!gtk_text_iter_ends_line(&end))
        gtk_text_iter_forward_to_line_end(&end);
    gtk_text_buffer_select_range(make->buffer, &end, is_editing ? &at : &end);
    gtk_text_view_scroll_to_iter(make->text, &at, 0.1, FALSE, 0.0, 0.0);
    if (is_editing)
        gtk_widget_grab_focus(GTK_WIDGET(make->text));
}

static void tag_line(StudioMake *make, GtkTextTag *tag, int line)
{
    GtkTextIter start, end;
    gtk_text_buffer_get_iter_at_line(make->buffer, &start, line);
    end = start;
    gtk_text_iter_forward_line(&end);
    gtk_text_buffer_apply_tag(make->buffer, tag, &start, &end);
}

static void show_hint(StudioMake *make)
{
    const StudioFrameNames *names = &make->names;
    if (names->named_count == 0 || names->line_count >= names->frame_count) {
        gtk_label_set_markup(GTK_LABEL(make->hint), HINT);
        return;
    }
    const int kept = names->frame_count - names->named_count - names->skipped_count;
    g_autofree char *text = g_strdup_printf(kept == 1 ? "%d names, %d frames: %d keeps its default name."
                                                      : "%d names, %d frames: %d keep default names.",
                                            names->named_count, names->frame_count, kept);
    gtk_label_set_text(GTK_LABEL(make->hint), text);
}

/// Marks lines with errors, and says what the lines come to.
static void make_names_refresh(StudioMake *make)
{
    const StudioFrameNames *names = &make->names;
    const StudioOrigin *origin = make_shown(make);
    GtkTextIter start, end;
    gtk_text_buffer_get_bounds(make->buffer, &start, &end);
    gtk_text_buffer_remove_all_tags(make->buffer, &start, &end);
    for (int i = 0; i < names->frame_count; ++i)
        if (names->frames[i].is_skipped)
            tag_line(make, make->skip_tag, i);
    for (int i = 0; i < names->error_count; ++i)
        for (int k = 0; k < (names->errors[i].frame < 0 ? names->errors[i].other : 1); ++k)
            tag_line(make, make->error_tag, names->errors[i].line - 1 + k);
    show_hint(make);
    if (gtk_text_iter_get_offset(&end) > 0)
        gtk_widget_set_visible(make->chip, FALSE);
    allow(make, "markers", origin->markers != NULL && origin->markers[0] != NULL);
    allow(make, "selected", chosen_poses(make) != NULL);
    allow(make, "clear", gtk_text_iter_get_offset(&end) > 0);
    const int lines = names->line_count;
    g_autofree char *about = names->error_count > 0
                                 ? g_strdup_printf("%d lines, error in line %d", lines, names->errors[0].line)
                                 : g_strdup_printf(lines == 1 ? "%d line" : "%d lines", lines);
    studio_describe(GTK_WIDGET(make->text), about);
}

/// Colours follow the style; tags know no names of colours.
static void make_names_style(StudioMake *make)
{
    GtkStyleContext *context = gtk_widget_get_style_context(GTK_WIDGET(make->text));
    GdkRGBA color;
    if (gtk_style_context_lookup_color(context, "error_color", &color))
        g_object_set(make->error_tag, "foreground-rgba", &color, NULL);
    if (gtk_style_context_lookup_color(context, "error_bg_color", &color)) {
        color.alpha = 0.2f;
        g_object_set(make->error_tag, "paragraph-background-rgba", &color, NULL);
    }
    gtk_style_context_get_color(context, &color);
    color.alpha *= 0.5f;
    g_object_set(make->skip_tag, "foreground-rgba", &color, NULL);
}

static void on_cursor(StudioMake *make)
{
    GtkTextIter at;
    if (make->is_tying)
        return;
    gtk_text_buffer_get_iter_at_mark(make->buffer, &at, gtk_text_buffer_get_insert(make->buffer));
    make->is_tying = true;
    make_go_to_frame(make, gtk_text_iter_get_line(&at));
    make->is_tying = false;
}

static GtkWidget *make_head(StudioMake *make)
{
    GtkWidget *head = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
              *label = studio_label_new("Names", "heading"),
              *optional = studio_label_new("(optional)", "dim-label"), *paste = gtk_button_new(),
              *menu = gtk_menu_button_new(), *content = adw_button_content_new();
    gtk_widget_add_css_class(head, "make-head");
    gtk_widget_set_hexpand(optional, TRUE);
    adw_button_content_set_icon_name(ADW_BUTTON_CONTENT(content), "edit-paste-symbolic");
    adw_button_content_set_label(ADW_BUTTON_CONTENT(content), "Paste");
    gtk_button_set_child(GTK_BUTTON(paste), content);
    studio_tip(paste, "Replace all names with the clipboard text");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(paste), "names.paste");
    studio_name(paste, "Paste");
    g_autoptr(GMenuModel) model = make_menu(make);
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(menu), model);
    gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(menu), "pan-down-symbolic");
    gtk_widget_add_css_class(menu, "flat");
    studio_tip(menu, "Load names from a file, markers or another asset");
    studio_name(menu, "Names from");
    GtkWidget *const parts[] = {label, optional, paste, menu};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i)
        gtk_box_append(GTK_BOX(head), parts[i]);
    return head;
}

static GtkWidget *make_text(StudioMake *make)
{
    GtkWidget *view = gtk_text_view_new(), *scrolled = gtk_scrolled_window_new(),
              *overlay = gtk_overlay_new();
    make->text = GTK_TEXT_VIEW(view);
    make->buffer = g_object_ref(gtk_text_view_get_buffer(make->text));
    make->error_tag = gtk_text_buffer_create_tag(make->buffer, NULL, NULL);
    make->skip_tag = gtk_text_buffer_create_tag(make->buffer, NULL, NULL);
    gtk_text_buffer_set_enable_undo(make->buffer, TRUE);
    gtk_text_view_set_monospace(make->text, TRUE);
    gtk_text_view_set_accepts_tab(make->text, FALSE); // Tab goes on to the frames
    gtk_text_view_set_top_margin(make->text, 6);
    gtk_text_view_set_bottom_margin(make->text, 6);
    gtk_text_view_set_pixels_above_lines(make->text, 3);
    gtk_text_view_set_pixels_below_lines(make->text, 3);
    gtk_widget_add_css_class(view, "names-text");
    studio_name(view, "Pose names");
    studio_lines_add(make->text);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), view);
    gtk_widget_set_vexpand(scrolled, TRUE);
    make->chip = gtk_button_new_with_label("");
    gtk_widget_add_css_class(make->chip, "pill");
    gtk_widget_add_css_class(make->chip, "clipboard-chip");
    gtk_widget_set_halign(make->chip, GTK_ALIGN_CENTER);
    gtk_widget_set_valign(make->chip, GTK_ALIGN_CENTER);
    gtk_widget_set_visible(make->chip, FALSE);
    g_signal_connect_swapped(make->chip, "clicked", G_CALLBACK(on_chip), make);
    gtk_overlay_set_child(GTK_OVERLAY(overlay), scrolled);
    gtk_overlay_add_overlay(GTK_OVERLAY(overlay), make->chip);
    g_signal_connect_swapped(make->buffer, "changed", G_CALLBACK(make_refresh), make);
    g_signal_connect_swapped(make->buffer, "notify::cursor-position", G_CALLBACK(on_cursor), make);
    return overlay;
}

// Names
static GtkWidget *make_names_new(StudioMake *make)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    make->actions = g_simple_action_group_new();
    gtk_widget_insert_action_group(GTK_WIDGET(make->dialog.window), "names", G_ACTION_GROUP(make->actions));
    gtk_box_append(GTK_BOX(box), make_head(make));
    gtk_box_append(GTK_BOX(box), make_text(make));
    make->hint = studio_label_new("", "caption dim-label");
    gtk_label_set_markup(GTK_LABEL(make->hint), HINT);
    gtk_label_set_wrap(GTK_LABEL(make->hint), TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(make->hint), PANGO_ELLIPSIZE_NONE);
    gtk_widget_add_css_class(make->hint, "make-hint");
    gtk_box_append(GTK_BOX(box), make->hint);
    gdk_clipboard_read_text_async(gtk_widget_get_clipboard(GTK_WIDGET(make->dialog.window)), NULL, on_offered,
                                  make_hold(make));
    return box;
}

// Creates the assets on a worker, as one step.

typedef struct Making {
    StudioMake *make;
    StudioEdit edit;
    char *text;
    GPtrArray *paths, *bases; ///< Of the assets; names or "".
    bool is_absolute;
    int pose_count;
    MienStatus status;
    MieniProblem problem;
} Making;

static void end(Making *making)
{
    make_drop(making->make);
    g_ptr_array_unref(making->paths);
    g_ptr_array_unref(making->bases);
    g_free(making->text);
    g_free(making);
}

static bool go_on(void *user, double done)
{
    studio_job_progress(user, done);
    return !studio_job_is_cancelled(user);
}

static void run_making(StudioJob *job, void *data)
{
    Making *making = data;
    g_autofree char *said = g_strstrip(g_strdup(making->text));
    for (guint i = 0; i < making->paths->len && making->status == MIEN_OK; ++i) {
        const StudioOrigin *origin = making->make->origins->pdata[i];
        MieniSources sources = {.progress = go_on, .user = job};
        MieniMadePoses made = {0};
        MieniMakePosesOptions options = studio_origin_options(origin);
        const char *base = making->bases->pdata[i];
        options.is_absolute = making->is_absolute;
        options.base = base[0] != '\0' ? base : NULL;
        if (said[0] != '\0') {
            options.names = making->text;
            options.names_size = strlen(making->text);
            options.names_file = "Names";
        }
        making->status = mieni_make_poses_asset(making->edit.project, making->paths->pdata[i], origin->file,
                                                &options, origin->mesh, &sources, &made, &making->problem);
        making->pose_count += made.pose_count;
        mieni_sources_release(&sources);
    }
}

static void tell(const Making *making)
{
    StudioWorkspace *workspace = making->make->workspace;
    const int count = making->pose_count;
    g_autofree char *text = making->paths->len > 1
                                ? g_strdup_printf("%u pose assets, %d poses", making->paths->len, count)
                                : g_strdup_printf(count == 1 ? "%d pose" : "%d poses", count);
    for (guint i = 0; i < making->paths->len; ++i)
        studio_workspace_show(workspace, making->paths->pdata[i], i > 0);
    studio_workspace_toast(workspace, text, "Undo", "win.undo");
}

static void done_making(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    (void)workspace;
    Making *making = data;
    StudioMake *make = making->make;
    char name[STUDIO_LABEL_ROOM];
    make->is_making = false;
    if (is_cancelled) {
        studio_edit_drop(&making->edit);
        if (!make->is_closed)
            make_refresh(make);
        end(making);
        return;
    }
    const MienStatus status =
        making->paths->len > 1
            ? studio_edit_endf(&making->edit, making->status, &making->problem, NULL, "create %u pose assets",
                               making->paths->len)
            : studio_edit_endf(&making->edit, making->status, &making->problem, NULL,
                               "create %.200s (%d pose%s)", studio_asset_name(making->paths->pdata[0], name),
                               making->pose_count, making->pose_count == 1 ? "" : "s");
    if (status == MIEN_OK) {
        if (!make->is_closed)
            gtk_window_destroy(GTK_WINDOW(make->dialog.window));
        tell(making);
    } else if (make->is_closed) { // it went on without its dialog
        studio_workspace_check(make->workspace, status, &making->problem);
    } else {
        const MienError *error = &making->problem.error;
        g_autofree char *sentence = g_strdup_printf("%s%s%s", error->location,
                                                    error->location[0] != '\0' ? ": " : "", error->message);
        make_refresh(make);
        gtk_label_set_text(GTK_LABEL(make->bar_label), sentence);
        gtk_widget_set_visible(make->bar, TRUE);
    }
    end(making);
}

/// Creates the assets and closes the dialog, or shows an error.
static void make_create(StudioMake *make)
{
    MieniProblem problem = {0};
    StudioEdit edit;
    if (!gtk_widget_get_sensitive(make->dialog.suggest))
        return;
    const MienStatus status = studio_edit_begin(&edit, studio_workspace_studio(make->workspace), &problem);
    if (!studio_workspace_check(make->workspace, status, &problem))
        return;
    Making *making = g_new0(Making, 1);
    making->make = make_hold(make);
    making->edit = edit;
    making->text = studio_make_text(make);
    making->paths = g_ptr_array_new_with_free_func(g_free);
    making->bases = g_ptr_array_new_with_free_func(g_free);
    making->is_absolute = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(make->absolute));
    for (guint i = 0; i < make->origins->len; ++i) {
        const StudioOrigin *origin = make->origins->pdata[i];
        StudioFrameNames names;
        char *path = NULL;
        make_name_trouble(make, i, &path);
        g_ptr_array_add(making->paths, path);
        studio_frame_names_read(&names, making->text, strlen(making->text),
                                (const char *const *)origin->names, origin->count, "");
        const bool has_base = make->base >= 0 && make->base < names.frame_count;
        g_ptr_array_add(making->bases, g_strdup(has_base ? names.frames[make->base].name : ""));
        studio_frame_names_release(&names);
    }
    make->is_making = true;
    gtk_widget_set_sensitive(make->dialog.suggest, FALSE);
    g_autofree char *job = g_strdup_printf(
        "Create %s", make->origins->len > 1 ? "pose assets" : (char *)making->paths->pdata[0]);
    studio_workspace_run(make->workspace,
                         &(StudioJobWork){.name = job, .run = run_making, .done = done_making}, making);
}

// Errors in names, with buttons that fix them.

/// Of the animations that are not shown, the first that the lines do not fit. Free it; NULL: none.
static char *make_other_trouble(const StudioMake *make, const char *text)
{
    for (guint i = 0; i < make->origins->len; ++i) {
        const StudioOrigin *origin = make->origins->pdata[i];
        StudioFrameNames names;
        char *sentence = NULL;
        if ((int)i == make->shown)
            continue;
        if (origin->trouble != NULL)
            return g_strdup_printf("%s: %s", origin->title, origin->trouble);
        if (!origin->is_read)
            continue;
        studio_frame_names_read(&names, text, strlen(text), (const char *const *)origin->names, origin->count,
                                origin->title);
        if (names.error_count > 0 && names.line_count > origin->count)
            sentence = g_strdup_printf("%s has %d frames, the list has %d lines.", origin->title,
                                       origin->count, names.line_count);
        else if (names.error_count > 0)
            sentence = g_strdup_printf("%s: line %d%s", origin->title, names.errors[0].line,
                                       names.errors[0].sentence);
        studio_frame_names_release(&names);
        if (sentence != NULL)
            return sentence;
    }
    return NULL;
}

/// other: what is wrong elsewhere, or NULL.
static void make_show_errors(StudioMake *make, const char *other)
{
    const StudioFrameNames *names = &make->names;
    gtk_widget_set_visible(make->bar, names->error_count > 0 || other != NULL);
    gtk_widget_set_visible(make->fix, FALSE);
    gtk_widget_set_visible(make->remove, FALSE);
    gtk_widget_set_visible(make->next, names->error_count > 0);
    if (names->error_count == 0) {
        gtk_label_set_text(GTK_LABEL(make->bar_label), other != NULL ? other : "");
        return;
    }
    make->error = CLAMP(make->error, 0, names->error_count - 1);
    const StudioNameError *error = &names->errors[make->error];
    g_autofree char *count = names->error_count > 1 ? g_strdup_printf("%d errors, %s: ", names->error_count,
                                                                      make->error == 0 ? "first" : "this")
                                                    : g_strdup("");
    g_autofree char *sentence = g_markup_escape_text(error->sentence, -1);
    g_autofree char *markup = g_strdup_printf("%s<b>Line %d</b>%s", count, error->line, sentence);
    gtk_label_set_markup(GTK_LABEL(make->bar_label), markup);
    gtk_button_set_label(GTK_BUTTON(make->next), names->error_count > 1 ? "Next" : "Show");
    gtk_widget_set_visible(make->remove, error->trouble == STUDIO_NAME_EXTRA);
    if (error->fix != NULL) {
        g_autofree char *label = g_strdup_printf("Rename to %s", error->fix);
        gtk_button_set_label(GTK_BUTTON(make->fix), label);
        gtk_widget_set_visible(make->fix, TRUE);
    }
}

static void on_next(StudioMake *make)
{
    const StudioFrameNames *names = &make->names;
    GtkTextIter at;
    if (names->error_count == 0)
        return;
    gtk_text_buffer_get_iter_at_mark(make->buffer, &at, gtk_text_buffer_get_insert(make->buffer));
    const bool is_there = gtk_text_iter_get_line(&at) == names->errors[make->error].line - 1;
    if (is_there) // the first press shows it
        make->error = (make->error + 1) % names->error_count;
    make_show_errors(make, NULL);
    make_go_to_line(make, names->errors[make->error].line - 1, false);
    gtk_widget_grab_focus(GTK_WIDGET(make->text));
}

static void on_fix(StudioMake *make)
{
    const StudioNameError *error =
        make->error < make->names.error_count ? &make->names.errors[make->error] : NULL;
    if (error == NULL || error->fix == NULL)
        return;
    g_autofree char *fix = g_strdup(error->fix); // the error goes with it
    make_set_line(make, error->line - 1, fix);
}

static void on_remove(StudioMake *make)
{
    const StudioNameError *error =
        make->error < make->names.error_count ? &make->names.errors[make->error] : NULL;
    if (error != NULL)
        make_cut_lines(make, error->line - 1);
}

// Errors
static GtkWidget *make_errors_new(StudioMake *make)
{
    GtkWidget *icon = gtk_image_new_from_icon_name("dialog-error-symbolic");
    make->bar = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9);
    make->bar_label = studio_label_new("", NULL);
    gtk_label_set_wrap(GTK_LABEL(make->bar_label), TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(make->bar_label), PANGO_ELLIPSIZE_NONE);
    gtk_widget_set_hexpand(make->bar_label, TRUE);
    make->fix = gtk_button_new_with_label("");
    make->remove = gtk_button_new_with_label("Remove Lines");
    make->next = gtk_button_new_with_label("Show");
    gtk_widget_add_css_class(make->next, "flat");
    gtk_widget_add_css_class(make->bar, "error-bar");
    gtk_widget_add_css_class(icon, "error");
    gtk_widget_set_name(make->bar, "make-errors");
    GtkWidget *const parts[] = {icon, make->bar_label, make->fix, make->remove, make->next};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i) {
        gtk_box_append(GTK_BOX(make->bar), parts[i]);
        gtk_widget_set_valign(parts[i], GTK_ALIGN_CENTER);
    }
    gtk_widget_set_visible(make->bar, FALSE);
    g_signal_connect_swapped(make->fix, "clicked", G_CALLBACK(on_fix), make);
    g_signal_connect_swapped(make->remove, "clicked", G_CALLBACK(on_remove), make);
    g_signal_connect_swapped(make->next, "clicked", G_CALLBACK(on_next), make);
    return make->bar;
}

// The dialog's life

/// The window is gone; jobs may still have the rest.
static void on_destroy(StudioMake *make)
{
    make->is_closed = true;
    g_signal_handlers_disconnect_by_data(adw_style_manager_get_default(), make);
    g_signal_handlers_disconnect_by_data(make->buffer, make);
    g_signal_handlers_disconnect_by_data(make->selection, make);
}

// Reading and measuring, on a worker

static void run_reading(StudioJob *job, void *data)
{
    StudioMake *make = data;
    for (guint i = 0; i < make->origins->len && !studio_job_is_cancelled(job); ++i)
        studio_origin_run(make->origins->pdata[i], job);
}

/// Frame 0 is the base if it is rest.
static void choose_base(StudioMake *make)
{
    const StudioOrigin *origin = make_shown(make);
    if (!make->is_base_chosen)
        make->base =
            origin->count > 0 && origin->facts[0].metres >= 0.0f && origin->facts[0].metres < 1e-4f ? 0 : -1;
    make->base = make->base < origin->count ? make->base : -1;
}

static void propose_names(StudioMake *make)
{
    const Studio *studio = studio_workspace_studio(make->workspace);
    for (guint i = 0; i < make->origins->len; ++i) {
        const StudioOrigin *origin = make->origins->pdata[i];
        GtkEditable *entry = make->entries->pdata[i];
        g_autofree char *name = studio_origin_propose(origin), *folder = g_path_get_dirname(origin->path);
        g_autofree char *proposed = g_strdup(name);
        if (gtk_editable_get_text(entry)[0] != '\0')
            continue;
        for (int n = 2;; ++n) {
            g_autofree char *file = g_strconcat(proposed, ".poses.json", NULL);
            g_autofree char *path =
                strcmp(folder, ".") == 0 ? g_strdup(file) : g_strconcat(folder, "/", file, NULL);
            if (!studio_exists(studio, path))
                break;
            g_free(proposed);
            proposed = g_strdup_printf("%s_%d", name, n);
        }
        studio_fill(GTK_WIDGET(entry), proposed);
    }
}

static void show_skeleton(StudioMake *make)
{
    char name[STUDIO_LABEL_ROOM];
    const StudioOrigin *origin = make_shown(make);
    gtk_label_set_text(GTK_LABEL(make->skeleton), origin->skeleton != NULL
                                                      ? studio_asset_name(origin->skeleton, name)
                                                      : "from the file");
}

static void done_reading(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    (void)workspace;
    StudioMake *make = data;
    make->is_reading = false;
    if (!make->is_closed && !is_cancelled && make->wants_reading) {
        make_read(make);
    } else if (!make->is_closed && !is_cancelled) {
        choose_base(make);
        propose_names(make);
        show_skeleton(make);
        make_frames_load(make);
        make_measure(make);
    }
    make_drop(make);
}

/// Reads the animations, again if need be.
static void make_read(StudioMake *make)
{
    make->wants_reading = make->is_reading || make->is_measuring || make->is_making;
    if (make->wants_reading)
        return;
    make->is_reading = true;
    for (guint i = 0; i < make->origins->len; ++i)
        studio_origin_begin(make->origins->pdata[i], make->workspace, &make->wanted);
    make_frames_load(make);
    studio_workspace_run(make->workspace, &(StudioJobWork){.run = run_reading, .done = done_reading},
                         make_hold(make));
}

static void run_measuring(StudioJob *job, void *data) { studio_origin_measure(make_shown(data), job); }

static void done_measuring(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    (void)workspace;
    StudioMake *make = data;
    make->is_measuring = false;
    if (!make->is_closed && !is_cancelled && make->wants_reading) {
        make_read(make);
    } else if (!make->is_closed && !is_cancelled) {
        make_frames_refresh(make);
        make_measure(make);
    }
    make_drop(make);
}

static void make_measure(StudioMake *make)
{
    StudioOrigin *origin = make_shown(make);
    if (make->is_reading || make->is_measuring || !origin->is_read || origin->trouble != NULL)
        return;
    if (make->is_base_chosen) // one that is rest anyhow needs no second look
        studio_origin_set_base(origin, make->base);
    if (studio_origin_is_measured(origin))
        return;
    make->is_measuring = true;
    studio_workspace_run(make->workspace,
                         &(StudioJobWork){.is_minor = true, .run = run_measuring, .done = done_measuring},
                         make_hold(make));
}

// What is wrong

static bool check_names(StudioMake *make)
{
    bool is_fine = true;
    for (guint i = 0; i < make->entries->len; ++i) {
        g_autofree char *path = NULL;
        const char *trouble = make_name_trouble(make, i, &path);
        GtkWidget *entry = make->entries->pdata[i];
        if (trouble != NULL && make->origins->len > 0 && ((StudioOrigin *)make->origins->pdata[i])->is_read)
            gtk_widget_add_css_class(entry, "error");
        else
            gtk_widget_remove_css_class(entry, "error");
        studio_tip(entry, trouble);
        is_fine = is_fine && trouble == NULL;
    }
    return is_fine;
}

static void show_bases(StudioMake *make)
{
    const StudioOrigin *origin = make_shown(make);
    g_autoptr(GPtrArray) labels = g_ptr_array_new_with_free_func(g_free);
    const guint before = g_list_model_get_n_items(G_LIST_MODEL(make->bases));
    g_ptr_array_add(labels, g_strdup(origin->mesh != NULL ? "Rest pose of the mesh" : "Rest pose"));
    for (int i = 0; i < make->names.frame_count; ++i)
        g_ptr_array_add(
            labels,
            g_strdup_printf("Frame %s, %s", origin->labels[i],
                            make->names.frames[i].is_skipped ? "skipped" : make->names.frames[i].name));
    g_ptr_array_add(labels, NULL);
    bool is_same = before + 1 == labels->len;
    for (guint i = 0; i < before && is_same; ++i)
        is_same = strcmp(gtk_string_list_get_string(make->bases, i), labels->pdata[i]) == 0;
    make->is_tying = true;
    if (!is_same)
        gtk_string_list_splice(make->bases, 0, before, (const char *const *)labels->pdata);
    gtk_drop_down_set_selected(GTK_DROP_DOWN(make->base_choice), (guint)(make->base + 1));
    make->is_tying = false;
}

static void show_suggest(StudioMake *make, bool is_fine)
{
    const int poses = make->names.pose_count, assets = (int)make->origins->len;
    g_autofree char *label = assets > 1   ? g_strdup_printf("Create %d Pose Assets", assets)
                             : poses == 1 ? g_strdup("Create 1 Pose")
                                          : g_strdup_printf("Create %d Poses", poses);
    gtk_button_set_label(GTK_BUTTON(make->dialog.suggest), poses > 0 || assets > 1 ? label : "Create");
    gtk_widget_set_sensitive(make->dialog.suggest, is_fine && poses > 0 && !make->is_making);
}

/// Call after changes of text, frames or the shown clip. Reads the names and updates the dialog.
static void make_refresh(StudioMake *make)
{
    const StudioOrigin *origin = make_shown(make);
    g_autofree char *text = studio_make_text(make);
    const bool is_there = origin->is_read && origin->trouble == NULL;
    const bool was_tying = make->is_tying;
    studio_frame_names_release(&make->names);
    studio_frame_names_read(&make->names, text, strlen(text), (const char *const *)origin->names,
                            is_there ? origin->count : 0, "the clip");
    if (!is_there) // nothing is wrong with lines for frames that are not known
        make->names.error_count = 0;
    if (make->base >= 0 &&
        (make->base >= make->names.frame_count || make->names.frames[make->base].is_skipped))
        make->base = is_there ? -1 : make->base;
    g_autofree char *other = is_there ? make_other_trouble(make, text) : NULL;
    make_names_refresh(make);
    make_frames_refresh(make);
    make_show_errors(make, other);
    show_bases(make);
    make->is_tying = was_tying;
    const bool has_name = check_names(make);
    show_suggest(make,
                 is_there && !make->is_reading && make->names.error_count == 0 && other == NULL && has_name);
}

// Widgets

static void on_base(StudioMake *make)
{
    const guint chosen = gtk_drop_down_get_selected(GTK_DROP_DOWN(make->base_choice));
    if (make->is_tying || chosen == GTK_INVALID_LIST_POSITION || (int)chosen - 1 == make->base)
        return;
    make->base = (int)chosen - 1;
    make->is_base_chosen = true;
    make_refresh(make);
    make_measure(make);
}

static void add_labelled(GtkWidget *box, const char *label, GtkWidget *widget)
{
    GtkWidget *words = gtk_label_new(label), *pair = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9);
    gtk_widget_add_css_class(words, "dim-label");
    gtk_box_append(GTK_BOX(pair), words);
    gtk_box_append(GTK_BOX(pair), widget);
    gtk_box_append(GTK_BOX(box), pair);
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER);
}

static GtkWidget *new_entry(StudioMake *make, const StudioOrigin *origin)
{
    GtkWidget *entry = gtk_entry_new();
    g_autofree char *name =
        make->origins->len > 1 ? g_strdup_printf("Name for %s", origin->title) : g_strdup("Name");
    studio_name(entry, name);
    gtk_editable_set_width_chars(GTK_EDITABLE(entry), 16);
    gtk_entry_set_activates_default(GTK_ENTRY(entry), TRUE);
    g_signal_connect_swapped(entry, "changed", G_CALLBACK(make_refresh), make);
    g_ptr_array_add(make->entries, entry);
    return entry;
}

static GtkWidget *make_blend(StudioMake *make)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    make->additive = gtk_toggle_button_new_with_label("Additive");
    make->absolute = gtk_toggle_button_new_with_label("Absolute");
    gtk_toggle_button_set_group(GTK_TOGGLE_BUTTON(make->absolute), GTK_TOGGLE_BUTTON(make->additive));
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(make->additive), TRUE);
    studio_tip(make->additive, "Poses are added to the input pose");
    studio_tip(make->absolute, "Poses replace the input pose");
    gtk_widget_add_css_class(box, "linked");
    gtk_box_append(GTK_BOX(box), make->additive);
    gtk_box_append(GTK_BOX(box), make->absolute);
    return box;
}

static GtkWidget *make_top(StudioMake *make)
{
    GtkWidget *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 18);
    gtk_widget_add_css_class(top, "make-top");
    make->skeleton = gtk_label_new("…");
    make->bases = gtk_string_list_new(NULL);
    make->base_choice = gtk_drop_down_new(G_LIST_MODEL(make->bases), NULL);
    gtk_drop_down_set_enable_search(GTK_DROP_DOWN(make->base_choice), TRUE);
    gtk_drop_down_set_expression(GTK_DROP_DOWN(make->base_choice),
                                 gtk_property_expression_new(GTK_TYPE_STRING_OBJECT, NULL, "string"));
    studio_name(make->base_choice, "Base pose");
    studio_name(make->skeleton, "Skeleton");
    studio_tip(make->skeleton, "Set by the clip");
    if (make->origins->len == 1)
        add_labelled(top, "Name", new_entry(make, make->origins->pdata[0]));
    add_labelled(top, "Skeleton", make->skeleton);
    add_labelled(top, "Blend", make_blend(make));
    add_labelled(top, "Base pose", make->base_choice);
    g_signal_connect_swapped(make->base_choice, "notify::selected", G_CALLBACK(on_base), make);
    return top;
}

/// Names of several assets, beside those of their clips.
static GtkWidget *make_column(StudioMake *make)
{
    GtkWidget *grid = gtk_grid_new(), *scrolled = gtk_scrolled_window_new();
    gtk_grid_set_row_spacing(GTK_GRID(grid), 6);
    gtk_grid_set_column_spacing(GTK_GRID(grid), 9);
    gtk_widget_add_css_class(grid, "make-column");
    for (guint i = 0; i < make->origins->len; ++i) {
        const StudioOrigin *origin = make->origins->pdata[i];
        GtkWidget *entry = new_entry(make, origin);
        gtk_widget_set_hexpand(entry, TRUE);
        gtk_grid_attach(GTK_GRID(grid), studio_label_new(origin->title, NULL), 0, (int)i, 1, 1);
        gtk_grid_attach(GTK_GRID(grid), gtk_image_new_from_icon_name("go-next-symbolic"), 1, (int)i, 1, 1);
        gtk_grid_attach(GTK_GRID(grid), entry, 2, (int)i, 1, 1);
    }
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), grid);
    gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scrolled), TRUE);
    gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scrolled), 176);
    return scrolled;
}

static void fill(StudioMake *make)
{
    GtkWidget *body = make->dialog.body, *halves = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL);
    gtk_box_append(GTK_BOX(body), make_top(make));
    if (make->origins->len > 1)
        gtk_box_append(GTK_BOX(body), make_column(make));
    GtkWidget *names = make_names_new(make), *frames = make_frames_new(make);
    gtk_widget_set_size_request(names, 240, -1);
    gtk_widget_set_size_request(frames, 420, -1);
    gtk_paned_set_start_child(GTK_PANED(halves), names);
    gtk_paned_set_end_child(GTK_PANED(halves), frames);
    gtk_paned_set_position(GTK_PANED(halves), studio_scaled(290));
    gtk_paned_set_resize_start_child(GTK_PANED(halves), FALSE);
    gtk_paned_set_shrink_start_child(GTK_PANED(halves), FALSE);
    gtk_paned_set_shrink_end_child(GTK_PANED(halves), FALSE);
    gtk_widget_set_vexpand(halves, TRUE);
    gtk_widget_add_css_class(halves, "make-halves");
    gtk_box_append(GTK_BOX(body), halves);
    gtk_box_append(GTK_BOX(body), make_errors_new(make));
}

static bool has_bones(const char *path)
{
    const MieniSourceFormat *format = mieni_source_format_of_path(path);
    return format != NULL && format->kind != MIENI_SOURCE_CURVES;
}

static bool is_origin(const char *path)
{
    return mieni_asset_kind_of_path(path) == MIENI_ASSET_CLIP ||
           (mieni_asset_kind_of_path(path) == MIENI_ASSET_NONE && has_bones(path));
}

const char *studio_make_poses_reason(const MieniPaths *paths)
{
    for (int i = 0; i < paths->count; ++i)
        if (is_origin(paths->items[i]))
            return NULL;
    return "Select a clip in the browser first";
}

void studio_make_poses_open(GtkWidget *parent, StudioWorkspace *workspace, const MieniPaths *paths)
{
    StudioMake *make = g_rc_box_new0(StudioMake);
    make->workspace = g_object_ref(workspace);
    make->origins = g_ptr_array_new_with_free_func((GDestroyNotify)studio_origin_free);
    make->entries = g_ptr_array_new();
    make->base = -1;
    make->wanted.step = 1;
    for (int i = 0; i < paths->count; ++i)
        if (is_origin(paths->items[i]))
            g_ptr_array_add(make->origins, studio_origin_new(paths->items[i]));
    if (make->origins->len == 0) {
        make_drop(make);
        return;
    }
    const bool is_one = make->origins->len == 1;
    const StudioOrigin *first = make->origins->pdata[0];
    const bool is_clip = mieni_asset_kind_of_path(first->path) == MIENI_ASSET_CLIP;
    g_autofree char *subtitle = is_one ? g_strdup_printf(is_clip ? "from clip %s" : "from %s", first->title)
                                       : g_strdup_printf("from %u clips", make->origins->len);
    make->dialog = studio_dialog_new(parent, "create-dialog", is_one ? "New Pose Asset" : "New Pose Assets",
                                     subtitle, "Create", 900, 700);
    gtk_widget_set_size_request(GTK_WIDGET(make->dialog.window), 760, 520);
    fill(make);
    g_signal_connect_swapped(make->dialog.suggest, "clicked", G_CALLBACK(make_create), make);
    g_signal_connect_swapped(make->dialog.window, "destroy", G_CALLBACK(on_destroy), make);
    g_signal_connect_swapped(adw_style_manager_get_default(), "notify::dark", G_CALLBACK(make_names_style),
                             make);
    g_object_set_data_full(G_OBJECT(make->dialog.window), "make", make, make_drop);
    make_names_style(make);
    make_read(make);
    gtk_window_present(GTK_WINDOW(make->dialog.window));
    gtk_widget_grab_focus(GTK_WIDGET(make->text));
}
