// SPDX-License-Identifier: MIT
//
// Reading glTF: the file, those that it names, and what reading could not keep.

#define _XOPEN_SOURCE 700 // realpath

#include "mien_io/gltf.h"
#include "core/internal.h"
#include "project/files/os.h"
#include "project/sources/sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A file that is open while the source is read.
typedef struct OpenFile {
    struct OpenFile *next;
    MieniBuffer file;
    char *path; ///< All links followed; NULL if that is not known.
} OpenFile;

typedef struct Reading {
    const MieniProject *project;
    const char *name; ///< Of the glTF file.
    OpenFile *open;
} Reading;

static char *real_path(const Reading *reading, const char *path)
{
    char full[MIENI_PATH_ROOM];
    return mieni_project_locate(reading->project, path, full) ? mieni_os_real_path(full) : NULL;
}

/// The same file, if it is open, by whatever name.
static const OpenFile *find_open(const Reading *reading, const char *path)
{
    char *real = real_path(reading, path);
    const OpenFile *at = reading->open;
    while (at != NULL && (real == NULL || at->path == NULL || strcmp(at->path, real) != 0))
        at = at->next;
    free(real);
    return at;
}

/// Opens a file of the project, until all is read; once, however often it is named.
static MienStatus open_file(Reading *reading, const char *path, const void **out_data, size_t *out_size,
                            MienError *error)
{
    const OpenFile *known = find_open(reading, path);
    if (known != NULL) { // by another name it is another input: a link may lead elsewhere the next time
        *out_data = known->file.bytes;
        *out_size = known->file.size;
        MieniInputs *inputs = reading->project->inputs;
        return inputs == NULL || mieni_inputs_add(inputs, path, known->file.bytes, known->file.size, 0)
                   ? MIEN_OK
                   : mieni_fail(error, MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
    }
    OpenFile *open = calloc(1, sizeof *open);
    MieniProblem problem = {0};
    const MienStatus status = open != NULL ? mieni_project_read(reading->project, path, &open->file, &problem)
                                           : mieni_problem_set(&problem, path, MIEN_ERROR_MEMORY,
                                                               "There is not enough memory.", "%s", "");
    if (status != MIEN_OK) {
        free(open);
        if (error != NULL)
            *error = problem.error;
        return status;
    }
    if (!mieni_budget_take(reading->project->budget, open->file.size)) {
        mieni_buffer_release(&open->file);
        free(open);
        return mieni_project_status(reading->project, MIEN_ERROR_MEMORY, error);
    }
    open->path = real_path(reading, path);
    open->next = reading->open;
    reading->open = open;
    *out_data = open->file.bytes;
    *out_size = open->file.size;
    return MIEN_OK;
}

static void close_files(Reading *reading)
{
    while (reading->open != NULL) {
        OpenFile *open = reading->open;
        reading->open = open->next;
        mieni_budget_give_back(reading->project->budget, open->file.size);
        mieni_buffer_release(&open->file);
        free(open->path);
        free(open);
    }
}

/// "faces" of "faces/ada.gltf"; "" without a folder, "/" for the root.
static void folder_of(const char *path, char out[MIENI_PATH_ROOM])
{
    const char *slash = strrchr(path, '/');
    snprintf(out, MIENI_PATH_ROOM, "%.*s", slash == NULL ? 0 : slash == path ? 1 : (int)(slash - path), path);
}

/// Whether a path, all links followed, lies in a folder, all links followed.
static bool is_below(const char *path, const char *folder)
{
    char *whole = mieni_os_real_path(path), *root = mieni_os_real_path(folder[0] != '\0' ? folder : ".");
    const size_t size = root != NULL ? strlen(root) : 0;
    const bool is_within = whole != NULL && root != NULL && strncmp(whole, root, size) == 0 &&
                           (whole[size] == '/' || (size > 0 && root[size - 1] == '/'));
    free(whole);
    free(root);
    return is_within;
}

/// Links are followed within the project and beside the file itself, wherever that
/// lies, so that a file from elsewhere cannot name what is not meant for it.
static bool is_meant(const Reading *reading, const char *path)
{
    char full[MIENI_PATH_ROOM], file[MIENI_PATH_ROOM], folder[MIENI_PATH_ROOM];
    if (!mieni_project_locate(reading->project, path, full) ||
        !mieni_project_locate(reading->project, reading->name, file))
        return false;
    folder_of(file, folder);
    if (!mieni_file_exists(full) || is_below(full, folder) || is_below(full, reading->project->root))
        return true; // what is not there is told by whoever opens it
    char *real = mieni_os_real_path(file);
    if (real != NULL)
        folder_of(real, folder);
    free(real);
    return is_below(full, folder);
}

/// Gives the reader a file that the glTF file names.
static MienStatus read_beside(void *user, const char *path, const void **out_data, size_t *out_size,
                              MienError *error)
{
    Reading *reading = user;
    char folder[MIENI_PATH_ROOM], whole[MIENI_PATH_ROOM];
    folder_of(reading->name, folder);
    if (!mieni_path_is_valid(path) || !mieni_path_join(whole, folder, path))
        return mieni_fail(error, MIEN_ERROR_DATA,
                          "A project cannot hold this path: rename the file that it names.", "%s", "");
    if (!is_meant(reading, whole))
        return mieni_fail(error, MIEN_ERROR_DATA,
                          "This is a link that leads out of the project: copy the file into it.", "%s", "");
    const MienStatus status = open_file(reading, whole, out_data, out_size, error);
    static const char subject[] = "The file ";
    if (status != MIEN_ERROR_FILE || error == NULL || strncmp(error->message, subject, strlen(subject)) != 0)
        return status;
    char sentence[sizeof error->message]; // it is not the file that messages name
    snprintf(sentence, sizeof sentence, "\"%.60s\" %.90s", path, error->message + strlen(subject));
    return mieni_fail(error, status, sentence, "%s", "");
}

static void note_report(const MienIoGltfReport *report, MieniSourceNotes *notes)
{
    mieni_source_note_scene(notes, report->note, report->renamed_count, report->reduced_vertex_count);
    if (report->sheared_count > 0)
        mieni_source_note(notes, "%d node%s a matrix that is sheared: it was left out of it.",
                          report->sheared_count, report->sheared_count == 1 ? " has" : "s have");
    if (report->skipped_channel_count > 0)
        mieni_source_note(notes, "%d animation channel%s left out: only bones and morphs are kept.",
                          report->skipped_channel_count,
                          report->skipped_channel_count == 1 ? " was" : "s were");
    if (report->skipped_part_count > 0)
        mieni_source_note(notes, "%d part%s of points or lines left out: only triangles are kept.",
                          report->skipped_part_count, report->skipped_part_count == 1 ? " was" : "s were");
}

struct MieniGltfFile {
    MienIoGltf *gltf;
    Reading reading;
    char name[MIENI_PATH_ROOM];
};

MienStatus mieni_gltf_file_open(const MieniProject *project, const char *file, MieniGltfFile **out_file,
                                MieniProblem *problem)
{
    MieniGltfFile *open = calloc(1, sizeof *open);
    MienError error = {0};
    const void *data = NULL;
    size_t size = 0;
    *out_file = NULL;
    if (open == NULL)
        return mieni_problem_set(problem, file, MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
    snprintf(open->name, sizeof open->name, "%s", file);
    open->reading = (Reading){.project = project, .name = open->name};
    const MienIoGltfOptions options = {.source = open->name, .files = {&open->reading, read_beside}};
    MienStatus status = open_file(&open->reading, file, &data, &size, &error);
    if (status != MIEN_OK)
        error.place[0] = '\0'; // it is the file itself
    else
        status =
            mien_io_gltf_open(data, size, &options, mieni_project_allocator(project), &open->gltf, &error);
    status = mieni_project_status(project, status, &error);
    if (status != MIEN_OK) {
        mieni_gltf_file_close(open);
        return mieni_problem_set(problem, file, status, error.message, "%s", error.place);
    }
    *out_file = open;
    return MIEN_OK;
}

const MienIoGltf *mieni_gltf_file_content(const MieniGltfFile *file) { return file->gltf; }

void mieni_gltf_file_close(MieniGltfFile *file)
{
    if (file == NULL)
        return;
    mien_io_gltf_destroy(file->gltf);
    close_files(&file->reading);
    free(file);
}

MienStatus mieni_source_read_gltf(const MieniSceneReading *reading, MienIoSource **out_source)
{
    MienIoGltfReading how = {.scene = mieni_source_scene(reading->settings),
                             .skip_mesh = !reading->wants_mesh};
    MienIoGltfReport report = {0};
    MieniGltfFile *open = NULL;
    MienError error = {0};
    *out_source = NULL;
    mieni_rate_of_json(mieni_source_rate_json(reading->settings), &how.rate, &how.rate_divisor);
    MienStatus status = mieni_gltf_file_open(reading->project, reading->file, &open, reading->problem);
    if (status != MIEN_OK)
        return status;
    status = mien_io_gltf_read(open->gltf, &how, mieni_project_allocator(reading->project), out_source,
                               &report, &error);
    mieni_gltf_file_close(open);
    status = mieni_project_status(reading->project, status, &error);
    if (status != MIEN_OK)
        return mieni_problem_set(reading->problem, reading->file, status, error.message, "%s", error.place);
    note_report(&report, reading->notes);
    return MIEN_OK;
}
