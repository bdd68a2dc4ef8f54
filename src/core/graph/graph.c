// SPDX-License-Identifier: MIT
//
// Graphs: loading, and where the results of nodes stand while they are needed.
// Everything is checked on load, so the readers only guard their index.

#include "core/float_rules.h"

#include "core/graph/data.h"

#include <stddef.h>
#include <string.h>

// Checking a graph on load, completely: after this, binding and running need no check.
// Tables tile what they lead into, so one walk over the nodes sees each of them once,
// and equal graphs have equal bytes.

/// Where the walk stands in every table.
typedef struct Walk {
    const MienGraph *graph;
    MieniReader *reader;
    uint32_t links, settings, lists, assets, numbers, words;
} Walk;

static MienStatus corrupt(const Walk *w, const char *sentence, const char *place, uint32_t index)
{
    return mieni_reader_fail(w->reader, MIEN_ERROR_CORRUPT, sentence, place, (int)index);
}

static MienStatus senseless(const Walk *w, const char *sentence, const char *place, uint32_t index)
{
    return mieni_reader_fail(w->reader, MIEN_ERROR_DATA, sentence, place, (int)index);
}

/// +0 to the bit: what a number is that nothing uses.
static bool is_unused(float value)
{
    static const float zero = 0.0f;
    return memcmp(&value, &zero, sizeof value) == 0;
}

/// Within limits, and with one form of zero.
static bool is_plain(float value, float limit)
{
    return mieni_all_within(&value, 1, limit) && (value != 0.0f || is_unused(value));
}

/// Whole numbers that a float holds exactly; no whole number is -0.
static bool is_whole(float value) { return is_plain(value, 16777216.0f) && (float)(int32_t)value == value; }

static bool is_truth(float value) { return is_unused(value) || value == 1.0f; }

/// Words stand in the order of their first use.
static bool use_word(Walk *w, uint32_t word)
{
    if (word == MIENI_NOTHING)
        return true;
    if (word > w->words || word >= w->graph->info.word_count)
        return false;
    w->words += word == w->words;
    return true;
}

/// Whether a setting of that kind takes such a parameter.
static bool parameter_fits(MieniSettingKind kind, uint32_t type)
{
    switch (kind) {
    case MIENI_SETTING_FLOAT:
        return type == MIEN_GRAPH_FLOAT;
    case MIENI_SETTING_INT:
        return type == MIEN_GRAPH_INT || type == MIEN_GRAPH_BOOL;
    case MIENI_SETTING_BOOL:
        return type == MIEN_GRAPH_BOOL;
    case MIENI_SETTING_NAME:
        return type == MIEN_GRAPH_NAME;
    case MIENI_SETTING_CLIP:
        return type == MIEN_GRAPH_CLIP;
    case MIENI_SETTING_POSES:
        return type == MIEN_GRAPH_POSES;
    case MIENI_SETTING_MASK:
        return type == MIEN_GRAPH_MASK;
    case MIENI_SETTING_PARAMETER:
        return type == MIEN_GRAPH_FLOAT || type == MIEN_GRAPH_INT || type == MIEN_GRAPH_BOOL;
    default:
        return false;
    }
}

static uint32_t choice_count(const char *choices)
{
    uint32_t count = 1;
    for (; *choices != 0; ++choices)
        count += *choices == '|';
    return count;
}

/// The next place is this node's own.
static bool use_asset(Walk *w, uint32_t node, uint32_t index, MieniSettingKind kind)
{
    if (index != w->assets || index >= w->graph->info.asset_count)
        return false;
    const MieniGraphAssetPlace *place = &w->graph->assets[w->assets++];
    return place->node == node && place->parameter == MIENI_NOTHING &&
           place->type == (kind == MIENI_SETTING_CLIP ? MIEN_GRAPH_CLIP : MIEN_GRAPH_POSES);
}

static bool use_numbers(Walk *w, const MieniGraphSetting *s)
{
    if (!is_whole(s->number) || s->number < 0.0f)
        return false;
    const uint32_t count = (uint32_t)s->number;
    if (count == 0)
        return s->index == MIENI_NOTHING;
    if (s->index != w->numbers || count > w->graph->info.number_count - w->numbers)
        return false;
    w->numbers += count;
    return true;
}

static bool constant_is_sound(Walk *w, uint32_t node, const MieniGraphSetting *s,
                              const MieniSettingType *type)
{
    switch (type->kind) {
    case MIENI_SETTING_FLOAT:
        return s->index == 0 && is_plain(s->number, MIEN_MAX_CURVE);
    case MIENI_SETTING_INT:
        return s->index == 0 && is_whole(s->number);
    case MIENI_SETTING_BOOL:
        return s->index == 0 && is_truth(s->number);
    case MIENI_SETTING_CHOICE:
        return is_unused(s->number) && s->index < choice_count(type->choices);
    case MIENI_SETTING_NAME:
        return is_unused(s->number) && use_word(w, s->index);
    case MIENI_SETTING_CLIP:
    case MIENI_SETTING_POSES:
        return is_unused(s->number) && use_asset(w, node, s->index, type->kind);
    case MIENI_SETTING_MASK:
        return is_unused(s->number) && (s->index == MIENI_NOTHING || s->index < w->graph->info.mask_count);
    case MIENI_SETTING_PARAMETER:
        return is_unused(s->number) && s->index < w->graph->info.parameter_count &&
               parameter_fits(MIENI_SETTING_PARAMETER, w->graph->parameters[s->index].type);
    case MIENI_SETTING_NUMBERS:
        return use_numbers(w, s);
    }
    return false;
}

/// The next count settings are of these types.
static MienStatus check_settings(Walk *w, uint32_t node, const MieniSettingType *types, int count,
                                 bool is_cell)
{
    const MienGraph *g = w->graph;
    for (int i = 0; i < count; ++i, ++w->settings) {
        const MieniGraphSetting *s = &g->settings[w->settings];
        if (s->kind != (uint16_t)types[i].kind || s->is_parameter > 1)
            return corrupt(w, "a setting is of another kind than its node has there", "SETT", w->settings);
        if (s->is_parameter == 0) {
            if (!constant_is_sound(w, node, s, &types[i]))
                return corrupt(w, "a setting makes no sense", "SETT", w->settings);
            continue;
        }
        if (s->index >= g->info.parameter_count || !is_unused(s->number) ||
            types[i].kind == MIENI_SETTING_PARAMETER ||
            !parameter_fits(types[i].kind, g->parameters[s->index].type))
            return corrupt(w, "a parameter does not fit its setting", "SETT", w->settings);
        // Only what is read in every step can change: no rows but a number in them, no name but a pose's.
        if ((is_cell && types[i].kind != MIENI_SETTING_FLOAT) ||
            (types[i].kind == MIENI_SETTING_NAME && g->nodes[node].type != MIENI_NODE_POSE))
            return corrupt(w, "a setting that no parameter can change", "SETT", w->settings);
    }
    return MIEN_OK;
}

static bool has_settings(const Walk *w, uint64_t count)
{
    return count <= w->graph->info.setting_count - w->settings;
}

static MienStatus check_lists(Walk *w, uint32_t node, const MieniNodeTypeInfo *type, uint64_t *out_links)
{
    const MienGraph *g = w->graph;
    for (int i = 0; i < type->list_count; ++i, ++w->lists) {
        const MieniListType *list_type = &type->lists[i];
        const MieniGraphList *list = &g->lists[w->lists];
        if (list->row_count > MIENI_GRAPH_MAX_ROWS)
            return mieni_reader_fail(w->reader, MIEN_ERROR_LIMIT, "more rows than a list may have", "LIST",
                                     (int)w->lists);
        if (list->first_setting != w->settings ||
            !has_settings(w, (uint64_t)list->row_count * (uint64_t)list_type->column_count))
            return corrupt(w, "a list's settings are not where they must be", "LIST", w->lists);
        for (uint32_t row = 0; row < list->row_count; ++row) {
            if (check_settings(w, node, list_type->columns, list_type->column_count, true) != MIEN_OK)
                return w->reader->status;
        }
        *out_links += list_type->has_links ? list->row_count : 0;
    }
    return MIEN_OK;
}

static MienStatus check_links(Walk *w, uint32_t n, const MieniNodeTypeInfo *type)
{
    const MieniGraphNode *node = &w->graph->nodes[n];
    for (uint32_t i = 0; i < node->link_count; ++i, ++w->links) {
        const uint32_t link = w->graph->links[w->links];
        if (link == MIENI_NOTHING ? i > 0 || !type->is_open_allowed : link >= n)
            return corrupt(w, "an input is open, or does not come before its node", "LINK", w->links);
    }
    return MIEN_OK;
}

static MienStatus check_node(Walk *w, uint32_t n)
{
    const MienGraph *g = w->graph;
    const MieniGraphNode *node = &g->nodes[n];
    const MieniNodeTypeInfo *type = mieni_node_type(node->type);
    if (type == NULL || node->is_delta > 1)
        return corrupt(w, "a node of no known type", "NODE", n);
    if ((node->type == MIENI_NODE_OUTPUT) != (n == g->info.node_count - 1))
        return corrupt(w, "the output is not the last node and the only one", "NODE", n);
    if (node->first_setting != w->settings || !has_settings(w, (uint64_t)type->setting_count) ||
        node->first_list != w->lists || (uint32_t)type->list_count > g->info.list_count - w->lists ||
        node->first_link != w->links || node->link_count > g->info.link_count - w->links)
        return corrupt(w, "a node's settings, lists or inputs are not where they must be", "NODE", n);
    uint64_t links = (uint64_t)type->input_count;
    if (check_settings(w, n, type->settings, type->setting_count, false) != MIEN_OK ||
        check_lists(w, n, type, &links) != MIEN_OK)
        return w->reader->status;
    if (links != node->link_count)
        return corrupt(w, "a node has not as many inputs as it must", "NODE", n);
    return check_links(w, n, type);
}

/// Whether an input's result is what the node takes there. Open inputs fit.
static bool input_fits(const MienGraph *g, uint32_t n, uint32_t input, bool wants_delta)
{
    const uint32_t link = g->links[g->nodes[n].first_link + input];
    return link == MIENI_NOTHING || (g->nodes[link].is_delta != 0) == wants_delta;
}

static bool result_is_sound(const MienGraph *g, uint32_t n)
{
    const MieniGraphNode *node = &g->nodes[n];
    const bool is_delta = node->is_delta != 0;
    const MieniNodeFlow flow = mieni_node_type(node->type)->flow;
    switch (flow) {
    case MIENI_FLOW_ASSET:
        return true; // binding compares it with the asset
    case MIENI_FLOW_SETTING:
        if (is_delta !=
            (mieni_graph_setting(g, (int)n, MIENI_SLOT_TYPE)->index == (uint32_t)MIENI_SLOT_DELTA))
            return false;
        break;
    case MIENI_FLOW_APPLY:
        return !is_delta && input_fits(g, n, MIENI_APPLY_BASE, false) &&
               input_fits(g, n, MIENI_APPLY_DELTA, true);
    case MIENI_FLOW_POSE:
        if (is_delta)
            return false;
        break;
    case MIENI_FLOW_PASS:
        break;
    }
    if (flow == MIENI_FLOW_PASS && node->link_count == 1 && g->links[node->first_link] == MIENI_NOTHING)
        return !is_delta;
    for (uint32_t i = 0; i < node->link_count; ++i) {
        if (!input_fits(g, n, i, is_delta))
            return false;
    }
    return true;
}

/// Numbers of a setting or cell; *out_count of them.
static const double *numbers_of(const MienGraph *g, const MieniGraphSetting *s, uint32_t *out_count)
{
    *out_count = (uint32_t)s->number;
    return *out_count > 0 ? g->numbers + s->index : g->numbers;
}

/// Points x y, x ascending.
static bool points_ascend(const double *numbers, uint32_t count)
{
    for (uint32_t i = 2; i + 1 < count; i += 2) {
        if (!(numbers[i] > numbers[i - 2]))
            return false;
    }
    return count % 2 == 0;
}

static bool target_is_sound(const MienGraph *g, int n, int target, uint32_t bones)
{
    uint32_t at_count, curve_count;
    const double *at =
        numbers_of(g, mieni_graph_cell(g, n, MIENI_DRIVER_TARGETS, target, MIENI_TARGET_AT), &at_count);
    const double *curve =
        numbers_of(g, mieni_graph_cell(g, n, MIENI_DRIVER_TARGETS, target, MIENI_TARGET_CURVE), &curve_count);
    bool is_sound = (uint64_t)at_count == 7 * (uint64_t)bones && points_ascend(curve, curve_count);
    for (uint32_t i = 0; is_sound && i < at_count; ++i) {
        const double most = i % 7 < 4 ? 1.001 : (double)MIEN_MAX_LENGTH;
        is_sound = at[i] >= -most && at[i] <= most;
    }
    return is_sound;
}

static MienStatus check_driver(Walk *w, int n)
{
    const MienGraph *g = w->graph;
    const uint32_t targets = (uint32_t)mieni_graph_rows(g, n, MIENI_DRIVER_TARGETS),
                   bones = (uint32_t)mieni_graph_rows(g, n, MIENI_DRIVER_BONES);
    if (targets > MIENI_GRAPH_MAX_TARGETS)
        return mieni_reader_fail(w->reader, MIEN_ERROR_LIMIT, "more targets than a driver may have", "NODE",
                                 n);
    uint32_t axis, median, inverse, health;
    numbers_of(g, mieni_graph_setting(g, n, MIENI_DRIVER_AXIS), &axis);
    numbers_of(g, mieni_graph_setting(g, n, MIENI_DRIVER_MEDIAN), &median);
    numbers_of(g, mieni_graph_setting(g, n, MIENI_DRIVER_INVERSE), &inverse);
    numbers_of(g, mieni_graph_setting(g, n, MIENI_DRIVER_HEALTH), &health);
    if (axis != 3 || median != 5 || health != 4 || (inverse != 0 && inverse != targets * targets))
        return corrupt(w, "a driver has not as many numbers as it must", "NODE", (uint32_t)n);
    for (uint32_t t = 0; t < targets; ++t) {
        if (!target_is_sound(g, n, (int)t, bones))
            return corrupt(w, "a target of a driver makes no sense", "NODE", (uint32_t)n);
    }
    return MIEN_OK;
}

static bool cell_is_below(const MienGraph *g, int n, int list, int row, int column, int least, int end)
{
    const float value = mieni_graph_cell(g, n, list, row, column)->number;
    return value >= (float)least && value < (float)end;
}

/// Indices of states and transitions; conditions in order of their transitions.
static MienStatus check_machine(Walk *w, int n)
{
    const MienGraph *g = w->graph;
    const int states = mieni_graph_rows(g, n, MIENI_MACHINE_STATES),
              transitions = mieni_graph_rows(g, n, MIENI_MACHINE_TRANSITIONS),
              conditions = mieni_graph_rows(g, n, MIENI_MACHINE_CONDITIONS);
    bool is_sound = states > 0;
    for (int t = 0; is_sound && t < transitions; ++t)
        is_sound = cell_is_below(g, n, MIENI_MACHINE_TRANSITIONS, t, MIENI_TRANSITION_FROM, -1, states) &&
                   cell_is_below(g, n, MIENI_MACHINE_TRANSITIONS, t, MIENI_TRANSITION_TO, 0, states);
    for (int c = 0, least = 0; is_sound && c < conditions; ++c) {
        is_sound =
            cell_is_below(g, n, MIENI_MACHINE_CONDITIONS, c, MIENI_CONDITION_TRANSITION, least, transitions);
        if (is_sound)
            least =
                (int)mieni_graph_cell(g, n, MIENI_MACHINE_CONDITIONS, c, MIENI_CONDITION_TRANSITION)->number;
    }
    return is_sound ? MIEN_OK
                    : corrupt(w, "a machine's states, transitions or conditions make no sense", "NODE",
                              (uint32_t)n);
}

static MienStatus check_nodes(Walk *w)
{
    const MienGraph *g = w->graph;
    if (g->info.node_count == 0)
        return corrupt(w, "a graph without an output", "NODE", 0);
    for (uint32_t n = 0; n < g->info.node_count; ++n) {
        if (check_node(w, n) != MIEN_OK)
            return w->reader->status;
        if (!result_is_sound(g, n))
            return senseless(w, "a delta stands where a pose must, or a pose where a delta must", "NODE", n);
        const uint32_t type = g->nodes[n].type;
        if (type == MIENI_NODE_DRIVER && check_driver(w, (int)n) != MIEN_OK)
            return w->reader->status;
        if (type == MIENI_NODE_STATE_MACHINE && check_machine(w, (int)n) != MIEN_OK)
            return w->reader->status;
        if (type == MIENI_NODE_BLEND_BY_INT && g->nodes[n].link_count == 0)
            return corrupt(w, "a choice without inputs", "NODE", n);
    }
    return MIEN_OK;
}

static bool parameter_is_sound(Walk *w, uint32_t p)
{
    const MieniGraphParameter *parameter = &w->graph->parameters[p];
    switch (parameter->type) {
    case MIEN_GRAPH_FLOAT:
        return parameter->index == MIENI_NOTHING && is_plain(parameter->number, MIEN_MAX_CURVE);
    case MIEN_GRAPH_INT:
        return parameter->index == MIENI_NOTHING && is_whole(parameter->number);
    case MIEN_GRAPH_BOOL:
        return parameter->index == MIENI_NOTHING && is_truth(parameter->number);
    case MIEN_GRAPH_NAME:
        return is_unused(parameter->number) && use_word(w, parameter->index);
    case MIEN_GRAPH_MASK:
        return is_unused(parameter->number) &&
               (parameter->index == MIENI_NOTHING || parameter->index < w->graph->info.mask_count);
    case MIEN_GRAPH_CLIP:
    case MIEN_GRAPH_POSES: {
        if (!is_unused(parameter->number) || parameter->index != w->assets ||
            parameter->index >= w->graph->info.asset_count)
            return false;
        const MieniGraphAssetPlace *place = &w->graph->assets[w->assets++];
        return place->type == parameter->type && place->node == MIENI_NOTHING && place->parameter == p;
    }
    default:
        return false;
    }
}

static MienStatus check_rest(Walk *w)
{
    const MienGraph *g = w->graph;
    for (uint32_t p = 0; p < g->info.parameter_count; ++p) {
        if (!parameter_is_sound(w, p))
            return corrupt(w, "a parameter makes no sense", "PARA", p);
    }
    for (uint32_t a = 0; a < g->info.asset_count; ++a) {
        const MieniGraphAssetPlace *place = &g->assets[a];
        if (!use_word(w, place->path) || place->needs > 2 ||
            (place->type == MIEN_GRAPH_CLIP && place->needs != 0))
            return corrupt(w, "an asset's place makes no sense", "ASST", a);
    }
    uint32_t rows = 0;
    for (uint32_t m = 0; m < g->info.mask_count; ++m) {
        if (g->masks[m].first_row != rows || g->masks[m].row_count > g->info.mask_row_count - rows)
            return corrupt(w, "a mask's rows are not where they must be", "MASK", m);
        rows += g->masks[m].row_count;
    }
    for (uint32_t r = 0; r < rows; ++r) {
        const MieniGraphMaskRow *row = &g->mask_rows[r];
        if (row->bone == MIENI_NOTHING || !use_word(w, row->bone) || row->depth < -MIEN_MAX_BONES ||
            row->depth > MIEN_MAX_BONES || !is_plain(row->weight, 1.0f) || row->only > 1)
            return corrupt(w, "a row of a mask makes no sense", "MROW", r);
    }
    if (rows != g->info.mask_row_count)
        return corrupt(w, "rows that no mask uses", "MROW", rows);
    return MIEN_OK;
}

static MienStatus check_ends(const Walk *w)
{
    const MieniGraphHeader *info = &w->graph->info;
    if (w->links != info->link_count || w->settings != info->setting_count || w->lists != info->list_count ||
        w->assets != info->asset_count || w->numbers != info->number_count || w->words != info->word_count)
        return corrupt(w, "inputs, settings, lists, assets, numbers or words that nothing uses", "INFO", 0);
    return MIEN_OK;
}

/// Checks all tables of a graph against each other.
static MienStatus graph_check(const MienGraph *graph, MieniReader *reader)
{
    Walk walk = {.graph = graph, .reader = reader};
    for (uint32_t i = 0; i < graph->info.number_count; ++i) {
        if (!(graph->numbers[i] >= -1e300 && graph->numbers[i] <= 1e300))
            return corrupt(&walk, "a number is not finite", "NUMB", i);
    }
    if (check_nodes(&walk) != MIEN_OK || check_rest(&walk) != MIEN_OK)
        return reader->status;
    return check_ends(&walk);
}

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
    return graph_check(graph, reader);
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
    graph->source_count = (int)counts[MIENI_NODE_LIVE_INPUT];
    graph->slot_count = (int)counts[MIENI_NODE_INPUT_POSE];
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
        return mieni_fail(reader->error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
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
    .memory = "Out of memory.",
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
                           .asset_slot_count = (int)graph->info.asset_count,
                           .mask_count = (int)graph->info.mask_count,
                           .live_input_count = graph->source_count,
                           .input_pose_count = graph->slot_count,
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

MienGraphAssetSlot mien_graph_asset_slot(const MienGraph *graph, int asset)
{
    if (asset < 0 || (uint32_t)asset >= graph->info.asset_count)
        return (MienGraphAssetSlot){.path = "", .node = -1, .parameter = -1};
    const MieniGraphAssetPlace *place = &graph->assets[asset];
    return (MienGraphAssetSlot){.type = (MienGraphValueType)place->type,
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

int mien_graph_find_live_input(const MienGraph *graph, const char *id)
{
    return find_of_type(graph, id, MIENI_NODE_LIVE_INPUT);
}

int mien_graph_find_input_pose(const MienGraph *graph, const char *id)
{
    return find_of_type(graph, id, MIENI_NODE_INPUT_POSE);
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
