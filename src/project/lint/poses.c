// SPDX-License-Identifier: MIT
//
// Pose assets: names, the base pose, poses without effect, scale, sides, sources.

#include "core/float_rules.h"

#include "project/lint/run.h"

#include "asset/poses.h"
#include "base/transform.h"

#include <stdio.h>
#include <string.h>

static bool moves_bones(const MieniLintPoses *poses, const MieniLintPose *pose)
{
    for (size_t i = 0; i < mieni_lint_words(poses->skeleton); ++i)
        if (pose->bones[i] != 0)
            return true;
    return false;
}

static MieniFinding *say_of_pose(MieniLint *lint, MieniLintCode code, const MieniLintPoses *poses, int p,
                                 const char *message)
{
    char place[32];
    snprintf(place, sizeof place, "poses[%d]", p);
    MieniFinding *finding = mieni_lint_add(lint, code, mieni_lint_info(code)->severity, poses->path,
                                           poses->poses[p].line, place, message);
    mieni_lint_name(lint, finding, &poses->poses[p].name, 1);
    return finding;
}

/// The first pose may be the neutral face, as in VRM, and so may one that is named like it.
static void check_idle(MieniLint *lint, const MieniLintPoses *poses)
{
    for (int p = 0; p < poses->pose_count; ++p) {
        const MieniLintPose *pose = &poses->poses[p];
        if (p > 0 && p != poses->base && !pose->is_rest && !pose->moves_curves && !moves_bones(poses, pose))
            say_of_pose(
                lint, MIENI_LINT_IDLE_POSE, poses, p,
                mieni_lint_text(
                    lint, "%s equals the base pose and does nothing: it moves no bone and changes no curve.",
                    pose->name));
    }
}

static void check_base(MieniLint *lint, const MieniLintPoses *poses)
{
    for (int p = 0; p < poses->pose_count; ++p)
        if (poses->poses[p].is_rest && moves_bones(poses, &poses->poses[p]))
            say_of_pose(lint, MIENI_LINT_BASE_NOT_NEUTRAL, poses, p,
                        mieni_lint_text(lint,
                                        "%s is named like a rest pose, but moves bones compared with %s: "
                                        "should it be the base pose?",
                                        poses->poses[p].name,
                                        poses->base >= 0 ? poses->poses[poses->base].name : "the rest pose"));
}

/// The smallest that a pose can add to a bone's scale, per unit of scale.
static double least_of(const MieniLintPose *pose, double growth)
{
    const bool has_range = pose->role == MIEN_AUTHOR_CURVE_DRIVEN && pose->settings.has_range;
    const double min = has_range ? (double)pose->settings.min : 0.0,
                 max = has_range ? (double)pose->settings.max : 1.0;
    const double a = growth * min, b = growth * max;
    return a < b ? a : b;
}

/// Scale is the product of the input's and 1 plus the sum of what poses add.
static void check_scale(MieniLint *lint, const MieniLintPoses *poses, const MienAuthorPoseAsset *asset)
{
    const MienAuthorSkeleton *skeleton = asset->skeleton;
    MieniArena scratch = {0};
    const char **bones = mieni_arena_take(&scratch, (size_t)skeleton->bone_count, sizeof *bones);
    int count = 0;
    for (int b = 0; bones != NULL && !asset->is_absolute && b < skeleton->bone_count; ++b) {
        double least[3] = {1.0, 1.0, 1.0};
        const MieniPlace base =
            mieni_place_of(asset->base != NULL ? &asset->base[b] : &skeleton->bones[b].rest);
        for (int p = 0; p < asset->pose_count; ++p) {
            if ((poses->poses[p].bones[b / 64] >> (b % 64) & 1) == 0)
                continue;
            const MieniPlace posed = mieni_place_of(&asset->poses[p].bones[b]);
            for (int k = 0; k < 3; ++k)
                if (base.s[k] > 1e-8 || base.s[k] < -1e-8)
                    least[k] += least_of(&poses->poses[p], posed.s[k] / base.s[k] - 1.0);
        }
        if (least[0] <= 0.0 || least[1] <= 0.0 || least[2] <= 0.0)
            bones[count++] = skeleton->bones[b].name;
    }
    if (count > 0) {
        MieniFinding *finding = mieni_lint_add(
            lint, MIENI_LINT_SCALE_INVERTS, mieni_lint_info(MIENI_LINT_SCALE_INVERTS)->severity, poses->path,
            0, "poses",
            mieni_lint_text(lint, "Poses together can shrink %s to nothing or turn it inside out.",
                            mieni_lint_list(lint, bones, count, 6)));
        mieni_lint_name(lint, finding, bones, count);
    }
    mieni_lint_release(lint, &scratch);
}

/// Whether one pose moves the other sides of the bones that another moves.
static bool is_mirrored(const MieniLintPoses *poses, const MieniLintPose *one, const MieniLintPose *other)
{
    const MienAuthorSkeleton *skeleton = &poses->skeleton->recipe.skeleton;
    char swapped[MIENI_NAME_ROOM];
    int counts[2] = {0, 0};
    for (int b = 0; b < skeleton->bone_count; ++b) {
        counts[0] += (int)(one->bones[b / 64] >> (b % 64) & 1);
        counts[1] += (int)(other->bones[b / 64] >> (b % 64) & 1);
        if ((one->bones[b / 64] >> (b % 64) & 1) == 0)
            continue;
        mieni_name_swap_sides(skeleton->bones[b].name, swapped);
        const int there = mieni_lint_bone(poses->skeleton, swapped);
        if (there < 0 || (other->bones[there / 64] >> (there % 64) & 1) == 0)
            return false;
    }
    return counts[0] == counts[1];
}

static void check_sides(MieniLint *lint, const MieniLintPoses *poses)
{
    MieniArena scratch = {0};
    MieniNameEntry *names = mieni_arena_take(&scratch, (size_t)poses->pose_count, sizeof *names);
    char swapped[MIENI_NAME_ROOM];
    for (int p = 0; names != NULL && p < poses->pose_count; ++p)
        names[p] = (MieniNameEntry){poses->poses[p].name, p};
    if (names != NULL)
        mieni_names_sort(names, poses->pose_count);
    for (int p = 0; names != NULL && p < poses->pose_count; ++p) {
        const MieniLintPose *pose = &poses->poses[p];
        if (!mieni_name_swap_sides(pose->name, swapped))
            continue;
        const int other = mieni_names_search(names, poses->pose_count, swapped);
        if (other < 0)
            say_of_pose(
                lint, MIENI_LINT_ASYMMETRY, poses, p,
                mieni_lint_text(lint, "%s has no other side: no pose is named %s.", pose->name, swapped));
        else if (other > p && !is_mirrored(poses, pose, &poses->poses[other]))
            say_of_pose(lint, MIENI_LINT_ASYMMETRY, poses, p,
                        mieni_lint_text(lint, "%s and %s do not move the same bones on both sides.",
                                        pose->name, swapped));
    }
    mieni_lint_release(lint, &scratch);
}

static bool has_pose(const MieniLintPoses *poses, const char *name)
{
    for (int p = 0; p < poses->pose_count; ++p)
        if (strcmp(poses->poses[p].name, name) == 0)
            return true;
    return false;
}

/// Curves of the skeleton's table that a pose is nearly called like.
static void check_near(MieniLint *lint, const MieniLintPoses *poses)
{
    const MienAuthorSkeleton *skeleton = &poses->skeleton->recipe.skeleton;
    MieniArena scratch = {0};
    MienAuthorResolver *resolver = NULL;
    const char **names = mieni_arena_take(&scratch, (size_t)skeleton->curve_count, sizeof *names);
    for (int c = 0; names != NULL && c < skeleton->curve_count; ++c)
        names[c] = skeleton->curves[c].name;
    if (names == NULL ||
        mien_author_resolver_create(names, skeleton->curve_count, NULL, NULL, &resolver, NULL) != MIEN_OK)
        lint->status = MIEN_ERROR_MEMORY;
    for (int p = 0; resolver != NULL && p < poses->pose_count; ++p) {
        const MieniLintPose *pose = &poses->poses[p];
        const MienAuthorMatch match = mien_author_resolver_find(resolver, pose->name);
        char rules[96];
        if (match.kind == MIEN_AUTHOR_NO_MATCH || (match.kind == MIEN_AUTHOR_MATCH && match.rules == 0) ||
            pose->role != MIEN_AUTHOR_CURVE_DRIVEN || poses->is_unreal)
            continue;
        mien_author_name_rules_describe(match.rules, rules, sizeof rules);
        MieniFinding *finding = say_of_pose(
            lint, MIENI_LINT_NEAR_MISS, poses, p,
            mieni_lint_text(lint, "%s has no curve named %s, but one named %s: they differ by %s.",
                            poses->skeleton_path, pose->name, names[match.target], rules));
        if (!has_pose(poses, names[match.target]))
            mieni_lint_mean(lint, finding, pose->name, names[match.target]);
    }
    mien_author_resolver_destroy(resolver);
    mieni_lint_release(lint, &scratch);
}

/// Bones of the takes that poses come from.
static void check_sources(MieniLint *lint, const MieniLintPoses *poses, const MieniPosesRecipe *recipe)
{
    const MieniPoseAssetView *root = mieni_pose_asset_of(&recipe->asset);
    const MieniJson *source = mieni_pose_asset_source_json(root);
    MieniPosesTake *takes;
    int count = 0;
    MieniArena scratch = {0};
    MieniSources sources = recipe->sources; // all of them were read
    if (mieni_poses_takes(&recipe->asset, &scratch, &takes, &count, NULL) != MIEN_OK)
        count = 0;
    for (int i = 0; i < count; ++i) {
        MieniTake take;
        if (mieni_sources_take(&sources, &lint->project, takes[i].file, source, takes[i].take, &take, NULL) !=
                MIEN_OK ||
            take.skeleton == NULL)
            continue;
        const MieniLintBones about = {.file = poses->path,
                                      .at = source != NULL ? source : mieni_pose_asset_poses_json(root),
                                      .place = source != NULL ? "source" : "poses",
                                      .what = takes[i].file};
        mieni_lint_compare_bones(lint, &about, take.skeleton, poses->skeleton);
    }
    mieni_lint_release(lint, &scratch);
}

static void check_pack(MieniLint *lint, const MieniLintPoses *poses, const MieniPosesRecipe *recipe)
{
    MienAuthorPack pack;
    MieniProblem problem = {0};
    if (!mieni_lint_has_pack(lint, poses->path, NULL))
        return;
    const MienStatus status = mien_author_pose_asset_cook(&recipe->poses, NULL, &pack, NULL, &problem.error);
    if (status == MIEN_OK) {
        mieni_lint_pack(lint, poses->path, NULL, &pack);
        mien_author_pack_release(&pack);
    } else {
        mieni_problem_in(&problem, poses->path, status);
        mieni_lint_unreadable(lint, &problem);
    }
}

void mieni_lint_check_poses(MieniLint *lint, MieniLintPoses *poses, const MieniPosesRecipe *recipe)
{
    const MieniPoseAssetView *root = mieni_pose_asset_of(&recipe->asset);
    mieni_lint_duplicates(lint, poses->path, "poses", mieni_pose_asset_poses_json(root),
                          poses->is_unreal ? MIENI_LINT_ERROR : MIENI_LINT_WARNING);
    mieni_lint_duplicates(lint, poses->path, "curves", mieni_pose_asset_curves_json(root),
                          MIENI_LINT_WARNING);
    if (mieni_lint_wants(lint, MIENI_LINT_IDLE_POSE))
        check_idle(lint, poses);
    if (mieni_lint_wants(lint, MIENI_LINT_BASE_NOT_NEUTRAL))
        check_base(lint, poses);
    if (mieni_lint_wants(lint, MIENI_LINT_SCALE_INVERTS))
        check_scale(lint, poses, &recipe->poses);
    if (mieni_lint_wants(lint, MIENI_LINT_ASYMMETRY))
        check_sides(lint, poses);
    if (mieni_lint_wants(lint, MIENI_LINT_NEAR_MISS))
        check_near(lint, poses);
    if (mieni_lint_wants(lint, MIENI_LINT_SKELETON_MISMATCH))
        check_sources(lint, poses, recipe);
    if (mieni_pose_asset_mesh(root) != NULL)
        mieni_lint_check_worn(lint, poses, mieni_pose_asset_mesh_json(root));
    check_pack(lint, poses, recipe);
}
