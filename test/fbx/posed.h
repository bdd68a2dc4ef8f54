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
        MienTransform local = bone->reference;
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

/// Deformed positions of all vertices, to be freed.
static inline double (*posed_mesh(const MienIoSource *source, const MienAuthorClip *clip, double time))[3]
{
    const MienAuthorMesh *mesh = source->mesh;
    double(*worlds)[12] = calloc((size_t)source->skeleton.bone_count + 1, sizeof *worlds);
    double(*palette)[12] = calloc((size_t)mesh->bind_count + 1, sizeof *palette);
    double *weights = calloc((size_t)mesh->morph_count + 1, sizeof *weights);
    double(*shape)[3] = calloc((size_t)mesh->vertex_count + 1, sizeof *shape);
    posed_bones(source, clip, time, worlds);
    posed_weights(source, clip, time, weights);
    for (int b = 0; b < mesh->bind_count; ++b)
        for (int i = 0; i < source->skeleton.bone_count; ++i)
            if (strcmp(source->skeleton.bones[i].name, mesh->binds[b].bone) == 0) {
                double inverse[12];
                for (int k = 0; k < 12; ++k)
                    inverse[k] = mesh->binds[b].inverse[k];
                posed_multiply(worlds[i], inverse, palette[b]);
            }
    for (int v = 0; v < mesh->vertex_count; ++v) {
        shape[v][0] = mesh->positions[v].x;
        shape[v][1] = mesh->positions[v].y;
        shape[v][2] = mesh->positions[v].z;
    }
    for (int m = 0; m < mesh->morph_count; ++m)
        for (int i = 0; i < mesh->morphs[m].count; ++i) {
            double *p = shape[mesh->morphs[m].vertices[i]];
            p[0] += weights[m] * mesh->morphs[m].positions[i].x;
            p[1] += weights[m] * mesh->morphs[m].positions[i].y;
            p[2] += weights[m] * mesh->morphs[m].positions[i].z;
        }
    for (int v = 0; v < mesh->vertex_count; ++v) {
        double out[3] = {0, 0, 0};
        for (int i = 0; i < mesh->influence_count; ++i) {
            const size_t at = (size_t)v * (size_t)mesh->influence_count + (size_t)i;
            const double *m = palette[mesh->vertex_binds[at]], w = mesh->vertex_weights[at];
            for (int r = 0; r < 3; ++r)
                out[r] += w * (m[4 * r] * shape[v][0] + m[4 * r + 1] * shape[v][1] +
                               m[4 * r + 2] * shape[v][2] + m[4 * r + 3]);
        }
        memcpy(shape[v], out, sizeof out);
    }
    free(worlds);
    free(palette);
    free(weights);
    return shape;
}
