// SPDX-License-Identifier: MIT
//
// The schema of every kind. The order of the fields is the order in files.

#include "asset/asset.h"
#include "asset/schema_fields.h"
#include "base/source_formats.h"
#include "mien/base.h"

#include <string.h>

// clang-format off
#define LEVEL            INTEGER("max_lod", 0, MIEN_MAX_LODS - 1)
#define TRANSFORM        VECTOR("t", 3, MIEN_MAX_LENGTH), VECTOR("q", 4, 2), VECTOR("s", 3, MIEN_MAX_LENGTH)
#define DAY              86400.0

/// How a source is read.
#define SETTINGS                                                                                             \
    CHOICE("format", MIENI_FORMAT_IDS),                                                                      \
    TEXT("scene"),                                                                                           \
    TEXT("take"),                                                                                            \
    NUMBER("unit", 1e-6, 1e6),                                                                               \
    CHOICE("up", "y|z"),                                                                                     \
    RATE("rate"),                                                                                            \
    CHOICE("timing", "nearest|exact|counted"),                                                               \
    NUMBER("blend", 0, 10),                                                                                  \
    CHOICE("phones", MIENI_PHONE_SETS),                                                                      \
    CHOICE("style", MIENI_SPEECH_STYLES),                                                                    \
    TEXT("transcript"),                                                                                      \
    NUMBER("offset", -DAY, DAY)

static const MieniField source_fields[] = {
    NEEDED_PATH("file"), SETTINGS,
};
SCHEMA(source, NULL);

/// Without a file, which clips find by a pattern.
static const MieniField settings_fields[] = {
    SETTINGS,
};
SCHEMA(settings, NULL);

static const MieniField lint_fields[] = {
    TEXTS("off"),
};
SCHEMA(lint, NULL);

static const MieniField project_fields[] = {
    HEAD,
    TEXT("name"),
    PATH("build"),
    TEXTS("ignore"),
    OBJECT("lint", lint),
    VALUES("accept", 1e6),
};
SCHEMA(project, NULL);

static const MieniField bone_fields[] = {
    NEEDED_NAME("name"), NAME("parent"), TRANSFORM, LEVEL, PATH("file"),
};
SCHEMA(bone, "name");

static const MieniField curve_fields[] = {
    NEEDED_NAME("name"), LEVEL,
};
SCHEMA(curve, "name");

static const MieniField skeleton_fields[] = {
    HEAD,
    OBJECT("source", source),
    ROWS("bones", bone),
    ROWS("curves", curve),
};
SCHEMA(skeleton, NULL);

static const MieniField placed_bone_fields[] = {
    NEEDED_NAME("bone"), TRANSFORM,
};
SCHEMA(placed_bone, "bone");

static const MieniField morph_fields[] = {
    NEEDED_NAME("name"), NAME("target"), NUMBER("weight", -MIEN_MAX_CURVE, MIEN_MAX_CURVE),
};
SCHEMA(morph, "name");

static const MieniField mesh_fields[] = {
    HEAD,
    OBJECT("source", source),
    NEEDED_PATH("skeleton"),
    ROWS("rest_pose", placed_bone),
    ROWS("morphs", morph),
};
SCHEMA(mesh, NULL);

static const MieniField modifier_fields[] = {
    PATH("list"),
    VALUES("values", MIEN_MAX_CURVE),
    CHOICE("do", "remove_all_tracks|remove_bones|keep_bones|remove_curves|keep_curves|rename_curves|"
                 "scale_curves|clamp_curves|smooth_curves|resample_curves|resample_tracks|mirror_sides"),
    BOOL("off"),
    TEXTS("names"),
    TEXTS("to"),
    BOOL("with_children"),
    SET_NUMBER("gain", -MIEN_MAX_WEIGHT, MIEN_MAX_WEIGHT, 1),
    SET_NUMBER("offset", -MIEN_MAX_WEIGHT, MIEN_MAX_WEIGHT, 0),
    SET_NUMBER("min", -MIEN_MAX_CURVE, MIEN_MAX_CURVE, -MIEN_MAX_CURVE),
    SET_NUMBER("max", -MIEN_MAX_CURVE, MIEN_MAX_CURVE, MIEN_MAX_CURVE),
    SET_NUMBER("time_constant", 0, 3600, 0),
    {.key = "rate", .type = MIENI_FIELD_RATE, .may_be_parameter = true},
};
ROW_SCHEMA(modifier, NULL, "do|list", true, true);

static const MieniField parameter_fields[] = {
    NEEDED_NAME("name"),
    NEEDED_NUMBER("value", -MIEN_MAX_CURVE, MIEN_MAX_CURVE),
    NUMBER("min", -MIEN_MAX_CURVE, MIEN_MAX_CURVE),
    NUMBER("max", -MIEN_MAX_CURVE, MIEN_MAX_CURVE),
    TEXT("description"),
};
SCHEMA(parameter, "name");

static const MieniField modifiers_fields[] = {
    HEAD,
    ROWS("parameters", parameter),
    ROWS("modifiers", modifier),
};
SCHEMA(modifiers, NULL);

static const MieniField key_fields[] = {
    NEEDED_NUMBER("time", -DAY, DAY),
    NEEDED_NUMBER("value", -MIEN_MAX_CURVE, MIEN_MAX_CURVE),
    CHOICE("type", "constant|linear|cubic"),
    NUMBER("arrive", -MIEN_MAX_CURVE, MIEN_MAX_CURVE),
    NUMBER("leave", -MIEN_MAX_CURVE, MIEN_MAX_CURVE),
    BOOL("auto"),
};
ROW_SCHEMA(key, NULL, "time", false, false);

#define BEYOND "hold|slope|cycle|cycle_offset|oscillate"
static const MieniField keyed_fields[] = {
    NEEDED_NAME("curve"),
    CHOICE("before", BEYOND),
    CHOICE("after", BEYOND),
    ROWS("keys", key),
};
SCHEMA(keyed, "curve");

static const MieniField event_fields[] = {
    NEEDED_NAME("name"), NEEDED_NUMBER("time", 0, DAY),
};
ROW_SCHEMA(event, NULL, "name|time", false, false);

static const MieniField sound_fields[] = {
    NEEDED_PATH("file"), NUMBER("offset", -DAY, DAY),
};
SCHEMA(sound, NULL);

static const MieniField error_fields[] = {
    NUMBER("curves", 0, 1e6), NUMBER("tracks", 0, 1e6), NUMBER("shell", 0, 1e6), VALUES("of", 1e6),
};
SCHEMA(error, NULL);

static const MieniField solve_fields[] = {
    NEEDED_PATH("poses"),
    PATH("points"),
    NAME("head"),
    PATH("calibrate"),
    PATH("labels"),
    NUMBER("neutral", 0, DAY),
    NUMBER("smooth", 0, 60),
    BOOL("residual"),
    NAMES("only"),
    NAMES("prefer"),
};
SCHEMA(solve, NULL);

static const MieniField clip_fields[] = {
    HEAD,
    PATH("skeleton"),
    PATH("preview"),
    OBJECT("tracks", source),
    OBJECT("curves", source),
    OBJECT("solve", solve),
    TEXT("map"),
    RATE("rate"),
    NUMBER("length", 0, DAY),
    ROWS("modifiers", modifier),
    ROWS("keyed", keyed),
    ROWS("events", event),
    OBJECT("sound", sound),
    OBJECT("error", error),
};
SCHEMA(clip, NULL);

static const MieniField exception_fields[] = {
    NEEDED_PATH("file"), BOOL("skip"), NUMBER("offset", -DAY, DAY), TEXT("map"), ROWS("modifiers", modifier),
};
SCHEMA(exception, "file");

static const MieniField clips_fields[] = {
    HEAD,
    PATH("skeleton"),
    PATH("preview"),
    {.key = "files", .type = MIENI_FIELD_TEXTS, .is_required = true, .is_broken = true},
    {.key = "exclude", .type = MIENI_FIELD_TEXTS, .is_broken = true},
    OBJECT("settings", settings),
    OBJECT("solve", solve),
    TEXT("map"),
    RATE("rate"),
    ROWS("modifiers", modifier),
    OBJECT("error", error),
    ROWS("except", exception),
};
SCHEMA(clips, NULL);

static const MieniField pose_fields[] = {
    NEEDED_NAME("name"),
    TEXT("id"),
    PATH("file"),
    TEXT("take"),
    INTEGER("frame", 0, 100000000),
    NUMBER("time", 0, DAY),
    NAME("marker"),
    TEXT("hash"),
    NAME("target"),
    NUMBER("position", -MIEN_MAX_WEIGHT, MIEN_MAX_WEIGHT),
    NAMES("corrective"),
    VECTOR("range", 2, MIEN_MAX_WEIGHT),
    NUMBER("gain", -MIEN_MAX_WEIGHT, MIEN_MAX_WEIGHT),
    NUMBER("offset", -MIEN_MAX_WEIGHT, MIEN_MAX_WEIGHT),
    BOOL("smooth"),
    BOOL("binary"),
    INLINE_ROWS("bones", placed_bone),
    VALUES("curves", MIEN_MAX_CURVE),
    NAMES("hold"),
};
ROW_SCHEMA(pose, "name", "id", false, false);

static const MieniField skipped_fields[] = {
    PATH("file"), TEXT("take"), INTEGER("frame", 0, 100000000), NUMBER("time", 0, DAY), NAME("marker"), TEXT("hash"),
};
ROW_SCHEMA(skipped, NULL, "file|take|frame|time|marker", false, false);

static const MieniField pose_override_fields[] = {
    NEEDED_NAME("target"),
    NEEDED_NAME("source"),
    CHOICE("kind", "multiply|sum|block"),
    NUMBER("amount", 0, 1),
    NUMBER("threshold", -MIEN_MAX_WEIGHT, MIEN_MAX_WEIGHT),
};
ROW_SCHEMA(pose_override, NULL, "target|source", false, false);

static const MieniField group_fields[] = {
    NAME("name"),
    NEEDED_CHOICE("kind", "cap|normalise|top"),
    {.key = "members", .type = MIENI_FIELD_NAMES, .is_required = true},
    NUMBER("limit", 0, MIEN_MAX_WEIGHT),
    INTEGER("keep", 1, 256),
};
ROW_SCHEMA(group, NULL, "name|kind", true, false);

static const MieniField transfer_fields[] = {
    NEEDED_PATH("poses"), BOOL("bones_only"),
};
SCHEMA(transfer, NULL);

static const MieniField poses_fields[] = {
    HEAD,
    NEEDED_PATH("skeleton"),
    PATH("mesh"),
    OBJECT("source", source),
    OBJECT("transfer", transfer),
    CHOICE("follow", "frames|markers"),
    NEEDED_CHOICE("mode", "additive|absolute"),
    CHOICE("blending", "mien|unreal"),
    NAME("base"),
    ROWS("poses", pose),
    ROWS("skipped", skipped),
    ROWS("overrides", pose_override),
    ROWS("groups", group),
    ROWS("curves", curve),
    VALUES("base_curves", MIEN_MAX_CURVE),
};
SCHEMA(poses, NULL);

static const MieniField character_fields[] = {
    HEAD,
    PATH("skeleton"),
    PATH("mesh"),
    PATH("graph"),
    PATH("poses"),
    VALUES("curves", MIEN_MAX_CURVE),
};
SCHEMA(character, NULL);

static const MieniField map_row_fields[] = {
    NEEDED_NAME("from"), NEEDED_NAME("to"), NUMBER("weight", -MIEN_MAX_WEIGHT, MIEN_MAX_WEIGHT),
    NUMBER("error", 0, 1),
};
ROW_SCHEMA(map_row, NULL, "from|to", false, false);

static const MieniField map_fields[] = {
    HEAD,
    TEXT("from"),
    TEXT("to"),
    ROWS("rows", map_row),
    {.key = "unmapped", .type = MIENI_FIELD_NAMES, .is_broken = true},
};
SCHEMA(map, NULL);

static const MieniField calibrated_curve_fields[] = {
    NEEDED_NAME("name"),
    NUMBER("neutral", -1000, 1000),
    NUMBER("full", -1000, 1000),
    NUMBER("dead", 0, 0.5),
    NUMBER("noise", 0, 1),
    BOOL("lid"),
};
SCHEMA(calibrated_curve, "name");

static const MieniField calibrated_pose_fields[] = {
    NEEDED_NAME("curve"), VALUES("values", 1000),
};
SCHEMA(calibrated_pose, "curve");

static const MieniField calibration_fields[] = {
    HEAD,
    ROWS("curves", calibrated_curve),
    ROWS("poses", calibrated_pose),
};
SCHEMA(calibration, NULL);
// clang-format on

static const struct {
    const char *name;
    const MieniSchema *schema;
} kinds[MIENI_ASSET_KINDS] = {
    [MIENI_ASSET_PROJECT] = {"project", &project_schema},
    [MIENI_ASSET_SKELETON] = {"skeleton", &skeleton_schema},
    [MIENI_ASSET_MESH] = {"mesh", &mesh_schema},
    [MIENI_ASSET_CLIP] = {"clip", &clip_schema},
    [MIENI_ASSET_CLIPS] = {"clips", &clips_schema},
    [MIENI_ASSET_POSES] = {"poses", &poses_schema},
    [MIENI_ASSET_MODIFIERS] = {"modifiers", &modifiers_schema},
    [MIENI_ASSET_GRAPH] = {"graph", &mieni_graph_schema},
    [MIENI_ASSET_CHARACTER] = {"character", &character_schema},
    [MIENI_ASSET_MAP] = {"map", &map_schema},
    [MIENI_ASSET_CALIBRATION] = {"calibration", &calibration_schema},
};

const char *mieni_asset_kind_name(MieniAssetKind kind)
{
    return kind > MIENI_ASSET_NONE && kind < MIENI_ASSET_KINDS ? kinds[kind].name : "";
}

const MieniSchema *mieni_asset_schema(MieniAssetKind kind)
{
    return kind > MIENI_ASSET_NONE && kind < MIENI_ASSET_KINDS ? kinds[kind].schema : NULL;
}

const MieniField *mieni_schema_find(const MieniSchema *schema, const char *key)
{
    for (int i = 0; i < schema->field_count; ++i)
        if (strcmp(schema->fields[i].key, key) == 0)
            return &schema->fields[i];
    return NULL;
}

const MieniSchema *mieni_schema_of(const MieniSchema *schema, const MieniJson *object)
{
    const char *value = schema != NULL && schema->variant_key != NULL
                            ? mieni_json_get_string(object, schema->variant_key, NULL)
                            : NULL;
    for (int i = 0; value != NULL && i < schema->variant_count; ++i)
        if (strcmp(schema->variants[i].value, value) == 0)
            return schema->variants[i].schema;
    return schema;
}

MieniAssetKind mieni_asset_kind_of_path(const char *path)
{
    const size_t whole = strlen(path);
    if (whole < 5 || memcmp(path + whole - 5, ".json", 5) != 0) // nearly all of a million files
        return MIENI_ASSET_NONE;
    const char *slash = strrchr(path, '/'), *file = slash != NULL ? slash + 1 : path;
    if (strcmp(file, "mien.json") == 0)
        return MIENI_ASSET_PROJECT;
    const size_t size = strlen(file);
    for (int kind = MIENI_ASSET_SKELETON; kind < MIENI_ASSET_KINDS; ++kind) {
        const size_t name_size = strlen(kinds[kind].name), end = name_size + 6; // ".kind.json"
        if (size > end && file[size - end] == '.' &&
            memcmp(file + size - end + 1, kinds[kind].name, name_size) == 0)
            return (MieniAssetKind)kind;
    }
    return MIENI_ASSET_NONE;
}
