// SPDX-License-Identifier: MIT
//
// A clip while it is assembled, shared by the sources of clip recipes.

#pragma once

#include "asset/view.h"
#include "project/recipes/recipes.h"

/// A clip on its way from its asset.
typedef struct MieniClipMaking {
    const MieniProject *project;
    const char *path;
    const MieniClipView *own;            ///< The asset if it is a clip; otherwise NULL.
    const MieniClipsView *shared;        ///< The asset if it is one of clips; otherwise NULL.
    const MieniExceptionView *exception; ///< Of one of its files, or NULL.
    MieniClipRecipe *recipe;
    MieniProblem *problem;
    double end;          ///< When the last of what was put together is over.
    bool has_given_rate; ///< The asset or a source's settings have one.
    MieniSolveRun run;   ///< If it is solved.
} MieniClipMaking;

static inline MienStatus mieni_clip_no_memory(const MieniClipMaking *making)
{
    return mieni_project_no_memory(making->project, making->path, making->problem);
}

/// Replaces the bone tracks that poses move by curves, if the asset has that.
MienStatus mieni_clip_recipe_solve(MieniClipMaking *making);
/// Applies the asset's modifiers and those of the exception to the assembled clip.
MienStatus mieni_clip_modify(MieniClipMaking *making);
