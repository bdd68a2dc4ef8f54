// SPDX-License-Identifier: MIT
//
// mien sample many

#include "cli/draw/lines.h"
#include "cli/project.h"
#include "cli/report/progress.h"
#include "demo/many_project.h"

#include <stdint.h>

static const CliArgument arguments[] = {
    {.name = "FOLDER", .help = "The folder; created if it does not exist", .kind = CLI_FOLDER},
    {0},
};

static const CliOption options[] = {
    {.name = "characters",
     .value = "COUNT",
     .kind = CLI_INTEGER,
     .help = "Number of characters, up to 100,000 (default: 100)"},
    {.name = "lines",
     .value = "COUNT",
     .kind = CLI_INTEGER,
     .help = "Number of lines of dialogue (default: 1,000)"},
    {.name = "languages",
     .value = "COUNT",
     .kind = CLI_INTEGER,
     .help = "Number of languages, up to 1,000 (default: 2). Lines times languages is up to 10,000,000"},
    {.name = "bodies",
     .value = "COUNT",
     .kind = CLI_INTEGER,
     .help = "Number of body clips, up to 10,000 (default: 20)"},
    {.name = "seed", .value = "SEED", .kind = CLI_INTEGER, .help = "Random seed (default: 1)"},
    CLI_PROGRESS_OPTION,
    {0},
};

static const CliExample examples[] = {
    {"mien sample many crowd", "100 characters and 2,000 clips"},
    {"mien sample many game --characters 1000 --lines 100000 --languages 10",
     "As large as a game with many voices"},
    {0},
};

static bool go_on(void *user, const char *path, int done, int total)
{
    const MieniBuildEvent event = {.kind = MIENI_BUILD_STEP, .file = path, .done = done, .total = total};
    cli_progress_listen(user, &event);
    return !cli_is_cancelled();
}

/// In bytes; 0 of none.
static int mean_of(int64_t bytes, int64_t count)
{
    return count > 0 ? (int)((bytes + count / 2) / count) : 0;
}

static int tell(const CliArgs *args, const MieniManyProject *wanted, const MieniManyReport *report)
{
    MieniTextOut text = {0};
    MieniJsonDocument json;
    const int clips = wanted->lines * wanted->languages;
    const int line = mean_of(report->line_bytes, clips),
              poses = mean_of(report->pose_bytes, wanted->characters);
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    cli_json_set_number(&json, json.root, "characters", wanted->characters);
    cli_json_set_number(&json, json.root, "lines", wanted->lines);
    cli_json_set_number(&json, json.root, "languages", wanted->languages);
    cli_json_set_number(&json, json.root, "clips", clips);
    cli_json_set_number(&json, json.root, "bodies", wanted->bodies);
    cli_json_set_number(&json, json.root, "files", report->files);
    cli_json_set_number(&json, json.root, "line_bytes", (double)report->line_bytes);
    cli_json_set_number(&json, json.root, "pose_bytes", (double)report->pose_bytes);
    cli_putf(&text, "%s: %s, %s in %s, %s of bodies\n", args->values[0],
             cli_many_text(args, wanted->characters, "character"), cli_many_text(args, wanted->lines, "line"),
             cli_many_text(args, wanted->languages, "language"), cli_many_text(args, wanted->bodies, "clip"));
    cli_putf(&text, "%s: mean size of a line %s bytes, of a pose asset %s\n",
             cli_many_text(args, report->files, "file"), cli_count_text(args, line),
             cli_count_text(args, poses));
    return cli_write_summary(args, &text, &json);
}

static int run(const CliArgs *args)
{
    MieniProblem problem = {0};
    MieniManyReport report;
    CliProgress progress;
    const MieniManyProject wanted = {.characters = cli_integer(args, "characters", 100),
                                     .lines = cli_integer(args, "lines", 1000),
                                     .languages = cli_integer(args, "languages", 2),
                                     .bodies = cli_integer(args, "bodies", 20),
                                     .seed = (uint64_t)(int64_t)cli_integer(args, "seed", 1),
                                     .go_on = go_on,
                                     .user = &progress};
    cli_progress_begin(&progress, args);
    const MienStatus status = mieni_many_project_make(args->values[0], &wanted, &report, &problem);
    cli_progress_end(&progress, status == MIEN_OK);
    if (status == MIEN_OK)
        return tell(args, &wanted, &report);
    if (cli_is_cancelled())
        return cli_fail_cancelled(args);
    if (status == MIEN_ERROR_ARGUMENT)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "%s", problem.error.message);
    return cli_fail_problem(args, &problem);
}

const CliCommand cli_cmd_sample_many = {
    .path = "sample many",
    .group = "Projects",
    .summary = "Create a project of any size",
    .description = "Creates a project with many characters and many lines of dialogue from the sample cast, "
                   "for measurements: build times, pack sizes, number of faces at once.\n\n"
                   "All characters share one skeleton with 68 bones and one graph, `cast.graph.json`. Each "
                   "is based on Ada, Pip, Bruno or Moss with its own proportions: `cast/c0001.mesh.json` "
                   "contains its bone positions, and has nothing to draw; `cast/c0001.poses.json` has its 58 "
                   "poses; `cast/c0001.graph.json` overrides only the pose asset.\n\n"
                   "Lines are curve tables, `lines/en/000/line_000001.csv`, of 1.5 to 7 seconds: speech, "
                   "blinks, gaze, brows and moods. Each language has its own speech for a line; the acting "
                   "is the same. A clip collection for each language, `lines/en.clips.json`, makes clips of "
                   "them, which play on every character. `bodies` has clips with bones.\n\n"
                   "Fails if the folder is already a project. The same counts and seed give the same files "
                   "on every platform. If interrupted, it keeps the files created so far.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = run,
};
