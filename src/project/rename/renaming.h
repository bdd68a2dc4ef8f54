// SPDX-License-Identifier: MIT
//
// A running renaming: the changes of names and files. Shared by renaming curves and poses, and
// renaming parts of graphs.

#pragma once

#include "project/edit/changes.h"
#include "project/recipes/graphs.h"
#include "project/rename/rename.h"

typedef struct MieniRenaming {
    const MieniProject *project;
    const MieniPaths *files; ///< All files of the project.
    const char *const *from;
    const char *const *to;
    int count;
    MieniGraphs graphs; ///< As they were before.
    MieniChanges changes;
    MieniProblem *problem;
} MieniRenaming;

/// What a name becomes, or NULL if it stays.
const char *mieni_rename_new_name(const MieniRenaming *renaming, const char *name);
MienStatus mieni_rename_no_memory(const MieniRenaming *renaming, const char *path);

/// Rename a string where it stands; one in each row; those of a list. Return how many
/// were renamed.
int mieni_rename_value(const MieniRenaming *renaming, MieniJsonDocument *json, MieniJson *object,
                       const char *key);
int mieni_rename_rows(const MieniRenaming *renaming, MieniJsonDocument *json, MieniJson *rows,
                      const char *key);
int mieni_rename_names(const MieniRenaming *renaming, MieniJsonDocument *json, MieniJson *names);

/// Changes an asset in memory; adds to places what was renamed.
typedef MienStatus MieniRenameAsset(MieniRenaming *renaming, const char *path, MieniAsset *asset,
                                    int *places);
/// Reads an asset, changes it, and notes what its file becomes, if anything in it was
/// renamed.
MienStatus mieni_rename_visit(MieniRenaming *renaming, const char *path, MieniRenameAsset *change);
/// Writes all noted files if status is MIEN_OK, reports them, and releases everything.
MienStatus mieni_rename_end(MieniRenaming *renaming, MienStatus status, MieniRenamed *renamed, void *user);

/// Names of curves and poses in a graph.
MienStatus mieni_rename_graph(MieniRenaming *renaming, const char *path, MieniAsset *asset, int *places);
