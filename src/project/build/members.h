// SPDX-License-Identifier: MIT
//
// The members of a clips asset in a plan, of which there may be a million.

#pragma once

#include "project/build/plan.h"

/// Adds the steps of all members of the plan's last clips asset, which is read, and decides on its shards.
MienStatus mieni_build_members(MieniBuildPlan *plan, const MieniProject *project, const MieniAsset *asset,
                               int shard_above, MieniProblem *problem);

/// Makes room for more steps; false without memory.
bool mieni_build_reserve(MieniBuildPlan *plan, int more);
/// The pack of a step that is called after named; says why it can have none.
MienStatus mieni_build_pack_of(const MieniProject *project, const MieniBuildStep *step, const char *named,
                               char out_pack[MIENI_PATH_ROOM], MieniProblem *problem);
/// Keeps what is wrong with an asset that is left out of the plan.
MienStatus mieni_build_leave_out(MieniBuildPlan *plan, const MieniProblem *found, MieniProblem *problem);
