// SPDX-License-Identifier: MIT
//
// Shared by the sources of the player.

#pragma once

#include "studio/panels/viewport/player.h"

struct _StudioPlayer {
    GObject parent_instance;
    StudioWorkspace *workspace; ///< Which owns this object, and outlives it.
    char *clip;                 ///< NULL: none.
    GHashTable *known;          ///< From path to Known.
    GHashTable *times;          ///< From path to where the playhead was, a double.
    guint64 turn;               ///< Goes up when clips may have changed.
    bool is_reading;
    bool has_begun; ///< The session's time belongs to the clip.
    bool is_playing, is_held, is_every_frame;
    int direction; ///< 1, or -1 for backwards, times 2 for each further press.
    gint64 last;   ///< When time was moved on; 0: it was not yet.
};

/// Emits "clip", or "playing".
void studio_player_tell(StudioPlayer *player, bool is_clip);
