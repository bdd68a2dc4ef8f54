// SPDX-License-Identifier: MIT
//
// Cooks the packs that are due, in three stages: skeletons, which all others may read; then
// everything else except graphs; then graphs, which query pose assets.

#pragma once

#include "project/build/build.h"
#include "project/build/plan.h"

/// Makes what is due of these targets (targets.h), or of everything if there are none, and
/// tells options.listen.
MienStatus mieni_build_run(const MieniProject *project, const MieniBuildPlan *plan,
                           const MieniBuildOptions *options, const MieniPaths *targets,
                           MieniBuildResult *result, MieniProblem *problem);
