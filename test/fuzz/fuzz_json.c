// SPDX-License-Identifier: MIT
//
// Fuzzes reading JSON: valid input is written, and reads back the same.

#include "base/text_out.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MieniJsonDocument document, again;
    if (mieni_json_read(&document, data, size, NULL, NULL) != MIEN_OK)
        return 0;
    MieniTextOut text = {0};
    mieni_text_put_json(&text, document.root);
    if (mieni_json_read(&again, text.bytes, text.size, NULL, NULL) != MIEN_OK ||
        !mieni_json_equal(document.root, again.root))
        abort();
    mieni_text_release(&text);
    mieni_json_release(&document);
    mieni_json_release(&again);
    return 0;
}
