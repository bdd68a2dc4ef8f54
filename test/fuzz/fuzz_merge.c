// SPDX-License-Identifier: MIT
//
// Fuzzes comparing and merging: the first byte chooses the kind, then follow base, ours
// and theirs with a zero between them. What merges cleanly can be read and is
// canonical; a side that changed nothing never matters.

#include "asset/merge/diff.h"
#include "asset/merge/merge.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// The merge is clean, and as the asset is written.
static void check_takes(const MieniAsset *base, const MieniAsset *ours, const MieniAsset *theirs,
                        const MieniAsset *expected)
{
    MieniMerge merge;
    MieniTextOut text = {0};
    mieni_asset_write(expected, &text);
    if (mieni_asset_merge(&merge, base, ours, theirs, NULL, NULL) != MIEN_OK || merge.count != 0 ||
        merge.text.size != text.size || memcmp(merge.text.bytes, text.bytes, text.size) != 0)
        abort();
    mieni_text_release(&text);
    mieni_asset_merge_release(&merge);
}

static void check_merge(const MieniAsset *base, const MieniAsset *ours, const MieniAsset *theirs)
{
    MieniMerge merge;
    MieniAsset asset;
    MieniTextOut text = {0};
    if (mieni_asset_merge(&merge, base, ours, theirs, NULL, NULL) != MIEN_OK)
        abort();
    if (merge.conflict_count == 0) {
        if (mieni_asset_read(&asset, ours->kind, merge.text.bytes, merge.text.size, NULL, NULL) != MIEN_OK)
            abort();
        mieni_asset_write(&asset, &text);
        if (text.size != merge.text.size || memcmp(text.bytes, merge.text.bytes, text.size) != 0)
            abort();
        mieni_text_release(&text);
        mieni_asset_release(&asset);
    }
    mieni_asset_merge_release(&merge);
}

static void check_sides(const MieniAsset *base, const MieniAsset *ours, const MieniAsset *theirs)
{
    MieniAssetDiff diff;
    check_merge(base, ours, theirs);
    check_merge(NULL, ours, theirs);
    check_takes(base, base, theirs, theirs);
    check_takes(base, ours, base, ours);
    check_takes(base, ours, ours, ours);
    if (mieni_asset_diff(&diff, ours, theirs, NULL, NULL) != MIEN_OK)
        abort();
    mieni_asset_diff_release(&diff);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const MieniAssetKind kind = (MieniAssetKind)(1 + data[0] % (MIENI_ASSET_KINDS - 1));
    MieniAsset assets[3];
    int count = 0;
    const uint8_t *at = data + 1, *end = data + size;
    while (count < 3 && at <= end) {
        const uint8_t *zero = at < end ? memchr(at, 0, (size_t)(end - at)) : NULL;
        const uint8_t *stop = zero != NULL ? zero : end;
        if (mieni_asset_read(&assets[count], kind, at, (size_t)(stop - at), NULL, NULL) != MIEN_OK)
            break;
        ++count;
        at = stop + 1;
    }
    if (count == 3)
        check_sides(&assets[0], &assets[1], &assets[2]);
    while (count > 0)
        mieni_asset_release(&assets[--count]);
    return 0;
}
