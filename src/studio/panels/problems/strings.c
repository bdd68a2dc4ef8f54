// SPDX-License-Identifier: MIT
//
// Titles and meanings of findings. docs/lint.md has the whole rules.

#include "studio/panels/problems/strings.h"

static const struct {
    const char *title, *meaning;
} words[MIENI_LINT_CODES] = {
    [MIENI_LINT_UNREADABLE] =
        {"File cannot be read",
         "The file, or a source of it, breaks its own rules. The place says where; mend it "
         "there, or take it from the last version that worked."},
    [MIENI_LINT_DOUBLE_TRANSFORM] = {"Face moves twice",
                                     "The clip animates bones that poses move as well, so the face gets the "
                                     "movement twice. The fix removes these bone tracks by a modifier; the "
                                     "source stays as it is."},
    [MIENI_LINT_POSE_AND_MORPH] = {"Pose and morph share a name",
                                   "One curve drives both a pose and a morph of the mesh. Rename one of them "
                                   "unless both are meant."},
    [MIENI_LINT_CURVE_WITHOUT_POSE] =
        {"Curve has no pose", "The curve moves, but nothing is called like it. Rename it, map it, or "
                              "leave it to the program that plays the clip."},
    [MIENI_LINT_POSE_WITHOUT_CURVE] = {"Pose has no curve", "No clip of the project drives this pose."},
    [MIENI_LINT_NEAR_MISS] = {"Names nearly match",
                              "The curve drives nothing, and a pose is called nearly the same. Rename one of "
                              "them so that they meet."},
    [MIENI_LINT_DUPLICATE_NAME] = {"Names differ too little",
                                   "Two names differ by case or by how letters are written only, which few "
                                   "programs tell apart."},
    [MIENI_LINT_OUT_OF_RANGE] =
        {"Curve leaves its range",
         "What lies beyond the range of the pose is cut off. Widen the range or lower "
         "the curve."},
    [MIENI_LINT_BASE_NOT_NEUTRAL] =
        {"Neutral pose is not the base",
         "A pose is called as the face at rest and yet is not what the others are "
         "relative to. Set it as the base."},
    [MIENI_LINT_SKELETON_MISMATCH] =
        {"Bones do not fit", "Two things that belong together stand on different bones. Import with "
                             "the right skeleton, or remove the tracks of bones that are not there."},
    [MIENI_LINT_UNUSED_CURVE] = {"Unused name", "The skeleton lists a curve that nothing has."},
    [MIENI_LINT_IDLE_POSE] = {"Pose does nothing", "The pose is the same as the base."},
    [MIENI_LINT_SCALE_INVERTS] = {"Scale turns over",
                                  "With several poses at once a bone could shrink to nothing and beyond."},
    [MIENI_LINT_STALE_PACK] = {"Pack is old",
                               "The pack is not what the asset says now. Build makes it anew."},
    [MIENI_LINT_BROKEN_REFERENCE] = {"Leads nowhere",
                                     "A name stands for something that is not there: a file, a pose, a bone. "
                                     "Choose what is meant, or take the name out."},
    [MIENI_LINT_ASYMMETRY] = {"Sides differ",
                              "A pose of one side has no equal on the other. Often meant so; Mirror mends it "
                              "where it is not."},
    [MIENI_LINT_UNKNOWN_KEY] = {"Unknown key", "The key means nothing here and is kept as it is."},
    [MIENI_LINT_NOT_CANONICAL] = {"Text is not canonical",
                                  "The file is not written as the program writes it, so that the next save "
                                  "changes more lines than were edited. The fix writes it so."},
    [MIENI_LINT_DEPENDENT_CURVE] =
        {"Curve drives nothing", "In-betweens and combinations follow their controls; a curve of their own "
                                 "name does nothing."},
    [MIENI_LINT_DRIVEN_BASE] = {"Curve of the base", "The base moves nothing, so its curve does nothing."},
    [MIENI_LINT_IDLE_OVERRIDE] = {"Override changes nothing",
                                  "The child says what its parent says already, and would stay behind when "
                                  "the parent changes. Reset it."},
    [MIENI_LINT_STILL_FACE] =
        {"Face stays still", "Curves reach the output, but no pose asset turns them into a face. Put a pose "
                             "asset node between them."},
    [MIENI_LINT_UNREACHABLE_NODE] = {"Node leads nowhere", "Nothing leads from this node to the output."},
    [MIENI_LINT_UNUSED_PARAMETER] = {"Unused parameter", "No node of the graph takes this parameter."},
};

const char *studio_problem_title(MieniLintCode code)
{
    return (int)code >= 0 && code < MIENI_LINT_CODES ? words[code].title : "";
}

const char *studio_problem_meaning(MieniLintCode code)
{
    return (int)code >= 0 && code < MIENI_LINT_CODES ? words[code].meaning : "";
}
