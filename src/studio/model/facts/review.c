// SPDX-License-Identifier: MIT
//
// Poses that come from another face.

#include "core/float_rules.h"

#include "studio/model/facts/review.h"

#include "asset/view.h"
#include "project/recipes/recipes.h"

#include <string.h>

/// A number for the bones of a sample of a take.
static double print_of(const MienAuthorClip *clip, int sample)
{
    uint64_t hash = 14695981039346656037u;
    for (int t = 0; t < clip->track_count; ++t) {
        const unsigned char *bytes = (const unsigned char *)&clip->tracks[t].samples[sample];
        for (size_t i = 0; i < sizeof *clip->tracks[t].samples; ++i)
            hash = (hash ^ bytes[i]) * 1099511628211u;
    }
    return (double)(hash >> 12);
}

static int find_transferred(const MieniPosesRecipe *recipe, const char *name)
{
    for (int i = 0; i < recipe->transferred_count; ++i)
        if (strcmp(recipe->transferred[i].name, name) == 0)
            return i;
    return -1;
}

static void add_row(StudioReview *review, const MieniPosesRecipe *recipe, const MieniPoseView *row)
{
    const char *name = mieni_text_or_empty(mieni_pose_name(row)), *marker = mieni_pose_marker(row);
    const char *base = mieni_pose_asset_base(mieni_pose_asset_of(&recipe->asset));
    const int at = marker != NULL ? find_transferred(recipe, marker) : -1;
    if (at < 0 || (base != NULL && strcmp(base, name) == 0))
        return;
    const MienTransferPose *pose = &recipe->transferred[at].pose;
    StudioReviewRow *made = &review->rows[review->count++];
    *made = (StudioReviewRow){.name = mieni_arena_text(&review->memory, name, strlen(name)),
                              .source = mieni_arena_text(&review->memory, marker, strlen(marker)),
                              .is_pinned = mieni_pose_placed_bone_count(row) > 0,
                              .lost_bones = pose->lost_bones,
                              .print = print_of(recipe->takes[0].clip, at)};
    made->doubt = mieni_transfer_doubt(pose, &made->source_part, &made->target_part);
}

void studio_review_make(StudioReview *out_review, const StudioSnapshot *snapshot, const char *path)
{
    MieniPosesRecipe recipe;
    *out_review = (StudioReview){0};
    if (mieni_poses_open(&snapshot->project, path, NULL, &recipe, &out_review->problem) != MIEN_OK)
        return;
    const MieniPoseAssetView *root = mieni_pose_asset_of(&recipe.asset);
    const int count = mieni_pose_asset_pose_count(root);
    out_review->rows = mieni_arena_take(&out_review->memory, (size_t)count, sizeof *out_review->rows);
    for (int i = 0; out_review->rows != NULL && recipe.take_count > 0 && i < count; ++i)
        add_row(out_review, &recipe, mieni_pose_asset_pose(root, i));
    if (out_review->memory.is_out_of_memory)
        out_review->count = 0;
    mieni_poses_recipe_release(&recipe);
}

void studio_review_release(StudioReview *review)
{
    mieni_arena_release(&review->memory);
    *review = (StudioReview){0};
}
