// SPDX-License-Identifier: MIT
//
// mien git setup, merge, textconv

#include "cli/draw/lines.h"
#include "cli/project.h"

#include "asset/merge/merge.h"
#include "mien_author/pack_text.h"
#include "project/files/os.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Runs git and returns its exit code, or -1.
static int run_git(const char *folder, const char *const *words)
{
    const char *all[16] = {"git", "-C", folder};
    int count = 3;
    while (*words != NULL && count < 15)
        all[count++] = *words++;
    return mieni_os_run(all);
}

static const char begin_mark[] = "# Mien: text assets merge by structure, packs are shown as text\n";

/// Whether the text has this line.
static bool has_line(const char *text, const char *line)
{
    const size_t size = strlen(line);
    for (const char *at = text; (at = strstr(at, line)) != NULL; ++at)
        if ((at == text || at[-1] == '\n') && (at[size] == '\n' || at[size] == '\r' || at[size] == '\0'))
            return true;
    return false;
}

static void put_rule(MieniTextOut *out, const char *before, const char *rule)
{
    if (!has_line(before, rule))
        mieni_text_putf(out, "%s\n", rule);
}

/// Appends the rules that the text lacks, one for every kind of asset and one for packs.
static void put_rules(MieniTextOut *out, const char *before)
{
    char rule[64];
    for (int kind = MIENI_ASSET_PROJECT + 1; kind < MIENI_ASSET_KINDS; ++kind) {
        snprintf(rule, sizeof rule, "*.%s.json merge=mien", mieni_asset_kind_name((MieniAssetKind)kind));
        put_rule(out, before, rule);
    }
    put_rule(out, before, "*.mien binary diff=mien");
}

/// Adds the rules that .gitattributes lacks.
static int write_attributes(const CliArgs *args, const MieniProject *project, bool *out_is_changed)
{
    MieniBuffer before = {0};
    MieniProblem problem = {0};
    MieniTextOut text = {0}, missing = {0};
    if (mieni_project_exists(project, ".gitattributes") &&
        mieni_project_read(project, ".gitattributes", &before, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    const char *old = before.bytes != NULL ? before.bytes : "";
    put_rules(&missing, old);
    *out_is_changed = missing.size > 0;
    mieni_text_put(&text, old);
    if (before.size > 0 && old[before.size - 1] != '\n')
        mieni_text_put(&text, "\n");
    if (strstr(old, begin_mark) == NULL)
        mieni_text_put(&text, begin_mark);
    mieni_text_put(&text, *out_is_changed ? missing.bytes : "");
    const MienStatus status =
        *out_is_changed ? mieni_project_write(project, ".gitattributes", text.bytes, text.size, &problem)
                        : MIEN_OK;
    mieni_buffer_release(&before);
    mieni_text_release(&missing);
    mieni_text_release(&text);
    return status == MIEN_OK ? CLI_EXIT_OK : cli_fail_problem(args, &problem);
}

static int setup_run(const CliArgs *args)
{
    static const char *const settings[][2] = {
        {"merge.mien.name", "merge text assets of Mien by structure"},
        {"merge.mien.driver", "mien git merge %O %A %B --marker-size %L --path=%P"},
        {"diff.mien.textconv", "mien git textconv --"},
    };
    MieniProject project;
    bool is_changed = false;
    int code = cli_project_open_to_edit(args, &project);
    if (code != CLI_EXIT_OK)
        return code;
    const char *folder = project.root[0] != '\0' ? project.root : ".";
    for (size_t i = 0; i < sizeof settings / sizeof *settings && code == CLI_EXIT_OK; ++i) {
        const char *const words[] = {"config", settings[i][0], settings[i][1], NULL};
        const int ended = run_git(folder, words);
        if (ended < 0 || ended == 127)
            code = cli_fail(args, CLI_EXIT_INPUT, NULL, NULL, "Cannot run git: install it first.");
        else if (ended != 0)
            code =
                cli_fail(args, CLI_EXIT_INPUT, folder, NULL,
                         "git refused the setting %s: is this folder in a git repository?", settings[i][0]);
    }
    if (code == CLI_EXIT_OK) // last, so that a folder without git stays as it is
        code = write_attributes(args, &project, &is_changed);
    mieni_project_close(&project);
    if (code != CLI_EXIT_OK)
        return code;
    MieniTextOut out = {0};
    MieniJsonDocument json;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    cli_json_set_string(&json, json.root, "file", ".gitattributes");
    cli_json_set_string(&json, json.root, "did", is_changed ? "written" : "unchanged");
    mieni_text_putf(&out, ".gitattributes: %s; git: merge and diff drivers set\n",
                    is_changed ? "written" : "unchanged");
    return cli_write_summary(args, &out, &json);
}

static const CliExample setup_examples[] = {{"mien git setup", "Once per clone"}, {0}};

const CliCommand cli_cmd_git_setup = {
    .path = "git setup",
    .group = "Version control",
    .summary = "Set up git to merge assets and show packs",
    .description =
        "Writes the rules to `.gitattributes`, which is shared, and configures this clone of the repository: "
        "text assets are merged by structure, so that two people can change different poses of one asset, "
        "and packs are shown as text in diffs. docs/merging.md describes the merge rules.",
    .options = cli_project_options,
    .examples = setup_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = setup_run,
};

/// Reads one side; an empty one, as git gives it for a file that is new on both sides,
/// is no asset and no mistake.
static int read_side(const CliArgs *args, const char *file, MieniAssetKind kind, MieniAsset *out_asset,
                     bool *out_is_empty, MieniFileWas *out_was)
{
    CliInput input;
    MienError error = {0};
    int code = cli_input_open(args, file, &input);
    *out_asset = (MieniAsset){0};
    if (code != CLI_EXIT_OK)
        return code;
    *out_is_empty = input.size == 0;
    mieni_file_was(out_was, input.data != NULL ? input.data : "", input.size);
    if (!*out_is_empty && mieni_asset_read(out_asset, kind, input.data, input.size, NULL, &error) != MIEN_OK)
        code = cli_fail_error(args, file, &error);
    cli_input_close(&input);
    return code;
}

static int merge_sides(const CliArgs *args, const MieniAsset *base, const MieniAsset *ours,
                       const MieniAsset *theirs, const MieniFileWas *was)
{
    MieniMerge merge;
    MienError error = {0};
    const MieniMergeOptions options = {.marker_size = cli_integer(args, "marker-size", 0)};
    const char *path = cli_value(args, "path", args->values[1]);
    if (mieni_asset_merge(&merge, base, ours, theirs, &options, &error) != MIEN_OK)
        return cli_fail_error(args, path, &error);
    int code = cli_write_file_over(args, args->values[1], was, merge.text.bytes, merge.text.size);
    for (int i = 0; i < merge.count && code == CLI_EXIT_OK; ++i)
        cli_warn(args, path, NULL, "%s%s",
                 merge.conflicts[i].is_note ? "" : "conflict: ", merge.conflicts[i].text);
    if (code == CLI_EXIT_OK && merge.conflict_count > 0)
        code = CLI_EXIT_FINDINGS;
    mieni_asset_merge_release(&merge);
    return code;
}

static int merge_run(const CliArgs *args)
{
    const char *path = cli_value(args, "path", args->values[1]);
    const MieniAssetKind kind = mieni_asset_kind_of_path(path);
    MieniAsset sides[3] = {0};
    MieniFileWas was[3];
    bool is_empty[3] = {false};
    int code = CLI_EXIT_OK;
    if (kind == MIENI_ASSET_NONE)
        return cli_fail(args, CLI_EXIT_INPUT, path, NULL,
                        "The name is not an asset name; use --path for the real one.");
    for (int i = 0; i < 3 && code == CLI_EXIT_OK; ++i)
        code = read_side(args, args->values[i], kind, &sides[i], &is_empty[i], &was[i]);
    if (code == CLI_EXIT_OK && (is_empty[1] || is_empty[2]))
        code = cli_fail(args, CLI_EXIT_INPUT, path, NULL, "One side is empty and cannot be merged.");
    if (code == CLI_EXIT_OK)
        code = merge_sides(args, is_empty[0] ? NULL : &sides[0], &sides[1], &sides[2], &was[1]);
    for (int i = 0; i < 3; ++i)
        mieni_asset_release(&sides[i]);
    return code;
}

static const CliArgument merge_arguments[] = {
    {.name = "BASE", .help = "The common ancestor", .kind = CLI_FILE},
    {.name = "OURS", .help = "One side; the result is written here", .kind = CLI_FILE},
    {.name = "THEIRS", .help = "The other side", .kind = CLI_FILE},
    {0},
};
static const CliOption merge_options[] = {
    {.name = "path", .value = "FILE", .help = "The real path of the asset"},
    {.name = "marker-size",
     .value = "NUMBER",
     .kind = CLI_INTEGER,
     .help = "Length of conflict markers (default: 7)"},
    {0},
};
static const CliExample merge_examples[] = {
    {"mien git merge base.json ours.json theirs.json --path faces/ada.poses.json", "Merge three versions"},
    {0},
};

const CliCommand cli_cmd_git_merge = {
    .path = "git merge",
    .group = "Version control",
    .summary = "Merge two versions of an asset",
    .description = "Merges the changes from BASE to OURS and from BASE to THEIRS, by structure, and writes "
                   "the result to OURS. git runs this after `mien git setup`. Where both sides changed the "
                   "same thing, exactly those lines are between the usual markers, and the exit code is 1.",
    .arguments = merge_arguments,
    .options = merge_options,
    .examples = merge_examples,
    .exits = CLI_MAY(CLI_EXIT_FINDINGS) | CLI_MAY_READ_AND_WRITE,
    .run = merge_run,
};

static void put_text_json(MieniTextOut *out, const char *file, const MienAuthorText *text)
{
    mieni_text_put(out, "{\"file\": ");
    mieni_text_put_string(out, file);
    mieni_text_put(out, ", \"text\": ");
    mieni_text_put_string(out, text->text);
    mieni_text_put(out, "}\n");
}

static int textconv_run(const CliArgs *args)
{
    CliInput input;
    MienAuthorText text = {0};
    MienError error = {0};
    MieniTextOut out = {0};
    int code = cli_input_open(args, args->values[0], &input);
    if (code != CLI_EXIT_OK)
        return code;
    if (mien_author_pack_text(input.data, input.size, NULL, &text, &error) != MIEN_OK)
        code = cli_fail_error(args, args->values[0], &error);
    else if (args->json)
        put_text_json(&out, input.path, &text);
    else
        mieni_text_put_bytes(&out, text.text, text.size);
    mien_author_text_release(&text);
    cli_input_close(&input);
    return code != CLI_EXIT_OK ? code : cli_write_result(args, &out);
}

static const CliArgument textconv_arguments[] = {
    {.name = "PACK", .help = "A pack; `-` is standard input", .kind = CLI_FILE},
    {0},
};
static const CliOption textconv_options[] = {CLI_OUTPUT_OPTION, {0}};
static const CliExample textconv_examples[] = {{"mien git textconv ada.mien | less", "Read a pack"}, {0}};

const CliCommand cli_cmd_git_textconv = {
    .path = "git textconv",
    .group = "Version control",
    .summary = "Write a pack as text",
    .description = "Writes the contents of a pack as text, one item per line, identical on every machine. "
                   "git compares this text after `mien git setup`.",
    .arguments = textconv_arguments,
    .options = textconv_options,
    .examples = textconv_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = textconv_run,
};
