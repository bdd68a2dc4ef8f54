// SPDX-License-Identifier: MIT
//
// Parsing by a table of its own, with commands of two words; messages; texts.

#include "support/check.h"

#include "cli/complete.h"
#include "cli/help.h"
#include "cli/messages.h"
#include "cli/nearest.h"
#include "cli/output.h"
#include "cli/run.h"

static int runs;

static int run(const CliArgs *args)
{
    (void)args;
    runs++;
    return CLI_EXIT_FINDINGS;
}

static const CliArgument two_arguments[] = {
    {.name = "FROM", .help = "h"}, {.name = "COUNT", .help = "h", .kind = CLI_INTEGER}, {0}};
static const CliArgument some_arguments[] = {
    {.name = "FIRST", .help = "h"}, {.name = "REST", .help = "h", .is_repeated = true}, {0}};
static const CliOption options[] = {
    {.name = "add", .letter = 'a', .value = "NAME", .help = "h", .is_repeated = true},
    {.name = "jobs", .value = "N", .help = "h", .kind = CLI_INTEGER},
    {0},
};
static const CliCommand poses_rename = {
    .path = "poses rename", .group = "A", .summary = "Rename", .arguments = two_arguments, .run = run};
static const CliCommand poses_add = {.path = "poses add",
                                     .group = "A",
                                     .summary = "Add",
                                     .arguments = some_arguments,
                                     .options = options,
                                     .run = run};
static const CliCommand clip = {.path = "clip", .group = "B", .summary = "Clip", .run = run};
static const CliCommand clip_cut = {.path = "clip cut", .group = "B", .summary = "Cut", .run = run};
static const CliCommand *const commands[] = {&poses_rename, &poses_add, &clip, &clip_cut};
static const CliProgram program = {.name = "prog", .summary = "S", .commands = commands, .command_count = 4};

enum { MOST_WORDS = 12 };

/// Parses words that blanks separate.
static int parse(const char *line, MieniArena *arena, CliArgs *out_args)
{
    static char text[256];
    char *words[MOST_WORDS];
    int count = 0;
    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " "))
        words[count++] = word;
    return cli_parse(&program, count, words, arena, out_args);
}

static int parse_only(const char *line)
{
    MieniArena arena = {0};
    CliArgs args;
    const int code = parse(line, &arena, &args);
    mieni_arena_release(&arena);
    return code;
}

TEST(commands_of_two_words_are_found)
{
    MieniArena arena = {0};
    CliArgs args;
    CHECK_INT(parse("poses rename a 3", &arena, &args), 0);
    CHECK(args.command == &poses_rename);
    CHECK_INT(args.value_count, 2);
    CHECK_STR(args.values[0], "a");
    CHECK_INT(parse("clip", &arena, &args), 0);
    CHECK(args.command == &clip);
    CHECK_INT(parse("clip cut", &arena, &args), 0);
    CHECK(args.command == &clip_cut);
    CHECK_INT(parse("poses", &arena, &args), 0);
    CHECK(args.command == NULL);
    CHECK_STR(args.prefix, "poses");
    CHECK_INT(parse("poses --help", &arena, &args), 0);
    CHECK(args.help);
    CHECK_INT(parse("-q poses rename -- -a 3", &arena, &args), 0);
    CHECK(args.quiet);
    CHECK_STR(args.values[0], "-a");
    CHECK_INT(parse("poses --quiet rename a 3", &arena, &args), 0);
    CHECK(args.quiet && args.command == &poses_rename && args.prefix == NULL);
    mieni_arena_release(&arena);
    CHECK_INT(parse_only("poses renam a 3"), CLI_EXIT_USAGE);
    CHECK_INT(parse_only("poses -q renam a 3"), CLI_EXIT_USAGE);
    CHECK_INT(parse_only("pose rename a 3"), CLI_EXIT_USAGE);
    CHECK_INT(parse_only("rename a 3"), CLI_EXIT_USAGE);
}

TEST(arguments_are_counted)
{
    CHECK_INT(parse_only("poses rename a"), CLI_EXIT_USAGE);
    CHECK_INT(parse_only("poses rename a 3 b"), CLI_EXIT_USAGE);
    CHECK_INT(parse_only("poses rename a b"), CLI_EXIT_USAGE);
    CHECK_INT(parse_only("poses rename a 1.5"), CLI_EXIT_USAGE);
    CHECK_INT(parse_only("poses add"), CLI_EXIT_USAGE);
    CHECK_INT(parse_only("poses add a"), CLI_EXIT_USAGE);
    CHECK_INT(parse_only("poses add a b"), 0);
    CHECK_INT(parse_only("poses add a b c d"), 0);
    CHECK_INT(parse_only("clip x"), CLI_EXIT_USAGE);
}

TEST(options_have_values)
{
    MieniArena arena = {0};
    CliArgs args;
    CHECK_INT(parse("poses add a b --add x -a y --add=z= --jobs 4", &arena, &args), 0);
    CHECK_INT(args.given_count, 4);
    CHECK_STR(args.given[1].value, "y");
    CHECK_STR(cli_value(&args, "add", NULL), "z=");
    CHECK_INT(cli_integer(&args, "jobs", 1), 4);
    CHECK(!cli_has(&args, "verbose"));
    CHECK_INT(parse("poses add a b", &arena, &args), 0);
    CHECK_INT(cli_integer(&args, "jobs", 7), 7);
    CHECK(cli_value(&args, "add", NULL) == NULL);
    mieni_arena_release(&arena);
    CHECK_INT(parse_only("poses add a b --jobs -3"), 0);
    CHECK_INT(parse_only("poses add a b --jobs 1e10"), CLI_EXIT_USAGE);
    CHECK_INT(parse_only("poses add a b --jobs 1e999"), CLI_EXIT_USAGE);
    CHECK_INT(parse_only("poses add a b --jobs 2 --jobs 3"), CLI_EXIT_USAGE);
    CHECK_INT(parse_only("poses add a b --"), 0);
    CHECK_INT(parse_only("poses add a b --=x"), CLI_EXIT_USAGE);
}

/// What is suggested for a word that is no command.
static const char *suggestion(const char *given)
{
    MieniArena arena = {0};
    const CliArgs args = {.program = &program, .arena = &arena};
    static char text[128];
    snprintf(text, sizeof text, "%s", cli_command_hint(&args, given));
    mieni_arena_release(&arena);
    return text;
}

TEST(commands_are_suggested)
{
    CHECK_STR(suggestion("pose"), "; did you mean poses?");
    CHECK_STR(suggestion("poses renam"), "; did you mean poses rename?");
    CHECK_STR(suggestion("rename"), "; did you mean poses rename?");
    CHECK_STR(suggestion("clop"), "; did you mean clip?");
    CHECK_STR(suggestion("frobnicate"), "; prog --help lists them.");
}

TEST(commands_run)
{
    char words[][8] = {"clip", "cut", "poses", "clop"};
    char *cut[] = {words[0], words[1]}, *poses[] = {words[2]}, *wrong[] = {words[3]};
    runs = 0;
    CHECK_INT(cli_run(&program, 2, cut), CLI_EXIT_FINDINGS);
    CHECK_INT(runs, 1);
    CHECK_INT(cli_run(&program, 1, poses), CLI_EXIT_OK);
    CHECK_INT(cli_run(&program, 1, wrong), CLI_EXIT_USAGE);
    CHECK_INT(runs, 1);
}

/// Help of every form names what it should.
TEST(help_knows_two_words)
{
    MieniArena arena = {0};
    MieniTextOut out = {0};
    const CliArgs args = {.program = &program, .arena = &arena};
    cli_help_overview(&args, &out, "poses");
    CHECK(strstr(out.bytes, "poses rename") != NULL && strstr(out.bytes, "clip") == NULL);
    mieni_text_release(&out);
    cli_help_man(&args, &out, &poses_rename);
    CHECK(strncmp(out.bytes, ".TH prog-poses-rename 1 ", 24) == 0);
    mieni_text_release(&out);
    cli_help_markdown(&args, &out, NULL);
    CHECK(strstr(out.bytes, "[prog poses rename](poses-rename.md)") != NULL);
    mieni_text_release(&out);
    static const char *const words[][3] = {{""}, {"poses", ""}, {"poses", "rename", "--js"}};
    static const char *const offers[] = {"poses\t", "rename\tRename", "--json\t"};
    for (int i = 0; i < 3; ++i) {
        cli_complete(&args, words[i], i + 1, &out);
        CHECK(strstr(out.bytes, offers[i]) != NULL);
        mieni_text_release(&out);
    }
    mieni_arena_release(&arena);
}

TEST(nearest_is_near)
{
    CHECK_INT(mieni_edit_distance("jawOpen", "jawopen"), 0);
    CHECK_INT(mieni_edit_distance("jawOpne", "jawOpen"), 1);
    CHECK_INT(mieni_edit_distance("kitten", "sitting"), 3);
    CHECK_INT(mieni_edit_distance("", "abc"), 3);
    CHECK_INT(mieni_edit_distance("abc", ""), 3);
    CHECK_INT(mieni_edit_distance("ca", "abc"), 3);
    char longer[80];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    CHECK_INT(mieni_edit_distance(longer, "x"), 99);
    MieniNearest nearest = {.given = "smil"};
    mieni_nearest_try(&nearest, "frown");
    CHECK(nearest.name == NULL);
    mieni_nearest_try(&nearest, "smell");
    mieni_nearest_try(&nearest, "smile");
    CHECK_STR(nearest.name, "smile");
}

TEST(numbers_become_text)
{
    MieniArena arena = {0};
    const CliArgs args = {.program = &program, .arena = &arena};
    CHECK_STR(cli_fixed_text(&args, 1.0 / 3.0, 3), "0.333");
    CHECK_STR(cli_fixed_text(&args, -2.0 / 3.0, 3), "-0.667");
    CHECK_STR(cli_fixed_text(&args, -0.0001, 3), "0.000");
    CHECK_STR(cli_fixed_text(&args, 9.9999, 2), "10.00");
    CHECK_STR(cli_fixed_text(&args, 12.5, 0), "13");
    CHECK_STR(cli_fixed_text(&args, 1e20, 3), "100000000000000000000");
    CHECK_STR(cli_float_text(&args, 0.1f), "0.1");
    CHECK_INT(cli_text_width("jaw"), 3);
    CHECK_INT(cli_text_width("あ"), 2);
    CHECK_INT(cli_text_width("e\xcc\x81"), 1);
    CHECK_INT(cli_text_width("\xff\xfe"), 2);
    mieni_arena_release(&arena);
}

TEST(tables_are_aligned)
{
    static const char *const heads[] = {"name", ">n", "rest"};
    MieniArena arena = {0};
    MieniTextOut out = {0};
    CliTable table;
    const CliArgs args = {.program = &program, .arena = &arena};
    cli_table_begin(&table, &args, heads, 3);
    const char *const cells[] = {"あい", "1", "x", "b", "100", "yy"};
    for (int i = 0; i < 6; ++i)
        cli_table_put(&table, cells[i]);
    cli_table_end(&table, &out);
    CHECK_STR(out.bytes, "name    n  rest\nあい    1  x\nb     100  yy\n");
    mieni_text_release(&out);
    mieni_arena_release(&arena);
}

CHECK_MAIN
{
    RUN(commands_of_two_words_are_found);
    RUN(arguments_are_counted);
    RUN(options_have_values);
    RUN(commands_are_suggested);
    RUN(commands_run);
    RUN(help_knows_two_words);
    RUN(nearest_is_near);
    RUN(numbers_become_text);
    RUN(tables_are_aligned);
}
