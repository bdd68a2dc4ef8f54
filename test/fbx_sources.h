// SPDX-License-Identifier: MIT
//
// Judging what reading a whole FBX file gives, whatever the bytes.

#pragma once

#include "mien_io/fbx.h"

#include <stddef.h>

/// What is wrong with how a file was read or refused, or NULL. Takes limit bytes at most.
static inline const char *judge_fbx_source(const void *data, size_t size, uint64_t limit,
                                           MienStatus *out_status, MienError *out_error)
{
    const MienIoFbxOptions options = {.memory_limit = limit};
    MienIoSource *source = NULL;
    MienIoFbxReport report;
    const char *fault = NULL;
    MienError error = {.status = MIEN_OK};
    *out_error = (MienError){.status = MIEN_OK};
    *out_status = mien_io_fbx_read(data, size, &options, NULL, &source, &report, out_error);
    if (*out_status != MIEN_OK) {
        fault = source != NULL                       ? "refused, but there is a source"
                : out_error->status != *out_status   ? "refused with another status than its error"
                : out_error->message[0] == '\0'      ? "refused without a sentence"
                : out_error->place[0] == '\0'        ? "refused without a place"
                : *out_status == MIEN_ERROR_ARGUMENT ? "refused as if the program was wrong"
                                                     : NULL;
        return fault;
    }
    MienAuthorPack pack = {0};
    if (source->skeleton.bone_count > 0 &&
        mien_author_skeleton_cook(&source->skeleton, NULL, &pack, &error) != MIEN_OK)
        fault = "the skeleton cannot be cooked";
    mien_author_pack_release(&pack);
    if (source->mesh != NULL && mien_author_mesh_check(source->mesh, &error) != MIEN_OK)
        fault = "the mesh is none";
    for (int t = 0; t < source->take_count; ++t)
        if (mien_author_clip_check(source->takes[t].clip, &error) != MIEN_OK || source->takes[t].name == NULL)
            fault = "a take is none";
    if (fault != NULL)
        *out_error = error;
    mien_io_source_destroy(source);
    return fault;
}
