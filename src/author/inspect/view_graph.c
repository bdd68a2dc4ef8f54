// SPDX-License-Identifier: MIT
//
// A graph's pack opened for reading back.

#include "core/float_rules.h"

#include "author/inspect/view_graph.h"

#include "base/number.h"

#include <string.h>

MieniPackGraphView mieni_view_graph(const MieniPackView *view)
{
    return (MieniPackGraphView){
        .graph = view->graph,
        .info = mieni_view_section(view, MIENI_GRAPH_INFO, NULL),
        .text = mieni_view_section(view, MIENI_GRAPH_TEXT, NULL),
        .parameter_names = mieni_view_section(view, MIENI_GRAPH_PARAMETER_NAMES, NULL),
        .mask_names = mieni_view_section(view, MIENI_GRAPH_MASK_NAMES, NULL),
        .words = mieni_view_section(view, MIENI_GRAPH_WORDS, NULL),
        .nodes = mieni_view_section(view, MIENI_GRAPH_NODES, NULL),
        .links = mieni_view_section(view, MIENI_GRAPH_LINKS, NULL),
        .settings = mieni_view_section(view, MIENI_GRAPH_SETTINGS, NULL),
        .lists = mieni_view_section(view, MIENI_GRAPH_LISTS, NULL),
        .parameters = mieni_view_section(view, MIENI_GRAPH_PARAMETERS, NULL),
        .assets = mieni_view_section(view, MIENI_GRAPH_ASSETS, NULL),
        .masks = mieni_view_section(view, MIENI_GRAPH_MASKS, NULL),
        .mask_rows = mieni_view_section(view, MIENI_GRAPH_MASK_ROWS, NULL),
        .numbers = mieni_view_section(view, MIENI_GRAPH_NUMBERS, NULL),
    };
}

const MieniNodeTypeInfo *mieni_view_node_type(const MieniPackGraphView *view, int node)
{
    return mieni_node_type(view->nodes[node].type);
}

const char *mieni_view_input(const MieniPackGraphView *view, int node, int input)
{
    const int from = mien_graph_node_input(view->graph, node, input);
    return from >= 0 ? mien_graph_node(view->graph, from).id : NULL;
}

static const char *parameter_name(const MieniPackGraphView *view, uint32_t parameter)
{
    return view->text + view->parameter_names[parameter];
}

static void put_word(MieniTextOut *out, const MieniPackGraphView *view, uint32_t word)
{
    if (word == MIENI_NOTHING)
        mieni_text_put(out, "nothing");
    else
        mieni_text_put_string(out, view->text + view->words[word]);
}

static void put_mask(MieniTextOut *out, const MieniPackGraphView *view, uint32_t mask)
{
    if (mask == MIENI_NOTHING)
        mieni_text_put(out, "nothing");
    else
        mieni_text_put_string(out, view->text + view->mask_names[mask]);
}

static void put_choice(MieniTextOut *out, const char *choices, uint32_t choice)
{
    const char *at = choices;
    for (uint32_t i = 0; i < choice && at != NULL; ++i) {
        at = strchr(at, '|');
        at = at != NULL ? at + 1 : NULL;
    }
    if (at != NULL)
        mieni_text_put_bytes(out, at, strcspn(at, "|"));
}

static void put_float(MieniTextOut *out, float number)
{
    mieni_text_put_number(out, mieni_number_of_float(number));
}

static void put_asset(MieniTextOut *out, const MieniPackGraphView *view, uint32_t place)
{
    static const char *const needs[] = {"", " additive", " absolute"};
    if (place == MIENI_NOTHING) {
        mieni_text_put(out, "nothing");
        return;
    }
    put_word(out, view, view->assets[place].path);
    mieni_text_put(out, needs[view->assets[place].needs]);
}

void mieni_view_put_setting(MieniTextOut *out, const MieniPackGraphView *view,
                            const MieniGraphSetting *setting, const MieniSettingType *type)
{
    if (setting->is_parameter != 0 || type->kind == MIENI_SETTING_PARAMETER) {
        mieni_text_put(out, "parameter ");
        mieni_text_put_string(out, parameter_name(view, setting->index));
        return;
    }
    switch (type->kind) {
    case MIENI_SETTING_BOOL:
        mieni_text_put(out, setting->number != 0.0f ? "true" : "false");
        break;
    case MIENI_SETTING_CHOICE:
        put_choice(out, type->choices, setting->index);
        break;
    case MIENI_SETTING_NAME:
        put_word(out, view, setting->index);
        break;
    case MIENI_SETTING_CLIP:
    case MIENI_SETTING_POSES:
        put_asset(out, view, setting->index);
        break;
    case MIENI_SETTING_MASK:
        put_mask(out, view, setting->index);
        break;
    case MIENI_SETTING_NUMBERS:
        mieni_text_put(out, "[");
        for (uint32_t i = 0; i < (uint32_t)setting->number && !out->is_out_of_memory; ++i) {
            mieni_text_put(out, i > 0 ? " " : "");
            mieni_text_put_signed(out, view->numbers[setting->index + i]);
        }
        mieni_text_put(out, "]");
        break;
    default:
        put_float(out, setting->number);
        break;
    }
}

void mieni_view_put_row(MieniTextOut *out, const MieniPackGraphView *view, int node, int list, int row)
{
    const MieniNodeTypeInfo *type = mieni_view_node_type(view, node);
    const MieniListType *columns = &type->lists[list];
    const MieniGraphList *rows = &view->lists[view->nodes[node].first_list + (uint32_t)list];
    const MieniGraphSetting *cells =
        view->settings + rows->first_setting + (size_t)row * (size_t)columns->column_count;
    if (columns->has_links) {
        const char *input = mieni_view_input(view, node, type->input_count + row);
        mieni_text_put(out, " ");
        mieni_text_put_string(out, input != NULL ? input : "");
    }
    for (int c = 0; c < columns->column_count; ++c) {
        mieni_text_putf(out, " %s ", columns->columns[c].key);
        mieni_view_put_setting(out, view, &cells[c], &columns->columns[c]);
    }
}

void mieni_view_put_parameter(MieniTextOut *out, const MieniPackGraphView *view, int parameter)
{
    static const char *const types[] = {"", "float", "int", "bool", "name", "clip", "poses", "mask"};
    const MieniGraphParameter *p = &view->parameters[parameter];
    mieni_text_putf(out, "%s ", types[p->type]);
    switch (p->type) {
    case MIEN_GRAPH_BOOL:
        mieni_text_put(out, p->number != 0.0f ? "true" : "false");
        break;
    case MIEN_GRAPH_NAME:
        put_word(out, view, p->index);
        break;
    case MIEN_GRAPH_CLIP:
    case MIEN_GRAPH_POSES:
        put_asset(out, view, p->index);
        break;
    case MIEN_GRAPH_MASK:
        put_mask(out, view, p->index);
        break;
    default:
        put_float(out, p->number);
        break;
    }
}

void mieni_view_put_mask_row(MieniTextOut *out, const MieniPackGraphView *view, uint32_t row)
{
    const MieniGraphMaskRow *r = &view->mask_rows[row];
    mieni_text_put(out, "bone ");
    put_word(out, view, r->bone);
    mieni_text_putf(out, " depth %d weight ", (int)r->depth);
    put_float(out, r->weight);
    mieni_text_put(out, r->only != 0 ? " only" : "");
}
