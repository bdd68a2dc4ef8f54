// SPDX-License-Identifier: MIT
//
// The table of node types for people, and how poses and deltas flow.

#include "asset/graph/node_types.h"

#include <string.h>

// clang-format off
#define INPUT(key)         {MIENI_ROW_INPUT, key, NULL, MIENI_LIVE_NONE}
#define CURVES_INPUT(key)  {MIENI_ROW_INPUT, key, NULL, MIENI_LIVE_CURVES}
#define WEIGHED_INPUT(key) {MIENI_ROW_INPUT, key, NULL, MIENI_LIVE_WEIGHT}
#define INPUTS             {MIENI_ROW_INPUTS, NULL, NULL, MIENI_LIVE_WEIGHT}
#define SETTING(key)       {MIENI_ROW_SETTING, key, NULL, MIENI_LIVE_NONE}
#define COUNT(key, label)  {MIENI_ROW_SETTING, key, label, MIENI_LIVE_NONE}
#define FIELD(key, live)   {MIENI_ROW_FIELD, key, NULL, live}
#define ASSET(key)         {MIENI_ROW_ASSET, key, NULL, MIENI_LIVE_NONE}
#define MASK(key)          {MIENI_ROW_MASK, key, NULL, MIENI_LIVE_NONE}
#define CHANGES(key)       {MIENI_ROW_CHANGES, key, NULL, MIENI_LIVE_NONE}
#define LIVE(label, live)  {MIENI_ROW_LIVE, NULL, label, live}

const MieniNodeWords mieni_node_words[MIENI_NODE_WORDS] = {
    {"clip", "Play clip", "Plays the bones and curves of a clip", MIENI_FAMILY_CLIP,
     {FIELD("clip", MIENI_LIVE_TIME), SETTING("rate")}},
    {"input_pose", "Input pose", "Pose set by your program", MIENI_FAMILY_CLIP,
     {INPUT("input"), SETTING("type"), SETTING("weight")}},
    {"poses", "Pose asset", "Curves drive the poses of a face", MIENI_FAMILY_POSES,
     {CURVES_INPUT("input"), ASSET("poses"), LIVE("Active poses", MIENI_LIVE_ACTIVE)}},
    {"pose", "Pose by name", "One pose of a pose asset", MIENI_FAMILY_POSES,
     {SETTING("pose"), ASSET("poses"), SETTING("weight")}},
    {"driver", "Pose driver", "Poses driven by bone rotation", MIENI_FAMILY_POSES,
     {CURVES_INPUT("input"), ASSET("poses"), COUNT("targets", "Targets")}},
    {"layered_blend", "Layered blend", "Layers one input over another per bone", MIENI_FAMILY_BLEND,
     {INPUT("base"), WEIGHED_INPUT("layer"), MASK("mask")}},
    {"blend", "Blend", "Blends two poses or two deltas", MIENI_FAMILY_BLEND,
     {WEIGHED_INPUT("a"), WEIGHED_INPUT("b"), SETTING("alpha")}},
    {"apply_additive", "Apply additive", "Adds a delta to a pose", MIENI_FAMILY_BLEND,
     {INPUT("base"), WEIGHED_INPUT("delta"), SETTING("alpha")}},
    {"blend_by_int", "Blend by int", "Selects one input, with fades", MIENI_FAMILY_BLEND,
     {INPUTS, SETTING("index")}},
    {"state_machine", "State machine", "States and transitions", MIENI_FAMILY_BLEND, {INPUTS}},
    {"modify_curve", "Modify curve", "Add, scale, set or smooth curves", MIENI_FAMILY_CURVE,
     {CURVES_INPUT("input"), CHANGES("changes")}},
    {"map", "Map curves", "Converts curves from one vocabulary to another", MIENI_FAMILY_CURVE,
     {CURVES_INPUT("input"), FIELD("map", MIENI_LIVE_NONE)}},
    {"live_input", "Live input", "Curves set by your program", MIENI_FAMILY_SOURCE,
     {INPUT("input"), COUNT("names", "Curves")}},
    {"life", "Life", "Blinks, gaze, breath and head motion from a seed", MIENI_FAMILY_SOURCE,
     {INPUT("input"), SETTING("seed"), SETTING("speaking")}},
    {"rest_pose", "Rest pose", "Rest pose of the mesh", MIENI_FAMILY_OUTPUT,
     {LIVE("Pose", MIENI_LIVE_NONE)}},
    {"output", "Output", "Result of the graph", MIENI_FAMILY_OUTPUT,
     {INPUT("input"), LIVE("Bones", MIENI_LIVE_BONES), LIVE("Morphs", MIENI_LIVE_MORPHS)}},
};
// clang-format on

const MieniNodeWords *mieni_node_words_of(const char *type)
{
    static const MieniNodeWords unknown = {
        "", "Unknown node", "", MIENI_FAMILY_OUTPUT, {{MIENI_ROW_LIVE, NULL, "Pose", MIENI_LIVE_NONE}}};
    for (int i = 0; i < MIENI_NODE_WORDS; ++i)
        if (mieni_node_words[i].type != NULL && strcmp(mieni_node_words[i].type, type) == 0)
            return &mieni_node_words[i];
    return &unknown;
}

MieniFlow mieni_node_gives(const MieniNodeTypeInfo *type, MieniFlow own, MieniFlow input)
{
    if (type->flow == MIENI_FLOW_ASSET || type->flow == MIENI_FLOW_SETTING)
        return own;
    return type->flow == MIENI_FLOW_PASS && input == MIENI_FLOWS_DELTA ? MIENI_FLOWS_DELTA : MIENI_FLOWS_POSE;
}

MieniFlow mieni_node_takes(const MieniNodeTypeInfo *type, int input, MieniFlow own, MieniFlow other)
{
    switch (type->flow) {
    case MIENI_FLOW_PASS:
        return other;
    case MIENI_FLOW_APPLY:
        return input == MIENI_APPLY_DELTA ? MIENI_FLOWS_DELTA : MIENI_FLOWS_POSE;
    case MIENI_FLOW_SETTING:
        return own;
    default:
        return MIENI_FLOWS_POSE;
    }
}
