// SPDX-License-Identifier: MIT
//
// What a row of the poses list shows.

#include "studio/panels/poses/row_private.h"

#include <math.h>
#include <string.h>

#include "studio/panels/thumbnails/thumbnails.h"
#include "studio/panels/viewport/player.h"
#include "studio/panels/widgets/weight_scale.h"
#include "studio/panels/workspace/preferences.h"

enum { TELLING = 250000 }; ///< Microseconds between descriptions while playing.

void studio_poses_row_class(GtkWidget *widget, const char *class, bool is_on)
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
    studio_poses_row_class(row->mark, "warning", is_changed);
    studio_poses_row_class(row->mark, "accent", !is_changed && item->is_edited);
    studio_poses_row_class(row->mark, "dim-label", !is_changed && !item->is_edited);
    gtk_widget_set_tooltip_text(row->mark, is_changed        ? "Its source changed"
                                           : item->is_edited ? "Edited by hand"
                                                             : "Moves nothing");
}

/// What there is to say below the name; NULL: nothing. Free it.
static char *second_line(const StudioPosesRow *row, const StudioPoseValues *values, bool *out_is_warning)
{
    const StudioPoseItem *item = row->item;
    char asked[STUDIO_NUMBER_ROOM], applied[STUDIO_NUMBER_ROOM];
    const bool differs = item->kind == STUDIO_POSE_CONTROL && !values->is_quiet && isnan(values->mark) &&
                         fabs(values->asked - values->applied) > 0.005;
    *out_is_warning = true;
    studio_number_text(values->asked, 2, asked);
    studio_number_text(values->applied, 2, applied);
    if (differs && (values->asked < item->min || values->asked > item->max))
        return g_strdup_printf("%s → %s", asked, applied);
    if (differs) {
        g_autofree char *reason = studio_poses_reason(row->panel, item, values, false);
        return g_strdup_printf("applied %s%s%s", applied, reason != NULL ? " · " : "",
                               reason != NULL ? reason : "");
    }
    if (item->source == STUDIO_SOURCE_CHANGED || item->source == STUDIO_SOURCE_GONE)
        return g_strdup(item->source == STUDIO_SOURCE_CHANGED ? "source changed" : "not in its source");
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
        studio_poses_row_class(row->second, "error", true);
        return;
    }
    studio_poses_row_class(row->second, "error", false);
    studio_poses_row_class(row->second, "warning", is_warning);
    studio_poses_row_class(row->second, "dim-label", !is_warning);
    gtk_widget_set_visible(row->second, text != NULL);
    if (text != NULL && strcmp(gtk_label_get_text(GTK_LABEL(row->second)), text) != 0)
        gtk_label_set_text(GTK_LABEL(row->second), text);
}

static void show_numbers(StudioPosesRow *row, const StudioPoseValues *values)
{
    char asked[STUDIO_NUMBER_ROOM], applied[STUDIO_NUMBER_ROOM];
    studio_number_text(values->asked, 2, asked);
    studio_number_text(values->applied, 2, applied);
    if (!row->is_typing && strcmp(gtk_editable_get_text(GTK_EDITABLE(row->number)), asked) != 0)
        gtk_editable_set_text(GTK_EDITABLE(row->number), asked);
    g_autofree char *told = g_strdup_printf("asked %s, applied %s", asked, applied);
    if (g_strcmp0(g_object_get_data(G_OBJECT(row->scale), "told"), told) == 0)
        return;
    const gint64 now = g_get_monotonic_time(); // each telling goes over the bus: a few times a second
    if (studio_player_is_playing(studio_player_of(row->panel->workspace)) && now - row->told_at < TELLING)
        return;
    row->told_at = now;
    const bool differs = fabs(values->asked - values->applied) > 0.005 && !values->is_quiet;
    g_autofree char *reason = differs ? studio_poses_reason(row->panel, row->item, values, true) : NULL;
    g_autofree char *tip = differs ? g_strdup_printf("Asked %s, applied %s.%s%s", asked, applied,
                                                     reason != NULL ? " " : "", reason != NULL ? reason : "")
                                   : NULL;
    gtk_widget_set_tooltip_text(row->scale, tip); // describes it too
    studio_describe(row->scale, told);
    g_object_set_data_full(G_OBJECT(row->scale), "told", g_steal_pointer(&told), g_free);
}

void studio_poses_row_refresh(StudioPosesRow *row)
{
    const StudioPoseItem *item = row->item;
    const StudioSession *session = studio_poses_session(row->panel);
    if (item == NULL || session == NULL)
        return;
    const StudioPoseValues values = studio_poses_values(row->panel, item);
    StudioWeightScale *scale = STUDIO_WEIGHT_SCALE(row->scale);
    row->is_showing = true;
    const bool is_beyond = session->is_beyond;
    const int beyond = studio_prefers(STUDIO_PREFER_BEYOND);
    studio_weight_scale_set_range(scale, is_beyond ? MIN(item->min, -beyond) : item->min,
                                  is_beyond ? MAX(item->max, 1 + beyond) : item->max, item->min, item->max);
    studio_weight_scale_set_values(scale, values.asked, values.applied);
    studio_weight_scale_set_mark(scale, values.mark);
    studio_weight_scale_set_armed(scale, row->panel->is_armed && item->kind == STUDIO_POSE_CONTROL);
    show_numbers(row, &values);
    show_second(row, &values);
    studio_poses_row_class(row->box, "active", values.counts);
    studio_poses_row_class(row->box, "quiet", values.is_quiet);
    if (gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(row->solo)) != values.is_solo)
        gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(row->solo), values.is_solo);
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
    const char *on = studio_live_path(studio_live_of(row->panel->workspace), 0);
    studio_picture_show(row->picture, row->panel->workspace,
                        &(StudioPictureOf){.asset = row->panel->path, .on = on, .pose = row->item->name},
                        "face-smile-big-symbolic");
}

void studio_poses_row_show_buttons(StudioPosesRow *row)
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
    studio_poses_row_class(row->box, "large", row->panel->shows_buttons);
    if (row->item == NULL)
        return;
    show_picture(row);
    studio_poses_row_show_buttons(row);
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
                 {row->more, "Menu of %s"}};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i) {
        g_autoptr(GString) text = g_string_new(parts[i].format);
        g_string_replace(text, "%s", name, 1);
        studio_name(parts[i].widget, text->str);
    }
}

void studio_poses_row_show(StudioPosesRow *row)
{
    studio_poses_name_show(&row->name, row->item);
    name_parts(row);
    show_mark(row);
    const bool is_control = row->item->kind == STUDIO_POSE_CONTROL;
    gtk_widget_set_sensitive(row->scale, is_control);
    gtk_widget_set_sensitive(row->number, is_control);
    gtk_widget_set_sensitive(row->solo, is_control);
    g_object_set_data(G_OBJECT(row->scale), "told", NULL);
    studio_poses_row_resize(row);
    studio_poses_row_refresh(row);
}
