// SPDX-License-Identifier: MIT
//
// Folders of tests, made in /tmp, or where there is none in the build folder, in which
// tests run, and removed with all that is in them.

#pragma once

#include "support/check.h"

#include "project/files/files.h"
#include "project/files/os.h"

/// Removes all that is in a folder, hidden files too.
static inline void temporary_empty(const char *path)
{
    MieniPaths names = {0};
    MieniOsFolder *folder = mieni_os_folder_open(NULL, path);
    for (const char *name; folder != NULL && (name = mieni_os_folder_next(folder)) != NULL;)
        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
            mieni_paths_add(&names, name);
    if (folder != NULL)
        mieni_os_folder_close(folder);
    for (int i = 0; i < names.count; ++i) {
        char full[MIENI_PATH_ROOM];
        CHECK(mieni_path_join(full, path, names.items[i]));
        if (mieni_os_remove(NULL, full) || mieni_os_remove_folder(NULL, full)) // links to folders, too
            continue;
        temporary_empty(full);
        CHECK(mieni_os_remove_folder(NULL, full));
    }
    mieni_paths_release(&names);
}

static inline bool temporary_make(char out[64], const char *name)
{
    const char *where = mieni_file_exists("/tmp") ? "/tmp/" : "";
    for (int i = 0; i < 100; ++i) {
        snprintf(out, 64, "%smien-%s-%ld-%d", where, name, mieni_os_process(), i);
        if (mieni_os_make_folder(NULL, out))
            return true;
    }
    return false;
}

static inline void temporary_remove(const char *path)
{
    temporary_empty(path);
    CHECK(mieni_os_remove_folder(NULL, path));
}
