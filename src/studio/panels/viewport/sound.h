// SPDX-License-Identifier: MIT
//
// The sound of the clip that plays, in step with it. Where nothing can play it, it is silent.

#pragma once

#include "studio/panels/viewport/player.h"

typedef struct StudioSound StudioSound;

/// Made of GTK's own player of media; nothing of that is loaded until a clip with a sound plays.
StudioSound *studio_sound_new(StudioWorkspace *workspace);
void studio_sound_free(StudioSound *sound);
/// After time, clip or playing changed: follows it.
void studio_sound_follow(StudioSound *sound);
