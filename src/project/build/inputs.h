// SPDX-License-Identifier: MIT
//
// The inputs of a result: every file that was read for it, its contents, and its stamp when it
// was opened.

#pragma once

#include "project/files/content_hash.h"
#include "project/files/files.h"

typedef struct MieniInputFile {
    char *path; ///< Relative to the project.
    /// Of the bytes that were read. "" if it was read twice and had changed in between, or if
    /// hashes are not wanted: it equals no hash then.
    MieniContentHash hash;
    int64_t size;
    MieniFileStamp stamp;
} MieniInputFile;

/// Zero-initialise.
typedef struct MieniInputs {
    MieniInputFile *items;
    int count, room;
    bool has_no_hashes; ///< Set it where only the paths are wanted.
} MieniInputs;

/// Adds a file; false without memory.
bool mieni_inputs_add(MieniInputs *inputs, const char *path, const void *bytes, size_t size,
                      MieniFileStamp stamp);
/// Moves all that another one has, which is empty then; false without memory.
bool mieni_inputs_take(MieniInputs *inputs, MieniInputs *from);
/// By path, each once.
void mieni_inputs_sort(MieniInputs *inputs);
void mieni_inputs_release(MieniInputs *inputs);
