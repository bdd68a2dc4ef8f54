// SPDX-License-Identifier: MIT
//
// How poses stand to their sources.

#include "studio/panels/poses_details.h"

void studio_poses_sources_look(StudioPosesPanel *panel) { (void)panel; }

void studio_poses_sources_drop(StudioPosesPanel *panel) { (void)panel; }
