// SPDX-License-Identifier: MIT
//
// Plays the sound of the clip in sync. Silent if no player is available.

#pragma once

#include "studio/panels/viewport/player.h"

typedef struct StudioSound StudioSound;

/// Made of GTK's own player of media; nothing of that is loaded until a clip with a sound plays.
StudioSound *studio_sound_new(StudioWorkspace *workspace);
void studio_sound_free(StudioSound *sound);
/// After time, clip or playing changed: follows it.
void studio_sound_follow(StudioSound *sound);
