// SPDX-License-Identifier: MIT
//
// Lists on the command line.

#include "cli/draw/lines.h"

#include "base/number.h"

#include <string.h>

/// A copy of some bytes without blanks around them.
static const char *trimmed(const CliArgs *args, const char *at, size_t size)
{
    while (size > 0 && (*at == ' ' || *at == '\t')) {
        ++at;
        --size;
    }
    while (size > 0 && (at[size - 1] == ' ' || at[size - 1] == '\t' || at[size - 1] == '\r'))
        --size;
    return cli_text(args, "%.*s", (int)size, at);
}

/// What stands between separators. Empty parts are left out if wished.
static int split(const CliArgs *args, const char *text, size_t size, char separator, bool skips_empty,
                 CliLines *out_lines)
{
    int most = 1;
    for (size_t i = 0; i < size; ++i)
        most += text[i] == separator;
    out_lines->count = 0;
    out_lines->items = mieni_arena_take(args->arena, (size_t)most, sizeof *out_lines->items);
    if (out_lines->items == NULL)
        return cli_fail_memory(args);
    for (const char *at = text, *end = text + size; at <= end;) {
        const char *stop = at < end ? memchr(at, separator, (size_t)(end - at)) : NULL;
        stop = stop != NULL ? stop : end;
        const char *part = trimmed(args, at, (size_t)(stop - at));
        if (part[0] != '\0' || !skips_empty)
            out_lines->items[out_lines->count++] = part;
        at = stop + 1;
    }
    return CLI_EXIT_OK;
}

int cli_lines_open(const CliArgs *args, const char *const *words, int count, CliLines *out_lines)
{
    if (count != 1 || strcmp(words[0], "-") != 0) {
        out_lines->items = mieni_arena_take(args->arena, (size_t)count, sizeof *out_lines->items);
        if (out_lines->items == NULL)
            return cli_fail_memory(args);
        for (int i = 0; i < count; ++i)
            out_lines->items[i] = words[i];
        out_lines->count = count;
        return CLI_EXIT_OK;
    }
    CliInput input;
    int code = cli_input_open(args, "-", &input);
    if (code != CLI_EXIT_OK)
        return code;
    code = split(args, input.data, input.size, '\n', true, out_lines);
    cli_input_close(&input);
    return code;
}

int cli_lines_split(const CliArgs *args, const char *text, CliLines *out_lines)
{
    return split(args, text, strlen(text), ',', true, out_lines);
}

int cli_numbers_split(const CliArgs *args, const char *option, const char *text, double *out_numbers,
                      int most, int *out_count)
{
    CliLines parts;
    const int code = cli_lines_split(args, text, &parts);
    if (code != CLI_EXIT_OK)
        return code;
    *out_count = parts.count;
    const char *what = option != NULL ? cli_text(args, "--%s", option) : text;
    if (parts.count > most)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "%s: at most %d numbers are allowed.", what, most);
    for (int i = 0; i < parts.count; ++i)
        if (!mieni_number_read(parts.items[i], strlen(parts.items[i]), &out_numbers[i]))
            return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "%s: %s is not a number.", what,
                            parts.items[i]);
    return CLI_EXIT_OK;
}

int cli_write_either(const CliArgs *args, MieniTextOut *text, MieniJsonDocument *json)
{
    if (args->json) {
        mieni_text_release(text);
        return cli_write_json(args, json);
    }
    mieni_json_release(json);
    return cli_write_result(args, text);
}
