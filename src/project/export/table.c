// SPDX-License-Identifier: MIT
//
// Export of a clip's curves as CSV: a row per frame, with the time in seconds and a value per curve.
// Importing the table gives these curves again.

#include "base/number.h"
#include "base/text_out.h"
#include "mien_io/curves.h"
#include "project/export/exporting.h"

#include <string.h>

/// A name as a cell; quoted if it must be.
static void put_name(MieniTextOut *out, const char *name)
{
    if (strpbrk(name, ",;\t\"\r\n") == NULL && name[0] != ' ') {
        mieni_text_put(out, name);
        return;
    }
    mieni_text_put(out, "\"");
    for (const char *c = name; *c != '\0'; ++c) {
        if (*c == '"')
            mieni_text_put(out, "\"");
        mieni_text_put_bytes(out, c, 1);
    }
    mieni_text_put(out, "\"");
}

static void put_rows(MieniTextOut *out, const MienAuthorClip *clip, int rows, int rate, int divisor)
{
    mieni_text_put(out, "time");
    for (int c = 0; c < clip->curve_count; ++c) {
        mieni_text_put(out, ",");
        put_name(out, clip->curves[c].name);
    }
    for (int i = 0; i < rows && !out->is_out_of_memory; ++i) {
        const double time = (double)i * (double)divisor / (double)rate;
        mieni_text_put(out, "\n");
        mieni_text_put_number(out, time);
        for (int c = 0; c < clip->curve_count; ++c) {
            const float value = mien_author_curve_evaluate(&clip->curves[c], time);
            mieni_text_put(out, ",");
            mieni_text_put_number(out, mieni_number_of_float(value));
        }
    }
    mieni_text_put(out, "\n");
}

/// One more than whole frames if the clip ends between two, but not for the rounding of a product. 0: too
/// many.
static int count_rows(double length, int rate, int divisor)
{
    const double frames = length * (double)rate / (double)divisor;
    if (!(frames < (double)MIEN_IO_CURVES_MAX_ROWS - 1.0))
        return 0;
    return (int)frames + 1 + (frames - (double)(int)frames > 1e-6);
}

/// Reads the table as anyone would.
static MienStatus verify(const MieniExporting *exporting, const MieniTextOut *out)
{
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    const MienStatus status = mien_io_curves_csv_read(out->bytes, out->size, NULL, &clip, NULL, &error);
    mien_author_clip_destroy(clip);
    return status == MIEN_OK ? MIEN_OK
                             : mieni_problem_set(exporting->problem, exporting->clip_paths[0], status,
                                                 mieni_at("%s: %s", error.location, error.message),
                                                 "The exported table fails validation; it was not written.");
}

MienStatus mieni_export_table(const MieniExporting *exporting, MienIoBytes *out_bytes)
{
    const MieniExportOptions *options = exporting->options;
    if (exporting->animation_count != 1)
        return mieni_problem_set(exporting->problem, exporting->path, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "A table contains one clip: choose it with --clip.");
    const MienAuthorClip *clip = exporting->animations[0].clip;
    const int rate = options->rate > 0 ? options->rate : clip->rate > 0 ? clip->rate : 30;
    const int of_clip = clip->rate_divisor > 0 ? clip->rate_divisor : 1;
    const int divisor = options->rate == 0 ? of_clip : options->rate_divisor > 0 ? options->rate_divisor : 1;
    const int rows = count_rows(clip->length, rate, divisor);
    if (clip->curve_count == 0)
        return mieni_problem_set(exporting->problem, exporting->clip_paths[0], MIEN_ERROR_DATA,
                                 mieni_nowhere(), "Nothing to export: the clip has no curves.");
    // A cell is at least a digit and a separator.
    if (rows == 0 || (double)rows * 2.0 * (double)(clip->curve_count + 1) > (double)MIEN_IO_CURVES_MAX_SIZE)
        return mieni_problem_set(exporting->problem, exporting->clip_paths[0], MIEN_ERROR_LIMIT,
                                 mieni_nowhere(), "The table would be too large: use a lower --rate.");
    if (clip->track_count > 0)
        mieni_export_lose(exporting, "A table contains curves only; bone tracks are not written.",
                          exporting->animations[0].name, "");
    MieniTextOut out = {0};
    put_rows(&out, clip, rows, rate, divisor);
    const MienStatus status =
        out.is_out_of_memory ? mieni_export_no_memory(exporting) : verify(exporting, &out);
    if (status == MIEN_OK)
        *out_bytes = (MienIoBytes){.data = (uint8_t *)out.bytes, .size = out.size};
    else
        mieni_text_release(&out);
    return status;
}
