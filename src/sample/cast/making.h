// SPDX-License-Identifier: MIT
//
// What the sources that make the parts of a head share.

#pragma once

#include "sample/cast/fields.h"

enum { MIENI_CAST_MOST_PARTS = 48 };

/// A head in the making.
typedef struct MieniMaking {
    MieniArena *arena;
    const MieniCastModel *model;
    bool is_full;
    MieniCastParts *parts;
    bool has_normals[MIENI_CAST_MOST_PARTS]; ///< By part: better ones than its triangles give.
} MieniMaking;

/// A new part whose vertices and triangles are to be filled in; NULL without memory.
MieniCastPart *mieni_part_add(MieniMaking *making, MieniCastKind kind, MieniCastMaterial material, int side,
                              int vertex_count, int triangle_count);
/// Gives a part room for MieniCastPart.along; false without memory.
bool mieni_part_add_along(MieniMaking *making, MieniCastPart *part);

/// A new part that mirrors another one to the other side; NULL without memory.
MieniCastPart *mieni_part_mirror(MieniMaking *making, const MieniCastPart *part);

/// An sRGB colour 0xrrggbb as linear light.
MieniPoint mieni_linear(uint32_t colour);
void mieni_part_paint(MieniCastPart *part, MieniPoint colour);
/// Moves the colour of a vertex some way, 0 to 1, towards another.
void mieni_part_tint(MieniCastPart *part, int vertex, MieniPoint colour, double share);

/// How many triangles mieni_part_grid makes.
int mieni_grid_size(int rows, int columns, bool is_closed);
/// Triangles over rows of vertices, from index first on in the part's triangles.
/// is_closed joins the last column to the first.
void mieni_part_grid(MieniCastPart *part, int first, int rows, int columns, bool is_closed, bool is_flipped);
void mieni_part_flip(MieniCastPart *part);
/// Flips the part if it is inside out, seen from its middle.
void mieni_part_turn_outward(MieniCastPart *part);
/// Fills in normals: of the triangles round a vertex, by their area.
void mieni_part_normals(MieniCastPart *part);
/// Each vertex moves a share of the way to the middle of its neighbours. pins, if any,
/// hold vertices back. false without memory.
bool mieni_part_relax(MieniMaking *making, MieniCastPart *part, double share, const double *pins);

/// The point at u in [0, 1] of a smooth curve through count points.
MieniPoint mieni_curve_at(const MieniPoint *points, int count, double u);
/// y at x of the polyline through (xs, ys), xs ascending; level beyond the ends.
double mieni_polyline_at(const double *xs, const double *ys, int count, double x);

/// A ring of an ellipse swept along a path.
typedef struct MieniRing {
    MieniPoint at, up;
    double wide, high; ///< Half axes: across `up`, and along it.
} MieniRing;

/// Makes a part of rings; power below 1 squares the cross-section. false without memory.
bool mieni_part_sweep(MieniMaking *making, MieniCastPart *part, const MieniRing *rings, int ring_count,
                      int columns, double power);
/// Fills a part of rows * columns vertices with an ellipsoid, its poles along Z.
void mieni_part_ball(MieniCastPart *part, MieniPoint centre, MieniPoint radii, int rows, int columns);

/// Places of vertices in the part's own unit square; mieni_cast_place_uvs moves the
/// squares to where they belong. Of a grid, rows go along u and columns along v.
void mieni_part_uv_grid(MieniCastPart *part, int columns, bool is_closed, bool is_ring);
void mieni_part_uv_disc(MieniCastPart *part, int vertex, double radius, double sine, double cosine);
/// As a globe seen from axis, with its far side spread round the rim.
void mieni_part_uv_globe(MieniCastPart *part, MieniPoint axis, MieniPoint up);
void mieni_cast_place_uvs(MieniCastParts *head);

/// A box of cells to find a surface in.
typedef struct MieniNet {
    MieniPoint least, most;
    double cell;
    int rounds; ///< Of smoothing.
} MieniNet;

/// A new part on the surface of a field; NULL without memory.
MieniCastPart *mieni_part_net(MieniMaking *making, MieniCastKind kind, MieniCastMaterial material, int side,
                              const MieniField *field, const MieniNet *net);

/// The parts of a head, in this order; false without memory.
bool mieni_cast_make_skin(MieniMaking *making);
bool mieni_cast_make_eyes(MieniMaking *making);
bool mieni_cast_make_brows(MieniMaking *making);
bool mieni_cast_make_mouth(MieniMaking *making);
bool mieni_cast_make_ears(MieniMaking *making);
/// The left ear at default detail; NULL without memory.
MieniCastPart *mieni_cast_make_ear(MieniMaking *making);
bool mieni_cast_make_body(MieniMaking *making);
/// The neck at default detail.
MieniCastPart *mieni_cast_make_neck(MieniMaking *making);
bool mieni_cast_make_hair(MieniMaking *making);
/// Hair at default detail: of Ada and Pip, and of Bruno under the cap.
bool mieni_cast_make_styled(MieniMaking *making);
bool mieni_cast_make_crop(MieniMaking *making);
bool mieni_cast_make_cap(MieniMaking *making);
bool mieni_cast_make_knit(MieniMaking *making);
bool mieni_cast_make_horns(MieniMaking *making);
bool mieni_cast_make_freckles(MieniMaking *making);

/// Which share of its thickness the upper lid lacks: far behind its edge, and at its ends,
/// where around, the distance from the hinge in radii, is small.
double mieni_lid_tuck(const MieniCastEye *eye, double around, double fold);

/// Moves vertices of the skin, of which the first `count` are the face, to where lids
/// come through it; false without memory.
bool mieni_cast_draw_lid_border(MieniMaking *making, MieniCastPart *skin, int count);
/// Colours of the skin.
void mieni_cast_paint_skin(const MieniCastModel *model, MieniCastPart *skin, bool is_full);
