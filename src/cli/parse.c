// SPDX-License-Identifier: MIT
//
// Parses the command line by the table. Options may be anywhere after the command, common
// options and --project also before it; -- ends them.

#include "base/number.h"
#include "cli/args.h"
#include "cli/columns.h"
#include "cli/messages.h"
#include "cli/nearest.h"
#include "project/files/os.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct Parser {
    CliArgs *args;
    int count, next;
    char **words;
} Parser;

static int fail_usage(const CliArgs *args, const char *sentence)
{
    return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "%s", sentence);
}

static bool is_option(const char *word) { return word[0] == '-' && word[1] != '\0'; }

/// Whether any command has an option.
static bool is_anywhere(const CliProgram *program, const char *name)
{
    for (int i = 0; i < program->command_count; ++i)
        for (const CliOption *o = program->commands[i]->options; o != NULL && o->name != NULL; ++o)
            if (strcmp(o->name, name) == 0)
                return true;
    return false;
}

static int fail_unknown_option(const CliArgs *args, const char *word)
{
    const char *end = strchr(word, '=');
    const int length = end != NULL ? (int)(end - word) : (int)strlen(word);
    const char *name = cli_text(args, "%.*s", length, word);
    MieniNearest nearest = {.given = name + (name[0] == '-') + (name[0] == '-' && name[1] == '-')};
    const CliOption *const lists[] = {args->command != NULL ? args->command->options : cli_early_options,
                                      cli_common_options};
    for (int l = 0; l < 2; ++l) {
        for (const CliOption *option = lists[l]; option != NULL && option->name != NULL; ++option)
            mieni_nearest_try(&nearest, option->name);
    }
    const char *bare = nearest.given, *synonym = cli_option_synonym(args, bare);
    for (int l = 0; l < 2; ++l) // the start of one
        for (const CliOption *o = lists[l];
             synonym == NULL && strlen(bare) > 1 && o != NULL && o->name != NULL; ++o)
            synonym = strncmp(o->name, bare, strlen(bare)) == 0 ? o->name : NULL;
    if (synonym != NULL)
        nearest = (MieniNearest){.given = bare, .name = synonym};
    const char *hint = cli_nearest_hint(args, &nearest, "--");
    if (args->command == NULL && nearest.name == NULL && is_anywhere(args->program, bare))
        hint = ": put it after the command.";
    if (args->command == NULL)
        return fail_usage(
            args, cli_text(args, "No option %s before a command%s", name, hint[0] != '\0' ? hint : "."));
    return fail_usage(args, cli_text(args, "%s %s has no option %s%s", args->program->name,
                                     args->command->path, name, hint[0] != '\0' ? hint : "."));
}

static bool is_choice(const char *choices, const char *value)
{
    const size_t length = strlen(value);
    for (const char *choice = choices; choice != NULL; choice = strchr(choice, '|')) {
        choice += *choice == '|';
        if (strncmp(choice, value, length) == 0 && (choice[length] == '|' || choice[length] == '\0'))
            return length > 0;
    }
    return false;
}

/// What a value should have been, or NULL.
static const char *complaint(const CliArgs *args, CliKind kind, const char *choices, const char *value)
{
    double number = 0.0;
    switch (kind) {
    case CLI_NUMBER:
    case CLI_INTEGER:
        if (!mieni_number_read(value, strlen(value), &number) || number - number != 0.0)
            return "a number";
        if (kind == CLI_INTEGER && (number < INT_MIN || number > INT_MAX || number != (double)(int)number))
            return "a whole number";
        return NULL;
    case CLI_CHOICE: {
        if (is_choice(choices, value))
            return NULL;
        MieniTextOut list = {0};
        for (const char *c = choices; *c != '\0'; ++c)
            mieni_text_put_bytes(&list, *c == '|' ? ", " : c, *c == '|' ? 2 : 1);
        const char *text = cli_text(args, "one of %s", list.bytes != NULL ? list.bytes : choices);
        mieni_text_release(&list);
        return text;
    }
    case CLI_FILE:
    case CLI_FOLDER:
        return value[0] == '\0' ? "a path" : NULL;
    case CLI_TEXT:
        break;
    }
    return NULL;
}

/// Paths have slashes from here on; the words are main's own.
static void tidy(CliKind kind, const char *value)
{
    if (kind == CLI_FILE || kind == CLI_FOLDER)
        mieni_os_tidy_path((char *)(uintptr_t)value);
}

/// Whether a word cannot be a value: -- and more, or a letter of an option.
static bool is_option_word(const CliArgs *args, const char *word)
{
    return word[0] == '-' && (word[1] == '-' || (word[1] != '\0' && word[2] == '\0' &&
                                                 cli_option(args, NULL, 0, word[1]) != NULL));
}

/// Takes one option, whose word is the parser's next.
static int take_option(Parser *parser)
{
    CliArgs *args = parser->args;
    const char *word = parser->words[parser->next++];
    const bool is_long = word[1] == '-';
    const char *equals = is_long ? strchr(word, '=') : NULL;
    const size_t length = !is_long ? 0 : equals != NULL ? (size_t)(equals - word) - 2 : strlen(word) - 2;
    const CliOption *option = is_long ? (length > 0 ? cli_option(args, word + 2, length, 0) : NULL)
                                      : (word[2] == '\0' ? cli_option(args, NULL, 0, word[1]) : NULL);
    if (option == NULL)
        return fail_unknown_option(args, word);

    const char *value = equals != NULL ? equals + 1 : NULL;
    if (option->value == NULL && value != NULL)
        return fail_usage(args, cli_text(args, "--%s takes no value.", option->name));
    if (option->value != NULL && value == NULL) {
        const char *follower = parser->next < parser->count ? parser->words[parser->next] : NULL;
        if (follower == NULL || is_option_word(args, follower))
            return fail_usage(args, cli_text(args, "--%s needs a value: --%s %s.", option->name, option->name,
                                             option->value));
        value = follower;
        parser->next++;
    }
    if (option->value != NULL)
        tidy(option->kind, value);
    const char *wanted = option->value != NULL ? complaint(args, option->kind, option->choices, value) : NULL;
    if (wanted != NULL)
        return fail_usage(args, cli_text(args, "--%s needs %s, not \"%s\".", option->name, wanted, value));
    for (int i = 0; option->value != NULL && !option->is_repeated && i < args->given_count; ++i) {
        if (strcmp(args->given[i].option->name, option->name) == 0)
            return fail_usage(args, cli_text(args, "--%s is given twice.", option->name));
    }
    args->given[args->given_count++] = (CliGiven){option, value};
    return CLI_EXIT_OK;
}

static bool is_listed(const char *names, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = names; at != NULL && *at != '\0';) {
        const size_t size = strcspn(at, " ");
        if (size == length && memcmp(at, name, length) == 0)
            return true;
        at += size + (at[size] == ' ');
    }
    return false;
}

static int check_conflicts(const CliArgs *args)
{
    for (int i = 0; i < args->given_count; ++i) {
        for (int j = 0; j < args->given_count; ++j) {
            const CliOption *one = args->given[i].option, *other = args->given[j].option;
            if (is_listed(one->excludes, other->name))
                return fail_usage(args, cli_text(args, "--%s and --%s exclude each other: use one of them.",
                                                 one->name, other->name));
        }
    }
    return CLI_EXIT_OK;
}

/// Options before the command must be the command's too.
static int check_early(const CliArgs *args)
{
    for (int i = 0; i < args->given_count; ++i)
        if (!cli_knows(args, args->given[i].option->name))
            return fail_usage(args, cli_text(args, "%s %s uses no project: omit --%s.", args->program->name,
                                             args->command->path, args->given[i].option->name));
    return CLI_EXIT_OK;
}

static int check_values(const CliArgs *args)
{
    const CliArgument *argument = args->command->arguments;
    for (int i = 0; i < args->value_count; ++i) {
        if (argument == NULL || argument->name == NULL)
            return fail_usage(args, cli_text(args, "%s %s: unexpected argument \"%s\".", args->program->name,
                                             args->command->path, args->values[i]));
        tidy(argument->kind, args->values[i]);
        const char *wanted = complaint(args, argument->kind, NULL, args->values[i]);
        if (wanted != NULL)
            return fail_usage(
                args, cli_text(args, "%s must be %s, not \"%s\".", argument->name, wanted, args->values[i]));
        argument += !argument->is_repeated;
    }
    const bool is_served = argument == NULL || argument->name == NULL || argument->is_optional ||
                           (argument->is_repeated && args->value_count > 0 &&
                            argument - args->command->arguments < args->value_count);
    if (!is_served)
        return fail_usage(args, cli_text(args, "%s %s needs %s; see %s %s --help.", args->program->name,
                                         args->command->path, argument->name, args->program->name,
                                         args->command->path));
    return CLI_EXIT_OK;
}

static int fail_unknown_command(const CliArgs *args, const char *path)
{
    return fail_usage(args, cli_text(args, "No command named \"%s\"%s", path, cli_command_hint(args, path)));
}

/// Takes a word of the command: the first, or the second if the first is not one itself.
static int take_command(Parser *parser)
{
    CliArgs *args = parser->args;
    const char *word = parser->words[parser->next++];
    if (args->prefix != NULL) {
        const char *path = cli_text(args, "%s %s", args->prefix, word);
        args->command = cli_find_command(args->program, path);
        args->prefix = NULL;
        return args->command != NULL ? CLI_EXIT_OK : fail_unknown_command(args, path);
    }
    const bool is_prefix = cli_is_prefix(args->program, word);
    args->command = cli_find_command(args->program, word);
    if (args->command != NULL && is_prefix &&
        parser->next < parser->count) { // a second word may make it another
        const char *path = cli_text(args, "%s %s", word, parser->words[parser->next]);
        const CliCommand *longer = cli_find_command(args->program, path);
        parser->next += longer != NULL;
        args->command = longer != NULL ? longer : args->command;
    }
    if (args->command == NULL && is_prefix)
        args->prefix = word;
    const char *next = parser->next < parser->count ? parser->words[parser->next] : NULL;
    if (args->command == NULL && !is_prefix && cli_command_meant(args, word, next) != NULL) // "pose list"
        return fail_unknown_command(args, cli_text(args, "%s %s", word, next));
    return args->command != NULL || is_prefix ? CLI_EXIT_OK : fail_unknown_command(args, word);
}

static bool wants_color(const char *when, int stream)
{
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (strcmp(when, "auto") != 0)
        return strcmp(when, "always") == 0;
    return mieni_os_is_terminal(stream) && (no_color == NULL || no_color[0] == '\0') &&
           (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

/// How to say things is needed before anything can be wrong.
static void look_ahead(CliArgs *args, int count, char **words)
{
    const char *when = "auto";
    for (int i = 0; i < count && strcmp(words[i], "--") != 0; ++i) {
        if (strcmp(words[i], "--json") == 0)
            args->json = true;
        if (strncmp(words[i], "--color=", 8) == 0)
            when = words[i] + 8;
        else if (strcmp(words[i], "--color") == 0 && i + 1 < count)
            when = words[i + 1];
    }
    args->color_out = wants_color(when, 1);
    args->color_err = wants_color(when, 2);
}

static int take_all(Parser *parser)
{
    CliArgs *args = parser->args;
    bool is_ended = false;
    int code = CLI_EXIT_OK;
    while (code == CLI_EXIT_OK && parser->next < parser->count) {
        const char *word = parser->words[parser->next];
        if (!is_ended && strcmp(word, "--") == 0) {
            is_ended = true;
            parser->next++;
        } else if (!is_ended && is_option(word)) {
            code = take_option(parser);
        } else if (args->command == NULL) {
            code = take_command(parser);
        } else {
            args->values[args->value_count++] = word;
            parser->next++;
        }
    }
    return code;
}

int cli_parse(const CliProgram *program, int count, char **words, MieniArena *arena, CliArgs *out_args)
{
    *out_args = (CliArgs){.program = program, .arena = arena};
    look_ahead(out_args, count, words);
    out_args->values = mieni_arena_take(arena, (size_t)count, sizeof *out_args->values);
    out_args->given = mieni_arena_take(arena, (size_t)count, sizeof *out_args->given);
    if (arena->is_out_of_memory)
        return cli_fail_memory(out_args);
    Parser parser = {.args = out_args, .count = count, .words = words};
    int code = take_all(&parser);
    if (code != CLI_EXIT_OK)
        return code;
    out_args->json = cli_has(out_args, "json");
    out_args->quiet = cli_has(out_args, "quiet");
    out_args->no_warnings = cli_has(out_args, "no-warnings");
    out_args->verbose = cli_has(out_args, "verbose");
    out_args->help = cli_has(out_args, "help");
    out_args->version = cli_has(out_args, "version");
    if (out_args->help || out_args->version)
        return CLI_EXIT_OK;
    code = out_args->command != NULL ? check_early(out_args) : CLI_EXIT_OK;
    if (code == CLI_EXIT_OK)
        code = check_conflicts(out_args);
    if (code == CLI_EXIT_OK && out_args->command != NULL)
        code = check_values(out_args);
    return code;
}
