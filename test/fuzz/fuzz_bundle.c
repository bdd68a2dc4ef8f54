// SPDX-License-Identifier: MIT
//
// Fuzzes loading bundles, and loading whatever they say they hold.

#include "fuzz/fuzz.h"
#include "support/bundles.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MienBundle *bundle = NULL;
    Pack pack = fuzz_pack(data, size);
    const MienLoadOptions options = fuzz_options(&pack);
    MienError error = {0};
    const MienStatus status = mien_bundle_load(pack.data, pack.size, &options, &bundle, &error);
    if (status != MIEN_OK) {
        fuzz_check_refusal(status, &error, bundle);
        if (error.location[0] == '\0')
            fuzz_found("refused without a place");
    } else {
        const char *fault = read_bundle(bundle, options.borrow_data ? pack.data : NULL, pack.size);
        if (fault != NULL)
            fuzz_found(fault);
    }
    mien_bundle_destroy(bundle);
    pack_free(&pack);
    return 0;
}
