// SPDX-License-Identifier: MIT
//
// Actors from a bundle: parts are loaded in place and belong to the actor.

#include "core/float_rules.h"

#include "core/actor.h"
#include "core/pose_scratch.h"

#include <string.h>

/// A clip or pose asset of the graph. Several slots of one path share it.
typedef struct LoadedAsset {
    MienClip *clip;
    MienPoseAsset *poses;
} LoadedAsset;

struct MieniActorParts {
    size_t size;
    MienSkeleton *skeleton;
    MienMesh *mesh;
    MienPoseAsset *poses;
    MienGraph *graph;
    int asset_count;
    LoadedAsset *loaded;
    MienGraphAsset *assets;
};

void mieni_actor_release_parts(MieniActorParts *parts, const MienAllocator *allocator)
{
    if (parts == NULL)
        return;
    for (int i = 0; i < parts->asset_count; ++i) {
        mien_clip_destroy(parts->loaded[i].clip);
        mien_pose_asset_destroy(parts->loaded[i].poses);
    }
    mien_graph_destroy(parts->graph);
    mien_pose_asset_destroy(parts->poses);
    mien_mesh_destroy(parts->mesh);
    mien_skeleton_destroy(parts->skeleton);
    mieni_free(allocator, parts, parts->size, 64);
}

/// Bytes of a bundle are checked where the bundle is loaded; structure always is.
static MienLoadOptions in_place(const MienAllocator *allocator)
{
    MienLoadOptions options = {.allocator = allocator};
    options.borrow_data = true;
    options.trust_hash = true;
    return options;
}

/// Puts the member's name before the place in it.
static MienStatus fail_in(MienError *error, MienStatus status, const char *name, const MienError *inner)
{
    return mieni_fail(error, status, inner->message, "%s%s%s", name, inner->place[0] != '\0' ? ": " : "",
                      inner->place);
}

/// Loads a member with the loader of its kind into *out.
#define LOAD(bundle, name, load, allocator, out, error)                                                      \
    do {                                                                                                     \
        MienBundleMember member;                                                                             \
        MienError inner = {.status = MIEN_OK};                                                               \
        const MienLoadOptions options = in_place(allocator);                                                 \
        MienStatus status = mien_bundle_get(bundle, name, &member, error);                                   \
        if (status != MIEN_OK)                                                                               \
            return status;                                                                                   \
        status = load(member.data, member.size, &options, out, &inner);                                      \
        return status != MIEN_OK ? fail_in(error, status, name, &inner) : MIEN_OK;                           \
    } while (0)

static MienStatus load_skeleton(const MienBundle *bundle, const char *name, const MienAllocator *allocator,
                                MienSkeleton **out, MienError *error)
{
    LOAD(bundle, name, mien_skeleton_load, allocator, out, error);
}

static MienStatus load_mesh(const MienBundle *bundle, const char *name, const MienAllocator *allocator,
                            MienMesh **out, MienError *error)
{
    LOAD(bundle, name, mien_mesh_load, allocator, out, error);
}

static MienStatus load_poses(const MienBundle *bundle, const char *name, const MienAllocator *allocator,
                             MienPoseAsset **out, MienError *error)
{
    LOAD(bundle, name, mien_pose_asset_load, allocator, out, error);
}

static MienStatus load_graph(const MienBundle *bundle, const char *name, const MienAllocator *allocator,
                             MienGraph **out, MienError *error)
{
    LOAD(bundle, name, mien_graph_load, allocator, out, error);
}

static MienStatus load_clip(const MienBundle *bundle, const char *name, const MienAllocator *allocator,
                            MienClip **out, MienError *error)
{
    LOAD(bundle, name, mien_clip_load, allocator, out, error);
}

/// The name of the only skeleton in a bundle; NULL if there is none or several.
static const char *only_skeleton(const MienBundle *bundle)
{
    const char *name = NULL;
    const int count = mien_bundle_count(bundle);
    for (int i = 0; i < count; ++i) {
        const MienBundleMember member = mien_bundle_member(bundle, i);
        if (member.kind != MIEN_PACK_SKELETON)
            continue;
        if (name != NULL)
            return NULL;
        name = member.name;
    }
    return name;
}

/// The member that a graph's path means: "pip.poses.json" is "pip.poses". False if the
/// bundle lacks it.
static bool find_asset(const MienBundle *bundle, const char *path, char out_name[MIEN_MAX_NAME + 1])
{
    size_t length = strlen(path);
    if (length > 5 && strcmp(path + length - 5, ".json") == 0)
        length -= 5;
    if (length == 0 || length > MIEN_MAX_NAME)
        return false;
    memcpy(out_name, path, length);
    out_name[length] = '\0';
    return mien_bundle_find(bundle, out_name) >= 0;
}

/// Fills the graph's slots with what the bundle has.
static MienStatus load_assets(MieniActorParts *parts, const MienBundle *bundle,
                              const MienAllocator *allocator, MienError *error)
{
    MienStatus status = MIEN_OK;
    for (int i = 0; i < parts->asset_count && status == MIEN_OK; ++i) {
        const MienGraphAssetPlace place = mien_graph_asset(parts->graph, i);
        char name[MIEN_MAX_NAME + 1];
        int same = 0;
        while (same < i && (mien_graph_asset(parts->graph, same).type != place.type ||
                            strcmp(mien_graph_asset(parts->graph, same).path, place.path) != 0))
            ++same;
        if (same == i && find_asset(bundle, place.path, name)) {
            status = place.type == MIEN_GRAPH_CLIP
                         ? load_clip(bundle, name, allocator, &parts->loaded[i].clip, error)
                         : load_poses(bundle, name, allocator, &parts->loaded[i].poses, error);
            parts->assets[i].clip = parts->loaded[i].clip;
            parts->assets[i].poses = parts->loaded[i].poses;
        } else if (same < i) {
            parts->assets[i] = parts->assets[same];
        }
    }
    return status;
}

/// Parts with room for the graph's assets; the graph is theirs then.
static MieniActorParts *make_parts(MienGraph *graph, const MienAllocator *allocator)
{
    const int count = graph != NULL ? mien_graph_info(graph).asset_count : 0;
    MieniScratch room = {.block = NULL, .used = mieni_align64(sizeof(MieniActorParts))};
    mieni_scratch_take(&room, (size_t)count * sizeof(LoadedAsset));
    mieni_scratch_take(&room, (size_t)count * sizeof(MienGraphAsset));
    MieniActorParts *parts = (MieniActorParts *)mieni_allocate(allocator, room.used, 64);
    if (parts == NULL)
        return NULL;
    memset(parts, 0, room.used);
    parts->size = room.used;
    parts->graph = graph;
    parts->asset_count = count;
    room.block = (uint8_t *)parts;
    room.used = mieni_align64(sizeof *parts);
    parts->loaded = (LoadedAsset *)mieni_scratch_take(&room, (size_t)count * sizeof(LoadedAsset));
    parts->assets = (MienGraphAsset *)mieni_scratch_take(&room, (size_t)count * sizeof(MienGraphAsset));
    return parts;
}

static MienStatus load_parts(MieniActorParts *parts, const MienBundle *bundle,
                             const MienActorMembers *members, const MienAllocator *allocator,
                             MienError *error)
{
    const char *skeleton = members->skeleton != NULL ? members->skeleton : only_skeleton(bundle);
    if (skeleton == NULL)
        return mieni_fail(error, MIEN_ERROR_DATA, "the bundle does not have exactly one skeleton: name one",
                          "%s", "skeleton");
    MienStatus status = load_skeleton(bundle, skeleton, allocator, &parts->skeleton, error);
    if (status == MIEN_OK && members->mesh != NULL)
        status = load_mesh(bundle, members->mesh, allocator, &parts->mesh, error);
    if (status == MIEN_OK && members->poses != NULL)
        status = load_poses(bundle, members->poses, allocator, &parts->poses, error);
    return status == MIEN_OK ? load_assets(parts, bundle, allocator, error) : status;
}

MienStatus mien_actor_load(const MienBundle *bundle, const MienActorMembers *members,
                           const MienActorOptions *options, MienActor **out_actor, MienError *error)
{
    static const MienActorOptions defaults = {0};
    if (out_actor == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "out_actor must be given", "%s", "");
    *out_actor = NULL;
    if (bundle == NULL || members == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "bundle and members must be given", "%s", "");
    if (options == NULL)
        options = &defaults;
    MienGraph *graph = NULL;
    MienStatus status = MIEN_OK;
    if (members->graph != NULL)
        status = load_graph(bundle, members->graph, options->allocator, &graph, error);
    if (status != MIEN_OK)
        return status;
    MieniActorParts *parts = make_parts(graph, options->allocator);
    if (parts == NULL) {
        mien_graph_destroy(graph);
        return mieni_fail(error, MIEN_ERROR_MEMORY, "no memory for the actor's parts", "%s", "");
    }
    status = load_parts(parts, bundle, members, options->allocator, error);
    const MienPoseAsset *const poses[1] = {parts->poses};
    MienActorDesc desc = {.skeleton = parts->skeleton};
    desc.mesh = parts->mesh;
    desc.pose_asset_count = parts->poses != NULL ? 1 : 0;
    desc.pose_assets = poses;
    desc.graph = parts->graph;
    desc.asset_count = parts->asset_count;
    desc.assets = parts->assets;
    desc.options = *options;
    if (status == MIEN_OK)
        status = mien_actor_create(&desc, out_actor, error);
    if (status == MIEN_OK)
        (*out_actor)->own = parts;
    else
        mieni_actor_release_parts(parts, options->allocator);
    return status;
}

MienStatus mien_actor_load_clip(MienActor *actor, const MienBundle *bundle, const char *name,
                                const MienActorClipOptions *options, MienError *error)
{
    MienClip *clip = NULL;
    if (actor == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "actor must be given", "%s", "");
    MienStatus status = load_clip(bundle, name, actor->allocator, &clip, error);
    if (status == MIEN_OK)
        status = mien_actor_set_clip(actor, clip, options, error);
    if (status == MIEN_OK)
        actor->own_clip = clip;
    else
        mien_clip_destroy(clip);
    return status;
}
