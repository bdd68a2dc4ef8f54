// SPDX-License-Identifier: MIT
//
// Binds that are the same are found by sorting.

#include "io/binds.h"

#include <stdlib.h>
#include <string.h>

static int compare_places(const MieniBindCandidate *a, const MieniBindCandidate *b)
{
    if (a->bone != b->bone)
        return a->bone < b->bone ? -1 : 1;
    return memcmp(a->inverse, b->inverse, sizeof a->inverse);
}

static int compare_candidates(const void *a, const void *b)
{
    const MieniBindCandidate *x = a, *y = b;
    const int order = compare_places(x, y);
    return order != 0 ? order : x->order < y->order ? -1 : 1;
}

MienStatus mieni_binds_make(MieniBindCandidate *candidates, int count, const MienAuthorBone *bones,
                            MieniArena *scratch, MieniArena *arena, int **out_bind_of,
                            MienAuthorMesh *out_mesh)
{
    int *first_of = mieni_arena_take(scratch, (size_t)count, sizeof *first_of);
    int *bind_of = mieni_arena_take(scratch, (size_t)count, sizeof *bind_of);
    if (first_of == NULL || bind_of == NULL)
        return MIEN_ERROR_MEMORY;
    if (count > 0)
        qsort(candidates, (size_t)count, sizeof *candidates, compare_candidates);
    for (int i = 0, first = 0; i < count; ++i) {
        if (i > 0 && compare_places(&candidates[i - 1], &candidates[i]) != 0)
            first = i;
        first_of[candidates[i].order] = candidates[first].order;
    }
    int joint_count = 0;
    for (int order = 0; order < count; ++order)
        bind_of[order] = first_of[order] == order ? joint_count++ : bind_of[first_of[order]];
    if (joint_count > MIEN_MAX_JOINTS)
        return MIEN_ERROR_LIMIT;
    MienAuthorMeshJoint *binds = mieni_arena_take(arena, (size_t)joint_count, sizeof *binds);
    if (binds == NULL)
        return MIEN_ERROR_MEMORY;
    for (int i = 0; i < count; ++i) {
        MienAuthorMeshJoint *bind = &binds[bind_of[candidates[i].order]];
        bind->bone = bones[candidates[i].bone].name;
        memcpy(bind->inverse, candidates[i].inverse, sizeof bind->inverse);
    }
    out_mesh->joint_count = joint_count;
    out_mesh->joints = binds;
    *out_bind_of = bind_of;
    return MIEN_OK;
}

bool mieni_binds_place_bones(const MienAuthorBone *bones, int count, MieniArena *arena,
                             MienAuthorMesh *out_mesh)
{
    MienAuthorMeshBone *list = mieni_arena_take(arena, (size_t)count, sizeof *list);
    for (int b = 0; list != NULL && b < count; ++b)
        list[b] = (MienAuthorMeshBone){bones[b].name, bones[b].rest};
    out_mesh->bone_count = list != NULL ? count : 0;
    out_mesh->bones = list;
    return list != NULL;
}
