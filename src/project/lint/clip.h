// SPDX-License-Identifier: MIT
//
// A clip that is being checked: what moves in it, and what its curves drive.

#pragma once

#include "project/lint/run.h"

/// A curve counts as 0 while it is nearer to 0 than this.
#define MIENI_LINT_STILL 1e-5

/// What a curve is over a clip.
typedef struct MieniLintRange {
    const char *name;
    double min, max;
    bool is_moving; ///< Not 0 everywhere.
} MieniLintRange;

typedef struct MieniLintClip {
    MieniLint *lint;
    const char *path, *member;
    MieniClipRecipe *recipe;
    MieniLintSkeleton *skeleton; ///< Or NULL.
    MieniLintDrive *drive;       ///< Or NULL: paired with no pose.
    bool is_on_mesh;             ///< Its preview is a mesh: what it drives is morphs.
    MieniArena scratch;
    int curve_count;
    MieniLintRange *curves;
    uint64_t *moving; ///< A bit per bone of the drive's skeleton.
} MieniLintClip;

/// Adds a diagnostic at the clip; NULL if it is not listed.
MieniFinding *mieni_lint_say_clip(MieniLintClip *clip, MieniLintCode code, const MieniJson *at,
                                  const char *place, const char *message);

/// The value that says where the tracks come from, or NULL, and its place.
const MieniJson *mieni_lint_clip_tracks(const MieniLintClip *clip, const char **out_place);
/// The value that says where the curves come from, or the root, and its place.
const MieniJson *mieni_lint_clip_curves(const MieniLintClip *clip, const char **out_place);
/// Makes adding a modifier the finding's fix; either may be NULL.
void mieni_lint_fix_clip(MieniLintClip *clip, MieniFinding *finding, const MieniJson *row);

/// Bones that move and curves that are not 0, where a pose asset gets both.
typedef struct MieniLintMeeting {
    const MieniLintDrive *drive;
    const uint64_t *moving; ///< A bit per bone of the drive's skeleton.
    int curve_count;
    const char *const *curves;
    const char **twice; ///< Out: bones that driven poses move as well.
    int twice_count;
    const char **blamed; ///< Out: curves that drive those poses.
    int blamed_count;
    bool is_doubtful; ///< Out: perhaps only because the poses' base is wrong: see M008.
} MieniLintMeeting;

/// Whether bones are moved twice. What it finds lives in scratch.
bool mieni_lint_meet(MieniLint *lint, MieniArena *scratch, MieniLintMeeting *meeting);
/// {"do": "remove_bones", "names": [...]}; NULL where a name would be read as a pattern.
const MieniJson *mieni_lint_remove_bones(MieniLint *lint, const char *const *bones, int count);
/// What of a clip moves: curves, and bones as a bit per bone of a skeleton. False
/// without memory.
bool mieni_lint_measure_curves(MieniLintClip *clip);
bool mieni_lint_measure_tracks(MieniLintClip *clip, const MieniLintSkeleton *bones);

/// Bones that the clip and driven poses both move.
void mieni_lint_check_doubling(MieniLintClip *clip);
/// Curves and the poses of their name.
void mieni_lint_check_curves(MieniLintClip *clip);
/// Whether any curve has the name of a pose or morph of the project.
void mieni_lint_check_reach(MieniLintClip *clip);
