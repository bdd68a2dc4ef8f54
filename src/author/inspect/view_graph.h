// SPDX-License-Identifier: MIT
//
// A graph's pack opened for reading back: every table, and settings as text.

#pragma once

#include "author/inspect/view.h"
#include "base/text_out.h"
#include "core/graph/format.h"
#include "core/graph/nodes.h"

typedef struct MieniPackGraphView {
    const MienGraph *graph;
    const MieniGraphHeader *info;
    const char *text;
    const uint32_t *parameter_names, *mask_names, *words; ///< Offsets into the text.
    const MieniGraphNode *nodes;
    const uint32_t *links;
    const MieniGraphSetting *settings;
    const MieniGraphList *lists;
    const MieniGraphParameter *parameters;
    const MieniGraphAssetPlace *assets;
    const MieniGraphMask *masks;
    const MieniGraphMaskRow *mask_rows;
    const double *numbers;
} MieniPackGraphView;

MieniPackGraphView mieni_view_graph(const MieniPackView *view);
const MieniNodeTypeInfo *mieni_view_node_type(const MieniPackGraphView *view, int node);
/// The id of the node that an input comes from; NULL if it is open.
const char *mieni_view_input(const MieniPackGraphView *view, int node, int input);

/// A setting's value as text: 0.5, true, linear, "smile", parameter "near", nothing.
void mieni_view_put_setting(MieniTextOut *out, const MieniPackGraphView *view,
                            const MieniGraphSetting *setting, const MieniSettingType *type);
/// All columns of a row, each after its key; links of the row first.
void mieni_view_put_row(MieniTextOut *out, const MieniPackGraphView *view, int node, int list, int row);
/// Type and first value of a parameter: float 3.
void mieni_view_put_parameter(MieniTextOut *out, const MieniPackGraphView *view, int parameter);
/// bone "neck" depth 2 weight 1
void mieni_view_put_mask_row(MieniTextOut *out, const MieniPackGraphView *view, uint32_t row);
