// SPDX-License-Identifier: MIT
//
// Details of the selected pose, of several, or of the asset. The widgets stay and only their
// contents change, so that a field keeps the focus when its own value comes back.

#include "studio/panels/poses/details.h"

#include "asset/poses.h"
#include "studio/model/commands/assets.h"
#include "studio/model/commands/poses.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/browser/many_uses.h"
#include "studio/panels/workspace/kinds.h"

#include <string.h>

struct StudioPosesDetails {
    GtkWidget *box, *title, *badge, *arrow, *pages, *several;
    bool is_folded, is_low;
    bool is_showing; ///< Set while the program changes values.

    // Of a pose.
    GtkWidget *moves, *range, *min, *max, *group, *drive, *masks, *source, *buttons;
    GtkWidget *clips, *uses; ///< A button, and the list that it opens.
    GtkWidget *remap, *gain, *offset, *smooth, *binary, *reach;

    // Of the asset.
    GtkWidget *skeleton, *additive, *absolute, *base, *blending, *counts;
    GtkStringList *bases;
};

static GtkWidget *details_number(StudioPosesPanel *panel, const char *name,
                                 void (*take)(GtkWidget *entry, StudioPosesPanel *panel));

/// The pose that is shown; NULL if it is gone.
static const StudioPoseItem *details_item(StudioPosesPanel *panel)
{
    int count;
    g_auto(GStrv) names = studio_poses_selected(panel, &count);
    return count == 1 && panel->workspace != NULL ? studio_poses_list_find(&panel->list, names[0]) : NULL;
}

static void details_number_show(GtkWidget *entry, double value)
{
    char number[STUDIO_NUMBER_ROOM];
    studio_number_text(value, 2, number);
    studio_fill(entry, number);
    gtk_widget_remove_css_class(entry, "error");
}

static bool details_number_is(GtkWidget *entry, double value)
{
    char number[STUDIO_NUMBER_ROOM];
    return strcmp(gtk_editable_get_text(GTK_EDITABLE(entry)), studio_number_text(value, 2, number)) == 0;
}

/// A value that is words.
static GtkWidget *details_label(void)
{
    GtkWidget *label = studio_label_new("", NULL);
    gtk_label_set_max_width_chars(GTK_LABEL(label), 12); // as wide as there is room
    gtk_widget_set_hexpand(label, TRUE);
    return label;
}

static void details_row(GtkWidget *grid, int row, const char *title, GtkWidget *value)
{
    GtkWidget *label = studio_label_new(title, "dim-label");
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_NONE);
    gtk_widget_set_valign(label, GTK_ALIGN_CENTER);
    gtk_grid_attach(GTK_GRID(grid), label, 0, row, 1, 1);
    gtk_grid_attach(GTK_GRID(grid), value, 1, row, 1, 1);
}

/// Shows or hides a value with its title.
static void details_row_show(GtkWidget *value, bool is_shown)
{
    GtkWidget *grid = gtk_widget_get_parent(value);
    int row;
    gtk_widget_set_visible(value, is_shown);
    gtk_grid_query_child(GTK_GRID(grid), value, NULL, &row, NULL, NULL);
    gtk_widget_set_visible(gtk_grid_get_child_at(GTK_GRID(grid), 0, row), is_shown);
}

/// A grid of titles and values.
static GtkWidget *details_grid(void)
{
    GtkWidget *grid = gtk_grid_new();
    gtk_grid_set_column_spacing(GTK_GRID(grid), 12);
    gtk_grid_set_row_spacing(GTK_GRID(grid), 4);
    return grid;
}

// Details of the asset: base pose and blending.

static void on_blend(GtkToggleButton *button, StudioPosesPanel *panel)
{
    const StudioPosesDetails *details = panel->details;
    if (details->is_showing || panel->workspace == NULL || !gtk_toggle_button_get_active(button))
        return;
    studio_commands_run(panel->commands, GTK_WIDGET(button) == details->absolute ? "poses.make-absolute"
                                                                                 : "poses.make-additive");
}

static void on_base(GtkDropDown *drop, GParamSpec *spec, StudioPosesPanel *panel)
{
    (void)spec;
    StudioPosesDetails *details = panel->details;
    MieniProblem problem = {0};
    if (details->is_showing || panel->workspace == NULL)
        return;
    const guint chosen = gtk_drop_down_get_selected(drop);
    g_autofree char *name = chosen > 0 ? g_strdup(gtk_string_list_get_string(details->bases, chosen))
                                       : NULL; // the list is made again
    if (g_strcmp0(name, panel->list.base) == 0)
        return;
    const MienStatus status =
        studio_poses_set_base(studio_workspace_studio(panel->workspace), panel->path, name, &problem);
    if (!studio_workspace_check(panel->workspace, status, &problem))
        studio_poses_details_show(panel);
}

static void on_blending(GtkDropDown *drop, GParamSpec *spec, StudioPosesPanel *panel)
{
    (void)spec;
    MieniProblem problem = {0};
    char name[STUDIO_LABEL_ROOM];
    const bool is_unreal = gtk_drop_down_get_selected(drop) == 1;
    if (panel->details->is_showing || panel->workspace == NULL || is_unreal == panel->list.is_unreal)
        return;
    g_autofree char *label = g_strdup_printf("blend %.200s like %s", studio_asset_name(panel->path, name),
                                             is_unreal ? "Unreal" : "Mien");
    const MienStatus status =
        studio_asset_set(studio_workspace_studio(panel->workspace), panel->path, "blending",
                         is_unreal ? "\"unreal\"" : NULL, label, NULL, &problem);
    if (!studio_workspace_check(panel->workspace, status, &problem))
        studio_poses_details_show(panel);
}

static GtkWidget *make_blend(StudioPosesPanel *panel)
{
    StudioPosesDetails *details = panel->details;
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    details->additive = gtk_toggle_button_new_with_label("Additive");
    details->absolute = gtk_toggle_button_new_with_label("Absolute");
    studio_tip(details->additive, "Poses are added to the input pose");
    studio_tip(details->absolute, "Poses replace the input pose");
    studio_name(details->additive, "Additive");
    studio_name(details->absolute, "Absolute");
    gtk_toggle_button_set_group(GTK_TOGGLE_BUTTON(details->absolute), GTK_TOGGLE_BUTTON(details->additive));
    g_signal_connect(details->additive, "toggled", G_CALLBACK(on_blend), panel);
    g_signal_connect(details->absolute, "toggled", G_CALLBACK(on_blend), panel);
    gtk_widget_add_css_class(box, "linked");
    gtk_box_append(GTK_BOX(box), details->additive);
    gtk_box_append(GTK_BOX(box), details->absolute);
    return box;
}

static GtkWidget *details_asset_new(StudioPosesPanel *panel)
{
    StudioPosesDetails *details = panel->details;
    GtkWidget *grid = details_grid();
    details->skeleton = details_label();
    details->counts = details_label();
    details->bases = gtk_string_list_new(NULL);
    GtkExpression *words = gtk_property_expression_new(GTK_TYPE_STRING_OBJECT, NULL, "string");
    details->base = gtk_drop_down_new(G_LIST_MODEL(details->bases), words);
    gtk_drop_down_set_enable_search(GTK_DROP_DOWN(details->base), TRUE);
    studio_name(details->base, "Base pose");
    details->blending = gtk_drop_down_new_from_strings((const char *const[]){"Mien", "Unreal", NULL});
    studio_name(details->blending, "Blending");
    studio_tip(details->blending, "Formulas for blending poses");
    gtk_widget_set_halign(details->base, GTK_ALIGN_START);
    gtk_widget_set_halign(details->blending, GTK_ALIGN_START);
    g_signal_connect(details->base, "notify::selected", G_CALLBACK(on_base), panel);
    g_signal_connect(details->blending, "notify::selected", G_CALLBACK(on_blending), panel);
    GtkWidget *bases = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
    gtk_box_append(GTK_BOX(bases), details->base);
    gtk_box_append(GTK_BOX(bases), studio_label_new("Blend like", "dim-label"));
    gtk_box_append(GTK_BOX(bases), details->blending);
    const struct {
        const char *title;
        GtkWidget *value;
    } rows[] = {{"Skeleton", details->skeleton},
                {"Blend", make_blend(panel)},
                {"Base pose", bases},
                {"Poses", details->counts}};
    for (size_t i = 0; i < G_N_ELEMENTS(rows); ++i)
        details_row(grid, (int)i, rows[i].title, rows[i].value);
    return grid;
}

/// Makes a list what is wanted by one change, of all between what stays at the start and at the end: a
/// drop-down makes a row for each string that comes.
static void merge_strings(GtkStringList *list, const GPtrArray *wanted)
{
    const guint count = g_list_model_get_n_items(G_LIST_MODEL(list)), most = MIN(count, wanted->len);
    guint start = 0, end = 0;
    while (start < most && strcmp(gtk_string_list_get_string(list, start), wanted->pdata[start]) == 0)
        ++start;
    while (end < most - start && strcmp(gtk_string_list_get_string(list, count - 1 - end),
                                        wanted->pdata[wanted->len - 1 - end]) == 0)
        ++end;
    if (start == count && start == wanted->len)
        return;
    g_autoptr(GPtrArray) added = g_ptr_array_new();
    for (guint i = start; i < wanted->len - end; ++i)
        g_ptr_array_add(added, wanted->pdata[i]);
    g_ptr_array_add(added, NULL);
    gtk_string_list_splice(list, start, count - start - end, (const char *const *)added->pdata);
}

static void show_bases(StudioPosesPanel *panel)
{
    StudioPosesDetails *details = panel->details;
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    guint chosen = 0;
    g_ptr_array_add(names, (char *)"Rest pose");
    for (guint i = 0; i < panel->list.items->len; ++i) {
        char *name = ((const StudioPoseItem *)panel->list.items->pdata[i])->name;
        g_ptr_array_add(names, name);
        if (g_strcmp0(name, panel->list.base) == 0)
            chosen = i + 1;
    }
    merge_strings(details->bases, names);
    gtk_drop_down_set_selected(GTK_DROP_DOWN(details->base), chosen);
}

static char *counts_text(const StudioPosesList *list)
{
    int driven = 0, edited = 0;
    for (guint i = 0; i < list->items->len; ++i) {
        const StudioPoseItem *item = list->items->pdata[i];
        driven += item->kind != STUDIO_POSE_CONTROL;
        edited += item->is_edited;
    }
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "%u", list->items->len);
    if (driven > 0)
        g_string_append_printf(text, ", %d driven by other poses", driven);
    if (edited > 0)
        g_string_append_printf(text, ", %d edited", edited);
    for (guint i = 0; i < list->groups->len; ++i) {
        const StudioPoseGroup *group = list->groups->pdata[i];
        if (group->is_own)
            g_string_append_printf(text, " · %s %d", group->name, group->count);
    }
    return g_string_free(text, FALSE);
}

static void details_asset_show(StudioPosesPanel *panel)
{
    StudioPosesDetails *details = panel->details;
    const MieniAsset *asset = studio_poses_asset(panel);
    char name[STUDIO_LABEL_ROOM];
    if (asset == NULL)
        return;
    details->is_showing = true;
    gtk_label_set_text(GTK_LABEL(details->skeleton),
                       studio_asset_name(mieni_text_or_empty(mieni_asset_skeleton(asset)), name));
    gtk_toggle_button_set_active(
        GTK_TOGGLE_BUTTON(panel->list.is_absolute ? details->absolute : details->additive), TRUE);
    show_bases(panel);
    gtk_drop_down_set_selected(GTK_DROP_DOWN(details->blending), panel->list.is_unreal ? 1 : 0);
    g_autofree char *counts = counts_text(&panel->list);
    gtk_label_set_text(GTK_LABEL(details->counts), counts);
    details->is_showing = false;
}

// Details of one pose: clips in large collections that drive it.

/// "1,100 of en", "3,290 of 3 assets", or why it is unknown; NULL: there are none. Free it.
static char *clips_text(const StudioSearch *answer)
{
    char count[STUDIO_COUNT_ROOM], name[STUDIO_LABEL_ROOM];
    int64_t all = 0;
    int assets = 0;
    for (int i = 0; answer != NULL && i < answer->found_count; ++i) {
        if (answer->found[i].all == 0)
            continue;
        all += answer->found[i].all;
        if (++assets == 1)
            studio_asset_name(answer->found[i].asset, name);
    }
    if (answer == NULL)
        return NULL;
    if (answer->state == STUDIO_CATALOGUE_MISSING)
        return g_strdup("no asset index yet");
    if (answer->state == STUDIO_CATALOGUE_ABSENT)
        return g_strdup("search is not available");
    const char *note = answer->state == STUDIO_CATALOGUE_OLD ? " · out of date" : "";
    if (all == 0)
        return note[0] != '\0' ? g_strdup("none · out of date") : NULL;
    studio_count_text((int)MIN(all, G_MAXINT), count);
    return assets == 1 ? g_strdup_printf("%s in %s%s", count, name, note)
                       : g_strdup_printf("%s in %d assets%s", count, assets, note);
}

static void on_answered(StudioManyUses *uses, StudioPosesPanel *panel)
{
    StudioPosesDetails *details = panel->details;
    g_autofree char *text = clips_text(studio_many_uses_answer(uses));
    if (text != NULL) {
        gtk_menu_button_set_label(GTK_MENU_BUTTON(details->clips), text);
        studio_describe(details->clips, text);
    }
    details_row_show(details->clips, text != NULL);
}

/// Clips that only the asset index knows.
static GtkWidget *details_clips_new(StudioPosesPanel *panel)
{
    StudioPosesDetails *details = panel->details;
    GtkWidget *popover = gtk_popover_new(), *scrolled = gtk_scrolled_window_new();
    details->clips = gtk_menu_button_new();
    details->uses = studio_many_uses_new();
    gtk_widget_add_css_class(details->uses, "inspector-page");
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scrolled), TRUE);
    gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scrolled), studio_scaled(420));
    gtk_widget_set_size_request(scrolled, studio_scaled(300), -1);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), details->uses);
    gtk_popover_set_child(GTK_POPOVER(popover), scrolled);
    gtk_menu_button_set_popover(GTK_MENU_BUTTON(details->clips), popover);
    gtk_menu_button_set_direction(GTK_MENU_BUTTON(details->clips), GTK_ARROW_UP);
    gtk_widget_set_halign(details->clips, GTK_ALIGN_START);
    gtk_widget_add_css_class(details->clips, "pose-clips");
    studio_tip(details->clips, "Clips in collections that drive this pose");
    studio_name(details->clips, "Clips");
    g_signal_connect(details->uses, "answered", G_CALLBACK(on_answered), panel);
    return details->clips;
}

static void details_clips_show(StudioPosesPanel *panel, const MieniPoseView *pose)
{
    const MieniAsset *asset = pose != NULL ? studio_poses_asset(panel) : NULL;
    g_autoptr(GPtrArray) curves = g_ptr_array_new();
    const char *curve;
    for (int i = 0;
         asset != NULL && (curve = mieni_pose_driver(asset->json.root, mieni_pose_json(pose), i)) != NULL;
         ++i)
        g_ptr_array_add(curves, (char *)curve);
    g_ptr_array_add(curves, NULL);
    studio_many_uses_ask(STUDIO_MANY_USES(panel->details->uses), panel->workspace,
                         asset != NULL ? mieni_text_or_empty(mieni_asset_skeleton(asset)) : NULL,
                         (const char *const *)curves->pdata,
                         asset != NULL && mieni_pose_drivers_fold_case(asset->json.root));
}

// Details of one pose: strength, offset and shape of its weight. Every field is one undo step.

static bool is_same(const StudioPoseRemap *a, const StudioPoseRemap *b)
{
    return a->gain == b->gain && a->offset == b->offset && a->is_smooth == b->is_smooth &&
           a->is_binary == b->is_binary;
}

/// What a field says, or the number as it is, which may have more digits than are shown.
static bool read_field(GtkWidget *entry, float *number)
{
    double value = *number;
    const bool is_fine = details_number_is(entry, *number) ||
                         studio_number_read(gtk_editable_get_text(GTK_EDITABLE(entry)), *number,
                                            -STUDIO_REMAP_MOST, STUDIO_REMAP_MOST, &value);
    (is_fine ? gtk_widget_remove_css_class : gtk_widget_add_css_class)(entry, "error");
    *number = (float)value;
    return is_fine;
}

static void take_remap(StudioPosesPanel *panel)
{
    const StudioPosesDetails *details = panel->details;
    const StudioPoseItem *item = details_item(panel);
    StudioPoseRemap before, remap;
    MieniProblem problem = {0};
    if (item == NULL || details->is_showing)
        return;
    studio_poses_remap_of(studio_poses_asset(panel), item->name, &before);
    remap = before;
    if (!read_field(details->gain, &remap.gain) || !read_field(details->offset, &remap.offset))
        return;
    remap.is_smooth = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(details->smooth));
    remap.is_binary = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(details->binary));
    if (is_same(&before, &remap))
        return;
    g_autofree char *name = g_strdup(item->name);
    const MienStatus status = studio_poses_set_remap(studio_workspace_studio(panel->workspace), panel->path,
                                                     name, &remap, &problem);
    if (!studio_workspace_check(panel->workspace, status, &problem)) // it stays as it was
        studio_poses_details_show(panel);
}

static void take_number(GtkWidget *entry, StudioPosesPanel *panel)
{
    (void)entry;
    take_remap(panel);
}

static GtkWidget *make_choice(StudioPosesPanel *panel, const char *label, const char *tip)
{
    GtkWidget *button = gtk_toggle_button_new_with_label(label);
    studio_tip(button, tip);
    gtk_widget_add_css_class(button, "pose-link");
    g_signal_connect_swapped(button, "toggled", G_CALLBACK(take_remap), panel);
    return button;
}

static GtkWidget *make_line(GtkWidget *first, GtkWidget *second, GtkWidget *third, GtkWidget *fourth)
{
    GtkWidget *const widgets[] = {first, second, third, fourth};
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    for (size_t i = 0; i < G_N_ELEMENTS(widgets); ++i)
        if (widgets[i] != NULL)
            gtk_box_append(GTK_BOX(box), widgets[i]);
    return box;
}

/// The weight that strength and offset reach at a curve of 1.
static float reach_of(const StudioPoseRemap *remap) { return remap->gain + remap->offset; }

/// Strength beyond the range shows nothing: the range stops it.
static void on_reach(StudioPosesPanel *panel)
{
    const StudioPoseItem *item = details_item(panel);
    StudioPoseRemap remap;
    MieniProblem problem = {0};
    if (item == NULL)
        return;
    studio_poses_remap_of(studio_poses_asset(panel), item->name, &remap);
    g_autofree char *name = g_strdup(item->name);
    studio_workspace_check(panel->workspace,
                           studio_poses_set_range(studio_workspace_studio(panel->workspace), panel->path,
                                                  name, (float)item->min, reach_of(&remap), &problem),
                           &problem);
}

/// Offers to raise the maximum to what the strength reaches.
static void show_reach(const StudioPosesDetails *details, const StudioPoseItem *item,
                       const StudioPoseRemap *remap)
{
    char max[STUDIO_NUMBER_ROOM], reach[STUDIO_NUMBER_ROOM];
    const bool is_stopped = !remap->is_binary && (double)reach_of(remap) > item->max + 0.0005;
    gtk_widget_set_visible(details->reach, is_stopped);
    if (!is_stopped)
        return;
    g_autofree char *text = g_strdup_printf("Stops at %s: Raise to %s", studio_number_text(item->max, 2, max),
                                            studio_number_text((double)reach_of(remap), 2, reach));
    gtk_button_set_label(GTK_BUTTON(details->reach), text);
    studio_name(details->reach, "Raise maximum");
    studio_describe(details->reach, text);
}

/// How the curve of a pose becomes its weight.
static GtkWidget *details_remap_new(StudioPosesPanel *panel)
{
    StudioPosesDetails *details = panel->details;
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    details->gain = details_number(panel, "Strength", take_number);
    details->offset = details_number(panel, "Offset", take_number);
    details->smooth = make_choice(panel, "Ease", "Ease in and out");
    details->binary = make_choice(panel, "Snap at 0.5", "The weight is 0 below 0.5 and 1 above");
    gtk_box_append(GTK_BOX(box), make_line(details->gain, gtk_label_new("Offset"), details->offset, NULL));
    details->reach = gtk_button_new_with_label("");
    gtk_widget_add_css_class(details->reach, "pose-link");
    gtk_widget_set_halign(details->reach, GTK_ALIGN_START);
    studio_tip(details->reach, "The range limits the weight: raise its maximum");
    g_signal_connect_swapped(details->reach, "clicked", G_CALLBACK(on_reach), panel);
    gtk_box_append(GTK_BOX(box), details->reach);
    gtk_box_append(GTK_BOX(box), make_line(details->smooth, details->binary, NULL, NULL));
    return box;
}

static void details_remap_show(StudioPosesPanel *panel, const StudioPoseItem *item)
{
    const StudioPosesDetails *details = panel->details;
    StudioPoseRemap remap;
    details_row_show(details->remap, item->kind == STUDIO_POSE_CONTROL);
    if (item->kind != STUDIO_POSE_CONTROL)
        return;
    studio_poses_remap_of(studio_poses_asset(panel), item->name, &remap);
    details_number_show(details->gain, remap.gain);
    details_number_show(details->offset, remap.offset);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(details->smooth), remap.is_smooth);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(details->binary), remap.is_binary);
    show_reach(details, item, &remap);
}

// Details of one pose.

enum { MOST_MASKS = 3 };

// Range

static void on_number_leave(GtkEventControllerFocus *controller, void *user)
{
    (void)user;
    GtkWidget *entry = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(controller));
    if (!gtk_widget_in_destruction(entry))
        g_signal_emit_by_name(entry, "activate");
}

/// A number that is taken when Enter is pressed and when it is left.
static GtkWidget *details_number(StudioPosesPanel *panel, const char *name,
                                 void (*take)(GtkWidget *entry, StudioPosesPanel *panel))
{
    GtkWidget *entry = gtk_entry_new();
    gtk_entry_set_alignment(GTK_ENTRY(entry), 1.0f);
    gtk_editable_set_width_chars(GTK_EDITABLE(entry), 5);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(entry), 5);
    gtk_widget_add_css_class(entry, "numeric");
    gtk_widget_add_css_class(entry, "pose-end");
    studio_name(entry, name);
    g_signal_connect(entry, "activate", G_CALLBACK(take), panel);
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_signal_connect(focus, "leave", G_CALLBACK(on_number_leave), NULL);
    gtk_widget_add_controller(entry, focus);
    return entry;
}

static void take_range(GtkWidget *entry, StudioPosesPanel *panel)
{
    const StudioPosesDetails *details = panel->details;
    const StudioPoseItem *item = details_item(panel);
    MieniProblem problem = {0};
    double min, max;
    if (item == NULL || details->is_showing)
        return;
    const bool is_number =
        studio_number_read(gtk_editable_get_text(GTK_EDITABLE(details->min)), item->min, 0, 1, &min) &&
        studio_number_read(gtk_editable_get_text(GTK_EDITABLE(details->max)), item->max, 0, 1, &max);
    if (!is_number) {
        gtk_widget_add_css_class(entry, "error");
        return;
    }
    if (details_number_is(details->min, item->min) && details_number_is(details->max, item->max))
        return;
    g_autofree char *name = g_strdup(item->name);
    const MienStatus status = studio_poses_set_range(studio_workspace_studio(panel->workspace), panel->path,
                                                     name, (float)min, (float)max, &problem);
    if (!studio_workspace_check(panel->workspace, status, &problem)) // it stays as it was
        studio_poses_details_show(panel);
}

static GtkWidget *make_range(StudioPosesPanel *panel)
{
    StudioPosesDetails *details = panel->details;
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    details->min = details_number(panel, "Minimum", take_range);
    details->max = details_number(panel, "Maximum", take_range);
    details->group = details_label();
    gtk_label_set_xalign(GTK_LABEL(details->group), 1.0f);
    gtk_widget_add_css_class(details->group, "dim-label");
    gtk_box_append(GTK_BOX(box), details->min);
    gtk_box_append(GTK_BOX(box), gtk_label_new("to"));
    gtk_box_append(GTK_BOX(box), details->max);
    gtk_box_append(GTK_BOX(box), details->group);
    return box;
}

// Moves

static void on_enter(GtkEventControllerMotion *motion, double x, double y, StudioPosesPanel *panel)
{
    (void)motion, (void)x, (void)y;
    const StudioPoseItem *item = details_item(panel);
    if (item != NULL && item->bones != NULL)
        studio_live_mark(studio_live_of(panel->workspace), (const char *const *)item->bones,
                         item->bone_count);
}

static void on_leave(GtkEventControllerMotion *motion, StudioPosesPanel *panel)
{
    (void)motion;
    if (panel->workspace != NULL)
        studio_live_mark(studio_live_of(panel->workspace), NULL, 0);
}

/// "jaw 21.4°, 9 bones, 2 morphs, 18 mm". Free it.
static char *moves_text(const StudioPoseItem *item)
{
    char number[STUDIO_NUMBER_ROOM];
    GString *text = g_string_new(NULL);
    if (!item->is_measured)
        return g_string_free(g_string_append(text, "…"), FALSE);
    if (item->moves_nothing)
        return g_string_free(g_string_append(text, "nothing"), FALSE);
    if (item->turned != NULL)
        g_string_append_printf(text, "%s %s°, ", item->turned, studio_number_text(item->angle, 1, number));
    g_string_append_printf(text, "%d bone%s, ", item->bone_count, item->bone_count == 1 ? "" : "s");
    if (item->morph_count > 0)
        g_string_append_printf(text, "%d morph%s, ", item->morph_count, item->morph_count == 1 ? "" : "s");
    g_string_append_printf(text, "%s mm",
                           studio_number_text(item->moved * 1000, item->moved < 0.01 ? 1 : 0, number));
    return g_string_free(text, FALSE);
}

// Words

static const MieniPoseView *pose_of(const StudioPosesPanel *panel, const StudioPoseItem *item)
{
    const MieniPoseAssetView *poses = mieni_pose_asset_of(studio_poses_asset(panel));
    return item->index < mieni_pose_asset_pose_count(poses) ? mieni_pose_asset_pose(poses, item->index)
                                                            : NULL;
}

static char *masks_text(const StudioPosesPanel *panel, const StudioPoseItem *item)
{
    const MieniPoseAssetView *poses = mieni_pose_asset_of(studio_poses_asset(panel));
    GString *text = g_string_new(NULL);
    int count = 0;
    for (int i = 0; i < mieni_pose_asset_pose_override_count(poses); ++i) {
        const MieniPoseOverrideView *mask = mieni_pose_asset_pose_override(poses, i);
        if (g_strcmp0(mieni_pose_override_target(mask), item->name) != 0)
            continue;
        if (++count <= MOST_MASKS)
            g_string_append_printf(text, "%s%s reduces it by %.0f %%", count > 1 ? "\n" : "",
                                   mieni_text_or_empty(mieni_pose_override_source(mask)),
                                   100 * mieni_pose_override_amount(mask, 1));
    }
    if (count > MOST_MASKS)
        g_string_append_printf(text, "\n%d more", count - MOST_MASKS);
    return g_string_free(text, FALSE);
}

/// What there is to say about the source: good news in green.
static char *source_state(GtkWidget *widget, StudioPoseSource state)
{
    GdkRGBA color = {0.2f, 0.6f, 0.4f, 1.0f};
    switch (state) {
    case STUDIO_SOURCE_SAME:
        gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), "success_color", &color);
        return g_strdup_printf(" · <span foreground='#%02x%02x%02x'>up to date</span>",
                               (unsigned)(color.red * 255.0f), (unsigned)(color.green * 255.0f),
                               (unsigned)(color.blue * 255.0f));
    case STUDIO_SOURCE_CHANGED:
        return g_strdup(" · <b>changed</b>");
    case STUDIO_SOURCE_GONE:
        return g_strdup(" · <b>not found</b>");
    default:
        return g_strdup("");
    }
}

/// "ada.glb, take poses, frame 7 · up to date". Free it.
static char *source_text(StudioPosesPanel *panel, const StudioPoseItem *item, const MieniPoseView *pose)
{
    if (item->place == NULL)
        return g_strdup("no source file");
    const MieniSourceView *source = mieni_asset_source(studio_poses_asset(panel));
    const bool is_own = mieni_pose_file_json(pose) != NULL;
    const char *file = mieni_text_or_empty(is_own ? mieni_pose_file(pose) : mieni_source_file(source));
    const char *take = mieni_pose_take(pose);
    if (take == NULL && !is_own)
        take = mieni_source_take(source);
    g_autofree char *words = g_markup_printf_escaped("%s%s%s, %s", file, take != NULL ? ", " : "",
                                                     take != NULL ? take : "", item->place);
    g_autofree char *state = source_state(GTK_WIDGET(panel), item->source);
    return g_strdup_printf("%s%s%s", words, state, item->is_edited ? " · edited" : "");
}

// Putting it together

static GtkWidget *make_buttons(StudioPosesPanel *panel)
{
    static const char *const rows[][2] = {{"Show", "poses.show-source"},
                                          {"Update…", "poses.update-from-source"},
                                          {"Discard Edits", "poses.discard-edits"}};
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    (void)panel;
    for (size_t i = 0; i < G_N_ELEMENTS(rows); ++i) {
        GtkWidget *button = gtk_button_new_with_label(rows[i][0]);
        gtk_actionable_set_action_name(GTK_ACTIONABLE(button), rows[i][1]);
        gtk_widget_add_css_class(button, "pose-link");
        gtk_box_append(GTK_BOX(box), button);
    }
    return box;
}

static GtkWidget *details_pose_new(StudioPosesPanel *panel)
{
    StudioPosesDetails *details = panel->details;
    GtkWidget *grid = details_grid();
    details->moves = details_label();
    details->range = make_range(panel);
    details->drive = details_label();
    GtkWidget *clips = details_clips_new(panel);
    details->masks = details_label();
    details->remap = details_remap_new(panel);
    details->source = details_label();
    details->buttons = make_buttons(panel);
    const struct {
        const char *title;
        GtkWidget *value;
    } rows[] = {{"Moves", details->moves},     {"Range", details->range},
                {"Driven by", details->drive}, {"Clips", clips},
                {"Overrides", details->masks}, {"Strength", details->remap},
                {"Source", details->source},   {"", details->buttons}};
    for (size_t i = 0; i < G_N_ELEMENTS(rows); ++i)
        details_row(grid, (int)i, rows[i].title, rows[i].value);
    details_row_show(clips, false);
    GtkEventController *motion = gtk_event_controller_motion_new();
    g_signal_connect(motion, "enter", G_CALLBACK(on_enter), panel);
    g_signal_connect(motion, "leave", G_CALLBACK(on_leave), panel);
    gtk_widget_add_controller(details->moves, motion);
    studio_name(details->moves, "Moves");
    return grid;
}

static void show_text(GtkWidget *label, char *text)
{
    gtk_label_set_text(GTK_LABEL(label), text);
    details_row_show(label, text[0] != '\0');
    g_free(text);
}

static void details_pose_show(StudioPosesPanel *panel, const StudioPoseItem *item)
{
    StudioPosesDetails *details = panel->details;
    const MieniPoseView *pose = pose_of(panel, item);
    const StudioPoseGroup *group = studio_poses_list_group(&panel->list, item);
    if (pose == NULL)
        return;
    details->is_showing = true;
    show_text(details->moves, moves_text(item));
    details_row_show(details->range, item->kind == STUDIO_POSE_CONTROL);
    details_number_show(details->min, item->min);
    details_number_show(details->max, item->max);
    g_autofree char *of = group != NULL ? g_strdup_printf("Group: %s", group->name) : g_strdup("");
    gtk_label_set_text(GTK_LABEL(details->group), of);
    show_text(details->drive, g_strdup(item->drive != NULL ? item->drive : ""));
    details_clips_show(panel, pose);
    show_text(details->masks, masks_text(panel, item));
    details_remap_show(panel, item);
    g_autofree char *source = source_text(panel, item, pose);
    gtk_label_set_markup(GTK_LABEL(details->source), source);
    const bool is_news = item->source == STUDIO_SOURCE_CHANGED || item->source == STUDIO_SOURCE_GONE;
    details_row_show(details->buttons, is_news || item->is_edited);
    details->is_showing = false;
}

// Making

static void fold(StudioPosesDetails *details, bool is_folded)
{
    details->is_folded = is_folded;
    gtk_widget_set_visible(details->pages, !is_folded);
    gtk_button_set_icon_name(GTK_BUTTON(details->arrow),
                             is_folded ? "pan-end-symbolic" : "pan-down-symbolic");
    studio_tip(details->arrow, is_folded ? "Show details" : "Hide details");
    studio_name(details->arrow, is_folded ? "Show details" : "Hide details");
}

static void on_arrow(GtkButton *button, StudioPosesPanel *panel)
{
    (void)button;
    StudioSession *session = studio_poses_session(panel);
    fold(panel->details, !panel->details->is_folded);
    if (session != NULL && !panel->details->is_low)
        studio_session_set_number(session, "poses.folded", panel->details->is_folded);
}

static GtkWidget *make_title(StudioPosesPanel *panel)
{
    StudioPosesDetails *details = panel->details;
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9);
    details->title = studio_label_new("", "heading");
    details->badge = studio_label_new("", "caption pose-badge");
    details->arrow = gtk_button_new();
    gtk_label_set_ellipsize(GTK_LABEL(details->title), PANGO_ELLIPSIZE_MIDDLE);
    gtk_widget_set_valign(details->badge, GTK_ALIGN_CENTER);
    gtk_widget_set_hexpand(details->arrow, TRUE);
    gtk_widget_set_halign(details->arrow, GTK_ALIGN_END);
    gtk_widget_add_css_class(details->arrow, "flat");
    g_signal_connect(details->arrow, "clicked", G_CALLBACK(on_arrow), panel);
    gtk_box_append(GTK_BOX(box), details->title);
    gtk_box_append(GTK_BOX(box), details->badge);
    gtk_box_append(GTK_BOX(box), details->arrow);
    return box;
}

GtkWidget *studio_poses_details_new(StudioPosesPanel *panel)
{
    panel->details = g_new0(StudioPosesDetails, 1);
    StudioPosesDetails *details = panel->details;
    details->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    gtk_widget_add_css_class(details->box, "poses-details");
    gtk_widget_set_name(details->box, "poses-details");
    details->pages = gtk_stack_new();
    gtk_stack_set_vhomogeneous(GTK_STACK(details->pages), FALSE);
    gtk_stack_add_named(GTK_STACK(details->pages), details_pose_new(panel), "pose");
    gtk_stack_add_named(GTK_STACK(details->pages), details_asset_new(panel), "asset");
    details->several = details_label();
    gtk_label_set_wrap(GTK_LABEL(details->several), TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(details->several), PANGO_ELLIPSIZE_NONE);
    gtk_stack_add_named(GTK_STACK(details->pages), details->several, "several");
    gtk_box_append(GTK_BOX(details->box), make_title(panel));
    gtk_box_append(GTK_BOX(details->box), details->pages);
    fold(details, false);
    return details->box;
}

void studio_poses_details_free(StudioPosesPanel *panel) { g_clear_pointer(&panel->details, g_free); }

void studio_poses_details_set_low(StudioPosesPanel *panel, bool is_low)
{
    const StudioSession *session = studio_poses_session(panel);
    if (panel->details->is_low == is_low && session == NULL)
        return;
    const bool is_folded =
        is_low || (session != NULL && studio_session_number(session, "poses.folded", 0) != 0);
    panel->details->is_low = is_low;
    if (panel->details->is_folded != is_folded)
        fold(panel->details, is_folded);
}

// Several

/// What they share; "—" for what they do not.
static char *tell_several(const StudioPosesPanel *panel, char **names, int count)
{
    const StudioPoseItem *first = studio_poses_list_find(&panel->list, names[0]);
    const StudioPoseGroup *group = studio_poses_list_group(&panel->list, first);
    bool same_range = true, same_group = true;
    int edited = 0, changed = 0, made = 0;
    for (int i = 0; i < count; ++i) {
        const StudioPoseItem *item = studio_poses_list_find(&panel->list, names[i]);
        same_range &= !(item->min < first->min || item->min > first->min || item->max < first->max ||
                        item->max > first->max);
        same_group &= studio_poses_list_group(&panel->list, item) == group;
        edited += item->is_edited;
        made += item->place == NULL;
        changed += item->source == STUDIO_SOURCE_CHANGED || item->source == STUDIO_SOURCE_GONE;
    }
    char min[STUDIO_NUMBER_ROOM], max[STUDIO_NUMBER_ROOM];
    GString *text = g_string_new("Range ");
    if (same_range)
        g_string_append_printf(text, "%s to %s", studio_number_text(first->min, 2, min),
                               studio_number_text(first->max, 2, max));
    else
        g_string_append(text, "—");
    g_string_append_printf(text, " · Group %s", !same_group ? "—" : group != NULL ? group->name : "none");
    if (changed > 0)
        g_string_append_printf(text, " · source of %d changed", changed);
    if (edited > 0)
        g_string_append_printf(text, " · %d edited", edited);
    if (made > 0)
        g_string_append_printf(text, " · %d without source file", made);
    return g_string_free(text, FALSE);
}

void studio_poses_details_show(StudioPosesPanel *panel)
{
    StudioPosesDetails *details = panel->details;
    int count;
    if (details == NULL || panel->workspace == NULL) {
        if (details != NULL)
            details_clips_show(panel, NULL);
        return;
    }
    g_auto(GStrv) names = studio_poses_selected(panel, &count);
    char name[STUDIO_LABEL_ROOM];
    studio_asset_name(panel->path, name);
    g_autofree char *many = g_strdup_printf("%d poses", count);
    const StudioPoseItem *item = count == 1 ? studio_poses_list_find(&panel->list, names[0]) : NULL;
    gtk_label_set_text(GTK_LABEL(details->title), count == 0 ? name : count == 1 ? names[0] : many);
    const char *badge = count == 0     ? "pose asset"
                        : item != NULL ? item->place != NULL ? item->place : "manual"
                                       : NULL;
    gtk_widget_set_visible(details->badge, badge != NULL);
    gtk_label_set_text(GTK_LABEL(details->badge), badge != NULL ? badge : "");
    gtk_stack_set_visible_child_name(GTK_STACK(details->pages), count == 0   ? "asset"
                                                                : count == 1 ? "pose"
                                                                             : "several");
    if (item == NULL)
        details_clips_show(panel, NULL);
    if (item != NULL) {
        details_pose_show(panel, item);
    } else if (count == 0) {
        details_asset_show(panel);
    } else {
        g_autofree char *text = tell_several(panel, names, count);
        gtk_label_set_text(GTK_LABEL(details->several), text);
    }
}
