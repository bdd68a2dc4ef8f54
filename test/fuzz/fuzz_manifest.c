// SPDX-License-Identifier: MIT
//
// Fuzzes manifests of shards, which may come from a cache that others write to. Each valid
// input is written; reading and writing that text again gives the same text.

#include "project/build/manifest.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MieniManifest manifest, again, copy = {0};
    MieniTextOut text = {0}, second = {0};
    if (!mieni_manifest_read_text(data, size, &manifest))
        return 0;
    for (int i = 0; i < manifest.clip_count; ++i) {
        if (mieni_manifest_find(&manifest, manifest.clips[i].member) != &manifest.clips[i])
            abort();
        mieni_manifest_adopt(&copy, &manifest, &manifest.clips[i]);
    }
    mieni_manifest_release(&copy);
    mieni_manifest_put(&manifest, &text);
    if (!mieni_manifest_read_text(text.bytes, text.size, &again))
        abort();
    mieni_manifest_put(&again, &second);
    if (second.size != text.size || memcmp(second.bytes, text.bytes, text.size) != 0)
        abort();
    mieni_text_release(&text);
    mieni_text_release(&second);
    mieni_manifest_release(&manifest);
    mieni_manifest_release(&again);
    return 0;
}
