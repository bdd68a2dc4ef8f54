// SPDX-License-Identifier: MIT
//
// Meshes of glTF files that are made for tests.

#pragma once

#include "support/gltf/files.h"
#include "support/ledger.h"

#include "mien_author/mesh.h"

static const float corners[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};

/// Reads a file whose mesh must be sound.
static inline MienIoSource *read_sound(const Text *file, MienIoGltfReport *out_report)
{
    MienIoSource *source = gltf_read(file, NULL, out_report);
    MienError error = {0};
    if (source != NULL && source->mesh != NULL && mien_author_mesh_check(source->mesh, &error) != MIEN_OK) {
        printf("%s: %s\n", error.location, error.message);
        CHECK(error.status == MIEN_OK);
    }
    return source;
}

/// Opens and reads a file that is opened, but refused when it is read.
static inline void check_refused(const Text *file, MienStatus status, const char *place, const char *part)
{
    MienIoGltf *gltf = gltf_open(file);
    MienIoSource *source = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_io_gltf_read(gltf, NULL, &source, NULL, &error), status);
    CHECK(source == NULL);
    check_error(&error, status, place, part);
    mien_io_source_destroy(source);
    mien_io_gltf_destroy(gltf);
}

/// A skin of two joints, four vertices, and weights as given: set_count sets of floats.
static inline Text make_skinned(const uint8_t *joints, const float *weights, int set_count, const char *more)
{
    GltfMaker maker = {0};
    static const float matrices[] = {1, 0, 0, 0, 0,  1, 0, 0, 0, 0, 1, 0, 5, 6, 7,  1,
                                     0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 8, 9, 10, 1};
    Text rest = {0};
    gltf_floats(&maker, "VEC3", 4, corners);
    gltf_floats(&maker, "MAT4", 2, matrices);
    text_add(&rest, "\"meshes\":[{\"primitives\":[{\"mode\":5,\"attributes\":{\"POSITION\":0");
    for (int s = 0; s < set_count; ++s)
        text_add(&rest, ",\"JOINTS_%d\":%d,\"WEIGHTS_%d\":%d", s,
                 gltf_whole(&maker, "VEC4", 4, 1, false, joints + 16 * s), s,
                 gltf_floats(&maker, "VEC4", 4, weights + 16 * s));
    text_add(&rest,
             "}}]}],\"nodes\":[{\"name\":\"hips\",\"children\":[1]},{\"name\":\"head\"},"
             "{\"mesh\":0,\"skin\":0,\"translation\":[9,9,9]}],"
             "\"skins\":[{\"joints\":[1,0],\"inverseBindMatrices\":1}]%s",
             more);
    Text file = gltf_finish(&maker, rest.bytes);
    text_free(&rest);
    return file;
}

/// Reads an opened file, for check_call.
static inline MienStatus read_opened(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                                     MienError *error)
{
    MienIoSource *source = NULL;
    const MienStatus status =
        mien_io_gltf_read(given, &(MienIoGltfReading){.allocator = allocator}, &source, NULL, error);
    *out_is_empty = source == NULL;
    mien_io_source_destroy(source);
    return status;
}

/// Opens a file and reads it, failing each allocation of reading in turn.
static inline void check_reading_memory(const char *name, const Text *file)
{
    MienIoGltf *gltf = gltf_open(file);
    check_call(name, read_opened, gltf);
    mien_io_gltf_destroy(gltf);
}
