// SPDX-License-Identifier: MIT
//
// Frames that the poses cannot express are flagged, and what is lost of them is named: of a head with
// morph targets from noisy points, of a head of the cast from its bones.

#include "support/solving.h"

enum { POINTS = 2020, FRAMES = 450, MOST_CURVES = 128 };
static MeshFile ict;

/// A solver without a curve, or with all.
static MienSolver *solver_without(const uint32_t *points, const char *left_out)
{
    static const char *names[MOST_CURVES];
    MienSolverDesc desc = {
        .input = MIEN_SOLVE_POINTS, .mesh = ict.mesh, .points = points, .point_count = POINTS, .only = names};
    const int count = mien_mesh_info(ict.mesh).morph_count;
    for (int m = 0; m < count; ++m) {
        const char *name = mien_mesh_morph(ict.mesh, m).name;
        if (left_out == NULL || strcmp(name, left_out) != 0)
            names[desc.only_count++] = name;
    }
    CHECK(left_out == NULL || desc.only_count == count - 1);
    MienSolver *solver = NULL;
    MienError error = {0};
    require_ok(mien_solver_create(&desc, &solver, &error), &error, __LINE__);
    return solver;
}

/// Part of a take on some vertices, with 0.3 mm of noise. False without data.
static bool make_points(Performance *p, const MienSolver *solver, const char *file, int first,
                        const uint32_t *vertices)
{
    const int all = mien_mesh_info(ict.mesh).vertex_count;
    uint64_t seed = 11;
    if (!performance_read_file(p, solver, file))
        return false;
    memmove(p->values, performance_at(p, first), (size_t)FRAMES * (size_t)p->curve_count * sizeof *p->values);
    p->frame_count = FRAMES;
    p->point_count = POINTS;
    p->points = calloc((size_t)FRAMES * POINTS, sizeof *p->points);
    double *scratch = calloc((size_t)all, 3 * sizeof *scratch);
    for (int f = 0; f < FRAMES; ++f) {
        MienVec3 *points = p->points + (size_t)f * POINTS;
        morph_points(ict.mesh, vertices, POINTS, performance_at(p, f), scratch, points);
        for (int i = 0; i < POINTS; ++i) {
            points[i].x += noise(&seed, 0.0003);
            points[i].y += noise(&seed, 0.0003);
            points[i].z += noise(&seed, 0.0003);
        }
    }
    free(scratch);
    return true;
}

static int curve_of(const MienSolver *solver, const char *name)
{
    for (int c = 0; c < mien_solver_curve_count(solver); ++c)
        if (strcmp(mien_solver_curve(solver, c).name, name) == 0)
            return c;
    return -1;
}

/// Frames that are flagged without a curve; *out_needed are those where it is above 0.3, *out_found the
/// flagged ones of them.
static int count_flags(Performance *p, const uint32_t *vertices, const char *left_out, int *out_needed,
                       int *out_found)
{
    static bool flags[FRAMES];
    MienSolver *solver = solver_without(vertices, left_out);
    float *values = calloc((size_t)FRAMES * (size_t)p->curve_count, sizeof *values);
    MienSolveTake take = performance_take(p);
    MienSolveReport report;
    take.out_flags = flags;
    CHECK_STATUS(mien_solver_run_take(solver, &take, values, NULL, &report, NULL), MIEN_OK);
    const int curve = left_out != NULL ? curve_of(solver, left_out) : -1;
    *out_needed = *out_found = 0;
    for (int f = 0; curve >= 0 && f < FRAMES; ++f)
        if (performance_at(p, f)[curve] > 0.3f) {
            ++*out_needed;
            *out_found += flags[f];
        }
    free(values);
    mien_solver_destroy(solver);
    return report.flagged;
}

TEST(frames_of_a_missing_pose_are_flagged)
{
    static const struct {
        const char *file;
        int first;
    } parts[] = {{"curves/livelinkface/alex_rom_4.csv", 600},
                 {"curves/livelinkface/alex_rom_4.csv", 1050},
                 {"curves/livelinkface/alex_rom_3.csv", 2500}};
    static const char *const poses[] = {"jawOpen", "mouthLeft", "browDown_R"};
    uint32_t vertices[POINTS];
    int needed[3] = {0}, found[3] = {0};
    for (int i = 0; i < POINTS; ++i)
        vertices[i] = (uint32_t)((int64_t)i * mien_mesh_info(ict.mesh).vertex_count / POINTS);
    const bool is_long = getenv("MIEN_REQUIRE_DATA") != NULL;
    for (int part = is_long ? 0 : 1; part < (is_long ? 3 : 2); ++part) {
        MienSolver *solver = solver_without(vertices, NULL);
        Performance p;
        int n, k;
        const bool has_data = make_points(&p, solver, parts[part].file, parts[part].first, vertices);
        mien_solver_destroy(solver);
        if (!has_data)
            SKIP("no test data");
        const int wrong = count_flags(&p, vertices, NULL, &n, &k);
        printf("%s from frame %d: %d of %d frames flagged with all poses\n", parts[part].file,
               parts[part].first, wrong, FRAMES);
        CHECK(wrong <= FRAMES / 100);
        for (int i = 0; i < 3; ++i) {
            count_flags(&p, vertices, poses[i], &n, &k);
            printf("  without %s: %d of %d\n", poses[i], k, n);
            needed[i] += n;
            found[i] += k;
        }
        performance_free(&p);
    }
    for (int i = 0; i < 3; ++i)
        CHECK(needed[i] > 0 && found[i] >= 0.95 * needed[i]);
}

TEST(the_bones_that_lose_motion_are_known)
{
    Actor ada;
    MienSolver *solver = NULL;
    MienSolveReport report;
    const char *only[MOST_CURVES];
    int count = 0, needed = 0, found = 0;
    open_actor(&ada, MIENI_CAST_ADA, MIENI_CAST_DEFAULT);
    MienSolverDesc desc = {
        .poses = ada.loaded.asset, .skeleton = ada.loaded.skeleton, .mesh = ada.mesh, .only = only};
    CHECK_STATUS(mien_solver_create(&desc, &solver, NULL), MIEN_OK);
    Performance p;
    performance_make(&p, solver, 200, 7);
    performance_bake(&p, &ada, solver);
    const int jaw = curve_of(solver, "jawOpen");
    for (int c = 0; c < p.curve_count; ++c)
        if (c != jaw)
            only[count++] = mien_solver_curve(solver, c).name;
    mien_solver_destroy(solver);
    desc.only_count = count;
    CHECK_STATUS(mien_solver_create(&desc, &solver, NULL), MIEN_OK);
    float *values = calloc((size_t)p.frame_count * (size_t)p.curve_count, sizeof *values);
    float *lost = calloc((size_t)p.bone_count, sizeof *lost);
    bool *flags = calloc((size_t)p.frame_count, sizeof *flags);
    MienSolveTake take = performance_take(&p);
    take.out_lost = lost;
    take.out_flags = flags;
    CHECK_STATUS(mien_solver_run_take(solver, &take, values, NULL, &report, NULL), MIEN_OK);
    int most = 0;
    for (int b = 0; b < p.bone_count; ++b)
        most = lost[b] > lost[most] ? b : most;
    for (int f = 0; f < p.frame_count; ++f) {
        const bool is_needed = performance_at(&p, f)[jaw] > 0.3f;
        needed += is_needed;
        found += is_needed && flags[f];
    }
    printf("without jawOpen: %s loses %.2g m rms; %d of %d frames flagged, %d in all; extent %.3f m\n",
           mien_skeleton_bone_name(ada.loaded.skeleton, most), (double)lost[most], found, needed,
           report.flagged, report.extent);
    CHECK(found >= 0.95 * needed && needed > 0 && report.flagged < p.frame_count / 2);
    CHECK(lost[most] > 0.001f);
    CHECK(lost[mien_skeleton_find_bone(ada.loaded.skeleton, "eye_L")] < 0.01f * lost[most]);
    CHECK(report.extent > 0.1 && report.extent < 0.5);
    free(values);
    free(lost);
    free(flags);
    performance_free(&p);
    mien_solver_destroy(solver);
    close_actor(&ada);
}

CHECK_MAIN
{
    RUN(the_bones_that_lose_motion_are_known);
    if (mesh_file_open(&ict, "ict-facekit/ict_head_57morphs_alexrom3.glb")) {
        RUN(frames_of_a_missing_pose_are_flagged);
        mesh_file_close(&ict);
    }
}
