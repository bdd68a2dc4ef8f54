// SPDX-License-Identifier: MIT
//
// Fuzzes loading skeletons, and everything a loaded one is used for.

#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MienSkeleton *companion, *skeleton = NULL;
    MienPoseAsset *asset;
    fuzz_companions(&companion, &asset);
    Pack pack = fuzz_pack(data, size);
    const MienLoadOptions options = fuzz_options(&pack);
    MienError error = {0};
    const MienStatus status = mien_skeleton_load(pack.data, pack.size, &options, &skeleton, &error);
    if (status != MIEN_OK) {
        fuzz_check_refusal(status, &error, skeleton);
    } else {
        const char *fault = read_skeleton(skeleton);
        if (fault == NULL)
            fault = evaluate(asset, skeleton, size, NULL);
        if (fault != NULL)
            fuzz_found(fault);
    }
    mien_skeleton_destroy(skeleton);
    pack_free(&pack);
    return 0;
}
