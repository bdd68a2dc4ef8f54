// SPDX-License-Identifier: MIT
//
// Shared by mien find, mien build and mien lint: the asset index. Without SQLite there is
// none: see no_catalog.c.

#pragma once

#include "cli/project.h"
#include "project/build/plan.h"

int cli_find_curve_run(const CliArgs *args);
int cli_find_pose_run(const CliArgs *args);
int cli_find_clip_run(const CliArgs *args);

/// Brings the catalogue up to date after a build, and warns if it cannot be. True if it
/// was written.
bool cli_catalog_refresh(const CliArgs *args, const MieniProject *project, const MieniBuildPlan *plan);
