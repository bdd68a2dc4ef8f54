// SPDX-License-Identifier: MIT
//
// Fuzzes reading graphs: a whole one is cooked, loaded and run, as it is and extended
// by a child; a child meets a sound parent.

#include "support/graph/play.h"
#include "support/graph/texts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void found(const char *fault)
{
    fprintf(stderr, "found: %s\n", fault);
    abort();
}

static MienAuthorGraph *read_known(const char *text)
{
    MienAuthorGraph *graph = NULL;
    if (read_text(text, &graph, NULL) != MIEN_OK)
        found("a text of the fuzzer's own is refused");
    return graph;
}

/// What is cooked loads and runs. The pack is kept in *out_pack.
static void cook_and_run(const MienAuthorGraph *graph, MienAuthorPack *out_pack)
{
    const MienAuthorGraphOptions options = {.mode = mode_of};
    MienGraph *loaded = NULL;
    MienError error = {0};
    const MienStatus status = mien_author_graph_cook(graph, &options, out_pack, &error);
    if (status != MIEN_OK) {
        const char *fault = judge_refusal(status, &error, out_pack->data, "");
        if (fault != NULL)
            found(fault);
        return;
    }
    if (mien_graph_load(out_pack->data, out_pack->size, NULL, &loaded, &error) != MIEN_OK) {
        fprintf(stderr, "%s: %s\n", error.location, error.message);
        found("cooked, but not loaded");
    }
    const char *fault = play_graph(loaded);
    if (fault != NULL)
        found(fault);
    mien_graph_destroy(loaded);
}

/// A child that overrides nothing changes nothing.
static void run_whole(const MienAuthorGraph *graph)
{
    MienAuthorGraph *child = read_known("{'kind': 'graph', 'version': 1, 'extends': 'a.graph.json'}");
    MienAuthorGraph *whole = NULL;
    MienAuthorPack packs[2] = {{0}, {0}};
    if (mien_author_graph_extend(graph, child, NULL, &whole, NULL) != MIEN_OK)
        found("a whole graph cannot be extended");
    cook_and_run(graph, &packs[0]);
    cook_and_run(whole, &packs[1]);
    if (packs[0].size != packs[1].size ||
        (packs[0].size > 0 && memcmp(packs[0].data, packs[1].data, packs[0].size) != 0))
        found("a child that overrides nothing is another graph");
    for (int i = 0; i < 2; ++i)
        mien_author_pack_release(&packs[i]);
    mien_author_graph_destroy(whole);
    mien_author_graph_destroy(child);
}

static void run_child(const MienAuthorGraph *child)
{
    MienAuthorGraph *parent = read_known(every_node), *whole = NULL;
    MienAuthorPack pack = {0};
    MienError error = {0};
    const MienStatus status = mien_author_graph_extend(parent, child, NULL, &whole, &error);
    if (status == MIEN_OK)
        cook_and_run(whole, &pack);
    else if (judge_refusal(status, &error, whole, "line ") != NULL)
        found("a child is refused without status, place, message or NULL");
    mien_author_pack_release(&pack);
    mien_author_graph_destroy(whole);
    mien_author_graph_destroy(parent);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MienAuthorGraph *graph = NULL;
    MienError error = {0};
    const MienStatus status = mien_author_graph_read(data, size, NULL, &graph, &error);
    if (status != MIEN_OK) {
        if (judge_refusal(status, &error, graph, "line ") != NULL)
            found("refused without status, place, message or NULL");
    } else if (mien_author_graph_parent(graph)[0] == '\0') {
        run_whole(graph);
    } else {
        run_child(graph);
    }
    mien_author_graph_destroy(graph);
    return 0;
}
