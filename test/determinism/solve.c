// SPDX-License-Identifier: MIT
//
// Solved curves in the hash: bones that poses moved, with noise on top, with rules and without.

#include "determinism/determinism.h"

#include "mien_author/pose_asset.h"
#include "mien_solve/solve.h"
#include "sample/random.h"
#include "sample/scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 80, BONES = 40, POSES = 24 };

typedef struct Face {
    MienSample *sample;
    MienAuthorPack packs[2];
    MienSkeleton *skeleton;
    MienPoseAsset *poses;
    MienSolver *solver;
    MienTransform frames[FRAMES][BONES];
} Face;

static void require(bool is_so, const char *what)
{
    if (is_so)
        return;
    fprintf(stderr, "mien-determinism: could not %s\n", what);
    exit(1);
}

static void open_face(Face *face, bool has_rules)
{
    const MienSampleOptions options = {.seed = 5,
                                       .bone_count = BONES,
                                       .pose_count = POSES,
                                       .bones_per_pose = 8,
                                       .has_scale = has_rules,
                                       .has_rules = has_rules};
    face->sample = mien_sample_create(&options);
    const MienAuthorPoseAsset *asset = mien_sample_asset(face->sample);
    require(mien_author_skeleton_cook(asset->skeleton, NULL, &face->packs[0], NULL) == MIEN_OK &&
                mien_author_pose_asset_cook(asset, NULL, &face->packs[1], NULL, NULL) == MIEN_OK &&
                mien_skeleton_load(face->packs[0].data, face->packs[0].size, NULL, &face->skeleton, NULL) ==
                    MIEN_OK &&
                mien_pose_asset_load(face->packs[1].data, face->packs[1].size, NULL, &face->poses, NULL) ==
                    MIEN_OK,
            "make a face to solve");
    const MienSolverDesc desc = {.poses = face->poses, .skeleton = face->skeleton};
    enter_host();
    const MienStatus status = mien_solver_create(&desc, &face->solver, NULL);
    leave_host();
    require(status == MIEN_OK, "create a solver");
}

static void close_face(Face *face)
{
    mien_solver_destroy(face->solver);
    mien_pose_asset_destroy(face->poses);
    mien_skeleton_destroy(face->skeleton);
    for (int i = 0; i < 2; ++i)
        mien_author_pack_release(&face->packs[i]);
    mien_sample_destroy(face->sample);
}

/// Rest poses, each bone a little off.
static void make_frames(Face *face, uint64_t *random)
{
    for (int f = 0; f < FRAMES; ++f)
        for (int b = 0; b < BONES; ++b) {
            MienTransform *t = &face->frames[f][b];
            *t = mien_skeleton_rest_pose(face->skeleton)[b];
            t->rotation.x += mien_random_between(random, -0.2f, 0.2f);
            t->rotation.z += mien_random_between(random, -0.2f, 0.2f);
            t->rotation = mien_quat_normalize(t->rotation);
            t->translation.y += mien_random_between(random, -0.01f, 0.02f);
        }
}

static bool read_frame(void *user, int frame, const MienSolveBuffer *out)
{
    const Face *face = user;
    memcpy(out->bones, face->frames[frame], sizeof face->frames[frame]);
    return true;
}

void hash_solve(uint64_t *random, MieniSha256 *sha)
{
    static Face face;
    static float values[FRAMES * POSES], residuals[FRAMES];
    for (int i = 0; i < 2; ++i) {
        memset(&face, 0, sizeof face);
        open_face(&face, i == 1);
        make_frames(&face, random);
        const int count = mien_solver_curve_count(face.solver);
        const MienSolveTake take = {.frame_count = FRAMES, .rate = 30.0, .user = &face, .read = read_frame};
        enter_host();
        const MienStatus status = mien_solver_run_take(face.solver, &take, values, residuals, NULL, NULL);
        leave_host();
        require(status == MIEN_OK, "solve");
        mieni_sha256_update(sha, values, (size_t)count * FRAMES * sizeof *values);
        mieni_sha256_update(sha, residuals, sizeof residuals);
        close_face(&face);
    }
}
