// SPDX-License-Identifier: MIT
//
// Characters of a project of many: where the bones of each lie, what its poses do, and a
// child of the graph that all share.

#include "demo/making.h"
#include "demo/many_making.h"

#include <stdio.h>
#include <string.h>

/// `, "t": [1, 2, 3]`
static void put_vector(MieniTextOut *out, const char *key, const float *values, int count)
{
    mieni_text_putf(out, ", \"%s\": [", key);
    for (int k = 0; k < count; ++k) {
        if (k > 0)
            mieni_text_put(out, ", ");
        mieni_text_put_number(out, mieni_extra_number(values[k]));
    }
    mieni_text_put(out, "]");
}

static bool is_other(const float *a, const float *b, int count)
{
    for (int k = 0; k < count; ++k)
        if (mieni_extra_number(a[k]) != mieni_extra_number(b[k]))
            return true;
    return false;
}

/// Puts the bone if it is not where it rests; returns whether.
static bool put_bone(MieniTextOut *out, const char *name, const MienTransform *own, const MienTransform *rest,
                     bool is_first)
{
    const bool moves = is_other(&own->translation.x, &rest->translation.x, 3);
    const bool turns = is_other(&own->rotation.x, &rest->rotation.x, 4);
    const bool grows = is_other(&own->scale.x, &rest->scale.x, 3);
    if (!moves && !turns && !grows)
        return false;
    mieni_text_putf(out, "%s{\"bone\": \"%s\"", is_first ? "" : ", ", name);
    if (moves)
        put_vector(out, "t", &own->translation.x, 3);
    if (turns)
        put_vector(out, "q", &own->rotation.x, 4);
    if (grows)
        put_vector(out, "s", &own->scale.x, 3);
    mieni_text_put(out, "}");
    return true;
}

static void put_bones(MieniTextOut *out, const MienAuthorSkeleton *skeleton, const MienTransform *own,
                      const MienTransform *rest)
{
    bool is_first = true;
    for (int b = 0; b < MIENI_BONE_COUNT; ++b)
        if (put_bone(out, skeleton->bones[b].name, &own[b], &rest[b], is_first))
            is_first = false;
}

MienStatus mieni_many_skeleton(MieniManyMaking *making)
{
    const MieniCastHead *ada = &making->heads[MIENI_CAST_ADA];
    MieniTextOut *out = &making->text;
    mieni_text_put(out, "{\"kind\": \"skeleton\", \"version\": 1, \"bones\": [");
    for (int b = 0; b < MIENI_BONE_COUNT; ++b) {
        const MienAuthorBone *bone = &ada->skeleton->bones[b];
        mieni_text_putf(out, "%s{\"name\": \"%s\"", b > 0 ? ", " : "", bone->name);
        if (bone->parent >= 0)
            mieni_text_putf(out, ", \"parent\": \"%s\"", ada->skeleton->bones[bone->parent].name);
        put_vector(out, "t", &bone->reference.translation.x, 3);
        mieni_text_put(out, "}");
    }
    mieni_text_put(out, "], \"curves\": [");
    for (int p = 0; p < MIENI_CAST_POSE_COUNT; ++p)
        mieni_text_putf(out, "%s{\"name\": \"%s\"}", p > 0 ? ", " : "", ada->poses.poses[p].name);
    mieni_text_put(out, "]}");
    return mieni_many_save(making, MIENI_MANY_SKELETON, NULL);
}

/// Where its bones lie, and nothing to draw.
static MienStatus save_mesh(MieniManyMaking *making, const MieniCastHead *head, const char *path)
{
    MieniTextOut *out = &making->text;
    MienTransform none[MIENI_BONE_COUNT];
    for (int b = 0; b < MIENI_BONE_COUNT; ++b) // all bones are named
        none[b] = (MienTransform){.rotation = {0, 0, 0, 1}, .translation = {-1e6f, 0, 0}, .scale = {1, 1, 1}};
    mieni_text_put(out, "{\"kind\": \"mesh\", \"version\": 1, \"skeleton\": \"" MIENI_MANY_SKELETON
                        "\", \"reference\": [");
    put_bones(out, head->skeleton, making->extra->reference, none);
    mieni_text_put(out, "]}");
    return mieni_many_save(making, path, NULL);
}

static MienStatus save_poses(MieniManyMaking *making, const MieniCastHead *head, const char *mesh,
                             const char *path)
{
    MieniTextOut *out = &making->text;
    size_t size = 0;
    mieni_text_putf(out,
                    "{\"kind\": \"poses\", \"version\": 1, \"skeleton\": \"" MIENI_MANY_SKELETON
                    "\", \"mesh\": \"%s\", \"mode\": \"additive\", \"poses\": [",
                    mesh);
    for (int p = 0; p < MIENI_CAST_POSE_COUNT; ++p) {
        mieni_text_putf(out, "%s{\"name\": \"%s\", \"bones\": [", p > 0 ? ", " : "",
                        head->poses.poses[p].name);
        put_bones(out, head->skeleton, making->extra->poses[p], making->extra->reference);
        mieni_text_put(out, "]}");
    }
    mieni_text_put(out, "]}");
    const MienStatus status = mieni_many_save(making, path, &size);
    making->report->pose_bytes += (int64_t)size;
    return status;
}

MienStatus mieni_many_character(MieniManyMaking *making, int number)
{
    char stem[32], mesh[64], poses[64], graph[64], character[64];
    const MieniCastHead *head = &making->heads[mieni_cast_extra_like(number)];
    snprintf(stem, sizeof stem, "cast/c%04d", number + 1);
    snprintf(mesh, sizeof mesh, "%s.mesh.json", stem);
    snprintf(poses, sizeof poses, "%s.poses.json", stem);
    snprintf(graph, sizeof graph, "%s.graph.json", stem);
    snprintf(character, sizeof character, "%s.character.json", stem);
    mieni_cast_extra(head, making->wanted->seed, number, making->extra);
    MienStatus status = mieni_many_next(making, character);
    if (status == MIEN_OK)
        status = save_mesh(making, head, mesh);
    if (status == MIEN_OK)
        status = save_poses(making, head, mesh, poses);
    if (status != MIEN_OK)
        return status;
    mieni_cast_put_child(&making->text, MIENI_MANY_GRAPH, poses);
    status = mieni_many_save(making, graph, NULL);
    if (status != MIEN_OK)
        return status;
    mieni_text_putf(&making->text,
                    "{\"kind\": \"character\", \"version\": 1, \"skeleton\": \"" MIENI_MANY_SKELETON
                    "\", \"mesh\": \"%s\", \"graph\": \"%s\", \"poses\": \"%s\"}",
                    mesh, graph, poses);
    return mieni_many_save(making, character, NULL);
}
