// SPDX-License-Identifier: MIT
//
// The key is a disc of points with a shadow map each, which together make a soft shadow;
// the sky is a dome of directions. Both are spread as sunflowers spread their seeds.

#include "core/float_rules.h"

#include "render/lamps.h"

#include "render/mesh.h"

static const double seed_angle = 2.399963229728653; // the golden angle, radians

static MienVec3 direction(float x, float y, float z) { return vec_normal(vec(x, y, z), vec(0, 1, 0)); }

/// How fine shadows are.
typedef struct Fineness {
    int keys, key_side, skies, sky_side;
    bool has_fine_shadows;
} Fineness;

static const Fineness fineness[] = {
    [MIENI_QUALITY_STILL] = {12, 512, 24, 160, true},
    [MIENI_QUALITY_LIVE] = {5, 320, 12, 96, true},
    [MIENI_QUALITY_DRAFT] = {4, 160, 8, 64, false},
};

/// A ray to a point of the lamp leans by (a, b) from the key's axis, so x - a z and y - b z
/// stay the same along it: maps of all points differ by two numbers, which the shader
/// computes as is done here.
static void spread_key(MieniLamps *lamps)
{
    const Axes axes = axes_along(lamps->key);
    for (int i = 0; i < lamps->key_count; ++i) {
        double sine, cosine;
        mien_sincos(i * seed_angle, &sine, &cosine);
        const float r = lamps->key_spread * mieni_sqrtf(((float)i + 0.5f) / (float)lamps->key_count);
        lamps->keys[i] = (Axes){vec_sub(axes.x, vec_scale(axes.z, r * (float)cosine)),
                                vec_sub(axes.y, vec_scale(axes.z, r * (float)sine)), axes.z};
    }
}

/// From the top to 25 degrees below the horizon: a studio's floor gives light too.
static void spread_sky(MieniLamps *lamps)
{
    for (int i = 0; i < lamps->sky_count; ++i) {
        double sine, cosine;
        mien_sincos(i * seed_angle, &sine, &cosine);
        const float y = 1 - 1.42f * ((float)i + 0.5f) / (float)lamps->sky_count;
        const float r = mieni_sqrtf(1 - y * y);
        lamps->skies[i] = vec(r * (float)cosine, y, r * (float)sine);
    }
}

/// Turns about the vertical, so that lamps stay beside the viewer but keep their height.
static MienVec3 follow(MienVec3 lamp, MienVec3 back)
{
    return vec(lamp.x * back.z + lamp.z * back.x, lamp.y, lamp.z * back.z - lamp.x * back.x);
}

MieniLamps mieni_lamps(MieniLight light, MieniQuality quality, bool follows, const Axes *view)
{
    const Fineness *fine = &fineness[quality];
    MieniLamps lamps = {
        .key_count = fine->keys,
        .sky_count = fine->skies,
        .key_side = fine->key_side,
        .sky_side = fine->sky_side,
        .has_fine_shadows = fine->has_fine_shadows,
        .key = direction(-0.55f, 0.72f, 0.80f),
        .rims = {direction(0.80f, 0.35f, -0.55f), direction(-0.85f, 0.25f, -0.45f)},
        .box = direction(-0.25f, 0.85f, 0.5f),
        .glints = {direction(-0.42f, 0.52f, 0.78f), direction(0.52f, -0.45f, 0.72f)},
        .key_spread = 0.17f,
        .key_strength = 1.42f,
        .sky_strength = 0.50f,
        .rim_strength = 1,
    };
    if (light == MIENI_LIGHT_EVEN) {
        lamps.key_strength = 0.45f;
        lamps.sky_strength = 0.95f;
        lamps.rim_strength = 0;
    }
    if (follows) {
        const MienVec3 back = vec_normal(vec(view->z.x, 0, view->z.z), vec(0, 0, 1));
        MienVec3 *const all[] = {&lamps.key, &lamps.rims[0],   &lamps.rims[1],
                                 &lamps.box, &lamps.glints[0], &lamps.glints[1]};
        for (int i = 0; i < 6; ++i)
            *all[i] = follow(*all[i], back);
    }
    spread_key(&lamps);
    spread_sky(&lamps);
    return lamps;
}

static void draw_ranges(MieniDepthMap *map, const MieniRenderMesh *mesh, const MieniProjected *projected,
                        bool is_mirrored)
{
    for (int i = 0; i < mesh->range_count; ++i) {
        const MieniMeshRange *range = &mesh->ranges[i];
        const uint32_t *indices = mesh->indices + range->first_index;
        const int closed = range->closed_count;
        mieni_depth_map_draw(map, indices, closed, projected, !is_mirrored);
        mieni_depth_map_draw(map, indices + closed, range->index_count - closed, projected, false);
    }
}

bool mieni_is_mirrored(const MieniRenderItem *item)
{
    if (item->model == NULL)
        return false;
    const float *m = item->model->m;
    const MienVec3 rows[3] = {vec(m[0], m[1], m[2]), vec(m[4], m[5], m[6]), vec(m[8], m[9], m[10])};
    return vec_dot(vec_cross(rows[0], rows[1]), rows[2]) < 0;
}

void mieni_world_shadow(const MieniWorld *world, MieniDepthMap *map, MieniProjected *projected)
{
    const MienVec3 *positions = world->positions;
    for (int i = 0; i < world->item_count; ++i) {
        const MieniRenderMesh *mesh = world->items[i].mesh;
        if (mesh == NULL)
            continue;
        if (!world->items[i].is_hidden) {
            mieni_depth_map_project(map, positions, mesh->vertex_count, projected);
            draw_ranges(map, mesh, projected, mieni_is_mirrored(&world->items[i]));
        }
        positions += mesh->vertex_count;
    }
}

/// Warm from below, cool from above.
static MienVec3 sky_color(MienVec3 to_sky)
{
    float h = (to_sky.y * 0.5f + 0.5f - 0.2f) / 0.7f;
    h = h < 0 ? 0 : h > 1 ? 1 : h;
    h = h * h * (3 - 2 * h);
    return vec(0.80f + 0.06f * h, 0.60f + 0.37f * h, 0.52f + 0.60f * h);
}

/// Adds one direction of the sky to the sums: colour, open and whole share.
static void add_sky(const MieniWorld *world, const MieniDepthMap *map, MienVec3 to_sky, float *sums)
{
    const MienVec3 color = sky_color(to_sky);
    const float lift = world->radius * 0.005f;
    for (int i = 0; i < world->vertex_count; ++i) {
        const MienVec3 normal = world->normals[i];
        const float facing = (vec_dot(normal, to_sky) + 0.15f) / 1.15f;
        if (facing <= 0)
            continue;
        const MienVec3 point = vec_add(world->positions[i], vec_scale(normal, lift));
        const float light = facing * mieni_depth_map_light(map, point, 0.003f);
        float *sum = sums + (size_t)i * 5;
        sum[0] += color.x * light;
        sum[1] += color.y * light;
        sum[2] += color.z * light;
        sum[3] += light;
        sum[4] += facing;
    }
}

static uint16_t pack(float value)
{
    const float share = value / MIENI_SKY_MOST;
    return (uint16_t)((share < 1 ? share : 1) * 65535 + 0.5f);
}

void mieni_world_sky(const MieniWorld *world, const MieniLamps *lamps, MieniDepthMap *map,
                     MieniProjected *projected, float *sums, uint16_t *out)
{
    for (size_t i = 0; i < (size_t)world->vertex_count * 5; ++i)
        sums[i] = 0;
    for (int s = 0; s < lamps->sky_count; ++s) {
        const Axes axes = axes_along(lamps->skies[s]);
        mieni_depth_map_aim(map, &axes, world->focus, world->radius);
        mieni_world_shadow(world, map, projected);
        add_sky(world, map, lamps->skies[s], sums);
    }
    const float share = 4 / (float)lamps->sky_count;
    for (int i = 0; i < world->vertex_count; ++i) {
        const float *sum = sums + (size_t)i * 5;
        for (int c = 0; c < 3; ++c)
            out[i * 4 + c] = pack(sum[c] * share);
        out[i * 4 + 3] = pack(sum[4] > 0 ? sum[3] / sum[4] : 1);
    }
}

void mieni_world_key(const MieniWorld *world, const MieniDepthMap *map, MienVec3 to_key, float *sums)
{
    const float lift = world->radius * MIENI_KEY_LIFT;
    for (int i = 0; i < world->vertex_count; ++i) {
        const MienVec3 normal = world->normals[i];
        if (vec_dot(normal, to_key) < -0.4f) // no light wraps as far round as that
            continue;
        const MienVec3 point = vec_add(world->positions[i], vec_scale(normal, lift));
        sums[i] += mieni_depth_map_light(map, point, MIENI_KEY_BIAS);
    }
}

/// Marks the corners of triangles that a shadow's edge crosses. Their neighbours have such
/// a corner too, so an edge is looked for in a ring around it.
static void mark_edges(const MieniRenderMesh *mesh, const float *sums, float most, uint16_t *out)
{
    for (int i = 0; i + 2 < mesh->index_count; i += 3) {
        const uint32_t *corner = mesh->indices + i;
        const float a = sums[corner[0]], b = sums[corner[1]], c = sums[corner[2]];
        const bool is_dark = a <= 0 && b <= 0 && c <= 0, is_bright = a >= most && b >= most && c >= most;
        for (int k = 0; k < 3 && !is_dark && !is_bright; ++k)
            out[(size_t)corner[k] * 2 + 1] = 65535;
    }
}

void mieni_world_key_end(const MieniWorld *world, const float *sums, int count, uint16_t *out)
{
    for (int i = 0; i < world->vertex_count; ++i) {
        const float share = sums[i] / (float)count;
        out[i * 2] = (uint16_t)((share < 1 ? share : 1) * 65535 + 0.5f);
        out[i * 2 + 1] = 0;
    }
    for (int i = 0; i < world->item_count; ++i) {
        const MieniRenderMesh *mesh = world->items[i].mesh;
        if (mesh == NULL)
            continue;
        mark_edges(mesh, sums, (float)count * 0.999f, out);
        sums += mesh->vertex_count;
        out += (size_t)mesh->vertex_count * 2;
    }
}
