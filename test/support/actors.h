// SPDX-License-Identifier: MIT
//
// Actors in tests: parts of one character, loose and in a bundle, and the public jobs run
// by hand over the same parts.

#pragma once

#include "support/graphs.h"
#include "support/ledger.h"
#include "support/meshes.h"

#include "mien/actor.h"
#include "mien_author/bundle.h"

#define PARTS_GRAPH                                                                                          \
    GRAPH_WITH(                                                                                              \
        "{'name': 'amount', 'type': 'float', 'value': 0.5}, {'name': 'mood', 'type': 'name'}",               \
        "{'id': 'talk', 'node': 'clip', 'clip': 'ada.clip.json'},"                                           \
        "{'id': 'lost', 'node': 'clip', 'clip': 'gone.clip.json'},"                                          \
        "{'id': 'both', 'node': 'blend', 'a': 'talk', 'b': 'lost', 'alpha': {'parameter': 'amount'}},"       \
        "{'id': 'live', 'node': 'live_input', 'input': 'both'},"                                             \
        "{'id': 'face', 'node': 'poses', 'input': 'live', 'poses': 'ada.poses.json'},"                       \
        "{'id': 'out', 'node': 'output', 'input': 'face'}")

enum { PARTS_MEMBERS = 5, PARTS_CURVES = 64, PARTS_FRAMES = 31 };

/// A character: packs, a bundle of them, and what was loaded from the bundle.
typedef struct Parts {
    MeshSample made;
    const MienAuthorPoseAsset *asset;
    MienAuthorKey keys[PARTS_CURVES][2];
    MienAuthorClipCurve clip_curves[PARTS_CURVES];
    MienTransform samples[PARTS_FRAMES];
    MienAuthorClipTrack tracks[2];
    MienAuthorClipEvent events[2];
    MienAuthorClip authored;
    MienAuthorPack packs[PARTS_MEMBERS]; ///< Skeleton, mesh, poses, clip, graph.
    MienAuthorPack bundle_pack;
    MienBundle *bundle;
    MienSkeleton *skeleton;
    MienMesh *mesh;
    MienPoseAsset *poses;
    MienClip *clip;
    MienGraph *graph;
    int bone_count, curve_count;
} Parts;

static const char *const parts_members[PARTS_MEMBERS] = {"ada.skeleton", "ada.mesh", "ada.poses", "ada.clip",
                                                         "ada.graph"};

/// Some of the skeleton's curves, one that it lacks, a bone, one that it lacks, and events.
static inline void parts_clip(Parts *p)
{
    const MienAuthorSkeleton *skeleton = p->asset->skeleton;
    int count = 0;
    for (int c = 0; c <= skeleton->curve_count && count < PARTS_CURVES; c += c % 3 == 2 ? 2 : 1, ++count) {
        MienAuthorKey *keys = p->keys[count];
        keys[0] = (MienAuthorKey){.value = 0.1f * (float)c, .interpolation = MIEN_AUTHOR_LINEAR};
        keys[1] = (MienAuthorKey){.time = 1.0, .value = 1.0f - 0.07f * (float)c};
        p->clip_curves[count] =
            (MienAuthorClipCurve){.name = c < skeleton->curve_count ? skeleton->curves[c].name : "nowhere",
                                  .key_count = 2,
                                  .keys = keys};
    }
    for (int f = 0; f < PARTS_FRAMES; ++f) {
        p->samples[f] = skeleton->bones[1].rest;
        p->samples[f].translation.x += 0.01f * (float)f;
    }
    p->tracks[0] =
        (MienAuthorClipTrack){skeleton->bones[1].name, .sample_count = PARTS_FRAMES, .samples = p->samples};
    p->tracks[1] = (MienAuthorClipTrack){"nobone", .sample_count = PARTS_FRAMES, .samples = p->samples};
    p->events[0] = (MienAuthorClipEvent){"step", 0.25};
    p->events[1] = (MienAuthorClipEvent){"step", 0.75};
    p->authored = (MienAuthorClip){.rate = 30,
                                   .length = 1.0,
                                   .curve_count = count,
                                   .curves = p->clip_curves,
                                   .track_count = 2,
                                   .tracks = p->tracks,
                                   .event_count = 2,
                                   .events = p->events};
}

static inline MienAuthorPack parts_graph(Parts *p)
{
    GraphRig rig = {.skeleton = NULL};
    GraphRigAsset *poses = graph_asset(&rig, "ada.poses.json");
    Pack pack;
    MienError error = {0};
    require_ok(mien_pose_asset_load(p->packs[2].data, p->packs[2].size, NULL, &poses->poses, &error), &error,
               __LINE__);
    require_ok(graph_cook(&rig, PARTS_GRAPH, &pack, &error), &error, __LINE__);
    mien_pose_asset_destroy(poses->poses);
    return (MienAuthorPack){.data = pack.data, .size = pack.size};
}

/// Cooks the bundle of the packs as they are.
static inline MienBundle *parts_bundle(Parts *p, MienAuthorPack *out_pack)
{
    MienAuthorBundleMember members[PARTS_MEMBERS];
    const MienAuthorBundle bundle = {PARTS_MEMBERS, members};
    MienBundle *loaded = NULL;
    MienError error = {0};
    for (int i = 0; i < PARTS_MEMBERS; ++i)
        members[i] = (MienAuthorBundleMember){parts_members[i], p->packs[i].data, p->packs[i].size};
    require_ok(mien_author_bundle_cook(&bundle, NULL, out_pack, &error), &error, __LINE__);
    require_ok(mien_bundle_load(out_pack->data, out_pack->size, NULL, &loaded, &error), &error, __LINE__);
    return loaded;
}

/// Points into itself: do not copy.
static inline void parts_begin(Parts *p)
{
    static const MienSampleOptions scene = {.seed = 71,
                                            .bone_count = 23,
                                            .pose_count = 17,
                                            .bones_per_pose = 4,
                                            .curve_count = 5,
                                            .has_rules = true,
                                            .has_levels = true};
    static const MienSampleMeshOptions mesh = {
        .seed = 72, .vertex_count = 40, .morph_count = 30, .has_own_rest_pose = true};
    MienError error = {0};
    memset(p, 0, sizeof *p);
    p->made = mesh_sample(&scene, &mesh);
    p->asset = mien_sample_asset(p->made.scene);
    parts_clip(p);
    require_ok(mien_author_skeleton_cook(p->made.skeleton, NULL, &p->packs[0], &error), &error, __LINE__);
    require_ok(mien_author_mesh_cook(p->made.mesh, NULL, &p->packs[1], &error), &error, __LINE__);
    require_ok(mien_author_pose_asset_cook(p->asset, NULL, &p->packs[2], NULL, &error), &error, __LINE__);
    require_ok(mien_author_clip_cook(&p->authored, NULL, &p->packs[3], NULL, &error), &error, __LINE__);
    p->packs[4] = parts_graph(p);
    p->bundle = parts_bundle(p, &p->bundle_pack);
    require_ok(mien_skeleton_load(p->packs[0].data, p->packs[0].size, NULL, &p->skeleton, &error), &error,
               __LINE__);
    require_ok(mien_mesh_load(p->packs[1].data, p->packs[1].size, NULL, &p->mesh, &error), &error, __LINE__);
    require_ok(mien_pose_asset_load(p->packs[2].data, p->packs[2].size, NULL, &p->poses, &error), &error,
               __LINE__);
    require_ok(mien_clip_load(p->packs[3].data, p->packs[3].size, NULL, &p->clip, &error), &error, __LINE__);
    require_ok(mien_graph_load(p->packs[4].data, p->packs[4].size, NULL, &p->graph, &error), &error,
               __LINE__);
    p->bone_count = mien_skeleton_bone_count(p->skeleton);
    p->curve_count = mien_skeleton_curve_count(p->skeleton);
}

static inline void parts_end(Parts *p)
{
    mien_graph_destroy(p->graph);
    mien_clip_destroy(p->clip);
    mien_pose_asset_destroy(p->poses);
    mien_mesh_destroy(p->mesh);
    mien_skeleton_destroy(p->skeleton);
    mien_bundle_destroy(p->bundle);
    mien_author_pack_release(&p->bundle_pack);
    for (int i = 0; i < PARTS_MEMBERS; ++i)
        mien_author_pack_release(&p->packs[i]);
    mesh_sample_free(&p->made);
}

/// What jobs make of the parts, in arrays of their own.
typedef struct ByHand {
    const Parts *parts;
    MienMeshBinding *mesh_binding;
    const MienTransform *rest;
    MienTransform *bones;
    MienCurveSet inputs, curves;
    MienMatrix34 *model, *palette;
    float *morphs, *weights;
    void *scratch;
    size_t scratch_size;
} ByHand;

static inline MienCurveSet by_hand_curves(int count)
{
    return (MienCurveSet){count, stage_array(count, sizeof(float)),
                          stage_array(mien_curve_set_words(count), sizeof(uint32_t))};
}

static inline void by_hand_begin(ByHand *h, const Parts *p, size_t scratch_size)
{
    const MienMeshInfo mesh = mien_mesh_info(p->mesh);
    *h = (ByHand){.parts = p, .scratch_size = scratch_size, .scratch = aligned_take(scratch_size + 1)};
    CHECK_STATUS(mien_mesh_binding_create(p->mesh, p->skeleton, NULL, &h->mesh_binding, NULL), MIEN_OK);
    h->rest = mien_mesh_binding_rest_pose(h->mesh_binding);
    h->bones = stage_array(p->bone_count, sizeof *h->bones);
    memcpy(h->bones, h->rest, (size_t)p->bone_count * sizeof *h->bones);
    h->inputs = by_hand_curves(p->curve_count);
    h->curves = by_hand_curves(p->curve_count);
    h->model = stage_array(p->bone_count, sizeof *h->model);
    h->palette = stage_array(mesh.joint_count, sizeof *h->palette);
    h->morphs = stage_array(mesh.morph_count, sizeof *h->morphs);
    h->weights = stage_array(mien_pose_asset_info(p->poses).pose_count, sizeof *h->weights);
}

static inline void by_hand_end(ByHand *h)
{
    mien_mesh_binding_destroy(h->mesh_binding);
    aligned_free(h->scratch);
    void *const blocks[] = {h->bones,         h->inputs.values,  h->inputs.present,
                            h->curves.values, h->curves.present, h->model,
                            h->palette,       h->morphs,         h->weights};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; ++i)
        free(blocks[i]);
}

/// From bones and curves to morphs, model matrices and the palette.
static inline void by_hand_mesh(ByHand *h, int lod)
{
    const Parts *p = h->parts;
    const MienMeshInfo mesh = mien_mesh_info(p->mesh);
    const int bones = mien_skeleton_bone_count_at(p->skeleton, lod);
    CHECK_STATUS(mien_morph_job_run(&(MienMorphJob){.binding = h->mesh_binding,
                                                    .lod = lod,
                                                    .curves = h->curves,
                                                    .morph_count = mesh.morph_count,
                                                    .out_weights = h->morphs}),
                 MIEN_OK);
    CHECK_STATUS(mien_model_job_run(&(MienModelJob){.skeleton = p->skeleton,
                                                    .bone_count = p->bone_count,
                                                    .local_count = bones,
                                                    .local = h->bones,
                                                    .rest_pose = h->rest,
                                                    .out_model = h->model}),
                 MIEN_OK);
    CHECK_STATUS(mien_palette_job_run(&(MienPaletteJob){.binding = h->mesh_binding,
                                                        .bone_count = p->bone_count,
                                                        .model = h->model,
                                                        .joint_count = mesh.joint_count,
                                                        .out_palette = h->palette}),
                 MIEN_OK);
}

/// Whether the actor shows what was computed by hand, to the bit.
static inline void check_same_actor(MienActor *actor, const ByHand *h)
{
    const Parts *p = h->parts;
    const MienMeshInfo mesh = mien_mesh_info(p->mesh);
    const MienCurveSet curves = mien_actor_curves(actor);
    const size_t words = (size_t)mien_curve_set_words(p->curve_count);
    int other = 0;
    for (int b = 0; b < p->bone_count; ++b)
        other += !same_transform(&mien_actor_bones(actor)[b], &h->bones[b]);
    CHECK_INT(other, 0);
    CHECK_INT(curves.count, p->curve_count);
    CHECK(memcmp(curves.values, h->curves.values, (size_t)p->curve_count * sizeof(float)) == 0);
    CHECK(memcmp(curves.present, h->curves.present, words * sizeof(uint32_t)) == 0);
    CHECK(memcmp(mien_actor_morphs(actor), h->morphs, (size_t)mesh.morph_count * sizeof(float)) == 0);
    CHECK(memcmp(mien_actor_palette(actor), h->palette, (size_t)mesh.joint_count * sizeof(MienMatrix34)) ==
          0);
    CHECK(memcmp(mien_actor_model(actor), h->model, (size_t)p->bone_count * sizeof(MienMatrix34)) == 0);
}
