// SPDX-License-Identifier: MIT
//
// A file made of a skeleton and a mesh: a node per bone, then the nodes that show the
// mesh. Bones that bind nothing are joints of a skin that nothing uses, so that readers
// still see them as bones.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/gltf/write_base.h"

#include <string.h>

/// Puts of a transform what is not as in the identity.
static void put_transform(MieniGltfOut *out, MieniJson *node, const MienTransform *transform)
{
    const MienTransform identity = mien_transform_identity();
    if (memcmp(&transform->translation, &identity.translation, sizeof identity.translation) != 0)
        mieni_gltf_set_floats(out, node, "translation", &transform->translation.x, 3);
    if (memcmp(&transform->rotation, &identity.rotation, sizeof identity.rotation) != 0)
        mieni_gltf_set_floats(out, node, "rotation", &transform->rotation.x, 4);
    if (memcmp(&transform->scale, &identity.scale, sizeof identity.scale) != 0)
        mieni_gltf_set_floats(out, node, "scale", &transform->scale.x, 3);
}

/// The skeleton's bones with the mesh's own reference pose.
static MienStatus take_bones(MieniGltfWriter *writer)
{
    const MienAuthorSkeleton *skeleton = writer->writing->skeleton;
    const MienAuthorMesh *mesh = writer->writing->mesh;
    MieniGltfCast *cast = &writer->cast;
    MieniArena *arena = &writer->out.scratch;
    const int count = skeleton != NULL ? skeleton->bone_count : 0;
    MienAuthorBone *bones = mieni_arena_take(arena, (size_t)count, sizeof *bones);
    int *nodes = mieni_arena_take(arena, (size_t)count, sizeof *nodes);
    MieniNameEntry *names = mieni_arena_take(arena, (size_t)count, sizeof *names);
    if (bones == NULL || nodes == NULL || names == NULL)
        return mieni_gltf_write_no_memory(writer);
    for (int b = 0; b < count; ++b) {
        if (skeleton->bones[b].parent >= b || skeleton->bones[b].name == NULL)
            return mieni_fail(writer->error, MIEN_ERROR_DATA, mieni_at("skeleton.bones[%d]", b),
                              "A bone has a name, and comes after its parent.");
        bones[b] = skeleton->bones[b];
        nodes[b] = b;
        names[b] = (MieniNameEntry){bones[b].name, b};
    }
    mieni_names_sort(names, count);
    for (int i = 0; mesh != NULL && i < mesh->bone_count; ++i) {
        const int bone = mieni_names_search(names, count, mesh->bones[i].name);
        if (bone >= 0)
            bones[bone].rest = mesh->bones[i].rest;
    }
    cast->bone_count = count;
    cast->bones = bones;
    cast->nodes = nodes;
    cast->bones_by_name = names;
    return MIEN_OK;
}

static void put_child(MieniGltfOut *out, MieniJson *node, int child)
{
    MieniJson *children = mieni_json_get(node, "children");
    if (children == NULL)
        children = mieni_json_set(&out->json, node, "children", mieni_json_array(&out->json));
    mieni_json_append(&out->json, children, mieni_json_number(&out->json, child));
}

/// A node per bone. Several roots get one more node as their parent: joints of a skin have
/// a common root.
static void put_bones(MieniGltfWriter *writer, MieniJson *scene_nodes)
{
    MieniGltfOut *out = &writer->out;
    const MieniGltfCast *cast = &writer->cast;
    int root_count = 0, index;
    for (int b = 0; b < cast->bone_count; ++b) {
        MieniJson *node = mieni_gltf_out_add(out, "nodes", &index);
        mieni_gltf_set_text(out, node, "name", cast->bones[b].name);
        put_transform(out, node, &cast->bones[b].rest);
        root_count += cast->bones[b].parent < 0;
    }
    const MieniJson *nodes = mieni_json_get(out->json.root, "nodes");
    MieniJson *root = NULL;
    if (root_count > 1) {
        root = mieni_gltf_out_add(out, "nodes", &index);
        mieni_gltf_set_text(out, root, "name", "skeleton");
        mieni_json_append(&out->json, scene_nodes, mieni_json_number(&out->json, index));
    }
    for (int b = 0; b < cast->bone_count && !out->json.arena.is_out_of_memory; ++b) {
        if (cast->bones[b].parent >= 0)
            put_child(out, nodes->items[cast->bones[b].parent], b);
        else if (root != NULL)
            put_child(out, root, b);
        else
            mieni_json_append(&out->json, scene_nodes, mieni_json_number(&out->json, b));
    }
}

/// A skin of the bones that are joints of no other.
static MienStatus put_other_bones(MieniGltfWriter *writer)
{
    MieniGltfOut *out = &writer->out;
    const int count = writer->cast.bone_count;
    bool *is_joint = mieni_arena_take(&out->scratch, (size_t)count, sizeof *is_joint);
    if (is_joint == NULL)
        return mieni_gltf_write_no_memory(writer);
    const MieniJson *skins = mieni_json_get(out->json.root, "skins");
    for (int s = 0; skins != NULL && s < skins->count; ++s) {
        const MieniJson *joints = mieni_json_get(skins->items[s], "joints");
        for (int j = 0; joints != NULL && j < joints->count; ++j)
            is_joint[(int)joints->items[j]->number] = true;
    }
    MieniJson *joints = NULL;
    for (int b = 0; b < count; ++b) {
        int index;
        if (is_joint[b])
            continue;
        if (joints == NULL)
            joints = mieni_json_set(&out->json, mieni_gltf_out_add(out, "skins", &index), "joints",
                                    mieni_json_array(&out->json));
        mieni_json_append(&out->json, joints, mieni_json_number(&out->json, b));
    }
    return MIEN_OK;
}

MienStatus mieni_gltf_write_model(MieniGltfWriter *writer)
{
    MieniGltfOut *out = &writer->out;
    int index;
    mieni_gltf_set_int(out, out->json.root, "scene", 0);
    MieniJson *scene = mieni_gltf_out_add(out, "scenes", &index);
    MieniJson *scene_nodes = mieni_json_set(&out->json, scene, "nodes", mieni_json_array(&out->json));
    MienStatus status = take_bones(writer);
    if (status == MIEN_OK)
        put_bones(writer, scene_nodes);
    if (status == MIEN_OK && writer->writing->mesh != NULL)
        status = mieni_gltf_write_mesh(writer, scene_nodes);
    if (status == MIEN_OK)
        status = put_other_bones(writer);
    if (scene_nodes != NULL && scene_nodes->count == 0)
        mieni_json_unset(scene, "nodes");
    return status;
}
