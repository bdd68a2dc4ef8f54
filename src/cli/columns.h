// SPDX-License-Identifier: MIT
//
// Values as text, and tables of them.

#pragma once

#include "base/text_out.h"
#include "cli/args.h"
#include "core/internal.h"

/// A string that lives until the program ends; "" without memory.
const char *cli_text(const CliArgs *args, const char *format, ...) MIENI_PRINTF(2, 3);
/// The shortest text that reads back as the float. What is not finite is "-".
const char *cli_float_text(const CliArgs *args, float value);
/// With a number of decimals, at most 9.
const char *cli_fixed_text(const CliArgs *args, double value, int decimals);
/// "1 pose", "2 poses"
const char *cli_many_text(const CliArgs *args, int count, const char *noun);
/// 64 hexadecimal digits.
const char *cli_hash_text(const CliArgs *args, const uint8_t hash[32]);

/// A heading, bold where there are colours.
void cli_put_heading(const CliArgs *args, MieniTextOut *out, const char *text);
/// Columns that a terminal takes for a text.
int cli_text_width(const char *text);

/// Columns aligned under their heads. Put cells row by row, then end it.
typedef struct CliTable {
    const CliArgs *args;
    const char *const *heads; ///< One per column. A head that begins with > stands right, with its column.
    int column_count, cell_count;
    MieniTextOut cells; ///< Each closed by a zero.
} CliTable;

void cli_table_begin(CliTable *table, const CliArgs *args, const char *const *heads, int column_count);
void cli_table_put(CliTable *table, const char *cell); ///< Copied.
void cli_table_end(CliTable *table, MieniTextOut *out);
