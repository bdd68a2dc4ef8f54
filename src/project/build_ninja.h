// SPDX-License-Identifier: MIT
//
// Ninja: the description of the build that we write for it, and its run.

#pragma once

#include "author/text_out.h"
#include "project/build.h"
#include "project/build_plan.h"

/// The whole of build.ninja. Nothing in it depends on where the project or the
/// program is, so that moving either rebuilds nothing.
void mieni_ninja_text(const MieniProject *project, const MieniBuildPlan *plan, MieniTextOut *out);

/// Runs Ninja for these targets, or all if there are none, and tells options.listen.
MienStatus mieni_ninja_run(const MieniProject *project, const MieniBuildPlan *plan,
                           const MieniBuildOptions *options, const MieniPaths *targets,
                           MieniBuildResult *result, MieniProblem *problem);
