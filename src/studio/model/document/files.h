// SPDX-License-Identifier: MIT
//
// The files of an open project: their current text, and the text on disk. Only assets are
// listed; source files are not.
//
// A file is loaded when its text is first read. Until then it is only a name, so that
// projects of any size open at once.

#pragma once

#include "project/project.h"
#include "studio/model/document/text.h"
#include "studio/model/document/transfers.h"

/// How a file lay on disk when it was last looked at.
typedef struct StudioStamp {
    bool is_there;
    int64_t size, seconds, nanoseconds, changed_seconds, changed_nanoseconds;
    uint64_t device, inode;
} StudioStamp;

/// Where the files of a project lie.
typedef struct StudioDisk {
    char root[MIENI_PATH_ROOM]; ///< Of the project, absolute.
    bool is_confined;           ///< As that of the project.
} StudioDisk;

/// The same as a project without settings.
void studio_disk_open(const StudioDisk *disk, MieniProject *out_project);

/// An asset of the project, or one that was or will be. Read the fields; only functions
/// of this header change them.
typedef struct StudioFile {
    char *path;
    MieniAssetKind kind;
    bool is_listed;     ///< It was on disk when the folder was last walked.
    bool is_member;     ///< No file: what one of a clip collection comes to. It is known, and never edited.
    bool is_known;      ///< Its texts are read.
    StudioText *now;    ///< Of a known file; NULL: it is not there.
    StudioText *saved;  ///< What is on disk, as far as is known; NULL: nothing.
    bool is_contested;  ///< It is edited, and theirs is on disk in place of saved.
    StudioText *theirs; ///< Of a contested file; NULL: it was deleted on disk.
    StudioStamp stamp;  ///< Of what saved came from.
    uint64_t revision;  ///< Another number for every text that now was.
    MieniAsset tree;    ///< Private: of studio_file_tree, as are those below.
    MieniProblem *tree_problem;
    uint64_t tree_revision;
} StudioFile;

/// Zero-initialise it; release it when done.
typedef struct StudioFiles {
    StudioDisk disk;
    StudioFile **items; ///< By path.
    int count, room;
    uint64_t revision;          ///< The last that was given.
    StudioTransfers *transfers; ///< That were made of them. May be NULL.
} StudioFiles;

void studio_files_release(StudioFiles *files);
/// The index of a path, or of the first one behind it.
int studio_files_search(const StudioFiles *files, const char *path);
/// The file of a path, or NULL if nothing was ever heard of it.
StudioFile *studio_files_find(const StudioFiles *files, const char *path);
/// The same, made if need be; NULL if out of memory.
StudioFile *studio_files_add(StudioFiles *files, const char *path);

/// How a file of the project lies on disk.
void studio_stamp_take(const char *root, const char *path, StudioStamp *out_stamp);
bool studio_stamp_same(const StudioStamp *a, const StudioStamp *b);
/// Reads a file and its stamp, which belong together. What is not there is no failure:
/// *out_text is NULL then.
MienStatus studio_disk_read(const StudioDisk *disk, const char *path, StudioText **out_text,
                            StudioStamp *out_stamp, MieniProblem *problem);

/// Reads a file if it is not known yet.
MienStatus studio_file_know(StudioFiles *files, StudioFile *file, MieniProblem *problem);
/// Whether it is there now.
bool studio_file_is_there(const StudioFile *file);
/// Whether it differs from the file on disk.
bool studio_file_is_edited(const StudioFile *file);

/// Makes a text, which may be NULL, that of a known file, and holds it.
void studio_file_set(StudioFiles *files, StudioFile *file, StudioText *text);
/// Notes what is on disk now, and holds it. Ends a conflict.
void studio_file_set_saved(StudioFile *file, StudioText *text, const StudioStamp *stamp);
/// Notes that the disk has another text than saved, and holds it.
void studio_file_contest(StudioFile *file, StudioText *theirs, const StudioStamp *stamp);

/// What the text of a file says, read once per text. It lives until the text changes.
/// A text that cannot be read gives its problem every time.
MienStatus studio_file_tree(StudioFiles *files, StudioFile *file, const MieniAsset **out_asset,
                            MieniProblem *problem);
