// SPDX-License-Identifier: MIT
//
// Commands of the poses panel that other sources implement; user is the panel.

#pragma once

#include "studio/panels/poses/private.h"

/// Adds poses.
void studio_poses_run_add(void *user, const char *name);
/// Changes the asset: mode, base, bones, order, groups; duplicates, deletes.
void studio_poses_run_edit(void *user, const char *name);
/// Asks for a name and makes a group.
void studio_poses_run_group(void *user, const char *name);
/// What a group does, and its limit or how many it keeps.
MienAuthorGroupKind studio_poses_group_kind(const MieniGroupView *group, float *out_number);
/// Copies, cuts, pastes.
void studio_poses_run_clipboard(void *user, const char *name);
