// SPDX-License-Identifier: MIT
//
// Reading sources by their format, with their settings, and keeping the results.

#include "project/sources/sources.h"

#include "core/internal.h"
#include "project/sources/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct MieniSourceEntry {
    MieniSourceEntry *next;
    MieniTextOut key; ///< File and settings.
    MienIoSource *source;
    MienAuthorClip *clip; ///< Of formats that hold nothing else.
    const MieniSourceFormat *format;
    bool has_mesh; ///< As far as the file has one.
    MieniSourceNotes notes;
};

/// The settings of a source as readers take them.
static MieniReading reading_of(const MieniSourceView *settings)
{
    const char *timing = mieni_text_or_empty(mieni_source_timing(settings));
    MieniReading reading = {
        .scene = mieni_source_scene(settings),
        .take = mieni_source_take(settings),
        .phones = mieni_source_phones(settings),
        .style = mieni_source_style(settings),
        .transcript = mieni_source_transcript(settings),
        .unit = mieni_source_unit(settings, 0),
        .up = strcmp(mieni_text_or_empty(mieni_source_up(settings)), "z") == 0 ? MIEN_IO_UP_Z : MIEN_IO_UP_Y,
        .timing = strcmp(timing, "exact") == 0     ? MIEN_IO_LIVE_LINK_EXACT
                  : strcmp(timing, "counted") == 0 ? MIEN_IO_LIVE_LINK_COUNTED
                                                   : MIEN_IO_LIVE_LINK_NEAREST,
        .blend = mieni_source_blend(settings, 0),
        .is_stepped = mieni_source_blend(settings, 1) == 0};
    mieni_rate_of_json(mieni_source_rate_json(settings), &reading.rate, &reading.rate_divisor);
    return reading;
}

static MienStatus refuse_unknown(const char *file, MieniProblem *problem)
{
    char sentence[160];
    int used = snprintf(sentence, sizeof sentence, "Unknown file type: use --format or \"format\": ");
    for (int i = 0; i < MIENI_FORMAT_COUNT && used < (int)sizeof sentence; ++i)
        used += snprintf(sentence + used, sizeof sentence - (size_t)used, "%s%s", mieni_source_formats[i].id,
                         i + 1 < MIENI_FORMAT_COUNT ? ", " : ".");
    return mieni_problem_set(problem, file, MIEN_ERROR_DATA, mieni_nowhere(), "%s", sentence);
}

/// Reads an open file by its format.
static MienStatus read_bytes(MieniSourceEntry *entry, const MieniSources *sources, MieniReading *reading,
                             const MieniProject *project, MieniProblem *problem)
{
    MieniRead read = {0};
    MienError error = {0};
    entry->has_mesh = entry->has_mesh || entry->format->kind != MIENI_SOURCE_SCENE; // none to leave out
    reading->skip_mesh = !entry->has_mesh;
    reading->progress = sources->progress;
    reading->user = sources->user;
    reading->allocator = mieni_project_allocator(project);
    reading->notes = &entry->notes;
    reading->aligner = project->aligner;
    MienStatus status = mieni_format_of(entry->format)->read(reading, &read, &error);
    entry->source = read.source;
    entry->clip = read.clip;
    status = mieni_project_status(project, status, &error);
    return status == MIEN_OK ? MIEN_OK
                             : mieni_problem_set(problem, reading->file, status, mieni_at_error(&error), "%s",
                                                 error.message);
}

static MienStatus read_entry(MieniSourceEntry *entry, const MieniSources *sources,
                             const MieniProject *project, const char *file, const MieniSourceView *settings,
                             MieniProblem *problem)
{
    MieniOpenFiles files = {.project = project, .name = file};
    MieniReading reading = reading_of(settings);
    MienError error = {0};
    const char *id = mieni_source_format(settings);
    reading.file = file;
    reading.files = (MienIoFiles){&files, mieni_open_files_beside};
    MienStatus status = mieni_open_files_read(&files, &reading.bytes, &reading.size, &error);
    if (status != MIEN_OK)
        return mieni_problem_set(problem, file, status, mieni_at_error(&error), "%s", error.message);
    entry->format =
        id != NULL ? mieni_source_format_find(id) : mieni_format_detect(file, reading.bytes, reading.size);
    status = entry->format != NULL ? read_bytes(entry, sources, &reading, project, problem)
                                   : refuse_unknown(file, problem);
    mieni_open_files_close(&files);
    return status;
}

static void put_key(MieniTextOut *key, const char *file, const MieniSourceView *settings)
{
    static const char *const members[] = {"format", "scene", "unit",   "up",    "rate",
                                          "timing", "blend", "phones", "style", "transcript"};
    mieni_text_put(key, file);
    for (size_t i = 0; i < sizeof members / sizeof *members; ++i) {
        const MieniJson *value = mieni_json_get(mieni_source_json(settings), members[i]);
        mieni_text_put(key, "\n");
        if (value != NULL)
            mieni_text_put_json(key, value);
    }
    // Other files are read with all their takes.
    if (mieni_source_has_tiers(mieni_source_format(settings), file))
        mieni_text_put(key, mieni_text_or_empty(mieni_source_take(settings)));
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
        return mieni_problem_set(problem, file, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
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
                            .is_scene = entry->format->kind == MIENI_SOURCE_SCENE,
                            .has_takes = entry->source != NULL && entry->format->kind != MIENI_SOURCE_MOTION,
                            .notes = &entry->notes};
    if (entry->source == NULL)
        return MIEN_OK;
    out_take->skeleton = entry->source->skeleton.bone_count > 0 ? &entry->source->skeleton : NULL;
    for (int i = 0; i < entry->source->take_count && out_take->clip == NULL; ++i)
        if (take[0] == '\0' || strcmp(take, entry->source->takes[i].name) == 0)
            out_take->clip = entry->source->takes[i].clip;
    if (take[0] != '\0' && out_take->clip == NULL) {
        char sentence[160];
        snprintf(sentence, sizeof sentence, "No take named \"%.80s\" in this file.", take);
        return mieni_problem_set(problem, file, MIEN_ERROR_DATA, mieni_nowhere(), "%s", sentence);
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
