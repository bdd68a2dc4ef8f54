// SPDX-License-Identifier: MIT
//
// From sampled numbers to the segments of a clip pack.

#include "core/float_rules.h"

#include "author/cook/channels.h"

int mieni_segment_count(int frame_count) { return (frame_count - 1 + MIENI_SEGMENT - 1) / MIENI_SEGMENT; }

/// The nearest whole number; half goes up.
static double nearest(double x)
{
    const double whole = (double)(int64_t)(x + 0.5);
    return whole > x + 0.5 ? whole - 1.0 : whole;
}

int mieni_signed_width(int32_t low, int32_t high)
{
    int width = 0;
    while (low < -((int64_t)1 << width >> 1) || high > ((int64_t)1 << width >> 1) - (width > 0))
        ++width;
    return width;
}

/// Beyond this many steps nothing fits into a field anyway.
static const double too_many_steps = 1 << 28;

static double target(const MieniChannel *channel, const MieniEncodeOptions *options, int frame)
{
    const int last = options->frame_count - 1, f = frame < last ? frame : last;
    double x = channel->values[f] / (double)channel->step;
    if (options->from != NULL)
        x -= options->from[frame];
    x = x > -too_many_steps ? x : -too_many_steps;
    return x < too_many_steps ? x : too_many_steps;
}

static void encode_posts(const MieniChannel *channel, const MieniEncodeOptions *options, int segment_count,
                         MieniEncoded *out)
{
    int32_t low = INT32_MAX, high = INT32_MIN;
    for (int s = 0; s <= segment_count; ++s) {
        const int32_t post = (int32_t)nearest(target(channel, options, s * MIENI_SEGMENT));
        out->posts[s] = post;
        low = post < low ? post : low;
        high = post > high ? post : high;
    }
    out->middle = (int32_t)(((int64_t)low + high + 1) >> 1);
    for (int s = 0; s <= segment_count; ++s)
        out->posts[s] -= out->middle;
    out->post_width = mieni_signed_width(low - out->middle, high - out->middle);
}

/// Whether a frame must come out as it is.
static bool is_exact_at(const MieniChannel *channel, int frame)
{
    return channel->is_exact && (channel->values[frame] == 0.0 || channel->values[frame] == 1.0);
}

/// Rows of one segment, each against the line between the posts, and the bits they need.
/// Clears *out_is_exact if a frame that must be a whole number is not.
static int encode_against(const MieniChannel *channel, const MieniEncodeOptions *options, int s,
                          float rounder, MieniEncoded *out, bool *out_is_exact)
{
    const float from = (float)out->posts[s], rise = (float)out->posts[s + 1] - from;
    int32_t low = 0, high = 0;
    for (int i = 1; i <= MIENI_ROWS; ++i) {
        const int frame = s * MIENI_SEGMENT + i;
        const double line =
            (double)mieni_clip_line(from, rise, mieni_along(i), rounder) + (double)out->middle;
        // What comes after the last frame is never shown.
        const bool is_frame = frame < options->frame_count;
        const double off = is_frame ? nearest(target(channel, options, frame) - line) : 0.0;
        const int32_t row = (int32_t)off;
        out->rows[s * MIENI_ROWS + i - 1] = row;
        out->decoded[frame] = line + off;
        low = row < low ? row : low;
        high = row > high ? row : high;
        if (is_frame && is_exact_at(channel, frame)) {
            const double sum = line + off + (options->from != NULL ? options->from[frame] : 0.0);
            *out_is_exact = *out_is_exact && sum == nearest(sum);
        }
    }
    return mieni_signed_width(low, high);
}

/// Lines are whole numbers where there are rows, and so are sums of them. Where none are
/// needed, only posts are stored, unless a frame must be exact.
static void encode_rows(const MieniChannel *channel, const MieniEncodeOptions *options, int s,
                        MieniEncoded *out)
{
    bool is_exact = true;
    out->decoded[s * MIENI_SEGMENT] = (double)out->posts[s] + (double)out->middle;
    int width = encode_against(channel, options, s, 0.0f, out, &is_exact);
    if (width > 0 || !is_exact) {
        width = encode_against(channel, options, s, MIENI_ROUNDER, out, &is_exact);
        width = width > 1 ? width : 1;
    }
    out->widths[s] = (uint8_t)width;
    out->row_width = width > out->row_width ? width : out->row_width;
    out->bit_count += (uint64_t)width * MIENI_ROWS;
}

bool mieni_encode(MieniArena *arena, const MieniChannel *channel, const MieniEncodeOptions *options,
                  MieniEncoded *out)
{
    const int segments = mieni_segment_count(options->frame_count);
    const size_t count = (size_t)segments;
    *out = (MieniEncoded){
        .posts = mieni_arena_take(arena, count + 1, sizeof *out->posts),
        .rows = mieni_arena_take(arena, count * MIENI_ROWS, sizeof *out->rows),
        .widths = mieni_arena_take(arena, count, sizeof *out->widths),
        .decoded = mieni_arena_take(arena, count * MIENI_SEGMENT + 1, sizeof *out->decoded),
    };
    if (arena->is_out_of_memory)
        return false;
    encode_posts(channel, options, segments, out);
    for (int s = 0; s < segments; ++s)
        encode_rows(channel, options, s, out);
    out->decoded[count * MIENI_SEGMENT] = (double)out->posts[segments] + (double)out->middle;
    out->bit_count += (uint64_t)out->post_width * (count + 1);
    if (options->from != NULL) {
        for (size_t f = 0; f <= count * MIENI_SEGMENT; ++f)
            out->decoded[f] += options->from[f];
    }
    return true;
}

bool mieni_encoded_is_near(const MieniChannel *channel, const MieniEncoded *encoded, int64_t middle,
                           int frame_count, double error)
{
    const float base = (float)middle, most = MIEN_MAX_CURVE / channel->step;
    if (!(base >= -most && base <= most && (int64_t)base == middle))
        return false;
    for (int f = 0; f < frame_count; ++f) {
        const float sum = (float)(encoded->decoded[f] - (double)middle);
        const double off = (double)(channel->step * (base + sum)) - channel->values[f];
        if (!(off >= -error && off <= error) || (off != 0.0 && is_exact_at(channel, f)))
            return false;
    }
    return true;
}

/// Bits, lowest first.
typedef struct BitWriter {
    uint8_t *bytes; ///< Zeroed; NULL: only counts.
    uint64_t bit;
} BitWriter;

static void write_field(BitWriter *writer, int32_t value, int width)
{
    const uint64_t field = (uint64_t)(uint32_t)value & (((uint64_t)1 << width) - 1);
    for (int i = 0; writer->bytes != NULL && i < width; ++i)
        writer->bytes[(writer->bit + (uint64_t)i) / 8] |=
            (uint8_t)((field >> i & 1) << (writer->bit + (uint64_t)i) % 8);
    writer->bit += (uint64_t)width;
}

static void write_whole_byte(BitWriter *writer) { writer->bit = (writer->bit + 7) / 8 * 8; }

static int group_post_width(const MieniLayoutGroup *group, const MieniEncoded *encoded)
{
    int width = 0;
    for (int lane = 0; lane < group->count; ++lane) {
        const int own = encoded[group->channels[lane]].post_width;
        width = own > width ? own : width;
    }
    return width;
}

static void write_posts(BitWriter *writer, const MieniLayoutBlock *block, const MieniEncoded *encoded, int s)
{
    for (int g = 0; g < block->group_count; ++g) {
        const MieniLayoutGroup *group = &block->groups[g];
        const int width = group_post_width(group, encoded);
        for (int lane = 0; lane < MIENI_LANES; ++lane)
            write_field(writer, lane < group->count ? encoded[group->channels[lane]].posts[s] : 0, width);
    }
}

static int lane_width(const MieniLayoutBlock *block, const MieniEncoded *encoded, int g, int lane, int s)
{
    if (g >= block->group_count || lane >= block->groups[g].count)
        return 0;
    return encoded[block->groups[g].channels[lane]].widths[s];
}

static void write_rows(BitWriter *writer, const MieniLayoutBlock *block, const MieniEncoded *encoded, int s)
{
    int bits = 0;
    for (int g = 0; g < block->group_count; ++g) {
        for (int lane = 0; lane < MIENI_LANES; ++lane)
            bits += lane_width(block, encoded, g, lane, s);
    }
    write_field(writer, (bits + 7) / 8, 16);
    for (int g = 0; g < block->group_count; g += block->is_wide ? 1 : 2) {
        for (int lane = 0; lane < MIENI_LANES; ++lane) {
            const int even = lane_width(block, encoded, g, lane, s);
            const int odd = block->is_wide ? 0 : lane_width(block, encoded, g + 1, lane, s);
            write_field(writer, even | odd << 4, 8);
        }
    }
    for (int row = 0; row < MIENI_ROWS; ++row) {
        for (int g = 0; g < block->group_count; ++g) {
            const MieniLayoutGroup *group = &block->groups[g];
            for (int lane = 0; lane < group->count; ++lane) {
                const MieniEncoded *e = &encoded[group->channels[lane]];
                write_field(writer, e->rows[s * MIENI_ROWS + row], e->widths[s]);
            }
        }
        write_whole_byte(writer);
    }
}

/// Everything, or its size if the writer only counts.
static void write_segments(BitWriter *writer, const MieniLayoutBlock *blocks, int block_count,
                           const MieniEncoded *encoded, int segments, uint32_t *starts)
{
    for (int s = 0; s <= segments; ++s) {
        if (starts != NULL)
            starts[s] = (uint32_t)(writer->bit / 8);
        for (int b = 0; b < block_count; ++b)
            write_posts(writer, &blocks[b], encoded, s);
        for (int b = 0; s < segments && b < block_count; ++b)
            write_rows(writer, &blocks[b], encoded, s);
    }
    writer->bit += MIENI_DATA_SLACK * 8;
}

/// Bases are whole steps, so that a channel at 0 comes out as 0.
static float base_of(const MieniLayoutBlock *block, int g, int lane, const MieniEncoded *encoded)
{
    const MieniLayoutGroup *group = &block->groups[g];
    int64_t middle = encoded[group->channels[lane]].middle;
    // Sums of references lack their middles.
    for (int from = group->reference; from != MIENI_ALONE; from = block->groups[from].reference)
        middle += encoded[block->groups[from].channels[lane]].middle;
    return (float)middle;
}

static void describe(const MieniLayoutBlock *blocks, int block_count, const MieniChannel *channels,
                     const MieniEncoded *encoded, MieniCookedChannels *out)
{
    uint32_t first = 0, index = 0;
    for (int b = 0; b < block_count; ++b) {
        const MieniLayoutBlock *block = &blocks[b];
        out->blocks[b] = (MieniClipBlock){.first_group = index,
                                          .group_count = (uint8_t)block->group_count,
                                          .timing = (uint8_t)block->timing,
                                          .is_wide = block->is_wide};
        for (int g = 0; g < block->group_count; ++g, ++index) {
            const MieniLayoutGroup *group = &block->groups[g];
            out->groups[index] = (MieniClipGroup){.first = first,
                                                  .count = (uint8_t)group->count,
                                                  .width = (uint8_t)group_post_width(group, encoded),
                                                  .reference = (uint8_t)group->reference};
            first += (uint32_t)group->count;
            for (int lane = 0; lane < group->count; ++lane) {
                out->scales[index].steps[lane] = channels[group->channels[lane]].step;
                out->scales[index].bases[lane] = base_of(block, g, lane, encoded);
            }
        }
    }
}

MienStatus mieni_cook_channels(MieniArena *arena, const MieniLayoutBlock *blocks, int block_count,
                               const MieniChannel *channels, const MieniEncoded *encoded, int frame_count,
                               MieniCookedChannels *out, MienError *error)
{
    *out = (MieniCookedChannels){.block_count = (size_t)block_count};
    if (block_count == 0)
        return MIEN_OK;
    const int segments = mieni_segment_count(frame_count);
    for (int b = 0; b < block_count; ++b)
        out->group_count += (size_t)blocks[b].group_count;
    BitWriter writer = {0};
    write_segments(&writer, blocks, block_count, encoded, segments, NULL);
    if (writer.bit / 8 > UINT32_MAX)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_nowhere(), "the pack would be larger than 4 GiB");
    out->segment_starts = (size_t)segments + 1;
    out->data_size = (size_t)(writer.bit / 8);
    out->blocks = mieni_arena_take(arena, out->block_count, sizeof *out->blocks);
    out->groups = mieni_arena_take(arena, out->group_count, sizeof *out->groups);
    out->scales = mieni_arena_take(arena, out->group_count, sizeof *out->scales);
    out->segments = mieni_arena_take(arena, out->segment_starts, sizeof *out->segments);
    out->data = mieni_arena_take(arena, out->data_size, 1);
    if (arena->is_out_of_memory)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    writer = (BitWriter){.bytes = out->data};
    write_segments(&writer, blocks, block_count, encoded, segments, out->segments);
    describe(blocks, block_count, channels, encoded, out);
    return MIEN_OK;
}

void mieni_write_channels(MieniPackWriter *writer, const uint32_t tags[5], const MieniCookedChannels *cooked)
{
    mieni_writer_add(writer, tags[0], sizeof *cooked->blocks, cooked->block_count, cooked->blocks);
    mieni_writer_add(writer, tags[1], sizeof *cooked->groups, cooked->group_count, cooked->groups);
    mieni_writer_add(writer, tags[2], sizeof *cooked->scales, cooked->group_count, cooked->scales);
    mieni_writer_add(writer, tags[3], sizeof *cooked->segments, cooked->segment_starts, cooked->segments);
    mieni_writer_add(writer, tags[4], 1, cooked->data_size, cooked->data);
}
