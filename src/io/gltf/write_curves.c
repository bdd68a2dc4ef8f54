// SPDX-License-Identifier: MIT
//
// Curves of a clip, as weights of nodes or as pointers. Weights of one node share their
// keys: the curves' own if they agree, otherwise samples at the clip's rate.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/gltf/write_base.h"

#include <stdio.h>
#include <string.h>

static const char sampled_sentence[] =
    "The keys of this curve cannot be kept; it is sampled at the rate of its clip.";

static bool has_names(const MieniJson *object)
{
    return mieni_json_get(mieni_json_get(object, "extras"), "targetNames") != NULL;
}

/// The targets of a node that is driven get the names that readers gave them, if they have
/// none, so that everyone calls them so. Nodes that share a mesh have names of their own.
static void name_targets(MieniGltfWriter *writer, const MieniGltfFace *face)
{
    MieniGltfOut *out = &writer->out;
    const MieniJson *nodes = mieni_json_get(out->json.root, "nodes");
    const int index = mieni_gltf_index(nodes->items[face->node], "mesh");
    MieniJson *mesh = mieni_json_get(out->json.root, "meshes")->items[index];
    const MieniJson *primitives = mieni_json_get(mesh, "primitives");
    bool is_named = has_names(mesh);
    for (int i = 0; i < primitives->count; ++i)
        is_named = is_named || has_names(primitives->items[i]);
    for (int n = 0; n < nodes->count && !is_named; ++n)
        is_named = n != face->node && mieni_gltf_index(nodes->items[n], "mesh") == index;
    MieniJson *extras = is_named ? NULL : mieni_gltf_out_object(out, mesh, "extras");
    if (extras == NULL)
        return;
    MieniJson *names = mieni_json_set(&out->json, extras, "targetNames", mieni_json_array(&out->json));
    for (int t = 0; t < face->target_count; ++t)
        mieni_json_append(&out->json, names,
                          mieni_json_string(&out->json, writer->cast.morphs[face->morphs[t]]));
}

/// The node that carries a curve's number, or -1.
static int number_of(const MieniGltfMotion *motion, const char *name)
{
    const MieniGltfCast *cast = &motion->writer->cast;
    for (int i = 0; i < cast->number_count; ++i)
        if (strcmp(cast->numbers[i].name, name) == 0)
            return cast->numbers[i].node;
    return -1;
}

/// The curve of each morph, or -1; reports curves that match nothing in the file.
static int *curves_of_morphs(MieniGltfMotion *motion)
{
    const MieniGltfCast *cast = &motion->writer->cast;
    int *curves = mieni_arena_take(&motion->writer->out.scratch, (size_t)cast->morph_count, sizeof *curves);
    if (curves == NULL)
        return NULL;
    for (int m = 0; m < cast->morph_count; ++m)
        curves[m] = -1;
    for (int c = 0; c < motion->clip->curve_count; ++c) {
        const char *name = motion->clip->curves[c].name;
        const int morph = mieni_names_search(cast->morphs_by_name, cast->morph_count, name);
        if (morph >= 0)
            curves[morph] = c;
        else if (number_of(motion, name) < 0)
            mieni_gltf_lose(&motion->writer->writing->losses,
                            "This curve is no morph of the file; it is left out.", motion->name, name);
    }
    return curves;
}

/// Keys of a node's weights, one row of targets per key.
typedef struct Weights {
    const MieniGltfFace *face;
    const int *curve_of_morph;
    MieniGltfKeys *own; ///< Of each target that a curve drives: its keys, if it has any of its own.
    MieniGltfKeys keys;
} Weights;

static int curve_of(const Weights *weights, int target)
{
    return weights->curve_of_morph[weights->face->morphs[target]];
}

static bool agree(const MieniGltfKeys *a, const MieniGltfKeys *b)
{
    return a->count == b->count && a->interpolation == b->interpolation &&
           memcmp(a->times, b->times, sizeof *a->times * (size_t)a->count) == 0;
}

/// Whether all curves of a node have the same times and kind of keys; *out_first is one of
/// their targets, -1 if the node has no curve.
static bool find_keys(MieniGltfMotion *motion, Weights *weights, int *out_first)
{
    MieniArena *arena = &motion->writer->out.scratch;
    bool is_one = true;
    *out_first = -1;
    for (int t = 0; t < weights->face->target_count; ++t) {
        const int curve = curve_of(weights, t);
        if (curve < 0)
            continue;
        is_one =
            is_one &&
            mieni_gltf_keys_of(arena, motion->clip, &motion->clip->curves[curve], false, &weights->own[t]) &&
            (*out_first < 0 || agree(&weights->own[t], &weights->own[*out_first]));
        *out_first = *out_first < 0 ? t : *out_first;
    }
    return is_one;
}

/// Rows of the curves' own keys. What no curve drives stays as it is.
static void put_own_keys(const Weights *weights, MieniGltfKeys *keys)
{
    const bool is_cubic = keys->interpolation == MIEN_AUTHOR_CUBIC;
    const int parts = is_cubic ? 3 : 1;
    for (int k = 0; k < keys->count; ++k)
        for (int part = 0; part < parts; ++part)
            for (int t = 0; t < keys->width; ++t) {
                const bool is_value = !is_cubic || part == 1;
                float value = is_value ? weights->face->weights[t] : 0.0f;
                if (curve_of(weights, t) >= 0)
                    value = weights->own[t].values[parts * k + part];
                keys->values[((size_t)k * (size_t)parts + (size_t)part) * (size_t)keys->width + (size_t)t] =
                    value;
            }
}

static void put_samples(const MieniGltfMotion *motion, const Weights *weights, MieniGltfKeys *keys)
{
    for (int k = 0; k < keys->count; ++k)
        for (int t = 0; t < keys->width; ++t) {
            const int curve = curve_of(weights, t);
            keys->values[(size_t)k * (size_t)keys->width + (size_t)t] =
                curve < 0 ? weights->face->weights[t]
                          : mien_author_curve_evaluate(&motion->clip->curves[curve], (double)keys->times[k]);
        }
}

static void tell_of_samples(const MieniGltfMotion *motion, const Weights *weights)
{
    for (int t = 0; t < weights->face->target_count; ++t)
        if (curve_of(weights, t) >= 0)
            mieni_gltf_lose(&motion->writer->writing->losses, sampled_sentence, motion->name,
                            motion->clip->curves[curve_of(weights, t)].name);
}

static MienStatus put_weights(MieniGltfMotion *motion, const int *curve_of_morph, const MieniGltfFace *face)
{
    MieniArena *arena = &motion->writer->out.scratch;
    Weights weights = {.face = face, .curve_of_morph = curve_of_morph};
    int first;
    weights.own = mieni_arena_take(arena, (size_t)face->target_count, sizeof *weights.own);
    if (weights.own == NULL)
        return mieni_gltf_write_no_memory(motion->writer);
    const bool is_own = find_keys(motion, &weights, &first);
    if (first < 0)
        return MIEN_OK;
    MieniGltfKeys keys = {.width = face->target_count, .interpolation = MIEN_AUTHOR_LINEAR};
    if (is_own)
        keys = (MieniGltfKeys){weights.own[first].count, face->target_count, weights.own[first].times, NULL,
                               weights.own[first].interpolation};
    else
        keys.count = mieni_gltf_moments(arena, motion->clip, &keys.times);
    keys.values = mieni_arena_take(arena, (size_t)keys.count * 3 * (size_t)keys.width, sizeof *keys.values);
    if (keys.times == NULL || keys.values == NULL || arena->is_out_of_memory)
        return mieni_gltf_write_no_memory(motion->writer);
    if (is_own)
        put_own_keys(&weights, &keys);
    else
        put_samples(motion, &weights, &keys);
    if (!is_own)
        tell_of_samples(motion, &weights);
    name_targets(motion->writer, face);
    const int sampler = mieni_gltf_motion_sampler(motion, &keys, MIENI_GLTF_SCALAR);
    mieni_gltf_motion_channel(motion, sampler, face->node, "weights");
    return MIEN_OK;
}

/// A curve's own keys, or samples.
static bool take_keys(MieniGltfMotion *motion, const MienAuthorClipCurve *curve, MieniGltfKeys *out_keys)
{
    MieniArena *arena = &motion->writer->out.scratch;
    if (mieni_gltf_keys_of(arena, motion->clip, curve, false, out_keys))
        return true;
    if (curve->key_count > 0 && !arena->is_out_of_memory)
        mieni_gltf_lose(&motion->writer->writing->losses, sampled_sentence, motion->name, curve->name);
    return mieni_gltf_samples_of(arena, motion->clip, curve, out_keys);
}

/// A curve as a node's translation along X.
static MienStatus put_number(MieniGltfMotion *motion, const MienAuthorClipCurve *curve, int node)
{
    MieniGltfKeys keys;
    if (!take_keys(motion, curve, &keys))
        return mieni_gltf_write_no_memory(motion->writer);
    const int rows = keys.count * (keys.interpolation == MIEN_AUTHOR_CUBIC ? 3 : 1);
    float *values = mieni_arena_take(&motion->writer->out.scratch, 3 * (size_t)rows, sizeof *values);
    if (values == NULL)
        return mieni_gltf_write_no_memory(motion->writer);
    for (int i = 0; i < rows; ++i)
        values[3 * i] = keys.values[i];
    keys.values = values;
    keys.width = 3;
    mieni_gltf_motion_channel(motion, mieni_gltf_motion_sampler(motion, &keys, MIENI_GLTF_VEC3), node,
                              "translation");
    return MIEN_OK;
}

MienStatus mieni_gltf_motion_weights(MieniGltfMotion *motion)
{
    const MieniGltfCast *cast = &motion->writer->cast;
    const int *curves = curves_of_morphs(motion);
    MienStatus status = curves != NULL ? MIEN_OK : mieni_gltf_write_no_memory(motion->writer);
    for (int f = 0; f < cast->face_count && status == MIEN_OK; ++f)
        status = put_weights(motion, curves, &cast->faces[f]);
    for (int c = 0; c < motion->clip->curve_count && status == MIEN_OK; ++c) {
        const int node = number_of(motion, motion->clip->curves[c].name);
        if (node >= 0)
            status = put_number(motion, &motion->clip->curves[c], node);
    }
    return status;
}

/// A node whose weights are pointed at says them.
static void set_weights(MieniGltfWriter *writer, const MieniGltfFace *face)
{
    MieniJson *node = mieni_gltf_out_array(&writer->out, "nodes")->items[face->node];
    if (mieni_json_get(node, "weights") == NULL)
        mieni_gltf_set_floats(&writer->out, node, "weights", face->weights, face->target_count);
}

/// Pointers to all targets that a curve drives; how many.
static int point_at_morph(MieniGltfMotion *motion, int sampler, int morph)
{
    const MieniGltfCast *cast = &motion->writer->cast;
    char pointer[64];
    int count = 0;
    for (int f = 0; f < cast->face_count; ++f)
        for (int t = 0; t < cast->faces[f].target_count; ++t) {
            if (cast->faces[f].morphs[t] != morph)
                continue;
            name_targets(motion->writer, &cast->faces[f]);
            set_weights(motion->writer, &cast->faces[f]);
            snprintf(pointer, sizeof pointer, "/nodes/%d/weights/%d", cast->faces[f].node, t);
            mieni_gltf_motion_pointer(motion, sampler, pointer);
            ++count;
        }
    return count;
}

/// Where a curve that is no morph is in extras.mien, by its name; -1 if extras are no
/// object that could hold it.
static int own_curve(MieniGltfWriter *writer, const char *name)
{
    MieniGltfOut *out = &writer->out;
    MieniJson *mien =
        mieni_gltf_out_object(out, mieni_gltf_out_object(out, out->json.root, "extras"), "mien");
    if (mien == NULL)
        return -1;
    MieniJson *names = mieni_json_get(mien, "curveNames"), *values = mieni_json_get(mien, "curves");
    if (names == NULL)
        names = mieni_json_set(&out->json, mien, "curveNames", mieni_json_array(&out->json));
    if (values == NULL)
        values = mieni_json_set(&out->json, mien, "curves", mieni_json_array(&out->json));
    if (names == NULL || values == NULL || names->type != MIENI_JSON_ARRAY ||
        values->type != MIENI_JSON_ARRAY || names->count != values->count)
        return -1;
    for (int i = 0; i < names->count; ++i)
        if (names->items[i]->type == MIENI_JSON_STRING && strcmp(names->items[i]->string, name) == 0)
            return i;
    mieni_json_append(&out->json, names, mieni_json_string(&out->json, name));
    mieni_json_append(&out->json, values, mieni_json_number(&out->json, 0));
    return names->count - 1;
}

static MienStatus put_pointer(MieniGltfMotion *motion, const MienAuthorClipCurve *curve)
{
    MieniGltfWriter *writer = motion->writer;
    const MieniGltfCast *cast = &writer->cast;
    const int morph = mieni_names_search(cast->morphs_by_name, cast->morph_count, curve->name);
    MieniGltfKeys keys;
    char pointer[64];
    const int node = number_of(motion, curve->name);
    if (node >= 0)
        return put_number(motion, curve, node);
    if (!take_keys(motion, curve, &keys))
        return mieni_gltf_write_no_memory(writer);
    const int place = morph < 0 ? own_curve(writer, curve->name) : 0;
    if (place < 0) {
        mieni_gltf_lose(&writer->writing->losses,
                        "This curve is no morph, and the file's extras have no place for it; it is left out.",
                        motion->name, curve->name);
        return MIEN_OK;
    }
    const int sampler = mieni_gltf_motion_sampler(motion, &keys, MIENI_GLTF_SCALAR);
    mieni_gltf_out_use(&writer->out, "KHR_animation_pointer");
    if (morph >= 0) {
        point_at_morph(motion, sampler, morph);
    } else {
        snprintf(pointer, sizeof pointer, "/extras/mien/curves/%d", place);
        mieni_gltf_motion_pointer(motion, sampler, pointer);
    }
    return MIEN_OK;
}

MienStatus mieni_gltf_motion_pointers(MieniGltfMotion *motion)
{
    MienStatus status = MIEN_OK;
    for (int c = 0; c < motion->clip->curve_count && status == MIEN_OK; ++c)
        status = put_pointer(motion, &motion->clip->curves[c]);
    return status;
}
