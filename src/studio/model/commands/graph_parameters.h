// SPDX-License-Identifier: MIT
//
// Graph parameters: add, remove, change the type, list uses. Renaming is studio_graph_rename, the
// default value studio_graph_set_parameter. Each is one undo step or has no effect; overrides in
// child graphs follow. Child graphs have no parameters of their own.

#pragma once

#include "studio/model/document/edit.h"

/// Types in the order in which they are offered, ended by NULL: "float", "int", "bool", …
extern const char *const studio_parameter_types[];

/// Adds a parameter. name NULL: one that is free; out_name (may be NULL) gets it. json: what it
/// begins with; NULL: what its type has by default.
MienStatus studio_parameter_add(Studio *studio, const char *path, const char *type, const char *name,
                                const char *json, char out_name[256], MieniProblem *problem);
/// Lets a new parameter give a setting of a node, and begin with what the setting has now.
MienStatus studio_parameter_add_for(Studio *studio, const char *path, const char *id, const char *key,
                                    const char *type, char out_name[256], MieniProblem *problem);
/// Changes the type. First values, also those of children, become what they mean in it, or go.
/// Refused while a setting is given by it that takes no such values.
MienStatus studio_parameter_set_type(Studio *studio, const char *path, const char *name, const char *type,
                                     MieniProblem *problem);

/// What a parameter gives.
typedef struct StudioParameterUse {
    char id[256];      ///< Of the node.
    char key[64];      ///< Of its setting, or of the list that it is in.
    char graph[256];   ///< Path of the file that has the use: the graph, or a child.
    bool is_condition; ///< A machine asks it, which no value can stand for.
} StudioParameterUse;
typedef struct StudioParameterUses {
    StudioParameterUse *items;
    int count;
    int overrides; ///< Children that have another first value.
} StudioParameterUses;
/// Searches the graph and its children. Release the result.
MienStatus studio_parameter_uses(Studio *studio, const char *path, const char *name,
                                 StudioParameterUses *out_uses, MieniProblem *problem);
void studio_parameter_uses_release(StudioParameterUses *uses);

/// Removes a parameter. Settings that it gave keep its first value, in every child that child's,
/// so that faces move as before. Refused while a machine asks it.
MienStatus studio_parameter_remove(Studio *studio, const char *path, const char *name, MieniProblem *problem);
