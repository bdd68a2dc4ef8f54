// SPDX-License-Identifier: MIT
//
// Shared by the sources of the workspace.

#pragma once

#include "studio/panels/workspace/workspace.h"

enum {
    STUDIO_SIGNAL_CHANGED,
    STUDIO_SIGNAL_HISTORY,
    STUDIO_SIGNAL_SAVED,
    STUDIO_SIGNAL_CONTESTED,
    STUDIO_SIGNAL_SESSION,
    STUDIO_SIGNAL_DOCUMENT_ADDED,
    STUDIO_SIGNAL_DOCUMENT_REMOVED,
    STUDIO_SIGNAL_ACTIVE,
    STUDIO_SIGNAL_SELECTION,
    STUDIO_SIGNAL_SELECTED,
    STUDIO_SIGNAL_REVEAL,
    STUDIO_SIGNAL_LOOKED,
    STUDIO_SIGNAL_CATALOGUE,
    STUDIO_SIGNAL_PROBLEMS,
    STUDIO_SIGNAL_SUMMARY,
    STUDIO_SIGNAL_JOBS,
    STUDIO_SIGNAL_JOB_ENDED,
    STUDIO_SIGNAL_TOAST,
    STUDIO_SIGNALS,
};
extern guint studio_workspace_signals[STUDIO_SIGNALS];

struct _StudioWorkspace {
    GObject parent_instance;
    Studio *studio;
    StudioSession session;
    StudioProblems problems;
    char *title;
    char *state_folder;   ///< The studio has it from us.
    GPtrArray *documents; ///< Of StudioDocument, which it owns.
    StudioDocument *active;
    MieniPaths selected; ///< In the browser.
    GPtrArray *moves;    ///< Pairs of paths that assets had or have.
    GPtrArray *jobs;     ///< Of StudioJob, all that run.
    bool is_closing, is_discarding, is_undoing;
    StudioPacks *packs; ///< Of all previews; made with the first of them.
    GMutex making;      ///< Held while one is made: they share the packs.

    GHashTable *summaries;    ///< From path to text.
    GPtrArray *summary_queue; ///< Paths that somebody wants to know.
    bool is_summing;          ///< A job does.
    GPtrArray *lint_paths;    ///< What changed since the last lint began.
    guint lint_timer;
    guint keep_timer; ///< Until session and journal are kept; 0: they are.
    bool is_linting, wants_lint, is_looking;
};
/// Writes down tabs and all that the session has.
void studio_workspace_keep_session(StudioWorkspace *workspace);
