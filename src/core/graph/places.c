// SPDX-License-Identifier: MIT
//
// Which place of a graph the asset of a node comes from.

#include "core/graph/data.h"

int mien_graph_node_asset(const MienGraph *graph, int node)
{
    if (graph == NULL || node < 0 || (uint32_t)node >= graph->info.node_count)
        return -1;
    const MieniNodeTypeInfo *type = mieni_node_type(graph->nodes[node].type);
    for (int i = 0; i < type->setting_count; ++i) {
        const MieniSettingKind kind = type->settings[i].kind;
        const MieniGraphSetting *setting = &graph->settings[graph->nodes[node].first_setting + (uint32_t)i];
        if (kind != MIENI_SETTING_CLIP && kind != MIENI_SETTING_POSES)
            continue;
        const uint32_t place =
            setting->is_parameter != 0 ? graph->parameters[setting->index].index : setting->index;
        return place != MIENI_NOTHING ? (int)place : -1;
    }
    return -1;
}
