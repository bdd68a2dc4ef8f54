// SPDX-License-Identifier: MIT
//
// What was written, opened again. And files from anyone, written again: what can be opened
// can be written into itself, and what was written can be opened; twice gives the same
// bytes.

#pragma once

#include "support/gltf/files.h"

#include "mien_io/gltf_write.h"

/// Opens what was written and must be sound; destroy it before the bytes are released.
static inline MienIoGltf *gltf_open_again(const MienIoBytes *bytes)
{
    return gltf_open(&(Text){(char *)bytes->data, bytes->size, 0});
}

/// Opens and reads what was written and must be sound.
static inline MienIoSource *gltf_read_again(const MienIoBytes *bytes)
{
    return gltf_read(&(Text){(char *)bytes->data, bytes->size, 0}, NULL, NULL);
}

/// Writes a MienIoGltfWriting, for check_call.
static inline MienStatus gltf_write_once(const void *given, const MienAllocator *allocator,
                                         bool *out_is_empty, MienError *error)
{
    MienIoBytes bytes = {0};
    const MienStatus status = mien_io_gltf_write(given, allocator, &bytes, error);
    *out_is_empty = bytes.data == NULL && bytes.size == 0;
    mien_io_bytes_release(&bytes);
    return status;
}

/// Opens and reads what was written; what is wrong with it, or NULL.
static inline const char *judge_written(const MienIoBytes *bytes)
{
    MienIoGltf *gltf = NULL;
    MienIoSource *source = NULL;
    MienIoBytes twice = {0};
    MienError error = {0};
    const char *fault = NULL;
    if (mien_io_gltf_open(bytes->data, bytes->size, NULL, &gltf, &error) != MIEN_OK)
        fault = "what was written cannot be opened";
    else if (mien_io_gltf_read(gltf, NULL, &source, NULL, &error) != MIEN_OK)
        fault = "what was written cannot be read";
    else if (mien_io_gltf_write(&(MienIoGltfWriting){.base = gltf}, NULL, &twice, NULL) != MIEN_OK ||
             twice.size != bytes->size || memcmp(twice.data, bytes->data, twice.size) != 0)
        fault = "written again, and other bytes";
    if (fault != NULL)
        fprintf(stderr, "%s: %s\n", error.location, error.message);
    mien_io_bytes_release(&twice);
    mien_io_source_destroy(source);
    mien_io_gltf_destroy(gltf);
    return fault;
}

/// Writes, and judges the result or the refusal.
static inline const char *judge_writing(const MienIoGltfWriting *writing, bool may_refuse)
{
    MienIoBytes bytes = {0};
    MienError error = {0};
    const MienStatus status = mien_io_gltf_write(writing, NULL, &bytes, &error);
    const char *fault = NULL;
    if (status == MIEN_OK)
        fault = judge_written(&bytes);
    else if (bytes.data != NULL || error.message[0] == '\0')
        fault = "refused without a sentence, or with bytes";
    else if (!may_refuse)
        fault = "what was opened cannot be written";
    mien_io_bytes_release(&bytes);
    return fault;
}

/// Writes a file into itself, with its motion rewritten, and as a new file.
static inline const char *judge_gltf_writing(const void *bytes, size_t size, const MienIoFiles *files,
                                             uint64_t limit)
{
    const MienIoGltfOptions options = {.files = *files, .limits.memory = limit};
    MienIoGltf *gltf = NULL;
    MienIoSource *source = NULL;
    MienIoGltfAnimation animations[16];
    const char *fault = NULL;
    if (mien_io_gltf_open(bytes, size, &options, &gltf, NULL) == MIEN_OK &&
        mien_io_gltf_read(gltf, NULL, &source, NULL, NULL) == MIEN_OK) {
        fault = judge_writing(&(MienIoGltfWriting){.base = gltf}, false);
        for (int form = MIEN_IO_GLTF_BAKED; form <= MIEN_IO_GLTF_CURVES && fault == NULL; ++form) {
            MienIoGltfWriting writing = {.base = gltf, .animations = animations};
            for (int t = 0; t < source->take_count && t < 16; ++t)
                animations[writing.animation_count++] = (MienIoGltfAnimation){
                    source->takes[t].name, source->takes[t].clip, (MienIoGltfForm)form, false};
            fault = judge_writing(&writing, false);
            writing.base = NULL;
            writing.skeleton = &source->skeleton;
            writing.mesh = source->mesh;
            if (source->expressions.count > 0 && form == MIEN_IO_GLTF_BAKED) {
                writing.expressions = &source->expressions;
                writing.faces = source->takes[source->expressions.take].clip;
            }
            if (fault == NULL)
                fault = judge_writing(&writing, true); // a part may be bound to a bone in two ways
        }
    }
    mien_io_source_destroy(source);
    mien_io_gltf_destroy(gltf);
    return fault;
}
