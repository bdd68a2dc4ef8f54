// SPDX-License-Identifier: MIT
//
// MakeHuman's pose units: a BVH whose frames are poses, and beside it JSON that
// names them. The BVH is read by mien_io/bvh.h, the names here.
//
// Ownership  The bytes are the caller's and only read. The list is the caller's to
//            free with mien_author_name_list_destroy.
// Threads    No state: read different files from different threads.
// Errors     Bytes may come from anyone. The first thing that is wrong ends the
//            reading; the place is "line 12, column 7" or "line 12, framemapping[9]".
//            Nothing is given and nothing leaks.

#pragma once

#include "mien_author/name_list.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Reads the member framemapping of a JSON object: the names of frames 0, 1 and so
/// on. Frames beyond it keep their default names; no frame is skipped. A name is an
/// error where it is one in mien_author_name_list_read. allocator and error may be
/// NULL.
MIEN_API MienStatus mien_io_makehuman_names_read(const void *bytes, size_t size, int frame_count,
                                                 const MienAllocator *allocator,
                                                 MienAuthorNameList **out_list, MienError *error);

#ifdef __cplusplus
}
#endif
