// SPDX-License-Identifier: MIT
//
// What drives a bone or a curve of a character: the effect of each relevant node, from the
// output back to the sources.

#pragma once

#include "author/inspect/view.h"
#include "cli/character.h"
#include "cli/report/difference.h"

/// A pose that is active in a node.
typedef struct CliExplainedPose {
    int pose;
    float weight;
    bool is_part;       ///< It moves the bone, or defines the curve.
    MieniPlace by;      ///< What it alone does to the bone, so weighted; additive assets only.
    float value;        ///< Or what it adds to the curve.
    int curve_count;    ///< Curves that it follows.
    const int *curves;  ///< Of the skeleton; -1 where it lacks the name.
    const char **names; ///< Theirs.
} CliExplainedPose;

/// What a node did.
typedef struct CliExplainedNode {
    int node;
    MienGraphNodeInfo info;
    MienGraphNodeTrace trace;
    const MieniCharacterAsset *asset; ///< NULL: none.
    int before;           ///< The first input that was reached; -1: none, so the reference pose counts.
    int same;             ///< An input that has the bone, or the curve, to the bit as the node; -1: none.
    CliDifference change; ///< Of the bone, from before.
    int pose_count;
    CliExplainedPose *poses;
    int idle_count;            ///< Poses that move the bone and are not active.
    const char *idle_poses[3]; ///< The first of them.
    int control_pose;          ///< The pose that the curve drives here, or -1.
} CliExplainedNode;

/// Arrays are the arena's.
typedef struct CliExplain {
    const CliArgs *args;
    CliCharacter open;
    double time;
    int bone, curve; ///< One of them; the other is -1.
    const char *name;
    int node_count; ///< In order of telling: those reached, from the output back; then the others.
    CliExplainedNode *nodes;
    int reached_count;
    CliDifference whole; ///< Of the bone, from the reference pose.
    int morph;           ///< That the curve drives, or -1.
} CliExplain;

/// Opens the character, goes to the moment, finds out. Each says what is wrong and
/// returns the exit code.
int cli_explain_open(CliExplain *explain, const CliArgs *args);
void cli_explain_close(CliExplain *explain);

/// A node's id, or "the reference pose".
const char *cli_explain_before(const CliExplain *explain, const CliExplainedNode *node);
/// What a node has of the curve.
bool cli_explain_has(const CliExplain *explain, int node);
float cli_explain_value(const CliExplain *explain, int node);

void cli_explain_put_text(const CliExplain *explain, MieniTextOut *out);
MieniJson *cli_explain_make_json(const CliExplain *explain, MieniJsonDocument *document);
