// SPDX-License-Identifier: MIT
//
// Cooking graphs, in parts: what results are (types), the settings and lists of nodes,
// drivers, and the pack around them.

#pragma once

#include "asset/graph/text.h"
#include "base/distinct.h"
#include "core/graph/format.h"

enum { MIENI_GRAPH_PATH_ROOM = 88 };

/// A graph on its way into a pack.
typedef struct MieniGraphCook {
    MienAuthorGraphOptions options;
    MieniArena arena;
    MienError *error;
    MieniGraphIndex index;
    const MienAuthorMap **maps; ///< Per node of the text: of a map node.
    MienAuthorMap **owned_maps; ///< Those of them that were loaded here; or NULL.

    int node_count;
    int *order; ///< Per node of the pack: of the text.
    int *kept;  ///< Per node of the text: of the pack; -1.

    MieniGraphNode *nodes;
    uint32_t *links;
    uint32_t link_count;
    MieniGraphSetting *settings;
    uint32_t setting_count;
    MieniGraphList *lists;
    uint32_t list_count;
    MieniGraphParameter *parameters;
    uint32_t *parameter_needs; ///< As MieniGraphAssetPlace.needs.
    MieniGraphAssetPlace *assets;
    const char **asset_paths; ///< NULL: none.
    uint32_t asset_count;
    MieniGraphMask *masks;
    MieniGraphMaskRow *mask_rows;
    uint32_t mask_row_count;
    double *numbers;
    size_t number_count, number_room;
    MieniDistinct words; ///< Until all are given, indices are those of given words.
} MieniGraphCook;

/// Where an error is: a node of the pack, and what in it; more is a printf format.
MienStatus mieni_graph_cook_fail(const MieniGraphCook *cook, int node, const MieniJson *value,
                                 MienStatus status, const char *sentence, const char *more, ...)
    MIENI_PRINTF(6, 7);
MienStatus mieni_graph_cook_no_memory(const MieniGraphCook *cook);

/// Finds out what each node's result is, and refuses wires between what does not fit.
MienStatus mieni_graph_cook_types(MieniGraphCook *cook);
/// How many rows a list of a node has in the pack.
int mieni_graph_cook_rows(const MieniGraphCook *cook, int node, int list);
/// Settings and lists of a node, in the order of its type.
MienStatus mieni_graph_cook_node(MieniGraphCook *cook, int node);

/// The index of a word; it is noted.
uint32_t mieni_graph_cook_word(MieniGraphCook *cook, const char *word);
/// Adds numbers as a setting.
MienStatus mieni_graph_cook_numbers(MieniGraphCook *cook, const double *numbers, size_t count);
/// Adds a setting.
void mieni_graph_cook_add(MieniGraphCook *cook, MieniGraphSetting setting);
/// Adds the setting that a field's value, or its absence, means. path is that of the
/// value within the node.
MienStatus mieni_graph_cook_setting(MieniGraphCook *cook, int node, const MieniSettingType *type,
                                    const MieniField *field, const MieniJson *value, const char *path);
/// The place of a choice among those of a field; what absence means for NULL.
uint32_t mieni_graph_choice(const MieniField *field, const MieniJson *value);

/// Settings and lists of a driver (cook_graph_driver.c).
MienStatus mieni_graph_cook_driver(MieniGraphCook *cook, int node);
