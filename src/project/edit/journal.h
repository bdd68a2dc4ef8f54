// SPDX-License-Identifier: MIT
//
// The journal of an edit that replaces several files. It contains their new contents, is on
// disk before the first of them is replaced, and is removed after the last. If a program or the
// machine stops in between, the next owner of the edit lock replaces the remaining files.

#pragma once

#include "base/text_out.h"
#include "project/project.h"

/// Adds a file to what is to be written: its path, and its bytes before and after.
void mieni_edit_journal_add(MieniTextOut *journal, const char *path, const MieniTextOut *before,
                            const MieniTextOut *after);
/// Writes a journal of count files, so that it outlives a loss of power.
MienStatus mieni_edit_journal_write(const MieniProject *project, const MieniTextOut *journal, int count,
                                    MieniProblem *problem);
/// Removes it, so that this does.
MienStatus mieni_edit_journal_remove(const MieniProject *project, MieniProblem *problem);

/// Hears of files of an edit that was cut off: they were replaced now, or left alone because
/// somebody changed them since.
typedef void MieniResumed(void *user, const char *file, bool is_left_alone);

bool mieni_edit_journal_is_there(const MieniProject *project);
/// Completes an interrupted edit, if there is one; the caller must hold the lock. If no file was replaced
/// yet, or all are again as they were, none is.
MienStatus mieni_edit_journal_resume(const MieniProject *project, MieniResumed *resumed, void *user,
                                     MieniProblem *problem);
