// SPDX-License-Identifier: MIT
//
// Writes glTF 2.0 (.glb), VRM and VRMA, either into an opened file, whose other data is
// kept, or into a new one.
//
// Ownership  Input belongs to the caller and is only read. You release the bytes.
// Threads    No state: write on any number of threads.
// Errors     Locations refer to the input ("animations[2].name").
// Determinism The same input gives the same bytes on every platform.

#pragma once

#include "mien_io/gltf.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes returned by a writer.
typedef struct MienIoBytes {
    uint8_t *data;
    size_t size;
    const MienAllocator *allocator; ///< Allocator of data; NULL for malloc and free.
} MienIoBytes;

/// Frees the bytes and zeroes the struct. Accepts NULL and empty structs.
MIEN_API void mien_io_bytes_release(MienIoBytes *bytes);

/// Callback for data that cannot be represented, called once for each item.
typedef struct MienIoLosses {
    void *user;
    /// sentence is a constant that describes the loss; of is the animation or expression,
    /// name the curve, bone or expression. May be NULL.
    void (*tell)(void *user, const char *sentence, const char *of, const char *name);
} MienIoLosses;

/// How a clip's curves are written.
typedef enum MienIoGltfForm {
    /// As weights of the nodes with morph targets, which every player supports. Curves
    /// without a morph target are lost.
    MIEN_IO_GLTF_BAKED = 0,
    /// Each as a KHR_animation_pointer with its own keys. Curves without a morph target
    /// point into `extras.mien.curves`, so that none is lost.
    MIEN_IO_GLTF_CURVES,
} MienIoGltfForm;

/// A clip and its name in the file.
typedef struct MienIoGltfAnimation {
    const char *name; ///< An animation with this name in the file is replaced.
    const MienAuthorClip *clip;
    MienIoGltfForm form;
    bool names_poses; ///< The clip's events name poses; this is stored for readers.
} MienIoGltfAnimation;

/// How expressions are written.
typedef enum MienIoGltfExpressionForm {
    /// KHR_character_expression, a draft: one animation each, from rest to the full pose.
    MIEN_IO_GLTF_KHR = 0,
    /// In the base's VRM version, 0 or 1: morph weights only.
    MIEN_IO_GLTF_VRM,
} MienIoGltfExpressionForm;

/// An image file, PNG or JPEG.
typedef struct MienIoGltfImage {
    const void *data; ///< NULL: not available, and omitted.
    size_t size;
} MienIoGltfImage;

/// What to write. Zero-initialise: zero is every field's default.
typedef struct MienIoGltfWriting {
    const MienIoGltf *base; ///< Kept except for the fields below; NULL: a new file from skeleton and mesh.
    const char *scene;      ///< Scene of the base, by name; NULL: its default scene.

    const MienAuthorSkeleton *skeleton; ///< Without a base. NULL: none.
    const MienAuthorMesh *mesh;         ///< Without a base. NULL: none.
    const MienIoGltfImage *images;      ///< Per image of the mesh; NULL: none available.

    int animation_count;
    const MienIoGltfAnimation *animations;

    const MienIoExpressions *expressions; ///< As returned by a reader; NULL: none. `take` is ignored:
    const MienAuthorClip *faces;          ///< this clip is used.
    MienIoGltfExpressionForm expression_form;

    bool embed_images; ///< Embed image files of the base.
    MienIoLosses losses;
} MienIoGltfWriting;

/// Writes a .glb. On failure *out_bytes is empty. allocator may be NULL and must outlive
/// the bytes.
MIEN_API MienStatus mien_io_gltf_write(const MienIoGltfWriting *writing, const MienAllocator *allocator,
                                       MienIoBytes *out_bytes, MienError *error);

/// What to write as VRM animation. Zero-initialise: zero is every field's default.
typedef struct MienIoVrmaWriting {
    const MienIoGltf *base;     ///< A VRM, 0 or 1, whose humanoid defines the bones; NULL: curves only.
    const char *name;           ///< Name of the animation; NULL: none.
    const MienAuthorClip *clip; ///< Curves are expressions: presets by name, otherwise custom ones.
    MienIoLosses losses;
} MienIoVrmaWriting;

/// Writes a .vrma. On failure *out_bytes is empty. allocator may be NULL and must outlive
/// the bytes.
MIEN_API MienStatus mien_io_vrma_write(const MienIoVrmaWriting *writing, const MienAllocator *allocator,
                                       MienIoBytes *out_bytes, MienError *error);

#ifdef __cplusplus
}
#endif
