// SPDX-License-Identifier: MIT
//
// How tables of fields are written. scripts/checks/assets reads them as they stand.

#pragma once

#include "asset/schema.h"

/// Graphs are the largest kind, and have a source of their own.
extern const MieniSchema mieni_graph_schema;

#define ROW_SCHEMA(name, unique_key, identity_keys, ordered, whole)                                          \
    static const MieniSchema name##_schema = {.fields = name##_fields,                                       \
                                              .field_count = sizeof name##_fields / sizeof *name##_fields,   \
                                              .unique = (unique_key),                                        \
                                              .identity = (identity_keys),                                   \
                                              .is_ordered = (ordered),                                       \
                                              .is_whole = (whole)}
#define SCHEMA(name, unique_key) ROW_SCHEMA(name, unique_key, NULL, false, false)
/// With name_variants.
#define VARIED_SCHEMA(name, unique_key, key)                                                                 \
    static const MieniSchema name##_schema = {.fields = name##_fields,                                       \
                                              .field_count = sizeof name##_fields / sizeof *name##_fields,   \
                                              .unique = (unique_key),                                        \
                                              .variant_key = (key),                                          \
                                              .variants = name##_variants,                                   \
                                              .variant_count =                                               \
                                                  sizeof name##_variants / sizeof *name##_variants}

#define KIND_FIELD                                                                                           \
    {                                                                                                        \
        .key = "kind", .type = MIENI_FIELD_TEXT, .is_required = true                                         \
    }
#define VERSION_FIELD                                                                                        \
    {                                                                                                        \
        .key = "version", .type = MIENI_FIELD_INTEGER, .is_required = true, .min = 1, .max = 1               \
    }
#define HEAD KIND_FIELD, VERSION_FIELD
// clang-format off
#define TEXT(k)          {.key = (k), .type = MIENI_FIELD_TEXT}
#define NAME(k)          {.key = (k), .type = MIENI_FIELD_NAME}
#define NEEDED_NAME(k)   {.key = (k), .type = MIENI_FIELD_NAME, .is_required = true}
#define PATH(k)          {.key = (k), .type = MIENI_FIELD_PATH}
#define NEEDED_PATH(k)   {.key = (k), .type = MIENI_FIELD_PATH, .is_required = true}
#define NUMBER(k, a, b)  {.key = (k), .type = MIENI_FIELD_NUMBER, .min = (a), .max = (b)}
#define NEEDED_NUMBER(k, a, b) {.key = (k), .type = MIENI_FIELD_NUMBER, .is_required = true, .min = (a), .max = (b)}
#define INTEGER(k, a, b) {.key = (k), .type = MIENI_FIELD_INTEGER, .min = (a), .max = (b)}
#define BOOL(k)          {.key = (k), .type = MIENI_FIELD_BOOL}
#define CHOICE(k, words) {.key = (k), .type = MIENI_FIELD_CHOICE, .choices = (words)}
#define NEEDED_CHOICE(k, words) {.key = (k), .type = MIENI_FIELD_CHOICE, .is_required = true, .choices = (words)}
#define RATE(k)          {.key = (k), .type = MIENI_FIELD_RATE}
#define VECTOR(k, n, a)  {.key = (k), .type = MIENI_FIELD_VECTOR, .count = (n), .min = -(double)(a), .max = (double)(a)}
#define NAMES(k)         {.key = (k), .type = MIENI_FIELD_NAMES}
#define TEXTS(k)         {.key = (k), .type = MIENI_FIELD_TEXTS}
#define VALUES(k, a)     {.key = (k), .type = MIENI_FIELD_VALUES, .min = -(double)(a), .max = (double)(a)}
#define OBJECT(k, s)     {.key = (k), .type = MIENI_FIELD_OBJECT, .schema = &s##_schema}
#define ROWS(k, s)       {.key = (k), .type = MIENI_FIELD_ROWS, .is_broken = true, .schema = &s##_schema}
#define INLINE_ROWS(k, s) {.key = (k), .type = MIENI_FIELD_ROWS, .schema = &s##_schema}
#define POINTS(k, a)     {.key = (k), .type = MIENI_FIELD_POINTS, .min = -(double)(a), .max = (double)(a)}
#define PLAIN(k)         {.key = (k), .type = MIENI_FIELD_PLAIN}

// What nodes of graphs and modifiers are set to: a value that a parameter may give, with what absence means.
#define SET_NUMBER(k, a, b, d)  {.key = (k), .type = MIENI_FIELD_NUMBER, .min = (a), .max = (b), .fallback = (d), .may_be_parameter = true}
#define SET_INTEGER(k, a, b, d) {.key = (k), .type = MIENI_FIELD_INTEGER, .min = (a), .max = (b), .fallback = (d), .may_be_parameter = true}
#define SET_BOOL(k, d)          {.key = (k), .type = MIENI_FIELD_BOOL, .fallback = (d), .may_be_parameter = true}
#define SET_NAME(k)             {.key = (k), .type = MIENI_FIELD_NAME, .may_be_parameter = true}
#define SET_PATH(k)             {.key = (k), .type = MIENI_FIELD_PATH, .may_be_parameter = true}
// The same for what no parameter gives.
#define FIXED_NUMBER(k, a, b, d)  {.key = (k), .type = MIENI_FIELD_NUMBER, .min = (a), .max = (b), .fallback = (d)}
#define FIXED_INTEGER(k, a, b, d) {.key = (k), .type = MIENI_FIELD_INTEGER, .min = (a), .max = (b), .fallback = (d)}
#define FIXED_BOOL(k, d)          {.key = (k), .type = MIENI_FIELD_BOOL, .fallback = (d)}
#define FIXED_CHOICE(k, words, d) {.key = (k), .type = MIENI_FIELD_CHOICE, .choices = (words), .fallback = (d)}
// clang-format on
