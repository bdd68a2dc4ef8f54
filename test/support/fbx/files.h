// SPDX-License-Identifier: MIT
//
// FBX for tests: files made in code, the same calls for binary and text, and judging
// any result.

#pragma once

#include "support/read_sources.h"
#include "support/victim.h"

#include "base/budget.h"
#include "io/fbx/fbx.h"
#include "mien_io/fbx.h"

#if defined(MIEN_ZLIB)
#include <zlib.h>
#endif

/// A file that is being made. Zero-initialise but for the first three.
typedef struct FbxMaker {
    int version;
    bool is_text, is_big_endian;
    uint8_t *bytes;
    size_t size, room;
    int depth;
    struct {
        size_t begin, values; ///< Of the record, and of the values.
        int value_count;
        bool has_children;
    } open[80];
} FbxMaker;

static inline void fbx_put(FbxMaker *maker, const void *bytes, size_t size)
{
    if (maker->room - maker->size < size) {
        maker->room = 2 * maker->room + size + 4096;
        maker->bytes = realloc(maker->bytes, maker->room);
        if (maker->bytes == NULL)
            abort();
    }
    if (size > 0)
        memcpy(maker->bytes + maker->size, bytes, size);
    maker->size += size;
}

static inline void fbx_print(FbxMaker *maker, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    const int size = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fbx_put(maker, text, (size_t)size);
}

/// A number of width bytes, in the file's order.
static inline void fbx_bits_at(const FbxMaker *maker, uint8_t *at, uint64_t bits, size_t width)
{
    for (size_t i = 0; i < width; ++i)
        at[maker->is_big_endian ? width - 1 - i : i] = (uint8_t)(bits >> 8 * i);
}

static inline void fbx_bits(FbxMaker *maker, uint64_t bits, size_t width)
{
    uint8_t bytes[8];
    fbx_bits_at(maker, bytes, bits, width);
    fbx_put(maker, bytes, width);
}

static inline size_t fbx_word(const FbxMaker *maker) { return maker->version >= 7500 ? 8 : 4; }

/// Begins a file; a maker that has bytes is emptied.
static inline void fbx_begin(FbxMaker *maker)
{
    maker->size = 0;
    maker->depth = 0;
    if (maker->is_text) {
        fbx_print(maker, "; FBX %d.%d.%d project file\n", maker->version / 1000, maker->version / 100 % 10,
                  maker->version / 10 % 10);
        return;
    }
    fbx_put(maker, "Kaydara FBX Binary  ", 21);
    fbx_put(maker, maker->is_big_endian ? "\x1A\1" : "\x1A\0", 2);
    fbx_bits(maker, (uint64_t)maker->version, 4);
}

static inline void fbx_end_values(FbxMaker *maker)
{
    const int d = maker->depth - 1;
    if (maker->depth == 0 || maker->open[d].has_children)
        return;
    maker->open[d].has_children = true;
    if (maker->is_text) {
        fbx_print(maker, " {\n");
        return;
    }
    uint8_t *record = maker->bytes + maker->open[d].begin;
    const size_t word = fbx_word(maker);
    fbx_bits_at(maker, record + word, (uint64_t)maker->open[d].value_count, word);
    fbx_bits_at(maker, record + 2 * word, maker->size - maker->open[d].values, word);
}

static inline void fbx_zeros(FbxMaker *maker, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        fbx_put(maker, "", 1);
}

static inline void fbx_open(FbxMaker *maker, const char *name)
{
    fbx_end_values(maker);
    maker->open[maker->depth].begin = maker->size;
    maker->open[maker->depth].value_count = 0;
    maker->open[maker->depth].has_children = false;
    if (maker->is_text) {
        fbx_print(maker, "%*s%s:", maker->depth, "", name);
    } else {
        fbx_zeros(maker, 3 * fbx_word(maker));
        fbx_bits(maker, strlen(name), 1);
        fbx_put(maker, name, strlen(name));
    }
    maker->open[maker->depth++].values = maker->size;
}

static inline void fbx_close(FbxMaker *maker)
{
    const int d = maker->depth - 1;
    const bool has_children = maker->open[d].has_children;
    if (maker->is_text) {
        fbx_print(maker, has_children ? "%*s}\n" : "\n", d, "");
    } else {
        if (has_children)
            fbx_zeros(maker, 3 * fbx_word(maker) + 1);
        else
            fbx_end_values(maker);
        fbx_bits_at(maker, maker->bytes + maker->open[d].begin, maker->size, fbx_word(maker));
    }
    --maker->depth;
}

/// Ends a file; its bytes are the maker's until it is freed.
static inline void fbx_end(FbxMaker *maker)
{
    if (maker->is_text)
        return;
    fbx_zeros(maker, 3 * fbx_word(maker) + 1);
    fbx_put(maker, "\xFA\xBC\xAB\x09 what follows says nothing", 29);
}

static inline void fbx_free(FbxMaker *maker) { free(maker->bytes); }

/// Before each value: the comma, or the letter of its type.
static inline void fbx_value(FbxMaker *maker, char type)
{
    if (maker->open[maker->depth - 1].value_count++ > 0 && maker->is_text)
        fbx_print(maker, ",");
    if (maker->is_text)
        fbx_print(maker, " ");
    else
        fbx_put(maker, &type, 1);
}

/// An integer of type Y, I or L, or C (in text a letter).
static inline void fbx_integer(FbxMaker *maker, char type, int64_t integer)
{
    fbx_value(maker, type);
    if (!maker->is_text)
        fbx_bits(maker, (uint64_t)integer, type == 'C' ? 1 : type == 'Y' ? 2 : type == 'I' ? 4 : 8);
    else if (type == 'C')
        fbx_print(maker, "%c", (int)integer);
    else
        fbx_print(maker, "%lld", (long long)integer);
}

static inline uint64_t fbx_real_bits(double real, size_t width)
{
    uint64_t bits = 0;
    uint32_t short_bits;
    const float short_real = (float)real;
    memcpy(&short_bits, &short_real, sizeof short_bits);
    memcpy(&bits, &real, sizeof bits);
    return width == 4 ? short_bits : bits;
}

/// A real of type F or D.
static inline void fbx_real(FbxMaker *maker, char type, double real)
{
    const size_t width = type == 'F' ? 4 : 8;
    fbx_value(maker, type);
    if (maker->is_text)
        fbx_print(maker, "%.17g", real);
    else
        fbx_bits(maker, fbx_real_bits(real, width), width);
}

/// A text (S) or bytes (R, for binary files only). Texts must bring their escapes.
static inline void fbx_text(FbxMaker *maker, char type, const char *text, size_t size)
{
    fbx_value(maker, type);
    if (maker->is_text)
        fbx_print(maker, "\"%.*s\"", (int)size, text);
    else {
        fbx_bits(maker, size, 4);
        fbx_put(maker, text, size);
    }
}

static inline void fbx_string(FbxMaker *maker, const char *text) { fbx_text(maker, 'S', text, strlen(text)); }

static inline void fbx_text_array(FbxMaker *maker, const double *numbers, size_t count)
{
    fbx_print(maker, "*%zu {\n a: ", count);
    for (size_t i = 0; i < count; ++i)
        fbx_print(maker, i == 0 ? "%.17g" : i % 5 == 0 ? ",\n%.17g" : ",%.17g", numbers[i]);
    fbx_print(maker, "\n}");
}

/// An array as its bytes are given, with what it says of itself.
static inline void fbx_raw_array(FbxMaker *maker, char type, uint32_t count, uint32_t encoding,
                                 const void *bytes, size_t size)
{
    fbx_value(maker, type);
    fbx_bits(maker, count, 4);
    fbx_bits(maker, encoding, 4);
    fbx_bits(maker, size, 4);
    fbx_put(maker, bytes, size);
}

/// Bytes as zlib compresses them; free them.
static inline uint8_t *fbx_deflate(const void *bytes, size_t size, size_t *out_size)
{
#if defined(MIEN_ZLIB)
    uLongf room = compressBound((uLong)size);
    uint8_t *packed = malloc(room);
    if (packed == NULL || compress2(packed, &room, bytes, (uLong)size, 9) != Z_OK)
        abort();
    *out_size = room;
    return packed;
#else
    (void)bytes;
    (void)size;
    *out_size = 0;
    abort();
#endif
}

static inline bool fbx_can_deflate(void)
{
#if defined(MIEN_ZLIB)
    return true;
#else
    return false;
#endif
}

/// An array of type b, c, i, l, f or d.
static inline void fbx_array(FbxMaker *maker, char type, const double *numbers, size_t count,
                             bool is_compressed)
{
    if (maker->is_text) {
        fbx_value(maker, type);
        fbx_text_array(maker, numbers, count);
        return;
    }
    const size_t width = type == 'b' || type == 'c' ? 1 : type == 'i' || type == 'f' ? 4 : 8;
    FbxMaker raw = {.is_big_endian = maker->is_big_endian};
    for (size_t i = 0; i < count; ++i)
        fbx_bits(&raw,
                 type == 'f' || type == 'd' ? fbx_real_bits(numbers[i], width)
                                            : (uint64_t)(int64_t)numbers[i],
                 width);
    size_t size = raw.size;
    uint8_t *packed = is_compressed ? fbx_deflate(raw.bytes, raw.size, &size) : NULL;
    fbx_raw_array(maker, type, (uint32_t)count, is_compressed, is_compressed ? packed : raw.bytes, size);
    free(packed);
    fbx_free(&raw);
}

/// A node with nothing but one value.
static inline void fbx_node_integer(FbxMaker *maker, const char *name, int64_t integer)
{
    fbx_open(maker, name);
    fbx_integer(maker, 'I', integer);
    fbx_close(maker);
}

/// A node with keys as files of before 7.0 have them: numbers, with a letter after each two.
static inline void fbx_node_keys(FbxMaker *maker)
{
    fbx_open(maker, "Key");
    for (int i = 0; i < 18; ++i)
        fbx_integer(maker, i % 3 == 2 ? 'C' : 'I', i % 3 == 2 ? 'n' : i);
    fbx_close(maker);
}

/// What a walk over a whole file found.
typedef struct FbxCensus {
    int nodes, arrays, refused_arrays;
    double numbers;
    const char *fault; ///< What is wrong, or NULL.
} FbxCensus;

static inline const char *fbx_judge_values(const MieniFbxNode *node)
{
    for (int i = 0; i < node->value_count; ++i) {
        const MieniFbxValue *value = &node->values[i];
        if (value->type < MIENI_FBX_INTEGER || value->type > MIENI_FBX_ARRAY)
            return "a value of no type";
        if (value->type == MIENI_FBX_TEXT && (value->text == NULL || value->text[value->size] != '\0'))
            return "a text without a closing zero";
        if ((value->type == MIENI_FBX_ARRAY) != (value->storage != NULL))
            return "an array that is nowhere, or none that is";
    }
    return NULL;
}

/// Reads the numbers of a node in every way.
static inline const char *fbx_judge_array(const MieniFbxFile *file, const MieniFbxNode *node,
                                          FbxCensus *census)
{
    MieniArena arena = {.allocator = file->arena->allocator};
    MienError error = {0}, other = {0};
    double *reals;
    int64_t *integers;
    const MieniFbxValue *values;
    size_t count, integer_count, value_count;
    const char *fault = NULL;
    const MienStatus status = mieni_fbx_reals(file, node, &arena, &reals, &count, &error);
    if (status != MIEN_OK)
        fault = judge_refusal(status, &error, reals, file->is_binary ? "byte " : "line ");
    if (mieni_fbx_integers(file, node, &arena, &integers, &integer_count, &other) != status ||
        integer_count != count)
        fault = "integers where there are no reals, or the other way";
    if (status != MIEN_OK && status != MIEN_ERROR_MEMORY &&
        mieni_fbx_values(file, node, &arena, &values, &value_count, &other) == MIEN_OK)
        for (size_t i = 0; fault == NULL && i < value_count && node->value_count == 1; ++i)
            if (values[i].type == MIENI_FBX_TEXT && values[i].text[values[i].size] != '\0')
                fault = "a text of a list without a closing zero";
    mieni_arena_release(&arena);
    ++census->arrays;
    census->refused_arrays += status != MIEN_OK;
    census->numbers += (double)count;
    return fault;
}

static inline void fbx_count(const MieniFbxFile *file, const MieniFbxNode *node, FbxCensus *census)
{
    for (const MieniFbxNode *child = node->first_child; child != NULL && census->fault == NULL;
         child = child->next) {
        ++census->nodes;
        census->fault = child->name == NULL ? "a node without a name" : fbx_judge_values(child);
        if (census->fault == NULL && child->value_count > 0 && child->values[0].type == MIENI_FBX_ARRAY)
            census->fault = fbx_judge_array(file, child, census);
        if (census->fault == NULL)
            fbx_count(file, child, census);
    }
}

/// Parses bytes that may be anything, and looks at all of it; returns what is wrong with
/// the result, or NULL if that is a sound tree or a sound refusal.
static inline const char *judge_fbx(const void *bytes, size_t size, uint64_t memory_limit,
                                    const MienAllocator *allocator, FbxCensus *out_census,
                                    MienStatus *out_status, MienError *out_error)
{
    MieniBudget memory;
    mieni_budget_begin(&memory, allocator, &(MienAuthorLimits){.memory = memory_limit}, size);
    MieniArena arena = {.allocator = &memory.allocator};
    MieniFbxFile file;
    char *copy = exact_copy(bytes, size);
    *out_census = (FbxCensus){0};
    *out_error = (MienError){0};
    *out_status = mieni_fbx_parse(copy, size, &arena, NULL, &file, out_error);
    if (*out_status == MIEN_OK)
        fbx_count(&file, &file.root, out_census);
    else
        out_census->fault =
            judge_refusal(*out_status, out_error, file.root.first_child, file.is_binary ? "byte " : "line ");
    mieni_arena_release(&arena);
    free(copy);
    return out_census->fault;
}

/// How files are read that may be anything.
static const MienIoFbxOptions fbx_ways[] = {{0}, {.keep_axes = true}, {.skip_mesh = true}, {.rate = 30}};
enum { FBX_WAYS = sizeof fbx_ways / sizeof fbx_ways[0] };

/// Reads any bytes within a limit, 0 for the default; returns what is wrong with the result, or NULL.
static inline const char *judge_fbx_read(const void *bytes, size_t size, int way, uint64_t limit,
                                         MienStatus *out_status)
{
    MeasuredMemory memory = {0, 0};
    const MienAllocator allocator = {&memory, measured_allocate, measured_free};
    MienIoFbxOptions options = fbx_ways[way];
    MienIoSource other, *source = &other; // not NULL, to see that it becomes so
    MienError error = {0};
    char *copy = exact_copy(bytes, size);
    options.limits.memory = limit;
    options.allocator = &allocator;
    *out_status = mien_io_fbx_read(copy, size, &options, &source, NULL, &error);
    free(copy);
    const char *fault =
        *out_status == MIEN_OK ? judge_read_source(source) : judge_refusal(*out_status, &error, source, "");
    if (fault == NULL)
        mien_io_source_destroy(source);
    if (fault == NULL && memory.most > (limit > 0 ? limit : default_memory(size)) + 4096)
        fault = "more memory than the limit";
    if (fault == NULL && memory.live != 0)
        fault = "memory that is not given back";
    return fault;
}
