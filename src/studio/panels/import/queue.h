// SPDX-License-Identifier: MIT
//
// The import queue of a workspace: two files at a time are read on workers, and each becomes
// one step. The result is the same as if all files were imported one after the other.
//
// Signals    changed             something waits, runs or ended, or states of sources changed
//            asks (StudioImport *)  the user must decide; continue with studio_imports_answer
//            refused (file, text)   an import failed, with the reason
// Ownership  One per workspace, which owns it; stop it before the workspace closes.

#pragma once

#include <gio/gio.h>

#include "studio/model/import/import.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_IMPORTS (studio_imports_get_type())
G_DECLARE_FINAL_TYPE(StudioImports, studio_imports, STUDIO, IMPORTS, GObject)

/// Created on the first call.
StudioImports *studio_imports_of(StudioWorkspace *workspace);
/// Imports files, given by absolute paths; of folders all files that can be.
void studio_imports_add(StudioImports *imports, const char *const *paths, int count);
/// The same for files of the project, given as there.
void studio_imports_again(StudioImports *imports, const char *const *files, int count);
/// Continues an import that waits for a decision, or cancels it.
void studio_imports_answer(StudioImports *imports, StudioImport *import, bool is_going_on);
/// Cancels all imports, and those that wait for a decision.
void studio_imports_stop(StudioImports *imports);

/// How far a file of the project is, from 0 to 1; below 0: nothing is done with it.
double studio_imports_fraction(const StudioImports *imports, const char *file);
/// What is known of a source.
StudioSourceState studio_imports_state(const StudioImports *imports, const char *file);

/// The last source that was imported, or NULL; all assets that it made or changed, and a clip
/// that looks like a list of poses, or NULL.
const char *studio_imports_last(const StudioImports *imports);
const MieniPaths *studio_imports_made(const StudioImports *imports);
const char *studio_imports_poses(const StudioImports *imports);

/// The file that an asset was imported from, or NULL. Lives as long as the asset's tree.
const char *studio_source_of(StudioWorkspace *workspace, const char *path);
