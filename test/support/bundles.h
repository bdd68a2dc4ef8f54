// SPDX-License-Identifier: MIT
//
// A small bundle made in code, and reading whatever bundle was loaded to its end.

#pragma once

#include "support/clip_packs.h"

#include "core/bundle_format.h"
#include "mien/graph.h"
#include "mien_author/bundle.h"

enum { SMALL_MEMBERS = 5 };

/// Its members in the order of their names. The second and last are alike.
static const char *const small_members[SMALL_MEMBERS] = {"bodies/ada.skeleton", "clips/Wave \xC3\xA9.clip",
                                                         "clips/smile.clip", "faces/ada.poses",
                                                         "old/wave.clip"};

/// The packs that a small bundle is made of, and what each member of it is.
typedef struct BundleSketch {
    ScenePacks scene;
    Pack clips[2];
    MienAuthorBundleMember members[SMALL_MEMBERS];
    MienAuthorBundle bundle;
} BundleSketch;

static inline void sketch_bundle(BundleSketch *sketch)
{
    static const MienSampleOptions tiny = {
        .seed = 61, .bone_count = 3, .pose_count = 3, .bones_per_pose = 2, .curve_count = 1};
    static const SmallClip still = {"still", 34, 3, 1, 2, true, true, false};
    static const SmallClip empty = {"empty", 35, 0, 1, 0, false, false, false};
    *sketch = (BundleSketch){.scene = scene_packs(&tiny), .clips = {clip_pack(&still), clip_pack(&empty)}};
    const Pack *const packs[SMALL_MEMBERS] = {&sketch->scene.skeleton, &sketch->clips[0], &sketch->clips[1],
                                              &sketch->scene.poses, &sketch->clips[0]};
    for (int i = 0; i < SMALL_MEMBERS; ++i)
        sketch->members[i] = (MienAuthorBundleMember){small_members[i], packs[i]->data, packs[i]->size};
    sketch->bundle = (MienAuthorBundle){SMALL_MEMBERS, sketch->members};
}

static inline void bundle_sketch_free(BundleSketch *sketch)
{
    scene_packs_free(&sketch->scene);
    pack_free(&sketch->clips[0]);
    pack_free(&sketch->clips[1]);
}

static inline Pack bundle_pack(void)
{
    BundleSketch sketch;
    MienAuthorPack pack = {0};
    sketch_bundle(&sketch);
    if (mien_author_bundle_cook(&sketch.bundle, NULL, &pack, NULL) != MIEN_OK)
        abort();
    bundle_sketch_free(&sketch);
    return (Pack){pack.data, pack.size};
}

/// Loads a member by its kind, in place; whatever came of it is gone again.
static inline MienStatus load_member(const MienBundleMember *member, bool trust_hash)
{
    const MienLoadOptions options = {.borrow_data = true, .trust_hash = trust_hash};
    MienSkeleton *skeleton = NULL;
    MienPoseAsset *asset = NULL;
    MienClip *clip = NULL;
    MienMesh *mesh = NULL;
    MienGraph *graph = NULL;
    MienStatus status = MIEN_ERROR_KIND;
    if (member->kind == MIEN_PACK_SKELETON)
        status = mien_skeleton_load(member->data, member->size, &options, &skeleton, NULL);
    else if (member->kind == MIEN_PACK_POSE_ASSET)
        status = mien_pose_asset_load(member->data, member->size, &options, &asset, NULL);
    else if (member->kind == MIEN_PACK_CLIP)
        status = mien_clip_load(member->data, member->size, &options, &clip, NULL);
    else if (member->kind == MIEN_PACK_MESH)
        status = mien_mesh_load(member->data, member->size, &options, &mesh, NULL);
    else if (member->kind == MIEN_PACK_GRAPH)
        status = mien_graph_load(member->data, member->size, &options, &graph, NULL);
    mien_skeleton_destroy(skeleton);
    mien_pose_asset_destroy(asset);
    mien_clip_destroy(clip);
    mien_mesh_destroy(mesh);
    mien_graph_destroy(graph);
    return status;
}

/// Looks at every member and loads it; returns what is wrong, or NULL. Members that
/// are no good are refused, which is right.
static inline const char *read_bundle(const MienBundle *bundle, const uint8_t *from, size_t size)
{
    const int count = mien_bundle_count(bundle);
    const char *before = "";
    for (int i = 0; i < count; ++i) {
        const MienBundleMember member = mien_bundle_member(bundle, i);
        if (strcmp(before, member.name) >= 0 || strcmp(member.name, mien_bundle_name(bundle, i)) != 0)
            return "names are not unique or not in order";
        if (mien_bundle_find(bundle, member.name) != i)
            return "a member is not found by its name";
        if ((uintptr_t)member.data % MIEN_PACK_ALIGNMENT != 0 || member.size < sizeof(MieniPackHeader))
            return "a member is no pack that can be borrowed";
        const uint8_t *data = member.data;
        if (from != NULL && (data < from || member.size > size - (size_t)(data - from)))
            return "a member lies outside of the bundle";
        if (member.kind == MIEN_PACK_BUNDLE)
            return "a bundle in a bundle";
        load_member(&member, i % 2 == 0);
        before = member.name;
    }
    const MienBundleMember none = mien_bundle_member(bundle, count), below = mien_bundle_member(bundle, -1);
    if (none.data != NULL || none.size != 0 || none.name[0] != '\0' || below.data != NULL)
        return "there is a member where none is";
    return mien_bundle_find(bundle, "no such") >= 0 ? "a member is found that is not there" : NULL;
}
