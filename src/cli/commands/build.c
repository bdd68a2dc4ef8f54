// SPDX-License-Identifier: MIT
//
// mien build

#include "cli/find_asset.h"
#include "cli/report/find.h"
#include "cli/report/progress.h"

#include <stdio.h>

static const CliArgument arguments[] = {
    {.name = "ASSET",
     .help = "Build only these assets or clip collection files, and their dependencies",
     .kind = CLI_FILE,
     .is_optional = true,
     .is_repeated = true},
    {0},
};

static const CliOption options[] = {
    {.name = "jobs",
     .letter = 'j',
     .value = "N",
     .kind = CLI_INTEGER,
     .help = "Number of parallel jobs (default: number of CPUs)"},
    {.name = "failures",
     .letter = 'k',
     .value = "N",
     .kind = CLI_INTEGER,
     .help = "Stop after this many failures (default: continue)"},
    {.name = "dry-run", .letter = 'n', .help = "List what would be cooked and exit"},
    {.name = "no-wait", .help = "Fail if another build of the project is running, instead of waiting"},
    {.name = "shard",
     .value = "K/N",
     .help = "Build shard K of N: cook only this part of all clip collections"},
    CLI_CACHE_OPTION,
    CLI_PROGRESS_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};

static const CliExample examples[] = {
    {"mien build", "Update all packs of the project"},
    {"mien build -n", "List what the build would cook"},
    {"mien build faces/ada.character.json", "One character and its dependencies"},
    {"mien build takes/a.csv", "One clip out of a million, immediately"},
    {"mien build --shard 3/40 --cache ../mien-cache", "Worker 3 of 40 in a farm"},
    {0},
};

static bool is_cancelled(void *user)
{
    (void)user;
    return cli_is_cancelled();
}

static void put_count(const CliArgs *args, MieniTextOut *out, int count, const char *what)
{
    if (count > 0)
        cli_putf(out, "%s%s %s", out->size > 0 ? ", " : "", cli_count_text(args, count), what);
}

/// "12 cooked, 3 unchanged, 1 failed, 2.1 s"
static int put_text(const CliArgs *args, const MieniBuildResult *result)
{
    MieniTextOut out = {0};
    if (cli_has(args, "dry-run")) {
        cli_putf(&out, "%s to do", cli_count_text(args, result->due));
    } else {
        put_count(args, &out, result->cooked, "cooked");
        put_count(args, &out, result->unchanged, "unchanged");
        put_count(args, &out, result->cached, "from the cache");
        if (args->verbose)
            put_count(args, &out, result->refused,
                      "rejected from the cache, because your key did not sign them");
        put_count(args, &out, result->failed, "failed");
        put_count(args, &out, result->untried, "not tried");
        put_count(args, &out, result->removed, "removed, because their assets are gone");
        if (out.size > 0)
            cli_putf(&out, ", %s s", cli_fixed_text(args, result->seconds, 1));
        else
            cli_putf(&out, "%s pack%s up to date", cli_count_text(args, result->packs),
                     result->packs == 1 ? "" : "s");
    }
    mieni_text_put(&out, "\n");
    return cli_has(args, "dry-run") ? cli_write_result(args, &out) : cli_write_summary(args, &out, NULL);
}

static int put_json(const CliArgs *args, const MieniBuildResult *result)
{
    MieniJsonDocument json;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    cli_json_set_number(&json, json.root, "packs", result->packs);
    cli_json_set_number(&json, json.root, "cooked", result->cooked);
    cli_json_set_number(&json, json.root, "unchanged", result->unchanged);
    cli_json_set_number(&json, json.root, "cached", result->cached);
    cli_json_set_number(&json, json.root, "refused", result->refused);
    cli_json_set_number(&json, json.root, "failed", result->failed);
    cli_json_set_number(&json, json.root, "untried", result->untried);
    cli_json_set_number(&json, json.root, "removed", result->removed);
    cli_json_set_number(&json, json.root, "due", result->due);
    cli_json_set_number(&json, json.root, "seconds", result->seconds);
    return cli_write_json(args, &json);
}

/// --shard, "3/40" from 1.
static int read_part(const CliArgs *args, int *out_part, int *out_count)
{
    const char *given = cli_value(args, "shard", NULL);
    int part, count, end = 0;
    if (given == NULL)
        return CLI_EXIT_OK;
    if (sscanf(given, "%5d/%5d%n", &part, &count, &end) != 2 || given[end] != '\0' || count < 1 || part < 1 ||
        part > count)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "--shard: %s is not a shard: 1/40 is the first of forty.", given);
    if (args->value_count > 0 || cli_has(args, "dry-run"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "--shard builds the whole project: do not combine it with assets or --dry-run.");
    *out_part = part - 1;
    *out_count = count;
    return CLI_EXIT_OK;
}

/// What the callbacks of a build share.
typedef struct Building {
    CliProgress progress;
    const CliArgs *args;
    const MieniProject *project;
} Building;

static void listen(void *user, const MieniBuildEvent *event)
{
    cli_progress_listen(&((Building *)user)->progress, event);
}

static bool built(void *user, const MieniBuildPlan *plan)
{
    const Building *building = user;
    return cli_catalog_refresh(building->args, building->project, plan);
}

static int build(const CliArgs *args, const MieniProject *project, const MieniPaths *assets)
{
    MieniBuildResult result;
    MieniProblem problem = {0};
    Building building = {.args = args, .project = project};
    CliProgress *progress = &building.progress;
    MieniTextOut list = {0};
    CliCache cache;
    int part = 0, part_count = 0, code = cli_cache_open(args, &cache);
    if (code == CLI_EXIT_OK)
        code = read_part(args, &part, &part_count);
    if (code != CLI_EXIT_OK)
        return code;
    cli_progress_begin(progress, args);
    progress->is_listing = cli_has(args, "dry-run") && !args->json;
    progress->list = &list;
    const MieniBuildOptions build = {.program = cli_program_path(args),
                                     .assets = assets->count > 0 ? assets : NULL,
                                     .jobs = cli_integer(args, "jobs", 0),
                                     .failures = cli_integer(args, "failures", 0),
                                     .part = part,
                                     .part_count = part_count,
                                     .cache = cache.folder,
                                     .cache_key = cache.key,
                                     .dry_run = cli_has(args, "dry-run"),
                                     .fail_if_busy = cli_has(args, "no-wait"),
                                     .is_cancelled = is_cancelled,
                                     .listen = listen,
                                     .built = built,
                                     .user = &building};
    const MienStatus status = mieni_build(project, &build, &result, &problem);
    cli_progress_end(progress, status == MIEN_OK && result.failed == 0 && !result.is_cancelled);
    code = cli_write_result(args, &list);
    if (status != MIEN_OK)
        return cli_fail_problem(args, &problem);
    if (result.is_cancelled)
        return cli_fail_cancelled(args);
    if (code == CLI_EXIT_OK)
        code = args->json ? put_json(args, &result) : put_text(args, &result);
    if (code == CLI_EXIT_OK && result.is_unwritten)
        return CLI_EXIT_WRITE;
    return code == CLI_EXIT_OK && result.failed > 0 ? CLI_EXIT_INPUT : code;
}

static int run(const CliArgs *args)
{
    MieniProject project;
    MieniPaths assets = {0};
    int code = cli_project_open(args, &project);
    if (code != CLI_EXIT_OK)
        return code;
    for (int i = 0; i < args->value_count && code == CLI_EXIT_OK; ++i) {
        const char *path;
        code = cli_find_target(args, &project, args->values[i], &path);
        if (code == CLI_EXIT_OK && !mieni_paths_add(&assets, path))
            code = cli_fail_memory(args);
    }
    if (code == CLI_EXIT_OK)
        code = build(args, &project, &assets);
    mieni_paths_release(&assets);
    mieni_project_close(&project);
    return code;
}

const CliCommand cli_cmd_build = {
    .path = "build",
    .group = "Projects",
    .summary = "Update the packs of a project",
    .description =
        "Cooks every asset of the project whose inputs changed since its pack was created, in parallel on "
        "all CPUs, and removes packs whose assets are gone. Packs are in the build folder, `.mien/packs` "
        "unless `mien.json` sets another one; you can delete it at any time.\n\n"
        "The contents of files decide what is cooked, not their modification times. One build runs at a time "
        "in a project; a second one waits. An interrupted or killed build leaves no broken pack, and the "
        "next build continues from there. The same project gives the same packs on every machine.\n\n"
        "An asset that fails to cook is reported and does not stop the others; the exit code is then 3. A "
        "pack that cannot be written, for example on a full disk, stops the build with exit code 4.\n\n"
        "With `--shard K/N` the command is one of many workers, on any number of machines that share the "
        "folder: N workers cook the clips of all clip collections, each its part. Run `mien build` after "
        "them to cook the rest and report the total. docs/scale.md shows how to run this with a "
        "scheduler.\n\n"
        "With `--progress=json` progress is printed to standard error, one JSON object per line: `type` is "
        "`start`, `progress` with a `value` from 0 to 1, `log`, `success` or `failure`.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY(CLI_EXIT_INPUT) | CLI_MAY(CLI_EXIT_WRITE) | CLI_MAY(CLI_EXIT_CANCELLED),
    .has_steps = true,
    .run = run,
};
