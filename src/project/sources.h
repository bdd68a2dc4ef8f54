// SPDX-License-Identifier: MIT
//
// Source files of a project, read by the reader of their format and kept, so that
// an asset that names one file sixty times reads it once.

#pragma once

#include "mien_io/source.h"
#include "project/project.h"

typedef struct MieniSourceEntry MieniSourceEntry;

/// What was read so far. Zero-initialise.
typedef struct MieniSources {
    MieniSourceEntry *first;
} MieniSources;

/// A source and the take of it that was asked for.
typedef struct MieniTake {
    const MienAuthorSkeleton *skeleton; ///< NULL if the file has none.
    const MienAuthorClip *clip;         ///< NULL if the file has no motion.
    const char *format;                 ///< "bvh", "livelink", "csv", "json", "rhubarb".
    const char *note;                   ///< What the reader has to say, a sentence, or "".
} MieniTake;

/// Reads a file, or finds it. settings is a JSON object with the keys of a source
/// (format, unit, up, rate, timing, blend), or NULL; take may be "" for the only one.
MienStatus mieni_sources_take(MieniSources *sources, const MieniProject *project, const char *file,
                              const MieniJson *settings, const char *take, MieniTake *out_take,
                              MieniProblem *problem);
void mieni_sources_release(MieniSources *sources);
