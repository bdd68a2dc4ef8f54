// SPDX-License-Identifier: MIT
//
// The C form of example.py: prints the bits of every bone at eight moments of a clip.

#include "mien/mien.h"

#include <stdio.h>
#include <string.h>

static void print_bits(const float *numbers, int count)
{
    for (int i = 0; i < count; ++i) {
        uint32_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        printf("%08x ", (unsigned)bits);
    }
}

static MienStatus play(MienActor *actor)
{
    const double length = mien_clip_info(mien_actor_clip(actor)).length;
    const MienTransform *bones = mien_actor_bones(actor);
    for (int frame = 0; frame < 8; ++frame) {
        mien_actor_set_time(actor, length * frame / 8);
        const MienStatus status = mien_actor_step(actor, 0.0);
        if (status != MIEN_OK)
            return status;
        for (int b = 0; b < mien_actor_bone_count(actor); ++b) {
            print_bits(&bones[b].rotation.x, 4);
            print_bits(&bones[b].translation.x, 3);
            print_bits(&bones[b].scale.x, 3);
            printf("\n");
        }
    }
    return MIEN_OK;
}

int main(int argc, char **argv)
{
    char mesh[MIEN_MAX_NAME + 1] = "", poses[MIEN_MAX_NAME + 1] = "", clip[MIEN_MAX_NAME + 1] = "";
    MienFile *file = NULL;
    MienBundle *bundle = NULL;
    MienActor *actor = NULL;
    MienError error = {.message = "usage: BUNDLE FACE CLIP"};
    MienStatus status = argc == 4 ? mien_file_open(argv[1], NULL, &file, &error) : MIEN_ERROR_ARGUMENT;
    if (status == MIEN_OK) {
        snprintf(mesh, sizeof mesh, "%s.mesh", argv[2]);
        snprintf(poses, sizeof poses, "%s.poses", argv[2]);
        snprintf(clip, sizeof clip, "%s.clip", argv[3]);
        status = mien_bundle_load(mien_file_data(file), mien_file_size(file), NULL, &bundle, &error);
    }
    const MienActorMembers members = {.mesh = mesh, .poses = poses};
    if (status == MIEN_OK)
        status = mien_actor_load(bundle, &members, NULL, &actor, &error);
    if (status == MIEN_OK)
        status = mien_actor_load_clip(actor, bundle, clip, NULL, &error);
    if (status == MIEN_OK)
        status = play(actor);
    if (status != MIEN_OK)
        fprintf(stderr, "%s %s: %s\n", mien_status_name(status), error.location, error.message);
    mien_actor_destroy(actor);
    mien_bundle_destroy(bundle);
    mien_file_close(file);
    return status == MIEN_OK ? 0 : 1;
}
