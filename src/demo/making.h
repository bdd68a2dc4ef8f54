// SPDX-License-Identifier: MIT
//
// What the sources that write the cast share.

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

MienStatus mieni_cast_no_memory(const MieniCastMaking *making);
/// Says that a file was made. detail is a printf format.
void mieni_cast_tell(const MieniCastMaking *making, const char *path, const char *detail, ...)
    MIENI_PRINTF(3, 4);

enum { MIENI_CAST_NAME_ROOM = 64 };
/// "pip" and ".graph.json" as one.
const char *mieni_cast_file(char out[MIENI_CAST_NAME_ROOM], int who, const char *ending);
/// The graph that a head of the cast is moved by: "cast.graph.json" for the first.
const char *mieni_cast_graph(char out[MIENI_CAST_NAME_ROOM], int who);
/// What the graph that a cast shares plays and moves, as paths.
typedef struct MieniCastGraph {
    const char *skeleton, *performance, *body, *poses;
} MieniCastGraph;

/// Puts that graph as JSON.
void mieni_cast_put_master(MieniTextOut *out, const MieniCastGraph *graph);
/// Puts a child of it that moves another face.
void mieni_cast_put_child(MieniTextOut *out, const char *parent, const char *poses);
/// Writes the graph that the cast shares, and a child of it for each other head.
MienStatus mieni_cast_graphs_make(const MieniCastMaking *making);
