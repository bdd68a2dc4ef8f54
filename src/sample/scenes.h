// SPDX-License-Identifier: MIT
//
// Scenes made in code, used alike by tests, benchmarks and examples: pose assets
// of given sizes with random poses, and the workloads that figures are given
// for. The same options give the same bytes everywhere.

#pragma once

#include "mien_author/pose_asset.h"

/// What to make. Zero-initialise: zero is the default of every field.
typedef struct MienSampleOptions {
    uint64_t seed;
    int bone_count, pose_count;
    int bones_per_pose; ///< On average, from half to one and a half times; 0: every pose moves every bone.
    int curve_count;    ///< Curves that poses define.
    bool has_scale;
    bool is_absolute;
    bool is_unreal;
    bool has_rules;  ///< In-betweens, combinations (additive), masks, groups, ranges, remapping.
    bool has_jumps;  ///< With rules: also binary controls, blocking masks and top groups.
    bool has_levels; ///< Max LODs of bones and curves.
} MienSampleOptions;

typedef struct MienSample MienSample;

/// Makes a scene; NULL without memory or with counts that make no sense.
MienSample *mien_sample_create(const MienSampleOptions *options);
void mien_sample_destroy(MienSample *sample); ///< NULL is fine.
/// The scene as one would author it; its skeleton is in it. Owned by the sample.
const MienAuthorPoseAsset *mien_sample_asset(const MienSample *sample);

/// A named workload.
typedef struct MienSampleScene {
    const char *name;
    const char *what;
    MienSampleOptions options;
} MienSampleScene;

/// The workloads: dense58, sparse58, mh, r1, r2, r3 and their variants.
int mien_sample_scene_count(void);
const MienSampleScene *mien_sample_scene(int index);
/// The scene called name, or NULL.
const MienSampleScene *mien_sample_find_scene(const char *name);

/// Weights for a curve set over controls: active of them drawn from [low, high],
/// the rest 0.
void mien_sample_weights(uint64_t *random, int driven_pose_count, int active, float low, float high,
                         float *out_values);
/// A plausible input pose: the reference, slightly moved.
void mien_sample_input(uint64_t *random, const MienAuthorSkeleton *skeleton, MienTransform *out_pose);
