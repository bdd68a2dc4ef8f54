// SPDX-License-Identifier: MIT
//
// One evaluation for mien eval: a pose asset, a clip, or a clip that drives a pose
// asset, each alone or bound to a skeleton, with or without a mesh; or a character.

#pragma once

#include "cli/character.h"
#include "cli/report/difference.h"

/// Arrays are the arena's.
typedef struct CliEval {
    const CliArgs *args;
    CliPack poses, clip, skeleton, mesh; ///< Those that there are.
    CliCharacter *character;             ///< Instead of all of them, or NULL.
    double time;
    MienPoseBinding *pose_binding;
    MienClipBinding *clip_binding;
    MienMeshBinding *mesh_binding;

    MienPoseAssetInfo info;           ///< Of the pose asset, or zeros.
    float *asked, *applied, *weights; ///< Per control, per control, per pose.
    int bone_count;
    MienTransform *before;      ///< NULL where there is nothing to compare with.
    const MienTransform *after; ///< posed, or a character's.
    MienTransform *posed;
    MienCurveSet curves;

    bool *shown_bones; ///< Which bones were asked for.
} CliEval;

/// Opens the packs or assets that the command line names and binds them. Each of these says
/// what is wrong and returns the exit code.
int cli_eval_open(CliEval *eval, const CliArgs *args, const char *given);
int cli_eval_open_character(CliEval *eval, const CliArgs *args, const char *given);
int cli_eval_run(CliEval *eval);
int cli_eval_choose_bones(CliEval *eval);
void cli_eval_close(CliEval *eval);

/// Of what the bones and curves are in the order of; never NULL.
const char *cli_eval_bone_name(const CliEval *eval, int bone);
const char *cli_eval_curve_name(const CliEval *eval, int curve);
/// The index of a name that a value can be given to, or -1.
int cli_eval_find_curve(const CliEval *eval, const char *name);

/// From where it was; of a bone without such a place, that it differs.
CliDifference cli_eval_difference(const CliEval *eval, int bone);

void cli_eval_put_text(const CliEval *eval, MieniTextOut *out);
MieniJson *cli_eval_make_json(const CliEval *eval, MieniJsonDocument *document);

/// What only characters have: nodes, weights of poses and morphs, what does not fit.
void cli_eval_put_character(const CliEval *eval, MieniTextOut *out);
void cli_eval_put_morphs(const CliEval *eval, MieniTextOut *out);
void cli_eval_set_character(const CliEval *eval, MieniJsonDocument *document, MieniJson *root);
