// SPDX-License-Identifier: MIT
//
// What an actor holds, for its two sources: making and running, and loading.

#pragma once

#include "core/internal.h"
#include "core/translation.h"
#include "mien/actor.h"

/// Parts that an actor loaded and owns; one block.
typedef struct MieniActorParts MieniActorParts;

/// Destroys the parts; NULL is fine.
void mieni_actor_release_parts(MieniActorParts *parts, const MienAllocator *allocator);

typedef struct MieniActorPoses {
    const MienPoseAsset *asset;
    MienPoseBinding *binding;
    float *weights;
} MieniActorPoses;

struct MienActor {
    const MienAllocator *allocator;
    size_t size;
    const MienSkeleton *skeleton;
    const MienMesh *mesh;
    MienMeshBinding *mesh_binding;
    int pose_asset_count;
    MieniActorPoses *poses;
    const MienGraph *graph;
    MienGraphBinding *graph_binding;
    MienGraphInstance *instance;
    MienGraphTrace *trace;
    void *instance_memory, *trace_memory;
    size_t instance_size, trace_size;
    const MienClip *clip;
    MienClip *own_clip; ///< The same, if the actor loaded it.
    MienClipBinding *clip_binding;
    void *cursor_memory;
    size_t cursor_size;
    MienClipCursor *cursor;
    double time, speed;
    int bone_count, lod_bone_count, joint_count, morph_count, lod;
    const MienTransform *reference; ///< The rest pose until the actor has its own copy.
    MienTransform *rest_pose, *bones;
    MienMatrix34 *model, *palette;
    float *morphs;
    MienCurveSet inputs, curves;
    int event_capacity, event_count;
    MienGraphEvent *events;
    void *scratch;
    size_t scratch_size;
    MieniActorParts *own;
    bool loops, is_tracing, has_model, has_palette;
};
