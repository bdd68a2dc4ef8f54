// SPDX-License-Identifier: MIT
//
// Faces: the front of an egg, as a grid of vertices.

#include "core/float_rules.h"

#include "base/arena.h"
#include "core/square_root.h"
#include "sample/meshes.h"
#include "sample/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 24, PART_COUNT = 3, MATERIAL_COUNT = 2 };

/// Half the width, height and depth of the egg, and where its middle is, in metres.
static const double radii[3] = {0.08, 0.12, 0.10}, middle[3] = {0.0, 1.6, 0.02};

struct MienSampleMesh {
    MienSampleMeshOptions options;
    const MienAuthorSkeleton *skeleton;
    MieniArena arena;
    MienAuthorMesh mesh;
    int columns;
    double (*model)[12]; ///< Per bone, in the mesh's reference pose.
    MienVec3 *positions, *normals;
    uint16_t *vertex_joints;
    float *vertex_weights;
    MienAuthorMeshJoint *binds;
    MienAuthorMeshBone *bones;
    MienAuthorMorph *morphs;
    MienAuthorSubmesh parts[PART_COUNT];
    MienAuthorMaterial materials[MATERIAL_COUNT];
    MienAuthorImage image;
};

static void *take(MienSampleMesh *s, size_t count, size_t size)
{
    return mieni_arena_take(&s->arena, count, size);
}

static MienVec3 unit(const double v[3])
{
    const double length = mieni_sqrt((v[0] * v[0] + v[1] * v[1]) + v[2] * v[2]);
    return (MienVec3){(float)(v[0] / length), (float)(v[1] / length), (float)(v[2] / length)};
}

static bool make_vertices(MienSampleMesh *s)
{
    const int count = s->options.vertex_count, rows = (count + s->columns - 1) / s->columns;
    MienVec3 *positions = take(s, (size_t)count, sizeof *positions);
    MienVec3 *normals = take(s, (size_t)count, sizeof *normals);
    float *uvs = take(s, (size_t)count, 2 * sizeof *uvs);
    if (s->arena.is_out_of_memory)
        return false;
    for (int v = 0; v < count; ++v) {
        const double across = ((double)(v % s->columns) + 0.5) / (double)s->columns;
        const double down = ((double)(v / s->columns) + 0.5) / (double)rows;
        double sine[2], cosine[2];
        mien_sincos((across - 0.5) * 3.4, &sine[0], &cosine[0]);
        mien_sincos((0.5 - down) * 2.8, &sine[1], &cosine[1]);
        const double on_ball[3] = {sine[0] * cosine[1], sine[1], cosine[0] * cosine[1]};
        double at[3], away[3];
        for (int k = 0; k < 3; ++k) {
            at[k] = middle[k] + radii[k] * on_ball[k];
            away[k] = on_ball[k] / radii[k];
        }
        positions[v] = (MienVec3){(float)at[0], (float)at[1], (float)at[2]};
        normals[v] = unit(away);
        uvs[2 * v] = (float)across;
        uvs[2 * v + 1] = (float)down;
    }
    s->positions = positions;
    s->normals = normals;
    s->mesh.vertex_count = count;
    s->mesh.positions = positions;
    s->mesh.normals = s->options.is_bare ? NULL : normals;
    s->mesh.uvs = s->options.is_bare ? NULL : uvs;
    return true;
}

/// Any numbers are colours; the first two vertices have the ends of the range.
static bool make_colors(MienSampleMesh *s)
{
    uint64_t random = mien_random_stream(s->options.seed, -1);
    const size_t count = 4 * (size_t)s->options.vertex_count;
    uint16_t *colors = take(s, count, sizeof *colors);
    for (size_t i = 0; i < count && colors != NULL; ++i)
        colors[i] = i < 4 ? 65535 : i < 8 ? 0 : (uint16_t)mien_random_index(&random, 65536);
    s->mesh.colors = colors;
    return colors != NULL;
}

/// Two triangles per square of the grid, in three parts.
static bool make_triangles(MienSampleMesh *s)
{
    static const char *const names[PART_COUNT] = {"forehead", "face", "face"};
    const int count = s->options.vertex_count, columns = s->columns;
    uint32_t *indices = take(s, (size_t)count, 6 * sizeof *indices);
    if (indices == NULL)
        return false;
    int used = 0;
    for (int v = 0; v + columns + 1 < count; ++v) {
        const uint32_t a = (uint32_t)v, b = a + 1, c = a + (uint32_t)columns, d = c + 1;
        const uint32_t square[6] = {a, c, b, b, c, d};
        if (v % columns + 1 == columns)
            continue;
        memcpy(indices + used, square, sizeof square);
        used += 6;
    }
    for (int p = 0, next = 0; p < PART_COUNT; ++p) {
        const int size = p + 1 < PART_COUNT ? used / PART_COUNT / 3 * 3 : used - next;
        s->parts[p] = (MienAuthorSubmesh){names[p], p - 1, next, size};
        next += size;
    }
    s->mesh.indices = indices;
    s->mesh.index_count = used;
    s->mesh.submeshes = s->parts;
    s->mesh.submesh_count = PART_COUNT;
    s->image = (MienAuthorImage){"faces/skin.png"};
    s->materials[0] = (MienAuthorMaterial){"skin", {0.8f, 0.6f, 0.5f, 1.0f}, 0.6f, 0.0f, 0};
    s->materials[1] = (MienAuthorMaterial){"lips", {0.7f, 0.3f, 0.3f, 1.0f}, 0.4f, 0.0f, -1};
    s->mesh.materials = s->materials;
    s->mesh.material_count = MATERIAL_COUNT;
    s->mesh.images = &s->image;
    s->mesh.image_count = 1;
    return true;
}

static void matrix_of(const MienTransform *t, double out[12])
{
    const double x = t->rotation.x, y = t->rotation.y, z = t->rotation.z, w = t->rotation.w;
    const double scale[3] = {t->scale.x, t->scale.y, t->scale.z};
    const double turn[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                            2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                            2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    const double shift[3] = {t->translation.x, t->translation.y, t->translation.z};
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c)
            out[4 * r + c] = turn[3 * r + c] * scale[c];
        out[4 * r + 3] = shift[r];
    }
}

static void multiply(const double a[12], const double b[12], double out[12])
{
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 4; ++c)
            out[4 * r + c] = ((a[4 * r] * b[c] + a[4 * r + 1] * b[4 + c]) + a[4 * r + 2] * b[8 + c]) +
                             (c == 3 ? a[4 * r + 3] : 0.0);
    }
}

static void invert(const double m[12], float out[12])
{
    double inverse[9], determinant = 0.0;
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) {
            const int r1 = (c + 1) % 3, r2 = (c + 2) % 3, c1 = (r + 1) % 3, c2 = (r + 2) % 3;
            inverse[3 * r + c] = m[4 * r1 + c1] * m[4 * r2 + c2] - m[4 * r1 + c2] * m[4 * r2 + c1];
        }
    }
    for (int k = 0; k < 3; ++k)
        determinant += m[k] * inverse[3 * k];
    for (int r = 0; r < 3; ++r) {
        double shift = 0.0;
        for (int c = 0; c < 3; ++c) {
            const double element = inverse[3 * r + c] / determinant;
            out[4 * r + c] = (float)element;
            shift -= element * m[4 * c + 3];
        }
        out[4 * r + 3] = (float)shift;
    }
}

/// The reference pose, where it differs from the skeleton's, and a bind per bone.
static bool make_bones(MienSampleMesh *s)
{
    const MienAuthorSkeleton *skeleton = s->skeleton;
    const size_t count = (size_t)skeleton->bone_count;
    MienAuthorMeshBone *bones = take(s, count, sizeof *bones);
    MienAuthorMeshJoint *binds = take(s, count, sizeof *binds);
    s->model = take(s, count, sizeof *s->model);
    if (s->arena.is_out_of_memory)
        return false;
    for (size_t b = 0; b < count; ++b) {
        MienTransform local = skeleton->bones[b].rest;
        const int parent = skeleton->bones[b].parent;
        if (s->options.has_own_rest_pose && b % 3 == 1) {
            local.translation.x *= 1.125f;
            local.translation.y *= 1.125f;
            local.translation.z *= 1.125f;
            bones[s->mesh.bone_count++] = (MienAuthorMeshBone){skeleton->bones[b].name, local};
        }
        double matrix[12];
        matrix_of(&local, matrix);
        if (parent >= 0)
            multiply(s->model[parent], matrix, s->model[b]);
        else
            memcpy(s->model[b], matrix, sizeof matrix);
        binds[b].bone = skeleton->bones[b].name;
        invert(s->model[b], binds[b].inverse);
    }
    s->mesh.bones = bones;
    s->mesh.joints = binds;
    s->mesh.joint_count = skeleton->bone_count;
    return true;
}

/// The nearest bones, by the inverse square of how far they are.
static void bind_vertex(MienSampleMesh *s, int vertex, uint16_t *binds, float *weights)
{
    const int most = s->mesh.influence_count, bones = s->skeleton->bone_count;
    const double at[3] = {s->positions[vertex].x, s->positions[vertex].y, s->positions[vertex].z};
    double nearness[MIEN_MAX_INFLUENCES] = {0}, sum = 0.0;
    int used = 0;
    for (int b = 0; b < bones; ++b) {
        double square = 1e-4;
        for (int k = 0; k < 3; ++k)
            square += (at[k] - s->model[b][4 * k + 3]) * (at[k] - s->model[b][4 * k + 3]);
        int place = used < most ? used++ : most;
        while (place > 0 && nearness[place - 1] < 1.0 / square) {
            if (place < most) {
                nearness[place] = nearness[place - 1];
                binds[place] = binds[place - 1];
            }
            --place;
        }
        if (place < most) {
            nearness[place] = 1.0 / square;
            binds[place] = (uint16_t)b;
        }
    }
    // Some vertices have fewer: those places are 0.
    used = used > 1 && vertex % 5 == 0 ? used - 1 : used;
    for (int i = 0; i < used; ++i)
        sum += nearness[i];
    for (int i = 0; i < most; ++i) {
        weights[i] = i < used ? (float)(nearness[i] / sum) : 0.0f;
        binds[i] = i < used ? binds[i] : 0;
    }
}

static bool bind_vertices(MienSampleMesh *s)
{
    const int per_vertex = s->options.influence_count > 0 ? s->options.influence_count : 4;
    const size_t count = (size_t)s->options.vertex_count, places = (size_t)per_vertex;
    uint16_t *binds = take(s, count, places * sizeof *binds);
    float *weights = take(s, count, places * sizeof *weights);
    if (s->arena.is_out_of_memory)
        return false;
    s->mesh.influence_count = per_vertex;
    for (size_t v = 0; v < count; ++v)
        bind_vertex(s, (int)v, binds + v * places, weights + v * places);
    s->mesh.vertex_joints = binds;
    s->mesh.vertex_weights = weights;
    return true;
}

/// A bump: strongest in its middle, nothing at its edge.
static bool make_morph(MienSampleMesh *s, uint64_t *random, MienAuthorMorph *morph)
{
    const int count = s->options.vertex_count, columns = s->columns;
    const double share = s->options.morph_share > 0.0f ? (double)s->options.morph_share : 0.1;
    const double square = share * (double)count / 3.14159265358979;
    const int center = mien_random_index(random, count);
    float by[2][3];
    for (int k = 0; k < 6; ++k)
        by[k / 3][k % 3] = mien_random_between(random, -0.01f, 0.01f) * (k < 3 ? 1.0f : 20.0f);
    uint32_t *vertices = take(s, (size_t)count, sizeof *vertices);
    MienVec3 *positions = take(s, (size_t)count, sizeof *positions);
    MienVec3 *normals = take(s, (size_t)count, sizeof *normals);
    if (s->arena.is_out_of_memory)
        return false;
    for (int v = 0; v < count; ++v) {
        const double x = (double)(v % columns - center % columns);
        const double y = (double)(v / columns - center / columns);
        const double left = 1.0 - (x * x + y * y) / (square + 1.0);
        if (left <= 0.0)
            continue;
        const float w = (float)(left * left);
        vertices[morph->count] = (uint32_t)v;
        positions[morph->count] = (MienVec3){w * by[0][0], w * by[0][1], w * by[0][2]};
        normals[morph->count++] = (MienVec3){w * by[1][0], w * by[1][1], w * by[1][2]};
    }
    morph->vertices = vertices;
    morph->positions = positions;
    // Every fourth has none: such morphs leave normals alone.
    morph->normals = s->options.is_bare || s->mesh.morph_count % 4 == 3 ? NULL : normals;
    return true;
}

static bool make_morphs(MienSampleMesh *s)
{
    MienAuthorMorph *morphs = take(s, (size_t)s->options.morph_count, sizeof *morphs);
    s->mesh.morphs = morphs;
    for (int m = 0; morphs != NULL && m < s->options.morph_count; ++m) {
        uint64_t random = mien_random_stream(s->options.seed, m);
        char *name = take(s, 1, NAME_SIZE);
        if (name == NULL || !make_morph(s, &random, &morphs[m]))
            return false;
        snprintf(name, NAME_SIZE, "morph_%d", m);
        morphs[m].name = m < s->skeleton->curve_count ? s->skeleton->curves[m].name : name;
        morphs[m].weight = m % 7 == 6 ? 0.25f : 0.0f;
        ++s->mesh.morph_count;
    }
    return morphs != NULL;
}

MienSampleMesh *mien_sample_mesh_create(const MienSampleMeshOptions *options,
                                        const MienAuthorSkeleton *skeleton)
{
    if (options == NULL || skeleton == NULL || skeleton->bone_count < 1 || options->vertex_count < 1 ||
        options->vertex_count > MIEN_MAX_VERTICES || options->influence_count < 0 ||
        options->influence_count > MIEN_MAX_INFLUENCES || options->morph_count < 0)
        return NULL;
    MienSampleMesh *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->options = *options;
    s->skeleton = skeleton;
    s->columns = (int)mieni_sqrt((double)options->vertex_count);
    if (make_vertices(s) && (!options->has_colors || make_colors(s)) && make_triangles(s) && make_bones(s) &&
        bind_vertices(s) && make_morphs(s))
        return s;
    mien_sample_mesh_destroy(s);
    return NULL;
}

void mien_sample_mesh_destroy(MienSampleMesh *sample)
{
    if (sample == NULL)
        return;
    mieni_arena_release(&sample->arena);
    free(sample);
}

const MienAuthorMesh *mien_sample_mesh(const MienSampleMesh *sample) { return &sample->mesh; }
