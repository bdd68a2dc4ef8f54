// SPDX-License-Identifier: MIT
//
// Fuzzes loading pose assets, binding them, and running every kind of job.

#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MienSkeleton *skeleton;
    MienPoseAsset *companion, *asset = NULL;
    fuzz_companions(&skeleton, &companion);
    Pack pack = fuzz_pack(data, size);
    const MienLoadOptions options = fuzz_options(&pack);
    MienError error = {0};
    const MienStatus status = mien_pose_asset_load(pack.data, pack.size, &options, &asset, &error);
    if (status != MIEN_OK) {
        fuzz_check_refusal(status, &error, asset);
    } else {
        const char *fault = evaluate(asset, skeleton, size, NULL);
        if (fault != NULL)
            fuzz_found(fault);
    }
    mien_pose_asset_destroy(asset);
    pack_free(&pack);
    return 0;
}
