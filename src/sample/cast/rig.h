// SPDX-License-Identifier: MIT
//
// Bones, weights and poses of the cast. In head units and in the axes of the face, as
// the parts are; no bone is turned at rest, so a pose reads in the same axes.
//
// Ownership  Plain values; tables are constants.
// Threads    Functions are pure.

#pragma once

#include "sample/cast/parts.h"
#include "sample/cast/vectors.h"

enum {
    MIENI_CAST_POSE_COUNT = 58,
    MIENI_CAST_WRITTEN_COUNT = 38, ///< Poses without those that are mirror images.
    MIENI_CAST_LIP_COUNT = 12,
};

/// Parents before children. Of a pair only the left bone is named, the right one follows it.
typedef enum MieniBone {
    MIENI_BONE_ROOT,
    MIENI_BONE_SPINE,
    MIENI_BONE_CHEST,
    MIENI_BONE_SHOULDER,
    MIENI_BONE_NECK = MIENI_BONE_SHOULDER + 2,
    MIENI_BONE_HEAD,
    MIENI_BONE_JAW,
    MIENI_BONE_CHIN,
    MIENI_BONE_THROAT,
    MIENI_BONE_MOUTH_UPPER,
    MIENI_BONE_MOUTH_LOWER,
    MIENI_BONE_LIPS, ///< Twelve round the slit from the left corner over the upper lip.
    MIENI_BONE_TEETH_UPPER = MIENI_BONE_LIPS + MIENI_CAST_LIP_COUNT,
    MIENI_BONE_TEETH_LOWER,
    MIENI_BONE_TONGUE, ///< Root, middle, front, tip.
    MIENI_BONE_EYE = MIENI_BONE_TONGUE + 4,
    MIENI_BONE_PUPIL = MIENI_BONE_EYE + 2,
    MIENI_BONE_LID_UPPER = MIENI_BONE_PUPIL + 2,
    MIENI_BONE_LID_LOWER = MIENI_BONE_LID_UPPER + 2,
    MIENI_BONE_BROW_IN = MIENI_BONE_LID_LOWER + 2,
    MIENI_BONE_BROW_MID = MIENI_BONE_BROW_IN + 2,
    MIENI_BONE_BROW_OUT = MIENI_BONE_BROW_MID + 2,
    MIENI_BONE_FOREHEAD_MID = MIENI_BONE_BROW_OUT + 2,
    MIENI_BONE_FOREHEAD,
    MIENI_BONE_TEMPLE = MIENI_BONE_FOREHEAD + 2,
    MIENI_BONE_NOSE_BRIDGE = MIENI_BONE_TEMPLE + 2,
    MIENI_BONE_NOSE_TIP,
    MIENI_BONE_NOSTRIL,
    MIENI_BONE_SNEER = MIENI_BONE_NOSTRIL + 2,
    MIENI_BONE_CHEEK_UPPER = MIENI_BONE_SNEER + 2,
    MIENI_BONE_NASOLABIAL = MIENI_BONE_CHEEK_UPPER + 2,
    MIENI_BONE_CHEEK = MIENI_BONE_NASOLABIAL + 2,
    MIENI_BONE_JOWL = MIENI_BONE_CHEEK + 2,
    MIENI_BONE_EAR = MIENI_BONE_JOWL + 2,
    MIENI_BONE_EAR_TIP = MIENI_BONE_EAR + 2,
    MIENI_BONE_CREST = MIENI_BONE_EAR_TIP + 2,
    MIENI_BONE_COUNT,
} MieniBone;

typedef struct MieniCastBone {
    const char *name;
    int parent; ///< -1: none.
} MieniCastBone;

extern const MieniCastBone mieni_cast_bones[MIENI_BONE_COUNT];

/// The bone of a name, -1 if there is none.
int mieni_cast_find_bone(const char *name, size_t size);

/// The bones of one head.
typedef struct MieniCastRig {
    const MieniCastModel *model;
    MieniPoint at[MIENI_BONE_COUNT]; ///< Where they are at rest, in the head's space.
} MieniCastRig;

void mieni_cast_rig(const MieniCastParts *parts, MieniCastRig *out);

/// Shapes that bones do badly. Of a pair only the left one is named, the right one follows it.
typedef enum MieniMorph {
    MIENI_MORPH_CHEEK_PUFF,
    MIENI_MORPH_LIP_ROLL_UPPER,
    MIENI_MORPH_LIP_ROLL_LOWER = MIENI_MORPH_LIP_ROLL_UPPER + 2,
    MIENI_MORPH_CHEEK_RAISE = MIENI_MORPH_LIP_ROLL_LOWER + 2,
    MIENI_MORPH_DIMPLE = MIENI_MORPH_CHEEK_RAISE + 2,
    MIENI_MORPH_SMILE_FOLD = MIENI_MORPH_DIMPLE + 2,
    MIENI_MORPH_COUNT = MIENI_MORPH_SMILE_FOLD + 2,
} MieniMorph;

/// Of curves too. None is called like a pose, or the pose's curve would drive it twice.
extern const char *const mieni_cast_morphs[MIENI_MORPH_COUNT];

/// The morph of a name, -1 if there is none.
int mieni_cast_find_morph(const char *name, size_t size);

/// How far a morph moves each vertex of the skin. columns is that of the parts.
void mieni_cast_morph_skin(const MieniCastRig *rig, const MieniCastPart *skin, int columns, MieniMorph morph,
                           double (*out)[3]);

/// What binds a vertex, by bone. The sum is 1 but for rounding.
void mieni_cast_weigh(const MieniCastRig *rig, const MieniCastParts *parts, const MieniCastPart *part,
                      int vertex, double out[MIENI_BONE_COUNT]);
/// The same for the skin alone.
void mieni_cast_weigh_skin(const MieniCastRig *rig, const MieniCastPart *skin, int vertex,
                           double out[MIENI_BONE_COUNT]);

/// What a pose does to a bone, in units of the face: of bones round the eyes, moves
/// sideways are in distances of the eyes, others in radii of the eyeball; of all
/// others, sideways in widths of the mouth, others in heights from eyes to chin.
typedef struct MieniCastRow {
    const char *bone; ///< Or a morph. NULL ends the rows. A * at the end stands for L, and R mirrored.
    double move[3];
    double turn[3];  ///< Degrees, a vector along the axis.
    double scale[3]; ///< All 0: not scaled.
    double share;    ///< Of a lid, of its way to the closed line; of the jaw, of its way down; of a morph.
} MieniCastRow;

typedef struct MieniCastPose {
    const char *name;
    bool is_sealed; ///< Lips follow the jaw so that they stay closed: solved, not written.
    const MieniCastRow *rows;
} MieniCastPose;

/// Poses as they were drawn first.
extern const MieniCastPose mieni_cast_poses[MIENI_CAST_WRITTEN_COUNT];

/// Rows that take the place of those that a pose has of the same bone, or are added.
typedef struct MieniCastRefinement {
    const char *pose; ///< As written, the left one of a pair. NULL ends the table.
    unsigned heads;   ///< A bit per MieniCastWho; 0: all.
    bool is_whole;    ///< No other row of the pose stays.
    const MieniCastRow *rows;
} MieniCastRefinement;

/// What makes poses clearer than they were drawn; later rows win.
extern const MieniCastRefinement mieni_cast_refinements[];

/// What a bone does in a pose of one head.
typedef struct MieniCastMove {
    MieniPoint move;  ///< Head units.
    MieniPoint turn;  ///< Degrees, a vector along the axis.
    MieniPoint scale; ///< 1: not scaled.
} MieniCastMove;

typedef struct MieniCastPoses {
    char names[MIENI_CAST_POSE_COUNT][24];
    MieniCastMove moves[MIENI_CAST_POSE_COUNT][MIENI_BONE_COUNT];
    double morphs[MIENI_CAST_POSE_COUNT][MIENI_MORPH_COUNT];
} MieniCastPoses;

/// Poses as drawn first, or with the refinements over them.
void mieni_cast_pose(const MieniCastRig *rig, bool is_refined, MieniCastPoses *out);
