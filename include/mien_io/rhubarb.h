// SPDX-License-Identifier: MIT
//
// Mouth cues of Rhubarb Lip Sync, as TSV, XML or JSON, read into an editable clip:
// a curve per mouth shape that is 1 during its cues and 0 otherwise.
//
// Ownership  The bytes and options are the caller's and only read. The clip is
//            the caller's to free with mien_author_clip_destroy.
// Threads    No state: read different files from different threads.
// Errors     Bytes may come from anyone. The first thing that is wrong ends the
//            reading; the place is "line 12, column 2" (TSV: in cells, XML: in
//            bytes) or "line 12, mouthCues[3].start" (JSON). Nothing is given and
//            nothing leaks.

#pragma once

#include "mien_author/clip.h"
#include "mien_author/limits.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Beyond these a file is refused.
#define MIEN_IO_RHUBARB_MAX_SIZE 268435456 ///< Bytes.
#define MIEN_IO_RHUBARB_MAX_CUES 8640000   ///< A day of hundredths of a second.
#define MIEN_IO_RHUBARB_MAX_PATH 4096      ///< Bytes of the sound's path.

/// How long one shape passes into the next, in seconds, if the options do not say.
#define MIEN_IO_RHUBARB_BLEND 0.08

/// Zero-initialise: zero is the default of every field.
typedef struct MienIoRhubarbOptions {
    /// Seconds in which one shape passes into the next, half of it before the cue's
    /// start and half after; 0: MIEN_IO_RHUBARB_BLEND. At most half of the shorter
    /// one of both cues is used. At most 10.
    double blend;
    bool is_stepped; ///< No passing: constant keys at the starts of cues. Leave blend 0.
    /// Frames per second of the clip: rate / rate_divisor; a divisor of 0 means 1. A
    /// rate of 0: 100, because Rhubarb counts in hundredths of a second.
    int rate, rate_divisor;
    const char *source;      ///< Becomes the clip's source; NULL for none.
    MienAuthorLimits limits; ///< What reading may take.
} MienIoRhubarbOptions;

/// What a file was recognised as.
typedef enum MienIoRhubarbFormat {
    MIEN_IO_RHUBARB_TSV = 0,
    MIEN_IO_RHUBARB_XML,
    MIEN_IO_RHUBARB_JSON,
} MienIoRhubarbFormat;

/// What was found. Filled on success only.
typedef struct MienIoRhubarbReport {
    MienIoRhubarbFormat format;
    int cue_count;       ///< Cues of the file.
    int empty_count;     ///< Of these without length. They are left out.
    int gap_count;       ///< Times between cues, or before or after all, that no cue has. All is 0 there.
    int curve_count;     ///< Shapes that occur.
    int shortened_count; ///< Passings that are shorter than blend, because a cue is short.
} MienIoRhubarbReport;

/// Reads mouth cues; which format it is, its first character says. options,
/// allocator, out_report and error may be NULL.
MIEN_API MienStatus mien_io_rhubarb_read(const void *bytes, size_t size, const MienIoRhubarbOptions *options,
                                         const MienAllocator *allocator, MienAuthorClip **out_clip,
                                         MienIoRhubarbReport *out_report, MienError *error);

#ifdef __cplusplus
}
#endif
