// SPDX-License-Identifier: MIT
//
// Writes the sample cast as a project.

#include "demo/cast_project.h"

#include "asset/view.h"
#include "demo/making.h"
#include "io/wav_write.h"
#include "mien_io/gltf_write.h"
#include "project/import/import.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static MienStatus cast_no_memory(const MieniCastMaking *making)
{
    return mieni_problem_set(making->problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

/// Says that a file was made. detail is a printf format.
static void cast_tell(const MieniCastMaking *making, const char *path, const char *detail, ...)
{
    char text[256];
    va_list values;
    if (making->wanted->tell == NULL)
        return;
    va_start(values, detail);
    vsnprintf(text, sizeof text, detail, values);
    va_end(values);
    making->wanted->tell(making->wanted->user, path, text);
}

/// "pip" and ".graph.json" as one.
static const char *cast_file(char out[MIENI_CAST_NAME_ROOM], int who, const char *ending)
{
    snprintf(out, MIENI_CAST_NAME_ROOM, "%s%s", mieni_cast_model((MieniCastWho)who)->name, ending);
    return out;
}

// Graphs of the sample project: one graph for all heads, and a child per head.

#define MASTER "cast.graph.json"

/// The clip of the face has curves alone and the mask takes no bones, so that a bone is
/// moved by the body or by the pose asset and never by both. What is played is a
/// parameter, for it is what others want to change.
static const char master[] =
    "{\"kind\": \"graph\", \"version\": 1, \"skeleton\": \"%s\", \"parameters\": ["
    "{\"name\": \"performance\", \"type\": \"clip\", \"value\": \"%s\"}, "
    "{\"name\": \"pace\", \"type\": \"float\", \"value\": 1}], "
    "\"masks\": [{\"name\": \"no_bones\", \"bones\": []}], \"nodes\": ["
    "{\"id\": \"body\", \"node\": \"clip\", \"clip\": \"%s\", \"rate\": {\"parameter\": "
    "\"pace\"}}, "
    "{\"id\": \"face\", \"node\": \"clip\", \"clip\": {\"parameter\": \"performance\"}, \"loop\": false}, "
    "{\"id\": \"both\", \"node\": \"layered_blend\", \"base\": \"body\", \"layer\": \"face\", \"mask\": "
    "\"no_bones\"}, "
    "{\"id\": \"live\", \"node\": \"live_input\", \"input\": \"both\"}, "
    "{\"id\": \"pose\", \"node\": \"poses\", \"input\": \"live\", \"poses\": \"%s\"}, "
    "{\"id\": \"out\", \"node\": \"output\", \"input\": \"pose\"}]}";

void mieni_cast_put_master(MieniTextOut *out, const MieniCastGraph *graph)
{
    mieni_text_putf(out, master, graph->skeleton, graph->performance, graph->body, graph->poses);
}

void mieni_cast_put_child(MieniTextOut *out, const char *parent, const char *poses)
{
    mieni_text_putf(out,
                    "{\"kind\": \"graph\", \"version\": 1, \"extends\": \"%s\", "
                    "\"overrides\": [{\"id\": \"pose\", \"poses\": \"%s\"}]}",
                    parent, poses);
}

/// Takes the text with it.
static MienStatus write_graph(const MieniCastMaking *making, const char *path, MieniTextOut *text)
{
    MieniAsset asset = {0};
    MienError error = {0};
    if (text->is_out_of_memory) {
        mieni_text_release(text);
        return cast_no_memory(making);
    }
    MienStatus status = mieni_asset_read(&asset, MIENI_ASSET_GRAPH, text->bytes, text->size, NULL, &error);
    if (status == MIEN_OK)
        status = mieni_project_save(&making->project, path, &asset, making->problem);
    else
        mieni_problem_set(making->problem, path, status, mieni_at_error(&error), "%s", error.message);
    mieni_asset_release(&asset);
    mieni_text_release(text);
    return status;
}

/// The graph that a head of the cast is moved by: "cast.graph.json" for the first.
static const char *cast_graph(char out[MIENI_CAST_NAME_ROOM], int who)
{
    return who == MIENI_CAST_ADA ? MASTER : cast_file(out, who, ".graph.json");
}

/// Writes the graph that the cast shares, and a child of it for each other head.
static MienStatus cast_graphs_make(const MieniCastMaking *making)
{
    static const MieniCastGraph graph = {.skeleton = "ada.skeleton.json",
                                         .performance = "emotions.clip.json",
                                         .body = "idle.clip.json",
                                         .poses = "ada.poses.json"};
    char name[MIENI_CAST_NAME_ROOM], poses[MIENI_CAST_NAME_ROOM];
    MieniTextOut text = {0};
    mieni_cast_put_master(&text, &graph);
    MienStatus status = write_graph(making, MASTER, &text);
    if (status == MIEN_OK)
        cast_tell(making, MASTER, "a body, a face over it, and Ada's poses");
    for (int who = MIENI_CAST_ADA + 1; who < MIENI_CAST_COUNT && status == MIEN_OK; ++who) {
        const char *path = cast_graph(name, who);
        mieni_cast_put_child(&text, MASTER, cast_file(poses, who, ".poses.json"));
        status = write_graph(making, path, &text);
        if (status == MIEN_OK)
            cast_tell(making, path, "a child of " MASTER);
    }
    return status;
}

#define IDLE_FILE "idle.glb"

enum { RATE = 30 };

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
            samples[f] = f == 0 ? head->skeleton->bones[b].rest : head->poses.poses[f - 1].bones[b];
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
static MienStatus write_file(const MieniCastMaking *making, const MienIoGltfWriting *writing,
                             const char *file)
{
    MienIoBytes bytes = {0};
    MienError error = {0};
    MienStatus status = mien_io_gltf_write(writing, NULL, &bytes, &error);
    if (status == MIEN_OK)
        status = mieni_project_write(&making->project, file, bytes.data, bytes.size, making->problem);
    else
        mieni_problem_set(making->problem, file, status, mieni_at_error(&error), "%s", error.message);
    mien_io_bytes_release(&bytes);
    return status;
}

static MienStatus write_head(MieniCastMaking *making, const MieniCastHead *head, const char *file)
{
    MienAuthorClip clip;
    if (!make_clip(&making->arena, head, &clip))
        return cast_no_memory(making);
    const MienIoGltfAnimation animation = {.name = "poses", .clip = &clip, .names_poses = true};
    const MienIoGltfWriting writing = {
        .skeleton = head->skeleton, .mesh = &head->mesh, .animation_count = 1, .animations = &animation};
    return write_file(making, &writing, file);
}

/// The clip of the body, on the bones of a head.
static MienStatus write_idle(MieniCastMaking *making, const MieniCastHead *head)
{
    MienAuthorClip clip;
    if (!mieni_cast_idle(head->skeleton, &making->arena, &clip))
        return cast_no_memory(making);
    const MienIoGltfAnimation animation = {.name = "idle", .clip = &clip};
    const MienIoGltfWriting writing = {
        .skeleton = head->skeleton, .animation_count = 1, .animations = &animation};
    return write_file(making, &writing, IDLE_FILE);
}

/// The asset of a kind that importing made, or NULL.
static const char *made_path(const MieniImportReport *report, MieniAssetKind kind)
{
    const MieniImportLine *line = mieni_import_report_find(report, kind);
    return line != NULL ? line->path : NULL;
}

/// A character of what importing made.
static MienStatus save_character(const MieniCastMaking *making, const char *path, const char *graph,
                                 const MieniImportReport *report)
{
    MieniAsset asset;
    if (mieni_asset_begin(&asset, MIENI_ASSET_CHARACTER, NULL) != MIEN_OK)
        return cast_no_memory(making);
    MieniCharacterView *character = mieni_character_of(&asset);
    mieni_character_set_skeleton(&asset.json, character, made_path(report, MIENI_ASSET_SKELETON));
    mieni_character_set_mesh(&asset.json, character, made_path(report, MIENI_ASSET_MESH));
    mieni_character_set_poses(&asset.json, character, made_path(report, MIENI_ASSET_POSES));
    mieni_character_set_graph(&asset.json, character, graph);
    const MienStatus status = mieni_project_save(&making->project, path, &asset, making->problem);
    mieni_asset_release(&asset);
    return status;
}

/// Imports a file of the project; who: whose character is made of it, or -1.
static MienStatus import(const MieniCastMaking *making, const char *file, int who)
{
    const MieniImportOptions all = {0};
    MieniImportReport report = {0};
    char name[MIENI_CAST_NAME_ROOM], graph[MIENI_CAST_NAME_ROOM];
    const char *character = who >= 0 ? cast_file(name, who, ".character.json") : NULL;
    MienStatus status = mieni_import(&making->project, file, &all, &report, making->problem);
    if (status == MIEN_OK && character != NULL)
        status = save_character(making, character, cast_graph(graph, who), &report);
    for (const MieniImportLine *line = report.lines; line != NULL; line = line->next)
        if (strcmp(line->what, "created") == 0)
            cast_tell(making, line->path, "%s", line->detail);
    mieni_import_report_release(&report);
    if (status == MIEN_OK && character != NULL)
        cast_tell(making, character, "skeleton, mesh, poses and graph");
    return status;
}

static MienStatus make_head(MieniCastMaking *making, MieniCastWho who)
{
    MieniCastHead head;
    MienError error = {0};
    char name[MIENI_CAST_NAME_ROOM];
    const char *file = cast_file(name, (int)who, ".glb");
    if (mieni_cast_make(who, making->wanted->detail, NULL, &head, &error) != MIEN_OK)
        return cast_no_memory(making);
    const int vertex_count = head.mesh.vertex_count;
    MienStatus status = write_head(making, &head, file);
    if (status == MIEN_OK && who == MIENI_CAST_ADA)
        status = write_idle(making, &head);
    mieni_cast_release(&head);
    if (status != MIEN_OK)
        return status;
    cast_tell(making, file, "%d vertices", vertex_count);
    return import(making, file, (int)who);
}

static void put_keys(MieniJsonDocument *json, MieniClipView *clip, const MienAuthorClipCurve *curve)
{
    MieniKeyedCurveView *keyed = mieni_clip_add_keyed_curve(json, clip);
    mieni_keyed_curve_set_curve(json, keyed, curve->name);
    for (int k = 0; k < curve->key_count; ++k) {
        MieniKeyView *key = mieni_keyed_curve_add_key(json, keyed);
        mieni_key_set_time(json, key, curve->keys[k].time);
        mieni_key_set_value_json(json, key, mieni_json_float(json, curve->keys[k].value));
        mieni_key_set_type(json, key, "cubic");
        mieni_key_set_auto(json, key, true);
    }
}

/// The sound of the sentence, made from what moves its lips.
static MienStatus make_voice(MieniCastMaking *making, const char *file)
{
    MieniCastVoice voice;
    MienIoBytes bytes;
    if (!mieni_cast_voice(&making->arena, &voice) ||
        mieni_wav_write(voice.samples, voice.sample_count, voice.rate, NULL, &bytes, NULL) != MIEN_OK)
        return cast_no_memory(making);
    const MienStatus status =
        mieni_project_write(&making->project, file, bytes.data, bytes.size, making->problem);
    mien_io_bytes_release(&bytes);
    const int hundredths = (int)(((int64_t)voice.sample_count * 100 + voice.rate / 2) / voice.rate);
    if (status == MIEN_OK)
        cast_tell(making, file, "%d.%02d s of sound", hundredths / 100, hundredths % 100);
    return status;
}

static void put_sound(MieniJsonDocument *json, MieniClipView *clip, const char *file)
{
    MieniSoundView *sound = mieni_sound_new(json);
    mieni_sound_set_file(json, sound, file);
    mieni_clip_set_sound_json(json, clip, mieni_sound_json(sound));
}

/// A clip that plays on every head.
static MienStatus make_script(MieniCastMaking *making, MieniCastScript script, const char *path)
{
    MienAuthorClip clip;
    MieniAsset asset;
    if (!mieni_cast_script(script, &making->arena, &clip) ||
        mieni_asset_begin(&asset, MIENI_ASSET_CLIP, NULL) != MIEN_OK)
        return cast_no_memory(making);
    MieniJsonDocument *json = &asset.json;
    MieniClipView *text = mieni_clip_of(&asset);
    mieni_clip_set_skeleton(json, text, "ada.skeleton.json");
    mieni_clip_set_preview(json, text, "ada.poses.json");
    mieni_clip_set_rate_json(json, text, mieni_json_number(json, clip.rate));
    for (int c = 0; c < clip.curve_count; ++c)
        put_keys(json, text, &clip.curves[c]);
    if (clip.sound != NULL)
        put_sound(json, text, clip.sound);
    const MienStatus status = mieni_project_save(&making->project, path, &asset, making->problem);
    mieni_asset_release(&asset);
    if (status != MIEN_OK)
        return status;
    cast_tell(making, path, "%d curve%s", clip.curve_count, clip.curve_count == 1 ? "" : "s");
    return clip.sound != NULL ? make_voice(making, clip.sound) : MIEN_OK;
}

/// Part by part, so that it can be stopped between them.
static MienStatus make_part(MieniCastMaking *making, int part)
{
    switch (part - MIENI_CAST_COUNT) {
    case 0:
        return make_script(making, MIENI_CAST_EMOTIONS, "emotions.clip.json");
    case 1:
        return make_script(making, MIENI_CAST_SENTENCE, "sentence.clip.json");
    case 2:
        cast_tell(making, IDLE_FILE, "the bones of a body that breathes");
        return import(making, IDLE_FILE, -1);
    case 3:
        return cast_graphs_make(making);
    default:
        return make_head(making, (MieniCastWho)part);
    }
}

MienStatus mieni_cast_project_make(const char *folder, const MieniCastProject *wanted, MieniProblem *problem)
{
    static const MieniCastProject plain = {0};
    MieniProject loose;
    MieniCastMaking making = {.wanted = wanted != NULL ? wanted : &plain, .problem = problem};
    mieni_project_open_loose(&loose, folder);
    MienStatus status = mieni_project_make(&loose, "The sample cast", problem);
    if (status == MIEN_OK)
        status = mieni_project_open(&making.project, folder, problem);
    if (status != MIEN_OK)
        return status;
    for (int part = 0; part < MIENI_CAST_COUNT + 4 && status == MIEN_OK; ++part) {
        if (making.wanted->is_over != NULL && making.wanted->is_over(making.wanted->user))
            status = mieni_problem_set(problem, "", MIEN_ERROR_HOST, mieni_nowhere(), "Cancelled.");
        else
            status = make_part(&making, part);
    }
    mieni_arena_release(&making.arena);
    mieni_project_close(&making.project);
    return status;
}
