// SPDX-License-Identifier: MIT
//
// Removing the bone tracks of several clips at once, as the browser has them selected.

#pragma once

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

/// Says whether browser.remove-bone-tracks can act on paths (ended by NULL), and on how many clips.
void studio_clip_tracks_allow(StudioCommands *commands, const char *const *paths);
/// Does it: one step for all clips among the paths.
void studio_clip_tracks_remove(StudioWorkspace *workspace, const char *const *paths);
