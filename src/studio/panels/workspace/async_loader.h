// SPDX-License-Identifier: MIT
//
// Loads a fact about an asset on a worker, and again after changes: one load at a time, and never
// for an asset that is no longer shown.

#pragma once

#include <glib-object.h>

#include "studio/model/document/snapshot.h"
#include "studio/panels/workspace/workspace.h"

/// Zero-initialise and fill the first part.
typedef struct StudioLooker {
    GObject *owner; ///< The panel, held while a look runs.
    size_t size;    ///< Of what is found.
    void (*find)(void *found, const StudioSnapshot *snapshot, const char *path); ///< On a worker.
    void (*release)(void *found);
    /// On the main thread; what is wanted of found is taken by leaving it zeroed.
    void (*take)(GObject *owner, void *found);

    StudioWorkspace *workspace; ///< Private, as all below.
    char *path;
    bool is_looking, looks_again;
    guint timer;
} StudioLooker;

/// Shows another asset, or with NULL none; looks at once.
void studio_looker_show(StudioLooker *looker, StudioWorkspace *workspace, const char *path);
/// Looks again, soon after the last of many changes.
void studio_looker_look_soon(StudioLooker *looker);
/// When the panel goes.
void studio_looker_clear(StudioLooker *looker);
