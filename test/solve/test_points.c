// SPDX-License-Identifier: MIT
//
// Vertices and tracked points of a head with morph targets become its curves, exact or noisy.

#include "support/solving.h"

static const char take3[] = "curves/livelinkface/alex_rom_3.csv",
                  take4[] = "curves/livelinkface/alex_rom_4.csv";
static MeshFile ict;

/// Chin to top.
static const double height = 0.221;

static MienSolver *solver_of(const uint32_t *points, int count)
{
    const MienSolverDesc desc = {
        .input = MIEN_SOLVE_POINTS, .mesh = ict.mesh, .points = points, .point_count = count};
    MienSolver *solver = NULL;
    MienError error = {0};
    require_ok(mien_solver_create(&desc, &solver, &error), &error, __LINE__);
    return solver;
}

/// A take on the head that makes its points when they are asked for.
typedef struct Morphed {
    Performance performance;
    const uint32_t *vertices;
    int count;
    double *scratch, noise;
    uint64_t seed;
} Morphed;

static bool read_morphed(void *user, int frame, const MienSolveBuffer *out)
{
    Morphed *m = user;
    MienVec3 *out_points = out->points;
    morph_points(ict.mesh, m->vertices, m->count, performance_at(&m->performance, frame), m->scratch,
                 out_points);
    uint64_t seed = m->seed + (uint64_t)frame * 7919;
    for (int p = 0; m->noise > 0.0 && p < m->count; ++p) {
        out_points[p].x += noise(&seed, m->noise);
        out_points[p].y += noise(&seed, m->noise);
        out_points[p].z += noise(&seed, m->noise);
    }
    return true;
}

static float *solve(Morphed *m, MienSolver *solver, MienSolveReport *report)
{
    Performance *p = &m->performance;
    m->scratch = calloc((size_t)mien_mesh_info(ict.mesh).vertex_count, 3 * sizeof *m->scratch);
    float *values = calloc((size_t)p->frame_count * (size_t)p->curve_count, sizeof *values);
    const MienSolveTake take = {
        .frame_count = p->frame_count, .rate = p->rate, .user = m, .read = read_morphed};
    const double start = processor_seconds();
    CHECK_STATUS(mien_solver_run_take(solver, &take, values, NULL, report, NULL), MIEN_OK);
    const Distance d = curve_distance(p, values);
    printf(
        "%d points, %d frames, %.0f a second with making them: curves rms %.2g, max %.2g; residual %.2g m, "
        "noise %.2g m%s\n",
        m->count, p->frame_count, (double)p->frame_count / (processor_seconds() - start), d.rms, d.max,
        report->residual, report->noise, report->is_smoothed ? ", smoothed" : "");
    CHECK_INT(report->unfinished, 0);
    return values;
}

/// Rms distance of all vertices, in percent of the head's height.
static double vertices_off(const Morphed *m, const float *values)
{
    const int vertices = mien_mesh_info(ict.mesh).vertex_count, stride = 1 + m->performance.frame_count / 60;
    MienVec3 *a = calloc((size_t)vertices, sizeof *a), *b = calloc((size_t)vertices, sizeof *b);
    double sum = 0.0, count = 0.0;
    for (int f = 0; f < m->performance.frame_count; f += stride) {
        morph_points(ict.mesh, NULL, vertices, performance_at(&m->performance, f), m->scratch, a);
        morph_points(ict.mesh, NULL, vertices, values + (size_t)f * (size_t)m->performance.curve_count,
                     m->scratch, b);
        for (int v = 0; v < vertices; ++v) {
            const double x = (double)a[v].x - (double)b[v].x, y = (double)a[v].y - (double)b[v].y,
                         z = (double)a[v].z - (double)b[v].z;
            sum += x * x + y * y + z * z;
        }
        count += vertices;
    }
    free(a);
    free(b);
    return 100.0 * sqrt(sum / count) / height;
}

static void finish(Morphed *m, float *values, MienSolver *solver)
{
    free(values);
    free(m->scratch);
    performance_free(&m->performance);
    mien_solver_destroy(solver);
}

TEST(a_vertex_cache_becomes_curves)
{
    Morphed m = {.count = mien_mesh_info(ict.mesh).vertex_count};
    MienSolver *solver = solver_of(NULL, 0);
    MienSolveReport report;
    if (!performance_read_file(&m.performance, solver, take4)) {
        mien_solver_destroy(solver);
        SKIP("no test data");
    }
    if (!is_thorough())
        performance_cut(&m.performance, 0, 400); // the rest only repeats the same
    float *values = solve(&m, solver, &report);
    double largest = 0.0;
    for (int f = 0; f < m.performance.frame_count; ++f) {
        const float *truth = performance_at(&m.performance, f);
        const float *now = values + (size_t)f * (size_t)m.performance.curve_count;
        bool is_within = true;
        for (int c = 0; c < m.performance.curve_count; ++c)
            is_within = is_within && truth[c] >= 0.0f && truth[c] <= 1.0f;
        for (int c = 0; is_within && c < m.performance.curve_count; ++c) {
            const double off = fabs((double)truth[c] - (double)now[c]);
            largest = off > largest ? off : largest;
        }
    }
    printf("largest difference of a curve: %.2g; vertices rms %.2g %%\n", largest, vertices_off(&m, values));
    CHECK(largest <= 1e-4);
    finish(&m, values, solver);
}

/// Points spread over the face: vertices that move, at equal distances in the list.
static int choose_points(uint32_t *out_points, int count)
{
    const MienMeshInfo info = mien_mesh_info(ict.mesh);
    bool *is_moved = calloc((size_t)info.vertex_count, sizeof *is_moved);
    int moved = 0, chosen = 0, seen = 0;
    for (int m = 0; m < info.morph_count; ++m) {
        const MienMorph morph = mien_mesh_morph(ict.mesh, m);
        for (int i = 0; i < morph.vertex_count; ++i)
            is_moved[morph.vertices[i]] = true;
    }
    for (int v = 0; v < info.vertex_count; ++v)
        moved += is_moved[v];
    for (int v = 0; v < info.vertex_count && chosen < count; ++v)
        if (is_moved[v] && (int64_t)seen++ * count / moved >= chosen)
            out_points[chosen++] = (uint32_t)v;
    free(is_moved);
    return chosen;
}

/// A millimetre of noise on 470 points. A count of 0: to the end.
static void check_noisy(const char *file, int first, int count)
{
    uint32_t points[470];
    Morphed m = {.vertices = points, .count = choose_points(points, 470), .noise = 0.001, .seed = 3};
    MienSolver *solver = solver_of(points, m.count);
    MienSolveReport report;
    if (!performance_read_file(&m.performance, solver, file)) {
        mien_solver_destroy(solver);
        return;
    }
    performance_cut(&m.performance, first, count > 0 ? count : m.performance.frame_count - first);
    float *values = solve(&m, solver, &report);
    const double off = vertices_off(&m, values);
    printf("vertices rms %.3f %%, at %g frames a second\n", off, m.performance.rate);
    CHECK(report.is_smoothed && report.noise > 0.0009 && report.noise < 0.0011);
    CHECK(curve_distance(&m.performance, values).rms <= 0.05);
    CHECK(off <= 0.12);
    finish(&m, values, solver);
}

TEST(noise_is_found_and_removed)
{
    check_noisy(take4, 600, 900);
    check_noisy(take3, 2500, 900);
    check_noisy("curves/lam/test_expression_1s.json", 0, is_thorough() ? 0 : 400);
}

CHECK_MAIN
{
    if (mesh_file_open(&ict, "ict-facekit/ict_head_57morphs_alexrom3.glb")) {
        RUN(a_vertex_cache_becomes_curves);
        RUN(noise_is_found_and_removed);
        mesh_file_close(&ict);
    }
}
