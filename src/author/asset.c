// SPDX-License-Identifier: MIT
//
// Reading assets, and writing them in their one canonical form.

#include "author/asset.h"

#include <string.h>

enum { INDENT = 2 };

MienStatus mieni_asset_read(MieniAsset *out_asset, MieniAssetKind kind, const void *bytes, size_t size,
                            const MienAllocator *allocator, MienError *error)
{
    *out_asset = (MieniAsset){.kind = kind};
    if (mieni_asset_schema(kind) == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "There is no such kind of asset.", "kind");
    MienStatus status = mieni_json_read(&out_asset->json, bytes, size, allocator, error);
    if (status == MIEN_OK)
        status = mieni_asset_check(out_asset, error);
    if (status != MIEN_OK)
        mieni_asset_release(out_asset);
    return status;
}

MienStatus mieni_asset_begin(MieniAsset *out_asset, MieniAssetKind kind, const MienAllocator *allocator)
{
    *out_asset = (MieniAsset){.kind = kind};
    MieniJsonDocument *json = &out_asset->json;
    mieni_json_begin(json, allocator);
    json->root = mieni_json_object(json);
    mieni_json_set(json, json->root, "kind", mieni_json_string(json, mieni_asset_kind_name(kind)));
    mieni_json_set(json, json->root, "version", mieni_json_number(json, 1));
    if (!json->arena.is_out_of_memory)
        return MIEN_OK;
    mieni_asset_release(out_asset);
    return MIEN_ERROR_MEMORY;
}

void mieni_asset_release(MieniAsset *asset)
{
    mieni_json_release(&asset->json);
    asset->kind = MIENI_ASSET_NONE;
}

static void put_indent(MieniTextOut *out, int depth) { mieni_text_putf(out, "\n%*s", INDENT * depth, ""); }

static void put_object(MieniTextOut *out, const MieniSchema *schema, const MieniJson *object, int depth,
                       bool is_broken);

/// One value. depth is that of the line it stands on.
static void put_value(MieniTextOut *out, const MieniField *field, const MieniJson *value, int depth)
{
    const bool is_list = value->type == MIENI_JSON_ARRAY && value->count > 0;
    const MieniSchema *schema = field != NULL ? field->schema : NULL;
    const bool is_broken =
        is_list &&
        (field != NULL ? field->is_broken : depth == 1 && value->items[0]->type >= MIENI_JSON_ARRAY);
    if (value->type == MIENI_JSON_OBJECT && schema != NULL) {
        put_object(out, schema, value, depth, false);
        return;
    }
    if (!is_list || (!is_broken && schema == NULL)) {
        mieni_text_put_json(out, value);
        return;
    }
    mieni_text_put(out, "[");
    for (int i = 0; i < value->count; ++i) {
        if (is_broken)
            put_indent(out, depth + 1);
        if (schema != NULL && value->items[i]->type == MIENI_JSON_OBJECT)
            put_object(out, schema, value->items[i], depth + 1, false);
        else
            mieni_text_put_json(out, value->items[i]);
        if (i + 1 < value->count)
            mieni_text_put(out, is_broken ? "," : ", ");
    }
    if (is_broken)
        put_indent(out, depth);
    mieni_text_put(out, "]");
}

static void put_member(MieniTextOut *out, const MieniField *field, const char *key, const MieniJson *value,
                       int depth, bool is_broken, bool *is_first)
{
    if (!*is_first)
        mieni_text_put(out, is_broken ? "," : ", ");
    *is_first = false;
    if (is_broken)
        put_indent(out, depth);
    mieni_text_put_string(out, key);
    mieni_text_put(out, ": ");
    put_value(out, field, value, depth);
}

/// Known keys in the schema's order, then the others as they are.
static void put_object(MieniTextOut *out, const MieniSchema *schema, const MieniJson *object, int depth,
                       bool is_broken)
{
    bool is_first = true;
    mieni_text_put(out, "{");
    for (int i = 0; i < schema->field_count; ++i) {
        const MieniJson *value = mieni_json_get(object, schema->fields[i].key);
        if (value != NULL)
            put_member(out, &schema->fields[i], schema->fields[i].key, value, depth, is_broken, &is_first);
    }
    for (int k = 0; k < object->count; ++k) {
        bool is_known = false;
        for (int i = 0; i < schema->field_count && !is_known; ++i)
            is_known = strcmp(schema->fields[i].key, object->keys[k]) == 0;
        if (!is_known)
            put_member(out, NULL, object->keys[k], object->items[k], depth, is_broken, &is_first);
    }
    if (is_broken)
        put_indent(out, depth - 1);
    mieni_text_put(out, "}");
}

void mieni_asset_write(const MieniAsset *asset, MieniTextOut *out)
{
    put_object(out, mieni_asset_schema(asset->kind), asset->json.root, 1, true);
    mieni_text_put(out, "\n");
}
