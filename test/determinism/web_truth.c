// SPDX-License-Identifier: MIT
//
// What the web and Python packages must come to, by the jobs of the library itself:
//
//   mien-web-truth BUNDLE FRAMES
//
// writes the packs of all stages into a bundle, plays each stage, and prints a SHA-256 of
// its results per stage and one of all. test/web/stages.mjs plays the same bundle in
// JavaScript, test/python/test_golden.py in Python: both must give the same.

#include "core/sha256.h"
#include "determinism/web_stages.h"
#include "mien/mien.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A stage, loaded, bound and ready; what it has not is NULL.
typedef struct Player {
    const WebStage *stage;
    MienSkeleton *skeleton;
    MienMesh *mesh;
    MienMeshBinding *mesh_binding;
    MienPoseAsset *poses, *asset_poses[WEB_STAGE_PACKS];
    MienPoseBinding *poses_binding;
    MienClip *clip, *asset_clips[WEB_STAGE_PACKS];
    MienClipBinding *clip_binding;
    MienGraph *graph;
    MienGraphBinding *graph_binding;
    MienGraphInstance *instance;
    const MienTransform *reference;
    int bone_count, curve_count, morph_count;
    MienTransform *bones;
    MienMatrix34 *model;
    MienCurveSet given, now;
    float *morphs;
    void *scratch;
    size_t scratch_size;
    double time;
} Player;

static void require(bool is_right, const Player *p, const char *what)
{
    if (is_right)
        return;
    fprintf(stderr, "mien-web-truth: %s: cannot %s\n", p->stage->name, what);
    exit(70);
}

/// Zeroed and aligned; until the program ends.
static void *memory(const Player *p, size_t size)
{
    const size_t room = (size + 127) & ~(size_t)63;
    void *block = aligned_alloc(64, room);
    require(block != NULL, p, "get memory");
    return memset(block, 0, room);
}

static MienCurveSet make_set(const Player *p)
{
    return (MienCurveSet){p->curve_count, memory(p, sizeof(float) * (size_t)p->curve_count),
                          memory(p, sizeof(uint32_t) * (size_t)mien_curve_set_words(p->curve_count))};
}

static void load_graph(Player *p, const MienAuthorPack *pack)
{
    require(mien_graph_load(pack->data, pack->size, NULL, &p->graph, NULL) == MIEN_OK, p, "load its graph");
    MienGraphAsset assets[WEB_STAGE_PACKS] = {{0}};
    const int count = mien_graph_info(p->graph).asset_slot_count;
    for (int i = 0; i < count; ++i) {
        char name[24];
        snprintf(name, sizeof name, "asset_%d", i);
        const MienAuthorPack *asset = web_stage_pack(p->stage, name);
        if (asset == NULL)
            continue;
        const bool is_clip = mien_graph_asset_slot(p->graph, i).type == MIEN_GRAPH_CLIP;
        require((is_clip ? mien_clip_load(asset->data, asset->size, NULL, &p->asset_clips[i], NULL)
                         : mien_pose_asset_load(asset->data, asset->size, NULL, &p->asset_poses[i], NULL)) ==
                    MIEN_OK,
                p, "load an asset");
        assets[i] = (MienGraphAsset){p->asset_clips[i], p->asset_poses[i]};
    }
    const MienGraphBindingOptions options = {
        .mesh_rest_pose = p->reference, .asset_count = count, .assets = assets};
    require(mien_graph_binding_create(p->graph, p->skeleton, &options, &p->graph_binding, NULL) == MIEN_OK, p,
            "bind its graph");
    const size_t size = mien_graph_instance_size(p->graph_binding);
    p->instance = mien_graph_instance_init(p->graph_binding, memory(p, size), size + 64);
    for (int i = 0; i < mien_graph_info(p->graph).live_input_count; ++i)
        mien_graph_instance_set_live_input(p->instance, i, &p->given);
    p->scratch_size = mien_graph_job_scratch_size(p->graph_binding);
}

static void load_face(Player *p, const MienAuthorPack *poses, const MienAuthorPack *clip)
{
    const MienPoseBindingOptions options = {.mesh_rest_pose = p->reference};
    require(mien_pose_asset_load(poses->data, poses->size, NULL, &p->poses, NULL) == MIEN_OK &&
                mien_pose_binding_create(p->poses, p->skeleton, &options, &p->poses_binding, NULL) == MIEN_OK,
            p, "load its poses");
    p->scratch_size = mien_pose_job_scratch_size(p->poses);
    const MienClipBindingOptions clip_options = {.mesh_rest_pose = p->reference};
    require(clip == NULL || (mien_clip_load(clip->data, clip->size, NULL, &p->clip, NULL) == MIEN_OK &&
                             mien_clip_binding_create(p->clip, p->skeleton, &clip_options, &p->clip_binding,
                                                      NULL) == MIEN_OK),
            p, "load its clip");
}

static Player open_player(const WebStage *stage)
{
    Player p = {.stage = stage};
    const MienAuthorPack *skeleton = web_stage_pack(stage, "skeleton"), *mesh = web_stage_pack(stage, "mesh"),
                         *graph = web_stage_pack(stage, "graph");
    require(mien_skeleton_load(skeleton->data, skeleton->size, NULL, &p.skeleton, NULL) == MIEN_OK, &p,
            "load its skeleton");
    p.reference = mien_skeleton_rest_pose(p.skeleton);
    p.bone_count = mien_skeleton_bone_count(p.skeleton);
    p.curve_count = mien_skeleton_curve_count(p.skeleton);
    p.bones = memory(&p, sizeof *p.bones * (size_t)p.bone_count);
    p.model = memory(&p, sizeof *p.model * (size_t)p.bone_count);
    p.given = make_set(&p);
    p.now = make_set(&p);
    if (mesh != NULL) {
        require(mien_mesh_load(mesh->data, mesh->size, NULL, &p.mesh, NULL) == MIEN_OK &&
                    mien_mesh_binding_create(p.mesh, p.skeleton, NULL, &p.mesh_binding, NULL) == MIEN_OK,
                &p, "load its mesh");
        p.reference = mien_mesh_binding_rest_pose(p.mesh_binding);
        p.morph_count = mien_mesh_info(p.mesh).morph_count;
        p.morphs = memory(&p, sizeof(float) * (size_t)p.morph_count);
    }
    if (graph != NULL)
        load_graph(&p, graph);
    else
        load_face(&p, web_stage_pack(stage, "poses"), web_stage_pack(stage, "clip"));
    p.scratch = memory(&p, p.scratch_size);
    return p;
}

// Inputs, by numbers that JavaScript draws alike: 24 bits of a linear congruence.

static uint32_t draw(uint32_t *random)
{
    *random = *random * 1664525u + 1013904223u;
    return *random >> 8;
}

static double draw_between(uint32_t *random, double low, double high)
{
    return low + (high - low) * ((double)draw(random) / 16777216.0);
}

static void draw_curves(Player *p, uint32_t *random)
{
    static const float odd[] = {NAN, INFINITY, -INFINITY, -0.0f, 1e-42f, -3e38f};
    for (uint32_t i = draw(random) % 4 + 1; i > 0 && p->curve_count > 0; --i) {
        const int curve = (int)(draw(random) % (uint32_t)p->curve_count);
        const uint32_t way = draw(random) % 16, which = draw(random) % 6;
        const double value = draw_between(random, -1.0, 2.0);
        if (way < 3)
            mien_curve_set_remove(&p->given, curve);
        else
            mien_curve_set_put(&p->given, curve, way == 3 ? odd[which] : (float)value);
    }
    for (int i = 0; p->graph != NULL && i < mien_graph_info(p->graph).parameter_count; ++i)
        mien_graph_instance_set_number(p->instance, i,
                                       (float)draw_between(random, -0.25, 1.25)); // not all are
}

/// The clip's curves and bones, the host's curves in place of those, and poses on all.
static void run_face(Player *p, double step)
{
    memcpy(p->bones, p->reference, sizeof *p->bones * (size_t)p->bone_count);
    mien_curve_set_clear(&p->now);
    p->time += step;
    if (p->clip != NULL) {
        const double length = mien_clip_info(p->clip).length;
        if (p->time >= length)
            p->time -= length; // a step is shorter than any clip
        const MienClipJob job = {.clip = p->clip,
                                 .binding = p->clip_binding,
                                 .time = p->time,
                                 .out_curves = p->now,
                                 .bone_count = p->bone_count,
                                 .out_bones = p->bones};
        require(mien_clip_job_run(&job) == MIEN_OK, p, "sample its clip");
    }
    for (int i = 0; i < p->curve_count; ++i)
        if (mien_curve_set_has(&p->given, i))
            mien_curve_set_put(&p->now, i, p->given.values[i]);
    const MienPoseJob job = {.asset = p->poses,
                             .binding = p->poses_binding,
                             .bone_count = p->bone_count,
                             .input = p->bones,
                             .out_bones = p->bones,
                             .curves = p->now,
                             .out_curves = p->now,
                             .scratch = p->scratch,
                             .scratch_size = p->scratch_size};
    require(mien_pose_job_run(&job) == MIEN_OK, p, "evaluate its poses");
}

static void run(Player *p, double step)
{
    const MienGraphJob graph = {.binding = p->graph_binding,
                                .instance = p->instance,
                                .step = step,
                                .bone_count = p->bone_count,
                                .out_bones = p->bones,
                                .out_curves = p->now,
                                .scratch = p->scratch,
                                .scratch_size = p->scratch_size};
    const MienMorphJob morphs = {.binding = p->mesh_binding,
                                 .curves = p->now,
                                 .morph_count = p->morph_count,
                                 .out_weights = p->morphs};
    const MienModelJob model = {.skeleton = p->skeleton,
                                .bone_count = p->bone_count,
                                .local_count = p->bone_count,
                                .local = p->bones,
                                .rest_pose = p->reference,
                                .out_model = p->model};
    if (p->graph != NULL)
        require(mien_graph_job_run(&graph) == MIEN_OK, p, "step its graph");
    else
        run_face(p, step);
    require(p->mesh == NULL || mien_morph_job_run(&morphs) == MIEN_OK, p, "weigh its morphs");
    require(mien_model_job_run(&model) == MIEN_OK, p, "make its matrices");
}

static void close_player(Player *p)
{
    mien_graph_binding_destroy(p->graph_binding);
    mien_graph_destroy(p->graph);
    mien_clip_binding_destroy(p->clip_binding);
    mien_clip_destroy(p->clip);
    mien_pose_binding_destroy(p->poses_binding);
    mien_pose_asset_destroy(p->poses);
    mien_mesh_binding_destroy(p->mesh_binding);
    mien_mesh_destroy(p->mesh);
    for (int i = 0; i < WEB_STAGE_PACKS; ++i) {
        mien_clip_destroy(p->asset_clips[i]);
        mien_pose_asset_destroy(p->asset_poses[i]);
    }
    mien_skeleton_destroy(p->skeleton);
    void *const blocks[] = {p->bones,       p->model,  p->given.values, p->given.present, p->now.values,
                            p->now.present, p->morphs, p->instance,     p->scratch};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; ++i)
        free(blocks[i]);
}

static void play(const WebStage *stage, int frames, uint8_t out_hash[32])
{
    Player p = open_player(stage);
    uint32_t random = 2026;
    MieniSha256 sha;
    mieni_sha256_begin(&sha);
    for (int frame = 0; frame < frames; ++frame) {
        draw_curves(&p, &random);
        run(&p, draw_between(&random, 0.0, 0.15));
        for (int b = 0; b < p.bone_count; ++b) { // without what is reserved
            mieni_sha256_update(&sha, &p.bones[b].rotation, sizeof p.bones[b].rotation);
            mieni_sha256_update(&sha, &p.bones[b].translation, sizeof p.bones[b].translation);
            mieni_sha256_update(&sha, &p.bones[b].scale, sizeof p.bones[b].scale);
        }
        mieni_sha256_update(&sha, p.now.values, sizeof(float) * (size_t)p.curve_count);
        mieni_sha256_update(&sha, p.morphs, sizeof(float) * (size_t)p.morph_count);
        mieni_sha256_update(&sha, p.model, sizeof *p.model * (size_t)p.bone_count);
    }
    mieni_sha256_end(&sha, out_hash);
    close_player(&p);
}

static void print_hash(const uint8_t hash[32], const char *name)
{
    for (int i = 0; i < 32; ++i)
        printf("%02x", hash[i]);
    printf(" %s\n", name);
}

static bool write_bundle(const char *path, const WebStage *stages, int count)
{
    enum { NAME = sizeof stages->name + sizeof *stages->pack_names };
    MienAuthorBundleMember *members = calloc((size_t)count * WEB_STAGE_PACKS, sizeof *members);
    char(*names)[NAME] = calloc((size_t)count * WEB_STAGE_PACKS, sizeof *names);
    MienAuthorBundle bundle = {0, members};
    MienAuthorPack pack = {0};
    if (members == NULL || names == NULL)
        exit(70);
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < stages[i].pack_count; ++k, ++bundle.member_count) {
            char *name = names[bundle.member_count];
            snprintf(name, sizeof *names, "%s/%s", stages[i].name, stages[i].pack_names[k]);
            members[bundle.member_count] =
                (MienAuthorBundleMember){name, stages[i].packs[k].data, stages[i].packs[k].size};
        }
    FILE *file = mien_author_bundle_cook(&bundle, NULL, &pack, NULL) == MIEN_OK ? fopen(path, "wb") : NULL;
    bool is_written = file != NULL && fwrite(pack.data, 1, pack.size, file) == pack.size;
    if (file != NULL)
        is_written = fclose(file) == 0 && is_written;
    mien_author_pack_release(&pack);
    free(members);
    free(names);
    return is_written;
}

int main(int count, char **arguments)
{
    if (count != 3 || atoi(arguments[2]) < 1) {
        fprintf(stderr, "Usage: mien-web-truth BUNDLE FRAMES\n");
        return 2;
    }
    WebStage *stages = NULL;
    const int stage_count = web_stages_make(&stages);
    MieniSha256 all;
    uint8_t hash[32];
    mieni_sha256_begin(&all);
    for (int i = 0; i < stage_count; ++i) {
        play(&stages[i], atoi(arguments[2]), hash);
        mieni_sha256_update(&all, hash, sizeof hash);
        print_hash(hash, stages[i].name);
    }
    mieni_sha256_end(&all, hash);
    print_hash(hash, "all");
    const bool is_written = write_bundle(arguments[1], stages, stage_count);
    web_stages_release(stages, stage_count);
    if (!is_written)
        fprintf(stderr, "mien-web-truth: cannot write %s\n", arguments[1]);
    return is_written ? 0 : 4;
}
