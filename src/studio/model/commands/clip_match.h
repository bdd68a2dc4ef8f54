// SPDX-License-Identifier: MIT
//
// Matches the curves of a clip to a face that has other names for them: a take of a phone to any
// face.

#pragma once

#include "studio/model/document/edit.h"

/// How many curves a map to the names of a face would connect; 0 if no vocabulary has the names of the
/// curves. On any thread.
int studio_clip_match_count(const MieniAsset *face, const char *const *curves, int curve_count);

/// Gives a clip a map by which its curves drive a face, in one step. The map is created beside the
/// face, or is the one there from the same names, which may have been edited.
MienStatus studio_clip_match(Studio *studio, const char *clip, const char *face, const char *const *curves,
                             int curve_count, MieniProblem *problem);
