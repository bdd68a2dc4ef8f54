// SPDX-License-Identifier: MIT
//
// Which morphs a file has. A face is often cut into several meshes (skin, lashes,
// teeth) whose targets bear the same names and are meant to move together, so one name
// is one morph. Targets without a name mean nothing to each other, not even those of one
// mesh that several nodes show, each with weights of its own.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/file_names.h"
#include "io/gltf/gltf.h"

#include <stdio.h>
#include <string.h>

typedef struct Morphs {
    const MienIoGltf *gltf;
    MieniArena *arena;
    MieniArena scratch;
    MieniFileNames names; ///< Of all morphs.
    const int **of_mesh;  ///< The morphs of each mesh's targets, once its names are known.
    int *targets_of_mesh; ///< The number of these, once known.
    bool *is_known;       ///< Per mesh.
    bool *is_shared;      ///< Per mesh: several nodes show it.
    int count, room;
    const char **list;
    float *weights;
    int renamed_count;
    MienError *error;
} Morphs;

static MienStatus no_memory(const Morphs *morphs)
{
    return mieni_fail(morphs->error, MIEN_ERROR_MEMORY, mieni_at("meshes"), "Out of memory.");
}

static int length_of(const MieniJson *array)
{
    return array != NULL && array->type == MIENI_JSON_ARRAY ? array->count : 0;
}

static const MieniJson *primitives_of(const MienIoGltf *gltf, int mesh)
{
    return mieni_json_get(mieni_gltf_item(gltf, "meshes", mesh), "primitives");
}

/// How many targets the primitives of a mesh have, which is the same for all.
static MienStatus count_targets(const Morphs *morphs, int mesh, int *out_count)
{
    const MieniJson *primitives = primitives_of(morphs->gltf, mesh);
    *out_count = length_of(mieni_json_get(primitives->items[0], "targets"));
    if (*out_count > MIEN_MAX_MORPHS)
        return mieni_fail(morphs->error, MIEN_ERROR_LIMIT, mieni_at("meshes[%d].primitives[0].targets", mesh),
                          "A mesh has at most 65535 targets.");
    return MIEN_OK;
}

static const MieniJson *names_in(const MieniJson *object)
{
    const MieniJson *names = mieni_json_get(mieni_json_get(object, "extras"), "targetNames");
    return length_of(names) > 0 ? names : NULL;
}

/// Where the names of a mesh's targets are: with the mesh, or with one of its primitives.
static const MieniJson *target_names(const MienIoGltf *gltf, int mesh)
{
    const MieniJson *names = names_in(mieni_gltf_item(gltf, "meshes", mesh));
    const MieniJson *primitives = primitives_of(gltf, mesh);
    for (int i = 0; names == NULL && i < length_of(primitives); ++i)
        names = names_in(primitives->items[i]);
    return names;
}

static bool grow(Morphs *morphs)
{
    if (morphs->count < morphs->room)
        return true;
    const int room = morphs->room > 0 ? 2 * morphs->room : 64;
    const char **list = mieni_arena_take(morphs->arena, (size_t)room, sizeof *list);
    float *weights = mieni_arena_take(morphs->arena, (size_t)room, sizeof *weights);
    if (list == NULL || weights == NULL)
        return false;
    if (morphs->count > 0) {
        memcpy(list, morphs->list, sizeof *list * (size_t)morphs->count);
        memcpy(weights, morphs->weights, sizeof *weights * (size_t)morphs->count);
    }
    morphs->list = list;
    morphs->weights = weights;
    morphs->room = room;
    return true;
}

/// A new morph; name is one of names already.
static MienStatus add(Morphs *morphs, int mesh, int target, const char *name, float weight)
{
    if (morphs->count == MIEN_MAX_MORPHS)
        return mieni_fail(morphs->error, MIEN_ERROR_LIMIT,
                          mieni_at("meshes[%d].primitives[0].targets[%d]", mesh, target),
                          "A file has at most 65535 morphs.");
    if (name == NULL || !grow(morphs))
        return no_memory(morphs);
    morphs->list[morphs->count] = name;
    morphs->weights[morphs->count++] = weight;
    return MIEN_OK;
}

/// What a target without a name is called after: its mesh, or the node if others show
/// the same mesh.
static void find_stem(const Morphs *morphs, int node, int mesh, char out_stem[MIEN_MAX_NAME + 1])
{
    const bool is_shared = morphs->is_shared[mesh];
    const MieniJson *owner = is_shared ? mieni_gltf_item(morphs->gltf, "nodes", node)
                                       : mieni_gltf_item(morphs->gltf, "meshes", mesh);
    if (!mieni_file_name_clean(mieni_json_get_string(owner, "name", ""), out_stem))
        snprintf(out_stem, MIEN_MAX_NAME + 1, is_shared ? "node_%d" : "mesh_%d", is_shared ? node : mesh);
}

/// The morph of a target: an old one of its name, or a new one. own are the names that
/// the mesh has used.
static MienStatus name_target(Morphs *morphs, int node, int mesh, int target, const char *text, float weight,
                              MieniFileNames *own, int *out_morph)
{
    char clean[MIEN_MAX_NAME + 1];
    *out_morph = morphs->count;
    if (text != NULL && mieni_file_name_clean(text, clean)) {
        const char *name = mieni_file_names_add(own, text, "", target);
        if (name == NULL)
            return no_memory(morphs);
        const int known = mieni_file_names_find(&morphs->names, name);
        if (known >= 0) {
            *out_morph = known;
            return MIEN_OK;
        }
        return add(morphs, mesh, target, mieni_file_names_put(&morphs->names, name, morphs->count), weight);
    }
    char made[MIEN_MAX_NAME + 32], stem[MIEN_MAX_NAME + 1], fallback[MIEN_MAX_NAME + 1];
    find_stem(morphs, node, mesh, stem);
    snprintf(made, sizeof made, "%s.%d", stem, target);
    mieni_file_name_clean(made, fallback);
    const char *name = mieni_file_names_add(&morphs->names, NULL, fallback, morphs->count);
    // No later target of this mesh may be given the same.
    if (name != NULL && mieni_file_names_put(own, name, target) == NULL)
        name = NULL;
    return add(morphs, mesh, target, name, weight);
}

static float default_weight(const MieniJson *weights, int target)
{
    if (target >= length_of(weights) || weights->items[target]->type != MIENI_JSON_NUMBER)
        return 0.0f;
    const double weight = weights->items[target]->number, most = (double)MIEN_MAX_WEIGHT;
    return (float)(weight < -most ? -most : weight > most ? most : weight) + 0.0f;
}

static const MieniJson *default_weights(const MienIoGltf *gltf, int node, int mesh)
{
    const MieniJson *weights = mieni_json_get(mieni_gltf_item(gltf, "nodes", node), "weights");
    return weights != NULL ? weights : mieni_json_get(mieni_gltf_item(gltf, "meshes", mesh), "weights");
}

static const char *text_of(const MieniJson *names, int target)
{
    const MieniJson *name = target < length_of(names) ? names->items[target] : NULL;
    return name != NULL && name->type == MIENI_JSON_STRING ? name->string : NULL;
}

static bool has_name(const MieniJson *names, int target)
{
    char clean[MIEN_MAX_NAME + 1];
    const char *text = text_of(names, target);
    return text != NULL && mieni_file_name_clean(text, clean);
}

/// The morphs of a mesh that was not seen yet, with the default weights of its first node.
static MienStatus name_mesh(Morphs *morphs, int node, int mesh, int count)
{
    const MieniJson *names = target_names(morphs->gltf, mesh);
    const MieniJson *weights = default_weights(morphs->gltf, node, mesh);
    MieniArena scratch = {.allocator = morphs->arena->allocator};
    MieniFileNames own = {.arena = &scratch};
    int *of_mesh = mieni_arena_take(morphs->arena, (size_t)count, sizeof *of_mesh);
    MienStatus status = of_mesh != NULL ? MIEN_OK : no_memory(morphs);
    for (int t = 0; status == MIEN_OK && t < count; ++t) {
        const float weight = default_weight(weights, t);
        status = name_target(morphs, node, mesh, t, text_of(names, t), weight, &own, &of_mesh[t]);
    }
    morphs->renamed_count += own.renamed_count;
    mieni_arena_release(&scratch);
    morphs->of_mesh[mesh] = of_mesh;
    return status;
}

/// The morphs of a mesh that another node shows already: those without names are new.
static MienStatus name_again(Morphs *morphs, int node, int mesh, int count, const int **out_morphs)
{
    const MieniJson *names = target_names(morphs->gltf, mesh);
    const MieniJson *weights = default_weights(morphs->gltf, node, mesh);
    *out_morphs = morphs->of_mesh[mesh];
    int first = 0;
    while (first < count && has_name(names, first))
        ++first;
    if (first == count)
        return MIEN_OK;
    MieniArena scratch = {.allocator = morphs->arena->allocator};
    MieniFileNames own = {.arena = &scratch};
    int *of_node = mieni_arena_take(morphs->arena, (size_t)count, sizeof *of_node);
    MienStatus status = of_node != NULL ? MIEN_OK : no_memory(morphs);
    for (int t = 0; status == MIEN_OK && t < count; ++t) {
        if (has_name(names, t))
            of_node[t] = morphs->of_mesh[mesh][t];
        else
            status = name_target(morphs, node, mesh, t, NULL, default_weight(weights, t), &own, &of_node[t]);
    }
    mieni_arena_release(&scratch);
    *out_morphs = of_node;
    return status;
}

/// Which meshes several nodes of the scene show.
static void find_shared(Morphs *morphs, const MieniGltfBones *bones)
{
    const int node_count = mieni_gltf_count(morphs->gltf, "nodes");
    for (int n = 0; n < node_count; ++n) {
        const int mesh = mieni_gltf_index(mieni_gltf_item(morphs->gltf, "nodes", n), "mesh");
        if (!bones->is_in_scene[n] || mesh < 0)
            continue;
        morphs->is_shared[mesh] = morphs->is_known[mesh];
        morphs->is_known[mesh] = true;
    }
    const int mesh_count = mieni_gltf_count(morphs->gltf, "meshes");
    for (int m = 0; m < mesh_count; ++m)
        morphs->is_known[m] = false;
}

static MienStatus name_all(Morphs *morphs, const MieniGltfBones *bones, const int **of_node,
                           int *target_count)
{
    MienStatus status = MIEN_OK;
    const int node_count = mieni_gltf_count(morphs->gltf, "nodes");
    for (int n = 0; status == MIEN_OK && n < node_count; ++n) {
        const int mesh = mieni_gltf_index(mieni_gltf_item(morphs->gltf, "nodes", n), "mesh");
        if (!bones->is_in_scene[n] || mesh < 0)
            continue;
        int *count = &morphs->targets_of_mesh[mesh];
        if (!morphs->is_known[mesh]) {
            morphs->is_known[mesh] = true;
            status = count_targets(morphs, mesh, count);
            if (status == MIEN_OK && *count > 0)
                status = name_mesh(morphs, n, mesh, *count);
            of_node[n] = morphs->of_mesh[mesh];
        } else if (*count > 0) {
            status = name_again(morphs, n, mesh, *count, &of_node[n]);
        }
        target_count[n] = *count;
    }
    return status;
}

MienStatus mieni_gltf_morphs(const MienIoGltf *gltf, const MieniGltfBones *bones, MieniArena *arena,
                             MieniGltfMorphs *out_morphs, MienError *error)
{
    Morphs morphs = {.gltf = gltf, .arena = arena, .error = error};
    morphs.scratch.allocator = arena->allocator;
    morphs.names.arena = arena;
    const size_t node_count = (size_t)mieni_gltf_count(gltf, "nodes");
    const size_t mesh_count = (size_t)mieni_gltf_count(gltf, "meshes");
    const int **of_node = mieni_arena_take(arena, node_count, sizeof *of_node);
    int *target_count = mieni_arena_take(arena, node_count, sizeof *target_count);
    morphs.of_mesh = mieni_arena_take(&morphs.scratch, mesh_count, sizeof *morphs.of_mesh);
    morphs.targets_of_mesh = mieni_arena_take(&morphs.scratch, mesh_count, sizeof *morphs.targets_of_mesh);
    morphs.is_known = mieni_arena_take(&morphs.scratch, mesh_count, sizeof *morphs.is_known);
    morphs.is_shared = mieni_arena_take(&morphs.scratch, mesh_count, sizeof *morphs.is_shared);
    const bool has_memory = !arena->is_out_of_memory && !morphs.scratch.is_out_of_memory;
    if (has_memory)
        find_shared(&morphs, bones);
    MienStatus status = has_memory ? name_all(&morphs, bones, of_node, target_count) : no_memory(&morphs);
    mieni_arena_release(&morphs.scratch);
    *out_morphs = (MieniGltfMorphs){0};
    if (status == MIEN_OK)
        *out_morphs = (MieniGltfMorphs){.count = morphs.count,
                                        .names = morphs.list,
                                        .weights = morphs.weights,
                                        .of_node = of_node,
                                        .target_count = target_count,
                                        .renamed_count = morphs.renamed_count + morphs.names.renamed_count};
    return status;
}
