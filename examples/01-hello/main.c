// SPDX-License-Identifier: MIT
//
// Loads a bundle, plays a clip on a face, prints a bone.

#include "mien/mien.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    const MienLoadOptions in_place = {.borrow_data = true};
    const MienActorMembers members = {.mesh = "pip.mesh", .poses = "pip.poses"};
    MienFile *file = NULL;
    MienBundle *bundle = NULL;
    MienActor *pip = NULL;
    MienError error = {0};
    MienStatus status = mien_file_open(argc > 1 ? argv[1] : "cast.mien", NULL, &file, &error);
    if (status == MIEN_OK)
        status = mien_bundle_load(mien_file_data(file), mien_file_size(file), &in_place, &bundle, &error);
    if (status == MIEN_OK)
        status = mien_actor_load(bundle, &members, NULL, &pip, &error);
    if (status == MIEN_OK)
        status = mien_actor_load_clip(pip, bundle, "sentence.clip", NULL, &error);
    const int jaw = status == MIEN_OK ? mien_skeleton_find_bone(mien_actor_skeleton(pip), "jaw") : -1;
    for (int frame = 0; frame < 5 && jaw >= 0; ++frame) {
        mien_actor_step(pip, 0.5);
        const MienQuat q = mien_actor_bones(pip)[jaw].rotation;
        printf("%.1f s: jaw (%.6f %.6f %.6f %.6f)\n", mien_actor_time(pip), q.x, q.y, q.z, q.w);
    }
    if (status != MIEN_OK)
        fprintf(stderr, "%s: %s\n", error.location, error.message);
    mien_actor_destroy(pip);
    mien_bundle_destroy(bundle);
    mien_file_close(file);
    return status == MIEN_OK ? 0 : 1;
}
