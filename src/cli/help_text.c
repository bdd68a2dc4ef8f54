// SPDX-License-Identifier: MIT
//
// Help for terminals, and the parts that all kinds of help share.

#include "cli/help.h"
#include "cli/output.h"

#include <string.h>

enum { LINE_WIDTH = 80, LEAST_HELP_WIDTH = 30 };

void cli_put_usage(const CliProgram *program, MieniTextOut *out, const CliCommand *command)
{
    if (command == NULL) {
        mieni_text_putf(out, "%s COMMAND [OPTIONS] [ARGUMENTS]", program->name);
        return;
    }
    mieni_text_putf(out, "%s %s [OPTIONS]", program->name, command->path);
    for (const CliArgument *argument = command->arguments; argument != NULL && argument->name != NULL;
         ++argument)
        mieni_text_putf(out, argument->is_optional ? " [%s%s]" : " %s%s", argument->name,
                        argument->is_repeated ? "..." : "");
}

void cli_put_option_names(MieniTextOut *out, const CliOption *option, const char *place)
{
    if (option->letter != '\0')
        mieni_text_putf(out, "-%c, ", option->letter);
    else
        mieni_text_put(out, place);
    mieni_text_putf(out, "--%s", option->name);
    if (option->value != NULL)
        mieni_text_putf(out, " %s", option->value);
}

void cli_put_dashed(MieniTextOut *out, const char *path)
{
    for (; *path != '\0'; ++path)
        mieni_text_put_bytes(out, *path == ' ' ? "-" : path, 1);
}

/// One word without the marks of code.
static void put_word(MieniTextOut *out, const char *word, size_t size)
{
    for (size_t i = 0; i < size; ++i) {
        if (word[i] != '`')
            mieni_text_put_bytes(out, word + i, 1);
    }
}

/// Fills lines up to the width. The cursor stands at column indent, and the last line
/// is ended.
static void put_filled(MieniTextOut *out, const char *text, size_t size, int indent)
{
    int column = indent;
    for (size_t at = 0; at < size;) {
        size_t length = 0;
        int marks = 0;
        while (at + length < size && text[at + length] != ' ' && text[at + length] != '\n')
            marks += text[at + length++] == '`';
        const int width = (int)length - marks;
        if (column > indent && column + 1 + width > LINE_WIDTH) {
            mieni_text_putf(out, "\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            mieni_text_put(out, " ");
            column++;
        }
        put_word(out, text + at, length);
        column += width;
        at += length + 1;
    }
    mieni_text_put(out, "\n");
}

/// Paragraphs, with an empty line before each.
static void put_paragraphs(MieniTextOut *out, const char *text)
{
    while (text != NULL && *text != '\0') {
        const char *end = strstr(text, "\n\n");
        const size_t size = end != NULL ? (size_t)(end - text) : strlen(text);
        mieni_text_put(out, "\n");
        if (*text == ' ') {
            mieni_text_put_bytes(out, text, size);
            mieni_text_put(out, "\n");
        } else {
            put_filled(out, text, size, 0);
        }
        text = end != NULL ? end + 2 : NULL;
    }
}

/// Rows of a name and what it is, aligned.
typedef struct Rows {
    MieniTextOut *out;
    int width; ///< Of the widest name.
} Rows;

static void put_row(const Rows *rows, const char *name, const char *help)
{
    const int indent = 2 + rows->width + 2;
    mieni_text_putf(rows->out, "  %-*s  ", rows->width, name);
    put_filled(rows->out, help, strlen(help), indent <= LINE_WIDTH - LEAST_HELP_WIDTH ? indent : 8);
}

static void widen(Rows *rows, const char *name)
{
    const int width = (int)strlen(name);
    rows->width = width > rows->width ? width : rows->width;
}

static const char *option_names(const CliArgs *args, const CliOption *option)
{
    MieniTextOut text = {0};
    cli_put_option_names(&text, option, "    ");
    const char *names = text.is_out_of_memory ? "" : cli_text(args, "%s", text.bytes);
    mieni_text_release(&text);
    return names;
}

static void put_options(const CliArgs *args, MieniTextOut *out, const char *title, const CliOption *options)
{
    if (options == NULL || options->name == NULL)
        return;
    Rows rows = {.out = out};
    for (const CliOption *option = options; option->name != NULL; ++option)
        widen(&rows, option_names(args, option));
    mieni_text_put(out, "\n");
    cli_put_heading(args, out, title);
    mieni_text_put(out, "\n");
    for (const CliOption *option = options; option->name != NULL; ++option) {
        const char *help = option->help;
        if (option->choices != NULL)
            help = cli_text(args, "%s (%s)", help, option->choices);
        put_row(&rows, option_names(args, option),
                option->is_repeated ? cli_text(args, "%s; can be repeated", help) : help);
    }
}

static void put_arguments(const CliArgs *args, MieniTextOut *out, const CliArgument *arguments)
{
    if (arguments == NULL || arguments->name == NULL)
        return;
    Rows rows = {.out = out};
    for (const CliArgument *argument = arguments; argument->name != NULL; ++argument)
        widen(&rows, argument->name);
    mieni_text_put(out, "\n");
    cli_put_heading(args, out, "Arguments");
    mieni_text_put(out, "\n");
    for (const CliArgument *argument = arguments; argument->name != NULL; ++argument)
        put_row(&rows, argument->name, argument->help);
}

static void put_examples(const CliArgs *args, MieniTextOut *out, const CliExample *examples)
{
    if (examples == NULL || examples->command == NULL)
        return;
    mieni_text_put(out, "\n");
    cli_put_heading(args, out, "Examples");
    mieni_text_put(out, "\n");
    for (const CliExample *example = examples; example->command != NULL; ++example) {
        mieni_text_putf(out, "  %s\n      ", example->command);
        put_filled(out, example->help, strlen(example->help), 6);
    }
}

void cli_help_command(const CliArgs *args, MieniTextOut *out, const CliCommand *command)
{
    cli_put_heading(args, out, "Usage");
    mieni_text_put(out, ": ");
    cli_put_usage(args->program, out, command);
    mieni_text_putf(out, "\n\n%s.\n", command->summary);
    put_paragraphs(out, command->description);
    put_arguments(args, out, command->arguments);
    put_options(args, out, "Options", command->options);
    put_options(args, out, "Common options", cli_common_options);
    put_examples(args, out, command->examples);
    mieni_text_put(out, "\n");
    cli_put_heading(args, out, "Exit codes");
    mieni_text_put(out, "\n");
    const Rows rows = {.out = out, .width = 2};
    for (const CliExitInfo *info = cli_exits; info->name != NULL; ++info) {
        if (cli_can_exit(command, info->code))
            put_row(&rows, cli_text(args, "%d", (int)info->code), info->help);
    }
}

/// The commands to begin with.
static void put_start(const CliArgs *args, const Rows *rows)
{
    static const char *const paths[] = {"init", "import", "sheet", "lint", "build"};
    bool is_first = true;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; ++i) {
        const CliCommand *command = cli_find_command(args->program, paths[i]);
        if (command == NULL)
            continue;
        if (is_first) {
            mieni_text_put(rows->out, "\n");
            cli_put_heading(args, rows->out, "Start here");
            mieni_text_put(rows->out, "\n");
        }
        is_first = false;
        put_row(rows, command->path, command->summary);
    }
}

void cli_help_overview(const CliArgs *args, MieniTextOut *out, const char *prefix)
{
    const CliProgram *program = args->program;
    cli_put_heading(args, out, "Usage");
    mieni_text_put(out, ": ");
    if (prefix != NULL)
        mieni_text_putf(out, "%s %s COMMAND [OPTIONS] [ARGUMENTS]\n", program->name, prefix);
    else
        mieni_text_putf(out, "%s COMMAND [OPTIONS] [ARGUMENTS]\n\n%s.\n", program->name, program->summary);
    Rows rows = {.out = out};
    for (int i = 0; i < program->command_count; ++i)
        widen(&rows, program->commands[i]->path);
    if (prefix == NULL)
        put_start(args, &rows);
    const char *group = NULL;
    for (int i = 0; i < program->command_count; ++i) {
        const CliCommand *command = program->commands[i];
        if (prefix != NULL && !cli_has_prefix(command, prefix))
            continue;
        if (group == NULL || strcmp(group, command->group) != 0) {
            group = command->group;
            mieni_text_put(out, "\n");
            cli_put_heading(args, out, group);
            mieni_text_put(out, "\n");
        }
        put_row(&rows, command->path, command->summary);
    }
    mieni_text_putf(out, "\nRun %s help COMMAND or %s COMMAND --help for the help of one command.\n",
                    program->name, program->name);
}
