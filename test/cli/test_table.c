// SPDX-License-Identifier: MIT
//
// The table of the program keeps to what parsing and help count on.

#include "support/check.h"

#include "cli/messages.h"
#include "cli/table.h"

enum { LONGEST_SUMMARY = 60 };

static int option_count(const CliOption *options)
{
    int count = 0;
    while (options != NULL && options[count].name != NULL)
        count++;
    return count;
}

static bool has_option(const CliOption *options, const char *name)
{
    for (int i = 0; i < option_count(options); ++i) {
        if (strcmp(options[i].name, name) == 0)
            return true;
    }
    return false;
}

static void check_option(const CliOption *option)
{
    CHECK(option->help != NULL && option->help[strlen(option->help) - 1] != '.');
    CHECK(option->name[0] != '-');
    CHECK((option->kind == CLI_CHOICE) == (option->choices != NULL));
    CHECK(option->value != NULL || option->kind == CLI_TEXT);
    CHECK(option->value != NULL || !option->is_repeated);
}

TEST(commands_are_described)
{
    CHECK(cli_program.command_count > 0);
    for (int i = 0; i < cli_program.command_count; ++i) {
        const CliCommand *command = cli_program.commands[i];
        const char *space = strchr(command->path, ' ');
        CHECK(cli_find_command(&cli_program, command->path) == command);
        CHECK(space == NULL || strchr(space + 1, ' ') == NULL);
        CHECK(command->run != NULL && command->description != NULL && command->group != NULL);
        CHECK(strlen(command->summary) <= LONGEST_SUMMARY);
        CHECK(command->summary[strlen(command->summary) - 1] != '.');
        bool has_optional = false;
        for (const CliArgument *a = command->arguments; a != NULL && a->name != NULL; ++a) {
            CHECK(a->help != NULL && a->help[strlen(a->help) - 1] != '.');
            CHECK(!a->is_repeated || a[1].name == NULL);
            CHECK(!has_optional || a->is_optional);
            has_optional = a->is_optional;
        }
        for (const CliExample *e = command->examples; e != NULL && e->command != NULL; ++e)
            CHECK(e->help != NULL && strstr(e->command, "mien ") != NULL);
    }
}

TEST(groups_stand_together)
{
    for (int i = 1; i < cli_program.command_count; ++i) {
        for (int j = 0; j + 1 < i; ++j) {
            if (strcmp(cli_program.commands[i]->group, cli_program.commands[j]->group) == 0)
                CHECK_STR(cli_program.commands[i - 1]->group, cli_program.commands[i]->group);
        }
    }
}

TEST(options_are_told_apart)
{
    const int common = option_count(cli_common_options);
    for (int i = 0; i < common; ++i)
        check_option(&cli_common_options[i]);
    for (int c = 0; c < cli_program.command_count; ++c) {
        const CliOption *options = cli_program.commands[c]->options;
        const int count = option_count(options);
        for (int i = 0; i < count; ++i) {
            check_option(&options[i]);
            CHECK(!has_option(cli_common_options, options[i].name));
            for (int j = 0; j < common; ++j)
                CHECK(options[i].letter == 0 || options[i].letter != cli_common_options[j].letter);
            for (int j = 0; j < i; ++j) {
                CHECK(strcmp(options[i].name, options[j].name) != 0);
                CHECK(options[i].letter == 0 || options[i].letter != options[j].letter);
            }
        }
    }
}

static bool is_same(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

/// Of two commands: one name is one option, one letter is one name.
static void compare_options(const char *path, const CliOption *a, const CliOption *b)
{
    const bool is_one = strcmp(a->name, b->name) == 0;
    const bool is_fine = is_one ? a->letter == b->letter && a->kind == b->kind && is_same(a->value, b->value)
                                : a->letter == 0 || a->letter != b->letter;
    if (!is_fine)
        printf("%s: --%s (-%c %s) and --%s (-%c %s)\n", path, a->name, a->letter, a->value, b->name,
               b->letter, b->value);
    CHECK(is_fine);
}

TEST(options_have_one_meaning)
{
    for (int c = 0; c < cli_program.command_count; ++c)
        for (int d = 0; d < c; ++d)
            for (const CliOption *a = cli_program.commands[c]->options; a != NULL && a->name != NULL; ++a)
                for (const CliOption *b = cli_program.commands[d]->options; b != NULL && b->name != NULL; ++b)
                    compare_options(cli_program.commands[c]->path, a, b);
}

TEST(exclusions_name_options)
{
    for (int c = 0; c < cli_program.command_count; ++c) {
        const CliOption *options = cli_program.commands[c]->options;
        for (int i = 0; i < option_count(options); ++i) {
            char names[256] = "";
            if (options[i].excludes != NULL)
                snprintf(names, sizeof names, "%s", options[i].excludes);
            for (char *name = strtok(names, " "); name != NULL; name = strtok(NULL, " "))
                CHECK(has_option(options, name) || has_option(cli_common_options, name));
        }
    }
}

TEST(exit_codes_are_documented)
{
    static const CliExit all[] = {CLI_EXIT_OK,    CLI_EXIT_FINDINGS,  CLI_EXIT_USAGE,   CLI_EXIT_INPUT,
                                  CLI_EXIT_WRITE, CLI_EXIT_CANCELLED, CLI_EXIT_INTERNAL};
    static const int numbers[] = {0, 1, 2, 3, 4, 5, 70};
    int count = 0;
    for (; cli_exits[count].name != NULL; ++count) {
        CHECK_INT(cli_exits[count].code, all[count]);
        CHECK_INT(cli_exits[count].code, numbers[count]);
    }
    CHECK_INT(count, 7);
}

TEST(statuses_have_exit_codes)
{
    static const CliExit wanted[] = {
        [MIEN_OK] = CLI_EXIT_OK,
        [MIEN_ERROR_ARGUMENT] = CLI_EXIT_INTERNAL,
        [MIEN_ERROR_MEMORY] = CLI_EXIT_INTERNAL,
        [MIEN_ERROR_FILE] = CLI_EXIT_INPUT,
        [MIEN_ERROR_CORRUPT] = CLI_EXIT_INPUT,
        [MIEN_ERROR_HASH] = CLI_EXIT_INPUT,
        [MIEN_ERROR_VERSION] = CLI_EXIT_INPUT,
        [MIEN_ERROR_KIND] = CLI_EXIT_INPUT,
        [MIEN_ERROR_HOST] = CLI_EXIT_INPUT,
        [MIEN_ERROR_LIMIT] = CLI_EXIT_INPUT,
        [MIEN_ERROR_DATA] = CLI_EXIT_INPUT,
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; ++i)
        CHECK_INT(cli_exit_of((MienStatus)i), wanted[i]);
    CHECK_INT(cli_exit_of((MienStatus)1000), CLI_EXIT_INTERNAL);
}

CHECK_MAIN
{
    RUN(commands_are_described);
    RUN(groups_stand_together);
    RUN(options_are_told_apart);
    RUN(options_have_one_meaning);
    RUN(exclusions_name_options);
    RUN(exit_codes_are_documented);
    RUN(statuses_have_exit_codes);
}
