// SPDX-License-Identifier: MIT
//
// Matching the bones of two faces, measuring regions, and carrying what a pose does.

#include "core/float_rules.h"

#include "transfer/faces.h"

#include "base/names.h"
#include "core/square_root.h"
#include "face/part_names.h"

#include <stddef.h>
#include <string.h>

/// How far away bones still say how large a region is, in heights of the head.
static const double reach = 0.15;
/// A weight that all bones have, so that a bone far from all others has a scale too.
static const double least_weight = 1e-4;
/// How strongly an axis without extent follows the other axes.
static const double stiffness = 0.05;

static bool match_bones(const MienTransferDesc *desc, MieniArena *arena, MieniFaces *faces)
{
    const MieniNameEntry *names =
        mieni_names_index(faces->source->bones, faces->source->bone_count, sizeof *faces->source->bones,
                          offsetof(MienAuthorBone, name), arena);
    faces->source_of = mieni_arena_take(arena, (size_t)desc->target->bone_count, sizeof *faces->source_of);
    for (int b = 0; !arena->is_out_of_memory && b < desc->target->bone_count; ++b)
        faces->source_of[b] =
            mieni_names_search(names, faces->source->bone_count, desc->target->bones[b].name);
    return !arena->is_out_of_memory;
}

static const MieniPlace nowhere = {{0.0, 0.0, 0.0, 1.0}, {0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}};

static MieniPlace unit_place(const MienTransform *transform)
{
    MieniPlace place = mieni_place_of(transform);
    mieni_normalize4(place.q);
    return place;
}

/// Where all bones are in model space if they are so, and where their parents are. NULL: at rest.
static bool place_bones(const MienAuthorSkeleton *skeleton, const MienTransform *bones, MieniArena *arena,
                        MieniPlace **out_places, MieniPlace **out_parents)
{
    const size_t count = (size_t)skeleton->bone_count;
    MieniPlace *places = mieni_arena_take(arena, count, sizeof *places);
    MieniPlace *parents = mieni_arena_take(arena, count, sizeof *parents);
    for (size_t b = 0; !arena->is_out_of_memory && b < count; ++b) {
        const MieniPlace local = unit_place(bones != NULL ? &bones[b] : &skeleton->bones[b].rest);
        const int parent = skeleton->bones[b].parent;
        parents[b] = parent >= 0 ? places[parent] : nowhere;
        places[b] = mieni_place_compose(&parents[b], &local);
    }
    *out_places = places;
    *out_parents = parents;
    return !arena->is_out_of_memory;
}

void mieni_turn_vector(const double turn[4], double out[3])
{
    const double sine = mieni_length3(turn), side = turn[3] < 0.0 ? -1.0 : 1.0;
    const double angle = 2.0 * mien_atan2(sine, side * turn[3]);
    for (int k = 0; k < 3; ++k)
        out[k] = sine > 1e-12 ? side * turn[k] * (angle / sine) : 2.0 * side * turn[k];
}

void mieni_turn_scale(double turn[4], double gain)
{
    double vector[3], sine, cosine;
    if (gain == 1.0)
        return;
    mieni_turn_vector(turn, vector);
    const double angle = mieni_length3(vector);
    mien_sincos(0.5 * gain * angle, &sine, &cosine);
    for (int k = 0; k < 3; ++k)
        turn[k] = angle > 1e-12 ? vector[k] / angle * sine : 0.5 * gain * vector[k];
    turn[3] = cosine;
    mieni_normalize4(turn);
}

static void conjugate(const double q[4], double out[4])
{
    for (int k = 0; k < 4; ++k)
        out[k] = k < 3 ? -q[k] : q[k];
}

MieniDelta mieni_delta_of(const MieniFaces *faces, int face, int bone, const MienTransform *pose)
{
    const MieniPlace base = unit_place(&faces->base[face][bone]), posed = unit_place(pose);
    const MieniPlace *parent = &faces->parents[face][bone];
    double back[4], shift[3];
    MieniDelta delta;
    conjugate(base.q, back);
    mieni_multiply4(posed.q, back, delta.turn);
    conjugate(parent->q, back);
    mieni_multiply4(parent->q, delta.turn, delta.turn);
    mieni_multiply4(delta.turn, back, delta.turn);
    for (int k = 0; k < 3; ++k) {
        shift[k] = parent->s[k] * (posed.t[k] - base.t[k]);
        delta.growth[k] = base.s[k] > 1e-8 || base.s[k] < -1e-8 ? posed.s[k] / base.s[k] : 1.0;
    }
    mieni_rotate3(parent->q, shift, delta.shift);
    return delta;
}

MienTransform mieni_delta_apply(const MieniFaces *faces, int face, int bone, const MieniDelta *delta)
{
    MieniPlace place = unit_place(&faces->base[face][bone]);
    const MieniPlace *parent = &faces->parents[face][bone];
    double back[4], turn[4], shift[3];
    conjugate(parent->q, back);
    mieni_multiply4(back, delta->turn, turn);
    mieni_multiply4(turn, parent->q, turn);
    mieni_multiply4(turn, place.q, place.q);
    mieni_normalize4(place.q);
    mieni_rotate3(back, delta->shift, shift);
    for (int k = 0; k < 3; ++k) {
        const double scale = parent->s[k];
        place.t[k] += scale > 1e-8 || scale < -1e-8 ? shift[k] / scale : 0.0;
        place.s[k] *= delta->growth[k];
    }
    return (MienTransform){
        .rotation = {(float)place.q[0], (float)place.q[1], (float)place.q[2], (float)place.q[3]},
        .translation = {(float)place.t[0], (float)place.t[1], (float)place.t[2]},
        .scale = {(float)place.s[0], (float)place.s[1], (float)place.s[2]}};
}

void mieni_delta_carry(const MieniFaces *faces, int bone, MieniDelta *delta)
{
    for (int k = 0; k < 3; ++k)
        delta->shift[k] *= faces->scales[bone][k];
}

/// How many poses move each bone of the source.
static int *count_moves(const MienTransferDesc *desc, double extent, MieniArena *arena)
{
    const MienAuthorPoseAsset *poses = desc->source;
    const int count = poses->skeleton->bone_count;
    int *moves = mieni_arena_take(arena, (size_t)count, sizeof *moves);
    for (int p = 0; moves != NULL && p < poses->pose_count; ++p)
        for (int b = 0; poses->poses[p].bones != NULL && b < count; ++b)
            moves[b] +=
                mieni_place_is_moved(poses->base != NULL ? &poses->base[b] : &poses->skeleton->bones[b].rest,
                                     &poses->poses[p].bones[b], extent);
    return moves;
}

/// Chooses the bones that say how large a region is: those that several poses move, as ears and pupils
/// are not. The tongue is as large as it likes, and the head carries most of the others.
static void choose_face(const int *moves, const int *carried, int total, int least, MieniFaces *faces)
{
    for (int b = 0; b < faces->target->bone_count; ++b) {
        const int from = faces->source_of[b];
        faces->is_face[b] = from >= 0 && moves[from] >= least && 2 * carried[from] <= total &&
                            mieni_part_of_bone(faces->target->bones[b].name) != MIENI_PART_TONGUE;
        faces->face_count += faces->is_face[b];
    }
}

static bool find_face(const MienTransferDesc *desc, const MieniPlace *places, MieniArena *arena,
                      MieniFaces *faces)
{
    enum { FEW = 8 }; // bones, of which the size of regions cannot be told
    const int count = faces->source->bone_count;
    const int *moves = count_moves(desc, mieni_places_extent(places, count), arena);
    int *carried = mieni_arena_take(arena, (size_t)count, sizeof *carried), total = 0;
    faces->is_face = mieni_arena_take(arena, (size_t)faces->target->bone_count, sizeof *faces->is_face);
    if (arena->is_out_of_memory)
        return false;
    for (int b = count - 1; b >= 0; --b) {
        carried[b] += moves[b] > 0;
        total += moves[b] > 0;
        if (faces->source->bones[b].parent >= 0)
            carried[faces->source->bones[b].parent] += carried[b];
    }
    choose_face(moves, carried, total, 2, faces);
    if (faces->face_count >= FEW)
        return true;
    faces->face_count = 0;
    choose_face(moves, carried, 2 * count, 1, faces);
    return true;
}

/// From the lowest to the highest bone of the face, as a part of the height of a head.
static const double face_height = 0.75;

static double measure_height(const MieniFaces *faces, int face)
{
    double low = 0.0, high = 0.0;
    bool has_any = false;
    for (int b = 0; b < faces->target->bone_count; ++b) {
        const double y = faces->points[face][b][1];
        if (!faces->is_face[b])
            continue;
        low = !has_any || y < low ? y : low;
        high = !has_any || y > high ? y : high;
        has_any = true;
    }
    return (high - low) / face_height;
}

/// Adds up what bones around one say about the region's size.
typedef struct Region {
    double weight, x[3], y[3];  ///< Sums, for means.
    double xx[3], xy[3], yy[3]; ///< Sums of squares about the means.
} Region;

static double region_weight(const MieniFaces *faces, int bone, int other)
{
    const double *a = faces->points[0][bone], *b = faces->points[0][other];
    const double sigma = reach * faces->heights[0], x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    const double square = (x * x + y * y) + z * z;
    return (sigma > 0.0 ? mien_exp(-square / (2.0 * sigma * sigma)) : 0.0) + least_weight;
}

static void add_to_region(const MieniFaces *faces, int bone, bool has_means, Region *region)
{
    for (int j = 0; j < faces->target->bone_count; ++j) {
        if (!faces->is_face[j])
            continue;
        const double w = region_weight(faces, bone, j);
        region->weight += has_means ? 0.0 : w;
        for (int k = 0; k < 3; ++k) {
            const double x = faces->points[0][j][k], y = faces->points[1][j][k];
            if (has_means) {
                const double dx = x - region->x[k], dy = y - region->y[k];
                region->xx[k] += w * dx * dx;
                region->xy[k] += w * dx * dy;
                region->yy[k] += w * dy * dy;
            } else {
                region->x[k] += w * x;
                region->y[k] += w * y;
            }
        }
    }
}

/// How much larger the region around a bone is in the target, by axis.
static void measure_region(const MieniFaces *faces, int bone, double out_scale[3])
{
    Region region = {0};
    add_to_region(faces, bone, false, &region);
    for (int k = 0; k < 3; ++k) {
        region.x[k] /= region.weight > 0.0 ? region.weight : 1.0;
        region.y[k] /= region.weight > 0.0 ? region.weight : 1.0;
    }
    add_to_region(faces, bone, true, &region);
    const double all = (region.xx[0] + region.xx[1]) + region.xx[2];
    const double overall =
        mieni_sqrt(((region.yy[0] + region.yy[1]) + region.yy[2]) / (all > 0.0 ? all : 1.0));
    const double ridge = stiffness * all / 3.0;
    for (int k = 0; k < 3; ++k)
        out_scale[k] = all > 0.0 ? (region.xy[k] + ridge * overall) / (region.xx[k] + ridge) : 1.0;
}

/// Where each bone of the target is, in both faces.
static bool put_points(const MieniPlace *const places[2], MieniArena *arena, MieniFaces *faces)
{
    const int count = faces->target->bone_count;
    for (int f = 0; f < 2; ++f)
        faces->points[f] = mieni_arena_take(arena, (size_t)count, sizeof *faces->points[f]);
    for (int b = 0; !arena->is_out_of_memory && b < count; ++b) {
        const int from = faces->source_of[b];
        memcpy(faces->points[1][b], places[1][b].t, sizeof *faces->points[1]);
        if (from >= 0)
            memcpy(faces->points[0][b], places[0][from].t, sizeof *faces->points[0]);
    }
    return !arena->is_out_of_memory;
}

static const MienTransform *rest_bones(const MienAuthorSkeleton *skeleton, MieniArena *arena)
{
    MienTransform *rest = mieni_arena_take(arena, (size_t)skeleton->bone_count, sizeof *rest);
    for (int b = 0; rest != NULL && b < skeleton->bone_count; ++b)
        rest[b] = skeleton->bones[b].rest;
    return rest;
}

/// Poses are relative to the base pose: carries it, and lets everything else refer to it.
static bool carry_base(const MienTransform *base, MieniArena *arena, MieniFaces *faces)
{
    const int count = faces->target->bone_count;
    MienTransform *carried = mieni_arena_take(arena, (size_t)count, sizeof *carried);
    MieniPlace *places;
    for (int b = 0; carried != NULL && b < count; ++b) {
        const int from = faces->source_of[b];
        carried[b] = faces->base[1][b];
        if (from < 0 || memcmp(&base[from], &faces->base[0][from], sizeof *base) == 0)
            continue;
        MieniDelta delta = mieni_delta_of(faces, 0, from, &base[from]);
        mieni_delta_carry(faces, b, &delta);
        carried[b] = mieni_delta_apply(faces, 1, b, &delta);
    }
    faces->base[0] = base;
    faces->base[1] = carried;
    return carried != NULL && place_bones(faces->source, base, arena, &places, &faces->parents[0]) &&
           place_bones(faces->target, carried, arena, &places, &faces->parents[1]);
}

bool mieni_faces_measure(const MienTransferDesc *desc, MieniArena *arena, MieniFaces *out_faces)
{
    MieniPlace *places[2];
    MieniFaces *faces = out_faces;
    *faces = (MieniFaces){.source = desc->source->skeleton, .target = desc->target};
    faces->base[0] = rest_bones(faces->source, arena);
    faces->base[1] = rest_bones(faces->target, arena);
    if (!match_bones(desc, arena, faces) ||
        !place_bones(faces->source, NULL, arena, &places[0], &faces->parents[0]) ||
        !place_bones(faces->target, NULL, arena, &places[1], &faces->parents[1]) ||
        !put_points((const MieniPlace *const[2]){places[0], places[1]}, arena, faces) ||
        !find_face(desc, places[0], arena, faces))
        return false;
    faces->scales = mieni_arena_take(arena, (size_t)desc->target->bone_count, sizeof *faces->scales);
    if (arena->is_out_of_memory)
        return false;
    for (int f = 0; f < 2; ++f)
        faces->heights[f] = measure_height(faces, f);
    for (int b = 0; b < desc->target->bone_count; ++b)
        measure_region(faces, b, faces->scales[b]);
    return desc->source->base == NULL || carry_base(desc->source->base, arena, faces);
}
