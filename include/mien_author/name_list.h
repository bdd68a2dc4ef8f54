// SPDX-License-Identifier: MIT
//
// Names for the frames of a sequence, one line per frame. They turn an animation into
// a list of named poses.
//
// Ownership  The bytes belong to the caller and are only read. A list is one block of
//            memory: mien_author_name_list_destroy frees it with its names.
// Threads    No state: read different lists from different threads.
// Errors     Input is untrusted. The location is the first invalid line, "line 12". On
//            failure no output is produced.

#pragma once

#include "mien/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Larger texts are refused.
#define MIEN_AUTHOR_NAME_LIST_MAX_SIZE 1073741824 ///< Bytes.

/// One frame.
typedef struct MienAuthorFrameName {
    const char *name; ///< UTF-8, never NULL, unique in the list; Pose_<frame> by default.
    bool is_skipped;  ///< Skip the frame; its name is the default.
    bool is_default;  ///< The text has no name for the frame.
} MienAuthorFrameName;

/// The names of all frames.
typedef struct MienAuthorNameList {
    int frame_count;
    const MienAuthorFrameName *frames;
    int named_count;   ///< Frames with a name in the text.
    int skipped_count; ///< Frames to skip. All others have default names.
} MienAuthorNameList;

/// Reads names for frame_count frames, one per line. White space around names and empty
/// lines at the end are ignored. An empty line keeps the default name; # alone skips the
/// frame; "# brow" is an ordinary name. Frames after the last line keep their default
/// names, so an empty text is valid. A name without a frame, a duplicate name, and the
/// default name of another frame are errors. allocator and error may be NULL.
MIEN_API MienStatus mien_author_name_list_read(const void *bytes, size_t size, int frame_count,
                                               const MienAllocator *allocator, MienAuthorNameList **out_list,
                                               MienError *error);

/// Frees a list. Accepts NULL.
MIEN_API void mien_author_name_list_destroy(MienAuthorNameList *list);

#ifdef __cplusplus
}
#endif
