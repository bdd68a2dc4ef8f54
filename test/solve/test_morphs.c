// SPDX-License-Identifier: MIT
//
// Weights of morph targets become the curves of poses that set several of them, as when a take in
// one vocabulary is played by poses of another.

#include "support/solving.h"

enum { MORPHS = 64 };

/// Poses that set two neighbouring morph targets each, the second by half.
typedef struct Pairs {
    char names[MORPHS][16];
    MienAuthorPose poses[MORPHS];
    MienAuthorCurveValue values[MORPHS][2];
    MienAuthorCurve curves[MORPHS];
    MienAuthorPoseAsset asset;
} Pairs;

static void make_pairs(Pairs *pairs, const MieniCastHead *head)
{
    const int count = head->mesh.morph_count;
    memset(pairs, 0, sizeof *pairs);
    for (int m = 0; m < count; ++m) {
        snprintf(pairs->names[m], sizeof pairs->names[m], "pair %d", m);
        pairs->curves[m] = (MienAuthorCurve){.name = head->mesh.morphs[m].name};
        pairs->values[m][0] = (MienAuthorCurveValue){m, 1.0f};
        pairs->values[m][1] = (MienAuthorCurveValue){m + 1, 0.5f};
        pairs->poses[m] = (MienAuthorPose){
            .name = pairs->names[m], .curves = pairs->values[m], .curve_count = m + 1 < count ? 2 : 1};
    }
    pairs->asset = (MienAuthorPoseAsset){.skeleton = head->skeleton,
                                         .pose_count = count,
                                         .poses = pairs->poses,
                                         .curve_count = count,
                                         .curves = pairs->curves};
}

TEST(weights_become_curves_of_other_poses)
{
    static Pairs pairs;
    Actor ada;
    MienSolver *solver = NULL;
    float values[MORPHS], found[MORPHS], morphs[MORPHS];
    double residual = 1.0;
    uint64_t random = 5;
    open_actor(&ada, MIENI_CAST_ADA, MIENI_CAST_DEFAULT);
    make_pairs(&pairs, &ada.head);
    Loaded l = load_source(&pairs.asset, MIEN_ISA_BEST);
    const MienSolverDesc desc = {.input = MIEN_SOLVE_MORPHS, .poses = l.asset, .mesh = ada.mesh};
    const int count = ada.head.mesh.morph_count;
    CHECK_STATUS(mien_solver_create(&desc, &solver, NULL), MIEN_OK);
    for (int i = 0; solver != NULL && i < 20; ++i) {
        memset(morphs, 0, sizeof morphs);
        for (int m = 0; m < count; ++m) {
            values[m] = mien_random_between(&random, -0.5f, 1.0f);
            values[m] = values[m] > 0.0f ? values[m] : 0.0f;
            morphs[m] += values[m];
            morphs[m + 1] += 0.5f * values[m];
        }
        CHECK_STATUS(mien_solver_run(solver, &(MienSolveFrame){.morphs = morphs}, found, &residual), MIEN_OK);
        CHECK(residual <= 1e-7);
        for (int m = 0; m < count; ++m)
            CHECK(!mien_solver_curve(solver, m).is_moving ||
                  fabs((double)found[m] - (double)values[m]) <= 1e-4);
    }
    morphs[0] = NAN;
    CHECK_STATUS(mien_solver_run(solver, &(MienSolveFrame){.morphs = morphs}, found, NULL), MIEN_ERROR_DATA);
    mien_solver_destroy(solver);
    unload(&l);
    close_actor(&ada);
}

CHECK_MAIN { RUN(weights_become_curves_of_other_poses); }
