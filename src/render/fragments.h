// SPDX-License-Identifier: MIT
//
// What is to be shaded of a picture: surfaces in pixels, packed so that software OpenGL has
// no idle lanes. Include core/float_rules.h first.

#pragma once

#include "render/visible.h"

enum {
    MIENI_FRAGMENT_COLUMNS = 64, ///< Of the texture, and of a block.
    MIENI_FRAGMENT_ROWS = 4,     ///< Of a block, whose fragments are shaded alike.
    MIENI_BLOCK_SIZE = MIENI_FRAGMENT_COLUMNS * MIENI_FRAGMENT_ROWS,
    MIENI_MOST_BLOCKS = 1024,
    MIENI_MOST_BATCHES = 200, ///< So that the widest row fits into empty blocks.
    MIENI_FRAGMENT_FLOATS = 16,
};

/// What light needs of a point of a surface, as it lies in the texture.
typedef struct MieniFragment {
    MienVec3 place;
    float lamp; ///< What the key sees of it.
    MienVec3 normal;
    float lamp_edge; ///< Above 0 beside the edge of a shadow.
    float sky[4];
    float color[4];
} MieniFragment;

/// A part of a pixel.
typedef struct MieniPart {
    int32_t x, y;
    uint32_t fragment : 28, samples : 4;
} MieniPart;

typedef struct MieniFragments {
    const MieniVisible *visible;
    const MieniFragment *vertices; ///< As many as the world has.
    MienVec3 eye, back;            ///< Back: away from what the camera sees.
    const MieniDepthMap *maps;     ///< Of the key's points.
    int map_count;                 ///< 0: vertices know what the key sees.
    MienVec3 key;                  ///< Direction to it.
    float lift;                    ///< Shadows are looked up this far from the surface.
    float near_enough;             ///< Surfaces in one pixel this near to each other are one.
    MieniFragment *all;            ///< MIENI_MOST_BLOCKS blocks.
    int block_count;
    int16_t batches[MIENI_MOST_BLOCKS]; ///< Of each block.
    int32_t next[MIENI_MOST_BATCHES];   ///< Per batch: its next fragment.
    int part_count;
    MieniPart *parts; ///< As many as there are fragments; those of a pixel follow each other.
} MieniFragments;

/// Empties all blocks.
void mieni_fragments_clear(MieniFragments *fragments);
/// Whether a row of this width certainly fits.
bool mieni_fragments_have_room(const MieniFragments *fragments, int width);
/// Adds what a row shows. seen: from the visible triangles' x0 to x1.
void mieni_fragments_add_row(MieniFragments *fragments, int y, const MieniSeen *seen);
