// SPDX-License-Identifier: MIT
//
// The node of a pose asset: bit for bit the pose job, and what its options change.

#include "support/graphs.h"

#define FACE(settings)                                                                                       \
    GRAPH("{'id': 'talk', 'node': 'clip', 'clip': 'a.clip.json'},"                                           \
          "{'id': 'face', 'node': 'poses', 'input': 'talk', 'poses': 'a.poses.json'" settings "},"           \
          "{'id': 'out', 'node': 'output', 'input': 'face'}")

/// A sample's asset, and a clip of constant curves over its controls and defined curves.
typedef struct Face {
    MienSample *sample;
    const MienAuthorPoseAsset *asset;
    MienAuthorClipCurve *curves;
    MienAuthorKey *keys;
    MienAuthorClip clip;
    GraphRig g;
} Face;

/// Weights within each control's range, but only of some curves: others are absent.
static void face_begin(Face *f, const MienSampleOptions *options, uint64_t seed, const char *text)
{
    f->sample = mien_sample_create(options);
    f->asset = mien_sample_asset(f->sample);
    const MienAuthorSkeleton *skeleton = f->asset->skeleton;
    f->curves = calloc((size_t)skeleton->curve_count + 1, sizeof *f->curves);
    f->keys = calloc((size_t)skeleton->curve_count + 1, sizeof *f->keys);
    f->clip = (MienAuthorClip){.rate = 30, .curves = f->curves};
    for (int c = 0; c < skeleton->curve_count; ++c) {
        if (mien_random_index(&seed, 3) == 0)
            continue;
        MienAuthorKey *key = &f->keys[f->clip.curve_count];
        key->value = mien_random_between(&seed, -0.25f, 1.25f);
        f->curves[f->clip.curve_count++] =
            (MienAuthorClipCurve){.name = skeleton->curves[c].name, .key_count = 1, .keys = key};
    }
    graph_begin(&f->g, skeleton);
    graph_clip(&f->g, "a.clip.json", &f->clip);
    graph_poses(&f->g, "a.poses.json", f->asset);
    graph_make(&f->g, text);
}

static void face_end(Face *f)
{
    graph_end(&f->g);
    free(f->curves);
    free(f->keys);
    mien_sample_destroy(f->sample);
}

/// What the jobs make of the same assets, one after the other.
typedef struct Bare {
    MienTransform *bones;
    MienCurveSet curves;
    float *weights;
} Bare;

static Bare bare_run(const Face *f, int level)
{
    const GraphRig *g = &f->g;
    const MienPoseAsset *asset = g->assets[1].poses;
    MienPoseBinding *poses = NULL;
    MienClipBinding *clip = NULL;
    Bare b = {.bones = stage_array(g->bone_count, sizeof(MienTransform)),
              .curves = {g->curve_count, stage_array(g->curve_count, sizeof(float)),
                         stage_array(mien_curve_set_words(g->curve_count), sizeof(uint32_t))},
              .weights = stage_array(mien_pose_asset_info(asset).pose_count, sizeof(float))};
    CHECK_STATUS(mien_pose_binding_create(asset, g->skeleton, NULL, &poses, NULL), MIEN_OK);
    CHECK_STATUS(mien_clip_binding_create(g->assets[0].clip, g->skeleton, NULL, &clip, NULL), MIEN_OK);
    memcpy(b.bones, mien_skeleton_rest_pose(g->skeleton), (size_t)g->bone_count * sizeof *b.bones);
    const MienClipJob first = {.clip = g->assets[0].clip,
                               .binding = clip,
                               .out_curves = b.curves,
                               .bone_count = g->bone_count,
                               .out_bones = b.bones};
    CHECK_STATUS(mien_clip_job_run(&first), MIEN_OK);
    const size_t size = mien_pose_job_scratch_size(asset);
    const MienPoseJob second = {.asset = asset,
                                .binding = poses,
                                .lod = level,
                                .bone_count = g->bone_count,
                                .input = b.bones,
                                .out_bones = b.bones,
                                .curves = b.curves,
                                .out_curves = b.curves,
                                .out_weights = b.weights,
                                .scratch = aligned_take(size),
                                .scratch_size = size};
    CHECK_STATUS(mien_pose_job_run(&second), MIEN_OK);
    aligned_free(second.scratch);
    mien_pose_binding_destroy(poses);
    mien_clip_binding_destroy(clip);
    return b;
}

static void bare_free(Bare *b)
{
    free(b->bones);
    free(b->curves.values);
    free(b->curves.present);
    free(b->weights);
}

static bool same_results(const GraphRig *g, const Bare *b)
{
    for (int i = 0; i < g->bone_count; ++i) {
        if (!same_transform(&g->bones[i], &b->bones[i]))
            return false;
    }
    for (int i = 0; i < g->curve_count; ++i) {
        if (!same_float(g->curves.values[i], b->curves.values[i]) ||
            mien_curve_set_has(&g->curves, i) != mien_curve_set_has(&b->curves, i))
            return false;
    }
    return true;
}

TEST(a_face_is_the_two_jobs)
{
    for (int s = 0; s < (int)(sizeof small_scenes / sizeof *small_scenes); ++s) {
        Face f;
        // Unreal assets clamp in the node: below, their own test.
        if (small_scenes[s].options.is_unreal)
            continue;
        face_begin(&f, &small_scenes[s].options, (uint64_t)s, FACE(""));
        graph_trace(&f.g);
        for (int level = 0; level < 3; ++level) {
            Bare bare = bare_run(&f, level);
            f.g.job.lod = level;
            f.g.job.trace = NULL;
            graph_run(&f.g);
            if (!same_results(&f.g, &bare))
                printf("%s at level %d\n", small_scenes[s].name, level);
            CHECK(same_results(&f.g, &bare));
            f.g.job.trace = f.g.trace;
            memset(f.g.bones, 0xA5, (size_t)f.g.bone_count * sizeof *f.g.bones);
            graph_run(&f.g);
            CHECK(same_results(&f.g, &bare));
            const MienGraphNodeTrace face =
                mien_graph_trace_node(f.g.trace, mien_graph_find_node(f.g.graph, "face"));
            CHECK(face.is_live && face.weight == 1.0f);
            CHECK_INT(face.weight_count, mien_pose_asset_info(f.g.assets[1].poses).pose_count);
            CHECK(memcmp(face.weights, bare.weights, (size_t)face.weight_count * sizeof(float)) == 0);
            bare_free(&bare);
        }
        face_end(&f);
    }
}

/// One control "smile" that moves bone1 along x by 1 and defines curve "blush".
typedef struct Smile {
    Rig rig;
    Ramp ramp;
    GraphRig g;
} Smile;

static void smile_begin(Smile *s, const char *driver, bool is_unreal, const char *text)
{
    rig_begin(&s->rig, 2);
    rig_mover(&s->rig, "smile", 1, 1.0f);
    rig_mover(&s->rig, "frown", 1, -1.0f);
    rig_curve(&s->rig, "blush");
    rig_value(&s->rig, 0, 0, 0.5f);
    s->rig.asset.is_unreal = is_unreal;
    graph_begin(&s->g, &s->rig.skeleton);
    graph_poses(&s->g, "a.poses.json", &s->rig.asset);
    ramp_clip(&s->ramp, 8.0, driver, NULL, mien_transform_identity());
    s->ramp.keys[0].value = -1.0f; // so that the curve is the time minus one
    s->ramp.keys[1].value = 7.0f;
    graph_clip(&s->g, "a.clip.json", &s->ramp.clip);
    graph_make(&s->g, text);
}

/// Bone1's way after the clip's curve has the value.
static double smile_at(Smile *s, double value)
{
    CHECK_STATUS(mien_graph_instance_set_time(s->g.instance, 0, value + 1.0), MIEN_OK);
    graph_run(&s->g);
    return (double)s->g.bones[1].translation.x;
}

TEST(remap_functions)
{
    static const struct {
        const char *name;
        double at[3]; ///< Of 0.25, 0.5, 0.75.
    } rows[] = {
        {"smooth", {0.15625, 0.5, 0.84375}}, // V9
        {"sine", {0.14644660940672624, 0.5, 0.8535533905932737}},
        {"quadratic", {0.125, 0.5, 0.875}},
        {"cubic", {0.0625, 0.5, 0.9375}},
        {"quartic", {0.03125, 0.5, 0.96875}},
        {"quintic", {0.015625, 0.5, 0.984375}},
        {"circular_in", {0.031754163448145745, 0.1339745962155614, 0.3385621722338523}},
        {"circular_out", {0.6614378277661477, 0.8660254037844386, 0.9682458365518543}},
        {"circular", {0.0669872981077807, 0.5, 0.9330127018922193}},
        {"exponential_in", {0.0055242717280199, 0.03125, 0.1767766952966369}},
        {"exponential_out", {0.8232233047033631, 0.96875, 0.9944757282719801}},
        {"exponential", {0.015625, 0.5, 0.984375}},
    };
    for (int i = 0; i < (int)(sizeof rows / sizeof *rows); ++i) {
        char text[1024];
        Smile s;
        snprintf(text, sizeof text, FACE(", 'remap': '%s'"), rows[i].name);
        smile_begin(&s, "smile", i % 2 == 0, text);
        for (int k = 0; k < 3; ++k)
            CHECK_NEAR(smile_at(&s, 0.25 * (k + 1)), rows[i].at[k], 1e-6);
        CHECK_NEAR(smile_at(&s, -0.3), 0.0, 0.0);
        CHECK_NEAR(smile_at(&s, 0.0), 0.0, 0.0);
        CHECK_NEAR(smile_at(&s, 1.0), 1.0, 0.0);
        CHECK_NEAR(smile_at(&s, 1.4), 1.0, 0.0);           // V9
        CHECK_NEAR(graph_curve(&s.g, "smile"), 1.4, 1e-6); // what drives stays as it is
        graph_end(&s.g);
    }
}

TEST(linear_clamps_in_unreal_alone)
{
    Smile s;
    smile_begin(&s, "smile", true, FACE(""));
    CHECK_NEAR(smile_at(&s, 1.4), 1.0, 0.0);
    CHECK_NEAR(smile_at(&s, -0.3), 0.0, 0.0);
    CHECK_NEAR(smile_at(&s, 0.5), 0.5, 1e-6);
    graph_end(&s.g);
    // Whatever range the control itself has; bones of unreal assets saturate, curves do not.
    for (int is_unreal = 0; is_unreal < 2; ++is_unreal) {
        Rig *rig = &s.rig;
        rig_begin(rig, 2);
        rig_mover(rig, "smile", 1, 1.0f)->driven_settings =
            (MienAuthorDrivenPose){.has_range = true, .min = -1.0f, .max = 2.0f};
        rig_curve(rig, "blush");
        rig_value(rig, 0, 0, 1.0f);
        rig->asset.is_unreal = is_unreal != 0;
        graph_begin(&s.g, &rig->skeleton);
        graph_poses(&s.g, "a.poses.json", &rig->asset);
        graph_clip(&s.g, "a.clip.json", &s.ramp.clip);
        graph_make(&s.g, FACE(""));
        CHECK_NEAR(smile_at(&s, 1.5), is_unreal ? 1.0 : 1.5, 1e-6);
        CHECK_NEAR(graph_curve(&s.g, "blush"), is_unreal ? 1.0 : 1.5, 1e-6);
        CHECK_NEAR(smile_at(&s, -0.5), is_unreal ? 0.0 : -0.5, 1e-6);
        graph_end(&s.g);
    }
}

TEST(consume_removes_what_drives)
{
    Smile s;
    smile_begin(&s, "smile", false, FACE(""));
    CHECK_NEAR(smile_at(&s, 0.5), 0.5, 1e-6);
    CHECK(graph_has_curve(&s.g, "smile"));
    CHECK_NEAR(graph_curve(&s.g, "blush"), 0.25, 1e-6);
    graph_end(&s.g);
    smile_begin(&s, "smile", false, FACE(", 'consume': true"));
    CHECK_NEAR(smile_at(&s, 0.5), 0.5, 1e-6);
    CHECK(!graph_has_curve(&s.g, "smile"));
    CHECK(same_float(graph_curve(&s.g, "smile"), 0.0f));
    CHECK_NEAR(graph_curve(&s.g, "blush"), 0.25, 1e-6);
    graph_end(&s.g);
}

/// A curve that drives a pose and that the pose defines, as a morph does.
TEST(consume_leaves_what_poses_define)
{
    for (int is_absolute = 0; is_absolute < 2; ++is_absolute) {
        for (int consumes = 0; consumes < 2; ++consumes) {
            Smile s;
            rig_begin(&s.rig, 2);
            rig_mover(&s.rig, "smile", 1, 1.0f);
            s.rig.curves[s.rig.asset.curve_count++] =
                (MienAuthorCurve){.name = "smile", .max_lod = MIEN_ALL_LODS};
            rig_value(&s.rig, 0, 0, 0.75f);
            s.rig.asset.is_absolute = is_absolute;
            graph_begin(&s.g, &s.rig.skeleton);
            graph_poses(&s.g, "a.poses.json", &s.rig.asset);
            graph_clip(&s.g, "a.clip.json",
                       ramp_clip(&s.ramp, 2.0, "smile", NULL, mien_transform_identity()));
            graph_make(&s.g, consumes ? FACE(", 'consume': true") : FACE(""));
            graph_step(&s.g, 0.5);
            const double passed = consumes ? 0.0 : is_absolute ? 0.5 * 0.5 : 0.5;
            CHECK_NEAR(graph_curve(&s.g, "smile"), passed + 0.5 * 0.75, 1e-6);
            CHECK(graph_has_curve(&s.g, "smile"));
            graph_end(&s.g);
        }
    }
}

/// Weights of absent curves: nothing, or what they were until the bones change.
TEST(sticky_holds_absent_curves)
{
    Smile s;
    const char *const text =
        GRAPH("{'id': 'live', 'node': 'input_pose'},"
              "{'id': 'face', 'node': 'poses', 'input': 'live', 'poses': 'a.poses.json', 'sticky': %s},"
              "{'id': 'out', 'node': 'output', 'input': 'face'}");
    for (int is_sticky = 0; is_sticky < 2; ++is_sticky) {
        char made[1024];
        float values[3] = {0};
        uint32_t present[1] = {0};
        snprintf(made, sizeof made, text, is_sticky ? "true" : "false");
        smile_begin(&s, "smile", true, made);
        const MienCurveSet live = {3, values, present};
        CHECK_STATUS(mien_graph_instance_set_input_pose(s.g.instance, 0,
                                                        mien_skeleton_rest_pose(s.g.skeleton), &live, 1.0f),
                     MIEN_OK);
        graph_run(&s.g);
        CHECK_NEAR(s.g.bones[1].translation.x, 0.0, 0.0);
        mien_curve_set_put(&live, mien_skeleton_find_curve(s.g.skeleton, "smile"), 1.0f);
        graph_run(&s.g);
        CHECK_NEAR(s.g.bones[1].translation.x, 1.0, 0.0);
        mien_curve_set_clear(&live);
        graph_run(&s.g);
        CHECK_NEAR(s.g.bones[1].translation.x, is_sticky ? 1.0 : 0.0, 0.0);
        s.g.job.lod = 1;
        graph_run(&s.g);
        CHECK_NEAR(s.g.bones[1].translation.x, 0.0, 0.0);
        graph_end(&s.g);
    }
}

/// V19: an absolute unreal asset replaces its bones as soon as any weight counts.
TEST(absolute_unreal_jumps)
{
    static const double weights[] = {0.0, 9e-6, 1.1e-5, 0.01, 1.0};
    static const double degrees[] = {45.0, 45.0, 0.00066, 0.57, 60.0};
    Rig rig;
    GraphRig g;
    rig_begin(&rig, 2);
    rig_pose(&rig, "smile");
    rig_pose(&rig, "frown");
    rig.posed[0][1].rotation = turned(0, 60.0);
    rig.asset.is_unreal = rig.asset.is_absolute = true;
    graph_begin(&g, &rig.skeleton);
    graph_poses(&g, "a.poses.json", &rig.asset);
    graph_make(&g, GRAPH("{'id': 'body', 'node': 'input_pose'},"
                         "{'id': 'face', 'node': 'poses', 'input': 'body', 'poses': 'a.poses.json'},"
                         "{'id': 'out', 'node': 'output', 'input': 'face'}"));
    MienTransform body[2] = {rig.bones[0].rest, rig.bones[1].rest};
    body[1].rotation = turned(0, 45.0);
    float values[2] = {0};
    const MienCurveSet live = {2, values, NULL};
    CHECK_STATUS(mien_graph_instance_set_input_pose(g.instance, 0, body, &live, 1.0f), MIEN_OK);
    for (int i = 0; i < 5; ++i) {
        values[mien_skeleton_find_curve(g.skeleton, "smile")] = (float)weights[i];
        graph_run(&g);
        CHECK_NEAR(degrees_of(g.bones[1].rotation), degrees[i], i == 2 ? 1e-4 : 5e-3);
    }
    graph_end(&g);
}

TEST(without_an_asset_the_input_passes)
{
    Smile s;
    smile_begin(&s, "smile", false,
                GRAPH("{'id': 'talk', 'node': 'clip', 'clip': 'a.clip.json'},"
                      "{'id': 'face', 'node': 'poses', 'input': 'talk', 'poses': 'b.poses.json'},"
                      "{'id': 'out', 'node': 'output', 'input': 'face'}"));
    CHECK_NEAR(smile_at(&s, 0.5), 0.0, 0.0);
    CHECK_NEAR(graph_curve(&s.g, "smile"), 0.5, 1e-6);
    CHECK_INT(mien_graph_binding_report(s.g.binding, 0).kind, MIEN_FINDING_MISSING_ASSET);
    graph_end(&s.g);
}

CHECK_MAIN
{
    RUN(a_face_is_the_two_jobs);
    RUN(remap_functions);
    RUN(linear_clamps_in_unreal_alone);
    RUN(consume_removes_what_drives);
    RUN(consume_leaves_what_poses_define);
    RUN(sticky_holds_absent_curves);
    RUN(absolute_unreal_jumps);
    RUN(without_an_asset_the_input_passes);
}
