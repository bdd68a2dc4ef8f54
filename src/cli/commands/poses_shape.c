// SPDX-License-Identifier: MIT
//
// mien poses mirror, split, add, bone

#include "core/float_rules.h"

#include "cli/report/poses.h"

#include "asset/view.h"
#include "base/names.h"
#include "base/number.h"
#include "cli/nearest.h"
#include "project/posing.h"

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
    const int code = cli_poses_open(args, 1, 1, &poses);
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

/// The pose to write: the one that is named, or that of the other side, or the pose itself.
static const char *mirrored_name(const CliArgs *args)
{
    char other[MIENI_NAME_ROOM];
    if (args->value_count > 2)
        return args->values[2];
    return !cli_has(args, "in-place") && mieni_name_swap_sides(args->values[1], other)
               ? cli_text(args, "%s", other)
               : args->values[1];
}

static MienStatus mirror(const CliArgs *args, MieniAsset *asset, const MieniPosesWorld *world,
                         MienError *error)
{
    const char *half = cli_value(args, "half", NULL);
    if (half != NULL)
        return mieni_poses_symmetrise(asset, world, args->values[1], strcmp(half, "left") == 0, error);
    return mieni_poses_mirror(asset, world, args->values[1], mirrored_name(args), error);
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
    if (cli_has(args, "in-place") && args->value_count > 2)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "--in-place changes the pose itself: name no other one.");
    const char *name = mirrored_name(args);
    return reshape(args, mirror,
                   strcmp(name, args->values[1]) != 0
                       ? cli_text(args, "%s is %s mirrored", name, args->values[1])
                       : cli_text(args, "%s flipped", name));
}

static const CliArgument mirror_arguments[] = {
    CLI_POSES_ARGUMENT,
    {.name = "POSE", .help = "The pose to mirror"},
    {.name = "NEW",
     .help =
         "The pose to write (default: that of the other side, or the pose itself if its name has no side)",
     .is_optional = true},
    {0},
};
static const CliOption mirror_options[] = {
    {.name = "half",
     .value = "SIDE",
     .kind = CLI_CHOICE,
     .choices = "left|right",
     .excludes = "in-place",
     .help = "Keep this half of the pose and mirror it to the other"},
    {.name = "in-place", .help = "Flip the pose itself, also if its name has a side"},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample mirror_examples[] = {
    {"mien poses mirror faces/ada smile_l", "Create the other side, smile_r"},
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
    CLI_DRY_RUN_OPTION,
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

static const char *bone_name(const void *of, int index)
{
    return ((const MieniSkeletonRecipe *)of)->skeleton.bones[index].name;
}

/// The bone of the skeleton that was typed. A skeleton that cannot be read is the build's to tell.
static int find_bone(const CliArgs *args, const MieniSkeletonRecipe *recipe, const char *path,
                     const char **bone)
{
    const CliNames names = {"bone", path, recipe->skeleton.bone_count, recipe, bone_name, NULL};
    int index;
    if (names.count == 0)
        return CLI_EXIT_OK;
    const int code = cli_names_find(args, &names, *bone, &index);
    if (code == CLI_EXIT_OK)
        *bone = bone_name(recipe, index);
    return code;
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
    code = find_bone(args, skeleton, poses->path, &bone);
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

/// --mix: curve-driven poses of the asset and the values of their curves.
static int read_weights(const CliArgs *args, const CliAsset *poses, MieniPoseMoment *moment)
{
    const MieniPoseAssetView *view = mieni_pose_asset_of(&poses->asset);
    const CliNames names = cli_pose_names(poses);
    CliLines parts;
    int code = cli_lines_split(args, cli_value(args, "mix", ""), &parts), index;
    if (code != CLI_EXIT_OK)
        return code;
    const char **found = mieni_arena_take(args->arena, (size_t)parts.count, sizeof *found);
    float *values = mieni_arena_take(args->arena, (size_t)parts.count, sizeof *values);
    if (found == NULL || values == NULL)
        return cli_fail_memory(args);
    for (int i = 0; i < parts.count; ++i) {
        const char *equals = strrchr(parts.items[i], '=');
        double value = 0.0;
        if (equals == NULL || !mieni_number_read(equals + 1, strlen(equals + 1), &value) ||
            value > MIEN_MAX_CURVE || value < -MIEN_MAX_CURVE)
            return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                            "--mix: \"%s\" is not POSE=WEIGHT, such as smile=1.", parts.items[i]);
        code = cli_names_find(args, &names,
                              cli_text(args, "%.*s", (int)(equals - parts.items[i]), parts.items[i]), &index);
        if (code != CLI_EXIT_OK)
            return code;
        found[i] = mieni_pose_curve(view, index);
        values[i] = (float)value;
        if (found[i] == NULL)
            return cli_fail(args, CLI_EXIT_INPUT, poses->path, names.name(names.of, index),
                            "Only curve-driven poses have weights: this is the base, an in-between or a "
                            "corrective.");
    }
    moment->poses = found;
    moment->values = values;
    moment->value_count = parts.count;
    return CLI_EXIT_OK;
}

/// --clip and --at: a clip of the same skeleton, if it has tracks. The caller releases the recipe.
static int read_clip(const CliArgs *args, const CliAsset *poses, MieniClipRecipe *recipe,
                     MieniPoseMoment *moment)
{
    const char *path, *of = mieni_text_or_empty(mieni_asset_skeleton(&poses->asset));
    MieniProblem problem = {0};
    const int code =
        cli_find_asset_as(args, &poses->project, cli_value(args, "clip", ""), MIENI_ASSET_CLIP, &path);
    if (code != CLI_EXIT_OK)
        return code;
    if (mieni_clip_recipe(&poses->project, path, NULL, recipe, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    moment->clip = recipe->clip;
    moment->time = cli_number(args, "at", 0.0);
    const char *skeleton = mieni_asset_skeleton(&recipe->asset);
    if (moment->time < 0.0 || moment->time > recipe->clip->length)
        return cli_fail(args, CLI_EXIT_INPUT, path, NULL, "The clip has no time %s: it ends at %s s.",
                        cli_value(args, "at", ""), cli_fixed_text(args, recipe->clip->length, 3));
    if (recipe->clip->track_count > 0 && skeleton != NULL && strcmp(skeleton, of) != 0)
        return cli_fail(args, CLI_EXIT_INPUT, path, NULL,
                        "Its bone tracks are for %s, and the poses are for %s: use a clip without tracks.",
                        skeleton, of);
    return CLI_EXIT_OK;
}

/// Adds the pose that weights or a clip give.
static int add_moment(const CliArgs *args, CliAsset *poses)
{
    MieniPosesRecipe recipe;
    MieniClipRecipe clip = {0};
    MieniPoseMoment moment = {0};
    MieniProblem problem = {0};
    MienError error = {0};
    int code =
        cli_has(args, "mix") ? read_weights(args, poses, &moment) : read_clip(args, poses, &clip, &moment);
    if (code == CLI_EXIT_OK && mieni_poses_recipe(&poses->project, poses->path, &recipe, &problem) != MIEN_OK)
        code = cli_fail_problem(args, &problem);
    else if (code == CLI_EXIT_OK) {
        if (mieni_poses_add_moment(&poses->asset, &recipe, args->values[1], &moment, &error) != MIEN_OK)
            code = cli_fail_error(args, poses->path, &error);
        mieni_poses_recipe_release(&recipe);
    }
    mieni_clip_recipe_release(&clip);
    return code;
}

static int add_run(const CliArgs *args)
{
    CliAsset poses;
    MienError error = {0};
    const MienAuthorSkeleton none = {0};
    if (cli_has(args, "at") && !cli_has(args, "clip"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--at needs a clip: use --clip.");
    int code = cli_asset_open(args, MIENI_ASSET_POSES, &poses);
    if (code != CLI_EXIT_OK)
        return code;
    if (cli_has(args, "mix") || cli_has(args, "clip"))
        code = add_moment(args, &poses);
    else if (mieni_poses_add_made(&poses.asset, args->values[1], &none, NULL, NULL, NULL, NULL, 0, &error) !=
             MIEN_OK)
        code = cli_fail_error(args, poses.path, &error);
    if (code != CLI_EXIT_OK) {
        cli_asset_close(&poses);
        return code;
    }
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
static const CliOption add_options[] = {
    {.name = "mix",
     .value = "POSE=WEIGHT,...",
     .excludes = "clip at",
     .help = "The face that these weights of the asset's poses give"},
    {.name = "clip",
     .letter = 'c',
     .value = "CLIP",
     .kind = CLI_FILE,
     .help = "The face at a time of this clip"},
    {.name = "at",
     .letter = 't',
     .value = "SECONDS",
     .kind = CLI_NUMBER,
     .help = "The time in the clip (default: 0)"},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample add_examples[] = {
    {"mien poses add faces/ada jaw_open jaw.q=0.17,0,0,0.98", "A pose from values"},
    {"mien poses add faces/ada grin --mix smile=1,jawOpen=0.3", "A pose from weights of other poses"},
    {"mien poses add faces/ada gasp --clip takes/smile --at 0.25", "A pose from a clip"},
    {0},
};

const CliCommand cli_cmd_poses_add = {
    .path = "poses add",
    .group = "Pose assets",
    .summary = "Add a pose from values, weights or a clip",
    .description =
        "Adds a pose without a source. Values are local bone transforms, in metres; other bones are as in "
        "the base pose, or as --mix or --clip gives them.\n\n"
        "--mix stores what the runtime computes for these weights, with overrides, groups and correctives. "
        "--clip does the same for a time of a clip: its bone tracks are the input pose, its curves drive the "
        "poses of the asset, and its other curves become curves of the pose. Later changes to the other "
        "poses or the clip do not change the new pose.",
    .arguments = add_arguments,
    .options = add_options,
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
    const int code = cli_poses_open(args, 1, 1, &poses);
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
    CLI_DRY_RUN_OPTION,
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
