// SPDX-License-Identifier: MIT
//
// The tool behind scripts/bake-sample: cooks a line as it is, curves that play on every
// face, and as bone tracks of one face, both with the default errors.
//
// Reads rows of three words, a pose asset, a clips asset and one of its files, and prints
// for each: bytes of the shared pack, bytes of the baked one, its tracks, seconds.

#include "mien_author/bake.h"
#include "mien_author/cook_clip.h"
#include "project/recipes/recipes.h"

#include <stdio.h>

static int fail(const char *what, const MienError *error)
{
    fprintf(stderr, "mien-bake: %s: %s %s\n", what, error->message, error->location);
    return 1;
}

static int cook(const MienAuthorClip *clip, const MienAuthorSkeleton *skeleton, const char *what,
                size_t *out_size)
{
    const MienAuthorClipOptions options = {.skeleton = skeleton};
    MienAuthorPack pack = {0};
    MienError error = {0};
    if (mien_author_clip_cook(clip, &options, &pack, NULL, &error) != MIEN_OK)
        return fail(what, &error);
    *out_size = pack.size;
    mien_author_pack_release(&pack);
    return 0;
}

static int bake(const MieniPosesRecipe *poses, const MienAuthorClip *clip, const char *what)
{
    const MienAuthorSkeleton *skeleton = &poses->skeleton.skeleton;
    const MienAuthorBaking baking = {.clip = clip, .skeleton = skeleton, .poses = &poses->poses};
    MienAuthorClip *baked = NULL;
    MienError error = {0};
    size_t shared_size = 0, baked_size = 0;
    if (mien_author_clip_bake(&baking, NULL, &baked, &error) != MIEN_OK)
        return fail(what, &error);
    int code = cook(clip, skeleton, what, &shared_size);
    if (code == 0)
        code = cook(baked, skeleton, what, &baked_size);
    if (code == 0)
        printf("%zu %zu %d %.4f\n", shared_size, baked_size, baked->track_count, baked->length);
    mien_author_clip_destroy(baked);
    return code;
}

static int bake_row(const MieniProject *project, const char *poses_path, const char *clips,
                    const char *member)
{
    MieniPosesRecipe poses;
    MieniClipRecipe clip;
    MieniProblem problem = {0};
    if (mieni_poses_recipe(project, poses_path, &poses, &problem) != MIEN_OK)
        return fail(poses_path, &problem.error);
    int code;
    if (mieni_clip_recipe(project, clips, member, &clip, &problem) == MIEN_OK) {
        code = bake(&poses, clip.clip, member);
        mieni_clip_recipe_release(&clip);
    } else {
        code = fail(member, &problem.error);
    }
    mieni_poses_recipe_release(&poses);
    return code;
}

int main(int count, char **words)
{
    MieniProject project;
    MieniProblem problem = {0};
    char poses[256], clips[256], member[256];
    int code = 0;
    if (count != 2) {
        fprintf(stderr, "usage: mien-bake FOLDER < ROWS\n");
        return 2;
    }
    if (mieni_project_open(&project, words[1], &problem) != MIEN_OK)
        return fail(words[1], &problem.error);
    while (code == 0 && scanf("%255s %255s %255s", poses, clips, member) == 3)
        code = bake_row(&project, poses, clips, member);
    mieni_project_close(&project);
    return code;
}
