// SPDX-License-Identifier: MIT
//
// The targets of a build: the named assets and their dependencies.

#pragma once

#include "project/build/plan.h"

/// The names of what these assets and all they refer to become, and how many
/// packs that is.
MienStatus mieni_build_targets(const MieniProject *project, const MieniBuildPlan *plan,
                               const MieniPaths *assets, MieniPaths *out_targets, int *out_packs,
                               MieniProblem *problem);
