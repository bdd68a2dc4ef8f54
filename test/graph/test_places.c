// SPDX-License-Identifier: MIT
//
// Which place the asset of a node comes from: its own, or that of a parameter.

#include "support/graphs.h"

TEST(nodes_know_the_places_of_their_assets)
{
    Rig rig;
    GraphRig g;
    rig_begin(&rig, 3);
    rig_mover(&rig, "smile", 1, 0.5f);
    graph_begin(&g, &rig.skeleton);
    graph_poses(&g, "a.poses.json", &rig.asset);
    graph_make(
        &g,
        GRAPH_WITH("{'name': 'line', 'type': 'clip', 'value': 'b.clip.json'}",
                   "{'id': 'own', 'node': 'clip', 'clip': 'a.clip.json'},"
                   "{'id': 'shared', 'node': 'clip', 'clip': {'parameter': 'line'}},"
                   "{'id': 'again', 'node': 'clip', 'clip': {'parameter': 'line'}},"
                   "{'id': 'all', 'node': 'blend_by_int', 'inputs': ['own', 'shared', 'again'], 'index': 0},"
                   "{'id': 'face', 'node': 'poses', 'input': 'all', 'poses': 'a.poses.json'},"
                   "{'id': 'out', 'node': 'output', 'input': 'face'}"));
    const int own = mien_graph_node_asset(g.graph, mien_graph_find_node(g.graph, "own")),
              shared = mien_graph_node_asset(g.graph, mien_graph_find_node(g.graph, "shared")),
              face = mien_graph_node_asset(g.graph, mien_graph_find_node(g.graph, "face"));
    CHECK_STR(mien_graph_asset_slot(g.graph, own).path, "a.clip.json");
    CHECK_INT(mien_graph_asset_slot(g.graph, own).node, mien_graph_find_node(g.graph, "own"));
    CHECK_STR(mien_graph_asset_slot(g.graph, shared).path, "b.clip.json");
    CHECK_INT(mien_graph_asset_slot(g.graph, shared).parameter, mien_graph_find_parameter(g.graph, "line"));
    CHECK_INT(mien_graph_node_asset(g.graph, mien_graph_find_node(g.graph, "again")), shared);
    CHECK_STR(mien_graph_asset_slot(g.graph, face).path, "a.poses.json");
    CHECK_INT(mien_graph_node_asset(g.graph, mien_graph_find_node(g.graph, "all")), -1);
    CHECK_INT(mien_graph_node_asset(g.graph, mien_graph_find_node(g.graph, "out")), -1);
    CHECK_INT(mien_graph_node_asset(g.graph, -1), -1);
    CHECK_INT(mien_graph_node_asset(g.graph, 6), -1);
    CHECK_INT(mien_graph_node_asset(NULL, 0), -1);
    graph_end(&g);
}

CHECK_MAIN { RUN(nodes_know_the_places_of_their_assets); }
