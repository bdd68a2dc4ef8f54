// SPDX-License-Identifier: MIT
//
// Removes the bone tracks of all clips selected in the browser.

#pragma once

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

/// Says whether browser.remove-bone-tracks can act on paths (ended by NULL), and on how many clips.
void studio_clip_tracks_allow(StudioCommands *commands, const char *const *paths);
/// Does it: one step for all clips among the paths.
void studio_clip_tracks_remove(StudioWorkspace *workspace, const char *const *paths);
