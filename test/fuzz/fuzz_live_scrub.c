// SPDX-License-Identifier: MIT
//
// Fuzzes the scrubbing of datagrams: what is kept can be scrubbed again, to the same bytes.

#include "mien_live/scrub.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void found(const char *fault)
{
    fprintf(stderr, "found: %s\n", fault);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MienLiveScrubber *first = NULL, *second = NULL;
    MienLiveRecord record = {.kind = MIEN_LIVE_RECORD_DATAGRAM, .bytes = data, .size = size}, once, again;
    bool is_kept = false;
    if (mien_live_scrubber_create(NULL, &first, NULL) == MIEN_OK &&
        mien_live_scrubber_create(NULL, &second, NULL) == MIEN_OK &&
        mien_live_scrubber_run(first, &record, &once, &is_kept, NULL) == MIEN_OK && is_kept) {
        if (mien_live_scrubber_run(second, &once, &again, &is_kept, NULL) != MIEN_OK || !is_kept)
            found("what was scrubbed is refused");
        else if (once.size != again.size || memcmp(once.bytes, again.bytes, once.size) != 0)
            found("what was scrubbed is scrubbed to other bytes");
    }
    mien_live_scrubber_destroy(first);
    mien_live_scrubber_destroy(second);
    return 0;
}
