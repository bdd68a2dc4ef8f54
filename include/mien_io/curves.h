// SPDX-License-Identifier: MIT
//
// Curves of no one program in particular: tables of text with a time in each row,
// and the JSON that face capture and speech programs write. They become editable
// clips of linear keys.
//
// Ownership  The bytes and options are the caller's and only read. The clip is
//            the caller's to free with mien_author_clip_destroy.
// Threads    No state: read different files from different threads.
// Errors     Bytes may come from anyone. The first thing that is wrong ends the
//            reading; the place is "line 12, column 7" in tables, both counted
//            from 1, columns in cells, and "line 12, frames[3].weights[7]" in JSON.
//            Nothing is given and nothing leaks.

#pragma once

#include "mien_author/clip.h"
#include "mien_author/limits.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Beyond these a file is refused.
#define MIEN_IO_CURVES_MAX_SIZE 1073741824 ///< Bytes.
#define MIEN_IO_CURVES_MAX_ROWS 20736000   ///< A day at 240 rows per second.

/// Zero-initialise: zero is the default of every field.
typedef struct MienIoCurvesOptions {
    /// Frames per second of the clip and of what counts frames: rate / rate_divisor
    /// (30000 / 1001); a divisor of 0 means 1. A rate of 0: as the file says or its
    /// times show. Files that count frames and say no rate need one.
    int rate, rate_divisor;
    const char *source;      ///< Becomes the clip's source; NULL for none.
    MienAuthorLimits limits; ///< What reading may take.
} MienIoCurvesOptions;

/// What a file was recognised as.
typedef enum MienIoCurvesForm {
    MIEN_IO_CURVES_TABLE = 0,  ///< Text: a time or frame and a value per curve in each row.
    MIEN_IO_CURVES_FRAMES,     ///< JSON: "names" and "frames" with "weights".
    MIEN_IO_CURVES_AUDIO2FACE, ///< JSON: "facsNames" and "weightMat".
    MIEN_IO_CURVES_OPENFACEFX, ///< JSON: "format" is "openfacefx.track".
    MIEN_IO_CURVES_KEYS,       ///< JSON: "curves" with keys by name.
    MIEN_IO_CURVES_ROWS,       ///< JSON: "blendshape_names" and "blendshape_values".
    MIEN_IO_CURVES_CONSTANTS,  ///< JSON: an object of nothing but numbers.
} MienIoCurvesForm;

/// What was found. Filled on success only.
typedef struct MienIoCurvesReport {
    MienIoCurvesForm form;
    int row_count; ///< Rows or frames; 0 where curves have keys of their own.
    int curve_count;
    int64_t key_count;    ///< Of all curves.
    int empty_count;      ///< Curves without a key. They stay in the clip and are 0.
    int trimmed_count;    ///< Names in JSON with spaces at an end, which were cut off.
    int ignored_count;    ///< Members of the outermost JSON object that are not read.
    bool rate_is_assumed; ///< Neither given nor in the file nor visible in its times.
} MienIoCurvesReport;

/// Reads a table: cells between commas, semicolons or tabs. options, allocator,
/// out_report and error may be NULL.
MIEN_API MienStatus mien_io_curves_csv_read(const void *bytes, size_t size,
                                            const MienIoCurvesOptions *options,
                                            const MienAllocator *allocator, MienAuthorClip **out_clip,
                                            MienIoCurvesReport *out_report, MienError *error);

/// Reads JSON of any form of MienIoCurvesForm; which one it is, its members say.
/// options, allocator, out_report and error may be NULL.
MIEN_API MienStatus mien_io_curves_json_read(const void *bytes, size_t size,
                                             const MienIoCurvesOptions *options,
                                             const MienAllocator *allocator, MienAuthorClip **out_clip,
                                             MienIoCurvesReport *out_report, MienError *error);

#ifdef __cplusplus
}
#endif
