// SPDX-License-Identifier: MIT
//
// All kernels of one instruction set. A source defines KERNELS (the table's
// name), includes one vec_*.h, then this.

#include "core/simd/kernels.h"

#include <float.h>
#include <string.h>

// mieni_kernels_sse2_clamp: a name of its own for every instruction set, because in the
// amalgamation all of them are one source.
#define KERNEL_JOINED(table, name) table##_##name
#define KERNEL_NAMED(table, name)  KERNEL_JOINED(table, name)
#define KERNEL(name)               KERNEL_NAMED(KERNELS, name)

// What runs once per bone must be inlined: a call would spill every vector, and
// constants such as "with scale" would not reach the loops.
#if defined(__GNUC__)
#define KERNEL_INLINE inline __attribute__((always_inline))
#else
#define KERNEL_INLINE inline
#endif
#ifndef RULE_LANES
#define RULE_LANES MIEN_TILE
#endif

#include "core/simd/pose_one.inc.h"
#include "core/simd/pose_rules.inc.h"
#include "core/simd/pose_tile.inc.h"
#ifndef MIEN_LEAN // skinning is left to others
#include "core/simd/skin.inc.h"
#endif
#include "core/simd/clip_tile.inc.h"
#include "core/simd/tile_rows.inc.h"
#if VF_W <= 8
#include "core/simd/pose_slices.inc.h"

#include "core/simd/clip_plain.inc.h"
#include "core/simd/clip_tracks.inc.h"
#if VF_W == 8
#include "core/simd/clip_avx2.inc.h"
#elif VF_W == 4
#include "core/simd/clip_four.inc.h"
#else
static size_t KERNEL(clip_sample)(const MieniBlockRun *run) { return clip_sample_plain(run); }
static size_t KERNEL(clip_keep)(const MieniBlockRun *run, float *kept) { return clip_keep_plain(run, kept); }
static void KERNEL(clip_mix)(const MieniBlockRun *run, const float *kept) { clip_mix_plain(run, kept); }
#endif
#endif

const MieniKernels KERNELS = {
    .clamp = KERNEL(clamp),
    .nonzero = KERNEL(nonzero),
    .add_groups = KERNEL(add_groups),
    .finish = KERNEL(finish),
#if VF_W <= 8
    .slices = KERNEL(slices),
#else
    .slices = mieni_slices_avx2,
#endif
    .slices_from = VF_W > 4   ? 0.4f
                   : VF_W > 1 ? 0.5f
                              : 2.0f, // where mien-bench eval saw them cross
    .tile_asked = KERNEL(asked),
    .tile_rules = KERNEL(rules),
    .tile_bones = KERNEL(tile_bones),
    .tile_fill = KERNEL(tile_fill),
    .tile_rows = KERNEL(tile_rows),
    .tile_transforms = KERNEL(tile_transforms),
    .tile_curves = KERNEL(tile_curves),
    .tile_rotation = KERNEL(tile_rotation),
    .tile_offset = KERNEL(tile_offset),
#if VF_W <= 8
    .clip_sample = KERNEL(clip_sample),
    .clip_keep = KERNEL(clip_keep),
    .clip_mix = KERNEL(clip_mix),
    .clip_rotations = KERNEL(clip_rotations),
    .clip_offsets = KERNEL(clip_offsets),
#else
    .clip_sample = mieni_clip_sample_avx2,
    .clip_keep = mieni_clip_keep_avx2,
    .clip_mix = mieni_clip_mix_avx2,
    .clip_rotations = mieni_clip_rotations_avx2,
    .clip_offsets = mieni_clip_offsets_avx2,
#endif
#ifndef MIEN_LEAN
    .widen = KERNEL(widen),
    .morph = KERNEL(morph),
    .skin = KERNEL(skin),
#endif
};
