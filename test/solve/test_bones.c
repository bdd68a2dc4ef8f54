// SPDX-License-Identifier: MIT
//
// Baked bones of a head of the cast become its curves again, and the curves play on other heads.

#include "support/ledger.h"
#include "support/solving.h"

static Actor ada;

static MienSolver *solver_of(Actor *actor)
{
    const MienSolverDesc desc = {
        .poses = actor->loaded.asset, .skeleton = actor->loaded.skeleton, .mesh = actor->mesh};
    MienSolver *solver = NULL;
    MienError error = {0};
    require_ok(mien_solver_create(&desc, &solver, &error), &error, __LINE__);
    return solver;
}

/// Solves a performance and says how far it is.
static float *solve(Performance *p, MienSolver *solver, MienSolveReport *report)
{
    float *values = calloc((size_t)p->frame_count * (size_t)p->curve_count, sizeof *values);
    const MienSolveTake take = performance_take(p);
    const double start = processor_seconds();
    CHECK_STATUS(mien_solver_run_take(solver, &take, values, NULL, report, NULL), MIEN_OK);
    const Distance d = curve_distance(p, values);
    printf("%d frames, %.0f a second: curves rms %.2g, max %.2g; residual %.2g m, noise %.2g m%s\n",
           p->frame_count, (double)p->frame_count / (processor_seconds() - start), d.rms, d.max,
           report->residual, report->noise, report->is_smoothed ? ", smoothed" : "");
    CHECK_INT(report->unfinished, 0);
    return values;
}

TEST(curves_come_back)
{
    MienSolver *solver = solver_of(&ada);
    Performance p;
    MienSolveReport report;
    performance_make(&p, solver, 200, 7);
    performance_bake(&p, &ada, solver);
    float *values = solve(&p, solver, &report);
    const Distance d = vertex_distance(&p, values, &ada, solver, 10);
    printf("vertices: rms %.2g %%, max %.2g %%\n", d.rms, d.max);
    CHECK(!report.is_smoothed);
    CHECK(d.max <= 0.01);
    free(values);
    performance_free(&p);
    mien_solver_destroy(solver);
}

TEST(a_captured_take_comes_back)
{
    MienSolver *solver = solver_of(&ada);
    Performance p;
    MienSolveReport report;
    if (!performance_read_file(&p, solver, "curves/livelinkface/alex_rom_4.csv")) {
        mien_solver_destroy(solver);
        SKIP("no test data");
    }
    performance_bake(&p, &ada, solver);
    float *values = solve(&p, solver, &report);
    const Distance d = vertex_distance(&p, values, &ada, solver, 16);
    printf("vertices: rms %.2g %%, max %.2g %%\n", d.rms, d.max);
    CHECK(!report.is_smoothed);
    CHECK(d.max <= 0.01);
    CHECK(curve_distance(&p, values).rms <= 0.001);
    for (int who = MIENI_CAST_ADA + 1; who < MIENI_CAST_COUNT; ++who) {
        Actor other;
        open_actor(&other, who, MIENI_CAST_DEFAULT);
        const Distance there = vertex_distance(&p, values, &other, solver, 64);
        printf("on %s: rms %.2g %%, max %.2g %%\n", other.head.model->name, there.rms, there.max);
        CHECK(there.rms <= 0.005 && there.max <= 0.05);
        close_actor(&other);
    }
    free(values);
    performance_free(&p);
    mien_solver_destroy(solver);
}

/// Turns the lids a little about an axis that no pose turns them about, as long as they close.
static void twist_lids(Performance *p, int blink)
{
    for (int b = 0; b < p->bone_count; ++b) {
        if (strstr(mien_skeleton_bone_name(ada.loaded.skeleton, b), "lid") == NULL)
            continue;
        for (int f = 0; f < p->frame_count; ++f) {
            MienQuat *q = &p->bones[(size_t)f * (size_t)p->bone_count + (size_t)b].rotation;
            const float twist = 0.02f * performance_at(p, f)[blink];
            *q = mien_quat_normalize(mien_quat_multiply((MienQuat){0.0f, twist, twist, 1.0f}, *q));
        }
    }
}

/// What poses cannot express does not become large curves that nearly cancel each other.
TEST(opposites_stay_small)
{
    MienSolver *solver = solver_of(&ada);
    Performance p;
    MienSolveReport report;
    int blink = 0;
    performance_make(&p, solver, 100, 3);
    for (int c = 0; c < p.curve_count; ++c) {
        const bool is_blink = strncmp(mien_solver_curve(solver, c).name, "eyeBlink", 8) == 0;
        blink = is_blink ? c : blink;
        for (int f = 0; !is_blink && f < p.frame_count; ++f)
            performance_at(&p, f)[c] = 0.0f;
    }
    performance_bake(&p, &ada, solver);
    twist_lids(&p, blink);
    float *values = solve(&p, solver, &report), most = 0.0f;
    for (int c = 0; c < p.curve_count; ++c)
        for (int f = 0; strncmp(mien_solver_curve(solver, c).name, "eyeLook", 7) == 0 && f < p.frame_count;
             ++f) {
            const float value = values[(size_t)f * (size_t)p.curve_count + (size_t)c];
            most = value > most ? value : most;
        }
    printf("largest curve of a gaze: %.3f\n", (double)most);
    CHECK(most <= 0.3f);
    free(values);
    performance_free(&p);
    mien_solver_destroy(solver);
}

/// A part of a take has the bits of the whole, if it begins with a block.
TEST(parts_have_the_bits_of_the_whole)
{
    enum { FRAMES = 200, FIRST = MIEN_SOLVE_BLOCK };
    MienSolver *solver = solver_of(&ada), *other = solver_of(&ada);
    Performance p;
    MienSolveReport report;
    performance_make(&p, solver, FRAMES, 5);
    performance_bake(&p, &ada, solver);
    float *values = solve(&p, solver, &report);
    Performance part = p;
    part.frame_count = FRAMES - FIRST;
    part.values += (size_t)FIRST * (size_t)p.curve_count;
    part.bones += (size_t)FIRST * (size_t)p.bone_count;
    float *again = solve(&part, other, &report);
    CHECK(memcmp(again, values + (size_t)FIRST * (size_t)p.curve_count,
                 (size_t)part.frame_count * (size_t)p.curve_count * sizeof *values) == 0);
    free(again);
    free(values);
    performance_free(&p);
    mien_solver_destroy(solver);
    mien_solver_destroy(other);
}

TEST(only_and_prefer)
{
    static const char *const only[] = {"jawOpen", "mouthSmileLeft"}, *const unknown[] = {"nose"};
    MienSolverDesc desc = {.poses = ada.loaded.asset,
                           .skeleton = ada.loaded.skeleton,
                           .mesh = ada.mesh,
                           .only = only,
                           .only_count = 2};
    MienSolver *solver = NULL;
    MienError error = {0};
    float values[64];
    CHECK_STATUS(mien_solver_create(&desc, &solver, NULL), MIEN_OK);
    show_look(&ada, &(Look){.curves = {{"jawOpen", 0.5f}, {"eyeBlinkLeft", 0.75f}}});
    CHECK_STATUS(mien_solver_run(solver, &(MienSolveFrame){.bones = ada.stage.out}, values, NULL), MIEN_OK);
    for (int c = 0; c < mien_solver_curve_count(solver); ++c) {
        const MienSolverCurve curve = mien_solver_curve(solver, c);
        const bool is_jaw = strcmp(curve.name, "jawOpen") == 0;
        CHECK(curve.is_skipped == !(is_jaw || strcmp(curve.name, "mouthSmileLeft") == 0));
        CHECK(!curve.is_skipped || values[c] == 0.0f);
        CHECK(!is_jaw || fabs((double)values[c] - 0.5) <= 0.01);
    }
    mien_solver_destroy(solver);
    desc.only_count = 0;
    desc.prefer = unknown;
    desc.prefer_count = 1;
    CHECK_STATUS(mien_solver_create(&desc, &solver, &error), MIEN_ERROR_DATA);
    CHECK(solver == NULL);
    CHECK_STR(error.message, "There is no curve \"nose\" to solve.");
}

/// Numbers that are none are refused, and the frame before stays.
TEST(bad_numbers_are_refused)
{
    MienSolver *solver = solver_of(&ada);
    Performance p;
    float before[64], after[64];
    performance_make(&p, solver, 40, 9);
    performance_bake(&p, &ada, solver);
    MienTransform *bones = p.bones + (size_t)20 * (size_t)p.bone_count;
    CHECK_STATUS(mien_solver_run(solver, &(MienSolveFrame){.bones = bones}, before, NULL), MIEN_OK);
    const int jaw = mien_skeleton_find_bone(ada.loaded.skeleton, "jaw");
    const float bad[] = {NAN, INFINITY, -INFINITY, 1e30f};
    for (int i = 0; i < 4; ++i) {
        const MienTransform kept = bones[jaw];
        *(&bones[jaw].rotation.x + (i * 3) % 10) = bad[i];
        CHECK_STATUS(mien_solver_run(solver, &(MienSolveFrame){.bones = bones}, after, NULL),
                     MIEN_ERROR_DATA);
        CHECK(memcmp(before, after, (size_t)p.curve_count * sizeof *after) == 0);
        bones[jaw] = kept;
    }
    bones[jaw].translation.y = NAN;
    MienError error = {0};
    float *values = calloc((size_t)p.frame_count * (size_t)p.curve_count, sizeof *values);
    const MienSolveTake take = performance_take(&p);
    CHECK_STATUS(mien_solver_run_take(solver, &take, values, NULL, NULL, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "frame 20");
    free(values);
    performance_free(&p);
    mien_solver_destroy(solver);
}

static bool cancel_half(void *user, double done)
{
    (void)user;
    return done < 0.1;
}

TEST(solving_can_be_cancelled)
{
    MienSolver *solver = solver_of(&ada);
    Performance p;
    performance_make(&p, solver, 200, 9);
    performance_bake(&p, &ada, solver);
    float *values = calloc((size_t)p.frame_count * (size_t)p.curve_count, sizeof *values);
    MienSolveTake take = performance_take(&p);
    take.progress = cancel_half;
    CHECK_STATUS(mien_solver_run_take(solver, &take, values, NULL, NULL, NULL), MIEN_ERROR_CANCELLED);
    free(values);
    performance_free(&p);
    mien_solver_destroy(solver);
}

/// Creates a solver, solves a take, destroys it.
static MienStatus solve_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                             MienError *error)
{
    Performance p = *(const Performance *)given;
    const MienSolverDesc desc = {
        .poses = ada.loaded.asset, .skeleton = ada.loaded.skeleton, .mesh = ada.mesh, .allocator = allocator};
    MienSolver *solver = NULL;
    MienStatus status = mien_solver_create(&desc, &solver, error);
    *out_is_empty = status != MIEN_OK;
    if (status != MIEN_OK)
        return status;
    const MienSolveTake take = performance_take(&p);
    float values[4 * 64];
    status = mien_solver_run_take(solver, &take, values, NULL, NULL, error);
    *out_is_empty = status != MIEN_OK;
    mien_solver_destroy(solver);
    return status;
}

TEST(memory_may_run_out)
{
    MienSolver *solver = solver_of(&ada);
    Performance p;
    performance_make(&p, solver, 4, 2);
    performance_bake(&p, &ada, solver);
    check_call("solve", solve_with, &p);
    performance_free(&p);
    mien_solver_destroy(solver);
}

TEST(other_assets_are_refused)
{
    MienAuthorPoseAsset asset = ada.head.poses;
    asset.is_absolute = true;
    Loaded l = load_source(&asset, MIEN_ISA_BEST);
    MienSolver *solver = NULL;
    MienError error = {0};
    MienSolverDesc desc = {.poses = l.asset, .skeleton = l.skeleton};
    CHECK_STATUS(mien_solver_create(&desc, &solver, &error), MIEN_ERROR_DATA);
    CHECK(strstr(error.message, "absolute") != NULL && solver == NULL);
    unload(&l);
    asset.is_absolute = false;
    asset.is_unreal = true;
    l = load_source(&asset, MIEN_ISA_BEST);
    desc = (MienSolverDesc){.poses = l.asset, .skeleton = l.skeleton};
    CHECK_STATUS(mien_solver_create(&desc, &solver, &error), MIEN_ERROR_DATA);
    CHECK(strstr(error.message, "Unreal") != NULL && solver == NULL);
    unload(&l);
    desc = (MienSolverDesc){.poses = ada.loaded.asset};
    CHECK_STATUS(mien_solver_create(&desc, &solver, &error), MIEN_ERROR_ARGUMENT);
    desc = (MienSolverDesc){.input = MIEN_SOLVE_POINTS};
    CHECK_STATUS(mien_solver_create(&desc, &solver, &error), MIEN_ERROR_ARGUMENT);
    desc = (MienSolverDesc){.input = MIEN_SOLVE_POINTS, .mesh = ada.mesh, .poses = ada.loaded.asset};
    CHECK_STATUS(mien_solver_create(&desc, &solver, &error), MIEN_ERROR_ARGUMENT);
    CHECK(strstr(error.message, "move bones") != NULL);
}

CHECK_MAIN
{
    open_actor(&ada, MIENI_CAST_ADA, MIENI_CAST_DEFAULT);
    RUN(curves_come_back);
    RUN(a_captured_take_comes_back);
    RUN(opposites_stay_small);
    RUN(parts_have_the_bits_of_the_whole);
    RUN(only_and_prefer);
    RUN(bad_numbers_are_refused);
    RUN(solving_can_be_cancelled);
    RUN(memory_may_run_out);
    RUN(other_assets_are_refused);
    close_actor(&ada);
}
