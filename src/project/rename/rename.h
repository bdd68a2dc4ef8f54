// SPDX-License-Identifier: MIT
//
// Renames poses, and the curves that drive them, in every asset of a project; and parts of a
// graph, in it and in its children.

#pragma once

#include "project/project.h"

/// What was changed in one file.
typedef void MieniRenamed(void *user, const char *file, int places);

/// Renames names that poses and curves share, all at once, so that two can change
/// places: in pose assets, keyed curves, modifiers, maps, graphs, characters and the
/// curve tables of skeletons. A clip that gets such a curve from its source gets a modifier
/// that renames it. Nothing is written unless everything can be; on failure, files that
/// were already written are restored. In an edit (edit.h) that is so even if the program is
/// killed: the next edit ends it.
MienStatus mieni_rename_everywhere(const MieniProject *project, const char *const *from,
                                   const char *const *to, int count, MieniRenamed *renamed, void *user,
                                   MieniProblem *problem);

typedef enum MieniGraphPart {
    MIENI_GRAPH_NODES = 0, ///< By their ids.
    MIENI_GRAPH_PARAMETERS,
    MIENI_GRAPH_MASKS, ///< Those that the graph itself has: a child may have some too.
} MieniGraphPart;

/// Renames parts of a graph, all at once: where they stand, what links and settings say,
/// and what children override, to any depth. All is done or nothing, as above. What the
/// graph does not have is refused with the nearest name.
MienStatus mieni_rename_in_graphs(const MieniProject *project, const char *path, MieniGraphPart part,
                                  const char *const *from, const char *const *to, int count,
                                  MieniRenamed *renamed, void *user, MieniProblem *problem);
