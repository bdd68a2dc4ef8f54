// SPDX-License-Identifier: MIT
//
// Clips as text: 64 frames at a time, a line per curve and per part of a track, so
// that a change shows where it is and memory does not grow with length.

#include "core/float_rules.h"

#include "author/inspect/text.h"
#include "base/arena.h"
#include "core/clip_format.h"

#include <string.h>

enum { FRAMES = 64 };

typedef struct Table {
    MieniTextOut *out;
    const MienClip *clip;
    MienClipInfo info;
    MieniArena arena;
    MienClipCursor *cursor;
    float *curves;        ///< Curve after curve, FRAMES each.
    MienTransform *bones; ///< Frame after frame.
    float *values;        ///< Of one frame.
} Table;

static bool open_table(Table *table)
{
    MieniArena *arena = &table->arena;
    const size_t curves = (size_t)table->info.curve_count, tracks = (size_t)table->info.track_count;
    const size_t cursor = mien_clip_cursor_size(table->clip);
    void *memory = mieni_arena_take(arena, cursor, 1);
    table->values = mieni_arena_take(arena, curves, sizeof(float));
    table->curves = mieni_arena_take(arena, curves, FRAMES * sizeof(float));
    table->bones = mieni_arena_take(arena, tracks, FRAMES * sizeof(MienTransform));
    if (arena->is_out_of_memory)
        return false;
    table->cursor = mien_clip_cursor_init(table->clip, memory, cursor);
    return true;
}

static void sample(Table *table, int frame, int slot)
{
    const double time = (double)frame * (double)table->info.rate_divisor / (double)table->info.rate;
    const MienClipJob job = {.clip = table->clip,
                             .cursor = table->cursor,
                             .time = time,
                             .out_curves = {.count = table->info.curve_count, .values = table->values},
                             .bone_count = table->info.track_count,
                             .out_bones = table->bones + (size_t)slot * (size_t)table->info.track_count};
    if (mien_clip_job_run(&job) != MIEN_OK)
        return; // the job is ours and in order
    for (int c = 0; c < table->info.curve_count; ++c)
        table->curves[(size_t)c * FRAMES + (size_t)slot] = table->values[c];
}

/// A line of count rows of some floats; a single row if all are the same.
static void put_rows(MieniTextOut *out, const char *word, const char *name, const float *rows, int width,
                     size_t stride, int count)
{
    bool is_still = true;
    for (int r = 1; r < count; ++r)
        is_still = is_still && memcmp(rows + (size_t)r * stride, rows, (size_t)width * sizeof(float)) == 0;
    mieni_text_put(out, word);
    mieni_text_put(out, " ");
    mieni_text_put_string(out, name);
    for (int r = 0; r < (is_still ? 1 : count); ++r) {
        if (r > 0 && width > 1)
            mieni_text_put(out, ",");
        mieni_text_put_floats(out, rows + (size_t)r * stride, width);
    }
    mieni_text_put(out, "\n");
}

static void put_frames(Table *table, int first, int count)
{
    const size_t tracks = (size_t)table->info.track_count, stride = tracks * sizeof(MienTransform) / 4;
    mieni_text_putf(table->out, "frames %d to %d\n", first, first + count - 1);
    for (int f = 0; f < count; ++f)
        sample(table, first + f, f);
    for (int c = 0; c < table->info.curve_count; ++c)
        put_rows(table->out, "  curve", mien_clip_curve_name(table->clip, c),
                 table->curves + (size_t)c * FRAMES, 1, 1, count);
    for (size_t t = 0; t < tracks; ++t) {
        const char *name = mien_clip_track_bone(table->clip, (int)t);
        const float *bone = (const float *)(const void *)&table->bones[t];
        put_rows(table->out, "  track q", name, bone, 4, stride, count);
        put_rows(table->out, "  track t", name, bone + 4, 3, stride, count);
        put_rows(table->out, "  track s", name, bone + 8, 3, stride, count);
    }
}

static void put_text(MieniTextOut *out, const char *word, const char *text)
{
    if (text[0] == '\0')
        return;
    mieni_text_put(out, word);
    mieni_text_put(out, " ");
    mieni_text_put_string(out, text);
    mieni_text_put(out, "\n");
}

/// Where the skeleton has the bones: what binding to other proportions goes by.
static void put_references(MieniTextOut *out, const MieniPackView *view, int track_count)
{
    const float *reference = mieni_view_section(view, MIENI_CLIP_TRACK_REFERENCE, NULL);
    for (int t = 0; t < track_count; ++t) {
        mieni_text_put(out, "reference ");
        mieni_text_put_string(out, mien_clip_track_bone(view->clip, t));
        mieni_text_put_floats(out, reference + 3 * (size_t)t, 3);
        mieni_text_put(out, "\n");
    }
}

bool mieni_put_clip(MieniTextOut *out, const MieniPackView *view)
{
    const MienClip *clip = view->clip;
    Table table = {
        .out = out, .clip = clip, .info = mien_clip_info(clip), .arena = {.allocator = out->allocator}};
    const MienClipInfo *info = &table.info;
    mieni_text_putf(out, "rate %d/%d frames %d seconds ", info->rate, info->rate_divisor, info->frame_count);
    mieni_text_put_number(out, info->length);
    mieni_text_put(out, "\n");
    put_text(out, "sound", info->sound);
    if (info->sound[0] != '\0') {
        mieni_text_put(out, "sound begins ");
        mieni_text_put_number(out, info->sound_offset);
        mieni_text_put(out, "\n");
    }
    put_text(out, "source", info->source);
    for (int e = 0; e < info->event_count; ++e) {
        const MienClipEvent event = mien_clip_event(clip, e);
        mieni_text_put(out, "event ");
        mieni_text_put_string(out, event.name);
        mieni_text_put(out, " ");
        mieni_text_put_number(out, event.time);
        mieni_text_put(out, "\n");
    }
    put_references(out, view, info->track_count);
    const bool has_memory = open_table(&table);
    for (int f = 0; has_memory && f < info->frame_count && !out->is_out_of_memory; f += FRAMES)
        put_frames(&table, f, info->frame_count - f < FRAMES ? info->frame_count - f : FRAMES);
    mieni_arena_release(&table.arena);
    return has_memory;
}
