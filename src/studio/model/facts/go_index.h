// SPDX-License-Identifier: MIT
//
// Index of names for Go To: assets, poses, curves, bones, nodes; and a score for how well words
// match a name.

#pragma once

#include "base/arena.h"
#include "studio/model/document/snapshot.h"

typedef enum StudioGoKind {
    STUDIO_GO_ASSET = 0,
    STUDIO_GO_POSE,
    STUDIO_GO_CURVE,
    STUDIO_GO_BONE,
    STUDIO_GO_NODE,
    STUDIO_GO_KINDS,
} StudioGoKind;

typedef struct StudioGo {
    StudioGoKind kind;
    const char *name;
    const char *path; ///< Of the asset that it is, or is in.
} StudioGo;

typedef struct StudioGoIndex {
    StudioGo *items;
    int count, room;
    MieniArena memory; ///< Private.
} StudioGoIndex;

/// Adds all assets, by path: quick. False if out of memory.
bool studio_go_index_assets(StudioGoIndex *index, const StudioFiles *files);
/// Adds what is inside of assets, which are read; on any thread. What cannot be read has nothing.
/// is_over (may be NULL) is asked between files whether to stop. False if out of memory.
bool studio_go_index_inside(StudioGoIndex *index, const StudioSnapshot *snapshot, bool (*is_over)(void *user),
                            void *user);
void studio_go_index_release(StudioGoIndex *index);

/// How well words, in any order, fit a name, whatever the case: 0 not at all; the same more than its
/// beginning, that more than the beginning of a part ("open" of "jaw_open", "jawOpen"), that more
/// than the middle of one, that more than a part of the path (which may be NULL), that more than
/// letters in order; short names more than long ones.
int studio_go_fit(const char *words, const char *name, const char *path);
