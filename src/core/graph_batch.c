// SPDX-License-Identifier: MIT
//
// One step of many characters.

#include "core/float_rules.h"

#include "core/graph_data.h"

size_t mien_graph_batch_scratch_size(const MienGraphBinding *binding)
{
    return mien_graph_job_scratch_size(binding);
}

MienStatus mien_graph_batch_run(const MienGraphBatchJob *job)
{
    (void)job;
    return MIEN_ERROR_ARGUMENT;
}
