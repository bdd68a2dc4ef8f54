// SPDX-License-Identifier: MIT
//
// The four heads of the sample cast as parts: surfaces, colours, and what a vertex
// must remember so that weights can be given to it. All in head units: +Y up, +Z out
// of the face, +X the character's left, the origin in the middle of the head; one unit
// is MieniCastModel.metre metres.
//
// Ownership  Everything is taken from the caller's arena. Models are constants.
// Threads    Functions are pure but for the arena.
// Memory     A head at full detail takes about 20 MB while it is made.

#pragma once

#include "base/arena.h"
#include "mien/math.h"

typedef enum MieniCastWho {
    MIENI_CAST_ADA,
    MIENI_CAST_PIP,
    MIENI_CAST_BRUNO,
    MIENI_CAST_MOSS,
    MIENI_CAST_COUNT,
} MieniCastWho;

typedef enum MieniCastDetail {
    MIENI_CAST_DEFAULT, ///< 12,000 to 18,000 vertices.
    MIENI_CAST_FULL,    ///< 35,000 to 39,000 vertices.
    /// As full, but with the poses that were drawn first, without what was made clearer later
    /// and without morphs. For tests that hold heads against those that were drawn.
    MIENI_CAST_DRAWN,
} MieniCastDetail;

typedef enum MieniCastMaterial {
    MIENI_CAST_MATERIAL_SKIN,
    MIENI_CAST_MATERIAL_EYE,
    MIENI_CAST_MATERIAL_WET,
    MIENI_CAST_MATERIAL_HAIR,
    MIENI_CAST_MATERIAL_CLOTH,
    MIENI_CAST_MATERIAL_DARK,
    MIENI_CAST_MATERIAL_HORN,
    MIENI_CAST_MATERIAL_COUNT,
} MieniCastMaterial;

/// Of parts that come in pairs the left one goes first. In brackets: what
/// MieniCastPart.along means.
typedef enum MieniCastKind {
    MIENI_CAST_SKIN,        ///< The whole face and skull, with the inner mouth.
    MIENI_CAST_EYE,         ///< [share of the pupil's bone, the rest is the eye's]
    MIENI_CAST_LID_UPPER,   ///< Rigid.
    MIENI_CAST_LID_LOWER,   ///< Rigid.
    MIENI_CAST_LASH,        ///< Rigid, with the upper lid.
    MIENI_CAST_BROW,        ///< [0 at the inner end, 1 at the outer]
    MIENI_CAST_TEETH_UPPER, ///< Rigid.
    MIENI_CAST_TEETH_LOWER, ///< Rigid.
    MIENI_CAST_TUSK,        ///< 0.55 lip_lower_outer, 0.45 lip_lower_inner.
    MIENI_CAST_TONGUE,      ///< [0 at the root, 1 at the tip]
    MIENI_CAST_NOSTRIL,     ///< Half nose_tip, half nostril.
    MIENI_CAST_EAR,         ///< [share of ear_tip, the rest is the ear's]
    MIENI_CAST_EARRING,     ///< Rigid, with the ear.
    MIENI_CAST_NECK,        ///< [0 at MieniCastNeck.base, 1 at its top, and beyond both]
    MIENI_CAST_BUST,        ///< By position.
    MIENI_CAST_COLLAR,      ///< 0.75 chest, 0.25 neck.
    MIENI_CAST_HAIR,        ///< [share of crest, the rest is the head's]
    MIENI_CAST_HAIR_BAND,   ///< Rigid, with crest.
    MIENI_CAST_CAP,         ///< [as hair]
    MIENI_CAST_CAP_BAND,    ///< Rigid, with the head.
    MIENI_CAST_SIDE_HAIR,   ///< Rigid, with the head.
    MIENI_CAST_HORN,        ///< Rigid, with the head.
    MIENI_CAST_CREST,       ///< [as hair]
    MIENI_CAST_FRECKLE,     ///< With the skin's vertex MieniCastPart.nearest.
    MIENI_CAST_KIND_COUNT,
} MieniCastKind;

/// Where a vertex of the skin lies on the loops round the mouth.
typedef struct MieniCastSkinPoint {
    double s;             ///< Loop: 0 at the slit and in the inner mouth, 1 at the edge of the lips.
    double angle;         ///< Round the slit, [0, 2 pi): 0 left corner, pi / 2 above, pi right corner.
    double sine, cosine;  ///< Of the angle.
    double depth;         ///< Into the mouth; 0 on the face.
    double x, y;          ///< In the plane that the loops are drawn in; 0 in the inner mouth.
    double slit_distance; ///< In that plane, from the slit; 0 in the inner mouth.
    double turn;          ///< From the direction of the mouth, 0 to pi; 0 in the inner mouth.
    bool is_inner;        ///< Of the inner mouth.
} MieniCastSkinPoint;

typedef struct MieniCastPart {
    MieniCastKind kind;
    MieniCastMaterial material;
    int side; ///< 1 left, -1 right, 0 neither.
    int vertex_count, triangle_count;
    double (*positions)[3];   ///< Head units.
    double (*normals)[3];     ///< Of length 1.
    double (*colours)[3];     ///< Linear, 0 to 1.
    double (*uvs)[2];         ///< In 0 to 1, (0, 0) the upper left corner of a picture.
    int (*triangles)[3];      ///< Counterclockwise from outside; indices within the part.
    MieniCastSkinPoint *skin; ///< Of the skin only, else NULL.
    double *along;            ///< See MieniCastKind, NULL for parts without.
    int nearest;              ///< Of a freckle: a vertex of the skin. Else -1.
} MieniCastPart;

/// Where bones go. The same for both details, but for rounding and for what
/// MieniCastParts.model has different.
typedef struct MieniCastMarks {
    double mouth[3];       ///< The middle of the slit before lips are raised.
    double lips[12][3];    ///< On the slit at k * 30 degrees of MieniCastSkinPoint.angle.
    double brows[2][3][3]; ///< Left and right: inner, middle, outer.
    double tongue[4][3];   ///< Root, middle, front, tip.
    double skin_top;       ///< The largest y of the skin.
} MieniCastMarks;

struct MieniCastModel;

typedef struct MieniCastParts {
    const struct MieniCastModel *model;
    MieniCastDetail detail;
    int part_count;
    MieniCastPart *parts; ///< parts[0] is the skin.
    /// Of the skin: the first column_count vertices are the slit, vertex k at the angle
    /// 2 pi k / column_count; twins (above and below) are k and column_count - k. A
    /// multiple of 12.
    int column_count;
    MieniCastMarks marks;
} MieniCastParts;

/// A shape of which solids are blended.
typedef struct MieniCastShape {
    bool is_capsule; ///< Else an ellipsoid.
    bool is_pair;    ///< Mirrored at x = 0.
    double at[3];    ///< Centre, or one end.
    double size[3];  ///< Radii, or the other end.
    double ends[2];  ///< Of a capsule: radii at both ends.
    double blend;    ///< Width of the blend with what came before.
} MieniCastShape;

typedef struct MieniCastEye {
    double x, y, z, radius;
    double dish[3], dish_y; ///< The hollow that lids come through, in radii.
    double rim;
    double up, low, tilt, iris, pupil, toe; ///< Degrees.
    double slit;                            ///< 0, or how narrow the pupil is.
    double tuck; ///< Which share of its thickness the upper lid lacks where it dips into the skin.
} MieniCastEye;

typedef struct MieniCastMouth {
    double y, half_width; ///< half_width is `a` of the loops.
    double upper, lower;  ///< Heights of the lips.
    double bulge, curve, bow, bag;
} MieniCastMouth;

typedef struct MieniCastBrow {
    double points[4][2], height, thickness, taper[3];
} MieniCastBrow;

typedef struct MieniCastEar {
    double at[3], radii[3], yaw;
    bool is_leaf;
} MieniCastEar;

typedef struct MieniCastNeck {
    double radius, base_radius, z, top, base;
} MieniCastNeck;

typedef struct MieniCastBust {
    double width, drop, depth;
} MieniCastBust;

typedef struct MieniCastTeeth {
    int count;
    double height;
    bool has_tusks;
} MieniCastTeeth;

/// sRGB, 0xrrggbb.
typedef struct MieniCastColours {
    uint32_t skin, lip, blush, hair, brow, iris, iris2, shirt, shirt2, lash, teeth, tongue, bag, sclera;
    uint32_t cap, cap2, stubble, belly, horn, horn2; ///< 0 where the head has none.
    uint32_t ground[2];                              ///< Behind the head in pictures, middle and rim.
} MieniCastColours;

typedef struct MieniCastFreckle {
    double x, y, radius;
} MieniCastFreckle;

/// All that makes a head different from another.
typedef struct MieniCastModel {
    MieniCastWho who;
    const char *name, *title; ///< "ada", "Ada".
    double metre;
    double centre[3]; ///< Rays that find the skin start here.
    int skull_count, nose_count;
    MieniCastShape skull[8], nose[3];
    double nostril[4]; ///< x, y, z, radius; radius 0: none.
    double nose_tip[3], nose_wing[3], chin[3];
    MieniCastEye eye;
    MieniCastMouth mouth;
    double jaw[3], jaw_open; ///< Pivot, and degrees.
    MieniCastBrow brow;
    MieniCastEar ear;
    MieniCastNeck neck;
    MieniCastBust bust;
    MieniCastTeeth teeth;
    double blush, stubble, nose_red, lash;
    int freckle_count;
    MieniCastFreckle freckles[6];
    MieniCastColours colours;
} MieniCastModel;

/// A head as designed, which is what full detail follows.
const MieniCastModel *mieni_cast_model(MieniCastWho who);
/// Default detail has a few numbers of its own, to be better seen from the side.
const MieniCastModel *mieni_cast_model_at(MieniCastWho who, MieniCastDetail detail);

/// Makes all parts of a head; false without memory.
bool mieni_cast_parts_make(MieniArena *arena, MieniCastWho who, MieniCastDetail detail, MieniCastParts *out);

/// Where a ray along -Z at (x, y) meets skull and nose, without dishes and lips.
void mieni_cast_front(const MieniCastModel *model, double x, double y, double out[3]);
