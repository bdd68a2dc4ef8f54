// SPDX-License-Identifier: MIT
//
// Live lint of an open project: on a snapshot, on another thread, limited to the files that a
// change can affect; and the list of all diagnostics, replaced file by file.

#pragma once

#include "project/lint/lint.h"
#include "studio/model/document/studio.h"

enum {
    STUDIO_LINT_WHOLE = 300, ///< Projects with up to this many assets are checked completely every time.
};

typedef struct StudioLint {
    StudioSnapshot *snapshot;
    MieniPaths changed; ///< What it is about; none: the whole project.
    MieniPaths files;   ///< What was looked at, once it ran; none: all.
    MieniPaths all;     ///< Every file but those of large clip collections; none if there are no such assets.
    MieniPaths many;    ///< Large clip collections, whose files are left to mien lint --changed.
    MieniLintReport report;
    MienStatus status;
    MieniProblem problem;
    int holders; ///< Private to problems.
} StudioLint;

/// Begins to look at what changed files can have touched; none given, or a small project: at
/// all of it. Packs that a build has yet to make are no diagnostic.
MienStatus studio_lint_begin(Studio *studio, const char *const *changed, int count, StudioLint **out_lint,
                             MieniProblem *problem);
void studio_lint_run(StudioLint *lint);     ///< On any thread.
void studio_lint_destroy(StudioLint *lint); ///< May be NULL. On the studio's thread.

/// A diagnostic, and the report that it lives in.
typedef struct StudioProblem {
    const MieniFinding *finding;
    StudioLint *lint;
} StudioProblem;

/// Zero-initialise; release before the studio closes.
typedef struct StudioProblems {
    StudioProblem *items; ///< By file, line and code.
    int count, room;
    int counts[MIENI_LINT_ERROR + 1]; ///< Per severity.
    int revision;                     ///< Another one whenever the diagnostics differ.
} StudioProblems;

/// Takes a lint that ran: its diagnostics replace those of the files that it looked at. It
/// becomes the list's. If out of memory the list stays as it was.
MienStatus studio_problems_take(StudioProblems *problems, StudioLint *lint, MieniProblem *problem);
void studio_problems_release(StudioProblems *problems);
