// SPDX-License-Identifier: MIT
//
// Shell completion: commands, options, choices and file names.

#include "cli/help.h"

#include <string.h>

static const CliOption *const no_options = &(const CliOption){0};

static const CliOption *options_of(const CliCommand *command)
{
    return command->options != NULL ? command->options : no_options;
}

/// Text between single quotes, without marks of code.
static void put_quoted(MieniTextOut *out, const char *text, const char *quote)
{
    for (; *text != '\0'; ++text) {
        if (*text == '\'')
            mieni_text_put(out, quote);
        else if (*text != '`')
            mieni_text_put_bytes(out, text, 1);
    }
}

static void put_choices(MieniTextOut *out, const char *choices)
{
    for (; *choices != '\0'; ++choices)
        mieni_text_put_bytes(out, *choices == '|' ? " " : choices, 1);
}

static void put_bash_words(MieniTextOut *out, const CliOption *options)
{
    for (const CliOption *option = options; option->name != NULL; ++option) {
        if (option->letter != '\0')
            mieni_text_putf(out, " -%c", option->letter);
        mieni_text_putf(out, " --%s", option->name);
    }
}

/// What to offer after an option that takes a value.
static void put_bash_values(MieniTextOut *out, const CliOption *options, const char *indent)
{
    for (const CliOption *option = options; option->name != NULL; ++option) {
        if (option->value == NULL)
            continue;
        mieni_text_put(out, indent);
        if (option->letter != '\0')
            mieni_text_putf(out, "-%c | ", option->letter);
        mieni_text_putf(out, "--%s) ", option->name);
        if (option->choices != NULL) {
            mieni_text_put(out, "COMPREPLY=($(compgen -W '");
            put_choices(out, option->choices);
            mieni_text_put(out, "' -- \"$word\")); return ;;\n");
        } else if (option->kind == CLI_FILE || option->kind == CLI_FOLDER) {
            mieni_text_putf(out, "COMPREPLY=($(compgen -%c -- \"$word\")); return ;;\n",
                            option->kind == CLI_FILE ? 'f' : 'd');
        } else {
            mieni_text_put(out, "return ;;\n");
        }
    }
}

/// The commands' first words, or second words after a prefix, each once.
static void put_words(const CliProgram *program, MieniTextOut *out, const char *prefix)
{
    for (int i = 0; i < program->command_count; ++i) {
        const char *path = program->commands[i]->path;
        const size_t skip = prefix != NULL ? strlen(prefix) + 1 : 0;
        if (prefix != NULL && (!cli_has_prefix(program->commands[i], prefix) || strlen(path) < skip))
            continue;
        const size_t length = strcspn(path + skip, " ");
        bool is_repeated = false;
        for (int j = 0; prefix == NULL && j < i; ++j) {
            const char *earlier = program->commands[j]->path;
            is_repeated = is_repeated || (strncmp(earlier, path, length) == 0 &&
                                          (earlier[length] == ' ' || earlier[length] == '\0'));
        }
        if (!is_repeated) {
            mieni_text_put(out, " ");
            mieni_text_put_bytes(out, path + skip, length);
        }
    }
}

/// The first word of a command of two words, for the first of those that share it.
static bool begins_prefix(const CliProgram *program, int index, char out_word[64])
{
    const char *path = program->commands[index]->path;
    const size_t length = strcspn(path, " ");
    if (path[length] == '\0' || length >= 64)
        return false;
    memcpy(out_word, path, length);
    out_word[length] = '\0';
    for (int i = 0; i < index; ++i) {
        const CliCommand *earlier = program->commands[i];
        if (cli_has_prefix(earlier, out_word) && strcmp(earlier->path, out_word) != 0)
            return false;
    }
    return true;
}

static void put_bash_commands(const CliProgram *program, MieniTextOut *out, bool has_two_words)
{
    for (int i = 0; i < program->command_count; ++i) {
        const CliCommand *command = program->commands[i];
        if ((strchr(command->path, ' ') != NULL) != has_two_words)
            continue;
        mieni_text_putf(out, "    ' %s '*)\n        case \"$before\" in\n", command->path);
        put_bash_values(out, options_of(command), "        ");
        mieni_text_put(out, "        esac\n        words='");
        put_bash_words(out, options_of(command));
        mieni_text_put(out, "' ;;\n");
    }
}

void cli_help_bash(const CliArgs *args, MieniTextOut *out)
{
    const CliProgram *program = args->program;
    char prefix[64];
    mieni_text_putf(out,
                    "# Completion of %s for bash.\n"
                    "_%s()\n{\n"
                    "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
                    "    local command='' words='' i\n"
                    "    COMPREPLY=()\n"
                    "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
                    "        [[ ${COMP_WORDS[i]} == -* ]] || command+=\" ${COMP_WORDS[i]}\"\n"
                    "    done\n"
                    "    case \"$before\" in\n",
                    program->name, program->name);
    put_bash_values(out, cli_common_options, "    ");
    mieni_text_put(out, "    esac\n    case \"$command \" in\n    ' ') words='");
    put_words(program, out, NULL);
    mieni_text_put(out, "' ;;\n");
    for (int i = 0; i < program->command_count; ++i) {
        if (!begins_prefix(program, i, prefix))
            continue;
        mieni_text_putf(out, "    ' %s ') words='", prefix);
        put_words(program, out, prefix);
        mieni_text_put(out, "' ;;\n");
    }
    put_bash_commands(program, out, true); // one word may begin two
    put_bash_commands(program, out, false);
    mieni_text_put(out, "    esac\n"
                        "    if [[ $word == -* || -z $command ]]; then\n"
                        "        COMPREPLY=($(compgen -W \"$words");
    put_bash_words(out, cli_common_options);
    mieni_text_putf(out,
                    "\" -- \"$word\"))\n"
                    "    else\n"
                    "        [[ $words == *' -'* || -z $words ]] || COMPREPLY=($(compgen -W \"$words\" -- "
                    "\"$word\"))\n"
                    "        [[ ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- \"$word\"))\n"
                    "    fi\n"
                    "}\n"
                    "complete -o filenames -F _%s %s\n",
                    program->name, program->name);
}

static void put_zsh_options(MieniTextOut *out, const CliOption *options)
{
    for (const CliOption *option = options; option->name != NULL; ++option) {
        for (int form = option->letter != '\0' ? 0 : 1; form < 2; ++form) {
            mieni_text_put(out, " \\\n        '");
            if (option->is_repeated)
                mieni_text_put(out, "*");
            if (form == 0)
                mieni_text_putf(out, "-%c[", option->letter);
            else
                mieni_text_putf(out, option->value != NULL ? "--%s=[" : "--%s[", option->name);
            put_quoted(out, option->help, "'\\''");
            mieni_text_put(out, "]");
            if (option->choices != NULL) {
                mieni_text_putf(out, ":%s:(", option->value);
                put_choices(out, option->choices);
                mieni_text_put(out, ")");
            } else if (option->value != NULL) {
                mieni_text_putf(out, ":%s:%s", option->value,
                                option->kind == CLI_FILE     ? "_files"
                                : option->kind == CLI_FOLDER ? "_files -/"
                                                             : "");
            }
            mieni_text_put(out, "'");
        }
    }
}

void cli_help_zsh(const CliArgs *args, MieniTextOut *out)
{
    const CliProgram *program = args->program;
    mieni_text_putf(out, "#compdef %s\n# Completion of %s for zsh.\n_%s()\n{\n    local -a commands\n",
                    program->name, program->name, program->name);
    mieni_text_put(out, "    commands=(\n");
    for (int i = 0; i < program->command_count; ++i) {
        mieni_text_putf(out, "        '%s:", program->commands[i]->path);
        put_quoted(out, program->commands[i]->summary, "'\\''");
        mieni_text_put(out, "'\n");
    }
    mieni_text_put(out, "    )\n"
                        "    local one=${words[2]} two=\"${words[2]} ${words[3]}\"\n"
                        "    if ((CURRENT == 2)); then\n"
                        "        local -a firsts\n"
                        "        firsts=(${(u)${commands%%:*}%% *})\n"
                        "        compadd -a firsts\n"
                        "        return\n"
                        "    fi\n"
                        "    if ((CURRENT == 3)); then\n"
                        "        local -a seconds\n"
                        "        seconds=(${${(M)${commands%%:*}:#$one *}#* })\n"
                        "        (($#seconds)) && compadd -a seconds\n"
                        "    fi\n"
                        "    case $two in\n");
    for (int pass = 0; pass < 2; ++pass) { // two words come first, one word may begin them
        for (int i = 0; i < program->command_count; ++i) {
            const CliCommand *command = program->commands[i];
            if ((strchr(command->path, ' ') == NULL) != (pass == 1))
                continue;
            mieni_text_putf(out, pass == 0 ? "    '%s') _arguments" : "    '%s '*) _arguments",
                            command->path);
            put_zsh_options(out, options_of(command));
            put_zsh_options(out, cli_common_options);
            mieni_text_put(out, " \\\n        '*:file:_files' ;;\n");
        }
    }
    mieni_text_putf(out, "    esac\n}\n_%s \"$@\"\n", program->name);
}

static void put_fish_options(MieniTextOut *out, const CliProgram *program, const CliCommand *command,
                             const CliOption *options)
{
    for (const CliOption *option = options; option->name != NULL; ++option) {
        mieni_text_putf(out, "complete -c %s", program->name);
        if (command != NULL)
            mieni_text_putf(out, " -n '__%s_is \"%s\"'", program->name, command->path);
        if (option->letter != '\0')
            mieni_text_putf(out, " -s %c", option->letter);
        mieni_text_putf(out, " -l %s", option->name);
        if (option->choices != NULL) {
            mieni_text_put(out, " -x -a '");
            put_choices(out, option->choices);
            mieni_text_put(out, "'");
        } else if (option->value != NULL) {
            mieni_text_put(out, option->kind == CLI_FILE || option->kind == CLI_FOLDER ? " -r -F" : " -x");
        }
        mieni_text_put(out, " -d '");
        put_quoted(out, option->help, "\\'");
        mieni_text_put(out, "'\n");
    }
}

void cli_help_fish(const CliArgs *args, MieniTextOut *out)
{
    const CliProgram *program = args->program;
    const char *name = program->name;
    char prefix[64];
    mieni_text_putf(out,
                    "# Completion of %s for fish.\n"
                    "function __%s_words\n"
                    "    string match -v -- '-*' (commandline -opc)[2..-1]\n"
                    "end\n"
                    "function __%s_is\n"
                    "    string match -q -- \"$argv[1] *\" (string join ' ' (__%s_words) '')\n"
                    "end\n"
                    "function __%s_at\n"
                    "    test \"$argv[1]\" = (string join ' ' (__%s_words) '')\n"
                    "end\n",
                    name, name, name, name, name, name);
    for (int i = 0; i < program->command_count; ++i) {
        const CliCommand *command = program->commands[i];
        const size_t length = strcspn(command->path, " ");
        const bool is_single = command->path[length] == '\0';
        if (begins_prefix(program, i, prefix))
            mieni_text_putf(out, "complete -c %s -n '__%s_at \"\"' -f -a '%s'\n", name, name, prefix);
        mieni_text_putf(out, "complete -c %s -n '__%s_at \"", name, name);
        mieni_text_put_bytes(out, command->path, is_single ? 0 : length);
        mieni_text_putf(out, "%s\"' -f -a '%s' -d '", is_single ? "" : " ",
                        is_single ? command->path : command->path + length + 1);
        put_quoted(out, command->summary, "\\'");
        mieni_text_put(out, "'\n");
        put_fish_options(out, program, command, options_of(command));
    }
    put_fish_options(out, program, NULL, cli_common_options);
}
