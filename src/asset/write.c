// SPDX-License-Identifier: MIT
//
// Reading assets, and writing them in their one canonical form.

#include "asset/lines.h"

#include <string.h>

enum { INDENT = 2 };

MienStatus mieni_asset_read(MieniAsset *out_asset, MieniAssetKind kind, const void *bytes, size_t size,
                            const MienAllocator *allocator, MienError *error)
{
    *out_asset = (MieniAsset){.kind = kind};
    if (mieni_asset_schema(kind) == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("kind"), "There is no such kind of asset.");
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

/// What is written, and who may write its lines otherwise.
typedef struct Writer {
    MieniTextOut *out;
    MieniPutLine *put_line; ///< Or NULL.
    void *user;
} Writer;

static void put_indent(MieniTextOut *out, int depth)
{
    mieni_text_put(out, "\n");
    for (int i = 0; i < INDENT * depth; ++i)
        mieni_text_put(out, " ");
}

static void put_object(const Writer *writer, const MieniSchema *schema, const MieniJson *object, int depth,
                       bool is_broken);
static void put_line(const Writer *writer, const MieniAssetLine *line);

bool mieni_asset_is_broken(const MieniField *field, const MieniJson *value, int depth)
{
    if (value->type != MIENI_JSON_ARRAY || value->count == 0)
        return false;
    return field != NULL ? field->is_broken : depth == 1 && value->items[0]->type >= MIENI_JSON_ARRAY;
}

static void put_item(const Writer *writer, const MieniField *field, const MieniJson *item, int depth)
{
    if (field != NULL && field->schema != NULL && item->type == MIENI_JSON_OBJECT)
        put_object(writer, field->schema, item, depth, false);
    else
        mieni_text_put_json(writer->out, item);
}

/// One value. depth is that of the line it stands on.
static void put_value(const Writer *writer, const MieniField *field, const MieniJson *value, int depth)
{
    const bool is_broken = mieni_asset_is_broken(field, value, depth);
    if (value->type != MIENI_JSON_ARRAY) {
        put_item(writer, field, value, depth);
        return;
    }
    mieni_text_put(writer->out, "[");
    for (int i = 0; i < value->count; ++i) {
        const bool is_last = i + 1 == value->count;
        if (is_broken) {
            put_line(writer, &(MieniAssetLine){field, NULL, value->items[i], depth + 1, is_last});
            continue;
        }
        put_item(writer, field, value->items[i], depth + 1);
        mieni_text_put(writer->out, is_last ? "" : ", ");
    }
    if (is_broken)
        put_indent(writer->out, depth);
    mieni_text_put(writer->out, "]");
}

static void put_line(const Writer *writer, const MieniAssetLine *line)
{
    if (writer->put_line != NULL && writer->put_line(writer->user, writer->out, line))
        return;
    put_indent(writer->out, line->depth);
    if (line->key != NULL) {
        mieni_text_put_string(writer->out, line->key);
        mieni_text_put(writer->out, ": ");
        put_value(writer, line->field, line->value, line->depth);
    } else {
        put_item(writer, line->field, line->value, line->depth);
    }
    mieni_text_put(writer->out, line->is_last ? "" : ",");
}

/// left counts the members that are still to come, this one among them.
static void put_member(const Writer *writer, const MieniField *field, const char *key, const MieniJson *value,
                       int depth, bool is_broken, int *left)
{
    const bool is_last = --*left == 0;
    if (is_broken) {
        put_line(writer, &(MieniAssetLine){field, key, value, depth, is_last});
        return;
    }
    mieni_text_put_string(writer->out, key);
    mieni_text_put(writer->out, ": ");
    put_value(writer, field, value, depth);
    mieni_text_put(writer->out, is_last ? "" : ", ");
}

/// Known keys in the schema's order, then the others as they are.
static void put_object(const Writer *writer, const MieniSchema *given, const MieniJson *object, int depth,
                       bool is_broken)
{
    const MieniSchema *schema = mieni_schema_of(given, object);
    int left = object->count;
    mieni_text_put(writer->out, "{");
    for (int i = 0; i < schema->field_count; ++i) {
        const MieniJson *value = mieni_json_get(object, schema->fields[i].key);
        if (value != NULL)
            put_member(writer, &schema->fields[i], schema->fields[i].key, value, depth, is_broken, &left);
    }
    for (int k = 0; k < object->count; ++k)
        if (mieni_schema_find(schema, object->keys[k]) == NULL)
            put_member(writer, NULL, object->keys[k], object->items[k], depth, is_broken, &left);
    if (is_broken)
        put_indent(writer->out, depth - 1);
    mieni_text_put(writer->out, "}");
}

void mieni_asset_put_line(MieniTextOut *out, const MieniAssetLine *line)
{
    put_line(&(Writer){.out = out}, line);
}

void mieni_asset_write_lines(const MieniAsset *asset, MieniTextOut *out, MieniPutLine *put, void *user)
{
    const Writer writer = {out, put, user};
    put_object(&writer, mieni_asset_schema(asset->kind), asset->json.root, 1, true);
    mieni_text_put(out, "\n");
}

void mieni_asset_write(const MieniAsset *asset, MieniTextOut *out)
{
    mieni_asset_write_lines(asset, out, NULL, NULL);
}
