// SPDX-License-Identifier: MIT
//
// The studio: where its lamps are, and how much of the sky each vertex sees.
// Include core/float_rules.h first.

#pragma once

#include "render/depth_map.h"
#include "render/render.h"

enum {
    MIENI_MAX_KEYS = 16,  ///< Points of the key lamp; as many shadow maps.
    MIENI_MAX_SKIES = 48, ///< Directions of the sky.
};

typedef struct MieniLamps {
    int key_count, sky_count;
    int key_side, sky_side;    ///< Texels of their maps.
    bool has_fine_shadows;     ///< Pixels look for themselves where vertices see the edge of a shadow.
    Axes keys[MIENI_MAX_KEYS]; ///< Of their maps: the key's, leaning to the lamp's points.
    float key_spread;          ///< Radius of the lamp at distance 1.
    MienVec3 skies[MIENI_MAX_SKIES];
    MienVec3 key, rims[2], box, glints[2]; ///< Directions to lamps; glints are what eyes mirror.
    float key_strength, sky_strength, rim_strength;
} MieniLamps;

/// The lamps of a light; view: axes of the camera, which they may follow.
MieniLamps mieni_lamps(MieniLight light, MieniQuality quality, bool follows, const Axes *view);

/// All vertices of a scene, in its space, and its triangles mesh by mesh.
typedef struct MieniWorld {
    int vertex_count;
    MienVec3 *positions, *normals;
    int item_count;
    const MieniRenderItem *items;
    MienVec3 focus; ///< Shadows and sky are computed within a ball.
    float radius;
} MieniWorld;

/// Whether the item's model turns the outside in.
bool mieni_is_mirrored(const MieniRenderItem *item);
/// Draws the whole world into a map. projected: one per vertex of the world.
void mieni_world_shadow(const MieniWorld *world, MieniDepthMap *map, MieniProjected *projected);
/// Adds what a point of the key, whose map this is, sees of each vertex: 1 for all of it.
void mieni_world_key(const MieniWorld *world, const MieniDepthMap *map, MienVec3 to_key, float *sums);
/// Makes of these sums, of count points, what drawing needs: two per vertex, what is seen of
/// it, and 65535 beside the edge of a shadow, where triangles may be too coarse to show it.
void mieni_world_key_end(const MieniWorld *world, const float *sums, int count, uint16_t *out);
/// What each vertex gets of the sky: red, green and blue light, and how much of it is
/// open. out: four per vertex, 65535 is MIENI_SKY_MOST. map has room for sky_side^2.
void mieni_world_sky(const MieniWorld *world, const MieniLamps *lamps, MieniDepthMap *map,
                     MieniProjected *projected, float *sums, uint16_t *out);
#define MIENI_SKY_MOST 2.0f
/// Shadows are looked up this far from the surface, of the world's radius, and nearer to the
/// lamp by this share of a map's depth.
#define MIENI_KEY_LIFT 0.006f
#define MIENI_KEY_BIAS 0.0015f
