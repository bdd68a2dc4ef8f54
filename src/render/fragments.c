// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "render/fragments.h"

_Static_assert(sizeof(MieniFragment) == MIENI_FRAGMENT_FLOATS * sizeof(float), "four texels of four floats");

/// Some samples of a pixel that show one surface.
typedef struct Group {
    MieniFragment fragment;
    int batch, samples;
} Group;

void mieni_fragments_clear(MieniFragments *fragments)
{
    fragments->block_count = fragments->part_count = 0;
    for (int i = 0; i < fragments->visible->batch_count; ++i)
        fragments->next[i] = 0;
}

bool mieni_fragments_have_room(const MieniFragments *fragments, int width)
{
    const int most = width * MIENI_VISIBLE_SAMPLES / MIENI_BLOCK_SIZE + 1 + fragments->visible->batch_count;
    return fragments->block_count + most <= MIENI_MOST_BLOCKS;
}

/// The next free place for a batch, in a block of its own.
static uint32_t take_place(MieniFragments *fragments, int batch)
{
    int32_t *next = &fragments->next[batch];
    if (*next % MIENI_BLOCK_SIZE == 0) {
        fragments->batches[fragments->block_count] = (int16_t)batch;
        *next = fragments->block_count++ * MIENI_BLOCK_SIZE;
    }
    return (uint32_t)(*next)++;
}

static void mix(const MieniFragment *const from[3], const float shares[3], MieniFragment *out)
{
    const float *a = (const float *)from[0], *b = (const float *)from[1], *c = (const float *)from[2];
    float *to = (float *)out;
    for (int i = 0; i < MIENI_FRAGMENT_FLOATS; ++i)
        to[i] = a[i] * shares[0] + b[i] * shares[1] + c[i] * shares[2];
}

/// A triangle's surface at a place of the picture, even across the surface and not the picture.
static void interpolate(const MieniFragments *fragments, const MieniVisibleTriangle *t, float x, float y,
                        MieniFragment *out)
{
    const MieniOnPicture *vertices = fragments->visible->vertices;
    const float dx = x - t->x, dy = y - t->y;
    float v = t->vx * dx + t->vy * dy, w = t->wx * dx + t->wy * dy; // the middle may be beside it
    v = v < 0 ? 0 : v > 1 ? 1 : v;
    w = w < 0 ? 0 : w > 1 - v ? 1 - v : w;
    const float u = 1 - v - w;
    float shares[3] = {u * vertices[t->corners[0]].per_w, v * vertices[t->corners[1]].per_w,
                       w * vertices[t->corners[2]].per_w};
    const float per = 1 / (shares[0] + shares[1] + shares[2]);
    for (int i = 0; i < 3; ++i)
        shares[i] *= per;
    const MieniFragment *const from[3] = {fragments->vertices + t->corners[0],
                                          fragments->vertices + t->corners[1],
                                          fragments->vertices + t->corners[2]};
    mix(from, shares, out);
}

/// What the key sees of a fragment: what it sees of vertices where they agree, as the shader that
/// looks into maps does it.
static float seen_by_key(const MieniFragments *fragments, const MieniFragment *fragment)
{
    const MienVec3 to_eye = vec_sub(fragments->eye, fragment->place);
    const float facing = vec_dot(fragment->normal, to_eye);
    if (fragments->map_count == 0 || (fragment->lamp_edge <= 0 && facing >= 0))
        return fragment->lamp;
    MienVec3 n = vec_normal(fragment->normal, vec(0, 0, 1));
    const bool is_back = vec_dot(n, vec_normal(to_eye, n)) < -0.15f;
    if (is_back)
        n = vec_scale(n, -1);
    if ((fragment->lamp_edge <= 0 && !is_back) || vec_dot(n, fragments->key) <= -0.4f)
        return fragment->lamp;
    const MienVec3 point = vec_add(fragment->place, vec_scale(n, fragments->lift));
    return mieni_depth_maps_light(fragments->maps, fragments->map_count, point, MIENI_KEY_BIAS);
}

static void put(MieniFragments *fragments, int x, int y, const Group *group)
{
    const uint32_t place = take_place(fragments, group->batch);
    fragments->all[place] = group->fragment;
    fragments->all[place].lamp = seen_by_key(fragments, &group->fragment);
    fragments->parts[fragments->part_count++] = (MieniPart){x, y, place, (unsigned)group->samples & 15};
}

/// Whether two triangles in a pixel are one smooth surface, so that light is much the same.
static bool are_one(const MieniFragments *fragments, const Group *a, const Group *b)
{
    const float apart = vec_dot(vec_sub(a->fragment.place, b->fragment.place), fragments->back);
    return a->batch == b->batch && vec_dot(a->fragment.normal, b->fragment.normal) > 0.8f &&
           apart < fragments->near_enough && -apart < fragments->near_enough;
}

static void join(Group *group, const Group *more)
{
    const float share = (float)more->samples / (float)(group->samples + more->samples);
    float *to = (float *)&group->fragment;
    const float *from = (const float *)&more->fragment;
    for (int i = 0; i < MIENI_FRAGMENT_FLOATS; ++i)
        to[i] += (from[i] - to[i]) * share;
    group->samples += more->samples;
}

/// What one triangle shows in a pixel, in the middle of its samples.
static Group gather(const MieniFragments *fragments, const MieniSeen *seen, float number, int x, int y)
{
    const MieniVisibleTriangle *triangle = &fragments->visible->triangles[(int)number];
    Group group = {.batch = triangle->batch};
    float sum_x = 0, sum_y = 0;
    for (int s = 0; s < MIENI_VISIBLE_SAMPLES; ++s)
        if (seen->triangles[s] == number) {
            sum_x += mieni_sample_x[s];
            sum_y += mieni_sample_y[s];
            ++group.samples;
        }
    const float per = 1 / (float)group.samples;
    interpolate(fragments, triangle, (float)x + sum_x * per, (float)y + sum_y * per, &group.fragment);
    return group;
}

static bool is_first(const MieniSeen *seen, int sample)
{
    for (int s = 0; s < sample; ++s)
        if (seen->triangles[s] == seen->triangles[sample])
            return false;
    return true;
}

static void add_pixel(MieniFragments *fragments, const MieniSeen *seen, int x, int y)
{
    Group groups[MIENI_VISIBLE_SAMPLES];
    int count = 0;
    for (int s = 0; s < MIENI_VISIBLE_SAMPLES; ++s) {
        if (seen->triangles[s] < 0 || !is_first(seen, s))
            continue;
        const Group group = gather(fragments, seen, seen->triangles[s], x, y);
        int same = 0;
        while (same < count && !are_one(fragments, &groups[same], &group))
            ++same;
        if (same < count)
            join(&groups[same], &group);
        else
            groups[count++] = group;
    }
    for (int i = 0; i < count; ++i)
        put(fragments, x, y, &groups[i]);
}

void mieni_fragments_add_row(MieniFragments *fragments, int y, const MieniSeen *seen)
{
    const MieniVisible *visible = fragments->visible;
    for (int x = visible->x0; x < visible->x1; ++x, ++seen) {
        const float *t = seen->triangles;
        if ((t[0] >= 0) | (t[1] >= 0) | (t[2] >= 0) | (t[3] >= 0))
            add_pixel(fragments, seen, x, y);
    }
}
