// SPDX-License-Identifier: MIT
//
// MakeHuman pose units: a BVH whose frames are poses, and a JSON file with their names.
// Read the BVH with mien_io/bvh.h, the names with this function.
//
// Ownership  The bytes belong to the caller and are only read. Free the list with
//            mien_author_name_list_destroy.
// Threads    No state: read different files from different threads.
// Errors     Input is untrusted. Reading stops at the first error. The location is
//            "line 12, column 7" or "line 12, framemapping[9]". On failure no output is
//            produced.

#pragma once

#include "mien_author/name_list.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Reads the member framemapping of a JSON object: the names of frames 0, 1 and so on.
/// Later frames keep their default names; no frame is skipped. The errors in names are
/// those of mien_author_name_list_read. allocator and error may be NULL.
MIEN_API MienStatus mien_io_makehuman_names_read(const void *bytes, size_t size, int frame_count,
                                                 const MienAllocator *allocator,
                                                 MienAuthorNameList **out_list, MienError *error);

#ifdef __cplusplus
}
#endif
