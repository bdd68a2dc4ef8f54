// SPDX-License-Identifier: MIT
//
// Skinning in tests: a random pose of a bound mesh through all jobs, and the same in
// double precision, as the formulas say it.

#pragma once

#include "support/meshes.h"
#include "support/random.h"

/// Everything that skinning one mesh takes and gives.
typedef struct Skinned {
    const BoundMesh *b;
    int bone_count, curve_count;
    MienTransform *local;
    float *curves;
    uint32_t *present;
    MienMatrix34 *model, *palette;
    float *weights;
    MienVec3 *positions, *normals;
    void *scratch;
    size_t scratch_size;
} Skinned;

static inline MienQuat any_turn(Random *random, double size)
{
    MienQuat q = {(float)random_between(random, -size, size), (float)random_between(random, -size, size),
                  (float)random_between(random, -size, size), 1.0f};
    return mien_quat_normalize(q);
}

/// A pose with turns, shifts, uneven scales and a mirrored bone; most curves present.
static inline Skinned skinned_open(const BoundMesh *b, uint64_t seed)
{
    Random random = {seed};
    Skinned s = {.b = b,
                 .bone_count = mien_skeleton_bone_count(b->skeleton),
                 .curve_count = mien_skeleton_curve_count(b->skeleton)};
    const size_t bones = (size_t)s.bone_count, vertices = (size_t)b->info.vertex_count;
    s.local = calloc(bones, sizeof *s.local);
    s.curves = calloc((size_t)s.curve_count + 1, sizeof *s.curves);
    s.present = calloc((size_t)mien_curve_set_words(s.curve_count) + 1, sizeof *s.present);
    s.model = aligned_take(bones * sizeof *s.model);
    s.palette = aligned_take(((size_t)b->info.joint_count + 1) * sizeof *s.palette);
    s.weights = calloc((size_t)b->info.morph_count + 1, sizeof *s.weights);
    s.positions = calloc(vertices + 1, sizeof *s.positions);
    s.normals = calloc(vertices + 1, sizeof *s.normals);
    s.scratch_size = mien_skin_job_scratch_size(b->mesh);
    s.scratch = aligned_take(s.scratch_size);
    const MienCurveSet set = {s.curve_count, s.curves, s.present};
    for (int i = 0; i < s.bone_count; ++i) {
        MienTransform *bone = &s.local[i];
        *bone = mien_mesh_binding_rest_pose(b->binding)[i];
        bone->rotation = mien_quat_normalize(mien_quat_multiply(any_turn(&random, 0.4), bone->rotation));
        bone->translation.x += (float)random_between(&random, -0.02, 0.02);
        bone->scale.x = (float)random_between(&random, 0.7, 1.4);
        bone->scale.y = (float)random_between(&random, 0.7, 1.4) * (i == 2 ? -1.0f : 1.0f);
    }
    for (int c = 0; c < s.curve_count; ++c) {
        if (random_below(&random, 4) != 0)
            mien_curve_set_put(&set, c, (float)random_between(&random, -0.5, 1.5));
    }
    return s;
}

static inline void skinned_close(Skinned *s)
{
    free(s->local);
    free(s->curves);
    free(s->present);
    aligned_free(s->model);
    aligned_free(s->palette);
    free(s->weights);
    free(s->positions);
    free(s->normals);
    aligned_free(s->scratch);
}

static inline MienModelJob model_job(const Skinned *s)
{
    return (MienModelJob){.skeleton = s->b->skeleton,
                          .bone_count = s->bone_count,
                          .local_count = s->bone_count,
                          .local = s->local,
                          .out_model = s->model};
}

static inline MienPaletteJob palette_job(const Skinned *s)
{
    return (MienPaletteJob){.binding = s->b->binding,
                            .bone_count = s->bone_count,
                            .model = s->model,
                            .joint_count = s->b->info.joint_count,
                            .out_palette = s->palette};
}

static inline MienMorphJob morph_job(const Skinned *s)
{
    return (MienMorphJob){.binding = s->b->binding,
                          .curves = {s->curve_count, s->curves, s->present},
                          .morph_count = s->b->info.morph_count,
                          .out_weights = s->weights};
}

static inline MienSkinJob skin_job(const Skinned *s)
{
    return (MienSkinJob){.mesh = s->b->mesh,
                         .joint_count = s->b->info.joint_count,
                         .palette = s->palette,
                         .morph_count = s->b->info.morph_count,
                         .weights = s->weights,
                         .vertex_count = s->b->info.vertex_count,
                         .out_positions = s->positions,
                         .out_normals = s->b->info.has_normals ? s->normals : NULL,
                         .scratch = s->scratch,
                         .scratch_size = s->scratch_size};
}

/// All jobs, one after another; the first status that is not OK.
static inline MienStatus skinned_run(const Skinned *s)
{
    const MienModelJob model = model_job(s);
    const MienPaletteJob palette = palette_job(s);
    const MienMorphJob morph = morph_job(s);
    const MienSkinJob skin = skin_job(s);
    MienStatus status = mien_model_job_run(&model);
    if (status == MIEN_OK)
        status = mien_palette_job_run(&palette);
    if (status == MIEN_OK)
        status = mien_morph_job_run(&morph);
    return status == MIEN_OK ? mien_skin_job_run(&skin) : status;
}

static inline void skinned_hash(const Skinned *s, uint8_t out_hash[32])
{
    const size_t size = (size_t)s->b->info.vertex_count * sizeof(MienVec3);
    MieniSha256 hash;
    mieni_sha256_begin(&hash);
    mieni_sha256_update(&hash, s->palette, (size_t)s->b->info.joint_count * sizeof *s->palette);
    mieni_sha256_update(&hash, s->weights, (size_t)s->b->info.morph_count * sizeof *s->weights);
    mieni_sha256_update(&hash, s->positions, size);
    mieni_sha256_update(&hash, s->normals, size);
    mieni_sha256_end(&hash, out_hash);
}

static inline void exact_matrix(const MienTransform *t, double m[12])
{
    const double x = t->rotation.x, y = t->rotation.y, z = t->rotation.z, w = t->rotation.w;
    const double turn[3][3] = {{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
                               {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
                               {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z}};
    const double scale[3] = {t->scale.x, t->scale.y, t->scale.z};
    const double shift[3] = {t->translation.x, t->translation.y, t->translation.z};
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c)
            m[4 * r + c] = turn[r][c] * scale[c];
        m[4 * r + 3] = shift[r];
    }
}

static inline void exact_product(const double a[12], const double b[12], double out[12])
{
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 4; ++c) {
            out[4 * r + c] = c == 3 ? a[4 * r + 3] : 0.0;
            for (int k = 0; k < 3; ++k)
                out[4 * r + c] += a[4 * r + k] * b[4 * k + c];
        }
    }
}

/// Model matrices in double; the caller frees them.
static inline double (*exact_model(const Skinned *s))[12]
{
    double(*model)[12] = calloc((size_t)s->bone_count, sizeof *model);
    for (int i = 0; i < s->bone_count; ++i) {
        const int parent = mien_skeleton_bone_parent(s->b->skeleton, i);
        double local[12];
        exact_matrix(&s->local[i], local);
        if (parent < 0)
            memcpy(model[i], local, sizeof local);
        else
            exact_product(model[parent], local, model[i]);
    }
    return model;
}

static inline double exact_root(double x)
{
    double root = x > 1.0 ? x : 1.0;
    for (int i = 0; i < 200; ++i)
        root = 0.5 * (root + x / root);
    return root;
}

/// One vertex in double, from what was authored.
static inline void exact_vertex(const Skinned *s, double (*model)[12], int vertex, double position[3],
                                double normal[3])
{
    const MienAuthorMesh *mesh = s->b->made.mesh;
    const float *base = &mesh->positions[vertex].x;
    double p[3], n[3] = {0, 0, 0}, m[12] = {0};
    for (int k = 0; k < 3; ++k) {
        p[k] = base[k];
        n[k] = mesh->normals != NULL ? (double)(&mesh->normals[vertex].x)[k] : 0.0;
    }
    for (int t = 0; t < mesh->morph_count; ++t) {
        for (int i = 0; i < mesh->morphs[t].count; ++i) {
            if (mesh->morphs[t].vertices[i] != (uint32_t)vertex)
                continue;
            for (int k = 0; k < 3; ++k) {
                p[k] += (double)s->weights[t] * (double)(&mesh->morphs[t].positions[i].x)[k];
                if (mesh->morphs[t].normals != NULL)
                    n[k] += (double)s->weights[t] * (double)(&mesh->morphs[t].normals[i].x)[k];
            }
        }
    }
    for (int i = 0; i < mesh->influence_count; ++i) {
        const int at = vertex * mesh->influence_count + i;
        const MienAuthorMeshJoint *bind = &mesh->joints[mesh->vertex_joints[at]];
        double inverse[12], product[12];
        for (int k = 0; k < 12; ++k)
            inverse[k] = bind->inverse[k];
        exact_product(model[mien_skeleton_find_bone(s->b->skeleton, bind->bone)], inverse, product);
        for (int k = 0; k < 12; ++k)
            m[k] += (double)mesh->vertex_weights[at] * product[k];
    }
    // The inverse transpose, as cofactors over the determinant.
    double determinant = 0.0, turned[3], square = 0.0;
    for (int r = 0; r < 3; ++r) {
        const double *a = m + 4 * ((r + 1) % 3), *b = m + 4 * ((r + 2) % 3);
        const double c[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
        turned[r] = c[0] * n[0] + c[1] * n[1] + c[2] * n[2];
        determinant = r == 0 ? m[0] * c[0] + m[1] * c[1] + m[2] * c[2] : determinant;
        position[r] = m[4 * r] * p[0] + m[4 * r + 1] * p[1] + m[4 * r + 2] * p[2] + m[4 * r + 3];
        square += turned[r] * turned[r];
    }
    for (int r = 0; r < 3; ++r)
        normal[r] = (determinant < 0 ? -turned[r] : turned[r]) / exact_root(square);
}
