// SPDX-License-Identifier: MIT
//
// A snapshot is a list of texts layered over the disk.

#include "studio/model/document/snapshot.h"

#include "asset/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MienStatus no_memory(MieniProblem *problem, const char *path)
{
    return mieni_problem_set(problem, path, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory");
}

static StudioWrite *find_write(const StudioSnapshot *snapshot, const char *path)
{
    const size_t index = (size_t)mieni_name_map_get(&snapshot->written, path);
    return index > 0 ? &snapshot->writes[index - 1] : NULL;
}

static int compare_files(const void *a, const void *b)
{
    return strcmp(((const StudioSnapshotFile *)a)->path, ((const StudioSnapshotFile *)b)->path);
}

const StudioSnapshotFile *studio_snapshot_find(const StudioSnapshot *snapshot, const char *path)
{
    const StudioSnapshotFile key = {.path = path};
    return snapshot->file_count > 0 ? bsearch(&key, snapshot->files, (size_t)snapshot->file_count,
                                              sizeof *snapshot->files, compare_files)
                                    : NULL;
}

static MieniOverlaid find(void *user, const char *path, const char **out_bytes, size_t *out_size)
{
    const StudioSnapshot *snapshot = user;
    const StudioWrite *write = find_write(snapshot, path);
    const StudioSnapshotFile *file = write == NULL ? studio_snapshot_find(snapshot, path) : NULL;
    if (write == NULL && file == NULL)
        return MIENI_OVERLAID_NOT;
    const StudioText *text = write != NULL ? write->text : file->text;
    if (text == NULL)
        return MIENI_OVERLAID_GONE;
    *out_bytes = text->bytes;
    *out_size = text->size;
    return MIENI_OVERLAID_THERE;
}

static bool list(void *user, MieniPaths *paths)
{
    const StudioSnapshot *snapshot = user;
    for (int i = 0; i < snapshot->file_count; ++i)
        if (snapshot->files[i].text != NULL && !snapshot->files[i].is_member &&
            !mieni_paths_add(paths, snapshot->files[i].path))
            return false;
    for (int i = 0; i < snapshot->write_count; ++i)
        if (snapshot->writes[i].text != NULL && !mieni_paths_add(paths, snapshot->writes[i].path))
            return false;
    return true;
}

static StudioWrite *add_write(StudioSnapshot *snapshot, const char *path)
{
    StudioWrite *write = find_write(snapshot, path);
    if (write != NULL)
        return write;
    if (snapshot->write_count == snapshot->write_room) {
        const int room = snapshot->write_room > 0 ? 2 * snapshot->write_room : 16;
        StudioWrite *writes = realloc(snapshot->writes, sizeof *writes * (size_t)room);
        if (writes == NULL)
            return NULL;
        snapshot->writes = writes;
        snapshot->write_room = room;
    }
    const size_t size = strlen(path) + 1;
    char *copy = malloc(size);
    const size_t index = (size_t)snapshot->write_count + 1;
    if (copy == NULL || !mieni_name_map_add(&snapshot->written, path, (void *)index)) {
        free(copy);
        return NULL;
    }
    memcpy(copy, path, size);
    write = &snapshot->writes[snapshot->write_count++];
    *write = (StudioWrite){copy, NULL};
    return write;
}

MienStatus studio_snapshot_put(StudioSnapshot *snapshot, const char *path, const void *bytes, size_t size,
                               MieniProblem *problem)
{
    StudioText *text = bytes != NULL ? studio_text_make(bytes, size) : NULL;
    StudioWrite *write = bytes == NULL || text != NULL ? add_write(snapshot, path) : NULL;
    if (write == NULL) {
        studio_text_drop(text);
        return no_memory(problem, path);
    }
    studio_text_drop(write->text);
    write->text = text;
    return MIEN_OK;
}

static MienStatus put(void *user, const char *path, const void *bytes, size_t size, MieniProblem *problem)
{
    return studio_snapshot_put(user, path, bytes, size, problem);
}

static MienStatus take_away(void *user, const char *path, MieniProblem *problem)
{
    return studio_snapshot_put(user, path, NULL, 0, problem);
}

MienStatus studio_snapshot_make(const StudioFiles *files, StudioSnapshot **out_snapshot,
                                MieniProblem *problem)
{
    StudioSnapshot *snapshot = calloc(1, sizeof *snapshot);
    *out_snapshot = NULL;
    if (snapshot == NULL)
        return no_memory(problem, "");
    snapshot->files = calloc((size_t)files->count + 1, sizeof *snapshot->files);
    if (snapshot->files == NULL) {
        free(snapshot);
        return no_memory(problem, "");
    }
    for (int i = 0; i < files->count; ++i) {
        StudioFile *file = files->items[i];
        if (file->is_known)
            snapshot->files[snapshot->file_count++] =
                (StudioSnapshotFile){file->path, studio_text_hold(file->now), file->is_member};
    }
    studio_disk_open(&files->disk, &snapshot->project);
    snapshot->overlay = (MieniOverlay){snapshot, find, put, take_away, list};
    snapshot->project.overlay = &snapshot->overlay;
    snapshot->project.transfers = studio_transfers_store(files->transfers);
    const MienStatus status = mieni_project_load(&snapshot->project, "mien.json", MIENI_ASSET_PROJECT,
                                                 &snapshot->project.settings, problem);
    if (status != MIEN_OK) {
        studio_snapshot_destroy(snapshot);
        return status;
    }
    const char *build = mieni_project_build(mieni_project_of(&snapshot->project.settings));
    snprintf(snapshot->project.build, sizeof snapshot->project.build, "%s", build != NULL ? build : ".mien");
    *out_snapshot = snapshot;
    return MIEN_OK;
}

void studio_snapshot_destroy(StudioSnapshot *snapshot)
{
    if (snapshot == NULL)
        return;
    for (int i = 0; i < snapshot->file_count; ++i)
        studio_text_drop(snapshot->files[i].text);
    for (int i = 0; i < snapshot->write_count; ++i) {
        free(snapshot->writes[i].path);
        studio_text_drop(snapshot->writes[i].text);
    }
    free(snapshot->files);
    free(snapshot->writes);
    mieni_name_map_release(&snapshot->written);
    mieni_project_close(&snapshot->project);
    free(snapshot);
}
