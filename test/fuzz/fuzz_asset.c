// SPDX-License-Identifier: MIT
//
// Fuzzes text assets: the first byte chooses the kind. Each valid input is
// written; reading and writing that text again gives the same text. Lists of modifiers
// are described, with their parameters.

#include "asset/asset.h"
#include "asset/modifiers.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ignore(void *user, const char *place, int line)
{
    (void)user;
    (void)place;
    (void)line;
}

static void describe(const MieniAsset *list)
{
    MieniArena arena = {0};
    MieniListParameters parameters;
    MienAuthorModifiers modifiers;
    const MieniJson *rows = mieni_json_get(list->json.root, "modifiers");
    if (mieni_list_parameters_read(list, &arena, &parameters, NULL) == MIEN_OK) {
        mieni_modifiers_describe(rows, &parameters, &arena, &modifiers, NULL);
        for (int i = 0; rows != NULL && i < rows->count; ++i)
            mieni_list_parameters_set(&parameters, rows->items[i], i, NULL);
    }
    mieni_arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const MieniAssetKind kind = (MieniAssetKind)(1 + data[0] % (MIENI_ASSET_KINDS - 1));
    MieniAsset asset, again;
    if (mieni_asset_read(&asset, kind, data + 1, size - 1, NULL, NULL) != MIEN_OK)
        return 0;
    MieniTextOut text = {0}, second = {0};
    mieni_asset_unknown_keys(&asset, ignore, NULL);
    mieni_asset_write(&asset, &text);
    if (mieni_asset_read(&again, kind, text.bytes, text.size, NULL, NULL) != MIEN_OK)
        abort();
    mieni_asset_write(&again, &second);
    if (second.size != text.size || memcmp(second.bytes, text.bytes, text.size) != 0)
        abort();
    if (kind == MIENI_ASSET_MODIFIERS)
        describe(&asset);
    mieni_text_release(&text);
    mieni_text_release(&second);
    mieni_asset_release(&asset);
    mieni_asset_release(&again);
    return 0;
}
