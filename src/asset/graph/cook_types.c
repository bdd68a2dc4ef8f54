// SPDX-License-Identifier: MIT
//
// What results of nodes are: poses, or deltas to be put on one. Deltas come from
// additive pose assets and from slots; only an apply node makes poses of them.

#include "asset/graph/cook.h"

#include <stdio.h>
#include <string.h>

static const MieniTextNode *text_of(const MieniGraphCook *cook, int node)
{
    return &cook->index.nodes[cook->order[node]];
}

/// "base", "inputs[2]" or "states[1].input".
static void name_input(const MieniTextNode *text, int input, char *out, size_t room)
{
    const MieniNodeTypeInfo *type = mieni_node_type(text->type);
    if (input < type->input_count)
        snprintf(out, room, "%s", type->inputs[input]);
    else if (text->type == MIENI_NODE_SELECT)
        snprintf(out, room, "inputs[%d]", input - type->input_count);
    else
        snprintf(out, room, "states[%d].input", input - type->input_count);
}

/// -1: open. Otherwise whether the input is a delta.
static int type_of_input(const MieniGraphCook *cook, int node, int input)
{
    const MieniTextNode *text = text_of(cook, node);
    const int from = cook->index.links[text->first_link + input].node;
    return from >= 0 ? (int)cook->nodes[cook->kept[from]].is_delta : -1;
}

static MienStatus refuse(const MieniGraphCook *cook, int node, int input, const char *sentence)
{
    const MieniTextNode *text = text_of(cook, node);
    char name[48];
    name_input(text, input, name, sizeof name);
    return mieni_graph_cook_fail(cook, node, cook->index.links[text->first_link + input].value,
                                 MIEN_ERROR_DATA, sentence, "%s", name);
}

static MienStatus need_absolute(const MieniGraphCook *cook, int node, int input)
{
    char name[48], sentence[128];
    if (type_of_input(cook, node, input) != 1)
        return MIEN_OK;
    name_input(text_of(cook, node), input, name, sizeof name);
    snprintf(sentence, sizeof sentence, "A delta cannot go into %s: put an apply node between them.", name);
    return refuse(cook, node, input, sentence);
}

/// All inputs must be of one type, which is passed on.
static MienStatus pass_on(MieniGraphCook *cook, int node)
{
    const MieniTextNode *text = text_of(cook, node);
    int type = -1, first = 0;
    for (int i = 0; i < text->link_count; ++i) {
        char name[48], other[48], sentence[160];
        const int input = type_of_input(cook, node, i);
        if (input < 0 || input == type)
            continue;
        if (type < 0) {
            type = input;
            first = i;
            continue;
        }
        const int delta = input == 1 ? i : first;
        name_input(text, delta, name, sizeof name);
        name_input(text, input == 1 ? first : i, other, sizeof other);
        snprintf(sentence, sizeof sentence,
                 "A delta cannot go into %.40s: put an apply node between them, or a delta into %.40s too.",
                 name, other);
        return refuse(cook, node, delta, sentence);
    }
    cook->nodes[node].is_delta = type == 1;
    return MIEN_OK;
}

static MienStatus type_slot(MieniGraphCook *cook, int node)
{
    const MieniTextNode *text = text_of(cook, node);
    const bool is_delta = strcmp(mieni_json_get_string(text->row, "type", "absolute"), "delta") == 0;
    cook->nodes[node].is_delta = is_delta;
    if (!is_delta)
        return need_absolute(cook, node, 0);
    if (type_of_input(cook, node, 0) == 0)
        return refuse(cook, node, 0, "A pose cannot go into a slot for deltas: set its type to absolute.");
    return MIEN_OK;
}

/// The path of a pose node's asset now: its own, or that its parameter begins with.
static const char *path_of_pose(const MieniGraphCook *cook, int node)
{
    const MieniJson *value = mieni_json_get(text_of(cook, node)->row, "poses");
    const int parameter = mieni_graph_parameter_of(&cook->index, value);
    if (parameter >= 0)
        value = mieni_json_get(cook->index.parameter_rows->items[parameter], "value");
    return value != NULL && value->type == MIENI_JSON_STRING ? value->string : NULL;
}

static void type_pose(MieniGraphCook *cook, int node)
{
    const char *path = path_of_pose(cook, node);
    MienAuthorGraphMode mode = MIEN_AUTHOR_GRAPH_UNKNOWN;
    if (path != NULL && cook->options.mode != NULL)
        mode = cook->options.mode(cook->options.user, path);
    cook->nodes[node].is_delta = mode != MIEN_AUTHOR_GRAPH_ABSOLUTE;
}

static MienStatus type_node(MieniGraphCook *cook, int node)
{
    switch (text_of(cook, node)->type) {
    case MIENI_NODE_POSES:
    case MIENI_NODE_DRIVER:
    case MIENI_NODE_OUTPUT:
        return need_absolute(cook, node, 0);
    case MIENI_NODE_POSE:
        type_pose(cook, node);
        return MIEN_OK;
    case MIENI_NODE_APPLY:
        if (type_of_input(cook, node, MIENI_APPLY_DELTA) == 0)
            return refuse(cook, node, MIENI_APPLY_DELTA,
                          "A pose cannot go into delta: blend takes two poses, or name an additive asset.");
        return need_absolute(cook, node, MIENI_APPLY_BASE);
    case MIENI_NODE_SLOT:
        return type_slot(cook, node);
    case MIENI_NODE_BLEND:
    case MIENI_NODE_LAYER:
    case MIENI_NODE_MODIFY:
    case MIENI_NODE_MAP:
    case MIENI_NODE_SOURCE:
    case MIENI_NODE_SELECT:
    case MIENI_NODE_MACHINE:
        return pass_on(cook, node);
    default:
        return MIEN_OK;
    }
}

MienStatus mieni_graph_cook_types(MieniGraphCook *cook)
{
    MienStatus status = MIEN_OK;
    for (int n = 0; n < cook->node_count && status == MIEN_OK; ++n)
        status = type_node(cook, n);
    return status;
}
