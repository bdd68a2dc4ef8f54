// SPDX-License-Identifier: MIT
//
// The parts of a face: skin, eyeballs, teeth, tongue. They are found by the names of submeshes,
// materials and bones; without names by their shape and by what is hidden at rest.

#pragma once

#include "face/part_names.h"
#include "face/shown.h"

typedef struct MieniEyeball {
    double centre[3], radius; ///< At rest, metres.
} MieniEyeball;

typedef struct MieniFaceParts {
    uint8_t *of_triangle, *of_vertex; ///< MieniFacePart.
    bool *is_outer;                   ///< Per triangle: seen at rest from the front or half from the side.
    int *component;                   ///< Per vertex: vertices that triangles connect have the same number.
    int component_count;
    int *twin; ///< Per vertex: the first vertex at the same place.
    bool has_eyes;
    MieniEyeball eyes[2]; ///< Left, right.
} MieniFaceParts;

/// Finds the parts of a face at rest, which must be shown so. False without memory.
bool mieni_face_parts_find(const MieniShownFace *face, MieniArena *arena, MieniFaceParts *out_parts);
/// Whether a vertex belongs to the left eye (0), the right one (1) or none (-1).
int mieni_face_parts_eye_of(const MieniShownFace *face, const MieniFaceParts *parts, int vertex);
