// SPDX-License-Identifier: MIT
//
// Mouth cues of Rhubarb Lip Sync, as TSV, XML or JSON. They become editable clips with a
// curve per mouth shape: 1 during its cues and 0 otherwise.
//
// Ownership  Bytes and options belong to the caller and are only read. Free the clip with
//            mien_author_clip_destroy.
// Threads    No state: read different files from different threads.
// Errors     Input is untrusted. Reading stops at the first error. The location is
//            "line 12, column 2" (TSV: in cells, XML: in bytes) or "line 12,
//            mouthCues[3].start" (JSON). On failure no output is produced.

#pragma once

#include "mien_author/clip.h"
#include "mien_author/limits.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Files that exceed these limits are refused.
#define MIEN_IO_RHUBARB_MAX_SIZE 268435456 ///< Bytes.
#define MIEN_IO_RHUBARB_MAX_CUES 8640000   ///< A day of hundredths of a second.
#define MIEN_IO_RHUBARB_MAX_PATH 4096      ///< Bytes of the sound's path.

/// Default blend time from one shape to the next, in seconds.
#define MIEN_IO_RHUBARB_BLEND 0.08

/// Zero-initialise: zero is every field's default.
typedef struct MienIoRhubarbOptions {
    /// Seconds to blend from one shape to the next, half of it before the cue's start and
    /// half after; 0: MIEN_IO_RHUBARB_BLEND. Limited to half of the shorter of the two
    /// cues. At most 10.
    double blend;
    bool is_stepped; ///< No blending: constant keys at the starts of cues. Leave blend 0.
    /// Frames per second of the clip: rate / rate_divisor; a divisor of 0 means 1. A rate
    /// of 0: 100, because Rhubarb's times are in hundredths of a second.
    int rate, rate_divisor;
    const char *source;             ///< The clip's source; NULL for none.
    MienAuthorLimits limits;        ///< Limits for reading.
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the clip.
} MienIoRhubarbOptions;

/// Detected format of a file.
typedef enum MienIoRhubarbFormat {
    MIEN_IO_RHUBARB_TSV = 0,
    MIEN_IO_RHUBARB_XML,
    MIEN_IO_RHUBARB_JSON,
} MienIoRhubarbFormat;

/// Contents of the file. Filled only on success.
typedef struct MienIoRhubarbReport {
    MienIoRhubarbFormat format;
    int cue_count;       ///< Cues in the file.
    int empty_count;     ///< Cues without length. They are skipped.
    int gap_count;       ///< Times between, before or after cues that no cue covers. All curves are 0 there.
    int curve_count;     ///< Mouth shapes used.
    int shortened_count; ///< Blends shorter than blend because a cue is short.
} MienIoRhubarbReport;

/// Reads mouth cues. The format is detected from the first character. options, out_report
/// and error may be NULL.
MIEN_API MienStatus mien_io_rhubarb_read(const void *bytes, size_t size, const MienIoRhubarbOptions *options,
                                         MienAuthorClip **out_clip, MienIoRhubarbReport *out_report,
                                         MienError *error);

#ifdef __cplusplus
}
#endif
