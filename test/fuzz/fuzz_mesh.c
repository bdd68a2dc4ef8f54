// SPDX-License-Identifier: MIT
//
// Fuzzes loading meshes, binding and skinning them; what comes out must be the same
// with the plain kernels and the fastest, whole and in parts.

#include "fuzz/fuzz.h"
#include "support/mesh_run.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MienSkeleton *skeleton;
    MienPoseAsset *asset;
    MienMesh *mesh = NULL;
    fuzz_companions(&skeleton, &asset);
    Pack pack = fuzz_pack(data, size);
    const MienLoadOptions options = fuzz_options(&pack);
    MienError error = {0};
    const MienStatus status = mien_mesh_load(pack.data, pack.size, &options, &mesh, &error);
    if (status != MIEN_OK) {
        fuzz_check_refusal(status, &error, mesh);
        if (error.location[0] == '\0')
            fuzz_found("refused without a place");
    } else {
        const char *fault = run_mesh_everywhere(&pack, skeleton, size);
        if (fault != NULL)
            fuzz_found(fault);
    }
    mien_mesh_destroy(mesh);
    pack_free(&pack);
    return 0;
}
