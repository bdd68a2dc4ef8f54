// SPDX-License-Identifier: MIT
//
// Binary FBX. A node is a record: where it ends, how many values and how many bytes of
// them, its name, the values, then its children and a record of zeros after the last.
// From version 7500 on, the first three are of 64 bits. After the nodes comes a footer
// that says nothing of them.

#include "core/float_rules.h"

#include "io/fbx/file.h"

#include <string.h>

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

typedef struct Reading {
    MieniFbxTree *tree;
    MieniFbxCursor cursor;
    size_t word; ///< 4, or 8 in wide files.
    size_t ends[MIENI_FBX_MAX_DEPTH + 1];
} Reading;

static MienStatus refuse(const Reading *reading, size_t place, const char *sentence)
{
    return mieni_fbx_tree_refuse(reading->tree, place, MIEN_ERROR_CORRUPT, sentence);
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

bool mieni_fbx_next_binary(MieniFbxCursor *cursor, MieniFbxValue *out_value, MieniFbxStorage *out_array)
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
static MienStatus read_values(Reading *reading, const Record *record)
{
    MieniFbxValue values[MIENI_FBX_MAX_VALUES];
    MieniFbxCursor *cursor = &reading->cursor;
    for (int i = 0; i < (int)record->value_count; ++i) {
        MieniFbxStorage array;
        const size_t place = cursor->at;
        if (!mieni_fbx_next_binary(cursor, &values[i], &array))
            return refuse(reading, place, cursor->why);
        if (values[i].type != MIENI_FBX_ARRAY)
            continue;
        const MienStatus status = mieni_fbx_tree_store(reading->tree, &values[i], &array, values[i].size);
        if (status != MIEN_OK)
            return status;
    }
    return mieni_fbx_tree_keep(reading->tree, values, (int)record->value_count);
}

/// Many values.
static MienStatus read_list(Reading *reading, const Record *record)
{
    MieniFbxCursor *cursor = &reading->cursor;
    MieniFbxValue value;
    MieniFbxStorage array, list = {.data = cursor->data + cursor->at, .size = cursor->end - cursor->at};
    for (uint64_t i = 0; i < record->value_count; ++i) {
        const size_t place = cursor->at;
        if (!mieni_fbx_next_binary(cursor, &value, &array))
            return refuse(reading, place, cursor->why);
        if (value.type == MIENI_FBX_ARRAY)
            return refuse(reading, place, "A node with so many values has no arrays among them.");
    }
    return mieni_fbx_tree_list(reading->tree, &list, (size_t)record->value_count);
}

static size_t load_word(const Reading *reading, const uint8_t *bytes)
{
    const uint64_t word = reading->word == 4 ? mieni_fbx_load32(bytes, reading->cursor.is_big_endian)
                                             : mieni_fbx_load64(bytes, reading->cursor.is_big_endian);
    return word < SIZE_MAX ? (size_t)word : SIZE_MAX;
}

/// The record at the cursor; its end is 0 if it is the one of zeros.
static MienStatus read_record(Reading *reading, size_t parent_end, Record *out_record)
{
    MieniFbxCursor *cursor = &reading->cursor;
    const size_t begin = cursor->at, word = reading->word, size = 3 * word + 1;
    if (parent_end - begin < size)
        return refuse(reading, begin, reading->tree->depth == 0 ? cut : "The node ends within a child.");
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
        return refuse(reading, begin, cut);
    if (out_record->end > parent_end || out_record->end < cursor->at)
        return refuse(reading, begin, "The node ends outside of the one that it is in.");
    const size_t left = out_record->end - cursor->at;
    if (out_record->name_size > left || value_size > left - out_record->name_size)
        return refuse(reading, begin, "The node ends within its name or its values.");
    out_record->value_end = cursor->at + out_record->name_size + value_size;
    return MIEN_OK;
}

static MienStatus open_node(Reading *reading, const Record *record)
{
    MieniFbxCursor *cursor = &reading->cursor;
    MienStatus status = mieni_fbx_tree_open(reading->tree, cursor->data + cursor->at, record->name_size,
                                            record->begin, record->begin);
    if (status != MIEN_OK)
        return status;
    reading->ends[reading->tree->depth] = record->end;
    cursor->at += record->name_size;
    cursor->end = record->value_end;
    if (record->value_count > 0)
        status = (record->value_count > MIENI_FBX_MAX_VALUES ? read_list : read_values)(reading, record);
    if (status == MIEN_OK && cursor->at != record->value_end)
        status = refuse(reading, cursor->at, "The node has more values than it says.");
    return status;
}

static MienStatus read_nodes(Reading *reading)
{
    MieniFbxTree *tree = reading->tree;
    for (;;) {
        const size_t end = reading->ends[tree->depth];
        if (tree->depth > 0 && reading->cursor.at == end) {
            mieni_fbx_tree_close(tree);
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
            return refuse(reading, reading->cursor.at, "The children of the node end before it does.");
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

MienStatus mieni_fbx_parse_binary(MieniFbxTree *tree)
{
    MieniFbxFile *file = tree->file;
    Reading reading = {.tree = tree, .cursor = {.data = tree->data, .at = HEADER}, .ends = {tree->size}};
    if (tree->size < HEADER)
        return refuse(&reading, tree->size, cut);
    if (tree->data[ORDER] > 1)
        return refuse(&reading, ORDER, "The order of bytes is neither of the two that there are.");
    file->is_big_endian = reading.cursor.is_big_endian = tree->data[ORDER] == 1;
    const uint32_t version = mieni_fbx_load32(tree->data + VERSION, file->is_big_endian);
    const bool is_old = version >= OLD_HEADER && version < 5000;
    if (!is_old && (version > 9999 || !mieni_fbx_knows((int)version)))
        return mieni_fbx_tree_refuse(tree, VERSION, MIEN_ERROR_VERSION, MIENI_FBX_UNKNOWN_VERSION);
    reading.word = version >= FIRST_WIDE ? 8 : 4;
    file->version = (int)version;
    const MienStatus status = read_nodes(&reading);
    if (status != MIEN_OK || !is_old)
        return status;
    file->version = inner_version(file);
    return mieni_fbx_knows(file->version)
               ? MIEN_OK
               : mieni_fbx_tree_refuse(tree, VERSION, MIEN_ERROR_VERSION, MIENI_FBX_UNKNOWN_VERSION);
}
