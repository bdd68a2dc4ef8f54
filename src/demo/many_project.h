// SPDX-License-Identifier: MIT
//
// A project of any size from the sample cast: characters with their own proportions and poses on
// one skeleton, and lines of dialogue in many languages that play on each of them. For
// measurements. The same numbers give the same files on every platform.

#pragma once

#include "project/files/files.h"

#include <stdint.h>

enum {
    MIENI_MANY_CHARACTERS = 100000, ///< At most.
    MIENI_MANY_BODIES = 10000,
    MIENI_MANY_LANGUAGES = 1000,
    MIENI_MANY_CLIPS = 10000000, ///< Lines in all languages together.
};

typedef struct MieniManyProject {
    int characters, lines, languages, bodies; ///< At least one of each.
    uint64_t seed;
    /// Asked before every file, if given, with how many of the parts are made; false: stop. What is made
    /// already stays.
    bool (*go_on)(void *user, const char *path, int done, int total);
    void *user;
} MieniManyProject;

/// What was made.
typedef struct MieniManyReport {
    int files;
    int64_t line_bytes, pose_bytes; ///< Of all lines, and of all pose assets.
} MieniManyReport;

/// Makes the project in a folder, which is made if need be. Refuses one that is a project, and counts
/// beyond the limits. MIEN_ERROR_HOST with the words "It was cancelled." if go_on said so.
MienStatus mieni_many_project_make(const char *folder, const MieniManyProject *wanted,
                                   MieniManyReport *out_report, MieniProblem *problem);
