// SPDX-License-Identifier: MIT
//
// Labels of steps, and parsing of typed numbers.

#pragma once

#include <stdbool.h>

enum { STUDIO_LABEL_ROOM = 400 };

/// "delete smile" or "delete 3 poses": verb, what, count. Returns label.
const char *studio_label_many(char label[STUDIO_LABEL_ROOM], const char *verb, const char *const *names,
                              int count, const char *things);
/// The display name of an asset: "ada" for "faces/ada.poses.json". Returns name.
const char *studio_asset_name(const char *path, char name[STUDIO_LABEL_ROOM]);

/// Reads what was typed into a field: 0.5, ",5", 50%, min, max, +=0.1, -=0.1, *=1.2, with
/// blanks anywhere around. before is what the field had. False if it is no number.
bool studio_number_read(const char *text, double before, double min, double max, double *out_number);

/// Whether a filter's words are all in a name, in any order and whatever the case; "/l" and
/// "/r" ask for a side.
bool studio_filter_matches(const char *filter, const char *name);
