// SPDX-License-Identifier: MIT
//
// Bones and targets of a driver node.

#include "studio/panels/graph/driver.h"

#include <adwaita.h>
#include <math.h>
#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/graph/driver_pose.h"
#include "studio/panels/graph/edits.h"
#include "studio/panels/graph/list.h"
#include "studio/panels/widgets/widgets.h"

static const char PART[] = "part"; ///< Of a widget: its name for the focus.

/// A target in the list.
typedef struct Target {
    struct Driver *driver;
    char *name;
    int index;
    double radius; ///< Its own; 0: the driver's.
    GtkWidget *bar, *weight;
} Target;

typedef struct Driver {
    StudioGraphSession *session; ///< The workspace's, which outlives it.
    char *id;
    GtkWidget *box, *add_bone, *add_target, *radius;
    GPtrArray *targets; ///< Of Target.
} Driver;

static void free_target(void *given)
{
    Target *target = given;
    g_free(target->name);
    g_free(target);
}

static void free_driver(void *given)
{
    Driver *driver = given;
    g_ptr_array_unref(driver->targets);
    g_free(driver->id);
    g_free(driver);
}

static Driver *driver_of(GtkWidget *box) { return g_object_get_data(G_OBJECT(box), "driver"); }

static Studio *studio_of(const Driver *driver)
{
    return studio_workspace_studio(studio_graph_session_workspace(driver->session));
}

/// A setting of the node, inherited or its own; NULL: none. Valid until the graph changes.
static const MieniJson *setting(const Driver *driver, const char *key)
{
    const StudioGraphScene *scene = studio_graph_session_scene(driver->session);
    StudioGraphChain chain;
    if (scene == NULL || studio_graph_chain_read(studio_of(driver), scene->path, &chain, NULL) != MIEN_OK)
        return NULL;
    const int row = studio_graph_chain_find(&chain, driver->id);
    return row >= 0 ? mieni_graph_text_setting(&chain.texts[0], row, key).value : NULL;
}

static const char *text_setting(const Driver *driver, const char *key)
{
    const MieniJson *value = setting(driver, key);
    return value != NULL && value->type == MIENI_JSON_STRING ? value->string : NULL;
}

static bool drives_curves(const Driver *driver)
{
    return g_strcmp0(text_setting(driver, "drives"), "curves") == 0;
}

static bool is_metres(const Driver *driver)
{
    return g_strcmp0(text_setting(driver, "reads"), "translation") == 0;
}

static bool has_bone(const MieniJson *bones, const char *name)
{
    for (int i = 0; bones != NULL && i < bones->count; ++i)
        if (strcmp(bones->items[i]->string, name) == 0)
            return true;
    return false;
}

// Edits

/// Writes the targets with an edit made, and with it the bones if they are given.
static void change(const Driver *driver, const StudioTargetsEdit *edit, const char *bones, const char *label)
{
    MieniTextOut out = {0};
    studio_driver_put_targets(&out, setting(driver, "targets"), edit);
    const StudioGraphSetting settings[] = {{"targets", out.bytes}, {"bones", bones}};
    g_autofree char *id = g_strdup(driver->id);
    studio_graph_change_as(driver->session, id, settings, bones != NULL ? 2 : 1, label); // the rows may go
    mieni_text_release(&out);
}

/// The bones without one, or with one more, as JSON. Free it.
static char *bones_json(const Driver *driver, const char *without, const char *with)
{
    const MieniJson *bones = setting(driver, "bones");
    MieniTextOut out = {0};
    bool is_first = true;
    mieni_text_put(&out, "[");
    for (int i = 0; bones != NULL && i < bones->count; ++i) {
        if (g_strcmp0(bones->items[i]->string, without) == 0)
            continue;
        mieni_text_put(&out, is_first ? "" : ", ");
        mieni_text_put_string(&out, bones->items[i]->string);
        is_first = false;
    }
    if (with != NULL) {
        mieni_text_put(&out, is_first ? "" : ", ");
        mieni_text_put_string(&out, with);
    }
    mieni_text_put(&out, "]");
    char *json = g_strdup(out.bytes);
    mieni_text_release(&out);
    return json;
}

static void on_bone(void *user, const char *name)
{
    const Driver *driver = user;
    g_autofree char *json = bones_json(driver, NULL, name), *id = g_strdup(driver->id);
    g_autofree char *label = g_strdup_printf("add bone %.150s to %.150s", name, id);
    const StudioGraphSetting settings[] = {{"bones", json}};
    studio_graph_change_as(driver->session, id, settings, 1, label);
}

static void on_remove_bone(GtkButton *button, Driver *driver)
{
    const char *name = g_object_get_data(G_OBJECT(button), "bone");
    g_autofree char *lost = g_strdup(name), *json = bones_json(driver, name, NULL);
    g_autofree char *label = g_strdup_printf("remove bone %.150s from %.150s", lost, driver->id);
    const StudioTargetsEdit edit = {.index = -1, .lost = lost};
    if (setting(driver, "targets") != NULL) {
        change(driver, &edit, json, label);
        return;
    }
    const StudioGraphSetting settings[] = {{"bones", json}};
    studio_graph_change_as(driver->session, driver->id, settings, 1, label);
}

/// The bones as the viewport shows them, as JSON; NULL, and a message, if that has not all of them. Free it.
static char *take_pose(const Driver *driver)
{
    const MieniFace *face = studio_graph_session_face(driver->session);
    StudioWorkspace *workspace = studio_graph_session_workspace(driver->session);
    const MieniJson *from_rest = setting(driver, "from_rest_pose");
    const StudioDriverReading reading = {.space = text_setting(driver, "space"),
                                         .is_translation = is_metres(driver),
                                         .is_from_rest = from_rest != NULL && from_rest->boolean};
    MieniTextOut out = {0};
    if (face == NULL) {
        studio_workspace_toast(workspace, "No character in the viewport", NULL, NULL);
        return NULL;
    }
    const char *missing = studio_driver_put_pose(&out, face, setting(driver, "bones"), &reading);
    char *json = missing == NULL ? g_strdup(out.bytes) : NULL;
    mieni_text_release(&out);
    if (missing != NULL) {
        g_autofree char *text = g_strdup_printf("The character in the viewport has no bone “%s”", missing);
        studio_workspace_toast(workspace, text, NULL, NULL);
    }
    return json;
}

static void on_new_target(void *user, const char *name)
{
    const Driver *driver = user;
    g_autofree char *pose = take_pose(driver);
    g_autofree char *label = g_strdup_printf("add target %.150s to %.150s", name, driver->id);
    const StudioTargetsEdit edit = {.bones = pose, .added = name};
    if (pose != NULL)
        change(driver, &edit, NULL, label);
}

static void on_update(GtkButton *button, Target *target)
{
    (void)button;
    g_autofree char *pose = take_pose(target->driver);
    g_autofree char *label =
        g_strdup_printf("update target %.150s of %.150s", target->name, target->driver->id);
    const StudioTargetsEdit edit = {.index = target->index, .bones = pose};
    if (pose != NULL)
        change(target->driver, &edit, NULL, label);
}

static void on_remove_target(GtkButton *button, Target *target)
{
    (void)button;
    g_autofree char *label =
        g_strdup_printf("remove target %.150s from %.150s", target->name, target->driver->id);
    const StudioTargetsEdit edit = {.index = target->index, .is_removed = true};
    change(target->driver, &edit, NULL, label);
}

static void take_radius(GtkWidget *entry, Target *target)
{
    const char *text = gtk_editable_get_text(GTK_EDITABLE(entry));
    double radius = 0;
    const bool is_fine =
        text[0] == '\0' || studio_number_read(text, target->radius, 0, MIEN_MAX_LENGTH, &radius);
    if (is_fine)
        gtk_widget_remove_css_class(entry, "error");
    else
        gtk_widget_add_css_class(entry, "error");
    if (!is_fine || fabs(radius - target->radius) < 1e-9)
        return;
    g_autofree char *label =
        g_strdup_printf("set radius of %.150s in %.150s", target->name, target->driver->id);
    const StudioTargetsEdit edit = {.index = target->index, .radius = &radius};
    change(target->driver, &edit, NULL, label);
}

static void on_radius(GtkEntry *entry, Target *target) { take_radius(GTK_WIDGET(entry), target); }

static void on_radius_left(GtkEventControllerFocus *controller, Target *target)
{
    GtkWidget *entry = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(controller));
    if (!gtk_widget_in_destruction(entry))
        take_radius(entry, target);
}

// Lists to choose from

static void add_entry(GArray *entries, const char *name, const char *hint)
{
    const StudioListEntry entry = {name, name, hint};
    g_array_append_val(entries, entry);
}

static GtkWidget *make_popover(const char *name, const GArray *entries, StudioListChosen *chosen,
                               Driver *driver)
{
    return studio_list_popover_new(name, (const StudioListEntry *)(void *)entries->data, (int)entries->len,
                                   chosen, driver, NULL);
}

static void on_list_bones(GtkMenuButton *button, void *user)
{
    Driver *driver = user;
    const MieniFace *face = studio_graph_session_face(driver->session);
    const MieniJson *bones = setting(driver, "bones");
    g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(StudioListEntry));
    for (int i = 0; face != NULL && i < face->bone_count; ++i) {
        const char *name = mien_skeleton_bone_name(face->character->skeleton, i);
        const int parent = face->parents[i];
        if (!has_bone(bones, name))
            add_entry(entries, name,
                      parent >= 0 ? mien_skeleton_bone_name(face->character->skeleton, parent) : "");
    }
    gtk_menu_button_set_popover(button, make_popover("Choose bone", entries, on_bone, driver));
}

/// Names that a target can drive: poses of the asset, or curves.
static void list_driven(const Driver *driver, GArray *entries)
{
    const MieniFace *face = studio_graph_session_face(driver->session);
    const char *path = text_setting(driver, "poses");
    const MieniAsset *asset;
    if (drives_curves(driver)) {
        const MienSkeleton *skeleton = face != NULL ? face->character->skeleton : NULL;
        for (int i = 0; skeleton != NULL && i < mien_skeleton_curve_count(skeleton); ++i)
            add_entry(entries, mien_skeleton_curve_name(skeleton, i), "");
    } else if (path != NULL && studio_asset(studio_of(driver), path, &asset, NULL) == MIEN_OK) {
        const MieniPoseAssetView *poses = mieni_pose_asset_of(asset);
        for (int i = 0; i < mieni_pose_asset_pose_count(poses); ++i)
            add_entry(entries, mieni_text_or_empty(mieni_pose_name(mieni_pose_asset_pose(poses, i))), "");
    } else if (face != NULL) { // a parameter gives the asset
        for (int i = 0; i < face->pose_count; ++i)
            add_entry(entries, mieni_face_pose_name(face, mieni_face_pose_at(face, i)), "");
    }
}

static void on_list_targets(GtkMenuButton *button, void *user)
{
    Driver *driver = user;
    g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(StudioListEntry));
    list_driven(driver, entries);
    gtk_menu_button_set_popover(button, make_popover(drives_curves(driver) ? "Curve that the target drives"
                                                                           : "Pose that the target drives",
                                                     entries, on_new_target, driver));
}

// Widgets

static GtkWidget *part(GtkWidget *widget, const char *kind, const char *name)
{
    g_object_set_data_full(G_OBJECT(widget), PART, g_strdup_printf("%s %s", kind, name), g_free);
    return widget;
}

static GtkWidget *icon_button(const char *icon, const char *kind, const char *name)
{
    GtkWidget *button = part(gtk_button_new_from_icon_name(icon), kind, name);
    g_autofree char *label = g_strdup_printf("%s %s", kind, name);
    gtk_widget_add_css_class(button, "flat");
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    studio_tip(button, label);
    studio_name(button, label);
    return button;
}

static GtkWidget *make_row(const char *title, const char *subtitle)
{
    GtkWidget *row = adw_action_row_new();
    adw_preferences_row_set_use_markup(ADW_PREFERENCES_ROW(row), FALSE);
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), title);
    adw_action_row_set_subtitle(ADW_ACTION_ROW(row), subtitle);
    adw_action_row_set_title_lines(ADW_ACTION_ROW(row), 1);
    return row;
}

static void add_bones(Driver *driver, GtkWidget *list)
{
    const MieniJson *bones = setting(driver, "bones");
    for (int i = 0; bones != NULL && i < bones->count; ++i) {
        const char *name = bones->items[i]->string;
        GtkWidget *row = make_row(name, ""),
                  *remove = icon_button("list-remove-symbolic", "Remove bone", name);
        g_object_set_data_full(G_OBJECT(remove), "bone", g_strdup(name), g_free);
        g_signal_connect(remove, "clicked", G_CALLBACK(on_remove_bone), driver);
        adw_action_row_add_suffix(ADW_ACTION_ROW(row), remove);
        gtk_list_box_append(GTK_LIST_BOX(list), row);
    }
    if (bones == NULL || bones->count == 0)
        gtk_list_box_append(GTK_LIST_BOX(list),
                            make_row("No bones yet", "The driver compares bones with its targets."));
}

static GtkWidget *make_weight(Target *target)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 3);
    g_autofree char *name = g_strdup_printf("Weight of %s", target->name);
    target->weight = studio_label_new("–", "numeric");
    gtk_label_set_width_chars(GTK_LABEL(target->weight), 4);
    gtk_label_set_xalign(GTK_LABEL(target->weight), 1.0f);
    target->bar = gtk_level_bar_new();
    gtk_level_bar_add_offset_value(GTK_LEVEL_BAR(target->bar), GTK_LEVEL_BAR_OFFSET_LOW, 1);
    gtk_widget_set_size_request(target->bar, 40, -1);
    studio_name(target->bar, name);
    gtk_box_append(GTK_BOX(box), target->weight);
    gtk_box_append(GTK_BOX(box), target->bar);
    gtk_widget_set_valign(box, GTK_ALIGN_CENTER);
    studio_tip(box, "Weight now");
    return box;
}

static GtkWidget *make_radius(Target *target)
{
    GtkWidget *entry = part(gtk_entry_new(), "Radius of", target->name);
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_autofree char *name = g_strdup_printf("Radius of %s", target->name);
    char number[STUDIO_NUMBER_ROOM];
    gtk_entry_set_placeholder_text(GTK_ENTRY(entry), "Auto");
    gtk_entry_set_alignment(GTK_ENTRY(entry), 1.0f);
    gtk_editable_set_width_chars(GTK_EDITABLE(entry), 4);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(entry), 5);
    gtk_widget_add_css_class(entry, "numeric");
    gtk_widget_set_valign(entry, GTK_ALIGN_CENTER);
    studio_tip(entry, is_metres(target->driver) ? "Radius in metres; empty: that of the driver"
                                                : "Radius in degrees; empty: that of the driver");
    studio_name(entry, name);
    studio_fill(entry, target->radius > 0 ? studio_number_text(target->radius, 2, number) : "");
    g_signal_connect(entry, "activate", G_CALLBACK(on_radius), target);
    g_signal_connect(focus, "leave", G_CALLBACK(on_radius_left), target);
    gtk_widget_add_controller(entry, focus);
    return entry;
}

static void add_target(Driver *driver, GtkWidget *list, int index, const MieniTargetView *view)
{
    Target *target = g_new0(Target, 1);
    g_autofree char *subtitle = studio_driver_tell_target(view);
    target->driver = driver;
    target->name = g_strdup(mieni_text_or_empty(mieni_target_name(view)));
    target->index = index;
    target->radius = mieni_target_radius(view, 0);
    g_ptr_array_add(driver->targets, target);
    GtkWidget *row = make_row(target->name, subtitle),
              *update = icon_button("view-refresh-symbolic", "Update from current pose:", target->name),
              *remove = icon_button("list-remove-symbolic", "Remove target", target->name);
    g_signal_connect(update, "clicked", G_CALLBACK(on_update), target);
    g_signal_connect(remove, "clicked", G_CALLBACK(on_remove_target), target);
    GtkWidget *const parts[] = {make_weight(target), make_radius(target), update, remove};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i)
        adw_action_row_add_suffix(ADW_ACTION_ROW(row), parts[i]);
    gtk_list_box_append(GTK_LIST_BOX(list), row);
}

static void add_targets(Driver *driver, GtkWidget *list)
{
    const MieniJson *rows = setting(driver, "targets");
    for (int i = 0; rows != NULL && i < rows->count; ++i)
        add_target(driver, list, i, mieni_target_view(rows->items[i]));
    if (driver->targets->len == 0)
        gtk_list_box_append(GTK_LIST_BOX(list),
                            make_row("No targets yet", "Pose the bones, then add a target."));
}

/// What the driver lacks before it can drive anything, in the order in which one would add it; NULL: nothing.
static const char *missing_part(const Driver *driver)
{
    const MieniJson *bones = setting(driver, "bones"), *given = setting(driver, "radius");
    const Target *only = driver->targets->len == 1 ? driver->targets->pdata[0] : NULL;
    if (!drives_curves(driver) && setting(driver, "poses") == NULL)
        return "Missing: a pose asset, whose poses the driver weighs.";
    if (bones == NULL || bones->count == 0)
        return "Missing: a bone, which the driver compares with its targets.";
    if (driver->targets->len == 0)
        return "Missing: a target. Pose the bones, then add one.";
    return only != NULL && only->radius <= 0 && (given == NULL || given->number <= 0)
               ? "Missing: a second target, or a radius."
               : NULL;
}

/// What is missing or, if nothing is, the radius that targets without their own have.
static void show_radius(const Driver *driver)
{
    const char *missing = missing_part(driver);
    const double radius = (double)studio_graph_session_radius(driver->session, driver->id);
    g_autofree char *text =
        missing != NULL ? g_strdup(missing)
        : radius > 0    ? g_strdup_printf("Radius in use: %.3g%s", radius, is_metres(driver) ? " m" : "°")
                        : g_strdup("");
    gtk_label_set_text(GTK_LABEL(driver->radius), text);
    gtk_widget_set_visible(driver->radius, text[0] != '\0');
    (missing != NULL ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(driver->radius, "warning");
    (missing != NULL ? gtk_widget_remove_css_class : gtk_widget_add_css_class)(driver->radius, "dim-label");
}

/// Shows weights as they are.
static void show_live(Driver *driver)
{
    for (guint i = 0; i < driver->targets->len; ++i) {
        const Target *target = driver->targets->pdata[i];
        float weight = 0;
        char number[STUDIO_NUMBER_ROOM];
        const bool is_known =
            studio_graph_session_target(driver->session, driver->id, target->index, target->name, &weight);
        const char *text = is_known ? studio_number_text((double)weight, 2, number) : "–";
        if (strcmp(gtk_label_get_text(GTK_LABEL(target->weight)), text) == 0)
            continue;
        gtk_label_set_text(GTK_LABEL(target->weight), text);
        gtk_level_bar_set_value(GTK_LEVEL_BAR(target->bar), CLAMP((double)weight, 0, 1));
        studio_describe(target->bar, is_known ? text : "Not known: the node is not connected");
    }
    show_radius(driver);
}

static void on_live(StudioGraphSession *session, GtkWidget *box)
{
    (void)session;
    show_live(driver_of(box));
}

static GtkWidget *make_heading(Driver *driver, const char *title, const char *label,
                               GtkMenuButtonCreatePopupFunc create, GtkWidget **out_button)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6), *text = studio_label_new(title, "heading"),
              *button = part(gtk_menu_button_new(), "Add", title);
    gtk_widget_set_hexpand(text, TRUE);
    gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(button), "list-add-symbolic");
    gtk_menu_button_set_create_popup_func(GTK_MENU_BUTTON(button), create, driver, NULL);
    gtk_widget_add_css_class(button, "flat");
    studio_tip(button, label);
    studio_name(button, label);
    gtk_box_append(GTK_BOX(box), text);
    gtk_box_append(GTK_BOX(box), button);
    *out_button = button;
    return box;
}

GtkWidget *studio_graph_driver_new(StudioGraphSession *session, const char *id)
{
    Driver *driver = g_new0(Driver, 1);
    GtkWidget *bones = studio_facts_new("Bones"), *targets = studio_facts_new("Targets");
    driver->session = session;
    driver->id = g_strdup(id);
    driver->targets = g_ptr_array_new_with_free_func(free_target);
    driver->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    driver->radius = studio_label_new("", "caption dim-label numeric");
    gtk_label_set_wrap(GTK_LABEL(driver->radius), TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(driver->radius), PANGO_ELLIPSIZE_NONE);
    g_object_set_data_full(G_OBJECT(driver->box), "driver", driver, free_driver);
    add_bones(driver, bones);
    add_targets(driver, targets);
    gtk_box_append(GTK_BOX(driver->box),
                   make_heading(driver, "Bones", "Add Bone", on_list_bones, &driver->add_bone));
    gtk_box_append(GTK_BOX(driver->box), bones);
    gtk_box_append(GTK_BOX(driver->box), make_heading(driver, "Targets", "Add Target from Current Pose",
                                                      on_list_targets, &driver->add_target));
    gtk_box_append(GTK_BOX(driver->box), targets);
    gtk_box_append(GTK_BOX(driver->box), driver->radius);
    const MieniJson *known = setting(driver, "bones");
    const bool has_bones = known != NULL && known->count > 0;
    gtk_widget_set_sensitive(driver->add_target, has_bones);
    if (!has_bones)
        studio_tip(driver->add_target, "Add a bone first");
    g_signal_connect_object(session, "live", G_CALLBACK(on_live), driver->box, 0);
    g_signal_connect_object(session, "scene", G_CALLBACK(on_live), driver->box, 0); // another setting
    show_live(driver);
    return driver->box;
}

void studio_graph_driver_add_bone(GtkWidget *driver)
{
    gtk_menu_button_popup(GTK_MENU_BUTTON(driver_of(driver)->add_bone));
}

void studio_graph_driver_add_target(GtkWidget *driver)
{
    gtk_menu_button_popup(GTK_MENU_BUTTON(driver_of(driver)->add_target));
}

// Focus

char *studio_graph_driver_focus(GtkWidget *driver)
{
    GtkRoot *root = gtk_widget_get_root(driver);
    GtkWidget *widget = root != NULL ? gtk_root_get_focus(root) : NULL;
    if (widget == NULL || !gtk_widget_is_ancestor(widget, driver))
        return NULL;
    for (; widget != driver; widget = gtk_widget_get_parent(widget)) {
        const char *name = g_object_get_data(G_OBJECT(widget), PART);
        if (name != NULL)
            return g_strdup(name);
    }
    return NULL;
}

static GtkWidget *find_part(GtkWidget *widget, const char *name)
{
    if (g_strcmp0(g_object_get_data(G_OBJECT(widget), PART), name) == 0)
        return widget;
    GtkWidget *found = NULL;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL && found == NULL;
         child = gtk_widget_get_next_sibling(child))
        found = find_part(child, name);
    return found;
}

void studio_graph_driver_set_focus(GtkWidget *driver, const char *part_name)
{
    GtkWidget *found = find_part(driver, part_name);
    gtk_widget_grab_focus(found != NULL ? found : driver_of(driver)->add_bone);
}
