// SPDX-License-Identifier: MIT
//
// The pages in docs/cli.

#include "cli/help.h"
#include "cli/output.h"

#include <string.h>

/// A cell of a table, where | would end it.
static void put_cell(MieniTextOut *out, const char *text)
{
    for (; *text != '\0'; ++text)
        mieni_text_put_bytes(out, *text == '|' ? "\\|" : text, *text == '|' ? 2 : 1);
}

static void put_paragraphs(MieniTextOut *out, const char *text)
{
    while (text != NULL && *text != '\0') {
        const char *end = strstr(text, "\n\n");
        const size_t size = end != NULL ? (size_t)(end - text) : strlen(text);
        mieni_text_put(out, *text == ' ' ? "\n```\n" : "\n");
        mieni_text_put_bytes(out, text, size);
        mieni_text_put(out, *text == ' ' ? "\n```\n" : "\n");
        text = end != NULL ? end + 2 : NULL;
    }
}

static void put_options(MieniTextOut *out, const char *title, const CliOption *options)
{
    if (options == NULL || options->name == NULL)
        return;
    mieni_text_putf(out, "\n## %s\n\n| option | does |\n| --- | --- |\n", title);
    for (const CliOption *option = options; option->name != NULL; ++option) {
        mieni_text_put(out, "| `");
        cli_put_option_names(out, option, "");
        mieni_text_put(out, "` | ");
        put_cell(out, option->help);
        if (option->choices != NULL) {
            mieni_text_put(out, " (`");
            put_cell(out, option->choices);
            mieni_text_put(out, "`)");
        }
        mieni_text_put(out, option->is_repeated ? "; can be repeated |\n" : " |\n");
    }
}

/// The table of all exit codes. Only the index has it.
static void put_exits(MieniTextOut *out)
{
    mieni_text_put(out, "\n## Exit codes\n\n| code | means |\n| --- | --- |\n");
    for (const CliExitInfo *info = cli_exits; info->name != NULL; ++info)
        mieni_text_putf(out, "| %d | %s |\n", (int)info->code, info->help);
}

/// "Exit codes: 0, 2, 3 and 70.", with a link to the table.
static void put_exits_of(MieniTextOut *out, const CliCommand *command)
{
    int left = 0;
    for (const CliExitInfo *info = cli_exits; info->name != NULL; ++info)
        left += cli_can_exit(command, info->code);
    mieni_text_put(out, "\n[Exit codes](README.md#exit-codes): ");
    for (const CliExitInfo *info = cli_exits; info->name != NULL; ++info) {
        if (cli_can_exit(command, info->code))
            mieni_text_putf(out, "%d%s", (int)info->code, --left > 1 ? ", " : left == 1 ? " and " : ".\n");
    }
}

/// The option that comes next by name in any command, or NULL.
static const CliOption *next_option(const CliProgram *program, const char *after)
{
    const CliOption *next = NULL;
    for (int i = 0; i < program->command_count; ++i)
        for (const CliOption *o = program->commands[i]->options; o != NULL && o->name != NULL; ++o)
            if (strcmp(o->name, after) > 0 && (next == NULL || strcmp(o->name, next->name) < 0))
                next = o;
    return next;
}

/// An option has one name, one letter, one kind of value and one meaning in all commands.
static void put_all_options(const CliProgram *program, MieniTextOut *out)
{
    mieni_text_put(out, "\n## All options\n");
    put_paragraphs(out, "An option has the same letter, the same kind of value and the same meaning in every "
                        "command that has it.");
    mieni_text_put(out, "\n| option | commands |\n| --- | --- |\n");
    for (const CliOption *option = next_option(program, ""); option != NULL;
         option = next_option(program, option->name)) {
        int count = 0;
        mieni_text_put(out, "| `");
        cli_put_option_names(out, option, "");
        mieni_text_put(out, "` | ");
        for (int i = 0; i < program->command_count; ++i)
            for (const CliOption *o = program->commands[i]->options; o != NULL && o->name != NULL; ++o) {
                if (strcmp(o->name, option->name) != 0)
                    continue;
                mieni_text_putf(out, "%s[%s](", count++ > 0 ? ", " : "", program->commands[i]->path);
                cli_put_dashed(out, program->commands[i]->path);
                mieni_text_put(out, ".md)");
            }
        mieni_text_put(out, " |\n");
    }
}

static void put_index(const CliProgram *program, MieniTextOut *out)
{
    mieni_text_putf(out,
                    "# The %s program\n\n"
                    "```\n",
                    program->name);
    cli_put_usage(program, out, NULL);
    mieni_text_put(out, "\n```\n");
    put_paragraphs(out, program->description);
    mieni_text_put(out, "\n## Commands\n\n| command | does |\n| --- | --- |\n");
    for (int i = 0; i < program->command_count; ++i) {
        const CliCommand *command = program->commands[i];
        mieni_text_putf(out, "| [%s %s](", program->name, command->path);
        cli_put_dashed(out, command->path);
        mieni_text_putf(out, ".md) | %s |\n", command->summary);
    }
    put_options(out, "Options of every command", cli_common_options);
    put_paragraphs(
        out, "Options may be anywhere after the command, the options above and `-C FOLDER` also "
             "before it; `--` ends them. A value follows its option as the next word or after `=`. Unknown "
             "options, and options that exclude each other, are errors.");
    put_all_options(program, out);
    put_exits(out);
    mieni_text_put(out, "\n## Messages\n");
    put_paragraphs(
        out,
        "An error is one line on standard error: file, line if known, location, sentence. Warnings start "
        "with the word `warning`; `--no-warnings` hides them. `--quiet` hides the result lines of commands "
        "that write files, and keeps warnings. `--verbose` adds notes.\n\n"
        "    mien: face.json:12: poses[3].name: The name is taken.\n\n"
        "With `--json` a message is one object on one line, with the fields that apply. `status` is a "
        "[status of the library](../errors.md), or the name of an exit code: `usage`, `input`, `write`, "
        "`cancelled`, `internal`. Warnings and notes use the keys `warning` and `note`, without a status. In "
        "results, too, `file` is the "
        "path of a file.\n\n"
        "    {\"error\": {\"file\": \"face.json\", \"line\": 12, \"location\": \"poses[3].name\", "
        "\"message\": "
        "\"The name is taken.\", \"status\": \"MIEN_ERROR_DATA\"}}\n\n"
        "File names, keys and other text of a project may contain any characters. Those that a terminal "
        "would interpret are printed as `\\x1b` or `\\u202e`: control characters, line ends within a name, "
        "marks that change the text direction, and invalid UTF-8 (`\\xff`). Output of `--json` and "
        "`--progress=json` is always valid JSON and UTF-8: in strings, an invalid byte of a file name is "
        "U+FFFD, and other characters are escaped as in JSON.");
    mieni_text_put(out, "\n## Man pages and completion\n");
    put_paragraphs(
        out, "Installation puts both where the system looks for them. `mien help --man COMMAND` prints a man "
             "page, [`mien completion bash`](completion.md) prints the completion script for a shell. These "
             "pages are "
             "the output of `mien help --markdown COMMAND`; `scripts/checks/cli --fix` writes them.");
}

void cli_help_markdown(const CliArgs *args, MieniTextOut *out, const CliCommand *command)
{
    const CliProgram *program = args->program;
    if (command == NULL) {
        put_index(program, out);
        return;
    }
    mieni_text_putf(out,
                    "# %s %s\n\n"
                    "%s.\n\n"
                    "```\n",
                    program->name, command->path, command->summary);
    cli_put_usage(program, out, command);
    mieni_text_put(out, "\n```\n");
    put_paragraphs(out, command->description);
    if (command->arguments != NULL) {
        mieni_text_put(out, "\n## Arguments\n\n| argument | is |\n| --- | --- |\n");
        for (const CliArgument *argument = command->arguments; argument->name != NULL; ++argument) {
            mieni_text_putf(out, "| `%s` | ", argument->name);
            put_cell(out, argument->help);
            mieni_text_put(out, " |\n");
        }
    }
    put_options(out, "Options", command->options);
    mieni_text_put(out, "\n[Options of every command](README.md#options-of-every-command) apply too.\n");
    if (command->examples != NULL) {
        mieni_text_put(out, "\n## Examples\n");
        for (const CliExample *example = command->examples; example->command != NULL; ++example)
            mieni_text_putf(out,
                            "\n%s:\n\n"
                            "```sh\n%s\n```\n",
                            example->help, example->command);
    }
    put_exits_of(out, command);
}
