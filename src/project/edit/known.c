// SPDX-License-Identifier: MIT
//
// What files held when they were read, so that what others wrote meanwhile is not replaced.

#include "project/edit/known.h"

#include "project/files/derived.h"
#include "project/files/os.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mieni_edit_end(MieniEdit *edit)
{
    if (edit == NULL)
        return;
    for (int i = 0; i < edit->room; ++i)
        free(edit->known[i].path);
    free(edit->known);
    mieni_os_close(edit->lock); // the file stays, so that no two can differ about it
    free(edit);
}

/// Where a path is, or would be.
static MieniKnown *find(const MieniEdit *edit, const char *path)
{
    uint32_t hash = 2166136261u;
    for (const char *at = path; *at != '\0'; ++at)
        hash = (hash ^ (unsigned char)*at) * 16777619u;
    const uint32_t mask = (uint32_t)edit->room - 1;
    uint32_t place = hash & mask;
    while (edit->known[place].path != NULL && strcmp(edit->known[place].path, path) != 0)
        place = (place + 1) & mask;
    return &edit->known[place];
}

/// Room for one more, never more than half of it used.
static bool grow(MieniEdit *edit)
{
    if (2 * (edit->count + 1) <= edit->room)
        return true;
    MieniEdit larger = *edit;
    larger.room = edit->room > 0 ? 2 * edit->room : 64;
    larger.known = calloc((size_t)larger.room, sizeof *larger.known);
    if (larger.known == NULL)
        return false;
    for (int i = 0; i < edit->room; ++i)
        if (edit->known[i].path != NULL)
            *find(&larger, edit->known[i].path) = edit->known[i];
    free(edit->known);
    *edit = larger;
    return true;
}

static bool note(MieniEdit *edit, const char *path, const void *bytes, size_t size, bool is_own)
{
    if (edit == NULL)
        return true;
    if (!grow(edit))
        return false;
    MieniKnown *known = find(edit, path);
    if (known->path != NULL && !is_own)
        return true; // what was read first counts: something may have been made of it
    if (known->path == NULL) {
        const size_t room = strlen(path) + 1;
        known->path = malloc(room);
        if (known->path == NULL)
            return false;
        memcpy(known->path, path, room);
        ++edit->count;
    }
    mieni_file_was(&known->was, bytes, size);
    return true;
}

bool mieni_edit_note(MieniEdit *edit, const char *path, const void *bytes, size_t size)
{
    return note(edit, path, bytes, size, false);
}

bool mieni_edit_note_own(MieniEdit *edit, const char *path, const void *bytes, size_t size)
{
    return note(edit, path, bytes, size, true);
}

const MieniFileWas *mieni_edit_was(const MieniEdit *edit, const char *path)
{
    const MieniKnown *known = edit != NULL && edit->room > 0 ? find(edit, path) : NULL;
    return known != NULL && known->path != NULL ? &known->was : NULL;
}

/// Whether a name is that of a file beside another one that was being written: "mien-123-01ab23cd.tmp".
static bool is_temporary(const char *name)
{
    if (strncmp(name, "mien-", 5) != 0)
        return false;
    name += 5 + strspn(name + 5, "0123456789");
    return name[0] == '-' && strspn(name + 1, "0123456789abcdef") == 8 && strcmp(name + 9, ".tmp") == 0;
}

void mieni_edit_sweep(const MieniProject *project, const char *path)
{
    enum { HOUR = 3600 };
    MieniEdit *edit = project->edit;
    const char *slash = strrchr(path, '/');
    char folder[MIENI_PATH_ROOM], one[MIENI_PATH_ROOM];
    if (edit == NULL)
        return;
    snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - path) : 1,
             slash != NULL ? path : ".");
    if (strcmp(folder, edit->swept) == 0)
        return;
    memcpy(edit->swept, folder, sizeof folder);
    MieniOsFolder *names = mieni_derived_open_folder(project, folder);
    for (const char *name; names != NULL && (name = mieni_os_folder_next(names)) != NULL;) {
        MieniOsInfo info;
        if (is_temporary(name) && mieni_path_join(one, folder, name) &&
            mieni_derived_look(project, one, &info) && info.kind == MIENI_OS_FILE &&
            mieni_os_time() - info.time > (int64_t)HOUR * 1000000000)
            mieni_derived_remove(project, one);
    }
    if (names != NULL)
        mieni_os_folder_close(names);
}

MienStatus mieni_edit_check(const MieniProject *project, const char *path, MieniProblem *problem)
{
    const MieniFileWas *was = mieni_edit_was(project->edit, path);
    return was == NULL || mieni_project_is_as(project, path, was) ? MIEN_OK
                                                                  : mieni_problem_changed(problem, path);
}
