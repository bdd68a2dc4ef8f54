// SPDX-License-Identifier: MIT
//
// What a graph pack holds. docs/file-format.md has the bytes. Everything is tables
// that node types (nodes.h) describe, so one check fits all nodes.
//
// Words are every name that is not an id, a parameter's or a mask's: curves, poses,
// bones, states, and paths; unique.
//
// All tables tile what they lead into: LINK and LIST are those of the first node, of the
// second, and so on; SETT has per node its settings, then its lists one after another,
// row by row; NUMB has what SETT uses, in its order; ASST the places of SETT, in its
// order, then those of parameters; MROW the rows of the first mask, of the second. Words
// stand in the order in which SETT, PARA, ASST and MROW first use them.

#pragma once

#include "core/pack_format.h"

enum {
    MIENI_GRAPH_VERSION = 1,
    MIENI_GRAPH_MAX_NODES = 4096,
    MIENI_GRAPH_MAX_PARAMETERS = 4096,
    MIENI_GRAPH_MAX_MASKS = 4096,
    MIENI_GRAPH_MAX_ROWS = 65535,   ///< Of one list.
    MIENI_GRAPH_MAX_TARGETS = 1024, ///< Of one driver: its matrix has the square of it.
    MIENI_GRAPH_MAX_SETTINGS = 16777216,
    MIENI_GRAPH_MAX_NUMBERS = 16777216,
};

#define MIENI_NOTHING UINT32_MAX ///< As an index: none.

/// Sections in order. Each of the lists has a length that the header says.
typedef enum MieniGraphTag {
    MIENI_GRAPH_INFO = MIENI_TAG('I', 'N', 'F', 'O'),            ///< MieniGraphHeader, one.
    MIENI_GRAPH_TEXT = MIENI_TAG('T', 'E', 'X', 'T'),            ///< Bytes of all names.
    MIENI_GRAPH_IDS = MIENI_TAG('N', 'I', 'D', 'O'),             ///< u32 offsets into the text: ids of nodes.
    MIENI_GRAPH_IDS_SORTED = MIENI_TAG('N', 'I', 'D', 'S'),      ///< u32 nodes in order of id.
    MIENI_GRAPH_PARAMETER_NAMES = MIENI_TAG('P', 'A', 'R', 'O'), ///< u32 offsets into the text.
    MIENI_GRAPH_PARAMETER_SORTED = MIENI_TAG('P', 'A', 'R', 'S'), ///< u32 parameters in order of name.
    MIENI_GRAPH_MASK_NAMES = MIENI_TAG('M', 'S', 'K', 'O'),       ///< u32 offsets into the text.
    MIENI_GRAPH_MASK_SORTED = MIENI_TAG('M', 'S', 'K', 'S'),      ///< u32 masks in order of name.
    MIENI_GRAPH_WORDS = MIENI_TAG('W', 'R', 'D', 'O'), ///< u32 offsets into the text: every other name.
    MIENI_GRAPH_WORDS_SORTED = MIENI_TAG('W', 'R', 'D', 'S'), ///< u32 words in order.
    MIENI_GRAPH_NODES = MIENI_TAG('N', 'O', 'D', 'E'),        ///< MieniGraphNode.
    MIENI_GRAPH_LINKS = MIENI_TAG('L', 'I', 'N', 'K'),        ///< u32: a node, or MIENI_NOTHING.
    MIENI_GRAPH_SETTINGS = MIENI_TAG('S', 'E', 'T', 'T'),     ///< MieniGraphSetting.
    MIENI_GRAPH_LISTS = MIENI_TAG('L', 'I', 'S', 'T'),        ///< MieniGraphList.
    MIENI_GRAPH_PARAMETERS = MIENI_TAG('P', 'A', 'R', 'A'),   ///< MieniGraphParameter.
    MIENI_GRAPH_ASSETS = MIENI_TAG('A', 'S', 'S', 'T'),       ///< MieniGraphAssetPlace.
    MIENI_GRAPH_MASKS = MIENI_TAG('M', 'A', 'S', 'K'),        ///< MieniGraphMask.
    MIENI_GRAPH_MASK_ROWS = MIENI_TAG('M', 'R', 'O', 'W'),    ///< MieniGraphMaskRow.
    MIENI_GRAPH_NUMBERS = MIENI_TAG('N', 'U', 'M', 'B'),      ///< double.
} MieniGraphTag;

typedef struct MieniGraphHeader {
    uint32_t node_count, link_count, setting_count, list_count;
    uint32_t parameter_count, asset_count, mask_count, mask_row_count;
    uint32_t word_count, number_count;
    uint32_t reserved[6]; ///< 0.
} MieniGraphHeader;

/// A node. Its settings and lists are in the order of its type.
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
                           ///< 0 for a float, int or bool that is no parameter.
    float number;          ///< A float; an int or bool as a whole number; how many numbers. Otherwise 0.
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
