// SPDX-License-Identifier: MIT
//
// Reads FBX files: the tree, objects, bones, morphs, the mesh, takes.

#include "core/float_rules.h"

#include "io/fbx/reading.h"

#include "core/float_env.h"
#include "core/internal.h"
#include "io/source_memory.h"
#include "mien_io/fbx.h"

#include <stdio.h>
#include <string.h>

static void name_axis(int axis, int sign, char out[3])
{
    out[0] = sign < 0 ? '-' : '+';
    out[1] = "XYZ"[axis];
    out[2] = '\0';
}

/// What the report says of the file itself.
static void describe_file(MieniFbxReader *reader)
{
    MienIoFbxReport *report = reader->report;
    const MieniFbxFile *file = reader->scene.file;
    const MieniFbxSettings *settings = &reader->settings;
    const MieniFbxNode *header = mieni_fbx_child(&file->root, "FBXHeaderExtension");
    const char *creator = mieni_fbx_text(mieni_fbx_child(header, "Creator"), 0, NULL);
    if (creator == NULL)
        creator = mieni_fbx_text(mieni_fbx_child(&file->root, "Creator"), 0, "");
    report->version = file->version;
    report->is_binary = file->is_binary;
    report->metres_per_unit = settings->unit / 100.0;
    snprintf(report->creator, sizeof report->creator, "%s", creator);
    name_axis(settings->up, settings->up_sign, report->up);
    name_axis(settings->front, settings->front_sign, report->front);
}

/// The rotation and scale that bring the file's space to Mien's.
static void find_space(MieniFbxReader *reader)
{
    const double none[4] = {0.0, 0.0, 0.0, 1.0};
    memcpy(reader->turn, none, sizeof none);
    reader->scale = 1.0;
    if (reader->options->keep_axes)
        return;
    reader->scale = reader->settings.unit / 100.0;
    if (!mieni_fbx_turn(&reader->settings, reader->turn))
        snprintf(reader->report->note, sizeof reader->report->note,
                 "The file says that it is left-handed; what is right in it may be left here.");
}

static MIENI_APART MienStatus read_all(void *user, MienIoSource *source, MieniArena *arena,
                                       MieniArena *scratch)
{
    MieniFbxReader *reader = user;
    MieniFbxFile file;
    reader->source = source;
    reader->arena = arena;
    reader->scratch = scratch;
    MienStatus status =
        mieni_fbx_parse(reader->data, reader->size, scratch, reader->options, &file, reader->error);
    if (status == MIEN_OK)
        status = mieni_fbx_scene(&file, reader->scratch, &reader->scene, reader->error);
    if (status == MIEN_OK)
        status = mieni_fbx_models(&reader->scene);
    if (status != MIEN_OK)
        return status;
    reader->settings = mieni_fbx_settings(&reader->scene);
    describe_file(reader);
    find_space(reader);
    status = mieni_fbx_find_motion(reader);
    if (status == MIEN_OK)
        status = mieni_fbx_find_bones(reader);
    if (status == MIEN_OK)
        status = mieni_fbx_find_morphs(reader);
    if (status != MIEN_OK)
        return status;
    reader->source->skeleton =
        (MienAuthorSkeleton){.bone_count = reader->bones.count, .bones = reader->bones.bones};
    reader->report->renamed_count += reader->bones.renamed_count + reader->morphs.renamed_count;
    if (!reader->options->skip_mesh)
        status = mieni_fbx_read_mesh(reader);
    if (status == MIEN_OK)
        status = mieni_fbx_read_takes(reader);
    return status == MIEN_OK ? mieni_fbx_read_expressions(reader) : status;
}

MienStatus mien_io_fbx_read(const void *data, size_t size, const MienIoFbxOptions *options,
                            MienIoSource **out_source, MienIoFbxReport *out_report, MienError *error)
{
    static const MienIoFbxOptions defaults = {0};
    if (out_source == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("out_source"),
                          "A place for the source must be given.");
    *out_source = NULL;
    if (data == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("data"), "The bytes of a file must be given.");
    options = options != NULL ? options : &defaults;
    if (options->rate < 0 || options->rate_divisor < 0)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("options.rate"),
                          "A rate is above 0, or 0 to find it.");
    MienIoFbxReport report = {0};
    MieniFbxReader reader = {
        .data = data, .size = size, .options = options, .report = &report, .error = error};
    const MienStatus status =
        mieni_source_make(&options->limits, size, options->allocator, read_all, &reader, out_source, error);
    if (status == MIEN_OK && out_report != NULL)
        *out_report = report;
    return status;
}
