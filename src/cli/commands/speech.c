// SPDX-License-Identifier: MIT
//
// mien speech

#include "cli/confine.h"
#include "cli/find_asset.h"
#include "cli/output.h"
#include "cli/project.h"
#include "cli/speech/options.h"
#include "io/sound/wav.h"
#include "project/import/import.h"
#include "project/sources/files.h"

#include <stdio.h>
#include <string.h>

static const char grid_ending[] = ".TextGrid";

// A TextGrid --------------------------------------------------------------------------------------

typedef struct Phone {
    double start, end;
    char name[4];
} Phone;

typedef struct Phones {
    const CliArgs *args;
    Phone *items;
    int count, room;
} Phones;

static MienStatus put_phone(void *to, double start, double end, const char *name)
{
    Phones *phones = to;
    if (phones->count == phones->room) {
        const int room = phones->room > 0 ? 2 * phones->room : 256;
        Phone *items = mieni_arena_take(phones->args->arena, (size_t)room, sizeof *items);
        if (items == NULL)
            return MIEN_ERROR_MEMORY;
        if (phones->count > 0)
            memcpy(items, phones->items, (size_t)phones->count * sizeof *items);
        phones->items = items;
        phones->room = room;
    }
    Phone *phone = &phones->items[phones->count++];
    *phone = (Phone){.start = start, .end = end};
    snprintf(phone->name, sizeof phone->name, "%s", name);
    return MIEN_OK;
}

/// Praat's short text form. The last phone ends with the sound.
static void put_grid(const Phones *phones, double length, MieniTextOut *out)
{
    const double last = phones->items[phones->count - 1].end, end = length > last ? length : last;
    mieni_text_put(out, "File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\n0\n");
    mieni_text_put_number(out, end);
    mieni_text_put(out, "\n<exists>\n1\n\"IntervalTier\"\n\"phones\"\n0\n");
    mieni_text_put_number(out, end);
    mieni_text_putf(out, "\n%d\n", phones->count + (end > last));
    for (int p = 0; p < phones->count; ++p)
        mieni_text_putf(out, "%.4f\n%.4f\n\"%s\"\n", phones->items[p].start, phones->items[p].end,
                        phones->items[p].name);
    if (end > last) {
        mieni_text_putf(out, "%.4f\n", last);
        mieni_text_put_number(out, end);
        mieni_text_put(out, "\n\"\"\n");
    }
}

static int align_file(const CliArgs *args, const MieniProject *project, const char *file, Phones *phones,
                      double *out_length)
{
    MieniOpenFiles files = {.project = project, .name = file};
    MieniSourceNotes notes = {0};
    MieniArena scratch = {.allocator = mieni_project_allocator(project)};
    MienError error = {0};
    MieniReading reading = {.file = file,
                            .transcript = cli_value(args, "transcript", NULL),
                            .files = {&files, mieni_open_files_beside},
                            .aligner = project->aligner,
                            .notes = &notes};
    MienStatus status = mieni_open_files_read(&files, &reading.bytes, &reading.size, &error);
    if (status == MIEN_OK)
        status = mieni_wav_align(&reading, &scratch, put_phone, phones, out_length, &error);
    status = mieni_project_status(project, status, &error);
    mieni_arena_release(&scratch);
    mieni_open_files_close(&files);
    if (status != MIEN_OK)
        return cli_fail_error(args, file, &error);
    cli_warn_notes(args, file, &notes);
    return CLI_EXIT_OK;
}

static int write_grid(const CliArgs *args, const MieniProject *project, const char *file, const char *path)
{
    Phones phones = {.args = args};
    MieniTextOut out = {0};
    double length = 0.0;
    int code = align_file(args, project, file, &phones, &length);
    if (code != CLI_EXIT_OK)
        return code;
    put_grid(&phones, length, &out);
    code = out.is_out_of_memory ? cli_fail_memory(args) : cli_write_file(args, path, out.bytes, out.size);
    mieni_text_release(&out);
    if (code != CLI_EXIT_OK)
        return code;
    MieniTextOut text = {0};
    MieniJsonDocument json;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    cli_json_set_string(&json, json.root, "file", path);
    cli_json_set_number(&json, json.root, "phones", phones.count);
    mieni_text_putf(&text, "%s: created, %d phones\n", path, phones.count);
    return cli_write_summary(args, &text, &json);
}

// A clip ------------------------------------------------------------------------------------------

/// "lines/hello.clip.json" or "lines/hello": folder and name.
static void split_path(const CliArgs *args, const char *path, MieniImportOptions *options)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    const char *ending = strstr(name, ".clip.json");
    options->folder = slash != NULL ? cli_text(args, "%.*s", (int)(slash - path), path) : "";
    options->name = ending != NULL ? cli_text(args, "%.*s", (int)(ending - name), name) : name;
}

static int write_clip(const CliArgs *args, const MieniProject *project, const char *file, const char *path)
{
    MieniImportOptions options = {.format = NULL,
                                  .style = cli_value(args, "style", NULL),
                                  .transcript = cli_value(args, "transcript", NULL)};
    MieniImportReport report = {0};
    MieniProblem problem = {0};
    MieniTextOut text = {0};
    MieniJsonDocument json;
    int code = CLI_EXIT_OK;
    if (path != NULL)
        split_path(args, path, &options);
    if (cli_has(args, "preview"))
        code =
            cli_find_asset(args, project, cli_value(args, "preview", ""), cli_kinds_face, &options.preview);
    if (code != CLI_EXIT_OK)
        return code;
    if (mieni_import(project, file, &options, &report, &problem) != MIEN_OK) {
        mieni_import_report_release(&report);
        return cli_fail_problem(args, &problem);
    }
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    for (const MieniImportNote *note = report.notes; note != NULL; note = note->next)
        if (note->is_remark)
            mieni_text_putf(&text, "%s: %s\n", file, note->text);
        else
            cli_warn(args, file, NULL, "%s", note->text);
    for (const MieniImportLine *line = report.lines; line != NULL; line = line->next) {
        mieni_text_putf(&text, "%s: %s, %s\n", line->path, line->what, line->detail);
        cli_json_set_string(&json, json.root, "file", line->path);
        cli_json_set_string(&json, json.root, "what", line->what);
    }
    mieni_import_report_release(&report);
    return cli_write_summary(args, &text, &json);
}

static int run(const CliArgs *args)
{
    MieniProject project;
    const char *file = NULL, *path = NULL, *output = cli_value(args, "output", NULL);
    const size_t length = output != NULL ? strlen(output) : 0, ending = sizeof grid_ending - 1;
    const bool is_grid = length > ending && strcmp(output + length - ending, grid_ending) == 0;
    if (is_grid && (cli_has(args, "style") || cli_has(args, "preview")))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "A TextGrid has no style and no preview: give them when you import it.");
    int code = cli_project_open_to_edit(args, &project);
    if (code != CLI_EXIT_OK)
        return code;
    code = cli_project_path(args, &project, args->values[0], &file);
    if (code == CLI_EXIT_OK && output != NULL && !is_grid)
        code = cli_project_path(args, &project, output, &path);
    if (code == CLI_EXIT_OK) {
        cli_confine(args, &project, CLI_WRITES_ASSETS);
        code = is_grid ? write_grid(args, &project, file, output) : write_clip(args, &project, file, path);
    }
    mieni_project_close(&project);
    return code;
}

static const CliArgument arguments[] = {
    {.name = "SOUND", .help = "A WAV file of the project with a line of speech", .kind = CLI_FILE},
    {0},
};
static const CliOption options[] = {
    CLI_TRANSCRIPT_OPTION,
    CLI_STYLE_OPTION,
    {.name = "preview",
     .value = "FACE",
     .kind = CLI_FILE,
     .help = "The pose asset, or mesh with morphs, to preview the clip with"},
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .kind = CLI_FILE,
     .help = "The clip to create, or a TextGrid (default: a clip beside the sound)"},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample examples[] = {
    {"mien speech lines/hello.wav --transcript \"Hello, Bob.\"", "A clip that moves jaw and lips"},
    {"mien speech lines/hello.wav -o lines/hello.TextGrid", "Phones with times, to correct in Praat"},
    {0},
};

const CliCommand cli_cmd_speech = {
    .path = "speech",
    .group = "Clips",
    .summary = "Turn a recorded line into curves of jaw and lips",
    .description =
        "Finds the phones of a recorded line in English and their times, and creates a clip. The clip stores "
        "the sound and the transcript, not the curves: builds align again when one of them changes, and your "
        "edits of the clip stay. What is said is the transcript, or a text file beside the sound with the "
        "ending .txt or .lab; without both, words are recognised, which is less reliable.\n\n"
        "With a TextGrid as output only the phones are written. Correct them in Praat and import the file.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = run,
};
