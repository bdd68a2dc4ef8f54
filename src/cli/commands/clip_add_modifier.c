// SPDX-License-Identifier: MIT
//
// mien clip add-modifier

#include "cli/asset.h"
#include "cli/dry_run.h"

#include "asset/edit/clip.h"
#include "asset/view.h"
#include "base/number.h"
#include "project/recipes/recipes.h"

#include <string.h>

/// Puts one NAME=VALUE into the values.
static int set_value(const CliArgs *args, MieniJsonDocument *json, MieniJson *values, const char *word)
{
    const char *equals = strchr(word, '=');
    double value = 0;
    if (equals == NULL || equals == word || !mieni_number_read(equals + 1, strlen(equals + 1), &value))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "--set %s: a value is NAME=VALUE, with a number: strength=0.5.", word);
    const char *name = cli_text(args, "%.*s", (int)(equals - word), word);
    return mieni_json_set(json, values, name, mieni_json_number(json, value)) != NULL ? CLI_EXIT_OK
                                                                                      : cli_fail_memory(args);
}

/// Adds the row {"list": ..., "values": {...}}.
static int add_row(const CliArgs *args, CliAsset *clip)
{
    MieniJsonDocument *json = &clip->asset.json;
    MieniModifierView *row = mieni_modifier_new(json);
    MieniJson *values = mieni_json_object(json);
    const char *list;
    int code = cli_find_asset_as(args, &clip->project, args->values[1], MIENI_ASSET_MODIFIERS, &list);
    for (int i = 0; i < args->given_count && code == CLI_EXIT_OK; ++i)
        if (strcmp(args->given[i].option->name, "set") == 0)
            code = set_value(args, json, values, args->given[i].value);
    if (code != CLI_EXIT_OK)
        return code;
    mieni_modifier_set_list(json, row, list);
    if (cli_has(args, "set"))
        mieni_modifier_set_values_json(json, row, values);
    return mieni_modifiers_add(&clip->asset, -1, mieni_modifier_json(row), NULL) == MIEN_OK
               ? CLI_EXIT_OK
               : cli_fail_memory(args);
}

/// That the clip can be made with the new row, before it is saved.
static int check_clip(const CliArgs *args, CliAsset *clip)
{
    MieniClipRecipe recipe;
    MieniProblem problem = {0};
    const MieniOverlay *overlay = clip->project.overlay;
    if (!cli_dry_run_begin(args, &clip->project))
        return cli_fail_memory(args);
    int code = CLI_EXIT_OK;
    if (mieni_project_save(&clip->project, clip->path, &clip->asset, &problem) != MIEN_OK ||
        mieni_clip_recipe(&clip->project, clip->path, NULL, &recipe, &problem) != MIEN_OK)
        code = cli_fail_problem(args, &problem);
    else
        mieni_clip_recipe_release(&recipe);
    clip->project.overlay = overlay;
    return code;
}

static int run(const CliArgs *args)
{
    CliAsset clip;
    int code = cli_asset_open(args, MIENI_ASSET_CLIP, &clip);
    if (code != CLI_EXIT_OK)
        return code;
    code = add_row(args, &clip);
    if (code == CLI_EXIT_OK)
        code = check_clip(args, &clip);
    if (code != CLI_EXIT_OK) {
        cli_asset_close(&clip);
        return code;
    }
    return cli_asset_end(args, &clip, MIEN_OK, NULL, "modifier %d added",
                         mieni_clip_modifier_count(mieni_clip_of(&clip.asset)));
}

static const CliArgument arguments[] = {
    {.name = "CLIP", .help = "A clip asset of the project", .kind = CLI_FILE},
    {.name = "LIST", .help = "A shared list of modifiers, `*.modifiers.json`", .kind = CLI_FILE},
    {0},
};
static const CliOption options[] = {
    {.name = "set",
     .letter = 's',
     .value = "NAME=VALUE",
     .help = "Set a parameter of the list for this clip (default: the list's value)",
     .is_repeated = true},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample examples[] = {
    {"mien clip add-modifier scream lists/soften", "Use a shared list as it is"},
    {"mien clip add-modifier scream lists/soften --set strength=0.5", "The same with another value"},
    {0},
};

const CliCommand cli_cmd_clip_add_modifier = {
    .path = "clip add-modifier",
    .group = "Clips",
    .summary = "Add a shared list of modifiers to a clip",
    .description = "Adds a shared list of modifiers at the end of the clip's own modifiers. A later change "
                   "of the list changes all clips that use it. `mien clip remove-modifier` removes it again.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = run,
};
