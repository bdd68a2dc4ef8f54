// SPDX-License-Identifier: MIT
//
// A file that was opened, on its way out again: its tree as it is, its buffers as one, and
// what of it clips can drive.

#include "core/float_rules.h"

#include "io/gltf/write_base.h"

#include "core/internal.h"
#include "io/file_names.h"
#include "mien_io/gltf_write.h"

#include <string.h>

MienStatus mieni_gltf_write_no_memory(const MieniGltfWriter *writer)
{
    return mieni_fail(writer->error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

void mieni_gltf_lose(const MienIoLosses *losses, const char *sentence, const char *of, const char *name)
{
    if (losses->tell != NULL)
        losses->tell(losses->user, sentence, of, name);
}

/// Where a buffer of the base goes.
typedef struct Moved {
    int buffer;
    size_t offset;
} Moved;

/// Moves a view, or what compression says of one, with its buffer.
static void move_view(MieniGltfOut *out, MieniJson *view, const Moved *moved)
{
    const int buffer = mieni_gltf_index(view, "buffer");
    if (buffer < 0)
        return;
    const double offset = mieni_json_get_number(view, "byteOffset", 0) + (double)moved[buffer].offset;
    mieni_gltf_set_int(out, view, "buffer", moved[buffer].buffer);
    if (offset > 0 || mieni_json_get(view, "byteOffset") != NULL)
        mieni_json_set(&out->json, view, "byteOffset", mieni_json_number(&out->json, offset));
}

static void move_views(MieniGltfOut *out, const Moved *moved)
{
    static const char *const compressions[] = {"EXT_meshopt_compression", "KHR_meshopt_compression"};
    MieniJson *views = mieni_json_get(out->json.root, "bufferViews");
    for (int i = 0; views != NULL && i < views->count; ++i) {
        MieniJson *extensions = mieni_json_get(views->items[i], "extensions");
        move_view(out, views->items[i], moved);
        for (int c = 0; c < 2; ++c)
            move_view(out, mieni_json_get(extensions, compressions[c]), moved);
    }
}

/// What is said of a buffer besides where it is stays with the first that says it.
static void merge_words(MieniGltfOut *out, MieniJson *whole, const MieniJson *buffer)
{
    for (int k = 0; k < buffer->count; ++k)
        if (strcmp(buffer->keys[k], "uri") != 0 && mieni_json_get(whole, buffer->keys[k]) == NULL)
            mieni_json_set(&out->json, whole, buffer->keys[k], mieni_json_copy(&out->json, buffer->items[k]));
}

/// All buffers become the one that a .glb holds, but for those that the file gives no data:
/// they stay as they are.
static MienStatus merge_buffers(MieniGltfWriter *writer)
{
    static const uint8_t nothing[4] = {0};
    MieniGltfOut *out = &writer->out;
    const MienIoGltf *base = writer->writing->base;
    const int count = mieni_gltf_count(base, "buffers");
    Moved *moved = mieni_arena_take(&out->scratch, (size_t)count, sizeof *moved);
    out->pieces = mieni_arena_take(&out->scratch, (size_t)count, sizeof *out->pieces);
    if (moved == NULL || out->pieces == NULL)
        return mieni_gltf_write_no_memory(writer);
    if (count == 0)
        return MIEN_OK;
    MieniJson *buffers = mieni_json_array(&out->json);
    MieniJson *whole = mieni_json_append(&out->json, buffers, mieni_json_object(&out->json));
    size_t size = 0;
    for (int i = 0; i < count; ++i) {
        const MieniJson *buffer = mieni_gltf_item(base, "buffers", i);
        if (base->buffers[i].data == NULL) {
            moved[i] = (Moved){buffers != NULL ? buffers->count : 0, 0};
            mieni_json_append(&out->json, buffers, mieni_json_copy(&out->json, buffer));
            continue;
        }
        moved[i] = (Moved){0, size};
        merge_words(out, whole, buffer);
        out->pieces[out->piece_count++] = (MieniGltfOutPiece){base->buffers[i].data, base->buffers[i].size};
        size += (base->buffers[i].size + 3) & ~(size_t)3;
    }
    if (out->piece_count == 0) // a buffer is never empty
        out->pieces[out->piece_count++] = (MieniGltfOutPiece){nothing, sizeof nothing};
    mieni_json_set(&out->json, out->json.root, "buffers", buffers);
    move_views(out, moved);
    return MIEN_OK;
}

const char *mieni_gltf_image_type(const void *data, size_t size)
{
    static const uint8_t png[] = {0x89, 'P', 'N', 'G'}, jpeg[] = {0xFF, 0xD8, 0xFF};
    if (data != NULL && size >= sizeof png && memcmp(data, png, sizeof png) == 0)
        return "image/png";
    return data != NULL && size >= sizeof jpeg && memcmp(data, jpeg, sizeof jpeg) == 0 ? "image/jpeg" : NULL;
}

void mieni_gltf_put_image(MieniGltfOut *out, MieniJson *image, const void *data, size_t size)
{
    const char *type = mieni_gltf_image_type(data, size);
    const int view = type != NULL ? mieni_gltf_out_view(out, MIENI_GLTF_ANY) : -1;
    if (view < 0)
        return;
    mieni_text_put_bytes(&out->views[view].bytes, data, size);
    mieni_json_unset(image, "uri");
    mieni_gltf_set_text(out, image, "mimeType", type);
    mieni_gltf_set_int(out, image, "bufferView", mieni_gltf_out_view_index(out, view));
}

/// Images that are files beside the base, so that the result is whole in any folder.
static void embed_images(MieniGltfWriter *writer)
{
    MieniJson *images = mieni_json_get(writer->out.json.root, "images");
    for (int i = 0; images != NULL && i < images->count; ++i) {
        const char *uri = mieni_json_get_string(images->items[i], "uri", "data:");
        const void *data;
        size_t size;
        if (strncmp(uri, "data:", 5) == 0)
            continue;
        MienError error = {0};
        if (mien_io_gltf_image(writer->writing->base, i, &data, &size, &error) == MIEN_OK &&
            mieni_gltf_image_type(data, size) != NULL)
            mieni_gltf_put_image(&writer->out, images->items[i], data, size);
        else
            mieni_gltf_lose(&writer->writing->losses,
                            "This image stays a file of its own, which must lie beside what was written.", "",
                            uri);
    }
}

static float default_weight(const MienIoGltf *base, const MieniJson *node, int target)
{
    const MieniJson *weights = mieni_json_get(node, "weights");
    if (weights == NULL)
        weights = mieni_json_get(mieni_gltf_item(base, "meshes", mieni_gltf_index(node, "mesh")), "weights");
    if (weights == NULL || weights->type != MIENI_JSON_ARRAY || target >= weights->count)
        return 0.0f;
    return (float)weights->items[target]->number;
}

/// The nodes of the scene that have morphs.
static MienStatus find_faces(MieniGltfWriter *writer, const MieniGltfMorphs *morphs)
{
    const MienIoGltf *base = writer->writing->base;
    MieniGltfCast *cast = &writer->cast;
    MieniArena *arena = &writer->out.scratch;
    const int count = mieni_gltf_count(base, "nodes");
    MieniGltfFace *faces = mieni_arena_take(arena, (size_t)count, sizeof *faces);
    if (faces == NULL)
        return mieni_gltf_write_no_memory(writer);
    for (int n = 0; n < count; ++n) {
        if (morphs->of_node[n] == NULL || morphs->target_count[n] == 0)
            continue;
        const MieniJson *node = mieni_gltf_item(base, "nodes", n);
        float *weights = mieni_arena_take(arena, (size_t)morphs->target_count[n], sizeof *weights);
        if (weights == NULL)
            return mieni_gltf_write_no_memory(writer);
        for (int t = 0; t < morphs->target_count[n]; ++t)
            weights[t] = default_weight(base, node, t);
        faces[cast->face_count++] = (MieniGltfFace){n, morphs->target_count[n], morphs->of_node[n], weights};
    }
    cast->faces = faces;
    return MIEN_OK;
}

/// The nodes of a VRM animation that are expressions.
static MienStatus find_numbers(MieniGltfWriter *writer, const MieniGltfBones *bones)
{
    static const char *const kinds[] = {"preset", "custom"};
    const MienIoGltf *base = writer->writing->base;
    const MieniJson *lists[2], *animation = mieni_gltf_extension(base->json.root, "VRMC_vrm_animation");
    size_t most = 0;
    for (int k = 0; k < 2; ++k) {
        lists[k] = mieni_json_get(mieni_json_get(animation, "expressions"), kinds[k]);
        most += lists[k] != NULL && lists[k]->type == MIENI_JSON_OBJECT ? (size_t)lists[k]->count : 0;
    }
    MieniGltfNumber *numbers = mieni_arena_take(&writer->out.scratch, most, sizeof *numbers);
    if (numbers == NULL)
        return mieni_gltf_write_no_memory(writer);
    for (int k = 0; k < 2; ++k)
        for (int i = 0; lists[k] != NULL && lists[k]->type == MIENI_JSON_OBJECT && i < lists[k]->count; ++i) {
            const double node = mieni_json_get_number(lists[k]->items[i], "node", -1.0);
            if (node >= 0.0 && node < (double)mieni_gltf_count(base, "nodes") &&
                bones->is_in_scene[(int)node])
                numbers[writer->cast.number_count++] = (MieniGltfNumber){lists[k]->keys[i], (int)node};
        }
    writer->cast.numbers = numbers;
    return MIEN_OK;
}

/// What readers call the animations: the same that reading gives.
static MienStatus name_takes(MieniGltfWriter *writer)
{
    const MienIoGltf *base = writer->writing->base;
    MieniFileNames names = {.arena = &writer->out.scratch};
    const int count = mieni_gltf_count(base, "animations");
    writer->takes = mieni_arena_take(&writer->out.scratch, (size_t)count, sizeof *writer->takes);
    for (int a = 0; a < count && writer->takes != NULL; ++a)
        writer->takes[a] = mieni_file_name(
            &names, mieni_json_get_string(mieni_gltf_item(base, "animations", a), "name", NULL), "animation",
            a);
    writer->take_count = count;
    return writer->out.scratch.is_out_of_memory ? mieni_gltf_write_no_memory(writer) : MIEN_OK;
}

MienStatus mieni_gltf_write_base(MieniGltfWriter *writer)
{
    const MienIoGltfWriting *writing = writer->writing;
    MieniGltfOut *out = &writer->out;
    MieniGltfBones bones = {0};
    MieniGltfMorphs morphs = {0};
    out->json.root = mieni_json_copy(&out->json, writing->base->json.root);
    if (out->json.root == NULL)
        return mieni_gltf_write_no_memory(writer);
    MienStatus status = mieni_gltf_bones(writing->base, writing->scene, &out->scratch, &bones, writer->error);
    if (status == MIEN_OK)
        status = mieni_gltf_morphs(writing->base, &bones, &out->scratch, &morphs, writer->error);
    if (status == MIEN_OK)
        status = merge_buffers(writer);
    if (status == MIEN_OK)
        status = name_takes(writer);
    if (status != MIEN_OK)
        return status;
    out->base_view_count = mieni_gltf_count(writing->base, "bufferViews");
    writer->cast = (MieniGltfCast){.bone_count = bones.count,
                                   .bones = bones.bones,
                                   .nodes = bones.nodes,
                                   .morph_count = morphs.count,
                                   .morphs = morphs.names};
    if (writing->embed_images)
        embed_images(writer);
    status = find_numbers(writer, &bones);
    return status == MIEN_OK ? find_faces(writer, &morphs) : status;
}
