// SPDX-License-Identifier: MIT
//
// What commands that draw share: a character made ready for the camera, posed and drawn
// as often as wanted by one renderer. Built with MIEN_RENDER.

#pragma once

#include "cli/character.h"
#include "cli/pictures.h"
#include "render/render.h"
#include "render/text.h"

/// A pose asset of a character, bound to its skeleton.
typedef struct CliFacePoses {
    const MienPoseAsset *asset;
    MienPoseBinding *binding;
    void *scratch;
    size_t scratch_size;
} CliFacePoses;

enum { CLI_FACE_MOST_POSES = 64 }; ///< In one picture.

/// A pose of a face by the place of its asset and its index there.
typedef struct CliFacePose {
    int poses, pose;
    float weight;
} CliFacePose;

typedef struct CliFace {
    CliArgs args; ///< As if only this character was given.
    const char *name;
    CliCharacter open;
    MieniRenderMesh *mesh;
    int poses_count;
    CliFacePoses *poses;
    int pose_count; ///< Of all its assets.
    int bone_count, bind_count, vertex_count;
    MienTransform *bones;
    int *parents;
    bool *is_eye;
    MienMatrix34 *model, *palette;
    MienCurveSet curves;
    MienVec3 *positions, *normals; ///< normals: NULL if the mesh has none.
    void *scratch;
    size_t scratch_size;
    MienVec3 min, max; ///< Of the head at rest.
} CliFace;

/// How a picture is taken.
typedef struct CliShot {
    int width, height;
    MieniFraming framing;
    float gaze; ///< How far eyes turn to the camera, from 0 to 1.
    bool has_wires, has_bones, is_transparent;
    bool light_follows; ///< Lamps stay with the camera.
    bool is_small;      ///< One of many: shadows of fewer points do.
    bool is_rest;       ///< The reference pose instead of what the character does.
} CliShot;

/// Opens the renderer that the whole command uses.
int cli_renderer_open(const CliArgs *args, MieniRenderer **out_renderer);
/// Reads what the options say of a picture of a size.
int cli_shot_options(const CliArgs *args, int width, int height, CliShot *out_shot);

/// Opens a character with its clips, parameters and curves, its images, and all that
/// drawing needs. Says what is wrong and returns the exit code. Close it in any case.
int cli_face_open(CliFace *face, const CliArgs *args, MieniRenderer *renderer, const char *given);
void cli_face_close(CliFace *face);

/// The images of its mesh, from files of the project or within them; what cannot be read
/// is warned of and white. Release them once the mesh is made.
typedef struct CliFaceImages {
    MieniRenderImage *given; ///< NULL if the mesh has none.
    struct MienIoImage **decoded;
    int count;
} CliFaceImages;
int cli_face_images_open(const CliFace *face, CliFaceImages *out_images);
void cli_face_images_close(CliFaceImages *images);

/// Finds a pose by name in the pose assets. False if there is none.
bool cli_face_find_pose(const CliFace *face, const char *name, CliFacePose *out_pose);
/// The pose at an index of all, and its name.
CliFacePose cli_face_pose(const CliFace *face, int index);
const char *cli_face_pose_name(const CliFace *face, CliFacePose pose);
/// Says that a face lacks a pose, and which comes near.
int cli_face_fail_no_pose(const CliFace *face, const char *name);

/// Reads --pose NAME[=WEIGHT], as often as it is given.
int cli_face_read_poses(const CliFace *face, CliFacePose poses[CLI_FACE_MOST_POSES], int *out_count);

/// Draws what the character does now, with poses laid over it.
int cli_face_draw(CliFace *face, MieniRenderer *renderer, const CliShot *shot, const CliFacePose *poses,
                  int pose_count, MieniPicture *out_picture);
