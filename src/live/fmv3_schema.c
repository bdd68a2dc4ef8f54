// SPDX-License-Identifier: MIT
//
// The schema of FMV3: JSON with the names and the form of the frames that follow.

#include "live/fmv3_message.h"

#include "live/bytes.h"
#include "live/frames.h"
#include "live/json.h"

#include "core/internal.h"

#include <string.h>

enum { MOST_KEYS = 32 };

/// A schema while it is read.
typedef struct Schema {
    MieniLiveJson json;
    MieniLiveText keys[MOST_KEYS];
    int key_count;
    MieniLiveJson names; ///< Where they begin.
    int name_count;
    MieniLiveText app;
    bool is_wide;
    const char *fault; ///< NULL: none.
} Schema;

static void blame(Schema *schema, const char *fault)
{
    if (schema->fault == NULL)
        schema->fault = fault;
}

/// Adds a key; false if it came before.
static bool add_key(Schema *schema, MieniLiveText key)
{
    for (int k = 0; k < schema->key_count; ++k)
        if (schema->keys[k].size == key.size && memcmp(schema->keys[k].bytes, key.bytes, key.size) == 0)
            return false;
    if (schema->key_count == MOST_KEYS)
        return false;
    schema->keys[schema->key_count++] = key;
    return true;
}

static bool has_key(const Schema *schema, const char *key)
{
    for (int k = 0; k < schema->key_count; ++k)
        if (mieni_live_text_is(schema->keys[k], key))
            return true;
    return false;
}

/// Adds a name to the table of those that were seen; false if it came before.
static bool add_name(MienLiveFmv3 *fmv3, const char *start, MieniLiveText name)
{
    const size_t last = sizeof fmv3->seen / sizeof *fmv3->seen - 1;
    size_t at = (size_t)mieni_live_hash(MIENI_LIVE_HASH, name.bytes, name.size) & last;
    for (; fmv3->seen[at] != 0; at = (at + 1) & last) {
        const char *other = start + fmv3->seen[at] - 1; // its closing quote is behind it
        if (memcmp(other, name.bytes, name.size) == 0 && other[name.size] == '"')
            return false;
    }
    fmv3->seen[at] = (uint16_t)(name.bytes - start + 1);
    return true;
}

static void check_names(MienLiveFmv3 *fmv3, Schema *schema)
{
    MieniLiveText text;
    char name[MIEN_MAX_NAME];
    schema->names = schema->json;
    if (!mieni_live_json_enter(&schema->json, '[')) {
        blame(schema, "Its blend_names are not an array.");
        return;
    }
    memset(fmv3->seen, 0, sizeof fmv3->seen);
    while (mieni_live_json_item(&schema->json)) {
        if (!mieni_live_json_text(&schema->json, &text) || schema->json.at >= schema->json.end)
            blame(schema, "One of its blend_names is not a text.");
        else if (mieni_live_json_decode(text, name, sizeof name) == 0)
            blame(schema, "Its blend_names must have 1 to 255 bytes, without control characters.");
        else if (++schema->name_count > MIEN_LIVE_FMV3_NAMES)
            blame(schema, "It has more than 4,096 blend_names.");
        else if (!add_name(fmv3, schema->json.start, text))
            blame(schema, "One of its blend_names occurs twice.");
        if (schema->fault != NULL)
            schema->json.has_failed = true; // no need to read on
    }
}

/// A text that must be one of two.
static void check_text(Schema *schema, const char *wanted, const char *other, const char *fault)
{
    MieniLiveText text;
    const bool is_text = mieni_live_json_text(&schema->json, &text);
    if (!is_text || (!mieni_live_text_is(text, wanted) && !mieni_live_text_is(text, other)))
        blame(schema, fault);
    else if (other != wanted)
        schema->is_wide = mieni_live_text_is(text, other);
}

static void check_member(MienLiveFmv3 *fmv3, Schema *schema, MieniLiveText key)
{
    static const char layout[] = "head_rxyz_pxyz_rightEye_rxyz_leftEye_rxyz";
    double version = 0;
    if (mieni_live_text_is(key, "schema_version")) {
        if (!mieni_live_json_number(&schema->json, &version) || version != 1)
            blame(schema, "Its schema_version is not 1.");
    } else if (mieni_live_text_is(key, "blend_names")) {
        check_names(fmv3, schema);
    } else if (mieni_live_text_is(key, "blend_encoding")) {
        check_text(schema, "i16", "i32", "Its blend_encoding is neither i16 nor i32.");
    } else if (mieni_live_text_is(key, "blend_unit")) {
        check_text(schema, "percent", "percent", "Its blend_unit is not percent.");
    } else if (mieni_live_text_is(key, "pose_layout")) {
        check_text(schema, layout, layout, "Its pose_layout is not the one of revision 5.");
    } else if (mieni_live_text_is(key, "rotation_unit")) {
        check_text(schema, "degree", "degree", "Its rotation_unit is not degree.");
    } else if (mieni_live_text_is(key, "position_unit")) {
        check_text(schema, "meter", "meter", "Its position_unit is not meter.");
    } else if (mieni_live_text_is(key, "app")) {
        mieni_live_json_text(&schema->json, &schema->app);
    } else {
        mieni_live_json_skip(&schema->json);
    }
}

static void check_schema(MienLiveFmv3 *fmv3, Schema *schema)
{
    static const char *const needed[] = {"schema_version", "blend_names",   "blend_encoding", "blend_unit",
                                         "pose_layout",    "rotation_unit", "position_unit"};
    MieniLiveText key;
    if (!mieni_live_json_enter(&schema->json, '{'))
        blame(schema, "It is not a JSON object.");
    while (mieni_live_json_key(&schema->json, &key)) {
        if (!add_key(schema, key)) {
            blame(schema, "One of its keys occurs twice, or there are more than 32.");
            return;
        }
        check_member(fmv3, schema, key);
    }
    if (!mieni_live_json_is_done(&schema->json))
        blame(schema, "It is not valid JSON.");
    for (size_t n = 0; n < sizeof needed / sizeof *needed; ++n)
        if (!has_key(schema, needed[n]))
            blame(schema, "It lacks a key that revision 5 has.");
}

static void take_names(MienLiveFmv3 *fmv3, Schema *schema)
{
    MieniLiveText text = {"", 0};
    MieniLiveJson *json = &schema->names;
    MienLiveFrame *frame = &fmv3->frame;
    char name[MIEN_MAX_NAME];
    int count = 0;
    mien_live_frame_clear(frame, MIEN_LIVE_FMV3);
    mieni_live_copy_source(frame->name, schema->app.bytes, schema->app.size);
    mieni_live_json_enter(json, '[');
    while (mieni_live_json_item(json) && mieni_live_json_text(json, &text)) {
        const size_t size = mieni_live_json_decode(text, name, sizeof name);
        fmv3->places[count++] = (int16_t)mieni_live_set_shape(frame, name, size, 0);
    }
    fmv3->name_count = count;
    fmv3->is_wide = schema->is_wide;
    fmv3->dropped_names = frame->dropped_count;
}

MienStatus mieni_fmv3_read_schema(MienLiveFmv3 *fmv3, const uint8_t *json, size_t size, MienError *error)
{
    Schema schema = {.json = mieni_live_json_begin(json, size), .app = {"", 0}};
    check_schema(fmv3, &schema);
    if (schema.fault != NULL)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at_byte((size_t)(schema.json.at - schema.json.start)),
                          "The schema of the phone cannot be read. %s", schema.fault);
    take_names(fmv3, &schema);
    return MIEN_OK;
}
