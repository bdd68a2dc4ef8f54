// SPDX-License-Identifier: MIT
//
// What text assets may hold: one table per kind, from which reading checks and
// writing orders. docs/assets.md describes every key for people.

#pragma once

#include "base/json.h"

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
    MIENI_FIELD_VECTOR, ///< A fixed number of numbers from min to max.
    MIENI_FIELD_NAMES,  ///< An array of different names.
    MIENI_FIELD_TEXTS,  ///< An array of strings.
    MIENI_FIELD_VALUES, ///< An object from names to numbers from min to max.
    MIENI_FIELD_POINTS, ///< An array of pairs of numbers from min to max.
    MIENI_FIELD_PLAIN,  ///< A number, true or false, or a string.
    MIENI_FIELD_OBJECT, ///< An object by the schema.
    MIENI_FIELD_ROWS,   ///< An array of objects by the schema.
} MieniFieldType;

typedef struct MieniSchema MieniSchema;

typedef struct MieniField {
    const char *key;
    MieniFieldType type;
    bool is_required;
    bool is_broken;        ///< An array whose items stand on lines of their own.
    bool may_be_parameter; ///< {"parameter": "name"} may stand instead.
    double min, max;
    int count;                 ///< Of a vector.
    const char *choices;       ///< Of a choice: "additive|absolute".
    const MieniSchema *schema; ///< Of an object, and of the items of rows.
    double fallback; ///< What absence means, where cooking asks: a number, a bool, a choice's place.
} MieniField;

/// The schema of an object with a certain value of its key.
typedef struct MieniVariant {
    const char *value; ///< Of the key.
    const MieniSchema *schema;
} MieniVariant;

struct MieniSchema {
    const MieniField *fields;
    int field_count;
    const char *unique; ///< As rows: the key that tells one from another, or NULL.
    /// As rows of two versions of a list: the keys that tell which are one, between
    /// bars; of several, all must agree. NULL for the unique key alone.
    const char *identity;
    bool is_ordered; ///< Rows match by content and position; identity finds similar ones.
    bool is_whole;   ///< Members depend on one another: two changes of one row never become one.
    /// A key whose value decides about all fields; those here are for values that are no
    /// variant. What concerns rows is told here alone.
    const char *variant_key;
    const MieniVariant *variants;
    int variant_count;
};

/// The schema of an object: of its variant, if it has one. Both may be NULL.
const MieniSchema *mieni_schema_of(const MieniSchema *schema, const MieniJson *object);

/// The field of a key, or NULL.
const MieniField *mieni_schema_find(const MieniSchema *schema, const char *key);
