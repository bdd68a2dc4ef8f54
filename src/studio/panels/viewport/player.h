// SPDX-License-Identifier: MIT
//
// The player: the clip of the session, its duration, and advancing time. The playback controls
// show it and call it for every display frame; listen to the workspace's session signal to
// follow the time.
//
// Signals  playing   playback started, stopped, reversed or changed its speed
//          clip      the clip changed, or its duration, rate or sound

#pragma once

#include <gtk/gtk.h>

#include "studio/model/facts/play_facts.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_PLAYER (studio_player_get_type())
G_DECLARE_FINAL_TYPE(StudioPlayer, studio_player, STUDIO, PLAYER, GObject)

/// Created on the first call, owned by the workspace.
StudioPlayer *studio_player_of(StudioWorkspace *workspace);
bool studio_player_is_playing(const StudioPlayer *player);
void studio_player_play(StudioPlayer *player, bool is_playing);
/// Of the clip that the session names, or that the active document is; 0 without one.
double studio_player_length(const StudioPlayer *player);
double studio_player_rate(const StudioPlayer *player); ///< Frames per second, for snapping and stepping.
/// Moves the playhead, clamped to the clip, and emits the session signal.
void studio_player_seek(StudioPlayer *player, double time);

/// The path of the clip that is played; NULL: none.
const char *studio_player_clip(const StudioPlayer *player);
/// Plays another clip, or with NULL none. In front of a document that is a clip, the other one
/// gets a tab.
void studio_player_set_clip(StudioPlayer *player, const char *path);
/// What is known of the clip; NULL until it was read.
const StudioPlayFacts *studio_player_facts(const StudioPlayer *player);
/// Where playing begins and ends: the loop's range while it loops, otherwise all of the clip.
void studio_player_range(const StudioPlayer *player, double *out_start, double *out_end);
/// The speed: 1 is real time, below 0 backwards.
double studio_player_speed(const StudioPlayer *player);
/// Why a playback command ("play.next-key") is not available; NULL if it is.
const char *studio_player_reason(const StudioPlayer *player, const char *name);

/// Private to the playback controls: runs a playback command. is_on: the state of a toggle.
void studio_player_run(StudioPlayer *player, const char *name, bool is_on);
/// Private to the playback controls: the display shows a frame, at that microsecond; false: it stopped.
bool studio_player_tick(StudioPlayer *player, gint64 now);
/// Private to the playback controls: the user is dragging the playhead, so time does not advance.
void studio_player_hold(StudioPlayer *player, bool is_held);
