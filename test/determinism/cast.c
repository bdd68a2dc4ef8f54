// SPDX-License-Identifier: MIT
//
// Heads of the sample cast in the hash: distance functions, meshing, weights and poses are
// the longest computation of floats that there is. Points of a head are solved, while it moves.

#include "determinism/determinism.h"

#include "mien_solve/solve.h"
#include "sample/cast.h"
#include "sample/random.h"

#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 120, FRAMES = 6, MOST_CURVES = 128 };

/// Solves points that are a little off where a head has them, which is turned.
static MienStatus solve_points(MienSolver *solver, const MienMesh *mesh, const uint32_t *vertices,
                               MieniSha256 *sha)
{
    const MienQuat turn = mien_quat_normalize((MienQuat){0.1f, 0.2f, 0.0f, 0.97f});
    float values[MOST_CURVES];
    MienVec3 points[POINTS];
    uint64_t random = 9;
    MienStatus status = MIEN_OK;
    for (int f = 0; f < FRAMES && status == MIEN_OK; ++f) {
        for (int p = 0; p < POINTS; ++p) {
            const MienVec3 at = mien_quat_rotate(turn, mien_mesh_positions(mesh)[vertices[p]]);
            points[p] = (MienVec3){at.x + 0.02f + mien_random_between(&random, 0.0f, 0.004f),
                                   at.y + mien_random_between(&random, -0.004f, 0.004f),
                                   at.z + mien_random_between(&random, -0.001f, 0.002f)};
        }
        enter_host();
        status = mien_solver_run(solver, &(MienSolveFrame){.points = points}, values, NULL);
        leave_host();
        const MienTransform head = mien_solver_head(solver);
        mieni_sha256_update(sha, values, (size_t)mien_solver_curve_count(solver) * sizeof *values);
        hash_bones(sha, &head, 1);
    }
    return status;
}

static MienStatus hash_points(const MieniCastHead *head, const MienAuthorPack *packs, MieniSha256 *sha,
                              MienError *error)
{
    MienSkeleton *skeleton = NULL;
    MienPoseAsset *poses = NULL;
    MienMesh *mesh = NULL;
    MienSolver *solver = NULL;
    uint32_t vertices[POINTS];
    MienStatus status = mien_skeleton_load(packs[0].data, packs[0].size, NULL, &skeleton, error);
    if (status == MIEN_OK)
        status = mien_pose_asset_load(packs[1].data, packs[1].size, NULL, &poses, error);
    if (status == MIEN_OK)
        status = mien_mesh_load(packs[2].data, packs[2].size, NULL, &mesh, error);
    for (int p = 0; p < POINTS; ++p)
        vertices[p] = (uint32_t)((int64_t)p * head->mesh.vertex_count / POINTS);
    const MienSolverDesc desc = {.input = MIEN_SOLVE_POINTS,
                                 .poses = poses,
                                 .skeleton = skeleton,
                                 .mesh = mesh,
                                 .points = vertices,
                                 .point_count = POINTS,
                                 .has_head = true};
    enter_host();
    if (status == MIEN_OK)
        status = mien_solver_create(&desc, &solver, error);
    leave_host();
    if (status == MIEN_OK)
        status = solve_points(solver, mesh, vertices, sha);
    mien_solver_destroy(solver);
    mien_mesh_destroy(mesh);
    mien_pose_asset_destroy(poses);
    mien_skeleton_destroy(skeleton);
    return status;
}

static void require(MienStatus status, const MienError *error)
{
    if (status == MIEN_OK)
        return;
    fprintf(stderr, "mien-determinism: could not make a head: %s\n", error->message);
    exit(1);
}

static void hash_head(MieniCastWho who, MieniSha256 *sha)
{
    MieniCastHead head;
    MienAuthorPack packs[3] = {{0}}; // skeleton, poses, mesh
    MienError error = {0};
    require(mieni_cast_make(who, MIENI_CAST_DEFAULT, NULL, &head, &error), &error);
    require(mien_author_mesh_cook(&head.mesh, NULL, &packs[2], &error), &error);
    require(mien_author_pose_asset_cook(&head.poses, NULL, &packs[1], NULL, &error), &error);
    require(mien_author_skeleton_cook(head.skeleton, NULL, &packs[0], &error), &error);
    mieni_sha256_update(sha, packs[2].data, packs[2].size);
    mieni_sha256_update(sha, packs[1].data, packs[1].size);
    if (who == MIENI_CAST_ADA)
        require(hash_points(&head, packs, sha, &error), &error);
    for (int i = 0; i < 3; ++i)
        mien_author_pack_release(&packs[i]);
    mieni_cast_release(&head);
}

void hash_cast(int count, MieniSha256 *sha)
{
    for (int who = 0; who < count && who < MIENI_CAST_COUNT; ++who)
        hash_head((MieniCastWho)who, sha);
}
