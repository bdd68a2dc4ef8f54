// SPDX-License-Identifier: MIT
//
// mien completion

#include "cli/complete.h"
#include "cli/help.h"

#include <string.h>

static const CliArgument arguments[] = {
    {.name = "SHELL", .help = "`bash`, `zsh` or `fish`"},
    {.name = "WORD",
     .help = "With `--words`: the words of a command line, the last one unfinished",
     .is_optional = true,
     .is_repeated = true},
    {0},
};

static const CliOption options[] = {
    {.name = "words", .help = "Print what the last word may become; the scripts use it"},
    CLI_OUTPUT_OPTION,
    {0},
};

static const CliExample examples[] = {
    {"source <(mien completion bash)", "Completion in this shell"},
    {"mien completion fish", "The script, for ~/.config/fish/completions/mien.fish"},
    {0},
};

/// Each asks the program, which knows the assets; :files and :folders are left to the shell.
static const char bash_script[] =
    "# Completion of mien for bash.\n"
    "_mien()\n"
    "{\n"
    "    local word=${COMP_WORDS[COMP_CWORD]} line\n"
    "    COMPREPLY=()\n"
    "    while IFS= read -r line; do\n"
    "        case $line in\n"
    "        :files | :folders)\n"
    "            compopt -o filenames 2>/dev/null\n"
    "            local kind=-f\n"
    "            [[ $line == :files ]] || kind=-d\n"
    "            while IFS= read -r line; do COMPREPLY+=(\"$line\"); done < <(compgen $kind -- \"$word\")\n"
    "            ;;\n"
    "        *)\n"
    "            printf -v line %q \"${line%%$'\\t'*}\"\n"
    "            COMPREPLY+=(\"$line\")\n"
    "            ;;\n"
    "        esac\n"
    "    done < <(mien completion bash --words -- \"${COMP_WORDS[@]:1:COMP_CWORD}\" 2>/dev/null)\n"
    "}\n"
    "complete -F _mien mien\n";

static const char zsh_script[] =
    "#compdef mien\n"
    "# Completion of mien for zsh.\n"
    "_mien()\n"
    "{\n"
    "    local line\n"
    "    local -a offers\n"
    "    for line in ${(f)\"$(mien completion zsh --words -- \"${(@Q)words[2,CURRENT]}\" 2>/dev/null)\"}; "
    "do\n"
    "        case $line in\n"
    "        :files) _files ;;\n"
    "        :folders) _files -/ ;;\n"
    "        *) offers+=(\"${${line%%$'\\t'*}//:/\\\\:}:${line#*$'\\t'}\") ;;\n"
    "        esac\n"
    "    done\n"
    "    if (($#offers)); then _describe -t words word offers; fi\n"
    "}\n"
    "if [[ $funcstack[1] == _mien ]]; then _mien \"$@\"; else compdef _mien mien; fi\n";

static const char fish_script[] =
    "# Completion of mien for fish.\n"
    "function __mien_words\n"
    "    set -l words (commandline -opc)\n"
    "    for line in (mien completion fish --words -- $words[2..-1] (commandline -ct) 2>/dev/null)\n"
    "        switch $line\n"
    "            case :files\n"
    "                __fish_complete_path (commandline -ct)\n"
    "            case :folders\n"
    "                __fish_complete_directories (commandline -ct)\n"
    "            case '*'\n"
    "                printf '%s\\n' $line\n"
    "        end\n"
    "    end\n"
    "end\n"
    "complete -c mien -f -a '(__mien_words)'\n";

static int run(const CliArgs *args)
{
    const char *shell = args->values[0];
    MieniTextOut out = {0};
    if (cli_has(args, "words"))
        cli_complete(args, args->values + 1, args->value_count - 1, &out);
    else if (args->value_count > 1)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "mien completion: unexpected argument \"%s\".",
                        args->values[1]);
    else if (strcmp(shell, "bash") == 0)
        mieni_text_put(&out, bash_script);
    else if (strcmp(shell, "zsh") == 0)
        mieni_text_put(&out, zsh_script);
    else if (strcmp(shell, "fish") == 0)
        mieni_text_put(&out, fish_script);
    else
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "SHELL must be one of bash, zsh, fish, not \"%s\".",
                        shell);
    return cli_help_write_text(args, &out);
}

const CliCommand cli_cmd_completion = {
    .path = "completion",
    .group = "Help",
    .summary = "Print the completion script of a shell",
    .description =
        "The script asks `mien` what may follow: commands, options and their choices, assets of "
        "the right kind, poses, curves, bones, maps and vocabularies. Installed packages bring the "
        "scripts for all three shells.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY(CLI_EXIT_WRITE),
    .run = run,
};
