// SPDX-License-Identifier: MIT

#include "live/json.h"

#include "base/number.h"

#include <string.h>

enum { MAX_DEPTH = 32 };

MieniLiveJson mieni_live_json_begin(const void *bytes, size_t size)
{
    return (MieniLiveJson){.start = bytes, .at = bytes, .end = (const char *)bytes + size};
}

static bool fail(MieniLiveJson *json)
{
    json->has_failed = true;
    return false;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// The next character that is not white space; 0 at the end, or after a mistake.
static char peek(MieniLiveJson *json)
{
    while (json->at < json->end && is_blank(*json->at))
        ++json->at;
    return json->at < json->end && !json->has_failed ? *json->at : '\0';
}

static bool take(MieniLiveJson *json, char wanted)
{
    if (peek(json) != wanted)
        return false;
    ++json->at;
    return true;
}

/// Whether there is a member before the closing bracket; commas are taken.
static bool has_member(MieniLiveJson *json, char close)
{
    if (take(json, close)) {
        json->is_first = false; // of the one around it, which has this member
        --json->depth;
        return false;
    }
    if (json->has_failed || (!json->is_first && !take(json, ',')))
        return fail(json);
    json->is_first = false;
    return peek(json) != '\0' ? true : fail(json);
}

bool mieni_live_json_enter(MieniLiveJson *json, char open)
{
    if (peek(json) != open) {
        mieni_live_json_skip(json);
        return false;
    }
    if (json->depth == MAX_DEPTH)
        return fail(json);
    ++json->at;
    ++json->depth;
    json->is_first = true;
    return true;
}

bool mieni_live_json_text(MieniLiveJson *json, MieniLiveText *out_text)
{
    if (peek(json) != '"') {
        mieni_live_json_skip(json);
        return false;
    }
    const char *start = ++json->at;
    for (; json->at < json->end; ++json->at) {
        if (*json->at == '"') {
            *out_text = (MieniLiveText){start, (size_t)(json->at++ - start)};
            return true;
        }
        if (*json->at == '\\')
            ++json->at;
    }
    json->at = json->end;
    return fail(json);
}

bool mieni_live_json_key(MieniLiveJson *json, MieniLiveText *out_key)
{
    if (json->has_failed || !has_member(json, '}'))
        return false;
    if (peek(json) != '"')
        return fail(json);
    return mieni_live_json_text(json, out_key) && take(json, ':') ? true : fail(json);
}

bool mieni_live_json_item(MieniLiveJson *json) { return !json->has_failed && has_member(json, ']'); }

static bool ends_word(char c)
{
    return c == ',' || c == ']' || c == '}' || is_blank(c) || c == ':' || c == '"' || c == '[' || c == '{';
}

/// A number, true, false or null: everything up to what can follow it.
static MieniLiveText take_word(MieniLiveJson *json)
{
    const char *start = json->at;
    while (json->at < json->end && !ends_word(*json->at))
        ++json->at;
    if (json->at == start)
        json->has_failed = true;
    return (MieniLiveText){start, (size_t)(json->at - start)};
}

static bool is_bracket_or_text(char c) { return c == '{' || c == '[' || c == '"' || c == '\0'; }

bool mieni_live_json_number(MieniLiveJson *json, double *out_number)
{
    if (is_bracket_or_text(peek(json))) {
        mieni_live_json_skip(json);
        return false;
    }
    const MieniLiveText word = take_word(json);
    return !json->has_failed && word.size < 64 && mieni_number_read(word.bytes, word.size, out_number);
}

bool mieni_live_json_bool(MieniLiveJson *json, bool *out_bool)
{
    if (is_bracket_or_text(peek(json))) {
        mieni_live_json_skip(json);
        return false;
    }
    const MieniLiveText word = take_word(json);
    if (!mieni_live_text_is(word, "true") && !mieni_live_text_is(word, "false"))
        return false;
    *out_bool = word.size == 4;
    return true;
}

/// Brackets are matched by number, not by kind: what is skipped has no meaning here.
void mieni_live_json_skip(MieniLiveJson *json)
{
    int open = 0;
    MieniLiveText text;
    do {
        const char c = peek(json);
        if (c == '\0') {
            json->has_failed = true;
        } else if (c == '"') {
            mieni_live_json_text(json, &text);
        } else if (c == '{' || c == '[') {
            ++json->at;
            if (++open > MAX_DEPTH)
                json->has_failed = true;
        } else if (open > 0 && (c == '}' || c == ']')) {
            ++json->at;
            --open;
        } else if (open > 0 && (c == ',' || c == ':')) {
            ++json->at;
        } else {
            take_word(json);
        }
    } while (open > 0 && !json->has_failed);
}

bool mieni_live_json_is_done(MieniLiveJson *json)
{
    return !json->has_failed && peek(json) == '\0' && json->at == json->end && json->depth == 0;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/// Four digits of an escape; -1 if they are none.
static int32_t read_unit(MieniLiveText text, size_t at)
{
    int32_t unit = 0;
    for (size_t i = 0; i < 4; ++i) {
        const int digit = at + i < text.size ? hex_digit(text.bytes[at + i]) : -1;
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

/// The character of an escape, whose backslash is at *at, which moves behind it; -1 if it is not valid.
static int32_t read_escape(MieniLiveText text, size_t *at)
{
    static const char plain[] = "\"\\/";
    const char c = *at + 1 < text.size ? text.bytes[*at + 1] : '\0';
    *at += 2;
    if (c != 'u')
        return c != '\0' && strchr(plain, c) != NULL ? c : -1; // the others are control characters
    int32_t code = read_unit(text, *at);
    *at += 4;
    if (code >= 0xD800 && code < 0xDC00 && *at + 1 < text.size && text.bytes[*at] == '\\' &&
        text.bytes[*at + 1] == 'u') {
        const int32_t low = read_unit(text, *at + 2);
        *at += 6;
        code = low >= 0xDC00 && low < 0xE000 ? 0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00) : -1;
    }
    return code >= 0xD800 && code < 0xE000 ? -1 : code;
}

static size_t put_character(int32_t code, char out[4])
{
    const size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char first[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = size; i-- > 1; code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)(first[size] | (unsigned char)code);
    return size;
}

size_t mieni_live_json_decode(MieniLiveText text, char *out, size_t room)
{
    size_t size = 0, at = 0;
    while (at < text.size) {
        char character[4] = {text.bytes[at]};
        size_t taken = 1;
        if (text.bytes[at] == '\\') {
            const int32_t code = read_escape(text, &at);
            if (code < 0x20)
                return 0;
            taken = put_character(code, character);
        } else if ((unsigned char)text.bytes[at++] < 0x20) {
            return 0;
        }
        if (taken > room - size)
            return 0;
        memcpy(out + size, character, taken);
        size += taken;
    }
    return size;
}

bool mieni_live_text_is(MieniLiveText text, const char *wanted)
{
    return text.size == strlen(wanted) && memcmp(text.bytes, wanted, text.size) == 0;
}
