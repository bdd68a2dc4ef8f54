// SPDX-License-Identifier: MIT
//
// What text assets may hold: one table per kind, from which reading checks and
// writing orders. docs/assets.md describes every key for people.

#pragma once

#include <stdbool.h>

/// What a value must be.
typedef enum MieniFieldType {
    MIENI_FIELD_TEXT = 1, ///< Any string.
    MIENI_FIELD_NAME,     ///< A string that is a name (rule A2).
    MIENI_FIELD_PATH,     ///< A path within the project: relative, with /, never upward.
    MIENI_FIELD_NUMBER,   ///< From min to max.
    MIENI_FIELD_INTEGER,  ///< A whole number from min to max.
    MIENI_FIELD_BOOL,
    MIENI_FIELD_CHOICE, ///< One of the words in choices, which stand between bars.
    MIENI_FIELD_RATE,   ///< Frames per second: 30 or "30000/1001".
    MIENI_FIELD_VECTOR, ///< So many numbers from min to max.
    MIENI_FIELD_NAMES,  ///< An array of different names.
    MIENI_FIELD_TEXTS,  ///< An array of strings.
    MIENI_FIELD_VALUES, ///< An object from names to numbers from min to max.
    MIENI_FIELD_OBJECT, ///< An object by the schema.
    MIENI_FIELD_ROWS,   ///< An array of objects by the schema.
} MieniFieldType;

typedef struct MieniSchema MieniSchema;

typedef struct MieniField {
    const char *key;
    MieniFieldType type;
    bool is_required;
    bool is_broken; ///< An array whose items stand on lines of their own.
    double min, max;
    int count;                 ///< Of a vector.
    const char *choices;       ///< Of a choice: "additive|absolute".
    const MieniSchema *schema; ///< Of an object, and of the items of rows.
} MieniField;

struct MieniSchema {
    const MieniField *fields;
    int field_count;
    const char *unique; ///< As rows: the key that tells one from another, or NULL.
    bool is_open;       ///< Keys that are not listed are part of it: a graph.
    /// As rows of two versions of a list: the keys that tell which are one, between
    /// bars; of several, all must agree. NULL for the unique key alone.
    const char *identity;
    bool is_ordered; ///< Rows are one where content and place say so; identity says what is similar.
    bool is_whole;   ///< Members depend on one another: two changes of one row never become one.
};

/// The field of a key, or NULL.
const MieniField *mieni_schema_find(const MieniSchema *schema, const char *key);
