// SPDX-License-Identifier: MIT
//
// What a graph pack holds. docs/file-format.md has the bytes. Everything is tables
// that node types (graph_nodes.h) describe, so one check fits all nodes.
//
// Sections in order: INFO header, TEXT names' text, then names: NIDO/NIDS node ids,
// PARO/PARS parameter names, MSKO/MSKS mask names, WRDO/WRDS words (every other name:
// curves, poses, bones, states, and paths; unique), then NODE nodes, LINK inputs, SETT
// settings, LIST lists, PARA parameters, ASST asset places, MASK masks, MROW mask rows,
// NUMB numbers (double).

#pragma once

#include "core/pack_format.h"

enum {
    MIENI_GRAPH_VERSION = 1,
    MIENI_GRAPH_MAX_NODES = 4096,
    MIENI_GRAPH_MAX_PARAMETERS = 4096,
    MIENI_GRAPH_MAX_MASKS = 4096,
    MIENI_GRAPH_MAX_ROWS = 65535,   ///< Of one list.
    MIENI_GRAPH_MAX_TARGETS = 1024, ///< Of one driver: its matrix has the square of it.
};

#define MIENI_NOTHING UINT32_MAX ///< As an index: none.

typedef struct MieniGraphHeader {
    uint32_t node_count, link_count, setting_count, list_count;
    uint32_t parameter_count, asset_count, mask_count, mask_row_count;
    uint32_t word_count, number_count;
    uint32_t reserved[6]; ///< 0.
} MieniGraphHeader;

/// A node. Its settings stand in the order of its type, its lists likewise.
typedef struct MieniGraphNode {
    uint32_t type;       ///< MieniNodeType.
    uint32_t is_delta;   ///< 0 or 1: what its result is.
    uint32_t first_link; ///< The type's named inputs, then those of its rows.
    uint32_t link_count;
    uint32_t first_setting;
    uint32_t first_list;
} MieniGraphNode;

/// A value of a node, or of a row of one of its lists.
typedef struct MieniGraphSetting {
    uint16_t kind;         ///< MieniSettingKind, as the type says.
    uint16_t is_parameter; ///< 1: index is a parameter whose value counts.
    uint32_t index;        ///< A word, choice, parameter, asset place, mask, or first number; MIENI_NOTHING.
    float number;          ///< A float; an int or bool as a whole number; how many numbers.
} MieniGraphSetting;

/// Rows of a list, each with the columns of its type, one row after another.
typedef struct MieniGraphList {
    uint32_t first_setting;
    uint32_t row_count;
} MieniGraphList;

typedef struct MieniGraphParameter {
    uint32_t type;  ///< MienGraphValueType.
    uint32_t index; ///< A word, mask or asset place; MIENI_NOTHING.
    float number;   ///< A float, int or bool.
} MieniGraphParameter;

typedef struct MieniGraphAssetPlace {
    uint32_t type;            ///< MienGraphValueType: clip or poses.
    uint32_t path;            ///< A word; MIENI_NOTHING.
    uint32_t node, parameter; ///< One of them; the other MIENI_NOTHING.
    uint32_t needs;           ///< 0 any, 1 additive, 2 absolute.
} MieniGraphAssetPlace;

typedef struct MieniGraphMask {
    uint32_t first_row, row_count;
} MieniGraphMask;

/// Adds to the mask along a branch: bone gets weight * 1/|depth|, its children
/// 2/|depth|, ... up to 1; a negative depth takes away. depth 0 is 1.
typedef struct MieniGraphMaskRow {
    uint32_t bone; ///< A word.
    int32_t depth;
    float weight;  ///< -1 to 1.
    uint32_t only; ///< 1: the bone without its children.
} MieniGraphMaskRow;
