// SPDX-License-Identifier: MIT
//
// Drawing faces: a camera that frames them, what of them the renderer gets, a picture, or a
// frame in a host's framebuffer.
//
// Ownership  Meshes and pictures are the caller's: mieni_render_mesh_destroy before the
//            renderer goes, mieni_picture_release. A face may have a mesh in each of several
//            renderers.
// Threads    With a renderer, or a mesh of one, where that renderer is.
// Memory     Making meshes and drawing allocate.
// Errors     As render/render.h has them.

#pragma once

#include "view/face.h"

/// How a picture is taken. Zero-initialise; a size is needed.
typedef struct MieniShot {
    int width, height;         ///< Pixels.
    const MieniCamera *camera; ///< NULL: one that frames what the following say.
    MieniFraming framing;      ///< An aspect of 0 is that of the size.
    MieniFrame frame;
    MienVec3 shift; ///< Of that camera, from where the framed part is at rest.
    /// The camera of a picture goes along with a face that left its place: by mieni_shot_follow.
    bool follows;
    const MieniBox *box; ///< Frames this, as it stands in the scene, instead of the frame; may be NULL.
    MieniQuality quality;
    MieniLight light;
    MieniPaint paint;
    MieniColor ground[2]; ///< As of MieniScene.
    bool is_transparent;
    bool light_follows; ///< Lamps stay with the camera.
    bool keeps_light;   ///< As of MieniScene.
    int samples;        ///< As of MieniScene.
    bool has_wires, has_bones;
    bool is_hidden;         ///< Only wires or bones are drawn.
    const bool *bone_marks; ///< Per bone: drawn in the mark's colour; NULL: none.
    bool has_heat;          ///< How far vertices are from rest, in place of materials; eyes look ahead.
    float heat_range;       ///< Metres of the last heat colour; 0: the largest there is.
    bool is_rest;           ///< The reference pose instead of what the character does.
    float gaze;             ///< How far eyes turn to the camera, from 0 to 1.
} MieniShot;

/// Makes a mesh to draw of a face, with its images as far as they are there. On failure
/// *out_mesh is NULL.
MienStatus mieni_face_attach(const MieniFace *face, MieniRenderer *renderer, MieniRenderMesh **out_mesh,
                             MienError *error);

/// Poses a face as a shot wants it: with poses over it, eyes on the camera of its framing, and
/// heat measured if it is wanted.
MienStatus mieni_shot_pose(MieniFace *face, const MieniShot *shot, const MieniFacePose *poses,
                           int pose_count);
/// The camera of a shot of a face. May measure the face, so pose afterwards.
MienStatus mieni_shot_camera(MieniFace *face, const MieniShot *shot, MieniCamera *out_camera);
/// How far the framed part of a face has to leave its place until the camera follows, in metres: 15 %
/// of its height, so that a head that nods stays where it is.
float mieni_shot_leash(MieniFace *face, const MieniShot *shot);
/// The shift of a still: how far the framed part has gone, as the face is posed; 0 within the leash.
/// The leash may be measured, so ask for it before posing.
MienVec3 mieni_shot_follow(const MieniFace *face, const MieniShot *shot, float leash);
/// What the renderer gets of a face as posed: points at arrays of the face. model: where it
/// stands, such as mieni_lineup gives it; NULL: where it is, looking ahead.
MieniRenderItem mieni_shot_item(const MieniFace *face, const MieniRenderMesh *mesh, const MieniShot *shot,
                                const MienMatrix34 *model);
/// A scene of items.
MieniScene mieni_shot_scene(const MieniShot *shot, MieniCamera camera, const MieniRenderItem *items,
                            int item_count);

/// All of it: frames, poses and draws a face, with poses laid over what it does. report and
/// error may be NULL.
MienStatus mieni_shot_picture(MieniFace *face, const MieniRenderMesh *mesh, MieniRenderer *renderer,
                              const MieniShot *shot, const MieniFacePose *poses, int pose_count,
                              MieniPicture *out_picture, MieniRenderReport *report, MienError *error);
