// SPDX-License-Identifier: MIT
//
// mien export

#include "project/export/export.h"
#include "asset/view.h"
#include "cli/draw/lines.h"
#include "cli/find_asset.h"

#include <string.h>

static const CliArgument arguments[] = {
    {.name = "ASSET", .help = "A character, a mesh, a clip or a skeleton of the project", .kind = CLI_FILE},
    {0},
};

static const CliOption options[] = {
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .kind = CLI_FILE,
     .help = "The file to write: .glb, .vrma, .fbx or .csv, for a VRM also .vrm; `-` is a .glb to standard "
             "output"},
    {.name = "clip",
     .letter = 'c',
     .value = "CLIP",
     .kind = CLI_FILE,
     .is_repeated = true,
     .help = "A clip to write as an animation"},
    {.name = "clips-as",
     .value = "FORM",
     .kind = CLI_CHOICE,
     .choices = "baked|curves",
     .help = "Write clips as bone motion and morph weights, which play anywhere, or as curves"},
    {.name = "poses",
     .value = "POSES",
     .kind = CLI_FILE,
     .excludes = "no-poses",
     .help = "The pose asset that the clips' curves drive (default: the one that names the mesh)"},
    {.name = "no-poses", .help = "Use no pose asset: write clips unchanged"},
    {.name = "poses-as",
     .value = "FORM",
     .kind = CLI_CHOICE,
     .choices = "frames|khr|vrm",
     .excludes = "no-poses",
     .help = "Also write the poses: as an animation with one frame each, or as expressions"},
    {.name = "frame-names",
     .value = "FILE",
     .kind = CLI_FILE,
     .help = "Also write the names of the frames of --poses-as frames, one per line"},
    {.name = "khr-draft", .help = "Accept that KHR_character_expression is a draft and may change"},
    {.name = "table-as",
     .value = "FORM",
     .kind = CLI_CHOICE,
     .choices = "seconds|livelink",
     .help = "Write a .csv with times in seconds, or as the app Live Link Face writes takes"},
    {.name = "rate",
     .value = "RATE",
     .help = "Frame rate of baked clips and of tables (default: each clip's own)"},
    CLI_PROJECT_OPTION,
    {0},
};

static const CliExample examples[] = {
    {"mien export avatars/ada.mesh.json --clip takes/hello.clip.json -o hello.glb",
     "Ada saying hello, for any viewer or engine"},
    {"mien export avatars/ada.mesh.json -c takes/hello.clip.json --clips-as curves -o hello.glb",
     "The same as curves, each with its own keys"},
    {"mien export avatars/ada.mesh.json --poses-as frames -o ada-poses.glb", "All poses, one per frame"},
    {"mien export avatars/ada.mesh.json --poses-as vrm -o ada.vrm", "A VRM with the project's expressions"},
    {"mien export avatars/ada.mesh.json -c takes/hello.clip.json -o hello.vrma", "An animation for any VRM"},
    {"mien export takes/hello.clip.json -o hello.csv", "Its curves as a table, for spreadsheets and scripts"},
    {"mien export takes/hello.clip.json --clips-as curves -o hello.fbx", "Its curves for Unreal Engine"},
    {"mien export avatars/ada.mesh.json --poses-as frames --frame-names names.txt -o ada-poses.fbx",
     "All poses, one per frame, for a pose asset of Unreal Engine"},
    {0},
};

/// A sentence, what it is about, and the first of the names it holds for.
typedef struct Loss {
    struct Loss *next;
    const char *sentence, *of;
    int count;
    const char *names[3];
} Loss;

/// What is told while exporting, each sentence once for each thing it is about.
typedef struct Losses {
    const CliArgs *args;
    Loss *first, **end;
} Losses;

static void tell(void *user, const char *sentence, const char *of, const char *name)
{
    Losses *losses = user;
    Loss *loss = losses->first;
    while (loss != NULL && (strcmp(loss->sentence, sentence) != 0 || strcmp(loss->of, of) != 0))
        loss = loss->next;
    if (loss == NULL && (loss = mieni_arena_take(losses->args->arena, 1, sizeof *loss)) != NULL) {
        loss->sentence = sentence;
        loss->of = cli_text(losses->args, "%s", of);
        *losses->end = loss;
        losses->end = &loss->next;
    }
    if (loss == NULL)
        return;
    if (name[0] != '\0' && loss->count < 3)
        loss->names[loss->count] = cli_text(losses->args, "%s", name);
    loss->count += name[0] != '\0';
}

static const char *names_of(const CliArgs *args, const Loss *loss)
{
    const char *text = "";
    for (int i = 0; i < loss->count && i < 3; ++i)
        text = cli_text(args, "%s%s%s", text, i > 0 ? ", " : "", loss->names[i]);
    return loss->count > 3 ? cli_text(args, "%s and %d more", text, loss->count - 3) : text;
}

static void warn_of_losses(const CliArgs *args, const char *output, const Losses *losses)
{
    for (const Loss *loss = losses->first; loss != NULL; loss = loss->next) {
        const char *names = names_of(args, loss);
        cli_warn(args, output, loss->of[0] != '\0' ? loss->of : NULL, "%s%s%s", names,
                 names[0] != '\0' ? ": " : "", loss->sentence);
    }
}

static void put_json(const CliArgs *args, const char *output, const MieniExportReport *report, size_t size,
                     const Losses *losses, MieniJsonDocument *json)
{
    mieni_json_begin(json, NULL);
    json->root = mieni_json_object(json);
    cli_json_set_string(json, json->root, "file", output);
    if (report->base[0] != '\0')
        cli_json_set_string(json, json->root, "base", report->base);
    if (report->poses[0] != '\0')
        cli_json_set_string(json, json->root, "poses", report->poses);
    cli_json_set_number(json, json->root, "animations", report->animation_count);
    cli_json_set_number(json, json->root, "expressions", report->expression_count);
    cli_json_set_number(json, json->root, "bytes", (double)size);
    MieniJson *list = mieni_json_set(json, json->root, "losses", mieni_json_array(json));
    for (const Loss *loss = losses->first; loss != NULL; loss = loss->next) {
        MieniJson *row = mieni_json_append(json, list, mieni_json_object(json));
        cli_json_set_string(json, row, "what", loss->sentence);
        cli_json_set_string(json, row, "of", loss->of);
        cli_json_set_string(json, row, "names", names_of(args, loss));
    }
}

static int put_result(const CliArgs *args, const char *output, const MieniExportReport *report, size_t size,
                      const Losses *losses)
{
    MieniTextOut text = {0};
    MieniJsonDocument json;
    put_json(args, output, report, size, losses, &json);
    cli_putf(&text, "%s: %s", output, cli_many_text(args, report->animation_count, "animation"));
    if (report->expression_count > 0)
        cli_putf(&text, ", %s", cli_many_text(args, report->expression_count, "expression"));
    cli_putf(&text, ", %zu bytes\n", size);
    if (strcmp(output, "-") != 0)
        return cli_write_summary(args, &text, &json);
    mieni_text_release(&text);
    mieni_json_release(&json);
    return CLI_EXIT_OK;
}

static bool has_ending(const char *path, const char *ending)
{
    const size_t size = strlen(path), length = strlen(ending);
    return size > length && strcmp(path + size - length, ending) == 0;
}

/// What a file name's ending says; other endings are refused before.
static MieniExportFile file_of(const char *output)
{
    return has_ending(output, ".vrm")    ? MIENI_EXPORT_VRM_FILE
           : has_ending(output, ".vrma") ? MIENI_EXPORT_VRMA
           : has_ending(output, ".fbx")  ? MIENI_EXPORT_FBX
           : has_ending(output, ".csv")  ? MIENI_EXPORT_TABLE
                                         : MIENI_EXPORT_GLB;
}

/// Sources of the project are not replaced.
static int check_output(const CliArgs *args, const MieniProject *project, const char *output)
{
    char path[MIENI_PATH_ROOM];
    MieniProblem problem = {0};
    if (strcmp(output, "-") == 0 || !mieni_project_relate(project, output, path, NULL))
        return CLI_EXIT_OK; // outside of the project nothing is a source
    return mieni_export_check_target(project, path, &problem) == MIEN_OK ? CLI_EXIT_OK
                                                                         : cli_fail_problem(args, &problem);
}

static int export_clips(const CliArgs *args, const MieniProject *project, MieniExportOptions *export)
{
    const char **clips = mieni_arena_take(args->arena, (size_t)args->given_count, sizeof *clips);
    int code = clips != NULL ? CLI_EXIT_OK : cli_fail_memory(args);
    for (int i = 0; i < args->given_count && code == CLI_EXIT_OK; ++i)
        if (strcmp(args->given[i].option->name, "clip") == 0)
            code = cli_find_asset_as(args, project, args->given[i].value, MIENI_ASSET_CLIP,
                                     &clips[export->clip_count++]);
    export->clips = clips;
    return code;
}

static int export_options(const CliArgs *args, const MieniProject *project, MieniExportOptions *export)
{
    static const char *const words[] = {"", "frames", "khr", "vrm"};
    const char *as = cli_value(args, "poses-as", "");
    export->form = strcmp(cli_value(args, "clips-as", "baked"), "curves") == 0 ? MIEN_IO_GLTF_CURVES
                                                                               : MIEN_IO_GLTF_BAKED;
    for (int i = 0; i < 4; ++i)
        if (strcmp(as, words[i]) == 0)
            export->poses_as = (MieniExportPoses)i;
    export->file = file_of(cli_value(args, "output", ""));
    if (cli_has(args, "table-as") && export->file != MIENI_EXPORT_TABLE)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--table-as is for a file that ends in .csv.");
    if (strcmp(cli_value(args, "table-as", ""), "livelink") == 0)
        export->file = MIENI_EXPORT_TAKE;
    if (cli_has(args, "frame-names") && export->poses_as != MIENI_EXPORT_FRAMES)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--frame-names needs --poses-as frames.");
    export->skip_poses = cli_has(args, "no-poses");
    if (export->poses_as == MIENI_EXPORT_KHR && !cli_has(args, "khr-draft"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "KHR_character_expression is a draft and may change: accept with --khr-draft, or use "
                        "--poses-as frames.");
    if (export->poses_as != MIENI_EXPORT_NO_POSES) {
        if (export->file == MIENI_EXPORT_TABLE || export->file == MIENI_EXPORT_TAKE)
            return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                            "A .csv contains curves only: omit --poses-as.");
        if (export->file == MIENI_EXPORT_VRMA)
            return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                            "A .vrma contains motion only: omit --poses-as.");
        if (export->file == MIENI_EXPORT_FBX && export->poses_as != MIENI_EXPORT_FRAMES)
            return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                            "An .fbx contains poses as frames only: use --poses-as frames.");
    }
    int code = cli_rate(args, &export->rate, &export->rate_divisor);
    if (code == CLI_EXIT_OK && cli_has(args, "poses"))
        code =
            cli_find_asset_as(args, project, cli_value(args, "poses", ""), MIENI_ASSET_POSES, &export->poses);
    return code == CLI_EXIT_OK ? export_clips(args, project, export) : code;
}

/// The mesh of a character, whose poses its clips drive unless an option names others.
static int open_character(const CliArgs *args, const MieniProject *project, MieniExportOptions *export,
                          const char **path)
{
    MieniProblem problem = {0};
    MieniAsset asset;
    if (mieni_asset_kind_of_path(*path) != MIENI_ASSET_CHARACTER)
        return CLI_EXIT_OK;
    if (mieni_project_load(project, *path, MIENI_ASSET_CHARACTER, &asset, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    const MieniCharacterView *character = mieni_character_of(&asset);
    const char *mesh = mieni_character_mesh(character), *poses = mieni_character_poses(character),
               *of = *path;
    if (mesh != NULL)
        *path = cli_text(args, "%s", mesh);
    if (poses != NULL && export->poses == NULL && !export->skip_poses)
        export->poses = cli_text(args, "%s", poses);
    mieni_asset_release(&asset);
    return mesh != NULL
               ? CLI_EXIT_OK
               : cli_fail(args, CLI_EXIT_INPUT, of, NULL, "Nothing to export: the character has no mesh.");
}

static int run_in(const CliArgs *args, const MieniProject *project, const char *output)
{
    static const MieniAssetKind kinds[] = {MIENI_ASSET_CHARACTER, MIENI_ASSET_MESH, MIENI_ASSET_CLIP,
                                           MIENI_ASSET_SKELETON, MIENI_ASSET_NONE};
    Losses losses = {.args = args};
    MieniExportOptions export = {.losses = {&losses, tell}};
    MieniExportReport report = {0};
    MieniProblem problem = {0};
    MienIoBytes bytes = {0};
    const char *path;
    losses.end = &losses.first;
    int code = cli_find_asset(args, project, args->values[0], kinds, &path);
    if (code == CLI_EXIT_OK)
        code = export_options(args, project, &export);
    if (code == CLI_EXIT_OK)
        code = open_character(args, project, &export, &path);
    if (code == CLI_EXIT_OK)
        code = check_output(args, project, output);
    if (code == CLI_EXIT_OK && mieni_export(project, path, &export, &bytes, &report, &problem) != MIEN_OK)
        code = cli_fail_problem(args, &problem);
    if (code == CLI_EXIT_OK && report.animation_count == 0 &&
        (export.clip_count > 0 || mieni_asset_kind_of_path(path) == MIENI_ASSET_CLIP))
        code = cli_fail(args, CLI_EXIT_INPUT, path, NULL,
                        "Nothing to export: these curves move no bone and no morph here. Export a mesh with "
                        "--clip, write a .vrma file, or keep the curves with --clips-as curves.");
    if (code == CLI_EXIT_OK)
        code = cli_write_file(args, output, bytes.data, bytes.size);
    if (code == CLI_EXIT_OK && cli_has(args, "frame-names"))
        code = cli_write_file(args, cli_value(args, "frame-names", ""), report.frame_names.data,
                              report.frame_names.size);
    if (code == CLI_EXIT_OK) {
        warn_of_losses(args, output, &losses);
        code = put_result(args, output, &report, bytes.size, &losses);
    }
    mien_io_bytes_release(&bytes);
    mien_io_bytes_release(&report.frame_names);
    return code;
}

static int run(const CliArgs *args)
{
    const char *output = cli_value(args, "output", NULL);
    MieniProject project;
    if (output == NULL)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "Specify the file to write with --output.");
    if (strcmp(output, "-") != 0 && !has_ending(output, ".glb") && !has_ending(output, ".vrm") &&
        !has_ending(output, ".vrma") && !has_ending(output, ".fbx") && !has_ending(output, ".csv"))
        return cli_fail(args, CLI_EXIT_USAGE, output, NULL,
                        "Exported files end in .glb, .vrm, .vrma, .fbx or .csv.");
    int code = cli_project_open(args, &project);
    if (code == CLI_EXIT_OK) {
        code = run_in(args, &project, output);
        mieni_project_close(&project);
    }
    return code;
}

const CliCommand cli_cmd_export = {
    .path = "export",
    .group = "Projects",
    .summary = "Write a character or its motion as glTF, VRM, FBX or CSV",
    .description =
        "Writes a mesh, or the mesh of a character, with clips and poses into a copy of its source file: "
        "meshes, materials, cameras, and "
        "unknown extensions and extras are kept, and so are animations with other names. An animation with "
        "the same name is replaced. A mesh from another format, a skeleton or a clip becomes a new file.\n\n"
        "Clips are baked: the effect of their curves on the face, through the pose asset that names the "
        "mesh, becomes bone motion and morph weights, which every viewer and engine can play. With "
        "`--clips-as "
        "curves` they stay curves, each with its own keys, using `KHR_animation_pointer`. A file that ends "
        "in `.vrma` is a VRM animation: curves are expression weights, and bones are humanoid bones. One "
        "that ends "
        "in `.csv` is a table of the curves of one clip, after its modifiers: a row per frame with the time "
        "in "
        "seconds and a value per curve, which `mien import` reads; `--table-as livelink` writes it as the "
        "app "
        "Live Link Face does.\n\n"
        "A file that ends in `.fbx` has bones and motion, without the mesh: curves are animated properties "
        "of "
        "the root bone, which Unreal Engine imports as animation curves.\n\n"
        "`--poses-as` writes the poses themselves: `frames` is an animation with one frame per pose, named "
        "in `extras.poseNames` or by `--frame-names`; `vrm` writes expressions into a mesh that was imported "
        "from a VRM; `khr` is "
        "`KHR_character_expression`, a draft.\n\n"
        "Data that the format cannot represent is omitted and reported. The result is validated before it is "
        "written, and a source file of the project is never replaced.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = run,
};
