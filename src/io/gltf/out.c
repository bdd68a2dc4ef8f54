// SPDX-License-Identifier: MIT
//
// A glTF file on its way out: tree, views, accessors, and the container around them.

#include "core/float_rules.h"

#include "io/gltf/out.h"

#include "core/internal.h"

#include <string.h>

void mien_io_bytes_release(MienIoBytes *bytes)
{
    if (bytes == NULL)
        return;
    if (bytes->data != NULL)
        mieni_free(bytes->allocator, bytes->data, bytes->size, 1);
    *bytes = (MienIoBytes){0};
}

void mieni_gltf_out_begin(MieniGltfOut *out, const MienAllocator *allocator)
{
    *out = (MieniGltfOut){
        .scratch = {.allocator = allocator}, .motion = -1, .sparse_indices = -1, .sparse_values = -1};
    mieni_json_begin(&out->json, allocator);
    out->json.root = mieni_json_object(&out->json);
    MieniJson *asset = mieni_gltf_out_object(out, out->json.root, "asset");
    mieni_gltf_set_text(out, asset, "version", "2.0");
    mieni_gltf_set_text(out, asset, "generator", "Mien");
}

void mieni_gltf_out_release(MieniGltfOut *out)
{
    for (int i = 0; i < out->view_count; ++i)
        mieni_text_release(&out->views[i].bytes);
    mieni_arena_release(&out->scratch);
    mieni_json_release(&out->json);
}

MieniJson *mieni_gltf_out_array(MieniGltfOut *out, const char *key)
{
    MieniJson *array = mieni_json_get(out->json.root, key);
    return array != NULL ? array
                         : mieni_json_set(&out->json, out->json.root, key, mieni_json_array(&out->json));
}

MieniJson *mieni_gltf_out_add(MieniGltfOut *out, const char *key, int *out_index)
{
    MieniJson *array = mieni_gltf_out_array(out, key);
    *out_index = array != NULL ? array->count : 0;
    return mieni_json_append(&out->json, array, mieni_json_object(&out->json));
}

MieniJson *mieni_gltf_out_object(MieniGltfOut *out, MieniJson *object, const char *key)
{
    MieniJson *value = mieni_json_get(object, key);
    if (value != NULL)
        return value->type == MIENI_JSON_OBJECT ? value : NULL;
    return mieni_json_set(&out->json, object, key, mieni_json_object(&out->json));
}

void mieni_gltf_out_use(MieniGltfOut *out, const char *extension)
{
    MieniJson *used = mieni_gltf_out_array(out, "extensionsUsed");
    for (int i = 0; used != NULL && i < used->count; ++i)
        if (strcmp(used->items[i]->string, extension) == 0)
            return;
    mieni_json_append(&out->json, used, mieni_json_string(&out->json, extension));
}

void mieni_gltf_set_int(MieniGltfOut *out, MieniJson *object, const char *key, int value)
{
    mieni_json_set(&out->json, object, key, mieni_json_number(&out->json, value));
}

void mieni_gltf_set_text(MieniGltfOut *out, MieniJson *object, const char *key, const char *value)
{
    mieni_json_set(&out->json, object, key, mieni_json_string(&out->json, value));
}

void mieni_gltf_set_floats(MieniGltfOut *out, MieniJson *object, const char *key, const float *values,
                           int count)
{
    MieniJson *array = mieni_json_set(&out->json, object, key, mieni_json_array(&out->json));
    for (int i = 0; i < count; ++i)
        mieni_json_append(&out->json, array, mieni_json_float(&out->json, values[i]));
}

int mieni_gltf_out_view_index(const MieniGltfOut *out, int view) { return out->base_view_count + view; }

int mieni_gltf_out_view(MieniGltfOut *out, int target)
{
    if (out->view_count == out->view_room) {
        const int room = out->view_room > 0 ? 2 * out->view_room : 16;
        MieniGltfOutView *views = mieni_arena_take(&out->scratch, (size_t)room, sizeof *views);
        if (views == NULL)
            return -1;
        if (out->view_count > 0)
            memcpy(views, out->views, sizeof *views * (size_t)out->view_count);
        out->views = views;
        out->view_room = room;
    }
    int index;
    MieniGltfOutView *view = &out->views[out->view_count];
    *view = (MieniGltfOutView){.bytes = {.allocator = out->scratch.allocator},
                               .json = mieni_gltf_out_add(out, "bufferViews", &index)};
    mieni_gltf_set_int(out, view->json, "buffer", 0);
    mieni_gltf_set_int(out, view->json, "byteOffset", 0); // set when all is known
    mieni_gltf_set_int(out, view->json, "byteLength", 0);
    if (target != MIENI_GLTF_ANY)
        mieni_gltf_set_int(out, view->json, "target", target);
    return out->view_count++;
}

static size_t component_size(int type)
{
    return type == MIENI_GLTF_BYTES ? 1 : type == MIENI_GLTF_SHORTS ? 2 : 4;
}

static void set_bounds(MieniGltfOut *out, MieniJson *json, const float *values, int count, int components)
{
    float low[16], high[16];
    memcpy(low, values, sizeof *low * (size_t)components);
    memcpy(high, values, sizeof *high * (size_t)components);
    for (int i = 1; i < count; ++i)
        for (int c = 0; c < components; ++c) {
            const float value = values[(size_t)i * (size_t)components + (size_t)c];
            low[c] = value < low[c] ? value : low[c];
            high[c] = value > high[c] ? value : high[c];
        }
    mieni_gltf_set_floats(out, json, "min", low, components);
    mieni_gltf_set_floats(out, json, "max", high, components);
}

static const char *type_name(MieniGltfType type)
{
    static const char *const names[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    return type == MIENI_GLTF_MAT4 ? "MAT4" : names[type];
}

/// An accessor without a place for its elements.
static MieniJson *add_accessor(MieniGltfOut *out, int component_type, int count, MieniGltfType type,
                               int *out_index)
{
    MieniJson *json = mieni_gltf_out_add(out, "accessors", out_index);
    mieni_gltf_set_int(out, json, "componentType", component_type);
    mieni_gltf_set_int(out, json, "count", count);
    mieni_gltf_set_text(out, json, "type", type_name(type));
    return json;
}

/// Puts bytes at the end of a view and says where in the object.
static void put_in_view(MieniGltfOut *out, MieniJson *json, int view, const void *data, size_t size)
{
    if (view < 0 || out->scratch.is_out_of_memory)
        return;
    MieniTextOut *bytes = &out->views[view].bytes;
    mieni_gltf_set_int(out, json, "bufferView", mieni_gltf_out_view_index(out, view));
    if (bytes->size > 0)
        mieni_json_set(&out->json, json, "byteOffset", mieni_json_number(&out->json, (double)bytes->size));
    mieni_text_put_bytes(bytes, data, size);
    mieni_text_put_bytes(bytes, "\0\0\0", (4 - size % 4) % 4);
}

int mieni_gltf_out_accessor(MieniGltfOut *out, const MieniGltfOutAccessor *accessor)
{
    int index;
    MieniJson *json = add_accessor(out, accessor->component_type, accessor->count, accessor->type, &index);
    if (accessor->has_bounds)
        set_bounds(out, json, accessor->data, accessor->count, (int)accessor->type);
    if (accessor->is_normalized)
        mieni_json_set(&out->json, json, "normalized", mieni_json_bool(&out->json, true));
    put_in_view(out, json, accessor->view, accessor->data,
                (size_t)accessor->count * (size_t)accessor->type * component_size(accessor->component_type));
    return index;
}

int mieni_gltf_out_motion(MieniGltfOut *out, const float *values, int count, MieniGltfType type,
                          bool are_times)
{
    if (out->motion < 0)
        out->motion = mieni_gltf_out_view(out, MIENI_GLTF_ANY);
    return mieni_gltf_out_accessor(out, &(MieniGltfOutAccessor){.view = out->motion,
                                                                .type = type,
                                                                .component_type = MIENI_GLTF_FLOATS,
                                                                .count = count,
                                                                .data = values,
                                                                .has_bounds = are_times});
}

/// Bounds of all elements, those that are not listed at zero.
static void set_sparse_bounds(MieniGltfOut *out, MieniJson *json, int count, const MienVec3 *values,
                              int sparse_count)
{
    float bounds[6] = {0}; // the first of both
    const int first = sparse_count == count && count > 0 ? 1 : 0;
    if (first > 0) {
        memcpy(bounds, values, sizeof *values);
        memcpy(bounds + 3, values, sizeof *values);
    }
    for (int i = first; i < sparse_count; ++i) {
        const float value[3] = {values[i].x, values[i].y, values[i].z};
        for (int c = 0; c < 3; ++c) {
            bounds[c] = value[c] < bounds[c] ? value[c] : bounds[c];
            bounds[3 + c] = value[c] > bounds[3 + c] ? value[c] : bounds[3 + c];
        }
    }
    mieni_gltf_set_floats(out, json, "min", bounds, 3);
    mieni_gltf_set_floats(out, json, "max", bounds + 3, 3);
}

/// Indices as narrow as they may be.
static void put_sparse_indices(MieniGltfOut *out, MieniJson *json, int count, const uint32_t *elements,
                               int sparse_count)
{
    if (count > 65536) {
        mieni_gltf_set_int(out, json, "componentType", MIENI_GLTF_INTS);
        put_in_view(out, json, out->sparse_indices, elements, sizeof *elements * (size_t)sparse_count);
        return;
    }
    uint16_t *narrow = mieni_arena_take(&out->scratch, (size_t)sparse_count, sizeof *narrow);
    for (int i = 0; narrow != NULL && i < sparse_count; ++i)
        narrow[i] = (uint16_t)elements[i];
    mieni_gltf_set_int(out, json, "componentType", MIENI_GLTF_SHORTS);
    if (narrow != NULL)
        put_in_view(out, json, out->sparse_indices, narrow, sizeof *narrow * (size_t)sparse_count);
}

int mieni_gltf_out_sparse(MieniGltfOut *out, int count, const uint32_t *elements, const MienVec3 *values,
                          int sparse_count)
{
    int index;
    MieniJson *json = add_accessor(out, MIENI_GLTF_FLOATS, count, MIENI_GLTF_VEC3, &index);
    set_sparse_bounds(out, json, count, values, sparse_count);
    if (sparse_count == 0)
        return index;
    if (out->sparse_indices < 0) {
        out->sparse_indices = mieni_gltf_out_view(out, MIENI_GLTF_ANY);
        out->sparse_values = mieni_gltf_out_view(out, MIENI_GLTF_ANY);
    }
    MieniJson *sparse = mieni_gltf_out_object(out, json, "sparse");
    mieni_gltf_set_int(out, sparse, "count", sparse_count);
    put_sparse_indices(out, mieni_gltf_out_object(out, sparse, "indices"), count, elements, sparse_count);
    put_in_view(out, mieni_gltf_out_object(out, sparse, "values"), out->sparse_values, values,
                sizeof *values * (size_t)sparse_count);
    return index;
}

static size_t padded(size_t size) { return (size + 3) & ~(size_t)3; }

/// Says where everything will be, and how long the binary chunk is.
static size_t place_views(MieniGltfOut *out)
{
    size_t size = 0;
    for (int i = 0; i < out->piece_count; ++i)
        size += padded(out->pieces[i].size);
    for (int i = 0; i < out->view_count; ++i) {
        MieniGltfOutView *view = &out->views[i];
        mieni_json_set(&out->json, view->json, "byteOffset", mieni_json_number(&out->json, (double)size));
        mieni_json_set(&out->json, view->json, "byteLength",
                       mieni_json_number(&out->json, (double)view->bytes.size));
        size += padded(view->bytes.size);
    }
    if (size > 0) {
        MieniJson *buffers = mieni_gltf_out_array(out, "buffers");
        if (buffers != NULL && buffers->count == 0)
            mieni_json_append(&out->json, buffers, mieni_json_object(&out->json));
        if (buffers != NULL && buffers->count > 0)
            mieni_json_set(&out->json, buffers->items[0], "byteLength",
                           mieni_json_number(&out->json, (double)size));
    }
    return size;
}

static uint8_t *put_word(uint8_t *at, size_t word)
{
    for (int i = 0; i < 4; ++i)
        at[i] = (uint8_t)(word >> 8 * i);
    return at + 4;
}

static uint8_t *put_padded(uint8_t *at, const void *data, size_t size, int filler)
{
    if (size > 0)
        memcpy(at, data, size);
    memset(at + size, filler, padded(size) - size);
    return at + padded(size);
}

/// Header, tree, bytes.
static void put_file(const MieniGltfOut *out, const MieniTextOut *text, size_t binary, MienIoBytes *bytes)
{
    uint8_t *at = put_word(bytes->data, 0x46546C67); // glTF
    at = put_word(put_word(at, 2), bytes->size);
    at = put_word(put_word(at, padded(text->size)), 0x4E4F534A); // JSON
    at = put_padded(at, text->bytes, text->size, ' ');
    if (binary == 0)
        return;
    at = put_word(put_word(at, binary), 0x004E4942); // BIN
    for (int i = 0; i < out->piece_count; ++i)
        at = put_padded(at, out->pieces[i].data, out->pieces[i].size, 0);
    for (int i = 0; i < out->view_count; ++i)
        at = put_padded(at, out->views[i].bytes.bytes, out->views[i].bytes.size, 0);
}

MienStatus mieni_gltf_out_finish(MieniGltfOut *out, MienIoBytes *out_bytes, MienError *error)
{
    const MienAllocator *allocator = out->scratch.allocator;
    const size_t binary = place_views(out);
    bool is_full = out->scratch.is_out_of_memory || out->json.arena.is_out_of_memory;
    for (int i = 0; i < out->view_count; ++i)
        is_full = is_full || out->views[i].bytes.is_out_of_memory;
    MieniTextOut text = {.allocator = allocator};
    if (!is_full)
        mieni_text_put_dense_json(&text, out->json.root);
    is_full = is_full || text.is_out_of_memory;
    const uint64_t size = 20 + (uint64_t)padded(text.size) + (binary > 0 ? 8 + (uint64_t)binary : 0);
    MienStatus status = MIEN_OK;
    if (!is_full && size > UINT32_MAX)
        status = mieni_fail(error, MIEN_ERROR_LIMIT, mieni_nowhere(),
                            "A .glb holds at most 4 GiB; write less into one file.");
    if (!is_full && status == MIEN_OK) {
        *out_bytes = (MienIoBytes){mieni_allocate(allocator, (size_t)size, 1), (size_t)size, allocator};
        is_full = out_bytes->data == NULL;
        if (!is_full)
            put_file(out, &text, binary, out_bytes);
    }
    mieni_text_release(&text);
    if (is_full) {
        *out_bytes = (MienIoBytes){0};
        status = mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    }
    return status;
}
