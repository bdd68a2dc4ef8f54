// SPDX-License-Identifier: MIT
//
// Writes VRM animations: the bones that a VRM's humanoid names, at rest as there, and a
// node for each expression, whose translation along X is its weight. Players differ in
// what they make of steps and slopes, so all keys are joined by lines.

#include "core/float_rules.h"

#include "core/float_env.h"
#include "core/internal.h"
#include "io/gltf/vrm_names.h"
#include "io/gltf/write_base.h"

#include <string.h>

typedef struct Vrma {
    const MienIoVrmaWriting *writing;
    MienIoGltfWriting borrowed; ///< For what this shares with glTF: the callback for losses.
    MieniGltfWriter writer;
    MieniJson *extension, *scene_nodes;
    MieniGltfBones bones;
    const char **human_of_node; ///< Per node of the base: what the humanoid calls it, or NULL.
    int *node_of;               ///< Per node of the base: where it is here, or -1.
    int *branch;                ///< Room for all nodes of the base.
} Vrma;

static void lose(const Vrma *vrma, const char *sentence, const char *name)
{
    mieni_gltf_lose(&vrma->writing->losses, sentence, vrma->writing->name != NULL ? vrma->writing->name : "",
                    name);
}

/// Thumbs have other names in VRM 0.
static const char *modern_name(const char *name)
{
    static const char *const names[][2] = {{"leftThumbProximal", "leftThumbMetacarpal"},
                                           {"leftThumbIntermediate", "leftThumbProximal"},
                                           {"rightThumbProximal", "rightThumbMetacarpal"},
                                           {"rightThumbIntermediate", "rightThumbProximal"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(names[i][0], name) == 0)
            return names[i][1];
    return name;
}

static void name_node(Vrma *vrma, const MieniJson *bone, const char *name)
{
    const int count = mieni_gltf_count(vrma->writing->base, "nodes");
    const double node = mieni_json_get_number(bone, "node", -1.0);
    if (node >= 0.0 && node < (double)count)
        vrma->human_of_node[(int)node] = name;
}

/// Which nodes the humanoid of the base names. False if it has none.
static bool find_humanoid(Vrma *vrma, bool *out_is_old)
{
    const MieniJson *root = vrma->writing->base->json.root;
    const MieniJson *one = mieni_gltf_extension(root, "VRMC_vrm"), *zero = mieni_gltf_extension(root, "VRM");
    const MieniJson *bones =
        mieni_json_get(mieni_json_get(one != NULL ? one : zero, "humanoid"), "humanBones");
    *out_is_old = one == NULL;
    for (int i = 0; bones != NULL && bones->type == MIENI_JSON_OBJECT && i < bones->count; ++i)
        name_node(vrma, bones->items[i], bones->keys[i]);
    for (int i = 0; bones != NULL && bones->type == MIENI_JSON_ARRAY && i < bones->count; ++i)
        name_node(vrma, bones->items[i], modern_name(mieni_json_get_string(bones->items[i], "bone", "")));
    return bones != NULL;
}

static bool is_eye(const char *human)
{
    return strcmp(human, "leftEye") == 0 || strcmp(human, "rightEye") == 0;
}

/// A node of the base, below one that is there, or at the root for -1.
static int put_node(Vrma *vrma, int node, int above)
{
    static const char *const kept[] = {"name", "translation", "rotation", "scale", "matrix"};
    MieniGltfOut *out = &vrma->writer.out;
    const MieniJson *from = mieni_gltf_item(vrma->writing->base, "nodes", node);
    int index;
    MieniJson *to = mieni_gltf_out_add(out, "nodes", &index);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; ++i)
        if (mieni_json_get(from, kept[i]) != NULL)
            mieni_json_set(&out->json, to, kept[i],
                           mieni_json_copy(&out->json, mieni_json_get(from, kept[i])));
    MieniJson *siblings = vrma->scene_nodes;
    if (above >= 0) {
        MieniJson *owner = mieni_gltf_out_array(out, "nodes")->items[above];
        siblings = mieni_json_get(owner, "children");
        if (siblings == NULL)
            siblings = mieni_json_set(&out->json, owner, "children", mieni_json_array(&out->json));
    }
    mieni_json_append(&out->json, siblings, mieni_json_number(&out->json, index));
    return vrma->node_of[node] = index;
}

/// A node of the base and its ancestors, parents first.
static int put_branch(Vrma *vrma, int node, int turned)
{
    const int *parents = vrma->writing->base->parents;
    int depth = 0, n = node;
    for (; n >= 0 && vrma->node_of[n] < 0; n = parents[n])
        vrma->branch[depth++] = n;
    int above = n >= 0 ? vrma->node_of[n] : turned;
    while (depth > 0 && !vrma->writer.out.json.arena.is_out_of_memory)
        above = put_node(vrma, vrma->branch[--depth], above);
    return above;
}

/// The humanoid. Models of VRM 0 look the other way, so the parent of theirs is a node
/// that turns it.
static MienStatus put_humanoid(Vrma *vrma)
{
    MieniGltfOut *out = &vrma->writer.out;
    const int count = mieni_gltf_count(vrma->writing->base, "nodes");
    bool is_old;
    int turned = -1;
    vrma->human_of_node = mieni_arena_take(&out->scratch, (size_t)count, sizeof *vrma->human_of_node);
    vrma->node_of = mieni_arena_take(&out->scratch, (size_t)count, sizeof *vrma->node_of);
    vrma->branch = mieni_arena_take(&out->scratch, (size_t)count, sizeof *vrma->branch);
    if (vrma->human_of_node == NULL || vrma->node_of == NULL || vrma->branch == NULL)
        return mieni_gltf_write_no_memory(&vrma->writer);
    for (int n = 0; n < count; ++n)
        vrma->node_of[n] = -1;
    if (!find_humanoid(vrma, &is_old))
        return MIEN_OK;
    if (is_old) {
        static const float half_turn[4] = {0.0f, 1.0f, 0.0f, 0.0f};
        MieniJson *root = mieni_gltf_out_add(out, "nodes", &turned);
        mieni_gltf_set_text(out, root, "name", "turned");
        mieni_gltf_set_floats(out, root, "rotation", half_turn, 4);
        mieni_json_append(&out->json, vrma->scene_nodes, mieni_json_number(&out->json, turned));
    }
    MieniJson *bones =
        mieni_gltf_out_object(out, mieni_gltf_out_object(out, vrma->extension, "humanoid"), "humanBones");
    for (int n = 0; n < count; ++n) {
        if (vrma->human_of_node[n] == NULL || is_eye(vrma->human_of_node[n]))
            continue;
        const int node = put_branch(vrma, n, turned);
        mieni_gltf_set_int(out, mieni_gltf_out_object(out, bones, vrma->human_of_node[n]), "node", node);
    }
    return mieni_gltf_bones(vrma->writing->base, NULL, &out->scratch, &vrma->bones, vrma->writer.error);
}

/// Whether a track does more than a humanoid bone may.
static void tell_of_rest(const Vrma *vrma, const MienAuthorClipTrack *track, const MienTransform *rest,
                         bool is_hips)
{
    bool goes = false, grows = false;
    for (int i = 0; i < track->sample_count; ++i) {
        goes =
            goes || memcmp(&track->samples[i].translation, &rest->translation, sizeof rest->translation) != 0;
        grows = grows || memcmp(&track->samples[i].scale, &rest->scale, sizeof rest->scale) != 0;
    }
    if (goes && !is_hips)
        lose(vrma, "Only the hips may move in a VRM animation; the bone's translation is left out.",
             track->bone);
    if (grows)
        lose(vrma, "Bones keep their size in a VRM animation; the bone's scale is left out.", track->bone);
}

/// The humanoid bone that a track is for, as its place among the base's bones, or -1.
static int find_bone(const Vrma *vrma, const MieniNameEntry *names, const char *bone)
{
    const int index = mieni_names_search(names, vrma->bones.count, bone);
    const char *human = index >= 0 ? vrma->human_of_node[vrma->bones.nodes[index]] : NULL;
    if (human == NULL)
        lose(vrma, "This bone is none of the humanoid's; its track is left out.", bone);
    else if (is_eye(human))
        lose(vrma, "Eyes have no tracks in a VRM animation; this one is left out.", bone);
    return human == NULL || is_eye(human) ? -1 : index;
}

static MienStatus put_track(Vrma *vrma, MieniGltfMotion *motion, const MienAuthorClipTrack *track, int bone)
{
    const int node = vrma->bones.nodes[bone];
    const bool is_hips = strcmp(vrma->human_of_node[node], "hips") == 0;
    const MienTransform *rest = &vrma->bones.bones[bone].rest;
    MieniJson *here = mieni_gltf_out_array(&vrma->writer.out, "nodes")->items[vrma->node_of[node]];
    if (mieni_json_unset(here, "matrix")) { // driven nodes have none
        mieni_gltf_set_floats(&vrma->writer.out, here, "translation", &rest->translation.x, 3);
        mieni_gltf_set_floats(&vrma->writer.out, here, "rotation", &rest->rotation.x, 4);
        mieni_gltf_set_floats(&vrma->writer.out, here, "scale", &rest->scale.x, 3);
    }
    tell_of_rest(vrma, track, rest, is_hips);
    return mieni_gltf_motion_track(motion, track, vrma->node_of[node], rest,
                                   is_hips ? MIENI_GLTF_ROTATION | MIENI_GLTF_TRANSLATION
                                           : MIENI_GLTF_ROTATION);
}

static MienStatus put_tracks(Vrma *vrma, MieniGltfMotion *motion)
{
    const MienAuthorClip *clip = vrma->writing->clip;
    MieniNameEntry *names =
        mieni_arena_take(&vrma->writer.out.scratch, (size_t)vrma->bones.count, sizeof *names);
    if (names == NULL)
        return mieni_gltf_write_no_memory(&vrma->writer);
    for (int b = 0; b < vrma->bones.count; ++b)
        names[b] = (MieniNameEntry){vrma->bones.bones[b].name, b};
    mieni_names_sort(names, vrma->bones.count);
    MienStatus status = MIEN_OK;
    for (int t = 0; t < clip->track_count && status == MIEN_OK; ++t) {
        const int bone = find_bone(vrma, names, clip->tracks[t].bone);
        if (bone >= 0)
            status = put_track(vrma, motion, &clip->tracks[t], bone);
    }
    return status;
}

/// A weight's keys as translations, within 0 and 1.
static float *translations_of(Vrma *vrma, const MieniGltfKeys *keys, const char *name)
{
    float *values = mieni_arena_take(&vrma->writer.out.scratch, 3 * (size_t)keys->count, sizeof *values);
    bool is_beyond = false;
    for (int k = 0; values != NULL && k < keys->count; ++k) {
        const float value = keys->values[k];
        is_beyond = is_beyond || !(value >= 0.0f && value <= 1.0f);
        values[3 * k] = value > 0.0f ? value < 1.0f ? value : 1.0f : 0.0f;
    }
    if (is_beyond)
        lose(vrma, "Weights of expressions are 0 to 1; this curve is clamped.", name);
    return values;
}

static MienStatus put_expression(Vrma *vrma, MieniGltfMotion *motion, const MienAuthorClipCurve *curve)
{
    MieniGltfOut *out = &vrma->writer.out;
    const MienAuthorClip *clip = vrma->writing->clip;
    const MieniVrmPreset *preset = mieni_vrm_preset(curve->name);
    MieniGltfKeys keys;
    int node;
    if (preset != NULL && preset->group == MIENI_VRM_LOOK) {
        lose(vrma, "Where eyes look is no expression in a VRM animation; this curve is left out.",
             curve->name);
        return MIEN_OK;
    }
    if (!mieni_gltf_keys_of(&out->scratch, clip, curve, true, &keys)) {
        if (!mieni_gltf_samples_of(&out->scratch, clip, curve, &keys))
            return mieni_gltf_write_no_memory(&vrma->writer);
        if (curve->key_count > 0)
            lose(vrma, "The keys of this curve cannot be kept; it is sampled at the rate of its clip.",
                 curve->name);
    }
    float *values = translations_of(vrma, &keys, curve->name);
    if (values == NULL)
        return mieni_gltf_write_no_memory(&vrma->writer);
    MieniJson *json = mieni_gltf_out_add(out, "nodes", &node);
    mieni_gltf_set_text(out, json, "name", curve->name);
    mieni_json_append(&out->json, vrma->scene_nodes, mieni_json_number(&out->json, node));
    MieniJson *list = mieni_gltf_out_object(out, mieni_gltf_out_object(out, vrma->extension, "expressions"),
                                            preset != NULL ? "preset" : "custom");
    mieni_gltf_set_int(out, mieni_gltf_out_object(out, list, curve->name), "node", node);
    keys.width = 3;
    keys.values = values;
    mieni_gltf_motion_channel(motion, mieni_gltf_motion_sampler(motion, &keys, MIENI_GLTF_VEC3), node,
                              "translation");
    return MIEN_OK;
}

static MIENI_APART MienStatus write_file(Vrma *vrma, MienIoBytes *out_bytes)
{
    MieniGltfOut *out = &vrma->writer.out;
    const MienIoVrmaWriting *writing = vrma->writing;
    MieniGltfMotion motion;
    int index;
    MieniJson *scene = mieni_gltf_out_add(out, "scenes", &index);
    mieni_gltf_set_int(out, out->json.root, "scene", 0);
    vrma->scene_nodes = mieni_json_set(&out->json, scene, "nodes", mieni_json_array(&out->json));
    mieni_gltf_out_use(out, "VRMC_vrm_animation");
    vrma->extension = mieni_gltf_out_object(out, mieni_gltf_out_object(out, out->json.root, "extensions"),
                                            "VRMC_vrm_animation");
    mieni_gltf_set_text(out, vrma->extension, "specVersion", "1.0");
    MienStatus status = mien_author_clip_check(writing->clip, vrma->writer.error);
    if (status == MIEN_OK && writing->base != NULL)
        status = put_humanoid(vrma);
    MieniJson *animation = mieni_gltf_out_add(out, "animations", &index);
    if (status == MIEN_OK)
        status = mieni_gltf_motion_begin(&motion, &vrma->writer, animation, writing->name, writing->clip);
    if (status == MIEN_OK)
        status = put_tracks(vrma, &motion);
    for (int c = 0; c < writing->clip->curve_count && status == MIEN_OK; ++c)
        status = put_expression(vrma, &motion, &writing->clip->curves[c]);
    if (status == MIEN_OK && motion.channels->count == 0)
        status = mieni_fail(vrma->writer.error, MIEN_ERROR_DATA, mieni_at("clip"),
                            "The clip has nothing that a VRM animation can say: no curves, and no bones of a "
                            "humanoid.");
    if (status != MIEN_OK)
        return status;
    mieni_gltf_motion_extras(&motion, animation);
    return mieni_gltf_out_finish(out, out_bytes, vrma->writer.error);
}

MienStatus mien_io_vrma_write(const MienIoVrmaWriting *writing, const MienAllocator *allocator,
                              MienIoBytes *out_bytes, MienError *error)
{
    if (writing == NULL || writing->clip == NULL || out_bytes == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("writing"),
                          "A clip and a place for the bytes must be given.");
    *out_bytes = (MienIoBytes){0};
    Vrma vrma = {.writing = writing, .borrowed = {.losses = writing->losses}};
    vrma.writer = (MieniGltfWriter){.writing = &vrma.borrowed, .error = error};
    const MieniFloatEnv env = mieni_float_env_enter();
    mieni_gltf_out_begin(&vrma.writer.out, allocator);
    const MienStatus status = write_file(&vrma, out_bytes);
    mieni_gltf_out_release(&vrma.writer.out);
    mieni_float_env_leave(env);
    return status;
}
