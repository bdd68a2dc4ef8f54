// SPDX-License-Identifier: MIT
//
// What is known of the sources in a project: whether each is new, imported, or exported again
// since. Looked up on a worker, one look at a time. For the queue of imports, which shows it.
//
// Ownership  The caller destroys it; a look that runs then ends by itself and tells nobody.
// Threads    The main one.

#pragma once

#include "studio/model/import/import.h"
#include "studio/panels/workspace/workspace.h"

typedef struct StudioImportStates StudioImportStates;
/// States may be others.
typedef void StudioImportStatesTell(void *user);

/// Nothing is looked up before the first studio_import_states_changed.
StudioImportStates *studio_import_states_new(StudioWorkspace *workspace, StudioImportStatesTell *tell,
                                             void *user);
void studio_import_states_destroy(StudioImportStates *states); ///< NULL is fine.
/// Looks no more; what is known stays.
void studio_import_states_stop(StudioImportStates *states);

/// The project changed: looks if assets or sources came or went.
void studio_import_states_changed(StudioImportStates *states);
/// Somebody came back to the window: looks, unless there are too many assets to read each time.
void studio_import_states_looked(StudioImportStates *states);
/// What is known of a source, given as in the project.
StudioSourceState studio_import_states_get(const StudioImportStates *states, const char *file);
