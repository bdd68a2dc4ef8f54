// SPDX-License-Identifier: MIT
//
// Points on a head that bones move become its curves, also while the head itself moves.

#include "support/ledger.h"
#include "support/solving.h"

enum { POINTS = 470, FRAMES = 96, MOST_CURVES = 128 };
static Actor ada;

/// Curves of the face without the poses that turn the head.
static MienSolver *solver_of(const uint32_t *points, bool has_head)
{
    static const char *names[MOST_CURVES];
    const int count = mien_pose_asset_info(ada.loaded.asset).pose_count;
    MienSolverDesc desc = {.input = MIEN_SOLVE_POINTS,
                           .poses = ada.loaded.asset,
                           .skeleton = ada.loaded.skeleton,
                           .mesh = ada.mesh,
                           .points = points,
                           .point_count = POINTS,
                           .has_head = has_head,
                           .only = names};
    MienSolver *solver = NULL;
    MienError error = {0};
    for (int i = 0; i < count; ++i) {
        const MienPoseInfo pose = mien_pose_asset_pose(ada.loaded.asset, i);
        if (pose.driven_pose >= 0 && !pose.is_inbetween && strncmp(pose.name, "head", 4) != 0)
            names[desc.only_count++] = pose.name;
    }
    require_ok(mien_solver_create(&desc, &solver, &error), &error, __LINE__);
    return solver;
}

/// Where the head is in a frame: it turns by up to 20 degrees and moves by up to 4 cm.
static MienTransform head_at(int frame)
{
    const double angle = 0.35 * sin(0.1 * frame), half = 0.5 * angle;
    MienTransform head = mien_transform_identity();
    head.rotation = mien_quat_normalize((MienQuat){(float)(0.3 * sin(half)), (float)(0.9 * sin(half)),
                                                   (float)(0.3 * sin(half)), (float)cos(half)});
    head.translation =
        (MienVec3){(float)(0.04 * sin(0.07 * frame)), 0.01f, (float)(0.03 * cos(0.05 * frame))};
    return head;
}

static MienVec3 placed(const MienTransform *head, MienVec3 point)
{
    const MienVec3 turned = mien_quat_rotate(head->rotation, point), to = head->translation;
    return (MienVec3){turned.x + to.x, turned.y + to.y, turned.z + to.z};
}

/// Points of a performance on the skin.
static void bake_points(Performance *p, const MienSolver *solver, const uint32_t *vertices, bool has_head,
                        double deviation)
{
    uint64_t seed = 5;
    p->point_count = POINTS;
    p->points = calloc((size_t)p->frame_count * POINTS, sizeof *p->points);
    for (int f = 0; f < p->frame_count; ++f) {
        const MienTransform head = has_head ? head_at(f) : mien_transform_identity();
        show_values(&ada, solver, performance_at(p, f));
        skin_actor(&ada);
        for (int i = 0; i < POINTS; ++i) {
            MienVec3 point = placed(&head, ada.positions[vertices[i]]);
            point.x += noise(&seed, deviation);
            point.y += noise(&seed, deviation);
            point.z += noise(&seed, deviation);
            p->points[(size_t)f * POINTS + (size_t)i] = point;
        }
    }
}

static void choose_points(uint32_t *out_points)
{
    const int count = mien_mesh_info(ada.mesh).vertex_count;
    for (int i = 0; i < POINTS; ++i)
        out_points[i] = (uint32_t)((int64_t)i * count / POINTS);
}

/// Degrees between two rotations.
static double angle_between(MienQuat a, MienQuat b)
{
    const double sign = (double)a.w * (double)b.w < 0.0 ? -1.0 : 1.0;
    const double x = (double)a.x - sign * (double)b.x, y = (double)a.y - sign * (double)b.y,
                 z = (double)a.z - sign * (double)b.z, w = (double)a.w - sign * (double)b.w;
    return 4.0 * asin(fmin(1.0, 0.5 * sqrt(x * x + y * y + z * z + w * w))) * 180.0 / 3.14159265358979;
}

static void leave_out_head(Performance *p, const MienSolver *solver)
{
    for (int c = 0; c < p->curve_count; ++c)
        for (int f = 0; mien_solver_curve(solver, c).is_skipped && f < p->frame_count; ++f)
            performance_at(p, f)[c] = 0.0f;
}

/// Solves points; prints and returns how far the skin is.
static Distance check_points(bool has_head, double deviation)
{
    static MienTransform heads[FRAMES];
    uint32_t vertices[POINTS];
    Performance p;
    MienSolveReport report;
    double largest = 0.0;
    choose_points(vertices);
    MienSolver *solver = solver_of(vertices, has_head);
    performance_make(&p, solver, FRAMES, 7);
    leave_out_head(&p, solver);
    bake_points(&p, solver, vertices, has_head, deviation);
    float *values = calloc((size_t)FRAMES * (size_t)p.curve_count, sizeof *values);
    MienSolveTake take = performance_take(&p);
    take.out_heads = heads;
    const double start = processor_seconds();
    CHECK_STATUS(mien_solver_run_take(solver, &take, values, NULL, &report, NULL), MIEN_OK);
    const double seconds = processor_seconds() - start;
    const Distance d = vertex_distance(&p, values, &ada, solver, 4);
    for (int f = 0; has_head && f < FRAMES; ++f)
        largest = fmax(largest, angle_between(heads[f].rotation, head_at(f).rotation));
    printf("%s%.1f mm of noise: skin rms %.2g %%, max %.2g %%; curves rms %.2g; noise found %.2g mm; head "
           "%.2g degrees; %.0f frames a second\n",
           has_head ? "moving head, " : "", deviation * 1000.0, d.rms, d.max, curve_distance(&p, values).rms,
           report.noise * 1000.0, largest, FRAMES / seconds);
    CHECK(largest <= (deviation > 0.0 ? 0.2 : 0.001));
    free(values);
    performance_free(&p);
    mien_solver_destroy(solver);
    return d;
}

TEST(points_on_bones_become_curves)
{
    const Distance exact = check_points(false, 0.0), noisy = check_points(false, 0.0005);
    CHECK(exact.rms <= 0.002 && exact.max <= 0.05);
    CHECK(noisy.rms <= 0.12);
}

TEST(the_motion_of_the_head_is_found)
{
    const Distance exact = check_points(true, 0.0), noisy = check_points(true, 0.0005);
    CHECK(exact.rms <= 0.002 && exact.max <= 0.05);
    CHECK(noisy.rms <= 0.15);
}

TEST(wrong_points_are_refused)
{
    uint32_t vertices[POINTS];
    MienVec3 points[POINTS] = {{0}};
    float values[MOST_CURVES];
    choose_points(vertices);
    MienSolver *solver = solver_of(vertices, true);
    CHECK_STATUS(mien_solver_run(solver, &(MienSolveFrame){.points = points}, values, NULL), MIEN_OK);
    points[3].y = NAN;
    CHECK_STATUS(mien_solver_run(solver, &(MienSolveFrame){.points = points}, values, NULL), MIEN_ERROR_DATA);
    mien_solver_destroy(solver);
    MienSolverDesc desc = {.poses = ada.loaded.asset, .skeleton = ada.loaded.skeleton, .has_head = true};
    CHECK_STATUS(mien_solver_create(&desc, &solver, NULL), MIEN_ERROR_ARGUMENT);
    desc = (MienSolverDesc){.input = MIEN_SOLVE_POINTS, .poses = ada.loaded.asset, .mesh = ada.mesh};
    CHECK_STATUS(mien_solver_create(&desc, &solver, NULL), MIEN_ERROR_ARGUMENT);
}

/// Creates a solver of few points, some at bones, and solves a take with it.
static MienStatus solve_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                             MienError *error)
{
    enum { FEW = 12 };
    static uint32_t vertices[FEW];
    static int bones[FEW];
    static const MienVec3 offsets[FEW] = {{0.001f, 0.002f, 0.0f}, {0.0f, -0.003f, 0.001f}};
    static const MienVec3 *const poses[MOST_CURVES] = {offsets, NULL, offsets}; // of an actor
    Performance p = *(const Performance *)given;
    MienSolverDesc desc = {.input = MIEN_SOLVE_POINTS,
                           .poses = ada.loaded.asset,
                           .skeleton = ada.loaded.skeleton,
                           .mesh = ada.mesh,
                           .points = vertices,
                           .point_count = FEW,
                           .point_bones = bones,
                           .actor_poses = poses,
                           .has_head = true,
                           .allocator = allocator};
    MienSolver *solver = NULL;
    for (int i = 0; i < FEW; ++i) {
        vertices[i] = (uint32_t)(100 * i);
        bones[i] = i % 3 == 0 ? i : -1;
    }
    MienStatus status = mien_solver_create(&desc, &solver, error);
    *out_is_empty = status != MIEN_OK;
    if (status != MIEN_OK)
        return status;
    const MienSolveTake take = performance_take(&p);
    float values[2 * MOST_CURVES];
    MienVec3 means[FEW];
    status = mien_solver_run_take(solver, &take, values, NULL, NULL, error);
    if (status == MIEN_OK)
        status = mien_solver_mean_points(solver, &take, 0, 2, means, NULL, error);
    *out_is_empty = status != MIEN_OK;
    mien_solver_destroy(solver);
    return status;
}

TEST(memory_may_run_out)
{
    MienVec3 points[2 * 12] = {{0}};
    const Performance p = {.frame_count = 2, .rate = 30.0, .point_count = 12, .points = points};
    check_call("solve points on bones", solve_with, &p);
}

CHECK_MAIN
{
    open_actor(&ada, MIENI_CAST_ADA, MIENI_CAST_DEFAULT);
    RUN(points_on_bones_become_curves);
    RUN(the_motion_of_the_head_is_found);
    RUN(wrong_points_are_refused);
    RUN(memory_may_run_out);
    close_actor(&ada);
}
