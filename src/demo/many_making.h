// SPDX-License-Identifier: MIT
//
// Shared by the sources that write many characters and lines.

#pragma once

#include "base/text_out.h"
#include "demo/many_project.h"
#include "project/project.h"
#include "sample/cast/extras.h"

#define MIENI_MANY_SKELETON "cast.skeleton.json"
#define MIENI_MANY_GRAPH    "cast.graph.json"

typedef struct MieniManyMaking {
    const MieniManyProject *wanted;
    MieniManyReport *report;
    MieniProject project;
    MieniCastHead heads[MIENI_CAST_COUNT];
    MieniCastExtra *extra; ///< One at a time.
    MieniTextOut text;     ///< What is put for the next asset.
    int done, total;       ///< Parts, for progress.
    MieniProblem *problem;
} MieniManyMaking;
