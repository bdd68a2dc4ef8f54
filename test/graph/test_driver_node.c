// SPDX-License-Identifier: MIT
//
// The driver node: what it reads, what its weights do to poses and curves, what it
// leaves alone. How weights come about is tested in test_driver.c.

#include "support/graphs.h"

#include "core/driver.h"
#include "support/cases.h"
#include "support/ledger.h"

/// A driver between a slot for the host's pose and the output.
#define DRIVER(settings)                                                                                     \
    GRAPH("{'id': 'body', 'node': 'input_pose'},"                                                            \
          "{'id': 'drive', 'node': 'driver', 'input': 'body', " settings "},"                                \
          "{'id': 'out', 'node': 'output', 'input': 'drive'}")
/// A target that turns bone1.
#define AT(name, turn) "{'name': '" name "', 'bones': [{'bone': 'bone1', 'turn': " turn "}]}"
#define ON_BONE1       "'poses': 'a.poses.json', 'bones': ['bone1'], "
/// Rest, and 45 and 90 degrees about y.
#define THREE                                                                                                \
    "'targets': [" AT("rest", "[0, 0, 0]") "," AT("half", "[0, 45, 0]") "," AT("full", "[0, 90, 0]") "]"

/// A rig of four bones under bone0 whose poses move bone2, and its graph.
typedef struct Scene {
    Rig rig;
    GraphRig g;
    MienTransform pose[RIG_BONES];
    float values[RIG_POSES + RIG_CURVES];
    uint32_t present[1];
    MienCurveSet curves; ///< What the slot gives.
} Scene;

static void scene_begin(Scene *s)
{
    memset(s, 0, sizeof *s);
    rig_begin(&s->rig, 4);
    rig_pose(&s->rig, "rest");
    rig_mover(&s->rig, "half", 2, 0.5f);
    rig_mover(&s->rig, "full", 2, 2.0f);
    rig_curve(&s->rig, "wrinkle");
    rig_value(&s->rig, 2, 0, 3.0f);
}

static void scene_make(Scene *s, const char *text)
{
    graph_begin(&s->g, &s->rig.skeleton);
    graph_poses(&s->g, "a.poses.json", &s->rig.asset);
    graph_make(&s->g, text);
    memcpy(s->pose, mien_graph_binding_rest_pose(s->g.binding), (size_t)s->g.bone_count * sizeof *s->pose);
    s->curves = (MienCurveSet){s->g.curve_count, s->values, s->present};
    CHECK_STATUS(mien_graph_instance_set_input_pose(s->g.instance, 0, s->pose, &s->curves, 1.0f), MIEN_OK);
}

/// Turns bone1 and runs.
static void scene_turn(Scene *s, int axis, double degrees)
{
    s->pose[1].rotation = turned(axis, degrees);
    graph_run(&s->g);
}

static double moved(const Scene *s) { return (double)s->g.bones[2].translation.x; }

TEST(drives_poses)
{
    Scene s;
    scene_begin(&s);
    scene_make(&s, DRIVER(ON_BONE1 THREE));
    const MienGraphDriverInfo info = mien_graph_driver(s.g.graph, mien_graph_find_node(s.g.graph, "drive"));
    CHECK_INT(info.target_count, 3);
    CHECK_INT(info.bone_count, 1);
    CHECK_NEAR((double)info.radius, 67.5, 1e-4);
    CHECK(info.condition > 1.0 && info.condition < 1e3 && info.lambda == 0.0 && !info.is_invalid);
    CHECK((double)info.target_error < 1e-9);
    scene_turn(&s, 1, 0.0);
    CHECK_NEAR(moved(&s), 0.0, 1e-6);
    CHECK_NEAR((double)graph_curve(&s.g, "wrinkle"), 0.0, 1e-6);
    scene_turn(&s, 1, 45.0);
    CHECK_NEAR(moved(&s), 0.5, 1e-6);
    scene_turn(&s, 1, 90.0);
    CHECK_NEAR(moved(&s), 2.0, 1e-6);
    CHECK_NEAR((double)graph_curve(&s.g, "wrinkle"), 3.0, 1e-6);
    scene_turn(&s, 1, 70.0);
    CHECK(moved(&s) > 0.5 && moved(&s) < 2.0);
    CHECK_INT(mien_graph_binding_report_count(s.g.binding), 0);
    graph_end(&s.g);
}

/// Every weight that V11 names, as curves.
TEST(drives_curves_as_unreal)
{
    Scene s;
    scene_begin(&s);
    scene_make(&s,
               DRIVER("'mode': 'unreal', 'solver': 'additive', 'distance': 'swing', 'radius': 45, "
                      "'drives': 'curves', 'bones': ['bone1'], 'targets': [" AT("REST", "[0, 0, 0]") "," AT(
                          "half", "[0, 45, 0]") "," AT("full", "[0, 90, 0]") "]"));
    static const struct {
        double degrees, expected[3];
    } rows[] = {{0, {.721399, .265388, .013213}},
                {20, {.499199, .446703, .054097}},
                {45, {.211942, .576117, .211942}},
                {120, {.000816, .062177, .64118}}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; ++r) {
        scene_turn(&s, 1, rows[r].degrees);
        CHECK_NEAR((double)graph_curve(&s.g, "rest"), rows[r].expected[0], 1e-5); // names fold case
        CHECK_NEAR((double)graph_curve(&s.g, "half"), rows[r].expected[1], 1e-5);
        CHECK_NEAR((double)graph_curve(&s.g, "full"), rows[r].expected[2], 1e-5);
    }
    CHECK_INT(mien_graph_binding_report_count(s.g.binding), 0);
    graph_end(&s.g);
}

/// What is not emitted leaves the input's curve alone in unreal; here it comes to 0.
TEST(drives_curves_down_to_nothing)
{
    static const char *const texts[] = {
        DRIVER("'drives': 'curves', 'solver': 'additive', 'kernel': 'linear', 'radius': 30,"
               "'bones': ['bone1'], " THREE),
        DRIVER("'drives': 'curves', 'solver': 'additive', 'kernel': 'linear', 'radius': 30,"
               "'mode': 'unreal', 'bones': ['bone1'], " THREE)};
    for (int mode = 0; mode < 2; ++mode) {
        Scene s;
        scene_begin(&s);
        scene_make(&s, texts[mode]);
        mien_curve_set_put(&s.curves, mien_skeleton_find_curve(s.g.skeleton, "full"), 0.7f);
        scene_turn(&s, 1, 15.0);
        CHECK_NEAR((double)graph_curve(&s.g, "rest"), 0.5, 1e-6);
        CHECK_NEAR((double)graph_curve(&s.g, "full"), mode == 0 ? 0.0 : 0.7, 1e-6);
        CHECK(graph_has_curve(&s.g, "full"));
        scene_turn(&s, 1, 75.0);
        CHECK_NEAR((double)graph_curve(&s.g, "full"), 0.5, 1e-6);
        CHECK(graph_has_curve(&s.g, "rest") == (mode == 0));
        graph_end(&s.g);
    }
}

/// A pose that also moves what the driver reads, or what is not listed, moves neither.
TEST(leaves_sources_and_others_alone)
{
    static const char *const texts[] = {DRIVER(ON_BONE1 THREE),
                                        DRIVER(ON_BONE1 "'only': ['bone1', 'bone3'], " THREE)};
    for (int is_filtered = 0; is_filtered < 2; ++is_filtered) {
        for (int is_absolute = 0; is_absolute < 2; ++is_absolute) {
            Scene s;
            scene_begin(&s);
            s.rig.asset.is_absolute = is_absolute;
            s.rig.posed[2][1].translation.x = 5.0f;
            s.rig.posed[2][1].rotation = turned(0, 30.0);
            s.rig.posed[2][3].translation.z = 4.0f;
            scene_make(&s, texts[is_filtered]);
            scene_turn(&s, 1, 90.0);
            CHECK(same_transform(&s.g.bones[1], &s.pose[1]));
            CHECK_NEAR(moved(&s), is_filtered ? 0.0 : 2.0, 1e-6);
            CHECK_NEAR((double)s.g.bones[3].translation.z, 4.0, 1e-6);
            graph_end(&s.g);
        }
    }
}

/// Two targets of one name add up; unreal lists them both.
TEST(two_targets_of_one_name)
{
#define TWICE                                                                                                \
    "'solver': 'additive', 'kernel': 'linear', 'radius': 100, 'targets': [" AT(                              \
        "full", "[0, -20, 0]") "," AT("full", "[0, 40, 0]") "]"
    static const char *const texts[] = {DRIVER(ON_BONE1 "'normalise': 'none', " TWICE),
                                        DRIVER(ON_BONE1 "'mode': 'unreal', " TWICE)};
    for (int mode = 0; mode < 2; ++mode) {
        Scene s;
        scene_begin(&s);
        s.rig.asset.is_unreal = mode == 1;
        s.rig.asset.is_absolute = mode == 1;
        scene_make(&s, texts[mode]);
        graph_trace(&s.g);
        scene_turn(&s, 1, 0.0); // .8 and .6
        const MienGraphNodeTrace trace =
            mien_graph_trace_node(s.g.trace, mien_graph_find_node(s.g.graph, "drive"));
        CHECK_INT(trace.weight_count, 3);
        if (mode == 0)
            CHECK_NEAR((double)trace.weights[2], 1.4, 1e-6);
        else // above one they are .571429 and .428571, whose total is no longer above one
            CHECK_NEAR((double)trace.weights[2], .428571, 1e-5);
        graph_end(&s.g);
    }
}

/// The bone as another one sees it.
TEST(reads_in_a_space)
{
    Scene s;
    scene_begin(&s);
    s.rig.bones[1].parent = 3; // bone3 is moved to stand before it
    s.rig.bones[2].parent = 0;
    const MienAuthorBone swap = s.rig.bones[1];
    s.rig.bones[1] = s.rig.bones[3];
    s.rig.bones[3] = swap;
    s.rig.bones[3].parent = 1;
    s.rig.bones[1].parent = 0;
    scene_make(&s, DRIVER(ON_BONE1 "'space': 'bone0', " THREE));
    const int bone0 = mien_skeleton_find_bone(s.g.skeleton, "bone0"),
              bone1 = mien_skeleton_find_bone(s.g.skeleton, "bone1"),
              bone3 = mien_skeleton_find_bone(s.g.skeleton, "bone3");
    s.pose[bone0].rotation = turned(2, 77.0); // the space itself turns: nothing changes
    s.pose[bone3].rotation = turned(1, 30.0);
    s.pose[bone1].rotation = turned(1, 60.0);
    graph_run(&s.g);
    CHECK_NEAR((double)s.g.bones[2].translation.x, 2.0, 1e-5);
    s.pose[bone3].rotation = turned(1, -15.0);
    graph_run(&s.g);
    CHECK_NEAR((double)s.g.bones[2].translation.x, 0.5, 1e-5);
    graph_end(&s.g);
}

TEST(reads_translations_in_a_space)
{
    Scene s;
    scene_begin(&s);
    scene_make(&s, DRIVER(ON_BONE1
                          "'space': 'bone3', 'reads': 'translation', 'distance': 'euclidean', 'targets': ["
                          "{'name': 'half', 'bones': [{'bone': 'bone1', 't': [0, 0, 0]}]},"
                          "{'name': 'full', 'bones': [{'bone': 'bone1', 't': [0, 0, 2]}]}]"));
    graph_run(&s.g); // bone1 and bone3 are in one place
    CHECK_NEAR(moved(&s), 0.5, 1e-5);
    s.pose[3].rotation = turned(1, 90.0); // its z is now x
    s.pose[1].translation.x += 2.0f;
    graph_run(&s.g);
    CHECK_NEAR(moved(&s), 2.0, 1e-5);
    graph_end(&s.g);
}

/// A mesh whose arm rests at an angle, and targets that are meant from there.
TEST(reads_from_the_reference)
{
    Scene s;
    scene_begin(&s);
    MienTransform reference[RIG_BONES];
    for (int b = 0; b < 4; ++b)
        reference[b] = s.rig.bones[b].rest;
    reference[1].rotation = turned(1, 25.0);
    graph_begin(&s.g, &s.rig.skeleton);
    s.g.mesh_rest_pose = reference;
    graph_poses(&s.g, "a.poses.json", &s.rig.asset);
    graph_make(&s.g, DRIVER(ON_BONE1 "'from_rest_pose': true, " THREE));
    memcpy(s.pose, mien_graph_binding_rest_pose(s.g.binding), 4 * sizeof *s.pose);
    CHECK_STATUS(mien_graph_instance_set_input_pose(s.g.instance, 0, s.pose, NULL, 1.0f), MIEN_OK);
    scene_turn(&s, 1, 25.0);
    CHECK_NEAR(moved(&s), 0.0, 1e-5);
    scene_turn(&s, 1, 70.0);
    CHECK_NEAR(moved(&s), 0.5, 1e-5);
    scene_turn(&s, 1, 115.0);
    CHECK_NEAR(moved(&s), 2.0, 1e-5);
    graph_end(&s.g);
}

/// Above the max LOD, and where a bone that it reads is missing, nothing happens.
TEST(levels)
{
    static const char *const texts[] = {DRIVER(ON_BONE1 "'max_lod': 1, " THREE), DRIVER(ON_BONE1 THREE)};
    for (int is_bone = 0; is_bone < 2; ++is_bone) {
        Scene s;
        scene_begin(&s);
        s.rig.bones[1].max_lod = is_bone ? 1 : MIEN_ALL_LODS;
        scene_make(&s, texts[is_bone]);
        const int bone1 = mien_skeleton_find_bone(s.g.skeleton, "bone1"),
                  bone2 = mien_skeleton_find_bone(s.g.skeleton, "bone2");
        s.pose[bone1].rotation = turned(1, 90.0);
        for (int level = 0; level < 4; ++level) {
            s.g.job.lod = level;
            s.g.job.bone_count = mien_skeleton_bone_count_at(s.g.skeleton, level);
            graph_run(&s.g);
            CHECK_NEAR((double)s.g.bones[bone2].translation.x, level <= 1 ? 2.0 : 0.0, 1e-6);
        }
        graph_end(&s.g);
    }
}

/// An unknown name takes no share here; in unreal it does.
TEST(unknown_names)
{
#define UNKNOWN                                                                                              \
    "'solver': 'additive', 'kernel': 'linear', 'radius': 100, 'targets': [" AT(                              \
        "full", "[0, -20, 0]") "," AT("missing", "[0, 20, 0]") "]"
    static const char *const texts[] = {DRIVER(ON_BONE1 UNKNOWN),
                                        DRIVER(ON_BONE1 "'mode': 'unreal', " UNKNOWN)};
    for (int mode = 0; mode < 2; ++mode) {
        Scene s;
        scene_begin(&s);
        scene_make(&s, texts[mode]);
        CHECK_INT(mien_graph_binding_report_count(s.g.binding), 1);
        const MienFinding report = mien_graph_binding_report(s.g.binding, 0);
        CHECK_INT(report.kind, MIEN_FINDING_MISSING_POSE);
        CHECK_STR(report.name, "missing");
        CHECK_INT(report.node, mien_graph_find_node(s.g.graph, "drive"));
        scene_turn(&s, 1, 0.0);
        CHECK_NEAR(moved(&s), 2.0 * (mode == 0 ? 0.8 : 0.5), 1e-5);
        graph_end(&s.g);
    }
}

TEST(missing_bones_and_assets)
{
    static const struct {
        const char *text;
        MienFindingKind finding;
        const char *name;
    } rows[] = {
        {DRIVER("'poses': 'a.poses.json', 'bones': ['nobone'], 'targets': ["
                "{'name': 'full', 'bones': []}], 'radius': 10"),
         MIEN_FINDING_MISSING_BONE, "nobone"},
        {DRIVER(ON_BONE1 "'space': 'nospace', " THREE), MIEN_FINDING_MISSING_BONE, "nospace"},
        {DRIVER("'poses': 'none.poses.json', 'bones': ['bone1'], " THREE), MIEN_FINDING_MISSING_ASSET,
         "none.poses.json"},
        {DRIVER("'drives': 'curves', 'bones': ['bone1'], 'radius': 20, 'targets': [" AT("nothing",
                                                                                        "[0, 90, 0]") "]"),
         MIEN_FINDING_MISSING_CURVE, "nothing"},
    };
    for (size_t r = 0; r < sizeof rows / sizeof *rows; ++r) {
        Scene s;
        scene_begin(&s);
        scene_make(&s, rows[r].text);
        CHECK_INT(mien_graph_binding_report_count(s.g.binding), 1);
        const MienFinding report = mien_graph_binding_report(s.g.binding, 0);
        CHECK_INT(report.kind, rows[r].finding);
        CHECK_STR(report.name, rows[r].name);
        graph_trace(&s.g);
        scene_turn(&s, 1, 90.0);
        for (int b = 0; b < s.g.bone_count; ++b)
            CHECK(same_transform(&s.g.bones[b], &s.pose[b]));
        graph_end(&s.g);
    }
}

/// In its input's memory or, with a trace, in its own: the same bits.
TEST(in_place_and_apart)
{
    Scene s;
    scene_begin(&s);
    scene_make(&s, DRIVER(ON_BONE1 THREE));
    for (int i = 0; i < 40; ++i) {
        MienTransform before[RIG_BONES];
        s.g.job.trace = NULL;
        scene_turn(&s, 1, 3.0 * i - 10.0);
        memcpy(before, s.g.bones, sizeof *before * (size_t)s.g.bone_count);
        if (s.g.trace == NULL)
            graph_trace(&s.g);
        s.g.job.trace = s.g.trace;
        graph_run(&s.g);
        for (int b = 0; b < s.g.bone_count; ++b)
            CHECK(same_transform(&s.g.bones[b], &before[b]));
    }
    graph_end(&s.g);
}

/// A bone that is not finite spoils no other.
TEST(what_is_not_finite)
{
    Scene s;
    scene_begin(&s);
    scene_make(&s, DRIVER(ON_BONE1 THREE));
    s.pose[1].rotation.y = NAN;
    graph_run(&s.g);
    CHECK(same_transform(&s.g.bones[2], &s.pose[2]));
    graph_end(&s.g);
}

/// An arm that twists all the way round: correctives at both quarter turns, whole there,
/// none at rest, and no jump anywhere, through half a turn either.
TEST(twists_all_the_way_round)
{
    Scene s;
    scene_begin(&s);
    scene_make(&s, DRIVER(ON_BONE1 "'distance': 'twist', 'axis': [1, 0, 0], 'targets': [" AT(
                       "rest", "[0, 0, 0]") "," AT("half", "[-90, 0, 0]") "," AT("full", "[90, 0, 0]") "]"));
    graph_trace(&s.g);
    const int node = mien_graph_find_node(s.g.graph, "drive");
    float before[3] = {0};
    Tally steps = {.limit = 0.02};
    for (int i = 0; i <= 7200; ++i) {
        scene_turn(&s, 0, -360.0 + 0.1 * i);
        const float *weights = mien_graph_trace_node(s.g.trace, node).weights;
        for (int k = 0; k < 3 && i > 0; ++k)
            tally(&steps, fabs((double)weights[k] - (double)before[k]));
        ++steps.cases;
        memcpy(before, weights, sizeof before);
        if (i % 900 == 0) { // quarter turns: -360, -270, ...
            const double quarter = (i / 900) % 4;
            CHECK_NEAR((double)weights[1], quarter == 3 ? 1.0 : quarter == 2 ? 0.5 : 0.0, 1e-4);
            CHECK_NEAR((double)weights[2], quarter == 1 ? 1.0 : quarter == 2 ? 0.5 : 0.0, 1e-4);
        }
    }
    tally_close(&steps, "changes of weights per 0.1 degrees");
    // Swung at the same time, it is the same twist.
    scene_turn(&s, 0, 90.0);
    s.pose[1].rotation = mien_quat_multiply(turned(2, 50.0), turned(0, 90.0));
    graph_run(&s.g);
    CHECK_NEAR((double)mien_graph_trace_node(s.g.trace, node).weights[2], 1.0, 1e-4);
    graph_end(&s.g);
}

enum { RANDOM_TARGETS = 6 };

static const char *const random_names[RANDOM_TARGETS] = {"p0", "p1", "p2", "p3", "p4", "p5"};

/// Degrees of bone1 and bone3 at each target.
typedef struct RandomTargets {
    int turns[RANDOM_TARGETS][2][3];
} RandomTargets;

/// As cooking rounds it. Where the condition is near 1e6, a pose that is rounded another
/// way is another place already.
static MienQuat turned_by(const int turn[3])
{
    const double degrees[3] = {turn[0], turn[1], turn[2]};
    double q[4];
    mieni_driver_turn(degrees, q);
    const double n = sqrt(((q[0] * q[0] + q[1] * q[1]) + q[2] * q[2]) + q[3] * q[3]);
    return (MienQuat){(float)(q[0] / n), (float)(q[1] / n), (float)(q[2] / n), (float)(q[3] / n)};
}

/// The text of a driver of one bone or two.
static void random_text(const RandomTargets *r, const char *kernel, int bones, char *out, size_t room)
{
    static const char *const read[] = {"'bone1'", "'bone1', 'bone3'"};
    char targets[2048] = "";
    size_t size = 0;
    for (int i = 0; i < RANDOM_TARGETS; ++i) {
        const int *a = r->turns[i][0], *b = r->turns[i][1];
        size += (size_t)snprintf(targets + size, sizeof targets - size,
                                 "%s{'name': '%s', 'bones': [{'bone': 'bone1', 'turn': [%d, %d, %d]}",
                                 i > 0 ? ", " : "", random_names[i], a[0], a[1], a[2]);
        if (bones == 2)
            size += (size_t)snprintf(targets + size, sizeof targets - size,
                                     ", {'bone': 'bone3', 'turn': [%d, %d, %d]}", b[0], b[1], b[2]);
        size += (size_t)snprintf(targets + size, sizeof targets - size, "]}");
    }
    snprintf(out, room, DRIVER("'drives': 'curves', 'kernel': '%s', 'bones': [%s], 'targets': [%s]"), kernel,
             read[bones - 1], targets);
}

static void check_random(const RandomTargets *r, const char *text, Tally *t)
{
    Scene s;
    scene_begin(&s);
    for (int i = 0; i < RANDOM_TARGETS; ++i)
        rig_pose(&s.rig, random_names[i]);
    scene_make(&s, text);
    const MienGraphDriverInfo info = mien_graph_driver(s.g.graph, mien_graph_find_node(s.g.graph, "drive"));
    t->cases += info.condition <= 1e6;
    for (int i = 0; i < RANDOM_TARGETS && info.condition <= 1e6; ++i) {
        s.pose[1].rotation = turned_by(r->turns[i][0]);
        s.pose[3].rotation = turned_by(r->turns[i][1]);
        graph_run(&s.g);
        for (int k = 0; k < RANDOM_TARGETS; ++k)
            tally(t, fabs((double)graph_curve(&s.g, random_names[k]) - (k == i ? 1.0 : 0.0)));
    }
    graph_end(&s.g);
}

/// At targets, in poses of floats: all kernels, one bone and two.
TEST(exact_at_targets)
{
    static const char *const kernels[] = {"gaussian", "exponential", "linear", "cubic", "quintic"};
    uint64_t random = property_seed(11);
    Tally t = {.limit = 1e-4};
    const int cases = property_cases(400);
    for (int c = 0; c < cases; ++c) {
        RandomTargets r;
        char text[4096];
        for (int i = 0; i < RANDOM_TARGETS * 2 * 3; ++i)
            r.turns[i / 6][i / 3 % 2][i % 3] = mien_random_index(&random, 120) - 60;
        random_text(&r, kernels[c % 5], 1 + c / 5 % 2, text, sizeof text);
        check_random(&r, text, &t);
    }
    tally_close(&t, "weights at targets in poses");
    CHECK(t.cases > cases / 2);
}

/// What cooking refuses has the line of the text.
TEST(refusals_have_places)
{
    static const struct {
        const char *text, *place;
    } rows[] = {
        {GRAPH("\n{'id': 'body', 'node': 'input_pose'},"
               "\n{'id': 'drive', 'node': 'driver', 'input': 'body', 'drives': 'curves', 'bones': ['bone1'], "
               "'targets': ["
               "\n" AT("a", "[0, 9, 0]") ",\n" AT("b", "[0, 8, 0]") ",\n" AT(
                   "c", "[0, 9, 0]") "]},"
                                     "\n{'id': 'out', 'node': 'output', 'input': 'drive'}"),
         "line 6, nodes[1].targets[2]"},
        {GRAPH("\n{'id': 'body', 'node': 'input_pose'},"
               "\n{'id': 'drive', 'node': 'driver', 'input': 'body', 'drives': 'curves', 'bones': ['bone1'], "
               "'targets': ["
               "\n" AT("a", "[0, 9, 0]") "]},"
                                         "\n{'id': 'out', 'node': 'output', 'input': 'drive'}"),
         "line 3, nodes[1].radius"},
    };
    for (size_t r = 0; r < sizeof rows / sizeof *rows; ++r) {
        Scene s;
        MienError error = {0};
        Pack pack;
        scene_begin(&s);
        graph_begin(&s.g, &s.rig.skeleton);
        CHECK_STATUS(graph_cook(&s.g, rows[r].text, &pack, &error), MIEN_ERROR_DATA);
        CHECK_STR(error.location, rows[r].place);
        CHECK(error.message[0] != '\0');
        graph_end(&s.g);
    }
}

static MienStatus bind_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    GraphRig *g = *(GraphRig *const *)given;
    MienGraphBinding *binding = NULL;
    const MienStatus status = graph_bind(g, g->graph, allocator, &binding, error);
    *out_is_empty = binding == NULL;
    mien_graph_binding_destroy(binding);
    return status;
}

TEST(memory_runs_out)
{
    Scene s;
    scene_begin(&s);
    scene_make(&s, DRIVER(ON_BONE1 "'only': ['bone2'], " THREE));
    GraphRig *g = &s.g;
    check_call("bind", bind_with, &g);
    graph_end(&s.g);
}

CHECK_MAIN
{
    RUN(drives_poses);
    RUN(drives_curves_as_unreal);
    RUN(drives_curves_down_to_nothing);
    RUN(leaves_sources_and_others_alone);
    RUN(two_targets_of_one_name);
    RUN(reads_in_a_space);
    RUN(reads_translations_in_a_space);
    RUN(reads_from_the_reference);
    RUN(levels);
    RUN(unknown_names);
    RUN(missing_bones_and_assets);
    RUN(in_place_and_apart);
    RUN(what_is_not_finite);
    RUN(twists_all_the_way_round);
    RUN(exact_at_targets);
    RUN(refusals_have_places);
    RUN(memory_runs_out);
}
