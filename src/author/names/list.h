// SPDX-License-Identifier: MIT
//
// Making lists of frame names, whatever text they come from.

#pragma once

#include "base/arena.h"
#include "mien_author/name_list.h"

/// A list of default names, or NULL without memory. The allocator's struct is copied.
MienAuthorNameList *mieni_name_list_create(int frame_count, const MienAllocator *allocator);
/// What every reader of names is given. On success *out_list is NULL.
MienStatus mieni_name_list_check_arguments(const void *bytes, size_t size, int frame_count,
                                           MienAuthorNameList **out_list, MienError *error);
/// Where the names of a list are taken from.
MieniArena *mieni_name_list_arena(MienAuthorNameList *list);
/// Names a frame. The name is valid and lives in the list's arena.
void mieni_name_list_set(MienAuthorNameList *list, int frame, const char *name);
void mieni_name_list_skip(MienAuthorNameList *list, int frame);

/// What is wrong with the names of a list together.
typedef struct MieniNameClash {
    int frame;            ///< The first whose name is taken; -1 for none.
    int other;            ///< The frame that was given it too; -1 if it is a default name.
    const char *sentence; ///< For a person.
} MieniNameClash;

/// Finds names that occur twice or are default names of other frames. False without
/// memory.
bool mieni_name_list_find_clash(const MienAuthorNameList *list, const MienAllocator *allocator,
                                MieniNameClash *out_clash);
