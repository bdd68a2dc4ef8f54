// SPDX-License-Identifier: MIT
//
// Numbers of nodes. Arrays of binary files are converted in pieces, those that are
// compressed as they are inflated, so that beside the result nothing grows with the file.

#include "core/float_rules.h"

#include "io/fbx/file.h"

#include "core/internal.h"
#include "io/inflate.h"

#include <string.h>

enum { PIECE = 1 << 15 }; ///< Bytes that are inflated at once.

/// Where numbers go: one of two is there.
typedef struct Sink {
    double *reals;
    int64_t *integers;
    size_t count;
} Sink;

typedef struct Reading {
    const MieniFbxFile *file;
    const MieniFbxNode *node;
    MieniArena *arena;
    MienError *error;
    Sink sink;
} Reading;

static MienStatus fail(const Reading *reading, MienStatus status, const char *sentence)
{
    return mieni_fbx_fail(reading->file, reading->node, status, sentence, reading->error);
}

static MienStatus no_memory(const Reading *reading)
{
    return fail(reading, MIEN_ERROR_MEMORY, "Out of memory.");
}

static void put_real(Sink *sink, double real)
{
    if (sink->reals != NULL)
        sink->reals[sink->count++] = real;
    else
        sink->integers[sink->count++] = mieni_fbx_truncate(real);
}

static void put_integer(Sink *sink, int64_t integer)
{
    if (sink->reals != NULL)
        sink->reals[sink->count++] = (double)integer;
    else
        sink->integers[sink->count++] = integer;
}

/// Whole numbers of an array. The order of bytes is a constant in each loop, so that
/// loads become single instructions.
static void convert(Sink *sink, char type, const uint8_t *bytes, size_t count, bool is_big_endian)
{
    for (size_t i = 0; i < count; ++i) {
        if (type == 'd' || type == 'l') {
            const uint64_t bits = mieni_fbx_load64(bytes + 8 * i, is_big_endian);
            double real;
            memcpy(&real, &bits, sizeof real);
            if (type == 'd')
                put_real(sink, real);
            else
                put_integer(sink, (int64_t)bits);
        } else if (type == 'f' || type == 'i') {
            const uint32_t bits = mieni_fbx_load32(bytes + 4 * i, is_big_endian);
            float real;
            memcpy(&real, &bits, sizeof real);
            if (type == 'f')
                put_real(sink, (double)real);
            else
                put_integer(sink, (int32_t)bits);
        } else {
            put_integer(sink, bytes[i]);
        }
    }
}

#if defined(MIEN_ZLIB)
static size_t width_of(char type)
{
    return type == 'i' || type == 'f' ? 4 : type == 'l' || type == 'd' ? 8 : 1;
}
#endif

static MienStatus inflate_array(Reading *reading, const MieniFbxStorage *array, size_t count)
{
#if defined(MIEN_ZLIB)
    const MienAllocator *allocator = reading->arena->allocator;
    const size_t width = width_of(array->type);
    uint8_t *piece = mieni_allocate(allocator, PIECE, 64);
    MieniInflate *inflate = piece != NULL ? mieni_inflate_begin(array->data, array->size, allocator) : NULL;
    MienStatus status = inflate != NULL ? MIEN_OK : MIEN_ERROR_MEMORY;
    while (status == MIEN_OK && count > 0) {
        const size_t part = count < PIECE / width ? count : PIECE / width;
        status = mieni_inflate_read(inflate, piece, part * width);
        if (status == MIEN_OK)
            convert(&reading->sink, array->type, piece, part, reading->file->is_big_endian);
        count -= part;
    }
    if (status == MIEN_OK)
        status = mieni_inflate_finish(inflate);
    mieni_inflate_end(inflate);
    mieni_free(allocator, piece, piece != NULL ? PIECE : 0, 64);
    if (status == MIEN_ERROR_MEMORY)
        return no_memory(reading);
    return status == MIEN_OK ? MIEN_OK
                             : fail(reading, status, "The compressed array is damaged; save the file again.");
#else
    (void)array;
    (void)count;
    return fail(
        reading, MIEN_ERROR_VERSION,
        "This build of Mien reads no compressed arrays; save the file without compression or as text.");
#endif
}

static MienStatus read_array(Reading *reading, const MieniFbxStorage *array, size_t count)
{
    if (array->is_compressed)
        return inflate_array(reading, array, count);
    convert(&reading->sink, array->type, array->data, count, reading->file->is_big_endian);
    return MIEN_OK;
}

static MienStatus fail_at(const Reading *reading, const MieniFbxCursor *cursor, const char *sentence)
{
    MieniFbxNode there = *reading->node;
    there.place = reading->file->is_binary ? cursor->at : cursor->line;
    return mieni_fbx_fail(reading->file, &there, MIEN_ERROR_CORRUPT, sentence, reading->error);
}

static MienStatus put_value(Reading *reading, const MieniFbxValue *value)
{
    if (value->type == MIENI_FBX_INTEGER)
        put_integer(&reading->sink, value->integer);
    else if (value->type == MIENI_FBX_REAL)
        put_real(&reading->sink, value->real);
    else
        return MIEN_ERROR_CORRUPT;
    return MIEN_OK;
}

static MienStatus read_list(Reading *reading, const MieniFbxStorage *list, size_t count)
{
    MieniFbxCursor cursor = mieni_fbx_list_cursor(reading->file, list);
    for (size_t i = 0; i < count; ++i) {
        MieniFbxValue value;
        if (!mieni_fbx_list_next(reading->file, &cursor, &value))
            return fail_at(reading, &cursor, cursor.why);
        if (put_value(reading, &value) != MIEN_OK)
            return fail_at(reading, &cursor, "There is a text where only numbers belong.");
    }
    return MIEN_OK;
}

static MienStatus read_numbers(Reading *reading)
{
    const MieniFbxNode *node = reading->node;
    if (node->values[0].type == MIENI_FBX_ARRAY) {
        const MieniFbxStorage *storage = node->values[0].storage;
        return (storage->type != '\0' ? read_array : read_list)(reading, storage, node->values[0].size);
    }
    for (int i = 0; i < node->value_count; ++i)
        if (put_value(reading, &node->values[i]) != MIEN_OK)
            return fail(reading, MIEN_ERROR_CORRUPT, "There is a text where only numbers belong.");
    return MIEN_OK;
}

static size_t number_count(const MieniFbxNode *node)
{
    if (node == NULL || node->value_count == 0)
        return 0;
    return node->values[0].type == MIENI_FBX_ARRAY ? node->values[0].size : (size_t)node->value_count;
}

MienStatus mieni_fbx_reals(const MieniFbxFile *file, const MieniFbxNode *node, MieniArena *arena,
                           double **out_values, size_t *out_count, MienError *error)
{
    Reading reading = {file, node, arena, error, {0}};
    *out_values = NULL;
    *out_count = 0;
    const size_t count = number_count(node);
    if (count == 0)
        return MIEN_OK;
    reading.sink.reals = mieni_arena_take(arena, count, sizeof *reading.sink.reals);
    if (reading.sink.reals == NULL)
        return no_memory(&reading);
    const MienStatus status = read_numbers(&reading);
    if (status != MIEN_OK)
        return status;
    *out_values = reading.sink.reals;
    *out_count = count;
    return MIEN_OK;
}

MienStatus mieni_fbx_integers(const MieniFbxFile *file, const MieniFbxNode *node, MieniArena *arena,
                              int64_t **out_values, size_t *out_count, MienError *error)
{
    Reading reading = {file, node, arena, error, {0}};
    *out_values = NULL;
    *out_count = 0;
    const size_t count = number_count(node);
    if (count == 0)
        return MIEN_OK;
    reading.sink.integers = mieni_arena_take(arena, count, sizeof *reading.sink.integers);
    if (reading.sink.integers == NULL)
        return no_memory(&reading);
    const MienStatus status = read_numbers(&reading);
    if (status != MIEN_OK)
        return status;
    *out_values = reading.sink.integers;
    *out_count = count;
    return MIEN_OK;
}

/// Values of a list, their texts copied.
static MienStatus expand(Reading *reading, const MieniFbxStorage *list, MieniFbxValue *values, size_t count)
{
    MieniFbxCursor cursor = mieni_fbx_list_cursor(reading->file, list);
    for (size_t i = 0; i < count; ++i) {
        MieniFbxValue *value = &values[i];
        if (!mieni_fbx_list_next(reading->file, &cursor, value))
            return fail_at(reading, &cursor, cursor.why);
        if (value->type == MIENI_FBX_INTEGER)
            value->text = NULL; // of a letter, which would take far more memory than it says
        if (value->text == NULL || value->type == MIENI_FBX_BYTES)
            continue;
        char *text = mieni_arena_text(reading->arena, value->text, value->size);
        if (text == NULL)
            return no_memory(reading);
        if (!reading->file->is_binary && value->type == MIENI_FBX_TEXT) {
            value->size = mieni_fbx_unescape(text, value->size);
            text[value->size] = '\0';
        }
        value->text = text;
    }
    return MIEN_OK;
}

MienStatus mieni_fbx_values(const MieniFbxFile *file, const MieniFbxNode *node, MieniArena *arena,
                            const MieniFbxValue **out_values, size_t *out_count, MienError *error)
{
    Reading reading = {file, node, arena, error, {0}};
    *out_values = NULL;
    *out_count = 0;
    if (node == NULL)
        return MIEN_OK;
    const MieniFbxStorage *list = node->value_count == 1 ? node->values[0].storage : NULL;
    if (list == NULL || list->type != '\0') {
        *out_values = node->values;
        *out_count = (size_t)node->value_count;
        return MIEN_OK;
    }
    const size_t count = node->values[0].size;
    MieniFbxValue *values = mieni_arena_take(arena, count, sizeof *values);
    if (values == NULL)
        return no_memory(&reading);
    const MienStatus status = expand(&reading, list, values, count);
    if (status != MIEN_OK)
        return status;
    *out_values = values;
    *out_count = count;
    return MIEN_OK;
}
