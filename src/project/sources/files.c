// SPDX-License-Identifier: MIT
//
// The files that are open while a source is read.

#include "project/sources/files.h"

#include "core/internal.h"
#include "project/files/os.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct MieniOpenFile {
    MieniOpenFile *next;
    MieniBuffer file;
    char name[MIENI_PATH_ROOM]; ///< Within the project.
    char *path;                 ///< With all links followed; NULL until it is needed, or unknown.
};

static char *real_path(const MieniOpenFiles *files, const char *path)
{
    char full[MIENI_PATH_ROOM];
    return mieni_project_locate(files->project, path, full) ? mieni_os_real_path(full) : NULL;
}

/// The same file, if it is open, by whatever name.
static const MieniOpenFile *find_open(const MieniOpenFiles *files, const char *path)
{
    char *real = files->open != NULL ? real_path(files, path) : NULL;
    MieniOpenFile *at = real != NULL ? files->open : NULL;
    for (; at != NULL; at = at->next) {
        if (at->path == NULL)
            at->path = real_path(files, at->name);
        if (at->path != NULL && strcmp(at->path, real) == 0)
            break;
    }
    free(real);
    return at;
}

/// Opens a file of the project, until all is read; once, however often it is named.
static MienStatus open_file(MieniOpenFiles *files, const char *path, const void **out_data, size_t *out_size,
                            MienError *error)
{
    const MieniOpenFile *known = find_open(files, path);
    if (known != NULL) { // by another name it is another input: a link may lead elsewhere the next time
        *out_data = known->file.bytes;
        *out_size = known->file.size;
        MieniInputs *inputs = files->project->inputs;
        return inputs == NULL || mieni_inputs_add(inputs, path, known->file.bytes, known->file.size, 0)
                   ? MIEN_OK
                   : mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    }
    MieniOpenFile *open = calloc(1, sizeof *open);
    MieniProblem problem = {0};
    const MienStatus status = open != NULL ? mieni_project_read(files->project, path, &open->file, &problem)
                                           : mieni_problem_set(&problem, path, MIEN_ERROR_MEMORY,
                                                               mieni_nowhere(), "Out of memory.");
    if (status != MIEN_OK) {
        free(open);
        if (error != NULL)
            *error = problem.error;
        return status;
    }
    if (!mieni_budget_take(files->project->budget, open->file.size)) {
        mieni_buffer_release(&open->file);
        free(open);
        return mieni_project_status(files->project, MIEN_ERROR_MEMORY, error);
    }
    snprintf(open->name, sizeof open->name, "%s", path);
    open->next = files->open;
    files->open = open;
    *out_data = open->file.bytes;
    *out_size = open->file.size;
    return MIEN_OK;
}

void mieni_open_files_close(MieniOpenFiles *files)
{
    while (files->open != NULL) {
        MieniOpenFile *open = files->open;
        files->open = open->next;
        mieni_budget_give_back(files->project->budget, open->file.size);
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
static bool is_meant(const MieniOpenFiles *files, const char *path)
{
    char full[MIENI_PATH_ROOM], file[MIENI_PATH_ROOM], folder[MIENI_PATH_ROOM];
    if (!mieni_project_locate(files->project, path, full) ||
        !mieni_project_locate(files->project, files->name, file))
        return false;
    folder_of(file, folder);
    if (!mieni_file_exists(full) || is_below(full, folder) || is_below(full, files->project->root))
        return true; // a missing file is reported when it is opened
    char *real = mieni_os_real_path(file);
    if (real != NULL)
        folder_of(real, folder);
    free(real);
    return is_below(full, folder);
}

MienStatus mieni_open_files_read(MieniOpenFiles *files, const void **out_data, size_t *out_size,
                                 MienError *error)
{
    const MienStatus status = open_file(files, files->name, out_data, out_size, error);
    if (status != MIEN_OK)
        error->location[0] = '\0'; // it is the file itself
    return mieni_project_status(files->project, status, error);
}

MienStatus mieni_open_files_beside(void *user, const char *path, const void **out_data, size_t *out_size,
                                   MienError *error)
{
    MieniOpenFiles *files = user;
    char folder[MIENI_PATH_ROOM], whole[MIENI_PATH_ROOM];
    folder_of(files->name, folder);
    if (!mieni_path_is_valid(path) || !mieni_path_join(whole, folder, path))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_nowhere(),
                          "This path cannot be used in a project: rename the file that it names.");
    if (!is_meant(files, whole))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_nowhere(),
                          "This is a link that leads out of the project: copy the file into the project.");
    const MienStatus status = open_file(files, whole, out_data, out_size, error);
    static const char subject[] = "The file ";
    if (status != MIEN_ERROR_FILE || error == NULL || strncmp(error->message, subject, strlen(subject)) != 0)
        return status;
    char sentence[sizeof error->message]; // it is not the file that messages name
    snprintf(sentence, sizeof sentence, "\"%.60s\" %.90s", path, error->message + strlen(subject));
    return mieni_fail(error, status, mieni_nowhere(), "%s", sentence);
}
