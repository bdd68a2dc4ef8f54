// SPDX-License-Identifier: MIT
//
// What the parts of writing glTF share: the file on its way out, and which of its nodes
// are bones and have morphs, whether they came from a base or were made here.

#pragma once

#include "base/names.h"
#include "io/gltf/gltf.h"
#include "io/gltf/out.h"

/// A node whose mesh has morphs.
typedef struct MieniGltfFace {
    int node, target_count;
    const int *morphs;    ///< Per target.
    const float *weights; ///< Per target, while nothing drives it.
} MieniGltfFace;

/// A node of a VRM animation whose translation along X is an expression's weight.
typedef struct MieniGltfNumber {
    const char *name;
    int node;
} MieniGltfNumber;

/// What clips can drive in the file.
typedef struct MieniGltfCast {
    int bone_count;
    const MienAuthorBone *bones; ///< Where they rest.
    const int *nodes;            ///< The node of each bone.
    int morph_count;
    const char *const *morphs;
    int face_count;
    const MieniGltfFace *faces;
    int number_count;
    const MieniGltfNumber *numbers;
    MieniNameEntry *bones_by_name, *morphs_by_name; ///< Sorted.
} MieniGltfCast;

typedef struct MieniGltfWriter {
    const MienIoGltfWriting *writing;
    MieniGltfOut out;
    MieniGltfCast cast;
    int take_count;
    const char **takes; ///< What readers call the animations of the base.
    MienError *error;
} MieniGltfWriter;

MienStatus mieni_gltf_write_no_memory(const MieniGltfWriter *writer);
/// Tells of something that is not in the file, or not as it was.
void mieni_gltf_lose(const MienIoLosses *losses, const char *sentence, const char *of, const char *name);

/// The base's tree and bytes, in one buffer; and its cast.
MienStatus mieni_gltf_write_base(MieniGltfWriter *writer);
/// Nodes, skins and meshes of skeleton and mesh; and their cast.
MienStatus mieni_gltf_write_model(MieniGltfWriter *writer);
/// The mesh's part of that. nodes are the bones', by their order in the skeleton.
MienStatus mieni_gltf_write_mesh(MieniGltfWriter *writer, MieniJson *scene_nodes);
/// "image/png", "image/jpeg", or NULL.
const char *mieni_gltf_image_type(const void *data, size_t size);
/// Makes an image's bytes, if they are PNG or JPEG, part of the file.
void mieni_gltf_put_image(MieniGltfOut *out, MieniJson *image, const void *data, size_t size);
/// Materials, textures and images of the mesh.
void mieni_gltf_write_materials(MieniGltfWriter *writer);
/// Sorts the names of the cast once all else of it is there.
MienStatus mieni_gltf_sort_cast(MieniGltfWriter *writer);

/// A float curve or several that share their keys, as a sampler says it.
typedef struct MieniGltfKeys {
    int count, width; ///< width: numbers per key.
    float *times;     ///< Rising.
    float *values;    ///< count * width; cubic: three times as many, arrive, value, leave.
    MienAuthorInterpolation interpolation; ///< Of all keys.
} MieniGltfKeys;

/// A curve's own keys, or false if a sampler cannot say them; as_lines: without slopes and
/// steps.
bool mieni_gltf_keys_of(MieniArena *arena, const MienAuthorClip *clip, const MienAuthorClipCurve *curve,
                        bool as_lines, MieniGltfKeys *out_keys);
/// A curve at the moments of its clip. False without memory.
bool mieni_gltf_samples_of(MieniArena *arena, const MienAuthorClip *clip, const MienAuthorClipCurve *curve,
                           MieniGltfKeys *out_keys);
/// The moments at which a clip is sampled: its frames, and its end.
int mieni_gltf_moments(MieniArena *arena, const MienAuthorClip *clip, float **out_times);
/// Makes of times in seconds the floats of a sampler, each above the one before.
void mieni_gltf_rise(float *times, int count);

/// Times that an accessor has.
typedef struct MieniGltfTimes {
    const float *times;
    int count, accessor;
} MieniGltfTimes;

/// One animation being written.
typedef struct MieniGltfMotion {
    MieniGltfWriter *writer;
    const MienAuthorClip *clip;
    const char *name;
    MieniJson *channels, *samplers;
    MieniGltfTimes *times; ///< So far, to use them again.
    int time_count, time_room;
    bool names_poses; ///< Events are poses.
    bool lacks_end;   ///< No key is at the clip's end: the first sampler gets one more.
} MieniGltfMotion;

/// Begins an animation in the file.
MienStatus mieni_gltf_motion_begin(MieniGltfMotion *motion, MieniGltfWriter *writer, MieniJson *animation,
                                   const char *name, const MienAuthorClip *clip);
/// A sampler, whose keys live as long as the file is written; its index.
int mieni_gltf_motion_sampler(MieniGltfMotion *motion, const MieniGltfKeys *keys, MieniGltfType type);
/// A channel that drives a property of a node; its index.
int mieni_gltf_motion_channel(MieniGltfMotion *motion, int sampler, int node, const char *path);
/// A channel that drives what a pointer says; its index.
int mieni_gltf_motion_pointer(MieniGltfMotion *motion, int sampler, const char *pointer);
/// Properties of nodes, as bits.
enum {
    MIENI_GLTF_TRANSLATION = 1,
    MIENI_GLTF_ROTATION = 2,
    MIENI_GLTF_ALL_PROPERTIES = 7,
};
/// The clip's tracks, or one of them onto a node that rests so. Only what moves is driven.
MienStatus mieni_gltf_motion_tracks(MieniGltfMotion *motion);
MienStatus mieni_gltf_motion_track(MieniGltfMotion *motion, const MienAuthorClipTrack *track, int node,
                                   const MienTransform *rest, unsigned wanted);
/// The clip's curves.
MienStatus mieni_gltf_motion_weights(MieniGltfMotion *motion);
MienStatus mieni_gltf_motion_pointers(MieniGltfMotion *motion);

/// What glTF has no word for: the clip's rate and events.
void mieni_gltf_motion_extras(MieniGltfMotion *motion, MieniJson *animation);

/// All animations, then what they need besides.
MienStatus mieni_gltf_write_animations(MieniGltfWriter *writer);
MienStatus mieni_gltf_write_khr(MieniGltfWriter *writer);
MienStatus mieni_gltf_write_vrm(MieniGltfWriter *writer);
