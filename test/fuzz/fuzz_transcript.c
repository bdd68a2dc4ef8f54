// SPDX-License-Identifier: MIT
//
// Transcripts: what is refused, and grammars of phones. The first line is the dictionary.

#include "fuzz/fuzz.h"

#include "io/sound/english.h"

#include <stdlib.h>

static void check_grammar(const MieniTextOut *out)
{
    int depth = 0;
    for (size_t i = 0; i < out->size; ++i) {
        depth += (out->bytes[i] == '(') - (out->bytes[i] == ')');
        if (depth < 0 || depth > 1)
            fuzz_found("brackets that do not match");
    }
    if (out->size < 10 || out->bytes[out->size - 2] != ';')
        fuzz_found("a grammar without an end");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char dictionary[] = "a AH\na(2) EY\nbob B AA B\nmap M AE P\n";
    MieniArena arena = {0};
    MieniTextOut out = {0};
    MienError error = {0};
    char *text = malloc(size + 1);
    if (text == NULL)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    const MienStatus status =
        mieni_english_grammar(text, dictionary, sizeof dictionary - 1, &arena, &out, NULL, &error);
    if (status == MIEN_OK)
        check_grammar(&out);
    else
        fuzz_check_refusal(status, &error, NULL);
    mieni_text_release(&out);
    mieni_arena_release(&arena);
    free(text);
    return 0;
}
