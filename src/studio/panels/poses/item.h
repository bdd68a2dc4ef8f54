// SPDX-License-Identifier: MIT
//
// A pose of an asset as a list item. Its weight, which changes every frame, is not stored here:
// rows read it from the session and the viewport.

#pragma once

#include <gio/gio.h>
#include <stdbool.h>

#include "asset/view.h"

typedef enum StudioPoseKind {
    STUDIO_POSE_CONTROL = 0, ///< The curve of its name drives it.
    STUDIO_POSE_INBETWEEN,
    STUDIO_POSE_COMBINATION,
} StudioPoseKind;

/// How a pose stands to the file that it comes from.
typedef enum StudioPoseSource {
    STUDIO_SOURCE_NONE = 0, ///< It has no source file.
    STUDIO_SOURCE_UNKNOWN,  ///< Not checked yet, or the file cannot be read.
    STUDIO_SOURCE_SAME,
    STUDIO_SOURCE_CHANGED,
    STUDIO_SOURCE_GONE,
} StudioPoseSource;

struct _StudioPoseItem {
    GObject parent_instance;
    char *name, *id; ///< id: "" for none.
    int name_width;  ///< Pixels, as the list measured it; 0: not yet.
    int index;       ///< In the asset.
    StudioPoseKind kind;
    double min, max; ///< What its curve is clamped to.
    char *drive;     ///< "in-between of jaw at 0.5", "= a × b"; NULL for a control.
    char *place;     ///< "frame 7", "0.50 s", "marker jaw"; NULL without a source.
    bool is_edited;  ///< By hand, over what its source says.
    int group;       ///< Of the list; -1: none.

    // Found on a worker.
    StudioPoseSource source;
    bool is_measured, moves_nothing;
    double moved;                ///< How far it moves the vertex that it moves farthest, metres.
    char *turned;                ///< The bone that it turns most; NULL: none.
    double angle;                ///< By so much, degrees.
    char **bones;                ///< That it moves; NULL: none.
    int bone_count, morph_count; ///< Of those, and of morphs.
    bool has_problem;
};

#define STUDIO_TYPE_POSE_ITEM (studio_pose_item_get_type())
G_DECLARE_FINAL_TYPE(StudioPoseItem, studio_pose_item, STUDIO, POSE_ITEM, GObject)

StudioPoseItem *studio_pose_item_new(void);
/// Takes what a row of the asset says; false if it says what the item knew already.
bool studio_pose_item_read(StudioPoseItem *item, const MieniPoseView *pose, int index);
/// Rows show it again.
void studio_pose_item_changed(StudioPoseItem *item);
