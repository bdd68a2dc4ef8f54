// SPDX-License-Identifier: MIT
//
// What a source looks like at a moment of a take, computed in double: only errors of
// reading shall count.

#pragma once

#include "mien_io/source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static inline void posed_matrix(const MienTransform *t, double m[12])
{
    const double x = t->rotation.x, y = t->rotation.y, z = t->rotation.z, w = t->rotation.w;
    const double r[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                         2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                         2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    const double s[3] = {t->scale.x, t->scale.y, t->scale.z};
    const double p[3] = {t->translation.x, t->translation.y, t->translation.z};
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k)
            m[4 * i + k] = r[3 * i + k] * s[k];
        m[4 * i + 3] = p[i];
    }
}

static inline void posed_multiply(const double a[12], const double b[12], double out[12])
{
    double m[12];
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 4; ++c)
            m[4 * r + c] = a[4 * r] * b[c] + a[4 * r + 1] * b[4 + c] + a[4 * r + 2] * b[8 + c] +
                           (c == 3 ? a[4 * r + 3] : 0);
    memcpy(out, m, sizeof m);
}

/// Where every bone is. clip NULL: at rest.
static inline void posed_bones(const MienIoSource *source, const MienAuthorClip *clip, double time,
                               double (*worlds)[12])
{
    for (int b = 0; b < source->skeleton.bone_count; ++b) {
        const MienAuthorBone *bone = &source->skeleton.bones[b];
        MienTransform local = bone->rest;
        for (int t = 0; clip != NULL && t < clip->track_count; ++t)
            if (strcmp(clip->tracks[t].bone, bone->name) == 0)
                local = mien_author_track_evaluate(clip, t, time);
        posed_matrix(&local, worlds[b]);
        if (bone->parent >= 0)
            posed_multiply(worlds[bone->parent], worlds[b], worlds[b]);
    }
}

/// The value of a curve, or NaN if the clip has none of that name.
static inline double posed_curve(const MienAuthorClip *clip, const char *name, double time)
{
    for (int c = 0; clip != NULL && c < clip->curve_count; ++c)
        if (strcmp(clip->curves[c].name, name) == 0)
            return mien_author_curve_evaluate(&clip->curves[c], time);
    return NAN;
}

/// Adds what an expression does at a value of its control: straight from one of its poses to
/// the next, 0 being the face at rest.
static inline void posed_expression(const MienIoSource *source, int control, double value, double *weights)
{
    const MienIoExpressions *all = &source->expressions;
    const MienAuthorClip *clip = source->takes[all->take].clip;
    int low = -2, high = -2; // -1: rest; otherwise an expression; the nearest two places
    double from = 0, to = 0;
    // Sorted places without an array: the largest one not above the value and the one after
    // it, or the outermost two.
    double places[64];
    int who[64], count = 0;
    places[count] = 0;
    who[count++] = -1;
    for (int e = 0; e < all->count && count < 64; ++e)
        if (e == control || all->items[e].on == control) {
            places[count] = e == control ? 1 : (double)all->items[e].at;
            who[count++] = e;
        }
    for (int i = 1; i < count; ++i)
        for (int k = i; k > 0 && places[k] < places[k - 1]; --k) {
            const double place = places[k];
            const int own = who[k];
            places[k] = places[k - 1];
            who[k] = who[k - 1];
            places[k - 1] = place;
            who[k - 1] = own;
        }
    for (int i = 0; i + 1 < count; ++i) {
        low = who[i];
        high = who[i + 1];
        from = places[i];
        to = places[i + 1];
        if (value < to)
            break;
    }
    const double part = (value - from) / (to - from);
    for (int m = 0; m < source->mesh->morph_count; ++m) {
        const char *name = source->mesh->morphs[m].name;
        const double rest = posed_curve(clip, name, 0);
        if (isnan(rest))
            continue;
        const double a = low < 0 ? rest : posed_curve(clip, name, (low + 1) / 30.0);
        const double b = high < 0 ? rest : posed_curve(clip, name, (high + 1) / 30.0);
        weights[m] += (1 - part) * (a - rest) + part * (b - rest);
    }
}

/// Weights of morphs.
static inline void posed_weights(const MienIoSource *source, const MienAuthorClip *clip, double time,
                                 double *weights)
{
    for (int m = 0; m < source->mesh->morph_count; ++m) {
        const double value = posed_curve(clip, source->mesh->morphs[m].name, time);
        weights[m] = isnan(value) ? (double)source->mesh->morphs[m].weight : value;
    }
    for (int e = 0; e < source->expressions.count; ++e) {
        const double value = posed_curve(clip, source->expressions.items[e].name, time);
        if (source->expressions.items[e].on >= 0 || isnan(value))
            continue;
        // Driven: what its morphs are at rest does not count.
        const MienAuthorClip *poses = source->takes[source->expressions.take].clip;
        for (int m = 0; m < source->mesh->morph_count; ++m) {
            const char *name = source->mesh->morphs[m].name;
            const double own = posed_curve(poses, name, (e + 1) / 30.0), rest = posed_curve(poses, name, 0);
            bool is_own = own != rest;
            for (int i = 0; i < source->expressions.count; ++i)
                is_own = is_own || (source->expressions.items[i].on == e &&
                                    posed_curve(poses, name, (i + 1) / 30.0) != rest);
            if (is_own && !isnan(own))
                weights[m] = 0;
        }
        posed_expression(source, e, value, weights);
    }
}

/// What a mesh is skinned with.
typedef struct PosedSkin {
    double (*worlds)[12];  ///< Per bone.
    double (*palette)[12]; ///< Per bind.
    double *weights;       ///< Per morph.
} PosedSkin;

static inline PosedSkin posed_skin(const MienIoSource *source, const MienAuthorClip *clip, double time)
{
    const MienAuthorMesh *mesh = source->mesh;
    PosedSkin skin = {calloc((size_t)source->skeleton.bone_count + 1, sizeof *skin.worlds),
                      calloc((size_t)mesh->joint_count + 1, sizeof *skin.palette),
                      calloc((size_t)mesh->morph_count + 1, sizeof *skin.weights)};
    posed_bones(source, clip, time, skin.worlds);
    posed_weights(source, clip, time, skin.weights);
    return skin;
}

static inline void posed_release(PosedSkin *skin)
{
    free(skin->worlds);
    free(skin->palette);
    free(skin->weights);
}

/// Matrices of binds, from where bones are.
static inline void posed_palette(const MienIoSource *source, PosedSkin *skin)
{
    for (int b = 0; b < source->mesh->joint_count; ++b)
        for (int i = 0; i < source->skeleton.bone_count; ++i)
            if (strcmp(source->skeleton.bones[i].name, source->mesh->joints[b].bone) == 0) {
                double inverse[12];
                for (int k = 0; k < 12; ++k)
                    inverse[k] = source->mesh->joints[b].inverse[k];
                posed_multiply(skin->worlds[i], inverse, skin->palette[b]);
            }
}

static inline void posed_quaternion(const double m[12], double q[4])
{
    const double d[3] = {m[0], m[5], m[10]};
    int i = d[1] > d[0] ? 1 : 0;
    i = d[2] > d[i] ? 2 : i;
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    if (d[0] + d[1] + d[2] > 0) {
        const double s = 2 * sqrt(d[0] + d[1] + d[2] + 1);
        q[0] = (m[9] - m[6]) / s;
        q[1] = (m[2] - m[8]) / s;
        q[2] = (m[4] - m[1]) / s;
        q[3] = s / 4;
    } else {
        const double s = 2 * sqrt(1 + d[i] - d[j] - d[k]);
        q[i] = s / 4;
        q[j] = (m[4 * i + j] + m[4 * j + i]) / s;
        q[k] = (m[4 * i + k] + m[4 * k + i]) / s;
        q[3] = (m[4 * k + j] - m[4 * j + k]) / s;
    }
}

/// A vertex by dual quaternions. Matrices must be rigid.
static inline void posed_dual(const MienAuthorMesh *mesh, const PosedSkin *skin, int vertex,
                              const double p[3], double out[3])
{
    double real[4] = {0, 0, 0, 0}, dual[4] = {0, 0, 0, 0}, first[4] = {0, 0, 0, 0};
    for (int i = 0; i < mesh->influence_count; ++i) {
        const size_t at = (size_t)vertex * (size_t)mesh->influence_count + (size_t)i;
        const double *m = skin->palette[mesh->vertex_joints[at]], w = mesh->vertex_weights[at];
        const double t[3] = {m[3], m[7], m[11]};
        double q[4];
        posed_quaternion(m, q);
        if (i == 0)
            memcpy(first, q, sizeof q);
        const double side =
            q[0] * first[0] + q[1] * first[1] + q[2] * first[2] + q[3] * first[3] < 0 ? -w : w;
        const double d[4] = {0.5 * (t[0] * q[3] + t[1] * q[2] - t[2] * q[1]),
                             0.5 * (t[1] * q[3] + t[2] * q[0] - t[0] * q[2]),
                             0.5 * (t[2] * q[3] + t[0] * q[1] - t[1] * q[0]),
                             -0.5 * (t[0] * q[0] + t[1] * q[1] + t[2] * q[2])};
        for (int k = 0; k < 4; ++k) {
            real[k] += side * q[k];
            dual[k] += side * d[k];
        }
    }
    const double length = sqrt(real[0] * real[0] + real[1] * real[1] + real[2] * real[2] + real[3] * real[3]);
    for (int k = 0; k < 4; ++k) {
        real[k] /= length;
        dual[k] /= length;
    }
    const double c[3] = {real[1] * p[2] - real[2] * p[1] + real[3] * p[0],
                         real[2] * p[0] - real[0] * p[2] + real[3] * p[1],
                         real[0] * p[1] - real[1] * p[0] + real[3] * p[2]};
    const double t[3] = {2 * (real[3] * dual[0] - dual[3] * real[0] + real[1] * dual[2] - real[2] * dual[1]),
                         2 * (real[3] * dual[1] - dual[3] * real[1] + real[2] * dual[0] - real[0] * dual[2]),
                         2 * (real[3] * dual[2] - dual[3] * real[2] + real[0] * dual[1] - real[1] * dual[0])};
    out[0] = p[0] + 2 * (real[1] * c[2] - real[2] * c[1]) + t[0];
    out[1] = p[1] + 2 * (real[2] * c[0] - real[0] * c[2]) + t[1];
    out[2] = p[2] + 2 * (real[0] * c[1] - real[1] * c[0]) + t[2];
}

static inline void posed_linear(const MienAuthorMesh *mesh, const PosedSkin *skin, int vertex,
                                const double p[3], double out[3])
{
    out[0] = out[1] = out[2] = 0;
    for (int i = 0; i < mesh->influence_count; ++i) {
        const size_t at = (size_t)vertex * (size_t)mesh->influence_count + (size_t)i;
        const double *m = skin->palette[mesh->vertex_joints[at]], w = mesh->vertex_weights[at];
        for (int r = 0; r < 3; ++r)
            out[r] += w * (m[4 * r] * p[0] + m[4 * r + 1] * p[1] + m[4 * r + 2] * p[2] + m[4 * r + 3]);
    }
}

/// Deformed positions of all vertices, to be freed.
static inline double (*posed_mesh(const MienAuthorMesh *mesh, const PosedSkin *skin, bool is_dual))[3]
{
    double(*shape)[3] = calloc((size_t)mesh->vertex_count + 1, sizeof *shape);
    for (int v = 0; v < mesh->vertex_count; ++v) {
        shape[v][0] = mesh->positions[v].x;
        shape[v][1] = mesh->positions[v].y;
        shape[v][2] = mesh->positions[v].z;
    }
    for (int m = 0; m < mesh->morph_count; ++m)
        for (int i = 0; i < mesh->morphs[m].count; ++i) {
            double *p = shape[mesh->morphs[m].vertices[i]];
            p[0] += skin->weights[m] * mesh->morphs[m].positions[i].x;
            p[1] += skin->weights[m] * mesh->morphs[m].positions[i].y;
            p[2] += skin->weights[m] * mesh->morphs[m].positions[i].z;
        }
    for (int v = 0; v < mesh->vertex_count; ++v) {
        double out[3];
        (is_dual ? posed_dual : posed_linear)(mesh, skin, v, shape[v], out);
        memcpy(shape[v], out, sizeof out);
    }
    return shape;
}
