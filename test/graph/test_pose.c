// SPDX-License-Identifier: MIT
//
// Poses by name: a delta of an additive asset, a pose of an absolute one.

#include "support/graphs.h"

#include "core/graph/format.h"

#define ONE_POSE                                                                                             \
    "{'id': 'one', 'node': 'pose', 'poses': 'a.poses.json', 'pose': {'parameter': 'which'},"                 \
    " 'weight': {'parameter': 'weight'}},"
#define PARAMETERS "{'name': 'which', 'type': 'name'}, {'name': 'weight', 'type': 'float', 'value': 1}"
/// The pose on the reference pose.
#define APPLIED(mode)                                                                                        \
    GRAPH_WITH(PARAMETERS,                                                                                   \
               ONE_POSE "{'id': 'rest', 'node': 'rest_pose'},"                                               \
                        "{'id': 'both', 'node': 'apply_additive', 'base': 'rest', 'delta': 'one'" mode "},"  \
                        "{'id': 'out', 'node': 'output', 'input': 'both'}")
#define ALONE GRAPH_WITH(PARAMETERS, ONE_POSE "{'id': 'out', 'node': 'output', 'input': 'one'}")

static void choose(GraphRig *g, const char *pose, float weight)
{
    CHECK_STATUS(
        mien_graph_instance_set_text(g->instance, mien_graph_find_parameter(g->graph, "which"), pose),
        MIEN_OK);
    graph_set(g, "weight", weight);
}

/// What the pose job makes of one weight on the reference pose.
static bool is_as_job(const GraphRig *g, int pose, float weight)
{
    const MienPoseAsset *asset = g->assets[0].poses;
    const size_t size = mien_pose_job_scratch_size(asset);
    const MienPoseWeight list = {pose, weight};
    MienPoseBinding *binding = NULL;
    MienTransform *bones = stage_array(g->bone_count, sizeof *bones);
    const MienCurveSet curves = {g->curve_count, stage_array(g->curve_count, sizeof(float)),
                                 stage_array(mien_curve_set_words(g->curve_count), sizeof(uint32_t))};
    const MienPoseBindingOptions options = {.mesh_rest_pose = g->mesh_rest_pose};
    CHECK_STATUS(mien_pose_binding_create(asset, g->skeleton, &options, &binding, NULL), MIEN_OK);
    const MienPoseJob job = {.asset = asset,
                             .binding = binding,
                             .lod = g->job.lod,
                             .bone_count = g->bone_count,
                             .input = mien_graph_binding_rest_pose(g->binding),
                             .out_bones = bones,
                             .out_curves = curves,
                             .weights = &list,
                             .weight_count = 1,
                             .scratch = aligned_take(size),
                             .scratch_size = size};
    CHECK_STATUS(mien_pose_job_run(&job), MIEN_OK);
    bool is_same = true;
    for (int b = 0; b < g->bone_count; ++b)
        is_same = is_same && same_transform(&bones[b], &g->bones[b]);
    for (int c = 0; c < g->curve_count; ++c)
        is_same = is_same && same_float(curves.values[c], g->curves.values[c]) &&
                  mien_curve_set_has(&curves, c) == mien_curve_set_has(&g->curves, c);
    aligned_free(job.scratch);
    free(bones);
    free(curves.values);
    free(curves.present);
    mien_pose_binding_destroy(binding);
    return is_same;
}

/// All poses of random assets at several weights, on a mesh of other lengths.
static void check_scenes(bool is_absolute, const char *text)
{
    static const float weights[] = {1.0f, 0.3f, -0.7f, 1.5f, 0.0f};
    uint64_t random = 99;
    for (int i = 0; i < 12; ++i) {
        MienSampleOptions options = random_scene(&random);
        options.is_absolute = is_absolute;
        options.has_levels = i % 2 == 0;
        MienSample *sample = mien_sample_create(&options);
        const MienAuthorPoseAsset *asset = mien_sample_asset(sample);
        GraphRig g;
        graph_begin(&g, asset->skeleton);
        graph_poses(&g, "a.poses.json", asset);
        MienTransform *own = stage_array(g.bone_count, sizeof *own);
        for (int b = 0; b < g.bone_count; ++b) {
            own[b] = mien_skeleton_rest_pose(g.skeleton)[b];
            own[b].translation.x *= i % 3 == 0 ? 1.25f : 1.0f;
        }
        g.mesh_rest_pose = own;
        graph_make(&g, text);
        int faults = 0;
        for (int p = 0; p < asset->pose_count; ++p) {
            g.job.lod = p % 3;
            choose(&g, asset->poses[p].name, weights[p % 5]);
            graph_run(&g);
            const int pose = mien_pose_asset_find_pose(g.assets[0].poses, asset->poses[p].name);
            faults += !is_as_job(&g, pose, weights[p % 5]);
        }
        CHECK_INT(faults, 0);
        graph_end(&g);
        free(own);
        mien_sample_destroy(sample);
    }
}

TEST(a_delta_applied_is_the_pose_job) { check_scenes(false, APPLIED("")); }

/// Where a pose moves nothing, a negative weight times that is -0, but no sum is.
TEST(zeros_have_the_sign_of_the_pose_job)
{
    Rig rig;
    GraphRig g;
    rig_begin(&rig, 2);
    rig.bones[1].rest.translation = (MienVec3){-0.0f, 1.0f, -0.0f};
    rig_pose(&rig, "turn");
    rig.posed[0][1].rotation = turned(0, 90.0);
    graph_begin(&g, &rig.skeleton);
    graph_poses(&g, "a.poses.json", &rig.asset);
    graph_make(&g, APPLIED(""));
    choose(&g, "turn", -0.5f);
    graph_run(&g);
    CHECK(is_as_job(&g, 0, -0.5f));
    graph_end(&g);
}

TEST(an_absolute_pose_is_the_pose_job) { check_scenes(true, ALONE); }

/// A pose that turns bone1 by 90 degrees, moves it by 2 and doubles it, beside another.
static void rig_turner(Rig *rig, bool is_absolute, bool is_unreal)
{
    rig_begin(rig, 2);
    rig_pose(rig, "turn");
    rig_mover(rig, "move", 1, 1.0f);
    rig->posed[0][1].rotation = turned(0, 90.0);
    rig->posed[0][1].translation.x = 2.0f;
    rig->posed[0][1].scale = (MienVec3){2.0f, 2.0f, 2.0f};
    rig_curve(rig, "blush");
    rig_value(rig, 0, 0, 0.5f);
    rig->asset.is_absolute = is_absolute;
    rig->asset.is_unreal = is_unreal;
}

TEST(an_unreal_delta)
{
    static const float weights[] = {0.5f, 0.25f, 2.0f, 1e-6f, -0.5f};
    static const double degrees[] = {45.0, 21.5982, 90.0, 0.0, 0.0}; // V1, V1b, V2
    static const double ways[] = {1.0, 0.5, 2.0, 0.0, 0.0}, curves[] = {0.25, 0.125, 1.0, 0.0, 0.0};
    Rig rig;
    GraphRig g;
    rig_turner(&rig, false, true);
    graph_begin(&g, &rig.skeleton);
    graph_poses(&g, "a.poses.json", &rig.asset);
    graph_make(&g, APPLIED(", 'mode': 'unreal'"));
    for (int i = 0; i < 5; ++i) {
        choose(&g, "TURN", weights[i]); // case does not matter there
        graph_run(&g);
        CHECK_NEAR(degrees_of(g.bones[1].rotation), degrees[i], 1e-4);
        CHECK_NEAR(g.bones[1].translation.x, ways[i], 1e-6);
        CHECK_NEAR(g.bones[1].scale.y, 1.0 + ways[i] / 2.0, 1e-6);
        CHECK_NEAR(graph_curve(&g, "blush"), curves[i], 1e-6);
        CHECK(same_transform(&g.bones[0], &rig.bones[0].rest));
    }
    graph_end(&g);
}

TEST(an_absolute_unreal_pose)
{
    static const float weights[] = {1.0f, 0.5f, 3.0f, 1e-6f, -1.0f};
    static const double degrees[] = {90.0, 45.0, 90.0, 0.0, 0.0};
    Rig rig;
    GraphRig g;
    rig_turner(&rig, true, true);
    graph_begin(&g, &rig.skeleton);
    graph_poses(&g, "a.poses.json", &rig.asset);
    graph_make(&g, ALONE);
    for (int i = 0; i < 5; ++i) {
        choose(&g, "turn", weights[i]);
        graph_run(&g);
        CHECK_NEAR(degrees_of(g.bones[1].rotation), degrees[i], 1e-4);
    }
    graph_end(&g);
}

TEST(names_that_are_not_there)
{
    Rig rig;
    GraphRig g;
    rig_turner(&rig, true, false);
    graph_begin(&g, &rig.skeleton);
    graph_poses(&g, "a.poses.json", &rig.asset);
    graph_make(&g, GRAPH("{'id': 'one', 'node': 'pose', 'poses': 'a.poses.json', 'pose': 'twist'},"
                         "{'id': 'out', 'node': 'output', 'input': 'one'}"));
    CHECK_INT(mien_graph_binding_report_count(g.binding), 1);
    CHECK_INT(mien_graph_binding_report(g.binding, 0).kind, MIEN_FINDING_MISSING_POSE);
    CHECK_STR(mien_graph_binding_report(g.binding, 0).name, "twist");
    graph_run(&g);
    CHECK(same_transform(&g.bones[1], &rig.bones[1].rest));
    graph_end(&g);
    graph_begin(&g, &rig.skeleton);
    graph_poses(&g, "a.poses.json", &rig.asset);
    graph_make(&g, ALONE);
    graph_run(&g); // no pose is chosen
    CHECK(same_transform(&g.bones[1], &rig.bones[1].rest));
    choose(&g, "turn", 1.0f);
    const int which = mien_graph_find_parameter(g.graph, "which");
    CHECK_STATUS(mien_graph_instance_set_text(g.instance, which, "twist"), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_graph_instance_set_text(g.instance, which, "TURN"), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_graph_instance_set_text(g.instance, which, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_graph_instance_set_number(g.instance, which, 1.0f), MIEN_ERROR_ARGUMENT);
    graph_run(&g); // still the one that was
    CHECK_NEAR(degrees_of(g.bones[1].rotation), 90.0, 1e-4);
    graph_end(&g);
}

TEST(an_asset_of_the_other_mode_is_refused)
{
    for (int is_absolute = 0; is_absolute < 2; ++is_absolute) {
        Rig rig;
        GraphRig g;
        MienError error = {0};
        MienGraphBinding *binding = NULL;
        rig_turner(&rig, is_absolute != 0, false);
        graph_begin(&g, &rig.skeleton);
        graph_poses(&g, "a.poses.json", &rig.asset);
        graph_make(&g, is_absolute ? ALONE : APPLIED(""));
        CHECK(mien_graph_asset_slot(g.graph, 0).needs_absolute == (is_absolute != 0));
        CHECK(mien_graph_asset_slot(g.graph, 0).needs_additive == (is_absolute == 0));
        rig.asset.is_absolute = !rig.asset.is_absolute;
        mien_pose_asset_destroy(g.assets[0].poses);
        graph_poses(&g, "a.poses.json", &rig.asset);
        CHECK_STATUS(graph_bind(&g, g.graph, NULL, &binding, &error), MIEN_ERROR_DATA);
        CHECK(binding == NULL);
        CHECK_STR(error.location, "assets[0]");
        graph_end(&g);
    }
}

/// A pack may claim that any asset fits; what the node makes of it decides.
TEST(a_place_that_asks_for_nothing_is_held_to_its_node)
{
    Rig rig;
    GraphRig g;
    MienGraph *graph = NULL;
    MienGraphBinding *binding = NULL;
    const uint32_t any = 0;
    rig_turner(&rig, false, false);
    graph_begin(&g, &rig.skeleton);
    graph_poses(&g, "a.poses.json", &rig.asset);
    graph_make(&g, APPLIED(""));
    memcpy(pack_at(&g.pack, "ASST", 0) + offsetof(MieniGraphAssetPlace, needs), &any, sizeof any);
    pack_seal(&g.pack);
    CHECK_STATUS(mien_graph_load(g.pack.data, g.pack.size, NULL, &graph, NULL), MIEN_OK);
    CHECK(!mien_graph_asset_slot(graph, 0).needs_additive);
    CHECK_STATUS(graph_bind(&g, graph, NULL, &binding, NULL), MIEN_OK);
    mien_graph_binding_destroy(binding);
    rig.asset.is_absolute = true;
    mien_pose_asset_destroy(g.assets[0].poses);
    graph_poses(&g, "a.poses.json", &rig.asset);
    CHECK_STATUS(graph_bind(&g, graph, NULL, &binding, NULL), MIEN_ERROR_DATA);
    mien_graph_destroy(graph);
    graph_end(&g);
}

CHECK_MAIN
{
    RUN(a_place_that_asks_for_nothing_is_held_to_its_node);
    RUN(a_delta_applied_is_the_pose_job);
    RUN(zeros_have_the_sign_of_the_pose_job);
    RUN(an_absolute_pose_is_the_pose_job);
    RUN(an_unreal_delta);
    RUN(an_absolute_unreal_pose);
    RUN(names_that_are_not_there);
    RUN(an_asset_of_the_other_mode_is_refused);
}
