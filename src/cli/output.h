// SPDX-License-Identifier: MIT
//
// Results: collected as text, then written at once to standard output or a file.

#pragma once

#include "base/json.h"
#include "base/text_out.h"
#include "cli/columns.h"
#include "cli/plain.h"
#include "mien/math.h"
#include "project/files/files.h"

/// Fails at once, before any work, if --output names a folder, or a file in a folder that is missing.
/// Returns the exit code.
int cli_check_output(const CliArgs *args);
/// The same for a path.
int cli_check_writable(const CliArgs *args, const char *path);
/// Writes a result where --output says, or to standard output, and releases it.
/// Returns the exit code.
int cli_write_result(const CliArgs *args, MieniTextOut *result);
/// Prints what a command created or changed to standard output, whatever --output is, and
/// releases both: as JSON with --json, nothing with --quiet alone. json: NULL if the text is
/// JSON already where --json is given. Returns the exit code.
int cli_write_summary(const CliArgs *args, MieniTextOut *text, MieniJsonDocument *json);
/// Writes a document as the result, in lines, and releases it. Returns the exit code.
int cli_write_json(const CliArgs *args, MieniJsonDocument *document);
/// Writes a file whole or not at all: beside it first, then renamed. "-" is standard
/// output. Returns the exit code.
int cli_write_file(const CliArgs *args, const char *path, const void *bytes, size_t size);
/// The same, but refuses to replace a file that is not as it was read.
int cli_write_file_over(const CliArgs *args, const char *path, const MieniFileWas *was, const void *bytes,
                        size_t size);

/// Writes what a stream has next to standard output, at once, and empties the text.
/// *out_is_over: the reader has closed the pipe, which is not an error. Returns the exit code.
int cli_write_next(const CliArgs *args, MieniTextOut *text, bool *out_is_over);

/// A float as JSON, null if it is not finite.
MieniJson *cli_json_float(MieniJsonDocument *document, float value);
/// Shorthands that set a key.
void cli_json_set_string(MieniJsonDocument *document, MieniJson *object, const char *key, const char *value);
void cli_json_set_number(MieniJsonDocument *document, MieniJson *object, const char *key, double value);
void cli_json_set_float(MieniJsonDocument *document, MieniJson *object, const char *key, float value);
void cli_json_set_bool(MieniJsonDocument *document, MieniJson *object, const char *key, bool value);
/// rotation, translation and scale, as lists of floats.
void cli_json_set_transform(MieniJsonDocument *document, MieniJson *object, const MienTransform *transform);
