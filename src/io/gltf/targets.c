// SPDX-License-Identifier: MIT
//
// What channels drive, and their keys.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/gltf/takes.h"

#include <stdlib.h>
#include <string.h>

MienStatus mieni_gltf_take_no_memory(const MieniGltfTake *take)
{
    return mieni_fail(take->reader->error, MIEN_ERROR_MEMORY, "There is not enough memory for the file.",
                      "animations[%d]", take->index);
}

/// A whole number below limit that a pointer goes on with; -1 for none. Moves on past it.
static int take_number(const char **at, int limit)
{
    const size_t digits = strspn(*at, "0123456789");
    int64_t number = 0;
    if (digits == 0 || digits > 9 || (digits > 1 && **at == '0'))
        return -1;
    for (size_t i = 0; i < digits; ++i)
        number = 10 * number + ((*at)[i] - '0');
    *at += digits;
    return number < limit ? (int)number : -1;
}

static bool take_word(const char **at, const char *word)
{
    const size_t size = strlen(word);
    if (strncmp(*at, word, size) != 0)
        return false;
    *at += size;
    return true;
}

static bool has_morphs(const MieniGltfTake *take, int node)
{
    return take->reader->bones.is_in_scene[node] && take->reader->morphs.of_node[node] != NULL;
}

/// KHR_animation_pointer: weights of a node, one of them, or a curve of our own.
static MieniGltfTarget pointed_at(const MieniGltfTake *take, const char *pointer)
{
    const MieniGltfTarget nothing = {.node = -1};
    const MieniJson *own = take->actors->own_curves;
    const char *at = pointer;
    if (take_word(&at, "/extras/mien/curves/") && own != NULL) {
        const int index = take_number(&at, own->count);
        if (index < 0 || *at != '\0')
            return nothing;
        return (MieniGltfTarget){MIENI_GLTF_OWN_CURVE, -1, index, take->actors->own_names[index]};
    }
    at = pointer;
    if (!take_word(&at, "/nodes/"))
        return nothing;
    const int node = take_number(&at, mieni_gltf_count(take->reader->gltf, "nodes"));
    if (node < 0 || !take_word(&at, "/weights") || !has_morphs(take, node))
        return nothing;
    if (*at == '\0')
        return (MieniGltfTarget){MIENI_GLTF_WEIGHTS, node, -1, NULL};
    if (*at++ != '/')
        return nothing;
    const int target = take_number(&at, take->reader->morphs.target_count[node]);
    return target >= 0 && *at == '\0' ? (MieniGltfTarget){MIENI_GLTF_WEIGHTS, node, target, NULL} : nothing;
}

static int compare_nodes(const void *a, const void *b)
{
    const MieniGltfExpressionNode *x = a, *y = b;
    return (x->node > y->node) - (x->node < y->node);
}

MieniGltfTarget mieni_gltf_target(const MieniGltfTake *take, int channel)
{
    static const char *const parts[] = {"translation", "rotation", "scale"};
    const MieniGltfActors *actors = take->actors;
    const MieniJson *target = mieni_json_get(take->channels->items[channel], "target");
    const char *path = mieni_json_get_string(target, "path", "");
    const int node = mieni_gltf_index(target, "node");
    const MieniGltfTarget nothing = {.node = -1};
    if (strcmp(path, "pointer") == 0)
        return pointed_at(take, mieni_json_get_string(mieni_gltf_extension(target, "KHR_animation_pointer"),
                                                      "pointer", ""));
    if (node < 0)
        return nothing;
    if (strcmp(path, "weights") == 0)
        return has_morphs(take, node) ? (MieniGltfTarget){MIENI_GLTF_WEIGHTS, node, -1, NULL} : nothing;
    const MieniGltfExpressionNode wanted = {.node = node};
    const MieniGltfExpressionNode *expression =
        actors->expression_count > 0 ? bsearch(&wanted, actors->expressions, (size_t)actors->expression_count,
                                               sizeof wanted, compare_nodes)
                                     : NULL;
    if (expression != NULL && strcmp(path, parts[0]) == 0)
        return (MieniGltfTarget){MIENI_GLTF_EXPRESSION, node, expression->order, expression->name};
    for (int p = 0; p < 3 && take->reader->bones.bone_of_node[node] >= 0; ++p)
        if (strcmp(path, parts[p]) == 0)
            return (MieniGltfTarget){MIENI_GLTF_BONE, node, p, NULL};
    return nothing;
}

/// The curves of Mien's own that a file names, in the order of their indices.
static MienStatus find_own_curves(MieniGltfReader *reader, MieniFileNames *names, MieniGltfActors *actors)
{
    const MieniJson *mien = mieni_json_get(mieni_json_get(reader->gltf->json.root, "extras"), "mien");
    const MieniJson *list = mieni_json_get(mien, "curveNames");
    if (list == NULL || list->type != MIENI_JSON_ARRAY)
        return MIEN_OK;
    actors->own_names = mieni_arena_take(reader->scratch, (size_t)list->count, sizeof *actors->own_names);
    actors->own_curves = list;
    if (actors->own_names == NULL)
        return MIEN_ERROR_MEMORY;
    for (int i = 0; i < list->count; ++i) {
        const char *name = list->items[i]->type == MIENI_JSON_STRING ? list->items[i]->string : NULL;
        actors->own_names[i] = mieni_file_name(names, name, "curve", i);
        if (actors->own_names[i] == NULL)
            return MIEN_ERROR_MEMORY;
    }
    return MIEN_OK;
}

/// Expressions of a VRM animation. A node carries one: the first that names it.
static MienStatus find_expressions(MieniGltfReader *reader, MieniFileNames *names, MieniGltfActors *actors)
{
    static const char *const kinds[] = {"preset", "custom"};
    const MieniJson *animation = mieni_gltf_extension(reader->gltf->json.root, "VRMC_vrm_animation");
    const MieniJson *lists[2];
    const int node_count = mieni_gltf_count(reader->gltf, "nodes");
    size_t count = 0;
    for (int k = 0; k < 2; ++k) {
        lists[k] = mieni_json_get(mieni_json_get(animation, "expressions"), kinds[k]);
        if (lists[k] != NULL && lists[k]->type != MIENI_JSON_OBJECT)
            lists[k] = NULL;
        count += lists[k] != NULL ? (size_t)lists[k]->count : 0;
    }
    actors->expressions = mieni_arena_take(reader->scratch, count, sizeof *actors->expressions);
    if (actors->expressions == NULL)
        return MIEN_ERROR_MEMORY;
    for (int k = 0; k < 2; ++k)
        for (int i = 0; lists[k] != NULL && i < lists[k]->count; ++i) {
            const double node = mieni_json_get_number(lists[k]->items[i], "node", -1.0);
            MieniGltfExpressionNode *own = &actors->expressions[actors->expression_count];
            if (!(node >= 0.0 && node < (double)node_count) || !reader->bones.is_in_scene[(int)node])
                continue;
            *own = (MieniGltfExpressionNode){(int)node, actors->expression_count,
                                             mieni_file_name(names, lists[k]->keys[i], "expression", i)};
            if (own->name == NULL)
                return MIEN_ERROR_MEMORY;
            ++actors->expression_count;
        }
    if (actors->expression_count > 0)
        qsort(actors->expressions, (size_t)actors->expression_count, sizeof *actors->expressions,
              compare_nodes);
    return MIEN_OK;
}

MienStatus mieni_gltf_actors(MieniGltfReader *reader, MieniGltfActors *out_actors)
{
    // What is no morph must not be called like one. Names live as long as the source.
    MieniFileNames names = {.arena = reader->arena};
    MienStatus status = MIEN_OK;
    *out_actors = (MieniGltfActors){0};
    for (int m = 0; m < reader->morphs.count && status == MIEN_OK; ++m)
        if (mieni_file_name(&names, reader->morphs.names[m], "morph", m) == NULL)
            status = MIEN_ERROR_MEMORY;
    if (status == MIEN_OK)
        status = find_expressions(reader, &names, out_actors);
    if (status == MIEN_OK)
        status = find_own_curves(reader, &names, out_actors);
    reader->report->renamed_count += names.renamed_count;
    return status == MIEN_OK ? MIEN_OK
                             : mieni_fail(reader->error, MIEN_ERROR_MEMORY,
                                          "There is not enough memory for the file.", "animations");
}

static MienAuthorInterpolation interpolation_of(const MieniJson *sampler)
{
    const char *word = mieni_json_get_string(sampler, "interpolation", "LINEAR");
    return strcmp(word, "STEP") == 0          ? MIEN_AUTHOR_CONSTANT
           : strcmp(word, "CUBICSPLINE") == 0 ? MIEN_AUTHOR_CUBIC
                                              : MIEN_AUTHOR_LINEAR;
}

MienStatus mieni_gltf_take_keys(const MieniGltfTake *take, int channel, int width, MieniArena *arena,
                                MieniGltfSampled *out_sampled)
{
    const MieniGltfReader *reader = take->reader;
    const int index = mieni_gltf_index(take->channels->items[channel], "sampler");
    const MieniJson *sampler = take->samplers->items[index];
    const int input = mieni_gltf_index(sampler, "input"), output = mieni_gltf_index(sampler, "output");
    const MieniGltfAccessor times_info = mieni_gltf_accessor(reader->gltf, input);
    const MieniGltfAccessor values_info = mieni_gltf_accessor(reader->gltf, output);
    float *times = NULL, *values = NULL;
    *out_sampled = (MieniGltfSampled){.width = width, .interpolation = interpolation_of(sampler)};
    // Channels of nodes were checked; pointers are checked here.
    const int64_t parts = out_sampled->interpolation == MIEN_AUTHOR_CUBIC ? 3 : 1;
    if ((int64_t)values_info.count * values_info.components != parts * times_info.count * width)
        return mieni_fail(reader->error, MIEN_ERROR_DATA, "There are not as many values as the keys need.",
                          "animations[%d].channels[%d].sampler", take->index, channel);
    MienStatus status = mieni_gltf_floats(reader->gltf, input, arena, &times, reader->error);
    if (status == MIEN_OK)
        status = mieni_gltf_floats(reader->gltf, output, arena, &values, reader->error);
    if (status != MIEN_OK)
        return status;
    for (int k = 1; k < times_info.count; ++k)
        if (!(times[k] > times[k - 1]))
            return mieni_fail(reader->error, MIEN_ERROR_DATA, "Times of keys are at least 0 and ascend.",
                              "accessors[%d], element %d", input, k);
    out_sampled->count = times_info.count;
    out_sampled->times = times;
    out_sampled->values = values;
    return MIEN_OK;
}
