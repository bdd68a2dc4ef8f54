// SPDX-License-Identifier: MIT
//
// Typed views of text assets.

#include "asset/view.h"

#include <string.h>

int mieni_view_count(const MieniJson *list)
{
    return list != NULL && (list->type == MIENI_JSON_ARRAY || list->type == MIENI_JSON_OBJECT) ? list->count
                                                                                               : 0;
}

double mieni_view_number(const MieniJson *list, int index)
{
    const MieniJson *item = index < mieni_view_count(list) ? list->items[index] : NULL;
    return item != NULL && item->type == MIENI_JSON_NUMBER ? item->number : 0.0;
}

const char *mieni_view_text(const MieniJson *list, int index)
{
    const MieniJson *item = index < mieni_view_count(list) ? list->items[index] : NULL;
    return item != NULL && item->type == MIENI_JSON_STRING ? item->string : "";
}

bool mieni_view_vector(const MieniJson *array, int count, double *out)
{
    if (array == NULL || array->type != MIENI_JSON_ARRAY || array->count != count)
        return false;
    for (int i = 0; i < count; ++i)
        out[i] = mieni_view_number(array, i);
    return true;
}

void mieni_view_set_text(MieniJsonDocument *json, MieniJson *object, const char *key, const char *text)
{
    if (text != NULL)
        mieni_json_set(json, object, key, mieni_json_string(json, text));
    else
        mieni_json_unset(object, key);
}

/// The array of a key, which is made if it is absent.
static MieniJson *list_of(MieniJsonDocument *json, MieniJson *object, const char *key)
{
    MieniJson *list = mieni_json_get(object, key);
    return list != NULL ? list : mieni_json_set(json, object, key, mieni_json_array(json));
}

MieniJson *mieni_view_add(MieniJsonDocument *json, MieniJson *object, const char *key)
{
    return mieni_json_append(json, list_of(json, object, key), mieni_json_object(json));
}

void mieni_view_add_text(MieniJsonDocument *json, MieniJson *object, const char *key, const char *text)
{
    mieni_json_append(json, list_of(json, object, key), mieni_json_string(json, text));
}

static MieniJson *root_of(const MieniAsset *asset, MieniAssetKind kind)
{
    return asset != NULL && asset->kind == kind ? asset->json.root : NULL;
}

#define ROOT(Type, type, kind)                                                                               \
    Mieni##Type##View *mieni_##type##_of(const MieniAsset *asset)                                            \
    {                                                                                                        \
        return (Mieni##Type##View *)root_of(asset, kind);                                                    \
    }
ROOT(Project, project, MIENI_ASSET_PROJECT)
ROOT(Skeleton, skeleton, MIENI_ASSET_SKELETON)
ROOT(Mesh, mesh, MIENI_ASSET_MESH)
ROOT(Modifiers, modifiers, MIENI_ASSET_MODIFIERS)
ROOT(Clip, clip, MIENI_ASSET_CLIP)
ROOT(Clips, clips, MIENI_ASSET_CLIPS)
ROOT(PoseAsset, pose_asset, MIENI_ASSET_POSES)
ROOT(Character, character, MIENI_ASSET_CHARACTER)
ROOT(Map, map, MIENI_ASSET_MAP)
ROOT(Calibration, calibration, MIENI_ASSET_CALIBRATION)
ROOT(Graph, graph, MIENI_ASSET_GRAPH)

MieniAssetKind mieni_asset_kind_of_json(const MieniJson *root)
{
    const char *name = mieni_json_get_string(root, "kind", "");
    for (int i = 1; i < MIENI_ASSET_KINDS; ++i)
        if (strcmp(name, mieni_asset_kind_name((MieniAssetKind)i)) == 0)
            return (MieniAssetKind)i;
    return MIENI_ASSET_NONE;
}

/// Whether the schema of the kind has a member of this type.
static bool has(const MieniAsset *asset, const char *key, MieniFieldType type)
{
    const MieniSchema *schema = asset != NULL ? mieni_asset_schema(asset->kind) : NULL;
    const MieniField *field = schema != NULL ? mieni_schema_find(schema, key) : NULL;
    return field != NULL && field->type == type;
}

static MieniJson *member(const MieniAsset *asset, const char *key, MieniFieldType type)
{
    return has(asset, key, type) ? mieni_json_get(asset->json.root, key) : NULL;
}

static const char *text_of(const MieniJson *value)
{
    return value != NULL && value->type == MIENI_JSON_STRING ? value->string : NULL;
}

MieniJson *mieni_asset_skeleton_json(const MieniAsset *asset)
{
    return member(asset, "skeleton", MIENI_FIELD_PATH);
}

const char *mieni_asset_skeleton(const MieniAsset *asset)
{
    return text_of(mieni_asset_skeleton_json(asset));
}

const char *mieni_asset_mesh(const MieniAsset *asset)
{
    return text_of(member(asset, "mesh", MIENI_FIELD_PATH));
}

MieniJson *mieni_asset_preview_json(const MieniAsset *asset)
{
    return member(asset, "preview", MIENI_FIELD_PATH);
}

const char *mieni_asset_preview(const MieniAsset *asset) { return text_of(mieni_asset_preview_json(asset)); }

const MieniSourceView *mieni_asset_source(const MieniAsset *asset)
{
    return mieni_source_view(member(asset, "source", MIENI_FIELD_OBJECT));
}

MieniJson *mieni_asset_modifiers_json(const MieniAsset *asset)
{
    return member(asset, "modifiers", MIENI_FIELD_ROWS);
}

int mieni_asset_find_modifier(const MieniAsset *asset, const char *what)
{
    return mieni_json_find(mieni_asset_modifiers_json(asset), "do", what);
}

void mieni_asset_set_skeleton(MieniAsset *asset, const char *skeleton)
{
    if (has(asset, "skeleton", MIENI_FIELD_PATH))
        mieni_view_set_text(&asset->json, asset->json.root, "skeleton", skeleton);
}

const char *mieni_value_parameter(const MieniJson *value)
{
    return mieni_json_get_string(value, "parameter", NULL);
}

MieniJson *mieni_value_of_parameter(MieniJsonDocument *json, const char *name)
{
    MieniJson *value = mieni_json_object(json);
    mieni_json_set(json, value, "parameter", mieni_json_string(json, name));
    return value;
}

const char *mieni_row_name(const MieniJson *rows, int index)
{
    return mieni_json_get_string(rows->items[index], "name", "");
}
