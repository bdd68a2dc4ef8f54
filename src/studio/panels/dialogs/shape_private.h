// SPDX-License-Identifier: MIT
//
// What the parts of the dialog of changed poses share.

#pragma once

#include "studio/model/commands/poses.h"
#include "studio/panels/dialogs/rows.h"
#include "studio/panels/dialogs/shape.h"
#include "studio/panels/widgets/widgets.h"

/// The dialog. Jobs hold it, so that it may be closed meanwhile.
typedef struct StudioShape {
    StudioDialog dialog;
    StudioWorkspace *workspace;
    char *path;
    StudioShapeKind kind;
    char **names; ///< Poses, ended by NULL.
    bool is_closed, is_running, wants_running;

    // What is proposed: changes of these poses, in an edit that waits.
    GPtrArray *from, *to, *other; ///< Names; other: right halves.
    StudioEdit edit;
    bool has_edit;
    MienStatus status;
    MieniProblem problem;
    StudioSourceReport report; ///< Of an update.
    int counts[MIENI_MATCH_STATES];
    GHashTable *draft;
    GArray *skipped; ///< Frames that become no poses.

    StudioDialogRows *rows;
    GtkWidget *left, *right, *from_left, *info;
    GtkWidget *falloff; ///< Of halves, in millimetres.
    GtkWidget *copies;  ///< Of mirrored poses: those without a side are copied, not flipped.
} StudioShape;

/// Whether one of the poses has no side.
bool studio_shape_has_sideless(const StudioShape *shape);
/// How wide halves meet, in metres.
double studio_shape_falloff(const StudioShape *shape);
bool studio_shape_is_from_left(const StudioShape *shape);
/// Lists the changes of sides that names and tokens ask for.
void studio_shape_plan(StudioShape *shape);
/// Finds the tokens by which names of the asset tell sides.
void studio_shape_find_tokens(const StudioShape *shape, const char **out_left, const char **out_right);
void studio_shape_show(StudioShape *shape);
