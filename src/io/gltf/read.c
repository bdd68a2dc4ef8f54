// SPDX-License-Identifier: MIT
//
// Reads an opened glTF file: bones, morphs, the mesh, takes, expressions.

#include "core/float_rules.h"

#include "mien_io/gltf.h"

#include "core/float_env.h"
#include "core/internal.h"
#include "io/gltf/gltf.h"
#include "io/source_memory.h"

static MIENI_APART MienStatus read_all(void *user, MienIoSource *source, MieniArena *arena,
                                       MieniArena *scratch)
{
    MieniGltfReader *reader = user;
    reader->source = source;
    reader->arena = arena;
    reader->scratch = scratch;
    MienStatus status =
        mieni_gltf_bones(reader->gltf, reader->reading->scene, reader->arena, &reader->bones, reader->error);
    if (status == MIEN_OK)
        status =
            mieni_gltf_morphs(reader->gltf, &reader->bones, reader->arena, &reader->morphs, reader->error);
    if (status != MIEN_OK)
        return status;
    reader->source->skeleton =
        (MienAuthorSkeleton){.bone_count = reader->bones.count, .bones = reader->bones.bones};
    reader->report->renamed_count += reader->bones.renamed_count + reader->morphs.renamed_count;
    reader->report->sheared_count += reader->bones.sheared_count;
    if (!reader->reading->skip_mesh)
        status = mieni_gltf_read_mesh(reader);
    if (status == MIEN_OK)
        status = mieni_gltf_read_takes(reader);
    return status == MIEN_OK ? mieni_gltf_read_expressions(reader) : status;
}

MienStatus mien_io_gltf_read(const MienIoGltf *gltf, const MienIoGltfReading *reading,
                             MienIoSource **out_source, MienIoGltfReport *out_report, MienError *error)
{
    static const MienIoGltfReading defaults = {0};
    if (out_source == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("out_source"),
                          "A place for the source must be given.");
    *out_source = NULL;
    if (gltf == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("gltf"), "An opened file must be given.");
    reading = reading != NULL ? reading : &defaults;
    if (reading->rate < 0 || reading->rate_divisor < 0)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("reading.rate"),
                          "A rate is above 0, or 0 to find it.");
    MienIoGltfReport report = {0};
    MieniGltfReader reader = {.gltf = gltf, .reading = reading, .report = &report, .error = error};
    const MienStatus status = mieni_source_make(&gltf->limits, gltf->input_size, reading->allocator, read_all,
                                                &reader, out_source, error);
    if (status == MIEN_OK && out_report != NULL)
        *out_report = report;
    return status;
}
