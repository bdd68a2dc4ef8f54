// SPDX-License-Identifier: MIT
//
// Above and below the list of poses: filter, chips, Add Pose, asset state.

#pragma once

#include "studio/panels/poses/private.h"

GtkWidget *studio_poses_top_new(StudioPosesPanel *panel);
GtkWidget *studio_poses_footer_new(StudioPosesPanel *panel);
/// Chips and words of another asset, or of one that changed.
void studio_poses_top_load(StudioPosesPanel *panel);
/// How many are shown.
void studio_poses_top_show(StudioPosesPanel *panel);
void studio_poses_clear_filter(StudioPosesPanel *panel);
/// "Additive · Rest": the mode, and the base pose if it has a name. Free it.
char *studio_poses_state_text(const StudioPosesPanel *panel);
