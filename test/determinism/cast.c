// SPDX-License-Identifier: MIT
//
// Heads of the sample cast in the hash: distance functions, meshing, weights and poses are
// the longest computation of floats that there is.

#include "determinism/determinism.h"

#include "sample/cast.h"

#include <stdio.h>
#include <stdlib.h>

static void hash_pack(MieniSha256 *sha, MienStatus status, MienAuthorPack *pack, const MienError *error)
{
    if (status != MIEN_OK) {
        fprintf(stderr, "mien-determinism: could not make a head: %s\n", error->message);
        exit(1);
    }
    mieni_sha256_update(sha, pack->data, pack->size);
    mien_author_pack_release(pack);
}

static void hash_head(MieniCastWho who, MieniSha256 *sha)
{
    MieniCastHead head;
    MienAuthorPack mesh = {0}, poses = {0};
    MienError error = {0};
    MienStatus status = mieni_cast_make(who, MIENI_CAST_DEFAULT, NULL, &head, &error);
    if (status == MIEN_OK)
        status = mien_author_mesh_cook(&head.mesh, NULL, &mesh, &error);
    hash_pack(sha, status, &mesh, &error);
    status = mien_author_pose_asset_cook(&head.poses, NULL, &poses, NULL, &error);
    hash_pack(sha, status, &poses, &error);
    mieni_cast_release(&head);
}

void hash_cast(int count, MieniSha256 *sha)
{
    for (int who = 0; who < count && who < MIENI_CAST_COUNT; ++who)
        hash_head((MieniCastWho)who, sha);
}
