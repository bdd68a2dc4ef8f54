// SPDX-License-Identifier: MIT
//
// Typed views: every member that they know is in the schemas with the same type, and reads
// and writes what an asset holds.

#include "support/check.h"

#include "asset/view.h"

/// The types of members.inc.h.
typedef enum Type {
    TEXT_TYPE,
    NUMBER_TYPE,
    BOOL_TYPE,
    VECTOR_TYPE,
    TEXTS_TYPE,
    VALUES_TYPE,
    CHILD_TYPE,
    ROWS_TYPE,
    ANY_TYPE
} Type;

typedef struct Member {
    const char *key;     ///< NULL begins an object.
    const char *schema;  ///< Of an object: "poses.poses".
    const char *row_key; ///< Of rows.
    Type type;
    int count; ///< Of a vector.
} Member;

#define OBJECT(Type, type, path)                  {NULL, path, NULL, ANY_TYPE, 0},
#define TEXT(Type, type, member)                  {#member, NULL, NULL, TEXT_TYPE, 0},
#define NUMBER(Type, type, member)                {#member, NULL, NULL, NUMBER_TYPE, 0},
#define BOOL(Type, type, member)                  {#member, NULL, NULL, BOOL_TYPE, 0},
#define VECTOR(Type, type, member, size)          {#member, NULL, NULL, VECTOR_TYPE, size},
#define TEXTS(Type, type, member)                 {#member, NULL, NULL, TEXTS_TYPE, 0},
#define VALUES(Type, type, member)                {#member, NULL, NULL, VALUES_TYPE, 0},
#define CHILD(Type, type, member, Other)          {#member, NULL, NULL, CHILD_TYPE, 0},
#define ROWS(Type, type, member, Other, row, key) {#member, NULL, #key, ROWS_TYPE, 0},
#define ANY(Type, type, member)                   {#member, NULL, NULL, ANY_TYPE, 0},
static const Member members[] = {
#include "asset/members.inc.h"
};

/// The field of a key, of the schema or of one of its variants.
static const MieniField *find_field(const MieniSchema *schema, const char *key)
{
    const MieniField *field = mieni_schema_find(schema, key);
    for (int i = 0; field == NULL && i < schema->variant_count; ++i)
        field = mieni_schema_find(schema->variants[i].schema, key);
    return field;
}

/// The schema at a path: a kind, then keys.
static const MieniSchema *find_schema(const char *path)
{
    char parts[128];
    snprintf(parts, sizeof parts, "%s", path);
    const char *part = strtok(parts, ".");
    const MieniSchema *schema = NULL;
    for (int kind = 1; kind < MIENI_ASSET_KINDS; ++kind)
        if (strcmp(mieni_asset_kind_name((MieniAssetKind)kind), part) == 0)
            schema = mieni_asset_schema((MieniAssetKind)kind);
    while (schema != NULL && (part = strtok(NULL, ".")) != NULL) {
        const MieniField *field = find_field(schema, part);
        schema = field != NULL ? field->schema : NULL;
    }
    return schema;
}

static bool fits(const Member *member, const MieniField *field)
{
    switch (field->type) {
    case MIENI_FIELD_TEXT:
    case MIENI_FIELD_NAME:
    case MIENI_FIELD_PATH:
    case MIENI_FIELD_CHOICE:
        return member->type == TEXT_TYPE || member->type == ANY_TYPE;
    case MIENI_FIELD_NUMBER:
    case MIENI_FIELD_INTEGER:
        return member->type == NUMBER_TYPE || member->type == ANY_TYPE;
    case MIENI_FIELD_BOOL:
        return member->type == BOOL_TYPE || member->type == ANY_TYPE;
    case MIENI_FIELD_RATE:
    case MIENI_FIELD_PLAIN:
    case MIENI_FIELD_POINTS:
        return member->type == ANY_TYPE;
    case MIENI_FIELD_VECTOR:
        return member->type == VECTOR_TYPE && member->count == field->count;
    case MIENI_FIELD_NAMES:
    case MIENI_FIELD_TEXTS:
        return member->type == TEXTS_TYPE;
    case MIENI_FIELD_VALUES:
        return member->type == VALUES_TYPE;
    case MIENI_FIELD_OBJECT:
        return member->type == CHILD_TYPE;
    case MIENI_FIELD_ROWS:
        return member->type == ROWS_TYPE && find_field(field->schema, member->row_key) != NULL &&
               (field->schema->unique == NULL || strcmp(field->schema->unique, member->row_key) == 0);
    }
    return false;
}

TEST(members_are_those_of_the_schemas)
{
    const MieniSchema *schema = NULL;
    for (size_t i = 0; i < sizeof members / sizeof *members; ++i) {
        const Member *member = &members[i];
        if (member->key == NULL) {
            schema = find_schema(member->schema);
            CHECK(schema != NULL);
            continue;
        }
        const MieniField *field = find_field(schema, member->key);
        if (field == NULL || !fits(member, field))
            fprintf(stderr, "member %s\n", member->key);
        CHECK(field != NULL && fits(member, field));
        CHECK(field == NULL || !field->may_be_parameter || member->type == ANY_TYPE);
    }
}

static const char text[] =
    "{\"kind\": \"poses\", \"version\": 1, \"skeleton\": \"a.skeleton.json\", \"mode\": \"additive\", "
    "\"poses\": ["
    "{\"name\": \"smile\", \"position\": 0.5, \"range\": [0, 2], \"corrective\": [\"a\", \"b\"], \"smooth\": "
    "true, "
    "\"curves\": {\"jaw\": 0.25}}, {\"name\": \"blink\"}]}";

TEST(poses_are_read)
{
    MieniAsset asset;
    double range[2];
    CHECK_STATUS(mieni_asset_read(&asset, MIENI_ASSET_POSES, text, strlen(text), NULL, NULL), MIEN_OK);
    const MieniPoseAssetView *poses = mieni_pose_asset_of(&asset);
    CHECK(mieni_clip_of(&asset) == NULL);
    CHECK_STR(mieni_asset_skeleton(&asset), "a.skeleton.json");
    CHECK(mieni_asset_mesh(&asset) == NULL && mieni_asset_preview(&asset) == NULL);
    CHECK_INT(mieni_pose_asset_pose_count(poses), 2);
    CHECK_INT(mieni_pose_asset_find_pose(poses, "blink"), 1);
    CHECK_INT(mieni_pose_asset_find_pose(poses, "none"), -1);
    const MieniPoseView *smile = mieni_pose_asset_pose(poses, 0), *blink = mieni_pose_asset_pose(poses, 1);
    CHECK_STR(mieni_pose_name(smile), "smile");
    CHECK(mieni_pose_position(smile, 1) == 0.5 && mieni_pose_position(blink, 1) == 1);
    CHECK(mieni_pose_range(smile, range) && range[1] == 2 && !mieni_pose_range(blink, range));
    CHECK_INT(mieni_pose_corrective_count(smile), 2);
    CHECK_STR(mieni_pose_corrective(smile, 1), "b");
    CHECK_STR(mieni_pose_corrective(blink, 0), "");
    CHECK(mieni_pose_smooth(smile) && !mieni_pose_smooth(blink));
    CHECK_INT(mieni_pose_curves_count(smile), 1);
    CHECK_STR(mieni_pose_curves_name(smile, 0), "jaw");
    CHECK(mieni_pose_curves_value(smile, 0) == 0.25);
    CHECK(mieni_pose_target(blink) == NULL && mieni_pose_name_json(blink)->line == 1);
    mieni_asset_release(&asset);
}

TEST(absent_objects_are_empty)
{
    CHECK(mieni_clip_of(NULL) == NULL && mieni_clip_skeleton(NULL) == NULL);
    CHECK(mieni_source_file(mieni_clip_tracks(NULL)) == NULL);
    CHECK_INT(mieni_clip_keyed_curve_count(NULL), 0);
    CHECK_INT(mieni_clip_find_keyed_curve(NULL, "a"), -1);
    CHECK(mieni_asset_skeleton(NULL) == NULL);
    CHECK_STR(mieni_text_or_empty(NULL), "");
    CHECK_STR(mieni_text_or_empty("a"), "a");
}

TEST(members_are_written)
{
    MieniAsset asset;
    MieniTextOut out = {0};
    CHECK_STATUS(mieni_asset_begin(&asset, MIENI_ASSET_POSES, NULL), MIEN_OK);
    MieniPoseAssetView *poses = mieni_pose_asset_of(&asset);
    mieni_pose_asset_set_mode(&asset.json, poses, "additive");
    mieni_pose_asset_set_skeleton(&asset.json, poses, "a.skeleton.json");
    MieniPoseView *pose = mieni_pose_asset_add_pose(&asset.json, poses);
    mieni_pose_set_name(&asset.json, pose, "smile");
    mieni_pose_set_target(&asset.json, pose, "jaw");
    mieni_pose_set_target(&asset.json, pose, NULL);
    mieni_pose_set_position(&asset.json, pose, 0.5);
    mieni_pose_set_smooth(&asset.json, pose, true);
    mieni_pose_add_hold(&asset.json, pose, "jaw");
    mieni_pose_add_hold(&asset.json, pose, "eye");
    CHECK_STATUS(mieni_asset_check(&asset, NULL), MIEN_OK);
    mieni_asset_write(&asset, &out);
    CHECK(strstr(out.bytes, "{\"name\": \"smile\", \"position\": 0.5, \"smooth\": true, "
                            "\"hold\": [\"jaw\", \"eye\"]}") != NULL);
    CHECK_STR(mieni_row_name(mieni_pose_asset_poses_json(poses), 0), "smile");
    mieni_pose_asset_add_pose(&asset.json, poses);
    CHECK_STR(mieni_row_name(mieni_pose_asset_poses_json(poses), 1), "");
    mieni_json_set(&asset.json, asset.json.root, "preview", mieni_json_string(&asset.json, "a.poses.json"));
    CHECK(mieni_asset_preview_json(&asset) == NULL); // poses have none
    mieni_text_release(&out);
    mieni_asset_release(&asset);
}

TEST(values_of_any_type_are_written)
{
    MieniAsset graph, map, clip;
    CHECK_STATUS(mieni_asset_begin(&graph, MIENI_ASSET_GRAPH, NULL), MIEN_OK);
    CHECK_STATUS(mieni_asset_begin(&map, MIENI_ASSET_MAP, NULL), MIEN_OK);
    CHECK_STATUS(mieni_asset_begin(&clip, MIENI_ASSET_CLIP, NULL), MIEN_OK);
    mieni_asset_set_skeleton(&graph, "a.skeleton.json");
    mieni_asset_set_skeleton(&map, "a.skeleton.json");
    CHECK_STR(mieni_graph_skeleton(mieni_graph_of(&graph)), "a.skeleton.json");
    CHECK_INT(map.json.root->count, mieni_view_count(clip.json.root)); // maps have no skeleton
    MieniNodeView *node = mieni_graph_add_node(&graph.json, mieni_graph_of(&graph));
    mieni_node_set_clip_json(&graph.json, node, mieni_value_of_parameter(&graph.json, "line"));
    CHECK_STR(mieni_value_parameter(mieni_node_clip_json(node)), "line");
    mieni_node_unset_clip(node);
    CHECK(mieni_node_clip_json(node) == NULL && mieni_value_parameter(NULL) == NULL);
    mieni_modifier_set_do(&clip.json, mieni_clip_add_modifier(&clip.json, mieni_clip_of(&clip)),
                          "keep_curves");
    mieni_modifier_set_do(&clip.json, mieni_clip_add_modifier(&clip.json, mieni_clip_of(&clip)),
                          "keep_bones");
    CHECK_INT(mieni_asset_find_modifier(&clip, "keep_bones"), 1);
    CHECK_INT(mieni_asset_find_modifier(&map, "keep_bones"), -1);
    CHECK_INT(mieni_asset_kind_of_json(clip.json.root), MIENI_ASSET_CLIP);
    CHECK_INT(mieni_asset_kind_of_json(mieni_node_json(node)), MIENI_ASSET_NONE);
    mieni_asset_release(&clip);
    mieni_asset_release(&map);
    mieni_asset_release(&graph);
}

CHECK_MAIN
{
    RUN(members_are_those_of_the_schemas);
    RUN(poses_are_read);
    RUN(absent_objects_are_empty);
    RUN(members_are_written);
    RUN(values_of_any_type_are_written);
}
