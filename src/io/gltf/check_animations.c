// SPDX-License-Identifier: MIT
//
// Animations: times that ascend, as many values as the interpolation needs, and each
// property of a node driven once.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/gltf/steps.h"

#include <string.h>

enum { FLOAT = 5126, UINT = 5125 };

static const char *const paths[] = {"translation", "rotation", "scale", "weights"};

static MienStatus fail(const MieniGltfCheck *check, int animation, const char *list, int index,
                       const char *key, const char *sentence)
{
    return mieni_fail(check->error, MIEN_ERROR_DATA,
                      mieni_at("animations[%d].%s[%d]%s", animation, list, index, key), "%s", sentence);
}

static bool has_stride(const MieniGltfCheck *check, int accessor)
{
    const int view = mieni_gltf_index(mieni_gltf_item(check->gltf, "accessors", accessor), "bufferView");
    return mieni_json_get(mieni_gltf_item(check->gltf, "bufferViews", view), "byteStride") != NULL;
}

static MienStatus check_times(const MieniGltfCheck *check, int accessor)
{
    const MieniGltfLayout layout = mieni_gltf_layout(check->gltf, accessor);
    double last = -1.0;
    if (layout.data == NULL && layout.sparse_indices == NULL)
        return MIEN_OK; // reading it will tell
    for (int i = 0, cursor = 0; i < layout.info.count; ++i) {
        const uint8_t *element = mieni_gltf_element(&layout, i, &cursor);
        const double time = element != NULL ? mieni_gltf_raw(&layout, element, 0) : 0.0;
        if (!(time >= 0.0 && time > last))
            return mieni_fail(check->error, MIEN_ERROR_DATA,
                              mieni_at("accessors[%d], element %d", accessor, i),
                              "Times of keys are at least 0 and ascend.");
        last = time;
    }
    return MIEN_OK;
}

static bool is_cubic(const MieniJson *sampler)
{
    return strcmp(mieni_json_get_string(sampler, "interpolation", "LINEAR"), "CUBICSPLINE") == 0;
}

/// What is known already.
typedef struct Known {
    uint8_t *driven;        ///< Per node, a bit per path; zero between animations.
    bool *are_times;        ///< Per accessor: holds sound times.
    bool *are_rotations[2]; ///< Per accessor: holds sound rotations; so as values of a cubic.
} Known;

static MienStatus check_sampler(const MieniGltfCheck *check, int a, int s, const MieniJson *sampler,
                                const Known *known)
{
    static const char *const words[] = {"LINEAR", "STEP", "CUBICSPLINE"};
    const char *word = mieni_json_get_string(sampler, "interpolation", "LINEAR");
    const int input = mieni_gltf_index(sampler, "input"), output = mieni_gltf_index(sampler, "output");
    const MieniJson *json = mieni_gltf_item(check->gltf, "accessors", input);
    const MieniGltfAccessor times = mieni_gltf_accessor(check->gltf, input);
    if (strcmp(word, words[0]) != 0 && strcmp(word, words[1]) != 0 && strcmp(word, words[2]) != 0)
        return fail(check, a, "samplers", s, ".interpolation", "It must be LINEAR, STEP or CUBICSPLINE.");
    if (times.components != 1 || times.component_type != FLOAT)
        return fail(check, a, "samplers", s, ".input", "Times of keys are floats, one by one.");
    if (mieni_json_get(json, "min") == NULL || mieni_json_get(json, "max") == NULL)
        return fail(check, a, "samplers", s, ".input", "The accessor of times must state min and max.");
    if (has_stride(check, input) || has_stride(check, output))
        return fail(check, a, "samplers", s, "", "Times and values are stored without a stride.");
    if (is_cubic(sampler) && times.count < 2)
        return fail(check, a, "samplers", s, ".input", "A CUBICSPLINE needs two keys at least.");
    if (known->are_times[input])
        return MIEN_OK;
    known->are_times[input] = true;
    return check_times(check, input);
}

static bool fits(const MieniGltfAccessor *output, int path)
{
    static const int components[] = {3, 4, 3, 1};
    if (output->components != components[path])
        return false;
    if (path == 0 || path == 2)
        return output->component_type == FLOAT;
    return output->component_type == FLOAT || (output->is_normalized && output->component_type < UINT);
}

static int target_count(const MieniGltfCheck *check, int node)
{
    const int index = mieni_gltf_index(mieni_gltf_item(check->gltf, "nodes", node), "mesh");
    const MieniJson *primitives = mieni_json_get(mieni_gltf_item(check->gltf, "meshes", index), "primitives");
    const MieniJson *targets = primitives != NULL ? mieni_json_get(primitives->items[0], "targets") : NULL;
    return targets != NULL ? targets->count : 0;
}

/// Rotations of length 1; what a cubic has besides are tangents.
static MienStatus check_rotations(const MieniGltfCheck *check, int accessor, bool is_cubic_one,
                                  const Known *known)
{
    const MieniGltfLayout layout = mieni_gltf_layout(check->gltf, accessor);
    bool *is_sound = &known->are_rotations[is_cubic_one][accessor];
    if (*is_sound || (layout.data == NULL && layout.sparse_indices == NULL))
        return MIEN_OK; // of zeros, reading will tell
    *is_sound = true;
    for (int i = 0, cursor = 0; i < layout.info.count; ++i) {
        const uint8_t *element = mieni_gltf_element(&layout, i, &cursor);
        const int type = layout.info.component_type;
        const double unit = !layout.info.is_normalized ? 1.0
                            : type == 5120             ? 127.0
                            : type == 5121             ? 255.0
                            : type == 5122             ? 32767.0
                                                       : 65535.0;
        double square = 0.0;
        for (int c = 0; element != NULL && c < 4; ++c) {
            const double value = mieni_gltf_raw(&layout, element, c) / unit;
            square += value * value;
        }
        if ((!is_cubic_one || i % 3 == 1) && !(square > 0.9 && square < 1.1))
            return mieni_fail(check->error, MIEN_ERROR_DATA,
                              mieni_at("accessors[%d], element %d", accessor, i),
                              "A rotation is of length 1.");
    }
    return MIEN_OK;
}

/// A channel of a node.
static MienStatus check_target(const MieniGltfCheck *check, int a, int c, const MieniJson *sampler, int node,
                               int path, const Known *known)
{
    const bool is_matrix = mieni_json_get(mieni_gltf_item(check->gltf, "nodes", node), "matrix") != NULL;
    const int per_key = path == 3 ? target_count(check, node) : 1, input = mieni_gltf_index(sampler, "input");
    const int output = mieni_gltf_index(sampler, "output");
    const MieniGltfAccessor values = mieni_gltf_accessor(check->gltf, output);
    const int64_t keys = mieni_gltf_accessor(check->gltf, input).count;
    if (path < 3 && is_matrix)
        return fail(check, a, "channels", c, ".target.node", "A node that moves has no matrix.");
    if (per_key == 0)
        return fail(check, a, "channels", c, ".target.node", "The node's mesh has no targets to weigh.");
    if ((known->driven[node] & 1 << path) != 0)
        return fail(check, a, "channels", c, ".target", "The animation drives this already.");
    known->driven[node] = (uint8_t)(known->driven[node] | 1 << path);
    if (!fits(&values, path))
        return fail(check, a, "channels", c, ".sampler",
                    "The values are of a type that this target cannot have.");
    if ((int64_t)values.count != keys * per_key * (is_cubic(sampler) ? 3 : 1))
        return fail(check, a, "channels", c, ".sampler", "There are not as many values as the keys need.");
    return path == 1 ? check_rotations(check, output, is_cubic(sampler), known) : MIEN_OK;
}

static MienStatus check_animation(const MieniGltfCheck *check, int a, const Known *known)
{
    const MieniJson *animation = mieni_gltf_item(check->gltf, "animations", a);
    const MieniJson *samplers = mieni_json_get(animation, "samplers");
    const MieniJson *channels = mieni_json_get(animation, "channels");
    MienStatus status = MIEN_OK;
    for (int s = 0; status == MIEN_OK && s < samplers->count; ++s)
        status = check_sampler(check, a, s, samplers->items[s], known);
    for (int c = 0; status == MIEN_OK && c < channels->count; ++c) {
        const MieniJson *target = mieni_json_get(channels->items[c], "target");
        const char *path = mieni_json_get_string(target, "path", "");
        const int sampler = mieni_gltf_index(channels->items[c], "sampler");
        const int node = mieni_gltf_index(target, "node");
        if (sampler >= samplers->count)
            return fail(check, a, "channels", c, ".sampler", "This index is out of range.");
        for (int p = 0; status == MIEN_OK && node >= 0 && p < 4; ++p)
            if (strcmp(path, paths[p]) == 0)
                status = check_target(check, a, c, samplers->items[sampler], node, p, known);
    }
    for (int c = 0; c < channels->count; ++c) {
        const int node = mieni_gltf_index(mieni_json_get(channels->items[c], "target"), "node");
        if (node >= 0)
            known->driven[node] = 0;
    }
    return status;
}

MienStatus mieni_gltf_check_animations(const MieniGltfCheck *check)
{
    const size_t nodes = (size_t)mieni_gltf_count(check->gltf, "nodes");
    const size_t accessors = (size_t)mieni_gltf_count(check->gltf, "accessors");
    const Known known = {mieni_arena_take(check->scratch, nodes, sizeof *known.driven),
                         mieni_arena_take(check->scratch, accessors, sizeof *known.are_times),
                         {mieni_arena_take(check->scratch, accessors, sizeof(bool)),
                          mieni_arena_take(check->scratch, accessors, sizeof(bool))}};
    if (check->scratch->is_out_of_memory)
        return mieni_fail(check->error, MIEN_ERROR_MEMORY, mieni_at("animations"), "Out of memory.");
    MienStatus status = MIEN_OK;
    for (int a = 0; status == MIEN_OK && a < mieni_gltf_count(check->gltf, "animations"); ++a)
        status = check_animation(check, a, &known);
    return status;
}
