// SPDX-License-Identifier: MIT

#include "determinism/web_stages.h"

#include "base/arena.h"
#include "mien/graph.h"
#include "mien_author/cook_clip.h"
#include "mien_author/mesh.h"
#include "sample/cast.h"
#include "sample/graphs.h"
#include "sample/scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GRAPHS = 12 };

static void require(bool is_right, const WebStage *stage, const char *what)
{
    if (is_right)
        return;
    fprintf(stderr, "mien-web-truth: cannot make %s of %s\n", what, stage->name);
    exit(70);
}

static MienAuthorPack *add(WebStage *stage, const char *name)
{
    const int i = stage->pack_count++;
    require(i < WEB_STAGE_PACKS, stage, name);
    snprintf(stage->pack_names[i], sizeof stage->pack_names[i], "%s", name);
    return &stage->packs[i];
}

static void add_skeleton(WebStage *stage, const MienAuthorSkeleton *skeleton)
{
    require(mien_author_skeleton_cook(skeleton, NULL, add(stage, "skeleton"), NULL) == MIEN_OK, stage,
            "the skeleton");
}

static void add_poses(WebStage *stage, const char *name, const MienAuthorPoseAsset *poses)
{
    require(mien_author_pose_asset_cook(poses, NULL, add(stage, name), NULL, NULL) == MIEN_OK, stage, name);
}

static void add_clip(WebStage *stage, const char *name, const MienAuthorClip *clip)
{
    const MienAuthorClipOptions options = {.curve_error = 0.001f, .track_error = 0.0001f};
    require(mien_author_clip_cook(clip, &options, add(stage, name), NULL, NULL) == MIEN_OK, stage, name);
}

static void make_scene(WebStage *stage, const MienSampleScene *scene)
{
    snprintf(stage->name, sizeof stage->name, "scene_%s", scene->name);
    MienSample *sample = mien_sample_create(&scene->options);
    require(sample != NULL, stage, "the scene");
    add_skeleton(stage, mien_sample_asset(sample)->skeleton);
    add_poses(stage, "poses", mien_sample_asset(sample));
    mien_sample_destroy(sample);
}

/// A head that plays a clip of curves, or for one of them breathes.
static void make_head(WebStage *stage, int who)
{
    snprintf(stage->name, sizeof stage->name, "head_%d", who);
    MieniCastHead head;
    require(mieni_cast_make((MieniCastWho)who, MIENI_CAST_DEFAULT, NULL, &head, NULL) == MIEN_OK, stage,
            "the head");
    add_skeleton(stage, head.skeleton);
    add_poses(stage, "poses", &head.poses);
    require(mien_author_mesh_cook(&head.mesh, NULL, add(stage, "mesh"), NULL) == MIEN_OK, stage, "the mesh");
    MieniArena arena = {0};
    MienAuthorClip clip;
    require(who == 2 ? mieni_cast_idle(head.skeleton, &arena, &clip)
                     : mieni_cast_script((MieniCastScript)(who % MIENI_CAST_SCRIPT_COUNT), &arena, &clip),
            stage, "the clip");
    add_clip(stage, "clip", &clip);
    mieni_arena_release(&arena);
    mieni_cast_release(&head);
}

/// Adds what a graph plays, in the order of its places.
static void add_assets(WebStage *stage, const MienSampleGraph *sample)
{
    MienGraph *graph = NULL;
    const MienAuthorPack *pack = web_stage_pack(stage, "graph");
    require(mien_graph_load(pack->data, pack->size, NULL, &graph, NULL) == MIEN_OK, stage, "the graph");
    const int count = mien_graph_info(graph).asset_slot_count;
    for (int place = 0; place < count; ++place) {
        char name[24];
        snprintf(name, sizeof name, "asset_%d", place);
        for (int i = 0; i < MIEN_SAMPLE_GRAPH_ASSETS; ++i) {
            const MienSampleGraphAsset asset = mien_sample_graph_asset(sample, i);
            if (strcmp(asset.path, mien_graph_asset_slot(graph, place).path) != 0)
                continue;
            if (asset.clip != NULL)
                add_clip(stage, name, asset.clip);
            else
                add_poses(stage, name, asset.poses);
        }
    }
    mien_graph_destroy(graph);
}

static void make_graph(WebStage *stage, int seed)
{
    snprintf(stage->name, sizeof stage->name, "graph_%02d", seed);
    const MienSampleGraphOptions options = {.seed = 300u + (unsigned)seed,
                                            .is_chain = seed % 4 == 0,
                                            .node_count = seed % 4 == 0 ? seed + 1 : 30,
                                            .poses_count = 1 + seed % 3,
                                            .has_tracks = seed % 8 == 0};
    MienSampleGraph *sample = mien_sample_graph_create(&options);
    require(sample != NULL, stage, "the sample");
    add_skeleton(stage, mien_sample_graph_skeleton(sample));
    require(mien_sample_graph_cook(sample, add(stage, "graph"), NULL) == MIEN_OK, stage, "the graph");
    add_assets(stage, sample);
    mien_sample_graph_destroy(sample);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const WebStage *)a)->name, ((const WebStage *)b)->name);
}

int web_stages_make(WebStage **out_stages)
{
    const int scenes = mien_sample_scene_count(), count = scenes + MIENI_CAST_COUNT + GRAPHS;
    WebStage *stages = calloc((size_t)count, sizeof *stages);
    if (stages == NULL)
        exit(70);
    for (int i = 0; i < scenes; ++i)
        make_scene(&stages[i], mien_sample_scene(i));
    for (int i = 0; i < MIENI_CAST_COUNT; ++i)
        make_head(&stages[scenes + i], i);
    for (int i = 0; i < GRAPHS; ++i)
        make_graph(&stages[scenes + MIENI_CAST_COUNT + i], i);
    qsort(stages, (size_t)count, sizeof *stages, compare_names);
    *out_stages = stages;
    return count;
}

void web_stages_release(WebStage *stages, int count)
{
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < stages[i].pack_count; ++k)
            mien_author_pack_release(&stages[i].packs[k]);
    free(stages);
}

const MienAuthorPack *web_stage_pack(const WebStage *stage, const char *name)
{
    for (int i = 0; i < stage->pack_count; ++i)
        if (strcmp(stage->pack_names[i], name) == 0)
            return &stage->packs[i];
    return NULL;
}
