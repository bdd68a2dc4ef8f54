// SPDX-License-Identifier: MIT
//
// Expressions of VRM 1 and VRM 0.

#include "core/float_rules.h"

#include "io/gltf/expressions.h"
#include "io/gltf/vrm_names.h"

#include <string.h>

static int length_of(const MieniJson *list)
{
    return list != NULL && (list->type == MIENI_JSON_ARRAY || list->type == MIENI_JSON_OBJECT) ? list->count
                                                                                               : 0;
}

/// The morph of a node's target, or -1 if the scene does not have it.
static int morph_of(const MieniGltfExpressing *expressing, int node, int target)
{
    const MieniGltfMorphs *morphs = &expressing->reader->morphs;
    if (node < 0 || target < 0 || target >= morphs->target_count[node] || morphs->of_node[node] == NULL)
        return -1;
    return morphs->of_node[node][target];
}

static MienStatus bind_vrm1(MieniGltfExpressing *expressing, const MieniJson *json, int expression)
{
    const MieniGltfReader *reader = expressing->reader;
    const MieniJson *binds = mieni_json_get(json, "morphTargetBinds");
    const int node_count = mieni_gltf_count(reader->gltf, "nodes");
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < length_of(binds); ++i) {
        const int node = mieni_gltf_index_below(binds->items[i], "node", node_count);
        const int target = mieni_gltf_index_below(binds->items[i], "index", MIEN_MAX_MORPHS);
        const int morph = morph_of(expressing, node, target);
        if (morph >= 0)
            status = mieni_gltf_express_morph(expressing, expression, morph, node,
                                              mieni_json_get_number(binds->items[i], "weight", 1.0));
        else
            ++expressing->lost_count;
    }
    expressing->lost_count += length_of(mieni_json_get(json, "materialColorBinds")) +
                              length_of(mieni_json_get(json, "textureTransformBinds"));
    return status;
}

/// What VRM 1 says of one expression, beside its binds.
typedef struct Overriding {
    const MieniJson *json;
    MieniVrmGroup group;
    int expression;
} Overriding;

/// A mask for every expression of a group that another one overrides. What is on or off
/// is off as soon as anything holds it back, however little.
static MienStatus mask_group(MieniGltfExpressing *expressing, const Overriding *list, int count,
                             const Overriding *source, MieniVrmGroup group, const char *how)
{
    const MienIoExpression *items = expressing->items.rows;
    const bool is_block = strcmp(how, "block") == 0;
    MienStatus status = MIEN_OK;
    if (!is_block && strcmp(how, "blend") != 0)
        return MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < count; ++i) {
        if (list[i].group != group || list[i].expression == source->expression)
            continue;
        const bool is_all = is_block || items[list[i].expression].is_binary;
        const MienIoMask mask = {.target = list[i].expression,
                                 .source = source->expression,
                                 .kind = is_all ? MIEN_AUTHOR_MASK_BLOCK : MIEN_AUTHOR_MASK_SUM,
                                 .amount = 1.0f};
        status = mieni_gltf_express_mask(expressing, mask);
    }
    return status;
}

static MieniVrmGroup group_of(const char *name)
{
    const MieniVrmPreset *preset = mieni_vrm_preset(name);
    return preset != NULL ? preset->group : MIENI_VRM_NO_GROUP;
}

/// Presets come first in list, so that all that can be a target is near its start.
static MienStatus mask_vrm1(MieniGltfExpressing *expressing, const Overriding *list, int preset_count,
                            int count)
{
    static const char *const keys[MIENI_VRM_GROUP_COUNT] = {NULL, "overrideMouth", "overrideBlink",
                                                            "overrideLookAt"};
    Overriding targets[MIENI_VRM_PRESETS];
    int target_count = 0;
    for (int i = 0; i < preset_count && target_count < MIENI_VRM_PRESETS; ++i)
        if (list[i].group != MIENI_VRM_NO_GROUP) // keys of an object are unique, so these are few
            targets[target_count++] = list[i];
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < count; ++i)
        for (int g = MIENI_VRM_MOUTH; status == MIEN_OK && g < MIENI_VRM_GROUP_COUNT; ++g)
            status = mask_group(expressing, targets, target_count, &list[i], (MieniVrmGroup)g,
                                mieni_json_get_string(list[i].json, keys[g], "none"));
    return status;
}

static MienStatus read_vrm1(MieniGltfExpressing *expressing, const MieniJson *expressions)
{
    const MieniJson *const lists[2] = {mieni_json_get(expressions, "preset"),
                                       mieni_json_get(expressions, "custom")};
    const int preset_count = length_of(lists[0]);
    int count = 0;
    Overriding *overriding = mieni_arena_take(
        expressing->reader->scratch, (size_t)preset_count + (size_t)length_of(lists[1]), sizeof *overriding);
    if (overriding == NULL)
        return mieni_gltf_express_no_memory(expressing);
    MienStatus status = MIEN_OK;
    for (int l = 0; l < 2; ++l)
        for (int i = 0; status == MIEN_OK && i < length_of(lists[l]); ++i) {
            const MieniJson *json = lists[l]->items[i];
            const char *name = lists[l]->type == MIENI_JSON_OBJECT ? lists[l]->keys[i] : NULL;
            const MienIoExpression item = {.is_binary = mieni_json_get_bool(json, "isBinary", false),
                                           .on = -1};
            Overriding *row = &overriding[count++];
            *row = (Overriding){json, l == 0 && name != NULL ? group_of(name) : MIENI_VRM_NO_GROUP, 0};
            status = mieni_gltf_express_add(expressing, name, item, &row->expression);
            if (status == MIEN_OK)
                status = bind_vrm1(expressing, json, row->expression);
        }
    return status == MIEN_OK ? mask_vrm1(expressing, overriding, preset_count, count) : status;
}

/// What VRM 1 calls a preset of VRM 0; other expressions keep their names.
static const char *name_of_vrm0(const MieniJson *group)
{
    const char *preset = mieni_json_get_string(group, "presetName", "");
    const MieniVrmPreset *known = mieni_vrm_preset_before(preset);
    if (known != NULL)
        return known->name;
    const char *name = mieni_json_get_string(group, "name", "");
    return name[0] != '\0' ? name : preset[0] != '\0' ? preset : NULL;
}

/// The nodes of the scene that show each mesh: the first, and after each node the next.
typedef struct Shows {
    int *first, *next; ///< Per mesh, per node; -1: none.
} Shows;

static MienStatus bind_vrm0(MieniGltfExpressing *expressing, const MieniJson *group, const Shows *shows,
                            int expression)
{
    const MieniJson *binds = mieni_json_get(group, "binds");
    const int mesh_count = mieni_gltf_count(expressing->reader->gltf, "meshes");
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < length_of(binds); ++i) {
        const int mesh = mieni_gltf_index_below(binds->items[i], "mesh", mesh_count);
        const int target = mieni_gltf_index_below(binds->items[i], "index", MIEN_MAX_MORPHS);
        const double weight = mieni_json_get_number(binds->items[i], "weight", 100.0) / 100.0;
        int bound = 0;
        for (int n = mesh >= 0 ? shows->first[mesh] : -1; status == MIEN_OK && n >= 0; n = shows->next[n]) {
            const int morph = morph_of(expressing, n, target);
            if (morph < 0)
                break; // nor have the others one
            status = mieni_gltf_express_morph(expressing, expression, morph, n, weight);
            ++bound;
        }
        expressing->lost_count += bound == 0;
    }
    expressing->lost_count += length_of(mieni_json_get(group, "materialValues"));
    return status;
}

static MienStatus read_vrm0(MieniGltfExpressing *expressing, const MieniJson *groups)
{
    const MieniGltfReader *reader = expressing->reader;
    const int mesh_count = mieni_gltf_count(reader->gltf, "meshes");
    const int node_count = mieni_gltf_count(reader->gltf, "nodes");
    Shows shows = {.first = mieni_arena_take(reader->scratch, (size_t)mesh_count, sizeof *shows.first),
                   .next = mieni_arena_take(reader->scratch, (size_t)node_count, sizeof *shows.next)};
    if (shows.first == NULL || shows.next == NULL)
        return mieni_gltf_express_no_memory(expressing);
    for (int m = 0; m < mesh_count; ++m)
        shows.first[m] = -1;
    for (int n = node_count - 1; n >= 0; --n) {
        const int mesh = mieni_gltf_index(mieni_gltf_item(reader->gltf, "nodes", n), "mesh");
        if (mesh >= 0 && reader->bones.is_in_scene[n]) {
            shows.next[n] = shows.first[mesh];
            shows.first[mesh] = n;
        }
    }
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < length_of(groups); ++i) {
        const MieniJson *group = groups->items[i];
        const MienIoExpression item = {.is_binary = mieni_json_get_bool(group, "isBinary", false), .on = -1};
        int expression = 0;
        status = mieni_gltf_express_add(expressing, name_of_vrm0(group), item, &expression);
        if (status == MIEN_OK)
            status = bind_vrm0(expressing, group, &shows, expression);
    }
    return status;
}

MienStatus mieni_gltf_express_vrm(MieniGltfExpressing *expressing)
{
    const MieniJson *root = expressing->reader->gltf->json.root;
    const MieniJson *vrm1 = mieni_gltf_extension(root, "VRMC_vrm");
    if (vrm1 != NULL)
        return read_vrm1(expressing, mieni_json_get(vrm1, "expressions"));
    const MieniJson *vrm0 = mieni_gltf_extension(root, "VRM");
    return read_vrm0(expressing,
                     mieni_json_get(mieni_json_get(vrm0, "blendShapeMaster"), "blendShapeGroups"));
}
