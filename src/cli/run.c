// SPDX-License-Identifier: MIT
//
// Parses the command line, prints help and version, and runs the command.

#include "cli/run.h"

#include "cli/help.h"
#include "cli/limits.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "mien/base.h"

/// Help or version, to standard output whatever --output is. Without a command, the overview
/// of all commands or of a group.
static int print_help(const CliArgs *args)
{
    MieniTextOut out = {0};
    const CliArgs plain = {.program = args->program,
                           .arena = args->arena,
                           .json = args->json,
                           .color_out = args->color_out,
                           .color_err = args->color_err};
    if (args->json && !args->version)
        return cli_help_write_json(&plain, args->command, args->prefix);
    if (args->version && args->json) {
        mieni_text_put(&out, "{\"version\": ");
        mieni_text_put_string(&out, mien_version());
        mieni_text_put(&out, "}\n");
    } else if (args->version)
        mieni_text_putf(&out, "%s %s\n", args->program->name, mien_version());
    else if (args->command != NULL)
        cli_help_command(args, &out, args->command);
    else
        cli_help_overview(args, &out, args->prefix);
    return cli_write_result(&plain, &out);
}

static int dispatch(const CliArgs *args)
{
    if (args->help || args->version || args->command == NULL)
        return print_help(args);
    int code = cli_check_output(args);
    if (code == CLI_EXIT_OK)
        code = args->command->run(args);
    return code == CLI_EXIT_OK && args->arena->is_out_of_memory ? cli_fail_memory(args) : code;
}

int cli_run(const CliProgram *program, int count, char **words)
{
    MieniArena arena = {0};
    MieniNameMap told = {0};
    CliArgs args;
    int code = cli_parse(program, count, words, &arena, &args);
    args.told = &told;
    cli_catch_signals(&args);
    if (code == CLI_EXIT_OK && !args.help && !args.version)
        code = cli_limits_begin(&args);
    if (code == CLI_EXIT_OK)
        code = dispatch(&args);
    mieni_name_map_release(&told);
    mieni_arena_release(&arena);
    return code;
}
