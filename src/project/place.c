// SPDX-License-Identifier: MIT
//
// A project as it is open, and where its files are: their places, whose links are followed.

#include "project/place.h"

#include "project/files/os.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool mieni_project_locate(const MieniProject *project, const char *path, char out[MIENI_PATH_ROOM])
{
    return mieni_path_join(out, project->root, path);
}

/// Like realpath, for a file that need not be there yet.
static char *real_path(const char *given)
{
    char *whole = mieni_os_real_path(given);
    if (whole != NULL || errno != ENOENT)
        return whole;
    const char *slash = strrchr(given, '/'), *file = slash != NULL ? slash + 1 : given;
    char folder[MIENI_PATH_ROOM];
    snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - given) : 1,
             slash != NULL ? given : ".");
    char *above = slash == NULL || slash != given ? real_path(folder) : mieni_os_real_path("/");
    if (above == NULL)
        return NULL;
    whole = malloc(strlen(above) + strlen(file) + 2);
    if (whole != NULL)
        sprintf(whole, "%s/%s", above, file);
    free(above);
    return whole;
}

/// Whether a path is in the project, all links followed; out is its path there.
static bool is_within(const MieniProject *project, const char *given, char out[MIENI_PATH_ROOM])
{
    char *root = mieni_os_real_path(project->root[0] != '\0' ? project->root : "."),
         *whole = real_path(given);
    const size_t size = root != NULL ? strlen(root) : 0;
    const bool is_below =
        root != NULL && whole != NULL && strncmp(whole, root, size) == 0 && whole[size] == '/';
    if (is_below)
        snprintf(out, MIENI_PATH_ROOM, "%s", whole + size + 1);
    free(root);
    free(whole);
    return is_below;
}

bool mieni_project_is_outside(const MieniProject *project, const char *given)
{
    char path[MIENI_PATH_ROOM];
    return !is_within(project, given, path);
}

bool mieni_project_relate(const MieniProject *project, const char *given, char out[MIENI_PATH_ROOM],
                          MieniProblem *problem)
{
    const bool is_there = is_within(project, given, out);
    if (is_there && mieni_path_is_valid(out))
        return true;
    mieni_problem_set(
        problem, given, MIEN_ERROR_DATA, mieni_nowhere(), "%s",
        is_there ? "This path cannot be used in a project: see docs/assets.md."
                 : "This is outside the project, or a link leads there: use a path in the project's folder.");
    return false;
}

MienStatus mieni_place_leads_out(const char *path, MieniProblem *problem)
{
    return mieni_problem_set(
        problem, path, MIEN_ERROR_FILE, mieni_nowhere(),
        "This is a link that leads out of the project: copy the file, or see SECURITY.md.");
}

bool mieni_place_follow(const MieniProject *project, const char *path, char out[MIENI_PATH_ROOM])
{
    char full[MIENI_PATH_ROOM];
    return mieni_project_locate(project, path, full) && mieni_project_relate(project, full, out, NULL);
}

/// Where a file is whose links are followed, as files.h takes it. False if they lead out of a
/// project that is confined.
typedef struct Place {
    const char *root;
    char path[MIENI_PATH_ROOM];
} Place;

static bool find_place(const MieniProject *project, const char *path, Place *out)
{
    out->root = project->is_confined ? project->root : NULL;
    if (project->is_confined)
        return mieni_place_follow(project, path, out->path);
    char full[MIENI_PATH_ROOM];
    if (!mieni_project_locate(project, path, full))
        return false;
    char *real = mieni_os_real_path(full); // NULL for a file that is not there yet
    const bool has_room =
        snprintf(out->path, sizeof out->path, "%s", real != NULL ? real : full) < (int)sizeof out->path;
    free(real);
    return has_room;
}

bool mieni_project_is_as(const MieniProject *project, const char *path, const MieniFileWas *was)
{
    Place place;
    return find_place(project, path, &place) && mieni_file_is_as(place.root, place.path, was);
}

MienStatus mieni_project_write_over(const MieniProject *project, const char *path, const void *bytes,
                                    size_t size, const MieniFileWas *was, MieniProblem *problem)
{
    Place place;
    if (!find_place(project, path, &place))
        return mieni_place_leads_out(path, problem);
    const MienStatus status = mieni_file_write_over_below(place.root, place.path, bytes, size, was, problem);
    return status == MIEN_OK ? MIEN_OK : mieni_problem_in(problem, path, status);
}
