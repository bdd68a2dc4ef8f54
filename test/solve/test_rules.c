// SPDX-License-Identifier: MIT
//
// Overrides, groups, in-betweens and correctives, backwards: the solver's weights are the runtime's,
// its derivatives are right, and what rules made of curves becomes curves again.

#include "support/solving.h"

#include "solve/rules.h"

enum { MOST = 64 };

static Loaded load_rules(uint64_t seed, bool has_jumps)
{
    const MienSampleOptions options = {.seed = seed,
                                       .bone_count = 40,
                                       .pose_count = 30,
                                       .bones_per_pose = 8,
                                       .has_scale = seed % 2 == 0,
                                       .has_rules = true,
                                       .has_jumps = has_jumps};
    return load_sample(&options, MIEN_ISA_BEST);
}

/// What curves ask for, by the runtime.
static void ask(Stage *stage, uint64_t *seed, double *out_asked, int count)
{
    for (int c = 0; c < stage->job.curves.count; ++c)
        mien_curve_set_put(&stage->job.curves, c, mien_random_between(seed, -0.2f, 1.2f));
    stage_run(stage);
    for (int k = 0; k < count; ++k)
        out_asked[k] = (double)stage->asked[k];
}

TEST(weights_are_the_runtimes)
{
    double asked[MOST], weights[MOST], largest = 0.0;
    for (uint64_t seed = 1; seed <= 40; ++seed) {
        Loaded l = load_rules(seed, seed % 3 == 0);
        Stage stage = stage_create(&l, NULL);
        MieniArena arena = {0};
        MieniRules rules;
        uint64_t random = seed;
        CHECK(mieni_rules_create(&arena, l.asset, &rules));
        for (int i = 0; i < 50; ++i) {
            ask(&stage, &random, asked, l.info.driven_pose_count);
            mieni_rules_evaluate(&rules, asked, weights);
            for (int p = 0; p < l.info.pose_count; ++p) {
                const double off = fabs(weights[p] - (double)stage.weights[p]);
                largest = off > largest ? off : largest;
            }
        }
        mieni_arena_release(&arena);
        stage_destroy(&stage);
        unload(&l);
    }
    printf("weights: at most %.2g off\n", largest);
    CHECK(largest <= 1e-4); // knots may be close together
}

/// The slope of a pose's weight by one curve-driven pose, from the rows.
static double slope_of(const MieniRules *rules, int pose, int by)
{
    for (int i = 0; i < rules->rows[pose].count; ++i)
        if (rules->rows[pose].by[i] == by)
            return rules->rows[pose].slopes[i];
    return 0.0;
}

TEST(slopes_are_differences)
{
    static const double small = 1e-7;
    double asked[MOST], weights[MOST], before[MOST], after[MOST], slopes[MOST];
    int cases = 0, wrong = 0;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        Loaded l = load_rules(seed, false);
        Stage stage = stage_create(&l, NULL);
        MieniArena arena = {0};
        MieniRules rules;
        uint64_t random = seed;
        CHECK(mieni_rules_create(&arena, l.asset, &rules));
        for (int i = 0; i < 20 && !rules.is_plain; ++i) {
            ask(&stage, &random, asked, l.info.driven_pose_count);
            const int by = i % l.info.driven_pose_count;
            mieni_rules_evaluate(&rules, asked, weights);
            for (int p = 0; p < l.info.pose_count; ++p)
                slopes[p] = slope_of(&rules, p, by);
            asked[by] += small;
            mieni_rules_evaluate(&rules, asked, after);
            asked[by] -= 2.0 * small;
            mieni_rules_evaluate(&rules, asked, before);
            for (int p = 0; p < l.info.pose_count; ++p) { // at a corner there are two slopes
                const double up = (after[p] - weights[p]) / small, down = (weights[p] - before[p]) / small;
                ++cases;
                wrong += fabs(up - slopes[p]) > 1e-4 * (1.0 + fabs(up)) &&
                         fabs(down - slopes[p]) > 1e-4 * (1.0 + fabs(down));
            }
        }
        mieni_arena_release(&arena);
        stage_destroy(&stage);
        unload(&l);
    }
    printf("%d slopes, %d differ\n", cases, wrong);
    CHECK(cases > 5000);
    CHECK_INT(wrong, 0);
}

/// Ada with ten correctives of about a third of a pose's size, three in-betweens and an override.
enum { CORRECTIVES = 10, INBETWEENS = 3, ADDED = CORRECTIVES + INBETWEENS };

typedef struct Ruled {
    MieniCastHead head;
    MienAuthorPoseAsset asset;
    MienAuthorPose *poses;
    MienTransform *bones; ///< Of the poses added.
    char names[ADDED][16];
    int inputs[CORRECTIVES][2];
    MienAuthorOverride mask;
} Ruled;

/// A pose's bones, so much of their way from the base, and a little beside it.
static void mix_bones(const Ruled *r, int pose, float part, uint64_t *seed, MienTransform *out_bones)
{
    const MienTransform *from = r->head.poses.poses[pose].bones;
    for (int b = 0; b < r->head.skeleton->bone_count; ++b) {
        const MienTransform rest = r->head.skeleton->bones[b].rest;
        out_bones[b] = rest;
        if (from == NULL || memcmp(&from[b], &rest, sizeof rest) == 0)
            continue;
        const float beside = mien_random_between(seed, 0.8f, 1.2f) * part;
        out_bones[b].translation.x += beside * (from[b].translation.x - rest.translation.x);
        out_bones[b].translation.y += beside * (from[b].translation.y - rest.translation.y);
        out_bones[b].translation.z += part * (from[b].translation.z - rest.translation.z);
        const MienQuat q = rest.rotation, t = from[b].rotation;
        out_bones[b].rotation =
            mien_quat_normalize((MienQuat){q.x + beside * (t.x - q.x), q.y + part * (t.y - q.y),
                                           q.z + part * (t.z - q.z), q.w + part * (t.w - q.w)});
    }
}

static void make_ruled(Ruled *r)
{
    MienError error = {0};
    uint64_t seed = 11;
    memset(r, 0, sizeof *r);
    require_ok(mieni_cast_make(MIENI_CAST_ADA, MIENI_CAST_DEFAULT, NULL, &r->head, &error), &error, __LINE__);
    const int count = r->head.poses.pose_count, bones = r->head.skeleton->bone_count;
    r->asset = r->head.poses;
    r->poses = calloc((size_t)(count + ADDED), sizeof *r->poses);
    r->bones = calloc((size_t)bones * ADDED, sizeof *r->bones);
    memcpy(r->poses, r->head.poses.poses, (size_t)count * sizeof *r->poses);
    for (int i = 0; i < ADDED; ++i) {
        MienAuthorPose *pose = &r->poses[count + i];
        MienTransform *own = r->bones + (size_t)i * (size_t)bones;
        const int other = i < CORRECTIVES ? 5 * i + 2 : 15 * (i - CORRECTIVES) + 4;
        snprintf(r->names[i], sizeof r->names[i], "added %d", i);
        mix_bones(r, other, i < CORRECTIVES ? 0.35f : 0.6f, &seed, own);
        *pose = (MienAuthorPose){.name = r->names[i], .bones = own};
        if (i < CORRECTIVES) {
            r->inputs[i][0] = other;
            r->inputs[i][1] = other + 1;
            pose->role = MIEN_AUTHOR_COMBINATION;
            pose->inputs = r->inputs[i];
            pose->input_count = 2;
        } else {
            pose->role = MIEN_AUTHOR_INBETWEEN;
            pose->driven_pose = other;
            pose->position = 0.5f;
        }
    }
    r->mask = (MienAuthorOverride){.target = 20, .source = 21, .amount = 0.7f};
    r->asset.poses = r->poses;
    r->asset.pose_count = count + ADDED;
    r->asset.overrides = &r->mask;
    r->asset.override_count = 1;
}

TEST(curves_come_back_through_rules)
{
    Ruled ruled;
    Actor ada = {0};
    Performance p;
    MienSolver *solver = NULL;
    MienSolveReport report;
    make_ruled(&ruled);
    ada.head = ruled.head; // closed with the actor
    open_actor_with(&ada, &ruled.asset);
    const MienSolverDesc desc = {
        .poses = ada.loaded.asset, .skeleton = ada.loaded.skeleton, .mesh = ada.mesh};
    CHECK_STATUS(mien_solver_create(&desc, &solver, NULL), MIEN_OK);
    if (!performance_read_file(&p, solver, "curves/livelinkface/alex_rom_4.csv"))
        performance_make(&p, solver, 300, 3);
    p.frame_count = p.frame_count < 1500 ? p.frame_count : 1500;
    performance_bake(&p, &ada, solver);
    float *values = calloc((size_t)p.frame_count * (size_t)p.curve_count, sizeof *values);
    const MienSolveTake take = performance_take(&p);
    const double start = processor_seconds();
    CHECK_STATUS(mien_solver_run_take(solver, &take, values, NULL, &report, NULL), MIEN_OK);
    printf("%d frames, %.0f a second; residual %.2g m, at most %.2g m (frame %d)%s\n", p.frame_count,
           (double)p.frame_count / (processor_seconds() - start), report.residual, report.most_residual,
           report.worst_frame, report.is_smoothed ? ", smoothed" : "");
    const Distance d = vertex_distance(&p, values, &ada, solver, 5);
    printf("vertices: rms %.2g %%, max %.2g %%\n", d.rms, d.max);
    CHECK(100.0 * report.most_residual / (double)ruled.head.height <= 0.01);
    CHECK(d.max <= 0.01);
    free(values);
    performance_free(&p);
    mien_solver_destroy(solver);
    close_actor(&ada);
    free(ruled.poses);
    free(ruled.bones);
}

CHECK_MAIN
{
    RUN(weights_are_the_runtimes);
    RUN(slopes_are_differences);
    RUN(curves_come_back_through_rules);
}
