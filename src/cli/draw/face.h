// SPDX-License-Identifier: MIT
//
// Shared by commands that draw: a character of the command line set up for rendering, and
// the options of an image. Built with MIEN_RENDER.

#pragma once

#include "cli/character.h"
#include "cli/draw/pictures.h"
#include "render/text.h"
#include "view/shot.h"

enum { CLI_FACE_MOST_POSES = 64 }; ///< In one picture.

typedef struct CliFace {
    CliArgs args; ///< As if only this character was given.
    const char *name;
    CliCharacter open;
    MieniFace *face;
    MieniRenderMesh *mesh;
} CliFace;

/// "ada" of "faces/ada.character.json".
const char *cli_short_name(const CliArgs *args, const char *path);

/// Opens the renderer that the whole command uses.
int cli_renderer_open(const CliArgs *args, MieniRenderer **out_renderer);
/// Reads what the options say of a picture of a size; frame: without --framing.
int cli_shot_options(const CliArgs *args, int width, int height, MieniFrame frame, MieniShot *out_shot);
/// How good a picture of a height has to be.
MieniQuality cli_shot_quality(int height);

/// Opens a character with its clips, parameters and curves, its images, and all that
/// drawing needs. Says what is wrong and returns the exit code. Close it in any case.
int cli_face_open(CliFace *face, const CliArgs *args, MieniRenderer *renderer, const char *given);
void cli_face_close(CliFace *face);
/// Warns of images that are left white.
void cli_face_warn(const CliArgs *args, const MieniImages *images);

/// Says that a face lacks a pose, and which comes near.
/// The pose or morph that was typed, whole or by what stands behind its last separator.
bool cli_face_find_pose(const CliFace *face, const char *name, MieniFacePose *out_pose);
int cli_face_fail_no_pose(const CliFace *face, const char *name);
/// Reads the value of one --pose: NAME[=WEIGHT].
int cli_face_read_pose(const CliFace *face, const char *word, MieniFacePose *out_pose);
/// Reads --pose NAME[=WEIGHT], as often as it is given.
int cli_face_read_poses(const CliFace *face, MieniFacePose poses[CLI_FACE_MOST_POSES], int *out_count);

/// Says that a picture shows nothing of a character.
int cli_face_fail_empty(const CliFace *face);
/// Draws what the character does now, with poses laid over it. *out_is_empty: nothing of it is in view.
int cli_face_try(CliFace *face, MieniRenderer *renderer, const MieniShot *shot, const MieniFacePose *poses,
                 int pose_count, MieniPicture *out_picture, bool *out_is_empty);
/// The same; fails if nothing of it is in view.
int cli_face_draw(CliFace *face, MieniRenderer *renderer, const MieniShot *shot, const MieniFacePose *poses,
                  int pose_count, MieniPicture *out_picture);
