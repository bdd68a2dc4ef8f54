// SPDX-License-Identifier: MIT
//
// What the readers of binary and text files share: a tree that grows, and places of
// arrays that stay in the file.

#pragma once

#include "io/fbx/fbx.h"

/// An array, or more values than a node has, where it is in the file.
typedef struct MieniFbxStorage {
    const uint8_t *data;
    size_t size; ///< Bytes, of which compressed arrays have fewer than their numbers would.
    size_t line; ///< Of the first value, in text files.
    char type;   ///< Of the numbers: b c i l f d; 0 for a list of values of any type.
    bool is_compressed;
} MieniFbxStorage;

/// Values one after another, of a binary file or a text.
typedef struct MieniFbxCursor {
    const uint8_t *data; ///< The whole file.
    size_t at, end;
    size_t line; ///< In text files.
    bool is_big_endian;
    const char *why; ///< What is wrong, after a function returned false.
} MieniFbxCursor;

/// A tree while it is read. Nodes, values and texts come from blocks of the file's arena.
typedef struct MieniFbxTree {
    MieniFbxFile *file;
    const MienIoFbxOptions *options; ///< Never NULL.
    MienError *error;
    const uint8_t *data;
    size_t size;
    uint8_t *block; ///< What is left of the last one.
    size_t block_left, block_size;
    int node_count, depth;
    struct {
        MieniFbxNode *node, *last_child;
    } open[MIENI_FBX_MAX_DEPTH + 1]; ///< From the root to the node that is read.
    size_t reported;                 ///< Byte of the last call of progress.
} MieniFbxTree;

#define MIENI_FBX_UNKNOWN_VERSION "Files of FBX 5.0 to 7.7 are read; save it as one of those."

uint32_t mieni_fbx_load32(const uint8_t *bytes, bool is_big_endian);
uint64_t mieni_fbx_load64(const uint8_t *bytes, bool is_big_endian);
/// Values of a list that was parsed, one after another.
MieniFbxCursor mieni_fbx_list_cursor(const MieniFbxFile *file, const MieniFbxStorage *list);
bool mieni_fbx_list_next(const MieniFbxFile *file, MieniFbxCursor *cursor, MieniFbxValue *out_value);
/// Makes a text of a file what it means, in place; returns its size.
size_t mieni_fbx_unescape(char *text, size_t size);
