// SPDX-License-Identifier: MIT
//
// Solving clips of an open project: one step, nothing if it is cancelled or refused, proposed poses.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/studio_projects.h"

#include "demo/cast_project.h"
#include "studio/model/commands/poses.h"
#include "studio/model/commands/solve.h"
#include "studio/model/facts/strings.h"

/// The poses of Ada as a take of bones: one per frame.
static const char take[] = "{\"kind\": \"clip\", \"version\": 1, \"skeleton\": \"ada.skeleton.json\", "
                           "\"tracks\": {\"file\": \"ada.glb\", \"take\": \"poses\"}}";

static Studio *begin(void)
{
    MieniProblem problem = {0};
    temporary_empty(lint_folder);
    CHECK_STATUS(mieni_cast_project_make(lint_folder, NULL, &problem), MIEN_OK);
    lint_put("take.clip.json", take);
    return studio_begin(NULL, NULL);
}

static StudioSolve *solve(Studio *studio, const char *to, const MieniSolveRun *how)
{
    StudioSolve *made = NULL;
    const MieniSolveSettings settings = {.poses = "ada.poses.json"};
    STUDIO_OK(studio_solve_begin(studio, "take.clip.json", to, &settings, how, &made, &problem));
    studio_solve_run(made);
    return made;
}

TEST(a_take_becomes_a_clip_in_one_step)
{
    char to[MIENI_PATH_ROOM];
    const MieniSolveRun how = {0};
    Studio *studio = begin();
    const uint64_t start = studio_hash_of(studio);
    CHECK_STR(studio_solve_to(studio, "take.clip.json", to), "take_solved.clip.json");
    StudioSolve *made = solve(studio, to, &how);
    CHECK(made->solved.curve_count > 40 && made->solved.frame_count > 40);
    CHECK(made->solved.report.residual < 0.0001);
    STUDIO_OK(studio_solve_end(made, &problem));
    studio_solve_destroy(made);
    CHECK(strstr(studio_text_now(studio, to), "\"solve\": {\"poses\": \"ada.poses.json\"}") != NULL);
    CHECK_STR(studio_solve_to(studio, "take.clip.json", to), "take_solved_2.clip.json");
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_hash_of(studio) == start);
    studio_discard(studio);
}

static bool stop(void *user, double done)
{
    double *most = user;
    *most = done > *most ? done : *most;
    return done < 0.05;
}

TEST(what_is_cancelled_or_refused_changes_nothing)
{
    double most = 0.0;
    const MieniSolveRun how = {.progress = stop, .user = &most}, plain = {0};
    const MieniSolveSettings settings = {.poses = "ada.poses.json"};
    MieniProblem problem = {0};
    StudioSolve *made;
    Studio *studio = begin();
    const uint64_t start = studio_hash_of(studio);
    made = solve(studio, "new.clip.json", &how);
    CHECK_STATUS(made->status, MIEN_ERROR_CANCELLED);
    CHECK(most >= 0.05 && most < 1.0);
    CHECK_STATUS(studio_solve_end(made, &problem), MIEN_ERROR_CANCELLED);
    studio_solve_destroy(made);
    CHECK_STATUS(studio_solve_begin(studio, "take.clip.json", "sentence.clip.json", &settings, &plain, &made,
                                    &problem),
                 MIEN_ERROR_DATA);
    CHECK(studio_hash_of(studio) == start);
    CHECK(studio_solve_reason(studio, "take.clip.json") == NULL);
    CHECK_STR(studio_solve_reason(studio, "ada.poses.json"), "Select a clip first");
    CHECK_STR(studio_solve_reason(studio, "emotions.clip.json"), "This clip has no take to solve");
    studio_discard(studio);
}

TEST(the_pose_asset_of_the_face_is_found)
{
    StudioSnapshot *snapshot;
    MieniPaths paths;
    int best;
    Studio *studio = begin();
    STUDIO_OK(studio_snapshot_make(&studio->files, &snapshot, &problem));
    STUDIO_OK(studio_solve_find_poses(snapshot, "take.clip.json", &paths, &best, &problem));
    CHECK_INT(paths.count, 4);
    CHECK_STR(paths.items[best], "ada.poses.json");
    mieni_paths_release(&paths);
    studio_snapshot_destroy(snapshot);
    STUDIO_OK(
        studio_asset_set(studio, "take.clip.json", "preview", "\"moss.poses.json\"", "show", NULL, &problem));
    STUDIO_OK(studio_snapshot_make(&studio->files, &snapshot, &problem));
    STUDIO_OK(studio_solve_find_poses(snapshot, "take.clip.json", &paths, &best, &problem));
    CHECK_STR(paths.items[best], "moss.poses.json");
    mieni_paths_release(&paths);
    studio_snapshot_destroy(snapshot);
    studio_discard(studio);
}

TEST(a_proposed_pose_is_accepted_in_one_step)
{
    static const char *const gone[] = {"jawOpen"}, *const names[] = {"opened", NULL};
    const MieniSolveRun how = {.propose_count = 2};
    Studio *studio = begin();
    STUDIO_OK(studio_poses_delete(studio, "ada.poses.json", gone, 1, false, &problem));
    StudioSolve *made = solve(studio, "new.clip.json", &how);
    CHECK_INT(made->solved.proposed_count, 2);
    CHECK(made->solved.report.flagged > 0);
    STUDIO_OK(studio_solve_end(made, &problem));
    const uint64_t start = studio_hash_of(studio);
    const double left = made->solved.report.residual;
    STUDIO_OK(studio_solve_accept(studio, "new.clip.json", made->solved.proposed, names, 2, &problem));
    CHECK(strstr(studio_text_now(studio, "ada.poses.json"), "\"name\": \"opened\"") != NULL);
    studio_solve_destroy(made);
    made = solve(studio, "again.clip.json", &(MieniSolveRun){0});
    CHECK(made->solved.report.residual < 0.5 * left);
    studio_solve_destroy(made);
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_hash_of(studio) == start);
    studio_discard(studio);
}

CHECK_MAIN
{
    studio_folders_begin();
    RUN(a_take_becomes_a_clip_in_one_step);
    RUN(what_is_cancelled_or_refused_changes_nothing);
    RUN(the_pose_asset_of_the_face_is_found);
    RUN(a_proposed_pose_is_accepted_in_one_step);
    studio_folders_end();
}
