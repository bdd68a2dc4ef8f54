// SPDX-License-Identifier: MIT
//
// Poses as list items.

#include "studio/panels/poses/item.h"

#include "studio/panels/widgets/widgets.h"

G_DEFINE_TYPE(StudioPoseItem, studio_pose_item, G_TYPE_OBJECT)

static guint changed_signal;

static void studio_pose_item_finalize(GObject *object)
{
    StudioPoseItem *item = STUDIO_POSE_ITEM(object);
    g_free(item->name);
    g_free(item->id);
    g_free(item->drive);
    g_free(item->place);
    g_free(item->turned);
    g_strfreev(item->bones);
    G_OBJECT_CLASS(studio_pose_item_parent_class)->finalize(object);
}

static void studio_pose_item_class_init(StudioPoseItemClass *class)
{
    G_OBJECT_CLASS(class)->finalize = studio_pose_item_finalize;
    changed_signal = g_signal_new("changed", STUDIO_TYPE_POSE_ITEM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
}

static void studio_pose_item_init(StudioPoseItem *item) { item->group = -1; }

StudioPoseItem *studio_pose_item_new(void) { return g_object_new(STUDIO_TYPE_POSE_ITEM, NULL); }

void studio_pose_item_changed(StudioPoseItem *item) { g_signal_emit(item, changed_signal, 0); }

/// "in-between of jaw at 0.5", or "= a × b".
static char *drive_of(const MieniPoseView *pose, StudioPoseKind kind)
{
    if (kind == STUDIO_POSE_CONTROL)
        return NULL;
    if (kind == STUDIO_POSE_INBETWEEN) {
        char number[STUDIO_NUMBER_ROOM];
        return g_strdup_printf("in-between of %s at %s", mieni_text_or_empty(mieni_pose_target(pose)),
                               studio_number_text(mieni_pose_position(pose, 0), 2, number));
    }
    GString *text = g_string_new("= ");
    for (int i = 0; i < mieni_pose_corrective_count(pose); ++i)
        g_string_append_printf(text, "%s%s", i > 0 ? " × " : "", mieni_pose_corrective(pose, i));
    return g_string_free(text, FALSE);
}

static char *place_of(const MieniPoseView *pose)
{
    const char *marker = mieni_pose_marker(pose);
    char number[STUDIO_NUMBER_ROOM];
    if (mieni_pose_frame_json(pose) != NULL)
        return g_strdup_printf("frame %d", (int)mieni_pose_frame(pose, 0));
    if (mieni_pose_time_json(pose) != NULL)
        return g_strdup_printf("%s s", studio_number_text(mieni_pose_time(pose, 0), 2, number));
    return marker != NULL ? g_strdup_printf("marker %s", marker) : NULL;
}

/// Sets a text, which becomes the item's; returns whether it changed.
static bool put(char **place, char *text)
{
    const bool is_other = g_strcmp0(*place, text) != 0;
    g_free(*place);
    *place = text;
    return is_other;
}

bool studio_pose_item_read(StudioPoseItem *item, const MieniPoseView *pose, int index)
{
    const StudioPoseKind kind = mieni_pose_target_json(pose) != NULL    ? STUDIO_POSE_INBETWEEN
                                : mieni_pose_corrective_count(pose) > 0 ? STUDIO_POSE_COMBINATION
                                                                        : STUDIO_POSE_CONTROL;
    double range[2] = {0, 1};
    mieni_pose_range(pose, range);
    bool is_other = put(&item->name, g_strdup(mieni_text_or_empty(mieni_pose_name(pose))));
    item->name_width = is_other ? 0 : item->name_width;
    is_other |= put(&item->id, g_strdup(mieni_text_or_empty(mieni_pose_id(pose))));
    is_other |= put(&item->drive, drive_of(pose, kind));
    is_other |= put(&item->place, place_of(pose));
    const bool is_edited = item->place != NULL && mieni_pose_bones_json(pose) != NULL;
    is_other |= item->kind != kind || item->min != range[0] || item->max != range[1] ||
                item->is_edited != is_edited; // rows do not show its index
    item->kind = kind;
    item->min = range[0];
    item->max = range[1];
    item->index = index;
    item->is_edited = is_edited;
    if (item->place == NULL)
        item->source = STUDIO_SOURCE_NONE;
    else if (item->source == STUDIO_SOURCE_NONE)
        item->source = STUDIO_SOURCE_UNKNOWN;
    return is_other;
}
