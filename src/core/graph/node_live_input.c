// SPDX-License-Identifier: MIT
//
// Curves that the host gives, over those of the input.

#include "core/float_rules.h"

#include "core/graph/data.h"
#include "core/graph/mix_curves.h"

static void bind(MieniGraphBinder *binder, int node)
{
    MienGraphBinding *binding = binder->binding;
    const MienGraph *graph = binding->graph;
    const int names = mieni_graph_rows(graph, node, MIENI_SOURCE_NAMES);
    if (names == 0)
        return;
    uint32_t *wanted = (uint32_t *)mieni_binder_take(binder, (size_t)binding->curve_words, sizeof *wanted);
    for (int n = 0; wanted != NULL && n < names; ++n) {
        const char *name = mieni_graph_word(graph, mieni_graph_cell(graph, node, MIENI_SOURCE_NAMES, n, 0));
        const int curve = name != NULL ? mieni_binder_curve(binder, node, name) : -1;
        if (curve >= 0)
            wanted[curve / 32] |= (uint32_t)1 << (curve % 32);
    }
    binding->nodes[node].table = wanted;
}

/// Lays the host's curves over those of a result.
static void lay(const MieniGraphRun *run, int node, const MienCurveSet *host, float alpha,
                const MienCurveSet *curves)
{
    const uint32_t *wanted = (const uint32_t *)run->binding->nodes[node].table;
    for (int word = 0; word < run->binding->curve_words; ++word) {
        uint32_t bits = mieni_curves_word(host, word);
        bits &= wanted != NULL ? wanted[word] : UINT32_MAX;
        for (int c = word * 32; bits != 0; bits >>= 1, ++c) {
            if ((bits & 1) == 0 || c >= curves->count ||
                mien_skeleton_curve_max_lod(run->binding->skeleton, c) < run->level)
                continue;
            const float value = host->values[c] == host->values[c] ? host->values[c] : 0.0f;
            const float rest = (1.0f - alpha) * mien_curve_set_value(curves, c);
            mien_curve_set_put(curves, c, alpha == 1.0f ? value : rest + alpha * value);
        }
    }
}

static void evaluate(MieniGraphRun *run, int node)
{
    const MieniValue *input = mieni_run_input(run, node, 0);
    const MienCurveSet *host = mieni_run_source(run, node);
    const float alpha = mieni_run_share(run, mieni_graph_setting(run->graph, node, MIENI_SOURCE_ALPHA));
    MieniValue *out = &run->values[node];
    if (input != NULL)
        mieni_value_copy(run, input, out);
    else
        mieni_value_reference(run, out);
    if (host != NULL && alpha > 0.0f)
        lay(run, node, host, alpha, &out->curves);
}

const MieniNodeOps mieni_live_input_ops = {.bind = bind, .evaluate = evaluate};
