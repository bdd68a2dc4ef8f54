// SPDX-License-Identifier: MIT
//
// Proportions of extras. No bone of the cast is turned at rest, so where a bone lies and
// where a pose takes it are stretched along the axes of the face, and by the same amount:
// lids that meet and lips that seal still do.

#include "core/float_rules.h"

#include "sample/cast/extras.h"

#include "core/float_env.h"
#include "sample/random.h"

#include <string.h>

enum { EXTRAS = 2000, BODIES = 3000 }; // sequences of random numbers

/// All of them are 1 for the head itself.
typedef struct Proportions {
    float size, wide, high, deep;
    float jaw, eyes, mouth, brow, nose, ears, shoulders;
    float opening; ///< How far the jaw opens.
    float lively;  ///< How much brows, cheeks, nose and ears do.
} Proportions;

static Proportions draw_proportions(uint64_t seed, int number)
{
    uint64_t random = mien_random_stream(mien_random_stream(seed, EXTRAS), number);
    Proportions own;
    own.size = mien_random_between(&random, 0.92f, 1.1f);
    own.wide = mien_random_between(&random, 0.9f, 1.12f);
    own.high = mien_random_between(&random, 0.92f, 1.1f);
    own.deep = mien_random_between(&random, 0.94f, 1.08f);
    own.jaw = mien_random_between(&random, 0.88f, 1.14f);
    own.eyes = mien_random_between(&random, 0.92f, 1.1f);
    own.mouth = mien_random_between(&random, 0.88f, 1.14f);
    own.brow = mien_random_between(&random, 0.96f, 1.06f);
    own.nose = mien_random_between(&random, 0.9f, 1.15f);
    own.ears = mien_random_between(&random, 0.85f, 1.25f);
    own.shoulders = mien_random_between(&random, 0.88f, 1.2f);
    own.opening = mien_random_between(&random, 0.85f, 1.1f);
    own.lively = mien_random_between(&random, 0.75f, 1.2f);
    return own;
}

static bool is_of(const char *bone, const char *family) { return strncmp(bone, family, strlen(family)) == 0; }

static bool is_of_any(const char *bone, const char *const *families)
{
    for (; *families != NULL; ++families)
        if (is_of(bone, *families))
            return true;
    return false;
}

/// How a bone's place is stretched. Lids and eyes share theirs, and so do both lips.
static MienVec3 stretch_of(const Proportions *own, const char *bone)
{
    static const char *const body[] = {"root", "spine", "chest", "shoulder", "neck", NULL};
    static const char *const below[] = {"chin",        "throat",      "jowl", "teeth_lower",
                                        "mouth_lower", "tongue_root", NULL};
    static const char *const eyes[] = {"eye", "lid", NULL};
    static const char *const brows[] = {"brow", "forehead", "temple", NULL};
    MienVec3 stretch = {own->size * own->wide, own->size * own->high, own->size * own->deep};
    if (is_of_any(bone, body))
        stretch = (MienVec3){own->size, own->size, own->size};
    if (is_of(bone, "shoulder"))
        stretch.x *= own->shoulders;
    else if (is_of_any(bone, below))
        stretch.y *= own->jaw;
    else if (is_of_any(bone, eyes))
        stretch.x *= own->eyes;
    else if (is_of_any(bone, brows))
        stretch = (MienVec3){stretch.x * own->eyes, stretch.y * own->brow, stretch.z};
    else if (is_of(bone, "lip_"))
        stretch.x *= own->mouth;
    else if (is_of(bone, "nose_tip"))
        stretch.z *= own->nose;
    else if (is_of(bone, "ear_tip"))
        stretch = (MienVec3){stretch.x * own->ears, stretch.y * own->ears, stretch.z * own->ears};
    return stretch;
}

static MienVec3 stretched(MienVec3 v, MienVec3 by) { return (MienVec3){v.x * by.x, v.y * by.y, v.z * by.z}; }

/// A share of a turn, or somewhat more than it.
static MienQuat share_of(MienQuat turn, float share)
{
    const float sign = turn.w < 0.0f ? -share : share;
    const MienQuat part = {turn.x * sign, turn.y * sign, turn.z * sign, 1.0f - share + turn.w * sign};
    return mien_quat_normalize(part);
}

static MienTransform pose_bone(const Proportions *own, const char *bone, const MienTransform *rest,
                               const MienTransform *posed, const MienTransform *own_rest)
{
    static const char *const lively[] = {"brow",    "forehead", "temple",     "cheek", "nose",
                                         "nostril", "sneer",    "nasolabial", "ear",   NULL};
    static const char *const opening[] = {"jaw", "lip_lower", NULL};
    const MienVec3 stretch = stretch_of(own, bone);
    const float more = is_of_any(bone, lively) ? own->lively : 1.0f;
    const MienVec3 way = {(posed->translation.x - rest->translation.x) * more,
                          (posed->translation.y - rest->translation.y) * more,
                          (posed->translation.z - rest->translation.z) * more};
    const MienVec3 own_way = stretched(way, stretch);
    MienTransform out = *posed; // how it is scaled stays
    out.translation = (MienVec3){own_rest->translation.x + own_way.x, own_rest->translation.y + own_way.y,
                                 own_rest->translation.z + own_way.z};
    if (is_of_any(bone, opening))
        out.rotation = share_of(posed->rotation, own->opening);
    return out;
}

MieniCastWho mieni_cast_extra_like(int number) { return (MieniCastWho)(number % MIENI_CAST_COUNT); }

static MIENI_APART void make(const MieniCastHead *head, uint64_t seed, int number, MieniCastExtra *out)
{
    const Proportions own = draw_proportions(seed, number);
    out->like = mieni_cast_extra_like(number);
    for (int b = 0; b < MIENI_BONE_COUNT; ++b) {
        const MienAuthorBone *bone = &head->skeleton->bones[b];
        out->reference[b] = bone->rest;
        out->reference[b].translation = stretched(bone->rest.translation, stretch_of(&own, bone->name));
        for (int p = 0; p < MIENI_CAST_POSE_COUNT; ++p)
            out->poses[p][b] =
                pose_bone(&own, bone->name, &bone->rest, &head->poses.poses[p].bones[b], &out->reference[b]);
    }
}

void mieni_cast_extra(const MieniCastHead *head, uint64_t seed, int number, MieniCastExtra *out)
{
    const MieniFloatEnv env = mieni_float_env_enter();
    make(head, seed, number, out);
    mieni_float_env_leave(env);
}

static MIENI_APART MieniCastStanding draw_standing(uint64_t seed, int number)
{
    uint64_t random = mien_random_stream(mien_random_stream(seed, BODIES), number);
    MieniCastStanding standing = {.seconds = 4 + 2 * mien_random_index(&random, 5)};
    standing.breaths = 1 + standing.seconds / 5;
    standing.depth = (double)mien_random_between(&random, 0.6f, 1.6f);
    for (int k = 0; k < 3; ++k) {
        const bool is_other_way = mien_random_index(&random, 2) == 1;
        const double sway = (double)mien_random_between(&random, 0.5f, 2.5f);
        standing.sway[k] = is_other_way ? -sway : sway;
    }
    return standing;
}

MieniCastStanding mieni_cast_extra_standing(uint64_t seed, int number)
{
    const MieniFloatEnv env = mieni_float_env_enter();
    const MieniCastStanding standing = draw_standing(seed, number);
    mieni_float_env_leave(env);
    return standing;
}

double mieni_extra_number(float value)
{
    const double many = (double)value * 1e6;
    return (double)(int64_t)(many < 0.0 ? many - 0.5 : many + 0.5) / 1e6;
}
