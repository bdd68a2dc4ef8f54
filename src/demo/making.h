// SPDX-License-Identifier: MIT
//
// Shared by the sources that write the sample cast.

#pragma once

#include "base/arena.h"
#include "base/text_out.h"
#include "demo/cast_project.h"
#include "project/project.h"

typedef struct MieniCastMaking {
    const MieniCastProject *wanted;
    MieniProject project;
    MieniArena arena;
    MieniProblem *problem;
} MieniCastMaking;

enum { MIENI_CAST_NAME_ROOM = 64 };
/// What the graph that a cast shares plays and moves, as paths.
typedef struct MieniCastGraph {
    const char *skeleton, *performance, *body, *poses;
} MieniCastGraph;

/// Puts that graph as JSON.
void mieni_cast_put_master(MieniTextOut *out, const MieniCastGraph *graph);
/// Puts a child of it that moves another face.
void mieni_cast_put_child(MieniTextOut *out, const char *parent, const char *poses);
