// SPDX-License-Identifier: MIT
//
// BVH: a hierarchy of joints and their motion, in text, read into a skeleton and
// one take.
//
// Ownership  The bytes and options are the caller's and only read. The source is
//            the caller's to free with mien_io_source_destroy.
// Threads    No state: read different files from different threads.
// Errors     Bytes may come from anyone. The first thing that is wrong ends the
//            reading; the place is "line 12, column 7", both counted from 1,
//            columns in bytes, or "line 12, frame 3", frames counted from 0.
//            Nothing is given and nothing leaks.

#pragma once

#include "mien_io/source.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Beyond these a file is refused.
#define MIEN_IO_BVH_MAX_SIZE    1073741824 ///< Bytes.
#define MIEN_IO_BVH_MAX_DEGREES 1e9        ///< Of one rotation, either way.

/// Zero-initialise: zero is the default of every field.
typedef struct MienIoBvhOptions {
    double unit;             ///< Metres per unit of the file, 1e-9 to 1e9; 0 keeps the file's numbers.
    MienIoUp up;             ///< Which way is up in the file.
    const char *source;      ///< Becomes the clip's source; NULL for none.
    MienAuthorLimits limits; ///< What reading may take.
} MienIoBvhOptions;

/// What was found. Filled on success only.
typedef struct MienIoBvhReport {
    int joint_count; ///< Bones of the skeleton.
    int root_count;
    int end_site_count; ///< End sites: no bones, and read past.
    int channel_count;  ///< Of all joints together: the values of a frame.
    int frame_count;
    double frame_time;    ///< Seconds, as in the file.
    bool rate_is_snapped; ///< The clip's rate is a usual one that the frame time is only near to.
    bool unit_is_kept;    ///< No unit was given: lengths are the file's numbers, metres or not.
} MienIoBvhReport;

/// Reads a file. A file without frames has no take, otherwise there is one, without
/// a name. options, allocator, out_report and error may be NULL.
MIEN_API MienStatus mien_io_bvh_read(const void *bytes, size_t size, const MienIoBvhOptions *options,
                                     const MienAllocator *allocator, MienIoSource **out_source,
                                     MienIoBvhReport *out_report, MienError *error);

#ifdef __cplusplus
}
#endif
