// SPDX-License-Identifier: MIT
//
// What the sources that write many characters and lines share.

#pragma once

#include "base/text_out.h"
#include "demo/many_project.h"
#include "project/project.h"
#include "sample/cast/extras.h"

#define MIENI_MANY_SKELETON "cast.skeleton.json"
#define MIENI_MANY_GRAPH    "cast.graph.json"

typedef struct MieniManyMaking {
    const MieniManyProject *wanted;
    MieniManyReport *report;
    MieniProject project;
    MieniCastHead heads[MIENI_CAST_COUNT];
    MieniCastExtra *extra; ///< One at a time.
    MieniTextOut text;     ///< What is put for the next asset.
    int done, total;       ///< Parts, for progress.
    MieniProblem *problem;
} MieniManyMaking;

MienStatus mieni_many_no_memory(const MieniManyMaking *making);
/// Says which part comes next; MIEN_ERROR_HOST if it is not wanted any more.
MienStatus mieni_many_next(MieniManyMaking *making, const char *path);
/// Writes bytes, without waiting for the disk: what is made by a command is made again by it.
MienStatus mieni_many_write(MieniManyMaking *making, const char *path, const void *bytes, size_t size);
/// Writes what was put as the asset that the path says, in its one form, and empties it. *out_size, if
/// given, is how large.
MienStatus mieni_many_save(MieniManyMaking *making, const char *path, size_t *out_size);

/// The skeleton of all characters, which is like the first head's.
MienStatus mieni_many_skeleton(MieniManyMaking *making);
/// A character by its number from 0: bones, poses, graph, and what names them.
MienStatus mieni_many_character(MieniManyMaking *making, int number);
