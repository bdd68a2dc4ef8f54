// SPDX-License-Identifier: MIT
//
// Running a graph never allocates, nor does setting parameters, going on with another
// binding, or asking anything.

#include "support/counted_memory.h" // first: it asks for more of the C library

#include "support/graph/every.h"

TEST(running_does_not_allocate)
{
    static Every e;
    if (!CAN_COUNT)
        SKIP("allocation cannot be watched here");
    every_begin(&e);
    graph_make(&e.g, EVERY_NODE);
    graph_trace(&e.g);
    const size_t size = mien_graph_instance_size(e.g.binding);
    void *memory = aligned_take(size);
    for (int i = 0; i < 40; ++i) {
        e.g.job.trace = i % 2 == 0 ? e.g.trace : NULL;
        e.g.job.step = 0.07 * (i % 7);
        begin_counting();
        every_fill(&e, e.g.graph, e.g.instance, i);
        const MienStatus status = mien_graph_job_run(&e.g.job);
        MienGraphInstance *next = mien_graph_instance_rebind(e.g.instance, e.g.binding, memory, size);
        mien_graph_instance_set_time(e.g.instance, 0, 0.25 * i);
        mien_graph_trace_node(e.g.trace, i % 4);
        CHECK_INT(end_counting(), 0);
        CHECK_STATUS(status, MIEN_OK);
        CHECK(next != NULL);
    }
    aligned_free(memory);
    graph_end(&e.g);
}

CHECK_MAIN
{
    RUN(counting_counts);
    RUN(running_does_not_allocate);
}
