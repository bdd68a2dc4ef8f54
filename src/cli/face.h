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

/// A pose of a face by the place of its asset and its index there; a morph of its mesh if
/// that place is -1.
typedef struct CliFacePose {
    int poses, pose;
    float weight;
} CliFacePose;

/// What a picture shows.
typedef enum CliFrame {
    CLI_FRAME_HEAD = 0, ///< The head with its hair, or the whole mesh if no bone is a head.
    CLI_FRAME_FACE,     ///< What poses move of the head.
    CLI_FRAME_BODY,     ///< The whole mesh.
    CLI_FRAME_COUNT,
} CliFrame;

typedef struct CliBox {
    MienVec3 min, max;
    bool is_known;
} CliBox;

typedef struct CliFace {
    CliArgs args; ///< As if only this character was given.
    const char *name;
    CliCharacter open;
    MieniRenderMesh *mesh;
    int poses_count;
    CliFacePoses *poses;
    int pose_count;    ///< Of all its assets; or morphs of its mesh, if there are no poses.
    bool shows_morphs; ///< The latter.
    int bone_count, bind_count, vertex_count;
    MienTransform *bones;
    int *parents;
    bool *is_eye;
    MienMatrix34 *model, *palette;
    MienCurveSet curves;
    MienVec3 *positions, *normals; ///< normals: NULL if the mesh has none.
    void *scratch;
    size_t scratch_size;
    bool *is_head;                 ///< Per vertex.
    CliBox boxes[CLI_FRAME_COUNT]; ///< At rest; that of the face once it is asked for.
    bool looks_back;               ///< Along -Z, as VRM 0 has it.
} CliFace;

/// How a picture is taken.
typedef struct CliShot {
    int width, height;
    MieniFraming framing;
    CliFrame frame;
    float gaze; ///< How far eyes turn to the camera, from 0 to 1.
    bool has_wires, has_bones, is_transparent;
    bool light_follows; ///< Lamps stay with the camera.
    bool is_small;      ///< One of many: shadows of fewer points do.
    bool is_rest;       ///< The reference pose instead of what the character does.
} CliShot;

/// "ada" of "faces/ada.character.json".
const char *cli_short_name(const CliArgs *args, const char *path);

/// Opens the renderer that the whole command uses.
int cli_renderer_open(const CliArgs *args, MieniRenderer **out_renderer);
/// Reads what the options say of a picture of a size; frame: without --frame.
int cli_shot_options(const CliArgs *args, int width, int height, CliFrame frame, CliShot *out_shot);

/// Opens a character with its clips, parameters and curves, its images, and all that
/// drawing needs. Says what is wrong and returns the exit code. Close it in any case.
int cli_face_open(CliFace *face, const CliArgs *args, MieniRenderer *renderer, const char *given);
void cli_face_close(CliFace *face);

/// The images of a mesh, from files of the project or within them; what cannot be read
/// is warned of and white. Release them once the mesh is made.
typedef struct CliFaceImages {
    MieniRenderImage *given; ///< NULL if the mesh has none.
    struct MienIoImage **decoded;
    int count;
} CliFaceImages;
int cli_face_images_open(const CliArgs *args, const MieniProject *project, const MienMesh *mesh,
                         CliFaceImages *out_images);
void cli_face_images_close(CliFaceImages *images);

/// Finds a pose by name in the pose assets, or else a morph. False if there is none.
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
/// The steps of it: vertices of a shot; the boxes of the head and of all, and which way the
/// face looks, by the vertices of a character that rests; the box of the face.
int cli_face_skin(CliFace *face, const CliShot *shot, const CliFacePose *poses, int pose_count);
int cli_face_measure(CliFace *face);
int cli_face_measure_face(CliFace *face);
/// Whether a bone is another or hangs on it.
bool cli_face_is_below(const CliFace *face, int bone, int above);
