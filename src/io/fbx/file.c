// SPDX-License-Identifier: MIT
//
// The tree of an FBX file: how it grows while a file is read, and how to walk it.

#include "core/float_rules.h"

#include "io/fbx/file.h"

#include "base/number.h"
#include "core/internal.h"
#include "io/fbx/fbx.h"

#include <string.h>

static MienStatus fbx_tree_keep(MieniFbxTree *tree, const MieniFbxValue *values, int count);
static MienStatus fbx_tree_list(MieniFbxTree *tree, const MieniFbxStorage *list, size_t count);

enum {
    FIRST_BLOCK = 4096,
    LARGEST_BLOCK = 1 << 20,
    REPORT_EVERY = 1 << 20, ///< Bytes between two calls of progress.
    OLDEST = 5000,
    NEWEST = 7999, ///< 8000 would be another format.
};

/// Zeroed memory of the file, or NULL.
static void *fbx_tree_take(MieniFbxTree *tree, size_t size)
{
    if (size > (size_t)LARGEST_BLOCK / 4)
        return mieni_arena_take(tree->file->arena, size, 1);
    size = (size + 7) & ~(size_t)7;
    if (size > tree->block_left) {
        const size_t next = tree->block_size == 0              ? FIRST_BLOCK
                            : tree->block_size < LARGEST_BLOCK ? 2 * tree->block_size
                                                               : tree->block_size;
        tree->block_size = next > size ? next : size;
        tree->block = mieni_arena_take(tree->file->arena, tree->block_size, 1);
        tree->block_left = tree->block != NULL ? tree->block_size : 0;
        if (tree->block == NULL)
            return NULL;
    }
    void *taken = tree->block;
    tree->block += size;
    tree->block_left -= size;
    return taken;
}

/// A copy with a closing zero, or NULL.
static char *fbx_tree_text(MieniFbxTree *tree, const void *text, size_t size)
{
    char *copy = fbx_tree_take(tree, size + 1);
    if (copy != NULL && size > 0)
        memcpy(copy, text, size);
    return copy;
}

/// Fails at a byte or line.
static MienStatus fbx_tree_refuse(const MieniFbxTree *tree, size_t place, MienStatus status,
                                  const char *sentence)
{
    const MieniLocation at = tree->file->is_binary ? mieni_at_byte(place) : mieni_at_line((int)place);
    return mieni_fail(tree->error, status, at, "%s", sentence);
}

static MienStatus fbx_tree_no_memory(const MieniFbxTree *tree, size_t place)
{
    return fbx_tree_refuse(tree, place, MIEN_ERROR_MEMORY, "Out of memory.");
}

static MienStatus report(MieniFbxTree *tree, size_t place, size_t at)
{
    if (tree->options->progress == NULL || at - tree->reported < REPORT_EVERY)
        return MIEN_OK;
    tree->reported = at;
    if (tree->options->progress(tree->options->user, MIENI_FBX_PARSE_PART * (double)at / (double)tree->size))
        return MIEN_OK;
    return fbx_tree_refuse(tree, place, MIEN_ERROR_CANCELLED, "Reading was cancelled.");
}

/// Adds a node to the one that is open and opens it. at is the byte that is read, for
/// progress; place what errors say.
static MienStatus fbx_tree_open(MieniFbxTree *tree, const void *name, size_t size, size_t place, size_t at)
{
    if (tree->depth == MIENI_FBX_MAX_DEPTH)
        return fbx_tree_refuse(tree, place, MIEN_ERROR_LIMIT, "Nodes are nested more than 64 deep.");
    if (tree->node_count == MIENI_FBX_MAX_NODES)
        return fbx_tree_refuse(tree, place, MIEN_ERROR_LIMIT,
                               "The file has more than 16777216 nodes; split it.");
    MieniFbxNode *node = fbx_tree_take(tree, sizeof *node);
    char *own_name = fbx_tree_text(tree, name, size);
    if (node == NULL || own_name == NULL)
        return fbx_tree_no_memory(tree, place);
    *node = (MieniFbxNode){.name = own_name, .place = place};
    if (tree->open[tree->depth].last_child != NULL)
        tree->open[tree->depth].last_child->next = node;
    else
        tree->open[tree->depth].node->first_child = node;
    tree->open[tree->depth].last_child = node;
    tree->open[++tree->depth].node = node;
    tree->open[tree->depth].last_child = NULL;
    ++tree->node_count;
    return report(tree, place, at);
}

static void fbx_tree_close(MieniFbxTree *tree) { --tree->depth; }

/// Makes a value that stands for an array.
static MienStatus fbx_tree_store(MieniFbxTree *tree, MieniFbxValue *value, const MieniFbxStorage *storage,
                                 size_t count)
{
    MieniFbxStorage *own = fbx_tree_take(tree, sizeof *own);
    if (own == NULL)
        return fbx_tree_no_memory(tree, tree->open[tree->depth].node->place);
    *own = *storage;
    *value = (MieniFbxValue){.type = MIENI_FBX_ARRAY, .size = count, .storage = own};
    return MIEN_OK;
}

/// Whether files of a version are read.
static bool fbx_knows(int version) { return version >= OLDEST && version <= NEWEST; }

// Binary FBX. A node is a record: where it ends, how many values and how many bytes of
// them, its name, the values, then its children and a record of zeros after the last.
// From version 7500 on, the first three are of 64 bits. After the nodes comes a footer
// that says nothing of them.

enum {
    HEADER = 27, ///< Magic, two bytes of which the second is the order of bytes, version.
    ORDER = 22,
    VERSION = 23,
    FIRST_WIDE = 7500,
    OLD_HEADER = 3000,    ///< What headers say in files of version 5000 and a little above.
    MOST_INFLATED = 1032, ///< No byte of zlib becomes more.
};

static const char cut[] = "The file ends too early; perhaps it was cut short.";

/// A record without its name.
typedef struct Record {
    size_t begin, end; ///< Of the whole node.
    uint64_t value_count;
    size_t value_end, name_size;
} Record;

typedef struct BinaryReading {
    MieniFbxTree *tree;
    MieniFbxCursor cursor;
    size_t word; ///< 4, or 8 in wide files.
    size_t ends[MIENI_FBX_MAX_DEPTH + 1];
} BinaryReading;

static MienStatus refuse_byte(const BinaryReading *reading, size_t place, const char *sentence)
{
    return fbx_tree_refuse(reading->tree, place, MIEN_ERROR_CORRUPT, sentence);
}

static double real_of_bits(uint64_t bits)
{
    double real;
    memcpy(&real, &bits, sizeof real);
    return real;
}

static double real_of_float(uint32_t bits)
{
    float real;
    memcpy(&real, &bits, sizeof real);
    return (double)real;
}

static bool fail(MieniFbxCursor *cursor, const char *why)
{
    cursor->why = why;
    return false;
}

/// Bytes of a number of an array, or 0.
static size_t array_width(char type)
{
    return type == 'b' || type == 'c'   ? 1
           : type == 'i' || type == 'f' ? 4
           : type == 'l' || type == 'd' ? 8
                                        : 0;
}

/// What follows the letter of an array: its count, whether it is compressed, its bytes.
static bool take_array(MieniFbxCursor *cursor, char type, MieniFbxValue *value, MieniFbxStorage *out_array)
{
    if (cursor->end - cursor->at < 12)
        return fail(cursor, "The values of the node end within an array.");
    const uint8_t *at = cursor->data + cursor->at;
    const uint64_t count = mieni_fbx_load32(at, cursor->is_big_endian);
    const uint32_t encoding = mieni_fbx_load32(at + 4, cursor->is_big_endian);
    const uint64_t size = mieni_fbx_load32(at + 8, cursor->is_big_endian);
    const uint64_t whole = count * array_width(type);
    if (encoding > 1)
        return fail(cursor, "The array is compressed in a way that is not known.");
    if (size > cursor->end - cursor->at - 12)
        return fail(cursor, "The array is longer than the values of its node.");
    if (encoding == 0 ? size != whole : whole > size * MOST_INFLATED)
        return fail(cursor, "The array has another number of bytes than its numbers need.");
    *out_array = (MieniFbxStorage){
        .data = at + 12, .size = (size_t)size, .type = type, .is_compressed = encoding == 1};
    *value = (MieniFbxValue){.type = MIENI_FBX_ARRAY, .size = (size_t)count};
    cursor->at += 12 + (size_t)size;
    return true;
}

static bool take_text(MieniFbxCursor *cursor, char type, MieniFbxValue *value)
{
    const uint8_t *at = cursor->data + cursor->at;
    if (cursor->end - cursor->at < 4 ||
        mieni_fbx_load32(at, cursor->is_big_endian) > cursor->end - cursor->at - 4)
        return fail(cursor, "The text is longer than the values of its node.");
    const size_t size = mieni_fbx_load32(at, cursor->is_big_endian);
    *value = (MieniFbxValue){
        .type = type == 'S' ? MIENI_FBX_TEXT : MIENI_FBX_BYTES, .text = (const char *)at + 4, .size = size};
    cursor->at += 4 + size;
    return true;
}

static bool take_number(MieniFbxCursor *cursor, char type, MieniFbxValue *value)
{
    const bool is_big = cursor->is_big_endian, is_real = type == 'F' || type == 'D';
    const size_t width = type == 'Y'                  ? 2
                         : type == 'I' || type == 'F' ? 4
                         : type == 'L' || type == 'D' ? 8
                                                      : 1;
    if (cursor->end - cursor->at < width)
        return fail(cursor, "The values of the node end within a number.");
    const uint8_t *at = cursor->data + cursor->at;
    *value = (MieniFbxValue){.type = is_real ? MIENI_FBX_REAL : MIENI_FBX_INTEGER};
    if (is_real) {
        value->real = type == 'F' ? real_of_float(mieni_fbx_load32(at, is_big))
                                  : real_of_bits(mieni_fbx_load64(at, is_big));
        value->integer = mieni_fbx_truncate(value->real);
    } else {
        value->integer = width == 1   ? at[0]
                         : width == 2 ? (int16_t)(is_big ? at[0] << 8 | at[1] : at[1] << 8 | at[0])
                         : width == 4 ? (int64_t)(int32_t)mieni_fbx_load32(at, is_big)
                                      : (int64_t)mieni_fbx_load64(at, is_big);
        value->real = (double)value->integer;
    }
    cursor->at += width;
    return true;
}

/// The next value. Its text points into the file and is not closed by a zero; an array
/// fills *out_array.
static bool fbx_next_binary(MieniFbxCursor *cursor, MieniFbxValue *out_value, MieniFbxStorage *out_array)
{
    if (cursor->at >= cursor->end)
        return fail(cursor, "The node has fewer values than it says.");
    const char type = (char)cursor->data[cursor->at++];
    bool is_read = false;
    if (array_width(type) > 0)
        is_read = take_array(cursor, type, out_value, out_array);
    else if (type == 'S' || type == 'R')
        is_read = take_text(cursor, type, out_value);
    else if (type != '\0' && strchr("BCZYIFLD", type) != NULL)
        is_read = take_number(cursor, type, out_value);
    else {
        --cursor->at;
        return fail(cursor, "The value is of a type that is not known.");
    }
    return is_read;
}

/// The values of a node that has few.
static MienStatus read_binary_values(BinaryReading *reading, const Record *record)
{
    MieniFbxValue values[MIENI_FBX_MAX_VALUES];
    MieniFbxCursor *cursor = &reading->cursor;
    for (int i = 0; i < (int)record->value_count; ++i) {
        MieniFbxStorage array;
        const size_t place = cursor->at;
        if (!fbx_next_binary(cursor, &values[i], &array))
            return refuse_byte(reading, place, cursor->why);
        if (values[i].type != MIENI_FBX_ARRAY)
            continue;
        const MienStatus status = fbx_tree_store(reading->tree, &values[i], &array, values[i].size);
        if (status != MIEN_OK)
            return status;
    }
    return fbx_tree_keep(reading->tree, values, (int)record->value_count);
}

/// Many values.
static MienStatus read_list(BinaryReading *reading, const Record *record)
{
    MieniFbxCursor *cursor = &reading->cursor;
    MieniFbxValue value;
    MieniFbxStorage array, list = {.data = cursor->data + cursor->at, .size = cursor->end - cursor->at};
    for (uint64_t i = 0; i < record->value_count; ++i) {
        const size_t place = cursor->at;
        if (!fbx_next_binary(cursor, &value, &array))
            return refuse_byte(reading, place, cursor->why);
        if (value.type == MIENI_FBX_ARRAY)
            return refuse_byte(reading, place, "A node with this many values cannot contain arrays.");
    }
    return fbx_tree_list(reading->tree, &list, (size_t)record->value_count);
}

static size_t load_word(const BinaryReading *reading, const uint8_t *bytes)
{
    const uint64_t word = reading->word == 4 ? mieni_fbx_load32(bytes, reading->cursor.is_big_endian)
                                             : mieni_fbx_load64(bytes, reading->cursor.is_big_endian);
    return word < SIZE_MAX ? (size_t)word : SIZE_MAX;
}

/// The record at the cursor; its end is 0 if it is the one of zeros.
static MienStatus read_record(BinaryReading *reading, size_t parent_end, Record *out_record)
{
    MieniFbxCursor *cursor = &reading->cursor;
    const size_t begin = cursor->at, word = reading->word, size = 3 * word + 1;
    if (parent_end - begin < size)
        return refuse_byte(reading, begin, reading->tree->depth == 0 ? cut : "The node ends within a child.");
    const uint8_t *at = cursor->data + begin;
    *out_record = (Record){.begin = begin,
                           .end = load_word(reading, at),
                           .value_count = load_word(reading, at + word),
                           .name_size = at[3 * word]};
    const size_t value_size = load_word(reading, at + 2 * word);
    cursor->at += size;
    if (out_record->end == 0 && out_record->value_count == 0 && value_size == 0 && out_record->name_size == 0)
        return MIEN_OK;
    if (out_record->end > reading->tree->size)
        return refuse_byte(reading, begin, cut);
    if (out_record->end > parent_end || out_record->end < cursor->at)
        return refuse_byte(reading, begin, "The node ends outside of the one that it is in.");
    const size_t left = out_record->end - cursor->at;
    if (out_record->name_size > left || value_size > left - out_record->name_size)
        return refuse_byte(reading, begin, "The node ends within its name or its values.");
    out_record->value_end = cursor->at + out_record->name_size + value_size;
    return MIEN_OK;
}

static MienStatus open_node(BinaryReading *reading, const Record *record)
{
    MieniFbxCursor *cursor = &reading->cursor;
    MienStatus status = fbx_tree_open(reading->tree, cursor->data + cursor->at, record->name_size,
                                      record->begin, record->begin);
    if (status != MIEN_OK)
        return status;
    reading->ends[reading->tree->depth] = record->end;
    cursor->at += record->name_size;
    cursor->end = record->value_end;
    if (record->value_count > 0)
        status =
            (record->value_count > MIENI_FBX_MAX_VALUES ? read_list : read_binary_values)(reading, record);
    if (status == MIEN_OK && cursor->at != record->value_end)
        status = refuse_byte(reading, cursor->at, "The node has more values than it says.");
    return status;
}

static MienStatus read_binary_nodes(BinaryReading *reading)
{
    MieniFbxTree *tree = reading->tree;
    for (;;) {
        const size_t end = reading->ends[tree->depth];
        if (tree->depth > 0 && reading->cursor.at == end) {
            fbx_tree_close(tree);
            continue;
        }
        Record record;
        MienStatus status = read_record(reading, end, &record);
        if (status != MIEN_OK)
            return status;
        if (record.end != 0) {
            status = open_node(reading, &record);
            if (status != MIEN_OK)
                return status;
        } else if (tree->depth == 0) {
            return MIEN_OK;
        } else if (reading->cursor.at != end) {
            return refuse_byte(reading, reading->cursor.at, "The children of the node end before it does.");
        }
    }
}

/// Headers of the oldest files say 3000; what they are stands in a node.
static int inner_version(const MieniFbxFile *file)
{
    const MieniFbxNode *head = mieni_fbx_child(&file->root, "FBXHeaderExtension");
    const int64_t version = mieni_fbx_integer(mieni_fbx_child(head, "FBXVersion"), 0, 0);
    return version > 0 && version < 10000 ? (int)version : 0;
}

/// Reads the nodes of a file.
static MienStatus fbx_parse_binary(MieniFbxTree *tree)
{
    MieniFbxFile *file = tree->file;
    BinaryReading reading = {
        .tree = tree, .cursor = {.data = tree->data, .at = HEADER}, .ends = {tree->size}};
    if (tree->size < HEADER)
        return refuse_byte(&reading, tree->size, cut);
    if (tree->data[ORDER] > 1)
        return refuse_byte(&reading, ORDER, "The order of bytes is neither of the two that there are.");
    file->is_big_endian = reading.cursor.is_big_endian = tree->data[ORDER] == 1;
    const uint32_t version = mieni_fbx_load32(tree->data + VERSION, file->is_big_endian);
    const bool is_old = version >= OLD_HEADER && version < 5000;
    if (!is_old && (version > 9999 || !fbx_knows((int)version)))
        return fbx_tree_refuse(tree, VERSION, MIEN_ERROR_VERSION, MIENI_FBX_UNKNOWN_VERSION);
    reading.word = version >= FIRST_WIDE ? 8 : 4;
    file->version = (int)version;
    const MienStatus status = read_binary_nodes(&reading);
    if (status != MIEN_OK || !is_old)
        return status;
    file->version = inner_version(file);
    return fbx_knows(file->version)
               ? MIEN_OK
               : fbx_tree_refuse(tree, VERSION, MIEN_ERROR_VERSION, MIENI_FBX_UNKNOWN_VERSION);
}

// Words of FBX as text.

static const uint64_t infinite = UINT64_C(0x7FF0000000000000), no_number = UINT64_C(0x7FF8000000000000);

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/// Whether a word begins with another, which has small letters, in any case.
static bool begins(const char *word, size_t size, const char *with)
{
    for (size_t i = 0; with[i] != '\0'; ++i)
        if (i >= size || lower(word[i]) != with[i])
            return false;
    return true;
}

static bool are_digits(const char *word, size_t size)
{
    for (size_t i = 0; i < size; ++i)
        if (!is_digit(word[i]))
            return false;
    return true;
}

/// Names of what is infinite or no number, after a sign: "inf", "infinity", "nan",
/// "nan(ind)".
static bool read_named(const char *word, size_t size, uint64_t *out_bits)
{
    if (begins(word, size, "inf") && (size == 3 || (size == 8 && begins(word, size, "infinity")))) {
        *out_bits = infinite;
        return true;
    }
    *out_bits = no_number;
    return begins(word, size, "nan") &&
           (size == 3 || (size > 4 && word[3] == '(' && memchr(word, ')', size) == word + size - 1));
}

/// The same as Windows writes it: "1.#INF", "1.#IND00".
static bool read_numbered(const char *word, size_t size, uint64_t *out_bits)
{
    static const char *const names[] = {"inf", "ind", "nan", "qnan", "snan"};
    const char *mark = size > 0 ? memchr(word, '#', size) : NULL;
    if (mark == NULL || mark - word < 2 || mark[-1] != '.' || !are_digits(word, (size_t)(mark - word) - 1))
        return false;
    const char *name = mark + 1;
    const size_t left = size - (size_t)(name - word);
    for (int i = 0; i < 5; ++i) {
        const size_t length = strlen(names[i]);
        if (begins(name, left, names[i]) && are_digits(name + length, left - length)) {
            *out_bits = i == 0 ? infinite : no_number;
            return true;
        }
    }
    return false;
}

/// Whole numbers of up to 18 digits, which are nearly all.
static bool read_short(const char *word, size_t size, MieniFbxValue *value)
{
    const bool is_signed = word[0] == '-' || word[0] == '+';
    const char *digits = word + is_signed;
    const size_t count = size - is_signed;
    int64_t whole = 0;
    if (count == 0 || count > 18)
        return false;
    for (size_t i = 0; i < count; ++i) {
        if (!is_digit(digits[i]))
            return false;
        whole = 10 * whole + (digits[i] - '0');
    }
    *value = (MieniFbxValue){.type = MIENI_FBX_INTEGER, .integer = word[0] == '-' ? -whole : whole};
    value->real = (double)value->integer;
    return true;
}

/// Those of 19 that fit.
static bool read_long(const char *word, size_t size, MieniFbxValue *value)
{
    const bool is_signed = word[0] == '-' || word[0] == '+', is_negative = word[0] == '-';
    uint64_t whole = 0;
    if (size - is_signed != 19 || !are_digits(word + is_signed, 19))
        return false;
    for (size_t i = is_signed; i < size; ++i)
        whole = 10 * whole + (uint64_t)(word[i] - '0'); // below 10^19, which fits
    if (whole > (uint64_t)INT64_MAX + is_negative)
        return false;
    const int64_t integer = !is_negative ? (int64_t)whole : whole > INT64_MAX ? INT64_MIN : -(int64_t)whole;
    *value = (MieniFbxValue){.type = MIENI_FBX_INTEGER, .integer = integer, .real = (double)integer};
    return true;
}

static void set_real(MieniFbxValue *value, double real)
{
    *value = (MieniFbxValue){.type = MIENI_FBX_REAL, .integer = mieni_fbx_truncate(real), .real = real};
}

/// What a word means: an integer, a real (also "inf", "nan(ind)" and "-1.#IND" as C
/// libraries print them), a letter, or a text. False if it begins like a number and is
/// none.
static bool fbx_word(const char *word, size_t size, MieniFbxValue *out_value)
{
    if (size == 0)
        return false;
    if (read_short(word, size, out_value) || read_long(word, size, out_value))
        return true;
    double real;
    if (mieni_number_read(word, size, &real)) {
        set_real(out_value, real);
        return true;
    }
    const bool is_signed = word[0] == '-' || word[0] == '+';
    uint64_t bits;
    if (read_named(word + is_signed, size - is_signed, &bits) ||
        read_numbered(word + is_signed, size - is_signed, &bits)) {
        memcpy(&real, &bits, sizeof real);
        set_real(out_value, word[0] == '-' ? -real : real);
        return true;
    }
    if (is_signed || is_digit(word[0]) || word[0] == '.')
        return false;
    *out_value = (MieniFbxValue){.type = MIENI_FBX_TEXT, .text = word, .size = size};
    if (size == 1) {
        out_value->type = MIENI_FBX_INTEGER;
        out_value->integer = (unsigned char)word[0];
        out_value->real = (double)out_value->integer;
    }
    return true;
}

// FBX as text: "Name: value, value {", children, "}", and comments behind semicolons.
// Arrays of version 7 are "*8 { a: 1,2,… }", those before are many values. Both are only
// counted here; their numbers are read when somebody asks for them.

typedef struct TextReading {
    MieniFbxTree *tree;
    MieniFbxCursor cursor;
} TextReading;

static MienStatus refuse_line(const TextReading *reading, size_t line, const char *sentence)
{
    return fbx_tree_refuse(reading->tree, line, MIEN_ERROR_CORRUPT, sentence);
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

/// The same of a text file. The text has escapes still.
static bool fbx_next_text(MieniFbxCursor *cursor, MieniFbxValue *out_value)
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
    return fbx_word(word, size, out_value) ||
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
    if (!fbx_word(digits, size, &count) || count.type != MIENI_FBX_INTEGER || count.text != NULL ||
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

static MienStatus read_array(TextReading *reading)
{
    MieniFbxCursor *cursor = &reading->cursor;
    uint64_t said;
    ++cursor->at; // the asterisk
    if (!take_array_head(cursor, &said))
        return refuse_line(reading, cursor->line,
                           "An array begins with its count and a brace: *3 { a: 1,2,3 }.");
    MieniFbxStorage array = {.data = cursor->data + cursor->at, .line = cursor->line};
    size_t count;
    if (!count_numbers(cursor, &count))
        return refuse_line(reading, cursor->line,
                           "The array has no closing brace; perhaps the file was cut short.");
    array.size = (size_t)(cursor->data + cursor->at - array.data);
    ++cursor->at; // the brace
    if (said != count)
        return refuse_line(reading, cursor->line, "The array has another number of values than it says.");
    MieniFbxValue value;
    const MienStatus status = fbx_tree_store(reading->tree, &value, &array, count);
    return status == MIEN_OK ? fbx_tree_keep(reading->tree, &value, 1) : status;
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
static MienStatus read_text_values(TextReading *reading)
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
        if (!fbx_next_text(cursor, &value))
            return refuse_line(reading, line, cursor->why);
        if (count < MIENI_FBX_MAX_VALUES)
            values[count] = value;
        list.size = (size_t)(cursor->data + cursor->at - list.data);
    }
    if (count <= MIENI_FBX_MAX_VALUES)
        return count > 0 ? fbx_tree_keep(reading->tree, values, (int)count) : MIEN_OK;
    return fbx_tree_list(reading->tree, &list, count);
}

static MienStatus read_node(TextReading *reading)
{
    MieniFbxCursor *cursor = &reading->cursor;
    const size_t begin = cursor->at, size = take_word(cursor);
    if (size == 0 || peek(cursor) != ':')
        return refuse_line(reading, cursor->line,
                           reading->tree->node_count == 0
                               ? "This is no FBX file: text begins with a comment or a name and a colon."
                               : "A name and a colon belong here.");
    MienStatus status = fbx_tree_open(reading->tree, cursor->data + begin, size, cursor->line, begin);
    if (status != MIEN_OK)
        return status;
    ++cursor->at;
    status = read_text_values(reading);
    if (status != MIEN_OK)
        return status;
    skip_blanks(cursor);
    if (peek(cursor) == '{')
        ++cursor->at;
    else
        fbx_tree_close(reading->tree);
    return MIEN_OK;
}

static MienStatus read_text_nodes(TextReading *reading)
{
    MieniFbxTree *tree = reading->tree;
    MieniFbxCursor *cursor = &reading->cursor;
    for (;;) {
        skip_blanks(cursor);
        if (cursor->at == cursor->end)
            return tree->depth == 0 ? MIEN_OK
                                    : refuse_line(reading, cursor->line,
                                                  "The file ends within a node; perhaps it was cut short.");
        if (peek(cursor) == '}' && tree->depth > 0) {
            fbx_tree_close(tree);
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

static MienStatus fbx_parse_text(MieniFbxTree *tree)
{
    TextReading reading = {tree, {.data = tree->data, .end = tree->size, .line = 1}};
    MieniFbxCursor *cursor = &reading.cursor;
    if (tree->size >= 3 && memcmp(tree->data, "\xEF\xBB\xBF", 3) == 0)
        cursor->at = 3;
    const int version = comment_version(cursor);
    const MienStatus status = read_text_nodes(&reading);
    if (status != MIEN_OK)
        return status;
    const MieniFbxNode *head = mieni_fbx_child(&tree->file->root, "FBXHeaderExtension");
    const int64_t said = mieni_fbx_integer(mieni_fbx_child(head, "FBXVersion"), 0, 0);
    if (version == 0 && said == 0)
        return refuse_line(&reading, 1, "This is no FBX file: nothing tells the version.");
    tree->file->version = version != 0 ? version : said > 0 && said < 10000 ? (int)said : 0;
    return fbx_knows(tree->file->version)
               ? MIEN_OK
               : fbx_tree_refuse(tree, 1, MIEN_ERROR_VERSION, MIENI_FBX_UNKNOWN_VERSION);
}

/// A value with a text of its own.
static MienStatus keep_value(MieniFbxTree *tree, const MieniFbxValue *value, MieniFbxValue *own)
{
    *own = *value;
    if (own->text == NULL || own->type == MIENI_FBX_BYTES)
        return MIEN_OK;
    char *text = fbx_tree_text(tree, value->text, value->size);
    if (text == NULL)
        return fbx_tree_no_memory(tree, tree->open[tree->depth].node->place);
    if (!tree->file->is_binary && own->type == MIENI_FBX_TEXT) {
        own->size = mieni_fbx_unescape(text, own->size);
        text[own->size] = '\0';
    }
    own->text = text;
    return MIEN_OK;
}

/// Room for values of the open node.
static MieniFbxValue *take_values(MieniFbxTree *tree, size_t count)
{
    MieniFbxNode *node = tree->open[tree->depth].node;
    MieniFbxValue *values = fbx_tree_take(tree, count * sizeof *values);
    node->values = values;
    node->value_count = values != NULL ? (int)count : 0;
    return values;
}

/// Gives the open node its values, whose texts are copied.
static MienStatus fbx_tree_keep(MieniFbxTree *tree, const MieniFbxValue *values, int count)
{
    MieniFbxValue *own = take_values(tree, (size_t)count);
    MienStatus status = own != NULL ? MIEN_OK : fbx_tree_no_memory(tree, tree->open[tree->depth].node->place);
    for (int i = 0; status == MIEN_OK && i < count; ++i)
        status = keep_value(tree, &values[i], &own[i]);
    return status;
}

/// Gives the open node values that were found to be many: all if the first is a text, as
/// names of children are, otherwise one that stands for them.
static MienStatus fbx_tree_list(MieniFbxTree *tree, const MieniFbxStorage *list, size_t count)
{
    const size_t place = tree->open[tree->depth].node->place;
    MieniFbxCursor cursor = mieni_fbx_list_cursor(tree->file, list);
    MieniFbxValue value;
    mieni_fbx_list_next(tree->file, &cursor, &value); // as all that follow, it was seen before
    if (value.type != MIENI_FBX_TEXT) {
        const MienStatus status = fbx_tree_store(tree, &value, list, count);
        return status == MIEN_OK ? fbx_tree_keep(tree, &value, 1) : status;
    }
    if (count > MIENI_FBX_MAX_NODES)
        return fbx_tree_refuse(tree, place, MIEN_ERROR_LIMIT, "The node has more than 16777216 values.");
    MieniFbxValue *own = take_values(tree, count);
    MienStatus status = own != NULL ? MIEN_OK : fbx_tree_no_memory(tree, place);
    for (size_t i = 0; status == MIEN_OK && i < count; ++i) {
        status = keep_value(tree, &value, &own[i]);
        if (i + 1 < count)
            mieni_fbx_list_next(tree->file, &cursor, &value);
    }
    return status;
}

MieniFbxCursor mieni_fbx_list_cursor(const MieniFbxFile *file, const MieniFbxStorage *list)
{
    const size_t at = (size_t)(list->data - (const uint8_t *)file->data);
    return (MieniFbxCursor){.data = file->data,
                            .at = at,
                            .end = at + list->size,
                            .line = list->line,
                            .is_big_endian = file->is_big_endian};
}

bool mieni_fbx_list_next(const MieniFbxFile *file, MieniFbxCursor *cursor, MieniFbxValue *out_value)
{
    MieniFbxStorage none;
    return file->is_binary ? fbx_next_binary(cursor, out_value, &none) : fbx_next_text(cursor, out_value);
}

int64_t mieni_fbx_truncate(double real)
{
    if (!(real > -0x1p63))
        return real == real ? INT64_MIN : 0;
    return real < 0x1p63 ? (int64_t)real : INT64_MAX;
}

uint32_t mieni_fbx_load32(const uint8_t *b, bool is_big_endian)
{
    return is_big_endian ? (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3]
                         : (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0];
}

uint64_t mieni_fbx_load64(const uint8_t *b, bool is_big_endian)
{
    const uint64_t first = mieni_fbx_load32(b, is_big_endian),
                   second = mieni_fbx_load32(b + 4, is_big_endian);
    return is_big_endian ? first << 32 | second : second << 32 | first;
}

MienStatus mieni_fbx_parse(const void *data, size_t size, MieniArena *arena, const MienIoFbxOptions *options,
                           MieniFbxFile *out_file, MienError *error)
{
    static const MienIoFbxOptions defaults = {0};
    static const char magic[] = "Kaydara FBX Binary  "; // and its closing zero
    data = data != NULL ? data : "";                    // then size is 0
    *out_file = (MieniFbxFile){.arena = arena, .data = data, .root = {.name = ""}};
    MieniFbxTree tree = {.file = out_file,
                         .options = options != NULL ? options : &defaults,
                         .error = error,
                         .data = data,
                         .size = size};
    tree.open[0].node = &out_file->root;
    out_file->is_binary = size >= sizeof magic && memcmp(data, magic, sizeof magic) == 0;
    const MienStatus status = (out_file->is_binary ? fbx_parse_binary : fbx_parse_text)(&tree);
    if (status != MIEN_OK)
        out_file->root = (MieniFbxNode){.name = ""};
    return status;
}

static const MieniFbxNode *find(const MieniFbxNode *node, const char *name)
{
    while (node != NULL && strcmp(node->name, name) != 0)
        node = node->next;
    return node;
}

const MieniFbxNode *mieni_fbx_child(const MieniFbxNode *node, const char *name)
{
    return node != NULL ? find(node->first_child, name) : NULL;
}

const MieniFbxNode *mieni_fbx_next(const MieniFbxNode *node, const char *name)
{
    return node != NULL ? find(node->next, name) : NULL;
}

static const MieniFbxValue *value_of(const MieniFbxNode *node, int value)
{
    return node != NULL && value >= 0 && value < node->value_count ? &node->values[value] : NULL;
}

int64_t mieni_fbx_integer(const MieniFbxNode *node, int value, int64_t fallback)
{
    const MieniFbxValue *found = value_of(node, value);
    return found != NULL && found->type <= MIENI_FBX_REAL ? found->integer : fallback;
}

double mieni_fbx_real(const MieniFbxNode *node, int value, double fallback)
{
    const MieniFbxValue *found = value_of(node, value);
    return found != NULL && found->type <= MIENI_FBX_REAL ? found->real : fallback;
}

const char *mieni_fbx_text(const MieniFbxNode *node, int value, const char *fallback)
{
    const MieniFbxValue *found = value_of(node, value);
    return found != NULL && found->type == MIENI_FBX_TEXT ? found->text : fallback;
}

MienStatus mieni_fbx_fail(const MieniFbxFile *file, const MieniFbxNode *node, MienStatus status,
                          const char *sentence, MienError *error)
{
    char name[33] = "";
    node = node != NULL ? node : &file->root;
    for (int i = 0; i < 32 && node->name[i] != '\0'; ++i)
        name[i] = node->name[i] > 0x20 && node->name[i] < 0x7F ? node->name[i] : '?';
    if (!file->is_binary)
        return mieni_fail(error, status, mieni_in_line(node->place > 0 ? (int)node->place : 1, "%s", name),
                          "%s", sentence);
    MieniLocation at =
        name[0] != '\0' ? mieni_at("byte %zu, %s", node->place, name) : mieni_at_byte(node->place);
    at.offset = node->place;
    return mieni_fail(error, status, at, "%s", sentence);
}
