// SPDX-License-Identifier: MIT
//
// mien accept

#include "core/float_rules.h"

#include "cli/character.h"
#include "cli/limits.h"
#include "cli/output.h"
#include "cli/report/accept_page.h"
#include "cli/report/progress.h"

#include <string.h>

enum { MOST_FINDINGS = 5 }; ///< Per test, as text.

static const CliArgument arguments[] = {
    {.name = "FACE",
     .help = "A character, pose asset or mesh of the project: `ada` finds ada.character.json",
     .kind = CLI_FILE},
    {0},
};

static const CliOption options[] = {
    {.name = "mesh", .value = "MESH", .kind = CLI_FILE, .help = "The mesh that a pose asset is shown on"},
    {.name = "test",
     .value = "TEST",
     .is_repeated = true,
     .help = "Make only this test: `blink`, `seal`; all tests are in docs/accept.md"},
    {.name = "page", .value = "FILE", .kind = CLI_FILE, .help = "Also write a page with pictures, as HTML"},
    CLI_PROGRESS_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};

static const CliExample examples[] = {
    {"mien accept bo", "Test a character"},
    {"mien accept bo --page bo.html", "The same, with a page of pictures"},
    {"mien accept bo --test blink --test seal", "Two tests"},
    {0},
};

typedef struct Accept {
    CliCharacter face;
    MieniAcceptance acceptance;
    MienAcceptReport *report;
    bool is_left_out[MIEN_ACCEPT_TESTS];
    CliProgress progress;
    const char *path;
} Accept;

/// Leaves out what --test does not name.
static int read_tests(const CliArgs *args, Accept *accept)
{
    for (int test = 0; test < MIEN_ACCEPT_TESTS; ++test)
        accept->is_left_out[test] = cli_has(args, "test");
    for (int i = 0; i < args->given_count; ++i) {
        if (strcmp(args->given[i].option->name, "test") != 0)
            continue;
        const char *id = args->given[i].value;
        const int test = mien_accept_find_test(id);
        MieniNearest nearest = {.given = id};
        for (int t = 0; t < MIEN_ACCEPT_TESTS; ++t)
            mieni_nearest_try(&nearest, mien_accept_test_info(t).id);
        const char *hint = cli_nearest_hint(args, &nearest, "");
        if (test < 0)
            return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--test: No test is called %s%s", id,
                            hint[0] != '\0' ? hint : ".");
        accept->is_left_out[test] = false;
    }
    return CLI_EXIT_OK;
}

static bool on_progress(void *user, double done)
{
    Accept *accept = user;
    cli_progress_part(&accept->progress, accept->path, done);
    return !cli_is_cancelled();
}

static void put_row(const CliArgs *args, const MienAcceptReport *report, int test, MieniTextOut *out)
{
    const MienAcceptRow *row = &report->rows[test];
    const char *result = cli_accept_result_text(row->result);
    const char *color = row->result == MIEN_ACCEPT_FAILED   ? "31"
                        : row->result == MIEN_ACCEPT_PASSED ? "32"
                                                            : "2";
    const char *shown = args->color_out ? cli_text(args, "\033[%sm%s\033[0m", color, result) : result;
    mieni_text_putf(out, "%s %-10s ", shown, mien_accept_test_info(test).id);
    if (row->result == MIEN_ACCEPT_SKIPPED)
        cli_putf(out, "%s\n", row->reason);
    for (int i = 0; i < row->count && i < MOST_FINDINGS; ++i)
        cli_putf(out, "%s%s\n", i == 0 ? "" : "                   ", report->findings[row->first + i].text);
    if (row->count > MOST_FINDINGS)
        cli_putf(out, "                   and %d more\n", row->count - MOST_FINDINGS);
}

static void put_json(const Accept *accept, MieniJsonDocument *json)
{
    const MienAcceptReport *report = accept->report;
    cli_json_set_string(json, json->root, "face", accept->path);
    cli_json_set_number(json, json->root, "head_height", report->head_height);
    cli_json_set_number(json, json->root, "failed", report->failed_count);
    cli_json_set_number(json, json->root, "passed", report->passed_count);
    cli_json_set_number(json, json->root, "skipped", report->skipped_count);
    MieniJson *tests = mieni_json_set(json, json->root, "tests", mieni_json_array(json));
    for (int t = 0; t < MIEN_ACCEPT_TESTS; ++t) {
        const MienAcceptRow *row = &report->rows[t];
        MieniJson *test = mieni_json_append(json, tests, mieni_json_object(json));
        cli_json_set_string(json, test, "test", mien_accept_test_info(t).id);
        cli_json_set_string(json, test, "result",
                            row->result == MIEN_ACCEPT_FAILED ? "failed"
                                                              : cli_accept_result_text(row->result));
        cli_json_set_number(json, test, "measured", row->measured_count);
        if (row->result == MIEN_ACCEPT_SKIPPED)
            cli_json_set_string(json, test, "reason", row->reason);
        MieniJson *findings = mieni_json_set(json, test, "findings", mieni_json_array(json));
        for (int i = 0; i < row->count; ++i) {
            const MienAcceptFinding *finding = &report->findings[row->first + i];
            MieniJson *item = mieni_json_append(json, findings, mieni_json_object(json));
            MieniJson *poses = mieni_json_set(json, item, "poses", mieni_json_array(json));
            for (int k = 0; k < 3 && finding->poses[k] != NULL; ++k)
                mieni_json_append(json, poses, mieni_json_string(json, finding->poses[k]));
            cli_json_set_number(json, item, "value", finding->value);
            cli_json_set_bool(json, item, "failed", finding->is_failure);
            cli_json_set_string(json, item, "text", finding->text);
        }
    }
}

/// How many of the tests that were asked for were skipped.
static int count_skipped(const Accept *accept)
{
    int count = 0;
    for (int test = 0; test < MIEN_ACCEPT_TESTS; ++test)
        count += !accept->is_left_out[test] && accept->report->rows[test].result == MIEN_ACCEPT_SKIPPED;
    return count;
}

static int write_report(const CliArgs *args, const Accept *accept)
{
    const MienAcceptReport *report = accept->report;
    const int made = report->failed_count + report->passed_count, skipped = count_skipped(accept);
    MieniTextOut out = {0};
    MieniJsonDocument json;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    put_json(accept, &json);
    for (int test = 0; test < MIEN_ACCEPT_TESTS; ++test)
        if (!accept->is_left_out[test])
            put_row(args, report, test, &out);
    cli_putf(&out, "%s: %d failed, %d passed, %d skipped\n", accept->path, report->failed_count,
             report->passed_count, report->skipped_count);
    if (skipped > made)
        cli_putf(&out, "This face was hardly tested: %d of %d tests were skipped.\n", skipped,
                 made + skipped);
    const int code = cli_write_summary(args, &out, &json);
    return code == CLI_EXIT_OK && (report->failed_count > 0 || skipped > made) ? CLI_EXIT_FINDINGS : code;
}

/// Makes the tests, and the page if it is wanted.
static int test_face(const CliArgs *args, Accept *accept)
{
    MienError error = {0};
    MieniProblem problem = {0};
    if (mieni_acceptance_open(&accept->face.character, &accept->acceptance, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    accept->acceptance.desc.is_left_out = accept->is_left_out;
    accept->acceptance.desc.user = accept;
    accept->acceptance.desc.progress = on_progress;
    cli_progress_begin(&accept->progress, args);
    const MienStatus status = mien_accept_run(&accept->acceptance.desc, &accept->report, &error);
    cli_progress_end(&accept->progress, status == MIEN_OK);
    if (status == MIEN_ERROR_CANCELLED)
        return cli_fail_cancelled(args);
    if (status != MIEN_OK)
        return cli_fail_error(args, accept->path, &error);
    return cli_has(args, "page") ? cli_accept_write_page(args, cli_value(args, "page", ""), accept->path,
                                                         &accept->acceptance, accept->report)
                                 : CLI_EXIT_OK;
}

static int run(const CliArgs *args)
{
    Accept accept = {.path = args->values[0]};
    int code = read_tests(args, &accept);
    if (code == CLI_EXIT_OK && cli_has(args, "page"))
        code = cli_check_writable(args, cli_value(args, "page", ""));
    if (code != CLI_EXIT_OK)
        return code;
    code = cli_character_open(&accept.face, args, args->values[0], false);
    if (code == CLI_EXIT_OK) {
        accept.path = accept.face.character.path;
        code = test_face(args, &accept);
    }
    if (code == CLI_EXIT_OK)
        code = write_report(args, &accept);
    mien_accept_report_destroy(accept.report);
    mieni_acceptance_close(&accept.acceptance);
    cli_character_close(&accept.face);
    return code;
}

const CliCommand cli_cmd_accept = {
    .path = "accept",
    .group = "Projects",
    .summary = "Test whether the poses of a face work",
    .description =
        "Poses the face and measures what is seen: does a blink hide the eyeball, do lips meet over an open "
        "jaw, do "
        "teeth come through the skin, does every pose do something of its own? The tests need no reference, "
        "and work "
        "on bones, on morph targets and on both. `docs/accept.md` describes every test.\n\n"
        "Poses are found by their ARKit names, by other spellings of them, or through a built-in map. "
        "Lengths are "
        "percent of the head's height. Change limits in mien.json: `\"accept\": {\"blink\": 1.0}`.\n\n"
        "The exit code is 1 if a test fails. Tests that the face has nothing for are skipped. If more tests "
        "are "
        "skipped than made, the exit code is 1 as well: name those that count with `--test`.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY(CLI_EXIT_FINDINGS) | CLI_MAY(CLI_EXIT_INPUT) | CLI_MAY(CLI_EXIT_WRITE),
    .run = run,
};
