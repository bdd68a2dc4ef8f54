// SPDX-License-Identifier: MIT
//
// BVH: a text format with a joint hierarchy and its animation. Reads a skeleton and one
// take.
//
// Ownership  Bytes and options belong to the caller and are only read. Free the source
//            with mien_io_source_destroy.
// Threads    No state: read different files from different threads.
// Errors     Input is untrusted. Reading stops at the first error. The location is
//            "line 12, column 7", counted from 1, columns in bytes, or "line 12,
//            frame 3", frames counted from 0. On failure no output is produced.

#pragma once

#include "mien_io/source.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Files that exceed these limits are refused.
#define MIEN_IO_BVH_MAX_SIZE    1073741824 ///< Bytes.
#define MIEN_IO_BVH_MAX_DEGREES 1e9        ///< Of one rotation, in either direction.

/// Zero-initialise: zero is every field's default.
typedef struct MienIoBvhOptions {
    double unit;                    ///< Metres per unit of the file, 1e-9 to 1e9; 0 keeps the file's numbers.
    MienIoUp up;                    ///< Up axis of the file.
    const char *source;             ///< The clip's source; NULL for none.
    MienAuthorLimits limits;        ///< Limits for reading.
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the source.
} MienIoBvhOptions;

/// Contents of the file. Filled only on success.
typedef struct MienIoBvhReport {
    int joint_count; ///< Bones of the skeleton.
    int root_count;
    int end_site_count; ///< End sites: not bones, ignored.
    int channel_count;  ///< Of all joints: the number of values per frame.
    int frame_count;
    double frame_time;    ///< Seconds, as in the file.
    bool rate_is_snapped; ///< The clip's rate is a common one near the frame time.
    bool unit_is_kept;    ///< No unit was given: lengths are the file's numbers, not necessarily metres.
} MienIoBvhReport;

/// Reads a file. The source has one unnamed take, or none if the file has no frames.
/// options, out_report and error may be NULL.
MIEN_API MienStatus mien_io_bvh_read(const void *bytes, size_t size, const MienIoBvhOptions *options,
                                     MienIoSource **out_source, MienIoBvhReport *out_report,
                                     MienError *error);

#ifdef __cplusplus
}
#endif
