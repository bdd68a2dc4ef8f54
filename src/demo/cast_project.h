// SPDX-License-Identifier: MIT
//
// The sample cast as a project on disk: a .glb per head, the assets that import creates from it,
// characters, clips, a sound and graphs. The same files on every platform.

#pragma once

#include "project/files/files.h"
#include "sample/cast.h"

/// Zero-initialise: zero is the default of every field.
typedef struct MieniCastProject {
    MieniCastDetail detail;
    /// Told of every file once it is made, if given.
    void (*tell)(void *user, const char *path, const char *detail);
    /// Asked before every file, if given; true: stop. What is made already stays.
    bool (*is_over)(void *user);
    void *user; ///< Of both.
} MieniCastProject;

/// Makes the project in a folder, which is made if need be. Refuses one that is a project.
/// wanted may be NULL. MIEN_ERROR_HOST with the words "It was cancelled." if is_over said so.
MienStatus mieni_cast_project_make(const char *folder, const MieniCastProject *wanted, MieniProblem *problem);
