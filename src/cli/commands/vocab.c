// SPDX-License-Identifier: MIT
//
// mien vocab list, show, match

#include "cli/cli.h"
#include "cli/draw/lines.h"

#include "mien_author/resolve.h"
#include "mien_author/vocabulary.h"

#include <string.h>

static int list_run(const CliArgs *args)
{
    static const char *const heads[] = {"id", ">names", "title", "URI"};
    MieniTextOut out = {0};
    MieniJsonDocument json;
    CliTable table;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    MieniJson *list = mieni_json_set(&json, json.root, "vocabularies", mieni_json_array(&json));
    cli_table_begin(&table, args, heads, 4);
    for (int i = 0; i < mien_author_vocabulary_count(); ++i) {
        const MienAuthorVocabularyInfo info = mien_author_vocabulary_info(i);
        cli_table_put(&table, info.id);
        cli_table_put(&table, cli_text(args, "%d", info.name_count));
        cli_table_put(&table, info.title);
        cli_table_put(&table, info.uri);
        MieniJson *row = mieni_json_append(&json, list, mieni_json_object(&json));
        cli_json_set_string(&json, row, "id", info.id);
        cli_json_set_string(&json, row, "title", info.title);
        cli_json_set_string(&json, row, "uri", info.uri);
        MieniJson *names = mieni_json_set(&json, row, "names", mieni_json_array(&json));
        for (int n = 0; n < info.name_count; ++n)
            mieni_json_append(&json, names, mieni_json_string(&json, info.names[n]));
    }
    cli_table_end(&table, &out);
    return cli_write_either(args, &out, &json);
}

/// Loads a built-in vocabulary.
static int load(const CliArgs *args, const char *id, MienAuthorVocabulary **out_vocabulary)
{
    MienError error = {0};
    const int code = cli_vocabulary_check(args, id);
    if (code != CLI_EXIT_OK)
        return code;
    const MienStatus status = mien_author_vocabulary_load(id, NULL, out_vocabulary, &error);
    return status == MIEN_OK ? CLI_EXIT_OK : cli_fail_error(args, id, &error);
}

static int show_run(const CliArgs *args)
{
    static const char *const heads[] = {"name", "also called", "meaning"};
    MienAuthorVocabulary *vocabulary = NULL;
    const int code = load(args, args->values[0], &vocabulary);
    if (code != CLI_EXIT_OK)
        return code;
    MieniTextOut out = {0}, aliases = {0};
    MieniJsonDocument json;
    CliTable table;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    cli_json_set_string(&json, json.root, "id", vocabulary->id);
    cli_json_set_string(&json, json.root, "title", vocabulary->title);
    cli_json_set_string(&json, json.root, "uri", vocabulary->uri);
    MieniJson *list = mieni_json_set(&json, json.root, "names", mieni_json_array(&json));
    cli_table_begin(&table, args, heads, 3);
    for (int i = 0; i < vocabulary->name_count; ++i) {
        const MienAuthorVocabularyName *name = &vocabulary->names[i];
        MieniJson *row = mieni_json_append(&json, list, mieni_json_object(&json));
        cli_json_set_string(&json, row, "name", name->name);
        MieniJson *also = mieni_json_set(&json, row, "aliases", mieni_json_array(&json));
        aliases.size = 0;
        mieni_text_put(&aliases, "");
        for (int a = 0; a < name->alias_count; ++a) {
            cli_putf(&aliases, "%s%s", a > 0 ? ", " : "", name->aliases[a]);
            mieni_json_append(&json, also, mieni_json_string(&json, name->aliases[a]));
        }
        if (name->about != NULL)
            cli_json_set_string(&json, row, "about", name->about);
        cli_table_put(&table, name->name);
        cli_table_put(&table, aliases.bytes != NULL ? aliases.bytes : "");
        cli_table_put(&table, name->about != NULL ? name->about : "");
    }
    cli_table_end(&table, &out);
    mieni_text_release(&aliases);
    mien_author_vocabulary_destroy(vocabulary);
    return cli_write_either(args, &out, &json);
}

static const char *const match_words[] = {"no match", "match", "ambiguous"};

/// One name against the vocabulary: a row of the table and of the JSON.
static void put_match(const MienAuthorResolver *resolver, const char *const *targets, const char *name,
                      CliTable *table, MieniJsonDocument *json, MieniJson *list)
{
    char rules[96] = "";
    const MienAuthorMatch match = mien_author_resolver_find(resolver, name);
    MieniJson *row = mieni_json_append(json, list, mieni_json_object(json));
    cli_json_set_string(json, row, "name", name);
    cli_json_set_string(json, row, "result", match_words[match.kind]);
    if (match.kind != MIEN_AUTHOR_NO_MATCH) {
        mien_author_name_rules_describe(match.rules, rules, sizeof rules);
        cli_json_set_string(json, row, "target", targets[match.target]);
        cli_json_set_string(json, row, "rules", rules);
    }
    if (match.kind == MIEN_AUTHOR_AMBIGUOUS)
        cli_json_set_string(json, row, "other", targets[match.other]);
    cli_table_put(table, name);
    cli_table_put(table, match.kind == MIEN_AUTHOR_NO_MATCH ? "-" : targets[match.target]);
    cli_table_put(table, match.kind == MIEN_AUTHOR_MATCH       ? rules
                         : match.kind == MIEN_AUTHOR_AMBIGUOUS ? "ambiguous"
                                                               : "no match");
}

static int match_run(const CliArgs *args)
{
    static const char *const heads[] = {"name", "is", "rule"};
    MienAuthorVocabulary *vocabulary = NULL;
    MienAuthorResolver *resolver = NULL;
    MienError error = {0};
    int code = load(args, args->values[0], &vocabulary);
    if (code != CLI_EXIT_OK)
        return code;
    CliLines lines = {0};
    const char **targets = mieni_arena_take(args->arena, (size_t)vocabulary->name_count, sizeof *targets);
    if (targets == NULL) {
        mien_author_vocabulary_destroy(vocabulary);
        return cli_fail_memory(args);
    }
    for (int i = 0; i < vocabulary->name_count; ++i)
        targets[i] = vocabulary->names[i].name;
    if (mien_author_resolver_create(targets, vocabulary->name_count, vocabulary, NULL, &resolver, &error) !=
        MIEN_OK)
        code = cli_fail_error(args, args->values[0], &error);
    if (code == CLI_EXIT_OK)
        code = cli_lines_open(args, args->values + 1, args->value_count - 1, &lines);
    MieniTextOut out = {0};
    MieniJsonDocument json;
    mieni_json_begin(&json, NULL);
    if (code == CLI_EXIT_OK) {
        CliTable table;
        json.root = mieni_json_object(&json);
        MieniJson *list = mieni_json_set(&json, json.root, "matches", mieni_json_array(&json));
        cli_table_begin(&table, args, heads, 3);
        for (int i = 0; i < lines.count; ++i)
            put_match(resolver, targets, lines.items[i], &table, &json, list);
        cli_table_end(&table, &out);
        code = cli_write_either(args, &out, &json);
    }
    mien_author_resolver_destroy(resolver);
    mien_author_vocabulary_destroy(vocabulary);
    return code;
}

static const CliOption output_options[] = {CLI_OUTPUT_OPTION, {0}};
static const CliArgument id_arguments[] = {
    {.name = "VOCABULARY", .help = "Its id, as `mien vocab list` shows it"},
    {0},
};
static const CliArgument match_arguments[] = {
    {.name = "VOCABULARY", .help = "Its id"},
    {.name = "NAME",
     .help = "Names to look up; `-` reads them from standard input, one per line",
     .is_repeated = true},
    {0},
};
static const CliExample list_examples[] = {{"mien vocab list", "All built-in maps"}, {0}};
static const CliExample show_examples[] = {{"mien vocab show arkit", "The 52 blend shapes of ARKit"}, {0}};
static const CliExample match_examples[] = {
    {"mien vocab match arkit blendShape1.AK_09_EyeBlinkLeft eye_blink_L", "The meaning of a rig's names"},
    {"cut -d, -f1 shapes.csv | mien vocab match arkit -", "A whole list"},
    {0},
};

const CliCommand cli_cmd_vocab_list = {
    .path = "vocab list",
    .group = "Names",
    .summary = "List the vocabularies",
    .description = "Lists the built-in vocabularies of curve names. Each has a URI that changes when its "
                   "names do; `--json` prints the names too.",
    .options = output_options,
    .examples = list_examples,
    .exits = CLI_MAY(CLI_EXIT_WRITE),
    .run = list_run,
};

const CliCommand cli_cmd_vocab_show = {
    .path = "vocab show",
    .group = "Names",
    .summary = "Show the names of a vocabulary",
    .description = "Shows every name of a vocabulary, its aliases, and its meaning.",
    .arguments = id_arguments,
    .options = output_options,
    .examples = show_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = show_run,
};

const CliCommand cli_cmd_vocab_match = {
    .path = "vocab match",
    .group = "Names",
    .summary = "Match names with a vocabulary",
    .description =
        "Looks up names in a vocabulary: the exact name first, then by rules, each of which is reported: a "
        "deformer's prefix, case, Unicode form, a numbered list's prefix, separators, how the side is "
        "written, aliases. Sides never swap, and where two names match equally well nothing is chosen.",
    .arguments = match_arguments,
    .options = output_options,
    .examples = match_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = match_run,
};
