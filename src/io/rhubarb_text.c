// SPDX-License-Identifier: MIT
//
// Rhubarb's TSV and JSON.

#include "core/float_rules.h"

#include "io/rhubarb.h"

#include "base/json.h"
#include "core/internal.h"

#include <string.h>

static MienStatus refuse_cell(const MieniRhubarb *rhubarb, MieniRefusal refusal, int line, int column)
{
    return mieni_fail(rhubarb->error, refusal.status, refusal.sentence, "line %d, column %d", line, column);
}

/// A line of TSV: when a shape begins. The shape of the last line says nothing: there
/// the sound ends.
static MienStatus read_line(const MieniRhubarb *rhubarb, MieniSpan line, int number, double *out_time,
                            int *out_shape)
{
    static const MieniRefusal wrong = {MIEN_ERROR_CORRUPT,
                                       "Mouth cues are XML, JSON, or lines of a time, a tab and a shape."};
    MieniCells cells = {.rest = line, .separator = '\t'};
    MieniSpan time, shape;
    if (!mieni_cells_next(&cells, &time) || !mieni_cells_next(&cells, &shape) || !cells.is_over)
        return refuse_cell(rhubarb, wrong, number, cells.number > 1 ? 3 : 2);
    MieniRefusal refusal = mieni_rhubarb_time(time, out_time);
    if (refusal.sentence != NULL)
        return refuse_cell(rhubarb, refusal, number, 1);
    refusal = mieni_rhubarb_shape(shape, out_shape);
    if (refusal.sentence != NULL)
        return refuse_cell(rhubarb, refusal, number, 2);
    return MIEN_OK;
}

MienStatus mieni_rhubarb_tsv(MieniRhubarb *rhubarb)
{
    MieniLines lines = mieni_lines_of(rhubarb->bytes, rhubarb->size);
    MieniSpan line;
    int count = 0, shape = 0, before = 0;
    double time = 0.0, start = 0.0;
    for (MieniLines counting = lines; mieni_lines_next(&counting, &line); ++count)
        if (count == MIEN_IO_RHUBARB_MAX_CUES)
            return mieni_fail(rhubarb->error, MIEN_ERROR_LIMIT, "There are at most 8640000 mouth cues.",
                              "line %d", counting.number);
    MienStatus status = mieni_rhubarb_take(rhubarb, count);
    for (int i = 0; status == MIEN_OK && mieni_lines_next(&lines, &line); ++i) {
        status = read_line(rhubarb, line, lines.number, &time, &shape);
        if (status != MIEN_OK)
            return status;
        const MieniRefusal refusal =
            i > 0 ? mieni_rhubarb_add(rhubarb, start, time, before) : (MieniRefusal){0};
        if (refusal.sentence != NULL)
            return refuse_cell(rhubarb, refusal, lines.number, 1);
        start = time;
        before = shape;
    }
    if (status == MIEN_OK && count < 2)
        return mieni_fail(rhubarb->error, MIEN_ERROR_CORRUPT,
                          "There are at least two lines; the last one says where the sound ends.", "line %d",
                          lines.number);
    return status;
}

/// A time of JSON, which some programs write as a string.
static MieniRefusal json_time(const MieniJson *value, double *out_time)
{
    if (value != NULL && value->type == MIENI_JSON_NUMBER) {
        *out_time = value->number;
        return mieni_rhubarb_check_time(value->number);
    }
    const char *text = value != NULL && value->type == MIENI_JSON_STRING ? value->string : "";
    return mieni_rhubarb_time((MieniSpan){text, strlen(text)}, out_time);
}

static MieniSpan json_text(const MieniJson *object, const char *key)
{
    const char *text = mieni_json_get_string(object, key, "");
    return (MieniSpan){text, strlen(text)};
}

static MienStatus read_cue(MieniRhubarb *rhubarb, const MieniJson *cue, int index)
{
    double start = 0.0, end = 0.0;
    int shape = 0;
    const char *field = ".start";
    MieniRefusal refusal = json_time(mieni_json_get(cue, "start"), &start);
    if (refusal.sentence == NULL) {
        field = ".end";
        refusal = json_time(mieni_json_get(cue, "end"), &end);
    }
    if (refusal.sentence == NULL) {
        field = ".value";
        refusal = mieni_rhubarb_shape(json_text(cue, "value"), &shape);
    }
    if (refusal.sentence == NULL) {
        field = "";
        refusal = mieni_rhubarb_add(rhubarb, start, end, shape);
    }
    if (refusal.sentence == NULL)
        return MIEN_OK;
    return mieni_fail(rhubarb->error, refusal.status, refusal.sentence, "line %d, mouthCues[%d]%s", cue->line,
                      index, field);
}

static MienStatus read_metadata(MieniRhubarb *rhubarb, const MieniJson *metadata)
{
    const MieniJson *duration = mieni_json_get(metadata, "duration");
    const MieniJson *sound = mieni_json_get(metadata, "soundFile");
    if (duration != NULL) {
        const MieniRefusal refusal = json_time(duration, &rhubarb->duration);
        if (refusal.sentence != NULL)
            return mieni_fail(rhubarb->error, refusal.status, refusal.sentence, "line %d, metadata.duration",
                              duration->line);
    }
    const MieniRefusal refusal = mieni_rhubarb_sound(rhubarb, json_text(metadata, "soundFile"));
    if (refusal.sentence != NULL)
        return mieni_fail(rhubarb->error, refusal.status, refusal.sentence, "line %d, metadata.soundFile",
                          sound->line);
    return MIEN_OK;
}

static MienStatus read_document(MieniRhubarb *rhubarb, const MieniJson *root)
{
    const MieniJson *cues = mieni_json_get(root, "mouthCues");
    if (cues == NULL || cues->type != MIENI_JSON_ARRAY)
        return mieni_fail(rhubarb->error, MIEN_ERROR_CORRUPT,
                          "Mouth cues in JSON are an object with metadata and a list mouthCues.", "line %d",
                          root->line);
    if (cues->count > MIEN_IO_RHUBARB_MAX_CUES)
        return mieni_fail(rhubarb->error, MIEN_ERROR_LIMIT, "There are at most 8640000 mouth cues.",
                          "line %d, mouthCues", cues->line);
    MienStatus status = read_metadata(rhubarb, mieni_json_get(root, "metadata"));
    if (status == MIEN_OK)
        status = mieni_rhubarb_take(rhubarb, cues->count);
    for (int i = 0; status == MIEN_OK && i < cues->count; ++i)
        status = read_cue(rhubarb, cues->items[i], i);
    return status;
}

MienStatus mieni_rhubarb_json(MieniRhubarb *rhubarb)
{
    MieniJsonDocument document;
    MienStatus status =
        mieni_json_read(&document, rhubarb->bytes, rhubarb->size, rhubarb->scratch.allocator, rhubarb->error);
    if (status != MIEN_OK)
        return status;
    status = read_document(rhubarb, document.root);
    mieni_json_release(&document);
    return status;
}
