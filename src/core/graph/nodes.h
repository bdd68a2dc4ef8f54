// SPDX-License-Identifier: MIT
//
// The types of nodes: what each takes, by name, kind and order. One table, from which
// cooking writes, loading checks and evaluation reads. Ranges, defaults and sentences
// are the text's affair (author); a pack holds every setting.

#pragma once

#include <stdbool.h>

/// Every type, in the order of its number, which packs hold: a new one goes last. Enum, table
/// of functions, schema and lists of names are made from it.
// clang-format off
#define MIENI_NODES(NODE)                                                                   \
    NODE(CLIP, clip)                       /* plays a clip */                               \
    NODE(REST_POSE, rest_pose)             /* the mesh's rest pose */                       \
    NODE(POSES, poses)                     /* pose asset driven by the input's curves */    \
    NODE(POSE, pose)                       /* one pose of an asset, by name */              \
    NODE(DRIVER, driver)                   /* radial basis functions over bones */          \
    NODE(APPLY_ADDITIVE, apply_additive)   /* a delta on a pose */                          \
    NODE(BLEND, blend)                     /* two results */                                \
    NODE(LAYERED_BLEND, layered_blend)     /* one over the other, bone by bone */           \
    NODE(MODIFY_CURVE, modify_curve)       /* curves changed one by one */                  \
    NODE(MAP, map)                         /* curves of one vocabulary to another */        \
    NODE(LIVE_INPUT, live_input)           /* curves set by the program */                  \
    NODE(BLEND_BY_INT, blend_by_int)       /* one of several, by bool or int, with fades */ \
    NODE(INPUT_POSE, input_pose)           /* a pose set by the program */                  \
    NODE(STATE_MACHINE, state_machine)     /* states and transitions */                     \
    NODE(OUTPUT, output)                   /* the graph's result */                         \
    NODE(LIFE, life)                       /* blinks, gaze, breath from a seed */           \
    /* A new type goes above this line. */
// clang-format on

#define MIENI_NODE_ENUM(upper, lower) MIENI_NODE_##upper,
typedef enum MieniNodeType { MIENI_NODE_NONE, MIENI_NODES(MIENI_NODE_ENUM) MIENI_NODE_TYPES } MieniNodeType;

/// What a node gives and takes: poses, or deltas to be put on one.
typedef enum MieniNodeFlow {
    MIENI_FLOW_POSE = 0, ///< Takes poses and gives one.
    MIENI_FLOW_PASS,     ///< Takes poses, or deltas in every input, and gives the same.
    MIENI_FLOW_APPLY,    ///< Takes a pose, and a delta in its second input; gives a pose.
    MIENI_FLOW_ASSET,    ///< Gives what its pose asset holds.
    MIENI_FLOW_SETTING,  ///< Takes and gives what its first setting says, "type": absolute or delta.
} MieniNodeFlow;

typedef enum MieniSettingKind {
    MIENI_SETTING_FLOAT = 1, ///< Finite; or a float parameter.
    MIENI_SETTING_INT,       ///< Whole; or an int or bool parameter.
    MIENI_SETTING_BOOL,      ///< 0 or 1; or a bool parameter.
    MIENI_SETTING_CHOICE,    ///< index is the choice.
    MIENI_SETTING_NAME,      ///< index is a word, or MIENI_NOTHING; or a name parameter.
    MIENI_SETTING_CLIP,      ///< index is an asset place. Parameters have places of their own.
    MIENI_SETTING_POSES,
    MIENI_SETTING_MASK,      ///< index is a mask, or a mask parameter.
    MIENI_SETTING_PARAMETER, ///< index is a parameter: float, int or bool.
    MIENI_SETTING_NUMBERS,   ///< number of them from index on.
} MieniSettingKind;

typedef struct MieniSettingType {
    const char *key; ///< In the text.
    MieniSettingKind kind;
    const char *choices; ///< Between bars; index 0 is the first. NULL for other kinds.
} MieniSettingType;

enum { MIENI_MAX_INPUTS = 2, MIENI_MAX_LISTS = 4 };

typedef struct MieniListType {
    const char *key;
    const MieniSettingType *columns;
    int column_count;
    bool has_links; ///< Each row has an input, after the named ones.
} MieniListType;

typedef struct MieniNodeTypeInfo {
    const char *name;
    MieniNodeFlow flow;
    int input_count;
    const char *inputs[MIENI_MAX_INPUTS]; ///< Keys in the text.
    bool is_open_allowed;                 ///< The first input may be missing.
    int setting_count;
    const MieniSettingType *settings;
    int list_count;
    MieniListType lists[MIENI_MAX_LISTS];
} MieniNodeTypeInfo;

/// NULL for what is no type.
const MieniNodeTypeInfo *mieni_node_type(unsigned type);
/// MIENI_NODE_...; 0 for an unknown name.
MieniNodeType mieni_node_type_find(const char *name);

// Places of settings and lists, in the order of the table.

enum {
    MIENI_CLIP_CLIP,
    MIENI_CLIP_RATE,
    MIENI_CLIP_START,
    MIENI_CLIP_LOOP,
    MIENI_CLIP_REVERSE,
    MIENI_CLIP_ALWAYS
};

enum { MIENI_POSES_POSES, MIENI_POSES_CONSUME, MIENI_POSES_REMAP, MIENI_POSES_STICKY };
typedef enum MieniRemap {
    MIENI_REMAP_LINEAR, ///< As it is; in unreal assets clamped.
    MIENI_REMAP_SMOOTH, ///< 3a^2 - 2a^3 of the clamped value, as all below.
    MIENI_REMAP_SINE,
    MIENI_REMAP_QUADRATIC, ///< In and out.
    MIENI_REMAP_CUBIC,
    MIENI_REMAP_QUARTIC,
    MIENI_REMAP_QUINTIC,
    MIENI_REMAP_CIRCULAR_IN,
    MIENI_REMAP_CIRCULAR_OUT,
    MIENI_REMAP_CIRCULAR,
    MIENI_REMAP_EXPONENTIAL_IN,
    MIENI_REMAP_EXPONENTIAL_OUT,
    MIENI_REMAP_EXPONENTIAL,
    MIENI_REMAPS,
} MieniRemap;

enum { MIENI_POSE_POSES, MIENI_POSE_POSE, MIENI_POSE_WEIGHT };

enum {
    MIENI_DRIVER_MODE, ///< mien|unreal
    MIENI_DRIVER_SOLVER,
    MIENI_DRIVER_KERNEL,
    MIENI_DRIVER_DISTANCE,
    MIENI_DRIVER_AXIS, ///< Three numbers.
    MIENI_DRIVER_READS,
    MIENI_DRIVER_RADIUS, ///< Degrees or metres, computed if automatic.
    MIENI_DRIVER_NORMALISE,
    MIENI_DRIVER_THRESHOLD,
    MIENI_DRIVER_MEDIAN, ///< Reference (three numbers: Euler degrees or metres), least, most.
    MIENI_DRIVER_SPACE,  ///< A bone, or nothing.
    MIENI_DRIVER_FROM_REFERENCE,
    MIENI_DRIVER_DRIVES,
    MIENI_DRIVER_POSES,
    MIENI_DRIVER_LAST_LEVEL, ///< -1: all.
    MIENI_DRIVER_INVERSE,    ///< target_count squared numbers, or none.
    MIENI_DRIVER_HEALTH,     ///< Condition, lambda, error at the targets, 1 if invalid.
};
enum { MIENI_DRIVER_BONES, MIENI_DRIVER_ONLY, MIENI_DRIVER_TARGETS };
enum {
    MIENI_TARGET_NAME, ///< What it drives: a pose or a curve.
    MIENI_TARGET_GAIN,
    MIENI_TARGET_RADIUS, ///< As the node's, computed: the actual one.
    MIENI_TARGET_KERNEL, ///< The actual one.
    MIENI_TARGET_DISTANCE,
    MIENI_TARGET_AT,    ///< Per bone of the driver: rotation x y z w, translation x y z.
    MIENI_TARGET_CURVE, ///< Points x y, ascending, that the kernel's value goes through; or none.
};
typedef enum MieniSolver { MIENI_SOLVER_INTERPOLATIVE, MIENI_SOLVER_ADDITIVE } MieniSolver;
typedef enum MieniKernel {
    MIENI_KERNEL_GAUSSIAN,
    MIENI_KERNEL_EXPONENTIAL,
    MIENI_KERNEL_LINEAR,
    MIENI_KERNEL_CUBIC,
    MIENI_KERNEL_QUINTIC,
} MieniKernel;
typedef enum MieniDistance {
    MIENI_DISTANCE_ROTATION,
    MIENI_DISTANCE_SWING,
    MIENI_DISTANCE_TWIST,
    MIENI_DISTANCE_EUCLIDEAN,
} MieniDistance;
typedef enum MieniNormalise {
    MIENI_NORMALISE_ABOVE_ONE,
    MIENI_NORMALISE_ALWAYS,
    MIENI_NORMALISE_NONE,
    MIENI_NORMALISE_MEDIAN,
} MieniNormalise;
enum { MIENI_READS_ROTATION, MIENI_READS_TRANSLATION };
enum { MIENI_DRIVES_POSES, MIENI_DRIVES_CURVES };

enum { MIENI_APPLY_BASE, MIENI_APPLY_DELTA }; // inputs
enum { MIENI_APPLY_ALPHA, MIENI_APPLY_MODE };
enum { MIENI_MODE_MIEN, MIENI_MODE_UNREAL };

enum { MIENI_BLEND_ALPHA, MIENI_BLEND_CURVES };
enum { MIENI_LAYER_MASK, MIENI_LAYER_WEIGHT, MIENI_LAYER_CURVES };
/// How curves of two sides meet; m is the other side's weight.
typedef enum MieniCurveRule {
    MIENI_CURVES_LERP,      ///< (1 - m) a + m b, absent is 0. Default of blend.
    MIENI_CURVES_VALID,     ///< As lerp where both have it, otherwise as it is. Default of layer.
    MIENI_CURVES_OVERRIDE,  ///< b where present.
    MIENI_CURVES_KEEP,      ///< a where present, else b.
    MIENI_CURVES_NORMALISE, ///< (a + m b) / (1 + m), absent is 0.
    MIENI_CURVES_ADD,       ///< a + m b.
    MIENI_CURVES_MAX,       ///< The larger where both have it, otherwise as it is.
    MIENI_CURVES_MIN,
    MIENI_CURVES_BASE, ///< a's alone.
} MieniCurveRule;

enum { MIENI_MODIFY_ALPHA };
enum { MIENI_MODIFY_CURVES };
enum { MIENI_MODIFY_CURVE, MIENI_MODIFY_DO, MIENI_MODIFY_VALUE };
typedef enum MieniModifyDo {
    MIENI_DO_ADD,
    MIENI_DO_SCALE,
    MIENI_DO_SET,
    MIENI_DO_REMAP,  ///< value is where the curve begins to count.
    MIENI_DO_SMOOTH, ///< value is the time constant, seconds.
} MieniModifyDo;

enum { MIENI_MAP_KEEP_UNMAPPED, MIENI_MAP_DROP_UNKNOWN };
enum { MIENI_MAP_ROWS, MIENI_MAP_UNMAPPED };
enum { MIENI_MAP_FROM, MIENI_MAP_TO, MIENI_MAP_WEIGHT };

enum { MIENI_SOURCE_ALPHA };
enum { MIENI_SOURCE_NAMES }; // list of curves; empty: all

enum { MIENI_SELECT_INDEX, MIENI_SELECT_FADE, MIENI_SELECT_SHAPE, MIENI_SELECT_RESTART, MIENI_SELECT_CURVES };
enum { MIENI_SELECT_INPUTS };
enum { MIENI_SHAPE_LINEAR, MIENI_SHAPE_SMOOTH };

enum { MIENI_SLOT_TYPE, MIENI_SLOT_WEIGHT };
enum { MIENI_SLOT_ABSOLUTE, MIENI_SLOT_DELTA };

enum {
    MIENI_LIFE_SEED,
    MIENI_LIFE_SPEAKING,
    MIENI_LIFE_ALPHA,
    MIENI_LIFE_LOOK_X, ///< And y, z.
    MIENI_LIFE_FIRST =
        MIENI_LIFE_LOOK_X + 3, ///< The first of MIENI_LIFE_NUMBERS (core/life/life.h), which are constant.
};

enum { MIENI_MACHINE_STATES, MIENI_MACHINE_TRANSITIONS, MIENI_MACHINE_CONDITIONS };
enum { MIENI_STATE_NAME, MIENI_STATE_RESTART };
enum {
    MIENI_TRANSITION_FROM, ///< A state; -1: any.
    MIENI_TRANSITION_TO,
    MIENI_TRANSITION_FADE,
    MIENI_TRANSITION_SHAPE,
    MIENI_TRANSITION_AFTER,  ///< Seconds that the state must have lasted.
    MIENI_TRANSITION_AT_END, ///< Only when no clip of the state has anything left to play.
};
enum { MIENI_CONDITION_TRANSITION, MIENI_CONDITION_PARAMETER, MIENI_CONDITION_IS, MIENI_CONDITION_VALUE };
typedef enum MieniComparison {
    MIENI_IS_ABOVE,
    MIENI_IS_BELOW,
    MIENI_IS_EQUAL,
    MIENI_IS_OTHER
} MieniComparison;
