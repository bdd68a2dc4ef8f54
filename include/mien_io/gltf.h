// SPDX-License-Identifier: MIT
//
// glTF 2.0, VRM and VRMA. Opening a file reads its JSON and buffers, checks everything
// that refers to something, and keeps it whole, so that what nobody here understands
// survives writing. Reading makes of it what Mien works with.
//
// Ownership  An opened file and a source are destroyed alone: a source points at
//            nothing of the file. The bytes given to open, and those that its files
//            gave, must outlive the opened file.
// Threads    An opened file never changes: read it from any thread.
// Errors     Places are paths ("meshes[2].primitives[0].attributes.POSITION"), bytes of
//            the file ("byte 20"), or lines of JSON that is none ("line 12, column 7").

#pragma once

#include "mien_io/source.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How files that a file names are found.
typedef struct MienIoFiles {
    void *user;
    /// Gives the bytes of a file. path is relative to the folder of the file that names
    /// it, with /, and never leads out of that folder. NULL: such files are refused.
    MienStatus (*read)(void *user, const char *path, const void **out_data, size_t *out_size,
                       MienError *error);
} MienIoFiles;

/// How to open a file. Zero-initialise: zero is the default of every field.
typedef struct MienIoGltfOptions {
    const char *source;      ///< What the file is called, for clips and images; NULL: "".
    MienIoFiles files;       ///< Where buffers are that the file does not hold itself.
    MienAuthorLimits limits; ///< What opening, and each reading, may take.
} MienIoGltfOptions;

/// An opened file.
typedef struct MienIoGltf MienIoGltf;

/// Opens .gltf, .glb, .vrm or .vrma; which of them, the bytes say. Accepts untrusted
/// bytes. An extension that the file requires and that is not known here is refused by
/// name. On failure *out_gltf is NULL.
MIEN_API MienStatus mien_io_gltf_open(const void *data, size_t size, const MienIoGltfOptions *options,
                                      const MienAllocator *allocator, MienIoGltf **out_gltf,
                                      MienError *error);
MIEN_API void mien_io_gltf_destroy(MienIoGltf *gltf); ///< NULL is fine.

/// How to read an opened file. Zero-initialise: zero is the default of every field.
typedef struct MienIoGltfReading {
    const char *scene;      ///< By name; NULL: the file's default one, or the first.
    int rate, rate_divisor; ///< Frames per second of the takes; 0: found from their keys, otherwise 30.
    bool skip_mesh;         ///< Leave the mesh out: much faster if only motion is wanted.
} MienIoGltfReading;

/// What reading could not keep as it was.
typedef struct MienIoGltfReport {
    int renamed_count;         ///< Bones, morphs and takes whose names were missing, taken or no names.
    int reduced_vertex_count;  ///< Vertices with more influences than are kept.
    int sheared_count;         ///< Nodes whose matrix is no rotation, translation and scale.
    int skipped_channel_count; ///< Channels that drive what is not kept: materials, cameras.
    int skipped_part_count;    ///< Points, lines: no triangles.
    char note[160];            ///< What a person should know first, a sentence, or "".
} MienIoGltfReport;

/// Makes skeleton, mesh, takes and expressions of the file. reading and out_report may
/// be NULL. On failure *out_source is NULL.
MIEN_API MienStatus mien_io_gltf_read(const MienIoGltf *gltf, const MienIoGltfReading *reading,
                                      const MienAllocator *allocator, MienIoSource **out_source,
                                      MienIoGltfReport *out_report, MienError *error);

/// Whether the file says that it uses an extension: "VRMC_vrm".
MIEN_API bool mien_io_gltf_uses(const MienIoGltf *gltf, const char *extension);

/// The bytes of an image, PNG or JPEG, that live as long as the file.
MIEN_API MienStatus mien_io_gltf_image(const MienIoGltf *gltf, int image, const void **out_data,
                                       size_t *out_size, MienError *error);

#ifdef __cplusplus
}
#endif
