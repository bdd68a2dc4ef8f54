// SPDX-License-Identifier: MIT
//
// FBX as text: "Name: value, value {", children, "}", and comments behind semicolons.
// Arrays of version 7 are "*8 { a: 1,2,… }", those before are many values. Both are only
// counted here; their numbers are read when somebody asks for them.

#include "core/float_rules.h"

#include "io/fbx/file.h"

#include "io/fbx/number.h"

#include <string.h>

typedef struct Reading {
    MieniFbxTree *tree;
    MieniFbxCursor cursor;
} Reading;

static MienStatus refuse(const Reading *reading, size_t line, const char *sentence)
{
    return mieni_fbx_tree_refuse(reading->tree, line, MIEN_ERROR_CORRUPT, sentence);
}

/// Whether a byte can be part of a name, a number or a word without quotes.
static bool is_wordly(uint8_t c)
{
    return c > 0x20 && c != ',' && c != '{' && c != '}' && c != ':' && c != ';' && c != '"' && c != 0x7F;
}

/// The next byte, or 0 at the end.
static char peek(const MieniFbxCursor *cursor)
{
    return cursor->at < cursor->end ? (char)cursor->data[cursor->at] : '\0';
}

static void skip_comment(MieniFbxCursor *cursor)
{
    const uint8_t *at = cursor->data + cursor->at;
    const uint8_t *line_end = memchr(at, '\n', cursor->end - cursor->at);
    cursor->at = line_end != NULL ? (size_t)(line_end - cursor->data) : cursor->end;
}

/// Goes over blanks, line ends and comments.
static void skip_blanks(MieniFbxCursor *cursor)
{
    for (; cursor->at < cursor->end; ++cursor->at) {
        const uint8_t c = cursor->data[cursor->at];
        if (c == ';') {
            skip_comment(cursor);
            if (cursor->at == cursor->end)
                return;
            ++cursor->line;
        } else if (c == '\n') {
            ++cursor->line;
        } else if (c != ' ' && c != '\t' && c != '\r') {
            return;
        }
    }
}

static size_t take_word(MieniFbxCursor *cursor)
{
    const size_t begin = cursor->at;
    while (cursor->at < cursor->end && is_wordly(cursor->data[cursor->at]))
        ++cursor->at;
    return cursor->at - begin;
}

static bool fail(MieniFbxCursor *cursor, const char *why)
{
    cursor->why = why;
    return false;
}

/// A text between quotes; it may have line ends.
static bool take_quoted(MieniFbxCursor *cursor, MieniFbxValue *out_value)
{
    const uint8_t *begin = cursor->data + cursor->at + 1;
    const uint8_t *end = memchr(begin, '"', cursor->end - cursor->at - 1);
    if (end == NULL)
        return fail(cursor, "The text has no closing quote; perhaps the file was cut short.");
    *out_value =
        (MieniFbxValue){.type = MIENI_FBX_TEXT, .text = (const char *)begin, .size = (size_t)(end - begin)};
    for (const uint8_t *at = begin; (at = memchr(at, '\n', (size_t)(end - at))) != NULL; ++at)
        ++cursor->line;
    cursor->at = (size_t)(end - cursor->data) + 1;
    return true;
}

bool mieni_fbx_next_text(MieniFbxCursor *cursor, MieniFbxValue *out_value)
{
    skip_blanks(cursor);
    while (peek(cursor) == ',') {
        ++cursor->at;
        skip_blanks(cursor);
    }
    if (peek(cursor) == '"')
        return take_quoted(cursor, out_value);
    const char *word = (const char *)cursor->data + cursor->at;
    const size_t size = take_word(cursor);
    if (size == 0)
        return fail(cursor, "There is no value where one belongs.");
    return mieni_fbx_word(word, size, out_value) ||
           fail(cursor, "The value is neither a number nor a word; texts need quotes.");
}

size_t mieni_fbx_unescape(char *text, size_t size)
{
    static const struct {
        const char *escape;
        size_t size;
        char character;
    } escapes[] = {{"&quot;", 6, '"'}, {"&lf;", 4, '\n'}, {"&cr;", 4, '\r'}};
    if (memchr(text, '&', size) == NULL)
        return size;
    size_t to = 0;
    for (size_t from = 0; from < size;) {
        size_t taken = 1;
        char character = text[from];
        for (int i = 0; character == '&' && i < 3; ++i) {
            if (size - from >= escapes[i].size &&
                memcmp(text + from, escapes[i].escape, escapes[i].size) == 0) {
                character = escapes[i].character;
                taken = escapes[i].size;
            }
        }
        text[to++] = character;
        from += taken;
    }
    return to;
}

/// What follows the asterisk of an array: how many numbers it says it has, up to the
/// first of them.
static bool take_array_head(MieniFbxCursor *cursor, uint64_t *out_count)
{
    const char *digits = (const char *)cursor->data + cursor->at;
    const size_t size = take_word(cursor);
    MieniFbxValue count;
    if (!mieni_fbx_word(digits, size, &count) || count.type != MIENI_FBX_INTEGER || count.text != NULL ||
        count.integer < 0)
        return false;
    *out_count = (uint64_t)count.integer;
    skip_blanks(cursor);
    if (peek(cursor) != '{')
        return false;
    ++cursor->at;
    skip_blanks(cursor);
    if (peek(cursor) != 'a')
        return false;
    ++cursor->at;
    if (peek(cursor) != ':')
        return false;
    ++cursor->at;
    return true;
}

/// Counts the words of an array up to its closing brace.
static bool count_numbers(MieniFbxCursor *cursor, size_t *out_count)
{
    *out_count = 0;
    for (;;) {
        skip_blanks(cursor);
        const char c = peek(cursor);
        if (c == ',')
            ++cursor->at;
        else if (take_word(cursor) > 0)
            ++*out_count;
        else
            return c == '}';
    }
}

static MienStatus read_array(Reading *reading)
{
    MieniFbxCursor *cursor = &reading->cursor;
    uint64_t said;
    ++cursor->at; // the asterisk
    if (!take_array_head(cursor, &said))
        return refuse(reading, cursor->line, "An array begins with its count and a brace: *3 { a: 1,2,3 }.");
    MieniFbxStorage array = {.data = cursor->data + cursor->at, .line = cursor->line};
    size_t count;
    if (!count_numbers(cursor, &count))
        return refuse(reading, cursor->line,
                      "The array has no closing brace; perhaps the file was cut short.");
    array.size = (size_t)(cursor->data + cursor->at - array.data);
    ++cursor->at; // the brace
    if (said != count)
        return refuse(reading, cursor->line, "The array has another number of values than it says.");
    MieniFbxValue value;
    const MienStatus status = mieni_fbx_tree_store(reading->tree, &value, &array, count);
    return status == MIEN_OK ? mieni_fbx_tree_keep(reading->tree, &value, 1) : status;
}

/// Whether a name with its colon is next.
static bool is_at_name(const MieniFbxCursor *cursor)
{
    MieniFbxCursor ahead = *cursor;
    return take_word(&ahead) > 0 && peek(&ahead) == ':';
}

/// Whether a value is next: after the colon one may come, after a comma, but not another
/// without. A value may be on the next line, so it can be a name that comes instead.
static bool is_at_value(MieniFbxCursor *cursor, bool is_first)
{
    bool may = is_first;
    skip_blanks(cursor);
    for (; peek(cursor) == ','; may = true) {
        ++cursor->at;
        skip_blanks(cursor);
    }
    const uint8_t c = (uint8_t)peek(cursor);
    return may && (c == '"' || (is_wordly(c) && !is_at_name(cursor)));
}

/// The values of a node, which are kept if they are few.
static MienStatus read_values(Reading *reading)
{
    MieniFbxCursor *cursor = &reading->cursor;
    MieniFbxValue values[MIENI_FBX_MAX_VALUES], value;
    size_t count = 0;
    skip_blanks(cursor);
    MieniFbxStorage list = {.data = cursor->data + cursor->at, .line = cursor->line};
    for (; is_at_value(cursor, count == 0); ++count) {
        if (count == 0 && peek(cursor) == '*')
            return read_array(reading);
        const size_t line = cursor->line;
        if (!mieni_fbx_next_text(cursor, &value))
            return refuse(reading, line, cursor->why);
        if (count < MIENI_FBX_MAX_VALUES)
            values[count] = value;
        list.size = (size_t)(cursor->data + cursor->at - list.data);
    }
    if (count <= MIENI_FBX_MAX_VALUES)
        return count > 0 ? mieni_fbx_tree_keep(reading->tree, values, (int)count) : MIEN_OK;
    return mieni_fbx_tree_list(reading->tree, &list, count);
}

static MienStatus read_node(Reading *reading)
{
    MieniFbxCursor *cursor = &reading->cursor;
    const size_t begin = cursor->at, size = take_word(cursor);
    if (size == 0 || peek(cursor) != ':')
        return refuse(reading, cursor->line,
                      reading->tree->node_count == 0
                          ? "This is no FBX file: text begins with a comment or a name and a colon."
                          : "A name and a colon belong here.");
    MienStatus status = mieni_fbx_tree_open(reading->tree, cursor->data + begin, size, cursor->line, begin);
    if (status != MIEN_OK)
        return status;
    ++cursor->at;
    status = read_values(reading);
    if (status != MIEN_OK)
        return status;
    skip_blanks(cursor);
    if (peek(cursor) == '{')
        ++cursor->at;
    else
        mieni_fbx_tree_close(reading->tree);
    return MIEN_OK;
}

static MienStatus read_nodes(Reading *reading)
{
    MieniFbxTree *tree = reading->tree;
    MieniFbxCursor *cursor = &reading->cursor;
    for (;;) {
        skip_blanks(cursor);
        if (cursor->at == cursor->end)
            return tree->depth == 0 ? MIEN_OK
                                    : refuse(reading, cursor->line,
                                             "The file ends within a node; perhaps it was cut short.");
        if (peek(cursor) == '}' && tree->depth > 0) {
            mieni_fbx_tree_close(tree);
            ++cursor->at;
            continue;
        }
        const MienStatus status = read_node(reading);
        if (status != MIEN_OK)
            return status;
    }
}

/// The version that the first comment tells ("; FBX 7.4.0 project file"), or 0.
static int comment_version(const MieniFbxCursor *cursor)
{
    static const char begin[] = "; FBX ";
    const size_t size = sizeof begin - 1;
    const char *at = (const char *)cursor->data + cursor->at;
    if (cursor->end - cursor->at < size + 5 || memcmp(at, begin, size) != 0)
        return 0;
    int version = 0;
    at += size;
    for (int i = 0; i < 3; ++i) {
        const char digit = at[2 * i];
        if (digit < '0' || digit > '9' || (i < 2 && at[2 * i + 1] != '.'))
            return 0;
        version = 10 * version + (digit - '0');
    }
    return 10 * version;
}

MienStatus mieni_fbx_parse_text(MieniFbxTree *tree)
{
    Reading reading = {tree, {.data = tree->data, .end = tree->size, .line = 1}};
    MieniFbxCursor *cursor = &reading.cursor;
    if (tree->size >= 3 && memcmp(tree->data, "\xEF\xBB\xBF", 3) == 0)
        cursor->at = 3;
    const int version = comment_version(cursor);
    const MienStatus status = read_nodes(&reading);
    if (status != MIEN_OK)
        return status;
    const MieniFbxNode *head = mieni_fbx_child(&tree->file->root, "FBXHeaderExtension");
    const int64_t said = mieni_fbx_integer(mieni_fbx_child(head, "FBXVersion"), 0, 0);
    if (version == 0 && said == 0)
        return refuse(&reading, 1, "This is no FBX file: nothing tells the version.");
    tree->file->version = version != 0 ? version : said > 0 && said < 10000 ? (int)said : 0;
    return mieni_fbx_knows(tree->file->version)
               ? MIEN_OK
               : mieni_fbx_tree_refuse(tree, 1, MIEN_ERROR_VERSION, MIENI_FBX_UNKNOWN_VERSION);
}
