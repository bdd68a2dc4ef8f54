// SPDX-License-Identifier: MIT
//
// Graphs: loading, and where the results of nodes stand while they are needed.
// Everything is checked on load, so the readers only guard their index.

#include "core/float_rules.h"

#include "core/graph/data.h"

#include <stddef.h>

static MienStatus check_info(const MieniGraphHeader *info, MieniReader *reader)
{
    if (info->node_count > MIENI_GRAPH_MAX_NODES || info->parameter_count > MIENI_GRAPH_MAX_PARAMETERS ||
        info->mask_count > MIENI_GRAPH_MAX_MASKS || info->setting_count > MIENI_GRAPH_MAX_SETTINGS ||
        info->number_count > MIENI_GRAPH_MAX_NUMBERS)
        return mieni_reader_fail(reader, MIEN_ERROR_LIMIT,
                                 "more nodes, parameters, masks, settings or numbers than a graph may have",
                                 "INFO", 0);
    bool is_sound = info->word_count <= INT32_MAX;
    for (int i = 0; i < (int)(sizeof info->reserved / sizeof *info->reserved); ++i)
        is_sound = is_sound && info->reserved[i] == 0;
    if (!is_sound)
        return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "counts make no sense", "INFO", 0);
    return MIEN_OK;
}

static void take_tables(MienGraph *graph, MieniReader *reader)
{
    const MieniGraphHeader *info = &graph->info;
    graph->nodes = (const MieniGraphNode *)mieni_reader_take(reader, MIENI_GRAPH_NODES, sizeof *graph->nodes,
                                                             info->node_count, NULL);
    graph->links = (const uint32_t *)mieni_reader_take(reader, MIENI_GRAPH_LINKS, sizeof *graph->links,
                                                       info->link_count, NULL);
    graph->settings = (const MieniGraphSetting *)mieni_reader_take(
        reader, MIENI_GRAPH_SETTINGS, sizeof *graph->settings, info->setting_count, NULL);
    graph->lists = (const MieniGraphList *)mieni_reader_take(reader, MIENI_GRAPH_LISTS, sizeof *graph->lists,
                                                             info->list_count, NULL);
    graph->parameters = (const MieniGraphParameter *)mieni_reader_take(
        reader, MIENI_GRAPH_PARAMETERS, sizeof *graph->parameters, info->parameter_count, NULL);
    graph->assets = (const MieniGraphAssetPlace *)mieni_reader_take(
        reader, MIENI_GRAPH_ASSETS, sizeof *graph->assets, info->asset_count, NULL);
    graph->masks = (const MieniGraphMask *)mieni_reader_take(reader, MIENI_GRAPH_MASKS, sizeof *graph->masks,
                                                             info->mask_count, NULL);
    graph->mask_rows = (const MieniGraphMaskRow *)mieni_reader_take(
        reader, MIENI_GRAPH_MASK_ROWS, sizeof *graph->mask_rows, info->mask_row_count, NULL);
    graph->numbers = (const double *)mieni_reader_take(reader, MIENI_GRAPH_NUMBERS, sizeof *graph->numbers,
                                                       info->number_count, NULL);
}

static MienStatus take_sections(MienGraph *graph, MieniReader *reader)
{
    const MieniGraphHeader *info =
        (const MieniGraphHeader *)mieni_reader_take(reader, MIENI_GRAPH_INFO, sizeof *info, 1, NULL);
    if (info == NULL || check_info(info, reader) != MIEN_OK)
        return reader->status;
    graph->info = *info;
    uint64_t text_size = 0, cursor = 0;
    const char *text =
        (const char *)mieni_reader_take(reader, MIENI_GRAPH_TEXT, 1, MIENI_ANY_COUNT, &text_size);
    graph->ids = mieni_reader_take_names(reader, text, text_size, &cursor, MIENI_GRAPH_IDS,
                                         MIENI_GRAPH_IDS_SORTED, (int)info->node_count, false);
    graph->parameter_names =
        mieni_reader_take_names(reader, text, text_size, &cursor, MIENI_GRAPH_PARAMETER_NAMES,
                                MIENI_GRAPH_PARAMETER_SORTED, (int)info->parameter_count, false);
    graph->mask_names = mieni_reader_take_names(reader, text, text_size, &cursor, MIENI_GRAPH_MASK_NAMES,
                                                MIENI_GRAPH_MASK_SORTED, (int)info->mask_count, false);
    graph->words = mieni_reader_take_names(reader, text, text_size, &cursor, MIENI_GRAPH_WORDS,
                                           MIENI_GRAPH_WORDS_SORTED, (int)info->word_count, false);
    take_tables(graph, reader);
    if (mieni_reader_close(reader) != MIEN_OK)
        return reader->status;
    if (cursor != text_size)
        return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "text that no name uses", "TEXT", (int)cursor);
    return mieni_graph_check(graph, reader);
}

/// Walks from the output to the sources. A node's place is free before its inputs get
/// theirs, and the first that has none gets it: chains run in place. free_places has
/// room for all nodes.
static void place_results(MienGraph *graph, uint32_t *free_places)
{
    const int count = (int)graph->info.node_count;
    int free_count = 0;
    for (int n = 0; n < count; ++n)
        graph->buffers[n] = MIENI_NOTHING;
    graph->buffers[count - 1] = 0;
    graph->buffer_count = 1;
    for (int n = count - 1; n >= 0; --n) {
        if (graph->buffers[n] == MIENI_NOTHING)
            continue; // nothing needs it
        free_places[free_count++] = graph->buffers[n];
        for (uint32_t i = 0; i < graph->nodes[n].link_count; ++i) {
            const uint32_t input = graph->links[graph->nodes[n].first_link + i];
            if (input == MIENI_NOTHING || graph->buffers[input] != MIENI_NOTHING)
                continue;
            graph->buffers[input] =
                free_count > 0 ? free_places[--free_count] : (uint32_t)graph->buffer_count++;
        }
    }
}

static void count_types(MienGraph *graph)
{
    uint32_t counts[MIENI_NODE_TYPES] = {0};
    for (uint32_t n = 0; n < graph->info.node_count; ++n)
        graph->ordinals[n] = counts[graph->nodes[n].type]++;
    graph->source_count = (int)counts[MIENI_NODE_SOURCE];
    graph->slot_count = (int)counts[MIENI_NODE_SLOT];
    graph->pose_count = (int)counts[MIENI_NODE_POSE];
}

/// Per node: its place, how many of its type come first, and a place that is free.
static size_t table_size(const MienGraph *graph) { return 3 * sizeof(uint32_t) * graph->info.node_count; }

static MienStatus read_graph(void *asset, MieniReader *reader)
{
    MienGraph *graph = (MienGraph *)asset;
    if (take_sections(graph, reader) != MIEN_OK)
        return reader->status;
    graph->buffers = (uint32_t *)mieni_allocate(graph->loaded.allocator, table_size(graph), 16);
    if (graph->buffers == NULL)
        return mieni_fail(reader->error, MIEN_ERROR_MEMORY, "no memory for the graph's tables", "%s", "");
    graph->ordinals = graph->buffers + graph->info.node_count;
    count_types(graph);
    place_results(graph, graph->ordinals + graph->info.node_count);
    return MIEN_OK;
}

static void release_tables(void *asset)
{
    MienGraph *graph = (MienGraph *)asset;
    if (graph->buffers != NULL)
        mieni_free(graph->loaded.allocator, graph->buffers, table_size(graph), 16);
}

static const MieniLoader loader = {
    .kind = MIEN_PACK_GRAPH,
    .version = MIENI_GRAPH_VERSION,
    .size = sizeof(MienGraph),
    .alignment = 16,
    .loaded = offsetof(MienGraph, loaded),
    .computes = true,
    .arguments = "data and out_graph must be given",
    .memory = "no memory for the graph",
    .read = read_graph,
    .release = release_tables,
};

MienStatus mien_graph_load(const void *data, size_t size, const MienLoadOptions *options,
                           MienGraph **out_graph, MienError *error)
{
    return mieni_load(&loader, data, size, options, out_graph, error);
}

void mien_graph_destroy(MienGraph *graph) { mieni_unload(&loader, graph); }

MienGraphInfo mien_graph_info(const MienGraph *graph)
{
    return (MienGraphInfo){.node_count = (int)graph->info.node_count,
                           .parameter_count = (int)graph->info.parameter_count,
                           .asset_count = (int)graph->info.asset_count,
                           .mask_count = (int)graph->info.mask_count,
                           .source_count = graph->source_count,
                           .slot_count = graph->slot_count,
                           .buffer_count = graph->buffer_count};
}

static bool has_node(const MienGraph *graph, int node)
{
    return node >= 0 && (uint32_t)node < graph->info.node_count;
}

MienGraphNodeInfo mien_graph_node(const MienGraph *graph, int node)
{
    if (!has_node(graph, node))
        return (MienGraphNodeInfo){.id = "", .type = ""};
    return (MienGraphNodeInfo){.id = mieni_names_get(&graph->ids, node),
                               .type = mieni_node_type(graph->nodes[node].type)->name,
                               .is_delta = graph->nodes[node].is_delta != 0,
                               .input_count = (int)graph->nodes[node].link_count};
}

int mien_graph_find_node(const MienGraph *graph, const char *id) { return mieni_names_find(&graph->ids, id); }

int mien_graph_node_input(const MienGraph *graph, int node, int input)
{
    if (!has_node(graph, node) || input < 0 || (uint32_t)input >= graph->nodes[node].link_count)
        return -1;
    const uint32_t link = graph->links[graph->nodes[node].first_link + (uint32_t)input];
    return link != MIENI_NOTHING ? (int)link : -1;
}

/// A word, or "" for none.
static const char *word_of(const MienGraph *graph, uint32_t word)
{
    return word != MIENI_NOTHING ? mieni_names_get(&graph->words, (int)word) : "";
}

static const char *parameter_text(const MienGraph *graph, const MieniGraphParameter *parameter)
{
    if (parameter->index == MIENI_NOTHING)
        return "";
    switch (parameter->type) {
    case MIEN_GRAPH_NAME:
        return word_of(graph, parameter->index);
    case MIEN_GRAPH_CLIP:
    case MIEN_GRAPH_POSES:
        return word_of(graph, graph->assets[parameter->index].path);
    case MIEN_GRAPH_MASK:
        return mieni_names_get(&graph->mask_names, (int)parameter->index);
    default:
        return "";
    }
}

MienGraphParameter mien_graph_parameter(const MienGraph *graph, int parameter)
{
    if (parameter < 0 || (uint32_t)parameter >= graph->info.parameter_count)
        return (MienGraphParameter){.name = "", .text = ""};
    const MieniGraphParameter *p = &graph->parameters[parameter];
    return (MienGraphParameter){.name = mieni_names_get(&graph->parameter_names, parameter),
                                .type = (MienGraphValueType)p->type,
                                .number = p->number,
                                .text = parameter_text(graph, p)};
}

int mien_graph_find_parameter(const MienGraph *graph, const char *name)
{
    return mieni_names_find(&graph->parameter_names, name);
}

MienGraphAssetPlace mien_graph_asset(const MienGraph *graph, int asset)
{
    if (asset < 0 || (uint32_t)asset >= graph->info.asset_count)
        return (MienGraphAssetPlace){.path = "", .node = -1, .parameter = -1};
    const MieniGraphAssetPlace *place = &graph->assets[asset];
    return (MienGraphAssetPlace){.type = (MienGraphValueType)place->type,
                                 .path = word_of(graph, place->path),
                                 .node = place->node != MIENI_NOTHING ? (int)place->node : -1,
                                 .parameter = place->parameter != MIENI_NOTHING ? (int)place->parameter : -1,
                                 .needs_additive = place->needs == 1,
                                 .needs_absolute = place->needs == 2};
}

/// Its number among the nodes of its type; -1 if there is no such node of that type.
static int find_of_type(const MienGraph *graph, const char *id, MieniNodeType type)
{
    const int node = mien_graph_find_node(graph, id);
    return node >= 0 && graph->nodes[node].type == (uint32_t)type ? (int)graph->ordinals[node] : -1;
}

int mien_graph_find_source(const MienGraph *graph, const char *id)
{
    return find_of_type(graph, id, MIENI_NODE_SOURCE);
}

int mien_graph_find_slot(const MienGraph *graph, const char *id)
{
    return find_of_type(graph, id, MIENI_NODE_SLOT);
}

int mien_graph_find_mask(const MienGraph *graph, const char *name)
{
    return mieni_names_find(&graph->mask_names, name);
}

MienGraphDriverInfo mien_graph_driver(const MienGraph *graph, int node)
{
    if (!has_node(graph, node) || graph->nodes[node].type != MIENI_NODE_DRIVER)
        return (MienGraphDriverInfo){0};
    const double *health =
        graph->numbers + mieni_graph_setting(graph, node, MIENI_DRIVER_HEALTH)->index; // four
    return (MienGraphDriverInfo){
        .target_count = mieni_graph_rows(graph, node, MIENI_DRIVER_TARGETS),
        .bone_count = mieni_graph_rows(graph, node, MIENI_DRIVER_BONES),
        .radius = mieni_graph_setting(graph, node, MIENI_DRIVER_RADIUS)->number,
        .condition = health[0],
        .lambda = health[1],
        .target_error = (float)health[2],
        .is_invalid = health[3] != 0.0,
    };
}

const MieniGraphSetting *mieni_graph_setting(const MienGraph *graph, int node, int setting)
{
    return &graph->settings[graph->nodes[node].first_setting + (uint32_t)setting];
}

int mieni_graph_rows(const MienGraph *graph, int node, int list)
{
    return (int)graph->lists[graph->nodes[node].first_list + (uint32_t)list].row_count;
}

const MieniGraphSetting *mieni_graph_cell(const MienGraph *graph, int node, int list, int row, int column)
{
    const MieniListType *type = &mieni_node_type(graph->nodes[node].type)->lists[list];
    const MieniGraphList *rows = &graph->lists[graph->nodes[node].first_list + (uint32_t)list];
    return &graph->settings[rows->first_setting + (uint32_t)row * (uint32_t)type->column_count +
                            (uint32_t)column];
}

const char *mieni_graph_word(const MienGraph *graph, const MieniGraphSetting *setting)
{
    if (setting->index == MIENI_NOTHING || setting->kind != MIENI_SETTING_NAME || setting->is_parameter != 0)
        return NULL;
    return mieni_names_get(&graph->words, (int)setting->index);
}
