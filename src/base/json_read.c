// SPDX-License-Identifier: MIT
//
// Reading JSON. One pass, recursive to a fixed depth; every value keeps its line.

#include "base/json.h"

#include "base/json_memory.h"
#include "base/names.h"
#include "base/number.h"
#include "core/internal.h"
#include "core/utf8.h"

#include <string.h>

typedef struct Reader {
    MieniJsonDocument *document;
    const char *at, *end, *line_start;
    int line, depth;
    MienStatus status;
    MienError *error;
} Reader;

/// Whether a line is one that git puts around the sides of a conflict.
static bool is_conflict_marker(const Reader *reader)
{
    static const char *const markers[] = {"<<<<<<<", "|||||||", "=======", ">>>>>>>"};
    for (int i = 0; i < 4; ++i)
        if (reader->end - reader->line_start >= 7 && memcmp(reader->line_start, markers[i], 7) == 0)
            return true;
    return false;
}

/// Fails at a place in the text. The first failure is the one that is told.
static MieniJson *fail(Reader *reader, const char *at, MienStatus status, const char *sentence)
{
    if (reader->status == MIEN_OK && is_conflict_marker(reader))
        sentence = "This is a git conflict marker: finish the merge.";
    if (reader->status == MIEN_OK)
        reader->status =
            mieni_fail(reader->error, status,
                       mieni_at_column(reader->line, (int)(at - reader->line_start) + 1), "%s", sentence);
    return NULL;
}

static MieniJson *fail_memory(Reader *reader)
{
    if (reader->status == MIEN_OK)
        reader->status = mieni_fail(reader->error, MIEN_ERROR_MEMORY, mieni_at("text"), "Out of memory.");
    return NULL;
}

static void skip_blanks(Reader *reader)
{
    for (; reader->at < reader->end; ++reader->at) {
        if (*reader->at == '\n') {
            ++reader->line;
            reader->line_start = reader->at + 1;
        } else if (*reader->at != ' ' && *reader->at != '\t' && *reader->at != '\r') {
            return;
        }
    }
}

static bool is_next(const Reader *reader, char c) { return reader->at < reader->end && *reader->at == c; }

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/// Four hexadecimal digits at a place, or -1.
static int hex_unit(const char *at, const char *end)
{
    if (end - at < 4)
        return -1;
    int unit = 0;
    for (int i = 0; i < 4; ++i) {
        if (hex_digit(at[i]) < 0)
            return -1;
        unit = 16 * unit + hex_digit(at[i]);
    }
    return unit;
}

static char *put_character(char *out, int character)
{
    if (character < 0x80) {
        *out++ = (char)character;
    } else if (character < 0x800) {
        *out++ = (char)(0xC0 | character >> 6);
        *out++ = (char)(0x80 | (character & 0x3F));
    } else if (character < 0x10000) {
        *out++ = (char)(0xE0 | character >> 12);
        *out++ = (char)(0x80 | (character >> 6 & 0x3F));
        *out++ = (char)(0x80 | (character & 0x3F));
    } else {
        *out++ = (char)(0xF0 | character >> 18);
        *out++ = (char)(0x80 | (character >> 12 & 0x3F));
        *out++ = (char)(0x80 | (character >> 6 & 0x3F));
        *out++ = (char)(0x80 | (character & 0x3F));
    }
    return out;
}

/// What follows \u: one unit, or two that make a character. NULL if it is wrong.
static const char *read_unicode(const char *at, const char *end, char **out)
{
    int character = hex_unit(at, end);
    if (character <= 0 || (character >= 0xDC00 && character <= 0xDFFF))
        return NULL;
    at += 4;
    if (character >= 0xD800 && character <= 0xDBFF) {
        const int low = end - at >= 6 && at[0] == '\\' && at[1] == 'u' ? hex_unit(at + 2, end) : -1;
        if (low < 0xDC00 || low > 0xDFFF)
            return NULL;
        character = 0x10000 + ((character - 0xD800) << 10) + (low - 0xDC00);
        at += 6;
    }
    *out = put_character(*out, character);
    return at;
}

/// One escape after its backslash. NULL if there is no such escape.
static const char *read_escape(const char *at, const char *end, char **out)
{
    static const char letters[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    if (at < end && *at == 'u')
        return read_unicode(at + 1, end, out);
    const char *letter = at < end && *at != '\0' ? strchr(letters, *at) : NULL;
    if (letter == NULL)
        return NULL;
    *(*out)++ = values[letter - letters];
    return at + 1;
}

/// The text of a string whose opening quote is next. NULL on failure.
static const char *read_text(Reader *reader)
{
    const char *at = reader->at + 1, *end = at;
    while (end < reader->end && *end != '"')
        end += *end == '\\' && end + 1 < reader->end ? 2 : 1;
    if (end >= reader->end) {
        fail(reader, reader->at, MIEN_ERROR_CORRUPT, "The text ends inside a string: close it with a quote.");
        return NULL;
    }
    char *text = mieni_json_take(reader->document, (size_t)(end - at) + 1, 1); // escapes only shrink
    if (text == NULL) {
        fail_memory(reader);
        return NULL;
    }
    char *out = text;
    while (at < end) {
        size_t taken = 1;
        if (*at == '\\') {
            const char *after = read_escape(at + 1, end, &out);
            if (after == NULL) {
                fail(reader, at, MIEN_ERROR_CORRUPT, "This escape in a string means no character.");
                return NULL;
            }
            at = after;
        } else if ((unsigned char)*at < 0x20) {
            fail(reader, at, MIEN_ERROR_CORRUPT, "A control character in a string must be escaped.");
            return NULL;
        } else if (mieni_utf8_decode(at, (size_t)(end - at), &taken) < 0) {
            fail(reader, at, MIEN_ERROR_CORRUPT, "A string must be valid UTF-8.");
            return NULL;
        } else {
            memcpy(out, at, taken);
            out += taken;
            at += taken;
        }
    }
    *out = '\0';
    reader->at = end + 1;
    return text;
}

static bool take_digit_run(const char **at, const char *end)
{
    const char *start = *at;
    while (*at < end && **at >= '0' && **at <= '9')
        ++*at;
    return *at > start;
}

/// Where the number that begins here ends by JSON's grammar, or NULL.
static const char *number_end(const char *at, const char *end)
{
    if (at < end && *at == '-')
        ++at;
    const char *digits = at;
    if (!take_digit_run(&at, end) || (*digits == '0' && at - digits > 1))
        return NULL;
    if (at < end && *at == '.') {
        ++at;
        if (!take_digit_run(&at, end))
            return NULL;
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        ++at;
        if (at < end && (*at == '-' || *at == '+'))
            ++at;
        if (!take_digit_run(&at, end))
            return NULL;
    }
    return at;
}

/// Digits of a whole number that the double nearest to it does not say, as identifiers of
/// 64 bits have them. False without memory. Fractions are their doubles, as for everyone
/// else who reads JSON.
static bool keep_digits(Reader *reader, MieniJson *value, const char *at, size_t size)
{
    char written[MIENI_NUMBER_ROOM];
    for (size_t i = 0; i < size; ++i)
        if (at[i] == '.' || at[i] == 'e' || at[i] == 'E')
            return true;
    // Whole numbers of up to 15 digits are doubles.
    if (size <= 15 || (mieni_number_write(value->number, written) == size && memcmp(at, written, size) == 0))
        return true;
    char *digits = mieni_json_take(reader->document, size + 1, 1);
    if (digits != NULL)
        memcpy(digits, at, size);
    value->string = digits;
    return digits != NULL;
}

static MieniJson *read_number(Reader *reader)
{
    const char *end = number_end(reader->at, reader->end);
    double number = 0;
    if (end == NULL || !mieni_number_read(reader->at, (size_t)(end - reader->at), &number))
        return fail(reader, reader->at, MIEN_ERROR_CORRUPT, "Not a value: write a JSON number.");
    if (number - number != 0)
        return fail(reader, reader->at, MIEN_ERROR_LIMIT, "This number is too large.");
    MieniJson *value = mieni_json_number(reader->document, number);
    if (value == NULL || !keep_digits(reader, value, reader->at, (size_t)(end - reader->at)))
        return fail_memory(reader);
    reader->at = end;
    return value;
}

static MieniJson *read_word(Reader *reader)
{
    static const char *const words[] = {"null", "false", "true"};
    for (int i = 0; i < 3; ++i) {
        const size_t size = strlen(words[i]);
        if ((size_t)(reader->end - reader->at) < size || memcmp(reader->at, words[i], size) != 0)
            continue;
        reader->at += size;
        MieniJson *value =
            i == 0 ? mieni_json_null(reader->document) : mieni_json_bool(reader->document, i == 2);
        return value != NULL ? value : fail_memory(reader);
    }
    return fail(reader, reader->at, MIEN_ERROR_CORRUPT,
                "Not a value: write a string in quotes, a number, true, false, null, [ or {.");
}

static MieniJson *read_value(Reader *reader);

/// One member or item. False on failure.
static bool read_item(Reader *reader, MieniJson *container)
{
    const char *key = NULL;
    skip_blanks(reader);
    if (container->type == MIENI_JSON_OBJECT) {
        if (!is_next(reader, '"')) {
            fail(reader, reader->at, MIEN_ERROR_CORRUPT, "A key in quotes is missing here.");
            return false;
        }
        key = read_text(reader);
        if (key == NULL)
            return false;
        skip_blanks(reader);
        if (!is_next(reader, ':')) {
            fail(reader, reader->at, MIEN_ERROR_CORRUPT, "A colon is missing after the key.");
            return false;
        }
        ++reader->at;
        skip_blanks(reader);
    }
    MieniJson *item = read_value(reader);
    if (item == NULL)
        return false;
    if (!mieni_json_push(reader->document, container, key, item)) {
        fail_memory(reader);
        return false;
    }
    return true;
}

/// No key twice: sorted, so that an object of a million keys takes no square of time.
static MieniJson *check_keys(Reader *reader, MieniJson *object)
{
    MieniArena scratch = {.allocator = reader->document->arena.allocator};
    MieniNameEntry *entries = mieni_arena_take(&scratch, (size_t)object->count, sizeof *entries);
    if (entries == NULL)
        return fail_memory(reader);
    for (int i = 0; i < object->count; ++i)
        entries[i] = (MieniNameEntry){object->keys[i], i};
    mieni_names_sort(entries, object->count);
    int repeated = -1;
    for (int i = 1; i < object->count && repeated < 0; ++i)
        if (strcmp(entries[i - 1].name, entries[i].name) == 0)
            repeated = entries[i].index;
    mieni_arena_release(&scratch);
    if (repeated < 0)
        return object;
    if (reader->status == MIEN_OK)
        reader->status =
            mieni_fail(reader->error, MIEN_ERROR_DATA,
                       mieni_in_line(object->items[repeated]->line, "%.64s", object->keys[repeated]),
                       "This key stands twice in one object: remove one.");
    return NULL;
}

static MieniJson *read_container(Reader *reader, bool is_object)
{
    const char close = is_object ? '}' : ']';
    MieniJson *container =
        is_object ? mieni_json_object(reader->document) : mieni_json_array(reader->document);
    if (container == NULL)
        return fail_memory(reader);
    if (++reader->depth > MIENI_JSON_MAX_DEPTH)
        return fail(reader, reader->at, MIEN_ERROR_LIMIT, "This is nested too deeply.");
    const int line = reader->line;
    ++reader->at;
    skip_blanks(reader);
    bool is_first = true;
    while (is_first ? !is_next(reader, close) : is_next(reader, ',')) {
        reader->at += !is_first;
        if (!read_item(reader, container))
            return NULL;
        skip_blanks(reader);
        is_first = false;
    }
    if (!is_next(reader, close))
        return fail(reader, reader->at, MIEN_ERROR_CORRUPT,
                    is_object ? "A comma or } is missing here." : "A comma or ] is missing here.");
    ++reader->at;
    --reader->depth;
    container->line = line;
    return is_object && container->count > 1 ? check_keys(reader, container) : container;
}

static MieniJson *read_value(Reader *reader)
{
    const int line = reader->line;
    MieniJson *value = NULL;
    if (is_next(reader, '{') || is_next(reader, '[')) {
        value = read_container(reader, *reader->at == '{');
    } else if (is_next(reader, '"')) {
        const char *text = read_text(reader);
        value = text != NULL ? mieni_json_string_of(reader->document, text) : NULL;
        if (value == NULL)
            return fail_memory(reader);
    } else if (reader->at < reader->end &&
               (*reader->at == '-' || (*reader->at >= '0' && *reader->at <= '9'))) {
        value = read_number(reader);
    } else if (reader->at == reader->end) {
        return fail(reader, reader->at, MIEN_ERROR_CORRUPT, "The text ends where a value is missing.");
    } else {
        value = read_word(reader);
    }
    if (value != NULL)
        value->line = line;
    return value;
}

MienStatus mieni_json_read(MieniJsonDocument *out_document, const void *bytes, size_t size,
                           const MienAllocator *allocator, MienError *error)
{
    mieni_json_begin(out_document, allocator);
    if (size > MIENI_JSON_MAX_SIZE)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("text"), "The text is larger than 1 GiB.");
    Reader reader = {.document = out_document, .line = 1, .error = error};
    reader.at = bytes != NULL ? bytes : "";
    reader.end = reader.at + (bytes != NULL ? size : 0);
    if (reader.end - reader.at >= 3 && memcmp(reader.at, "\xEF\xBB\xBF", 3) == 0)
        reader.at += 3;
    reader.line_start = reader.at;
    skip_blanks(&reader);
    out_document->root = read_value(&reader);
    skip_blanks(&reader);
    if (reader.status == MIEN_OK && reader.at != reader.end)
        fail(&reader, reader.at, MIEN_ERROR_CORRUPT, "Something follows after the end of the value.");
    if (reader.status != MIEN_OK)
        mieni_json_release(out_document);
    return reader.status;
}
