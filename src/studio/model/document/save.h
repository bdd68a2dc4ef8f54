// SPDX-License-Identifier: MIT
//
// Saves edited files, each replaced atomically, with the bytes that the command line would write.
// Begin and end run on the studio's thread; between them any thread may write while editing goes
// on.

#pragma once

#include "studio/model/document/studio.h"

typedef struct StudioSaveFile {
    const char *path;
    StudioText *text;  ///< NULL: it is deleted.
    StudioText *saved; ///< What it held on disk, NULL: nothing. Anything else is somebody else's work.
    StudioStamp written;
    bool is_written;
} StudioSaveFile;

typedef struct StudioSave {
    MieniProject project; ///< Where it lies, and no more.
    StudioSaveFile *files;
    int count;
    double patience;      ///< How many seconds to wait for a command that changes files.
    int64_t journal_size; ///< When it began.
    bool is_whole;        ///< All edited files are in it.
    MienStatus status;
    MieniProblem problem; ///< The first thing that went wrong; the rest is written all the same.
} StudioSave;

/// Begins to save one file, or with path NULL all that are edited. Refused while a file is
/// contested or a group is open.
MienStatus studio_save_begin(Studio *studio, const char *path, StudioSave **out_save, MieniProblem *problem);
/// Writes, when no command of ours changes files of the project. What could not be written stays
/// edited, and what others changed meanwhile as they left it.
void studio_save_run(StudioSave *save);
/// Notes what was written, forgets the journal up to the beginning if that is all, and
/// releases the save. Gives what running came to.
MienStatus studio_save_end(Studio *studio, StudioSave *save, MieniProblem *problem);
