// SPDX-License-Identifier: MIT
//
// A binary FBX file on its way out: records with values and children, version 7400.

#pragma once

#include "base/text_out.h"

/// A file that is being written. Zero-initialise but for the allocator of the bytes.
typedef struct MieniFbxOut {
    MieniTextOut bytes;
    int depth;
    struct {
        size_t begin, values; ///< Of the record, and of its values.
        uint32_t value_count;
        bool has_children;
    } open[8];
} MieniFbxOut;

void mieni_fbx_out_begin(MieniFbxOut *out); ///< The header.
/// The list of records ends, and the file.
void mieni_fbx_out_end(MieniFbxOut *out);

/// Opens a record within the open one; its values come before its children.
void mieni_fbx_open(MieniFbxOut *out, const char *name);
void mieni_fbx_close(MieniFbxOut *out);

void mieni_fbx_put_int(MieniFbxOut *out, int32_t value);
void mieni_fbx_put_long(MieniFbxOut *out, int64_t value);
void mieni_fbx_put_double(MieniFbxOut *out, double value);
void mieni_fbx_put_text(MieniFbxOut *out, const char *text);
/// What objects are called: the name, and of which class it is.
void mieni_fbx_put_name(MieniFbxOut *out, const char *name, const char *of);
void mieni_fbx_put_raw(MieniFbxOut *out, const uint8_t *bytes, size_t size);
void mieni_fbx_put_ints(MieniFbxOut *out, const int32_t *values, size_t count);
void mieni_fbx_put_longs(MieniFbxOut *out, const int64_t *values, size_t count);
void mieni_fbx_put_floats(MieniFbxOut *out, const float *values, size_t count);

/// A whole record with one value.
void mieni_fbx_int(MieniFbxOut *out, const char *name, int32_t value);
void mieni_fbx_text_of(MieniFbxOut *out, const char *name, const char *text);

/// Where the next number of four bytes will be, to set it once it is known.
size_t mieni_fbx_int_later(MieniFbxOut *out);
void mieni_fbx_set_int(MieniFbxOut *out, size_t place, int32_t value);
