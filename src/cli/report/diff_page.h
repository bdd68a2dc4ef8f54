// SPDX-License-Identifier: MIT
//
// The page of mien diff --visual: one HTML file, independent of other files and the network.

#pragma once

#include "cli/draw/diff_faces.h"

enum { CLI_DIFF_MOST_PICTURES = 24 }; ///< Poses with pictures; the page lists the others.

/// "up to 1.00 mm at vertex 4211 on lip_upper_mid (67 %); 265 of 17295 vertices move"
const char *cli_diff_sentence(const CliDiffFaces *faces, const CliDiffPose *pose);
/// Puts the whole page. Says what is wrong and returns the exit code.
int cli_diff_put_page(CliDiffFaces *faces, MieniTextOut *out);
