// SPDX-License-Identifier: MIT
//
// Lids: one gain for all lids of an eye, found by bisection, so that as much of the eyeball is seen as
// in the source. Closed eyes stay closed, with the source's overlap.

#include "core/float_rules.h"

#include "transfer/closure.h"

#include "core/internal.h"
#include "face/part_names.h"

#include <string.h>

/// Lids turn about bones near the centre of the eyeball, in its radii, by more than this angle.
static const double lid_reach = 1.2, least_turn = 4.0 * 3.14159265358979323846 / 180.0;
/// What counts as an open eye, as a nearly closed one and as a closed one: parts of the rest.
static const double is_open = 0.985, is_nearly_closed = 0.02, is_closed = 0.004;
static const double least_gain = 0.4, most_gain = 2.4;
enum { STEPS = 8 };

static const MienAuthorSkeleton *skeleton_of(const MieniClosure *c, int face)
{
    return face == 0 ? c->faces->source : c->faces->target;
}

/// Finds the bones that may be lids: near an eyeball, and not its own.
static bool find_lids(MieniClosure *c, int face)
{
    const MienAuthorSkeleton *skeleton = skeleton_of(c, face);
    const MieniFaceParts *parts = &c->sights[face].parts;
    c->eye_of[face] = mieni_arena_take(&c->arena, (size_t)skeleton->bone_count, sizeof *c->eye_of[face]);
    for (int b = 0; !c->arena.is_out_of_memory && b < skeleton->bone_count; ++b) {
        const MieniPlace local = mieni_place_of(&c->faces->base[face][b]);
        const MieniPlace place = mieni_place_compose(&c->faces->parents[face][b], &local);
        c->eye_of[face][b] = -1;
        for (int e = 0; parts->has_eyes && e < 2; ++e) {
            double apart[3];
            for (int k = 0; k < 3; ++k)
                apart[k] = place.t[k] - parts->eyes[e].centre[k];
            if (mieni_length3(apart) <= lid_reach * parts->eyes[e].radius &&
                mieni_part_of_bone(skeleton->bones[b].name) != MIENI_PART_EYE)
                c->eye_of[face][b] = (int8_t)e;
        }
    }
    return !c->arena.is_out_of_memory;
}

MienStatus mieni_closure_open(MieniClosure *closure, const MienTransferDesc *desc, const MieniFaces *faces,
                              MienError *error)
{
    const int most = faces->source->bone_count > faces->target->bone_count ? faces->source->bone_count
                                                                           : faces->target->bone_count;
    *closure = (MieniClosure){.desc = desc, .faces = faces, .arena = {.allocator = desc->allocator}};
    MienStatus status =
        mieni_sight_open(&closure->sights[0], faces->source, desc->source_mesh, desc->allocator, error);
    if (status == MIEN_OK)
        status =
            mieni_sight_open(&closure->sights[1], faces->target, desc->target_mesh, desc->allocator, error);
    closure->bones = mieni_arena_take(&closure->arena, (size_t)most, sizeof *closure->bones);
    if (status == MIEN_OK && (closure->bones == NULL || !find_lids(closure, 0) || !find_lids(closure, 1)))
        status = mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    if (status != MIEN_OK)
        mieni_closure_close(closure);
    return status;
}

void mieni_closure_close(MieniClosure *closure)
{
    for (int f = 0; f < 2; ++f)
        mieni_sight_close(&closure->sights[f]);
    mieni_arena_release(&closure->arena);
    *closure = (MieniClosure){0};
}

/// How far a bone is turned in a pose, radians.
static double turn_of(const MieniClosure *c, int face, int bone, const MienTransform *pose)
{
    double vector[3];
    const MieniDelta delta = mieni_delta_of(c->faces, face, bone, pose);
    mieni_turn_vector(delta.turn, vector);
    return mieni_length3(vector);
}

static bool turns_lids(const MieniClosure *c, int face, int eye, const MienTransform *pose)
{
    for (int b = 0; b < skeleton_of(c, face)->bone_count; ++b)
        if (c->eye_of[face][b] == eye && turn_of(c, face, b, &pose[b]) > least_turn)
            return true;
    return false;
}

/// Turns the lids of an eye further, or less far, than a pose does.
static MienTransform scaled_lid(const MieniClosure *c, int face, int bone, const MienTransform *pose,
                                double gain)
{
    MieniDelta delta = mieni_delta_of(c->faces, face, bone, pose);
    mieni_turn_scale(delta.turn, gain);
    return mieni_delta_apply(c->faces, face, bone, &delta);
}

static void scale_lids(const MieniClosure *c, int face, int eye, const MienTransform *pose, double gain,
                       MienTransform *out)
{
    for (int b = 0; b < skeleton_of(c, face)->bone_count; ++b)
        out[b] = c->eye_of[face][b] == eye ? scaled_lid(c, face, b, &pose[b], gain) : pose[b];
}

static double look(MieniClosure *c, int face, int eye, int pose, const MienTransform *bones, double gain)
{
    MieniSight *sight = &c->sights[face];
    scale_lids(c, face, eye, bones, gain, c->bones);
    mieni_sight_pose(sight, c->bones, c->desc->source, &c->desc->source->poses[pose]);
    return mieni_sight_look(sight, (MieniSightOf)eye);
}

/// The smallest gain at which no more than this is seen.
static double find_gain(MieniClosure *c, int face, int eye, int pose, const MienTransform *bones,
                        double wanted)
{
    double low = least_gain, high = most_gain;
    for (int i = 0; i < STEPS; ++i) {
        const double middle = 0.5 * (low + high);
        if (look(c, face, eye, pose, bones, middle) <= wanted)
            high = middle;
        else
            low = middle;
    }
    return high;
}

static void close_eye(MieniClosure *c, int eye, int pose, MienTransform *bones)
{
    const MienTransform *source = c->desc->source->poses[pose].bones;
    const double seen = look(c, 0, eye, pose, source, 1.0);
    double gain;
    if (seen > is_open)
        return;
    if (seen >= is_nearly_closed) {
        gain = find_gain(c, 1, eye, pose, bones, seen);
    } else {
        gain = find_gain(c, 1, eye, pose, bones, is_closed) / find_gain(c, 0, eye, pose, source, is_closed);
        gain = gain < least_gain ? least_gain : gain > most_gain ? most_gain : gain;
    }
    scale_lids(c, 1, eye, bones, gain, bones);
}

void mieni_closure_close_lids(MieniClosure *closure, int pose, MienTransform *bones)
{
    const MienTransform *source = closure->desc->source->poses[pose].bones;
    for (int e = 0; source != NULL && e < 2; ++e)
        if (closure->sights[0].windows[e].whole > 0.0 && closure->sights[1].windows[e].whole > 0.0 &&
            turns_lids(closure, 0, e, source) && turns_lids(closure, 1, e, bones))
            close_eye(closure, e, pose, bones);
}

void mieni_closure_report(MieniClosure *closure, int pose, const MienTransform *bones, bool is_shown,
                          MienTransferPose *report)
{
    const MienAuthorPose *source = &closure->desc->source->poses[pose];
    const MienTransform *poses[2] = {source->bones, bones};
    double eyes[2] = {0.0, 0.0}, teeth[2];
    bool has_lids = false;
    for (int f = 0; f < 2; ++f)
        for (int e = 0; e < 2; ++e)
            has_lids = has_lids || turns_lids(closure, f, e, poses[f]);
    for (int f = 0; f < 2; ++f) {
        MieniSight *sight = &closure->sights[f];
        if (!is_shown)
            mieni_sight_pose(sight, poses[f], closure->desc->source, source);
        if (mieni_sight_is_turned(sight))
            return;
        for (int e = 0; e < 2; ++e)
            eyes[f] += has_lids ? 0.5 * mieni_sight_look(sight, (MieniSightOf)e) : 0.5;
        teeth[f] = mieni_sight_look(sight, MIENI_SIGHT_TEETH);
    }
    report->is_seen = true;
    report->source_eyes = (float)eyes[0];
    report->target_eyes = (float)eyes[1];
    report->source_teeth = (float)teeth[0];
    report->target_teeth = (float)teeth[1];
}
