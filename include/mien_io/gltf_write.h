// SPDX-License-Identifier: MIT
//
// Writing glTF 2.0 (.glb), VRM and VRMA: what Mien made, into a file that was opened, of
// which all else stays as it is, or into a new one.
//
// Ownership  What is given is the caller's and only read. Bytes are yours to release.
// Threads    No state: write on as many threads as you like.
// Errors     Places are of what was given ("animations[2].name").
// Determinism The same input gives the same bytes on every platform.

#pragma once

#include "mien_io/gltf.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes that a writer made.
typedef struct MienIoBytes {
    uint8_t *data;
    size_t size;
    const MienAllocator *allocator; ///< Who made data; NULL for malloc and free.
} MienIoBytes;

/// Frees the bytes and zeroes the struct. NULL and empty ones are fine.
MIEN_API void mien_io_bytes_release(MienIoBytes *bytes);

/// Who is told of what the format cannot say, once for each thing.
typedef struct MienIoLosses {
    void *user;
    /// sentence is a constant and says what became of it; of is the animation or
    /// expression, name the curve, bone or expression. NULL: nobody.
    void (*tell)(void *user, const char *sentence, const char *of, const char *name);
} MienIoLosses;

/// How curves of a clip are written.
typedef enum MienIoGltfForm {
    /// As weights of the nodes that have morphs, which everything plays. Curves that are
    /// no morphs are left out.
    MIEN_IO_GLTF_BAKED = 0,
    /// As one KHR_animation_pointer each, with its own keys. Those that are no morphs point
    /// into `extras.mien.curves`, so that none is lost.
    MIEN_IO_GLTF_CURVES,
} MienIoGltfForm;

/// A clip and what it is called in the file.
typedef struct MienIoGltfAnimation {
    const char *name; ///< One of this name that the file has is replaced.
    const MienAuthorClip *clip;
    MienIoGltfForm form;
    bool names_poses; ///< The clip's events name poses, which readers are told.
} MienIoGltfAnimation;

/// How expressions are written.
typedef enum MienIoGltfExpressionForm {
    /// KHR_character_expression, a draft: an animation each, from rest to the whole pose.
    MIEN_IO_GLTF_KHR = 0,
    /// As the VRM that the base is, 0 or 1: weights of morphs only.
    MIEN_IO_GLTF_VRM,
} MienIoGltfExpressionForm;

/// An image's file, PNG or JPEG.
typedef struct MienIoGltfImage {
    const void *data; ///< NULL: not at hand, and left out.
    size_t size;
} MienIoGltfImage;

/// What to write. Zero-initialise: zero is the default of every field.
typedef struct MienIoGltfWriting {
    const MienIoGltf *base; ///< Kept but for what is named below; NULL: a file made of skeleton and mesh.
    const char *scene;      ///< Of the base, by name; NULL: its default one.

    const MienAuthorSkeleton *skeleton; ///< Without a base. NULL: none.
    const MienAuthorMesh *mesh;         ///< Without a base. NULL: none.
    const MienIoGltfImage *images;      ///< Per image of the mesh; NULL: none is at hand.

    int animation_count;
    const MienIoGltfAnimation *animations;

    const MienIoExpressions *expressions; ///< As a reader gives them; NULL: none. `take` is not looked at:
    const MienAuthorClip *faces;          ///< it is this clip.
    MienIoGltfExpressionForm expression_form;

    bool embed_images; ///< Images that are files beside the base become part of the bytes.
    MienIoLosses losses;
} MienIoGltfWriting;

/// Writes a .glb. On failure *out_bytes is empty. allocator may be NULL and must outlive
/// the bytes.
MIEN_API MienStatus mien_io_gltf_write(const MienIoGltfWriting *writing, const MienAllocator *allocator,
                                       MienIoBytes *out_bytes, MienError *error);

/// What to write as VRM animation. Zero-initialise: zero is the default of every field.
typedef struct MienIoVrmaWriting {
    const MienIoGltf *base;     ///< A VRM, 0 or 1, whose humanoid says which bones count; NULL: curves only.
    const char *name;           ///< Of the animation; NULL: none.
    const MienAuthorClip *clip; ///< Curves are expressions: presets by their names, otherwise custom ones.
    MienIoLosses losses;
} MienIoVrmaWriting;

/// Writes a .vrma. On failure *out_bytes is empty. allocator may be NULL and must outlive
/// the bytes.
MIEN_API MienStatus mien_io_vrma_write(const MienIoVrmaWriting *writing, const MienAllocator *allocator,
                                       MienIoBytes *out_bytes, MienError *error);

#ifdef __cplusplus
}
#endif
