// SPDX-License-Identifier: MIT
//
// The poses of an asset, in order, filtered and sorted for a list; groups as chips.

#pragma once

#include "studio/model/document/session.h"
#include "studio/panels/poses/item.h"
#include "studio/panels/workspace/workspace.h"

typedef enum StudioPoseSort {
    STUDIO_SORT_SOURCE = 0,
    STUDIO_SORT_NAME,
    STUDIO_SORT_STRENGTH,
} StudioPoseSort;

/// A chip: a group of the asset, or where it has none, a part of the face that names tell of.
typedef struct StudioPoseGroup {
    char *name;
    int count;
    bool is_chosen;
    bool is_own; ///< Of the asset.
} StudioPoseGroup;

/// Zero-initialise, begin, release when done.
typedef struct StudioPosesList {
    GPtrArray *items;    ///< Of StudioPoseItem, all, as in the asset.
    GListStore *shown;   ///< Those that filter and chips let through, sorted.
    GPtrArray *groups;   ///< Of StudioPoseGroup.
    GHashTable *by_name; ///< To items.
    char *filter;
    bool is_active_only;
    StudioPoseSort sort;
    bool is_absolute, is_unreal;
    char *base; ///< NULL: the rest pose.
} StudioPosesList;

void studio_poses_list_begin(StudioPosesList *list);
void studio_poses_list_release(StudioPosesList *list);
/// A pose that was renamed, by its id.
typedef void StudioPoseRenamed(void *user, const char *from, const char *to);
/// Takes the asset as it is; NULL: nothing.
void studio_poses_list_load(StudioPosesList *list, const MieniAsset *asset, StudioPoseRenamed *renamed,
                            void *user);
/// Fills shown; whether that changed it.
bool studio_poses_list_apply(StudioPosesList *list, const StudioSession *session);
StudioPoseItem *studio_poses_list_find(const StudioPosesList *list, const char *name);
/// Where a pose is shown; GTK_INVALID_LIST_POSITION's value if it is not.
guint studio_poses_list_position(const StudioPosesList *list, const char *name);
/// The group of the asset that a pose is in, or NULL.
const StudioPoseGroup *studio_poses_list_group(const StudioPosesList *list, const StudioPoseItem *item);
