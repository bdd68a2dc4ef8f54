// SPDX-License-Identifier: MIT
//
// How an FBX scene becomes a source, for the sources that do it: bones, a mesh, takes.

#pragma once

#include "io/fbx/curve.h"
#include "io/file_names.h"

/// A bone: a model, or the frame of one without its scale, from which models hang that do
/// not inherit that.
typedef struct MieniFbxBone {
    int model;
    bool is_frame;
} MieniFbxBone;

typedef struct MieniFbxBones {
    int count;
    const MienAuthorBone *bones; ///< Unique names (rule A2).
    const MieniFbxBone *from;
    const int *of_model; ///< Per model: its bone, or -1.
    int renamed_count;
} MieniFbxBones;

/// What some vertices of a channel do at a full weight.
typedef struct MieniFbxTarget {
    int shape; ///< Object.
    int morph;
    double full; ///< Weight at which it is whole, 1 for 100.
} MieniFbxTarget;

/// A channel of a blend shape of a mesh: one target, or several on the way.
typedef struct MieniFbxChannel {
    int object, mesh;  ///< Objects.
    const char *curve; ///< What drives it: of all channels with one target the morph's name.
    double weight;     ///< While nothing drives it, 1 for 100.
    int first_target, target_count;
    bool is_weighted; ///< Numbers that should be full weights are such per vertex.
} MieniFbxChannel;

typedef struct MieniFbxMorphs {
    int count;
    const char *const *names;
    const float *weights;
    int channel_count;
    MieniFbxChannel *channels; ///< By mesh object.
    int target_count;
    MieniFbxTarget *targets; ///< Of a channel, by full weight.
    int renamed_count;
    bool has_steps; ///< Some channel has several targets.
} MieniFbxMorphs;

/// What the parts of reading share. Everything that stays goes into the source's arena.
typedef struct MieniFbxReader {
    const void *data; ///< The file.
    size_t size;
    const MienIoFbxOptions *options; ///< Never NULL.
    MieniArena *arena;               ///< The source's.
    MieniArena *scratch;             ///< Freed when reading ends.
    MieniFbxScene scene;
    MieniFbxSettings settings;
    double turn[4]; ///< From the file's axes to the source's.
    double scale;   ///< From the file's unit to the source's.
    MieniFbxBones bones;
    MieniFbxMorphs morphs;
    bool *is_moving; ///< Per model: some take moves it from where it rests.
    bool *is_scaled; ///< Per model: it has a scale other than 1, at rest or in some take.
    bool *is_uneven; ///< Per model: that scale moves, or is not the same along all axes.
    double
        *taken; ///< Per model: how much scale was taken out of its space; lengths in it are so much larger.
    bool *has_frame; ///< Per model: a bone for its frame is needed.
    uint64_t work;   ///< What was done so far, in numbers that were looked at.
    int shared_count;
    const char *const *shared; ///< Properties that several objects have and takes drive, sorted.
    MienIoSource *source;
    MienIoFbxReport *report; ///< Never NULL.
    MienError *error;
} MieniFbxReader;

MienStatus mieni_fbx_read_no_memory(const MieniFbxReader *reader);
/// Calls the caller's progress; done from 0 to 1 of what follows parsing.
MienStatus mieni_fbx_progress(const MieniFbxReader *reader, double done);

/// Counts numbers that are looked at. Files may link the same arrays a million times over:
/// then there is no end to it, and the file is refused.
MienStatus mieni_fbx_work(MieniFbxReader *reader, uint64_t numbers);
/// How many numbers a node has, without decoding them.
size_t mieni_fbx_size(const MieniFbxNode *node);
/// Whether a model, as its parent's child, is spared the scale of that.
bool mieni_fbx_is_spared(const MieniFbxReader *reader, int model);
/// is_moving, is_scaled and has_frame.
MienStatus mieni_fbx_find_motion(MieniFbxReader *reader);
/// reader->bones.
MienStatus mieni_fbx_find_bones(MieniFbxReader *reader);
/// reader->morphs.
MienStatus mieni_fbx_find_morphs(MieniFbxReader *reader);
/// How much of each target is there at a weight of their channel: straight from one full
/// weight to the next, 0 being one without a target.
void mieni_fbx_parts(const MieniFbxTarget *targets, int count, double weight, double *parts);
/// What a bone is, given what its model is locally, the scale that this has altogether, and
/// that of its parent.
MienTransform mieni_fbx_bone_transform(const MieniFbxReader *reader, int bone, const MieniFbxLocal *local,
                                       const double scale[3], const double parent_scale[3]);

/// source->mesh, takes and expressions.
MienStatus mieni_fbx_read_mesh(MieniFbxReader *reader);
MienStatus mieni_fbx_read_takes(MieniFbxReader *reader);
MienStatus mieni_fbx_read_expressions(MieniFbxReader *reader);
