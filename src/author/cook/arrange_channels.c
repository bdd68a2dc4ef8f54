// SPDX-License-Identifier: MIT
//
// Which channels stand together. Posts of a group share a width, so like widths
// belong together. And channels that move alike, as the halves of a face do, are
// smaller as one and the difference: pairs are found by trying.

#include "core/float_rules.h"

#include "author/cook/clip.h"

#include <stdlib.h>

enum {
    TRIED_SEGMENTS = 64, ///< Spread over the clip; enough to know how alike two channels are.
};

/// Two channels, the second as the difference from the first.
typedef struct Pair {
    int first, second;
    int64_t gain; ///< Bits saved.
} Pair;

static int32_t whole(double x)
{
    const int32_t down = (int32_t)x;
    return x < 0.0 ? (int32_t)(x - 0.5) : (int32_t)(down + (x - (double)down >= 0.5));
}

/// About how many bits the rows of a difference take, over the tried segments.
static int64_t try_difference(const double *a, const double *b, int segments, int tried)
{
    int64_t bits = 0;
    for (int t = 0; t < tried; ++t) {
        const int s = (int)((int64_t)t * segments / tried);
        const double *x = a + (size_t)s * MIENI_SEGMENT, *y = b + (size_t)s * MIENI_SEGMENT;
        const int32_t from = whole(y[0] - x[0]), to = whole(y[MIENI_SEGMENT] - x[MIENI_SEGMENT]);
        int32_t low = 0, high = 0;
        for (int i = 1; i <= MIENI_ROWS; ++i) {
            const double line = (double)from + (double)(to - from) * ((double)i / MIENI_SEGMENT);
            const int32_t off = whole((y[i] - x[i]) - line);
            low = off < low ? off : low;
            high = off > high ? off : high;
        }
        bits += mieni_signed_width(low, high) * MIENI_ROWS;
    }
    return bits;
}

static int64_t tried_bits(const MieniEncoded *encoded, int segments, int tried)
{
    int64_t bits = 0;
    for (int t = 0; t < tried; ++t)
        bits += encoded->widths[(int64_t)t * segments / tried] * MIENI_ROWS;
    return bits;
}

static int by_gain(const void *a, const void *b)
{
    const Pair *x = a, *y = b;
    if (x->gain != y->gain)
        return x->gain > y->gain ? -1 : 1;
    return x->first != y->first ? x->first - y->first : x->second - y->second;
}

/// The best pairs among members, each channel in at most one.
static int find_pairs(const MieniChannel *channels, const MieniEncoded *encoded, const int *members,
                      int count, int segments, Pair *pairs, bool *is_taken)
{
    const int tried = segments < TRIED_SEGMENTS ? segments : TRIED_SEGMENTS;
    int found = 0;
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < count; ++j) {
            const MieniEncoded *a = &encoded[members[i]], *b = &encoded[members[j]];
            if (i == j || channels[members[i]].step != channels[members[j]].step)
                continue;
            const int64_t alone = tried_bits(b, segments, tried);
            const int64_t gain = alone - try_difference(a->decoded, b->decoded, segments, tried);
            if (gain * 20 > alone) // less is not worth it
                pairs[found++] = (Pair){members[i], members[j], gain};
        }
    }
    qsort(pairs, (size_t)found, sizeof *pairs, by_gain);
    int kept = 0;
    for (int p = 0; p < found; ++p) {
        if (is_taken[pairs[p].first] || is_taken[pairs[p].second])
            continue;
        is_taken[pairs[p].first] = is_taken[pairs[p].second] = true;
        pairs[kept++] = pairs[p];
    }
    return kept;
}

/// Encodes the seconds of pairs as differences; those that do not get smaller, get
/// too wide or too far off stay alone. Returns how many pairs remain.
static int encode_pairs(MieniArena *arena, const MieniChannel *channels, MieniEncoded *encoded, Pair *pairs,
                        int count, int frame_count, bool *is_taken)
{
    int kept = 0;
    for (int p = 0; p < count; ++p) {
        const Pair pair = pairs[p];
        MieniEncoded relative;
        const MieniEncodeOptions options = {.frame_count = frame_count, .from = encoded[pair.first].decoded};
        if (!mieni_encode(arena, &channels[pair.second], &options, &relative))
            return 0;
        relative.error = encoded[pair.second].error;
        const int64_t middle = (int64_t)encoded[pair.first].middle + relative.middle;
        const bool is_near =
            relative.error == 0.0 ||
            mieni_encoded_is_near(&channels[pair.second], &relative, middle, frame_count, relative.error);
        if (!is_near || relative.bit_count >= encoded[pair.second].bit_count ||
            relative.post_width > MIENI_MAX_NARROW || relative.row_width > MIENI_MAX_NARROW) {
            is_taken[pair.first] = is_taken[pair.second] = false;
            continue;
        }
        encoded[pair.second] = relative;
        pairs[kept++] = pair;
    }
    return kept;
}

/// Index and a number to sort by, descending.
typedef struct Ranked {
    int channel, key;
} Ranked;

static int by_key(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;
    return x->key != y->key ? y->key - x->key : x->channel - y->channel;
}

static MieniLayoutGroup *add_group(MieniLayoutBlock *block, int reference)
{
    MieniLayoutGroup *group = &block->groups[block->group_count++];
    *group = (MieniLayoutGroup){.reference = reference};
    return group;
}

/// Lays one block out: groups of firsts, each followed by its group of seconds, then
/// everything else.
static void lay_out(const Pair *pairs, int pair_count, const Ranked *rest, int rest_count,
                    MieniLayoutBlock *block)
{
    int next = 0;
    for (int p = 0; p < pair_count; p += MIENI_LANES) {
        MieniLayoutGroup *firsts = add_group(block, MIENI_ALONE);
        MieniLayoutGroup *seconds = add_group(block, block->group_count - 1);
        for (int lane = 0; lane < MIENI_LANES; ++lane) {
            firsts->channels[firsts->count++] = pairs[p + lane].first;
            seconds->channels[seconds->count++] = pairs[p + lane].second;
        }
    }
    while (next < rest_count) {
        MieniLayoutGroup *group = add_group(block, MIENI_ALONE);
        while (group->count < MIENI_LANES && next < rest_count)
            group->channels[group->count++] = rest[next++].channel;
    }
}

static int post_key(const Pair *pair, const MieniEncoded *encoded)
{
    return encoded[pair->first].post_width * 32 + encoded[pair->second].post_width;
}

static bool arrange_block(MieniArena *arena, const MieniChannel *channels, MieniEncoded *encoded,
                          const int *members, int count, int frame_count, bool may_pair,
                          MieniLayoutBlock *block, bool *is_taken, int *pair_count)
{
    Ranked rest[MIENI_BLOCK_LANES];
    Pair *pairs = mieni_arena_take(arena, (size_t)count * (size_t)count, sizeof *pairs);
    MieniEncoded *alone = mieni_arena_take(arena, (size_t)count, sizeof *alone);
    if (arena->is_out_of_memory)
        return false;
    for (int i = 0; i < count; ++i)
        alone[i] = encoded[members[i]];
    int found = 0;
    if (may_pair) {
        found =
            find_pairs(channels, encoded, members, count, mieni_segment_count(frame_count), pairs, is_taken);
        found = encode_pairs(arena, channels, encoded, pairs, found, frame_count, is_taken);
        if (arena->is_out_of_memory)
            return false;
    }
    const int fitting = found - found % MIENI_LANES; // groups of curves are full
    for (int p = fitting; p < found; ++p) {
        is_taken[pairs[p].first] = is_taken[pairs[p].second] = false;
        for (int i = 0; i < count; ++i) {
            if (members[i] == pairs[p].second)
                encoded[members[i]] = alone[i];
        }
    }
    for (int p = 1; p < fitting; ++p) { // like widths together; few, so by insertion
        const Pair pair = pairs[p];
        int at = p;
        for (; at > 0 && post_key(&pairs[at - 1], encoded) < post_key(&pair, encoded); --at)
            pairs[at] = pairs[at - 1];
        pairs[at] = pair;
    }
    int rest_count = 0;
    for (int i = 0; i < count; ++i) {
        if (!is_taken[members[i]])
            rest[rest_count++] = (Ranked){members[i], encoded[members[i]].post_width};
    }
    qsort(rest, (size_t)rest_count, sizeof *rest, by_key);
    lay_out(pairs, fitting, rest, rest_count, block);
    *pair_count += fitting;
    return true;
}

MienStatus mieni_arrange_channels(MieniArena *arena, const MieniChannel *channels, MieniEncoded *encoded,
                                  const int *members, int member_count, int frame_count, MieniTiming timing,
                                  bool is_wide, MieniLayoutBlock *blocks, int *block_count, int *pair_count)
{
    // Blocks of about the same size, whole groups but for the last.
    const int needed = (member_count + MIENI_BLOCK_LANES - 1) / MIENI_BLOCK_LANES;
    int highest = 0;
    for (int i = 0; i < member_count; ++i)
        highest = members[i] > highest ? members[i] : highest;
    bool *is_taken = mieni_arena_take(arena, (size_t)highest + 1, sizeof *is_taken);
    if (arena->is_out_of_memory)
        return MIEN_ERROR_MEMORY;
    int done = 0;
    for (int b = 0; b < needed; ++b) {
        const int left = member_count - done, share = (left + needed - b - 1) / (needed - b);
        const int rounded = (share + MIENI_LANES - 1) / MIENI_LANES * MIENI_LANES;
        const int count = rounded < left ? rounded : left;
        MieniLayoutBlock *block = &blocks[(*block_count)++];
        *block = (MieniLayoutBlock){.timing = timing, .is_wide = is_wide};
        if (!arrange_block(arena, channels, encoded, members + done, count, frame_count, !is_wide, block,
                           is_taken, pair_count))
            return MIEN_ERROR_MEMORY;
        done += count;
    }
    return MIEN_OK;
}
