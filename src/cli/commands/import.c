// SPDX-License-Identifier: MIT
//
// mien import

#include "project/import/import.h"
#include "base/source_formats.h"
#include "cli/confine.h"
#include "cli/draw/lines.h"
#include "cli/find_asset.h"
#include "cli/report/progress.h"
#include "cli/speech/options.h"
#include "project/import/copy.h"

#include <stdio.h>
#include <string.h>

/// A line of the description.
#define FORMAT(id, title, endings) " " #id ": " title " (" endings ")\n"

static const CliArgument arguments[] = {
    {.name = "FILE",
     .help = "A source file in the project, or with `--copy` anywhere",
     .kind = CLI_FILE,
     .is_repeated = true},
    {0},
};

static const CliOption options[] = {
    {.name = "copy", .help = "Copy files from outside the project to `sources/` and import the copies"},
    {.name = "force", .help = "With `--copy`, replace a different file with the same name"},
    {.name = "into",
     .value = "FOLDER",
     .kind = CLI_FOLDER,
     .help = "Write the assets here instead of beside the source file"},
    {.name = "name",
     .value = "NAME",
     .help = "Base name for the created assets (default: the source file's)"},
    {.name = "skeleton",
     .value = "SKELETON",
     .kind = CLI_FILE,
     .help = "Use this skeleton instead of a matching or new one"},
    {.name = "new-skeleton",
     .excludes = "skeleton add-bones",
     .help = "Create a skeleton even if the project has one with these bones"},
    {.name = "add-bones", .help = "Add bones of the file that the skeleton lacks"},
    {.name = "preview",
     .value = "FACE",
     .kind = CLI_FILE,
     .help = "The pose asset, or mesh with morphs, to preview the clip with"},
    {.name = "map", .value = "MAP", .help = "Rename curves with this map: a file or a built-in map"},
    {.name = "format",
     .value = "FORMAT",
     .kind = CLI_CHOICE,
     .choices = MIENI_FORMAT_IDS,
     .help = "The file format, if the file name does not determine it"},
    {.name = "scene", .value = "NAME", .help = "The scene to use, if a glTF file has several"},
    {.name = "take",
     .value = "NAME",
     .help = "A take to use, if the file has several (default: all); of a TextGrid, the tier",
     .is_repeated = true},
    {.name = "phones",
     .value = "SET",
     .kind = CLI_CHOICE,
     .choices = MIENI_PHONE_SETS,
     .help = "The phone set of speech (default: the one that knows most phones of the file)"},
    CLI_STYLE_OPTION,
    CLI_TRANSCRIPT_OPTION,
    {.name = "rate", .value = "RATE", .help = "Frame rate of files that count in frames: 30 or 30000/1001"},
    {.name = "unit", .value = "METRES", .kind = CLI_NUMBER, .help = "Metres per unit in the file, for BVH"},
    {.name = "up",
     .value = "AXIS",
     .kind = CLI_CHOICE,
     .choices = "y|z",
     .help = "The up axis of the file, for BVH"},
    {.name = "no-clips", .help = "Create no clips"},
    {.name = "no-meshes", .help = "Create no meshes"},
    {.name = "no-poses", .help = "Create no pose assets; takes with poses become clips"},
    CLI_PROGRESS_OPTION,
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};

static const CliExample examples[] = {
    {"mien import face.bvh --unit 0.1 --up z", "A skeleton and a clip from a BVH file"},
    {"mien import takes/line_01.csv --preview faces/ada.poses.json",
     "A clip with curves, checked with a face"},
    {"mien import --copy ~/Downloads/ada.glb", "A file from outside the project"},
    {"mien import heads/ada.glb heads/bo.glb", "Two characters: meshes, poses and clips on one skeleton"},
    {"mien import line.TextGrid --preview faces/ada.poses.json",
     "Speech: jaw and lips from phones with times"},
    {"mien import line.tsv --map rhubarb-to-arkit", "Lip sync, as ARKit curves"},
    {0},
};

/// By which bones the file and the skeleton differ: sentences name a few, this all.
static void put_bones(const MieniImportBone *bones, MieniJsonDocument *json, MieniJson *row)
{
    MieniJson *lists = bones != NULL ? mieni_json_set(json, row, "bones", mieni_json_object(json)) : NULL;
    for (const MieniImportBone *bone = bones; bone != NULL; bone = bone->next) {
        MieniJson *list = mieni_json_get(lists, bone->what);
        if (list == NULL)
            list = mieni_json_set(json, lists, bone->what, mieni_json_array(json));
        mieni_json_append(json, list, mieni_json_string(json, bone->name));
    }
}

/// Tells of one file's assets. copied_from is NULL for a file that was not copied.
static void put_report(const CliArgs *args, const char *file, const char *copied_from,
                       const MieniImportReport *report, MieniTextOut *out, MieniJsonDocument *json,
                       MieniJson *list)
{
    for (const MieniImportNote *note = report->notes; note != NULL; note = note->next)
        if (!note->is_remark)
            cli_warn(args, file, NULL, "%s", note->text);
    if (report->lines == NULL && report->bones == NULL)
        return;
    MieniJson *row = mieni_json_append(json, list, mieni_json_object(json));
    cli_json_set_string(json, row, "source", file);
    if (copied_from != NULL) {
        cli_putf(out, "%s: copied from %s\n", file, copied_from);
        cli_json_set_string(json, row, "copied_from", copied_from);
    }
    for (const MieniImportNote *note = report->notes; note != NULL; note = note->next)
        if (note->is_remark) {
            cli_putf(out, "%s: read, %s\n", file, note->text);
            cli_json_set_string(json, row, "read", note->text);
        }
    put_bones(report->bones, json, row);
    MieniJson *assets = mieni_json_set(json, row, "assets", mieni_json_array(json));
    for (const MieniImportLine *line = report->lines; line != NULL; line = line->next) {
        cli_putf(out, "%s: %s, %s\n", line->path, line->what, line->detail);
        MieniJson *asset = mieni_json_append(json, assets, mieni_json_object(json));
        cli_json_set_string(json, asset, "kind", mieni_asset_kind_name(line->kind));
        cli_json_set_string(json, asset, "file", line->path);
        cli_json_set_string(json, asset, "what", line->what);
        cli_json_set_string(json, asset, "detail", line->detail);
    }
}

/// Several takes become a list; one is what a file without scenes may have as well.
static int several_takes(const CliArgs *args, MieniImportOptions *out_options)
{
    MieniPaths *takes = mieni_arena_take(args->arena, 1, sizeof *takes);
    char **names = mieni_arena_take(args->arena, (size_t)args->given_count, sizeof *names);
    if (takes == NULL || names == NULL)
        return cli_fail_memory(args);
    takes->items = names;
    for (int i = 0; i < args->given_count; ++i)
        if (strcmp(args->given[i].option->name, "take") == 0)
            names[takes->count++] = (char *)args->given[i].value;
    if (takes->count > 1) {
        out_options->take = NULL;
        out_options->takes = takes;
    }
    return CLI_EXIT_OK;
}

static int import_options(const CliArgs *args, const MieniProject *project, MieniImportOptions *out_options)
{
    *out_options = (MieniImportOptions){.name = cli_value(args, "name", NULL),
                                        .format = cli_value(args, "format", NULL),
                                        .take = cli_value(args, "take", NULL),
                                        .up = cli_value(args, "up", NULL),
                                        .phones = cli_value(args, "phones", NULL),
                                        .style = cli_value(args, "style", NULL),
                                        .transcript = cli_value(args, "transcript", NULL),
                                        .rate = cli_value(args, "rate", NULL),
                                        .scene = cli_value(args, "scene", NULL),
                                        .new_skeleton = cli_has(args, "new-skeleton"),
                                        .add_bones = cli_has(args, "add-bones"),
                                        .skip_clip = cli_has(args, "no-clips"),
                                        .skip_mesh = cli_has(args, "no-meshes"),
                                        .skip_poses = cli_has(args, "no-poses")};
    int rate, divisor, code = cli_unit(args, &out_options->unit);
    if (code == CLI_EXIT_OK)
        code = several_takes(args, out_options);
    if (code == CLI_EXIT_OK)
        code = cli_rate(args, &rate, &divisor);
    if (code == CLI_EXIT_OK && out_options->name != NULL && out_options->name[0] == '\0')
        code = cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--name cannot be empty.");
    if (code == CLI_EXIT_OK && cli_has(args, "into"))
        code = cli_project_path(args, project, cli_value(args, "into", ""), &out_options->folder);
    if (code == CLI_EXIT_OK && cli_has(args, "skeleton"))
        code = cli_find_asset_as(args, project, cli_value(args, "skeleton", ""), MIENI_ASSET_SKELETON,
                                 &out_options->skeleton);
    if (code == CLI_EXIT_OK && cli_has(args, "preview"))
        code = cli_find_asset(args, project, cli_value(args, "preview", ""), cli_kinds_face,
                              &out_options->preview);
    if (code == CLI_EXIT_OK && cli_has(args, "map"))
        code = cli_find_map(args, project, cli_value(args, "map", ""), &out_options->map);
    if (code == CLI_EXIT_OK && out_options->name != NULL && args->value_count > 1)
        code = cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--name needs exactly one file; %d were given.",
                        args->value_count);
    return code;
}

/// A file outside the project: copies it, if that is asked for.
static int copy_source(const CliArgs *args, const MieniProject *project, const char *given,
                       const MieniImportOptions *heard, const char **out_file, MieniCopies *out_copies)
{
    char file[MIENI_PATH_ROOM];
    MieniProblem problem = {0};
    if (!cli_has(args, "copy"))
        return cli_fail(
            args, CLI_EXIT_INPUT, given, NULL,
            "This is outside the project, or a link leads there: use --copy to copy it to " MIENI_SOURCES
            "/.");
    mieni_copy_place(given, 1, file);
    *out_file = cli_text(args, "%s", file);
    const MieniCopying copying = {.project = project,
                                  .given = given,
                                  .file = *out_file,
                                  .is_replacing = cli_has(args, "force"),
                                  .progress = heard->progress,
                                  .user = heard->user};
    const MienStatus status = mieni_copy_all(&copying, out_copies, &problem);
    if (status == MIEN_ERROR_CANCELLED)
        return CLI_EXIT_CANCELLED; // said at the end
    return status == MIEN_OK ? CLI_EXIT_OK : cli_fail_problem(args, &problem);
}

/// The path of an argument in the project, where it is copied to if it lies outside.
static int find_source(const CliArgs *args, const MieniProject *project, const char *given,
                       const MieniImportOptions *heard, const char **out_file, MieniCopies *out_copies)
{
    const char *path = cli_project_given(args, project, given);
    return mieni_project_is_outside(project, path)
               ? copy_source(args, project, path, heard, out_file, out_copies)
               : cli_project_path(args, project, given, out_file);
}

/// What an import of several files shares.
typedef struct Importing {
    const CliArgs *args;
    const MieniProject *project;
    const MieniImportOptions *options;
    CliReading *reading;
    MieniTextOut *out;
    MieniJsonDocument *json;
    MieniJson *list;
} Importing;

/// Imports one file. If it is refused, its copy goes too.
static int import_one(const Importing *importing, const char *given)
{
    const CliArgs *args = importing->args;
    MieniCopies copies = {0};
    MieniImportReport report = {0};
    MieniProblem problem = {0};
    MienStatus status = MIEN_ERROR_CANCELLED;
    const char *file = given;
    int code = find_source(args, importing->project, given, importing->options, &file, &copies);
    if (code == CLI_EXIT_OK) {
        importing->reading->file = file;
        status = mieni_import(importing->project, file, importing->options, &report, &problem);
        cli_progress_pause(&importing->reading->progress);
        put_report(args, file, status == MIEN_OK && copies.count > 0 ? given : NULL, &report, importing->out,
                   importing->json, importing->list);
        if (status != MIEN_OK && status != MIEN_ERROR_CANCELLED)
            code = cli_fail_problem(args, &problem);
        mieni_import_report_release(&report);
    }
    if (status != MIEN_OK)
        mieni_copies_undo(importing->project, &copies);
    mieni_copies_release(&copies);
    return code;
}

/// Imports file by file; what is refused does not stop the others.
static int import_all(const CliArgs *args, const MieniProject *project, const MieniImportOptions *import,
                      MieniTextOut *out, MieniJsonDocument *json)
{
    MieniJson *list = mieni_json_set(json, json->root, "imported", mieni_json_array(json));
    int worst = CLI_EXIT_OK;
    CliReading reading = {.count = args->value_count, .file = ""};
    MieniImportOptions heard = *import;
    heard.progress = cli_progress_read;
    heard.user = &reading;
    const Importing importing = {args, project, &heard, &reading, out, json, list};
    cli_progress_begin(&reading.progress, args);
    for (int i = 0; i < args->value_count && !cli_is_cancelled(); ++i) {
        reading.index = i;
        const int code = import_one(&importing, args->values[i]);
        worst = code > worst ? code : worst;
    }
    cli_progress_end(&reading.progress, worst == CLI_EXIT_OK && !cli_is_cancelled());
    return cli_is_cancelled() ? cli_fail_cancelled(args) : worst;
}

static int run(const CliArgs *args)
{
    MieniProject project;
    MieniImportOptions import;
    if (cli_has(args, "force") && !cli_has(args, "copy"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--force replaces copies: it needs --copy.");
    int code = cli_project_open_to_edit(args, &project);
    if (code != CLI_EXIT_OK)
        return code;
    code = import_options(args, &project, &import);
    if (code != CLI_EXIT_OK) {
        mieni_project_close(&project);
        return code;
    }
    MieniTextOut out = {0};
    MieniJsonDocument json;
    cli_confine(args, &project, CLI_WRITES_ASSETS);
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    code = import_all(args, &project, &import, &out, &json);
    mieni_project_close(&project);
    // What was imported is told even if other files were refused.
    const int wrote = cli_write_summary(args, &out, &json);
    return code != CLI_EXIT_OK ? code : wrote;
}

const CliCommand cli_cmd_import = {
    .path = "import",
    .group = "Projects",
    .summary = "Create assets from source files",
    .description =
        "Reads a source file and creates assets that refer to it: a skeleton, if the file has bones, and a "
        "clip; from glTF and FBX also a mesh, a clip per take, and pose assets. The source file does not "
        "change and stays in its place; assets refer to it by path, so it must be in the project. `--copy` "
        "copies files "
        "from outside to `sources/`, a glTF file with the buffers and images that it names. An import that "
        "fails leaves no copy.\n\n"
        "The formats, with their file suffixes:\n\n" MIENI_SOURCE_FORMATS(
            FORMAT, FORMAT,
            FORMAT) "\n"
                    "If the project has a skeleton with the same bones and hierarchy, that one is used, so "
                    "that "
                    "characters share it. A nearly identical skeleton is an error until you choose "
                    "`--skeleton` or "
                    "`--new-skeleton`. A file fits a given skeleton if no bone has a different parent and "
                    "every joint of "
                    "its meshes is in the skeleton; `--add-bones` adds missing bones. Expressions, and takes "
                    "that name "
                    "poses, become pose assets instead of clips; `--no-poses` makes such takes clips.\n\n"
                    "Importing a file again updates its assets and keeps everything else in them, including "
                    "the unit and "
                    "other options of the first import; it reports `unchanged` if nothing differs. An asset "
                    "with another "
                    "source file is never replaced. Files that fail are reported; the rest are imported.\n\n"
                    "With `--progress=json` progress is printed to standard error, one JSON object per line: "
                    "`type` is "
                    "`start`, `progress` with a `value` from 0 to 1, `success` or `failure`. If interrupted, "
                    "the current "
                    "file leaves no partial results.\n\n"
                    "For poses see `mien poses create`.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = run,
};
