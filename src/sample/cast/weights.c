// SPDX-License-Identifier: MIT
//
// Which bones move a vertex. The skin is weighed in layers: the lips along the slit,
// bones of detail near them, and what remains goes to the jaw and the head.

#include "core/float_rules.h"

#include "sample/cast/rig.h"

/// The skin at one vertex.
typedef struct Spot {
    const MieniCastRig *rig;
    const MieniCastSkinPoint *point;
    MieniPoint at;
    double above, below; ///< The slit.
    double *weights;     ///< By bone.
    double sum;          ///< Of the bones of detail.
} Spot;

/// Where four neighbours of a closed ring of bones meet: a uniform cubic spline. It is
/// symmetric, so a vertex below the slit has the weights of its twin above.
static void weigh_ring(double place, double share, double *ring)
{
    int first = (int)place;
    const double t = place - (double)first, rest = 1.0 - t;
    const double basis[4] = {rest * rest * rest, 3.0 * t * t * t - 6.0 * t * t + 4.0,
                             3.0 * rest * rest * rest - 6.0 * rest * rest + 4.0, t * t * t};
    first += MIENI_CAST_LIP_COUNT - 1;
    for (int k = 0; k < 4; ++k)
        ring[(first + k) % MIENI_CAST_LIP_COUNT] += basis[k] / 6.0 * share;
}

/// How much of a vertex the lips have.
static double share_of_lips(const MieniCastModel *model, const MieniCastSkinPoint *point)
{
    if (point->is_inner)
        return 1.0 - mieni_smooth(0.05, 0.20, point->depth);
    const double to_nose = mieni_size(model->nose_wing[1] - model->mouth.y);
    const double to_chin = mieni_size(model->chin[1] - model->mouth.y);
    const double up = mieni_smooth(-0.3, 0.3, point->sine), aside = point->cosine * point->cosine;
    const double reach = mieni_mix(0.95 * to_chin, 0.85 * to_nose, up);
    const double end = mieni_mix(reach, 0.95 * model->mouth.half_width, aside);
    return 1.0 - mieni_smooth(0.30 * end, end, point->slit_distance);
}

static double share_of_jaw(const MieniCastModel *model, const MieniCastSkinPoint *point, MieniPoint at)
{
    if (point->is_inner)
        return mieni_smooth(-0.5, 0.5, -point->sine);
    const double half = model->mouth.half_width;
    const double side = mieni_smooth(-0.05, 0.80, -point->sine);
    const double forward = mieni_smooth(model->jaw[2] - 0.05, model->jaw[2] + 0.50, at.z);
    const double low = mieni_smooth(model->jaw[1] + 0.02, model->jaw[1] - 0.30, at.y);
    const double wide = 1.0 - 0.55 * mieni_smooth(1.3 * half, 2.6 * half, mieni_size(at.x));
    return side * forward * low * wide;
}

static void weigh_near(Spot *spot, int bone, MieniPoint radii, double gain)
{
    const MieniPoint d = mieni_minus(spot->at, spot->rig->at[bone]);
    const MieniPoint scaled = {d.x / radii.x, d.y / radii.y, d.z / radii.z};
    const double weight = gain * mieni_bump(mieni_length(scaled));
    spot->weights[bone] = weight;
    spot->sum += weight;
}

static void weigh_pair(Spot *spot, int bone, double x, double y, double z, double gain)
{
    weigh_near(spot, bone, mieni_point(x, y, z), gain);
    weigh_near(spot, bone + 1, mieni_point(x, y, z), gain);
}

static void weigh_round_eyes(Spot *spot)
{
    const double r = spot->rig->model->eye.radius;
    weigh_pair(spot, MIENI_BONE_BROW_IN, 1.15 * r, 1.15 * r, 1.6 * r, 1.0);
    weigh_pair(spot, MIENI_BONE_BROW_MID, 1.15 * r, 1.15 * r, 1.6 * r, 1.0);
    weigh_pair(spot, MIENI_BONE_BROW_OUT, 1.25 * r, 1.15 * r, 1.6 * r, 1.0);
    weigh_pair(spot, MIENI_BONE_FOREHEAD, 1.6 * r, 1.4 * r, 2.0 * r, 0.7);
    weigh_pair(spot, MIENI_BONE_TEMPLE, 1.1 * r, 1.5 * r, 1.8 * r, 0.7);
    weigh_pair(spot, MIENI_BONE_CHEEK_UPPER, 1.45 * r, 0.85 * r, 1.6 * r, 1.0);
    weigh_near(spot, MIENI_BONE_FOREHEAD_MID, mieni_point(1.2 * r, 1.6 * r, 2.0 * r), 0.8);
    weigh_near(spot, MIENI_BONE_NOSE_BRIDGE, mieni_point(0.8 * r, 1.2 * r, 1.2 * r), 0.8);
}

static void weigh_round_mouth(Spot *spot)
{
    const MieniCastModel *model = spot->rig->model;
    const double apart = 2.0 * model->eye.x, mouth = 2.0 * model->mouth.half_width;
    const double wing = mieni_size(model->nose_wing[0]), tip = 0.55 * (wing * 2.0 + 0.12);
    weigh_pair(spot, MIENI_BONE_SNEER, 0.33 * apart, 0.385 * apart, 0.4, spot->above);
    weigh_pair(spot, MIENI_BONE_NASOLABIAL, 0.42 * mouth, 0.34 * mouth + 0.05, 0.5, spot->above);
    weigh_pair(spot, MIENI_BONE_CHEEK, 0.62 * apart, 0.60 * apart, 0.8, 1.0);
    weigh_pair(spot, MIENI_BONE_JOWL, 0.55 * apart, 0.50 * apart, 0.8, spot->below);
    weigh_pair(spot, MIENI_BONE_NOSTRIL, 0.95 * wing + 0.03, 0.95 * wing + 0.04, 0.22, 1.0);
    weigh_near(spot, MIENI_BONE_NOSE_TIP, mieni_point(tip, tip, tip * 1.3), 1.0);
    weigh_near(spot, MIENI_BONE_CHIN, mieni_point(0.36, 0.30, 0.45), spot->below);
    weigh_near(spot, MIENI_BONE_THROAT, mieni_point(0.5, 0.32, 0.5), 0.7 * spot->below);
}

void mieni_cast_weigh_skin(const MieniCastRig *rig, const MieniCastPart *skin, int vertex,
                           double out[MIENI_BONE_COUNT])
{
    const MieniCastSkinPoint *point = &skin->skin[vertex];
    Spot spot = {.rig = rig, .point = point, .at = mieni_point_of(skin->positions[vertex]), .weights = out};
    spot.above = mieni_smooth(-0.15, 0.10, point->sine);
    spot.below = 1.0 - spot.above;
    for (int b = 0; b < MIENI_BONE_COUNT; ++b)
        out[b] = 0.0;
    const double lips = share_of_lips(rig->model, point);
    if (!point->is_inner) {
        weigh_round_eyes(&spot);
        weigh_round_mouth(&spot);
    }
    const double scale = (1.0 - lips) / mieni_most(spot.sum, 1.0);
    for (int b = 0; b < MIENI_BONE_COUNT; ++b)
        out[b] *= scale;
    weigh_ring(point->angle / (2.0 * MIENI_PI) * (double)MIENI_CAST_LIP_COUNT, lips, &out[MIENI_BONE_LIPS]);
    const double rest = mieni_between(1.0 - lips - spot.sum * scale, 0.0, 1.0);
    const double jaw = share_of_jaw(rig->model, point, spot.at);
    out[MIENI_BONE_JAW] = rest * jaw;
    out[MIENI_BONE_HEAD] = rest * (1.0 - jaw);
}
