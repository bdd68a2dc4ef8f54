// SPDX-License-Identifier: MIT
//
// Graphs of a project: texts and their parents, each read once; and what cooking needs to know
// about the assets that they name.
//
// All results live until the graphs are released.

#pragma once

#include "asset/view.h"
#include "base/name_map.h"
#include "mien_author/graph.h"
#include "project/project.h"

/// The text of a graph and what it extends.
typedef struct MieniGraphText {
    const char *path;
    const struct MieniGraphText *parent; ///< NULL for a graph that extends none.
    MieniAsset asset;
    MieniBuffer bytes;         ///< Private, as all below.
    MienAuthorGraph *own;      ///< Made when first asked for.
    MienAuthorGraph *extended; ///< Of a child.
    MieniProblem *problem;     ///< Why it cannot be used, if it cannot.
    bool is_open;              ///< Its chain is being read.
    bool is_unread;            ///< It was read for a chain that is too long, and let go.
} MieniGraphText;

/// Zero-initialise; release when done.
typedef struct MieniGraphs {
    MieniNameMap of_path; ///< Private, as all below.
    MieniNameMap modes;
    MieniNameMap maps;
    MieniArena arena;
} MieniGraphs;

void mieni_graphs_release(MieniGraphs *graphs);

enum { MIENI_MOST_PARENTS = 256 }; ///< In a chain of graphs that extend.

/// Reads a graph and all that it extends. A chain that leads back to itself is refused,
/// and its files are named; one that is longer than MIENI_MOST_PARENTS too.
MienStatus mieni_graphs_read(MieniGraphs *graphs, const MieniProject *project, const char *path,
                             const MieniGraphText **out_text, MieniProblem *problem);
/// The graph that a text and its chain make.
MienStatus mieni_graphs_whole(const MieniGraphText *text, const MienAuthorGraph **out_graph,
                              MieniProblem *problem);
/// Cooks a graph: reads the modes of pose assets that it names, and maps.
MienStatus mieni_graphs_cook(MieniGraphs *graphs, const MieniProject *project, const MieniGraphText *text,
                             MienAuthorPack *out_pack, MieniProblem *problem);
/// A map by its path or the id of a built-in one, read once; NULL if it cannot be.
const MienAuthorMap *mieni_graphs_map(MieniGraphs *graphs, const MieniProject *project, const char *name);
/// What is known of a pose asset already, so that cooking need not read it.
void mieni_graphs_know(MieniGraphs *graphs, const char *poses, MienAuthorGraphMode mode);

/// A value of a whole graph, and where it stands.
typedef struct MieniGraphValue {
    const MieniJson *value; ///< NULL: not said.
    const MieniGraphText *text;
    const char *list; ///< "nodes", "parameters", "masks"; "overrides" in a child; "" for the text's own keys.
    int row;          ///< Of the list; -1 for the text's own keys.
    const char *key;
} MieniGraphValue;

/// The text that has the nodes: the last of the chain.
const MieniGraphText *mieni_graph_text_root(const MieniGraphText *text);
const MieniGraphView *mieni_graph_text_root_view(const MieniGraphText *text);
/// A key of a node, as the nearest text says it. row is the node's in the root.
MieniGraphValue mieni_graph_text_setting(const MieniGraphText *text, int row, const char *key);
/// The default value of a parameter, as the nearest text says it.
MieniGraphValue mieni_graph_text_parameter(const MieniGraphText *text, int row);
/// A mask by its name: its row in the nearest text that has it.
MieniGraphValue mieni_graph_text_mask(const MieniGraphText *text, const char *name);
/// "nodes[3].poses", "overrides[1].poses".
void mieni_graph_text_place(const MieniGraphValue *value, char *out, size_t size);

/// Calls found for the skeleton, and for every pose asset, clip and map that nodes and
/// parameters name, until it returns false. kind is what the place is for.
typedef bool MieniGraphFound(void *user, const MieniGraphValue *value, MieniAssetKind kind);
void mieni_graph_text_assets(const MieniGraphText *text, MieniGraphFound *found, void *user);

/// A file of the project that is not there is told where value, which stands at place in
/// the asset at path, names it, with the nearest name of its kind; anything else as
/// mieni_problem_refer tells it.
MienStatus mieni_problem_missing(const MieniProject *project, MieniProblem *problem, MienStatus status,
                                 const char *path, const MieniJson *value, const char *place,
                                 const char *target);

/// What graphs see of a pose asset: whether its poses are added or blended. A build notes this.
size_t mieni_poses_mode_text(const MieniAsset *asset, char out[32]);
