// SPDX-License-Identifier: MIT
//
// FBX files as trees: what all versions, binary and text, have in common. Nodes have
// names, values and children; large arrays stay where they are until somebody asks.
// Reading numbers of text needs the default float environment.

#pragma once

#include "base/arena.h"
#include "mien_io/fbx.h"

/// Beyond these a file is refused.
#define MIENI_FBX_MAX_DEPTH 64
#define MIENI_FBX_MAX_NODES (1 << 24)
/// A node with more values than this, the first of which is a number, has one instead, an
/// array that stands for them all.
#define MIENI_FBX_MAX_VALUES 16
/// What of the whole work parsing is, in the calls of options->progress.
#define MIENI_FBX_PARSE_PART 0.25

typedef enum MieniFbxType {
    MIENI_FBX_INTEGER = 1, ///< Also characters and truth values.
    MIENI_FBX_REAL,
    MIENI_FBX_TEXT,
    MIENI_FBX_BYTES, ///< Raw: size bytes of the file at text, without a closing zero.
    MIENI_FBX_ARRAY, ///< Of numbers, or more values than a node has.
} MieniFbxType;

/// One value of a node. In versions before 7000 arrays are many values: readers of
/// arrays take both forms. A letter without quotes, in text files, is an integer as it
/// is in binary ones, and has a text too.
typedef struct MieniFbxValue {
    MieniFbxType type;
    int64_t integer;     ///< Of an integer; of a real, what it is when truncated and clamped.
    double real;         ///< Of a number.
    const char *text;    ///< Of a text: size bytes and a closing zero, UTF-8 where it is valid.
    size_t size;         ///< Of a text or bytes; of an array, its numbers.
    const void *storage; ///< Private: where the array is, and how.
} MieniFbxValue;

typedef struct MieniFbxNode MieniFbxNode;
struct MieniFbxNode {
    const char *name;
    int value_count;
    const MieniFbxValue *values;
    const MieniFbxNode *first_child, *next; ///< Children in the order of the file.
    size_t place;                           ///< Byte, or line of a text file.
};

/// A file that was read.
typedef struct MieniFbxFile {
    MieniArena *arena; ///< Everything is in it, but for the caller's bytes.
    int version;
    bool is_binary, is_big_endian;
    const void *data; ///< The caller's bytes.
    MieniFbxNode root;
} MieniFbxFile;

/// Reads the tree of any version. The bytes must outlive the file.
MienStatus mieni_fbx_parse(const void *data, size_t size, MieniArena *arena, const MienIoFbxOptions *options,
                           MieniFbxFile *out_file, MienError *error);

/// The first child of a name, or the next one after a node; NULL if there is none. NULL
/// nodes are fine.
const MieniFbxNode *mieni_fbx_child(const MieniFbxNode *node, const char *name);
const MieniFbxNode *mieni_fbx_next(const MieniFbxNode *node, const char *name);
/// A value of a node, or the fallback if it is absent or of another type.
int64_t mieni_fbx_integer(const MieniFbxNode *node, int value, int64_t fallback);
double mieni_fbx_real(const MieniFbxNode *node, int value, double fallback);
const char *mieni_fbx_text(const MieniFbxNode *node, int value, const char *fallback);

/// A real as an integer: truncated, and clamped to what there is; 0 if it is no number.
int64_t mieni_fbx_truncate(double real);

/// The numbers of a node: of its array, or all its values in old versions and texts.
/// A node that is NULL has none. What is in the file is given, finite or not; text among
/// the values is refused. All memory is taken only after what it is for was found there.
MienStatus mieni_fbx_reals(const MieniFbxFile *file, const MieniFbxNode *node, MieniArena *arena,
                           double **out_values, size_t *out_count, MienError *error);
MienStatus mieni_fbx_integers(const MieniFbxFile *file, const MieniFbxNode *node, MieniArena *arena,
                              int64_t **out_values, size_t *out_count, MienError *error);

/// All values of a node, those too that one array stands for: keys of old versions are
/// numbers and letters in turns. Letters are integers alone. Texts live as long as the
/// arena.
MienStatus mieni_fbx_values(const MieniFbxFile *file, const MieniFbxNode *node, MieniArena *arena,
                            const MieniFbxValue **out_values, size_t *out_count, MienError *error);

/// Fails with the place of a node, or of the file if it is NULL.
MienStatus mieni_fbx_fail(const MieniFbxFile *file, const MieniFbxNode *node, MienStatus status,
                          const char *sentence, MienError *error);
