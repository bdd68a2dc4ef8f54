// SPDX-License-Identifier: MIT
//
// One result over another, bone by bone.

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

const MieniNodeOps mieni_layer_ops = {.evaluate = evaluate};
