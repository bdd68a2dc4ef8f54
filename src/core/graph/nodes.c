// SPDX-License-Identifier: MIT
//
// The table of node types.

#include "core/graph/nodes.h"

#include "core/life/life.h"

#include <stddef.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
// clang-format off
#ifdef MIEN_LEAN // which reads no texts
#define KEY(k)         NULL
#else
#define KEY(k)         (k)
#endif
#define FLOAT(k)       {KEY(k), MIENI_SETTING_FLOAT, NULL}
#define INT(k)         {KEY(k), MIENI_SETTING_INT, NULL}
#define BOOL(k)        {KEY(k), MIENI_SETTING_BOOL, NULL}
#define CHOICE(k, w)   {KEY(k), MIENI_SETTING_CHOICE, (w)}
#define NAME(k)        {KEY(k), MIENI_SETTING_NAME, NULL}
#define CLIP(k)        {KEY(k), MIENI_SETTING_CLIP, NULL}
#define POSES(k)       {KEY(k), MIENI_SETTING_POSES, NULL}
#define MASK(k)        {KEY(k), MIENI_SETTING_MASK, NULL}
#define PARAMETER(k)   {KEY(k), MIENI_SETTING_PARAMETER, NULL}
#define NUMBERS(k)     {KEY(k), MIENI_SETTING_NUMBERS, NULL}
// clang-format on

#define MODES   "mien|unreal"
#define SHAPES  "linear|smooth"
#define KERNELS "gaussian|exponential|linear|cubic|quintic"
#define METRICS "rotation|swing|twist|euclidean"
#define CURVES  "lerp|valid|override|keep|normalise|add|max|min|base"

static const MieniSettingType clip_settings[] = {
    CLIP("clip"), FLOAT("rate"), FLOAT("start"), BOOL("loop"), BOOL("reverse"), BOOL("always"),
};
static const MieniSettingType poses_settings[] = {
    POSES("poses"),
    BOOL("consume"),
    CHOICE("remap", "linear|smooth|sine|quadratic|cubic|quartic|quintic|circular_in|circular_out|circular|"
                    "exponential_in|exponential_out|exponential"),
    BOOL("sticky"),
};
static const MieniSettingType pose_settings[] = {POSES("poses"), NAME("pose"), FLOAT("weight")};
static const MieniSettingType driver_settings[] = {
    CHOICE("mode", MODES),
    CHOICE("solver", "interpolative|additive"),
    CHOICE("kernel", KERNELS),
    CHOICE("distance", METRICS),
    NUMBERS("axis"),
    CHOICE("reads", "rotation|translation"),
    FLOAT("radius"),
    CHOICE("normalise", "above_one|always|none|median"),
    FLOAT("threshold"),
    NUMBERS("median"),
    NAME("space"),
    BOOL("from_rest_pose"),
    CHOICE("drives", "poses|curves"),
    POSES("poses"),
    INT("max_lod"),
    NUMBERS("inverse"),
    NUMBERS("health"),
};
static const MieniSettingType bone_columns[] = {NAME("bone")};
static const MieniSettingType target_columns[] = {
    NAME("name"),  FLOAT("gain"),    FLOAT("radius"), CHOICE("kernel", KERNELS), CHOICE("distance", METRICS),
    NUMBERS("at"), NUMBERS("curve"),
};
static const MieniSettingType apply_settings[] = {FLOAT("alpha"), CHOICE("mode", MODES)};
static const MieniSettingType blend_settings[] = {FLOAT("alpha"), CHOICE("curves", CURVES)};
static const MieniSettingType layer_settings[] = {MASK("mask"), FLOAT("weight"), CHOICE("curves", CURVES)};
static const MieniSettingType modify_settings[] = {FLOAT("alpha")};
static const MieniSettingType modify_columns[] = {NAME("curve"), CHOICE("do", "add|scale|set|remap|smooth"),
                                                  FLOAT("value")};
static const MieniSettingType map_settings[] = {BOOL("keep_unmapped"), BOOL("drop_unknown")};
static const MieniSettingType map_columns[] = {NAME("from"), NAME("to"), FLOAT("weight")};
static const MieniSettingType curve_columns[] = {NAME("curve")};
static const MieniSettingType source_settings[] = {FLOAT("alpha")};
static const MieniSettingType select_settings[] = {INT("index"), FLOAT("fade"), CHOICE("shape", SHAPES),
                                                   BOOL("restart"), CHOICE("curves", CURVES)};
static const MieniSettingType slot_settings[] = {CHOICE("type", "absolute|delta"), FLOAT("weight")};
static const MieniSettingType state_columns[] = {NAME("name"), BOOL("restart")};
static const MieniSettingType transition_columns[] = {
    INT("from"), INT("to"), FLOAT("fade"), CHOICE("shape", SHAPES), FLOAT("after"), BOOL("at_end")};
static const MieniSettingType condition_columns[] = {INT("transition"), PARAMETER("parameter"),
                                                     CHOICE("is", "above|below|equal|other"), FLOAT("value")};

#define LIFE_NUMBER(member, key, least, most, usual) FLOAT(#key),
static const MieniSettingType life_settings[] = {INT("seed"),
                                                 FLOAT("speaking"),
                                                 FLOAT("alpha"),
                                                 FLOAT("look_x"),
                                                 FLOAT("look_y"),
                                                 FLOAT("look_z"),
                                                 MIENI_LIFE_NUMBERS(LIFE_NUMBER)};

#define SETTINGS(s) .setting_count = COUNT(s), .settings = (s)
#define LIST(k, c)                                                                                           \
    {                                                                                                        \
        .key = KEY(k), .columns = (c), .column_count = COUNT(c)                                              \
    }
#define LINKS(k, c, n)                                                                                       \
    {                                                                                                        \
        .key = KEY(k), .columns = (c), .column_count = (n), .has_links = true                                \
    }

static const MieniNodeTypeInfo types[MIENI_NODE_TYPES] = {
    [0] = {.name = NULL}, // C++ wants every place
    [MIENI_NODE_CLIP] = {.name = "clip", SETTINGS(clip_settings)},
    [MIENI_NODE_REST_POSE] = {.name = "rest_pose"},
    [MIENI_NODE_POSES] = {.name = "poses",
                          .input_count = 1,
                          .inputs = {KEY("input")},
                          SETTINGS(poses_settings)},
    [MIENI_NODE_POSE] = {.name = "pose", .flow = MIENI_FLOW_ASSET, SETTINGS(pose_settings)},
    [MIENI_NODE_DRIVER] = {.name = "driver",
                           .input_count = 1,
                           .inputs = {KEY("input")},
                           SETTINGS(driver_settings),
                           .list_count = 3,
                           .lists = {LIST("bones", bone_columns), LIST("only", bone_columns),
                                     LIST("targets", target_columns)}},
    [MIENI_NODE_APPLY_ADDITIVE] = {.name = "apply_additive",
                                   .flow = MIENI_FLOW_APPLY,
                                   .input_count = 2,
                                   .inputs = {KEY("base"), KEY("delta")},
                                   SETTINGS(apply_settings)},
    [MIENI_NODE_BLEND] = {.name = "blend",
                          .flow = MIENI_FLOW_PASS,
                          .input_count = 2,
                          .inputs = {KEY("a"), KEY("b")},
                          SETTINGS(blend_settings)},
    [MIENI_NODE_LAYERED_BLEND] = {.name = "layered_blend",
                                  .flow = MIENI_FLOW_PASS,
                                  .input_count = 2,
                                  .inputs = {KEY("base"), KEY("layer")},
                                  SETTINGS(layer_settings)},
    [MIENI_NODE_MODIFY_CURVE] = {.name = "modify_curve",
                                 .flow = MIENI_FLOW_PASS,
                                 .input_count = 1,
                                 .inputs = {KEY("input")},
                                 SETTINGS(modify_settings),
                                 .list_count = 1,
                                 .lists = {LIST("changes", modify_columns)}},
    [MIENI_NODE_MAP] = {.name = "map",
                        .flow = MIENI_FLOW_PASS,
                        .input_count = 1,
                        .inputs = {KEY("input")},
                        SETTINGS(map_settings),
                        .list_count = 2,
                        .lists = {LIST("rows", map_columns), LIST("unmapped", curve_columns)}},
    [MIENI_NODE_LIVE_INPUT] = {.name = "live_input",
                               .flow = MIENI_FLOW_PASS,
                               .input_count = 1,
                               .inputs = {KEY("input")},
                               .is_open_allowed = true,
                               SETTINGS(source_settings),
                               .list_count = 1,
                               .lists = {LIST("names", curve_columns)}},
    [MIENI_NODE_BLEND_BY_INT] = {.name = "blend_by_int",
                                 .flow = MIENI_FLOW_PASS,
                                 SETTINGS(select_settings),
                                 .list_count = 1,
                                 .lists = {LINKS("inputs", NULL, 0)}},
    [MIENI_NODE_INPUT_POSE] = {.name = "input_pose",
                               .flow = MIENI_FLOW_SETTING,
                               .input_count = 1,
                               .inputs = {KEY("input")},
                               .is_open_allowed = true,
                               SETTINGS(slot_settings)},
    [MIENI_NODE_STATE_MACHINE] = {.name = "state_machine",
                                  .flow = MIENI_FLOW_PASS,
                                  .list_count = 3,
                                  .lists = {LINKS("states", state_columns, COUNT(state_columns)),
                                            LIST("transitions", transition_columns),
                                            LIST("conditions", condition_columns)}},
    [MIENI_NODE_OUTPUT] = {.name = "output", .input_count = 1, .inputs = {KEY("input")}},
    [MIENI_NODE_LIFE] = {.name = "life",
                         .input_count = 1,
                         .inputs = {KEY("input")},
                         .is_open_allowed = true,
                         SETTINGS(life_settings)},
};

const MieniNodeTypeInfo *mieni_node_type(unsigned type)
{
    return type > 0 && type < MIENI_NODE_TYPES ? &types[type] : NULL;
}

MieniNodeType mieni_node_type_find(const char *name)
{
    for (int type = MIENI_NODE_CLIP; type < MIENI_NODE_TYPES; ++type) {
        if (strcmp(types[type].name, name) == 0)
            return (MieniNodeType)type;
    }
    return (MieniNodeType)0;
}
