// SPDX-License-Identifier: MIT
//
// Fuzzes loading graphs: what loads is bound, run, and run again with a trace.

#include "fuzz/fuzz.h"
#include "support/graph/play.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MienGraph *graph = NULL;
    Pack pack = fuzz_pack(data, size);
    const MienLoadOptions options = fuzz_options(&pack);
    MienError error = {0};
    const MienStatus status = mien_graph_load(pack.data, pack.size, &options, &graph, &error);
    if (status != MIEN_OK) {
        fuzz_check_refusal(status, &error, graph);
        if (error.location[0] == '\0')
            fuzz_found("refused without a place");
    } else {
        const char *fault = play_graph(graph);
        if (fault != NULL)
            fuzz_found(fault);
    }
    mien_graph_destroy(graph);
    pack_free(&pack);
    return 0;
}
