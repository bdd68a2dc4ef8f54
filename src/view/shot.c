// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "view/shot.h"

#include "core/internal.h"
#include "view/vectors.h"

#define FACE_FILL 0.80f ///< Of the height of a picture of the face: the rest is forehead and neck.

MienStatus mieni_face_attach(const MieniFace *face, MieniRenderer *renderer, MieniRenderMesh **out_mesh,
                             MienError *error)
{
    *out_mesh = NULL;
    if (face->character->mesh == NULL) // bones need none
        return MIEN_OK;
    return mieni_render_mesh_from(renderer, face->character->mesh, face->images.given, out_mesh, error);
}

MienStatus mieni_shot_pose(MieniFace *face, const MieniShot *shot, const MieniFacePose *poses, int pose_count)
{
    const bool is_turned = shot->framing.is_turned;
    const MieniPosing posing = {.is_rest = shot->is_rest,
                                .pose_count = pose_count,
                                .poses = poses,
                                .gaze = shot->has_heat ? 0.0f : shot->gaze,
                                .yaw = is_turned ? shot->framing.yaw : -16.0f,
                                .pitch = is_turned ? shot->framing.pitch : 4.0f};
    const MienStatus status = mieni_face_pose(face, &posing);
    if (status == MIEN_OK && shot->has_heat)
        mieni_face_heat(face);
    return status;
}

static void move_camera(MieniCamera *camera, MienVec3 by)
{
    camera->eye = plus(camera->eye, by);
    camera->target = plus(camera->target, by);
}

MienStatus mieni_shot_camera(MieniFace *face, const MieniShot *shot, MieniCamera *out_camera)
{
    MieniBox box = {0};
    MieniFraming framing = shot->framing;
    MienStatus status = MIEN_OK;
    if (framing.aspect == 0.0f && shot->height > 0)
        framing.aspect = (float)shot->width / (float)shot->height;
    if (shot->camera != NULL) {
        *out_camera = *shot->camera;
        return MIEN_OK;
    }
    if (shot->box != NULL)
        box = *shot->box;
    else
        status = mieni_face_box(face, shot->frame, &box);
    if (shot->box == NULL && shot->frame == MIENI_FRAME_FACE) { // cheeks are as far from both sides as can be
        const float room = 0.5f * (box.max.x - box.min.x - box.max.y + box.min.y);
        box.max.z = box.min.z;
        box.min.y -= room > 0.0f ? room : 0.0f; // where mouths hardly open, the chin is not among it
        box.max.y += room > 0.0f ? room : 0.0f;
        framing.fill = FACE_FILL;
    }
    *out_camera = mieni_camera_frame(box.min, box.max, &framing);
    move_camera(out_camera, shot->shift);
    return status;
}

float mieni_shot_leash(MieniFace *face, const MieniShot *shot)
{
    MieniBox box = {0};
    mieni_face_box(face, shot->frame, &box); // fails only where drawing does
    return 0.15f * (box.max.y - box.min.y);
}

MienVec3 mieni_shot_follow(const MieniFace *face, const MieniShot *shot, float leash)
{
    const MienVec3 way = mieni_face_way(face, shot->frame), none = {0.0f, 0.0f, 0.0f};
    return dot(way, way) > leash * leash ? way : none;
}

MieniRenderItem mieni_shot_item(const MieniFace *face, const MieniRenderMesh *mesh, const MieniShot *shot,
                                const MienMatrix34 *model)
{
    static const MienMatrix34 turned = {{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0}};
    const bool has_bones = shot->has_bones || mesh == NULL;
    return (MieniRenderItem){.mesh = mesh,
                             .positions = face->positions,
                             .normals = face->normals,
                             .model = model == NULL && face->looks_back ? &turned : model,
                             .heat = shot->has_heat ? face->heat : NULL,
                             .has_wires = shot->has_wires,
                             .is_hidden = shot->is_hidden,
                             .bone_count = has_bones ? face->bone_count : 0,
                             .bones = face->model,
                             .bone_parents = face->parents,
                             .bone_marks = shot->bone_marks};
}

MieniScene mieni_shot_scene(const MieniShot *shot, MieniCamera camera, const MieniRenderItem *items,
                            int item_count)
{
    return (MieniScene){.item_count = item_count,
                        .items = items,
                        .camera = camera,
                        .light = shot->light,
                        .paint = shot->paint,
                        .quality = shot->quality,
                        .light_follows = shot->light_follows,
                        .keeps_light = shot->keeps_light,
                        .ground = {shot->ground[0], shot->ground[1]},
                        .is_transparent = shot->is_transparent,
                        .heat_range = shot->heat_range,
                        .samples = shot->samples};
}

MienStatus mieni_shot_picture(MieniFace *face, const MieniRenderMesh *mesh, MieniRenderer *renderer,
                              const MieniShot *shot, const MieniFacePose *poses, int pose_count,
                              MieniPicture *out_picture, MieniRenderReport *report, MienError *error)
{
    MieniCamera camera;
    *out_picture = (MieniPicture){0};
    MienStatus status = mieni_shot_camera(face, shot, &camera);
    const float leash = shot->follows ? mieni_shot_leash(face, shot) : 0.0f;
    if (status == MIEN_OK)
        status = mieni_shot_pose(face, shot, poses, pose_count);
    if (status == MIEN_OK && shot->follows)
        move_camera(&camera, mieni_shot_follow(face, shot, leash));
    if (status != MIEN_OK)
        return mieni_fail(error, status, mieni_nowhere(), "The job was refused.");
    const MieniRenderItem item = mieni_shot_item(face, mesh, shot, NULL);
    const MieniScene scene = mieni_shot_scene(shot, camera, &item, 1);
    return mieni_render_picture(renderer, &scene, shot->width, shot->height, out_picture, report, error);
}
