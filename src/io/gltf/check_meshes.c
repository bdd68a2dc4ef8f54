// SPDX-License-Identifier: MIT
//
// Primitives: attributes of the types that belong to them, as many of each as there are
// vertices, and targets that fit.

#include "core/internal.h"
#include "io/gltf/steps.h"

#include <string.h>

enum { BYTE = 5120, UBYTE = 5121, SHORT = 5122, USHORT = 5123, UINT = 5125, FLOAT = 5126 };

/// What a buffer view is used for: one thing only.
typedef enum Use { UNUSED = 0, VERTICES, INDICES } Use;

/// Where a check is, and what views are used for.
typedef struct Place {
    const MieniGltfCheck *check;
    int mesh, primitive;
    uint8_t *uses;     ///< Per view.
    int *vertex_users; ///< Per view: an accessor of vertices in it, from 1.
    bool is_quantized;
} Place;

static MienStatus fail(const Place *place, const char *part, const char *key, const char *sentence)
{
    return mieni_fail(place->check->error, MIEN_ERROR_DATA,
                      mieni_at("meshes[%d].primitives[%d]%s%.40s", place->mesh, place->primitive, part, key),
                      "%s", sentence);
}

/// "TEXCOORD_3": whether the name begins so, and the number; -1 if there is none or it is
/// not as numbers are written.
static bool is_numbered(const char *name, const char *beginning, int *out_number)
{
    const size_t size = strlen(beginning);
    if (strncmp(name, beginning, size) != 0)
        return false;
    const char *digits = name + size;
    const size_t count = strspn(digits, "0123456789");
    *out_number = -1;
    if (count >= 1 && count <= 3 && digits[count] == '\0' && (count == 1 || digits[0] != '0')) {
        *out_number = 0;
        for (size_t i = 0; i < count; ++i)
            *out_number = 10 * *out_number + (digits[i] - '0');
    }
    return true;
}

static bool is_float(const MieniGltfAccessor *info, int components)
{
    return info->components == components && info->component_type == FLOAT;
}

/// Whole numbers that KHR_mesh_quantization allows besides.
static bool is_quantized(const Place *place, const MieniGltfAccessor *info, int components, bool is_signed)
{
    const int type = info->component_type;
    return place->is_quantized && info->components == components && type >= BYTE && type <= USHORT &&
           (!is_signed || type == BYTE || type == SHORT);
}

static bool is_normalized_unsigned(const MieniGltfAccessor *info)
{
    return info->is_normalized && (info->component_type == UBYTE || info->component_type == USHORT);
}

/// Whether an attribute may be stored so. Unknown names are those that begin with _.
static bool fits(const Place *place, const char *name, const MieniGltfAccessor *info, bool is_target,
                 bool *out_is_name)
{
    int number = 0;
    *out_is_name = true;
    if (strcmp(name, "POSITION") == 0)
        return is_float(info, 3) || is_quantized(place, info, 3, is_target);
    if (strcmp(name, "NORMAL") == 0)
        return is_float(info, 3) || is_quantized(place, info, 3, true);
    if (strcmp(name, "TANGENT") == 0)
        return is_float(info, is_target ? 3 : 4) || is_quantized(place, info, is_target ? 3 : 4, true);
    if (is_numbered(name, "TEXCOORD_", &number))
        return (*out_is_name = number >= 0) &&
               (is_float(info, 2) || (is_normalized_unsigned(info) && info->components == 2) ||
                is_quantized(place, info, 2, false));
    if (is_numbered(name, "COLOR_", &number))
        return (*out_is_name = number >= 0) && (info->components == 3 || info->components == 4) &&
               (info->component_type == FLOAT || is_normalized_unsigned(info) ||
                (is_target && info->is_normalized));
    if (!is_target && is_numbered(name, "JOINTS_", &number))
        return (*out_is_name = number >= 0) && info->components == 4 && !info->is_normalized &&
               (info->component_type == UBYTE || info->component_type == USHORT);
    if (!is_target && is_numbered(name, "WEIGHTS_", &number))
        return (*out_is_name = number >= 0) && info->components == 4 &&
               (info->component_type == FLOAT || is_normalized_unsigned(info));
    *out_is_name = name[0] == '_';
    return *out_is_name && info->component_type != UINT;
}

/// Notes what a view is used for.
static MienStatus use_view(const Place *place, int accessor, Use use, const char *part, const char *key)
{
    const MieniGltfCheck *check = place->check;
    const int view = mieni_gltf_index(mieni_gltf_item(check->gltf, "accessors", accessor), "bufferView");
    if (view < 0)
        return MIEN_OK;
    const MieniJson *json = mieni_gltf_item(check->gltf, "bufferViews", view);
    const bool has_stride = mieni_json_get(json, "byteStride") != NULL;
    const int target = mieni_gltf_index(json, "target");
    const Use stated = target == 34962 ? VERTICES : target == 34963 ? INDICES : UNUSED;
    if ((place->uses[view] != UNUSED && place->uses[view] != use) || (stated != UNUSED && stated != use))
        return fail(place, part, key, "A buffer view holds vertices or indices, not both.");
    place->uses[view] = (uint8_t)use;
    if (use == INDICES)
        return has_stride ? fail(place, part, key, "Indices are stored without a stride.") : MIEN_OK;
    if (!has_stride && place->vertex_users[view] != 0 && place->vertex_users[view] != accessor + 1)
        return fail(place, part, key, "A view that several attributes share needs a stride.");
    place->vertex_users[view] = accessor + 1;
    return MIEN_OK;
}

static MienStatus check_aligned(const Place *place, int accessor, const char *part, const char *key)
{
    const MieniJson *json = mieni_gltf_item(place->check->gltf, "accessors", accessor);
    const MieniGltfLayout layout = mieni_gltf_layout(place->check->gltf, accessor);
    const uint64_t offset = (uint64_t)mieni_json_get_number(json, "byteOffset", 0.0);
    if (!layout.info.is_only_sparse && (offset % 4 != 0 || layout.stride % 4 != 0))
        return fail(place, part, key, "Attributes begin and step by multiples of four bytes.");
    return MIEN_OK;
}

/// The attributes of a primitive or a target: names, formats, counts, memory.
static MienStatus check_attributes(const Place *place, const MieniJson *attributes, const char *part,
                                   const MieniJson *base)
{
    int count = -1;
    for (int i = 0; i < attributes->count; ++i) {
        const char *name = attributes->keys[i];
        const int accessor = (int)attributes->items[i]->number;
        const MieniJson *json = mieni_gltf_item(place->check->gltf, "accessors", accessor);
        const MieniGltfAccessor info = mieni_gltf_accessor(place->check->gltf, accessor);
        const MieniJson *same = base != NULL ? mieni_json_get(base, name) : NULL;
        bool is_name = true;
        const bool is_fit = fits(place, name, &info, base != NULL, &is_name);
        if (!is_name)
            return fail(place, part, name, "There is no attribute of this name; one's own begin with _.");
        if (!is_fit)
            return fail(place, part, name, "The accessor is of a type that this attribute cannot have.");
        if (strcmp(name, "POSITION") == 0 &&
            (mieni_json_get(json, "min") == NULL || mieni_json_get(json, "max") == NULL))
            return fail(place, part, name, "The accessor of positions must state min and max.");
        if (base != NULL && same == NULL)
            return fail(place, part, name, "A target changes what the primitive has no attribute for.");
        if (same != NULL && info.count != mieni_gltf_accessor(place->check->gltf, (int)same->number).count)
            return fail(place, part, name, "A target must have as many elements as the primitive.");
        if (count >= 0 && info.count != count)
            return fail(place, part, name, "All attributes must have as many elements.");
        count = info.count;
        MienStatus status = check_aligned(place, accessor, part, name);
        if (status == MIEN_OK)
            status = use_view(place, accessor, VERTICES, part, name);
        if (status != MIEN_OK)
            return status;
    }
    return MIEN_OK;
}

/// How many attributes there are of a numbered name, from 0 without gaps; -1 with gaps.
static int count_numbered(const MieniJson *attributes, const char *beginning)
{
    int count = 0, highest = -1, number = 0;
    for (int i = 0; i < attributes->count; ++i)
        if (is_numbered(attributes->keys[i], beginning, &number)) {
            ++count;
            highest = number > highest ? number : highest;
        }
    return highest + 1 == count ? count : -1;
}

static MienStatus check_sets(const Place *place, const MieniJson *attributes)
{
    static const char *const beginnings[] = {"TEXCOORD_", "COLOR_", "JOINTS_", "WEIGHTS_"};
    int counts[4];
    for (int i = 0; i < 4; ++i) {
        counts[i] = count_numbered(attributes, beginnings[i]);
        if (counts[i] < 0)
            return fail(place, ".attributes.", beginnings[i], "Numbers of attributes count from 0 on.");
    }
    if (counts[2] != counts[3])
        return fail(place, ".attributes", "", "Joints and weights belong together: as many of each.");
    return MIEN_OK;
}

static MienStatus check_indices(const Place *place, int accessor)
{
    const MieniGltfAccessor info = mieni_gltf_accessor(place->check->gltf, accessor);
    const int type = info.component_type;
    if (info.components != 1 || info.is_normalized || (type != UBYTE && type != USHORT && type != UINT))
        return fail(place, ".indices", "", "Indices are whole numbers without sign, one by one.");
    return use_view(place, accessor, INDICES, ".indices", "");
}

/// Every texture that a material shows needs its coordinates.
static MienStatus check_texture(const Place *place, const MieniJson *texture, const MieniJson *attributes)
{
    if (texture == NULL)
        return MIEN_OK;
    const int set = mieni_gltf_index(texture, "texCoord");
    if ((set < 0 ? 0 : set) < count_numbered(attributes, "TEXCOORD_"))
        return MIEN_OK;
    // KHR_texture_transform may choose another set.
    if (mieni_gltf_extension(texture, "KHR_texture_transform") != NULL)
        return MIEN_OK;
    return fail(place, ".material", "", "The material shows a texture whose coordinates are missing.");
}

static MienStatus check_material(const Place *place, const MieniJson *material, const MieniJson *attributes)
{
    static const char *const keys[] = {"normalTexture", "occlusionTexture", "emissiveTexture"};
    const MieniJson *pbr = mieni_json_get(material, "pbrMetallicRoughness");
    MienStatus status = check_texture(place, mieni_json_get(pbr, "baseColorTexture"), attributes);
    if (status == MIEN_OK)
        status = check_texture(place, mieni_json_get(pbr, "metallicRoughnessTexture"), attributes);
    for (int i = 0; status == MIEN_OK && i < 3; ++i)
        status = check_texture(place, mieni_json_get(material, keys[i]), attributes);
    return status;
}

static MienStatus check_primitive(const Place *place, const MieniJson *primitive)
{
    const MieniJson *attributes = mieni_json_get(primitive, "attributes");
    const MieniJson *targets = mieni_json_get(primitive, "targets");
    const int indices = mieni_gltf_index(primitive, "indices");
    const int material = mieni_gltf_index(primitive, "material");
    MienStatus status = check_attributes(place, attributes, ".attributes.", NULL);
    if (status == MIEN_OK)
        status = check_sets(place, attributes);
    if (status == MIEN_OK && indices >= 0)
        status = check_indices(place, indices);
    for (int t = 0; status == MIEN_OK && targets != NULL && t < targets->count; ++t)
        status = check_attributes(place, targets->items[t], ".targets.", attributes);
    if (status == MIEN_OK && material >= 0)
        status =
            check_material(place, mieni_gltf_item(place->check->gltf, "materials", material), attributes);
    return status;
}

static MienStatus check_mesh(Place *place, const MieniJson *mesh)
{
    const MieniJson *primitives = mieni_json_get(mesh, "primitives"),
                    *weights = mieni_json_get(mesh, "weights");
    int count = -1;
    for (int p = 0; p < primitives->count; ++p) {
        const MieniJson *targets = mieni_json_get(primitives->items[p], "targets");
        const int own = targets != NULL ? targets->count : 0;
        place->primitive = p;
        if (count >= 0 && own != count)
            return fail(place, ".targets", "", "All primitives of a mesh must have as many targets.");
        count = own;
        const MienStatus status = check_primitive(place, primitives->items[p]);
        if (status != MIEN_OK)
            return status;
    }
    if (weights != NULL && weights->count != count)
        return mieni_fail(place->check->error, MIEN_ERROR_DATA, mieni_at("meshes[%d].weights", place->mesh),
                          "There must be as many weights as the mesh has targets.");
    return MIEN_OK;
}

static bool uses_extension(const MienIoGltf *gltf, const char *name)
{
    const MieniJson *used = mieni_gltf_array(gltf, "extensionsUsed");
    for (int i = 0; used != NULL && i < used->count; ++i)
        if (strcmp(used->items[i]->string, name) == 0)
            return true;
    return false;
}

MienStatus mieni_gltf_check_meshes(const MieniGltfCheck *check)
{
    const size_t views = (size_t)mieni_gltf_count(check->gltf, "bufferViews");
    Place place = {.check = check,
                   .uses = mieni_arena_take(check->scratch, views, sizeof *place.uses),
                   .vertex_users = mieni_arena_take(check->scratch, views, sizeof *place.vertex_users),
                   .is_quantized = uses_extension(check->gltf, "KHR_mesh_quantization")};
    if (place.uses == NULL || place.vertex_users == NULL)
        return mieni_fail(check->error, MIEN_ERROR_MEMORY, mieni_at("meshes"), "Out of memory.");
    MienStatus status = MIEN_OK;
    for (int m = 0; status == MIEN_OK && m < mieni_gltf_count(check->gltf, "meshes"); ++m) {
        place.mesh = m;
        status = check_mesh(&place, mieni_gltf_item(check->gltf, "meshes", m));
    }
    return status;
}
