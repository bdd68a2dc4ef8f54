// SPDX-License-Identifier: MIT
//
// Numbers of accessors: every component type, normalised, strided, sparse, or not there
// at all. Sparse indices ascend, so that one walk meets both parts of an accessor.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/gltf/steps.h"

#include <string.h>

enum { BYTE = 5120, UBYTE = 5121, SHORT = 5122, USHORT = 5123, UINT = 5125, FLOAT = 5126 };

static MienStatus no_memory(MienError *error, int accessor)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_at("accessors[%d]", accessor), "Out of memory.");
}

static size_t size_of_component(int type)
{
    return type == BYTE || type == UBYTE ? 1 : type == SHORT || type == USHORT ? 2 : 4;
}

static MienStatus find_layout(const MienIoGltf *gltf, int accessor, MieniGltfLayout *out_layout,
                              MienError *error)
{
    *out_layout = mieni_gltf_layout(gltf, accessor);
    if (out_layout->is_missing)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("accessors[%d].bufferView", accessor),
                          "The buffer that this is in has no data.");
    return MIEN_OK;
}

/// Rows and columns of a type; none for one that is not known.
static void find_type(const char *type, MieniGltfLayout *layout)
{
    static const struct {
        const char *name;
        int rows, columns;
    } types[] = {{"SCALAR", 1, 1}, {"VEC2", 2, 1}, {"VEC3", 3, 1}, {"VEC4", 4, 1},
                 {"MAT2", 2, 2},   {"MAT3", 3, 3}, {"MAT4", 4, 4}};
    for (size_t i = 0; i < sizeof types / sizeof *types; ++i)
        if (strcmp(types[i].name, type) == 0) {
            layout->rows = types[i].rows;
            layout->columns = types[i].columns;
        }
}

void mieni_gltf_format(const MieniJson *accessor, MieniGltfLayout *out_layout)
{
    const MieniJson *sparse = mieni_json_get(accessor, "sparse");
    const int type = mieni_gltf_index(accessor, "componentType");
    const bool is_known = (type >= BYTE && type <= USHORT) || type == UINT || type == FLOAT;
    *out_layout = (MieniGltfLayout){.component_size = size_of_component(type)};
    if (is_known)
        find_type(mieni_json_get_string(accessor, "type", ""), out_layout);
    out_layout->info = (MieniGltfAccessor){
        .count = mieni_gltf_index(accessor, "count"),
        .components = out_layout->rows * out_layout->columns,
        .component_type = type,
        .is_normalized = mieni_json_get_bool(accessor, "normalized", false),
        .is_only_sparse = mieni_json_get(accessor, "bufferView") == NULL,
        .sparse_count = sparse != NULL ? mieni_gltf_index(sparse, "count") : 0,
    };
    // The columns of matrices begin at multiples of four bytes.
    const size_t column = (size_t)out_layout->rows * out_layout->component_size;
    out_layout->column_size = out_layout->columns > 1 ? (column + 3) / 4 * 4 : column;
    out_layout->size = out_layout->column_size * (size_t)out_layout->columns;
    out_layout->stride = out_layout->size;
}

MieniGltfAccessor mieni_gltf_accessor(const MienIoGltf *gltf, int accessor)
{
    MieniGltfLayout layout;
    mieni_gltf_format(mieni_gltf_item(gltf, "accessors", accessor), &layout);
    return layout.info;
}

void mieni_gltf_view(const MienIoGltf *gltf, int view, const uint8_t **out_data, size_t *out_size)
{
    const MieniJson *json = mieni_gltf_item(gltf, "bufferViews", view);
    const MieniGltfBytes *buffer = &gltf->buffers[mieni_gltf_index(json, "buffer")];
    const size_t offset = (size_t)mieni_json_get_number(json, "byteOffset", 0.0);
    *out_data = buffer->data != NULL ? buffer->data + offset : NULL;
    *out_size = (size_t)mieni_json_get_number(json, "byteLength", 0.0);
}

/// Where what an object names by bufferView and byteOffset begins, or NULL.
static const uint8_t *place_of(const MienIoGltf *gltf, const MieniJson *object)
{
    const uint8_t *data;
    size_t size;
    const int view = mieni_gltf_index(object, "bufferView");
    if (view < 0)
        return NULL;
    mieni_gltf_view(gltf, view, &data, &size);
    return data != NULL ? data + (size_t)mieni_json_get_number(object, "byteOffset", 0.0) : NULL;
}

MieniGltfLayout mieni_gltf_layout(const MienIoGltf *gltf, int accessor)
{
    MieniGltfLayout layout;
    const MieniJson *json = mieni_gltf_item(gltf, "accessors", accessor);
    const MieniJson *sparse = mieni_json_get(json, "sparse");
    mieni_gltf_format(json, &layout);
    layout.data = place_of(gltf, json);
    const MieniJson *view = mieni_gltf_item(gltf, "bufferViews", mieni_gltf_index(json, "bufferView"));
    layout.stride = (size_t)mieni_json_get_number(view, "byteStride", (double)layout.size);
    if (sparse != NULL) {
        const MieniJson *indices = mieni_json_get(sparse, "indices");
        layout.sparse_indices = place_of(gltf, indices);
        layout.sparse_values = place_of(gltf, mieni_json_get(sparse, "values"));
        layout.index_size = size_of_component(mieni_gltf_index(indices, "componentType"));
    }
    layout.is_missing = (view != NULL && layout.data == NULL) ||
                        (sparse != NULL && (layout.sparse_indices == NULL || layout.sparse_values == NULL));
    if (layout.is_missing) {
        layout.data = layout.sparse_indices = layout.sparse_values = NULL;
        layout.info.sparse_count = 0;
    }
    return layout;
}

static uint32_t whole_at(const uint8_t *bytes, size_t size)
{
    if (size == 4) // one load, as compilers know
        return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    return size == 2 ? bytes[0] | (uint32_t)bytes[1] << 8 : bytes[0];
}

uint32_t mieni_gltf_sparse_index(const MieniGltfLayout *layout, int i)
{
    return whole_at(layout->sparse_indices + (size_t)i * layout->index_size, layout->index_size);
}

const uint8_t *mieni_gltf_element(const MieniGltfLayout *layout, int element, int *cursor)
{
    while (*cursor < layout->info.sparse_count &&
           mieni_gltf_sparse_index(layout, *cursor) < (uint32_t)element)
        ++*cursor;
    if (*cursor < layout->info.sparse_count && mieni_gltf_sparse_index(layout, *cursor) == (uint32_t)element)
        return layout->sparse_values + (size_t)*cursor * layout->size;
    return layout->data != NULL ? layout->data + (size_t)element * layout->stride : NULL;
}

static const uint8_t *component_at(const MieniGltfLayout *layout, const uint8_t *element, int c)
{
    const size_t column = (size_t)(c / layout->rows), row = (size_t)(c % layout->rows);
    return element + column * layout->column_size + row * layout->component_size;
}

static float float_at(const uint8_t *at)
{
    const uint32_t bits = whole_at(at, 4);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

double mieni_gltf_raw(const MieniGltfLayout *layout, const uint8_t *element, int c)
{
    const uint8_t *at = component_at(layout, element, c);
    const uint32_t whole = whole_at(at, layout->component_size);
    switch (layout->info.component_type) {
    case FLOAT:
        return (double)float_at(at);
    case BYTE:
        return (double)((int)(whole ^ 0x80) - 0x80);
    case SHORT:
        return (double)((int)(whole ^ 0x8000) - 0x8000);
    default:
        return (double)whole;
    }
}

/// Whole numbers of up to 16 bits become 0 to 1 or -1 to 1: one division, rounded once.
static float value_at(const MieniGltfLayout *layout, const uint8_t *element, int c)
{
    const float raw = (float)mieni_gltf_raw(layout, element, c);
    if (!layout->info.is_normalized)
        return raw;
    const int type = layout->info.component_type;
    const float most = type == BYTE ? 127.0f : type == UBYTE ? 255.0f : type == SHORT ? 32767.0f : 65535.0f;
    const float value = raw / most;
    return value > -1.0f ? value : -1.0f;
}

/// Puts elements that follow each other with a stride; zeros if from is NULL.
static void put_elements(const MieniGltfLayout *layout, const uint8_t *from, size_t stride, int count,
                         float *out)
{
    const size_t components = (size_t)layout->info.components;
    if (from == NULL) {
        memset(out, 0, sizeof *out * components * (size_t)count);
    } else if (layout->info.component_type == FLOAT && stride == 4 * components) {
        for (size_t i = 0; i < components * (size_t)count; ++i)
            out[i] = float_at(from + 4 * i);
    } else if (layout->info.component_type == FLOAT) { // columns of floats have no gaps
        for (int i = 0; i < count; ++i, from += stride, out += components)
            for (size_t c = 0; c < components; ++c)
                out[c] = float_at(from + 4 * c);
    } else {
        for (int i = 0; i < count; ++i, from += stride, out += components)
            for (size_t c = 0; c < components; ++c)
                out[c] = value_at(layout, from, (int)c);
    }
}

/// Puts the sparse elements below end into those that were put from first on. *cursor is the next
/// of them.
static void put_sparse(const MieniGltfLayout *layout, int first, int end, int *cursor, float *out)
{
    const size_t components = (size_t)layout->info.components;
    for (; *cursor < layout->info.sparse_count; ++*cursor) {
        const uint32_t element = mieni_gltf_sparse_index(layout, *cursor);
        if (element >= (uint32_t)end)
            return;
        put_elements(layout, layout->sparse_values + (size_t)*cursor * layout->size, layout->size, 1,
                     out + (element - (uint32_t)first) * components);
    }
}

/// Elements of an accessor without zeros that it leaves out: all of them, or the sparse ones.
static int stored_count(const MieniGltfLayout *layout)
{
    return layout->data != NULL ? layout->info.count : layout->info.sparse_count;
}

bool mieni_gltf_next(const MieniGltfLayout *layout, MieniGltfBlock *block)
{
    const int first = block->next, left = stored_count(layout) - first;
    const int count = left < MIENI_GLTF_BLOCK ? left : MIENI_GLTF_BLOCK;
    if (count <= 0)
        return false;
    block->count = count;
    block->next = first + count;
    if (layout->data != NULL) {
        put_elements(layout, layout->data + (size_t)first * layout->stride, layout->stride, count,
                     block->values);
        put_sparse(layout, first, first + count, &block->cursor, block->values);
        for (int i = 0; i < count; ++i)
            block->elements[i] = (uint32_t)(first + i);
    } else {
        put_elements(layout, layout->sparse_values + (size_t)first * layout->size, layout->size, count,
                     block->values);
        for (int i = 0; i < count; ++i)
            block->elements[i] = mieni_gltf_sparse_index(layout, first + i);
    }
    return true;
}

MienStatus mieni_gltf_floats(const MienIoGltf *gltf, int accessor, MieniArena *arena, float **out_values,
                             MienError *error)
{
    MieniGltfLayout layout;
    const MienStatus status = find_layout(gltf, accessor, &layout, error);
    if (status != MIEN_OK)
        return status;
    const size_t components = (size_t)layout.info.components;
    float *values = mieni_arena_take(arena, (size_t)layout.info.count, components * sizeof *values);
    if (values == NULL)
        return no_memory(error, accessor);
    int cursor = 0;
    put_elements(&layout, layout.data, layout.stride, layout.info.count, values);
    put_sparse(&layout, 0, layout.info.count, &cursor, values);
    *out_values = values;
    return MIEN_OK;
}

static void put_wholes(const MieniGltfLayout *layout, const uint8_t *element, uint32_t *out)
{
    for (int c = 0; c < layout->info.components; ++c)
        out[c] = whole_at(component_at(layout, element, c), layout->component_size);
}

MienStatus mieni_gltf_integers(const MienIoGltf *gltf, int accessor, MieniArena *arena, uint32_t **out_values,
                               MienError *error)
{
    MieniGltfLayout layout;
    const MienStatus status = find_layout(gltf, accessor, &layout, error);
    if (status != MIEN_OK)
        return status;
    const size_t components = (size_t)layout.info.components;
    uint32_t *values = mieni_arena_take(arena, (size_t)layout.info.count, components * sizeof *values);
    if (values == NULL)
        return no_memory(error, accessor);
    for (size_t i = 0; layout.data != NULL && i < (size_t)layout.info.count; ++i)
        put_wholes(&layout, layout.data + i * layout.stride, values + i * components);
    for (int i = 0; i < layout.info.sparse_count; ++i)
        put_wholes(&layout, layout.sparse_values + (size_t)i * layout.size,
                   values + mieni_gltf_sparse_index(&layout, i) * components);
    *out_values = values;
    return MIEN_OK;
}

static bool is_zero(const float *values, int count)
{
    for (int c = 0; c < count; ++c)
        if (values[c] != 0.0f)
            return false;
    return true;
}

MienStatus mieni_gltf_nonzero(const MienIoGltf *gltf, int accessor, MieniArena *arena,
                              uint32_t **out_elements, float **out_values, int *out_count, MienError *error)
{
    MieniGltfLayout layout;
    const MienStatus status = find_layout(gltf, accessor, &layout, error);
    if (status != MIEN_OK)
        return status;
    const int components = layout.info.components;
    const size_t size = (size_t)components * sizeof **out_values;
    int count = 0;
    MieniGltfBlock block = {.next = 0, .cursor = 0};
    while (mieni_gltf_next(&layout, &block))
        for (int i = 0; i < block.count; ++i)
            count += !is_zero(block.values + i * components, components);
    *out_elements = mieni_arena_take(arena, (size_t)count, sizeof **out_elements);
    *out_values = mieni_arena_take(arena, (size_t)count, size);
    *out_count = count;
    if (*out_elements == NULL || *out_values == NULL)
        return no_memory(error, accessor);
    count = block.next = block.cursor = 0;
    while (mieni_gltf_next(&layout, &block))
        for (int i = 0; i < block.count; ++i) {
            const float *values = block.values + i * components;
            if (is_zero(values, components))
                continue;
            (*out_elements)[count] = block.elements[i];
            memcpy(*out_values + (size_t)count * (size_t)components, values, size);
            ++count;
        }
    return MIEN_OK;
}
