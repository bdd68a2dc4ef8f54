// SPDX-License-Identifier: MIT
//
// Damaged and forged graph packs: by the rules of every pack, and with each number of
// each table made awkward. What loads is bound and run.

#include "support/graph/every.h"
#include "support/hostile.h"

enum { STEPS = 6 };

/// Whether all that a graph says of itself makes sense.
static const char *read_graph(const MienGraph *graph)
{
    const MienGraphInfo info = mien_graph_info(graph);
    if (info.node_count < 1 || info.buffer_count < 1 || info.buffer_count > info.node_count)
        return "a graph without nodes, or with too many results";
    for (int n = -1; n <= info.node_count; ++n) {
        const MienGraphNodeInfo node = mien_graph_node(graph, n);
        if (n >= 0 && n < info.node_count && mien_graph_find_node(graph, node.id) != n)
            return "a node that is not found";
        for (int i = -1; i <= node.input_count; ++i) {
            if (mien_graph_node_input(graph, n, i) >= n && n >= 0)
                return "an input that comes after its node";
        }
        mien_graph_driver(graph, n);
        if (mien_graph_node_asset(graph, n) >= info.asset_slot_count)
            return "an asset that is not there";
    }
    for (int p = -1; p <= info.parameter_count; ++p)
        mien_graph_parameter(graph, p);
    for (int a = -1; a <= info.asset_slot_count; ++a)
        mien_graph_asset_slot(graph, a);
    return NULL;
}

/// A few steps with a trace and without.
static const char *run_graph(Every *e, const MienGraph *graph, const MienGraphBinding *binding)
{
    const size_t size = mien_graph_instance_size(binding), trace_size = mien_graph_trace_size(binding);
    MienGraphInstance *instance = mien_graph_instance_init(binding, aligned_take(size), size);
    MienGraphTrace *trace = mien_graph_trace_init(binding, aligned_take(trace_size), trace_size);
    MienTransform bones[4];
    float values[3];
    uint32_t present[1];
    MienGraphEvent events[4];
    int event_count = 0;
    MienGraphJob job = {.binding = binding,
                        .instance = instance,
                        .bone_count = e->g.bone_count,
                        .out_bones = bones,
                        .out_curves = {e->g.curve_count, values, present},
                        .event_capacity = 4,
                        .out_events = events,
                        .out_event_count = &event_count,
                        .scratch_size = mien_graph_job_scratch_size(binding)};
    job.scratch = aligned_take(job.scratch_size);
    const char *fault = instance == NULL || trace == NULL ? "no instance" : NULL;
    for (int i = 0; i < STEPS && fault == NULL; ++i) {
        every_fill(e, graph, instance, i);
        job.step = i == 3 ? 1e9 : 0.3 * i;
        job.trace = i % 2 == 0 ? trace : NULL;
        if (mien_graph_job_run(&job) != MIEN_OK)
            fault = "a job is refused";
    }
    aligned_free(job.scratch);
    aligned_free(instance);
    aligned_free(trace);
    return fault;
}

static MienStatus load(Subject *s, const Pack *pack, const MienLoadOptions *options, size_t place)
{
    Every *e = s->user;
    MienGraph *graph = (MienGraph *)(void *)e; // not NULL, to see that it becomes so
    MienGraphBinding *binding = NULL;
    MienError error = {0};
    const MienStatus status = mien_graph_load(pack->data, pack->size, options, &graph, &error);
    if (!subject_count(s, status, &error, graph, place)) {
        if (error.location[0] == '\0')
            complain(s, "refused without a place", place);
        return status;
    }
    const char *fault = read_graph(graph);
    const MienStatus bound = graph_bind(&e->g, graph, NULL, &binding, &error);
    if (bound != MIEN_OK && (bound != MIEN_ERROR_DATA || binding != NULL || error.message[0] == '\0'))
        fault = "not bound, without a reason";
    if (fault == NULL && bound == MIEN_OK)
        fault = run_graph(e, graph, binding);
    mien_graph_binding_destroy(binding);
    mien_graph_destroy(graph);
    if (fault != NULL)
        complain(s, fault, place);
    return status;
}

/// Every number of a table becomes awkward.
static void attack_section(Subject *s, const char *tag, size_t step)
{
    const int found = pack_find(&s->pack, tag);
    CHECK(found >= 0);
    if (found < 0)
        return;
    const MieniSection section = pack_section(&s->pack, found);
    const size_t end = (size_t)(section.offset + section.count * section.stride);
    for (size_t place = (size_t)section.offset; place + 4 <= end; place += 4 * step)
        attack_field(s, place, 4);
}

TEST(every_node_attacked)
{
    static const char *const sections[] = {"NODE", "LINK", "SETT", "LIST", "PARA", "ASST", "MASK", "MROW"};
    static Every e;
    every_begin(&e);
    graph_make(&e.g, EVERY_NODE);
    Subject s = {.name = "every node", .pack = e.g.pack, .load = load, .user = &e};
    attack_all(&s);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; ++i)
        attack_section(&s, sections[i], stride());
    report(&s);
    graph_end(&e.g);
}

/// Sections that are longer, shorter or missing.
TEST(sections_of_other_lengths)
{
    static Every e;
    every_begin(&e);
    graph_make(&e.g, EVERY_NODE);
    const int sections = (int)pack_header(&e.g.pack).section_count;
    for (int i = 0; i < sections; ++i) {
        const MieniSection section = pack_section(&e.g.pack, i);
        char tag[5] = {0};
        memcpy(tag, &section.tag, 4);
        for (int64_t change = -2; change <= 1; ++change) {
            if (change == 0)
                continue;
            Pack other = pack_recount(&e.g.pack, tag, change == -2 ? -1 : (int64_t)section.count + change);
            MienGraph *graph = NULL;
            CHECK_STATUS(mien_graph_load(other.data, other.size, NULL, &graph, NULL), MIEN_ERROR_CORRUPT);
            CHECK(graph == NULL);
            pack_free(&other);
        }
    }
    Pack other = pack_recount(&e.g.pack, "MORE", 3);
    MienGraph *graph = NULL;
    CHECK_STATUS(mien_graph_load(other.data, other.size, NULL, &graph, NULL), MIEN_ERROR_CORRUPT);
    pack_free(&other);
    graph_end(&e.g);
}

CHECK_MAIN
{
    RUN(every_node_attacked);
    RUN(sections_of_other_lengths);
}
