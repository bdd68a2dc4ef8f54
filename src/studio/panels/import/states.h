// SPDX-License-Identifier: MIT
//
// States of the source files in a project: new, imported, or changed since import. Checked on a
// worker, one check at a time. For the import queue, which shows them.
//
// Ownership  The caller destroys it; a running check then ends without a report.
// Threads    The main one.

#pragma once

#include "studio/model/import/import.h"
#include "studio/panels/workspace/workspace.h"

typedef struct StudioImportStates StudioImportStates;
/// The states may have changed.
typedef void StudioImportStatesTell(void *user);

/// Nothing is looked up before the first studio_import_states_changed.
StudioImportStates *studio_import_states_new(StudioWorkspace *workspace, StudioImportStatesTell *tell,
                                             void *user);
void studio_import_states_destroy(StudioImportStates *states); ///< May be NULL.
/// Looks no more; what is known stays.
void studio_import_states_stop(StudioImportStates *states);

/// The project changed: looks if assets or sources came or went.
void studio_import_states_changed(StudioImportStates *states);
/// Somebody came back to the window: looks, unless there are too many assets to read each time.
void studio_import_states_looked(StudioImportStates *states);
/// What is known of a source, given as in the project.
StudioSourceState studio_import_states_get(const StudioImportStates *states, const char *file);
