// SPDX-License-Identifier: MIT
//
// A glTF file on its way out: a tree, and the bytes that accessors made here point at.
// A failed growth sticks: finishing tells of it.

#pragma once

#include "base/json.h"
#include "base/text_out.h"
#include "mien_io/gltf_write.h"

/// What accessors hold.
typedef enum MieniGltfType {
    MIENI_GLTF_SCALAR = 1,
    MIENI_GLTF_VEC2,
    MIENI_GLTF_VEC3,
    MIENI_GLTF_VEC4,
    MIENI_GLTF_MAT4 = 16,
} MieniGltfType;

enum {
    MIENI_GLTF_BYTES = 5121, ///< Component types.
    MIENI_GLTF_SHORTS = 5123,
    MIENI_GLTF_INTS = 5125,
    MIENI_GLTF_FLOATS = 5126,
    MIENI_GLTF_ANY = 0, ///< What buffer views are for.
    MIENI_GLTF_VERTICES = 34962,
    MIENI_GLTF_INDICES = 34963,
};

/// A buffer view that grows.
typedef struct MieniGltfOutView {
    MieniTextOut bytes;
    MieniJson *json;
} MieniGltfOutView;

/// A part of the binary chunk that was there before: what a buffer of the base holds.
typedef struct MieniGltfOutPiece {
    const uint8_t *data;
    size_t size;
} MieniGltfOutPiece;

typedef struct MieniGltfOut {
    MieniJsonDocument json;
    MieniArena scratch; ///< Lives until the file is finished.
    MieniGltfOutPiece *pieces;
    int piece_count;
    MieniGltfOutView *views; ///< Those made here; they follow those of the base.
    int view_count, view_room;
    int base_view_count, accessor_count;
    int motion, sparse_indices, sparse_values; ///< Views that many accessors share; -1: not yet.
} MieniGltfOut;

/// An empty tree with asset and nothing else. The allocator may be NULL.
void mieni_gltf_out_begin(MieniGltfOut *out, const MienAllocator *allocator);
void mieni_gltf_out_release(MieniGltfOut *out);

/// An array of the root, made if it is not there.
MieniJson *mieni_gltf_out_array(MieniGltfOut *out, const char *key);
/// A new object at the end of an array of the root; *out_index is where.
MieniJson *mieni_gltf_out_add(MieniGltfOut *out, const char *key, int *out_index);
/// An object within an object, made if it is not there. NULL if something else is.
MieniJson *mieni_gltf_out_object(MieniGltfOut *out, MieniJson *object, const char *key);
/// Notes that the file uses an extension.
void mieni_gltf_out_use(MieniGltfOut *out, const char *extension);

void mieni_gltf_set_int(MieniGltfOut *out, MieniJson *object, const char *key, int value);
void mieni_gltf_set_text(MieniGltfOut *out, MieniJson *object, const char *key, const char *value);
void mieni_gltf_set_floats(MieniGltfOut *out, MieniJson *object, const char *key, const float *values,
                           int count);

/// A new view, by its place among those made here.
int mieni_gltf_out_view(MieniGltfOut *out, int target);
/// The index of a view in the file.
int mieni_gltf_out_view_index(const MieniGltfOut *out, int view);

/// A new accessor over count elements that are put at the end of a view.
typedef struct MieniGltfOutAccessor {
    int view;
    MieniGltfType type;
    int component_type;
    int count;
    const void *data;
    bool has_bounds;    ///< Floats only: with min and max.
    bool is_normalized; ///< Whole numbers only: the highest means 1.
} MieniGltfOutAccessor;
/// Its index in the file.
int mieni_gltf_out_accessor(MieniGltfOut *out, const MieniGltfOutAccessor *accessor);
/// Floats of an animation, which share a view. Times have bounds.
int mieni_gltf_out_motion(MieniGltfOut *out, const float *values, int count, MieniGltfType type,
                          bool are_times);
/// Vectors that are zero but for a few: count of them, sparse_count at these elements.
int mieni_gltf_out_sparse(MieniGltfOut *out, int count, const uint32_t *elements, const MienVec3 *values,
                          int sparse_count);

/// Puts the whole file together.
MienStatus mieni_gltf_out_finish(MieniGltfOut *out, MienIoBytes *out_bytes, MienError *error);
