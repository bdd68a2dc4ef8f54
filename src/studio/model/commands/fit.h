// SPDX-License-Identifier: MIT
//
// Checks whether the parts of a character match: bones of its mesh, curves of its poses and
// morphs, against its skeleton; missing names with the most similar ones. Also facts about a
// mesh: morphs with their drivers, and differences between its bones and the skeleton's.
// Reads source files. Works on a snapshot, on any thread.

#pragma once

#include "studio/model/document/snapshot.h"

typedef struct StudioMissing {
    const char *name;
    const char *near; ///< The nearest name that is there, or NULL.
    const char *rule; ///< By which they are the same: "case"; "" if they only look alike.
} StudioMissing;

typedef enum StudioFitKind {
    STUDIO_FIT_BONES = 0, ///< Of the mesh's source, in the skeleton.
    STUDIO_FIT_CURVES,    ///< That drive poses, in the skeleton's table.
    STUDIO_FIT_MORPHS,    ///< Of the mesh, in the skeleton's table.
    STUDIO_FIT_KINDS,
} StudioFitKind;

typedef struct StudioFitPart {
    int matched, count;
    StudioMissing *missing;
    int missing_count;
} StudioFitPart;

typedef struct StudioFit {
    StudioFitPart parts[STUDIO_FIT_KINDS];
    const char *skeleton, *poses; ///< NULL: there is none.
    MieniProblem problem;         ///< What could not be read; empty if all could.
    MieniArena memory;            ///< Private.
} StudioFit;

/// Always release it. Fails only if out of memory.
MienStatus studio_fit_make(StudioFit *out_fit, const StudioSnapshot *snapshot, const char *character);
void studio_fit_release(StudioFit *fit);

typedef struct StudioMorphFact {
    const char *name;
    const char *movers; ///< "cheekPuff, mouthPucker": poses that set it; "" for none.
} StudioMorphFact;

typedef struct StudioBoneShift {
    const char *bone;
    float millimetres, degrees; ///< From the skeleton's.
} StudioBoneShift;

typedef struct StudioMeshFacts {
    StudioMorphFact *morphs;
    int morph_count;
    StudioBoneShift *shifts; ///< The largest first.
    int shift_count;
    MieniProblem problem; ///< What could not be read; empty if all could.
    MieniArena memory;    ///< Private.
} StudioMeshFacts;

/// Always release it. Fails only if out of memory.
MienStatus studio_mesh_facts_make(StudioMeshFacts *out_facts, const StudioSnapshot *snapshot,
                                  const char *mesh);
void studio_mesh_facts_release(StudioMeshFacts *facts);
