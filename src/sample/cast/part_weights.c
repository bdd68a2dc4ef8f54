// SPDX-License-Identifier: MIT
//
// Which bones move the parts that are not skin. Most go with one bone.

#include "core/float_rules.h"

#include "sample/cast/rig.h"

static void weigh_brow(double along, int right, double *out)
{
    const double inner = 1.0 - mieni_smooth(0.0, 0.55, along), outer = mieni_smooth(0.45, 1.0, along);
    out[MIENI_BONE_BROW_IN + right] = inner;
    out[MIENI_BONE_BROW_MID + right] = 1.0 - inner - outer;
    out[MIENI_BONE_BROW_OUT + right] = outer;
}

static void weigh_tongue(double along, double *out)
{
    for (int k = 0; k < 4; ++k)
        out[MIENI_BONE_TONGUE + k] = mieni_between(1.0 - mieni_size(along * 3.0 - (double)k), 0.0, 1.0);
}

static void weigh_neck(double along, double *out)
{
    const double head = mieni_smooth(0.35, 1.0, along), chest = 1.0 - mieni_smooth(-0.1, 0.45, along);
    out[MIENI_BONE_HEAD] = head;
    out[MIENI_BONE_CHEST] = chest;
    out[MIENI_BONE_NECK] = mieni_between(1.0 - head - chest, 0.0, 1.0);
}

static void weigh_bust(const MieniCastBust *bust, const double at[3], double *out)
{
    const double shoulder = mieni_smooth(0.35 * bust->width, 0.9 * bust->width, mieni_size(at[0]));
    const double spine = mieni_smooth(bust->drop - 0.15, bust->drop - 0.5, at[1]) * (1.0 - shoulder);
    out[MIENI_BONE_SHOULDER + (at[0] < 0.0)] = shoulder;
    out[MIENI_BONE_SPINE] = spine;
    out[MIENI_BONE_CHEST] = 1.0 - shoulder - spine;
}

/// Two bones share a vertex.
static void weigh_two(int bone, int other, double share_of_other, double *out)
{
    out[bone] = 1.0 - share_of_other;
    out[other] = share_of_other;
}

/// The bone of parts that go with one; -1 for others.
static int rigid_bone(const MieniCastPart *part)
{
    const int right = part->side < 0;
    switch (part->kind) {
    case MIENI_CAST_LID_UPPER:
    case MIENI_CAST_LASH:
        return MIENI_BONE_LID_UPPER + right;
    case MIENI_CAST_LID_LOWER:
        return MIENI_BONE_LID_LOWER + right;
    case MIENI_CAST_TEETH_UPPER:
        return MIENI_BONE_TEETH_UPPER;
    case MIENI_CAST_TEETH_LOWER:
        return MIENI_BONE_TEETH_LOWER;
    case MIENI_CAST_EARRING:
        return MIENI_BONE_EAR + right;
    case MIENI_CAST_HAIR_BAND:
        return MIENI_BONE_CREST;
    case MIENI_CAST_CAP_BAND:
    case MIENI_CAST_SIDE_HAIR:
    case MIENI_CAST_HORN:
        return MIENI_BONE_HEAD;
    default:
        return -1;
    }
}

/// Parts that several bones share.
static void weigh_soft(const MieniCastRig *rig, const MieniCastPart *part, int vertex, double *out)
{
    const int right = part->side < 0;
    const double along = part->along != NULL ? part->along[vertex] : 0.0;
    // The lower lip goes round from the right corner to the left one.
    const int outer = MIENI_BONE_LIPS + (right ? 7 : 11), inner = MIENI_BONE_LIPS + (right ? 8 : 10);
    switch (part->kind) {
    case MIENI_CAST_EYE:
        weigh_two(MIENI_BONE_EYE + right, MIENI_BONE_PUPIL + right, along, out);
        break;
    case MIENI_CAST_BROW:
        weigh_brow(along, right, out);
        break;
    case MIENI_CAST_TUSK:
        weigh_two(outer, inner, 0.45, out);
        break;
    case MIENI_CAST_TONGUE:
        weigh_tongue(along, out);
        break;
    case MIENI_CAST_NOSTRIL:
        weigh_two(MIENI_BONE_NOSE_TIP, MIENI_BONE_NOSTRIL + right, 0.5, out);
        break;
    case MIENI_CAST_EAR:
        weigh_two(MIENI_BONE_EAR + right, MIENI_BONE_EAR_TIP + right, along, out);
        break;
    case MIENI_CAST_NECK:
        weigh_neck(along, out);
        break;
    case MIENI_CAST_BUST:
        weigh_bust(&rig->model->bust, part->positions[vertex], out);
        break;
    case MIENI_CAST_COLLAR:
        weigh_two(MIENI_BONE_CHEST, MIENI_BONE_NECK, 0.25, out);
        break;
    default:
        weigh_two(MIENI_BONE_HEAD, MIENI_BONE_CREST, along, out);
        break;
    }
}

void mieni_cast_weigh(const MieniCastRig *rig, const MieniCastParts *parts, const MieniCastPart *part,
                      int vertex, double out[MIENI_BONE_COUNT])
{
    if (part->kind == MIENI_CAST_SKIN || part->kind == MIENI_CAST_FRECKLE) {
        mieni_cast_weigh_skin(rig, &parts->parts[0], part->nearest >= 0 ? part->nearest : vertex, out);
        return;
    }
    for (int b = 0; b < MIENI_BONE_COUNT; ++b)
        out[b] = 0.0;
    const int bone = rigid_bone(part);
    if (bone >= 0)
        out[bone] = 1.0;
    else
        weigh_soft(rig, part, vertex, out);
}
