// SPDX-License-Identifier: MIT
//
// mien sample cast

#include "cli/lines.h"
#include "cli/sample.h"
#include "io/wav_write.h"
#include "mien_io/gltf_write.h"
#include "project/import.h"
#include "sample/cast.h"

#include <string.h>

#define IDLE_FILE "idle.glb"

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
     .help = "About 17,000 vertices per head, or all of about 37,000"},
    {0},
};

static const CliExample examples[] = {
    {"mien sample cast cast", "Four heads to try everything with"},
    {"mien sample cast cast --detail full", "The same, smoother"},
    {0},
};

/// What poses do to morphs, as curves with a key on every frame; NULL without memory.
static MienAuthorClipCurve *make_curves(MieniArena *arena, const MienAuthorPoseAsset *poses)
{
    const int frames = poses->pose_count + 1;
    MienAuthorClipCurve *curves = mieni_arena_take(arena, (size_t)poses->curve_count, sizeof *curves);
    for (int c = 0; curves != NULL && c < poses->curve_count; ++c) {
        MienAuthorKey *keys = mieni_arena_take(arena, (size_t)frames, sizeof *keys);
        if (keys == NULL)
            return NULL;
        for (int f = 0; f < frames; ++f) {
            keys[f] = (MienAuthorKey){.time = (double)f / (double)RATE, .interpolation = MIEN_AUTHOR_LINEAR};
            const MienAuthorPose *pose = f > 0 ? &poses->poses[f - 1] : NULL;
            for (int k = 0; pose != NULL && k < pose->curve_count; ++k)
                if (pose->curves[k].curve == c)
                    keys[f].value = pose->curves[k].value;
        }
        curves[c] = (MienAuthorClipCurve){.name = poses->curves[c].name, .key_count = frames, .keys = keys};
    }
    return curves;
}

/// Frame 0 is the face at rest, then a frame per pose, each called by a marker. false
/// without memory.
static bool make_clip(MieniArena *arena, const MieniCastHead *head, MienAuthorClip *out)
{
    const int poses = head->poses.pose_count, bones = head->skeleton->bone_count, frames = poses + 1;
    MienAuthorClipEvent *events = mieni_arena_take(arena, (size_t)frames, sizeof *events);
    MienAuthorClipTrack *tracks = mieni_arena_take(arena, (size_t)bones, sizeof *tracks);
    MienTransform *samples = mieni_arena_take(arena, (size_t)bones * (size_t)frames, sizeof *samples);
    const MienAuthorClipCurve *curves = make_curves(arena, &head->poses);
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
                            .curve_count = head->poses.curve_count,
                            .curves = curves,
                            .track_count = bones,
                            .tracks = tracks,
                            .event_count = frames,
                            .events = events};
    return true;
}

/// A .glb of the project.
static int write_file(const CliArgs *args, const MieniProject *project, const MienIoGltfWriting *writing,
                      const char *file)
{
    MienIoBytes bytes = {0};
    MienError error = {0};
    MieniProblem problem = {0};
    char path[MIENI_PATH_ROOM];
    if (!mieni_project_locate(project, file, path))
        return cli_fail(args, CLI_EXIT_USAGE, file, NULL, "This path is too long.");
    MienStatus status = mien_io_gltf_write(writing, NULL, &bytes, &error);
    if (status == MIEN_OK)
        status = mieni_file_write(path, bytes.data, bytes.size, NULL, &problem);
    else
        mieni_problem_set(&problem, file, status, error.message, "%s", error.place);
    mien_io_bytes_release(&bytes);
    return status == MIEN_OK ? CLI_EXIT_OK : cli_fail_problem(args, &problem);
}

static int write_head(const CliArgs *args, const MieniProject *project, const MieniCastHead *head,
                      const char *file)
{
    MienAuthorClip clip;
    if (!make_clip(args->arena, head, &clip))
        return cli_fail_memory(args);
    const MienIoGltfAnimation animation = {.name = "poses", .clip = &clip, .names_poses = true};
    const MienIoGltfWriting writing = {
        .skeleton = head->skeleton, .mesh = &head->mesh, .animation_count = 1, .animations = &animation};
    return write_file(args, project, &writing, file);
}

/// The clip of the body, on the bones of a head.
static int write_idle(const CliArgs *args, const MieniProject *project, const MieniCastHead *head)
{
    MienAuthorClip clip;
    if (!mieni_cast_idle(head->skeleton, args->arena, &clip))
        return cli_fail_memory(args);
    const MienIoGltfAnimation animation = {.name = "idle", .clip = &clip};
    const MienIoGltfWriting writing = {
        .skeleton = head->skeleton, .animation_count = 1, .animations = &animation};
    return write_file(args, project, &writing, IDLE_FILE);
}

/// A character of what importing made.
static MienStatus save_character(const MieniProject *project, const char *path, const char *graph,
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
    cli_json_set_string(&asset.json, asset.json.root, "graph", graph);
    const MienStatus status = mieni_project_save(project, path, &asset, problem);
    mieni_asset_release(&asset);
    return status;
}

/// Imports a file of the project; who: whose character is made of it, or -1.
static int import(const CliArgs *args, const MieniProject *project, const char *file, int who,
                  CliTelling *telling)
{
    const MieniImportOptions all = {0};
    MieniImportReport report = {0};
    MieniProblem problem = {0};
    const char *character =
        who >= 0 ? cli_text(args, "%s.character.json", mieni_cast_model((MieniCastWho)who)->name) : NULL;
    MienStatus status = mieni_import(project, file, &all, &report, &problem);
    if (status == MIEN_OK && character != NULL)
        status = save_character(project, character, cli_sample_graph_path(args, who), &report, &problem);
    for (const MieniImportLine *line = report.lines; line != NULL; line = line->next)
        if (strcmp(line->what, "made") == 0)
            cli_tell(telling, line->path, line->detail);
    mieni_import_report_release(&report);
    if (status != MIEN_OK)
        return cli_fail_problem(args, &problem);
    if (character != NULL)
        cli_tell(telling, character, "skeleton, mesh, poses and graph");
    return CLI_EXIT_OK;
}

static int make_head(const CliArgs *args, const MieniProject *project, MieniCastWho who, CliTelling *telling)
{
    MieniCastHead head;
    const bool is_full = strcmp(cli_value(args, "detail", "default"), "full") == 0;
    const char *file = cli_text(args, "%s.glb", mieni_cast_model(who)->name);
    if (mieni_cast_make(who, is_full ? MIENI_CAST_FULL : MIENI_CAST_DEFAULT, NULL, &head, NULL) != MIEN_OK)
        return cli_fail_memory(args);
    const int vertex_count = head.mesh.vertex_count;
    int code = write_head(args, project, &head, file);
    if (code == CLI_EXIT_OK && who == MIENI_CAST_ADA)
        code = write_idle(args, project, &head);
    mieni_cast_release(&head);
    if (code != CLI_EXIT_OK)
        return code;
    cli_tell(telling, file, cli_text(args, "%d vertices", vertex_count));
    return import(args, project, file, (int)who, telling);
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
static int make_voice(const CliArgs *args, const MieniProject *project, const char *file, CliTelling *telling)
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
    cli_tell(telling, file, cli_text(args, "%s s of sound", cli_fixed_text(args, seconds, 2)));
    return CLI_EXIT_OK;
}

static void put_sound(MieniJsonDocument *json, const MienAuthorClip *clip)
{
    MieniJson *sound = mieni_json_set(json, json->root, "sound", mieni_json_object(json));
    cli_json_set_string(json, sound, "file", clip->sound);
}

/// A clip that plays on every head.
static int make_script(const CliArgs *args, const MieniProject *project, MieniCastScript script,
                       const char *path, CliTelling *telling)
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
    cli_tell(telling, path, cli_many_text(args, clip.curve_count, "curve"));
    return clip.sound != NULL ? make_voice(args, project, clip.sound, telling) : CLI_EXIT_OK;
}

static int make_project(const CliArgs *args, const MieniProject *project)
{
    MieniProblem problem = {0};
    return mieni_project_make(project, "The sample cast", &problem) == MIEN_OK
               ? CLI_EXIT_OK
               : cli_fail_problem(args, &problem);
}

/// What to try; for people only.
static void tell_next(const CliArgs *args, CliTelling *telling)
{
    mieni_text_putf(&telling->text,
                    "\nNext, in %s:\n"
                    "  mien render ada --curve jawOpen=1 -o face.png\n"
                    "  mien strip ada pip bruno moss -o strip.png\n"
                    "  mien strip ada pip bruno moss --clip sentence -o sentence.png\n"
                    "  mien film moss --clip sentence -o moss.mp4\n"
                    "  mien sheet moss -o poses.png\n"
                    "  mien explain pip --bone jaw --at 3.4\n"
                    "  mien build\n",
                    args->values[0]);
}

static int make_heads(const CliArgs *args)
{
    MieniProject project;
    MieniProblem problem = {0};
    CliTelling telling = {0};
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
    if (code == CLI_EXIT_OK) {
        cli_tell(&telling, IDLE_FILE, "the bones of a body that breathes");
        code = import(args, &project, IDLE_FILE, -1, &telling);
    }
    if (code == CLI_EXIT_OK)
        code = cli_sample_graphs(args, &project, &telling);
    if (code == CLI_EXIT_OK)
        tell_next(args, &telling);
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
        "bones and the same poses, ARKit's 52 among them, so that any clip plays on each.\n\n"
        "With them go a range of emotions and a spoken sentence, with its sound, as clips of curves, a body "
        "that breathes as "
        "a clip of bones, and one graph, `cast.graph.json`, that plays a performance on the body; Pip, Bruno "
        "and Moss have children of it that override the pose asset and nothing else. `--clip` and `--curve` "
        "of other commands say what the face does; `--set pace=0` holds the body still. docs/cast.md shows "
        "it all.\n\n"
        "Refuses a folder that is a project already. The files are the same on every platform.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = run,
};
