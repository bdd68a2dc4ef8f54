// SPDX-License-Identifier: MIT
//
// The poses of one head: rows of the table in its own units, mirrored where they are
// for the right, and lips that stay closed while the jaw moves.

#include "core/float_rules.h"

#include "sample/cast/rig.h"

#include <stdio.h>
#include <string.h>

static const MieniCastMove at_rest = {.scale = {1.0, 1.0, 1.0}};

/// A row whose moves suit one head only if they are larger or smaller.
typedef struct Gain {
    MieniCastWho who;
    const char *pose, *bone; ///< The left one of a pair.
    double move[3];
} Gain;

static const Gain gains[] = {
    {MIENI_CAST_PIP, "cheekPuff", "cheek_L", {1.3, 1.0, 1.3}},
    {MIENI_CAST_PIP, "cheekPuff", "jowl_L", {1.3, 1.0, 1.3}},
    {MIENI_CAST_BRUNO, "browInnerUp", "brow_in_L", {1.0, 0.72, 1.0}},
    {MIENI_CAST_BRUNO, "browInnerUp", "brow_mid_L", {1.0, 0.7, 1.0}},
    {MIENI_CAST_BRUNO, "browOuterUpLeft", "brow_in_L", {1.0, 0.7, 1.0}},
    {MIENI_CAST_BRUNO, "browOuterUpLeft", "brow_mid_L", {1.0, 0.7, 1.0}},
    {MIENI_CAST_BRUNO, "browOuterUpLeft", "brow_out_L", {1.0, 0.7, 1.0}},
    {MIENI_CAST_MOSS, "browDownLeft", "brow_in_L", {1.0, 1.0, 2.6}},
    {MIENI_CAST_MOSS, "browDownLeft", "brow_mid_L", {1.0, 1.0, 2.6}},
    {MIENI_CAST_MOSS, "browDownLeft", "brow_out_L", {1.0, 1.0, 2.2}},
    {MIENI_CAST_MOSS, "noseSneerLeft", "brow_in_L", {1.0, 1.0, 2.0}},
};

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

/// Whether a bone's moves are measured by the eyes, and not by the mouth.
static bool is_by_eye(const char *bone)
{
    static const char *const families[] = {"brow", "forehead", "temple", "nose_bridge",
                                           "lid",  "eye",      "pupil"};
    for (size_t k = 0; k < sizeof families / sizeof *families; ++k)
        if (begins(bone, families[k]))
            return true;
    return false;
}

/// Degrees that a lid turns to the line where both meet, which lies below the middle
/// of the eye; each goes a little further, so that they overlap.
static double lid_travel(const MieniCastEye *eye, bool is_upper)
{
    const double line = -0.45 * eye->low;
    return is_upper ? eye->up - line + 3.0 : -(eye->low + line + 3.0);
}

/// The turn about X that a row's share stands for.
static double shared_turn(const MieniCastModel *model, const char *bone, double share)
{
    if (begins(bone, "lid_"))
        return share * lid_travel(&model->eye, begins(bone, "lid_upper"));
    return share * model->jaw_open;
}

static const double *find_gain(const MieniCastModel *model, const char *pose, int bone)
{
    static const double none[3] = {1.0, 1.0, 1.0};
    for (size_t k = 0; k < sizeof gains / sizeof *gains; ++k)
        if (gains[k].who == model->who && strcmp(gains[k].pose, pose) == 0 &&
            strcmp(gains[k].bone, mieni_cast_bones[bone].name) == 0)
            return gains[k].move;
    return none;
}

/// The name of the other side's twin; false if it is in the middle.
static bool other_name(const char *own, char out[24])
{
    const size_t size = strlen(own);
    snprintf(out, 24, "%s", own);
    if (size < 2 || own[size - 2] != '_' || (own[size - 1] != 'L' && own[size - 1] != 'R'))
        return false;
    out[size - 1] = own[size - 1] == 'L' ? 'R' : 'L';
    return true;
}

/// The bone on the other side; one in the middle is its own.
static int other_side(int bone)
{
    char name[24];
    return other_name(mieni_cast_bones[bone].name, name) ? mieni_cast_find_bone(name, strlen(name)) : bone;
}

static int other_morph(int morph)
{
    char name[24];
    return other_name(mieni_cast_morphs[morph], name) ? mieni_cast_find_morph(name, strlen(name)) : morph;
}

static MieniCastMove mirrored(MieniCastMove move)
{
    return (MieniCastMove){.move = {-move.move.x, move.move.y, move.move.z},
                           .turn = {move.turn.x, -move.turn.y, -move.turn.z},
                           .scale = move.scale};
}

/// A row in units of the head, for the bone as written or the left one of both.
static MieniCastMove row_of(const MieniCastModel *model, const char *pose, const MieniCastRow *row, int bone)
{
    const bool by_eye = is_by_eye(row->bone), is_scaled = row->scale[0] > 0.0;
    const double wide = by_eye ? 2.0 * model->eye.x : 2.0 * model->mouth.half_width;
    const double high = by_eye ? model->eye.radius : model->eye.y - model->chin[1];
    const double *gain = find_gain(model, pose, bone);
    MieniCastMove move = at_rest;
    move.move = mieni_point(row->move[0] * wide * gain[0], row->move[1] * high * gain[1],
                            row->move[2] * high * gain[2]);
    move.turn = mieni_point_of(row->turn);
    move.turn.x += shared_turn(model, row->bone, row->share);
    if (is_scaled)
        move.scale = mieni_point_of(row->scale);
    return move;
}

/// A row of a morph, or of a bone.
static void write_row(const MieniCastModel *model, MieniCastPoses *poses, int pose, const MieniCastRow *row)
{
    char name[24];
    const size_t size = strlen(row->bone);
    const bool is_both = row->bone[size - 1] == '*';
    snprintf(name, sizeof name, "%s", row->bone);
    if (is_both)
        name[size - 1] = 'L';
    const int morph = mieni_cast_find_morph(name, size);
    if (morph >= 0) {
        poses->morphs[pose][morph] = row->share;
        if (is_both)
            poses->morphs[pose][other_morph(morph)] = row->share;
        return;
    }
    MieniCastMove *out = poses->moves[pose];
    const int bone = mieni_cast_find_bone(name, size);
    out[bone] = row_of(model, poses->names[pose], row, bone);
    if (is_both)
        out[other_side(bone)] = mirrored(out[bone]);
}

static void write_rows(const MieniCastModel *model, MieniCastPoses *poses, int pose, const MieniCastRow *rows)
{
    for (const MieniCastRow *row = rows; row->bone != NULL; ++row)
        write_row(model, poses, pose, row);
}

static void clear_rows(MieniCastPoses *poses, int pose)
{
    for (int b = 0; b < MIENI_BONE_COUNT; ++b)
        poses->moves[pose][b] = at_rest;
    for (int m = 0; m < MIENI_MORPH_COUNT; ++m)
        poses->morphs[pose][m] = 0.0;
}

static void refine_rows(const MieniCastModel *model, MieniCastPoses *poses, int pose)
{
    for (const MieniCastRefinement *at = mieni_cast_refinements; at->pose != NULL; ++at) {
        if (strcmp(at->pose, poses->names[pose]) != 0 ||
            (at->heads != 0 && (at->heads >> model->who & 1) == 0))
            continue;
        if (at->is_whole)
            clear_rows(poses, pose);
        write_rows(model, poses, pose, at->rows);
    }
}

static void mirror_rows(MieniCastPoses *poses, int from, int to)
{
    for (int b = 0; b < MIENI_BONE_COUNT; ++b)
        poses->moves[to][other_side(b)] = mirrored(poses->moves[from][b]);
    for (int m = 0; m < MIENI_MORPH_COUNT; ++m)
        poses->morphs[to][other_morph(m)] = poses->morphs[from][m];
}

/// p turned by a vector in degrees.
static MieniPoint turned(MieniPoint turn, MieniPoint p)
{
    const double size = mieni_length(turn);
    if (size < 1e-9)
        return p;
    const MieniPoint axis = mieni_times(turn, 1.0 / size);
    double sine, cosine;
    mien_sincos(mieni_radians(size), &sine, &cosine);
    const MieniPoint across = mieni_cross(axis, p);
    return mieni_along(mieni_along(p, across, sine), mieni_cross(axis, across), 1.0 - cosine);
}

/// Keeps lips closed while the jaw moves: upper ones go some share of the way, and each
/// lower one undoes the jaw so that it ends where its twin does. How they are scaled stays:
/// it moves nothing at the slit. minus, if any, is a pose that this one is added to.
static void seal(const MieniCastRig *rig, MieniPoint share, const MieniCastMove *minus, MieniCastMove jaw,
                 MieniCastMove *out)
{
    const MieniPoint hinge = rig->at[MIENI_BONE_JAW], moved_hinge = mieni_plus(hinge, jaw.move);
    const MieniPoint back = mieni_times(jaw.turn, -1.0);
    for (int k = 0; k <= MIENI_CAST_LIP_COUNT / 2; ++k) {
        const int upper = MIENI_BONE_LIPS + k;
        const int lower = MIENI_BONE_LIPS + (MIENI_CAST_LIP_COUNT - k) % MIENI_CAST_LIP_COUNT;
        const bool is_corner = k % (MIENI_CAST_LIP_COUNT / 2) == 0;
        const MieniPoint p = rig->at[upper];
        const MieniPoint with_jaw = mieni_plus(turned(jaw.turn, mieni_minus(p, hinge)), moved_hinge);
        const MieniPoint way = mieni_times(mieni_minus(with_jaw, p), is_corner ? 0.85 : 1.0);
        const MieniPoint move = {way.x * share.x, way.y * share.y, way.z * share.z};
        out[upper].turn = at_rest.turn;
        out[upper].move = minus != NULL ? mieni_minus(move, minus[upper].move) : move;
        if (is_corner)
            continue;
        const MieniPoint at = turned(back, mieni_minus(mieni_plus(p, move), moved_hinge));
        const MieniPoint own = mieni_minus(at, mieni_minus(p, hinge));
        out[lower].move = minus != NULL ? mieni_minus(own, minus[lower].move) : own;
        out[lower].turn = back;
    }
}

static const MieniCastMove *find_pose(const MieniCastPoses *poses, const char *name)
{
    int k = 0;
    while (strcmp(poses->names[k], name) != 0)
        ++k;
    return poses->moves[k];
}

/// mouthClose closes a mouth that jawOpen opens, so it alone has no jaw of its own.
static void seal_pose(const MieniCastRig *rig, bool is_refined, MieniCastPoses *poses, int pose)
{
    MieniCastMove *moves = poses->moves[pose];
    if (strcmp(poses->names[pose], "mouthClose") == 0) {
        const MieniCastMove *open = find_pose(poses, "jawOpen");
        // Further back, the upper lip would go through the teeth.
        seal(rig, mieni_point(0.0, 0.46, 0.10), open, open[MIENI_BONE_JAW], moves);
    } else {
        seal(rig, mieni_point(is_refined ? 0.85 : 0.55, 0.5, 0.5), NULL, moves[MIENI_BONE_JAW], moves);
    }
}

void mieni_cast_pose(const MieniCastRig *rig, bool is_refined, MieniCastPoses *out)
{
    int count = 0;
    for (int k = 0; k < MIENI_CAST_WRITTEN_COUNT; ++k) {
        const MieniCastPose *pose = &mieni_cast_poses[k];
        const int written = count++;
        snprintf(out->names[written], sizeof out->names[written], "%s", pose->name);
        clear_rows(out, written);
        write_rows(rig->model, out, written, pose->rows);
        if (is_refined)
            refine_rows(rig->model, out, written);
        if (pose->is_sealed)
            seal_pose(rig, is_refined, out, written);
        const size_t stem = strlen(pose->name) - strlen("Left");
        if (strcmp(pose->name + stem, "Left") != 0)
            continue;
        const int right = count++;
        snprintf(out->names[right], sizeof out->names[right], "%.*sRight", (int)stem, pose->name);
        mirror_rows(out, written, right);
        if (pose->is_sealed) // lips are where they are, not where their mirror images would be
            seal_pose(rig, is_refined, out, right);
    }
}
