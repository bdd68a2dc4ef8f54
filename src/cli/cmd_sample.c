// SPDX-License-Identifier: MIT
//
// mien sample cast

#include "cli/lines.h"
#include "cli/project.h"
#include "io/wav_write.h"
#include "mien_io/gltf_write.h"
#include "project/import.h"
#include "sample/cast.h"

#include <string.h>

enum { RATE = 30 };

static const CliArgument arguments[] = {
    {.name = "FOLDER", .help = "Where; made if it is not there", .kind = CLI_FOLDER},
    {0},
};

static const CliOption options[] = {
    {.name = "detail",
     .value = "DETAIL",
     .kind = CLI_CHOICE,
     .choices = "default|full",
     .help = "About 15,000 vertices per head, or all of about 37,000"},
    {0},
};

static const CliExample examples[] = {
    {"mien sample cast cast", "Four heads to try everything with"},
    {"mien sample cast cast --detail full", "The same, smoother"},
    {0},
};

/// What is told at the end.
typedef struct Telling {
    MieniTextOut text;
    MieniJsonDocument json;
    MieniJson *list;
} Telling;

static void tell(Telling *telling, const char *path, const char *detail)
{
    MieniJson *row = mieni_json_append(&telling->json, telling->list, mieni_json_object(&telling->json));
    cli_json_set_string(&telling->json, row, "path", path);
    cli_json_set_string(&telling->json, row, "detail", detail);
    mieni_text_putf(&telling->text, "%s: made, %s\n", path, detail);
}

/// Frame 0 is the face at rest, then a frame per pose, each called by a marker. false
/// without memory.
static bool make_clip(MieniArena *arena, const MieniCastHead *head, MienAuthorClip *out)
{
    const int poses = head->poses.pose_count, bones = head->skeleton->bone_count, frames = poses + 1;
    MienAuthorClipEvent *events = mieni_arena_take(arena, (size_t)frames, sizeof *events);
    MienAuthorClipTrack *tracks = mieni_arena_take(arena, (size_t)bones, sizeof *tracks);
    MienTransform *samples = mieni_arena_take(arena, (size_t)bones * (size_t)frames, sizeof *samples);
    if (arena->is_out_of_memory)
        return false;
    for (int f = 0; f < frames; ++f)
        events[f] =
            (MienAuthorClipEvent){f == 0 ? "Rest" : head->poses.poses[f - 1].name, (double)f / (double)RATE};
    for (int b = 0; b < bones; ++b, samples += frames) {
        for (int f = 0; f < frames; ++f)
            samples[f] = f == 0 ? head->skeleton->bones[b].reference : head->poses.poses[f - 1].bones[b];
        tracks[b] = (MienAuthorClipTrack){
            .bone = head->skeleton->bones[b].name, .sample_count = frames, .samples = samples};
    }
    *out = (MienAuthorClip){.rate = RATE,
                            .rate_divisor = 1,
                            .length = (double)poses / (double)RATE,
                            .track_count = bones,
                            .tracks = tracks,
                            .event_count = frames,
                            .events = events};
    return true;
}

/// The head as a .glb of the project.
static int write_head(const CliArgs *args, const MieniProject *project, const MieniCastHead *head,
                      const char *file)
{
    MienAuthorClip clip;
    MienIoBytes bytes = {0};
    MienError error = {0};
    MieniProblem problem = {0};
    char path[MIENI_PATH_ROOM];
    if (!make_clip(args->arena, head, &clip))
        return cli_fail_memory(args);
    const MienIoGltfAnimation animation = {.name = "poses", .clip = &clip, .names_poses = true};
    const MienIoGltfWriting writing = {
        .skeleton = head->skeleton, .mesh = &head->mesh, .animation_count = 1, .animations = &animation};
    if (!mieni_project_locate(project, file, path))
        return cli_fail(args, CLI_EXIT_USAGE, file, NULL, "This path is too long.");
    MienStatus status = mien_io_gltf_write(&writing, NULL, &bytes, &error);
    if (status == MIEN_OK)
        status = mieni_file_write(path, bytes.data, bytes.size, NULL, &problem);
    else
        mieni_problem_set(&problem, file, status, error.message, "%s", error.place);
    mien_io_bytes_release(&bytes);
    return status == MIEN_OK ? CLI_EXIT_OK : cli_fail_problem(args, &problem);
}

/// A character of what importing made.
static MienStatus save_character(const MieniProject *project, const char *path,
                                 const MieniImportReport *report, MieniProblem *problem)
{
    static const struct {
        const char *key;
        MieniAssetKind kind;
    } parts[] = {
        {"skeleton", MIENI_ASSET_SKELETON}, {"mesh", MIENI_ASSET_MESH}, {"poses", MIENI_ASSET_POSES}};
    MieniAsset asset;
    if (mieni_asset_begin(&asset, MIENI_ASSET_CHARACTER, NULL) != MIEN_OK)
        return mieni_problem_set(problem, path, MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
    for (int k = 0; k < 3; ++k) {
        const MieniImportLine *line = mieni_import_report_find(report, parts[k].kind);
        if (line != NULL)
            cli_json_set_string(&asset.json, asset.json.root, parts[k].key, line->path);
    }
    const MienStatus status = mieni_project_save(project, path, &asset, problem);
    mieni_asset_release(&asset);
    return status;
}

static int import_head(const CliArgs *args, const MieniProject *project, const char *name, const char *file,
                       Telling *telling)
{
    const MieniImportOptions import = {0};
    MieniImportReport report = {0};
    MieniProblem problem = {0};
    const char *character = cli_text(args, "%s.character.json", name);
    MienStatus status = mieni_import(project, file, &import, &report, &problem);
    if (status == MIEN_OK)
        status = save_character(project, character, &report, &problem);
    for (const MieniImportLine *line = report.lines; line != NULL; line = line->next)
        if (strcmp(line->what, "made") == 0)
            tell(telling, line->path, line->detail);
    mieni_import_report_release(&report);
    if (status != MIEN_OK)
        return cli_fail_problem(args, &problem);
    tell(telling, character, "skeleton, mesh and poses");
    return CLI_EXIT_OK;
}

static int make_head(const CliArgs *args, const MieniProject *project, MieniCastWho who, Telling *telling)
{
    MieniCastHead head;
    const bool is_full = strcmp(cli_value(args, "detail", "default"), "full") == 0;
    const char *name = mieni_cast_model(who)->name, *file = cli_text(args, "%s.glb", name);
    if (mieni_cast_make(who, is_full ? MIENI_CAST_FULL : MIENI_CAST_DEFAULT, NULL, &head, NULL) != MIEN_OK)
        return cli_fail_memory(args);
    const int vertex_count = head.mesh.vertex_count;
    int code = write_head(args, project, &head, file);
    mieni_cast_release(&head);
    if (code != CLI_EXIT_OK)
        return code;
    tell(telling, file, cli_text(args, "%d vertices", vertex_count));
    return import_head(args, project, name, file, telling);
}

static void put_keys(MieniJsonDocument *json, MieniJson *keyed, const MienAuthorClipCurve *curve)
{
    MieniJson *row = mieni_json_append(json, keyed, mieni_json_object(json));
    cli_json_set_string(json, row, "curve", curve->name);
    MieniJson *keys = mieni_json_set(json, row, "keys", mieni_json_array(json));
    for (int k = 0; k < curve->key_count; ++k) {
        MieniJson *key = mieni_json_append(json, keys, mieni_json_object(json));
        cli_json_set_number(json, key, "time", curve->keys[k].time);
        cli_json_set_float(json, key, "value", curve->keys[k].value);
        cli_json_set_string(json, key, "type", "cubic");
        cli_json_set_bool(json, key, "auto", true);
    }
}

/// The sound of the sentence, made from what moves its lips.
static int make_voice(const CliArgs *args, const MieniProject *project, const char *file, Telling *telling)
{
    MieniCastVoice voice;
    MienIoBytes bytes;
    MieniProblem problem = {0};
    char path[MIENI_PATH_ROOM];
    if (!mieni_cast_voice(args->arena, &voice) ||
        mieni_wav_write(voice.samples, voice.sample_count, voice.rate, NULL, &bytes, NULL) != MIEN_OK)
        return cli_fail_memory(args);
    MienStatus status = MIEN_ERROR_LIMIT;
    if (mieni_project_locate(project, file, path))
        status = mieni_file_write(path, bytes.data, bytes.size, NULL, &problem);
    else
        mieni_problem_set(&problem, file, status, "This path is too long.", "%s", "");
    mien_io_bytes_release(&bytes);
    if (status != MIEN_OK)
        return cli_fail_problem(args, &problem);
    const double seconds = (double)voice.sample_count / (double)voice.rate;
    tell(telling, file, cli_text(args, "%s s of sound", cli_fixed_text(args, seconds, 2)));
    return CLI_EXIT_OK;
}

static void put_sound(MieniJsonDocument *json, const MienAuthorClip *clip)
{
    MieniJson *sound = mieni_json_set(json, json->root, "sound", mieni_json_object(json));
    cli_json_set_string(json, sound, "file", clip->sound);
}

/// A clip that plays on every head.
static int make_script(const CliArgs *args, const MieniProject *project, MieniCastScript script,
                       const char *path, Telling *telling)
{
    MienAuthorClip clip;
    MieniAsset asset;
    MieniProblem problem = {0};
    if (!mieni_cast_script(script, args->arena, &clip) ||
        mieni_asset_begin(&asset, MIENI_ASSET_CLIP, NULL) != MIEN_OK)
        return cli_fail_memory(args);
    MieniJsonDocument *json = &asset.json;
    cli_json_set_string(json, json->root, "skeleton", "ada.skeleton.json");
    cli_json_set_string(json, json->root, "preview", "ada.poses.json");
    cli_json_set_number(json, json->root, "rate", clip.rate);
    MieniJson *keyed = mieni_json_set(json, json->root, "keyed", mieni_json_array(json));
    for (int c = 0; c < clip.curve_count; ++c)
        put_keys(json, keyed, &clip.curves[c]);
    if (clip.sound != NULL)
        put_sound(json, &clip);
    const MienStatus status = mieni_project_save(project, path, &asset, &problem);
    mieni_asset_release(&asset);
    if (status != MIEN_OK)
        return cli_fail_problem(args, &problem);
    tell(telling, path, cli_many_text(args, clip.curve_count, "curve"));
    return clip.sound != NULL ? make_voice(args, project, clip.sound, telling) : CLI_EXIT_OK;
}

static int make_project(const CliArgs *args, const MieniProject *project)
{
    MieniProblem problem = {0};
    MieniAsset settings;
    char path[MIENI_PATH_ROOM];
    if (!mieni_project_locate(project, "mien.json", path))
        return cli_fail(args, CLI_EXIT_USAGE, args->values[0], NULL, "This path is too long.");
    if (mieni_file_exists(path))
        return cli_fail(args, CLI_EXIT_INPUT, path, NULL, "This folder is a project already.");
    if (mieni_asset_begin(&settings, MIENI_ASSET_PROJECT, NULL) != MIEN_OK)
        return cli_fail_memory(args);
    cli_json_set_string(&settings.json, settings.json.root, "name", "The sample cast");
    const MienStatus status = mieni_project_save(project, "mien.json", &settings, &problem);
    mieni_asset_release(&settings);
    return status == MIEN_OK ? CLI_EXIT_OK : cli_fail_problem(args, &problem);
}

static int make_heads(const CliArgs *args)
{
    MieniProject project;
    MieniProblem problem = {0};
    Telling telling = {0};
    if (mieni_project_open(&project, args->values[0], &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    mieni_json_begin(&telling.json, NULL);
    telling.json.root = mieni_json_object(&telling.json);
    telling.list = mieni_json_set(&telling.json, telling.json.root, "made", mieni_json_array(&telling.json));
    int code = CLI_EXIT_OK;
    for (int who = 0; who < MIENI_CAST_COUNT && code == CLI_EXIT_OK; ++who)
        code = make_head(args, &project, (MieniCastWho)who, &telling);
    if (code == CLI_EXIT_OK)
        code = make_script(args, &project, MIENI_CAST_EMOTIONS, "emotions.clip.json", &telling);
    if (code == CLI_EXIT_OK)
        code = make_script(args, &project, MIENI_CAST_SENTENCE, "sentence.clip.json", &telling);
    mieni_project_close(&project);
    const int wrote = cli_write_either(args, &telling.text, &telling.json);
    return code != CLI_EXIT_OK ? code : wrote;
}

static int run(const CliArgs *args)
{
    MieniProject loose;
    mieni_project_open_loose(&loose, args->values[0]);
    const int code = make_project(args, &loose);
    return code == CLI_EXIT_OK ? make_heads(args) : code;
}

const CliCommand cli_cmd_sample_cast = {
    .path = "sample cast",
    .group = "Projects",
    .summary = "Make a project of four heads",
    .description =
        "Makes Ada, Pip, Bruno and Moss in code and writes a project of them: a `.glb` each with mesh, bones "
        "and 58 poses, the assets that import makes of it, and a character. The four have one skeleton of 68 "
        "bones and the same poses, ARKit's 52 among them, so that any clip plays on each. With them go two "
        "clips, a range of emotions and a spoken sentence, whose sound is made in code too. Refuses a folder "
        "that is a project already. The files are the same on every platform.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = run,
};
