// SPDX-License-Identifier: MIT
//
// The details below the list: of the selected poses, or of the asset.

#pragma once

#include "studio/panels/poses/private.h"

GtkWidget *studio_poses_details_new(StudioPosesPanel *panel);
void studio_poses_details_free(StudioPosesPanel *panel);
/// Shows what is selected now.
void studio_poses_details_show(StudioPosesPanel *panel);
/// In a low window only the title is there.
void studio_poses_details_set_low(StudioPosesPanel *panel, bool is_low);

// sources.c

/// Compares poses with their sources and measures them, elsewhere.
void studio_poses_sources_look(StudioPosesPanel *panel);
/// Cancels it.
void studio_poses_sources_drop(StudioPosesPanel *panel);
