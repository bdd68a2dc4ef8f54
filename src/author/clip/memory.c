// SPDX-License-Identifier: MIT
//
// Clips that own what they point at.

#include "author/clip/memory.h"

#include "base/owned.h"

MienAuthorClip *mieni_clip_create(const MienAllocator *allocator)
{
    return mieni_owned_create(sizeof(MienAuthorClip), allocator);
}

MienAuthorClip *mieni_clip_create_within(MieniBudget *budget)
{
    return mieni_owned_create_within(sizeof(MienAuthorClip), budget);
}

void mieni_clip_leave_budget(MienAuthorClip *clip) { mieni_owned_leave_budget(clip); }

MieniArena *mieni_clip_arena(MienAuthorClip *clip) { return mieni_owned_arena(clip); }

void mien_author_clip_destroy(MienAuthorClip *clip) { mieni_owned_destroy(clip); }

uint64_t mieni_clip_bytes(const MienAuthorClip *clip)
{
    uint64_t size = 0;
    for (int c = 0; c < clip->curve_count; ++c)
        size += sizeof *clip->curves + sizeof *clip->curves->keys * (uint64_t)clip->curves[c].key_count;
    for (int t = 0; t < clip->track_count; ++t)
        size += sizeof *clip->tracks + (sizeof *clip->tracks->samples + sizeof *clip->tracks->times) *
                                           (uint64_t)clip->tracks[t].sample_count;
    return size + sizeof *clip->events * (uint64_t)clip->event_count;
}
