// SPDX-License-Identifier: MIT
//
// Poses that set morph targets, solved from vertices: with correctives, in-betweens and an override,
// with the shapes of another vocabulary, and with very many poses.

#include "support/solving.h"

enum { MOST = 256, VALUES = 2, NAME = 64 };

/// A mesh, and poses that set its morph targets.
typedef struct Shapes {
    MienIoSource *source;
    MienAuthorMesh mesh; ///< The file's, with morph targets added.
    MienAuthorMorph morphs[MOST];
    MienVec3 *added[MOST]; ///< Offsets of these.
    char names[MOST][NAME], morph_names[MOST][NAME];
    MeshFile file;

    MienAuthorBone bone;
    MienAuthorSkeleton skeleton; ///< Has the curves of poses and morph targets.
    MienAuthorCurve curves[2 * MOST];
    MienAuthorPose poses[MOST];
    MienAuthorCurveValue values[MOST][VALUES];
    int inputs[MOST][2];
    MienAuthorOverride mask;
    MienAuthorPoseAsset asset;
    Loaded loaded;
    Stage stage;
    float *weights; ///< Per morph target, of the frame that was made.
    double *scratch;
} Shapes;

/// False without data.
static bool read_shapes(Shapes *s, const char *file)
{
    memset(s, 0, sizeof *s);
    s->source = read_source(file);
    if (s->source == NULL)
        return false;
    s->mesh = *s->source->mesh;
    CHECK(s->mesh.morph_count < MOST);
    memcpy(s->morphs, s->mesh.morphs, (size_t)s->mesh.morph_count * sizeof *s->morphs);
    s->mesh.morphs = s->morphs;
    s->asset.poses = s->poses;
    return true;
}

/// Adds a morph target: a multiple of another, with its axes exchanged, so that no other is like it.
static int add_morph(Shapes *s, int from, float size)
{
    const int at = s->mesh.morph_count++;
    const MienAuthorMorph *other = &s->morphs[from];
    s->added[at] = calloc((size_t)other->count + 1, sizeof *s->added[at]);
    for (int i = 0; i < other->count; ++i)
        s->added[at][i] = (MienVec3){size * other->positions[i].y, size * other->positions[i].z,
                                     size * other->positions[i].x};
    snprintf(s->names[at], NAME, "added %d", at);
    s->morphs[at] = (MienAuthorMorph){
        .name = s->names[at], .count = other->count, .vertices = other->vertices, .positions = s->added[at]};
    return at;
}

/// Adds a pose that sets a morph target.
static MienAuthorPose *add_pose(Shapes *s, const char *name, int morph)
{
    const int at = s->asset.pose_count++;
    s->values[at][0] = (MienAuthorCurveValue){morph, 1.0f};
    s->poses[at] = (MienAuthorPose){.name = name, .curves = s->values[at], .curve_count = 1};
    return &s->poses[at];
}

/// Cooks and loads it all.
static void finish_shapes(Shapes *s)
{
    const int count = s->mesh.morph_count;
    for (int m = 0; m < count; ++m) { // poses have the names of the file
        snprintf(s->morph_names[m], NAME, "morph %d", m);
        s->morphs[m].name = s->morph_names[m];
        s->curves[m] = (MienAuthorCurve){.name = s->morph_names[m]};
    }
    for (int p = 0; p < s->asset.pose_count; ++p)
        s->curves[count + p] = (MienAuthorCurve){.name = s->poses[p].name};
    s->skeleton = (MienAuthorSkeleton){
        .bone_count = 1, .bones = &s->bone, .curve_count = count + s->asset.pose_count, .curves = s->curves};
    s->bone = (MienAuthorBone){
        .name = "root", .parent = -1, .rest = {.rotation.w = 1.0f, .scale = {1.0f, 1.0f, 1.0f}}};
    s->asset.skeleton = &s->skeleton;
    s->asset.curve_count = count;
    s->asset.curves = s->curves;
    s->loaded = load_source(&s->asset, MIEN_ISA_BEST);
    s->stage = stage_create(&s->loaded, s->loaded.binding);
    mesh_file_make(&s->file, &s->mesh);
    s->weights = calloc((size_t)count, sizeof *s->weights);
    s->scratch = calloc((size_t)s->mesh.vertex_count, 3 * sizeof *s->scratch);
}

static void close_shapes(Shapes *s)
{
    free(s->weights);
    free(s->scratch);
    mesh_file_close(&s->file);
    stage_destroy(&s->stage);
    unload(&s->loaded);
    for (int m = 0; m < MOST; ++m)
        free(s->added[m]);
    mien_io_source_destroy(s->source);
}

static int find_morph(const Shapes *s, const char *name)
{
    for (int m = 0; m < s->mesh.morph_count; ++m)
        if (strcmp(s->morphs[m].name, name) == 0)
            return m;
    CHECK(false);
    return 0;
}

/// The morph weights of curves, by the runtime.
static void find_weights(Shapes *s, const MienSolver *solver, const float *values)
{
    mien_curve_set_clear(&s->stage.job.curves);
    for (int c = 0; c < mien_solver_curve_count(solver); ++c)
        mien_curve_set_put(&s->stage.job.curves,
                           mien_skeleton_find_curve(s->loaded.skeleton, mien_solver_curve(solver, c).name),
                           values[c]);
    stage_run(&s->stage);
    for (int m = 0; m < s->mesh.morph_count; ++m) {
        const int curve = mien_skeleton_find_curve(s->loaded.skeleton, s->morphs[m].name);
        s->weights[m] =
            mien_curve_set_has(&s->stage.job.out_curves, curve) ? s->stage.out_curves[curve] : 0.0f;
    }
}

/// A take on the shapes that makes its points when they are asked for.
typedef struct Shown {
    Shapes *shapes;
    const MienSolver *truth; ///< Its curves are the performance's; NULL: morph weights are.
    Performance performance;
    const uint32_t *points;
    int point_count;
    float noise; ///< Metres.
} Shown;

static bool read_shown(void *user, int frame, const MienSolveBuffer *out)
{
    Shown *shown = user;
    Shapes *s = shown->shapes;
    uint64_t seed = (uint64_t)frame * 7919 + 1;
    const float *values = performance_at(&shown->performance, frame);
    if (shown->truth != NULL)
        find_weights(s, shown->truth, values);
    morph_points(s->file.mesh, shown->points, shown->point_count, shown->truth != NULL ? s->weights : values,
                 s->scratch, out->points);
    for (int i = 0; shown->noise > 0.0f && i < 3 * shown->point_count; ++i)
        *(&out->points[i / 3].x + i % 3) +=
            mien_random_between(&seed, -1.7320508f, 1.7320508f) * shown->noise;
    return true;
}

/// Solves it; the values are the caller's.
static float *solve(Shown *shown, MienSolver *solver, MienSolveReport *report)
{
    const int count = mien_solver_curve_count(solver), frames = shown->performance.frame_count;
    float *values = calloc((size_t)frames * (size_t)count, sizeof *values);
    const MienSolveTake take = {
        .frame_count = frames, .rate = shown->performance.rate, .user = shown, .read = read_shown};
    const double start = processor_seconds();
    CHECK_STATUS(mien_solver_run_take(solver, &take, values, NULL, report, NULL), MIEN_OK);
    printf("%d points, %d curves, %d frames, %.0f a second with making them: residual %.2g m, at most %.2g m "
           "(frame %d), noise %.2g m%s\n",
           shown->point_count, count, frames, (double)frames / (processor_seconds() - start),
           report->residual, report->most_residual, report->worst_frame, report->noise,
           report->is_smoothed ? ", smoothed" : "");
    CHECK_INT(report->unfinished, 0);
    return values;
}

static MienSolver *solver_of(const Shapes *s, const MienPoseAsset *poses, const uint32_t *points, int count)
{
    const MienSolverDesc desc = {.input = MIEN_SOLVE_POINTS,
                                 .mesh = s->file.mesh,
                                 .poses = poses,
                                 .points = points,
                                 .point_count = count};
    MienSolver *solver = NULL;
    MienError error = {0};
    require_ok(mien_solver_create(&desc, &solver, &error), &error, __LINE__);
    return solver;
}

/// Ten correctives of a third of a pose's size, three in-betweens and an override on the ICT head.
static void add_rules(Shapes *s)
{
    static const char *const pairs[][2] = {
        {"jawOpen", "mouthSmile_L"},     {"jawOpen", "mouthSmile_R"},
        {"jawOpen", "mouthFunnel"},      {"jawOpen", "mouthPucker"},
        {"browDown_L", "noseSneer_L"},   {"browDown_R", "noseSneer_R"},
        {"eyeBlink_L", "cheekSquint_L"}, {"eyeBlink_R", "cheekSquint_R"},
        {"mouthStretch_L", "jawOpen"},   {"mouthUpperUp_L", "mouthLowerDown_L"}};
    static const char *const between[] = {"eyeBlink_L", "eyeBlink_R", "jawOpen"};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i) {
        int *inputs = s->inputs[s->asset.pose_count];
        const int morph = add_morph(s, find_morph(s, pairs[i][1]), 0.35f);
        MienAuthorPose *pose = add_pose(s, s->names[morph], morph);
        for (int k = 0; k < 2; ++k)
            inputs[k] = find_morph(s, pairs[i][k]); // the first poses are the morph targets
        pose->role = MIEN_AUTHOR_COMBINATION;
        pose->inputs = inputs;
        pose->input_count = 2;
    }
    for (size_t i = 0; i < sizeof between / sizeof *between; ++i) {
        const int of = find_morph(s, between[i]), morph = add_morph(s, of, 0.2f);
        MienAuthorPose *pose = add_pose(s, s->names[morph], morph);
        s->values[s->asset.pose_count - 1][1] = (MienAuthorCurveValue){of, 0.5f};
        pose->curve_count = 2;
        pose->role = MIEN_AUTHOR_INBETWEEN;
        pose->driven_pose = of;
        pose->position = 0.5f;
    }
    s->mask = (MienAuthorOverride){
        .target = find_morph(s, "eyeSquint_L"), .source = find_morph(s, "eyeBlink_L"), .amount = 0.7f};
    s->asset.overrides = &s->mask;
    s->asset.override_count = 1;
}

/// The largest rms distance of the vertices of a frame, metres.
static double worst_frame(Shown *shown, const MienSolver *solver, const float *values, int stride)
{
    Shapes *s = shown->shapes;
    const int vertices = s->mesh.vertex_count;
    MienVec3 *a = calloc((size_t)vertices, sizeof *a), *b = calloc((size_t)vertices, sizeof *b);
    double worst = 0.0;
    for (int f = 0; f < shown->performance.frame_count; f += stride) {
        double sum = 0.0;
        find_weights(s, solver, performance_at(&shown->performance, f));
        morph_points(s->file.mesh, NULL, vertices, s->weights, s->scratch, a);
        find_weights(s, solver, values + (size_t)f * (size_t)shown->performance.curve_count);
        morph_points(s->file.mesh, NULL, vertices, s->weights, s->scratch, b);
        for (int v = 0; v < vertices; ++v) {
            const double x = (double)a[v].x - (double)b[v].x, y = (double)a[v].y - (double)b[v].y,
                         z = (double)a[v].z - (double)b[v].z;
            sum += x * x + y * y + z * z;
        }
        worst = sum > worst ? sum : worst;
    }
    free(a);
    free(b);
    return sqrt(worst / vertices);
}

TEST(correctives_of_morph_targets)
{
    static Shapes s;
    static const double height = 0.221; // chin to top
    MienSolveReport report;
    if (!read_shapes(&s, "ict-facekit/ict_head_57morphs_alexrom3.glb"))
        SKIP("no test data");
    const int plain = s.mesh.morph_count;
    for (int m = 0; m < plain; ++m)
        add_pose(&s, s.morphs[m].name, m);
    add_rules(&s);
    finish_shapes(&s);
    MienSolver *solver = solver_of(&s, s.loaded.asset, NULL, 0);
    Shown shown = {.shapes = &s, .truth = solver, .point_count = s.mesh.vertex_count};
    CHECK(performance_read_file(&shown.performance, solver, "curves/livelinkface/alex_rom_4.csv"));
    if (!is_thorough())
        performance_cut(&shown.performance, 0, 150);
    float *values = solve(&shown, solver, &report);
    const double worst = 100.0 * worst_frame(&shown, solver, values, is_thorough() ? 4 : 1) / height;
    printf("vertices of the worst frame: rms %.2g %%\n", worst);
    CHECK(!report.is_smoothed);
    CHECK(worst <= 0.01);
    free(values);
    performance_free(&shown.performance);
    mien_solver_destroy(solver);
    close_shapes(&s);
}

/// The vertices that any morph target moves: the face.
static int find_face(const Shapes *s, uint32_t *out_points)
{
    bool *is_moved = calloc((size_t)s->mesh.vertex_count, sizeof *is_moved);
    int count = 0;
    for (int m = 0; m < s->mesh.morph_count; ++m)
        for (int i = 0; i < s->morphs[m].count; ++i)
            is_moved[s->morphs[m].vertices[i]] = true;
    for (int v = 0; v < s->mesh.vertex_count; ++v)
        if (is_moved[v])
            out_points[count++] = (uint32_t)v;
    free(is_moved);
    return count;
}

/// From the lowest vertex that follows the jaw to the top.
static double head_height(const Shapes *s, int jaw)
{
    const MienAuthorMorph *morph = &s->morphs[jaw];
    float most = 0.0f, chin = 1e6f, top = -1e6f;
    for (int i = 0; i < morph->count; ++i)
        most = fabsf(morph->positions[i].y) > most ? fabsf(morph->positions[i].y) : most;
    for (int i = 0; i < morph->count; ++i) {
        const float y = s->mesh.positions[morph->vertices[i]].y;
        chin = fabsf(morph->positions[i].y) > 0.5f * most && y < chin ? y : chin;
    }
    for (int v = 0; v < s->mesh.vertex_count; ++v)
        top = s->mesh.positions[v].y > top ? s->mesh.positions[v].y : top;
    return (double)(top - chin);
}

/// A captured take as weights of the ARKit shapes, called "blendShape1.AK_09_EyeBlinkLeft".
static bool read_arkit(Shown *shown)
{
    Shapes *s = shown->shapes;
    MienAuthorClip *clip = read_curves("curves/livelinkface/alex_rom_4.csv");
    Performance *p = &shown->performance;
    if (clip == NULL)
        return false;
    *p = (Performance){
        .frame_count = clip->curves[0].key_count, .curve_count = s->mesh.morph_count, .rate = 30.0};
    p->values = calloc((size_t)p->frame_count * (size_t)p->curve_count, sizeof *p->values);
    int found = 0;
    for (int m = 0; m < p->curve_count; ++m) {
        const char *name = strstr(s->source->mesh->morphs[m].name, ".AK_");
        for (int k = 0; name != NULL && k < clip->curve_count; ++k) {
            if (!is_shape(clip->curves[k].name, name + 7))
                continue;
            ++found;
            for (int f = 0; f < p->frame_count; ++f)
                performance_at(p, f)[m] = clip->curves[k].keys[f].value;
        }
    }
    CHECK_INT(found, 52);
    mien_author_clip_destroy(clip);
    if (!is_thorough())
        performance_cut(p, 1500, 600);
    return true;
}

/// How large the motion itself is, metres.
static double motion(Shown *shown)
{
    const MienVec3 *rest = mien_mesh_positions(shown->shapes->file.mesh);
    MienVec3 *points = calloc((size_t)shown->point_count, sizeof *points);
    double sum = 0.0, count = 0.0;
    for (int f = 0; f < shown->performance.frame_count; f += 8) {
        read_shown(shown, f, &(MienSolveBuffer){.points = points});
        for (int p = 0; p < shown->point_count; ++p) {
            const MienVec3 was = rest[shown->points[p]];
            const double x = (double)points[p].x - (double)was.x, y = (double)points[p].y - (double)was.y,
                         z = (double)points[p].z - (double)was.z;
            sum += x * x + y * y + z * z;
            count += 1.0;
        }
    }
    free(points);
    return sqrt(sum / count);
}

TEST(another_vocabulary)
{
    static Shapes s;
    static uint32_t points[8192];
    MienSolveReport report;
    if (!read_shapes(&s, "rocketbox/facial/Female_Adult_10_facial.fbx"))
        SKIP("no test data, or built without zlib");
    for (int m = 0; m < s.mesh.morph_count; ++m)
        if (strstr(s.morphs[m].name, ".SR_") != NULL)
            add_pose(&s, s.morphs[m].name, m);
    CHECK_INT(s.asset.pose_count, 42);
    const double height = head_height(&s, find_morph(&s, "blendShape1.AK_25_JawOpen"));
    finish_shapes(&s);
    CHECK(s.mesh.vertex_count <= 8192);
    Shown shown = {.shapes = &s, .points = points, .point_count = find_face(&s, points)};
    MienSolver *solver = solver_of(&s, s.loaded.asset, points, shown.point_count);
    if (!read_arkit(&shown))
        SKIP("no test data");
    const double percent = 100.0 / height;
    float *values = solve(&shown, solver, &report);
    const double moved = motion(&shown);
    printf("head %.3f m; motion rms %.2g %%, not expressed %.2g %%\n", height, moved * percent,
           report.residual * percent);
    CHECK(report.residual * percent <= 0.29);
    CHECK(report.residual <= 0.35 * moved);
    free(values);
    performance_free(&shown.performance);
    mien_solver_destroy(solver);
    close_shapes(&s);
}

/// The frames per second of a take with noise, and its rms distance to the truth.
static void check_speed(Shown *shown, MienSolver *solver, float noise)
{
    MienSolveReport report;
    shown->noise = noise;
    const double start = processor_seconds();
    float *values = solve(shown, solver, &report);
    const double rate = (double)shown->performance.frame_count / (processor_seconds() - start);
    CHECK(report.is_smoothed == (noise > 0.0f));
    CHECK(noise > 0.0f || report.residual <= 2e-5); // poses do nearly the same
    if (is_thorough())
        CHECK(rate >= 100.0);
    free(values);
}

TEST(very_many_poses)
{
    enum { POSES = 250 };
    static Shapes s;
    static uint32_t points[8192];
    if (!read_shapes(&s, "rocketbox/facial/Female_Adult_10_facial.fbx"))
        SKIP("no test data, or built without zlib");
    const int plain = s.mesh.morph_count;
    for (int m = 0; m < plain; ++m)
        if (s.morphs[m].count > 1)
            add_pose(&s, s.morphs[m].name, m);
    for (int m = 0; s.asset.pose_count < POSES; ++m)
        if (s.morphs[m].count > 1) {
            const int morph = add_morph(&s, m, 0.5f);
            add_pose(&s, s.names[morph], morph);
        }
    finish_shapes(&s);
    Shown shown = {.shapes = &s, .points = points, .point_count = find_face(&s, points)};
    MienSolver *solver = solver_of(&s, s.loaded.asset, points, shown.point_count);
    shown.truth = solver;
    performance_make(&shown.performance, solver, is_thorough() ? 400 : 60, 3);
    check_speed(&shown, solver, 0.0f);
    check_speed(&shown, solver, 0.0003f);
    performance_free(&shown.performance);
    mien_solver_destroy(solver);
    close_shapes(&s);
}

CHECK_MAIN
{
    RUN(correctives_of_morph_targets);
    RUN(another_vocabulary);
    RUN(very_many_poses);
}
