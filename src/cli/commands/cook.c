// SPDX-License-Identifier: MIT
//
// mien cook

#include "project/build/cook.h"
#include "cli/confine.h"
#include "cli/cook_loose.h"
#include "cli/find_asset.h"
#include "project/build/depfile.h"
#include "project/build/serve.h"
#include "project/files/os.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const CliArgument arguments[] = {
    {.name = "ASSET", .help = "An asset of a project", .kind = CLI_FILE, .is_optional = true},
    {0},
};

static const CliOption options[] = {
    {.name = "entry",
     .value = "FILE",
     .kind = CLI_FILE,
     .help = "In a clip collection: the source file to cook"},
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .kind = CLI_FILE,
     .makes_folder = true,
     .help = "Write the pack here instead of to the project's build folder"},
    {.name = "depfile",
     .value = "FILE",
     .kind = CLI_FILE,
     .help = "Write the list of files that were read, in Makefile format"},
    {.name = "serve",
     .help = "Cook the assets listed on standard input, one per line; used by `mien build`",
     .excludes = "entry output depfile"},
    CLI_CACHE_OPTION,
    CLI_COOK_LOOSE_OPTIONS,
    CLI_PROJECT_OPTION,
    {0},
};

static const CliExample examples[] = {
    {"mien cook faces/ada.poses.json", "Cook one asset into the build folder"},
    {"mien cook faces/ada.poses.json -o ada.mien", "Write its pack elsewhere"},
    {"mien cook --from poses.bvh --names names.txt --additive -o face.mien",
     "From a sequence to a pose asset, without a project"},
    {"mien cook lines.clips.json --entry takes/a.csv -o a.mien", "One clip of many"},
    {0},
};

static void note(void *user, const char *file, const char *sentence)
{
    cli_warn(user, file, NULL, "%s", sentence);
}

/// Prints the result of one asset: a line.
static int put_result(const CliArgs *args, const char *asset, const char *member,
                      const MieniCookResult *result)
{
    MieniTextOut out = {0};
    const char *what = member != NULL ? member : asset;
    if (args->json) {
        mieni_text_put(&out, "{\"asset\": ");
        mieni_text_put_string(&out, asset);
        if (member != NULL) {
            mieni_text_put(&out, ", \"member\": ");
            mieni_text_put_string(&out, member);
        }
        cli_putf(&out, ", \"changed\": %s%s, \"bytes\": %zu}\n", result->is_changed ? "true" : "false",
                 result->is_cached ? ", \"cached\": true" : "", result->size);
    } else {
        cli_putf(&out, "%s: %s, %zu bytes\n", what, result->is_changed ? "cooked" : "unchanged",
                 result->size);
    }
    return cli_write_summary(args, &out, NULL);
}

static int write_depfile(const CliArgs *args, const char *target, const MieniInputs *inputs)
{
    MieniProblem problem = {0};
    const char *file = cli_value(args, "depfile", NULL);
    if (file == NULL || mieni_depfile_write(file, target, inputs, &problem) == MIEN_OK)
        return CLI_EXIT_OK;
    cli_fail_problem(args, &problem);
    return CLI_EXIT_WRITE;
}

static int cook_asset(const CliArgs *args, const MieniProject *project)
{
    MieniProblem problem = {0};
    MieniCookResult result;
    static const MieniAssetKind kinds[] = {MIENI_ASSET_POSES,    MIENI_ASSET_CLIP,  MIENI_ASSET_MESH,
                                           MIENI_ASSET_SKELETON, MIENI_ASSET_GRAPH, MIENI_ASSET_CLIPS,
                                           MIENI_ASSET_NONE};
    const char *asset, *member = cli_value(args, "entry", NULL), *output = cli_value(args, "output", NULL);
    int code = cli_find_asset(args, project, args->values[0], kinds, &asset);
    if (code == CLI_EXIT_OK && member != NULL)
        code = cli_project_path(args, project, member, &member);
    if (code != CLI_EXIT_OK)
        return code;
    const MieniCookOptions cooking = {.member = member, .output = output, .note = note, .user = (void *)args};
    if (mieni_cook(project, asset, &cooking, &result, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    code = write_depfile(args, output != NULL ? output : "pack", &result.inputs);
    if (code == CLI_EXIT_OK)
        code = put_result(args, asset, member, &result);
    mieni_cook_result_release(&result);
    return code;
}

static bool is_cancelled(void *user)
{
    (void)user;
    return cli_is_cancelled();
}

/// Writes lines to standard output. Cancels if the reader has closed it.
static void answer(void *user, const char *lines, size_t size)
{
    (void)user;
    if (!mieni_file_append(1, lines, size))
        cli_cancel();
}

/// Reads one line of standard input, without its end; false at the end of it.
static bool read_request(MieniTextOut *line)
{
    char byte;
    line->size = 0;
    for (int64_t size; (size = mieni_os_read(0, &byte, 1)) != 0;) {
        if (size < 0 && (errno != EINTR || cli_is_cancelled()))
            return false;
        if (size < 0)
            continue;
        mieni_text_put_bytes(line, byte == '\n' ? "" : &byte, 1);
        if (byte == '\n')
            return !line->is_out_of_memory;
    }
    return false;
}

static int serve(const MieniProject *project, const CliCache *cache)
{
    MieniTextOut request = {0};
    const MieniServeOptions serving = {
        .cache = cache->folder, .cache_key = cache->key, .is_cancelled = is_cancelled, .answer = answer};
    while (!cli_is_cancelled() && read_request(&request))
        mieni_serve_request(project, request.bytes, &serving);
    mieni_text_release(&request);
    return cli_is_cancelled() ? CLI_EXIT_CANCELLED : CLI_EXIT_OK;
}

static int run(const CliArgs *args)
{
    MieniProject project;
    const bool is_serving = cli_has(args, "serve");
    if (cli_has(args, "from") && args->value_count == 0)
        return cli_cook_loose(args);
    if (is_serving == (args->value_count > 0))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        is_serving ? "--serve reads the assets from standard input: name no others."
                                   : "Name an asset to cook, or a source file with --from.");
    CliCache cache = {0};
    int code = cli_project_open(args, &project);
    const bool is_open = code == CLI_EXIT_OK;
    if (code == CLI_EXIT_OK && is_serving) // before nothing but the project can be read
        code = cli_cache_open(args, &cache);
    if (code == CLI_EXIT_OK) {
        const bool has_output = cli_has(args, "output") && !cli_has(args, "depfile");
        cli_confine(args, &project, has_output ? CLI_WRITES_NOTHING : CLI_WRITES_BUILD);
        code = is_serving ? serve(&project, &cache) : cook_asset(args, &project);
    }
    if (is_open)
        mieni_project_close(&project);
    return code;
}

const CliCommand cli_cmd_cook = {
    .path = "cook",
    .group = "Projects",
    .summary = "Cook one asset",
    .description = "Cooks one asset of a project into its pack, in the build folder or at `--output`. A pack "
                   "that does not change is not written. `mien build` does this for every asset whose inputs "
                   "changed; use this command in your own scheduler.\n\n"
                   "With `--depfile` it writes the list of files that it read, relative to the project, so "
                   "that a build system knows when to run it again.\n\n"
                   "With `--from` no project is needed: a source file is cooked directly, as poses (see "
                   "`mien poses create` for the options), as a clip, as a skeleton, or as a mesh.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = run,
};
