// SPDX-License-Identifier: MIT
//
// Playing: the clip of the session, its length, and time that goes on by itself. The
// transport shows it; whoever draws time listens to the workspace's session signal.
//
// Signals  playing   it began, stopped or turned
//          clip      another clip is played, or its length, rate or sound changed

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace.h"

#define STUDIO_TYPE_PLAYER (studio_player_get_type())
G_DECLARE_FINAL_TYPE(StudioPlayer, studio_player, STUDIO, PLAYER, GObject)

/// Made with the first call, owned by the workspace.
StudioPlayer *studio_player_of(StudioWorkspace *workspace);
bool studio_player_is_playing(const StudioPlayer *player);
void studio_player_play(StudioPlayer *player, bool is_playing);
/// Of the clip that the session names, or that the active document is; 0 without one.
double studio_player_length(const StudioPlayer *player);
double studio_player_rate(const StudioPlayer *player); ///< Frames per second, for snapping and stepping.
/// Moves the playhead, kept within the clip, and tells everybody.
void studio_player_seek(StudioPlayer *player, double time);
