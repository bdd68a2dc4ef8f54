// SPDX-License-Identifier: MIT
//
// Curves from various programs: text tables with a time per row, and JSON from face
// capture and speech programs. They become editable clips with linear keys.
//
// Ownership  Bytes and options belong to the caller and are only read. Free the clip
//            with mien_author_clip_destroy.
// Threads    No state: read different files from different threads.
// Errors     Input is untrusted. Reading stops at the first error. The location is
//            "line 12, column 7" in tables, counted from 1, columns in cells, and
//            "line 12, frames[3].weights[7]" in JSON. On failure no output is produced.

#pragma once

#include "mien_author/clip.h"
#include "mien_author/limits.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Files that exceed these limits are refused.
#define MIEN_IO_CURVES_MAX_SIZE 1073741824 ///< Bytes.
#define MIEN_IO_CURVES_MAX_ROWS 20736000   ///< A day at 240 rows per second.

/// Zero-initialise: zero is every field's default.
typedef struct MienIoCurvesOptions {
    /// Frames per second of the clip and of frame numbers in the file: rate / rate_divisor
    /// (30000 / 1001); a divisor of 0 means 1. A rate of 0: from the file or its times.
    /// Required for files with frame numbers but no rate.
    int rate, rate_divisor;
    const char *source;             ///< The clip's source; NULL for none.
    MienAuthorLimits limits;        ///< Limits for reading.
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the clip.
} MienIoCurvesOptions;

/// Detected form of a file.
typedef enum MienIoCurvesForm {
    MIEN_IO_CURVES_TABLE = 0,  ///< Text: a time or frame and a value per curve in each row.
    MIEN_IO_CURVES_FRAMES,     ///< JSON: "names" and "frames" with "weights".
    MIEN_IO_CURVES_AUDIO2FACE, ///< JSON: "facsNames" and "weightMat".
    MIEN_IO_CURVES_OPENFACEFX, ///< JSON: "format" is "openfacefx.track".
    MIEN_IO_CURVES_KEYS,       ///< JSON: "curves" with keys by name.
    MIEN_IO_CURVES_ROWS,       ///< JSON: "blendshape_names" and "blendshape_values".
    MIEN_IO_CURVES_CONSTANTS,  ///< JSON: an object that contains only numbers.
} MienIoCurvesForm;

/// Contents of the file. Filled only on success.
typedef struct MienIoCurvesReport {
    MienIoCurvesForm form;
    int row_count; ///< Rows or frames; 0 if curves have their own keys.
    int curve_count;
    int64_t key_count;    ///< Of all curves.
    int empty_count;      ///< Curves without keys. They are kept, with value 0.
    int trimmed_count;    ///< Names in JSON with leading or trailing spaces, which were removed.
    int ignored_count;    ///< Members of the outermost JSON object that were ignored.
    bool rate_is_assumed; ///< Not given, not in the file and not derivable from its times.
} MienIoCurvesReport;

/// Reads a table with cells separated by commas, semicolons or tabs. options, out_report
/// and error may be NULL.
MIEN_API MienStatus mien_io_curves_csv_read(const void *bytes, size_t size,
                                            const MienIoCurvesOptions *options, MienAuthorClip **out_clip,
                                            MienIoCurvesReport *out_report, MienError *error);

/// Reads JSON in any form of MienIoCurvesForm, detected from its members. options,
/// out_report and error may be NULL.
MIEN_API MienStatus mien_io_curves_json_read(const void *bytes, size_t size,
                                             const MienIoCurvesOptions *options, MienAuthorClip **out_clip,
                                             MienIoCurvesReport *out_report, MienError *error);

#ifdef __cplusplus
}
#endif
