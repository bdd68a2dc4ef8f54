// SPDX-License-Identifier: MIT
//
// Pictures of faces before and after, for the page of mien diff --visual.

#pragma once

#include "cli/draw/diff_faces.h"

/// What draws, opened once for the page.
typedef struct CliDiffCamera CliDiffCamera;
int cli_diff_camera_open(CliDiffFaces *faces, CliDiffCamera **out_camera);
void cli_diff_camera_close(CliDiffCamera *camera); ///< NULL is fine.
/// Puts the pictures of a pose with legends: the face before, after and as a map of heat; and
/// closer, where it changes in a small place.
int cli_diff_put_pictures(CliDiffCamera *camera, CliDiffPose *pose, MieniTextOut *out);
