// SPDX-License-Identifier: MIT
//
// A graph as the canvas displays it: nodes with their rows and positions, connections, and
// overrides. Rebuilt from the texts after every change; independent of widgets.
//
// Ownership  A scene owns all its data; free it with studio_graph_scene_free.

#pragma once

#include "asset/graph/node_types.h"
#include "asset/view.h"
#include "project/recipes/graphs.h"
#include "studio/model/document/studio.h"
#include "studio/panels/graph/strings.h"

#include <glib.h>

enum {
    STUDIO_GRAPH_DEEPEST = 32, ///< Children of children.
    STUDIO_NODE_HEADER = 28,
    STUDIO_NODE_ROW = 24,
    STUDIO_NODE_FOOT = 6,
    STUDIO_NODE_NARROW = 168,
    STUDIO_NODE_WIDE = 204,
    STUDIO_GRID = 22,
    STUDIO_SNAP = 11,
};

/// A graph and what it extends, as texts. Lives until one of the files changes.
typedef struct StudioGraphChain {
    MieniGraphText texts[STUDIO_GRAPH_DEEPEST]; ///< The graph first, the root last.
    int count;
} StudioGraphChain;

MienStatus studio_graph_chain_read(Studio *studio, const char *path, StudioGraphChain *out_chain,
                                   MieniProblem *problem);
/// What has the nodes and parameters of a text: the last of those that it extends.
const MieniGraphView *studio_graph_root(const MieniGraphText *text);
/// The row of a node in the root; -1 for none.
int studio_graph_chain_find(const StudioGraphChain *chain, const char *id);
/// The schema of a node's row.
const MieniSchema *studio_graph_chain_schema(const StudioGraphChain *chain, int row);

/// What goes along a wire.
typedef enum StudioFlow { STUDIO_FLOW_POSE = 0, STUDIO_FLOW_DELTA, STUDIO_FLOW_CURVES } StudioFlow;

typedef struct StudioGraphRow {
    char *key; ///< Of an input or setting; "" for what is only told.
    char *label, *value;
    char *inherited; ///< What the parent has where this is the child's own; otherwise NULL.
    int from;        ///< Of an input: the node that it comes from; -1: open.
    bool is_input;
    bool is_field;     ///< Shown in a box, to be chosen on the canvas: an asset.
    bool is_struck;    ///< Tells what the parent has.
    bool is_parameter; ///< A parameter gives it.
    MieniNodeRowLive live;
} StudioGraphRow;

typedef struct StudioGraphNode {
    char *id;
    const MieniNodeWords *words;
    int row; ///< In the text of the root.
    GArray *rows;
    double x, y;
    int width, height;
    bool has_place; ///< The text says where; otherwise it was found.
    bool is_own;    ///< A child overrides something of it.
    StudioFlow flow;
    char *error;   ///< Why it cannot work; NULL if it can.
    char *problem; ///< What lint says about it; NULL for nothing.
} StudioGraphNode;

typedef struct StudioGraphScene {
    char *path, *name;
    char *parent, *parent_name; ///< NULL: it extends none.
    char *root;                 ///< Path of the text that has the nodes.
    char *skeleton;             ///< Path; NULL for none.
    GPtrArray *nodes;           ///< Of StudioGraphNode.
    char *error;                ///< Why it cannot be read; NULL if it can.
} StudioGraphScene;

/// Never NULL: what cannot be read has an error and no nodes.
StudioGraphScene *studio_graph_scene_new(Studio *studio, const char *path);
void studio_graph_scene_free(StudioGraphScene *scene); ///< May be NULL.

/// The table row of a type; NULL if unknown.
const MieniNodeTypeInfo *studio_graph_node_type(const char *type);
StudioGraphNode *studio_graph_scene_node(const StudioGraphScene *scene, int index);
int studio_graph_scene_find(const StudioGraphScene *scene, const char *id); ///< -1 if absent.
StudioGraphRow *studio_graph_node_row(const StudioGraphNode *node, int index);
/// Where the pin of a row is, from the node's corner down.
double studio_graph_row_middle(int row);

/// Finds places for all nodes (is_all) or for those that the text gives none.
void studio_graph_lay_out(StudioGraphScene *scene, bool is_all);

/// Whether a wire may go from a node into an input.
typedef enum StudioFit {
    STUDIO_FITS = 0,
    STUDIO_FITS_NOT,
    STUDIO_FITS_APPLIED, ///< With a node that applies a delta between them.
} StudioFit;
enum { STUDIO_REASON_ROOM = 160 };
/// reason is a sentence, unless it fits.
StudioFit studio_graph_fit(const StudioGraphScene *scene, int from, int to, int row,
                           char reason[STUDIO_REASON_ROOM]);
/// The first input of a type that takes such a flow: its key; NULL if there is none.
const char *studio_graph_input_for(const char *type, StudioFlow flow);
/// Whether a type gives what an input wants: anything but a delta where only poses are taken.
bool studio_graph_gives(const char *type, const StudioGraphScene *scene, int to, int row);
