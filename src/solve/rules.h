// SPDX-License-Identifier: MIT
//
// From curve-driven poses to the weights of all poses (rule A3: overrides, groups, in-betweens,
// correctives), in double and with derivatives, so that solving can run them backwards.

#pragma once

#include "base/arena.h"
#include "mien/pose_asset.h"

struct MieniPoseData;

/// The derivatives of one pose's weight: by the listed curve-driven poses.
typedef struct MieniRulesRow {
    int count;
    const int *by; ///< Ascending.
    double *slopes;
} MieniRulesRow;

typedef struct MieniRules {
    const struct MieniPoseData *data;
    bool is_plain;          ///< Weights are what is asked for; nothing below is needed.
    double *applied;        ///< Per curve-driven pose, after overrides and groups.
    double *masked;         ///< Per curve-driven pose, after overrides.
    MieniRulesRow *masks;   ///< Per curve-driven pose: derivatives of masked.
    MieniRulesRow *applies; ///< Per curve-driven pose: derivatives of applied.
    MieniRulesRow *rows;    ///< Per pose: derivatives of its weight.
    double *dense;          ///< Per curve-driven pose.
} MieniRules;

/// False without memory.
bool mieni_rules_create(MieniArena *arena, const MienPoseAsset *asset, MieniRules *out_rules);
/// Weights of all poses for what is asked of curve-driven ones, with the derivatives in rows.
/// Choices (binary, block, top) have no derivative: they count as they are at this moment.
void mieni_rules_evaluate(MieniRules *rules, const double *asked, double *out_weights);
/// The curve value that asks for this much of a curve-driven pose: the inverse of its remapping.
double mieni_rules_curve_value(const MieniRules *rules, int driven_pose, double asked);
/// Whether a curve can ask for something; not if its gain is 0.
bool mieni_rules_can_ask(const MieniRules *rules, int driven_pose);
