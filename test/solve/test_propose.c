// SPDX-License-Identifier: MIT
//
// Poses that an asset lacks are proposed from what it leaves of a take.

#include "support/solving.h"

enum { FRAMES = 120, MOST_CURVES = 128, MOST_BONES = 128 };
static Actor ada;

static MienSolver *solver_without(const char *const *lacking, int lacking_count)
{
    static const char *names[MOST_CURVES];
    MienSolverDesc desc = {
        .poses = ada.loaded.asset, .skeleton = ada.loaded.skeleton, .mesh = ada.mesh, .only = names};
    MienSolver *solver = NULL;
    MienError error = {0};
    for (int i = 0; i < mien_pose_asset_info(ada.loaded.asset).pose_count; ++i) {
        const MienPoseInfo pose = mien_pose_asset_pose(ada.loaded.asset, i);
        bool is_lacking = pose.driven_pose < 0 || pose.is_inbetween;
        for (int k = 0; k < lacking_count; ++k)
            is_lacking = is_lacking || strcmp(lacking[k], pose.name) == 0;
        if (!is_lacking)
            names[desc.only_count++] = pose.name;
    }
    require_ok(mien_solver_create(&desc, &solver, &error), &error, __LINE__);
    return solver;
}

typedef struct Proposed {
    MienTransform bones[2][MOST_BONES];
    float values[2][FRAMES];
    MienSolvePose poses[2];
    MienSolveReport report;
} Proposed;

/// Solves a performance of all curves without some poses.
static Proposed *propose(const char *const *lacking, int lacking_count, int count, Performance *p)
{
    static Proposed proposed;
    static const char *const none[1] = {NULL};
    MienSolver *all = solver_without(none, 0), *solver = solver_without(lacking, lacking_count);
    performance_make(p, all, FRAMES, 11);
    performance_bake(p, &ada, all);
    float *values = calloc((size_t)FRAMES * (size_t)p->curve_count, sizeof *values);
    MienSolveTake take = performance_take(p);
    take.propose_count = count;
    take.out_proposed = proposed.poses;
    for (int k = 0; k < 2; ++k) {
        memcpy(proposed.bones[k], mien_skeleton_rest_pose(ada.loaded.skeleton),
               (size_t)ada.loaded.bone_count * sizeof *proposed.bones[k]);
        proposed.poses[k] = (MienSolvePose){.bones = proposed.bones[k], .values = proposed.values[k]};
    }
    CHECK_STATUS(mien_solver_run_take(solver, &take, values, NULL, &proposed.report, NULL), MIEN_OK);
    for (int k = 0; k < count; ++k)
        printf("%d lacking: %.4f mm left, with pose %d %.4f mm\n", lacking_count,
               proposed.report.residual * 1000.0, k + 1, proposed.poses[k].residual * 1000.0);
    free(values);
    mien_solver_destroy(all);
    mien_solver_destroy(solver);
    return &proposed;
}

TEST(a_lacking_pose_is_proposed)
{
    static const char *const lacking[] = {"jawOpen"};
    Performance p;
    const Proposed *proposed = propose(lacking, 1, 1, &p);
    const int jaw = mien_skeleton_find_bone(ada.loaded.skeleton, "jaw");
    const MienTransform *rest = mien_skeleton_rest_pose(ada.loaded.skeleton);
    CHECK(proposed->poses[0].residual < 0.3 * proposed->report.residual);
    CHECK(proposed->bones[0][jaw].rotation.x > rest[jaw].rotation.x + 0.01f); // it opens
    float most = 0.0f;
    for (int f = 0; f < FRAMES; ++f) {
        CHECK(proposed->values[0][f] >= 0.0f && proposed->values[0][f] <= 1.0f);
        most = proposed->values[0][f] > most ? proposed->values[0][f] : most;
    }
    CHECK_NEAR(most, 1.0, 1e-6);
    performance_free(&p);
}

TEST(more_poses_leave_less)
{
    static const char *const lacking[] = {"jawOpen", "browInnerUp", "mouthPucker"};
    Performance p;
    const Proposed *proposed = propose(lacking, 3, 2, &p);
    CHECK(proposed->poses[0].residual < proposed->report.residual);
    CHECK(proposed->poses[1].residual < 0.8 * proposed->poses[0].residual);
    performance_free(&p);
}

TEST(poses_are_not_proposed_for_points)
{
    const MienSolverDesc desc = {.input = MIEN_SOLVE_POINTS,
                                 .poses = ada.loaded.asset,
                                 .skeleton = ada.loaded.skeleton,
                                 .mesh = ada.mesh};
    MienSolver *solver = NULL;
    MienSolvePose pose = {0};
    Performance p = {.rate = 30.0};
    MienSolveTake take = performance_take(&p);
    CHECK_STATUS(mien_solver_create(&desc, &solver, NULL), MIEN_OK);
    take.propose_count = 1;
    take.out_proposed = &pose;
    CHECK_STATUS(mien_solver_run_take(solver, &take, NULL, NULL, NULL, NULL), MIEN_ERROR_ARGUMENT);
    take.propose_count = -1;
    CHECK_STATUS(mien_solver_run_take(solver, &take, NULL, NULL, NULL, NULL), MIEN_ERROR_ARGUMENT);
    mien_solver_destroy(solver);
}

CHECK_MAIN
{
    open_actor(&ada, MIENI_CAST_ADA, MIENI_CAST_DEFAULT);
    RUN(a_lacking_pose_is_proposed);
    RUN(more_poses_leave_less);
    RUN(poses_are_not_proposed_for_points);
    close_actor(&ada);
}
