// SPDX-License-Identifier: MIT
//
// The page of mien diff --visual: one HTML file that needs no other, and no network.

#pragma once

#include "cli/draw/diff_faces.h"

enum { CLI_DIFF_MOST_PICTURES = 24 }; ///< Poses with pictures; the page lists the others.

/// "0.67", of metres; one decimal from a centimetre on.
const char *cli_diff_millimetres(const CliArgs *args, float metres);
/// "up to 1.00 mm at vertex 4211 on lip_upper_mid (67 %); 265 of 17295 vertices move"
const char *cli_diff_sentence(const CliDiffFaces *faces, const CliDiffPose *pose);
/// Puts the whole page. Says what is wrong and returns the exit code.
int cli_diff_put_page(CliDiffFaces *faces, MieniTextOut *out);

/// What draws, opened once for the page.
typedef struct CliDiffCamera CliDiffCamera;
int cli_diff_camera_open(CliDiffFaces *faces, CliDiffCamera **out_camera);
void cli_diff_camera_close(CliDiffCamera *camera); ///< NULL is fine.
/// Puts the pictures of a pose with legends: the face before, after and as a map of heat; and
/// closer, where it changes in a small place.
int cli_diff_put_pictures(CliDiffCamera *camera, CliDiffPose *pose, MieniTextOut *out);
