// SPDX-License-Identifier: MIT
//
// Takes of the Live Link Face app: CSV with a timecode and a value per blend
// shape in each row, read into an editable clip of linear keys.
//
// Ownership  The bytes and options are the caller's and only read. The clip is
//            the caller's to free with mien_author_clip_destroy; the report's
//            zero_curves lives as long as the clip.
// Threads    No state: read different takes from different threads.
// Errors     Bytes may come from anyone. The first thing that is wrong ends the
//            reading; the place is "line 12, column 7", both counted from 1,
//            columns in cells. Nothing is given and nothing leaks.

#pragma once

#include "mien_author/clip.h"
#include "mien_author/limits.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Beyond these a take is refused.
#define MIEN_IO_LIVE_LINK_MAX_SIZE 1073741824 ///< Bytes.
#define MIEN_IO_LIVE_LINK_MAX_ROWS 20736000   ///< A day at 240 rows per second.
#define MIEN_IO_LIVE_LINK_MAX_RATE 240        ///< Frames that a second of timecode counts.

/// When the keys of a row are.
typedef enum MienIoLiveLinkTiming {
    /// On whole frames of the clip's rate if each row is within a quarter of a frame
    /// of one that no other row is at; otherwise as with EXACT.
    MIEN_IO_LIVE_LINK_NEAREST = 0,
    /// When the timecodes say.
    MIEN_IO_LIVE_LINK_EXACT,
    /// On whole frames, counted from row to row: a camera that runs a little faster
    /// or slower than the timecode's clock stays on frames and leaves the clock
    /// behind by the report's drift.
    MIEN_IO_LIVE_LINK_COUNTED,
} MienIoLiveLinkTiming;

/// Zero-initialise: zero is the default of every field.
typedef struct MienIoLiveLinkOptions {
    /// Frames per second that the timecode counts: rate / divisor (30000 / 1001), at
    /// most 240; a divisor of 0 means 1, at most 1001. A rate of 0: found from the rows.
    int timecode_rate, timecode_rate_divisor;
    MienIoLiveLinkTiming timing;
    bool keep_names;         ///< Curves are named as in the file, not as ARKit does.
    const char *source;      ///< Becomes the clip's source; NULL for none.
    MienAuthorLimits limits; ///< What reading may take.
} MienIoLiveLinkOptions;

/// What was found. Filled on success only.
typedef struct MienIoLiveLinkReport {
    int row_count;     ///< Rows of the file, with and without a face.
    int no_face_count; ///< Rows without values; they give no keys.
    int odd_count;     ///< Rows whose count cell is not the number of curves. Read all the same.
    int dropped_count; ///< Frames that are missing between rows.
    int curve_count;
    int zero_count; ///< Curves that are 0 throughout.
    const int *zero_curves;
    int timecode_rate, timecode_rate_divisor;
    bool timecode_rate_is_assumed; ///< Neither given nor visible in the rows, as in takes below a second.
    bool is_on_frames;             ///< Every key is on a whole frame of the clip's rate.
    /// Seconds by which the last row's timecode is later than its frame, counted at
    /// the clip's rate; negative if the camera was faster than its clock.
    double drift;
    char first_timecode[32]; ///< Of the row at time 0, as in the file.
} MienIoLiveLinkReport;

/// Reads a take. options, allocator, out_report and error may be NULL.
MIEN_API MienStatus mien_io_live_link_read(const void *bytes, size_t size,
                                           const MienIoLiveLinkOptions *options,
                                           const MienAllocator *allocator, MienAuthorClip **out_clip,
                                           MienIoLiveLinkReport *out_report, MienError *error);

#ifdef __cplusplus
}
#endif
