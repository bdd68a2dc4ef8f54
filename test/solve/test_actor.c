// SPDX-License-Identifier: MIT
//
// An actor whose poses differ from those of the character: other sizes, other shapes. Poses that the
// actor held one after the other are measured and used instead of the character's.

#include "support/ledger.h"
#include "support/solving.h"

enum { POINTS = 160, FRAMES = 32, HELD = 12, MOST_CURVES = 128 };
static Actor ada;
static uint32_t vertices[POINTS];
static MienVec3 neutral[POINTS], extras[MOST_CURVES][POINTS], offsets[MOST_CURVES][POINTS];
static float gains[MOST_CURVES];
static double deviation; ///< Of the actor's poses.

static MienSolver *solver_of(bool has_head, const MienVec3 *rest, const MienVec3 *const *poses)
{
    static const char *names[MOST_CURVES];
    MienSolverDesc desc = {.input = MIEN_SOLVE_POINTS,
                           .poses = ada.loaded.asset,
                           .skeleton = ada.loaded.skeleton,
                           .mesh = ada.mesh,
                           .points = vertices,
                           .point_count = POINTS,
                           .neutral_points = rest,
                           .actor_poses = poses,
                           .actor_noise = deviation,
                           .has_head = has_head,
                           .only = names};
    MienSolver *solver = NULL;
    MienError error = {0};
    for (int i = 0; i < mien_pose_asset_info(ada.loaded.asset).pose_count; ++i) {
        const MienPoseInfo pose = mien_pose_asset_pose(ada.loaded.asset, i);
        if (pose.driven_pose >= 0 && !pose.is_inbetween && strncmp(pose.name, "head", 4) != 0)
            names[desc.only_count++] = pose.name;
    }
    require_ok(mien_solver_create(&desc, &solver, &error), &error, __LINE__);
    return solver;
}

/// The actor's points with values, seen with a millimetre's fraction of noise.
static void act(const MienSolver *solver, const float *values, uint64_t seed, int frame, bool has_head,
                MienVec3 *out_points)
{
    static float gained[MOST_CURVES];
    const int count = mien_solver_curve_count(solver);
    MienTransform head = mien_transform_identity();
    if (has_head) {
        const double half = 0.15 * sin(0.05 * frame);
        head.rotation = mien_quat_normalize((MienQuat){0.0f, (float)sin(half), 0.0f, (float)cos(half)});
        head.translation = (MienVec3){(float)(0.03 * sin(0.07 * frame)), 0.01f, 0.02f};
    }
    for (int c = 0; c < count; ++c)
        gained[c] = gains[c] * values[c];
    show_values(&ada, solver, gained);
    skin_actor(&ada);
    for (int p = 0; p < POINTS; ++p) {
        MienVec3 at = ada.positions[vertices[p]];
        for (int c = 0; c < count; ++c) {
            at.x += values[c] * extras[c][p].x;
            at.y += values[c] * extras[c][p].y;
            at.z += values[c] * extras[c][p].z;
        }
        at = mien_quat_rotate(head.rotation, at);
        out_points[p] = (MienVec3){at.x + head.translation.x + noise(&seed, 0.0005),
                                   at.y + head.translation.y + noise(&seed, 0.0005),
                                   at.z + head.translation.z + noise(&seed, 0.0005)};
    }
}

/// Gains from 0.6 to 1.4, and shapes that are partly those of the next pose.
static void make_actor(const MienSolver *solver, double part)
{
    const int count = mien_solver_curve_count(solver);
    static MienVec3 moved[MOST_CURVES][POINTS];
    static float values[MOST_CURVES];
    uint64_t seed = 11;
    memset(values, 0, sizeof values);
    show_values(&ada, solver, values);
    skin_actor(&ada);
    for (int p = 0; p < POINTS; ++p)
        neutral[p] = ada.positions[vertices[p]];
    for (int c = 0; c < count; ++c) {
        gains[c] = mien_random_between(&seed, 0.6f, 1.0f);
        values[c] = 1.0f;
        show_values(&ada, solver, values);
        skin_actor(&ada);
        values[c] = 0.0f;
        for (int p = 0; p < POINTS; ++p) {
            const MienVec3 at = ada.positions[vertices[p]];
            moved[c][p] = (MienVec3){at.x - neutral[p].x, at.y - neutral[p].y, at.z - neutral[p].z};
        }
    }
    for (int c = 0; c < count; ++c)
        for (int p = 0; p < POINTS; ++p) {
            const MienVec3 other = moved[(c + 1) % count][p];
            extras[c][p] = (MienVec3){(float)part * other.x, (float)part * other.y, (float)part * other.z};
        }
}

/// A take in which the actor rests, then holds each pose.
typedef struct Range {
    const MienSolver *solver;
    bool has_head;
} Range;

static bool read_range(void *user, int frame, const MienSolveBuffer *out)
{
    const Range *range = user;
    static float values[MOST_CURVES];
    const int pose = frame / HELD - 1;
    memset(values, 0, sizeof values);
    if (pose >= 0 && !mien_solver_curve(range->solver, pose).is_skipped)
        values[pose] = 1.0f;
    act(range->solver, values, 1000 + (uint64_t)frame * 7919, frame, range->has_head, out->points);
    return true;
}

/// Measures the actor's poses, and returns a solver that uses them.
static MienSolver *calibrate(MienSolver *plain, bool has_head)
{
    static const MienVec3 *poses[MOST_CURVES];
    static MienVec3 rest[POINTS];
    const int count = mien_solver_curve_count(plain);
    Range range = {plain, has_head};
    const MienSolveTake take = {
        .frame_count = (count + 1) * HELD, .rate = 30.0, .user = &range, .read = read_range};
    CHECK_STATUS(mien_solver_mean_points(plain, &take, 0, HELD, rest, &deviation, NULL), MIEN_OK);
    deviation *= sqrt(2.0); // of a difference
    for (int c = 0; c < count; ++c) {
        const int pose = mien_pose_asset_find_pose(ada.loaded.asset, mien_solver_curve(plain, c).name);
        poses[pose] = NULL;
        if (mien_solver_curve(plain, c).is_skipped)
            continue;
        CHECK_STATUS(mien_solver_mean_points(plain, &take, (c + 1) * HELD, HELD, offsets[c], NULL, NULL),
                     MIEN_OK);
        for (int p = 0; p < POINTS; ++p)
            offsets[c][p] = (MienVec3){offsets[c][p].x - rest[p].x, offsets[c][p].y - rest[p].y,
                                       offsets[c][p].z - rest[p].z};
        poses[pose] = offsets[c];
    }
    return solver_of(has_head, rest, poses);
}

static Distance solve(MienSolver *solver, Performance *p)
{
    float *values = calloc((size_t)p->frame_count * (size_t)p->curve_count, sizeof *values);
    const MienSolveTake take = performance_take(p);
    CHECK_STATUS(mien_solver_run_take(solver, &take, values, NULL, NULL, NULL), MIEN_OK);
    const Distance d = vertex_distance(p, values, &ada, solver, 4);
    printf("  skin rms %.2g %%, max %.2g %%; curves rms %.2g\n", d.rms, d.max, curve_distance(p, values).rms);
    free(values);
    return d;
}

static void check_actor(double part, bool has_head)
{
    MienSolver *plain = solver_of(has_head, NULL, NULL);
    Performance p;
    make_actor(plain, part);
    performance_make(&p, plain, FRAMES, 7);
    p.point_count = POINTS;
    p.points = calloc((size_t)FRAMES * POINTS, sizeof *p.points);
    for (int f = 0; f < FRAMES; ++f) {
        for (int c = 0; c < p.curve_count; ++c)
            if (mien_solver_curve(plain, c).is_skipped)
                performance_at(&p, f)[c] = 0.0f;
        act(plain, performance_at(&p, f), 5 + (uint64_t)f * 7919, f, has_head, p.points + (size_t)f * POINTS);
    }
    printf("shapes differ by %.0f %%%s\n", 100.0 * part, has_head ? ", the head moves" : "");
    const Distance before = solve(plain, &p);
    MienSolver *own = calibrate(plain, has_head);
    const Distance after = solve(own, &p);
    CHECK(after.rms <= 0.5 * before.rms);
    performance_free(&p);
    mien_solver_destroy(own);
    mien_solver_destroy(plain);
}

TEST(own_poses_of_an_actor_halve_the_error)
{
    check_actor(0.35, false);
    if (is_thorough()) {
        check_actor(0.0, false);
        check_actor(0.15, false);
    }
}

TEST(own_poses_are_measured_while_the_head_moves) { check_actor(0.15, true); }

TEST(wrong_frames_are_refused)
{
    MienSolver *solver = solver_of(false, NULL, NULL);
    Range range = {solver, false};
    const MienSolveTake take = {.frame_count = 4, .rate = 30.0, .user = &range, .read = read_range};
    MienVec3 points[POINTS];
    CHECK_STATUS(mien_solver_mean_points(solver, &take, 2, 3, points, NULL, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_solver_mean_points(solver, &take, -1, 1, points, NULL, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_solver_mean_points(solver, &take, 0, 0, points, NULL, NULL), MIEN_ERROR_ARGUMENT);
    mien_solver_destroy(solver);
}

TEST(wrong_offsets_are_refused)
{
    static MienVec3 own[POINTS];
    const MienVec3 *poses[MOST_CURVES] = {own};
    MienSolverDesc desc = {.input = MIEN_SOLVE_POINTS,
                           .poses = ada.loaded.asset,
                           .skeleton = ada.loaded.skeleton,
                           .mesh = ada.mesh,
                           .points = vertices,
                           .point_count = POINTS,
                           .actor_poses = poses};
    MienSolver *solver = NULL;
    CHECK_STATUS(mien_solver_create(&desc, &solver, NULL), MIEN_OK);
    mien_solver_destroy(solver);
    own[7].y = NAN;
    CHECK_STATUS(mien_solver_create(&desc, &solver, NULL), MIEN_ERROR_DATA);
    own[7].y = 0.0f;
    desc.actor_noise = -1.0;
    CHECK_STATUS(mien_solver_create(&desc, &solver, NULL), MIEN_ERROR_DATA);
}

CHECK_MAIN
{
    open_actor(&ada, MIENI_CAST_ADA, MIENI_CAST_DEFAULT);
    const int count = mien_mesh_info(ada.mesh).vertex_count;
    for (int i = 0; i < POINTS; ++i)
        vertices[i] = (uint32_t)((int64_t)i * count / POINTS);
    RUN(own_poses_of_an_actor_halve_the_error);
    RUN(own_poses_are_measured_while_the_head_moves);
    RUN(wrong_frames_are_refused);
    RUN(wrong_offsets_are_refused);
    close_actor(&ada);
}
