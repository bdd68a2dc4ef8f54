// SPDX-License-Identifier: MIT
//
// Reading sources: which reader a file is for, what its settings mean, and keeping
// what was read.

#include "project/sources/sources.h"

#include "core/internal.h"
#include "mien_io/bvh.h"
#include "mien_io/curves.h"
#include "mien_io/live_link.h"
#include "mien_io/rhubarb.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct MieniSourceEntry {
    MieniSourceEntry *next;
    MieniTextOut key; ///< File and settings.
    MienIoSource *source;
    MienAuthorClip *clip; ///< Of formats that hold nothing else.
    const char *format;
    bool is_scene;
    bool has_mesh; ///< As far as the file has one.
    MieniSourceNotes notes;
};

static void add_note(MieniSourceNotes *notes, bool is_remark, const char *format, va_list arguments)
{
    if (notes->count == (int)(sizeof notes->items / sizeof *notes->items))
        return;
    MieniSourceNote *note = &notes->items[notes->count++];
    note->is_remark = is_remark;
    vsnprintf(note->text, sizeof note->text, format, arguments);
}

void mieni_source_note(MieniSourceNotes *notes, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_note(notes, false, format, arguments);
    va_end(arguments);
}

void mieni_source_note_scene(MieniSourceNotes *notes, const char *note, int renamed_count,
                             int reduced_vertex_count)
{
    if (note[0] != '\0')
        mieni_source_note(notes, "%s", note);
    if (renamed_count > 0)
        mieni_source_note(notes, "%d name%s missing, there twice or no names: others were given.",
                          renamed_count, renamed_count == 1 ? " was" : "s were");
    if (reduced_vertex_count > 0)
        mieni_source_note(notes, "%d vert%s more than %d influences: the largest were kept.",
                          reduced_vertex_count, reduced_vertex_count == 1 ? "ex has" : "ices have",
                          MIEN_MAX_INFLUENCES);
}

void mieni_source_remark(MieniSourceNotes *notes, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_note(notes, true, format, arguments);
    va_end(arguments);
}

static bool ends_with(const char *text, const char *end)
{
    const size_t size = strlen(text), end_size = strlen(end);
    if (size < end_size)
        return false;
    for (size_t i = 0; i < end_size; ++i) {
        const char c = text[size - end_size + i];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != end[i])
            return false;
    }
    return true;
}

/// Whether the first line holds a word: what tells takes of the app from other tables.
static bool first_line_has(const MieniBuffer *buffer, const char *word)
{
    const char *end = memchr(buffer->bytes, '\n', buffer->size);
    const size_t size = end != NULL ? (size_t)(end - buffer->bytes) : buffer->size, word_size = strlen(word);
    for (size_t i = 0; i + word_size <= size; ++i)
        if (memcmp(buffer->bytes + i, word, word_size) == 0)
            return true;
    return false;
}

/// What the file is by its ending, and where two formats share one, by its content.
static const char *find_format(const char *file, const MieniBuffer *buffer)
{
    if (ends_with(file, ".bvh"))
        return "bvh";
    if (ends_with(file, ".csv"))
        return first_line_has(buffer, "Timecode") || first_line_has(buffer, "timecode") ? "livelink" : "csv";
    if (ends_with(file, ".tsv"))
        return first_line_has(buffer, "time") || first_line_has(buffer, "frame") ? "csv" : "rhubarb";
    if (ends_with(file, ".xml"))
        return "rhubarb";
    if (ends_with(file, ".json"))
        return strstr(buffer->bytes, "\"mouthCues\"") != NULL ? "rhubarb" : "json";
    return NULL;
}

static MienStatus read_bvh(MieniSourceEntry *entry, const MienAllocator *allocator, const char *file,
                           const MieniBuffer *buffer, const MieniSourceView *settings, MienError *error)
{
    MienIoBvhReport report;
    const MienIoBvhOptions options = {
        .unit = mieni_source_unit(settings, 0),
        .up = strcmp(mieni_text_or_empty(mieni_source_up(settings)), "z") == 0 ? MIEN_IO_UP_Z : MIEN_IO_UP_Y,
        .source = file};
    const MienStatus status =
        mien_io_bvh_read(buffer->bytes, buffer->size, &options, allocator, &entry->source, &report, error);
    if (status == MIEN_OK && report.unit_is_kept)
        mieni_source_note(
            &entry->notes,
            "BVH says no unit: its numbers are taken for metres. Give --unit if they are not (0.01 "
            "for centimetres).");
    return status;
}

static MienStatus read_live_link(MieniSourceEntry *entry, const MienAllocator *allocator, const char *file,
                                 const MieniBuffer *buffer, const MieniSourceView *settings, MienError *error)
{
    MienIoLiveLinkReport report;
    MienIoLiveLinkOptions options = {.source = file};
    const char *timing = mieni_text_or_empty(mieni_source_timing(settings));
    options.timing = strcmp(timing, "exact") == 0     ? MIEN_IO_LIVE_LINK_EXACT
                     : strcmp(timing, "counted") == 0 ? MIEN_IO_LIVE_LINK_COUNTED
                                                      : MIEN_IO_LIVE_LINK_NEAREST;
    mieni_rate_of_json(mieni_source_rate_json(settings), &options.timecode_rate,
                       &options.timecode_rate_divisor);
    const MienStatus status = mien_io_live_link_read(buffer->bytes, buffer->size, &options, allocator,
                                                     &entry->clip, &report, error);
    if (status == MIEN_OK && (report.dropped_count > 0 || report.no_face_count > 0))
        mieni_source_note(&entry->notes, "%d frames are missing in the take, %d rows have no face.",
                          report.dropped_count, report.no_face_count);
    return status;
}

static MienStatus read_curves(MieniSourceEntry *entry, const MienAllocator *allocator, const char *file,
                              const MieniBuffer *buffer, const MieniSourceView *settings, MienError *error)
{
    MienIoCurvesOptions options = {.source = file};
    mieni_rate_of_json(mieni_source_rate_json(settings), &options.rate, &options.rate_divisor);
    return (strcmp(entry->format, "csv") == 0 ? mien_io_curves_csv_read : mien_io_curves_json_read)(
        buffer->bytes, buffer->size, &options, allocator, &entry->clip, NULL, error);
}

static MienStatus read_rhubarb(MieniSourceEntry *entry, const MienAllocator *allocator, const char *file,
                               const MieniBuffer *buffer, const MieniSourceView *settings, MienError *error)
{
    MienIoRhubarbOptions options = {.source = file};
    options.blend = mieni_source_blend(settings, 0);
    options.is_stepped = mieni_source_blend(settings, 1) == 0;
    mieni_rate_of_json(mieni_source_rate_json(settings), &options.rate, &options.rate_divisor);
    return mien_io_rhubarb_read(buffer->bytes, buffer->size, &options, allocator, &entry->clip, NULL, error);
}

/// A format of whole scenes.
typedef struct SceneFormat {
    const char *name;
    MienStatus (*read)(const MieniSceneReading *reading, MienIoSource **out_source);
    const char *endings[4];
} SceneFormat;

static const SceneFormat scene_formats[] = {
    {"gltf", mieni_source_read_gltf, {".glb", ".gltf", ".vrm", ".vrma"}},
    {"fbx", mieni_source_read_fbx, {".fbx"}},
};

/// What a file is if it holds a scene, by its settings or its ending; otherwise NULL.
static const SceneFormat *find_scene_format(const char *file, const MieniSourceView *settings)
{
    const char *name = mieni_source_format(settings);
    for (size_t f = 0; f < sizeof scene_formats / sizeof *scene_formats; ++f) {
        const SceneFormat *format = &scene_formats[f];
        if (name != NULL && strcmp(name, format->name) == 0)
            return format;
        for (int e = 0; name == NULL && e < 4 && format->endings[e] != NULL; ++e)
            if (ends_with(file, format->endings[e]))
                return format;
    }
    return NULL;
}

/// Reads what is one text.
static MienStatus read_text(MieniSourceEntry *entry, const MieniProject *project, const char *file,
                            const MieniBuffer *buffer, const MieniSourceView *settings, MieniProblem *problem)
{
    static const struct {
        const char *format;
        MienStatus (*read)(MieniSourceEntry *, const MienAllocator *, const char *, const MieniBuffer *,
                           const MieniSourceView *, MienError *);
    } readers[] = {
        {"bvh", read_bvh},     {"livelink", read_live_link}, {"csv", read_curves},
        {"json", read_curves}, {"rhubarb", read_rhubarb},
    };
    MienError error = {0};
    const char *named = mieni_source_format(settings),
               *format = named != NULL ? named : find_format(file, buffer);
    for (size_t i = 0; format != NULL && i < sizeof readers / sizeof *readers; ++i) {
        if (strcmp(format, readers[i].format) != 0)
            continue;
        entry->format = readers[i].format;
        MienStatus status =
            readers[i].read(entry, mieni_project_allocator(project), file, buffer, settings, &error);
        status = mieni_project_status(project, status, &error);
        if (status != MIEN_OK)
            mieni_problem_set(problem, file, status, error.message, "%s", error.place);
        return status;
    }
    return mieni_problem_set(
        problem, file, MIEN_ERROR_DATA,
        "What this file is, its name does not say: give --format, or its source a \"format\" "
        "(bvh, gltf, fbx, livelink, csv, json, rhubarb).",
        "%s", "");
}

static MienStatus read_entry(MieniSourceEntry *entry, const MieniSources *sources,
                             const MieniProject *project, const char *file, const MieniSourceView *settings,
                             MieniProblem *problem)
{
    MieniBuffer buffer;
    const SceneFormat *scene = find_scene_format(file, settings);
    if (scene != NULL) {
        const MieniSceneReading reading = {.project = project,
                                           .file = file,
                                           .settings = settings,
                                           .wants_mesh = entry->has_mesh,
                                           .progress = sources->progress,
                                           .user = sources->user,
                                           .notes = &entry->notes,
                                           .problem = problem};
        entry->format = scene->name;
        entry->is_scene = true;
        return scene->read(&reading, &entry->source);
    }
    entry->has_mesh = true; // there is none to leave out
    MienStatus status = mieni_project_read(project, file, &buffer, problem);
    const size_t size = buffer.size;
    if (status == MIEN_OK && !mieni_budget_take(project->budget, size))
        status = mieni_project_no_memory(project, file, problem);
    else if (status == MIEN_OK) {
        status = read_text(entry, project, file, &buffer, settings, problem);
        mieni_budget_give_back(project->budget, size);
    }
    mieni_buffer_release(&buffer);
    return status;
}

static void put_key(MieniTextOut *key, const char *file, const MieniSourceView *settings)
{
    static const char *const members[] = {"format", "scene", "unit", "up", "rate", "timing", "blend"};
    mieni_text_put(key, file);
    for (size_t i = 0; i < sizeof members / sizeof *members; ++i) {
        const MieniJson *value = mieni_json_get(mieni_source_json(settings), members[i]);
        mieni_text_put(key, "\n");
        if (value != NULL)
            mieni_text_put_json(key, value);
    }
}

static void free_entry(MieniSourceEntry *entry)
{
    mien_io_source_destroy(entry->source);
    mien_author_clip_destroy(entry->clip);
    mieni_text_release(&entry->key);
    free(entry);
}

/// The entry of a file with these settings, read if it is not there.
static MienStatus find_entry(MieniSources *sources, const MieniProject *project, const char *file,
                             const MieniSourceView *settings, MieniSourceEntry **out_entry,
                             MieniProblem *problem)
{
    MieniSourceEntry *entry = calloc(1, sizeof *entry);
    if (entry != NULL)
        put_key(&entry->key, file, settings);
    if (entry == NULL || entry->key.is_out_of_memory) {
        free(entry);
        return mieni_problem_set(problem, file, MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
    }
    for (MieniSourceEntry *at = sources->first; at != NULL; at = at->next)
        if (strcmp(at->key.bytes, entry->key.bytes) == 0 && (at->has_mesh || !sources->wants_mesh)) {
            free_entry(entry);
            *out_entry = at;
            return MIEN_OK;
        }
    entry->has_mesh = sources->wants_mesh;
    const MienStatus status = read_entry(entry, sources, project, file, settings, problem);
    if (status != MIEN_OK) {
        free_entry(entry);
        return status;
    }
    entry->next = sources->first;
    sources->first = *out_entry = entry;
    return MIEN_OK;
}

MienStatus mieni_sources_take(MieniSources *sources, const MieniProject *project, const char *file,
                              const MieniJson *settings, const char *take, MieniTake *out_take,
                              MieniProblem *problem)
{
    MieniSourceEntry *entry = NULL;
    *out_take = (MieniTake){0};
    const MienStatus status =
        find_entry(sources, project, file, mieni_source_view(settings), &entry, problem);
    if (status != MIEN_OK)
        return status;
    *out_take = (MieniTake){.clip = entry->clip,
                            .source = entry->source,
                            .format = entry->format,
                            .is_scene = entry->is_scene,
                            .notes = &entry->notes};
    if (entry->source == NULL)
        return MIEN_OK;
    out_take->skeleton = entry->source->skeleton.bone_count > 0 ? &entry->source->skeleton : NULL;
    for (int i = 0; i < entry->source->take_count && out_take->clip == NULL; ++i)
        if (take[0] == '\0' || strcmp(take, entry->source->takes[i].name) == 0)
            out_take->clip = entry->source->takes[i].clip;
    if (take[0] != '\0' && out_take->clip == NULL) {
        char sentence[160];
        snprintf(sentence, sizeof sentence, "There is no take \"%.80s\" in this file.", take);
        return mieni_problem_set(problem, file, MIEN_ERROR_DATA, sentence, "%s", "");
    }
    return MIEN_OK;
}

void mieni_sources_release(MieniSources *sources)
{
    while (sources->first != NULL) {
        MieniSourceEntry *entry = sources->first;
        sources->first = entry->next;
        free_entry(entry);
    }
}
