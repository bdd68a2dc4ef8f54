// SPDX-License-Identifier: MIT
//
// JSON as a tree: read strictly, from anyone, with the line of every value;
// changed in place; written in one canonical form. Nothing depends on the locale.
//
// A document owns everything in its tree. Nodes made for one document must not be
// put into another: copy them with mieni_json_copy.

#pragma once

#include "base/arena.h"
#include "core/internal.h"

#include <stdbool.h>
#include <stddef.h>

/// Beyond these a text is refused.
#define MIENI_JSON_MAX_SIZE  1073741824 ///< Bytes.
#define MIENI_JSON_MAX_DEPTH 128

typedef enum MieniJsonType {
    MIENI_JSON_NULL = 0,
    MIENI_JSON_BOOL,
    MIENI_JSON_NUMBER,
    MIENI_JSON_STRING,
    MIENI_JSON_ARRAY,
    MIENI_JSON_OBJECT,
} MieniJsonType;

typedef struct MieniJson MieniJson;

/// A value. Read the fields of its type; change them through the functions below.
struct MieniJson {
    MieniJsonType type;
    int line;           ///< Where it begins in the text, from 1; 0 for values made here.
    bool boolean;       ///< Of a bool.
    double number;      ///< Of a number: always finite.
    const char *string; ///< Of a string: UTF-8, closed by a zero, without one inside. Of a number: its
                        ///< digits if it is whole and no double says it (beyond 2^53), otherwise NULL.
    int count;          ///< Of an array or object.
    int room;           ///< Private.
    MieniJson **items;  ///< Of an array or object, in order.
    const char **keys;  ///< Of an object, one per item, unique.
};

/// The location of a value: "line 12, poses[3].name". A value without a line, or NULL,
/// has the path alone, which is a printf format.
MieniLocation mieni_at_value(const MieniJson *value, const char *path, ...) MIENI_PRINTF(2, 3);

/// A tree and its memory.
typedef struct MieniJsonDocument {
    MieniArena arena;
    MieniJson *root;
    char *pool;       ///< Private: where the next small piece is taken from.
    size_t pool_left; ///< Private.
} MieniJsonDocument;

/// Reads a whole text (UTF-8, with or without byte order mark). Strict: RFC 8259,
/// finite numbers, no duplicate keys, no zero characters, depth and size limited.
/// On failure the document is empty and error's location is "line 12, column 7",
/// columns counted in bytes. allocator may be NULL.
MienStatus mieni_json_read(MieniJsonDocument *out_document, const void *bytes, size_t size,
                           const MienAllocator *allocator, MienError *error);
/// An empty document to build in: root is NULL.
void mieni_json_begin(MieniJsonDocument *out_document, const MienAllocator *allocator);
void mieni_json_release(MieniJsonDocument *document);

/// The value of a key, or NULL if object is no object (NULL is fine) or lacks it.
MieniJson *mieni_json_get(const MieniJson *object, const char *key);
/// Shorthands for reading optional members: what is absent or of another type gives
/// the fallback.
const char *mieni_json_get_string(const MieniJson *object, const char *key, const char *fallback);
double mieni_json_get_number(const MieniJson *object, const char *key, double fallback);
bool mieni_json_get_bool(const MieniJson *object, const char *key, bool fallback);
/// The index of the first item of an array that is an object whose key is this
/// string, or -1.
int mieni_json_find(const MieniJson *array, const char *key, const char *string);

/// New values. NULL without memory; every function below passes NULL on, so that a
/// builder can look at arena.is_out_of_memory once, at the end.
MieniJson *mieni_json_null(MieniJsonDocument *document);
MieniJson *mieni_json_bool(MieniJsonDocument *document, bool value);
MieniJson *mieni_json_number(MieniJsonDocument *document, double value); ///< Must be finite.
/// A float as the number that its shortest text means: 0.1f becomes 0.1.
MieniJson *mieni_json_float(MieniJsonDocument *document, float value);
MieniJson *mieni_json_string(MieniJsonDocument *document, const char *value); ///< Copied.
MieniJson *mieni_json_array(MieniJsonDocument *document);
MieniJson *mieni_json_object(MieniJsonDocument *document);
/// A deep copy in this document of a value of any document.
MieniJson *mieni_json_copy(MieniJsonDocument *document, const MieniJson *value);

/// Sets a key, which keeps its place or comes last; returns value.
MieniJson *mieni_json_set(MieniJsonDocument *document, MieniJson *object, const char *key, MieniJson *value);
/// Takes a key out; false if it is not there.
bool mieni_json_unset(MieniJson *object, const char *key);
/// Inserts before index, or at the end for index = count; returns value.
MieniJson *mieni_json_insert(MieniJsonDocument *document, MieniJson *array, int index, MieniJson *value);
MieniJson *mieni_json_append(MieniJsonDocument *document, MieniJson *array, MieniJson *value);
void mieni_json_remove(MieniJson *array, int index);
/// Whether two values are the same, whatever the order of keys and the lines.
bool mieni_json_equal(const MieniJson *a, const MieniJson *b);
