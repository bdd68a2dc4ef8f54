// SPDX-License-Identifier: MIT
//
// Fuzzes reading journals of the editor. The first byte decides: the rest is a journal as it
// stands, or one record of it, which gets the right size and sum so that its inside is
// reached. What was read must be written and read again as the same.

#include "studio/model/document/journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void found(const char *fault)
{
    fprintf(stderr, "found: %s\n", fault);
    abort();
}

static void put_number(MieniTextOut *out, uint64_t number)
{
    char bytes[8];
    for (int i = 0; i < 8; ++i)
        bytes[i] = (char)(number >> (8 * i));
    mieni_text_put_bytes(out, bytes, sizeof bytes);
}

/// A journal of one record.
static void put_journal(MieniTextOut *out, const uint8_t *data, size_t size)
{
    uint64_t sum = 14695981039346656037u;
    for (size_t i = 0; i < size; ++i)
        sum = (sum ^ data[i]) * 1099511628211u;
    studio_journal_put_head(out);
    put_number(out, size);
    put_number(out, sum);
    mieni_text_put_bytes(out, (const char *)data, size);
}

/// Texts that splices are tried on: none may lead out of bounds.
static void try_splices(const StudioStep *step)
{
    StudioText *text = studio_text_make("some text", 9), *made;
    for (int i = 0; i < step->count; ++i)
        for (int way = 0; way < 4; ++way) {
            if (studio_splice_apply(&step->changes[i].splice, way < 2 ? text : NULL, way % 2 == 1, &made) ==
                MIEN_OK)
                studio_text_drop(made);
        }
    studio_text_drop(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MieniTextOut journal = {0}, again = {0};
    StudioRecords records, copies;
    if (size == 0)
        return 0;
    if (data[0] % 2 == 0)
        put_journal(&journal, data + 1, size - 1);
    else
        mieni_text_put_bytes(&journal, (const char *)data + 1, size - 1);
    if (studio_records_read(&records, journal.bytes != NULL ? journal.bytes : "", journal.size) != MIEN_OK)
        found("refused");
    studio_journal_put_head(&again);
    for (int i = 0; i < records.count; ++i) {
        try_splices(records.items[i].step);
        studio_record_put(&again, records.items[i].kind, records.items[i].step, false);
    }
    if (studio_records_read(&copies, again.bytes, again.size) != MIEN_OK || copies.is_torn ||
        copies.count != records.count)
        found("written records are not read again");
    studio_records_release(&records);
    studio_records_release(&copies);
    mieni_text_release(&journal);
    mieni_text_release(&again);
    return 0;
}
