// SPDX-License-Identifier: MIT
//
// Curves of one vocabulary to another, as mien_author_map_apply does it for clips.

#include "core/float_rules.h"

#include "core/graph/data.h"

#include <string.h>

/// What a map knows of a curve.
enum { IS_SOURCE = 1, IS_UNMAPPED = 2 };

typedef struct Row {
    int from, to; ///< Curves of the skeleton.
    int row;      ///< Of the list.
} Row;

typedef struct Table {
    int row_count; ///< Rows both of whose curves the skeleton has.
    Row *rows;
    uint8_t *known; ///< Per curve.
} Table;

/// While a binding is made.
typedef struct Finder {
    MieniGraphBinder *binder;
    int node;
    uint8_t *is_reported; ///< Per word: maps name a curve again and again.
} Finder;

static int find(const Finder *finder, int list, int row, int column)
{
    MieniGraphBinder *binder = finder->binder;
    const MienGraph *graph = binder->binding->graph;
    const MieniGraphSetting *setting = mieni_graph_cell(graph, finder->node, list, row, column);
    const char *name = mieni_graph_word(graph, setting);
    if (name == NULL)
        return -1;
    const int curve = mien_skeleton_find_curve(binder->binding->skeleton, name);
    if (curve < 0 && finder->is_reported[setting->index] == 0) {
        finder->is_reported[setting->index] = 1;
        mieni_binder_report(binder, MIEN_FINDING_MISSING_CURVE, finder->node, name);
    }
    return curve;
}

static void fill(const Finder *finder, Table *table)
{
    const MienGraph *graph = finder->binder->binding->graph;
    for (int r = 0; r < mieni_graph_rows(graph, finder->node, MIENI_MAP_ROWS); ++r) {
        const int from = find(finder, MIENI_MAP_ROWS, r, MIENI_MAP_FROM);
        const int to = find(finder, MIENI_MAP_ROWS, r, MIENI_MAP_TO);
        if (from >= 0)
            table->known[from] |= IS_SOURCE;
        if (from >= 0 && to >= 0)
            table->rows[table->row_count++] = (Row){from, to, r};
    }
    for (int r = 0; r < mieni_graph_rows(graph, finder->node, MIENI_MAP_UNMAPPED); ++r) {
        // Nothing is lost if it is missing, so that is not worth a report.
        const char *name =
            mieni_graph_word(graph, mieni_graph_cell(graph, finder->node, MIENI_MAP_UNMAPPED, r, 0));
        const int curve =
            name != NULL ? mien_skeleton_find_curve(finder->binder->binding->skeleton, name) : -1;
        if (curve >= 0)
            table->known[curve] |= IS_UNMAPPED;
    }
}

static void bind(MieniGraphBinder *binder, int node)
{
    MienGraphBinding *binding = binder->binding;
    const MienGraph *graph = binding->graph;
    const size_t rows = (size_t)mieni_graph_rows(graph, node, MIENI_MAP_ROWS);
    const size_t curves = (size_t)binding->curve_count, scratch = curves * (sizeof(double) + 1);
    Table *table = (Table *)mieni_binder_take(binder, 1, sizeof *table);
    Row *list = (Row *)mieni_binder_take(binder, rows, sizeof *list);
    uint8_t *known = (uint8_t *)mieni_binder_take(binder, curves, 1);
    uint8_t *is_reported = (uint8_t *)mieni_binder_take(binder, graph->info.word_count, 1);
    if (binder->status != MIEN_OK)
        return;
    *table = (Table){.rows = list, .known = known};
    Finder finder = {binder, node, is_reported};
    fill(&finder, table);
    binding->nodes[node].table = table;
    mieni_binder_need(binder, scratch);
}

/// Sums of the targets that a present curve feeds. In double and rounded once, as for
/// clips.
static void sum(const MieniGraphRun *run, int node, const MienCurveSet *in, double *sums, uint8_t *is_fed)
{
    const Table *table = (const Table *)run->binding->nodes[node].table;
    memset(sums, 0, (size_t)in->count * sizeof *sums);
    memset(is_fed, 0, (size_t)in->count);
    for (int r = 0; r < table->row_count; ++r) {
        const Row *row = &table->rows[r];
        if (!mien_curve_set_has(in, row->from))
            continue;
        const MieniGraphSetting *weight =
            mieni_graph_cell(run->graph, node, MIENI_MAP_ROWS, row->row, MIENI_MAP_WEIGHT);
        sums[row->to] += (double)mieni_run_number(run, weight) * (double)in->values[row->from];
        is_fed[row->to] = 1;
    }
}

static void evaluate(MieniGraphRun *run, int node)
{
    const MienGraph *graph = run->graph;
    const Table *table = (const Table *)run->binding->nodes[node].table;
    const bool keep_unmapped = mieni_run_bool(run, mieni_graph_setting(graph, node, MIENI_MAP_KEEP_UNMAPPED));
    const bool drop_unknown = mieni_run_bool(run, mieni_graph_setting(graph, node, MIENI_MAP_DROP_UNKNOWN));
    MieniValue *out = &run->values[node];
    mieni_value_copy(run, mieni_run_input(run, node, 0), out);
    const MienCurveSet *curves = &out->curves;
    double *sums = (double *)run->scratch;
    uint8_t *is_fed = (uint8_t *)(sums + curves->count);
    sum(run, node, curves, sums, is_fed);
    for (int c = 0; c < curves->count; ++c) {
        const int known = table->known[c];
        if (is_fed[c] != 0 && mien_skeleton_curve_max_lod(run->binding->skeleton, c) >= run->level)
            mien_curve_set_put(curves, c, (float)sums[c]);
        else if ((known & IS_SOURCE) != 0 || ((known & IS_UNMAPPED) != 0 ? !keep_unmapped : drop_unknown))
            mien_curve_set_remove(curves, c);
    }
}

const MieniNodeOps mieni_map_ops = {.bind = bind, .evaluate = evaluate};
