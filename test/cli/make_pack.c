// SPDX-License-Identifier: MIT
//
// Writes packs that are made in code, for cases of the command line:
// make-pack WHAT FILE.

#include "mien_author/cook_clip.h"
#include "mien_author/graph.h"
#include "mien_author/pose_asset.h"
#include "sample/meshes.h"
#include "sample/performances.h"
#include "sample/scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool write_pack(const char *path, MienAuthorPack *pack)
{
    FILE *file = fopen(path, "wb");
    const bool wrote = file != NULL && fwrite(pack->data, 1, pack->size, file) == pack->size;
    const bool closed = file != NULL && fclose(file) == 0;
    mien_author_pack_release(pack);
    return wrote && closed;
}

#define TURNED(x, w) .rotation = {x, 0.0f, 0.0f, w}, .scale = {1.0f, 1.0f, 1.0f}
#define STRAIGHT     TURNED(0.0f, 1.0f)
#define JAW_AT(z)    .translation = {0.0f, -0.05f, z}

/// Two bones; jawOpen turns the jaw by 30 degrees about x, jawForward brings it 10 mm
/// forward, and half open there is jawHalf. Both together are jawBoth. jawOpen sets the
/// curve teeth to 0.5, and jawForward takes up to half of jawOpen away.
static const MienAuthorBone bones[] = {
    {"head", -1, {STRAIGHT}, MIEN_ALL_LODS},
    {"jaw", 0, {STRAIGHT, JAW_AT(0.03f)}, MIEN_ALL_LODS},
};
static const MienTransform open[] = {{STRAIGHT}, {TURNED(0.258819045f, 0.965925826f), JAW_AT(0.03f)}};
static const MienTransform forward[] = {{STRAIGHT}, {STRAIGHT, JAW_AT(0.04f)}};
static const MienTransform half[] = {{STRAIGHT}, {TURNED(0.130526192f, 0.991444861f), JAW_AT(0.03f)}};
static const MienAuthorCurveValue teeth[] = {{0, 0.5f}};
static const int both[] = {0, 1};
static const MienAuthorPose poses[] = {
    {.name = "jawOpen", .bones = open, .curves = teeth, .curve_count = 1},
    {.name = "jawForward", .bones = forward},
    {.name = "jawHalf", .bones = half, .role = MIEN_AUTHOR_INBETWEEN, .driven_pose = 0, .position = 0.5f},
    {.name = "jawBoth", .role = MIEN_AUTHOR_COMBINATION, .inputs = both, .input_count = 2},
};
static const MienAuthorOverride masks[] = {{.target = 0, .source = 1, .amount = 0.5f}};
static const MienAuthorCurve curves[] = {{"jawOpen", MIEN_ALL_LODS}, {"あ", MIEN_ALL_LODS}};
static const MienAuthorCurve pose_curves[] = {{"teeth", MIEN_ALL_LODS}};

static bool write_face(const char *path, bool is_plain)
{
    const MienAuthorSkeleton skeleton = {.bone_count = 2, .bones = bones};
    const MienAuthorPoseAsset face = {.skeleton = &skeleton,
                                      .pose_count = is_plain ? 2 : 4,
                                      .poses = poses,
                                      .curve_count = 1,
                                      .curves = pose_curves,
                                      .override_count = is_plain ? 0 : 1,
                                      .overrides = masks};
    MienAuthorPack pack;
    return mien_author_pose_asset_cook(&face, NULL, &pack, NULL, NULL) == MIEN_OK && write_pack(path, &pack);
}

/// The same bones, the jaw twice as far away; the curves jawOpen and あ.
static bool write_skeleton(const char *path)
{
    MienAuthorBone longer[] = {bones[0], bones[1]};
    longer[1].rest.translation = (MienVec3){0.0f, -0.1f, 0.06f};
    const MienAuthorSkeleton skeleton = {
        .bone_count = 2, .bones = longer, .curve_count = 2, .curves = curves};
    MienAuthorPack pack;
    return mien_author_skeleton_cook(&skeleton, NULL, &pack, NULL) == MIEN_OK && write_pack(path, &pack);
}

/// A minute as of ARKit at 60 frames a second.
static bool write_performance(const char *path)
{
    MienAuthorClip *clip = mien_sample_performance_create(&(MienSamplePerformanceOptions){0});
    MienAuthorPack pack;
    const bool wrote = clip != NULL && mien_author_clip_cook(clip, NULL, &pack, NULL, NULL) == MIEN_OK &&
                       write_pack(path, &pack);
    mien_author_clip_destroy(clip);
    return wrote;
}

/// A face of 200 vertices with three morphs, on the two bones.
static bool write_mesh(const char *path)
{
    static const MienSampleMeshOptions options = {
        .vertex_count = 200, .influence_count = 2, .morph_count = 3};
    const MienAuthorSkeleton skeleton = {.bone_count = 2, .bones = bones, .curve_count = 2, .curves = curves};
    MienSampleMesh *sample = mien_sample_mesh_create(&options, &skeleton);
    MienAuthorPack pack;
    const bool wrote = sample != NULL &&
                       mien_author_mesh_cook(mien_sample_mesh(sample), NULL, &pack, NULL) == MIEN_OK &&
                       write_pack(path, &pack);
    mien_sample_mesh_destroy(sample);
    return wrote;
}

/// The head talks over the body, the face follows the curves, and an arm is corrected where
/// it is lifted. The other graph has another face and talks faster.
static bool write_graph(const char *path, bool is_other)
{
    static const char text[] =
        "{\"kind\": \"graph\", \"version\": 1, \"parameters\": [{\"name\": \"near\", \"type\": \"bool\"},"
        "{\"name\": \"line\", \"type\": \"clip\", \"value\": \"hello.clip.json\"}], \"masks\": ["
        "{\"name\": \"head\", \"bones\": [{\"bone\": \"neck\", \"depth\": 2}]}], \"nodes\": ["
        "{\"id\": \"walk\", \"node\": \"clip\", \"clip\": \"walk.clip.json\"},"
        "{\"id\": \"talk\", \"node\": \"clip\", \"clip\": {\"parameter\": \"line\"}, \"rate\": %s},"
        "{\"id\": \"both\", \"node\": \"layered_blend\", \"base\": \"walk\", \"layer\": \"talk\", \"mask\": "
        "\"head\"},"
        "{\"id\": \"face\", \"node\": \"poses\", \"input\": \"both\", \"poses\": \"%s.poses.json\"},"
        "{\"id\": \"arm\", \"node\": \"driver\", \"input\": \"face\", \"poses\": \"arm.poses.json\", "
        "\"bones\":"
        " [\"arm\"], \"targets\": [{\"name\": \"down\"}, {\"name\": \"up\", \"bones\": [{\"bone\": \"arm\", "
        "\"turn\":"
        " [0, 0, 90]}]}]},"
        "{\"id\": \"out\", \"node\": \"output\", \"input\": \"arm\"}]}";
    char whole[sizeof text + 16];
    MienAuthorGraph *graph = NULL;
    MienAuthorPack pack;
    snprintf(whole, sizeof whole, text, is_other ? "1.5" : "1", is_other ? "pip" : "ada");
    const bool wrote = mien_author_graph_read(whole, strlen(whole), NULL, &graph, NULL) == MIEN_OK &&
                       mien_author_graph_cook(graph, NULL, &pack, NULL) == MIEN_OK && write_pack(path, &pack);
    mien_author_graph_destroy(graph);
    return wrote;
}

static bool write_scene(const char *name, const char *path)
{
    const MienSampleScene *scene = mien_sample_find_scene(name);
    MienSample *sample = scene != NULL ? mien_sample_create(&scene->options) : NULL;
    MienAuthorPack pack;
    const bool wrote =
        sample != NULL &&
        mien_author_pose_asset_cook(mien_sample_asset(sample), NULL, &pack, NULL, NULL) == MIEN_OK &&
        write_pack(path, &pack);
    mien_sample_destroy(sample);
    return wrote;
}

int main(int count, char **words)
{
    if (count != 3) {
        fprintf(stderr,
                "usage: make-pack face|plain-face|skeleton|performance|mesh|graph|other-graph|SCENE FILE\n");
        return 2;
    }
    bool wrote;
    if (strcmp(words[1], "face") == 0 || strcmp(words[1], "plain-face") == 0)
        wrote = write_face(words[2], words[1][0] == 'p');
    else if (strcmp(words[1], "skeleton") == 0)
        wrote = write_skeleton(words[2]);
    else if (strcmp(words[1], "performance") == 0)
        wrote = write_performance(words[2]);
    else if (strcmp(words[1], "mesh") == 0)
        wrote = write_mesh(words[2]);
    else if (strcmp(words[1], "graph") == 0 || strcmp(words[1], "other-graph") == 0)
        wrote = write_graph(words[2], words[1][0] == 'o');
    else
        wrote = write_scene(words[1], words[2]);
    if (!wrote)
        fprintf(stderr, "make-pack: %s cannot be made\n", words[2]);
    return wrote ? 0 : 1;
}
