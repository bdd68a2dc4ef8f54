// SPDX-License-Identifier: MIT
//
// What morphs do to the skin, in head units: cheeks become balls, lips roll in, cheeks
// bunch under the eye, a dimple forms beside the mouth.

#include "core/float_rules.h"

#include "sample/cast/rig.h"

#include <string.h>

const char *const mieni_cast_morphs[MIENI_MORPH_COUNT] = {
    "cheek_puff",       "lip_roll_upper_L", "lip_roll_upper_R", "lip_roll_lower_L",
    "lip_roll_lower_R", "cheek_raise_L",    "cheek_raise_R",    "dimple_L",
    "dimple_R",         "smile_fold_L",     "smile_fold_R",
};

int mieni_cast_find_morph(const char *name, size_t size)
{
    for (int m = 0; m < MIENI_MORPH_COUNT; ++m)
        if (strlen(mieni_cast_morphs[m]) == size && memcmp(mieni_cast_morphs[m], name, size) == 0)
            return m;
    return -1;
}

/// The skin while one morph is made.
typedef struct Shaping {
    const MieniCastRig *rig;
    const MieniCastPart *skin;
    int columns, side; ///< 1 left, -1 right.
} Shaping;

static MieniPoint at(const Shaping *shaping, int vertex)
{
    return mieni_point_of(shaping->skin->positions[vertex]);
}

/// A bone of a pair, by the side.
static MieniPoint bone_at(const Shaping *shaping, int bone)
{
    return shaping->rig->at[bone + (shaping->side < 0)];
}

/// How far the lips reach into the skin round them, in the plane of the loops.
static double reach_of_lips(const MieniCastModel *model, const MieniCastSkinPoint *point)
{
    const double to_nose = mieni_size(model->nose_wing[1] - model->mouth.y);
    const double to_chin = mieni_size(model->chin[1] - model->mouth.y);
    const double up = mieni_smooth(-0.3, 0.3, point->sine), aside = point->cosine * point->cosine;
    return mieni_mix(mieni_mix(0.9 * to_chin, 0.9 * to_nose, up), 0.6 * model->mouth.half_width, aside);
}

// ---- Rolled lips ----

/// A column of the loops, from the slit over one lip.
typedef struct Lip {
    MieniPoint slit, rim; ///< Where red ends.
    MieniPoint fold;      ///< Where the rim goes: lips beyond it are folded back.
    double rim_distance;
} Lip;

static const double rim_s = 0.96;

static Lip read_lip(const Shaping *shaping, int column)
{
    Lip lip = {.slit = at(shaping, column)};
    int v = column;
    while (shaping->skin->skin[v + shaping->columns].s < rim_s)
        v += shaping->columns;
    const MieniCastSkinPoint *inner = &shaping->skin->skin[v], *outer = inner + shaping->columns;
    const double t = (rim_s - inner->s) / (outer->s - inner->s);
    const MieniPoint from = at(shaping, v), to = at(shaping, v + shaping->columns);
    lip.rim = mieni_along(from, mieni_minus(to, from), t);
    lip.rim_distance = mieni_mix(inner->slit_distance, outer->slit_distance, t);
    lip.fold = mieni_plus(lip.slit, mieni_point(0.0, 0.0, 0.25 * shaping->rig->model->mouth.bulge));
    return lip;
}

/// Red goes straight back from the fold, a little past the other lip so that no light comes
/// between two rolled ones.
static MieniPoint roll_red(const Lip *lip, double s, double sign)
{
    const double back = 1.0 - s / rim_s;
    return mieni_plus(lip->fold, mieni_point(0.0, -0.008 * sign * back, -0.055 * back));
}

static MieniPoint roll_vertex(const Shaping *shaping, int vertex, double sign)
{
    const MieniCastSkinPoint *point = &shaping->skin->skin[vertex];
    const MieniCastModel *model = shaping->rig->model;
    const int column =
        (int)(point->angle / (2.0 * MIENI_PI) * (double)shaping->columns + 0.5) % shaping->columns;
    const Lip lip = read_lip(shaping, column);
    if (point->is_inner) {
        const MieniPoint way = mieni_minus(roll_red(&lip, 0.0, sign), lip.slit);
        return mieni_times(way, 1.0 - mieni_smooth(0.05, 0.25, point->depth));
    }
    if (point->s < rim_s)
        return mieni_minus(roll_red(&lip, point->s, sign), at(shaping, vertex));
    const double end = mieni_most(reach_of_lips(model, point), lip.rim_distance + 0.05);
    const double share = 1.0 - mieni_smooth(lip.rim_distance, end, point->slit_distance);
    return mieni_times(mieni_minus(lip.fold, lip.rim), share);
}

/// Both lips have half of the corners, both sides half of the middle.
static MieniPoint roll(const Shaping *shaping, int vertex, bool is_upper)
{
    const MieniCastSkinPoint *point = &shaping->skin->skin[vertex];
    const double sign = is_upper ? 1.0 : -1.0, own = point->sine * sign;
    if (own < -1e-9 || point->s > 12.0 || point->depth > 0.25)
        return mieni_point(0.0, 0.0, 0.0);
    const double half = shaping->rig->model->mouth.half_width;
    const double x = (double)shaping->side * shaping->skin->positions[vertex][0];
    const double share = mieni_smooth(-0.45 * half, 0.45 * half, x) * (own < 1e-9 ? 0.5 : 1.0);
    return mieni_times(roll_vertex(shaping, vertex, sign), share);
}

// ---- Cheeks ----

/// Where a cheek's ball is when it is full of air: the left one's centre, and its radius.
static const struct Ball {
    double at[3], radius;
} balls[MIENI_CAST_COUNT] = {{{0.30, -0.53, 0.34}, 0.43},
                             {{0.46, -0.42, 0.34}, 0.47},
                             {{0.55, -0.55, 0.30}, 0.55},
                             {{0.58, -0.36, 0.38}, 0.47}};

/// A ball within the cheek grows out of it; lips hold it in, and balls do not meet.
static MieniPoint puff(const Shaping *shaping, int vertex)
{
    const MieniCastSkinPoint *point = &shaping->skin->skin[vertex];
    const struct Ball *ball = &balls[shaping->rig->model->who];
    if (point->is_inner)
        return mieni_point(0.0, 0.0, 0.0);
    const MieniPoint centre = {(double)shaping->side * ball->at[0], ball->at[1], ball->at[2]};
    const MieniPoint from = mieni_minus(at(shaping, vertex), centre);
    const double soft = 0.14, out = ball->radius - mieni_length(from);
    const double h = mieni_between(0.5 + 0.5 * out / soft, 0.0, 1.0);
    const double grown = out * h + 0.5 * soft * h * (1.0 - h); // the greater of out and 0, smoothly
    const double reach = 0.75 * reach_of_lips(shaping->rig->model, point);
    const double free = mieni_smooth(0.0, reach, point->slit_distance) *
                        mieni_smooth(0.0, 0.6 * ball->at[0], mieni_size(centre.x + from.x));
    return mieni_times(mieni_unit(from), mieni_most(grown, 0.0) * free);
}

/// The cheek bunches under the eye.
static MieniPoint raise_cheek(const Shaping *shaping, int vertex)
{
    const MieniCastModel *model = shaping->rig->model;
    const double r = model->eye.radius, side = (double)shaping->side;
    const MieniPoint middle =
        mieni_plus(bone_at(shaping, MIENI_BONE_CHEEK_UPPER), mieni_point(0.0, -0.10 * r, 0.0));
    const MieniPoint from = mieni_minus(at(shaping, vertex), middle);
    if (shaping->skin->skin[vertex].is_inner)
        return mieni_point(0.0, 0.0, 0.0);
    const MieniPoint scaled = {from.x / (1.25 * r), from.y / (0.95 * r), from.z / (1.8 * r)};
    return mieni_times(mieni_point(side * 0.06, 0.16, 0.26), r * mieni_bump(mieni_length(scaled)));
}

/// A pit beside the corner of the mouth, and a soft ring round it.
static MieniPoint dimple(const Shaping *shaping, int vertex)
{
    const MieniCastModel *model = shaping->rig->model;
    const double half = model->mouth.half_width, side = (double)shaping->side;
    const MieniPoint corner = shaping->rig->at[shaping->side > 0 ? MIENI_BONE_LIPS : MIENI_BONE_LIPS + 6];
    const MieniPoint middle = mieni_plus(corner, mieni_point(side * (0.22 * half + 0.03), 0.01, 0.0));
    const MieniPoint from = mieni_minus(at(shaping, vertex), middle);
    if (shaping->skin->skin[vertex].is_inner)
        return mieni_point(0.0, 0.0, 0.0);
    const double wide = 0.05 + 0.06 * half;
    const double far = mieni_length(mieni_point(from.x, 0.7 * from.y, 0.5 * from.z)) / wide;
    const double lips = mieni_smooth(0.0, 0.05, shaping->skin->skin[vertex].slit_distance);
    const double way = lips * (0.045 * mieni_bell((far - 2.0) / 0.8) - 0.075 * mieni_bell(far));
    return mieni_times(mieni_unit(mieni_point(side * 0.5, 0.0, 0.85)), way);
}

/// The crease from the wing of the nose past the corner of the mouth, and the cheek over it.
static MieniPoint fold(const Shaping *shaping, int vertex)
{
    const MieniCastModel *model = shaping->rig->model;
    const double half = model->mouth.half_width, side = (double)shaping->side;
    if (shaping->skin->skin[vertex].is_inner || shaping->skin->positions[vertex][2] < 0.0)
        return mieni_point(0.0, 0.0, 0.0);
    const MieniPoint p = mieni_folded(at(shaping, vertex));
    const double own = side * shaping->skin->positions[vertex][0] > 0.0 ? 1.0 : 0.0;
    const double top[2] = {mieni_size(model->nose_wing[0]) + 0.05, model->nose_wing[1] + 0.02};
    const double way[2] = {1.10 * half + 0.06 - top[0], model->mouth.y - 0.02 - top[1]};
    const double size = mieni_sqrt(way[0] * way[0] + way[1] * way[1]);
    const double along = ((p.x - top[0]) * way[0] + (p.y - top[1]) * way[1]) / (size * size);
    const double bent = 0.06 * (1.0 - (2.0 * along - 1.0) * (2.0 * along - 1.0)); // outwards
    const double beside = ((p.y - top[1]) * way[0] - (p.x - top[0]) * way[1]) / size - bent;
    const double ends = mieni_smooth(-0.1, 0.3, along) * (1.0 - mieni_smooth(0.75, 1.15, along)) * own;
    const double lips = mieni_smooth(0.0, 0.06, shaping->skin->skin[vertex].slit_distance);
    const double out = 0.045 * mieni_bell((beside - 0.10) / 0.075) - 0.028 * mieni_bell(beside / 0.05);
    return mieni_times(mieni_unit(mieni_point(side * 0.35, 0.0, 0.93)), out * ends * lips);
}

static MieniPoint shape_vertex(const Shaping *shaping, MieniMorph morph, int vertex)
{
    switch (morph - (shaping->side < 0)) {
    case MIENI_MORPH_LIP_ROLL_UPPER:
        return roll(shaping, vertex, true);
    case MIENI_MORPH_LIP_ROLL_LOWER:
        return roll(shaping, vertex, false);
    case MIENI_MORPH_CHEEK_RAISE:
        return raise_cheek(shaping, vertex);
    case MIENI_MORPH_DIMPLE:
        return dimple(shaping, vertex);
    default:
        return fold(shaping, vertex);
    }
}

void mieni_cast_morph_skin(const MieniCastRig *rig, const MieniCastPart *skin, int columns, MieniMorph morph,
                           double (*out)[3])
{
    const char *name = mieni_cast_morphs[morph];
    Shaping shaping = {.rig = rig, .skin = skin, .columns = columns};
    shaping.side = name[strlen(name) - 1] == 'R' ? -1 : 1;
    for (int v = 0; v < skin->vertex_count; ++v) {
        MieniPoint way;
        if (morph == MIENI_MORPH_CHEEK_PUFF) {
            shaping.side = skin->positions[v][0] < 0.0 ? -1 : 1;
            way = puff(&shaping, v);
        } else {
            way = shape_vertex(&shaping, morph, v);
        }
        mieni_point_put(way, out[v]);
    }
}
