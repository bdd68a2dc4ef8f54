// SPDX-License-Identifier: MIT
//
// Changes of assets that solving a clip makes.

#include "project/edit/solve.h"

#include "asset/edit/poses.h"
#include "asset/view.h"

bool mieni_solve_put(MieniAsset *clip, const MieniSolveSettings *settings)
{
    MieniJsonDocument *json = &clip->json;
    MieniSolveView *solve = mieni_solve_new(json);
    mieni_solve_set_poses(json, solve, settings->poses);
    mieni_solve_set_points(json, solve, settings->points);
    mieni_solve_set_head(json, solve, settings->head);
    mieni_solve_set_calibrate(json, solve, settings->calibrate);
    mieni_solve_set_labels(json, solve, settings->labels);
    if (settings->neutral != NULL)
        mieni_solve_set_neutral(json, solve, *settings->neutral);
    if (settings->smooth != NULL)
        mieni_solve_set_smooth(json, solve, *settings->smooth);
    if (settings->has_residual)
        mieni_solve_set_residual(json, solve, true);
    for (int i = 0; i < settings->only_count; ++i)
        mieni_solve_add_only(json, solve, settings->only[i]);
    for (int i = 0; i < settings->prefer_count; ++i)
        mieni_solve_add_prefer(json, solve, settings->prefer[i]);
    mieni_clip_set_solve_json(json, mieni_clip_of(clip), mieni_solve_json(solve));
    return !json->arena.is_out_of_memory;
}

MienStatus mieni_solve_accept(MieniAsset *poses, const char *name, const MieniProposedPose *pose,
                              MienError *error)
{
    const MienAuthorSkeleton none = {0};
    MienStatus status = mieni_poses_add_made(poses, name, &none, NULL, NULL, NULL, NULL, 0, error);
    for (int b = 0; status == MIEN_OK && b < pose->bone_count; ++b)
        status = mieni_poses_set_bone(poses, name, pose->bones[b], MIENI_PART_T | MIENI_PART_Q | MIENI_PART_S,
                                      &pose->transforms[b], error);
    return status;
}

bool mieni_solve_also(MieniAsset *clip, const char *name)
{
    MieniSolveView *solve = mieni_clip_solve(mieni_clip_of(clip));
    if (mieni_solve_only_count(solve) > 0)
        mieni_solve_add_only(&clip->json, solve, name);
    return !clip->json.arena.is_out_of_memory;
}
