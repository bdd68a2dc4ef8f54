// SPDX-License-Identifier: MIT
//
// Reading the entries of a bone from the slices of a pose asset.

#include "core/float_rules.h"

#include "solve/entries.h"

MieniEntry *mieni_entries_read(MieniArena *arena, const MieniPoseData *d, int asset_bone)
{
    const int count = (int)d->rows[asset_bone].count;
    const uint16_t *poses = mieni_row_poses(d, asset_bone);
    const float *data = mieni_row_data(d, asset_bone);
    MieniEntry *entries = mieni_arena_take(arena, (size_t)count, sizeof *entries);
    for (int e = 0; entries != NULL && e < count; ++e) {
        const float *channel = data + (size_t)e * (size_t)d->channel_count * MIENI_SLICE;
        entries[e].pose = poses[(size_t)e * MIENI_SLICE];
        for (int i = 0; i < 4; ++i)
            entries[e].turn[i] = (double)channel[i * MIENI_SLICE];
        for (int i = 0; i < 3; ++i)
            entries[e].shift[i] = (double)channel[(4 + i) * MIENI_SLICE];
        for (int i = 0; d->has_scale && i < 3; ++i)
            entries[e].scale[i] = (double)channel[(7 + i) * MIENI_SLICE];
    }
    return entries;
}
