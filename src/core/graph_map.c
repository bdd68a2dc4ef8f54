// SPDX-License-Identifier: MIT
//
// Curves of one vocabulary to another.

#include "core/float_rules.h"

#include "core/graph_data.h"

static void evaluate(MieniGraphRun *run, int node)
{
    const MieniValue *input = mieni_run_input(run, node, 0);
    if (input != NULL)
        mieni_value_copy(run, input, &run->values[node]);
    else
        mieni_value_reference(run, &run->values[node]);
}

const MieniNodeOps mieni_map_ops = {.evaluate = evaluate};
