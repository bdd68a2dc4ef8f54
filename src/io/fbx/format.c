// SPDX-License-Identifier: MIT
//
// FBX as a source format, and the notes on its reading.

#include "base/text_out.h"
#include "io/formats.h"
#include "mien/pack.h"
#include "mien_io/fbx.h"

#include <string.h>

/// What kind of file it is, and what its space is turned and scaled by.
static void remark_space(const MienIoFbxReport *report, MieniSourceNotes *notes)
{
    MieniTextOut text = {0};
    mieni_text_putf(&text, "%s FBX %d", report->is_binary ? "binary" : "text", report->version);
    if (strcmp(report->up, "+Y") != 0 || strcmp(report->front, "+Z") != 0)
        mieni_text_putf(&text, ", rotated from %s up and %s forward to +Y and +Z", report->up, report->front);
    if (report->metres_per_unit != 1) {
        mieni_text_put(&text, ", scaled by ");
        mieni_text_put_number(&text, report->metres_per_unit);
        mieni_text_put(&text, " to metres");
    }
    if (!text.is_out_of_memory)
        mieni_source_remark(notes, "%s", text.bytes);
    mieni_text_release(&text);
}

static void note_report(const MienIoFbxReport *report, MieniSourceNotes *notes)
{
    remark_space(report, notes);
    mieni_source_note_scene(notes, report->note, report->renamed_count, report->reduced_vertex_count);
    if (report->dual_quaternion_count > 0)
        mieni_source_note(notes, "%d skin%s dual quaternions: vertices are skinned linearly instead.",
                          report->dual_quaternion_count,
                          report->dual_quaternion_count == 1 ? " uses" : "s use");
    if (report->sampled_curve_count > 0)
        mieni_source_note(notes, "%d curve%s keys that cannot be kept exactly: sampled at every frame.",
                          report->sampled_curve_count, report->sampled_curve_count == 1 ? " has" : "s have");
    if (report->skipped_curve_count > 0)
        mieni_source_note(notes, "%d curve%s omitted: only bones, morphs and model properties are kept.",
                          report->skipped_curve_count, report->skipped_curve_count == 1 ? " was" : "s were");
}

static MienStatus read_format(const MieniReading *reading, MieniRead *out, MienError *error)
{
    const MienIoFbxOptions options = {.source = reading->file,
                                      .rate = reading->rate,
                                      .rate_divisor = reading->rate_divisor,
                                      .skip_mesh = reading->skip_mesh,
                                      .progress = reading->progress,
                                      .user = reading->user,
                                      .allocator = reading->allocator};
    MienIoFbxReport report = {0};
    const MienStatus status =
        mien_io_fbx_read(reading->bytes, reading->size, &options, &out->source, &report, error);
    if (status == MIEN_OK)
        note_report(&report, reading->notes);
    return status;
}

const MieniFormat mieni_format_fbx = {.read = read_format};
