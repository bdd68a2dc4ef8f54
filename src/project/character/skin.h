// SPDX-License-Identifier: MIT
//
// The skin of a face while it plays, and how far two of them are apart.

#pragma once

#include "project/character/character.h"

/// Distances are counted by size, in steps of about 1.5 %: the upper bits of floats.
enum { MIENI_DISTANCE_SIZES = 1 << 14 };

typedef struct MieniDistances {
    uint64_t sizes[MIENI_DISTANCE_SIZES];
    uint64_t count;
    double most;
} MieniDistances;

double mieni_distance(MienVec3 a, MienVec3 b);
void mieni_distances_add(MieniDistances *distances, double distance);
/// The distance that at most one in a number of parts exceeds.
double mieni_distances_but_one_in(const MieniDistances *distances, int parts);

/// The skeleton and mesh of a pose asset, which must name a mesh. Texts are the arena's.
MienStatus mieni_skin_parts(const MieniProject *project, const char *poses, MieniArena *arena,
                            MieniCharacterParts *out_parts, MieniProblem *problem);

/// A bound character with its skin. Zero-initialise; memory is an arena's.
typedef struct MieniSkin {
    MieniCharacter character;
    int vertex_count;
    MienVec3 *positions;
    void *scratch;
    size_t scratch_size;
} MieniSkin;

/// Takes memory once the character is bound. False without.
bool mieni_skin_prepare(MieniSkin *skin, MieniArena *arena);
/// Positions where the character stands.
MienStatus mieni_skin_show(MieniSkin *skin);
