// SPDX-License-Identifier: MIT
//
// Poses from another face: one step; results are kept until what they are made of changes.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/studio_projects.h"

#include "project/recipes/recipes.h"
#include "studio/model/commands/poses.h"
#include "studio/model/commands/transfer.h"
#include "studio/model/facts/review.h"

static const char made[] = "new.poses.json";

static bool goes_on(void *user, double done)
{
    (void)done;
    return user == NULL;
}

/// Transfers the poses of other.poses.json; stop: not NULL to cancel.
static MienStatus transfer(Studio *studio, void *stop, MieniProblem *problem)
{
    StudioTransfer transfer;
    const MienStatus status =
        studio_transfer_begin(&transfer, studio, "other.poses.json", "face.skeleton.json", made, problem);
    if (status != MIEN_OK)
        return status;
    studio_transfer_run(&transfer, goes_on, stop);
    return studio_transfer_end(&transfer, problem);
}

/// How far the jaw is moved by the first pose, as the project is now.
static double jaw_of(Studio *studio)
{
    StudioSnapshot *snapshot;
    MieniPosesRecipe recipe;
    double y = -1;
    STUDIO_OK(studio_snapshot_make(&studio->files, &snapshot, &problem));
    STUDIO_OK(mieni_poses_recipe(&snapshot->project, made, &recipe, &problem));
    for (int b = 0; b < recipe.skeleton.skeleton.bone_count; ++b)
        if (strcmp(recipe.skeleton.skeleton.bones[b].name, "jaw") == 0)
            y = (double)recipe.poses.poses[0].bones[b].translation.y;
    mieni_poses_recipe_release(&recipe);
    studio_snapshot_destroy(snapshot);
    return y;
}

static void check_counts(Studio *studio, int found, int transferred)
{
    int have_found, have_made;
    studio_transfers_count(studio->files.transfers, &have_found, &have_made);
    CHECK_INT(have_found, found);
    CHECK_INT(have_made, transferred);
}

TEST(a_transfer_is_one_step_or_nothing)
{
    MieniProblem refused = {0};
    int stop;
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    CHECK_STATUS(transfer(studio, &stop, &refused), MIEN_ERROR_CANCELLED);
    CHECK_STR(studio_text_now(studio, made), "(gone)");
    STUDIO_OK(transfer(studio, NULL, &problem));
    CHECK_STR(studio_undo_label(studio), "create new from the poses of other");
    CHECK(strstr(studio_text_now(studio, made), "\"transfer\": {\"poses\": \"other.poses.json\"}") != NULL);
    CHECK_STATUS(transfer(studio, NULL, &refused), MIEN_ERROR_DATA); // it exists
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK_STR(studio_text_now(studio, made), "(gone)");
    studio_discard(studio);
}

TEST(results_are_kept_until_their_inputs_change)
{
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(transfer(studio, NULL, &problem));
    check_counts(studio, 0, 1);
    const double before = jaw_of(studio);
    CHECK(jaw_of(studio) == before);
    check_counts(studio, 2, 1);
    // What the transfer does not read: a range.
    STUDIO_OK(studio_poses_set_range(studio, made, "jawOpen", 0, 2, &problem));
    CHECK(jaw_of(studio) == before);
    check_counts(studio, 3, 1);
    // The source.
    STUDIO_OK(studio_asset_set(studio, "other.poses.json", "poses[0].bones[0].t", "[0, 0.4, 0]", "lower",
                               NULL, &problem));
    CHECK(jaw_of(studio) != before);
    check_counts(studio, 3, 2);
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK(jaw_of(studio) == before);
    check_counts(studio, 4, 2);
    // Bones of the face.
    STUDIO_OK(
        studio_asset_set(studio, "face.skeleton.json", "bones[1].t", "[0, 0.3, 0]", "move", NULL, &problem));
    jaw_of(studio);
    check_counts(studio, 4, 3);
    STUDIO_OK(studio_undo(studio, &problem));
    studio_discard(studio);
}

TEST(a_pinned_pose_does_not_follow_its_source)
{
    StudioEdit edit;
    MieniProblem pinning = {0};
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(transfer(studio, NULL, &problem));
    const double before = jaw_of(studio);
    STUDIO_OK(studio_edit_begin(&edit, studio, &problem));
    const MienStatus status = studio_transfer_pin_in(&edit, made, "jawOpen", &pinning);
    STUDIO_OK(studio_edit_end(&edit, status, "pin jawOpen", NULL, &problem));
    STUDIO_OK(studio_asset_set(studio, "other.poses.json", "poses[0].bones[0].t", "[0, 0.4, 0]", "lower",
                               NULL, &problem));
    CHECK(jaw_of(studio) == before);
    studio_discard(studio);
}

TEST(a_review_lists_poses_and_their_state)
{
    StudioSnapshot *snapshot;
    StudioReview review;
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(transfer(studio, NULL, &problem));
    STUDIO_OK(studio_snapshot_make(&studio->files, &snapshot, &problem));
    studio_review_make(&review, snapshot, made);
    CHECK_INT(review.count, 1);
    CHECK_STR(review.rows[0].name, "jawOpen");
    CHECK_STR(review.rows[0].source, "jawOpen");
    CHECK(!review.rows[0].is_pinned);
    studio_review_release(&review);
    studio_snapshot_destroy(snapshot);
    studio_discard(studio);
}

CHECK_MAIN
{
    studio_folders_begin();
    RUN(a_transfer_is_one_step_or_nothing);
    RUN(results_are_kept_until_their_inputs_change);
    RUN(a_pinned_pose_does_not_follow_its_source);
    RUN(a_review_lists_poses_and_their_state);
    studio_folders_end();
}
