// SPDX-License-Identifier: MIT
//
// Twists an arm: a pose driver follows the forearm and bulges the sleeve. The program
// passes the arm's pose to the graph through an input pose node.

#include "mien/graph.h"
#include "mien_author/graph.h"
#include "mien_author/pose_asset.h"

#include <stdio.h>
#include <string.h>

enum { ARM, FOREARM, SLEEVE, BONE_COUNT };

#define STRAIGHT .rotation = {0.0f, 0.0f, 0.0f, 1.0f}, .scale = {1.0f, 1.0f, 1.0f}

static const MienAuthorBone bones[BONE_COUNT] = {
    {"arm", -1, {STRAIGHT}, MIEN_ALL_LODS},
    {"forearm", ARM, {STRAIGHT, .translation = {0.3f, 0.0f, 0.0f}}, MIEN_ALL_LODS},
    {"sleeve", ARM, {STRAIGHT, .translation = {0.2f, 0.05f, 0.0f}}, MIEN_ALL_LODS},
};
/// The arm lies along x. Twisted inwards the sleeve rises, outwards it moves back.
static const MienTransform rest[BONE_COUNT] = {{STRAIGHT},
                                               {STRAIGHT, .translation = {0.3f, 0.0f, 0.0f}},
                                               {STRAIGHT, .translation = {0.2f, 0.05f, 0.0f}}};
static const MienTransform inwards[BONE_COUNT] = {{STRAIGHT},
                                                  {STRAIGHT, .translation = {0.3f, 0.0f, 0.0f}},
                                                  {STRAIGHT, .translation = {0.2f, 0.07f, 0.0f}}};
static const MienTransform outwards[BONE_COUNT] = {{STRAIGHT},
                                                   {STRAIGHT, .translation = {0.3f, 0.0f, 0.0f}},
                                                   {STRAIGHT, .translation = {0.2f, 0.05f, -0.03f}}};
static const MienAuthorPose poses[] = {{.name = "rest", .bones = rest},
                                       {.name = "twist_in", .bones = inwards},
                                       {.name = "twist_out", .bones = outwards}};
static const MienAuthorSkeleton description = {.bone_count = BONE_COUNT, .bones = bones};
static const MienAuthorPoseAsset correctives = {
    .skeleton = &description, .pose_count = sizeof poses / sizeof *poses, .poses = poses};

static const char text[] =
    "{\"kind\": \"graph\", \"version\": 1, \"skeleton\": \"arm.skeleton.json\", \"nodes\": ["
    " {\"id\": \"body\", \"node\": \"input_pose\"},"
    " {\"id\": \"twist\", \"node\": \"driver\", \"input\": \"body\", \"poses\": \"arm.poses.json\","
    "  \"bones\": [\"forearm\"], \"distance\": \"twist\", \"axis\": [1, 0, 0], \"targets\": ["
    "   {\"name\": \"rest\", \"bones\": [{\"bone\": \"forearm\", \"turn\": [0, 0, 0]}]},"
    "   {\"name\": \"twist_in\", \"bones\": [{\"bone\": \"forearm\", \"turn\": [-90, 0, 0]}]},"
    "   {\"name\": \"twist_out\", \"bones\": [{\"bone\": \"forearm\", \"turn\": [90, 0, 0]}]}]},"
    " {\"id\": \"out\", \"node\": \"output\", \"input\": \"twist\"}]}";

/// All that one arm needs.
typedef struct Arm {
    MienSkeleton *skeleton;
    MienPoseAsset *correctives;
    MienGraph *graph;
    MienGraphBinding *binding;
    MienGraphInstance *instance;
} Arm;

static _Alignas(64) unsigned char memory[4096], scratch[16384]; // _size() functions say how much

static MienStatus load(Arm *arm, MienError *error)
{
    MienAuthorPack packs[3] = {{0}};
    MienAuthorGraph *graph = NULL;
    MienStatus status = mien_author_skeleton_cook(&description, NULL, &packs[0], error);
    if (status == MIEN_OK)
        status = mien_author_pose_asset_cook(&correctives, NULL, &packs[1], NULL, error);
    if (status == MIEN_OK)
        status = mien_author_graph_read(text, sizeof text - 1, NULL, &graph, error);
    if (status == MIEN_OK)
        status = mien_author_graph_cook(graph, NULL, &packs[2], error);
    if (status == MIEN_OK)
        status = mien_skeleton_load(packs[0].data, packs[0].size, NULL, &arm->skeleton, error);
    if (status == MIEN_OK)
        status = mien_pose_asset_load(packs[1].data, packs[1].size, NULL, &arm->correctives, error);
    if (status == MIEN_OK)
        status = mien_graph_load(packs[2].data, packs[2].size, NULL, &arm->graph, error);
    for (int i = 0; i < 3; ++i)
        mien_author_pack_release(&packs[i]);
    mien_author_graph_destroy(graph);
    return status;
}

static MienStatus bind(Arm *arm, MienError *error)
{
    const MienGraphAsset assets[] = {{.poses = arm->correctives}}; // the graph has one place
    const MienGraphBindingOptions options = {.asset_count = 1, .assets = assets};
    const MienStatus status =
        mien_graph_binding_create(arm->graph, arm->skeleton, &options, &arm->binding, error);
    if (status == MIEN_OK)
        arm->instance = mien_graph_instance_init(arm->binding, memory, sizeof memory);
    return status == MIEN_OK && arm->instance == NULL ? MIEN_ERROR_ARGUMENT : status;
}

/// The position of the sleeve when the forearm is twisted by an angle in degrees.
static MienStatus sleeve_at(const Arm *arm, double degrees, MienVec3 *out)
{
    MienTransform pose[BONE_COUNT], result[BONE_COUNT];
    double sine, cosine;
    mien_sincos(degrees * (3.14159265358979323846 / 360.0), &sine, &cosine);
    memcpy(pose, mien_graph_binding_rest_pose(arm->binding), sizeof pose);
    pose[FOREARM].rotation = (MienQuat){(float)sine, 0.0f, 0.0f, (float)cosine};
    MienStatus status = mien_graph_instance_set_input_pose(
        arm->instance, mien_graph_find_input_pose(arm->graph, "body"), pose, NULL, 1.0f);
    if (status == MIEN_OK)
        status = mien_graph_job_run(&(MienGraphJob){.binding = arm->binding,
                                                    .instance = arm->instance,
                                                    .bone_count = BONE_COUNT,
                                                    .out_bones = result,
                                                    .scratch = scratch,
                                                    .scratch_size = sizeof scratch});
    *out = status == MIEN_OK ? result[SLEEVE].translation : (MienVec3){0.0f, 0.0f, 0.0f};
    return status;
}

static double size(double x) { return x < 0.0 ? -x : x; }

static MienStatus twist(const Arm *arm)
{
    const MienGraphDriverInfo info = mien_graph_driver(arm->graph, mien_graph_find_node(arm->graph, "twist"));
    printf("radius %.0f degrees, condition %.1f, error at targets %.0e\n", (double)info.radius,
           info.condition, (double)info.target_error);
    MienStatus status = MIEN_OK;
    MienVec3 at = {0.0f, 0.0f, 0.0f}, before;
    for (int degrees = -180; degrees <= 180 && status == MIEN_OK; degrees += 30) {
        status = sleeve_at(arm, degrees, &at);
        printf("%5d: sleeve up %5.2f mm, back %5.2f mm\n", degrees, 1000.0 * ((double)at.y - 0.05),
               0.0 - 1000.0 * (double)at.z);
    }
    double largest = 0.0; // twice round, in steps of a tenth of a degree
    for (int i = 0; i <= 7200 && status == MIEN_OK; ++i) {
        before = at;
        status = sleeve_at(arm, -180.0 + 0.1 * i, &at);
        const double up = size((double)at.y - (double)before.y), back = size((double)at.z - (double)before.z);
        largest = up > largest ? up : largest;
        largest = back > largest ? back : largest;
    }
    printf("twice round, no step of 0.1 degrees moves it by more than %.3f mm\n", 1000.0 * largest);
    return status;
}

int main(void)
{
    Arm arm = {0};
    MienError error = {.message = "the job was refused"};
    MienStatus status = load(&arm, &error);
    if (status == MIEN_OK)
        status = bind(&arm, &error);
    if (status == MIEN_OK)
        status = twist(&arm);
    if (status != MIEN_OK)
        fprintf(stderr, "%s %s: %s\n", mien_status_name(status), error.location, error.message);
    mien_graph_binding_destroy(arm.binding);
    mien_graph_destroy(arm.graph);
    mien_pose_asset_destroy(arm.correctives);
    mien_skeleton_destroy(arm.skeleton);
    return status == MIEN_OK ? 0 : 1;
}
