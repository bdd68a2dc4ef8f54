// SPDX-License-Identifier: MIT
//
// Views lie within buffers, accessors within views, and accessors hold numbers within
// the bounds that they state. Offsets are below 2^53 and lengths too, so that their sums
// are exact in 64 bits.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/gltf/steps.h"

#include <string.h>

enum { FLOAT = 5126, UINT = 5125, MOST_ZEROS = 65536 };

static uint64_t bytes_of(const MieniJson *object, const char *key)
{
    return (uint64_t)mieni_json_get_number(object, key, 0.0);
}

static MienStatus fail(const MieniGltfCheck *check, int accessor, const char *key, const char *sentence)
{
    return mieni_fail(check->error, MIEN_ERROR_DATA, mieni_at("accessors[%d]%s", accessor, key), "%s",
                      sentence);
}

static MienStatus check_view(const MieniGltfCheck *check, int index)
{
    const MieniJson *view = mieni_gltf_item(check->gltf, "bufferViews", index);
    const MieniJson *buffer = mieni_gltf_item(check->gltf, "buffers", mieni_gltf_index(view, "buffer"));
    if (bytes_of(view, "byteOffset") + bytes_of(view, "byteLength") > bytes_of(buffer, "byteLength"))
        return mieni_fail(check->error, MIEN_ERROR_DATA, mieni_at("bufferViews[%d].byteLength", index),
                          "The view ends after the end of its buffer.");
    if (bytes_of(view, "byteStride") % 4 != 0)
        return mieni_fail(check->error, MIEN_ERROR_DATA, mieni_at("bufferViews[%d].byteStride", index),
                          "A stride must be a multiple of four.");
    return MIEN_OK;
}

/// A range of a view that an object names, count pieces of size every stride bytes, each
/// of them aligned as its components are.
typedef struct Range {
    uint64_t count, stride, size, alignment;
    bool is_matrix; ///< Begins at a multiple of four bytes of its view.
} Range;

static MienStatus check_range(const MieniGltfCheck *check, int accessor, const char *key,
                              const MieniJson *object, Range range)
{
    const MieniJson *view =
        mieni_gltf_item(check->gltf, "bufferViews", mieni_gltf_index(object, "bufferView"));
    const uint64_t offset = bytes_of(object, "byteOffset");
    if (offset % (range.is_matrix ? 4 : range.alignment) != 0 ||
        (offset + bytes_of(view, "byteOffset")) % range.alignment != 0)
        return fail(check, accessor, key, "The offset must be a multiple of the size of what is stored.");
    if (offset + (range.count - 1) * range.stride + range.size > bytes_of(view, "byteLength"))
        return fail(check, accessor, key, "This ends after the end of its buffer view.");
    return MIEN_OK;
}

static MienStatus check_sparse(const MieniGltfCheck *check, int accessor, const MieniGltfLayout *layout,
                               const MieniJson *sparse)
{
    const MieniJson *indices = mieni_json_get(sparse, "indices"), *values = mieni_json_get(sparse, "values");
    const MieniJson *lists[2] = {indices, values};
    const int type = mieni_gltf_index(indices, "componentType");
    const uint64_t count = (uint64_t)layout->info.sparse_count, size = layout->size;
    const uint64_t index_size = type == 5121 ? 1 : type == 5123 ? 2 : 4;
    if (layout->info.sparse_count > layout->info.count)
        return fail(check, accessor, ".sparse.count", "There are more sparse elements than elements.");
    if (type != 5121 && type != 5123 && type != UINT)
        return fail(check, accessor, ".sparse.indices.componentType",
                    "Sparse indices are of type 5121, 5123 or 5125.");
    for (int i = 0; i < 2; ++i) {
        const int view = mieni_gltf_index(lists[i], "bufferView");
        if (mieni_json_get(mieni_gltf_item(check->gltf, "bufferViews", view), "byteStride") != NULL)
            return fail(check, accessor, i == 0 ? ".sparse.indices" : ".sparse.values",
                        "Sparse parts are stored without a stride.");
    }
    const MienStatus status = check_range(check, accessor, ".sparse.indices", indices,
                                          (Range){count, index_size, index_size, index_size, false});
    return status != MIEN_OK ? status
                             : check_range(check, accessor, ".sparse.values", values,
                                           (Range){count, size, size, layout->component_size, false});
}

static MienStatus check_bounds(const MieniGltfCheck *check, int accessor, const MieniJson *json,
                               const char *key, const char *place, int components)
{
    const MieniJson *bounds = mieni_json_get(json, key);
    if (bounds != NULL && bounds->count != components)
        return fail(check, accessor, place, "There must be as many bounds as an element has numbers.");
    return MIEN_OK;
}

/// Numbers that no buffer holds cost the file nothing: without a limit a small file could
/// ask for any amount of memory.
static uint64_t most_zeros(const MienIoGltf *gltf)
{
    uint64_t bytes = 0;
    for (int i = 0; i < mieni_gltf_count(gltf, "buffers"); ++i)
        bytes += gltf->buffers[i].size;
    return bytes > MOST_ZEROS ? bytes : MOST_ZEROS;
}

/// Where an accessor's own elements are.
static MienStatus check_place(const MieniGltfCheck *check, int accessor, const MieniGltfLayout *layout,
                              const MieniJson *json)
{
    if (layout->info.is_only_sparse) {
        if (mieni_json_get(json, "byteOffset") != NULL)
            return fail(check, accessor, ".byteOffset", "An offset needs a buffer view.");
        if ((uint64_t)layout->info.count > most_zeros(check->gltf))
            return mieni_fail(
                check->error, MIEN_ERROR_LIMIT, mieni_at("accessors[%d].count", accessor),
                "The accessor stores nothing and counts more elements than the file has bytes.");
        return MIEN_OK;
    }
    const MieniJson *view = mieni_gltf_item(check->gltf, "bufferViews", mieni_gltf_index(json, "bufferView"));
    const uint64_t stride = (uint64_t)mieni_json_get_number(view, "byteStride", (double)layout->size);
    // The last column of a matrix need not be filled up.
    const uint64_t size =
        layout->size - layout->column_size + (uint64_t)layout->rows * layout->component_size;
    if (stride < layout->size)
        return fail(check, accessor, ".bufferView", "The stride of the view is smaller than an element.");
    return check_range(
        check, accessor, "", json,
        (Range){(uint64_t)layout->info.count, stride, size, layout->component_size, layout->columns > 1});
}

static MienStatus check_accessor(const MieniGltfCheck *check, int accessor)
{
    const MieniJson *json = mieni_gltf_item(check->gltf, "accessors", accessor);
    const MieniJson *sparse = mieni_json_get(json, "sparse");
    MieniGltfLayout layout;
    mieni_gltf_format(json, &layout);
    if (layout.info.components == 0) // of an unknown type: then nothing may use it
        return MIEN_OK;
    if (layout.info.is_normalized && layout.info.component_type >= UINT)
        return fail(check, accessor, ".normalized", "Only whole numbers of up to 16 bits can be normalized.");
    MienStatus status = check_bounds(check, accessor, json, "min", ".min", layout.info.components);
    if (status == MIEN_OK)
        status = check_bounds(check, accessor, json, "max", ".max", layout.info.components);
    if (status == MIEN_OK)
        status = check_place(check, accessor, &layout, json);
    if (status == MIEN_OK && sparse != NULL)
        status = check_sparse(check, accessor, &layout, sparse);
    return status;
}

MienStatus mieni_gltf_check_accessors(const MieniGltfCheck *check)
{
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < mieni_gltf_count(check->gltf, "bufferViews"); ++i)
        status = check_view(check, i);
    for (int i = 0; status == MIEN_OK && i < mieni_gltf_count(check->gltf, "accessors"); ++i)
        status = check_accessor(check, i);
    return status;
}

static MienStatus check_sparse_indices(const MieniGltfCheck *check, int accessor,
                                       const MieniGltfLayout *layout)
{
    int64_t last = -1;
    for (int i = 0; i < layout->info.sparse_count; ++i) {
        const int64_t index = mieni_gltf_sparse_index(layout, i);
        if (index <= last || index >= layout->info.count)
            return mieni_fail(check->error, MIEN_ERROR_DATA,
                              mieni_at("accessors[%d].sparse.indices, element %d", accessor, i),
                              "Sparse indices ascend and are below the number of elements.");
        last = index;
    }
    return MIEN_OK;
}

/// The bounds of one component: wide enough for what rounding to a few decimals does.
static void find_bounds(const MieniJson *json, bool is_float, int c, double *out_least, double *out_most)
{
    const MieniJson *min = mieni_json_get(json, "min"), *max = mieni_json_get(json, "max");
    const double least = min != NULL ? min->items[c]->number : -1e300;
    const double most = max != NULL ? max->items[c]->number : 1e300;
    const double a = min != NULL && least < 0.0 ? -least : least,
                 b = max != NULL && most < 0.0 ? -most : most;
    const double size = min == NULL || max == NULL ? 0.0 : a > b ? a : b;
    const double slack = is_float ? 1e-6 + 1e-3 * size : 0.0;
    *out_least = least - slack;
    *out_most = most + slack;
}

/// Whether all floats are within their bounds, which infinite ones and what is no number are not.
static bool are_bound(const MieniGltfLayout *layout, const double *least, const double *most)
{
    const int components = layout->info.components;
    MieniGltfBlock block = {.next = 0, .cursor = 0};
    bool is_bound = true;
    while (is_bound && mieni_gltf_next(layout, &block))
        for (int c = 0; c < components; ++c) {
            const double a = least[c], b = most[c];
            for (int i = c; i < block.count * components; i += components)
                is_bound &= (block.values[i] >= a) & (block.values[i] <= b);
        }
    return is_bound;
}

static MienStatus check_numbers(const MieniGltfCheck *check, int accessor)
{
    const MieniJson *json = mieni_gltf_item(check->gltf, "accessors", accessor);
    const MieniGltfLayout layout = mieni_gltf_layout(check->gltf, accessor);
    const bool is_float = layout.info.component_type == FLOAT;
    const bool is_bound = mieni_json_get(json, "min") != NULL || mieni_json_get(json, "max") != NULL;
    const MienStatus status = check_sparse_indices(check, accessor, &layout);
    double least[16], most[16];
    if (status != MIEN_OK)
        return status;
    if ((!is_float && !is_bound) || (layout.data == NULL && layout.sparse_indices == NULL))
        return MIEN_OK;
    for (int c = 0; c < layout.info.components; ++c)
        find_bounds(json, is_float, c, &least[c], &most[c]);
    if (is_float && are_bound(&layout, least, most))
        return MIEN_OK;
    for (int i = 0, cursor = 0; i < layout.info.count; ++i) {
        const uint8_t *element = mieni_gltf_element(&layout, i, &cursor);
        for (int c = 0; element != NULL && c < layout.info.components; ++c) {
            const double value = mieni_gltf_raw(&layout, element, c);
            if (value - value != 0.0)
                return mieni_fail(check->error, MIEN_ERROR_DATA,
                                  mieni_at("accessors[%d], element %d", accessor, i),
                                  "A number is infinite or no number.");
            if (!(value >= least[c] && value <= most[c]))
                return mieni_fail(check->error, MIEN_ERROR_DATA,
                                  mieni_at("accessors[%d], element %d", accessor, i),
                                  "A number is outside of min and max: one of them is damaged.");
        }
    }
    return MIEN_OK;
}

MienStatus mieni_gltf_check_data(const MieniGltfCheck *check)
{
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < mieni_gltf_count(check->gltf, "accessors"); ++i)
        if (mieni_gltf_accessor(check->gltf, i).components > 0)
            status = check_numbers(check, i);
    return status;
}
