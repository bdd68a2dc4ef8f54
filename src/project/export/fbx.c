// SPDX-License-Identifier: MIT
//
// Export of bones and motion as FBX: a stack per clip, curves as animated properties.

#include "project/export/exporting.h"

#include "mien_io/fbx.h"
#include "mien_io/fbx_write.h"

#include <string.h>

/// Reads the file as anyone would.
static MienStatus verify(const MieniExporting *exporting, const MienIoBytes *bytes, int *out_count)
{
    MienIoSource *source = NULL;
    MienError error = {0};
    const MienStatus status = mien_io_fbx_read(bytes->data, bytes->size,
                                               &(MienIoFbxOptions){.skip_mesh = true}, &source, NULL, &error);
    if (status == MIEN_OK)
        *out_count = source->take_count;
    else
        mieni_problem_set(exporting->problem, exporting->path, status,
                          mieni_at("%s: %s", error.location, error.message),
                          "The exported file fails validation; it was not written.");
    mien_io_source_destroy(source);
    return status;
}

MienStatus mieni_export_fbx(MieniExporting *exporting, MienIoBytes *out_bytes, int *out_animation_count)
{
    MienIoFbxAnimation *animations =
        mieni_arena_take(&exporting->arena, (size_t)exporting->animation_count, sizeof *animations);
    MienAuthorClip *clips =
        mieni_arena_take(&exporting->arena, (size_t)exporting->animation_count, sizeof *clips);
    MienError error = {0};
    if (animations == NULL || clips == NULL)
        return mieni_export_no_memory(exporting);
    for (int i = 0; i < exporting->animation_count; ++i) {
        clips[i] = *exporting->animations[i].clip;
        if (exporting->animations[i].names_poses)
            clips[i].event_count = 0; // the report has the names of frames
        animations[i] = (MienIoFbxAnimation){exporting->animations[i].name, &clips[i]};
    }
    if (exporting->mesh != NULL)
        mieni_export_lose(exporting, "An .fbx contains bones and motion; the mesh is not written.", "", "");
    const MienIoFbxWriting writing = {.skeleton = exporting->skeleton,
                                      .animation_count = exporting->animation_count,
                                      .animations = animations,
                                      .losses = exporting->options->losses};
    const MienStatus status = mien_io_fbx_write(&writing, NULL, out_bytes, &error);
    if (status != MIEN_OK)
        return mieni_problem_set(exporting->problem, exporting->path, status, mieni_at_error(&error), "%s",
                                 error.message);
    return verify(exporting, out_bytes, out_animation_count);
}
