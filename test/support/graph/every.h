// SPDX-License-Identifier: MIT
//
// One graph with every type of node and every kind of setting, on a small rig, for tests
// that damage it, count what it allocates, or run it on many threads.

#pragma once

#include "support/graphs.h"

#define EVERY_NODE                                                                                           \
    GRAPH_HEAD                                                                                               \
    "'parameters': [{'name': 'distance', 'type': 'float', 'value': 3},"                                      \
    "{'name': 'count', 'type': 'int', 'value': 2}, {'name': 'talking', 'type': 'bool', 'value': true},"      \
    "{'name': 'mood', 'type': 'name', 'value': 'smile'},"                                                    \
    "{'name': 'line', 'type': 'clip', 'value': 'line.clip.json'}, {'name': 'none', 'type': 'poses'},"        \
    "{'name': 'part', 'type': 'mask', 'value': 'upper'}],"                                                   \
    "'masks': [{'name': 'upper', 'bones': [{'bone': 'bone1', 'depth': 2}, {'bone': 'bone2', 'weight': -1,"   \
    " 'only': true}]}, {'name': 'all', 'bones': [{'bone': 'bone0'}]}],"                                      \
    "'nodes': ["                                                                                             \
    "{'id': 'body', 'node': 'clip', 'clip': 'walk.clip.json', 'rate': {'parameter': 'distance'}},"           \
    "{'id': 'line', 'node': 'clip', 'clip': {'parameter': 'line'}, 'loop': false, 'always': true},"          \
    "{'id': 'layer', 'node': 'layered_blend', 'base': 'body', 'layer': 'line', 'mask': {'parameter': "       \
    "'part'}},"                                                                                              \
    "{'id': 'rest', 'node': 'rest_pose'},"                                                                   \
    "{'id': 'mood', 'node': 'pose', 'poses': 'face.poses.json', 'pose': {'parameter': 'mood'}},"             \
    "{'id': 'offset', 'node': 'input_pose', 'type': 'delta', 'input': 'mood'},"                              \
    "{'id': 'moody', 'node': 'apply_additive', 'base': 'rest', 'delta': 'offset', 'mode': 'unreal'},"        \
    "{'id': 'mix', 'node': 'blend', 'a': 'layer', 'b': 'moody', 'alpha': 0.25},"                             \
    "{'id': 'map', 'node': 'map', 'input': 'mix', 'map': 'livelink-to-arkit', 'keep_unmapped': true},"       \
    "{'id': 'live', 'node': 'live_input', 'input': 'map', 'names': ['frown', 'smile']},"                     \
    "{'id': 'alive', 'node': 'life', 'input': 'live', 'seed': {'parameter': 'count'}, 'blink_rate': 60},"    \
    "{'id': 'change', 'node': 'modify_curve', 'input': 'alive', 'changes': ["                                \
    " {'curve': 'frown', 'do': 'scale', 'value': 0.8},"                                                      \
    " {'curve': 'smile', 'do': 'smooth', 'value': {'parameter': 'distance'}}]},"                             \
    "{'id': 'face', 'node': 'poses', 'input': 'change', 'poses': 'face.poses.json', 'remap': 'sine',"        \
    " 'consume': true, 'sticky': true},"                                                                     \
    "{'id': 'pick', 'node': 'blend_by_int', 'inputs': ['face', 'rest', 'face'], 'fade': 0.5,"                \
    " 'index': {'parameter': 'talking'}},"                                                                   \
    "{'id': 'states', 'node': 'state_machine', 'states': [{'name': 'calm', 'input': 'pick'},"                \
    " {'name': 'glad', 'input': 'face', 'restart': false}], 'transitions': ["                                \
    " {'from': 'calm', 'to': 'glad', 'when': [{'parameter': 'distance', 'below': 1},"                        \
    "  {'parameter': 'talking', 'equal': true}], 'fade': 0.3, 'shape': 'smooth'},"                           \
    " {'to': 'calm', 'when': [{'parameter': 'count', 'other': 2}], 'after': 1, 'at_end': true}]},"           \
    "{'id': 'drive', 'node': 'driver', 'input': 'states', 'bones': ['bone1', 'bone2'],"                      \
    " 'poses': 'face.poses.json', 'space': 'bone0', 'only': ['bone2'], 'targets': ["                         \
    "  {'name': 'smile', 'bones': [{'bone': 'bone1', 'turn': [0, 0, 90]}], 'curve': [[0, 0], [1, 0.5]]},"    \
    "  {'name': 'frown'}]},"                                                                                 \
    "{'id': 'curves', 'node': 'driver', 'input': 'drive', 'bones': ['bone1'], 'drives': 'curves',"           \
    " 'solver': 'additive', 'mode': 'unreal', 'radius': 40, 'targets': [{'name': 'blush'}]},"                \
    "{'id': 'lost', 'node': 'clip'},"                                                                        \
    "{'id': 'out', 'node': 'output', 'input': 'curves'}]}"

typedef struct Every {
    Rig rig;
    Ramp walk, line;
    GraphRig g;
    MienTransform offsets[4]; ///< What the slot gets.
    float values[3];          ///< What the source gets.
    MienCurveSet curves;
} Every;

static const MienAuthorClipEvent every_events[] = {{"step", 0.5}, {"step", 1.25}};

/// Everything but the graph. It points into itself: do not copy it.
static inline void every_begin(Every *e)
{
    memset(e, 0, sizeof *e);
    rig_begin(&e->rig, 4);
    rig_mover(&e->rig, "smile", 1, 0.25f);
    rig_mover(&e->rig, "frown", 2, 0.5f);
    e->rig.posed[1][2].rotation = turned(1, 20.0);
    rig_curve(&e->rig, "blush");
    rig_value(&e->rig, 0, 0, 0.75f);
    ramp_clip(&e->walk, 2.0, "frown", "bone1", e->rig.bones[1].rest);
    e->walk.clip.events = every_events;
    e->walk.clip.event_count = 2;
    ramp_clip(&e->line, 1.0, "smile", NULL, mien_transform_identity());
    graph_begin(&e->g, &e->rig.skeleton);
    graph_clip(&e->g, "walk.clip.json", &e->walk.clip);
    graph_clip(&e->g, "line.clip.json", &e->line.clip);
    graph_poses(&e->g, "face.poses.json", &e->rig.asset);
    e->offsets[2].translation.y = 0.125f;
    e->values[0] = 0.5f;
    e->curves = (MienCurveSet){3, e->values, NULL};
}

/// Gives an instance of any graph all that it can take.
static inline void every_fill(Every *e, const MienGraph *graph, MienGraphInstance *instance, int step)
{
    const MienGraphInfo info = mien_graph_info(graph);
    for (int i = 0; i < info.live_input_count; ++i)
        mien_graph_instance_set_live_input(instance, i, step % 5 == 4 ? NULL : &e->curves);
    for (int i = 0; i < info.input_pose_count; ++i)
        mien_graph_instance_set_input_pose(instance, i, e->offsets, step % 2 == 0 ? &e->curves : NULL,
                                           0.25f * (float)(step % 5));
    for (int p = 0; p < info.parameter_count; ++p) {
        mien_graph_instance_set_number(instance, p, (float)(step % 4) - 0.5f);
        mien_graph_instance_set_text(instance, p, step % 2 == 0 ? "frown" : "all");
    }
}
