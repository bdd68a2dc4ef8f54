// SPDX-License-Identifier: MIT
//
// One worker of many: cooks its part of the shards in this process, on this machine or another
// one with the same folder. Any number may work at once, also on the same part: files are
// replaced atomically, and the same shard gives the same bytes. "mien build" afterwards finds
// the shards done, and cooks the rest.

#pragma once

#include "project/build/build.h"
#include "project/build/plan.h"

/// Cooks options.part of options.part_count, both set.
MienStatus mieni_build_work(const MieniProject *project, MieniBuildPlan *plan,
                            const MieniBuildOptions *options, MieniBuildResult *result,
                            MieniProblem *problem);

/// Cooks the shards of options.assets, if all of them are files of clips assets that the
/// last build had in shards; otherwise *out_is_known is false and nothing happened that
/// another build would mind. Takes as long as those shards, however large the project.
MienStatus mieni_build_work_named(const MieniProject *project, const MieniBuildOptions *options,
                                  bool *out_is_known, MieniBuildResult *result, MieniProblem *problem);
