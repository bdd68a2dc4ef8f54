// SPDX-License-Identifier: MIT
//
// What a lamp sees, drawn by the processor: how far each ray gets before it meets a
// triangle. Heads have triangles of about a texel, for which software OpenGL takes three
// times as long, and here every driver gives the same shadows.
// Include core/float_rules.h first.

#pragma once

#include "render/vectors.h"

enum { MIENI_DEPTH_LANES = 4 }; ///< Texels that are drawn at a time.

/// Rows of depths over a square around a focus, seen along the axes' z from far away.
typedef struct MieniDepthMap {
    int side;
    float *depths; ///< side * side, and room for MIENI_DEPTH_LANES more; away from the lamp, from 0 to 1 over
                   ///< twice the radius; 1: nothing there.
    Axes axes;     ///< z points to the lamp; x and y may lean along z.
    float scale[2], offset[3]; ///< Texels of a point: dot(axis, point) * scale[0] + offset; depth: scale[1].
} MieniDepthMap;

/// Where a vertex is in a map: texels, depth, and the first texels whose middles are at or
/// beyond it, from 0 to the map's side.
typedef struct MieniProjected {
    float x, y, z;
    int16_t column, row;
} MieniProjected;

/// Points a map, whose side and depths are set, at a ball and empties it.
void mieni_depth_map_aim(MieniDepthMap *map, const Axes *axes, MienVec3 focus, float radius);
/// Where vertices are in the map.
void mieni_depth_map_project(const MieniDepthMap *map, const MienVec3 *positions, int count,
                             MieniProjected *projected);
/// Adds triangles of projected vertices; of closed surfaces their fronts, which are nearer.
void mieni_depth_map_draw(MieniDepthMap *map, const uint32_t *indices, int index_count,
                          const MieniProjected *projected, bool fronts_only);
/// How much of a point the lamp sees, from 0 to 1: four texels, mixed. Outside: all.
float mieni_depth_map_light(const MieniDepthMap *map, MienVec3 point, float bias);
/// The mean of several maps.
float mieni_depth_maps_light(const MieniDepthMap *maps, int count, MienVec3 point, float bias);
