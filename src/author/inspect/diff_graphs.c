// SPDX-License-Identifier: MIT
//
// What differs between two graphs: parameters and masks by name, nodes by id, and of
// each node its type, inputs, settings and rows.

#include "core/float_rules.h"

#include "author/inspect/diff.h"

#include "author/inspect/view_graph.h"

#include <string.h>

/// Longer values are not told.
enum { LONGEST_VALUE = 200 };

typedef struct Graphs {
    MieniDiff *diff;
    MieniPackGraphView first, second;
    MieniTextOut a, b; ///< What is compared.
} Graphs;

static void begin(Graphs *g)
{
    g->a.size = g->b.size = 0;
    mieni_text_put(&g->a, "");
    mieni_text_put(&g->b, "");
}

/// "what is, was was", if both texts differ.
static void tell(Graphs *g, const char *noun, const char *name, const char *what)
{
    MieniTextOut *out = &g->diff->text;
    if (g->a.is_out_of_memory || g->b.is_out_of_memory || g->a.bytes == NULL || g->b.bytes == NULL) {
        g->diff->arena.is_out_of_memory = true;
        return;
    }
    if (g->a.size == g->b.size && memcmp(g->a.bytes, g->b.bytes, g->a.size) == 0)
        return;
    mieni_diff_begin(g->diff, noun, name);
    mieni_text_put(out, what);
    if (g->a.size > LONGEST_VALUE || g->b.size > LONGEST_VALUE) {
        mieni_text_put(out, what[0] != '\0' ? " changed" : "changed");
    } else {
        mieni_text_put(out, what[0] != '\0' ? " " : "");
        mieni_text_put_bytes(out, g->b.bytes, g->b.size);
        mieni_text_put(out, ", was ");
        mieni_text_put_bytes(out, g->a.bytes, g->a.size);
    }
    mieni_diff_end(g->diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, 0.0);
}

static const char *node_name(const void *graph, int node) { return mien_graph_node(graph, node).id; }
static int node_find(const void *graph, const char *id) { return mien_graph_find_node(graph, id); }
static const char *parameter_name(const void *graph, int parameter)
{
    return mien_graph_parameter(graph, parameter).name;
}
static int parameter_find(const void *graph, const char *name)
{
    return mien_graph_find_parameter(graph, name);
}
static const char *mask_name(const void *view, int mask)
{
    const MieniPackGraphView *v = view;
    return v->text + v->mask_names[mask];
}
static int mask_find(const void *view, const char *name)
{
    return mien_graph_find_mask(((const MieniPackGraphView *)view)->graph, name);
}

static void put_input(MieniTextOut *out, const MieniPackGraphView *view, int node, int input)
{
    const char *id = mieni_view_input(view, node, input);
    mieni_text_put(out, id != NULL ? id : "open");
}

static bool is_constant(const MieniGraphSetting *setting, const MieniSettingType *type)
{
    return setting->is_parameter == 0 &&
           (type->kind == MIENI_SETTING_FLOAT || type->kind == MIENI_SETTING_INT);
}

static void diff_setting(Graphs *g, const char *id, const MieniSettingType *type,
                         const MieniGraphSetting *first, const MieniGraphSetting *second)
{
    if (is_constant(first, type) && is_constant(second, type)) {
        mieni_diff_value(g->diff, "node", id, type->key, (double)first->number, (double)second->number);
        return;
    }
    begin(g);
    mieni_view_put_setting(&g->a, &g->first, first, type);
    mieni_view_put_setting(&g->b, &g->second, second, type);
    tell(g, "node", id, type->key);
}

static void diff_list(Graphs *g, int a, int b, int list)
{
    const char *id = mien_graph_node(g->second.graph, b).id;
    const char *key = mieni_view_node_type(&g->first, a)->lists[list].key;
    const uint32_t was = g->first.lists[g->first.nodes[a].first_list + (uint32_t)list].row_count;
    const uint32_t is = g->second.lists[g->second.nodes[b].first_list + (uint32_t)list].row_count;
    if (was != is)
        mieni_diff_say(g->diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "node", id, "%s has %u rows, was %u", key,
                       (unsigned)is, (unsigned)was);
    for (uint32_t r = 0; r < was && r < is; ++r) {
        MieniTextOut *what = &g->diff->text;
        begin(g);
        mieni_view_put_row(&g->a, &g->first, a, list, (int)r);
        mieni_view_put_row(&g->b, &g->second, b, list, (int)r);
        if (g->a.size == g->b.size && g->a.size > 0 && memcmp(g->a.bytes, g->b.bytes, g->a.size) == 0)
            continue;
        mieni_diff_begin(g->diff, "node", id);
        mieni_text_putf(what, "%s[%u]", key, (unsigned)r);
        if (g->a.size > LONGEST_VALUE || g->b.size > LONGEST_VALUE)
            mieni_text_put(what, " changed");
        else
            mieni_text_putf(what, "%s, was%s", g->b.bytes != NULL ? g->b.bytes : "",
                            g->a.bytes != NULL ? g->a.bytes : "");
        mieni_diff_end(g->diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, 0.0);
    }
}

static void diff_node(Graphs *g, int a, int b)
{
    const MienGraphNodeInfo was = mien_graph_node(g->first.graph, a),
                            is = mien_graph_node(g->second.graph, b);
    const MieniNodeTypeInfo *type = mieni_view_node_type(&g->second, b);
    if (strcmp(was.type, is.type) != 0) {
        mieni_diff_say(g->diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "node", is.id, "is a %s, was a %s", is.type,
                       was.type);
        return;
    }
    if (was.is_delta != is.is_delta)
        mieni_diff_say(g->diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "node", is.id, "gives a %s, was a %s",
                       is.is_delta ? "delta" : "pose", was.is_delta ? "delta" : "pose");
    for (int i = 0; i < type->input_count; ++i) {
        begin(g);
        put_input(&g->a, &g->first, a, i);
        put_input(&g->b, &g->second, b, i);
        tell(g, "node", is.id, type->inputs[i]);
    }
    for (int i = 0; i < type->setting_count; ++i)
        diff_setting(g, is.id, &type->settings[i],
                     &g->first.settings[g->first.nodes[a].first_setting + (uint32_t)i],
                     &g->second.settings[g->second.nodes[b].first_setting + (uint32_t)i]);
    for (int l = 0; l < type->list_count; ++l)
        diff_list(g, a, b, l);
}

static void diff_parameters(Graphs *g)
{
    const MieniDiffNames names = {"parameter",
                                  g->first.graph,
                                  g->second.graph,
                                  (int)g->first.info->parameter_count,
                                  (int)g->second.info->parameter_count,
                                  parameter_name,
                                  parameter_find};
    const int *to_second = mieni_diff_names(g->diff, &names);
    for (int p = 0; to_second != NULL && p < names.first_count; ++p) {
        if (to_second[p] < 0)
            continue;
        begin(g);
        mieni_view_put_parameter(&g->a, &g->first, p);
        mieni_view_put_parameter(&g->b, &g->second, to_second[p]);
        tell(g, "parameter", parameter_name(g->first.graph, p), "");
    }
    mieni_diff_order(g->diff, to_second, names.first_count, "parameters");
}

static void put_mask(MieniTextOut *out, const MieniPackGraphView *view, int mask)
{
    const MieniGraphMask *m = &view->masks[mask];
    for (uint32_t r = 0; r < m->row_count; ++r) {
        mieni_text_put(out, r > 0 ? ", " : "");
        mieni_view_put_mask_row(out, view, m->first_row + r);
    }
    mieni_text_put(out, m->row_count == 0 ? "nothing" : "");
}

static void diff_masks(Graphs *g)
{
    const MieniDiffNames names = {
        "mask",    &g->first, &g->second, (int)g->first.info->mask_count, (int)g->second.info->mask_count,
        mask_name, mask_find};
    const int *to_second = mieni_diff_names(g->diff, &names);
    for (int m = 0; to_second != NULL && m < names.first_count; ++m) {
        if (to_second[m] < 0)
            continue;
        begin(g);
        put_mask(&g->a, &g->first, m);
        put_mask(&g->b, &g->second, to_second[m]);
        tell(g, "mask", mask_name(&g->first, m), "is");
    }
    mieni_diff_order(g->diff, to_second, names.first_count, "masks");
}

void mieni_diff_graphs(MieniDiff *diff, const MieniPackView *first, const MieniPackView *second)
{
    Graphs g = {.diff = diff,
                .first = mieni_view_graph(first),
                .second = mieni_view_graph(second),
                .a = {.allocator = diff->arena.allocator},
                .b = {.allocator = diff->arena.allocator}};
    const MieniDiffNames nodes = {
        "node",    first->graph, second->graph, (int)g.first.info->node_count, (int)g.second.info->node_count,
        node_name, node_find};
    diff_parameters(&g);
    diff_masks(&g);
    const int *to_second = mieni_diff_names(diff, &nodes);
    for (int n = 0; to_second != NULL && n < nodes.first_count; ++n)
        if (to_second[n] >= 0)
            diff_node(&g, n, to_second[n]);
    mieni_diff_order(diff, to_second, nodes.first_count, "nodes");
    diff->arena.is_out_of_memory =
        diff->arena.is_out_of_memory || g.a.is_out_of_memory || g.b.is_out_of_memory;
    mieni_text_release(&g.a);
    mieni_text_release(&g.b);
}
