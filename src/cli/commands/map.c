// SPDX-License-Identifier: MIT
//
// mien map list, show, compose

#include "cli/draw/lines.h"
#include "cli/find_asset.h"

#include "asset/view.h"
#include "mien_author/map.h"

#include <stdlib.h>
#include <string.h>

static const CliOption output_options[] = {CLI_OUTPUT_OPTION, {0}};
static const CliOption map_options[] = {CLI_OUTPUT_OPTION, CLI_PROJECT_OPTION, {0}};

static int list_run(const CliArgs *args)
{
    static const char *const heads[] = {"id", "from", "to"};
    MieniTextOut out = {0};
    MieniJsonDocument json;
    CliTable table;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    MieniJson *list = mieni_json_set(&json, json.root, "maps", mieni_json_array(&json));
    cli_table_begin(&table, args, heads, 3);
    for (int i = 0; i < mien_author_map_count(); ++i) {
        const MienAuthorMapInfo info = mien_author_map_info(i);
        MieniJson *row = mieni_json_append(&json, list, mieni_json_object(&json));
        cli_table_put(&table, info.id);
        cli_table_put(&table, info.from);
        cli_table_put(&table, info.to);
        cli_json_set_string(&json, row, "id", info.id);
        cli_json_set_string(&json, row, "from", info.from);
        cli_json_set_string(&json, row, "to", info.to);
    }
    cli_table_end(&table, &out);
    return cli_write_either(args, &out, &json);
}

/// The file of a map asset; also without a project, which then has none.
static int find(const CliArgs *args, const char **given)
{
    MieniProject project;
    MieniProblem problem = {0};
    char full[MIENI_PATH_ROOM];
    const bool is_open = mieni_project_open(&project, cli_value(args, "project", ""), &problem) == MIEN_OK;
    if (!is_open && cli_has(args, "project"))
        return cli_fail_problem(args, &problem);
    const int code = cli_find_map(args, is_open ? &project : NULL, *given, given);
    if (code == CLI_EXIT_OK && mieni_project_locate(&project, *given, full))
        *given = cli_text(args, "%s", full);
    if (is_open)
        mieni_project_close(&project);
    return code;
}

/// A map by its file, or built in by its id.
static int open_map(const CliArgs *args, const char *given, MienAuthorMap **out_map)
{
    MienError error = {0};
    CliInput input;
    for (int i = 0; i < mien_author_map_count(); ++i)
        if (strcmp(mien_author_map_info(i).id, given) == 0)
            return mien_author_map_load(given, NULL, out_map, &error) == MIEN_OK
                       ? CLI_EXIT_OK
                       : cli_fail_error(args, given, &error);
    int code = cli_is_file(args, given) || mieni_file_exists(given) ? CLI_EXIT_OK : find(args, &given);
    if (code == CLI_EXIT_OK)
        code = cli_input_open(args, given, &input);
    if (code != CLI_EXIT_OK)
        return code;
    if (mien_author_map_read(input.data, input.size, NULL, out_map, &error) != MIEN_OK)
        code = cli_fail_error(args, given, &error);
    cli_input_close(&input);
    return code;
}

/// A map as an asset, which is how it is written and what --json gives.
static int make_asset(const CliArgs *args, const MienAuthorMap *map, MieniAsset *out_asset)
{
    if (mieni_asset_begin(out_asset, MIENI_ASSET_MAP, NULL) != MIEN_OK)
        return cli_fail_memory(args);
    MieniJsonDocument *json = &out_asset->json;
    MieniMapView *view = mieni_map_of(out_asset);
    mieni_map_set_from(json, view, map->from);
    mieni_map_set_to(json, view, map->to);
    mieni_map_set_rows_json(json, view, mieni_json_array(json));
    for (int i = 0; i < map->row_count; ++i) {
        MieniMapRowView *row = mieni_map_add_row(json, view);
        mieni_map_row_set_from(json, row, map->rows[i].from);
        mieni_map_row_set_to(json, row, map->rows[i].to);
        if (map->rows[i].weight != 1)
            mieni_map_row_set_weight_json(json, row, mieni_json_float(json, map->rows[i].weight));
    }
    MieniJson *unmapped = mieni_json_array(json);
    for (int i = 0; i < map->unmapped_count; ++i)
        mieni_json_append(json, unmapped, mieni_json_string(json, map->unmapped[i]));
    if (map->unmapped_count > 0)
        mieni_map_set_unmapped_json(json, view, unmapped);
    return CLI_EXIT_OK;
}

static int write_map(const CliArgs *args, MienAuthorMap *map)
{
    MieniAsset asset;
    MieniTextOut out = {0};
    const int code = make_asset(args, map, &asset);
    mien_author_map_destroy(map);
    if (code != CLI_EXIT_OK)
        return code;
    mieni_asset_write(&asset, &out);
    mieni_asset_release(&asset);
    return cli_write_result(args, &out);
}

static int show_run(const CliArgs *args)
{
    MienAuthorMap *map = NULL;
    const int code = open_map(args, args->values[0], &map);
    return code == CLI_EXIT_OK ? write_map(args, map) : code;
}

static int compose_run(const CliArgs *args)
{
    MienAuthorMap *first = NULL, *second = NULL, *whole = NULL;
    MienError error = {0};
    int code = open_map(args, args->values[0], &first);
    if (code == CLI_EXIT_OK)
        code = open_map(args, args->values[1], &second);
    if (code == CLI_EXIT_OK && mien_author_map_compose(first, second, NULL, &whole, &error) != MIEN_OK)
        code = cli_fail_error(args, args->values[1], &error);
    mien_author_map_destroy(first);
    mien_author_map_destroy(second);
    return code == CLI_EXIT_OK ? write_map(args, whole) : code;
}

static const CliArgument map_arguments[] = {
    {.name = "MAP", .help = "A map asset, or the id of a built-in map"},
    {0},
};
static const CliArgument compose_arguments[] = {
    {.name = "FIRST", .help = "A map asset or id"},
    {.name = "SECOND", .help = "A map whose source names are the first map's target names"},
    {0},
};
static const CliExample list_examples[] = {{"mien map list", "All built-in maps"}, {0}};
static const CliExample show_examples[] = {
    {"mien map show rhubarb-to-arkit", "What each mouth shape becomes"},
    {"mien map show facs-to-arkit -o mine.map.json", "A copy to edit"},
    {0},
};
static const CliExample compose_examples[] = {
    {"mien map compose rhubarb-to-oculus mine.map.json -o rhubarb-to-mine.map.json", "Two steps in one"},
    {0},
};

const CliCommand cli_cmd_map_list = {
    .path = "map list",
    .group = "Names",
    .summary = "List the maps between vocabularies",
    .description =
        "Lists the built-in maps. A clip refers to one of them in `map`, or to a map asset of the project.",
    .options = output_options,
    .examples = list_examples,
    .exits = CLI_MAY(CLI_EXIT_WRITE),
    .run = list_run,
};

const CliCommand cli_cmd_map_show = {
    .path = "map show",
    .group = "Names",
    .summary = "Show a map as an asset",
    .description =
        "Writes a map as an asset: what each source name adds to which target name, and unmapped names. The "
        "weights of built-in maps are starting points: keep a copy in the project to edit them.",
    .arguments = map_arguments,
    .options = map_options,
    .examples = show_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = show_run,
};

const CliCommand cli_cmd_map_compose = {
    .path = "map compose",
    .group = "Names",
    .summary = "Combine two maps",
    .description = "Writes a map with the effect of the first map followed by the second.",
    .arguments = compose_arguments,
    .options = map_options,
    .examples = compose_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = compose_run,
};
