// SPDX-License-Identifier: MIT
//
// Export of a clip's curves as CSV: a row per frame, with the time in seconds and a value per curve, or as
// Live Link Face writes takes. Importing the table gives these curves again.

#include "base/number.h"
#include "base/text_out.h"
#include "io/arkit.h"
#include "mien_io/curves.h"
#include "mien_io/live_link.h"
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

/// The curve of each column of a take, or NULL. Curves of other names are not written.
static void find_columns(const MieniExporting *exporting, const MienAuthorClip *clip,
                         const MienAuthorClipCurve *columns[MIENI_ARKIT_CURVES])
{
    for (int c = 0; c < clip->curve_count; ++c) {
        const char *name = clip->curves[c].name;
        const int column = mieni_arkit_find((MieniSpan){name, strlen(name)});
        if (column >= 0)
            columns[column] = &clip->curves[c];
        else
            mieni_export_lose(exporting, "A take of Live Link Face has the curves of ARKit only.",
                              exporting->animations[0].name, name);
    }
}

/// Names begin with a capital letter there. A frame is a whole one of its second.
static void put_take(MieniTextOut *out, const MienAuthorClipCurve *const *columns, int rows, int rate)
{
    mieni_text_put(out, "Timecode,BlendShapeCount");
    for (int c = 0; c < MIENI_ARKIT_CURVES; ++c) {
        const char *name = mieni_arkit_name(c);
        const char first = (char)(name[0] >= 'a' && name[0] <= 'z' ? name[0] - 'a' + 'A' : name[0]);
        mieni_text_putf(out, ",%c%s", first, name + 1);
    }
    for (int i = 0; i < rows && !out->is_out_of_memory; ++i) {
        const int second = i / rate;
        mieni_text_putf(out, "\n%02d:%02d:%02d:%02d.000,%d", second / 3600, second / 60 % 60, second % 60,
                        i % rate, MIENI_ARKIT_CURVES);
        for (int c = 0; c < MIENI_ARKIT_CURVES; ++c) {
            const float value =
                columns[c] != NULL ? mien_author_curve_evaluate(columns[c], (double)i / (double)rate) : 0.0f;
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
    const MienStatus status = exporting->options->file == MIENI_EXPORT_TAKE
                                  ? mien_io_live_link_read(out->bytes, out->size, NULL, &clip, NULL, &error)
                                  : mien_io_curves_csv_read(out->bytes, out->size, NULL, &clip, NULL, &error);
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
    const bool is_take = options->file == MIENI_EXPORT_TAKE;
    const int rows = count_rows(clip->length, rate, divisor),
              columns = is_take ? MIENI_ARKIT_CURVES : clip->curve_count;
    if (clip->curve_count == 0)
        return mieni_problem_set(exporting->problem, exporting->clip_paths[0], MIEN_ERROR_DATA,
                                 mieni_nowhere(), "Nothing to export: the clip has no curves.");
    // A cell is at least a digit and a separator.
    if (rows == 0 || (double)rows * 2.0 * (double)(columns + 1) > (double)MIEN_IO_CURVES_MAX_SIZE)
        return mieni_problem_set(exporting->problem, exporting->clip_paths[0], MIEN_ERROR_LIMIT,
                                 mieni_nowhere(), "The table would be too large: use a lower --rate.");
    if (clip->track_count > 0)
        mieni_export_lose(exporting, "A table contains curves only; bone tracks are not written.",
                          exporting->animations[0].name, "");
    if (is_take && (divisor != 1 || rate > MIEN_IO_LIVE_LINK_MAX_RATE))
        return mieni_problem_set(exporting->problem, exporting->clip_paths[0], MIEN_ERROR_DATA,
                                 mieni_nowhere(), "Takes have whole frames per second: use --rate 60.");
    MieniTextOut out = {0};
    const MienAuthorClipCurve *of_take[MIENI_ARKIT_CURVES] = {0};
    if (is_take)
        find_columns(exporting, clip, of_take);
    if (is_take)
        put_take(&out, of_take, rows, rate);
    else
        put_rows(&out, clip, rows, rate, divisor);
    const MienStatus status =
        out.is_out_of_memory ? mieni_export_no_memory(exporting) : verify(exporting, &out);
    if (status == MIEN_OK)
        *out_bytes = (MienIoBytes){.data = (uint8_t *)out.bytes, .size = out.size};
    else
        mieni_text_release(&out);
    return status;
}
