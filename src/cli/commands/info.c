// SPDX-License-Identifier: MIT
//
// mien info

#include "cli/report/info.h"
#include "cli/confine.h"
#include "cli/find_asset.h"

static const CliArgument arguments[] = {
    {.name = "FILE",
     .help = "A pack, or an asset of the project; `-` is standard input",
     .kind = CLI_FILE,
     .is_repeated = true},
    {0},
};

static const CliOption options[] = {
    {.name = "summary", .help = "Only counts and sizes, no lists"},
    CLI_OUTPUT_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};

static const CliExample examples[] = {
    {"mien info face.mien", "The contents of a pack"},
    {"mien info ada.poses", "The same for an asset of the project, cooked in memory"},
    {"mien info --summary *.mien", "Kinds and sizes of many packs"},
    {"mien info --json face.mien | jq -r '.files[].poses[].name'", "The names of all poses"},
    {0},
};

/// A pack, or an asset, which is cooked in memory.
static int open(const CliArgs *args, const MieniProject *project, const char *given, CliPack *out_pack)
{
    const char *path;
    if (cli_is_file(args, given))
        return cli_pack_open(args, given, out_pack);
    const int code = cli_find_asset(args, project, given, cli_kinds_cooked, &path);
    return code == CLI_EXIT_OK ? cli_pack_cook(args, project, path, out_pack) : code;
}

/// Opens the project if any argument is an asset of it.
static int open_project(const CliArgs *args, MieniProject *out_project, bool *out_is_open)
{
    int i = 0;
    while (i < args->value_count && cli_is_file(args, args->values[i]))
        ++i;
    *out_is_open = i < args->value_count;
    return *out_is_open ? cli_project_open(args, out_project) : CLI_EXIT_OK;
}

/// Files that cannot be read are reported and skipped.
static int run_in(const CliArgs *args, const MieniProject *project)
{
    const bool with_lists = !cli_has(args, "summary");
    int code = CLI_EXIT_OK, shown = 0;
    MieniTextOut out = {0};
    MieniJsonDocument document;
    cli_confine(args, project, CLI_WRITES_NOTHING);
    mieni_json_begin(&document, NULL);
    document.root = mieni_json_object(&document);
    MieniJson *files = mieni_json_set(&document, document.root, "files", mieni_json_array(&document));
    for (int i = 0; i < args->value_count; ++i) {
        CliPack pack;
        const int opened = open(args, project, args->values[i], &pack);
        code = opened != CLI_EXIT_OK ? opened : code;
        if (opened == CLI_EXIT_CANCELLED || opened == CLI_EXIT_INTERNAL)
            break;
        if (opened != CLI_EXIT_OK)
            continue;
        if (args->json) {
            mieni_json_append(&document, files, cli_info_make_json(args, &document, &pack, with_lists));
        } else {
            mieni_text_put(&out, shown++ > 0 ? "\n" : "");
            cli_info_put_text(args, &out, &pack, with_lists);
        }
        cli_pack_close(&pack);
    }
    int wrote = code;
    if (code == CLI_EXIT_OK || code == CLI_EXIT_INPUT)
        wrote = args->json ? cli_write_json(args, &document) : cli_write_result(args, &out);
    mieni_json_release(&document);
    mieni_text_release(&out);
    return wrote != CLI_EXIT_OK ? wrote : code;
}

static int run(const CliArgs *args)
{
    MieniProject project;
    bool is_open;
    int code = open_project(args, &project, &is_open);
    if (code != CLI_EXIT_OK)
        return code;
    code = run_in(args, is_open ? &project : NULL);
    if (is_open)
        mieni_project_close(&project);
    return code;
}

const CliCommand cli_cmd_info = {
    .path = "info",
    .group = "Inspect",
    .summary = "Show the contents of packs",
    .description = "Checks packs as loading does, including the hash, and shows their contents: kind, format "
                   "version, size and hash; for a pose asset its poses with what drives them and how far "
                   "they move; for a clip its length, rate, curves, tracks, events and sizes; for a skeleton "
                   "its bones and curves; for a mesh its vertices, morphs, joints and materials; for a graph "
                   "its nodes, parameters, assets and drivers; for a bundle its entries.\n\n"
                   "Damaged files and files that are not packs are reported; the rest are shown.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = run,
};
