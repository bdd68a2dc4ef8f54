// SPDX-License-Identifier: MIT
//
// Details of one pose.

#include "studio/panels/poses/details_private.h"

#include <string.h>

#include "studio/model/facts/strings.h"

enum { MOST_MASKS = 3 };

const StudioPoseItem *studio_details_item(StudioPosesPanel *panel)
{
    int count;
    g_auto(GStrv) names = studio_poses_selected(panel, &count);
    return count == 1 && panel->workspace != NULL ? studio_poses_list_find(&panel->list, names[0]) : NULL;
}

// Range

void studio_details_number_show(GtkWidget *entry, double value)
{
    char number[STUDIO_NUMBER_ROOM];
    studio_number_text(value, 2, number);
    if (strcmp(gtk_editable_get_text(GTK_EDITABLE(entry)), number) != 0)
        gtk_editable_set_text(GTK_EDITABLE(entry), number);
    gtk_widget_remove_css_class(entry, "error");
}

bool studio_details_number_is(GtkWidget *entry, double value)
{
    char number[STUDIO_NUMBER_ROOM];
    return strcmp(gtk_editable_get_text(GTK_EDITABLE(entry)), studio_number_text(value, 2, number)) == 0;
}

static void on_number_leave(GtkEventControllerFocus *controller, void *user)
{
    (void)user;
    GtkWidget *entry = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(controller));
    if (!gtk_widget_in_destruction(entry))
        g_signal_emit_by_name(entry, "activate");
}

GtkWidget *studio_details_number(StudioPosesPanel *panel, const char *name,
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
    const StudioPoseItem *item = studio_details_item(panel);
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
    if (studio_details_number_is(details->min, item->min) &&
        studio_details_number_is(details->max, item->max))
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
    details->min = studio_details_number(panel, "Minimum", take_range);
    details->max = studio_details_number(panel, "Maximum", take_range);
    details->group = studio_details_label();
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
    const StudioPoseItem *item = studio_details_item(panel);
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
    for (int i = 0; i < mieni_pose_asset_mask_count(poses); ++i) {
        const MieniMaskView *mask = mieni_pose_asset_mask(poses, i);
        if (g_strcmp0(mieni_mask_target(mask), item->name) != 0)
            continue;
        if (++count <= MOST_MASKS)
            g_string_append_printf(text, "%s%s weakens it by %.0f %%", count > 1 ? "\n" : "",
                                   mieni_text_or_empty(mieni_mask_source(mask)),
                                   100 * mieni_mask_amount(mask, 1));
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
        return g_strdup(" · <b>not there any more</b>");
    default:
        return g_strdup("");
    }
}

/// "ada.glb, take poses, frame 7 · up to date". Free it.
static char *source_text(StudioPosesPanel *panel, const StudioPoseItem *item, const MieniPoseView *pose)
{
    if (item->place == NULL)
        return g_strdup("made by hand");
    const MieniSourceView *source = mieni_asset_source(studio_poses_asset(panel));
    const bool is_own = mieni_pose_file_json(pose) != NULL;
    const char *file = mieni_text_or_empty(is_own ? mieni_pose_file(pose) : mieni_source_file(source));
    const char *take = mieni_pose_take(pose);
    if (take == NULL && !is_own)
        take = mieni_source_take(source);
    g_autofree char *words = g_markup_printf_escaped("%s%s%s, %s", file, take != NULL ? ", " : "",
                                                     take != NULL ? take : "", item->place);
    g_autofree char *state = source_state(GTK_WIDGET(panel), item->source);
    return g_strdup_printf("%s%s%s", words, state, item->is_edited ? " · edited by hand" : "");
}

// Putting it together

static GtkWidget *make_buttons(StudioPosesPanel *panel)
{
    static const char *const rows[][2] = {{"Show", "poses.show-source"},
                                          {"Update…", "poses.update-from-source"},
                                          {"Drop edits", "poses.drop-edits"}};
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

GtkWidget *studio_details_pose_new(StudioPosesPanel *panel)
{
    StudioPosesDetails *details = panel->details;
    GtkWidget *grid = studio_details_grid();
    details->moves = studio_details_label();
    details->range = make_range(panel);
    details->drive = studio_details_label();
    GtkWidget *clips = studio_details_clips_new(panel);
    details->masks = studio_details_label();
    details->remap = studio_details_remap_new(panel);
    details->source = studio_details_label();
    details->buttons = make_buttons(panel);
    const struct {
        const char *title;
        GtkWidget *value;
    } rows[] = {{"Moves", details->moves},   {"Range", details->range},
                {"Drive", details->drive},   {"Clips", clips},
                {"Masks", details->masks},   {"Remap", details->remap},
                {"Source", details->source}, {"", details->buttons}};
    for (size_t i = 0; i < G_N_ELEMENTS(rows); ++i)
        studio_details_row(grid, (int)i, rows[i].title, rows[i].value);
    studio_details_row_show(clips, false);
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
    studio_details_row_show(label, text[0] != '\0');
    g_free(text);
}

void studio_details_pose_show(StudioPosesPanel *panel, const StudioPoseItem *item)
{
    StudioPosesDetails *details = panel->details;
    const MieniPoseView *pose = pose_of(panel, item);
    const StudioPoseGroup *group = studio_poses_list_group(&panel->list, item);
    if (pose == NULL)
        return;
    details->is_showing = true;
    show_text(details->moves, moves_text(item));
    studio_details_row_show(details->range, item->kind == STUDIO_POSE_CONTROL);
    studio_details_number_show(details->min, item->min);
    studio_details_number_show(details->max, item->max);
    g_autofree char *of = group != NULL ? g_strdup_printf("Group: %s", group->name) : g_strdup("");
    gtk_label_set_text(GTK_LABEL(details->group), of);
    show_text(details->drive, g_strdup(item->drive != NULL ? item->drive : ""));
    studio_details_clips_show(panel, pose);
    show_text(details->masks, masks_text(panel, item));
    studio_details_remap_show(panel, item);
    g_autofree char *source = source_text(panel, item, pose);
    gtk_label_set_markup(GTK_LABEL(details->source), source);
    const bool is_news = item->source == STUDIO_SOURCE_CHANGED || item->source == STUDIO_SOURCE_GONE;
    studio_details_row_show(details->buttons, is_news || item->is_edited);
    details->is_showing = false;
}
