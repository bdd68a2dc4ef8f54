// SPDX-License-Identifier: MIT
//
// Fuzzes loading clips, binding them, and sampling at all kinds of times; what comes
// out must be the same with the plain kernels and the fastest.

#include "fuzz/fuzz.h"
#include "support/clip_packs.h"
#include "support/play.h"

/// Larger cursors than this are for clips of many blocks, which say nothing new.
enum { LARGEST_CURSOR = 1 << 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static MienSkeleton *skeleton;
    if (skeleton == NULL)
        skeleton = clip_skeleton(&small_clips[0]);
    MienClip *clip = NULL;
    Pack pack = fuzz_pack(data, size);
    const MienLoadOptions options = fuzz_options(&pack);
    MienError error = {0};
    const MienStatus status = mien_clip_load(pack.data, pack.size, &options, &clip, &error);
    if (status != MIEN_OK) {
        fuzz_check_refusal(status, &error, clip);
        if (error.location[0] == '\0')
            fuzz_found("refused without a place");
    } else {
        const bool is_large = mien_clip_cursor_size(clip) > LARGEST_CURSOR;
        const char *fault = is_large ? read_clip(clip) : play_everywhere(&pack, skeleton, size, true, NULL);
        if (fault == NULL && !is_large)
            fault = play_clip(clip, skeleton, size, NULL);
        if (fault != NULL)
            fuzz_found(fault);
    }
    mien_clip_destroy(clip);
    pack_free(&pack);
    return 0;
}
