// SPDX-License-Identifier: MIT
//
// Which nodes of a scene are bones, what they are called and where they rest. Walks go
// over lists, not down calls: nodes may be nested to any depth.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/file_names.h"
#include "io/gltf/gltf.h"
#include "io/gltf/transform.h"

#include <string.h>

/// What makes a node a bone.
enum { JOINT = 1, MOVES = 2, CARRIES = 4, NEEDED = 8, LEFT_OUT = 16, NO_BONE = 32 };

typedef struct Search {
    const MienIoGltf *gltf;
    MieniArena scratch;
    int node_count;
    int *order; ///< Nodes of the scene, parents first.
    int order_count;
    bool *is_in_scene;
    uint8_t *marks;
    MienError *error;
} Search;

static MienStatus no_memory(const Search *search)
{
    return mieni_fail(search->error, MIEN_ERROR_MEMORY, mieni_at("nodes"), "Out of memory.");
}

/// The scene to read: by name, the file's own choice, or the first; NULL without any.
static MienStatus find_scene(const Search *search, const char *name, const MieniJson **out_scene)
{
    const MieniJson *scenes = mieni_gltf_array(search->gltf, "scenes");
    const int given = mieni_gltf_index(search->gltf->json.root, "scene");
    const int index = name != NULL ? mieni_json_find(scenes, "name", name) : given >= 0 ? given : 0;
    if (name != NULL && index < 0)
        return mieni_fail(search->error, MIEN_ERROR_ARGUMENT, mieni_at("reading.scene"),
                          "The file has no scene of this name.");
    *out_scene = scenes != NULL ? scenes->items[index] : NULL;
    return MIEN_OK;
}

/// Every node is on the stack once at most.
static MienStatus walk_scene(Search *search, const MieniJson *scene)
{
    const MieniJson *roots = mieni_json_get(scene, "nodes");
    int *stack = mieni_arena_take(&search->scratch, (size_t)search->node_count, sizeof *stack), height = 0;
    if (stack == NULL)
        return no_memory(search);
    if (scene == NULL) {
        for (int n = search->node_count - 1; n >= 0; --n)
            if (search->gltf->parents[n] < 0)
                stack[height++] = n;
    }
    for (int i = roots != NULL ? roots->count - 1 : -1; i >= 0; --i)
        stack[height++] = (int)roots->items[i]->number;
    while (height > 0) {
        const int node = stack[--height];
        const MieniJson *children = mieni_json_get(mieni_gltf_item(search->gltf, "nodes", node), "children");
        search->is_in_scene[node] = true;
        search->order[search->order_count++] = node;
        for (int c = children != NULL ? children->count - 1 : -1; c >= 0; --c)
            stack[height++] = (int)children->items[c]->number;
    }
    return MIEN_OK;
}

/// Joints, of which those that a mesh of the scene is bound to must be there too.
static MienStatus mark_joints(Search *search)
{
    const int skin_count = mieni_gltf_count(search->gltf, "skins");
    int *shown = mieni_arena_take(&search->scratch, (size_t)skin_count, sizeof *shown); // node, from 1
    if (shown == NULL)
        return no_memory(search);
    for (int i = 0; i < search->order_count; ++i) {
        const int skin = mieni_gltf_index(mieni_gltf_item(search->gltf, "nodes", search->order[i]), "skin");
        if (skin >= 0)
            shown[skin] = search->order[i] + 1;
    }
    for (int s = 0; s < skin_count; ++s) {
        const MieniJson *joints = mieni_json_get(mieni_gltf_item(search->gltf, "skins", s), "joints");
        for (int j = 0; j < joints->count; ++j) {
            const int node = (int)joints->items[j]->number;
            if (search->is_in_scene[node])
                search->marks[node] |= JOINT;
            else if (shown[s] != 0)
                return mieni_fail(search->error, MIEN_ERROR_DATA, mieni_at("skins[%d].joints[%d]", s, j),
                                  "The scene shows a mesh that is bound to a joint outside of it.");
        }
    }
    return MIEN_OK;
}

/// Nodes of a VRM animation that only carry a number.
static void mark_expressions(Search *search)
{
    static const char *const kinds[] = {"preset", "custom"};
    const MieniJson *animation = mieni_gltf_extension(search->gltf->json.root, "VRMC_vrm_animation");
    for (int k = 0; k < 2; ++k) {
        const MieniJson *list = mieni_json_get(mieni_json_get(animation, "expressions"), kinds[k]);
        for (int i = 0; list != NULL && list->type == MIENI_JSON_OBJECT && i < list->count; ++i) {
            const double node = mieni_json_get_number(list->items[i], "node", -1.0);
            if (node >= 0.0 && node < (double)search->node_count)
                search->marks[(int)node] |= NO_BONE;
        }
    }
}

static void mark_moving(Search *search)
{
    for (int a = 0; a < mieni_gltf_count(search->gltf, "animations"); ++a) {
        const MieniJson *channels =
            mieni_json_get(mieni_gltf_item(search->gltf, "animations", a), "channels");
        for (int c = 0; c < channels->count; ++c) {
            const MieniJson *target = mieni_json_get(channels->items[c], "target");
            const char *path = mieni_json_get_string(target, "path", "");
            const int node = mieni_gltf_index(target, "node");
            if (node >= 0 && (strcmp(path, "translation") == 0 || strcmp(path, "rotation") == 0 ||
                              strcmp(path, "scale") == 0))
                search->marks[node] |= MOVES;
        }
    }
}

static bool is_identity(const MieniJson *node)
{
    const MienTransform identity = mien_transform_identity();
    MienTransform transform;
    float a[sizeof identity / sizeof(float)], b[sizeof identity / sizeof(float)];
    bool is_same = mieni_gltf_transform(node, &transform);
    memcpy(a, &transform, sizeof a);
    memcpy(b, &identity, sizeof b);
    for (size_t k = 0; k < sizeof a / sizeof *a; ++k)
        is_same = is_same && a[k] == b[k];
    return is_same;
}

/// Marks what is needed, and of that what is left out.
static void mark_bones(Search *search)
{
    const int *parents = search->gltf->parents;
    uint8_t *marks = search->marks;
    for (int i = 0; i < search->order_count; ++i) {
        const MieniJson *node = mieni_gltf_item(search->gltf, "nodes", search->order[i]);
        if (mieni_json_get(node, "mesh") != NULL && mieni_json_get(node, "skin") == NULL)
            marks[search->order[i]] |= CARRIES;
    }
    for (int i = search->order_count - 1; i >= 0; --i) {
        const int node = search->order[i], parent = parents[node];
        const bool is_only_number = (marks[node] & NO_BONE) != 0 && (marks[node] & (JOINT | CARRIES)) == 0;
        if (is_only_number)
            marks[node] &= (uint8_t)~MOVES;
        if ((marks[node] & (JOINT | MOVES | CARRIES)) != 0)
            marks[node] |= NEEDED;
        if ((marks[node] & NEEDED) != 0 && parent >= 0)
            marks[parent] |= NEEDED;
    }
    for (int i = 0; i < search->order_count; ++i) {
        const int node = search->order[i], parent = parents[node];
        if ((marks[node] & NEEDED) != 0 && (marks[node] & (JOINT | MOVES | CARRIES)) == 0 &&
            (parent < 0 || (marks[parent] & LEFT_OUT) != 0) &&
            is_identity(mieni_gltf_item(search->gltf, "nodes", node)))
            marks[node] |= LEFT_OUT;
    }
}

static bool is_bone(const Search *search, int node)
{
    return (search->marks[node] & (NEEDED | LEFT_OUT)) == NEEDED;
}

static MienStatus make_bones(Search *search, MieniArena *arena, MieniGltfBones *out)
{
    int count = 0;
    for (int i = 0; i < search->order_count; ++i)
        count += is_bone(search, search->order[i]);
    if (count > MIEN_MAX_BONES)
        return mieni_fail(search->error, MIEN_ERROR_LIMIT, mieni_at("nodes"),
                          "A skeleton has at most 65535 bones.");
    MienAuthorBone *bones = mieni_arena_take(arena, (size_t)count, sizeof *bones);
    int *nodes = mieni_arena_take(arena, (size_t)count, sizeof *nodes);
    int *bone_of_node = mieni_arena_take(arena, (size_t)search->node_count, sizeof *bone_of_node);
    MieniFileNames names = {.arena = arena};
    if (bones == NULL || nodes == NULL || bone_of_node == NULL)
        return no_memory(search);
    for (int n = 0; n < search->node_count; ++n)
        bone_of_node[n] = -1;
    int b = 0;
    for (int i = 0; i < search->order_count; ++i) {
        const int n = search->order[i], parent = search->gltf->parents[n];
        const MieniJson *node = mieni_gltf_item(search->gltf, "nodes", n);
        if (!is_bone(search, n))
            continue;
        bones[b] = (MienAuthorBone){
            .name = mieni_file_name(&names, mieni_json_get_string(node, "name", NULL), "node", n),
            .parent = parent >= 0 ? bone_of_node[parent] : -1,
            .max_lod = MIEN_ALL_LODS};
        if (bones[b].name == NULL)
            return no_memory(search);
        out->sheared_count += !mieni_gltf_transform(node, &bones[b].rest);
        nodes[b] = n;
        bone_of_node[n] = b++;
    }
    out->count = count;
    out->bones = bones;
    out->nodes = nodes;
    out->bone_of_node = bone_of_node;
    out->renamed_count = names.renamed_count;
    return MIEN_OK;
}

MienStatus mieni_gltf_bones(const MienIoGltf *gltf, const char *scene, MieniArena *arena,
                            MieniGltfBones *out_bones, MienError *error)
{
    Search search = {.gltf = gltf, .error = error, .node_count = mieni_gltf_count(gltf, "nodes")};
    const size_t count = (size_t)search.node_count;
    const MieniJson *json = NULL;
    *out_bones = (MieniGltfBones){0};
    search.scratch.allocator = arena->allocator;
    search.order = mieni_arena_take(&search.scratch, count, sizeof *search.order);
    search.marks = mieni_arena_take(&search.scratch, count, sizeof *search.marks);
    search.is_in_scene = mieni_arena_take(arena, count, sizeof *search.is_in_scene);
    MienStatus status = search.order != NULL && search.marks != NULL && search.is_in_scene != NULL
                            ? find_scene(&search, scene, &json)
                            : no_memory(&search);
    if (status == MIEN_OK)
        status = walk_scene(&search, json);
    if (status == MIEN_OK)
        status = mark_joints(&search);
    if (status == MIEN_OK) {
        mark_expressions(&search);
        mark_moving(&search);
        mark_bones(&search);
        status = make_bones(&search, arena, out_bones);
    }
    mieni_arena_release(&search.scratch);
    out_bones->is_in_scene = search.is_in_scene;
    return status;
}
