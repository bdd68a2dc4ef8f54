// SPDX-License-Identifier: MIT
//
// A transfer with meshes: any allocation may fail.

#include "support/ledger.h"
#include "support/transferring.h"

static MienStatus run_with_memory(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                                  MienError *error)
{
    MienTransferDesc desc = *(const MienTransferDesc *)given;
    MienTransfer *made = NULL;
    desc.allocator = allocator;
    const MienStatus status = mien_transfer_run(&desc, &made, error);
    *out_is_empty = made == NULL;
    mien_transfer_destroy(made);
    return status;
}

TEST(memory_may_fail_with_meshes)
{
    static Actor heads[2];
    for (int i = 0; i < 2; ++i)
        open_actor(&heads[i], i, MIENI_CAST_DEFAULT);
    MienAuthorPoseAsset blink = heads[0].head.poses; // the first pose alone, to save time
    blink.pose_count = 1;
    const MienTransferDesc desc = {.source = &blink,
                                   .target = heads[1].head.skeleton,
                                   .source_mesh = heads[0].mesh,
                                   .target_mesh = heads[1].mesh};
    check_call("a transfer with meshes", run_with_memory, &desc);
    for (int i = 0; i < 2; ++i)
        close_actor(&heads[i]);
}

CHECK_MAIN { RUN(memory_may_fail_with_meshes); }
