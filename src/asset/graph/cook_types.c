// SPDX-License-Identifier: MIT
//
// What results of nodes are: poses, or deltas to be put on one. Deltas come from
// additive pose assets and from slots; only an apply node makes poses of them.

#include "asset/graph/cook.h"

#include "asset/graph/node_types.h"

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
    out[0] = '\0';
    if (input < type->input_count) {
        snprintf(out, room, "%s", type->inputs[input]);
        return;
    }
    for (int l = 0; l < type->list_count; ++l)
        if (type->lists[l].has_links)
            snprintf(out, room, "%s[%d]%s", type->lists[l].key, input - type->input_count,
                     type->lists[l].column_count > 0 ? ".input" : "");
}

static MieniFlow flow_of_input(const MieniGraphCook *cook, int node, int input)
{
    const MieniTextNode *text = text_of(cook, node);
    const int from = cook->index.links[text->first_link + input].node;
    return from < 0                                      ? MIENI_FLOWS_ANY
           : cook->nodes[cook->kept[from]].is_delta != 0 ? MIENI_FLOWS_DELTA
                                                         : MIENI_FLOWS_POSE;
}

/// The first connected input; 0 if none is.
static int first_input(const MieniGraphCook *cook, int node)
{
    const int count = text_of(cook, node)->link_count;
    for (int i = 0; i < count; ++i)
        if (flow_of_input(cook, node, i) != MIENI_FLOWS_ANY)
            return i;
    return 0;
}

static MienStatus refuse(const MieniGraphCook *cook, int node, int input, const char *sentence)
{
    const MieniTextNode *text = text_of(cook, node);
    char name[48];
    name_input(text, input, name, sizeof name);
    return mieni_graph_cook_fail(cook, node, cook->index.links[text->first_link + input].value,
                                 MIEN_ERROR_DATA, sentence, "%s", name);
}

/// A delta where a pose is taken.
static MienStatus refuse_delta(const MieniGraphCook *cook, int node, int input)
{
    char name[48], sentence[128];
    name_input(text_of(cook, node), input, name, sizeof name);
    snprintf(sentence, sizeof sentence, "A delta cannot go into %s: put an apply node between them.", name);
    return refuse(cook, node, input, sentence);
}

/// A pose and a delta, in inputs that must be alike.
static MienStatus refuse_mixed(const MieniGraphCook *cook, int node, int first, int input)
{
    const MieniTextNode *text = text_of(cook, node);
    const bool is_first = flow_of_input(cook, node, first) == MIENI_FLOWS_DELTA;
    const int delta = is_first ? first : input, pose = is_first ? input : first;
    char name[48], other[48], sentence[160];
    name_input(text, delta, name, sizeof name);
    name_input(text, pose, other, sizeof other);
    snprintf(sentence, sizeof sentence,
             "A delta cannot go into %.40s: put an apply node between them, or a delta into %.40s too.", name,
             other);
    return refuse(cook, node, delta, sentence);
}

static MienStatus check_input(const MieniGraphCook *cook, int node, int input, MieniFlow own)
{
    const MieniNodeTypeInfo *type = mieni_node_type(text_of(cook, node)->type);
    const int first = first_input(cook, node);
    const MieniFlow given = flow_of_input(cook, node, input),
                    taken = mieni_node_takes(type, input, own, flow_of_input(cook, node, first));
    if (given == MIENI_FLOWS_ANY || taken == MIENI_FLOWS_ANY || given == taken)
        return MIEN_OK;
    if (type->flow == MIENI_FLOW_PASS)
        return refuse_mixed(cook, node, first, input);
    if (given == MIENI_FLOWS_DELTA)
        return refuse_delta(cook, node, input);
    return refuse(cook, node, input,
                  type->flow == MIENI_FLOW_APPLY
                      ? "A pose cannot go into delta: blend takes two poses, or name an additive asset."
                      : "A pose cannot go into a slot for deltas: set its type to absolute.");
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

static MieniFlow flow_of_asset(const MieniGraphCook *cook, int node)
{
    const char *path = path_of_pose(cook, node);
    MienAuthorGraphMode mode = MIEN_AUTHOR_GRAPH_UNKNOWN;
    if (path != NULL && cook->options.mode != NULL)
        mode = cook->options.mode(cook->options.user, path);
    return mode != MIEN_AUTHOR_GRAPH_ABSOLUTE ? MIENI_FLOWS_DELTA : MIENI_FLOWS_POSE;
}

/// What the node itself says that it gives, if its type lets it.
static MieniFlow own_flow(const MieniGraphCook *cook, int node, const MieniNodeTypeInfo *type)
{
    if (type->flow == MIENI_FLOW_ASSET)
        return flow_of_asset(cook, node);
    const char *word = mieni_json_get_string(text_of(cook, node)->row, "type", "absolute");
    return type->flow == MIENI_FLOW_SETTING && strcmp(word, "delta") == 0 ? MIENI_FLOWS_DELTA
                                                                          : MIENI_FLOWS_POSE;
}

static MienStatus type_node(MieniGraphCook *cook, int node)
{
    const MieniTextNode *text = text_of(cook, node);
    const MieniNodeTypeInfo *type = mieni_node_type(text->type);
    const MieniFlow own = own_flow(cook, node, type);
    MienStatus status = MIEN_OK;
    for (int i = 0; i < text->link_count && status == MIEN_OK; ++i) // the delta of an apply node first
        status = check_input(cook, node, type->flow == MIENI_FLOW_APPLY ? text->link_count - 1 - i : i, own);
    const MieniFlow first =
        text->link_count > 0 ? flow_of_input(cook, node, first_input(cook, node)) : MIENI_FLOWS_ANY;
    cook->nodes[node].is_delta = mieni_node_gives(type, own, first) == MIENI_FLOWS_DELTA;
    return status;
}

MienStatus mieni_graph_cook_types(MieniGraphCook *cook)
{
    MienStatus status = MIEN_OK;
    for (int n = 0; n < cook->node_count && status == MIEN_OK; ++n)
        status = type_node(cook, n);
    return status;
}
