// SPDX-License-Identifier: MIT
//
// A project of any size from the sample cast: shared assets, bodies and lines.

#include "demo/many_project.h"

#include "demo/making.h"
#include "demo/many_making.h"
#include "mien_io/gltf_write.h"
#include "sample/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MienStatus many_no_memory(const MieniManyMaking *making)
{
    return mieni_problem_set(making->problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

/// Says which part comes next; MIEN_ERROR_HOST if it is not wanted any more.
static MienStatus many_next(MieniManyMaking *making, const char *path)
{
    const MieniManyProject *wanted = making->wanted;
    if (wanted->go_on != NULL && !wanted->go_on(wanted->user, path, making->done, making->total))
        return mieni_problem_set(making->problem, "", MIEN_ERROR_HOST, mieni_nowhere(), "Cancelled.");
    ++making->done;
    return MIEN_OK;
}

/// Writes bytes, without waiting for the disk: what is made by a command is made again by it.
static MienStatus many_write(MieniManyMaking *making, const char *path, const void *bytes, size_t size)
{
    char whole[MIENI_PATH_ROOM];
    if (!mieni_project_locate(&making->project, path, whole))
        return mieni_problem_set(making->problem, path, MIEN_ERROR_LIMIT, mieni_nowhere(),
                                 "This path is too long.");
    ++making->report->files;
    return mieni_file_write_derived(whole, bytes, size, NULL, making->problem);
}

/// Writes what was put as the asset that the path says, in its one form, and empties it. *out_size, if
/// given, is how large.
static MienStatus many_save(MieniManyMaking *making, const char *path, size_t *out_size)
{
    MieniTextOut *text = &making->text, form = {0};
    MieniAsset asset = {0};
    MienError error = {0};
    if (text->is_out_of_memory)
        return many_no_memory(making);
    MienStatus status =
        mieni_asset_read(&asset, mieni_asset_kind_of_path(path), text->bytes, text->size, NULL, &error);
    text->size = 0;
    if (status != MIEN_OK)
        return mieni_problem_set(making->problem, path, status, mieni_at_error(&error), "%s", error.message);
    mieni_asset_write(&asset, &form);
    status = form.is_out_of_memory ? many_no_memory(making) : many_write(making, path, form.bytes, form.size);
    if (out_size != NULL)
        *out_size = form.size;
    mieni_text_release(&form);
    mieni_asset_release(&asset);
    return status;
}

// Characters of a large project: the bone positions and poses of each, and a child of the shared
// graph.

/// `, "t": [1, 2, 3]`
static void put_vector(MieniTextOut *out, const char *key, const float *values, int count)
{
    mieni_text_putf(out, ", \"%s\": [", key);
    for (int k = 0; k < count; ++k) {
        if (k > 0)
            mieni_text_put(out, ", ");
        mieni_text_put_number(out, mieni_extra_number(values[k]));
    }
    mieni_text_put(out, "]");
}

static bool is_other(const float *a, const float *b, int count)
{
    for (int k = 0; k < count; ++k)
        if (mieni_extra_number(a[k]) != mieni_extra_number(b[k]))
            return true;
    return false;
}

/// Puts the bone if it is not where it rests; returns whether.
static bool put_bone(MieniTextOut *out, const char *name, const MienTransform *own, const MienTransform *rest,
                     bool is_first)
{
    const bool moves = is_other(&own->translation.x, &rest->translation.x, 3);
    const bool turns = is_other(&own->rotation.x, &rest->rotation.x, 4);
    const bool grows = is_other(&own->scale.x, &rest->scale.x, 3);
    if (!moves && !turns && !grows)
        return false;
    mieni_text_putf(out, "%s{\"bone\": \"%s\"", is_first ? "" : ", ", name);
    if (moves)
        put_vector(out, "t", &own->translation.x, 3);
    if (turns)
        put_vector(out, "q", &own->rotation.x, 4);
    if (grows)
        put_vector(out, "s", &own->scale.x, 3);
    mieni_text_put(out, "}");
    return true;
}

static void put_bones(MieniTextOut *out, const MienAuthorSkeleton *skeleton, const MienTransform *own,
                      const MienTransform *rest)
{
    bool is_first = true;
    for (int b = 0; b < MIENI_BONE_COUNT; ++b)
        if (put_bone(out, skeleton->bones[b].name, &own[b], &rest[b], is_first))
            is_first = false;
}

/// The skeleton of all characters, which is like the first head's.
static MienStatus many_skeleton(MieniManyMaking *making)
{
    const MieniCastHead *ada = &making->heads[MIENI_CAST_ADA];
    MieniTextOut *out = &making->text;
    mieni_text_put(out, "{\"kind\": \"skeleton\", \"version\": 1, \"bones\": [");
    for (int b = 0; b < MIENI_BONE_COUNT; ++b) {
        const MienAuthorBone *bone = &ada->skeleton->bones[b];
        mieni_text_putf(out, "%s{\"name\": \"%s\"", b > 0 ? ", " : "", bone->name);
        if (bone->parent >= 0)
            mieni_text_putf(out, ", \"parent\": \"%s\"", ada->skeleton->bones[bone->parent].name);
        put_vector(out, "t", &bone->rest.translation.x, 3);
        mieni_text_put(out, "}");
    }
    mieni_text_put(out, "], \"curves\": [");
    for (int p = 0; p < MIENI_CAST_POSE_COUNT; ++p)
        mieni_text_putf(out, "%s{\"name\": \"%s\"}", p > 0 ? ", " : "", ada->poses.poses[p].name);
    mieni_text_put(out, "]}");
    return many_save(making, MIENI_MANY_SKELETON, NULL);
}

/// Where its bones lie, and nothing to draw.
static MienStatus save_mesh(MieniManyMaking *making, const MieniCastHead *head, const char *path)
{
    MieniTextOut *out = &making->text;
    MienTransform none[MIENI_BONE_COUNT];
    for (int b = 0; b < MIENI_BONE_COUNT; ++b) // all bones are named
        none[b] = (MienTransform){.rotation = {0, 0, 0, 1}, .translation = {-1e6f, 0, 0}, .scale = {1, 1, 1}};
    mieni_text_put(out, "{\"kind\": \"mesh\", \"version\": 1, \"skeleton\": \"" MIENI_MANY_SKELETON
                        "\", \"rest_pose\": [");
    put_bones(out, head->skeleton, making->extra->reference, none);
    mieni_text_put(out, "]}");
    return many_save(making, path, NULL);
}

static MienStatus save_poses(MieniManyMaking *making, const MieniCastHead *head, const char *mesh,
                             const char *path)
{
    MieniTextOut *out = &making->text;
    size_t size = 0;
    mieni_text_putf(out,
                    "{\"kind\": \"poses\", \"version\": 1, \"skeleton\": \"" MIENI_MANY_SKELETON
                    "\", \"mesh\": \"%s\", \"mode\": \"additive\", \"poses\": [",
                    mesh);
    for (int p = 0; p < MIENI_CAST_POSE_COUNT; ++p) {
        mieni_text_putf(out, "%s{\"name\": \"%s\", \"bones\": [", p > 0 ? ", " : "",
                        head->poses.poses[p].name);
        put_bones(out, head->skeleton, making->extra->poses[p], making->extra->reference);
        mieni_text_put(out, "]}");
    }
    mieni_text_put(out, "]}");
    const MienStatus status = many_save(making, path, &size);
    making->report->pose_bytes += (int64_t)size;
    return status;
}

/// A character by its number from 0: bones, poses, graph, and what names them.
static MienStatus many_character(MieniManyMaking *making, int number)
{
    char stem[32], mesh[64], poses[64], graph[64], character[64];
    const MieniCastHead *head = &making->heads[mieni_cast_extra_like(number)];
    snprintf(stem, sizeof stem, "cast/c%04d", number + 1);
    snprintf(mesh, sizeof mesh, "%s.mesh.json", stem);
    snprintf(poses, sizeof poses, "%s.poses.json", stem);
    snprintf(graph, sizeof graph, "%s.graph.json", stem);
    snprintf(character, sizeof character, "%s.character.json", stem);
    mieni_cast_extra(head, making->wanted->seed, number, making->extra);
    MienStatus status = many_next(making, character);
    if (status == MIEN_OK)
        status = save_mesh(making, head, mesh);
    if (status == MIEN_OK)
        status = save_poses(making, head, mesh, poses);
    if (status != MIEN_OK)
        return status;
    mieni_cast_put_child(&making->text, MIENI_MANY_GRAPH, poses);
    status = many_save(making, graph, NULL);
    if (status != MIEN_OK)
        return status;
    mieni_text_putf(&making->text,
                    "{\"kind\": \"character\", \"version\": 1, \"skeleton\": \"" MIENI_MANY_SKELETON
                    "\", \"mesh\": \"%s\", \"graph\": \"%s\", \"poses\": \"%s\"}",
                    mesh, graph, poses);
    return many_save(making, character, NULL);
}

#define FIRST_BODY "bodies/body_0001.clip.json"

enum { PER_FOLDER = 500 };

/// Codes of ISO 639-1; languages beyond these have numbers.
static const char *const codes[] = {
    "en", "de", "fr", "ja", "es", "it", "pt", "ru", "zh", "ko", "pl", "tr", "ar", "nl", "sv", "cs",
    "da", "fi", "no", "hu", "th", "el", "ro", "uk", "vi", "id", "he", "hi", "bg", "sk", "hr", "ca",
};
enum { CODES = sizeof codes / sizeof *codes };

static const char *language_code(int language, char out[16])
{
    if (language < CODES)
        return codes[language];
    snprintf(out, 16, "l%d", language + 1);
    return out;
}

/// "lines/en/000/line_000001.csv", of numbers from 0; at most PER_FOLDER in a folder.
static void line_path(int language, int line, const char *ending, char out[96])
{
    char room[16];
    snprintf(out, 96, "lines/%s/%03d/line_%06d%s", language_code(language, room), line / PER_FOLDER, line + 1,
             ending);
}

static MienStatus make_graph(MieniManyMaking *making)
{
    char line[96];
    line_path(0, 0, ".clip.json", line);
    mieni_cast_put_master(&making->text, &(MieniCastGraph){.skeleton = MIENI_MANY_SKELETON,
                                                           .performance = line,
                                                           .body = FIRST_BODY,
                                                           .poses = "cast/c0001.poses.json"});
    return many_save(making, MIENI_MANY_GRAPH, NULL);
}

/// The motion as glTF, as the cast has its own.
static MienStatus write_body(MieniManyMaking *making, const MienAuthorClip *clip, const char *file)
{
    const MienIoGltfAnimation animation = {.name = "body", .clip = clip};
    const MienIoGltfWriting writing = {
        .skeleton = making->heads[MIENI_CAST_ADA].skeleton, .animation_count = 1, .animations = &animation};
    MienIoBytes bytes = {0};
    MienError error = {0};
    MienStatus status = mien_io_gltf_write(&writing, NULL, &bytes, &error);
    if (status == MIEN_OK)
        status = many_write(making, file, bytes.data, bytes.size);
    else
        mieni_problem_set(making->problem, file, status, mieni_at_error(&error), "%s", error.message);
    mien_io_bytes_release(&bytes);
    return status;
}

static MienStatus make_body(MieniManyMaking *making, int number)
{
    char file[64], path[64];
    MieniArena arena = {0};
    MienAuthorClip clip;
    const MieniCastStanding standing = mieni_cast_extra_standing(making->wanted->seed, number);
    const bool is_made = mieni_cast_stand(making->heads[MIENI_CAST_ADA].skeleton, &standing, &arena, &clip);
    snprintf(file, sizeof file, "bodies/body_%04d.glb", number + 1);
    snprintf(path, sizeof path, "bodies/body_%04d.clip.json", number + 1);
    MienStatus status = many_next(making, path);
    if (status == MIEN_OK)
        status = is_made ? write_body(making, &clip, file) : many_no_memory(making);
    mieni_arena_release(&arena);
    if (status != MIEN_OK)
        return status;
    mieni_text_putf(&making->text,
                    "{\"kind\": \"clip\", \"version\": 1, \"skeleton\": \"" MIENI_MANY_SKELETON
                    "\", \"tracks\": {\"file\": \"%s\", \"take\": \"body\"}}",
                    file);
    return many_save(making, path, NULL);
}

/// The asset that makes clips of all lines of a language.
static MienStatus make_clips(MieniManyMaking *making, int language)
{
    char path[64], room[16];
    const char *code = language_code(language, room);
    snprintf(path, sizeof path, "lines/%s.clips.json", code);
    mieni_text_putf(&making->text,
                    "{\"kind\": \"clips\", \"version\": 1, \"skeleton\": \"" MIENI_MANY_SKELETON
                    "\", \"preview\": \"cast/c0001.poses.json\", \"files\": [\"lines/%s/**/*.csv\"], "
                    "\"settings\": {\"rate\": %d}}",
                    code, MIENI_LINE_RATE);
    return many_save(making, path, NULL);
}

/// A file of a folder that is new: there is nothing to keep or to compare with, and of a million files
/// each call to the system counts.
static MienStatus write_new(MieniManyMaking *making, const char *path, const char *bytes, size_t size)
{
    char whole[MIENI_PATH_ROOM];
    if (!mieni_project_locate(&making->project, path, whole))
        return mieni_problem_set(making->problem, path, MIEN_ERROR_LIMIT, mieni_nowhere(),
                                 "This path is too long.");
    FILE *file = fopen(whole, "wb");
    const bool is_written = file != NULL && fwrite(bytes, 1, size, file) == size;
    const bool is_closed = file != NULL && fclose(file) == 0;
    ++making->report->files;
    if (is_written && is_closed)
        return MIEN_OK;
    if (file != NULL)
        remove(whole);
    mieni_problem_set(making->problem, whole, MIEN_ERROR_FILE, mieni_nowhere(), "Cannot write the file.");
    if (making->problem != NULL)
        making->problem->is_write = true;
    return MIEN_ERROR_FILE;
}

static MienStatus make_lines(MieniManyMaking *making, int language)
{
    char path[96], *text = malloc(MIENI_LINE_TEXT_ROOM);
    MieniLines lines;
    MienStatus status = text != NULL ? make_clips(making, language) : many_no_memory(making);
    mieni_lines_begin(&lines, making->wanted->seed);
    for (int line = 0; line < making->wanted->lines && status == MIEN_OK; ++line) {
        line_path(language, line, ".csv", path);
        status = many_next(making, path);
        if (status != MIEN_OK)
            break;
        const size_t size = mieni_line_write(&lines, language, line, text);
        making->report->line_bytes += (int64_t)size;
        status = line % PER_FOLDER == 0 ? many_write(making, path, text, size)
                                        : write_new(making, path, text, size); // the first makes the folder
    }
    free(text);
    return status;
}

static MienStatus make_heads(MieniManyMaking *making)
{
    const int used =
        making->wanted->characters < MIENI_CAST_COUNT ? making->wanted->characters : MIENI_CAST_COUNT;
    making->extra = malloc(sizeof *making->extra);
    for (int who = 0; who < used; ++who)
        if (mieni_cast_make((MieniCastWho)who, MIENI_CAST_DEFAULT, NULL, &making->heads[who], NULL) !=
            MIEN_OK)
            return many_no_memory(making);
    return making->extra != NULL ? MIEN_OK : many_no_memory(making);
}

static MienStatus make_all(MieniManyMaking *making)
{
    const MieniManyProject *wanted = making->wanted;
    MienStatus status = make_heads(making);
    if (status == MIEN_OK)
        status = many_skeleton(making);
    if (status == MIEN_OK)
        status = make_graph(making);
    for (int i = 0; i < wanted->characters && status == MIEN_OK; ++i)
        status = many_character(making, i);
    for (int i = 0; i < wanted->bodies && status == MIEN_OK; ++i)
        status = make_body(making, i);
    for (int i = 0; i < wanted->languages && status == MIEN_OK; ++i)
        status = make_lines(making, i);
    return status;
}

static MienStatus check_limits(const MieniManyProject *wanted, MieniProblem *problem)
{
    char sentence[128] = "";
    const struct {
        int count, most;
        const char *what;
    } limits[] = {{wanted->characters, MIENI_MANY_CHARACTERS, "characters"},
                  {wanted->lines, MIENI_MANY_CLIPS, "lines"},
                  {wanted->languages, MIENI_MANY_LANGUAGES, "languages"},
                  {wanted->bodies, MIENI_MANY_BODIES, "bodies"}};
    for (int i = 0; i < 4; ++i)
        if (sentence[0] == '\0' && (limits[i].count < 1 || limits[i].count > limits[i].most))
            snprintf(sentence, sizeof sentence, "The number must be from 1 to %d %s.", limits[i].most,
                     limits[i].what);
    if (sentence[0] == '\0' && (int64_t)wanted->lines * wanted->languages > MIENI_MANY_CLIPS)
        snprintf(sentence, sizeof sentence, "At most %d lines in all languages together.", MIENI_MANY_CLIPS);
    return sentence[0] == '\0'
               ? MIEN_OK
               : mieni_problem_set(problem, "", MIEN_ERROR_ARGUMENT, mieni_nowhere(), "%s", sentence);
}

MienStatus mieni_many_project_make(const char *folder, const MieniManyProject *wanted,
                                   MieniManyReport *out_report, MieniProblem *problem)
{
    MieniProject loose;
    MieniManyMaking making = {.wanted = wanted, .report = out_report, .problem = problem};
    *out_report = (MieniManyReport){0};
    MienStatus status = check_limits(wanted, problem);
    if (status != MIEN_OK)
        return status;
    making.total = wanted->characters + wanted->bodies + wanted->lines * wanted->languages;
    mieni_project_open_loose(&loose, folder);
    status = mieni_project_make(&loose, "Many of the sample cast", problem);
    if (status == MIEN_OK)
        status = mieni_project_open(&making.project, folder, problem);
    if (status != MIEN_OK)
        return status;
    status = make_all(&making);
    for (int who = 0; who < MIENI_CAST_COUNT; ++who)
        mieni_cast_release(&making.heads[who]);
    free(making.extra);
    mieni_text_release(&making.text);
    mieni_project_close(&making.project);
    return status;
}
