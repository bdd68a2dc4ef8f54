// SPDX-License-Identifier: MIT
//
// Texts of graphs in tests, with ' for ", and what comes of them.

#pragma once

#include "support/check.h"
#include "support/victim.h"

#include "mien_author/graph.h"

enum { TEXT_ROOM = 8192 };

#define HEAD    "{'kind': 'graph', 'version': 1, "
#define OUT(id) "{'id': 'out', 'node': 'output', 'input': '" id "'}"

/// ' for ".
static inline void quote(const char *text, char out[TEXT_ROOM])
{
    size_t i = 0;
    for (; text[i] != '\0' && i + 1 < TEXT_ROOM; ++i)
        out[i] = text[i] == '\'' ? '"' : text[i];
    out[i] = '\0';
}

static inline MienStatus read_text(const char *text, MienAuthorGraph **out_graph, MienError *error)
{
    char quoted[TEXT_ROOM];
    quote(text, quoted);
    return mien_author_graph_read(quoted, strlen(quoted), NULL, out_graph, error);
}

static inline MienAuthorGraphMode mode_of(void *user, const char *path)
{
    (void)user;
    return strstr(path, "absolute") != NULL ? MIEN_AUTHOR_GRAPH_ABSOLUTE : MIEN_AUTHOR_GRAPH_ADDITIVE;
}

static inline MienStatus cook_text(const char *text, MienAuthorPack *out_pack, MienError *error)
{
    const MienAuthorGraphOptions options = {.mode = mode_of};
    MienAuthorGraph *graph = NULL;
    MienStatus status = read_text(text, &graph, error);
    if (status == MIEN_OK)
        status = mien_author_graph_cook(graph, &options, out_pack, error);
    mien_author_graph_destroy(graph);
    return status;
}

static const char every_node[] = HEAD
    "'skeleton': 'rig.skeleton.json', 'parameters': ["
    "{'name': 'distance', 'type': 'float', 'value': 3},"
    "{'name': 'count', 'type': 'int', 'value': 2},"
    "{'name': 'talking', 'type': 'bool', 'value': true},"
    "{'name': 'mood', 'type': 'name', 'value': 'smile'},"
    "{'name': 'line', 'type': 'clip', 'value': 'hello.clip.json'},"
    "{'name': 'face', 'type': 'poses'},"
    "{'name': 'part', 'type': 'mask', 'value': 'head'}],"
    "'masks': [{'name': 'head', 'bones': [{'bone': 'neck', 'depth': 2},"
    " {'bone': 'jaw', 'weight': -1, 'only': true}]}],"
    "'nodes': ["
    "{'id': 'body', 'node': 'clip', 'clip': 'walk.clip.json', 'rate': {'parameter': 'distance'}},"
    "{'id': 'face', 'node': 'clip', 'clip': {'parameter': 'line'}, 'loop': false},"
    "{'id': 'both', 'node': 'layered_blend', 'base': 'body', 'layer': 'face', 'mask': {'parameter': 'part'}},"
    "{'id': 'still', 'node': 'rest_pose'},"
    "{'id': 'mood', 'node': 'pose', 'poses': {'parameter': 'face'}, 'pose': {'parameter': 'mood'}},"
    "{'id': 'moody', 'node': 'apply_additive', 'base': 'still', 'delta': 'mood', 'mode': 'unreal'},"
    "{'id': 'mix', 'node': 'blend', 'a': 'both', 'b': 'moody'},"
    "{'id': 'map', 'node': 'map', 'input': 'mix', 'map': 'livelink-to-arkit'},"
    "{'id': 'live', 'node': 'live_input', 'input': 'map', 'names': ['jawOpen', 'smile']},"
    "{'id': 'change', 'node': 'modify_curve', 'input': 'live', 'changes': ["
    " {'curve': 'jawOpen', 'do': 'scale', 'value': 0.8},"
    " {'curve': 'smile', 'do': 'smooth', 'value': {'parameter': 'distance'}}]},"
    "{'id': 'poses', 'node': 'poses', 'input': 'change', 'poses': 'ada.poses.json', 'remap': 'sine'},"
    "{'id': 'host', 'node': 'input_pose', 'input': 'poses'},"
    "{'id': 'pick', 'node': 'blend_by_int', 'inputs': ['host', 'still', 'host'],"
    " 'index': {'parameter': 'talking'}},"
    "{'id': 'states', 'node': 'state_machine', 'states': [{'name': 'calm', 'input': 'pick'},"
    " {'name': 'glad', 'input': 'host', 'restart': false}], 'transitions': ["
    " {'from': 'calm', 'to': 'glad', 'when': [{'parameter': 'distance', 'below': 1},"
    "  {'parameter': 'talking', 'equal': true}], 'fade': 0.3, 'shape': 'smooth'},"
    " {'to': 'calm', 'when': [{'parameter': 'count', 'other': 2}], 'after': 1, 'at_end': true}]},"
    "{'id': 'drive', 'node': 'driver', 'input': 'states', 'bones': ['arm'], 'poses': 'fix.poses.json',"
    " 'targets': [{'name': 'up', 'bones': [{'bone': 'arm', 'turn': [0, 0, 90]}]}, {'name': 'down'}]},"
    "{'id': 'lost', 'node': 'clip'}," OUT("drive") "]}";
