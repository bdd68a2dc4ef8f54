// SPDX-License-Identifier: MIT
//
// Tests of each pose by itself and against the others.

#include "core/float_rules.h"

#include "accept/accepting.h"
#include "base/names.h"
#include "core/square_root.h"

#include <stdlib.h>
#include <string.h>

static void test_neutral(MieniAccepting *a)
{
    double largest = 0.0;
    if (!mieni_accept_show(a, NULL, 0))
        return;
    for (int v = 0; v < a->face.vertex_count; ++v) {
        const double moved = mieni_accept_moved(a, v);
        largest = moved > largest ? moved : largest;
    }
    const double value = mieni_accept_percent(a, largest);
    mieni_accept_tell(a, MIEN_ACCEPT_NEUTRAL, NULL, 0, value,
                      "Without any curve the face is up to %.3g %% of head height from its rest.", value);
}

static void test_moves(MieniAccepting *a)
{
    for (int i = 0; i < a->pose_count; ++i) {
        const MieniAmount one = {.pose = &a->poses[i], .amount = 1.0f};
        const double any = mieni_accept_percent(a, a->poses[i].any_largest);
        mieni_accept_tell(a, MIEN_ACCEPT_MOVES, &one, 1, any,
                          "%s moves nothing by more than %.2g %% of head height.", one.pose->name, any);
    }
}

static void test_extremes(MieniAccepting *a)
{
    for (int i = 0; i < a->pose_count; ++i) {
        const MieniAmount one = {.pose = &a->poses[i], .amount = 1.0f};
        const double value = mieni_accept_percent(a, a->poses[i].largest);
        if (!a->poses[i].turns_head)
            mieni_accept_tell(a, MIEN_ACCEPT_EXTREMES, &one, 1, value,
                              "%s moves something by %.3g %% of head height.", one.pose->name, value);
    }
}

static double product(const MieniAccepting *a, const float *one, const float *two)
{
    double sum = 0.0;
    for (int i = 0; i < 3 * a->sampled_count; ++i)
        sum += (double)one[i] * (double)two[i];
    return sum;
}

/// Poses that move the same in the same way. A face with several vocabularies has doubles, so only those
/// with a role count, unless there are few.
static void test_own(MieniAccepting *a)
{
    int role_count = 0;
    for (int i = 0; i < a->pose_count; ++i)
        role_count += a->poses[i].is_role;
    for (int i = 0; i < a->pose_count; ++i)
        for (int j = i + 1; j < a->pose_count; ++j) {
            const MieniAcceptPose *p = &a->poses[i], *q = &a->poses[j];
            const MieniAmount both[] = {{p, 1.0f}, {q, 1.0f}};
            if ((role_count >= 20 && (!p->is_role || !q->is_role)) || p->size == 0.0 || q->size == 0.0)
                continue;
            if (p->size > 1.2 * q->size || q->size > 1.2 * p->size)
                continue;
            const double alike = 100.0 * product(a, p->moved, q->moved) / (p->size * q->size);
            mieni_accept_tell(a, MIEN_ACCEPT_OWN, both, 2, alike,
                              "%s and %s move the face in the same way (%.1f %%).", p->name, q->name, alike);
        }
    if (a->report->rows[MIEN_ACCEPT_OWN].measured_count == 0 && a->pose_count > 1)
        mieni_accept_tell(a, MIEN_ACCEPT_OWN, NULL, 0, 0.0, "No two poses move the face by about as much.");
}

/// How far a pose has come at an amount, as a part of the whole.
static double progress_at(MieniAccepting *a, const MieniAcceptPose *pose, float amount)
{
    double sum = 0.0;
    if (!mieni_accept_show_one(a, pose, amount))
        return 0.0;
    for (int i = 0; i < a->sampled_count; ++i) {
        const MienVec3 p = a->face.positions[a->sampled[i]], q = a->face.rest[a->sampled[i]];
        const float *moved = pose->moved + 3 * (size_t)i;
        sum += ((double)p.x - (double)q.x) * (double)moved[0] +
               ((double)p.y - (double)q.y) * (double)moved[1] +
               ((double)p.z - (double)q.z) * (double)moved[2];
    }
    return sum / (pose->size * pose->size);
}

static void test_between(MieniAccepting *a)
{
    for (int i = 0; i < a->pose_count && mieni_accept_goes_on(a, a->done); ++i) {
        const MieniAmount one = {.pose = &a->poses[i], .amount = 1.0f};
        double before = 0.0, worst = 0.0;
        if (a->poses[i].size == 0.0)
            continue;
        for (int step = 1; step <= 4; ++step) {
            const double now = step < 4 ? progress_at(a, one.pose, 0.25f * (float)step) : 1.0;
            worst = before - now > worst ? before - now : worst;
            before = now;
        }
        mieni_accept_tell(a, MIEN_ACCEPT_BETWEEN, &one, 1, 100.0 * worst,
                          "%s goes back by %.3g %% of its motion on the way to 1.", one.pose->name,
                          100.0 * worst);
    }
}

typedef struct Height {
    float y;
    int row;
} Height;

static int compare_heights(const void *one, const void *two)
{
    const Height *a = one, *b = two;
    return a->y != b->y ? (a->y > b->y) - (a->y < b->y) : (a->row > b->row) - (a->row < b->row);
}

/// The sampled vertex on the other side of one, among those at its height; -1 if there is none.
static int find_other(const MieniAccepting *a, const Height *heights, int at)
{
    const double near = 0.001 * a->height;
    const MienVec3 p = a->face.rest[a->sampled[heights[at].row]];
    double least = near * near;
    int found = -1;
    for (int step = -1; step <= 1; step += 2)
        for (int i = at; i >= 0 && i < a->sampled_count; i += step) {
            const MienVec3 q = a->face.rest[a->sampled[heights[i].row]];
            const double x = (double)p.x + (double)q.x - 2.0 * a->middle, y = (double)p.y - (double)q.y,
                         z = (double)p.z - (double)q.z, square = x * x + y * y + z * z;
            if (y * y > near * near)
                break;
            if (square < least) {
                least = square;
                found = heights[i].row;
            }
        }
    return found;
}

/// The sampled vertex on the other side of each sampled one, or -1. Returns how many have one.
static int find_mirrored(MieniAccepting *a, int *out_mirrored)
{
    Height *heights = mieni_arena_take(&a->arena, (size_t)a->sampled_count, sizeof *heights);
    int count = 0;
    if (heights == NULL)
        return 0;
    for (int i = 0; i < a->sampled_count; ++i)
        heights[i] = (Height){.y = a->face.rest[a->sampled[i]].y, .row = i};
    qsort(heights, (size_t)a->sampled_count, sizeof *heights, compare_heights);
    for (int i = 0; i < a->sampled_count; ++i) {
        const int other = find_other(a, heights, i);
        out_mirrored[heights[i].row] = other;
        count += other >= 0;
    }
    return count;
}

/// How much two poses differ, one of them mirrored, as a part of their motion.
static double asymmetry(const MieniAccepting *a, const int *mirrored, const float *one, const float *two)
{
    double difference = 0.0, motion = 0.0;
    for (int i = 0; i < a->sampled_count; ++i) {
        if (mirrored[i] < 0)
            continue;
        const float *p = one + 3 * (size_t)i, *q = two + 3 * (size_t)mirrored[i];
        const double x = (double)p[0] + (double)q[0], y = (double)p[1] - (double)q[1],
                     z = (double)p[2] - (double)q[2];
        difference += x * x + y * y + z * z;
        motion +=
            0.5 * ((double)p[0] * (double)p[0] + (double)p[1] * (double)p[1] + (double)p[2] * (double)p[2] +
                   (double)q[0] * (double)q[0] + (double)q[1] * (double)q[1] + (double)q[2] * (double)q[2]);
    }
    return motion > 0.0 ? mieni_sqrt(difference / motion) : 0.0;
}

static void test_symmetry(MieniAccepting *a)
{
    int *mirrored = mieni_arena_take(&a->arena, (size_t)a->sampled_count, sizeof *mirrored);
    if (mirrored == NULL) {
        a->status = MIEN_ERROR_MEMORY;
        return;
    }
    if (2 * find_mirrored(a, mirrored) < a->sampled_count) {
        mieni_accept_skip(a, MIEN_ACCEPT_SYMMETRY, "The mesh is not the same on both sides.");
        return;
    }
    for (int i = 0; i < a->pose_count; ++i) {
        char other[MIENI_NAME_ROOM];
        if (!mieni_name_swap_sides(a->poses[i].name, other) || a->poses[i].turns_head)
            continue;
        for (int j = i + 1; j < a->pose_count; ++j) {
            const MieniAmount both[] = {{&a->poses[i], 1.0f}, {&a->poses[j], 1.0f}};
            if (strcmp(a->poses[j].name, other) != 0)
                continue;
            const double value = 100.0 * asymmetry(a, mirrored, a->poses[i].moved, a->poses[j].moved);
            mieni_accept_tell(a, MIEN_ACCEPT_SYMMETRY, both, 2, value,
                              "%s and %s differ by %.3g %% of their motion.", both[0].pose->name,
                              both[1].pose->name, value);
        }
    }
}

void mieni_accept_test_poses(MieniAccepting *a)
{
    test_neutral(a);
    test_moves(a);
    if (mieni_accept_wants(a, MIEN_ACCEPT_OWN))
        test_own(a);
    test_extremes(a);
    if (mieni_accept_wants(a, MIEN_ACCEPT_BETWEEN))
        test_between(a);
    if (mieni_accept_wants(a, MIEN_ACCEPT_SYMMETRY))
        test_symmetry(a);
}
