// SPDX-License-Identifier: MIT
//
// Files as a project needs them: read whole, replaced whole, walked in a fixed
// order. Paths in a project are relative to its root and always have slashes.

#pragma once

#include "core/internal.h"
#include "mien/mien.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MIENI_PATH_ROOM = 1200 };

/// What went wrong, and in which file: as given or relative to the project; "" if in none.
typedef struct MieniProblem {
    MienError error;
    char file[MIENI_PATH_ROOM];
    bool is_write; ///< It is a result that cannot be written, not an input.
} MieniProblem;

/// Fills the problem, which may be NULL, and returns the status. place is a printf format.
MienStatus mieni_problem_set(MieniProblem *problem, const char *file, MienStatus status, const char *sentence,
                             const char *place, ...) MIENI_PRINTF(5, 6);
/// Says in which file an error that is filled already happened.
MienStatus mieni_problem_in(MieniProblem *problem, const char *file, MienStatus status);

/// The same for a result that cannot be written: "The file cannot be written", and what the system says
/// (errno).
MienStatus mieni_problem_write(MieniProblem *problem, const char *file, const char *what);

/// Bytes of a whole file.
typedef struct MieniBuffer {
    char *bytes; ///< Closed by a zero that does not count.
    size_t size;
} MieniBuffer;

/// Reads a file of at most 4 GiB.
MienStatus mieni_file_read(const char *path, MieniBuffer *out_buffer, MieniProblem *problem);
void mieni_buffer_release(MieniBuffer *buffer);

/// Replaces a file whole or not at all: a temporary file beside it, fsync, rename.
/// What a link leads to is replaced, not the link.
/// Folders are made. A file that holds these bytes already is left alone, its time
/// too; *out_is_changed (may be NULL) says which.
MienStatus mieni_file_write(const char *path, const void *bytes, size_t size, bool *out_is_changed,
                            MieniProblem *problem);
/// The same without fsync, for what a build makes again if the machine stops.
MienStatus mieni_file_write_derived(const char *path, const void *bytes, size_t size, bool *out_is_changed,
                                    MieniProblem *problem);
/// Makes a folder and those above it.
MienStatus mieni_folder_make(const char *path, MieniProblem *problem);
bool mieni_file_exists(const char *path);
/// Whether a file holds exactly these bytes.
bool mieni_file_holds(const char *path, const void *bytes, size_t size);

/// Adds text to a path that has *used bytes; false if there is no room.
bool mieni_path_put(char out[MIENI_PATH_ROOM], size_t *used, const char *text, size_t size);
/// "a/b" of "a" and "b"; b alone if a is "" or ".". False if there is no room.
bool mieni_path_join(char out[MIENI_PATH_ROOM], const char *a, const char *b);
/// Whether a path fits a pattern: * and ? within a part, ** over parts.
bool mieni_path_matches(const char *pattern, const char *path);

/// A list of paths in one block each; sort to search.
typedef struct MieniPaths {
    char **items;
    int count, room;
} MieniPaths;

/// Adds a copy; false without memory.
bool mieni_paths_add(MieniPaths *paths, const char *path);
void mieni_paths_sort(MieniPaths *paths);                        ///< By bytes, and drops what is there twice.
bool mieni_paths_has(const MieniPaths *paths, const char *path); ///< In sorted paths.
void mieni_paths_release(MieniPaths *paths);

/// What a set of paths comes to, in whatever order they were added. Two sets that differ come to the
/// same once in 10^19.
typedef struct MieniPathSum {
    uint64_t sum;
    int64_t count;
} MieniPathSum;

void mieni_path_sum_add(MieniPathSum *sum, const char *path, size_t size);
/// A path together with size and time of the file there.
void mieni_path_sum_add_file(MieniPathSum *sum, const char *path, int64_t size, int64_t time);
void mieni_path_sum_join(MieniPathSum *sum, const MieniPathSum *other);
bool mieni_path_sum_equal(const MieniPathSum *a, const MieniPathSum *b);

/// Adds every file below folder, relative to root, in sorted order, without hidden
/// files and folders and without what fits one of ignore. Links to folders are not
/// followed, so that a walk ends.
MienStatus mieni_walk(const char *root, const char *folder, const char *const *ignore, int ignore_count,
                      MieniPaths *paths, MieniProblem *problem);
