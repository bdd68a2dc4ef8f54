// SPDX-License-Identifier: MIT
//
// Which primitives of a scene become parts of its mesh, and where in it they go.

#include "core/float_rules.h"

#include "base/budget.h"
#include "core/internal.h"
#include "io/gltf/mesh.h"

#include <stdio.h>
#include <string.h>

/// Beyond this a file is refused: nodes that show the same meshes multiply.
enum { MAX_VISITS = 1 << 22 };
enum { TRIANGLES = 4, STRIP = 5, FAN = 6 };

typedef struct Plan {
    MieniGltfMeshing *meshing;
    bool *is_mirrored; ///< Per bone.
    int *last_part;    ///< Per accessor: one plus the last part with these positions.
    int room;
    int visits;
    int64_t vertex_count, index_count;
} Plan;

/// Scales turn inside out what has an odd number of negative ones; rotations do not.
static void find_mirrored(Plan *plan, const MieniGltfBones *bones)
{
    for (int b = 0; b < bones->count; ++b) {
        const MienAuthorBone *bone = &bones->bones[b];
        const MienVec3 scale = bone->reference.scale;
        bool is_mirrored = bone->parent >= 0 && plan->is_mirrored[bone->parent];
        is_mirrored ^= scale.x < 0.0f;
        is_mirrored ^= scale.y < 0.0f;
        is_mirrored ^= scale.z < 0.0f;
        plan->is_mirrored[b] = is_mirrored;
    }
}

/// Which texture coordinates the image of a primitive's material uses, or -1.
static int find_uvs(const MienIoGltf *gltf, const MieniJson *primitive, const MieniJson *attributes)
{
    const int material = mieni_gltf_index(primitive, "material");
    int set = 0;
    if (material >= 0) {
        const MieniJson *texture = mieni_json_get(
            mieni_json_get(mieni_gltf_item(gltf, "materials", material), "pbrMetallicRoughness"),
            "baseColorTexture");
        const int of_texture = mieni_gltf_index(texture, "texCoord");
        const int of_transform =
            mieni_gltf_index(mieni_gltf_extension(texture, "KHR_texture_transform"), "texCoord");
        set = of_transform >= 0 ? of_transform : of_texture >= 0 ? of_texture : 0;
    }
    char name[24];
    snprintf(name, sizeof name, "TEXCOORD_%d", set);
    if (mieni_json_get(attributes, name) != NULL)
        return set;
    return mieni_json_get(attributes, "TEXCOORD_0") != NULL ? 0 : -1;
}

static int count_sets(const MieniJson *attributes)
{
    char joints[24], weights[24];
    for (int n = 0;; ++n) {
        snprintf(joints, sizeof joints, "JOINTS_%d", n);
        snprintf(weights, sizeof weights, "WEIGHTS_%d", n);
        if (mieni_json_get(attributes, joints) == NULL || mieni_json_get(attributes, weights) == NULL)
            return n;
    }
}

/// How many indices the triangles take that so many corners make.
static int64_t count_indices(int mode, int corners)
{
    if (mode == TRIANGLES)
        return corners / 3 * 3;
    return corners >= 3 ? 3 * ((int64_t)corners - 2) : 0;
}

static bool grow(Plan *plan)
{
    MieniGltfMeshing *meshing = plan->meshing;
    if (meshing->part_count < plan->room)
        return true;
    const int room = plan->room > 0 ? 2 * plan->room : 16;
    MieniGltfPart *parts = mieni_arena_take(meshing->reader->scratch, (size_t)room, sizeof *parts);
    if (parts == NULL)
        return false;
    if (meshing->part_count > 0)
        memcpy(parts, meshing->parts, sizeof *parts * (size_t)meshing->part_count);
    meshing->parts = parts;
    plan->room = room;
    return true;
}

/// An earlier part of the same node with the same vertices, or -1.
static int find_owner(const Plan *plan, const MieniGltfPart *part, int positions)
{
    const int last = plan->last_part[positions] - 1;
    if (last < 0)
        return -1;
    const MieniGltfPart *other = &plan->meshing->parts[last];
    const bool is_same = other->node == part->node && other->uv_set == part->uv_set &&
                         mieni_json_equal(mieni_json_get(other->primitive, "attributes"),
                                          mieni_json_get(part->primitive, "attributes")) &&
                         (mieni_json_get(part->primitive, "targets") == NULL
                              ? mieni_json_get(other->primitive, "targets") == NULL
                              : mieni_json_get(other->primitive, "targets") != NULL &&
                                    mieni_json_equal(mieni_json_get(other->primitive, "targets"),
                                                     mieni_json_get(part->primitive, "targets")));
    return is_same ? other->owner : -1;
}

/// Gives a part its place, after the others.
static MienStatus place_part(Plan *plan, MieniGltfPart *part, int positions, int corners)
{
    MieniGltfMeshing *meshing = plan->meshing;
    const int index = meshing->part_count;
    if (index == MIEN_MAX_PARTS)
        return mieni_gltf_part_fail(meshing, part, MIEN_ERROR_LIMIT, "", "A scene has at most 65535 parts.");
    if (!grow(plan))
        return mieni_gltf_mesh_no_memory(meshing);
    part->owner = find_owner(plan, part, positions);
    plan->last_part[positions] = index + 1;
    if (part->owner < 0) {
        part->owner = index;
        part->first_vertex = (int)plan->vertex_count;
        plan->vertex_count += part->vertex_count;
    } else {
        part->first_vertex = meshing->parts[part->owner].first_vertex;
    }
    part->first_index = (int)plan->index_count;
    plan->index_count += count_indices(part->mode, corners);
    if (plan->vertex_count > MIEN_MAX_VERTICES)
        return mieni_gltf_part_fail(meshing, part, MIEN_ERROR_LIMIT, ".attributes.POSITION",
                                    "All that a scene shows has at most 16777216 vertices.");
    char place[48];
    snprintf(place, sizeof place, "nodes[%d].mesh", part->node);
    const MienStatus status = mieni_budget_check_vertices(
        meshing->reader->scratch->allocator, (uint64_t)plan->vertex_count, place, meshing->reader->error);
    if (status != MIEN_OK)
        return status;
    if (plan->index_count > MIEN_MAX_INDICES)
        return mieni_gltf_part_fail(meshing, part, MIEN_ERROR_LIMIT, "",
                                    "All that a scene shows has at most 67108864 triangles.");
    part->index_count = (int)plan->index_count - part->first_index;
    meshing->parts[meshing->part_count++] = *part;
    meshing->has_normals = meshing->has_normals || part->normals >= 0;
    meshing->has_uvs = meshing->has_uvs || part->uv_set >= 0;
    meshing->has_colors = meshing->has_colors || part->colors >= 0;
    const int room = part->set_count > 1 ? MIEN_MAX_INFLUENCES : part->set_count > 0 ? 4 : 1;
    if (room > meshing->influence_room)
        meshing->influence_room = room;
    return MIEN_OK;
}

static MienStatus plan_primitive(Plan *plan, MieniGltfPart part)
{
    MieniGltfMeshing *meshing = plan->meshing;
    const MienIoGltf *gltf = meshing->reader->gltf;
    const MieniJson *attributes = mieni_json_get(part.primitive, "attributes");
    const int positions = mieni_gltf_index(attributes, "POSITION");
    const int indices = mieni_gltf_index(part.primitive, "indices");
    part.mode = mieni_gltf_index(part.primitive, "mode");
    if (part.mode < 0)
        part.mode = TRIANGLES;
    if (++plan->visits > MAX_VISITS)
        return mieni_gltf_part_fail(meshing, &part, MIEN_ERROR_LIMIT, "",
                                    "A scene shows at most 4194304 primitives.");
    part.vertex_count = positions >= 0 ? mieni_gltf_accessor(gltf, positions).count : 0;
    const int corners = indices >= 0 ? mieni_gltf_accessor(gltf, indices).count : part.vertex_count;
    if (part.mode < TRIANGLES || part.mode > FAN || part.vertex_count == 0 ||
        count_indices(part.mode, corners) == 0) {
        ++meshing->reader->report->skipped_part_count;
        return MIEN_OK;
    }
    part.normals = mieni_gltf_index(attributes, "NORMAL");
    part.colors = mieni_gltf_index(attributes, "COLOR_0");
    part.uv_set = find_uvs(gltf, part.primitive, attributes);
    part.set_count = part.skin >= 0 ? count_sets(attributes) : 0;
    return place_part(plan, &part, positions, corners);
}

static MienStatus plan_node(Plan *plan, int node)
{
    const MieniGltfReader *reader = plan->meshing->reader;
    const MieniJson *json = mieni_gltf_item(reader->gltf, "nodes", node);
    MieniGltfPart part = {
        .node = node, .mesh = mieni_gltf_index(json, "mesh"), .skin = mieni_gltf_index(json, "skin")};
    const int bone = reader->bones.bone_of_node[node];
    part.is_mirrored = part.skin < 0 && bone >= 0 && plan->is_mirrored[bone];
    const MieniJson *primitives =
        mieni_json_get(mieni_gltf_item(reader->gltf, "meshes", part.mesh), "primitives");
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < primitives->count; ++i) {
        part.primitive = primitives->items[i];
        part.index = i;
        status = plan_primitive(plan, part);
    }
    return status;
}

MienStatus mieni_gltf_mesh_plan(MieniGltfMeshing *meshing)
{
    const MieniGltfReader *reader = meshing->reader;
    Plan plan = {.meshing = meshing};
    plan.is_mirrored =
        mieni_arena_take(reader->scratch, (size_t)reader->bones.count, sizeof *plan.is_mirrored);
    plan.last_part = mieni_arena_take(reader->scratch, (size_t)mieni_gltf_count(reader->gltf, "accessors"),
                                      sizeof *plan.last_part);
    if (plan.is_mirrored == NULL || plan.last_part == NULL)
        return mieni_gltf_mesh_no_memory(meshing);
    find_mirrored(&plan, &reader->bones);
    const int node_count = mieni_gltf_count(reader->gltf, "nodes");
    MienStatus status = MIEN_OK;
    for (int n = 0; status == MIEN_OK && n < node_count; ++n)
        if (reader->bones.is_in_scene[n] &&
            mieni_gltf_index(mieni_gltf_item(reader->gltf, "nodes", n), "mesh") >= 0)
            status = plan_node(&plan, n);
    meshing->mesh->vertex_count = (int)plan.vertex_count;
    meshing->mesh->index_count = (int)plan.index_count;
    return status;
}
