// SPDX-License-Identifier: MIT
//
// From sounds with times to a clip: checks times, finds the phone set, looks visemes
// up, and runs the rule.

#include "core/float_rules.h"

#include "io/speech.h"

#include "core/float_env.h"
#include "core/utf8.h"

#include <stdio.h>
#include <string.h>

static const double day = 86400.0;
static const double last_sound = 0.1; ///< Of a file with starts alone, seconds.

MienStatus mieni_speech_no_memory(const MieniSpeech *speech)
{
    return mieni_fail(speech->error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

MienStatus mieni_speech_refuse(const MieniSpeech *speech, MienStatus status, int line, const char *sentence)
{
    return mieni_fail(speech->error, status, mieni_at_line(line), "%s", sentence);
}

MienStatus mieni_speech_take_phones(MieniSpeech *speech, size_t count)
{
    if (count > MIEN_AUTHOR_SPEECH_MAX_CUES)
        return mieni_fail(speech->error, MIEN_ERROR_LIMIT, mieni_at("phones"),
                          "There are at most 8640000 phones.");
    speech->phones = mieni_arena_take(&speech->scratch, count + 1, sizeof *speech->phones);
    speech->phone_room = (int)count;
    return speech->phones != NULL ? MIEN_OK : mieni_speech_no_memory(speech);
}

static MienStatus grow(MieniSpeech *speech)
{
    const MieniPhone *before = speech->phones;
    const MienStatus status = mieni_speech_take_phones(speech, 2 * (size_t)speech->phone_count + 64);
    if (status == MIEN_OK && before != NULL)
        memcpy(speech->phones, before, (size_t)speech->phone_count * sizeof *before);
    return status;
}

MienStatus mieni_speech_add_phone(MieniSpeech *speech, double start, double end, MieniSpan name, int line)
{
    const double before = speech->phone_count > 0 ? speech->phones[speech->phone_count - 1].end : 0.0;
    if (!(start >= 0.0 && end >= start))
        return mieni_speech_refuse(speech, MIEN_ERROR_DATA, line,
                                   "A phone begins at 0 or later and does not end before it begins.");
    if (end > day)
        return mieni_speech_refuse(speech, MIEN_ERROR_LIMIT, line,
                                   "Speech lasts at most a day; split the sound.");
    if (start < before - 1e-6)
        return mieni_speech_refuse(speech, MIEN_ERROR_DATA, line,
                                   "A phone does not begin before the one before it ends.");
    if (speech->phone_count == speech->phone_room) {
        const MienStatus status = grow(speech);
        if (status != MIEN_OK)
            return status;
    }
    start = start < before ? before : start; // decimals of two programs
    end = end < start ? start : end;
    speech->phones[speech->phone_count++] = (MieniPhone){start, end, mieni_span_trim(name)};
    return MIEN_OK;
}

MienStatus mieni_speech_add_start(MieniSpeech *speech, double time, MieniSpan name, int line)
{
    MieniPhone *last = speech->phone_count > 0 ? &speech->phones[speech->phone_count - 1] : NULL;
    const char *copy = mieni_arena_text(&speech->scratch, name.at, name.size);
    if (copy == NULL)
        return mieni_speech_no_memory(speech);
    if (last != NULL && !(time >= last->start))
        return mieni_speech_refuse(speech, MIEN_ERROR_DATA, line, "Times do not decrease.");
    if (last != NULL && time <= day)
        last->end = time;
    return mieni_speech_add_phone(speech, time, time + last_sound, (MieniSpan){copy, name.size}, line);
}

// JSON --------------------------------------------------------------------------------------------

static MienStatus put_list(MieniSpeech *speech, MieniSpan text, MieniSpeechObject put)
{
    MieniJsonDocument document;
    MienStatus status =
        mieni_json_read(&document, text.at, text.size, speech->scratch.allocator, speech->error);
    if (status != MIEN_OK)
        return status;
    for (int i = 0; status == MIEN_OK && i < document.root->count; ++i)
        status = put(speech, document.root->items[i], document.root->items[i]->line);
    mieni_json_release(&document);
    return status;
}

MienStatus mieni_speech_objects(MieniSpeech *speech, MieniSpeechObject put)
{
    MieniSpan text, line;
    MienStatus status = mieni_speech_text(speech, &text);
    if (status != MIEN_OK)
        return status;
    MieniLines lines = mieni_lines_of(text.at, text.size);
    if (mieni_lines_next(&lines, &line) && mieni_span_trim(line).at[0] == '[')
        return put_list(speech, text, put);
    lines = mieni_lines_of(text.at, text.size);
    while (status == MIEN_OK && mieni_lines_next(&lines, &line)) {
        MieniJsonDocument document;
        status = mieni_json_read(&document, line.at, line.size, speech->scratch.allocator, speech->error);
        if (status == MIEN_ERROR_MEMORY || status == MIEN_ERROR_LIMIT)
            return status;
        if (status != MIEN_OK)
            return mieni_speech_refuse(speech, MIEN_ERROR_CORRUPT, lines.number,
                                       "Each line is an object of JSON, or the file is a list of them.");
        status = put(speech, document.root, lines.number);
        mieni_json_release(&document);
    }
    return status;
}

// Text --------------------------------------------------------------------------------------------

static size_t put_utf8(char *out, uint32_t character)
{
    static const uint8_t heads[] = {0x00, 0xC0, 0xE0, 0xF0};
    const int tails = character < 0x80 ? 0 : character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    out[0] = (char)(heads[tails] | (character >> (6 * tails)));
    for (int t = 1; t <= tails; ++t)
        out[t] = (char)(0x80 | ((character >> (6 * (tails - t))) & 0x3F));
    return (size_t)tails + 1;
}

/// UTF-16 after its byte order mark as UTF-8. A unit becomes at most three bytes.
static MienStatus convert(MieniSpeech *speech, bool is_big, MieniSpan *out_text)
{
    const uint8_t *bytes = speech->bytes;
    const size_t count = speech->size / 2;
    char *text = mieni_arena_take(&speech->scratch, 3 * count + 1, 1);
    size_t size = 0;
    uint32_t high = 0;
    int line = 1;
    if (text == NULL)
        return mieni_speech_no_memory(speech);
    for (size_t i = 1; i < count; ++i) {
        const uint32_t unit =
            (uint32_t)bytes[2 * i + (is_big ? 0 : 1)] << 8 | bytes[2 * i + (is_big ? 1 : 0)];
        const bool is_low = unit >= 0xDC00 && unit < 0xE000;
        if ((high != 0) != is_low)
            return mieni_speech_refuse(speech, MIEN_ERROR_CORRUPT, line, "This is no UTF-16.");
        line += unit == '\n';
        if (unit >= 0xD800 && unit < 0xDC00) {
            high = unit;
            continue;
        }
        size += put_utf8(text + size, is_low ? 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00) : unit);
        high = 0;
    }
    if (high != 0 || speech->size % 2 != 0)
        return mieni_speech_refuse(speech, MIEN_ERROR_CORRUPT, line, "This is no UTF-16.");
    *out_text = (MieniSpan){text, size};
    return MIEN_OK;
}

MienStatus mieni_speech_text(MieniSpeech *speech, MieniSpan *out_text)
{
    const bool is_big = speech->size >= 2 && memcmp(speech->bytes, "\xFE\xFF", 2) == 0;
    if (is_big || (speech->size >= 2 && memcmp(speech->bytes, "\xFF\xFE", 2) == 0))
        return convert(speech, is_big, out_text);
    *out_text = mieni_lines_of(speech->bytes, speech->size).rest;
    int line = 1;
    for (size_t i = 0, taken = 0; i < out_text->size; i += taken) {
        const int32_t character = mieni_utf8_decode(out_text->at + i, out_text->size - i, &taken);
        line += character == '\n';
        if (character < 0)
            return mieni_speech_refuse(speech, MIEN_ERROR_CORRUPT, line, "The text is UTF-8 or UTF-16.");
    }
    return MIEN_OK;
}

// Phones to visemes -------------------------------------------------------------------------------

/// How many phones a set knows.
static int count_known(const MieniSpeech *speech, const MienAuthorPhoneSet *set)
{
    int known = 0;
    for (int p = 0; p < speech->phone_count; ++p)
        known +=
            speech->phones[p].name.size > 0 &&
            mien_author_phone_set_find(set, speech->phones[p].name.at, speech->phones[p].name.size).count > 0;
    return known;
}

/// The index-th set that files may be in; false after the last.
static bool set_at(int index, char out[16])
{
    const char *at = MIENI_PHONE_SETS;
    for (; index > 0 && at != NULL; --index)
        at = strchr(at, '|') != NULL ? strchr(at, '|') + 1 : NULL;
    if (at != NULL)
        snprintf(out, 16, "%.*s", (int)strcspn(at, "|"), at);
    return at != NULL;
}

/// Loads a set, and keeps it if it knows more phones than the one before.
static MienStatus try_set(MieniSpeech *speech, const char *id, MienAuthorPhoneSet **best, int *most)
{
    MienAuthorPhoneSet *set = NULL;
    const MienStatus status = mien_author_phone_set_load(id, speech->scratch.allocator, &set, speech->error);
    if (status != MIEN_OK)
        return status;
    const int known = count_known(speech, set);
    if (known <= *most) {
        mien_author_phone_set_destroy(set);
        return MIEN_OK;
    }
    mien_author_phone_set_destroy(*best);
    *best = set;
    *most = known;
    snprintf(speech->report.phones, sizeof speech->report.phones, "%s", id);
    return MIEN_OK;
}

/// The set of the format or the one that is asked for; otherwise the one that knows most phones, the first
/// of several.
static MienStatus find_set(MieniSpeech *speech, MienAuthorPhoneSet **out_set)
{
    const char *asked = speech->set != NULL ? speech->set : speech->options->phones;
    int most = -1, named = 0;
    char id[16];
    *out_set = NULL;
    if (asked != NULL)
        return try_set(speech, asked, out_set, &most);
    for (int p = 0; p < speech->phone_count; ++p)
        named += speech->phones[p].name.size > 0;
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && most < named && set_at(i, id); ++i)
        status = try_set(speech, id, out_set, &most);
    return status;
}

/// Keeps the names of the first unknown phones, each once.
static void note_unknown(MieniSpeech *speech, MieniSpan name)
{
    char quoted[40], *list = speech->report.unknown;
    const size_t used = strlen(list), room = sizeof speech->report.unknown;
    ++speech->report.unknown_count;
    if (name.size > sizeof quoted - 3 || used + name.size + 5 > room)
        return;
    snprintf(quoted, sizeof quoted, "\"%.*s\"", (int)name.size, name.at);
    if (strstr(list, quoted) == NULL)
        snprintf(list + used, room - used, "%s%s", used > 0 ? ", " : "", quoted);
}

static void add_phone_cues(MieniSpeech *speech, const MieniPhone *phone, MienAuthorPhoneVisemes found)
{
    double share = 0.0;
    for (int v = 0; v < found.count; ++v) {
        const double start = phone->start + share * (phone->end - phone->start);
        share += found.shares[v];
        const double end =
            v + 1 < found.count ? phone->start + share * (phone->end - phone->start) : phone->end;
        speech->cues[speech->cue_count++] =
            (MienAuthorVisemeCue){.start = start, .end = end, .viseme = found.visemes[v], .weight = 1.0f};
    }
    speech->report.sound_count += found.count > 0 && found.visemes[0] != MIEN_AUTHOR_VISEME_SIL;
}

static MienStatus make_cues(MieniSpeech *speech)
{
    MienAuthorPhoneSet *set = NULL;
    MienStatus status = find_set(speech, &set);
    size_t count = 0;
    for (int p = 0; status == MIEN_OK && p < speech->phone_count; ++p)
        count +=
            (size_t)mien_author_phone_set_find(set, speech->phones[p].name.at, speech->phones[p].name.size)
                .count;
    if (status == MIEN_OK && count > MIEN_AUTHOR_SPEECH_MAX_CUES)
        status = mieni_fail(speech->error, MIEN_ERROR_LIMIT, mieni_at("visemes"),
                            "There are at most 8640000 visemes.");
    if (status == MIEN_OK)
        speech->cues = mieni_arena_take(&speech->scratch, count + 1, sizeof *speech->cues);
    if (status == MIEN_OK && speech->cues == NULL)
        status = mieni_speech_no_memory(speech);
    for (int p = 0; status == MIEN_OK && p < speech->phone_count; ++p) {
        const MieniPhone *phone = &speech->phones[p];
        const MienAuthorPhoneVisemes found =
            mien_author_phone_set_find(set, phone->name.at, phone->name.size);
        if (found.count == 0 && phone->name.size > 0)
            note_unknown(speech, phone->name);
        add_phone_cues(speech, phone, found);
    }
    mien_author_phone_set_destroy(set);
    return status;
}

// The clip ----------------------------------------------------------------------------------------

/// The clip may take what reading the file has left.
static MienAuthorLimits limits_left(const MieniSpeech *speech)
{
    MienAuthorLimits limits = speech->options->limits;
    const MieniBudget *budget = mieni_budget_of(speech->scratch.allocator);
    const uint64_t most = mieni_budget_memory(budget), taken = atomic_load(&budget->taken);
    limits.memory = most > taken ? most - taken : 1;
    return limits;
}

static MienStatus make_clip(MieniSpeech *speech, MienAuthorClip **out_clip)
{
    const MienIoSpeechOptions *options = speech->options;
    const MienAuthorSpeech said = {
        .cue_count = speech->cue_count, .cues = speech->cues, .length = speech->length};
    const MienAuthorSpeechOptions making = {.style = options->style,
                                            .rate = options->rate,
                                            .rate_divisor = options->rate_divisor,
                                            .source = options->source,
                                            .limits = limits_left(speech),
                                            .allocator = options->allocator};
    if (speech->report.sound_count == 0 && speech->report.unknown_count > 0)
        return mieni_fail(speech->error, MIEN_ERROR_DATA, mieni_at("phones"),
                          "No phone set has any of these phones (%s).", speech->report.unknown);
    return mien_author_speech_make_clip(&said, &making, out_clip, &speech->report.speech, speech->error);
}

static MIENI_APART MienStatus read_all(MieniSpeech *speech, MieniSpeechReader read, MienAuthorClip **out_clip)
{
    const MieniFloatEnv env = mieni_float_env_enter();
    MienStatus status = read(speech);
    if (status == MIEN_OK && speech->phones != NULL)
        status = make_cues(speech);
    if (status == MIEN_OK)
        status = make_clip(speech, out_clip);
    mieni_float_env_leave(env);
    return status;
}

static MienStatus read_with(MieniSpeechReader read, const MieniReading *reading, const void *bytes,
                            size_t size, const MienIoSpeechOptions *options, MienAuthorClip **out_clip,
                            MienIoSpeechReport *out_report, MienError *error)
{
    static const MienIoSpeechOptions defaults = {0};
    if (out_clip == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("out_clip"),
                          "A place for the clip must be given.");
    *out_clip = NULL;
    if (bytes == NULL && size > 0)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("bytes"), "The bytes must be given.");
    if (size > MIEN_IO_SPEECH_MAX_SIZE)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("byte %d", MIEN_IO_SPEECH_MAX_SIZE),
                          "Speech has at most 256 MiB of text.");
    MieniSpeech speech = {.bytes = bytes,
                          .size = size,
                          .options = options != NULL ? options : &defaults,
                          .reading = reading,
                          .error = error};
    MieniBudget budget;
    mieni_budget_begin(&budget, speech.options->allocator, &speech.options->limits, size);
    speech.scratch.allocator = &budget.allocator;
    const MienStatus status = read_all(&speech, read, out_clip);
    mieni_arena_release(&speech.scratch);
    if (status != MIEN_OK)
        return mieni_budget_status(&budget, status, error);
    if (out_report != NULL)
        *out_report = speech.report;
    return MIEN_OK;
}

MienStatus mieni_speech_read(MieniSpeechReader read, const void *bytes, size_t size,
                             const MienIoSpeechOptions *options, MienAuthorClip **out_clip,
                             MienIoSpeechReport *out_report, MienError *error)
{
    return read_with(read, NULL, bytes, size, options, out_clip, out_report, error);
}

MienStatus mieni_speech_read_format(MieniSpeechReader read, const MieniReading *reading, MieniRead *out,
                                    MienError *error)
{
    MienIoSpeechOptions options = {.tier = reading->take,
                                   .phones = reading->phones,
                                   .rate = reading->rate,
                                   .rate_divisor = reading->rate_divisor,
                                   .source = reading->file,
                                   .allocator = reading->allocator};
    MienIoSpeechReport report;
    MienStatus status = MIEN_OK;
    if (reading->style != NULL)
        status = mien_author_speech_style_load(reading->style, reading->allocator, &options.style, error);
    if (status == MIEN_OK)
        status =
            read_with(read, reading, reading->bytes, reading->size, &options, &out->clip, &report, error);
    if (status != MIEN_OK || reading->notes == NULL)
        return status;
    const int sounds = report.sound_count, closures = report.speech.closure_count;
    const bool is_words = strcmp(report.phones, "letters") == 0;
    const char *set = is_words ? "" : report.phones;
    mieni_source_remark(reading->notes, "%d %s%s%s%s, lips closed %d time%s", sounds,
                        is_words ? "word" : "sound", sounds == 1 ? "" : "s", set[0] != '\0' ? " of " : "",
                        set, closures, closures == 1 ? "" : "s");
    if (report.unknown_count > 0)
        mieni_source_note(reading->notes, "Not in the phone set %s, and silent: %s (%d in all).",
                          report.phones, report.unknown, report.unknown_count);
    return status;
}
