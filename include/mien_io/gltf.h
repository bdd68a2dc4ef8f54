// SPDX-License-Identifier: MIT
//
// glTF 2.0, VRM and VRMA. Opening a file reads its JSON and buffers, checks all
// references and keeps all data, so that unknown data survives writing. Reading converts
// it to Mien's descriptions.
//
// Ownership  An opened file and a source are destroyed separately: a source does not refer
//            to the file. The bytes passed to open, and those returned by its files
//            callback, must outlive the opened file.
// Threads    An opened file is immutable: any thread may read it.
// Errors     Locations are paths ("meshes[2].primitives[0].attributes.POSITION"), bytes of
//            the file ("byte 20"), or lines of invalid JSON ("line 12, column 7").

#pragma once

#include "mien_io/source.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Access to files that the file refers to.
typedef struct MienIoFiles {
    void *user;
    /// Returns the bytes of a file. path is relative to the folder of the referring file,
    /// uses / and never leaves that folder. NULL: such files are refused.
    MienStatus (*read)(void *user, const char *path, const void **out_data, size_t *out_size,
                       MienError *error);
} MienIoFiles;

/// How to open a file. Zero-initialise: zero is every field's default.
typedef struct MienIoGltfOptions {
    const char *source;             ///< Name of the file, for clips and images; NULL: "".
    MienIoFiles files;              ///< Access to external buffers.
    MienAuthorLimits limits;        ///< Limits for opening and for each reading.
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the opened file.
} MienIoGltfOptions;

/// An opened file.
typedef struct MienIoGltf MienIoGltf;

/// Opens .gltf, .glb, .vrm or .vrma, detected from the bytes. Input is untrusted. If the
/// file requires an unknown extension, it is refused and the error names the extension.
/// On failure *out_gltf is NULL.
MIEN_API MienStatus mien_io_gltf_open(const void *data, size_t size, const MienIoGltfOptions *options,
                                      MienIoGltf **out_gltf, MienError *error);
MIEN_API void mien_io_gltf_destroy(MienIoGltf *gltf); ///< Accepts NULL.

/// How to read an opened file. Zero-initialise: zero is every field's default.
typedef struct MienIoGltfReading {
    const char *scene;      ///< By name; NULL: the file's default scene, or the first.
    int rate, rate_divisor; ///< Frames per second of the animations; 0: from their keys, otherwise 30.
    bool skip_mesh;         ///< Do not read the mesh: much faster if you need only animation.
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the source.
} MienIoGltfReading;

/// Data that was changed or lost.
typedef struct MienIoGltfReport {
    int renamed_count; ///< Bones, morph targets and animations with missing, duplicate or invalid names.
    int reduced_vertex_count;  ///< Vertices whose influences were reduced.
    int sheared_count;         ///< Nodes with a matrix that is not a rotation, translation and scale.
    int skipped_channel_count; ///< Channels of unsupported targets: materials, cameras.
    int skipped_part_count;    ///< Points and lines: not triangles.
    char note[160];            ///< The most important message for the user, one sentence, or "".
} MienIoGltfReport;

/// Reads skeleton, mesh, animations and expressions. reading and out_report may be NULL.
/// On failure *out_source is NULL.
MIEN_API MienStatus mien_io_gltf_read(const MienIoGltf *gltf, const MienIoGltfReading *reading,
                                      MienIoSource **out_source, MienIoGltfReport *out_report,
                                      MienError *error);

/// Whether the file declares an extension as used: "VRMC_vrm".
MIEN_API bool mien_io_gltf_uses(const MienIoGltf *gltf, const char *extension);

/// The bytes of an image, PNG or JPEG, valid as long as the file.
MIEN_API MienStatus mien_io_gltf_image(const MienIoGltf *gltf, int image, const void **out_data,
                                       size_t *out_size, MienError *error);

#ifdef __cplusplus
}
#endif
