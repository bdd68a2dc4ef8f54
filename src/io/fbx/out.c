// SPDX-License-Identifier: MIT
//
// Records of binary FBX: where one ends, how many values it has and how many bytes they take is known once
// it is closed, and set then.

#include "io/fbx/out.h"

#include <string.h>

enum { RECORD_HEAD = 13 }; ///< End, number of values, their bytes, length of the name.

static void put_bits(MieniFbxOut *out, uint64_t bits, size_t width)
{
    char bytes[8];
    for (size_t i = 0; i < width; ++i)
        bytes[i] = (char)(bits >> 8 * i & 0xFF);
    mieni_text_put_bytes(&out->bytes, bytes, width);
}

static void set_bits(MieniFbxOut *out, size_t place, uint64_t bits)
{
    for (size_t i = 0; i < 4 && !out->bytes.is_out_of_memory; ++i)
        out->bytes.bytes[place + i] = (char)(bits >> 8 * i & 0xFF);
}

static void put_zeros(MieniFbxOut *out, size_t count)
{
    for (; count > 0; --count)
        put_bits(out, 0, 1);
}

void mieni_fbx_out_begin(MieniFbxOut *out)
{
    static const char magic[] = "Kaydara FBX Binary  \0\x1A";
    mieni_text_put_bytes(&out->bytes, magic, sizeof magic); // with the closing zero
    put_bits(out, 7400, 4);
}

void mieni_fbx_out_end(MieniFbxOut *out)
{
    // Programs that check the end of a file expect these numbers in files that were made at the time which
    // the file states.
    static const uint8_t first[16] = {0xFA, 0xBC, 0xAB, 0x09, 0xD0, 0xC8, 0xD4, 0x66,
                                      0xB1, 0x76, 0xFB, 0x83, 0x1C, 0xF7, 0x26, 0x7E};
    static const uint8_t last[16] = {0xF8, 0x5A, 0x8C, 0x6A, 0xDE, 0xF5, 0xD9, 0x7E,
                                     0xEC, 0xE9, 0x0C, 0xE3, 0x75, 0x8F, 0x29, 0x0B};
    put_zeros(out, RECORD_HEAD);
    mieni_text_put_bytes(&out->bytes, (const char *)first, sizeof first);
    put_zeros(out, 4);
    put_zeros(out, 16 - out->bytes.size % 16);
    put_bits(out, 7400, 4);
    put_zeros(out, 120);
    mieni_text_put_bytes(&out->bytes, (const char *)last, sizeof last);
}

/// The values of the open record are all there.
static void end_values(MieniFbxOut *out)
{
    const size_t begin = out->open[out->depth - 1].begin;
    set_bits(out, begin + 4, out->open[out->depth - 1].value_count);
    set_bits(out, begin + 8, out->bytes.size - out->open[out->depth - 1].values);
}

void mieni_fbx_open(MieniFbxOut *out, const char *name)
{
    if (out->depth > 0 && !out->open[out->depth - 1].has_children) {
        end_values(out);
        out->open[out->depth - 1].has_children = true;
    }
    const size_t begin = out->bytes.size;
    put_zeros(out, RECORD_HEAD - 1);
    put_bits(out, strlen(name), 1);
    mieni_text_put(&out->bytes, name);
    out->open[out->depth].begin = begin;
    out->open[out->depth].values = out->bytes.size;
    out->open[out->depth].value_count = 0;
    out->open[out->depth].has_children = false;
    ++out->depth;
}

void mieni_fbx_close(MieniFbxOut *out)
{
    const bool has_children = out->open[out->depth - 1].has_children;
    if (!has_children)
        end_values(out);
    if (has_children || out->open[out->depth - 1].value_count == 0)
        put_zeros(out, RECORD_HEAD); // the list of children ends
    set_bits(out, out->open[--out->depth].begin, out->bytes.size);
}

static void begin_value(MieniFbxOut *out, char type)
{
    ++out->open[out->depth - 1].value_count;
    mieni_text_put_bytes(&out->bytes, &type, 1);
}

void mieni_fbx_put_int(MieniFbxOut *out, int32_t value)
{
    begin_value(out, 'I');
    put_bits(out, (uint32_t)value, 4);
}

void mieni_fbx_put_long(MieniFbxOut *out, int64_t value)
{
    begin_value(out, 'L');
    put_bits(out, (uint64_t)value, 8);
}

void mieni_fbx_put_double(MieniFbxOut *out, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    begin_value(out, 'D');
    put_bits(out, bits, 8);
}

static void put_sized(MieniFbxOut *out, char type, const char *bytes, size_t size)
{
    begin_value(out, type);
    put_bits(out, size, 4);
    mieni_text_put_bytes(&out->bytes, bytes, size);
}

void mieni_fbx_put_text(MieniFbxOut *out, const char *text) { put_sized(out, 'S', text, strlen(text)); }

void mieni_fbx_put_raw(MieniFbxOut *out, const uint8_t *bytes, size_t size)
{
    put_sized(out, 'R', (const char *)bytes, size);
}

void mieni_fbx_put_name(MieniFbxOut *out, const char *name, const char *of)
{
    begin_value(out, 'S');
    put_bits(out, strlen(name) + 2 + strlen(of), 4);
    mieni_text_put(&out->bytes, name);
    mieni_text_put_bytes(&out->bytes, "\0\x01", 2);
    mieni_text_put(&out->bytes, of);
}

/// Number of items, not compressed, and the bytes they take.
static void begin_array(MieniFbxOut *out, char type, size_t count, size_t width)
{
    begin_value(out, type);
    put_bits(out, count, 4);
    put_bits(out, 0, 4);
    put_bits(out, count * width, 4);
}

void mieni_fbx_put_ints(MieniFbxOut *out, const int32_t *values, size_t count)
{
    begin_array(out, 'i', count, 4);
    for (size_t i = 0; i < count; ++i)
        put_bits(out, (uint32_t)values[i], 4);
}

void mieni_fbx_put_longs(MieniFbxOut *out, const int64_t *values, size_t count)
{
    begin_array(out, 'l', count, 8);
    for (size_t i = 0; i < count; ++i)
        put_bits(out, (uint64_t)values[i], 8);
}

void mieni_fbx_put_floats(MieniFbxOut *out, const float *values, size_t count)
{
    begin_array(out, 'f', count, 4);
    for (size_t i = 0; i < count; ++i) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        put_bits(out, bits, 4);
    }
}

void mieni_fbx_int(MieniFbxOut *out, const char *name, int32_t value)
{
    mieni_fbx_open(out, name);
    mieni_fbx_put_int(out, value);
    mieni_fbx_close(out);
}

void mieni_fbx_text_of(MieniFbxOut *out, const char *name, const char *text)
{
    mieni_fbx_open(out, name);
    mieni_fbx_put_text(out, text);
    mieni_fbx_close(out);
}

size_t mieni_fbx_int_later(MieniFbxOut *out)
{
    mieni_fbx_put_int(out, 0);
    return out->bytes.size - 4;
}

void mieni_fbx_set_int(MieniFbxOut *out, size_t place, int32_t value)
{
    set_bits(out, place, (uint32_t)value);
}
