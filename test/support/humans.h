// SPDX-License-Identifier: MIT
//
// Five characters with the same bones and poses, but other proportions and rest rotations.

#pragma once

#include "support/solving.h"

enum { HUMANS = 5, MOST_POSES = 60 };
static const char *const human_files[HUMANS] = {
    "makehuman-derived/mh_female_young.glb", "makehuman-derived/mh_baby.glb",
    "makehuman-derived/mh_child_head.glb", "makehuman-derived/mh_male_young_head.glb",
    "makehuman-derived/mh_old_heavy_head.glb"};

/// A character with the poses of its file.
typedef struct Human {
    MienIoSource *source;
    MienAuthorSkeleton skeleton; ///< The file's, with a curve per pose.
    MienAuthorCurve curves[MOST_POSES];
    MienAuthorPose poses[MOST_POSES];
    MienTransform *bones; ///< Per pose and bone; the first pose is the rest pose.
    MienAuthorPoseAsset asset;
    Actor actor;
} Human;

/// All bones at the time of a pose.
static inline void read_pose(const Human *human, const MienAuthorClip *clip, double time,
                             MienTransform *out_bones)
{
    for (int b = 0; b < human->skeleton.bone_count; ++b) {
        out_bones[b] = human->skeleton.bones[b].rest;
        for (int t = 0; t < clip->track_count; ++t)
            if (strcmp(clip->tracks[t].bone, human->skeleton.bones[b].name) == 0)
                out_bones[b] = mien_author_track_evaluate(clip, t, time);
    }
}

/// A pose and a curve per marker of the take, but none for the rest pose.
static inline void make_poses(Human *human)
{
    const MienAuthorClip *clip = human->source->takes[0].clip;
    const size_t bones = (size_t)human->skeleton.bone_count;
    CHECK_INT(human->source->takes[0].use, MIEN_IO_TAKE_POSES);
    CHECK_INT(clip->event_count, MOST_POSES);
    human->bones = calloc(MOST_POSES * bones, sizeof *human->bones);
    for (int p = 0; p < MOST_POSES && p < clip->event_count; ++p) {
        MienTransform *own = human->bones + (size_t)p * bones;
        read_pose(human, clip, clip->events[p].time, own);
        if (p == 0)
            continue;
        human->curves[p - 1] = (MienAuthorCurve){.name = clip->events[p].name};
        human->poses[p - 1] = (MienAuthorPose){.name = clip->events[p].name, .bones = own};
    }
    human->skeleton.curve_count = MOST_POSES - 1;
    human->skeleton.curves = human->curves;
    human->asset = (MienAuthorPoseAsset){.skeleton = &human->skeleton,
                                         .base = human->bones,
                                         .pose_count = MOST_POSES - 1,
                                         .poses = human->poses};
}

/// From the head bone to the top of the mesh.
static inline float head_height(const Human *human)
{
    const Actor *actor = &human->actor;
    const int bones = actor->loaded.bone_count,
              head = mien_skeleton_find_bone(actor->loaded.skeleton, "head");
    MienMatrix34 *model = shown_memory((size_t)bones * sizeof *model);
    float top = -1.0f;
    CHECK_STATUS(mien_model_job_run(&(MienModelJob){.skeleton = actor->loaded.skeleton,
                                                    .bone_count = bones,
                                                    .local_count = bones,
                                                    .local = mien_skeleton_rest_pose(actor->loaded.skeleton),
                                                    .out_model = model}),
                 MIEN_OK);
    for (int v = 0; v < human->source->mesh->vertex_count; ++v)
        top = human->source->mesh->positions[v].y > top ? human->source->mesh->positions[v].y : top;
    CHECK(head >= 0);
    const float height = top - (head >= 0 ? model[head].m[7] : 0.0f);
    free(model);
    return height;
}

/// False without data.
static inline bool open_human(Human *human, const char *file)
{
    *human = (Human){.source = read_source(file)};
    if (human->source == NULL)
        return false;
    human->skeleton = human->source->skeleton;
    make_poses(human);
    human->actor.head.mesh = *human->source->mesh;
    open_actor_with(&human->actor, &human->asset);
    human->actor.head.height = head_height(human);
    return true;
}

static inline void close_human(Human *human)
{
    close_actor(&human->actor);
    free(human->bones);
    mien_io_source_destroy(human->source);
}
