// SPDX-License-Identifier: MIT
//
// Reads curves from JSON. What form a file has is told by the members that only
// this form has; a file of no form, or of two, is refused rather than guessed at.

#include "core/float_rules.h"

#include "io/curves_json.h"

#include "core/internal.h"
#include "core/utf8.h"
#include "io/formats.h"
#include "io/rate.h"
#include "io/text.h"

#include <string.h>

/// What a form looks like. Members are separated by spaces.
typedef struct Form {
    MienIoCurvesForm form;
    const char *first, *second; ///< The members that tell it; second may be NULL.
    const char *members;        ///< All that are read.
} Form;

static const Form forms[] = {
    {MIEN_IO_CURVES_FRAMES, "names", "frames", "names frames fps"},
    {MIEN_IO_CURVES_AUDIO2FACE, "facsNames", "weightMat", "facsNames weightMat exportFps numPoses numFrames"},
    {MIEN_IO_CURVES_KEYS, "curves", NULL, "curves rate length"},
    {MIEN_IO_CURVES_ROWS, "blendshape_names", "blendshape_values", "blendshape_names blendshape_values fps"},
};
static const Form openfacefx = {MIEN_IO_CURVES_OPENFACEFX, "format", "channels",
                                "format version fps duration channels events"};

MienStatus mieni_curves_name(MieniCurvesReading *reading, const char *text, const char **out_name,
                             const char **out_why)
{
    const size_t size = strlen(text);
    const MieniSpan name = mieni_span_trim((MieniSpan){text, size});
    if (!mieni_name_is_valid(name.at, name.size, out_why))
        return MIEN_ERROR_DATA;
    reading->report.trimmed_count += name.size < size;
    *out_name = mieni_arena_text(mieni_clip_arena(reading->clip), name.at, name.size);
    *out_why = "There is no memory for a name.";
    return *out_name != NULL ? MIEN_OK : MIEN_ERROR_MEMORY;
}

MienStatus mieni_curves_check_unique(MieniCurvesReading *reading, const MieniJson *list, const char *name)
{
    int again;
    const MienStatus status = mieni_curves_find_double(reading, &again);
    if (status == MIEN_OK && again >= 0)
        return mieni_fail(reading->error, MIEN_ERROR_DATA, "Another curve has this name.", "line %d, %s[%d]",
                          list->items[again]->line, name, again);
    return status;
}

const char *mieni_curves_check_value(const MieniJson *value)
{
    if (value->type != MIENI_JSON_NUMBER)
        return "A value is a number.";
    if (value->number < (double)-MIEN_MAX_CURVE || value->number > (double)MIEN_MAX_CURVE)
        return "A value is at most a thousand million.";
    return NULL;
}

const char *mieni_curves_check_time(const MieniJson *value)
{
    if (value == NULL || value->type != MIENI_JSON_NUMBER)
        return "A time is a number of seconds.";
    if (value->number < 0.0 || value->number > MIENI_CURVES_DAY)
        return "A time is between 0 and a day; subtract the first one if they count from elsewhere.";
    return NULL;
}

MienStatus mieni_curves_set_json_rate(MieniCurvesReading *reading, const MieniJson *root, const char *key,
                                      bool *out_is_known)
{
    const MieniJson *value = mieni_json_get(root, key);
    int rate, divisor;
    *out_is_known = value != NULL || reading->options->rate > 0;
    if (value != NULL && reading->options->rate == 0 &&
        (value->type != MIENI_JSON_NUMBER || !mieni_rate_of_number(value->number, &rate, &divisor)))
        return mieni_fail(reading->error, MIEN_ERROR_DATA,
                          "A rate is a number of frames per second between 0.001 and 1000000.", "line %d, %s",
                          value->line, key);
    mieni_curves_set_rate(reading, value != NULL ? value->number : 0.0);
    return MIEN_OK;
}

/// One key per curve, at time 0.
static MienStatus read_constants(MieniCurvesReading *reading, const MieniJson *root)
{
    MienStatus status = mieni_curves_begin(reading, root->count, root, "");
    if (status != MIEN_OK)
        return status;
    MienAuthorKey *keys =
        mieni_arena_take(mieni_clip_arena(reading->clip), (size_t)root->count, sizeof *keys);
    if (keys == NULL)
        return mieni_curves_no_memory(reading);
    for (int c = 0; c < root->count; ++c) {
        const MieniJson *value = root->items[c];
        const char *why = NULL;
        status = mieni_curves_name(reading, root->keys[c], &reading->curves[c].name, &why);
        if (status == MIEN_OK) {
            why = mieni_curves_check_value(value);
            status = why != NULL ? MIEN_ERROR_DATA : MIEN_OK;
        }
        if (status != MIEN_OK)
            return mieni_fail(reading->error, status, why, "line %d, members[%d]", value->line, c);
        keys[c] = (MienAuthorKey){.value = (float)value->number, .interpolation = MIEN_AUTHOR_LINEAR};
        reading->curves[c].key_count = 1;
        reading->curves[c].keys = &keys[c];
    }
    mieni_curves_set_rate(reading, 0.0);
    return mieni_curves_check_unique(reading, root, "members");
}

static bool is_all_numbers(const MieniJson *root)
{
    bool is_so = root->type == MIENI_JSON_OBJECT && root->count > 0;
    for (int i = 0; is_so && i < root->count; ++i)
        is_so = root->items[i]->type == MIENI_JSON_NUMBER;
    return is_so;
}

static bool is_word_of(const char *words, const char *word)
{
    for (const char *at = words; *at != '\0'; at += *at == ' ') {
        const size_t size = strcspn(at, " ");
        if (strlen(word) == size && memcmp(at, word, size) == 0)
            return true;
        at += size;
    }
    return false;
}

/// The form of a file, or NULL if there is none. out_count is of those that it has.
static const Form *find_form(const MieniJson *root, int *out_count)
{
    const Form *found = NULL;
    *out_count = 0;
    for (size_t f = 0; f < sizeof forms / sizeof forms[0]; ++f)
        if (mieni_json_get(root, forms[f].first) != NULL &&
            (forms[f].second == NULL || mieni_json_get(root, forms[f].second) != NULL)) {
            found = &forms[f];
            ++*out_count;
        }
    if (strcmp(mieni_json_get_string(root, "format", ""), "openfacefx.track") == 0) {
        found = &openfacefx;
        ++*out_count;
    }
    return found;
}

static MienStatus read_form(MieniCurvesReading *reading, const MieniJson *root)
{
    static const Form constants = {.form = MIEN_IO_CURVES_CONSTANTS};
    int count;
    const Form *form = find_form(root, &count);
    if (form == NULL && is_all_numbers(root))
        form = &constants;
    if (form == NULL)
        return mieni_fail(reading->error, MIEN_ERROR_CORRUPT,
                          "Curves are names+frames, facsNames+weightMat, openfacefx.track, curves, "
                          "blendshape_names+blendshape_values or numbers by name.",
                          "line %d", root->line);
    if (count > 1)
        return mieni_fail(reading->error, MIEN_ERROR_CORRUPT,
                          "The members are those of two forms of curves; take those of one out.", "line %d",
                          root->line);
    reading->report.form = form->form;
    for (int i = 0; form->members != NULL && i < root->count; ++i)
        reading->report.ignored_count += !is_word_of(form->members, root->keys[i]);
    switch (form->form) {
    case MIEN_IO_CURVES_FRAMES:
        return mieni_curves_rows(reading, root,
                                 &(MieniRowForm){"names", "frames", "weights", "fps", NULL, NULL});
    case MIEN_IO_CURVES_AUDIO2FACE:
        return mieni_curves_rows(
            reading, root,
            &(MieniRowForm){"facsNames", "weightMat", NULL, "exportFps", "numPoses", "numFrames"});
    case MIEN_IO_CURVES_ROWS:
        return mieni_curves_rows(
            reading, root, &(MieniRowForm){"blendshape_names", "blendshape_values", NULL, "fps", NULL, NULL});
    case MIEN_IO_CURVES_OPENFACEFX:
        return mieni_curves_openfacefx(reading, root);
    case MIEN_IO_CURVES_KEYS:
        return mieni_curves_keys(reading, root);
    case MIEN_IO_CURVES_CONSTANTS:
    case MIEN_IO_CURVES_TABLE:
        break;
    }
    return read_constants(reading, root);
}

MienStatus mieni_curves_json(MieniCurvesReading *reading)
{
    MieniJsonDocument document;
    MienStatus status =
        mieni_json_read(&document, reading->bytes, reading->size, reading->scratch.allocator, reading->error);
    if (status != MIEN_OK)
        return status;
    status = read_form(reading, document.root);
    mieni_json_release(&document);
    return status;
}

/// Mouth cues are JSON too.
static bool sniff_format(const void *bytes, size_t size)
{
    return !mieni_sniff_text(bytes, size, "\"mouthCues\"");
}

static MienStatus read_format(const MieniReading *reading, MieniRead *out, MienError *error)
{
    const MienIoCurvesOptions options = {
        .source = reading->file, .rate = reading->rate, .rate_divisor = reading->rate_divisor};
    return mien_io_curves_json_read(reading->bytes, reading->size, &options, reading->allocator, &out->clip,
                                    NULL, error);
}

const MieniFormat mieni_format_json = {sniff_format, read_format};
