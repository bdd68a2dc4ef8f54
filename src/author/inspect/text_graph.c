// SPDX-License-Identifier: MIT
//
// Graphs as text: a line per parameter, mask and node, and below it one per setting and
// row.

#include "core/float_rules.h"

#include "author/inspect/text.h"
#include "author/inspect/view_graph.h"

static void put_named(MieniTextOut *out, const char *word, const char *name)
{
    mieni_text_put(out, word);
    mieni_text_put(out, " ");
    mieni_text_put_string(out, name);
}

static void put_node(MieniTextOut *out, const MieniPackGraphView *view, int node)
{
    const MienGraphNodeInfo info = mien_graph_node(view->graph, node);
    const MieniNodeTypeInfo *type = mieni_view_node_type(view, node);
    put_named(out, "node", info.id);
    mieni_text_putf(out, " %s%s", info.type, info.is_delta ? " delta" : "");
    for (int i = 0; i < type->input_count; ++i) {
        const char *input = mieni_view_input(view, node, i);
        mieni_text_putf(out, " %s ", type->inputs[i]);
        if (input != NULL)
            mieni_text_put_string(out, input);
        else
            mieni_text_put(out, "open");
    }
    mieni_text_put(out, "\n");
    for (int i = 0; i < type->setting_count; ++i) {
        mieni_text_putf(out, "  %s ", type->settings[i].key);
        mieni_view_put_setting(out, view, &view->settings[view->nodes[node].first_setting + (uint32_t)i],
                               &type->settings[i]);
        mieni_text_put(out, "\n");
    }
    for (int l = 0; l < type->list_count; ++l) {
        const uint32_t rows = view->lists[view->nodes[node].first_list + (uint32_t)l].row_count;
        for (uint32_t r = 0; r < rows && !out->is_out_of_memory; ++r) {
            mieni_text_putf(out, "  %s", type->lists[l].key);
            mieni_view_put_row(out, view, node, l, (int)r);
            mieni_text_put(out, "\n");
        }
    }
}

void mieni_put_graph(MieniTextOut *out, const MieniPackView *pack)
{
    const MieniPackGraphView view = mieni_view_graph(pack);
    for (int p = 0; p < (int)view.info->parameter_count; ++p) {
        put_named(out, "parameter", view.text + view.parameter_names[p]);
        mieni_text_put(out, " ");
        mieni_view_put_parameter(out, &view, p);
        mieni_text_put(out, "\n");
    }
    for (uint32_t m = 0; m < view.info->mask_count; ++m) {
        const MieniGraphMask *mask = &view.masks[m];
        put_named(out, "mask", view.text + view.mask_names[m]);
        mieni_text_put(out, "\n");
        for (uint32_t r = 0; r < mask->row_count && !out->is_out_of_memory; ++r) {
            mieni_text_put(out, "  ");
            mieni_view_put_mask_row(out, &view, mask->first_row + r);
            mieni_text_put(out, "\n");
        }
    }
    for (int n = 0; n < (int)view.info->node_count && !out->is_out_of_memory; ++n)
        put_node(out, &view, n);
}
