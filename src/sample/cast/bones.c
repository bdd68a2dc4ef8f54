// SPDX-License-Identifier: MIT
//
// The bones of the cast: names and parents are shared, places are each head's own.

#include "core/float_rules.h"

#include "sample/cast/rig.h"

#include <string.h>

#define PAIR(name, parent)                                                                                   \
    {name "_L", parent}, { name "_R", parent }
/// On the head, on each side's own parent.
#define ON(parent) MIENI_BONE_##parent

const MieniCastBone mieni_cast_bones[MIENI_BONE_COUNT] = {
    {"root", -1},
    {"spine", ON(ROOT)},
    {"chest", ON(SPINE)},
    PAIR("shoulder", ON(CHEST)),
    {"neck", ON(CHEST)},
    {"head", ON(NECK)},
    {"jaw", ON(HEAD)},
    {"chin", ON(JAW)},
    {"throat", ON(JAW)},
    {"mouth_upper", ON(HEAD)},
    {"mouth_lower", ON(JAW)},
    {"lip_corner_L", ON(MOUTH_UPPER)},
    {"lip_upper_outer_L", ON(MOUTH_UPPER)},
    {"lip_upper_inner_L", ON(MOUTH_UPPER)},
    {"lip_upper_mid", ON(MOUTH_UPPER)},
    {"lip_upper_inner_R", ON(MOUTH_UPPER)},
    {"lip_upper_outer_R", ON(MOUTH_UPPER)},
    {"lip_corner_R", ON(MOUTH_UPPER)},
    {"lip_lower_outer_R", ON(MOUTH_LOWER)},
    {"lip_lower_inner_R", ON(MOUTH_LOWER)},
    {"lip_lower_mid", ON(MOUTH_LOWER)},
    {"lip_lower_inner_L", ON(MOUTH_LOWER)},
    {"lip_lower_outer_L", ON(MOUTH_LOWER)},
    {"teeth_upper", ON(HEAD)},
    {"teeth_lower", ON(JAW)},
    {"tongue_root", ON(JAW)},
    {"tongue_mid", ON(TONGUE)},
    {"tongue_front", ON(TONGUE) + 1},
    {"tongue_tip", ON(TONGUE) + 2},
    PAIR("eye", ON(HEAD)),
    {"pupil_L", ON(EYE)},
    {"pupil_R", ON(EYE) + 1},
    PAIR("lid_upper", ON(HEAD)),
    PAIR("lid_lower", ON(HEAD)),
    PAIR("brow_in", ON(HEAD)),
    PAIR("brow_mid", ON(HEAD)),
    PAIR("brow_out", ON(HEAD)),
    {"forehead_mid", ON(HEAD)},
    PAIR("forehead", ON(HEAD)),
    PAIR("temple", ON(HEAD)),
    {"nose_bridge", ON(HEAD)},
    {"nose_tip", ON(HEAD)},
    PAIR("nostril", ON(NOSE_TIP)),
    PAIR("sneer", ON(HEAD)),
    PAIR("cheek_upper", ON(HEAD)),
    PAIR("nasolabial", ON(HEAD)),
    PAIR("cheek", ON(HEAD)),
    PAIR("jowl", ON(JAW)),
    PAIR("ear", ON(HEAD)),
    {"ear_tip_L", ON(EAR)},
    {"ear_tip_R", ON(EAR) + 1},
    {"crest", ON(HEAD)},
};

int mieni_cast_find_bone(const char *name, size_t size)
{
    for (int b = 0; b < MIENI_BONE_COUNT; ++b)
        if (strlen(mieni_cast_bones[b].name) == size && memcmp(mieni_cast_bones[b].name, name, size) == 0)
            return b;
    return -1;
}

/// Both bones of a pair.
static void place_pair(MieniCastRig *rig, int bone, MieniPoint left)
{
    rig->at[bone] = left;
    rig->at[bone + 1] = mieni_point(-left.x, left.y, left.z);
}

static MieniPoint on_skin(const MieniCastRig *rig, double x, double y)
{
    double at[3];
    mieni_cast_front(rig->model, x, y, at);
    return mieni_point_of(at);
}

/// A pair on the skin, each found by a ray of its own.
static void place_on_skin(MieniCastRig *rig, int bone, double x, double y)
{
    rig->at[bone] = on_skin(rig, x, y);
    rig->at[bone + 1] = on_skin(rig, -x, y);
}

static void place_body(MieniCastRig *rig)
{
    const MieniCastModel *model = rig->model;
    const MieniCastNeck *neck = &model->neck;
    const double drop = model->bust.drop;
    rig->at[MIENI_BONE_ROOT] = mieni_point(0.0, drop - 0.6, neck->z);
    rig->at[MIENI_BONE_SPINE] = mieni_point(0.0, drop - 0.35, neck->z);
    rig->at[MIENI_BONE_CHEST] = mieni_point(0.0, drop + 0.05, neck->z);
    place_pair(rig, MIENI_BONE_SHOULDER, mieni_point(model->bust.width * 0.45, drop + 0.05, neck->z));
    rig->at[MIENI_BONE_NECK] = mieni_point(0.0, neck->base + 0.05, neck->z);
    rig->at[MIENI_BONE_HEAD] = mieni_point(0.0, neck->base * 0.35 + neck->top * 0.65, neck->z + 0.06);
    rig->at[MIENI_BONE_CREST] = mieni_point(0.0, 1.05, -0.1);
}

static void place_mouth(MieniCastRig *rig, const MieniCastMarks *marks)
{
    const MieniCastModel *model = rig->model;
    const MieniPoint chin = mieni_point_of(model->chin), mouth = mieni_point_of(marks->mouth);
    rig->at[MIENI_BONE_JAW] = mieni_point_of(model->jaw);
    rig->at[MIENI_BONE_CHIN] = chin;
    rig->at[MIENI_BONE_THROAT] = mieni_point(0.0, chin.y - 0.02, chin.z * 0.35);
    rig->at[MIENI_BONE_MOUTH_UPPER] = rig->at[MIENI_BONE_MOUTH_LOWER] =
        mieni_plus(mouth, mieni_point(0.0, 0.0, -0.25));
    for (int k = 0; k < MIENI_CAST_LIP_COUNT; ++k)
        rig->at[MIENI_BONE_LIPS + k] =
            mieni_plus(mieni_point_of(marks->lips[k]), mieni_point(0.0, 0.0, -0.02));
    rig->at[MIENI_BONE_TEETH_UPPER] = mieni_plus(mouth, mieni_point(0.0, 0.06, -0.25));
    rig->at[MIENI_BONE_TEETH_LOWER] = mieni_plus(mouth, mieni_point(0.0, -0.06, -0.25));
    for (int k = 0; k < 4; ++k)
        rig->at[MIENI_BONE_TONGUE + k] = mieni_point_of(marks->tongue[k]);
}

static void place_eyes(MieniCastRig *rig, const MieniCastMarks *marks)
{
    const MieniCastEye *eye = &rig->model->eye;
    const MieniPoint at = {eye->x, eye->y, eye->z};
    place_pair(rig, MIENI_BONE_EYE, at);
    place_pair(rig, MIENI_BONE_LID_UPPER, at);
    place_pair(rig, MIENI_BONE_LID_LOWER, at);
    const double inward = eye->radius * mieni_sine(mieni_radians(eye->toe));
    place_pair(rig, MIENI_BONE_PUPIL, mieni_point(eye->x - inward, eye->y, eye->z + eye->radius));
    for (int side = 0; side < 2; ++side)
        for (int k = 0; k < 3; ++k)
            rig->at[MIENI_BONE_BROW_IN + 2 * k + side] = mieni_point_of(marks->brows[side][k]);
    // On a low forehead a ray from the front would pass above the head.
    const double brow = marks->brows[0][1][1], highest = 0.82 * marks->skin_top;
    rig->at[MIENI_BONE_FOREHEAD_MID] = on_skin(rig, 0.0, mieni_least(brow + 0.16, highest));
    place_on_skin(rig, MIENI_BONE_FOREHEAD, eye->x * 0.9, mieni_least(brow + 0.20, highest));
    place_on_skin(rig, MIENI_BONE_TEMPLE, eye->x + eye->radius * 1.30, eye->y + 0.12);
}

static void place_middle(MieniCastRig *rig)
{
    const MieniCastModel *model = rig->model;
    const MieniCastEye *eye = &model->eye;
    const MieniPoint wing = mieni_point_of(model->nose_wing);
    const double half = model->mouth.half_width, mouth = model->mouth.y;
    rig->at[MIENI_BONE_NOSE_BRIDGE] = on_skin(rig, 0.0, eye->y - 0.02);
    rig->at[MIENI_BONE_NOSE_TIP] = mieni_plus(mieni_point_of(model->nose_tip), mieni_point(0.0, 0.0, -0.05));
    place_pair(rig, MIENI_BONE_NOSTRIL, wing);
    place_on_skin(rig, MIENI_BONE_SNEER, 0.5 * wing.x + 0.5 * eye->x,
                  0.45 * eye->y + 0.55 * wing.y - 0.35 * eye->radius);
    place_on_skin(rig, MIENI_BONE_CHEEK_UPPER, eye->x * 1.10, eye->y - eye->radius * 1.40);
    place_on_skin(rig, MIENI_BONE_NASOLABIAL, half * 0.85 + 0.06, 0.5 * (wing.y + mouth) + 0.02);
    place_on_skin(rig, MIENI_BONE_CHEEK, half * 0.7 + eye->x * 0.75, 0.40 * eye->y + 0.60 * mouth - 0.05);
    place_on_skin(rig, MIENI_BONE_JOWL, half * 1.25 + 0.06, mouth - 0.16);
}

static void place_ears(MieniCastRig *rig)
{
    const MieniCastEar *ear = &rig->model->ear;
    const MieniPoint at = mieni_point_of(ear->at);
    const MieniPoint tip =
        ear->is_leaf ? mieni_point(0.45, 0.30, -0.15) : mieni_point(0.0, ear->radii[1] * 0.6, 0.0);
    place_pair(rig, MIENI_BONE_EAR, mieni_plus(at, mieni_point(-0.05, 0.0, 0.0)));
    place_pair(rig, MIENI_BONE_EAR_TIP, mieni_plus(at, tip));
}

void mieni_cast_rig(const MieniCastParts *parts, MieniCastRig *out)
{
    *out = (MieniCastRig){.model = parts->model};
    place_body(out);
    place_mouth(out, &parts->marks);
    place_eyes(out, &parts->marks);
    place_middle(out);
    place_ears(out);
}
