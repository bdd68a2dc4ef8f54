// SPDX-License-Identifier: MIT
//
// Parts of a face, and what names of submeshes, materials and bones say about them.

#pragma once

typedef enum MieniFacePart {
    MIENI_PART_SKIN = 0, ///< With lids and lips, and whatever nothing is known about.
    MIENI_PART_EYE,
    MIENI_PART_TEETH, ///< With gums; without names all that the closed mouth hides, except the tongue.
    MIENI_PART_TONGUE,
    MIENI_PART_OTHER, ///< Lashes, brows, hair, clothes, tears.
    MIENI_PARTS,
} MieniFacePart;

/// Bits of parts, for pictures.
#define MIENI_PART_BIT(part) (1u << (part))
#define MIENI_PARTS_SOLID                                                                                    \
    (MIENI_PART_BIT(MIENI_PART_SKIN) | MIENI_PART_BIT(MIENI_PART_EYE) | MIENI_PART_BIT(MIENI_PART_TEETH) |   \
     MIENI_PART_BIT(MIENI_PART_TONGUE))

/// The part that the name of a submesh or a material means; -1 if it says nothing.
int mieni_part_of_name(const char *name);
/// The same for a bone, which says only eye, teeth and tongue.
int mieni_part_of_bone(const char *name);
