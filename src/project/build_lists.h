// SPDX-License-Identifier: MIT
//
// Lists of shards: what there is to cook, written where it changed (build_shard.h).

#pragma once

#include "project/build_plan.h"

/// Whether a worker of many has a shard, whatever clips asset it is of.
bool mieni_build_is_part(int shard, int part, int part_count);

/// Writes the lists of the shards that this part has; part 0 of 1 has all.
MienStatus mieni_build_lists(const MieniProject *project, const MieniBuildPlan *plan, int part,
                             int part_count, MieniProblem *problem);
