// SPDX-License-Identifier: MIT
//
// The same as example.py, in C: prints the bits of every bone at eight times of a clip.

#include "mien/mien.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Alignas(64) unsigned char scratch[1 << 16];

typedef struct Face {
    MienSkeleton *skeleton;
    MienMesh *mesh;
    MienMeshBinding *mesh_binding;
    MienPoseAsset *poses;
    MienPoseBinding *pose_binding;
    MienClip *clip;
    MienClipBinding *clip_binding;
} Face;

static MienStatus find(const MienBundle *bundle, const char *stem, const char *kind, MienBundleMember *out,
                       MienError *error)
{
    char name[MIEN_MAX_NAME + 1];
    snprintf(name, sizeof name, "%s.%s", stem, kind);
    return mien_bundle_get(bundle, name, out, error);
}

static MienStatus load(Face *face, const MienBundle *bundle, char **names, MienError *error)
{
    MienBundleMember m;
    MienStatus status = find(bundle, "ada", "skeleton", &m, error);
    if (status == MIEN_OK)
        status = mien_skeleton_load(m.data, m.size, NULL, &face->skeleton, error);
    if (status == MIEN_OK)
        status = find(bundle, names[0], "mesh", &m, error);
    if (status == MIEN_OK)
        status = mien_mesh_load(m.data, m.size, NULL, &face->mesh, error);
    if (status == MIEN_OK)
        status = find(bundle, names[0], "poses", &m, error);
    if (status == MIEN_OK)
        status = mien_pose_asset_load(m.data, m.size, NULL, &face->poses, error);
    if (status == MIEN_OK)
        status = find(bundle, names[1], "clip", &m, error);
    if (status == MIEN_OK)
        status = mien_clip_load(m.data, m.size, NULL, &face->clip, error);
    if (status == MIEN_OK)
        status = mien_mesh_binding_create(face->mesh, face->skeleton, NULL, &face->mesh_binding, error);
    const MienTransform *reference =
        status == MIEN_OK ? mien_mesh_binding_reference(face->mesh_binding) : NULL;
    if (status == MIEN_OK)
        status = mien_pose_binding_create(face->poses, face->skeleton,
                                          &(MienPoseBindingOptions){.mesh_reference = reference},
                                          &face->pose_binding, error);
    if (status == MIEN_OK)
        status = mien_clip_binding_create(face->clip, face->skeleton,
                                          &(MienClipBindingOptions){.mesh_reference = reference},
                                          &face->clip_binding, error);
    return status;
}

static void print_bits(const float *numbers, int count)
{
    for (int i = 0; i < count; ++i) {
        uint32_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        printf("%08x ", (unsigned)bits);
    }
}

static MienStatus play(const Face *face, MienTransform *bones, MienCurveSet curves)
{
    const int bone_count = mien_skeleton_bone_count(face->skeleton);
    for (int frame = 0; frame < 8; ++frame) {
        memcpy(bones, mien_mesh_binding_reference(face->mesh_binding), (size_t)bone_count * sizeof *bones);
        mien_curve_set_clear(&curves);
        MienStatus status =
            mien_clip_job_run(&(MienClipJob){.clip = face->clip,
                                             .binding = face->clip_binding,
                                             .time = mien_clip_info(face->clip).length * frame / 8,
                                             .out_curves = curves,
                                             .bone_count = bone_count,
                                             .out_bones = bones});
        if (status == MIEN_OK)
            status = mien_pose_job_run(&(MienPoseJob){.asset = face->poses,
                                                      .binding = face->pose_binding,
                                                      .bone_count = bone_count,
                                                      .input = bones,
                                                      .out_bones = bones,
                                                      .curves = curves,
                                                      .out_curves = curves,
                                                      .scratch = scratch,
                                                      .scratch_size = sizeof scratch});
        if (status != MIEN_OK)
            return status;
        for (int b = 0; b < bone_count; ++b) {
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
    MienFile *file = NULL;
    MienBundle *bundle = NULL;
    Face face = {0};
    MienError error = {.message = "usage: BUNDLE FACE CLIP"};
    MienStatus status = argc == 4 ? mien_file_open(argv[1], NULL, &file, &error) : MIEN_ERROR_ARGUMENT;
    if (status == MIEN_OK)
        status = mien_bundle_load(mien_file_data(file), mien_file_size(file), NULL, &bundle, &error);
    if (status == MIEN_OK)
        status = load(&face, bundle, argv + 2, &error);
    const int curve_count = status == MIEN_OK ? mien_skeleton_curve_count(face.skeleton) : 0;
    const int bone_count = status == MIEN_OK ? mien_skeleton_bone_count(face.skeleton) : 0;
    MienTransform *bones = calloc((size_t)bone_count + 1, sizeof *bones);
    float *values = calloc((size_t)curve_count + 1, sizeof *values);
    if (status == MIEN_OK)
        status = bones != NULL && values != NULL
                     ? play(&face, bones, (MienCurveSet){.count = curve_count, .values = values})
                     : MIEN_ERROR_MEMORY;
    if (status != MIEN_OK)
        fprintf(stderr, "%s %s: %s\n", mien_status_name(status), error.place, error.message);
    free(bones);
    free(values);
    mien_clip_binding_destroy(face.clip_binding);
    mien_clip_destroy(face.clip);
    mien_pose_binding_destroy(face.pose_binding);
    mien_pose_asset_destroy(face.poses);
    mien_mesh_binding_destroy(face.mesh_binding);
    mien_mesh_destroy(face.mesh);
    mien_skeleton_destroy(face.skeleton);
    mien_bundle_destroy(bundle);
    mien_file_close(file);
    return status == MIEN_OK ? 0 : 1;
}
