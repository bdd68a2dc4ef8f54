// SPDX-License-Identifier: MIT
//
// Changing graphs as text: nodes, links, settings, parameters, and what children
// override. A graph stays whole: an input that must lead somewhere and is unplugged leads
// to a reference pose, which is made if there is none. Functions look before they change;
// if one fails, but for lack of memory, the asset is as it was.
//
// Errors  Places name what is meant: a node's id, "inputs[2]".

#pragma once

#include "asset/asset.h"
#include "core/graph/nodes.h"

/// The row of a node, or NULL.
MieniJson *mieni_graph_node_with_id(const MieniAsset *graph, const char *id);
/// An id that no node has: base itself, or base_2 and so on.
void mieni_graph_free_id(const MieniAsset *graph, const char *base, char out[256]);

/// Adds a node of a type, its inputs to be connected yet. id must be free. Refused for
/// children, like all that concerns nodes and links.
MienStatus mieni_graph_make_node(MieniAsset *graph, const char *id, const char *type, MieniJson **out_row,
                                 MienError *error);
/// Gives a new node what its type needs: inputs from the reference pose, a mask, a state,
/// a map. What it has stays.
MienStatus mieni_graph_complete_node(MieniAsset *graph, const char *id, MienError *error);
/// Removes nodes. What they led to is led by what led to their first input, or by the
/// reference pose. The output stays.
MienStatus mieni_graph_remove_nodes(MieniAsset *graph, const char *const *ids, int count, MienError *error);
/// Sets where a node is drawn.
MienStatus mieni_graph_place_node(MieniAsset *graph, const char *id, double x, double y, MienError *error);

/// Lets a node's input come from another. input is a key, "base", or of lists with an index:
/// "inputs[2]", "states[0]"; one behind the last adds to inputs. from NULL unplugs.
/// Circles are refused.
MienStatus mieni_graph_connect(MieniAsset *graph, const char *id, const char *input, const char *from,
                               MienError *error);
/// Sets a key of a node that is no input; value NULL: as by default.
MienStatus mieni_graph_set(MieniAsset *graph, const char *id, const char *key, const MieniJson *value,
                           MienError *error);

/// Sets what a parameter begins with, and makes it with a type if it is not there; value may
/// be NULL.
MienStatus mieni_graph_set_parameter(MieniAsset *graph, const char *name, const char *type,
                                     const MieniJson *value, MienError *error);
/// Removes a parameter; refused while a setting is given by it.
MienStatus mieni_graph_remove_parameter(MieniAsset *graph, const char *name, MienError *error);

/// Sets the override of a node's or, with is_parameter, a parameter's key in a child; value
/// NULL removes it, and with the last key its row.
MienStatus mieni_graph_set_override(MieniAsset *child, const char *name, bool is_parameter, const char *key,
                                    const MieniJson *value, MienError *error);
