// SPDX-License-Identifier: MIT
//
// Plays a loaded clip in every way there is, whatever bytes it came from, and says
// whether what came out is sound: readers agree, every value is finite, a cursor
// changes nothing, and nothing is written beyond the arrays given.

#pragma once

#include "support/evaluate.h"

/// Around every array that is written to lie as many elements that stay as they are.
enum { GUARD = 16, PLAY_TIMES = 12 };

/// Arrays of one sampling; what is given to a job begins after the guard.
typedef struct PlayOut {
    int curve_count, bone_count;
    float *curves;
    uint32_t *present;
    MienTransform *bones;
} PlayOut;

static inline PlayOut play_out_open(int curve_count, int bone_count)
{
    const size_t words = (size_t)mien_curve_set_words(curve_count);
    return (PlayOut){.curve_count = curve_count,
                     .bone_count = bone_count,
                     .curves = stage_array((size_t)curve_count + 2 * GUARD, sizeof(float)),
                     .present = stage_array(words + 2 * GUARD, sizeof(uint32_t)),
                     .bones = stage_array((size_t)bone_count + 2 * GUARD, sizeof(MienTransform))};
}

static inline void play_out_close(PlayOut *out)
{
    aligned_free(out->curves);
    aligned_free(out->present);
    aligned_free(out->bones);
}

static inline bool is_untouched(const void *memory, size_t size)
{
    static uint8_t as_filled[GUARD * sizeof(MienTransform)];
    if (as_filled[0] == 0)
        memset(as_filled, 0xFF, sizeof as_filled);
    return size <= sizeof as_filled && memcmp(memory, as_filled, size) == 0;
}

static inline bool guards_hold(const PlayOut *out)
{
    const size_t words = (size_t)mien_curve_set_words(out->curve_count);
    return is_untouched(out->curves, GUARD * sizeof(float)) &&
           is_untouched(out->curves + GUARD + out->curve_count, GUARD * sizeof(float)) &&
           is_untouched(out->present, GUARD * sizeof(uint32_t)) &&
           is_untouched(out->present + GUARD + words, GUARD * sizeof(uint32_t)) &&
           is_untouched(out->bones, GUARD * sizeof(MienTransform)) &&
           is_untouched(out->bones + GUARD + out->bone_count, GUARD * sizeof(MienTransform));
}

/// One clip in play.
typedef struct Play {
    const MienClip *clip;
    const MienClipBinding *binding;
    MienClipInfo info;
    MienClipCursor *cursor;
    uint8_t *curve_is_own, *bone_is_own; ///< Per target: whether the clip writes it.
    MieniSha256 *hash;                   ///< Gets what came out, unless NULL.
} Play;

/// Finds the targets that the clip writes.
static inline void play_find_own(Play *play, int curve_count, int bone_count)
{
    play->curve_is_own = aligned_take((size_t)curve_count + 1);
    play->bone_is_own = aligned_take((size_t)bone_count + 1);
    memset(play->curve_is_own, 0, (size_t)curve_count + 1);
    memset(play->bone_is_own, 0, (size_t)bone_count + 1);
    for (int c = 0; c < play->info.curve_count; ++c) {
        const int target = play->binding != NULL ? mien_clip_binding_curve(play->binding, c) : c;
        if (target >= 0 && target < curve_count)
            play->curve_is_own[target] = 1;
    }
    for (int t = 0; t < play->info.track_count; ++t) {
        const int target = play->binding != NULL ? mien_clip_binding_bone(play->binding, t) : t;
        if (target >= 0 && target < bone_count)
            play->bone_is_own[target] = 1;
    }
}

/// What is the clip's is finite and present; all else was left alone.
static inline const char *play_check_out(const Play *play, const PlayOut *out)
{
    const uint32_t *present = out->present + GUARD;
    if (!guards_hold(out))
        return "something was written beyond the arrays";
    for (int c = 0; c < out->curve_count; ++c) {
        const float *value = &out->curves[GUARD + c];
        const bool is_present = (present[c / 32] >> c % 32 & 1) != 0, is_own = play->curve_is_own[c] != 0;
        if (is_own ? !float_is_finite(*value) || !is_present : !is_untouched(value, sizeof *value))
            return "a curve is not finite, not present, or not the clip's";
        if (!is_own && is_present)
            return "a curve that the clip lacks became present";
    }
    for (int b = 0; b < out->bone_count; ++b) {
        const MienTransform *bone = &out->bones[GUARD + b];
        float channels[MIEN_TILE_CHANNELS];
        transform_channels(bone, channels);
        if (play->bone_is_own[b] != 0 ? !floats_are_finite(channels, MIEN_TILE_CHANNELS)
                                      : !is_untouched(bone, sizeof *bone))
            return "a bone is not finite or not the clip's";
    }
    return NULL;
}

static inline bool play_sample(const Play *play, double time, MienClipCursor *cursor, PlayOut *out)
{
    const size_t words = (size_t)mien_curve_set_words(out->curve_count);
    memset(out->curves, 0xFF, ((size_t)out->curve_count + 2 * GUARD) * sizeof(float));
    memset(out->bones, 0xFF, ((size_t)out->bone_count + 2 * GUARD) * sizeof(MienTransform));
    memset(out->present + GUARD, 0, words * sizeof(uint32_t));
    const MienClipJob job = {
        .clip = play->clip,
        .binding = play->binding,
        .cursor = cursor,
        .time = time,
        .out_curves = {out->curve_count, out->curves + GUARD, out->present + GUARD},
        .bone_count = out->bone_count,
        .out_bones = out->bones + GUARD,
    };
    return mien_clip_job_run(&job) == MIEN_OK;
}

static inline void play_hash(const Play *play, const PlayOut *out)
{
    if (play->hash == NULL)
        return;
    mieni_sha256_update(play->hash, out->curves + GUARD, (size_t)out->curve_count * sizeof(float));
    for (int b = 0; b < out->bone_count; ++b) {
        float channels[MIEN_TILE_CHANNELS];
        transform_channels(&out->bones[GUARD + b], channels);
        mieni_sha256_update(play->hash, channels, sizeof channels);
    }
}

/// Ends, beyond them, what is no number, frames, halfway between, anything.
static inline double play_time(const Play *play, Random *random)
{
    const double frame = (double)play->info.rate_divisor / (double)play->info.rate;
    const double length = play->info.length, any = random_between(random, -0.1, 1.1) * length;
    const double n = random_below(random, play->info.frame_count + 1);
    const double infinity = 1e300 * 1e300;
    const double special[] = {0.0,    -1.0,     length,    length + 1.0,       1e300,
                              -1e300, infinity, -infinity, infinity - infinity};
    const int kind = random_below(random, 18);
    if (kind < (int)(sizeof special / sizeof *special))
        return special[kind];
    return kind % 3 == 0 ? n * frame : kind % 3 == 1 ? (n + 0.5) * frame : any;
}

/// Many times into arrays of one size, without and with a cursor, which also meets the
/// next time of the same segment.
static inline const char *play_size(const Play *play, int curve_count, int bone_count, Random *random)
{
    PlayOut out = play_out_open(curve_count, bone_count), again = play_out_open(curve_count, bone_count);
    const char *fault = NULL;
    for (int i = 0; fault == NULL && i < PLAY_TIMES; ++i) {
        const double time = play_time(play, random);
        if (!play_sample(play, time, NULL, &out) || !play_sample(play, time, play->cursor, &again))
            fault = "a job was refused";
        if (fault == NULL)
            fault = play_check_out(play, &out);
        if (fault == NULL)
            fault = play_check_out(play, &again);
        const size_t words = (size_t)mien_curve_set_words(curve_count);
        if (fault == NULL &&
            (memcmp(out.curves, again.curves, ((size_t)curve_count + GUARD) * sizeof(float)) != 0 ||
             memcmp(out.present, again.present, (words + GUARD) * sizeof(uint32_t)) != 0 ||
             memcmp(out.bones, again.bones, ((size_t)bone_count + GUARD) * sizeof(MienTransform)) != 0))
            fault = "a cursor changes the result";
        play_hash(play, &out);
    }
    play_out_close(&out);
    play_out_close(&again);
    return fault;
}

/// Arrays as long as they should be, and longer or shorter ones.
static inline const char *play_sizes(Play *play, int curve_count, int bone_count, Random *random)
{
    const int few_curves = random_below(random, curve_count + 1);
    const int few_bones = random_below(random, bone_count + 1);
    const int kind = random_below(random, 3);
    play_find_own(play, curve_count + 5, bone_count + 3);
    const char *fault = play_size(play, curve_count, bone_count, random);
    if (fault == NULL && kind == 0)
        fault = play_size(play, curve_count + 5, few_bones, random);
    else if (fault == NULL && kind == 1)
        fault = play_size(play, few_curves, bone_count + 3, random);
    else if (fault == NULL && curve_count > 0)
        fault = play_size(play, curve_count - 1, 0, random);
    aligned_free(play->curve_is_own);
    aligned_free(play->bone_is_own);
    return fault;
}

static inline const char *read_events(const MienClip *clip, const MienClipInfo *info)
{
    double before = -1e300;
    for (int e = 0; e < info->event_count; ++e) {
        const MienClipEvent event = mien_clip_event(clip, e);
        const int found = mien_clip_find_event(clip, event.time);
        if (event.name[0] == '\0' || !(event.time >= before))
            return "an event without a name or out of order";
        if (found > e || mien_clip_event(clip, found).time != event.time)
            return "an event is not found by its time";
        before = event.time;
    }
    if (mien_clip_find_event(clip, 1e300) != info->event_count || mien_clip_find_event(clip, -1e300) != 0)
        return "events are found beyond all of them";
    if (mien_clip_event(clip, -1).name[0] != '\0' || mien_clip_event(clip, info->event_count).name[0] != '\0')
        return "events that are not there have names";
    return NULL;
}

/// Reads all there is to read of a clip.
static inline const char *read_clip(const MienClip *clip)
{
    const MienClipInfo info = mien_clip_info(clip);
    if (!(info.length >= 0.0 && info.length <= 24.0 * 3600.0) || info.rate <= 0 || info.rate_divisor <= 0 ||
        info.frame_count <= 0 || info.constant_curve_count > info.curve_count ||
        info.constant_curve_count < 0)
        return "a clip's info is out of range";
    if (info.sound == NULL || info.source == NULL || strlen(info.sound) > MIEN_MAX_NAME ||
        strlen(info.source) > MIEN_MAX_NAME)
        return "a path is missing or too long";
    for (int c = 0; c < info.curve_count; ++c) {
        if (mien_clip_find_curve(clip, mien_clip_curve_name(clip, c)) != c)
            return "a curve is not found by its name";
    }
    for (int t = 0; t < info.track_count; ++t) {
        if (mien_clip_find_track(clip, mien_clip_track_bone(clip, t)) != t)
            return "a track is not found by its name";
    }
    if (mien_clip_curve_name(clip, -1)[0] != '\0' ||
        mien_clip_track_bone(clip, info.track_count)[0] != '\0' || mien_clip_find_curve(clip, "") != -1 ||
        mien_clip_find_track(clip, NULL) != -1)
        return "what is not there has a name";
    return read_events(clip, &info);
}

/// Bound to a skeleton, to all of its curves or to some.
static inline const char *play_bound(Play *play, const MienSkeleton *skeleton, Random *random)
{
    const int curves = mien_skeleton_curve_count(skeleton), bones = mien_skeleton_bone_count(skeleton);
    uint32_t *used = stage_array((size_t)mien_curve_set_words(curves), sizeof *used);
    const MienClipBindingOptions options = {.used_curves = random_below(random, 2) == 0 ? used : NULL};
    MienClipBinding *binding = NULL;
    for (int c = 0; c < curves; c += 3)
        used[c / 32] &= ~(1u << c % 32);
    const char *fault = "binding failed";
    if (mien_clip_binding_create(play->clip, skeleton, &options, &binding, NULL) == MIEN_OK) {
        play->binding = binding;
        fault = play_sizes(play, curves, bones, random);
        play->binding = NULL;
    }
    mien_clip_binding_destroy(binding);
    aligned_free(used);
    return fault;
}

/// Plays a clip on its own and bound to a skeleton, which may be NULL. NULL if all
/// that came out is sound, otherwise what is not. hash may be NULL.
static inline const char *play_clip(const MienClip *clip, const MienSkeleton *skeleton, uint64_t seed,
                                    MieniSha256 *hash)
{
    Random random = {seed};
    Play play = {.clip = clip, .info = mien_clip_info(clip), .hash = hash};
    const size_t size = mien_clip_cursor_size(clip);
    void *memory = stage_array(size, 1);
    play.cursor = mien_clip_cursor_init(clip, memory, size);
    const char *fault = play.cursor != NULL ? read_clip(clip) : "a cursor was refused";
    if (fault == NULL)
        fault = play_sizes(&play, play.info.curve_count, play.info.track_count, &random);
    if (fault == NULL && skeleton != NULL)
        fault = play_bound(&play, skeleton, &random);
    aligned_free(memory);
    return fault;
}

/// Instruction sets that are there, scalar first.
static inline int play_isas(const MienIsa **out_isas)
{
    static MienIsa isas[MIEN_ISA_WASM128];
    static int count;
    if (count == 0) { // asking is slow
        for (int isa = MIEN_ISA_SCALAR; isa <= MIEN_ISA_WASM128; ++isa) {
            if (mien_isa_is_available((MienIsa)isa))
                isas[count++] = (MienIsa)isa;
        }
    }
    *out_isas = isas;
    return count;
}

/// Loads bytes that did load, plays them, and says what all of it came to.
static inline const char *play_with(const Pack *pack, MienIsa isa, const MienSkeleton *skeleton,
                                    uint64_t seed, char text[65])
{
    const MienLoadOptions options = {.borrow_data = true, .trust_hash = true, .isa = isa};
    MienClip *clip = NULL;
    MieniSha256 hash;
    mieni_sha256_begin(&hash);
    text[0] = '\0';
    if (mien_clip_load(pack->data, pack->size, &options, &clip, NULL) != MIEN_OK)
        return "it loads with some instruction sets only";
    const char *fault = mien_clip_info(clip).isa == isa ? NULL : "another instruction set than asked for";
    if (fault == NULL)
        fault = play_clip(clip, skeleton, seed, &hash);
    mien_clip_destroy(clip);
    hash_text(&hash, text);
    return fault;
}

/// Plays the same bytes with every instruction set; all must come to one hash, which
/// is returned in text if given. With by_turns, only scalar and one more, by seed.
static inline const char *play_everywhere(const Pack *pack, const MienSkeleton *skeleton, uint64_t seed,
                                          bool by_turns, char text[65])
{
    const MienIsa *all;
    const int count = play_isas(&all);
    char first[65] = "", other[65];
    const char *fault = NULL;
    for (int i = 0; fault == NULL && i < count; ++i) {
        if (by_turns && i > 0 && i != 1 + (int)(seed % (uint64_t)(count - 1)))
            continue;
        fault = play_with(pack, all[i], skeleton, seed, other);
        if (i == 0)
            memcpy(first, other, sizeof first);
        if (fault == NULL && strcmp(first, other) != 0)
            fault = "instruction sets differ";
    }
    if (text != NULL)
        memcpy(text, first, sizeof first);
    return fault;
}
