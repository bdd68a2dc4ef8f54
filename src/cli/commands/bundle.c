// SPDX-License-Identifier: MIT
//
// mien bundle

#include "mien_author/bundle.h"
#include "cli/find_asset.h"
#include "cli/report/progress.h"

#include <string.h>

static const CliArgument arguments[] = {
    {.name = "ASSET",
     .help = "Assets to bundle, with their dependencies",
     .kind = CLI_FILE,
     .is_optional = true,
     .is_repeated = true},
    {0},
};

static const CliOption options[] = {
    {.name = "output", .letter = 'o', .value = "FILE", .kind = CLI_FILE, .help = "The bundle to write"},
    {.name = "all", .help = "Bundle all assets of the project"},
    {.name = "no-meshes", .help = "Omit meshes, for programs that draw their own models"},
    CLI_PROGRESS_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};

static const CliExample examples[] = {
    {"mien bundle --all -o game.mien", "All packs of a project in one file"},
    {"mien bundle faces/ada.character.json -o ada.mien", "One character"},
    {"mien bundle --all --no-meshes -o page.mien", "For a web page that loads its models as glTF"},
    {0},
};

static bool is_cancelled(void *user)
{
    (void)user;
    return cli_is_cancelled();
}

static int build(const CliArgs *args, const MieniProject *project, const MieniPaths *assets)
{
    MieniBuildResult result;
    MieniProblem problem = {0};
    CliProgress progress;
    cli_progress_begin(&progress, args);
    const MieniBuildOptions build = {.program = cli_program_path(args),
                                     .assets = assets,
                                     .is_cancelled = is_cancelled,
                                     .listen = cli_progress_listen,
                                     .user = &progress};
    const MienStatus status = mieni_build(project, &build, &result, &problem);
    cli_progress_end(&progress, status == MIEN_OK && result.failed == 0 && !result.is_cancelled);
    if (status != MIEN_OK)
        return cli_fail_problem(args, &problem);
    if (result.is_cancelled)
        return cli_fail_cancelled(args);
    return result.failed > 0 ? CLI_EXIT_INPUT : CLI_EXIT_OK;
}

static bool is_mesh(const char *name)
{
    const char *ending = strrchr(name, '.');
    return ending != NULL && strcmp(ending, ".mesh") == 0;
}

/// Opens every pack that is wanted where it lies.
static int open_members(const CliArgs *args, const MieniProject *project, const MieniPaths *names,
                        const MieniPaths *packs, MienFile **files, MienAuthorBundleMember *members,
                        int *out_count)
{
    const bool has_meshes = !cli_has(args, "no-meshes");
    *out_count = 0;
    for (int i = 0; i < packs->count; ++i) {
        char full[MIENI_PATH_ROOM];
        MienError error = {0};
        if (!has_meshes && is_mesh(names->items[i]))
            continue;
        if (!mieni_project_locate(project, packs->items[i], full) ||
            mien_file_open(full, NULL, &files[i], &error) != MIEN_OK)
            return cli_fail_error(args, packs->items[i], &error);
        members[(*out_count)++] =
            (MienAuthorBundleMember){names->items[i], mien_file_data(files[i]), mien_file_size(files[i])};
    }
    return CLI_EXIT_OK;
}

static int put_result(const CliArgs *args, const char *output, int count, size_t size)
{
    MieniTextOut out = {0};
    if (args->json) {
        mieni_text_put(&out, "{\"bundle\": ");
        mieni_text_put_string(&out, output);
        cli_putf(&out, ", \"packs\": %d, \"bytes\": %zu}\n", count, size);
    } else {
        cli_putf(&out, "%s: %s pack%s, %zu bytes\n", output, cli_count_text(args, count),
                 count == 1 ? "" : "s", size);
    }
    return cli_write_summary(args, &out, NULL);
}

static int bundle(const CliArgs *args, const MieniProject *project, const MieniPaths *names,
                  const MieniPaths *packs)
{
    const char *output = cli_value(args, "output", NULL);
    MienFile **files = mieni_arena_take(args->arena, (size_t)packs->count, sizeof(MienFile *));
    MienAuthorBundleMember *members = mieni_arena_take(args->arena, (size_t)packs->count, sizeof *members);
    MienAuthorPack pack = {0};
    MienError error = {0};
    if (files == NULL || members == NULL)
        return cli_fail_memory(args);
    int count, code = open_members(args, project, names, packs, files, members, &count);
    if (code == CLI_EXIT_OK &&
        mien_author_bundle_cook(&(MienAuthorBundle){count, members}, NULL, &pack, &error) != MIEN_OK)
        code = cli_fail_error(args, output, &error);
    if (code == CLI_EXIT_OK)
        code = cli_write_file(args, output, pack.data, pack.size);
    if (code == CLI_EXIT_OK)
        code = put_result(args, output, count, pack.size);
    mien_author_pack_release(&pack);
    for (int i = 0; i < packs->count; ++i)
        mien_file_close(files[i]);
    return code;
}

static int run_in(const CliArgs *args, const MieniProject *project)
{
    MieniPaths assets = {0}, names = {0}, packs = {0};
    MieniProblem problem = {0};
    int code = CLI_EXIT_OK;
    for (int i = 0; i < args->value_count && code == CLI_EXIT_OK; ++i) {
        const char *path;
        code = cli_find_target(args, project, args->values[i], &path);
        if (code == CLI_EXIT_OK && !mieni_paths_add(&assets, path))
            code = cli_fail_memory(args);
    }
    const MieniPaths *wanted = cli_has(args, "all") ? NULL : &assets;
    if (code == CLI_EXIT_OK)
        code = build(args, project, wanted);
    if (code == CLI_EXIT_OK && mieni_build_packs(project, wanted, &names, &packs, &problem) != MIEN_OK)
        code = cli_fail_problem(args, &problem);
    if (code == CLI_EXIT_OK)
        code = bundle(args, project, &names, &packs);
    mieni_paths_release(&assets);
    mieni_paths_release(&names);
    mieni_paths_release(&packs);
    return code;
}

static int run(const CliArgs *args)
{
    MieniProject project;
    if (cli_has(args, "all") == (args->value_count > 0))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "Name assets, or use --all for everything.");
    if (!cli_has(args, "output"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "Specify the file to write with --output.");
    int code = cli_project_open(args, &project);
    if (code == CLI_EXIT_OK) {
        code = run_in(args, &project);
        mieni_project_close(&project);
    }
    return code;
}

const CliCommand cli_cmd_bundle = {
    .path = "bundle",
    .group = "Projects",
    .summary = "Combine packs in one file",
    .description =
        "Builds assets and their dependencies, and combines their packs in a bundle, each under the name of "
        "its asset without the extension: `faces/ada.poses`, `takes/line_01.clip`. A character includes its "
        "skeleton, mesh, poses and graph; a graph includes the clips and pose assets that it names; a clip "
        "collection includes all its clips. The same packs give the same bytes.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .has_steps = true,
    .run = run,
};
