// SPDX-License-Identifier: MIT
//
// glTF as a source format, and the notes on its reading.

#include "io/formats.h"
#include "mien_io/gltf.h"

static void note_report(const MienIoGltfReport *report, MieniSourceNotes *notes)
{
    mieni_source_note_scene(notes, report->note, report->renamed_count, report->reduced_vertex_count);
    if (report->sheared_count > 0)
        mieni_source_note(notes, "%d node%s a sheared matrix: the shear was removed.", report->sheared_count,
                          report->sheared_count == 1 ? " has" : "s have");
    if (report->skipped_channel_count > 0)
        mieni_source_note(notes, "%d animation channel%s omitted: only bones and morphs are kept.",
                          report->skipped_channel_count,
                          report->skipped_channel_count == 1 ? " was" : "s were");
    if (report->skipped_part_count > 0)
        mieni_source_note(notes, "%d submesh%s of points or lines omitted: only triangles are kept.",
                          report->skipped_part_count, report->skipped_part_count == 1 ? " was" : "s were");
}

static MienStatus read_format(const MieniReading *reading, MieniRead *out, MienError *error)
{
    const MienIoGltfOptions options = {
        .source = reading->file, .files = reading->files, .allocator = reading->allocator};
    const MienIoGltfReading how = {.scene = reading->scene,
                                   .rate = reading->rate,
                                   .rate_divisor = reading->rate_divisor,
                                   .skip_mesh = reading->skip_mesh,
                                   .allocator = reading->allocator};
    MienIoGltfReport report = {0};
    MienIoGltf *gltf = NULL;
    MienStatus status = mien_io_gltf_open(reading->bytes, reading->size, &options, &gltf, error);
    if (status == MIEN_OK)
        status = mien_io_gltf_read(gltf, &how, &out->source, &report, error);
    mien_io_gltf_destroy(gltf);
    if (status == MIEN_OK)
        note_report(&report, reading->notes);
    return status;
}

const MieniFormat mieni_format_gltf = {.read = read_format};
