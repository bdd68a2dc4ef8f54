// SPDX-License-Identifier: MIT
//
// All kinds of help, generated from the table.

#pragma once

#include "base/text_out.h"
#include "cli/args.h"

/// The overview, or that of the commands that begin with a prefix.
void cli_help_overview(const CliArgs *args, MieniTextOut *out, const char *prefix);
/// All about one command.
void cli_help_command(const CliArgs *args, MieniTextOut *out, const CliCommand *command);
/// A man page; of the program itself if command is NULL.
void cli_help_man(const CliArgs *args, MieniTextOut *out, const CliCommand *command);
/// A page for docs/cli; the index if command is NULL.
void cli_help_markdown(const CliArgs *args, MieniTextOut *out, const CliCommand *command);
/// The table itself, as the result of a command with --json: that of one command, or the overview.
/// Returns the exit code.
int cli_help_write_json(const CliArgs *args, const CliCommand *command, const char *prefix);
/// A text as the result; with --json the text of an object. Returns the exit code.
int cli_help_write_text(const CliArgs *args, MieniTextOut *text);

/// "mien info [OPTIONS] FILE..."
void cli_put_usage(const CliProgram *program, MieniTextOut *out, const CliCommand *command);
/// "-o, --output FILE", or " " for the letter's place where there is none.
void cli_put_option_names(MieniTextOut *out, const CliOption *option, const char *place);
/// A path as a file's name: "poses-rename" for "poses rename".
void cli_put_dashed(MieniTextOut *out, const char *path);
