// SPDX-License-Identifier: MIT
//
// Facts about a clip: the effect of each modifier, the result, and its users. Reading source files
// may take long, so it works on a snapshot, on any thread.

#pragma once

#include "project/recipes/recipes.h"
#include "studio/model/document/snapshot.h"

typedef struct StudioClipMarker {
    const char *name;
    double time; ///< Seconds.
} StudioClipMarker;

typedef struct StudioClipFacts {
    bool is_made;         ///< Otherwise problem says why, and of what follows only users and poses are known.
    MieniProblem problem; ///< Why the clip cannot be put together.

    const char **rows; ///< Per row of its modifiers: "head and children · 32 of 73 tracks". Of one that
                       ///< is off, what it would do.
    int row_count;
    int track_count, curve_count;         ///< Of what remains.
    int source_tracks, source_curves;     ///< Before modifiers.
    const char **bones, **curves, **idle; ///< Names before modifiers; idle: curves that remain and that
    int idle_count;                       ///< neither a pose nor a morph is called like.
    const char *match;                    ///< If most curves are idle: a face of the project that has
    int match_count;                      ///< them under other names, and how many; NULL: none.
    double length;                        ///< Seconds.
    int rate, rate_divisor;
    StudioClipMarker *markers;
    int marker_count;
    const char *sound; ///< NULL: none.
    double sound_offset;
    const char *solved_with; ///< The pose asset that it is solved with, if it is; NULL: it is not.
    MieniClipSolved solved;
    MieniPaths users;  ///< Graphs and characters that reference it.
    MieniPaths poses;  ///< Pose assets and meshes with morphs on its skeleton, or all if it has none.
    MieniArena memory; ///< Private.
} StudioClipFacts;

/// Always release it. Fails only if out of memory.
MienStatus studio_clip_facts_make(StudioClipFacts *out_facts, const StudioSnapshot *snapshot,
                                  const char *path);
void studio_clip_facts_release(StudioClipFacts *facts);
