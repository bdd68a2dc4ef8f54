// SPDX-License-Identifier: MIT
//
// Holds the tree of a glTF file against the tables of its shapes, and its version and
// extensions against what is known here.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/gltf/shape.h"
#include "io/gltf/steps.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_KEYS = 256 };

/// A walk through the tree, and where it is.
typedef struct Walk {
    const MieniGltfCheck *check;
    char path[96];
    size_t size;
} Walk;

static MIENI_PRINTF(2, 3) size_t enter(Walk *walk, const char *format, ...)
{
    const size_t before = walk->size;
    va_list arguments;
    va_start(arguments, format);
    const int size = vsnprintf(walk->path + before, sizeof walk->path - before, format, arguments);
    va_end(arguments);
    walk->size += size > 0 ? (size_t)size : 0;
    if (walk->size >= sizeof walk->path)
        walk->size = sizeof walk->path - 1;
    return before;
}

static void leave(Walk *walk, size_t before)
{
    walk->size = before;
    walk->path[before] = '\0';
}

static MienStatus fail(const Walk *walk, const char *sentence)
{
    return mieni_fail(walk->check->error, MIEN_ERROR_DATA,
                      mieni_at("%s", walk->size > 0 ? walk->path : "the root"), "%s", sentence);
}

static MienStatus check_object(Walk *walk, const MieniJson *object, const MieniGltfShape *shape);

static MienStatus check_whole(const Walk *walk, const MieniJson *value, double least, double most)
{
    if (value->type != MIENI_JSON_NUMBER)
        return fail(walk, "This must be a whole number.");
    if (!(value->number >= least && value->number <= most))
        return fail(walk, "This number is out of range.");
    return value->number == (double)(int64_t)value->number ? MIEN_OK
                                                           : fail(walk, "This must be a whole number.");
}

static MienStatus check_index(const Walk *walk, const MieniJson *value, const char *of)
{
    const int count = mieni_gltf_count(walk->check->gltf, of);
    if (value->type != MIENI_JSON_NUMBER || !(value->number >= 0.0 && value->number <= (double)INT_MAX) ||
        value->number != (double)(int)value->number)
        return fail(walk, "This must be an index: a whole number from 0.");
    return (int)value->number < count ? MIEN_OK : fail(walk, "This index is out of range.");
}

/// Keys are looked up one by one, so that objects of very many would take very long.
static MienStatus check_keys(const Walk *walk, const MieniJson *object)
{
    if (object->type != MIENI_JSON_OBJECT)
        return fail(walk, "This must be an object.");
    if (object->count > MOST_KEYS)
        return mieni_fail(walk->check->error, MIEN_ERROR_LIMIT,
                          mieni_at("%s", walk->size > 0 ? walk->path : "the root"),
                          "An object of glTF has at most 256 keys.");
    return MIEN_OK;
}

static MienStatus check_map(Walk *walk, const MieniJson *map, const char *of)
{
    MienStatus status = check_keys(walk, map);
    if (status != MIEN_OK)
        return status;
    if (map->count == 0)
        return fail(walk, "This must not be empty.");
    for (int i = 0; status == MIEN_OK && i < map->count; ++i) {
        const size_t before = enter(walk, ".%.40s", map->keys[i]);
        status = check_index(walk, map->items[i], of);
        leave(walk, before);
    }
    return status;
}

/// One item of an array of any kind.
static MienStatus check_item(Walk *walk, const MieniJson *item, const MieniGltfField *field)
{
    switch (field->type) {
    case MIENI_GLTF_INDICES:
        return check_index(walk, item, field->of);
    case MIENI_GLTF_NUMBERS:
        return item->type == MIENI_JSON_NUMBER ? MIEN_OK : fail(walk, "This must be a number.");
    case MIENI_GLTF_STRINGS:
        return item->type == MIENI_JSON_STRING ? MIEN_OK : fail(walk, "This must be a string.");
    case MIENI_GLTF_INDEX_MAPS:
        return check_map(walk, item, field->of);
    default:
        return check_object(walk, item, field->shape);
    }
}

static MienStatus check_array(Walk *walk, const MieniJson *array, const MieniGltfField *field)
{
    if (array->type != MIENI_JSON_ARRAY)
        return fail(walk, "This must be an array.");
    if (array->count == 0)
        return fail(walk, "This must not be empty: leave it out.");
    if (field->count > 0 && array->count != field->count)
        return fail(walk, "This array has not as many numbers as belong here.");
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < array->count; ++i) {
        const size_t before = enter(walk, "[%d]", i);
        status = check_item(walk, array->items[i], field);
        leave(walk, before);
    }
    return status;
}

static MienStatus check_value(Walk *walk, const MieniJson *value, const MieniGltfField *field)
{
    switch (field->type) {
    case MIENI_GLTF_BOOL:
        return value->type == MIENI_JSON_BOOL ? MIEN_OK : fail(walk, "This must be true or false.");
    case MIENI_GLTF_STRING:
        return value->type == MIENI_JSON_STRING ? MIEN_OK : fail(walk, "This must be a string.");
    case MIENI_GLTF_NUMBER:
        return value->type == MIENI_JSON_NUMBER ? MIEN_OK : fail(walk, "This must be a number.");
    case MIENI_GLTF_WHOLE:
        return check_whole(walk, value, field->least, field->most);
    case MIENI_GLTF_INDEX:
        return check_index(walk, value, field->of);
    case MIENI_GLTF_INDEX_MAP:
        return check_map(walk, value, field->of);
    case MIENI_GLTF_OBJECT:
        return check_object(walk, value, field->shape);
    default:
        return check_array(walk, value, field);
    }
}

static MienStatus check_extensions(Walk *walk, const MieniJson *extensions)
{
    const MienStatus status = check_keys(walk, extensions);
    for (int i = 0; status == MIEN_OK && i < extensions->count; ++i)
        if (extensions->items[i]->type != MIENI_JSON_OBJECT) {
            enter(walk, ".%.40s", extensions->keys[i]);
            return fail(walk, "An extension must be an object.");
        }
    return status;
}

static MienStatus check_object(Walk *walk, const MieniJson *object, const MieniGltfShape *shape)
{
    static const MieniGltfField name = {.key = "name", .type = MIENI_GLTF_STRING};
    MienStatus status = check_keys(walk, object);
    for (int i = 0; status == MIEN_OK && i <= shape->count; ++i) {
        const MieniGltfField *field = i < shape->count ? &shape->fields[i] : &name;
        const MieniJson *value = mieni_json_get(object, field->key);
        const size_t before = enter(walk, walk->size > 0 ? ".%s" : "%s", field->key);
        if (value != NULL)
            status = check_value(walk, value, field);
        else if (field->is_required)
            status = fail(walk, "This is missing.");
        leave(walk, before);
    }
    const MieniJson *extensions = mieni_json_get(object, "extensions");
    if (status == MIEN_OK && extensions != NULL) {
        const size_t before = enter(walk, walk->size > 0 ? ".%s" : "%s", "extensions");
        status = check_extensions(walk, extensions);
        leave(walk, before);
    }
    return status;
}

MienStatus mieni_gltf_check_shape(const MieniGltfCheck *check)
{
    // Indices are compared with array sizes, so check first that these are arrays.
    const MieniJson *root = check->gltf->json.root;
    Walk walk = {.check = check};
    for (int i = 0; root->type == MIENI_JSON_OBJECT && i < mieni_gltf_root_shape.count; ++i) {
        const MieniGltfField *field = &mieni_gltf_root_shape.fields[i];
        const MieniJson *value = mieni_json_get(root, field->key);
        if (field->type == MIENI_GLTF_OBJECTS && value != NULL && value->type != MIENI_JSON_ARRAY) {
            enter(&walk, "%s", field->key);
            return fail(&walk, "This must be an array.");
        }
    }
    return check_object(&walk, root, &mieni_gltf_root_shape);
}

/// "2.0" for instance: the number before the point and the one after it. False for others.
static bool read_version(const char *text, int *out_major, int *out_minor)
{
    int parts[2] = {0, 0};
    for (int p = 0; p < 2; ++p) {
        int digits = 0;
        for (; *text >= '0' && *text <= '9'; ++text)
            parts[p] = ++digits > 6 ? parts[p] : 10 * parts[p] + (*text - '0');
        if (digits == 0 || digits > 6 || *text++ != (p == 0 ? '.' : '\0'))
            return false;
    }
    *out_major = parts[0];
    *out_minor = parts[1];
    return true;
}

static MienStatus check_version(const MieniGltfCheck *check)
{
    const MieniJson *asset = mieni_json_get(check->gltf->json.root, "asset");
    int major = 0, minor = 0;
    if (!read_version(mieni_json_get_string(asset, "version", ""), &major, &minor) || major != 2)
        return mieni_fail(check->error, MIEN_ERROR_VERSION, mieni_at("asset.version"),
                          "Only glTF 2 is read: export as glTF 2.0.");
    const char *least = mieni_json_get_string(asset, "minVersion", NULL);
    if (least != NULL && (!read_version(least, &major, &minor) || major != 2 || minor > 0))
        return mieni_fail(check->error, MIEN_ERROR_VERSION, mieni_at("asset.minVersion"),
                          "The file needs a newer glTF than 2.0, which is what is read.");
    return MIEN_OK;
}

/// Extensions that do no harm if they are required: those that are read, and those of
/// looks and descriptions, without which all that is read here means the same.
static bool is_known(const char *name)
{
    static const char *const names[] = {"KHR_mesh_quantization",
                                        "KHR_animation_pointer",
                                        "KHR_texture_transform",
                                        "KHR_lights_punctual",
                                        "KHR_node_visibility",
                                        "KHR_xmp_json_ld",
                                        "KHR_xmp",
                                        "VRM"};
    static const char *const beginnings[] = {"KHR_materials_", "KHR_character", "VRMC_"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(names[i], name) == 0)
            return true;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; ++i)
        if (strncmp(name, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    return false;
}

/// What to do about an extension that is not known.
static const char *advice(const char *name)
{
    if (strcmp(name, "KHR_draco_mesh_compression") == 0)
        return "export without Draco compression";
    if (strstr(name, "meshopt") != NULL)
        return "export without meshopt compression";
    if (strstr(name, "texture") != NULL)
        return "export images as PNG or JPEG";
    return "export without it";
}

MienStatus mieni_gltf_check_extensions(const MieniGltfCheck *check)
{
    const MieniJson *required = mieni_gltf_array(check->gltf, "extensionsRequired");
    const MienStatus status = check_version(check);
    if (status != MIEN_OK)
        return status;
    for (int i = 0; required != NULL && i < required->count; ++i) {
        const char *name = required->items[i]->string;
        char shown[48], sentence[160];
        if (is_known(name))
            continue;
        size_t size = 0;
        for (; size + 1 < sizeof shown && name[size] != '\0'; ++size)
            shown[size] = name[size] > 0x20 && name[size] < 0x7F ? name[size] : '?';
        shown[size] = '\0';
        snprintf(sentence, sizeof sentence, "The file requires %s, which is not read: %s.", shown,
                 advice(name));
        return mieni_fail(check->error, MIEN_ERROR_VERSION, mieni_at("extensionsRequired[%d]", i), "%s",
                          sentence);
    }
    return MIEN_OK;
}
