// SPDX-License-Identifier: MIT
//
// Checking a graph on load, completely: after this, binding and running need no check.
// Tables tile what they lead into, so one walk over the nodes sees each of them once,
// and equal graphs have equal bytes.

#include "core/float_rules.h"

#include "core/graph/data.h"

#include <string.h>

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
        if (type == MIENI_NODE_MACHINE && check_machine(w, (int)n) != MIEN_OK)
            return w->reader->status;
        if (type == MIENI_NODE_SELECT && g->nodes[n].link_count == 0)
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

MienStatus mieni_graph_check(const MienGraph *graph, MieniReader *reader)
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
