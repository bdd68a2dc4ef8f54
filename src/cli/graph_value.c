// SPDX-License-Identifier: MIT
//
// Values of node settings on the command line.

#include "cli/graph_value.h"

#include "base/number.h"

#include <string.h>

static int read_json(const CliArgs *args, MieniJsonDocument *json, const char *key, const char *text,
                     const char *where, MieniJson **out_value)
{
    MieniJsonDocument read;
    MienError error = {0};
    if (mieni_json_read(&read, text, strlen(text), NULL, &error) != MIEN_OK)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, where, "%s: %s", key, error.message);
    *out_value = mieni_json_copy(json, read.root);
    mieni_json_release(&read);
    return CLI_EXIT_OK;
}

/// A number if it is one, otherwise a string, which the schema refuses.
static MieniJson *number_or_text(MieniJsonDocument *json, const char *text)
{
    double number;
    return mieni_number_read(text, strlen(text), &number) ? mieni_json_number(json, number)
                                                          : mieni_json_string(json, text);
}

/// "a,b" as an array of names or numbers.
static int read_list(const CliArgs *args, MieniJsonDocument *json, bool has_numbers, const char *text,
                     MieniJson **out_value)
{
    CliLines parts;
    const int code = cli_lines_split(args, text, &parts);
    MieniJson *list = code == CLI_EXIT_OK ? mieni_json_array(json) : NULL;
    for (int i = 0; list != NULL && i < parts.count; ++i)
        mieni_json_append(json, list,
                          has_numbers ? number_or_text(json, parts.items[i])
                                      : mieni_json_string(json, parts.items[i]));
    *out_value = list;
    return code;
}

int cli_graph_value(const CliArgs *args, CliAsset *graph, const MieniField *field, const char *key,
                    const char *text, const char *where, MieniJson **out_value)
{
    MieniJsonDocument *json = &graph->asset.json;
    const MieniFieldType type = field != NULL ? field->type : MIENI_FIELD_TEXT;
    const char *path = text;
    int code = CLI_EXIT_OK;
    if (text[0] == '{' || text[0] == '[')
        return read_json(args, json, key, text, where, out_value);
    if (type == MIENI_FIELD_NAMES || type == MIENI_FIELD_TEXTS || type == MIENI_FIELD_VECTOR)
        return read_list(args, json, type == MIENI_FIELD_VECTOR, text, out_value);
    if (type == MIENI_FIELD_PATH) {
        code = strcmp(key, "poses") == 0
                   ? cli_find_asset_as(args, &graph->project, text, MIENI_ASSET_POSES, &path)
                   : cli_find_clip(args, &graph->project, text, &path);
    } else if (type == MIENI_FIELD_TEXT && strcmp(key, "map") == 0) {
        code = cli_find_map(args, &graph->project, text, &path);
    } else if (type == MIENI_FIELD_NUMBER || type == MIENI_FIELD_INTEGER) {
        *out_value = number_or_text(json, text);
        return CLI_EXIT_OK;
    } else if (type == MIENI_FIELD_BOOL && (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)) {
        *out_value = mieni_json_bool(json, text[0] == 't');
        return CLI_EXIT_OK;
    }
    if (code == CLI_EXIT_OK)
        *out_value = mieni_json_string(json, path);
    return code;
}
