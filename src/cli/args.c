// SPDX-License-Identifier: MIT
//
// Reads options and arguments of a parsed command line.

#include "cli/args.h"

#include "base/number.h"

#include <assert.h>
#include <string.h>

static bool has_name(const CliOption *option, const char *name, size_t length)
{
    return strlen(option->name) == length && memcmp(option->name, name, length) == 0;
}

const CliOption *cli_option(const CliArgs *args, const char *name, size_t length, char letter)
{
    const CliOption *const lists[] = {args->command != NULL ? args->command->options : cli_early_options,
                                      cli_common_options};
    for (int l = 0; l < 2; ++l) {
        for (const CliOption *option = lists[l]; option != NULL && option->name != NULL; ++option) {
            if (length > 0 ? has_name(option, name, length) : option->letter == letter)
                return option;
        }
    }
    return NULL;
}

/// The last time an option was given, or NULL.
static const CliGiven *find_given(const CliArgs *args, const char *name)
{
    assert(cli_option(args, name, strlen(name), 0) != NULL); // the table lacks what the command asks for
    for (int i = args->given_count; i-- > 0;) {
        if (strcmp(args->given[i].option->name, name) == 0)
            return &args->given[i];
    }
    return NULL;
}

bool cli_knows(const CliArgs *args, const char *option)
{
    return cli_option(args, option, strlen(option), 0) != NULL;
}

bool cli_has(const CliArgs *args, const char *option) { return find_given(args, option) != NULL; }

const char *cli_value(const CliArgs *args, const char *option, const char *fallback)
{
    const CliGiven *given = find_given(args, option);
    return given != NULL ? given->value : fallback;
}

double cli_number(const CliArgs *args, const char *option, double fallback)
{
    const char *value = cli_value(args, option, NULL);
    double number = fallback;
    if (value != NULL)
        mieni_number_read(value, strlen(value), &number); // the parser has seen that it is one
    return number;
}

int cli_integer(const CliArgs *args, const char *option, int fallback)
{
    return (int)cli_number(args, option, fallback);
}

int cli_value_integer(const CliArgs *args, int index, int fallback)
{
    double number = fallback;
    if (index < args->value_count)
        mieni_number_read(args->values[index], strlen(args->values[index]), &number); // the parser checked it
    return (int)number;
}
