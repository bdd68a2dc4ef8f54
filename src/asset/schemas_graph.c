// SPDX-License-Identifier: MIT
//
// The schema of graphs. A node's row has the keys of its type; those of core's table of
// node types (core/graph/nodes.h) are all here, which asset.graph_schema checks.

#include "asset/schema_fields.h"
#include "core/graph/format.h"
#include "core/graph/nodes.h"
#include "core/life/life.h"
#include "mien/base.h"

// clang-format off
#define DAY     86400.0
#define MODES   "mien|unreal"
#define SHAPES  "linear|smooth"
#define KERNELS "gaussian|exponential|linear|cubic|quintic"
#define METRICS "rotation|swing|twist|euclidean"
#define CURVES  "lerp|valid|override|keep|normalise|add|max|min|base"
#define REMAPS  "linear|smooth|sine|quadratic|cubic|quartic|quintic|circular_in|circular_out|circular|exponential_in|exponential_out|exponential"
#define NODE_WORD(upper, lower) "|" #lower
#define NODES   (&("" MIENI_NODES(NODE_WORD))[1])
#define VALUES_OF "float|int|bool|name|clip|poses|mask"
#define NODE_HEAD NEEDED_NAME("id"), NEEDED_CHOICE("node", NODES), VECTOR("position", 2, 1000000)
#define PARAMETER_HEAD NEEDED_NAME("name"), NEEDED_CHOICE("type", VALUES_OF)

static const MieniField float_parameter_fields[] = {
    PARAMETER_HEAD, NUMBER("value", -MIEN_MAX_CURVE, MIEN_MAX_CURVE),
};
SCHEMA(float_parameter, NULL);

static const MieniField int_parameter_fields[] = {
    PARAMETER_HEAD, INTEGER("value", -1000000, 1000000),
};
SCHEMA(int_parameter, NULL);

static const MieniField bool_parameter_fields[] = {
    PARAMETER_HEAD, BOOL("value"),
};
SCHEMA(bool_parameter, NULL);

/// Also a mask's.
static const MieniField name_parameter_fields[] = {
    PARAMETER_HEAD, NAME("value"),
};
SCHEMA(name_parameter, NULL);

/// Of a clip or a pose asset.
static const MieniField path_parameter_fields[] = {
    PARAMETER_HEAD, PATH("value"),
};
SCHEMA(path_parameter, NULL);

static const MieniVariant parameter_variants[] = {
    {"float", &float_parameter_schema}, {"int", &int_parameter_schema},
    {"bool", &bool_parameter_schema},   {"name", &name_parameter_schema},
    {"clip", &path_parameter_schema},   {"poses", &path_parameter_schema},
    {"mask", &name_parameter_schema},
};

static const MieniField parameter_fields[] = {
    PARAMETER_HEAD, PLAIN("value"),
};
VARIED_SCHEMA(parameter, "name", "type");

static const MieniField branch_fields[] = {
    NEEDED_NAME("bone"), FIXED_INTEGER("depth", -1000, 1000, 0), FIXED_NUMBER("weight", -1, 1, 1), BOOL("only"),
};
ROW_SCHEMA(branch, NULL, "bone", true, false);

static const MieniField bone_mask_fields[] = {
    NEEDED_NAME("name"), INLINE_ROWS("bones", branch),
};
SCHEMA(bone_mask, "name");

static const MieniField clip_node_fields[] = {
    NODE_HEAD,
    SET_PATH("clip"),
    SET_NUMBER("rate", -1000, 1000, 1),
    SET_NUMBER("start", 0, DAY, 0),
    SET_BOOL("loop", 1),
    SET_BOOL("reverse", 0),
    SET_BOOL("always", 0),
};
SCHEMA(clip_node, NULL);

static const MieniField rest_pose_node_fields[] = {
    NODE_HEAD,
};
SCHEMA(rest_pose_node, NULL);

static const MieniField poses_node_fields[] = {
    NODE_HEAD,
    NEEDED_NAME("input"),
    SET_PATH("poses"),
    SET_BOOL("consume", 0),
    FIXED_CHOICE("remap", REMAPS, 0),
    SET_BOOL("sticky", 0),
};
SCHEMA(poses_node, NULL);

static const MieniField pose_node_fields[] = {
    NODE_HEAD,
    SET_PATH("poses"),
    SET_NAME("pose"),
    SET_NUMBER("weight", -MIEN_MAX_WEIGHT, MIEN_MAX_WEIGHT, 1),
};
SCHEMA(pose_node, NULL);

static const MieniField target_bone_fields[] = {
    NEEDED_NAME("bone"), VECTOR("q", 4, 2), VECTOR("turn", 3, 360), VECTOR("t", 3, MIEN_MAX_LENGTH),
};
SCHEMA(target_bone, "bone");

static const MieniField target_fields[] = {
    NEEDED_NAME("name"),
    FIXED_NUMBER("gain", -MIEN_MAX_WEIGHT, MIEN_MAX_WEIGHT, 1),
    FIXED_NUMBER("radius", 0, MIEN_MAX_LENGTH, 0),
    CHOICE("kernel", KERNELS),
    CHOICE("distance", METRICS),
    INLINE_ROWS("bones", target_bone),
    POINTS("curve", MIEN_MAX_WEIGHT),
};
ROW_SCHEMA(target, NULL, "name", true, false);

#define DRIVER_SETTINGS                                                                                      \
    FIXED_CHOICE("mode", MODES, 0),                                                                          \
    FIXED_CHOICE("solver", "interpolative|additive", 0),                                                     \
    FIXED_CHOICE("kernel", KERNELS, 0),                                                                      \
    FIXED_CHOICE("distance", METRICS, 0),                                                                    \
    VECTOR("axis", 3, MIEN_MAX_WEIGHT),                                                                      \
    FIXED_CHOICE("reads", "rotation|translation", 0),                                                        \
    FIXED_NUMBER("radius", 0, MIEN_MAX_LENGTH, 0),                                                           \
    FIXED_CHOICE("normalise", "above_one|always|none|median", 0),                                            \
    FIXED_NUMBER("threshold", 0, 1, 1e-4),                                                                   \
    VECTOR("median", 5, MIEN_MAX_LENGTH),                                                                    \
    NAME("space"),                                                                                           \
    FIXED_BOOL("from_rest_pose", 0),                                                                         \
    FIXED_CHOICE("drives", "poses|curves", 0)

static const MieniField driver_node_fields[] = {
    NODE_HEAD,
    NEEDED_NAME("input"),
    DRIVER_SETTINGS,
    SET_PATH("poses"),
    FIXED_INTEGER("max_lod", -1, MIEN_MAX_LODS - 1, -1),
    NAMES("bones"),
    NAMES("only"),
    ROWS("targets", target),
};
SCHEMA(driver_node, NULL);

static const MieniField apply_additive_node_fields[] = {
    NODE_HEAD,
    NEEDED_NAME("base"),
    NEEDED_NAME("delta"),
    SET_NUMBER("alpha", -MIEN_MAX_WEIGHT, MIEN_MAX_WEIGHT, 1),
    FIXED_CHOICE("mode", MODES, 0),
};
SCHEMA(apply_additive_node, NULL);

static const MieniField blend_node_fields[] = {
    NODE_HEAD,
    NEEDED_NAME("a"),
    NEEDED_NAME("b"),
    SET_NUMBER("alpha", 0, 1, 0.5),
    FIXED_CHOICE("curves", CURVES, 0),
};
SCHEMA(blend_node, NULL);

static const MieniField layered_blend_node_fields[] = {
    NODE_HEAD,
    NEEDED_NAME("base"),
    NEEDED_NAME("layer"),
    {.key = "mask", .type = MIENI_FIELD_NAME, .is_required = true, .may_be_parameter = true},
    SET_NUMBER("weight", 0, 1, 1),
    FIXED_CHOICE("curves", CURVES, 1),
};
SCHEMA(layered_blend_node, NULL);

static const MieniField change_fields[] = {
    NEEDED_NAME("curve"),
    NEEDED_CHOICE("do", "add|scale|set|remap|smooth"),
    SET_NUMBER("value", -MIEN_MAX_CURVE, MIEN_MAX_CURVE, 0),
};
ROW_SCHEMA(change, NULL, "curve|do", true, false);

static const MieniField modify_curve_node_fields[] = {
    NODE_HEAD,
    NEEDED_NAME("input"),
    SET_NUMBER("alpha", 0, 1, 1),
    INLINE_ROWS("changes", change),
};
SCHEMA(modify_curve_node, NULL);

static const MieniField map_node_fields[] = {
    NODE_HEAD,
    NEEDED_NAME("input"),
    {.key = "map", .type = MIENI_FIELD_TEXT, .is_required = true},
    SET_BOOL("keep_unmapped", 0),
    SET_BOOL("drop_unknown", 0),
};
SCHEMA(map_node, NULL);

static const MieniField live_input_node_fields[] = {
    NODE_HEAD,
    NAME("input"),
    SET_NUMBER("alpha", 0, 1, 1),
    NAMES("names"),
};
SCHEMA(live_input_node, NULL);

static const MieniField blend_by_int_node_fields[] = {
    NODE_HEAD,
    {.key = "inputs", .type = MIENI_FIELD_TEXTS, .is_required = true},
    SET_INTEGER("index", 0, 65534, 0),
    SET_NUMBER("fade", 0, 3600, 0.2),
    FIXED_CHOICE("shape", SHAPES, 0),
    SET_BOOL("restart", 0),
    FIXED_CHOICE("curves", CURVES, 0),
};
SCHEMA(blend_by_int_node, NULL);

static const MieniField input_pose_node_fields[] = {
    NODE_HEAD,
    NAME("input"),
    FIXED_CHOICE("type", "absolute|delta", 0),
    SET_NUMBER("weight", 0, 1, 1),
};
SCHEMA(input_pose_node, NULL);

static const MieniField state_fields[] = {
    NEEDED_NAME("name"), NEEDED_NAME("input"), FIXED_BOOL("restart", 1),
};
SCHEMA(state, "name");

static const MieniField condition_fields[] = {
    NEEDED_NAME("parameter"),
    NUMBER("above", -MIEN_MAX_CURVE, MIEN_MAX_CURVE),
    NUMBER("below", -MIEN_MAX_CURVE, MIEN_MAX_CURVE),
    PLAIN("equal"),
    PLAIN("other"),
};
ROW_SCHEMA(condition, NULL, "parameter", true, true);

static const MieniField transition_fields[] = {
    NAME("from"),
    NEEDED_NAME("to"),
    INLINE_ROWS("when", condition),
    SET_NUMBER("fade", 0, 3600, 0.2),
    FIXED_CHOICE("shape", SHAPES, 0),
    SET_NUMBER("after", 0, DAY, 0),
    FIXED_BOOL("at_end", 0),
};
ROW_SCHEMA(transition, NULL, "from|to", true, false);

static const MieniField state_machine_node_fields[] = {
    NODE_HEAD,
    ROWS("states", state),
    ROWS("transitions", transition),
};
SCHEMA(state_machine_node, NULL);

static const MieniField output_node_fields[] = {
    NODE_HEAD, NEEDED_NAME("input"),
};
SCHEMA(output_node, NULL);

#define LIFE_NUMBER(member, key, least, most, usual) FIXED_NUMBER(#key, least, most, usual),
#define LIFE_SETTINGS                                                                                        \
    SET_INTEGER("seed", 0, 1000000, 0),                                                                      \
    SET_NUMBER("speaking", 0, 1, 0),                                                                         \
    SET_NUMBER("look_x", -1000, 1000, 0),                                                                    \
    SET_NUMBER("look_y", -1000, 1000, 0),                                                                    \
    SET_NUMBER("look_z", -1000, 1000, 1),                                                                    \
    MIENI_LIFE_NUMBERS(LIFE_NUMBER)

static const MieniField life_node_fields[] = {
    NODE_HEAD,
    NAME("input"),
    SET_NUMBER("alpha", 0, 1, 1),
    LIFE_SETTINGS
};
SCHEMA(life_node, NULL);

#define NODE_VARIANT(upper, lower) {#lower, &lower##_node_schema},
static const MieniVariant node_variants[] = {
    MIENI_NODES(NODE_VARIANT)
};

static const MieniField node_fields[] = {
    NODE_HEAD,
};
VARIED_SCHEMA(node, "id", "node");

/// Everything that a child can change of a node of any type: what the type allows is
/// checked when the child is merged with its parent.
static const MieniField override_fields[] = {
    NAME("id"),
    NAME("parameter"),
    PLAIN("value"),
    SET_PATH("clip"),
    SET_NUMBER("rate", -1000, 1000, 1),
    SET_NUMBER("start", 0, DAY, 0),
    SET_BOOL("loop", 1),
    SET_BOOL("reverse", 0),
    SET_BOOL("always", 0),
    DRIVER_SETTINGS,
    SET_PATH("poses"),
    FIXED_INTEGER("max_lod", -1, MIEN_MAX_LODS - 1, -1),
    NAMES("bones"),
    NAMES("only"),
    ROWS("targets", target),
    SET_BOOL("consume", 0),
    FIXED_CHOICE("remap", REMAPS, 0),
    SET_BOOL("sticky", 0),
    SET_NAME("pose"),
    SET_NAME("mask"),
    FIXED_CHOICE("type", "absolute|delta", 0),
    SET_NUMBER("alpha", -MIEN_MAX_WEIGHT, MIEN_MAX_WEIGHT, 1),
    SET_NUMBER("weight", -MIEN_MAX_WEIGHT, MIEN_MAX_WEIGHT, 1),
    INLINE_ROWS("changes", change),
    TEXT("map"),
    SET_BOOL("keep_unmapped", 0),
    SET_BOOL("drop_unknown", 0),
    NAMES("names"),
    LIFE_SETTINGS
    SET_INTEGER("index", 0, 65534, 0),
    SET_NUMBER("fade", 0, 3600, 0.2),
    FIXED_CHOICE("shape", SHAPES, 0),
    SET_BOOL("restart", 0),
    FIXED_CHOICE("curves", CURVES, 0),
    ROWS("transitions", transition),
};
ROW_SCHEMA(override, NULL, "id|parameter", false, false);

static const MieniField graph_fields[] = {
    HEAD,
    PATH("extends"),
    PATH("skeleton"),
    ROWS("parameters", parameter),
    ROWS("masks", bone_mask),
    ROWS("nodes", node),
    ROWS("overrides", override),
};
// clang-format on

const MieniSchema mieni_graph_schema = {.fields = graph_fields,
                                        .field_count = sizeof graph_fields / sizeof *graph_fields};
