// SPDX-License-Identifier: MIT
//
// Forms of curves in JSON: rows of values, and keys.

#pragma once

#include "base/json.h"
#include "io/curves.h"

/// The members of a form with a list of names and a list of rows.
typedef struct MieniRowForm {
    const char *names, *rows;
    const char *values;                 ///< In each row, the list of values; NULL: the row is the list.
    const char *rate;                   ///< Frames per second.
    const char *name_count, *row_count; ///< Must be as many as there are, if they are there; or NULL.
} MieniRowForm;

/// Room for count curves. Refuses none and too many; list is what has them, and its
/// name may be empty.
MienStatus mieni_curves_begin(MieniCurvesReading *reading, int count, const MieniJson *list,
                              const char *name);
/// A name in the clip's memory, without spaces at its ends. If it fails, why says so.
MienStatus mieni_curves_name(MieniCurvesReading *reading, const char *text, const char **out_name,
                             const char **out_why);
/// Refuses a name that an earlier curve has. The list has an item per curve.
MienStatus mieni_curves_check_unique(MieniCurvesReading *reading, const MieniJson *list, const char *name);
/// What is wrong with a value, or with a time (which may be missing), or NULL.
const char *mieni_curves_check_value(const MieniJson *value);
const char *mieni_curves_check_time(const MieniJson *value);
/// The clip's rate from the options, or else the member, or else the assumed one.
MienStatus mieni_curves_set_json_rate(MieniCurvesReading *reading, const MieniJson *root, const char *key,
                                      bool *out_is_known);

MienStatus mieni_curves_rows(MieniCurvesReading *reading, const MieniJson *root, const MieniRowForm *form);
MienStatus mieni_curves_openfacefx(MieniCurvesReading *reading, const MieniJson *root);
MienStatus mieni_curves_keys(MieniCurvesReading *reading, const MieniJson *root);
