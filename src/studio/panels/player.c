// SPDX-License-Identifier: MIT
//
// Playing.

#include "studio/panels/player.h"

struct _StudioPlayer {
    GObject parent_instance;
    StudioWorkspace *workspace; ///< Which owns this object, and outlives it.
    bool is_playing;
};

G_DEFINE_TYPE(StudioPlayer, studio_player, G_TYPE_OBJECT)

static guint playing_signal, clip_signal;

static void studio_player_class_init(StudioPlayerClass *class)
{
    (void)class;
    playing_signal =
        g_signal_new("playing", STUDIO_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
    clip_signal =
        g_signal_new("clip", STUDIO_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void studio_player_init(StudioPlayer *player) { (void)player; }

StudioPlayer *studio_player_of(StudioWorkspace *workspace)
{
    StudioPlayer *player = g_object_get_data(G_OBJECT(workspace), "player");
    if (player == NULL) {
        player = g_object_new(STUDIO_TYPE_PLAYER, NULL);
        player->workspace = workspace;
        g_object_set_data_full(G_OBJECT(workspace), "player", player, g_object_unref);
    }
    return player;
}

bool studio_player_is_playing(const StudioPlayer *player) { return player->is_playing; }

void studio_player_play(StudioPlayer *player, bool is_playing)
{
    player->is_playing = is_playing;
    g_signal_emit(player, playing_signal, 0);
}

double studio_player_length(const StudioPlayer *player)
{
    (void)player;
    return 8.0;
}

double studio_player_rate(const StudioPlayer *player)
{
    (void)player;
    return 30.0;
}

void studio_player_seek(StudioPlayer *player, double time)
{
    studio_workspace_session(player->workspace)->time = time;
    studio_workspace_session_changed(player->workspace);
}
