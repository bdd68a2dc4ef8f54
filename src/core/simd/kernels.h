// SPDX-License-Identifier: MIT
//
// The kernels that exist once per instruction set. Their arguments are already
// checked; none of them allocates or knows about jobs, and per bone they choose by
// selection, not by branches.

#pragma once

#include "core/clip_data.h"
#include "core/pose_data.h"

/// A pose with a weight that is not 0, and its entry groups.
typedef struct MieniActivePose {
    uint32_t first, end;
    float weight;
} MieniActivePose;

/// The active poses in ascending order. None is without groups; after the last
/// one stands another whose end is never reached.
typedef struct MieniActive {
    const MieniActivePose *poses;
    int group_count; ///< Of all of them.
} MieniActive;

/// Walks through the groups of all active poses as one sequence. The step from
/// pose to pose is arithmetic: a branch on it would be missed once per pose.
typedef struct MieniGroupWalk {
    const MieniActivePose *pose;
    uint32_t group;
} MieniGroupWalk;

static inline MieniGroupWalk mieni_walk_next(MieniGroupWalk walk)
{
    const uint32_t next = walk.group + 1;
    const uint32_t is_over = next == walk.pose->end;
    walk.pose += is_over;
    walk.group = is_over ? walk.pose->first : next;
    return walk;
}

/// Floats of one bone's sums: rotation 4, translation 3, one (the weights' total
/// in absolute assets), and scale 3, zero.
static inline int mieni_sum_stride(bool has_scale)
{
    return has_scale ? MIENI_TURN + MIENI_SCALE : MIENI_TURN;
}

/// Sums per bone of the asset, plus one that unused places of groups add to.
typedef struct MieniSums {
    float *sum;     ///< mieni_sum_stride() each.
    float *load;    ///< Absolute assets only: sum of weights.
    float *divisor; ///< Absolute assets only: load where it is above 1, else 1.
} MieniSums;

/// From sums to transforms, for a list of bones.
typedef struct MieniFinish {
    const MieniPoseData *data;
    const MieniTarget *target;
    MieniSums sums;
    const uint16_t *bones; ///< Readable for a vector more than count.
    int count;
    const float *input; ///< MienTransforms.
    float *out;
} MieniFinish;

/// From weights to transforms through the slices.
typedef struct MieniSliceRun {
    const MieniPoseData *data;
    const MieniTarget *target;
    int level;
    int bone_end;         ///< Bones of the asset at this LOD are those below it.
    const float *weights; ///< Per pose, and one more that is 0.
    const float *input;   ///< MienTransforms.
    float *out;
    float *nowhere; ///< A transform that lanes without a bone read and write.
} MieniSliceRun;

/// One tile of a crowd.
typedef struct MieniTileRun {
    const MieniPoseData *data;
    const MieniTarget *target;
    int level, bone_count;
    const float *weights; ///< [pose][MIEN_TILE].
    uint16_t *active;     ///< [pose], what tile_bones notes for itself.
    const float *input;
    const MienTransform *shared; ///< What all have of bones that are not their own; NULL: all are.
    const uint32_t *own;         ///< Bits of bones that input has; NULL: none.
    float *out;
} MieniTileRun;

/// Whether a bone is each character's own. Bits may be NULL: none is.
static inline bool mieni_tile_has(const uint32_t *own, int bone)
{
    return own != NULL && (own[bone / 32] >> bone % 32 & 1) != 0;
}

/// From local transforms to model matrices.
typedef struct MieniModelRun {
    const int32_t *parents;
    int count, local_count;
    const MienTransform *local, *reference; ///< reference: for bones from local_count on.
    MienMatrix34 *out;
} MieniModelRun;

/// The vertices of a morph that a chunk has.
typedef struct MieniMorphRun {
    const float *positions, *normals; ///< Offsets, every 3 floats; a fourth is read. normals: or NULL.
    const uint32_t *vertices;
    size_t count;
    float weight;
    uint32_t first_vertex; ///< Whose row is the first.
    uint32_t end_vertex;   ///< Where the chunk ends, and the run before count.
} MieniMorphRun;

/// Floats from one matrix of a palette to the next: a line of cache, so that none is
/// split, and one load where vectors are that wide.
enum { MIENI_PALETTE_STRIDE = 16 };

/// Skinning of consecutive vertices.
typedef struct MieniSkinRun {
    const float *palette;             ///< MIENI_PALETTE_STRIDE floats per bind, the last four 0.
    const float *positions, *normals; ///< Every 3 floats, if morphed every 8. normals: or NULL.
    const uint16_t *binds;
    const float *weights;
    int influence_count, influence_stride;
    int count;
    bool is_morphed;
    float *out_positions, *out_normals; ///< Three floats per vertex.
} MieniSkinRun;

typedef struct MieniKernels {
    /// out = clamp(value) to [min, max] with NaN as 0 and no -0; count is rounded
    /// up to 16, all arrays are that long.
    void (*clamp)(const float *value, const float *min, const float *max, float *out, int count);
    /// Bit i of bits: weight i is not 0. count is a multiple of 64.
    void (*nonzero)(const float *weight, int count, uint64_t *bits);
    /// Adds weight * entry over the groups of active poses; sums were zeroed.
    void (*add_groups)(const MieniPoseData *data, const MieniActive *active, const MieniSums *sums);
    void (*finish)(const MieniFinish *finish);
    /// Sums and transforms slice by slice, whatever is active.
    void (*slices)(const MieniSliceRun *run);
    float slices_from; ///< Above this share of active poses, slices are faster.
    /// A3's steps 1 and 2 for a tile: [control][MIEN_TILE] values, in place.
    void (*tile_asked)(const MieniPoseData *data, float *values);
    /// A3's steps 3 to 6 for a tile.
    void (*tile_rules)(const MieniPoseData *data, const float *asked, float *applied, float *weights);
    void (*tile_bones)(const MieniTileRun *run);
    /// A bone for which nothing has to be computed: one transform for all.
    void (*tile_fill)(const MienTransform *shared, float *out);
    /// Rows of floats, one per character, to [float][MIEN_TILE]; count is a multiple of 4.
    void (*tile_rows)(const float *const rows[MIEN_TILE], int count, float *out);
    /// One bone of every character to its part of a tile.
    void (*tile_transforms)(const float *const rows[MIEN_TILE], float *out);
    /// Curves that poses define: sums and presence by rows, [curve][MIEN_TILE].
    void (*tile_curves)(const MieniTileRun *run, const float *curves, float *out_curves,
                        const uint16_t *present, uint16_t *out_present);

    /// out = still * normalised q, one track of every character. q is x, y, z, w, each
    /// MIENI_LANES rows of a tile after the one before.
    void (*tile_rotation)(const float *q, const float *still, float *out);
    /// out = still + v, moved if move is not NULL; v is x, y, z as above.
    void (*tile_offset)(const float *v, const float *still, const MieniMove *move, float *out);

    /// Decodes one block at one moment. Returns how many bytes its widths and rows
    /// take.
    size_t (*clip_sample)(const MieniBlockRun *run);
    /// Decodes all of a segment, for clip_mix: MIENI_KEPT floats. Returns as above.
    size_t (*clip_keep)(const MieniBlockRun *run, float *kept);
    /// clip_sample from what was kept of the segment; the same bits.
    void (*clip_mix)(const MieniBlockRun *run, const float *kept);
    /// out = still * normalised q for eight tracks; q is x, y, z, w of eight lanes each.
    void (*clip_rotations)(const float *q, const float *const still[MIENI_LANES],
                           float *const out[MIENI_LANES]);
    /// out = still + v for eight tracks, from float at of a transform; v is x, y, z of
    /// eight lanes each.
    void (*clip_offsets)(const float *v, const float *const still[MIENI_LANES], float *const out[MIENI_LANES],
                         int at);

    /// Rows of 8 floats, a position in the first half and a normal in the second: as
    /// they are without morphs, and a morph added. normals: or NULL. Reads a float beyond
    /// each three.
    void (*widen)(const float *positions, const float *normals, int count, float *rows);
    size_t (*morph)(const MieniMorphRun *run, float *rows); ///< Returns how many it took.
    void (*skin)(const MieniSkinRun *run);
} MieniKernels;

/// The kernels of an instruction set that this build has.
const MieniKernels *mieni_kernels_of(MienIsa isa);

/// What AVX-512 has from AVX2: a slice is eight bones, a group eight channels.
void mieni_slices_avx2(const MieniSliceRun *run);
size_t mieni_clip_sample_avx2(const MieniBlockRun *run);
size_t mieni_clip_keep_avx2(const MieniBlockRun *run, float *kept);
void mieni_clip_mix_avx2(const MieniBlockRun *run, const float *kept);
void mieni_clip_offsets_avx2(const float *v, const float *const still[MIENI_LANES],
                             float *const out[MIENI_LANES], int at);
void mieni_clip_rotations_avx2(const float *q, const float *const still[MIENI_LANES],
                               float *const out[MIENI_LANES]);

/// Model matrices, and model of a bone * inverse for count binds (matrices.c).
void mieni_model(const MieniModelRun *run);
void mieni_palette(const MienMatrix34 *model, const uint32_t *bones, const MienMatrix34 *inverses, int count,
                   MienMatrix34 *out);

/// A3's steps 1 and 2, and 3 to 6, for one character (rules_one.c).
void mieni_asked_one(const MieniPoseData *data, float *values);
void mieni_rules_one(const MieniPoseData *data, const float *asked, float *applied, float *weights);
/// Of step 3 the part of its target, from 0 to 1, that a mask takes away; source is asked of its source.
float mieni_mask_one(const MieniMask *mask, float source);

extern const MieniKernels mieni_kernels_scalar;
extern const MieniKernels mieni_kernels_sse2;
extern const MieniKernels mieni_kernels_avx2;
extern const MieniKernels mieni_kernels_avx512;
extern const MieniKernels mieni_kernels_neon;
extern const MieniKernels mieni_kernels_wasm128;
