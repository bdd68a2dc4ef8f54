// SPDX-License-Identifier: MIT
//
// Removes files from the build folder that no step creates any more.

#pragma once

#include "project/build/build.h"
#include "project/build/plan.h"

/// Removes packs and notes of bones whose asset is gone, and what killed steps left.
/// Makes shards due again that miss a pack.
MienStatus mieni_sweep_packs(const MieniProject *project, const MieniBuildPlan *plan,
                             const MieniBuildOptions *options, MieniBuildResult *result,
                             MieniProblem *problem);
/// Removes the files of shards that are no longer. Only after a build, since shards
/// that were split look into those they came from.
void mieni_sweep_shards(const MieniProject *project, const MieniBuildPlan *plan);
/// Removes the stamps of the shards of a part, so that they look at all contents again.
void mieni_sweep_stamps(const MieniProject *project, int part, int part_count);
/// The files that say of builds and workers that they are running.
void mieni_sweep_running(const MieniProject *project, MieniPaths *notes);
