// SPDX-License-Identifier: MIT
//
// Fuzzes reading labels.

#define FUZZ_OWN_MUTATOR
#include "fuzz/fuzz.h"

#include "io/labels.h"

/// Names are names, and times are in order.
static void check_labels(const MieniLabel *labels, int count)
{
    for (int i = 0; i < count; ++i) {
        if (labels[i].name[0] == '\0')
            fuzz_found("a name that is none");
        if (!(labels[i].begin >= 0.0 && labels[i].begin <= labels[i].end && labels[i].end <= 86400.0))
            fuzz_found("times beyond all bounds");
        if (labels[i].line < 2 || (i > 0 && labels[i].line <= labels[i - 1].line))
            fuzz_found("labels that are not in the order of lines");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MieniArena arena = {0};
    const MieniLabel *labels = NULL;
    int count = 0;
    MienError error = {0};
    const MienStatus status = mieni_labels_read(data, size, &arena, &labels, &count, &error);
    if (status == MIEN_OK)
        check_labels(labels, count);
    else
        fuzz_check_refusal(status, &error, labels);
    mieni_arena_release(&arena);
    return 0;
}
