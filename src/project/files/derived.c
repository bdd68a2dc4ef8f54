// SPDX-License-Identifier: MIT
//
// Files below the build folder.

#include "project/files/derived.h"

/// Root and path of a file, as files.h and os.h take them. False if there is no room.
typedef struct Place {
    const char *root, *path;
    char full[MIENI_PATH_ROOM];
} Place;

static bool find_place(const MieniProject *project, const char *path, Place *out)
{
    *out = (Place){.root = project->root, .path = path};
    if (!mieni_project_locate(project, path, out->full))
        return false;
    if (!project->is_confined) {
        out->root = NULL;
        out->path = out->full;
    }
    return true;
}

static MienStatus too_long(const char *path, MieniProblem *problem)
{
    return mieni_problem_set(problem, path, MIEN_ERROR_LIMIT, mieni_nowhere(), "This path is too long.");
}

MienStatus mieni_derived_read(const MieniProject *project, const char *path, MieniBuffer *out_buffer,
                              MieniProblem *problem)
{
    Place place;
    *out_buffer = (MieniBuffer){0};
    return find_place(project, path, &place)
               ? mieni_file_read_below(place.root, place.path, out_buffer, NULL, problem)
               : too_long(path, problem);
}

static MienStatus write_file(const MieniProject *project, const char *path, const void *bytes, size_t size,
                             bool is_derived, bool *out_is_changed, MieniProblem *problem)
{
    Place place;
    return find_place(project, path, &place) ? mieni_file_write_below(place.root, place.path, bytes, size,
                                                                      is_derived, out_is_changed, problem)
                                             : too_long(path, problem);
}

MienStatus mieni_derived_write(const MieniProject *project, const char *path, const void *bytes, size_t size,
                               bool *out_is_changed, MieniProblem *problem)
{
    return write_file(project, path, bytes, size, true, out_is_changed, problem);
}

MienStatus mieni_derived_write_safe(const MieniProject *project, const char *path, const void *bytes,
                                    size_t size, MieniProblem *problem)
{
    return write_file(project, path, bytes, size, false, NULL, problem);
}

bool mieni_derived_holds(const MieniProject *project, const char *path, const void *bytes, size_t size)
{
    Place place;
    return find_place(project, path, &place) && mieni_file_holds(place.root, place.path, bytes, size);
}

bool mieni_derived_look(const MieniProject *project, const char *path, MieniOsInfo *out)
{
    Place place;
    return find_place(project, path, &place) && mieni_os_look_itself(place.full, out);
}

bool mieni_derived_hash(const MieniProject *project, const char *path, MieniContentHash *out_hash,
                        int64_t *out_size)
{
    MieniBuffer buffer;
    if (mieni_derived_read(project, path, &buffer, NULL) != MIEN_OK)
        return false;
    *out_hash = mieni_content_hash(buffer.bytes, buffer.size);
    *out_size = (int64_t)buffer.size;
    mieni_buffer_release(&buffer);
    return true;
}

bool mieni_derived_remove(const MieniProject *project, const char *path)
{
    Place place;
    return find_place(project, path, &place) && mieni_os_remove(place.root, place.path);
}

bool mieni_derived_remove_folder(const MieniProject *project, const char *path)
{
    Place place;
    return find_place(project, path, &place) && mieni_os_remove_folder(place.root, place.path);
}

bool mieni_derived_sync_folder_of(const MieniProject *project, const char *path)
{
    Place place;
    return find_place(project, path, &place) && mieni_os_sync_folder_of(place.root, place.path);
}

MienStatus mieni_derived_make_folder(const MieniProject *project, const char *path, MieniProblem *problem)
{
    Place place;
    return find_place(project, path, &place) ? mieni_folder_make_below(place.root, place.path, problem)
                                             : too_long(path, problem);
}

MieniOsFolder *mieni_derived_open_folder(const MieniProject *project, const char *path)
{
    Place place;
    return find_place(project, path, &place) ? mieni_os_folder_open(place.root, place.path) : NULL;
}

int mieni_derived_open(const MieniProject *project, const char *path, MieniOsOpen how)
{
    Place place;
    return find_place(project, path, &place) ? mieni_os_open(place.root, place.path, how) : -1;
}

int mieni_derived_open_lock(const MieniProject *project, const char *name, MieniProblem *problem)
{
    char path[MIENI_PATH_ROOM];
    Place place;
    if (!mieni_path_join(path, project->build, name) || !find_place(project, path, &place)) {
        too_long(project->build, problem);
        return -1;
    }
    if (mieni_derived_make_folder(project, project->build, problem) != MIEN_OK)
        return -1;
    const int lock = mieni_os_lock_open(place.root, place.path);
    if (lock < 0)
        mieni_problem_write(problem, path, "The file cannot be written");
    return lock;
}
