// SPDX-License-Identifier: MIT
//
// mien sample cast

#include "cli/draw/lines.h"
#include "cli/project.h"
#include "demo/cast_project.h"

#include <string.h>

static const CliArgument arguments[] = {
    {.name = "FOLDER", .help = "The folder; created if it does not exist", .kind = CLI_FOLDER},
    {0},
};

static const CliOption options[] = {
    {.name = "detail",
     .value = "DETAIL",
     .kind = CLI_CHOICE,
     .choices = "default|full",
     .help = "About 17,000 vertices per head, or all 37,000"},
    {0},
};

static const CliExample examples[] = {
    {"mien sample cast cast", "Four heads to try everything with"},
    {"mien sample cast cast --detail full", "The same, smoother"},
    {0},
};

/// What was made, told at the end.
typedef struct CliTelling {
    MieniTextOut text;
    MieniJsonDocument json;
    MieniJson *list;
} CliTelling;

static void tell(void *user, const char *path, const char *detail)
{
    CliTelling *telling = user;
    MieniJson *row = mieni_json_append(&telling->json, telling->list, mieni_json_object(&telling->json));
    cli_json_set_string(&telling->json, row, "file", path);
    cli_json_set_string(&telling->json, row, "detail", detail);
    cli_putf(&telling->text, "%s: created, %s\n", path, detail);
}

/// What to try; for people only.
static void tell_next(const CliArgs *args, CliTelling *telling)
{
    cli_putf(&telling->text,
             "\nNext, in %s:\n"
             "  mien render ada --set jawOpen=1 -o face.png\n"
             "  mien filmstrip ada pip bruno moss -o strip.png\n"
             "  mien filmstrip ada pip bruno moss --clip sentence -o sentence.png\n"
             "  mien video moss --clip sentence -o moss.mp4\n"
             "  mien sheet moss -o poses.png\n"
             "  mien explain pip --bone jaw --at 3.4\n"
             "  mien build\n",
             args->values[0]);
}

static int run(const CliArgs *args)
{
    MieniProblem problem = {0};
    CliTelling telling = {0};
    const bool is_full = strcmp(cli_value(args, "detail", "default"), "full") == 0;
    const MieniCastProject wanted = {
        .detail = is_full ? MIENI_CAST_FULL : MIENI_CAST_DEFAULT, .tell = tell, .user = &telling};
    mieni_json_begin(&telling.json, NULL);
    telling.json.root = mieni_json_object(&telling.json);
    telling.list =
        mieni_json_set(&telling.json, telling.json.root, "created", mieni_json_array(&telling.json));
    const MienStatus status = mieni_cast_project_make(args->values[0], &wanted, &problem);
    if (status == MIEN_OK)
        tell_next(args, &telling);
    if (status != MIEN_OK && telling.list->count == 0) { // a folder that was refused: nothing to tell
        mieni_json_release(&telling.json);
        return cli_fail_problem(args, &problem);
    }
    const int wrote = cli_write_summary(args, &telling.text, &telling.json);
    return status != MIEN_OK ? cli_fail_problem(args, &problem) : wrote;
}

const CliCommand cli_cmd_sample_cast = {
    .path = "sample cast",
    .group = "Projects",
    .summary = "Create a sample project with four heads",
    .description =
        "Creates a project with the characters Ada, Pip, Bruno and Moss: for each a `.glb` with mesh, bones "
        "and 58 poses, the assets that import creates from it, and a character. All four share one skeleton "
        "with 68 bones and the same poses, including ARKit's 52, so that any clip plays on each.\n\n"
        "The project also contains a range of emotions and a spoken sentence with its sound, as clips with "
        "curves; a breathing body, as a clip with bones; and one graph, `cast.graph.json`, that plays a "
        "performance on the body. Pip, Bruno and Moss have child graphs that override only the pose asset. "
        "`--clip` and `--set` of other commands set what the face does; `--set pace=0` stops the body. "
        "docs/cast.md shows it all.\n\n"
        "Fails if the folder is already a project. The files are the same on every platform.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = run,
};
