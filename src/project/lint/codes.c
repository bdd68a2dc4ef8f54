// SPDX-License-Identifier: MIT
//
// The table of codes. docs/lint.md has a section for each; scripts/checks/docs
// compares them.

#include "project/lint/lint.h"

#include <string.h>

static const MieniLintInfo table[MIENI_LINT_CODES] = {
    [MIENI_LINT_UNREADABLE] = {"M000", "unreadable", MIENI_LINT_ERROR},
    [MIENI_LINT_DOUBLE_TRANSFORM] = {"M001", "double-transform", MIENI_LINT_WARNING},
    [MIENI_LINT_POSE_AND_MORPH] = {"M002", "pose-and-morph", MIENI_LINT_WARNING},
    [MIENI_LINT_CURVE_WITHOUT_POSE] = {"M003", "curve-without-pose", MIENI_LINT_INFO},
    [MIENI_LINT_POSE_WITHOUT_CURVE] = {"M004", "pose-without-curve", MIENI_LINT_WARNING},
    [MIENI_LINT_NEAR_MISS] = {"M005", "near-miss", MIENI_LINT_WARNING},
    [MIENI_LINT_DUPLICATE_NAME] = {"M006", "duplicate-name", MIENI_LINT_WARNING},
    [MIENI_LINT_OUT_OF_RANGE] = {"M007", "out-of-range", MIENI_LINT_WARNING},
    [MIENI_LINT_BASE_NOT_NEUTRAL] = {"M008", "base-not-neutral", MIENI_LINT_WARNING},
    [MIENI_LINT_SKELETON_MISMATCH] = {"M009", "skeleton-mismatch", MIENI_LINT_WARNING},
    [MIENI_LINT_UNUSED_CURVE] = {"M010", "unused-curve", MIENI_LINT_INFO},
    [MIENI_LINT_IDLE_POSE] = {"M011", "idle-pose", MIENI_LINT_WARNING},
    [MIENI_LINT_SCALE_INVERTS] = {"M012", "scale-inverts", MIENI_LINT_WARNING},
    [MIENI_LINT_STALE_PACK] = {"M013", "stale-pack", MIENI_LINT_INFO},
    [MIENI_LINT_BROKEN_REFERENCE] = {"M014", "broken-reference", MIENI_LINT_ERROR},
    [MIENI_LINT_ASYMMETRY] = {"M015", "asymmetry", MIENI_LINT_INFO},
    [MIENI_LINT_UNKNOWN_KEY] = {"M016", "unknown-key", MIENI_LINT_WARNING},
    [MIENI_LINT_NOT_CANONICAL] = {"M017", "not-canonical", MIENI_LINT_WARNING},
    [MIENI_LINT_DEPENDENT_CURVE] = {"M018", "dependent-curve", MIENI_LINT_WARNING},
    [MIENI_LINT_DRIVEN_BASE] = {"M019", "driven-base", MIENI_LINT_INFO},
    [MIENI_LINT_IDLE_OVERRIDE] = {"M020", "idle-override", MIENI_LINT_INFO},
    [MIENI_LINT_STILL_FACE] = {"M021", "still-face", MIENI_LINT_WARNING},
    [MIENI_LINT_UNREACHABLE_NODE] = {"M022", "unreachable-node", MIENI_LINT_INFO},
    [MIENI_LINT_UNUSED_PARAMETER] = {"M023", "unused-parameter", MIENI_LINT_INFO},
    [MIENI_LINT_MISSED_KEY] = {"M024", "missed-key", MIENI_LINT_WARNING},
    [MIENI_LINT_BONE_AXES] = {"M025", "bone-axes", MIENI_LINT_WARNING},
    [MIENI_LINT_UNREACHED_FACE] = {"M026", "unreached-face", MIENI_LINT_WARNING},
};

const MieniLintInfo *mieni_lint_info(MieniLintCode code) { return &table[code]; }

int mieni_lint_find(const char *word)
{
    for (int i = 0; i < MIENI_LINT_CODES; ++i)
        if (strcmp(table[i].code, word) == 0 || strcmp(table[i].name, word) == 0)
            return i;
    return -1;
}

const char *mieni_lint_severity_name(MieniLintSeverity severity)
{
    static const char *const names[] = {"info", "warning", "error"};
    return names[severity];
}
