// SPDX-License-Identifier: MIT
//
// Loads a face and a clip from a bundle, binds them to a skeleton, and plays the clip.

#include "mien/mien.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Everything that one character needs to play one clip.
typedef struct Player {
    MienFile *file;
    MienBundle *bundle;
    MienSkeleton *skeleton;
    MienMesh *mesh;
    MienMeshBinding *mesh_binding;
    MienPoseAsset *poses;
    MienPoseBinding *pose_binding;
    MienClip *clip;
    MienClipBinding *clip_binding;
    MienClipCursor *cursor; // from here on memory of ours
    MienTransform *bones;
    MienCurveSet curves;
    float *weights;
    void *scratch;
    size_t scratch_size;
} Player;

static MienStatus fail(MienError *error, const char *place, const char *message)
{
    error->status = MIEN_ERROR_DATA;
    snprintf(error->place, sizeof error->place, "%s", place);
    snprintf(error->message, sizeof error->message, "%s", message);
    return MIEN_ERROR_DATA;
}

/// Cursors and scratch want whole cache lines; all zero. NULL if there is no memory.
static void *make_memory(size_t size)
{
    const size_t whole = (size + 63) / 64 * 64 + 64; // never 0
    void *memory = aligned_alloc(64, whole);
    return memory == NULL ? NULL : memset(memory, 0, whole);
}

/// The member called stem.suffix, such as "ada.poses"; without a stem the first of its kind.
static MienStatus find(const MienBundle *bundle, const char *stem, const char *suffix, MienPackKind kind,
                       MienBundleMember *out, MienError *error)
{
    char name[MIEN_MAX_NAME + 1];
    snprintf(name, sizeof name, "%s.%s", stem == NULL ? "*" : stem, suffix);
    for (int i = 0; i < mien_bundle_count(bundle); ++i) {
        *out = mien_bundle_member(bundle, i);
        if (out->kind == kind && (stem == NULL || strcmp(out->name, name) == 0))
            return MIEN_OK;
    }
    return fail(error, name, "The bundle has no such member.");
}

/// Loads what is needed. Members of a bundle are whole packs, which are used in place:
/// the file is mapped, so nothing is copied. Its hash was compared once, for all.
static MienStatus load(Player *player, const char *path, const char *face, const char *clip, MienError *error)
{
    const MienLoadOptions borrow = {.borrow_data = true};
    const MienLoadOptions member_of_checked = {.borrow_data = true, .trust_hash = true};
    MienBundleMember m;
    MienStatus status = mien_file_open(path, NULL, &player->file, error);
    if (status == MIEN_OK)
        status = mien_bundle_load(mien_file_data(player->file), mien_file_size(player->file), &borrow,
                                  &player->bundle, error);
    if (status == MIEN_OK)
        status = find(player->bundle, NULL, "skeleton", MIEN_PACK_SKELETON, &m, error);
    if (status == MIEN_OK)
        status = mien_skeleton_load(m.data, m.size, &member_of_checked, &player->skeleton, error);
    if (status == MIEN_OK)
        status = find(player->bundle, face, "mesh", MIEN_PACK_MESH, &m, error);
    if (status == MIEN_OK)
        status = mien_mesh_load(m.data, m.size, &member_of_checked, &player->mesh, error);
    if (status == MIEN_OK)
        status = find(player->bundle, face, "poses", MIEN_PACK_POSE_ASSET, &m, error);
    if (status == MIEN_OK)
        status = mien_pose_asset_load(m.data, m.size, &member_of_checked, &player->poses, error);
    if (status == MIEN_OK)
        status = find(player->bundle, clip, "clip", MIEN_PACK_CLIP, &m, error);
    if (status == MIEN_OK)
        status = mien_clip_load(m.data, m.size, &member_of_checked, &player->clip, error);
    return status;
}

/// Turns names into indices, once. The mesh says where this character's bones are, so
/// that poses and clips follow its proportions.
static MienStatus bind(Player *player, MienError *error)
{
    MienStatus status =
        mien_mesh_binding_create(player->mesh, player->skeleton, NULL, &player->mesh_binding, error);
    const MienTransform *reference =
        status == MIEN_OK ? mien_mesh_binding_reference(player->mesh_binding) : NULL;
    if (status == MIEN_OK)
        status = mien_pose_binding_create(player->poses, player->skeleton,
                                          &(MienPoseBindingOptions){.mesh_reference = reference},
                                          &player->pose_binding, error);
    if (status == MIEN_OK)
        status = mien_clip_binding_create(player->clip, player->skeleton,
                                          &(MienClipBindingOptions){.mesh_reference = reference},
                                          &player->clip_binding, error);
    return status;
}

/// All memory that playing needs; while it plays, nothing is allocated.
static MienStatus prepare(Player *player, MienError *error)
{
    const int curve_count = mien_skeleton_curve_count(player->skeleton);
    const size_t cursor_size = mien_clip_cursor_size(player->clip);
    player->scratch_size = mien_pose_job_scratch_size(player->poses);
    player->scratch = make_memory(player->scratch_size);
    player->bones = make_memory((size_t)mien_skeleton_bone_count(player->skeleton) * sizeof(MienTransform));
    player->weights = make_memory((size_t)mien_pose_asset_info(player->poses).pose_count * sizeof(float));
    player->curves.count = curve_count;
    player->curves.values = make_memory((size_t)curve_count * sizeof(float));
    player->curves.present = make_memory((size_t)mien_curve_set_words(curve_count) * sizeof(uint32_t));
    player->cursor = make_memory(cursor_size);
    if (!player->scratch || !player->bones || !player->weights || !player->curves.values ||
        !player->curves.present || !player->cursor)
        return fail(error, "", "There is no memory left.");
    mien_clip_cursor_init(player->clip, player->cursor, cursor_size);
    return MIEN_OK;
}

/// One moment: the clip gives curves, and bones if it has any; poses make a face of them.
static MienStatus evaluate(Player *player, double time)
{
    const int bone_count = mien_skeleton_bone_count(player->skeleton);
    memcpy(player->bones, mien_mesh_binding_reference(player->mesh_binding),
           (size_t)bone_count * sizeof(MienTransform));
    mien_curve_set_clear(&player->curves);
    const MienStatus status = mien_clip_job_run(&(MienClipJob){.clip = player->clip,
                                                               .binding = player->clip_binding,
                                                               .cursor = player->cursor,
                                                               .time = time,
                                                               .out_curves = player->curves,
                                                               .bone_count = bone_count,
                                                               .out_bones = player->bones});
    if (status != MIEN_OK)
        return status;
    return mien_pose_job_run(&(MienPoseJob){.asset = player->poses,
                                            .binding = player->pose_binding,
                                            .bone_count = bone_count,
                                            .input = player->bones,
                                            .out_bones = player->bones,
                                            .curves = player->curves,
                                            .out_curves = player->curves, // poses drive morphs
                                            .out_weights = player->weights,
                                            .scratch = player->scratch,
                                            .scratch_size = player->scratch_size});
}

/// By how many degrees a bone is turned from the reference pose.
static double turned(const Player *player, int bone)
{
    MienQuat back = mien_mesh_binding_reference(player->mesh_binding)[bone].rotation;
    back = (MienQuat){-back.x, -back.y, -back.z, back.w};
    const MienQuat q = mien_quat_multiply(player->bones[bone].rotation, back);
    double sine = (double)q.x * (double)q.x + (double)q.y * (double)q.y + (double)q.z * (double)q.z;
    sine = sine > 0.0 ? mien_pow(sine, 0.5) : 0.0;
    return 2.0 * mien_atan2(sine, q.w < 0.0f ? -(double)q.w : (double)q.w) * 57.29577951308232;
}

static MienStatus play(Player *player, MienError *error)
{
    const MienClipInfo info = mien_clip_info(player->clip);
    const MienPoseAssetInfo face = mien_pose_asset_info(player->poses);
    const int jaw = mien_skeleton_find_bone(player->skeleton, "jaw");
    const int open = mien_skeleton_find_curve(player->skeleton, "jawOpen");
    if (jaw < 0)
        return fail(error, "jaw", "The skeleton has no such bone.");
    printf("%d bones, %d curves, %d poses; the clip has %d curves and takes %.2f s\n",
           mien_skeleton_bone_count(player->skeleton), player->curves.count, face.pose_count,
           info.curve_count, info.length);
    for (int frame = 0; frame < 8; ++frame) {
        const double time = info.length * frame / 8.0;
        const MienStatus status = evaluate(player, time);
        if (status != MIEN_OK)
            return status;
        int strongest = 0;
        for (int pose = 1; pose < face.pose_count; ++pose)
            strongest = player->weights[pose] > player->weights[strongest] ? pose : strongest;
        printf("%5.2f s  jawOpen %.2f  jaw %5.2f degrees  most: %.2f %s\n", time,
               (double)mien_curve_set_value(&player->curves, open), turned(player, jaw),
               (double)player->weights[strongest], mien_pose_asset_pose(player->poses, strongest).name);
    }
    return MIEN_OK;
}

/// What refers to something is destroyed before it.
static void destroy(Player *player)
{
    mien_clip_binding_destroy(player->clip_binding);
    mien_clip_destroy(player->clip);
    mien_pose_binding_destroy(player->pose_binding);
    mien_pose_asset_destroy(player->poses);
    mien_mesh_binding_destroy(player->mesh_binding);
    mien_mesh_destroy(player->mesh);
    mien_skeleton_destroy(player->skeleton);
    mien_bundle_destroy(player->bundle);
    mien_file_close(player->file);
    free(player->scratch);
    free(player->bones);
    free(player->weights);
    free(player->curves.values);
    free(player->curves.present);
    free(player->cursor);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: %s BUNDLE FACE CLIP\n", argv[0]);
        return 2;
    }
    Player player = {0};
    MienError error = {.message = "the job was refused"}; // a job gives a status and no sentence
    MienStatus status = load(&player, argv[1], argv[2], argv[3], &error);
    if (status == MIEN_OK)
        status = bind(&player, &error);
    if (status == MIEN_OK)
        status = prepare(&player, &error);
    if (status == MIEN_OK)
        status = play(&player, &error);
    if (status != MIEN_OK)
        fprintf(stderr, "%s %s: %s\n", mien_status_name(status), error.place, error.message);
    destroy(&player);
    return status == MIEN_OK ? 0 : 1;
}
