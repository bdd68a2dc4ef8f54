// SPDX-License-Identifier: MIT
//
// Clip packs that no cook would make, but that are sound by the rules: any layout of
// channels, any widths, any numbers in them. Kernels meet their extremes here.

#pragma once

#include "author/cook/channels.h"
#include "support/clip_packs.h"

static inline void *forge_take(MieniArena *arena, size_t count, size_t size)
{
    void *memory = mieni_arena_take(arena, count, size);
    if (memory == NULL)
        abort();
    return memory;
}

/// Often the least or the most, otherwise anything between.
static inline int forge_width(Random *random, int most)
{
    const int kind = random_below(random, 4), any = random_below(random, most + 1);
    return kind == 0 ? 0 : kind == 1 ? most : any;
}

/// A number of width bits: often the lowest or highest.
static inline int32_t forge_field(Random *random, int width)
{
    const int64_t half = (int64_t)1 << width >> 1;
    const int kind = random_below(random, 4);
    const int64_t any = (int64_t)(random_bits(random) % (uint64_t)((int64_t)1 << width)) - half;
    return (int32_t)(width == 0 ? 0 : kind == 0 ? -half : kind == 1 ? half - 1 : any);
}

static inline void forge_channel(MieniArena *arena, Random *random, int frame_count, int most,
                                 bool is_extreme, MieniChannel *channel, MieniEncoded *e)
{
    static const float steps[] = {0.001998f, 1.0f, MIENI_LEAST_STEP, MIEN_MAX_CURVE / 8.0f};
    const int segments = mieni_segment_count(frame_count);
    channel->step = steps[random_below(random, 4)];
    e->middle = random_below(random, 3) - 1;
    e->post_width = is_extreme ? most : forge_width(random, most);
    e->posts = forge_take(arena, (size_t)segments + 1, sizeof *e->posts);
    e->rows = forge_take(arena, (size_t)segments * MIENI_ROWS, sizeof *e->rows);
    e->widths = forge_take(arena, (size_t)segments, 1);
    for (int s = 0; s <= segments; ++s)
        e->posts[s] = forge_field(random, e->post_width);
    for (int s = 0; s < segments; ++s) {
        e->widths[s] = (uint8_t)(is_extreme ? most : forge_width(random, most));
        for (int r = 0; r < MIENI_ROWS; ++r) {
            const int32_t row = forge_field(random, e->widths[s]);
            e->rows[s * MIENI_ROWS + r] = s * MIENI_SEGMENT + r + 1 < frame_count ? row : 0;
        }
    }
}

/// Shares channels out to groups and blocks at random.
static inline int forge_layout(MieniArena *arena, Random *random, int channel_count, bool is_extreme,
                               MieniLayoutBlock **out_blocks)
{
    MieniLayoutBlock *blocks = forge_take(arena, (size_t)channel_count + 1, sizeof *blocks);
    int block_count = 0;
    for (int next = 0; next < channel_count; ++block_count) {
        MieniLayoutBlock *block = &blocks[block_count];
        const int group_count =
            is_extreme ? MIENI_BLOCK_GROUPS : 1 + random_below(random, MIENI_BLOCK_GROUPS);
        block->timing = (MieniTiming)random_below(random, 2);
        block->is_wide = random_below(random, 4) == 0;
        while (block->group_count < group_count && next < channel_count) {
            // Full but for the last group.
            const bool is_last = block->group_count + 1 == group_count;
            const int partial = 1 + random_below(random, MIENI_LANES), size = is_last ? partial : MIENI_LANES;
            const int from = block->group_count - random_below(random, 2);
            MieniLayoutGroup *group = &block->groups[block->group_count];
            while (group->count < (is_extreme ? MIENI_LANES : size) && next < channel_count)
                group->channels[group->count++] = next++;
            group->reference = MIENI_ALONE;
            if (from >= 0 && from < block->group_count && block->groups[from].count >= group->count)
                group->reference = from;
            ++block->group_count;
        }
    }
    *out_blocks = blocks;
    return block_count;
}

/// The layout that a pack has.
static inline int forge_same_layout(MieniArena *arena, const Pack *pack, const char *blocks_tag,
                                    const char *groups_tag, int *out_channels, MieniLayoutBlock **out_blocks)
{
    const int block_count = pack_count(pack, blocks_tag);
    MieniLayoutBlock *blocks = forge_take(arena, (size_t)block_count + 1, sizeof *blocks);
    int next = 0;
    for (int b = 0; b < block_count; ++b) {
        MieniClipBlock block;
        memcpy(&block, pack_at(pack, blocks_tag, b), sizeof block);
        blocks[b] = (MieniLayoutBlock){.timing = (MieniTiming)block.timing,
                                       .is_wide = block.is_wide != 0,
                                       .group_count = block.group_count};
        for (int g = 0; g < block.group_count; ++g) {
            MieniClipGroup group;
            memcpy(&group, pack_at(pack, groups_tag, (int)block.first_group + g), sizeof group);
            blocks[b].groups[g] = (MieniLayoutGroup){.count = group.count, .reference = group.reference};
            for (int lane = 0; lane < group.count; ++lane)
                blocks[b].groups[g].channels[lane] = next++;
        }
    }
    *out_channels = next;
    *out_blocks = blocks;
    return block_count;
}

static inline MieniCookedChannels forge_channels(MieniArena *arena, Random *random, int frame_count,
                                                 const MieniLayoutBlock *blocks, int block_count,
                                                 int channel_count, bool is_extreme)
{
    MieniChannel *channels = forge_take(arena, (size_t)channel_count + 1, sizeof *channels);
    MieniEncoded *encoded = forge_take(arena, (size_t)channel_count + 1, sizeof *encoded);
    MieniCookedChannels cooked;
    for (int b = 0; b < block_count; ++b) {
        const int most = blocks[b].is_wide ? MIENI_MAX_WIDE : MIENI_MAX_NARROW;
        for (int g = 0; g < blocks[b].group_count; ++g) {
            for (int lane = 0; lane < blocks[b].groups[g].count; ++lane) {
                const int c = blocks[b].groups[g].channels[lane];
                forge_channel(arena, random, frame_count, most, is_extreme, &channels[c], &encoded[c]);
            }
        }
    }
    if (mieni_cook_channels(arena, blocks, block_count, channels, encoded, frame_count, &cooked, NULL) !=
        MIEN_OK)
        abort();
    return cooked;
}

/// A clip's names, times and still parts, with other channels. One in four has all
/// widths as large as they may be. Sealed.
static inline Pack forge_clip(const Pack *pack, uint64_t seed)
{
    Random random = {seed};
    MieniArena arena = {0};
    MieniClipHeader info;
    MieniLayoutBlock *blocks;
    const bool is_extreme = random_below(&random, 4) == 0;
    memcpy(&info, pack_at(pack, "INFO", 0), sizeof info);
    int count = forge_layout(&arena, &random, (int)info.packed_curves, is_extreme, &blocks), channels;
    const MieniCookedChannels curves = forge_channels(&arena, &random, (int)info.frame_count, blocks, count,
                                                      (int)info.packed_curves, is_extreme);
    count = forge_same_layout(&arena, pack, "TBLK", "TGRP", &channels, &blocks);
    const MieniCookedChannels tracks =
        forge_channels(&arena, &random, (int)info.frame_count, blocks, count, channels, is_extreme);
    static const uint32_t curve_tags[5] = {MIENI_CLIP_CURVE_BLOCKS, MIENI_CLIP_CURVE_GROUPS,
                                           MIENI_CLIP_CURVE_SCALES, MIENI_CLIP_CURVE_SEGMENTS,
                                           MIENI_CLIP_CURVE_DATA};
    static const uint32_t track_tags[5] = {MIENI_CLIP_TRACK_BLOCKS, MIENI_CLIP_TRACK_GROUPS,
                                           MIENI_CLIP_TRACK_SCALES, MIENI_CLIP_TRACK_SEGMENTS,
                                           MIENI_CLIP_TRACK_DATA};
    MieniPackWriter writer = {.kind = MIEN_PACK_CLIP, .version = MIENI_CLIP_VERSION};
    for (int i = 0; i < (int)pack_header(pack).section_count; ++i) {
        const MieniSection section = pack_section(pack, i);
        const bool is_curves = section.tag == curve_tags[0], is_tracks = section.tag == track_tags[0];
        if (is_curves || is_tracks) {
            mieni_write_channels(&writer, is_curves ? curve_tags : track_tags, is_curves ? &curves : &tracks);
            i += 4;
            continue;
        }
        mieni_writer_add(&writer, section.tag, section.stride, (size_t)section.count,
                         pack->data + section.offset);
    }
    MienAuthorPack made = {0};
    if (mieni_writer_finish(&writer, NULL, &made, NULL) != MIEN_OK)
        abort();
    mieni_arena_release(&arena);
    return (Pack){made.data, made.size};
}
