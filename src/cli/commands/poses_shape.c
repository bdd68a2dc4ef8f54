// SPDX-License-Identifier: MIT
//
// mien poses mirror, split, add, bone

#include "core/float_rules.h"

#include "cli/report/poses.h"

#include "asset/view.h"
#include "base/number.h"
#include "cli/nearest.h"
#include "project/recipes/recipes.h"

#include <stdio.h>
#include <string.h>

typedef MienStatus Shape(const CliArgs *args, MieniAsset *asset, const MieniPosesWorld *world,
                         MienError *error);

/// Opens the asset with its skeleton and takes, lets shape change it, and saves.
static int reshape(const CliArgs *args, Shape *shape, const char *did)
{
    CliAsset poses;
    MieniPosesRecipe recipe;
    MieniProblem problem = {0};
    MienError error = {0};
    const int code = cli_asset_open(args, MIENI_ASSET_POSES, &poses);
    if (code != CLI_EXIT_OK)
        return code;
    if (mieni_poses_open(&poses.project, poses.path, NULL, &recipe, &problem) != MIEN_OK) {
        cli_asset_close(&poses);
        return cli_fail_problem(args, &problem);
    }
    const MieniPosesWorld world = {&recipe.skeleton.skeleton, recipe.takes, recipe.take_count};
    const MienStatus status = shape(args, &poses.asset, &world, &error);
    mieni_poses_recipe_release(&recipe);
    return cli_asset_end(args, &poses, status, &error, "%s", did);
}

static MienStatus mirror(const CliArgs *args, MieniAsset *asset, const MieniPosesWorld *world,
                         MienError *error)
{
    const char *half = cli_value(args, "half", NULL);
    if (half != NULL)
        return mieni_poses_symmetrise(asset, world, args->values[1], strcmp(half, "left") == 0, error);
    return mieni_poses_mirror(asset, world, args->values[1],
                              args->value_count > 2 ? args->values[2] : args->values[1], error);
}

static int mirror_run(const CliArgs *args)
{
    const char *half = cli_value(args, "half", NULL);
    if (half != NULL && args->value_count > 2)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "--half changes the pose itself: name no other one.");
    if (half != NULL)
        return reshape(args, mirror,
                       cli_text(args, "%s now has two halves like its %s one", args->values[1], half));
    return reshape(args, mirror,
                   args->value_count > 2
                       ? cli_text(args, "%s is %s mirrored", args->values[2], args->values[1])
                       : cli_text(args, "%s flipped", args->values[1]));
}

static const CliArgument mirror_arguments[] = {
    CLI_POSES_ARGUMENT,
    {.name = "POSE", .help = "The pose to mirror"},
    {.name = "NEW", .help = "The pose to write (default: flip the pose itself)", .is_optional = true},
    {0},
};
static const CliOption mirror_options[] = {
    {.name = "half",
     .value = "SIDE",
     .kind = CLI_CHOICE,
     .choices = "left|right",
     .help = "Keep this half of the pose and mirror it to the other"},
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample mirror_examples[] = {
    {"mien poses mirror faces/ada smile_l smile_r", "Create the other side"},
    {"mien poses mirror faces/ada smirk", "Flip a pose"},
    {"mien poses mirror faces/ada smile --half left", "Make the pose symmetrical"},
    {0},
};

const CliCommand cli_cmd_poses_mirror = {
    .path = "poses mirror",
    .group = "Pose assets",
    .summary = "Mirror or flip a pose",
    .description =
        "Swaps the sides of a pose by bone names and writes the result as edits: as a new pose, over another "
        "pose, or over the pose itself. docs/modifiers.md describes how sides are named.",
    .arguments = mirror_arguments,
    .options = mirror_options,
    .examples = mirror_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = mirror_run,
};

static MienStatus split(const CliArgs *args, MieniAsset *asset, const MieniPosesWorld *world,
                        MienError *error)
{
    return mieni_poses_split(asset, world, args->values[1], args->values[2], args->values[3],
                             cli_number(args, "falloff", 0.0), error);
}

static int split_run(const CliArgs *args)
{
    return reshape(
        args, split,
        cli_text(args, "%s split into %s and %s", args->values[1], args->values[2], args->values[3]));
}

static const CliArgument split_arguments[] = {
    CLI_POSES_ARGUMENT,
    {.name = "POSE", .help = "A pose with both sides"},
    {.name = "LEFT", .help = "The name of its left half"},
    {.name = "RIGHT", .help = "The name of its right half"},
    {0},
};
static const CliOption split_options[] = {
    {.name = "falloff",
     .value = "METRES",
     .kind = CLI_NUMBER,
     .help = "Split bones by position, with a soft transition of this width around the middle"},
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample split_examples[] = {
    {"mien poses split faces/ada smile smile_l smile_r", "Two halves"},
    {"mien poses split faces/ada smile smile_l smile_r --falloff 0.04",
     "Two halves with a soft transition of four centimetres"},
    {0},
};

const CliCommand cli_cmd_poses_split = {
    .path = "poses split",
    .group = "Pose assets",
    .summary = "Split a pose into left and right",
    .description =
        "Adds the halves of a pose as two poses after it. Bones and curves with a side go to that side, and "
        "others go half to each, so that both together equal the original. With --falloff bones are split by "
        "their position in the base pose instead; their names only determine which way is left.",
    .arguments = split_arguments,
    .options = split_options,
    .examples = split_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = split_run,
};

/// Which part a letter means: its flag and where its numbers go.
static int part_of(char letter, MienTransform *transform, float **out_numbers, int *out_count)
{
    *out_count = letter == 'q' ? 4 : 3;
    *out_numbers = letter == 't'   ? &transform->translation.x
                   : letter == 'q' ? &transform->rotation.x
                                   : &transform->scale.x;
    return letter == 't' ? MIENI_PART_T : letter == 'q' ? MIENI_PART_Q : letter == 's' ? MIENI_PART_S : 0;
}

/// People write rotations with few digits: those of nearly length 1 are made so. Others
/// are mistakes, and refused as such.
static MienQuat whole_rotation(MienQuat q)
{
    const float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    return square > 0.9f && square < 1.1f ? mien_quat_normalize(q) : q;
}

/// That the skeleton has the bone. A skeleton that cannot be read is the build's to tell.
static int check_bone(const CliArgs *args, const MieniSkeletonRecipe *recipe, const char *path,
                      const char *bone)
{
    MieniNearest nearest = {.given = bone};
    for (int i = 0; i < recipe->skeleton.bone_count; ++i) {
        if (strcmp(recipe->skeleton.bones[i].name, bone) == 0)
            return CLI_EXIT_OK;
        mieni_nearest_try(&nearest, recipe->skeleton.bones[i].name);
    }
    if (recipe->skeleton.bone_count == 0)
        return CLI_EXIT_OK;
    const char *hint = cli_nearest_hint(args, &nearest, "");
    return cli_fail(args, CLI_EXIT_INPUT, path, NULL, "The skeleton has no bone %s%s", bone,
                    hint[0] != '\0' ? hint : ".");
}

/// One setting of a bone: "jaw.t=0,0.1,0". Bones may have points in their names: the
/// last one counts.
static int set_bone(const CliArgs *args, CliAsset *poses, const MieniSkeletonRecipe *skeleton,
                    const char *word, MienError *error, MienStatus *out_status)
{
    const char *equals = strchr(word, '=');
    MienTransform transform = mien_transform_identity();
    double numbers[4];
    float *values;
    int count = 0, wanted = 0;
    if (equals == NULL || equals - word < 3 || equals[-2] != '.')
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "%s: use BONE.t=X,Y,Z, BONE.q=X,Y,Z,W or BONE.s=X,Y,Z.", word);
    const int part = part_of(equals[-1], &transform, &values, &wanted);
    int code = cli_numbers_split(args, NULL, equals + 1, numbers, 4, &count);
    if (code != CLI_EXIT_OK)
        return code;
    if (part == 0 || count != wanted)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "%s: t and s need three numbers, q needs four.",
                        word);
    for (int i = 0; i < count; ++i)
        values[i] = (float)numbers[i];
    if (part == MIENI_PART_Q)
        transform.rotation = whole_rotation(transform.rotation);
    const char *bone = cli_text(args, "%.*s", (int)(equals - word) - 2, word);
    code = check_bone(args, skeleton, poses->path, bone);
    if (code == CLI_EXIT_OK)
        *out_status = mieni_poses_set_bone(&poses->asset, args->values[1], bone, part, &transform, error);
    return code;
}

/// The rest of the words: settings of bones.
static int set_bones(const CliArgs *args, CliAsset *poses, const char *did)
{
    MienError error = {0};
    MienStatus status = MIEN_OK;
    MieniSkeletonRecipe skeleton;
    int code = CLI_EXIT_OK;
    (void)mieni_skeleton_recipe(&poses->project, mieni_text_or_empty(mieni_asset_skeleton(&poses->asset)),
                                &skeleton, NULL);
    for (int i = 2; i < args->value_count && status == MIEN_OK && code == CLI_EXIT_OK; ++i)
        code = set_bone(args, poses, &skeleton, args->values[i], &error, &status);
    mieni_skeleton_recipe_release(&skeleton);
    if (code != CLI_EXIT_OK) {
        cli_asset_close(poses);
        return code;
    }
    return cli_asset_end(args, poses, status, &error, "%s", did);
}

static int add_run(const CliArgs *args)
{
    CliAsset poses;
    MienError error = {0};
    const MienAuthorSkeleton none = {0};
    const int code = cli_asset_open(args, MIENI_ASSET_POSES, &poses);
    if (code != CLI_EXIT_OK)
        return code;
    const MienStatus status =
        mieni_poses_add_made(&poses.asset, args->values[1], &none, NULL, NULL, NULL, NULL, 0, &error);
    if (status != MIEN_OK)
        return cli_asset_end(args, &poses, status, &error, "%s", "");
    return set_bones(args, &poses, cli_text(args, "%s added", args->values[1]));
}

static const CliArgument add_arguments[] = {
    CLI_POSES_ARGUMENT,
    {.name = "POSE", .help = "The name of the new pose"},
    {.name = "VALUE",
     .help = "`BONE.t=X,Y,Z`, `BONE.q=X,Y,Z,W` or `BONE.s=X,Y,Z`",
     .is_optional = true,
     .is_repeated = true},
    {0},
};
static const CliExample add_examples[] = {
    {"mien poses add faces/ada jaw_open jaw.q=0.17,0,0,0.98", "A pose from values"},
    {0},
};

const CliCommand cli_cmd_poses_add = {
    .path = "poses add",
    .group = "Pose assets",
    .summary = "Add a pose from values",
    .description = "Adds a pose without a source. Values are local bone transforms, in metres; other bones "
                   "are as in the base pose.",
    .arguments = add_arguments,
    .options = cli_project_options,
    .examples = add_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = add_run,
};

static int bone_run(const CliArgs *args)
{
    CliAsset poses;
    MienError error = {0};
    const char *clear = cli_value(args, "clear", NULL);
    if (clear == NULL && args->value_count == 2)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "Specify values such as jaw.t=0,0.1,0, or --clear BONE.");
    const int code = cli_asset_open(args, MIENI_ASSET_POSES, &poses);
    if (code != CLI_EXIT_OK)
        return code;
    if (clear != NULL) {
        const MienStatus status =
            mieni_poses_clear_bone(&poses.asset, args->values[1], strcmp(clear, "all") == 0 ? NULL : clear,
                                   MIENI_PART_T | MIENI_PART_Q | MIENI_PART_S, &error);
        if (status != MIEN_OK || args->value_count == 2)
            return cli_asset_end(args, &poses, status, &error, "%s: %s as in the source again",
                                 args->values[1], clear);
    }
    return set_bones(args, &poses, cli_text(args, "%s edited", args->values[1]));
}

static const CliArgument bone_arguments[] = {
    CLI_POSES_ARGUMENT,
    {.name = "POSE", .help = "A pose of the asset"},
    {.name = "VALUE",
     .help = "`BONE.t=X,Y,Z`, `BONE.q=X,Y,Z,W` or `BONE.s=X,Y,Z`",
     .is_optional = true,
     .is_repeated = true},
    {0},
};
static const CliOption bone_options[] = {
    {.name = "clear", .value = "BONE", .help = "Remove the edits of a bone; `all` for all bones"},
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample bone_examples[] = {
    {"mien poses bone faces/ada smile cheek_l.t=0.03,0.01,0.05", "Edit a bone on top of the source"},
    {"mien poses bone faces/ada smile --clear cheek_l", "Remove the edit"},
    {0},
};

const CliCommand cli_cmd_poses_bone = {
    .path = "poses bone",
    .group = "Pose assets",
    .summary = "Edit bones of a pose",
    .description = "Sets bone transforms in a pose, as a layer on top of its source: updates keep them, and "
                   "clearing them restores the source's values.",
    .arguments = bone_arguments,
    .options = bone_options,
    .examples = bone_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = bone_run,
};
