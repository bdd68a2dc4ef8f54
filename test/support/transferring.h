// SPDX-License-Identifier: MIT
//
// Heads of the sample cast that pose each other: how far transferred poses are from a head's own.

#pragma once

#include "support/cast_actor.h"
#include "support/seconds.h"

#include "mien_transfer/transfer.h"

#include <math.h>

enum { CAST_HEADS = 4, CAST_MOST_POSES = 64 };

static const char *const cast_names[CAST_HEADS] = {"ada", "pip", "bruno", "moss"};

/// Poses of the centre and of the left: the others mirror them.
static inline bool counts_pose(const char *name) { return strstr(name, "Right") == NULL; }

/// An actor's vertices in a pose alone, or at rest for NULL.
static inline void show_pose(Actor *actor, const char *pose, MienVec3 *out_positions)
{
    const Look look = {.name = pose, .curves = {{pose, 1.0f}}};
    show_look(actor, pose != NULL ? &look : &(const Look){.name = ""});
    memcpy(out_positions, actor->positions, (size_t)actor->head.mesh.vertex_count * sizeof *out_positions);
}

static inline double point_distance(MienVec3 a, MienVec3 b)
{
    const double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y, z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

/// Of a pose: the root mean square error over the vertices that the truth moves, as a part of that motion.
static inline double relative_error(const MienVec3 *rest, const MienVec3 *truth, const MienVec3 *posed,
                                    int count, double height)
{
    double errors = 0.0, motions = 0.0;
    for (int v = 0; v < count; ++v) {
        const double moved = point_distance(rest[v], truth[v]), off = point_distance(truth[v], posed[v]);
        if (moved <= 0.001 * height)
            continue;
        errors += off * off;
        motions += moved * moved;
    }
    return motions > 0.0 ? sqrt(errors / motions) : 0.0;
}

static inline int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Relative errors of a pair, over poses.
typedef struct PairErrors {
    int count;
    double errors[CAST_MOST_POSES];
    double median, p90;
} PairErrors;

static inline void finish_errors(PairErrors *pair)
{
    double sorted[CAST_MOST_POSES];
    memcpy(sorted, pair->errors, sizeof sorted);
    qsort(sorted, (size_t)pair->count, sizeof *sorted, compare_numbers);
    const double middle = 0.5 * (double)(pair->count - 1), late = 0.9 * (double)(pair->count - 1);
    const int m = (int)middle, l = (int)late;
    pair->median = sorted[m] + (middle - m) * (sorted[m + 1 < pair->count ? m + 1 : m] - sorted[m]);
    pair->p90 = sorted[l] + (late - l) * (sorted[l + 1 < pair->count ? l + 1 : l] - sorted[l]);
}

/// How far poses on a head are from its own. skips: poses that do not count; NULL: none.
static inline PairErrors compare_poses(Actor *truth, const MienAuthorPoseAsset *poses,
                                       bool (*skips)(const char *name))
{
    static Actor posed;
    const int vertices = truth->head.mesh.vertex_count;
    MienVec3 *at[3];
    PairErrors pair = {0};
    posed = (Actor){.head = truth->head};
    open_actor_with(&posed, poses);
    for (int i = 0; i < 3; ++i)
        at[i] = calloc((size_t)vertices, sizeof *at[i]);
    show_pose(truth, NULL, at[0]);
    for (int p = 0; p < poses->pose_count; ++p) {
        const char *name = poses->poses[p].name;
        if (!counts_pose(name) || (skips != NULL && skips(name)))
            continue;
        show_pose(truth, name, at[1]);
        show_pose(&posed, name, at[2]);
        const double error =
            100.0 * relative_error(at[0], at[1], at[2], vertices, (double)truth->head.height);
        if (getenv("MIEN_SHOW") != NULL)
            printf("    %-24s %6.1f %%\n", name, error);
        pair.errors[pair.count++] = error;
    }
    for (int i = 0; i < 3; ++i)
        free(at[i]);
    posed.head = (MieniCastHead){0}; // the truth's
    close_actor(&posed);
    finish_errors(&pair);
    return pair;
}
