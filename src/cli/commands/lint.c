// SPDX-License-Identifier: MIT
//
// mien lint

#include "project/lint/lint.h"
#include "cli/confine.h"
#include "cli/draw/lines.h"
#include "cli/dry_run.h"
#include "cli/find_asset.h"
#include "cli/report/lint_changed.h"
#include "cli/report/lint_format.h"
#include "cli/report/progress.h"

#include <stdio.h>
#include <string.h>

static const CliArgument arguments[] = {
    {.name = "FILE",
     .help = "Assets to check (default: the whole project)",
     .kind = CLI_FILE,
     .is_optional = true,
     .is_repeated = true},
    {0},
};

static const CliOption options[] = {
    {.name = "changed", .help = "Check only what changed since it was last clean with this option"},
    {.name = "fix", .help = "Apply the safe fixes, and list them"},
    {.name = "level",
     .value = "LEVEL",
     .kind = CLI_CHOICE,
     .choices = "error|warning|info",
     .help = "The lowest severity to report (default: `warning`)"},
    {.name = "error-on",
     .value = "LEVEL",
     .kind = CLI_CHOICE,
     .choices = "error|warning|info",
     .help = "Exit with 1 only for this severity and above (default: for everything that is reported)"},
    {.name = "format",
     .value = "FORMAT",
     .kind = CLI_CHOICE,
     .choices = "text|sarif|github",
     .help =
         "Report as text (default), as SARIF 2.1.0 for code scanning, or as annotations of GitHub Actions"},
    {.name = "off",
     .value = "CODES",
     .help = "Disable these codes, separated by commas: `M003`, or names such as `near-miss`",
     .is_repeated = true},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};

static const CliExample examples[] = {
    {"mien lint", "Check the whole project"},
    {"mien lint faces/ada.clip.json --fix", "Check one clip, and apply safe fixes"},
    {"mien lint --changed", "Check what changed since the last time"},
    {"mien lint --format sarif", "A report for code scanning"},
    {"mien lint --level info --off M004,M010 --json", "All diagnostics, as JSON"},
    {0},
};

/// Rounds of fixing: a fix can bring to light what another one is for.
enum { ROUNDS = 8 };

typedef struct Lint {
    const CliArgs *args;
    MieniProject project;
    MieniLintOptions options;
    MieniTextOut out;
    MieniJsonDocument json;
    CliLintChanged changed; ///< With --changed.
    MieniJson *fixed;       ///< A list.
    int fixed_count;
} Lint;

static MieniLintSeverity severity_of(const char *level)
{
    return strcmp(level, "error") == 0  ? MIENI_LINT_ERROR
           : strcmp(level, "info") == 0 ? MIENI_LINT_INFO
                                        : MIENI_LINT_WARNING;
}

static int read_options(Lint *lint)
{
    const CliArgs *args = lint->args;
    const char *level = cli_value(args, "level", "warning");
    const char **files = mieni_arena_take(args->arena, (size_t)args->value_count, sizeof *files);
    if (files == NULL)
        return cli_fail_memory(args);
    lint->options = (MieniLintOptions){.files = files, .level = severity_of(level)};
    for (int i = 0; i < args->given_count; ++i) {
        CliLines codes;
        if (strcmp(args->given[i].option->name, "off") != 0)
            continue;
        const int code = cli_lines_split(args, args->given[i].value, &codes);
        if (code != CLI_EXIT_OK)
            return code;
        for (int c = 0; c < codes.count; ++c) {
            const int found = mieni_lint_find(codes.items[c]);
            if (found <= MIENI_LINT_UNREADABLE)
                return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                                "--off: %s is not a code that can be disabled.", codes.items[c]);
            lint->options.off[found] = true;
        }
    }
    for (int i = 0; i < args->value_count; ++i) {
        const int code = cli_find_asset(args, &lint->project, args->values[i], cli_kinds_any, &files[i]);
        if (code != CLI_EXIT_OK)
            return code;
        lint->options.file_count = i + 1;
    }
    if (!cli_has(args, "changed"))
        return CLI_EXIT_OK;
    if (args->value_count > 0)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "--changed checks the whole project: give no files.");
    return cli_lint_changed_begin(args, &lint->project, &lint->options, &lint->changed);
}

static void note_fixed(void *user, const MieniFinding *finding)
{
    Lint *lint = user;
    const MieniLintInfo *info = mieni_lint_info(finding->code);
    ++lint->fixed_count;
    cli_putf(&lint->out, "%s: %s: %s %s: %s\n", cli_is_dry_run(lint->args) ? "would fix" : "fixed",
             finding->file, info->code, info->name, finding->fix);
    MieniJson *row = mieni_json_append(&lint->json, lint->fixed, mieni_json_object(&lint->json));
    cli_json_set_string(&lint->json, row, "code", info->code);
    cli_json_set_string(&lint->json, row, "file", finding->file);
    cli_json_set_string(&lint->json, row, "fix", finding->fix);
}

/// "\033[33mwarning\033[0m" where there are colours.
static const char *severity_text(const CliArgs *args, MieniLintSeverity severity)
{
    static const char *const colors[] = {"36", "33", "31"};
    const char *name = mieni_lint_severity_name(severity);
    return args->color_out ? cli_text(args, "\033[%sm%s\033[0m", colors[severity], name) : name;
}

static void put_finding(Lint *lint, const MieniFinding *finding)
{
    const MieniLintInfo *info = mieni_lint_info(finding->code);
    MieniTextOut *out = &lint->out;
    cli_put(out, finding->file);
    if (finding->line > 0)
        cli_putf(out, ":%d", finding->line);
    mieni_text_putf(out, ": %s %s %s: ", severity_text(lint->args, finding->severity), info->code,
                    info->name); // in colours
    // Sentences of findings name what they are about; those of readers leave it to the place.
    if (finding->code == MIENI_LINT_UNREADABLE && finding->place[0] != '\0')
        cli_putf(out, "%s: ", finding->place);
    cli_putf(out, "%s\n", finding->message);
    if (finding->fix != NULL)
        cli_putf(out, "    fix: %s\n", finding->fix);
}

static void set_finding(MieniJsonDocument *json, MieniJson *list, const MieniFinding *finding)
{
    const MieniLintInfo *info = mieni_lint_info(finding->code);
    MieniJson *row = mieni_json_append(json, list, mieni_json_object(json));
    cli_json_set_string(json, row, "code", info->code);
    cli_json_set_string(json, row, "name", info->name);
    cli_json_set_string(json, row, "severity", mieni_lint_severity_name(finding->severity));
    cli_json_set_string(json, row, "file", finding->file);
    if (finding->line > 0)
        cli_json_set_number(json, row, "line", finding->line);
    else
        mieni_json_set(json, row, "line", mieni_json_null(json));
    cli_json_set_string(json, row, "location", finding->place);
    cli_json_set_string(json, row, "message", finding->message);
    MieniJson *names = mieni_json_set(json, row, "names", mieni_json_array(json));
    for (int i = 0; i < finding->name_count; ++i)
        mieni_json_append(json, names, mieni_json_string(json, finding->names[i]));
    mieni_json_set(json, row, "fix",
                   finding->fix != NULL ? mieni_json_string(json, finding->fix) : mieni_json_null(json));
}

static void put_count(MieniTextOut *out, int count, const char *one, const char *many)
{
    cli_putf(out, "%d %s", count, count == 1 ? one : many);
}

static void put_report(Lint *lint, const MieniLintReport *report)
{
    MieniJsonDocument *json = &lint->json;
    MieniJson *list = mieni_json_set(json, json->root, "diagnostics", mieni_json_array(json));
    MieniTextOut *out = &lint->out;
    for (int i = 0; i < report->count; ++i) {
        put_finding(lint, &report->items[i]);
        set_finding(json, list, &report->items[i]);
    }
    put_count(out, report->counts[MIENI_LINT_ERROR], "error, ", "errors, ");
    put_count(out, report->counts[MIENI_LINT_WARNING], "warning", "warnings");
    if (lint->options.level == MIENI_LINT_INFO)
        cli_putf(out, ", %d for information", report->counts[MIENI_LINT_INFO]);
    if (lint->fixed_count > 0)
        cli_putf(out, ", %d %s", lint->fixed_count, cli_is_dry_run(lint->args) ? "would be fixed" : "fixed");
    if (cli_has(lint->args, "changed"))
        cli_putf(out, "; checked %s of %s", cli_count_text(lint->args, lint->changed.due),
                 cli_count_text(lint->args, lint->changed.all));
    mieni_text_put(out, "\n");
    MieniJson *counts = mieni_json_set(json, json->root, "counts", mieni_json_object(json));
    for (int i = MIENI_LINT_ERROR; i >= MIENI_LINT_INFO; --i)
        cli_json_set_number(json, counts, mieni_lint_severity_name((MieniLintSeverity)i), report->counts[i]);
    cli_json_set_number(json, counts, "fixed", lint->fixed_count);
    if (cli_has(lint->args, "changed")) {
        cli_json_set_number(json, counts, "looked_at", lint->changed.due);
        cli_json_set_number(json, counts, "all", lint->changed.all);
    }
}

/// The report in the format of --format, and what it ends with.
static int write_report(Lint *lint, const MieniLintReport *report)
{
    const CliArgs *args = lint->args;
    const char *format = cli_value(args, "format", "text");
    const int first = (int)severity_of(cli_value(args, "error-on", "info"));
    int count = 0;
    for (int i = first; i <= MIENI_LINT_ERROR; ++i)
        count += report->counts[i];
    CliArgs how = *args;
    if (strcmp(format, "github") == 0) {
        mieni_text_release(&lint->out);
        cli_lint_github(report, &lint->out);
    } else if (strcmp(format, "sarif") == 0) {
        lint->json.root = cli_lint_sarif(report, &lint->json);
        how.json = true;
    }
    const int code = cli_write_either(&how, &lint->out, &lint->json);
    return code != CLI_EXIT_OK     ? code
           : report->is_unreadable ? CLI_EXIT_INPUT
           : count > 0             ? CLI_EXIT_FINDINGS
                                   : CLI_EXIT_OK;
}

/// Looks, and with --fix fixes and looks again until nothing is left to fix.
static int look(Lint *lint, MieniLintReport *out_report)
{
    MieniProblem problem = {0};
    if (cli_has(lint->args, "changed") && lint->options.file_count == 0)
        return CLI_EXIT_OK; // nothing changed
    for (int round = 0;; ++round) {
        int count = 0;
        if (mieni_lint(&lint->project, &lint->options, out_report, &problem) != MIEN_OK)
            return cli_fail_problem(lint->args, &problem);
        if (!cli_has(lint->args, "fix") || round == ROUNDS)
            return CLI_EXIT_OK;
        if (mieni_lint_fix(&lint->project, out_report, note_fixed, lint, &count, &problem) != MIEN_OK) {
            mieni_lint_report_release(out_report);
            cli_fail_problem(lint->args, &problem);
            return CLI_EXIT_WRITE;
        }
        if (count == 0)
            return CLI_EXIT_OK;
        mieni_lint_report_release(out_report);
    }
}

static int run(const CliArgs *args)
{
    Lint lint = {.args = args};
    MieniLintReport report = {0};
    int code = cli_has(args, "fix") ? cli_project_open_to_edit(args, &lint.project)
                                    : cli_project_open(args, &lint.project);
    if (code != CLI_EXIT_OK)
        return code;
    cli_confine(args, &lint.project,
                cli_is_dry_run(args)       ? CLI_WRITES_NOTHING
                : cli_has(args, "fix")     ? CLI_WRITES_ASSETS
                : cli_has(args, "changed") ? CLI_WRITES_BUILD
                                           : CLI_WRITES_NOTHING);
    mieni_json_begin(&lint.json, NULL);
    lint.json.root = mieni_json_object(&lint.json);
    lint.fixed = mieni_json_array(&lint.json);
    code = read_options(&lint);
    if (code == CLI_EXIT_OK)
        code = look(&lint, &report);
    if (code == CLI_EXIT_OK) {
        put_report(&lint, &report);
        cli_lint_changed_end(args, &lint.changed, cli_has(args, "changed") ? &report : NULL);
        if (cli_has(args, "fix"))
            mieni_json_set(&lint.json, lint.json.root, "fixed", lint.fixed);
        code = write_report(&lint, &report);
        mieni_lint_report_release(&report);
    } else {
        cli_lint_changed_end(args, &lint.changed, NULL);
        mieni_text_release(&lint.out);
        mieni_json_release(&lint.json);
    }
    mieni_project_close(&lint.project);
    return code;
}

const CliCommand cli_cmd_lint = {
    .path = "lint",
    .group = "Projects",
    .summary = "Find likely mistakes in a project",
    .description =
        "Checks assets individually and together: bones that both a clip and a pose move, curves that drive "
        "nothing, names that are nearly the same, clamped values, missing files. A clip is compared with the "
        "pose asset of its `preview`, or with all pose assets of its skeleton. `docs/lint.md` describes "
        "every code.\n\n"
        "Each diagnostic is one line:\n\n"
        " faces/ada.clip.json:12: warning M001 double-transform: jaw is moved twice: ...\n     fix: add to "
        "the modifiers: {\"do\": \"remove_bones\", \"names\": [\"jaw\"]}\n\n"
        "With `--fix` every fix that is shown is applied; each file is changed completely or not at all. "
        "Disable codes with `--off`, or permanently in mien.json: `\"lint\": {\"off\": [\"M003\"]}`.\n\n"
        "With `--changed` it checks only assets and clip collection files that are new, that had a "
        "diagnostic the last time, or whose size or modification time changed; also assets whose "
        "dependencies changed, and the files of a clip collection that changed. Diagnostics that compare all "
        "assets with each other are skipped.\n\n"
        "The exit code is 1 if there is a diagnostic of the given severity or above, and 3 if something "
        "could not be read. Diagnostics that compare all assets with each other need a run without files.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY(CLI_EXIT_FINDINGS) | CLI_MAY(CLI_EXIT_INPUT) | CLI_MAY(CLI_EXIT_WRITE),
    .run = run,
};
