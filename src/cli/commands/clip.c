// SPDX-License-Identifier: MIT
//
// mien clip create, show, strip, drop

#include "cli/asset.h"
#include "cli/dry_run.h"

#include "asset/edit/clip.h"
#include "asset/view.h"
#include "base/source_formats.h"
#include "project/import/import.h"
#include "project/recipes/recipes.h"

#include <string.h>

#define CLIP_ARGUMENT                                                                                        \
    {                                                                                                        \
        .name = "CLIP", .help = "A clip asset of the project", .kind = CLI_FILE                              \
    }

/// Warns of a name that chooses nothing, with those that come near.
static void warn_missing(const CliArgs *args, const char *file, const MienAuthorClip *clip, const char *name)
{
    MieniNearest nearest = {.given = name};
    for (int i = 0; i < clip->track_count; ++i)
        mieni_nearest_try(&nearest, clip->tracks[i].bone);
    for (int i = 0; i < clip->curve_count; ++i)
        mieni_nearest_try(&nearest, clip->curves[i].name);
    const char *hint = cli_nearest_hint(args, &nearest, "");
    cli_warn(args, file, NULL, "Nothing in the clip is named %s%s", name, hint[0] != '\0' ? hint : ".");
}

/// Warns of the names of the last modifier that choose nothing, before it is saved, and refuses it if
/// none does; what keeps the clip from being read is left to those who need it.
static int check_missing(const CliArgs *args, CliAsset *clip)
{
    MieniClipRecipe recipe;
    MieniProblem problem = {0};
    const MieniOverlay *overlay = clip->project.overlay;
    if (!cli_dry_run_begin(args, &clip->project))
        return cli_fail_memory(args);
    int code = CLI_EXIT_OK;
    if (mieni_project_save(&clip->project, clip->path, &clip->asset, &problem) == MIEN_OK &&
        mieni_clip_recipe(&clip->project, clip->path, NULL, &recipe, &problem) == MIEN_OK) {
        const int last = recipe.modifier_count - 1,
                  count = last >= 0 ? recipe.reports[last].missing_count : 0;
        for (int i = 0; i < count; ++i)
            warn_missing(args, clip->path, recipe.clip,
                         recipe.modifiers[last].names[recipe.reports[last].missing[i]]);
        if (count > 0 && count == recipe.modifiers[last].name_count)
            code = cli_fail(args, CLI_EXIT_INPUT, clip->path, NULL,
                            "No name chooses anything: the clip is unchanged.");
        mieni_clip_recipe_release(&recipe);
    }
    clip->project.overlay = overlay;
    return code;
}

/// That a source can be read and has what the clip takes from it.
static int check_source(const CliArgs *args, const MieniProject *project, const char *file,
                        const MieniImportOptions *import, bool is_tracks)
{
    MieniSources sources = {0};
    MieniProblem problem = {0};
    MieniTake take;
    int code = CLI_EXIT_OK;
    if (mieni_sources_read(&sources, project, file, import, &take, &problem) != MIEN_OK)
        code = cli_fail_problem(args, &problem);
    else if (take.clip == NULL || (is_tracks ? take.clip->track_count : take.clip->curve_count) == 0)
        code = cli_fail(args, CLI_EXIT_INPUT, file, NULL, "No %s in this file.",
                        is_tracks ? "bone tracks" : "curves");
    else
        cli_warn_notes(args, file, take.notes);
    mieni_sources_release(&sources);
    return code;
}

/// One source of the clip, with its own offset in time. Tracks are read as their
/// skeleton was.
static int set_source(const CliArgs *args, CliAsset *clip, const char *key, const char *offset_option)
{
    const bool is_tracks = strcmp(key, "tracks") == 0;
    MieniJsonDocument *json = &clip->asset.json;
    MieniImportOptions import = {0};
    MieniAsset kept = {0};
    const char *file;
    if (!cli_has(args, key))
        return CLI_EXIT_OK;
    int code = cli_project_path(args, &clip->project, cli_value(args, key, ""), &file);
    if (!is_tracks && !cli_has(args, "tracks"))
        import.take = cli_value(args, "take", NULL);
    if (code == CLI_EXIT_OK && is_tracks) {
        import = (MieniImportOptions){.format = cli_value(args, "format", NULL),
                                      .take = cli_value(args, "take", NULL),
                                      .up = cli_value(args, "up", NULL),
                                      .skeleton = mieni_asset_skeleton(&clip->asset)};
        code = cli_unit(args, &import.unit);
        mieni_import_keep(&clip->project, file, &import, &kept);
    }
    if (code == CLI_EXIT_OK)
        code = check_source(args, &clip->project, file, &import, is_tracks);
    if (code == CLI_EXIT_OK) {
        MieniClipView *view = mieni_clip_of(&clip->asset);
        MieniJson *source = mieni_import_source(json, file, &import);
        if (is_tracks)
            mieni_clip_set_tracks_json(json, view, source);
        else
            mieni_clip_set_curves_json(json, view, source);
        if (cli_has(args, offset_option))
            mieni_source_set_offset(json, is_tracks ? mieni_clip_tracks(view) : mieni_clip_curves(view),
                                    cli_number(args, offset_option, 0));
    }
    mieni_asset_release(&kept);
    return code;
}

static int make_run(const CliArgs *args)
{
    CliAsset clip;
    const char *map = NULL;
    int code = cli_asset_begin(args, MIENI_ASSET_CLIP, &clip);
    if (code != CLI_EXIT_OK)
        return code;
    code = cli_asset_refer(args, &clip, "skeleton", MIENI_ASSET_SKELETON);
    if (code == CLI_EXIT_OK)
        code = cli_asset_refer_any(args, &clip, "preview", cli_kinds_face);
    if (code == CLI_EXIT_OK)
        code = set_source(args, &clip, "tracks", "tracks-offset");
    if (code == CLI_EXIT_OK)
        code = set_source(args, &clip, "curves", "curves-offset");
    if (code == CLI_EXIT_OK && cli_has(args, "map"))
        code = cli_find_map(args, &clip.project, cli_value(args, "map", ""), &map);
    if (map != NULL && code == CLI_EXIT_OK)
        mieni_clip_set_map(&clip.asset.json, mieni_clip_of(&clip.asset), map);
    if (code == CLI_EXIT_OK)
        return cli_asset_end(args, &clip, MIEN_OK, NULL, "%s", "created");
    cli_asset_close(&clip);
    return code;
}

static const CliArgument make_arguments[] = {
    {.name = "CLIP", .help = "The clip asset to write: `lines/a.clip.json`, or `lines/a`", .kind = CLI_FILE},
    {0},
};
static const CliOption make_options[] = {
    {.name = "tracks", .value = "FILE", .kind = CLI_FILE, .help = "The source file of the bone tracks"},
    {.name = "tracks-offset",
     .value = "SECONDS",
     .kind = CLI_NUMBER,
     .help = "Delay the bone tracks by this time"},
    {.name = "curves", .value = "FILE", .kind = CLI_FILE, .help = "The source file of the curves"},
    {.name = "curves-offset",
     .value = "SECONDS",
     .kind = CLI_NUMBER,
     .help = "Delay the curves by this time"},
    {.name = "skeleton", .value = "SKELETON", .kind = CLI_FILE, .help = "The skeleton of the tracks"},
    {.name = "preview",
     .value = "FACE",
     .kind = CLI_FILE,
     .help = "The pose asset, or mesh with morphs, to preview the clip with"},
    {.name = "map", .value = "MAP", .help = "Rename curves with this map: a file or a built-in map"},
    {.name = "format",
     .value = "FORMAT",
     .kind = CLI_CHOICE,
     .choices = MIENI_BONE_FORMAT_IDS,
     .help = "The format of the tracks' file"},
    {.name = "take", .value = "NAME", .help = "The take of the tracks' file"},
    {.name = "unit", .value = "METRES", .kind = CLI_NUMBER, .help = "Metres per unit in the tracks' file"},
    {.name = "up",
     .value = "AXIS",
     .kind = CLI_CHOICE,
     .choices = "y|z",
     .help = "The up axis of the tracks' file"},
    {.name = "force", .help = "Replace an existing asset"},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample make_examples[] = {
    {"mien clip create scream --tracks body.bvh --curves face.csv --curves-offset 0.12 --skeleton body "
     "--preview ada",
     "Body and face that were captured separately"},
    {"mien clip create blink --preview ada", "An empty clip, for keys"},
    {0},
};

const CliCommand cli_cmd_clip_create = {
    .path = "clip create",
    .group = "Clips",
    .summary = "Create a clip from bone tracks and curves, or an empty one",
    .description =
        "Creates a clip that takes its bone tracks from one source and its curves from another, "
        "each with its own time offset. Without sources the clip is empty: add curves with `mien clip key`.",
    .arguments = make_arguments,
    .options = make_options,
    .examples = make_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = make_run,
};

/// The curves with the least and the greatest value of their keys.
static void put_curves(const CliArgs *args, const MienAuthorClip *clip, MieniTextOut *out,
                       MieniJsonDocument *json)
{
    MieniJson *list = mieni_json_set(json, json->root, "curves", mieni_json_array(json));
    for (int c = 0; c < clip->curve_count; ++c) {
        const MienAuthorClipCurve *curve = &clip->curves[c];
        float min = curve->key_count > 0 ? curve->keys[0].value : 0.0f, max = min;
        for (int k = 1; k < curve->key_count; ++k) {
            min = curve->keys[k].value < min ? curve->keys[k].value : min;
            max = curve->keys[k].value > max ? curve->keys[k].value : max;
        }
        MieniJson *row = mieni_json_append(json, list, mieni_json_object(json));
        cli_json_set_string(json, row, "name", curve->name);
        cli_json_set_float(json, row, "min", min);
        cli_json_set_float(json, row, "max", max);
        cli_json_set_number(json, row, "keys", curve->key_count);
        cli_putf(out, "  curve %s: %s to %s\n", curve->name, cli_fixed_text(args, min, 3),
                 cli_fixed_text(args, max, 3));
    }
}

static int show_run(const CliArgs *args)
{
    MieniProject project;
    MieniClipRecipe recipe;
    MieniProblem problem = {0};
    MieniTextOut out = {0};
    MieniJsonDocument json;
    const char *path;
    int code = cli_project_open(args, &project);
    if (code != CLI_EXIT_OK)
        return code;
    code = cli_find_asset_as(args, &project, args->values[0], MIENI_ASSET_CLIP, &path);
    if (code == CLI_EXIT_OK && mieni_clip_recipe(&project, path, NULL, &recipe, &problem) != MIEN_OK)
        code = cli_fail_problem(args, &problem);
    if (code == CLI_EXIT_OK) {
        const MienAuthorClip *clip = recipe.clip;
        mieni_json_begin(&json, NULL);
        json.root = mieni_json_object(&json);
        cli_json_set_number(&json, json.root, "length", clip->length);
        cli_json_set_number(&json, json.root, "tracks", clip->track_count);
        cli_json_set_number(&json, json.root, "events", clip->event_count);
        if (recipe.assembled.timecode != NULL)
            cli_json_set_string(&json, json.root, "timecode", recipe.assembled.timecode);
        MieniJson *list = mieni_json_set(&json, json.root, "modifiers", mieni_json_array(&json));
        cli_putf(&out, "%s: %s s, %s, %s, %s\n", path, cli_fixed_text(args, clip->length, 3),
                 cli_many_text(args, clip->track_count, "bone track"),
                 cli_many_text(args, clip->curve_count, "curve"),
                 cli_many_text(args, clip->event_count, "event"));
        if (recipe.assembled.timecode != NULL)
            cli_putf(&out, "  timecode %s\n", recipe.assembled.timecode);
        for (int i = 0; i < recipe.modifier_count; ++i) {
            char line[400];
            mien_author_modifier_describe(&recipe.modifiers[i], &recipe.reports[i], line, sizeof line);
            const char *origin = recipe.origins[i],
                       *text = origin != NULL ? cli_text(args, "%s (%s)", line, origin) : line;
            cli_putf(&out, "  modifier %d: %s\n", i + 1, text);
            mieni_json_append(&json, list, mieni_json_string(&json, text));
        }
        put_curves(args, clip, &out, &json);
        mieni_clip_recipe_release(&recipe);
        code = cli_write_either(args, &out, &json);
    }
    mieni_project_close(&project);
    return code;
}

static const CliArgument clip_arguments[] = {CLIP_ARGUMENT, {0}};
static const CliOption show_options[] = {CLI_PROJECT_OPTION, CLI_OUTPUT_OPTION, {0}};
static const CliExample show_examples[] = {
    {"mien clip show scream", "The contents of a clip, modifier by modifier"}, {0}};

const CliCommand cli_cmd_clip_show = {
    .path = "clip show",
    .group = "Clips",
    .summary = "Show a clip after its modifiers",
    .description = "Reads the sources of a clip, applies its modifiers, and shows what each of them changes; "
                   "then the resulting curves, each with the least and the greatest value of its keys.",
    .arguments = clip_arguments,
    .options = show_options,
    .examples = show_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = show_run,
};

static int strip_run(const CliArgs *args)
{
    CliAsset clip;
    const bool all = cli_has(args, "all"), curves = cli_has(args, "curve");
    const char **names =
        mieni_arena_take(args->arena, (size_t)(args->given_count + args->value_count), sizeof *names);
    int count = 0;
    if (names == NULL)
        return cli_fail_memory(args);
    if (all + curves + (args->value_count > 1) != 1)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "Name bones, or curves with --curve, or use --all for all bones.");
    for (int i = 1; i < args->value_count; ++i)
        names[count++] = args->values[i];
    for (int i = 0; i < args->given_count; ++i)
        if (strcmp(args->given[i].option->name, "curve") == 0)
            names[count++] = args->given[i].value;
    const int code = cli_asset_open(args, MIENI_ASSET_CLIP, &clip);
    if (code != CLI_EXIT_OK)
        return code;
    MieniJsonDocument *json = &clip.asset.json;
    const bool keep = cli_has(args, "keep");
    const char *what = all      ? "remove_all_tracks"
                       : curves ? (keep ? "keep_curves" : "remove_curves")
                                : (keep ? "keep_bones" : "remove_bones");
    const MieniJson *row = mieni_modifiers_row(json, what, names, count, cli_has(args, "with-children"));
    if (row == NULL || mieni_modifiers_add(&clip.asset, -1, row, NULL) != MIEN_OK) {
        cli_asset_close(&clip);
        return cli_fail_memory(args);
    }
    const char *did =
        cli_text(args, "modifier %d added", mieni_clip_modifier_count(mieni_clip_of(&clip.asset)));
    int saved = check_missing(args, &clip);
    if (saved == CLI_EXIT_OK)
        saved = cli_asset_save(args, &clip);
    if (saved != CLI_EXIT_OK) {
        cli_asset_close(&clip);
        return saved;
    }
    return cli_asset_tell(args, &clip, did);
}

static const CliArgument strip_arguments[] = {
    CLIP_ARGUMENT,
    {.name = "BONE",
     .help = "Bones by name or pattern: `*` and `?`",
     .is_optional = true,
     .is_repeated = true},
    {0},
};
static const CliOption strip_options[] = {
    {.name = "all",
     .excludes = "keep with-children curve",
     .help = "Remove all bone tracks and keep only the curves"},
    {.name = "keep", .help = "Keep these and remove all others"},
    {.name = "with-children", .help = "Include all bones below them"},
    {.name = "curve",
     .letter = 'u',
     .value = "NAME",
     .is_repeated = true,
     .excludes = "with-children",
     .help = "This curve, or all that match a pattern with `*` and `?`, instead of bones"},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample strip_examples[] = {
    {"mien clip strip scream head --with-children", "Prevent double transforms in the face"},
    {"mien clip strip line_01 --all", "A clip with curves only"},
    {0},
};

const CliCommand cli_cmd_clip_strip = {
    .path = "clip strip",
    .group = "Clips",
    .summary = "Remove bone tracks or curves",
    .description = "Adds a modifier to the clip that removes bone tracks or curves. The source file does not "
                   "change, and `mien clip remove-modifier` removes the modifier again.",
    .arguments = strip_arguments,
    .options = strip_options,
    .examples = strip_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = strip_run,
};

static int remove_modifier_run(const CliArgs *args)
{
    CliAsset clip;
    const int number = cli_value_integer(args, 1, 0);
    const int code = cli_asset_open(args, MIENI_ASSET_CLIP, &clip);
    if (code != CLI_EXIT_OK)
        return code;
    const int count = mieni_clip_modifier_count(mieni_clip_of(&clip.asset)),
              row = args->value_count > 1 ? number : count;
    if (mieni_modifiers_remove(&clip.asset, row - 1, NULL) != MIEN_OK) {
        cli_asset_close(&clip);
        if (count == 0)
            return cli_fail(args, CLI_EXIT_INPUT, clip.path, NULL, "The clip has no modifiers of its own.");
        return cli_fail(args, CLI_EXIT_INPUT, clip.path, NULL, "No modifier %d: the clip has %d.", row,
                        count);
    }
    return cli_asset_end(args, &clip, MIEN_OK, NULL, "%s", cli_text(args, "modifier %d removed", row));
}

static const CliArgument remove_modifier_arguments[] = {
    CLIP_ARGUMENT,
    {.name = "NUMBER",
     .help = "The modifier, from 1 (default: the last)",
     .kind = CLI_INTEGER,
     .is_optional = true},
    {0},
};
static const CliExample remove_modifier_examples[] = {
    {"mien clip remove-modifier scream", "Remove the last modifier"},
    {"mien clip remove-modifier scream 1", "Remove the first modifier"},
    {0}};

const CliCommand cli_cmd_clip_remove_modifier = {
    .path = "clip remove-modifier",
    .group = "Clips",
    .summary = "Remove a modifier from a clip",
    .description = "Removes an entry from the clip's own modifier list. This undoes its effect exactly, "
                   "because modifiers never change the source file.",
    .arguments = remove_modifier_arguments,
    .options = cli_edit_options,
    .examples = remove_modifier_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = remove_modifier_run,
};
