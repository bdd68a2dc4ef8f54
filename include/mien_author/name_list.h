// SPDX-License-Identifier: MIT
//
// Names for the frames of a sequence, one line per frame: how a motion becomes a
// list of named poses.
//
// Ownership  The bytes are the caller's and only read. A list is one block of
//            memory: mien_author_name_list_destroy frees it with its names.
// Threads    No state: read different lists from different threads.
// Errors     Bytes may come from anyone. The first line that is wrong is named,
//            "line 12"; all names are taken or none. Nothing leaks.

#pragma once

#include "mien/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Beyond this a text is refused.
#define MIEN_AUTHOR_NAME_LIST_MAX_SIZE 1073741824 ///< Bytes.

/// One frame.
typedef struct MienAuthorFrameName {
    const char *name; ///< UTF-8, never NULL, unique in the list; Pose_<frame> if none was given.
    bool is_skipped;  ///< The frame is to be left out; its name is the default one.
    bool is_default;  ///< No name was given.
} MienAuthorFrameName;

/// The names of all frames.
typedef struct MienAuthorNameList {
    int frame_count;
    const MienAuthorFrameName *frames;
    int named_count;   ///< Frames that were given a name.
    int skipped_count; ///< Frames to be left out. The others are neither.
} MienAuthorNameList;

/// Reads names for frame_count frames. A line is a frame; white space around a name
/// does not count, nor do empty lines at the end. An empty line keeps the default
/// name, # alone skips the frame; "# brow" is a name like any other. Frames beyond
/// the last line keep their default names, so that no bytes at all give a list too.
/// A name is an error if there is no frame for it, if another frame has it or if it
/// is the default name of another frame. allocator and error may be NULL.
MIEN_API MienStatus mien_author_name_list_read(const void *bytes, size_t size, int frame_count,
                                               const MienAllocator *allocator, MienAuthorNameList **out_list,
                                               MienError *error);

/// Frees a list that a reader made. NULL is fine.
MIEN_API void mien_author_name_list_destroy(MienAuthorNameList *list);

#ifdef __cplusplus
}
#endif
