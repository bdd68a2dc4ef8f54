// SPDX-License-Identifier: MIT
//
// Text for terminals: numbers, widths, tables.

#include "cli/columns.h"

#include "base/number.h"
#include "cli/plain.h"
#include "core/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *cli_text(const CliArgs *args, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int size = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = size >= 0 ? mieni_arena_take(args->arena, (size_t)size + 1, 1) : NULL;
    if (text == NULL)
        return "";
    va_start(arguments, format);
    vsnprintf(text, (size_t)size + 1, format, arguments);
    va_end(arguments);
    return text;
}

const char *cli_float_text(const CliArgs *args, float value)
{
    char text[MIENI_NUMBER_ROOM];
    if (value - value != 0.0f)
        return "-";
    mieni_number_write(mieni_number_of_float(value), text);
    return cli_text(args, "%s", text);
}

const char *cli_fixed_text(const CliArgs *args, double value, int decimals)
{
    double unit = 1.0;
    for (int i = 0; i < decimals; ++i)
        unit *= 10.0;
    const bool is_negative = value < 0.0;
    const double size = (is_negative ? -value : value) * unit + 0.5;
    if (!(size < 9e15)) // also what is not a number
        return cli_float_text(args, (float)value);
    const long long whole = (long long)size, one = (long long)unit;
    const char *sign = is_negative && whole > 0 ? "-" : "";
    if (decimals == 0)
        return cli_text(args, "%s%lld", sign, whole);
    return cli_text(args, "%s%lld.%0*lld", sign, whole / one, decimals, whole % one);
}

const char *cli_many_text(const CliArgs *args, int count, const char *noun)
{
    return cli_text(args, "%d %s%s", count, noun, count == 1 ? "" : "s");
}

const char *cli_hash_text(const CliArgs *args, const uint8_t hash[32])
{
    char text[65];
    for (int i = 0; i < 32; ++i)
        snprintf(text + 2 * i, 3, "%02x", hash[i]);
    return cli_text(args, "%s", text);
}

void cli_put_heading(const CliArgs *args, MieniTextOut *out, const char *text)
{
    cli_putf(out, args->color_out ? "\x1b[1m%s\x1b[0m" : "%s", text);
}

/// Columns of one character: Chinese, Japanese and Korean ones and pictures take two.
static int character_width(int32_t c)
{
    static const int32_t wide[][2] = {{0x1100, 0x115F}, {0x2E80, 0xA4CF},   {0xAC00, 0xD7A3},
                                      {0xF900, 0xFAFF}, {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},
                                      {0xFFE0, 0xFFE6}, {0x1F300, 0x1FAFF}, {0x20000, 0x3FFFD}};
    if ((c >= 0x300 && c <= 0x36F) || c == 0x3099 || c == 0x309A || c == 0x200D ||
        (c >= 0xFE00 && c <= 0xFE0F)) // marks on the character before
        return 0;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; ++i) {
        if (c >= wide[i][0] && c <= wide[i][1])
            return 2;
    }
    return 1;
}

int cli_text_width(const char *text)
{
    int width = 0;
    for (size_t left = strlen(text), taken = 0; left > 0; text += taken, left -= taken) {
        const int32_t c = mieni_utf8_decode(text, left, &taken);
        if (c < 0)
            taken = 1;
        width += character_width(c);
    }
    return width;
}

void cli_table_begin(CliTable *table, const CliArgs *args, const char *const *heads, int column_count)
{
    *table = (CliTable){.args = args, .heads = heads, .column_count = column_count};
}

void cli_table_put(CliTable *table, const char *cell)
{
    cli_put(&table->cells, cell);
    mieni_text_put_bytes(&table->cells, "", 1);
    table->cell_count++;
}

static void put_cell(MieniTextOut *out, const char *cell, int width, bool is_right, bool is_last)
{
    const int blanks = width - cli_text_width(cell);
    if (is_right)
        mieni_text_putf(out, "%*s%s", blanks, "", cell);
    else
        mieni_text_putf(out, "%s%*s", cell, is_last ? 0 : blanks, "");
    if (!is_last) {
        mieni_text_put(out, "  ");
        return;
    }
    while (out->size > 0 && out->bytes[out->size - 1] == ' ')
        --out->size;
    mieni_text_put(out, "\n");
}

void cli_table_end(CliTable *table, MieniTextOut *out)
{
    const int columns = table->column_count;
    int *widths = mieni_arena_take(table->args->arena, (size_t)columns, sizeof *widths);
    out->is_out_of_memory = out->is_out_of_memory || widths == NULL || table->cells.is_out_of_memory;
    if (out->is_out_of_memory) {
        mieni_text_release(&table->cells);
        return;
    }
    const char *cell = table->cells.bytes; // NULL without rows
    for (int i = -columns; i < table->cell_count; ++i) {
        const int column = (i + columns) % columns;
        const char *text = i < 0 ? table->heads[column] + (table->heads[column][0] == '>') : cell;
        const int width = cli_text_width(text);
        widths[column] = width > widths[column] ? width : widths[column];
        if (i >= 0)
            cell += strlen(cell) + 1;
    }
    if (table->args->color_out)
        mieni_text_put(out, "\x1b[1m");
    for (int c = 0; c < columns; ++c) {
        const bool is_right = table->heads[c][0] == '>';
        put_cell(out, table->heads[c] + is_right, widths[c], is_right, c + 1 == columns);
    }
    if (table->args->color_out)
        mieni_text_put(out, "\x1b[0m");
    cell = table->cells.bytes;
    for (int i = 0; i < table->cell_count; ++i) {
        const int column = i % columns;
        put_cell(out, cell, widths[column], table->heads[column][0] == '>', column + 1 == columns);
        cell += strlen(cell) + 1;
    }
    mieni_text_release(&table->cells);
}
