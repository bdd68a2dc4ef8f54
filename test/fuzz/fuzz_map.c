// SPDX-License-Identifier: MIT
//
// Fuzzes reading maps and vocabularies: valid ones are applied, composed and inspected.

#include "support/map_texts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool is_read;
    const char *fault = judge_map_text(data, size, &is_read);
    if (fault != NULL) {
        fprintf(stderr, "found: %s\n", fault);
        abort();
    }
    return 0;
}
