// SPDX-License-Identifier: MIT
//
// Takes of the Live Link Face app: CSV with a timecode and a value per blend shape in
// each row. They become editable clips with linear keys.
//
// Ownership  Bytes and options belong to the caller and are only read. Free the clip with
//            mien_author_clip_destroy; the report's zero_curves is valid as long as it.
// Threads    No state: read different takes from different threads.
// Errors     Input is untrusted. Reading stops at the first error. The location is
//            "line 12, column 7", counted from 1, columns in cells. On failure no output
//            is produced.

#pragma once

#include "mien_author/clip.h"
#include "mien_author/limits.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Takes that exceed these limits are refused.
#define MIEN_IO_LIVE_LINK_MAX_SIZE 1073741824 ///< Bytes.
#define MIEN_IO_LIVE_LINK_MAX_ROWS 20736000   ///< A day at 240 rows per second.
#define MIEN_IO_LIVE_LINK_MAX_RATE 240        ///< Frames per second of timecode.

/// Times of a row's keys.
typedef enum MienIoLiveLinkTiming {
    /// On whole frames at the clip's rate if each row is within a quarter frame of one
    /// that no other row uses; otherwise as EXACT.
    MIEN_IO_LIVE_LINK_NEAREST = 0,
    /// At the timecodes.
    MIEN_IO_LIVE_LINK_EXACT,
    /// On whole frames, counted from row to row. A camera slightly faster or slower than
    /// the timecode's clock stays on frames and deviates from the clock by the report's
    /// drift.
    MIEN_IO_LIVE_LINK_COUNTED,
} MienIoLiveLinkTiming;

/// Zero-initialise: zero is every field's default.
typedef struct MienIoLiveLinkOptions {
    /// Frames per second of the timecode: rate / divisor (30000 / 1001), at most 240; a
    /// divisor of 0 means 1, at most 1001. A rate of 0: derived from the rows.
    int timecode_rate, timecode_rate_divisor;
    MienIoLiveLinkTiming timing;
    bool keep_names;                ///< Keep the file's curve names instead of ARKit's.
    const char *source;             ///< The clip's source; NULL for none.
    MienAuthorLimits limits;        ///< Limits for reading.
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the clip.
} MienIoLiveLinkOptions;

/// Contents of the file. Filled only on success.
typedef struct MienIoLiveLinkReport {
    int row_count;     ///< Rows of the file, with and without a face.
    int no_face_count; ///< Rows without values; they have no keys.
    int odd_count;     ///< Rows whose count cell is not the curve count. They are read.
    int dropped_count; ///< Frames missing between rows.
    int curve_count;
    int zero_count; ///< Curves that are always 0.
    const int *zero_curves;
    int timecode_rate, timecode_rate_divisor;
    bool timecode_rate_is_assumed; ///< Not given and not derivable from the rows, as in takes below a second.
    bool is_on_frames;             ///< Every key is on a whole frame at the clip's rate.
    /// Seconds by which the last row's timecode is later than its frame at the clip's
    /// rate; negative if the camera was faster than its clock.
    double drift;
    char first_timecode[32]; ///< Timecode of the row at time 0, as in the file.
} MienIoLiveLinkReport;

/// Reads a take. options, out_report and error may be NULL.
MIEN_API MienStatus mien_io_live_link_read(const void *bytes, size_t size,
                                           const MienIoLiveLinkOptions *options, MienAuthorClip **out_clip,
                                           MienIoLiveLinkReport *out_report, MienError *error);

#ifdef __cplusplus
}
#endif
