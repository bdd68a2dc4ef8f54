// SPDX-License-Identifier: MIT
//
// Random but reproducible pose assets, and the table of workloads.

#include "core/float_rules.h"

#include "core/square_root.h"
#include "sample/random.h"
#include "sample/scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 24, MAX_INPUTS = 3 };

struct MienSample {
    MienSampleOptions options;
    uint64_t random;
    MienAuthorSkeleton skeleton;
    MienAuthorPoseAsset asset;
    char (*names)[NAME_SIZE];
    MienAuthorBone *bones;
    MienAuthorCurve *skeleton_curves, *curves;
    MienTransform *pose_bones;
    MienAuthorPose *poses;
    MienAuthorCurveValue *curve_values;
    float *base_curves;
    int (*inputs)[MAX_INPUTS];
    MienAuthorOverride *masks;
    MienAuthorGroup groups[3];
    int *members;
};

static MienQuat random_rotation(uint64_t *random, float size)
{
    const double x = mien_random_between(random, -size, size), y = mien_random_between(random, -size, size);
    const double z = mien_random_between(random, -size, size);
    const double scale = 1.0 / mieni_sqrt(((x * x + y * y) + z * z) + 1.0);
    return (MienQuat){(float)(x * scale), (float)(y * scale), (float)(z * scale), (float)scale};
}

static MienVec3 random_vector(uint64_t *random, float low, float high)
{
    const float x = mien_random_between(random, low, high), y = mien_random_between(random, low, high);
    return (MienVec3){x, y, mien_random_between(random, low, high)};
}

/// A spine with a fan of face bones, about the size of a person.
static void make_bones(MienSample *s)
{
    for (int b = 0; b < s->options.bone_count; ++b) {
        const int parent = b == 0 ? -1 : b < 4 ? b - 1 : mien_random_index(&s->random, b < 12 ? b : 12);
        int level = MIEN_ALL_LODS;
        if (s->options.has_levels && parent >= 0 && mien_random_index(&s->random, 2) == 0)
            level = mien_random_index(&s->random, 3);
        if (parent >= 0 && s->bones[parent].max_lod < level)
            level = s->bones[parent].max_lod;
        snprintf(s->names[b], NAME_SIZE, "bone_%03d", b);
        // One draw per statement: C leaves the order within an initialiser open.
        const MienQuat rotation = random_rotation(&s->random, 0.5f);
        const MienVec3 away = random_vector(&s->random, b < 4 ? 0.2f : -0.08f, b < 4 ? 0.4f : 0.08f);
        s->bones[b] = (MienAuthorBone){.name = s->names[b],
                                       .parent = parent,
                                       .max_lod = level,
                                       .rest = {.rotation = rotation,
                                                .translation = b == 0 ? (MienVec3){0.0f, 0.0f, 0.0f} : away,
                                                .scale = {1.0f, 1.0f, 1.0f}}};
    }
}

static void move_bone(MienSample *s, MienTransform *bone)
{
    const MienQuat turn = random_rotation(&s->random, mien_random_index(&s->random, 16) == 0 ? 1.5f : 0.2f);
    const MienVec3 by = random_vector(&s->random, -0.02f, 0.02f);
    bone->rotation = mien_quat_normalize(mien_quat_multiply(turn, bone->rotation));
    bone->translation.x += by.x;
    bone->translation.y += by.y;
    bone->translation.z += by.z;
    if (s->options.has_scale)
        bone->scale = random_vector(&s->random, 0.8f, 1.25f);
}

/// Most bones of a pose are neighbours, as in a real face: 85 of 100 lie in a
/// window of twice their number.
static void make_pose_bones(MienSample *s, int pose)
{
    const int count = s->options.bone_count, mean = s->options.bones_per_pose;
    MienTransform *bones = s->pose_bones + (size_t)pose * (size_t)count;
    for (int b = 0; b < count; ++b)
        bones[b] = s->bones[b].rest;
    if (mean <= 0) {
        for (int b = 0; b < count; ++b)
            move_bone(s, &bones[b]);
        return;
    }
    const int number = mean / 2 + mien_random_index(&s->random, mean + 1);
    const int window = 2 * mean < count ? 2 * mean : count;
    const int first = mien_random_index(&s->random, count - window + 1);
    for (int i = 0; i < number; ++i) {
        const bool is_near = mien_random_index(&s->random, 100) < 85;
        const int bone =
            is_near ? first + mien_random_index(&s->random, window) : mien_random_index(&s->random, count);
        bones[bone] = s->bones[bone].rest;
        move_bone(s, &bones[bone]);
    }
}

static void make_pose_curves(MienSample *s, int pose)
{
    const int count = s->options.curve_count;
    if (count == 0)
        return;
    MienAuthorCurveValue *values = s->curve_values + (size_t)pose * (size_t)count;
    int used = 0;
    for (int c = 0; c < count; ++c) {
        if (mien_random_index(&s->random, 4) == 0)
            values[used++] = (MienAuthorCurveValue){c, mien_random_between(&s->random, -1.0f, 1.0f)};
    }
    s->poses[pose].curves = values;
    s->poses[pose].curve_count = used;
}

static void make_control(MienSample *s, MienAuthorDrivenPose *control)
{
    const int kind = mien_random_index(&s->random, 8);
    if (kind == 0 && s->options.has_jumps) {
        control->is_binary = true;
        return;
    }
    control->is_smooth = kind == 1;
    control->has_remap = kind == 2;
    control->gain = mien_random_between(&s->random, 0.5f, 2.0f);
    control->offset = mien_random_between(&s->random, -0.25f, 0.25f);
    control->has_range = kind >= 3 && kind <= 5;
    control->min = s->options.is_absolute ? 0.0f : mien_random_between(&s->random, -2.0f, 0.0f);
    control->max = mien_random_between(&s->random, 0.0f, 3.0f);
}

/// The first half are controls; of the rest some sit on them or combine them.
static void make_roles(MienSample *s)
{
    const int count = s->options.pose_count;
    for (int p = 0; p < count; ++p) {
        MienAuthorPose *pose = &s->poses[p];
        const int kind = p >= (count + 1) / 2 ? mien_random_index(&s->random, 3) : 0;
        const int other = mien_random_index(&s->random, (count + 1) / 2);
        if (kind == 1) {
            // Positions on one control differ by construction: each pose has its own place.
            const float place = (float)(p + 1) / (float)(count + 1);
            pose->role = MIEN_AUTHOR_INBETWEEN;
            pose->driven_pose = other;
            pose->position = s->options.is_absolute || mien_random_index(&s->random, 4) > 0 ? place : -place;
        } else if (kind == 2 && !s->options.is_absolute) {
            pose->role = MIEN_AUTHOR_COMBINATION;
            pose->inputs = s->inputs[p];
            s->inputs[p][pose->input_count++] = other;
            if (other + 1 < (count + 1) / 2)
                s->inputs[p][pose->input_count++] = other + 1;
            if (p > 0 && s->poses[p - 1].role == MIEN_AUTHOR_INBETWEEN)
                s->inputs[p][pose->input_count++] = p - 1;
        } else {
            make_control(s, &pose->driven_settings);
        }
    }
}

static void make_masks(MienSample *s)
{
    const int controls = (s->options.pose_count + 1) / 2;
    for (int i = 0; i + 1 < controls; i += 3) {
        const int kind = mien_random_index(&s->random, s->options.has_jumps ? 3 : 2);
        const int count = s->asset.override_count++;
        s->masks[count] = (MienAuthorOverride){.target = i,
                                               .source = i + 1,
                                               .kind = (MienAuthorOverrideKind)kind,
                                               .amount = mien_random_unit(&s->random),
                                               .threshold = 0.25f};
        if (i + 2 < controls)
            s->masks[s->asset.override_count++] =
                (MienAuthorOverride){.target = i,
                                     .source = i + 2,
                                     .kind = (MienAuthorOverrideKind)(i % 2),
                                     .amount = mien_random_unit(&s->random)};
    }
}

/// Three groups over disjoint thirds of the controls.
static void make_groups(MienSample *s)
{
    const int controls = (s->options.pose_count + 1) / 2, third = controls / 3;
    for (int g = 0; g < 3 && third > 0; ++g) {
        const bool is_top = g == 2 && s->options.has_jumps && third <= 256;
        int *members = s->members + g * third;
        for (int i = 0; i < third; ++i)
            members[i] = g * third + i;
        s->groups[s->asset.group_count++] =
            (MienAuthorGroup){.kind = is_top   ? MIEN_AUTHOR_GROUP_TOP
                                      : g == 1 ? MIEN_AUTHOR_GROUP_NORMALISE
                                               : MIEN_AUTHOR_GROUP_CAP,
                              .members = members,
                              .member_count = third,
                              .limit = mien_random_between(&s->random, 0.5f, 2.0f),
                              .keep = (third + 1) / 2};
    }
}

static void make_poses(MienSample *s)
{
    const int bones = s->options.bone_count;
    char(*names)[NAME_SIZE] = s->names + bones;
    for (int p = 0; p < s->options.pose_count; ++p) {
        snprintf(names[p], NAME_SIZE, "pose_%03d", p);
        make_pose_bones(s, p);
        s->poses[p] = (MienAuthorPose){.name = names[p], .bones = s->pose_bones + (size_t)p * (size_t)bones};
        make_pose_curves(s, p);
    }
    if (s->options.has_rules && !s->options.is_unreal) {
        make_roles(s);
        make_masks(s);
        make_groups(s);
    }
}

/// The skeleton's curve table: a curve per pose, then those that poses define.
static void make_curves(MienSample *s)
{
    const int poses = s->options.pose_count, curves = s->options.curve_count;
    char(*names)[NAME_SIZE] = s->names + s->options.bone_count + poses;
    for (int p = 0; p < poses; ++p)
        s->skeleton_curves[p] = (MienAuthorCurve){s->names[s->options.bone_count + p], MIEN_ALL_LODS};
    for (int c = 0; c < curves; ++c) {
        const int level = s->options.has_levels && c % 3 == 2 ? c % 4 : MIEN_ALL_LODS;
        snprintf(names[c], NAME_SIZE, "curve_%03d", c);
        s->curves[c] = s->skeleton_curves[poses + c] = (MienAuthorCurve){names[c], level};
        s->base_curves[c] = c % 2 == 0 ? 0.0f : mien_random_between(&s->random, -0.5f, 0.5f);
    }
}

static bool take_memory(MienSample *s)
{
    const size_t bones = (size_t)s->options.bone_count, poses = (size_t)s->options.pose_count;
    const size_t curves = (size_t)s->options.curve_count;
    s->names = calloc(bones + poses + curves + 1, sizeof *s->names);
    s->bones = calloc(bones + 1, sizeof *s->bones);
    s->skeleton_curves = calloc(poses + curves + 1, sizeof *s->skeleton_curves);
    s->curves = calloc(curves + 1, sizeof *s->curves);
    s->pose_bones = calloc(poses * bones + 1, sizeof *s->pose_bones);
    s->poses = calloc(poses + 1, sizeof *s->poses);
    s->curve_values = calloc(poses * curves + 1, sizeof *s->curve_values);
    s->base_curves = calloc(curves + 1, sizeof *s->base_curves);
    s->inputs = calloc(poses + 1, sizeof *s->inputs);
    s->masks = calloc(poses + 1, sizeof *s->masks);
    s->members = calloc(poses + 1, sizeof *s->members);
    return s->names && s->bones && s->skeleton_curves && s->curves && s->pose_bones && s->poses &&
           s->curve_values && s->base_curves && s->inputs && s->masks && s->members;
}

MienSample *mien_sample_create(const MienSampleOptions *options)
{
    if (options->bone_count < 1 || options->bone_count > MIEN_MAX_BONES || options->pose_count < 1 ||
        options->pose_count > MIEN_MAX_POSES || options->curve_count < 0 || options->curve_count > 10000)
        return NULL;
    MienSample *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->options = *options;
    s->random = options->seed;
    if (!take_memory(s)) {
        mien_sample_destroy(s);
        return NULL;
    }
    make_bones(s);
    make_poses(s);
    make_curves(s);
    s->skeleton = (MienAuthorSkeleton){.bone_count = options->bone_count,
                                       .bones = s->bones,
                                       .curve_count = options->pose_count + options->curve_count,
                                       .curves = s->skeleton_curves};
    s->asset.skeleton = &s->skeleton;
    s->asset.is_absolute = options->is_absolute;
    s->asset.is_unreal = options->is_unreal;
    s->asset.pose_count = options->pose_count;
    s->asset.poses = s->poses;
    s->asset.curve_count = options->curve_count;
    s->asset.curves = s->curves;
    s->asset.base_curves = s->base_curves;
    s->asset.overrides = s->masks;
    s->asset.groups = s->groups;
    return s;
}

void mien_sample_destroy(MienSample *s)
{
    if (s == NULL)
        return;
    void *const parts[] = {s->names,      s->bones, s->skeleton_curves, s->curves,
                           s->pose_bones, s->poses, s->curve_values,    s->base_curves,
                           s->inputs,     s->masks, s->members};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i)
        free(parts[i]);
    free(s);
}

const MienAuthorPoseAsset *mien_sample_asset(const MienSample *sample) { return &sample->asset; }

static const MienSampleScene scenes[] = {
    {"dense58",
     "58 poses that each move all of 128 bones",
     {.seed = 58, .bone_count = 128, .pose_count = 58, .has_scale = true}},
    {"sparse58",
     "58 poses that each move about 16 of 128 bones",
     {.seed = 59, .bone_count = 128, .pose_count = 58, .bones_per_pose = 16, .has_scale = true}},
    {"sparse58-noscale",
     "sparse58 without scale",
     {.seed = 59, .bone_count = 128, .pose_count = 58, .bones_per_pose = 16}},
    {"mh",
     "250 poses that each move about 24 of 850 bones",
     {.seed = 60, .bone_count = 850, .pose_count = 250, .bones_per_pose = 24, .has_scale = true}},
    {"mh-noscale",
     "mh without scale",
     {.seed = 60, .bone_count = 850, .pose_count = 250, .bones_per_pose = 24}},
    {"r1",
     "MakeHuman's face units: 163 bones, 59 poses, 4.3 % of pairs move",
     {.seed = 1, .bone_count = 163, .pose_count = 59, .bones_per_pose = 7}},
    {"r2",
     "a large role-playing game: 350 bones, 110 poses, 10 %",
     {.seed = 2, .bone_count = 350, .pose_count = 110, .bones_per_pose = 36}},
    {"r3",
     "a digital human: 870 bones, 250 poses, 3 %",
     {.seed = 3, .bone_count = 870, .pose_count = 250, .bones_per_pose = 26}},
    {"rules",
     "every rule, with curves and LODs",
     {.seed = 4,
      .bone_count = 40,
      .pose_count = 48,
      .bones_per_pose = 10,
      .curve_count = 20,
      .has_scale = true,
      .has_rules = true,
      .has_jumps = true,
      .has_levels = true}},
    {"absolute",
     "absolute poses with rules and curves",
     {.seed = 5,
      .bone_count = 40,
      .pose_count = 30,
      .bones_per_pose = 12,
      .curve_count = 12,
      .has_scale = true,
      .is_absolute = true,
      .has_rules = true,
      .has_jumps = true,
      .has_levels = true}},
    {"unreal-additive",
     "additive, evaluated as Unreal does",
     {.seed = 6,
      .bone_count = 40,
      .pose_count = 30,
      .bones_per_pose = 12,
      .curve_count = 12,
      .has_scale = true,
      .is_unreal = true}},
    {"unreal-absolute",
     "absolute, evaluated as Unreal does",
     {.seed = 7,
      .bone_count = 40,
      .pose_count = 30,
      .bones_per_pose = 12,
      .curve_count = 12,
      .has_scale = true,
      .is_absolute = true,
      .is_unreal = true}},
};

int mien_sample_scene_count(void) { return (int)(sizeof scenes / sizeof scenes[0]); }

const MienSampleScene *mien_sample_scene(int index)
{
    return index >= 0 && index < mien_sample_scene_count() ? &scenes[index] : NULL;
}

const MienSampleScene *mien_sample_find_scene(const char *name)
{
    for (int i = 0; i < mien_sample_scene_count(); ++i) {
        if (strcmp(scenes[i].name, name) == 0)
            return &scenes[i];
    }
    return NULL;
}

void mien_sample_weights(uint64_t *random, int driven_pose_count, int active, float low, float high,
                         float *out_values)
{
    memset(out_values, 0, (size_t)driven_pose_count * sizeof(float));
    for (int i = 0; i < active && i < driven_pose_count; ++i) {
        int control;
        do
            control = mien_random_index(random, driven_pose_count);
        while (out_values[control] != 0.0f);
        do
            out_values[control] = mien_random_between(random, low, high);
        while (out_values[control] == 0.0f);
    }
}

void mien_sample_input(uint64_t *random, const MienAuthorSkeleton *skeleton, MienTransform *out_pose)
{
    for (int b = 0; b < skeleton->bone_count; ++b) {
        out_pose[b] = skeleton->bones[b].rest;
        out_pose[b].rotation =
            mien_quat_normalize(mien_quat_multiply(random_rotation(random, 0.1f), out_pose[b].rotation));
        out_pose[b].translation.x += mien_random_between(random, -0.01f, 0.01f);
        out_pose[b].scale.x *= mien_random_between(random, 0.95f, 1.05f);
    }
}
