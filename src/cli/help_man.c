// SPDX-License-Identifier: MIT
//
// Man pages, with roff's man macros.

#include "cli/help.h"
#include "cli/output.h"
#include "mien/base.h"

#include <string.h>

/// Text with its marks of code as bold; what roff would take for commands is escaped.
static void put_roff(MieniTextOut *out, const char *text, size_t size)
{
    bool is_code = false, is_line_start = true;
    for (size_t i = 0; i < size; ++i) {
        const char c = text[i];
        if (c == '`') {
            is_code = !is_code;
            mieni_text_put(out, is_code ? "\\fB" : "\\fR");
        } else if (c == '\\') {
            mieni_text_put(out, "\\e");
        } else if (c == '-') {
            mieni_text_put(out, "\\-");
        } else {
            if (is_line_start && (c == '.' || c == '\''))
                mieni_text_put(out, "\\&");
            mieni_text_put_bytes(out, &c, 1);
        }
        is_line_start = c == '\n';
    }
}

static void put_line(MieniTextOut *out, const char *text)
{
    put_roff(out, text, strlen(text));
    mieni_text_put(out, "\n");
}

static void put_paragraphs(MieniTextOut *out, const char *text)
{
    for (bool is_first = true; text != NULL && *text != '\0'; is_first = false) {
        const char *end = strstr(text, "\n\n");
        const size_t size = end != NULL ? (size_t)(end - text) : strlen(text);
        if (!is_first)
            mieni_text_put(out, ".PP\n");
        if (*text == ' ')
            mieni_text_put(out, ".nf\n");
        put_roff(out, text, size);
        mieni_text_put(out, *text == ' ' ? "\n.fi\n" : "\n");
        text = end != NULL ? end + 2 : NULL;
    }
}

/// Choices in brackets; a line may end behind each bar.
static void put_choices(MieniTextOut *out, const char *choices)
{
    mieni_text_put(out, " (");
    for (const char *c = choices; *c != '\0'; ++c)
        mieni_text_putf(out, "%c%s", *c, *c == '|' ? "\\:" : "");
    mieni_text_put(out, ")");
}

static void put_options(MieniTextOut *out, const char *title, const CliOption *options)
{
    if (options == NULL || options->name == NULL)
        return;
    mieni_text_putf(out, ".SH %s\n", title);
    for (const CliOption *option = options; option->name != NULL; ++option) {
        mieni_text_put(out, ".TP\n");
        if (option->letter != '\0')
            mieni_text_putf(out, "\\fB\\-%c\\fR, ", option->letter);
        mieni_text_put(out, "\\fB\\-\\-");
        put_roff(out, option->name, strlen(option->name));
        mieni_text_put(out, "\\fR");
        if (option->value != NULL)
            mieni_text_putf(out, " \\fI%s\\fR", option->value);
        mieni_text_put(out, "\n");
        put_roff(out, option->help, strlen(option->help));
        if (option->choices != NULL)
            put_choices(out, option->choices);
        mieni_text_put(out, option->is_repeated ? "; can be repeated.\n" : ".\n");
    }
}

static void put_exits(MieniTextOut *out, const CliCommand *command)
{
    mieni_text_put(out, ".SH EXIT STATUS\n");
    for (const CliExitInfo *info = cli_exits; info->name != NULL; ++info) {
        if (command != NULL && !cli_can_exit(command, info->code))
            continue;
        mieni_text_putf(out, ".TP\n.B %d\n", (int)info->code);
        put_line(out, info->help);
    }
}

static void put_commands(const CliProgram *program, MieniTextOut *out)
{
    const char *group = "";
    mieni_text_put(out, ".SH COMMANDS\n");
    for (int i = 0; i < program->command_count; ++i) {
        const CliCommand *command = program->commands[i];
        if (strcmp(group, command->group) != 0) {
            group = command->group;
            mieni_text_putf(out, ".SS %s\n", group);
        }
        mieni_text_putf(out, ".TP\n\\fB%s %s\\fR\n", program->name, command->path);
        put_line(out, command->summary);
    }
}

static void put_name(const CliProgram *program, MieniTextOut *out, const CliCommand *command)
{
    mieni_text_putf(out, "%s", program->name);
    if (command != NULL) {
        mieni_text_put(out, "-");
        cli_put_dashed(out, command->path);
    }
}

void cli_help_man(const CliArgs *args, MieniTextOut *out, const CliCommand *command)
{
    const CliProgram *program = args->program;
    mieni_text_put(out, ".TH ");
    put_name(program, out, command);
    mieni_text_putf(out, " 1 \"\" \"%s %s\"\n.SH NAME\n", program->name, mien_version());
    put_name(program, out, command);
    mieni_text_put(out, " \\- ");
    put_line(out, command != NULL ? command->summary : program->summary);
    mieni_text_put(out, ".SH SYNOPSIS\n");
    cli_put_usage(program, out, command);
    mieni_text_put(out, "\n.SH DESCRIPTION\n");
    put_paragraphs(out, command != NULL ? command->description : program->description);
    if (command == NULL)
        put_commands(program, out);
    if (command != NULL && command->arguments != NULL) {
        mieni_text_put(out, ".SH ARGUMENTS\n");
        for (const CliArgument *argument = command->arguments; argument->name != NULL; ++argument) {
            mieni_text_putf(out, ".TP\n\\fI%s\\fR\n", argument->name);
            put_roff(out, argument->help, strlen(argument->help));
            mieni_text_put(out, ".\n");
        }
    }
    put_options(out, "OPTIONS", command != NULL ? command->options : NULL);
    put_options(out, "COMMON OPTIONS", cli_common_options);
    if (command != NULL && command->examples != NULL) {
        mieni_text_put(out, ".SH EXAMPLES\n");
        for (const CliExample *example = command->examples; example->command != NULL; ++example) {
            mieni_text_put(out, ".PP\n.nf\n    ");
            put_line(out, example->command);
            mieni_text_put(out, ".fi\n");
            put_line(out, example->help);
        }
    }
    put_exits(out, command);
}
