// SPDX-License-Identifier: MIT
//
// Files of a project: read completely, replaced atomically, walked in a fixed order. Paths in a
// project are relative to its root and always use slashes.

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

/// Fills the problem, which may be NULL, and returns the status. The format is one sentence.
MienStatus mieni_problem_set(MieniProblem *problem, const char *file, MienStatus status,
                             MieniLocation location, const char *format, ...) MIENI_PRINTF(5, 6);
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

/// Tells one state of a file from another without reading it: made of its size, its times and its
/// number. A file whose stamp is as it was holds what it held. 0: nothing is known, or it changed
/// so shortly before that its times may not tell.
typedef uint64_t MieniFileStamp;

/// The same, but even of a file that changed a moment ago, for comparing with one that was settled.
MieniFileStamp mieni_file_stamp_own(const char *path);

/// Whether the time of a file that was looked at after begin would be another one if the file
/// changed from then on.
bool mieni_file_is_settled(int64_t time, int64_t begin);

// A file is named by a root and a path, as in os.h: with a root, the path is below it and has no
// links in it; without (NULL), it is a path as any other.

/// Reads a file of at most 4 GiB. out_stamp (may be NULL) is that of what was read.
MienStatus mieni_file_read_below(const char *root, const char *path, MieniBuffer *out_buffer,
                                 MieniFileStamp *out_stamp, MieniProblem *problem);
/// The same by a path alone.
MienStatus mieni_file_read(const char *path, MieniBuffer *out_buffer, MieniProblem *problem);
void mieni_buffer_release(MieniBuffer *buffer);

/// What a file held when it was read, to tell whether it still does.
typedef struct MieniFileWas {
    bool is_there;
    uint64_t size;
    uint8_t hash[32]; ///< SHA-256.
} MieniFileWas;

/// bytes are NULL for a file that is not there.
void mieni_file_was(MieniFileWas *out_was, const void *bytes, size_t size);
/// Whether a file holds now what it did.
bool mieni_file_is_as(const char *root, const char *path, const MieniFileWas *was);
/// Says that somebody else changed a file between reading and writing.
MienStatus mieni_problem_changed(MieniProblem *problem, const char *file);

/// Replaces a file whole or not at all: a temporary file beside it, fsync, rename. Mode, owner and
/// group stay, as far as that is allowed. Folders are made. A file that holds these bytes already is
/// left alone, its time too; *out_is_changed (may be NULL) says which. A link is replaced itself.
/// is_derived: without fsync, and as a new file, for what a build makes again if the machine stops.
MienStatus mieni_file_write_below(const char *root, const char *path, const void *bytes, size_t size,
                                  bool is_derived, bool *out_is_changed, MieniProblem *problem);
/// The same with fsync, but refuses to replace a file that is not as it was. NULL: it may be anything.
MienStatus mieni_file_write_over_below(const char *root, const char *path, const void *bytes, size_t size,
                                       const MieniFileWas *was, MieniProblem *problem);
/// The same by a path alone, with fsync. What a link leads to is replaced, not the link.
MienStatus mieni_file_write(const char *path, const void *bytes, size_t size, bool *out_is_changed,
                            MieniProblem *problem);
MienStatus mieni_file_write_over(const char *path, const void *bytes, size_t size, const MieniFileWas *was,
                                 MieniProblem *problem);
/// The same without fsync; a link is replaced itself.
MienStatus mieni_file_write_derived(const char *path, const void *bytes, size_t size, bool *out_is_changed,
                                    MieniProblem *problem);
/// Writes all bytes to an open file; false, with errno, if that is not possible.
bool mieni_file_append(int descriptor, const void *bytes, size_t size);
/// Makes a folder and those above it.
MienStatus mieni_folder_make_below(const char *root, const char *path, MieniProblem *problem);
MienStatus mieni_folder_make(const char *path, MieniProblem *problem);
bool mieni_file_exists(const char *path);
/// Whether a file holds exactly these bytes.
bool mieni_file_holds(const char *root, const char *path, const void *bytes, size_t size);

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
void mieni_paths_sort(MieniPaths *paths);                        ///< By bytes, and removes duplicates.
bool mieni_paths_has(const MieniPaths *paths, const char *path); ///< In sorted paths.
void mieni_paths_release(MieniPaths *paths);

/// What a set of paths comes to, in whatever order they were added. Two sets that differ come to the
/// same once in 10^19.
typedef struct MieniPathSum {
    uint64_t sum;
    int64_t count;
} MieniPathSum;

void mieni_path_sum_add(MieniPathSum *sum, const char *path, size_t size);
/// A path together with the stamp of the file there.
void mieni_path_sum_add_file(MieniPathSum *sum, const char *path, MieniFileStamp stamp);
void mieni_path_sum_join(MieniPathSum *sum, const MieniPathSum *other);
bool mieni_path_sum_equal(const MieniPathSum *a, const MieniPathSum *b);

/// Adds every file below folder, relative to root, in sorted order, without hidden
/// files and folders and without what fits one of ignore. Links to folders are not
/// followed, so that a walk ends. is_confined: nor may the path of folder have one.
MienStatus mieni_walk(const char *root, const char *folder, bool is_confined, const char *const *ignore,
                      int ignore_count, MieniPaths *paths, MieniProblem *problem);
