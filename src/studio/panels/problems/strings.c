// SPDX-License-Identifier: MIT
//
// Titles and explanations of diagnostics. docs/lint.md has the complete rules.

#include "studio/panels/problems/strings.h"

static const struct {
    const char *title, *meaning;
} words[MIENI_LINT_CODES] = {
    [MIENI_LINT_UNREADABLE] = {"File cannot be read",
                               "The file or one of its source files is not valid. Fix it at the given "
                               "location, or restore the last working version."},
    [MIENI_LINT_DOUBLE_TRANSFORM] =
        {"Face moves twice",
         "The clip animates bones that poses also move, so the movement applies twice. The fix removes these "
         "bone tracks with a modifier; Solve turns them into curves instead. The source file does not "
         "change."},
    [MIENI_LINT_POSE_AND_MORPH] = {"Pose and morph share a name",
                                   "One curve drives both a pose and a morph of the mesh. Rename one of them "
                                   "unless this is intentional."},
    [MIENI_LINT_CURVE_WITHOUT_POSE] = {"Curve has no pose",
                                       "The curve is animated, but no pose or morph has its name. Rename it, "
                                       "map it, or use it in your program."},
    [MIENI_LINT_POSE_WITHOUT_CURVE] =
        {"Pose has no curve", "The skeleton has no curve of this name, so nothing can drive the pose."},
    [MIENI_LINT_NEAR_MISS] =
        {"Names nearly match",
         "The curve drives nothing, but a pose has nearly the same name. Rename one of them."},
    [MIENI_LINT_DUPLICATE_NAME] =
        {"Names are too similar",
         "Two names differ only in case or Unicode form. Few programs distinguish them."},
    [MIENI_LINT_OUT_OF_RANGE] =
        {"Curve leaves its range",
         "Values outside the range of the pose are clamped. Widen the range or lower the curve."},
    [MIENI_LINT_BASE_NOT_NEUTRAL] =
        {"Neutral pose is not the base pose",
         "A pose has the name of a neutral face but is not the base pose. Set it as the base pose."},
    [MIENI_LINT_SKELETON_MISMATCH] = {"Bones do not match",
                                      "Two related assets use different bones. Import with the right "
                                      "skeleton, or remove the tracks of missing bones."},
    [MIENI_LINT_UNUSED_CURVE] = {"Unused curve name", "The skeleton lists a curve that nothing uses."},
    [MIENI_LINT_IDLE_POSE] = {"Pose does nothing", "The pose is identical to the base pose."},
    [MIENI_LINT_SCALE_INVERTS] = {"Scale can become negative",
                                  "Several poses together can scale a bone below zero."},
    [MIENI_LINT_STALE_PACK] = {"Pack is out of date",
                               "The asset changed after the last build. Build the project again."},
    [MIENI_LINT_BROKEN_REFERENCE] = {"Broken reference",
                                     "A reference to a file, a pose or a bone that does not exist. Choose "
                                     "another one or remove the reference."},
    [MIENI_LINT_ASYMMETRY] =
        {"Sides differ",
         "A pose has no matching pose on the other side. Often intentional; use Mirror to fix."},
    [MIENI_LINT_UNKNOWN_KEY] = {"Unknown key", "The key is not known here. It is kept unchanged."},
    [MIENI_LINT_NOT_CANONICAL] = {"Text is not canonical",
                                  "The file is not in canonical form, so the next save changes more lines "
                                  "than you edit. The fix rewrites it."},
    [MIENI_LINT_DEPENDENT_CURVE] =
        {"Curve drives nothing",
         "Other poses drive in-betweens and correctives. A curve with their own name does nothing."},
    [MIENI_LINT_DRIVEN_BASE] = {"Curve drives the base pose",
                                "The base pose moves nothing, so its curve does nothing."},
    [MIENI_LINT_IDLE_OVERRIDE] =
        {"Override changes nothing",
         "The child graph repeats the value of its parent and would not follow later changes. Reset it."},
    [MIENI_LINT_STILL_FACE] =
        {"Face does not move",
         "Curves reach the output, but no pose asset node uses them. Insert a pose asset node."},
    [MIENI_LINT_UNREACHABLE_NODE] = {"Node is not connected",
                                     "No connection leads from this node to the output."},
    [MIENI_LINT_UNUSED_PARAMETER] = {"Unused parameter", "No node of the graph uses this parameter."},
    [MIENI_LINT_MISSED_KEY] = {"Key between two frames",
                               "The value of a key is lost at the rate of the clip. Raise the rate."},
    [MIENI_LINT_BONE_AXES] = {"Clip does not fit the skeleton",
                              "Its file has other bone axes. Retarget the clip, or remove its tracks."},
    [MIENI_LINT_UNREACHED_FACE] = {"Clip moves no face",
                                   "No face of the project has poses or morphs of these names. Show the clip "
                                   "to match them to a face, or give it a map."},
};

const char *studio_problem_title(MieniLintCode code)
{
    return (int)code >= 0 && code < MIENI_LINT_CODES ? words[code].title : "";
}

const char *studio_problem_meaning(MieniLintCode code)
{
    return (int)code >= 0 && code < MIENI_LINT_CODES ? words[code].meaning : "";
}
