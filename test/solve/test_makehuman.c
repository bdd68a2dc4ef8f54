// SPDX-License-Identifier: MIT
//
// Five characters with the same poses but other proportions and rest rotations: a take baked on one
// and solved with its poses plays on the others.

#include "support/humans.h"

#include "mien_author/map.h"

/// A captured take in the curves of these poses. False without data.
static bool read_take(Performance *p, const MienSolver *solver)
{
    MienAuthorClip *captured = read_curves("curves/livelinkface/alex_rom_4.csv"), *clips[2] = {NULL, NULL};
    static const char *const names[] = {"livelink-to-arkit", "arkit-to-makehuman"};
    MienError error = {0};
    if (captured == NULL)
        return false;
    for (int i = 0; i < 2; ++i) {
        MienAuthorMap *map = NULL;
        require_ok(mien_author_map_load(names[i], NULL, &map, &error), &error, __LINE__);
        require_ok(mien_author_map_apply(i == 0 ? captured : clips[0], map, NULL, &clips[i], NULL, &error),
                   &error, __LINE__);
        mien_author_map_destroy(map);
    }
    performance_from_clip(p, solver, clips[1]);
    performance_cut(p, 0, is_thorough() ? p->frame_count : 400);
    for (int i = 1; i >= 0; --i)
        mien_author_clip_destroy(clips[i]);
    mien_author_clip_destroy(captured);
    return true;
}

TEST(a_take_of_one_plays_on_four_others)
{
    static Human human;
    MienSolver *solver = NULL;
    Performance p;
    MienSolveReport report;
    MienError error = {0};
    if (!open_human(&human, human_files[0]))
        SKIP("no test data");
    const MienSolverDesc desc = {
        .poses = human.actor.loaded.asset, .skeleton = human.actor.loaded.skeleton, .mesh = human.actor.mesh};
    require_ok(mien_solver_create(&desc, &solver, &error), &error, __LINE__);
    if (!read_take(&p, solver))
        SKIP("no test data");
    performance_bake(&p, &human.actor, solver);
    float *values = calloc((size_t)p.frame_count * (size_t)p.curve_count, sizeof *values);
    const MienSolveTake take = performance_take(&p);
    CHECK_STATUS(mien_solver_run_take(solver, &take, values, NULL, &report, &error), MIEN_OK);
    CHECK(!report.is_smoothed && report.unfinished == 0);
    for (int i = 0; i < HUMANS; ++i) {
        static Human other;
        if (i > 0 && !open_human(&other, human_files[i]))
            continue;
        Actor *actor = i > 0 ? &other.actor : &human.actor;
        const Distance d = vertex_distance(&p, values, actor, solver, is_thorough() ? 8 : 16);
        printf("%s, %d frames, head %.3f m: rms %.2g %%, max %.2g %%\n", human_files[i], p.frame_count,
               (double)actor->head.height, d.rms, d.max);
        CHECK(d.rms <= 0.005 && d.max <= 0.05);
        if (i > 0)
            close_human(&other);
    }
    free(values);
    performance_free(&p);
    mien_solver_destroy(solver);
    close_human(&human);
}

CHECK_MAIN { RUN(a_take_of_one_plays_on_four_others); }
