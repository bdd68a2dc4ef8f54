// SPDX-License-Identifier: MIT
//
// Playback commands.

#include "studio/panels/viewport/player_private.h"

#include <string.h>

#include "studio/model/facts/times.h"

enum { SPEED_MOST = 8 }; ///< Times the rate, by pressing L again.

static StudioSession *session_of(const StudioPlayer *player)
{
    return studio_workspace_session(player->workspace);
}

const char *studio_player_reason(const StudioPlayer *player, const char *name)
{
    const StudioPlayFacts *facts = studio_player_facts(player);
    if (strcmp(name, "play.loop") == 0 || strcmp(name, "play.every-frame") == 0 ||
        g_str_has_prefix(name, "play.rate-") || g_str_has_prefix(name, "play.fps-"))
        return NULL;
    if (player->clip == NULL)
        return "Choose a clip first";
    if (facts != NULL && facts->status != MIEN_OK)
        return "Cannot read this clip; see Problems for the reason";
    if (facts != NULL && facts->length <= 0.0)
        return "This clip is empty";
    if (g_str_has_suffix(name, "-key") && facts != NULL && facts->key_count == 0)
        return "This clip has no keys";
    return NULL;
}

/// To the beginning of the frame before or after.
static void step_frame(StudioPlayer *player, int by)
{
    const double rate = studio_player_rate(player), time = session_of(player)->time;
    const int frame = studio_time_frame(time, rate);
    const bool is_between = time - (double)frame / rate > 1e-3 / rate;
    studio_player_seek(player, (double)(frame + by + (by < 0 && is_between)) / rate);
}

static void step_key(StudioPlayer *player, bool is_forward)
{
    const StudioPlayFacts *facts = studio_player_facts(player);
    const double time = session_of(player)->time;
    double found;
    if (facts == NULL)
        return;
    const bool is_found = is_forward ? studio_play_facts_after(facts, time, &found)
                                     : studio_play_facts_before(facts, time, &found);
    studio_player_seek(player, is_found ? found : is_forward ? studio_player_length(player) : 0.0);
}

static void set_range(StudioPlayer *player, bool is_start)
{
    StudioSession *session = session_of(player);
    const double length = studio_player_length(player);
    const bool has_range = session->loop_end > session->loop_start;
    double start = has_range ? session->loop_start : 0.0, end = has_range ? session->loop_end : length;
    if (is_start)
        start = session->time;
    else
        end = session->time;
    if (end <= start) { // the other end gives way
        start = is_start ? start : 0.0;
        end = is_start ? length : end;
    }
    session->loop_start = start;
    session->loop_end = end;
    session->loops = end > start || session->loops;
    studio_workspace_session_changed(player->workspace);
}

/// J and L: the other way, or twice as fast.
static void run_on(StudioPlayer *player, int way)
{
    const bool goes_on = player->is_playing && player->direction * way > 0;
    player->direction = goes_on ? CLAMP(player->direction * 2, -SPEED_MOST, SPEED_MOST) : way;
    studio_player_play(player, true);
}

static void set_rate(StudioPlayer *player, const char *name)
{
    static const struct {
        const char *name;
        double rate;
    } rates[] = {{"quarter", 0.25}, {"half", 0.5}, {"normal", 1.0}, {"double", 2.0}};
    for (size_t i = 0; i < G_N_ELEMENTS(rates); ++i)
        if (strcmp(name, rates[i].name) == 0)
            session_of(player)->rate = rates[i].rate;
    player->last = 0;
    studio_player_tell(player, false);
}

void studio_player_run(StudioPlayer *player, const char *name, bool is_on)
{
    const char *what = name + strlen("play.");
    StudioSession *session = session_of(player);
    if (strcmp(what, "toggle") == 0) {
        if (!player->is_playing)
            player->direction = 1;
        studio_player_play(player, !player->is_playing);
    } else if (strcmp(what, "pause") == 0) {
        studio_player_play(player, false);
    } else if (strcmp(what, "forward") == 0 || strcmp(what, "reverse") == 0) {
        run_on(player, what[0] == 'f' ? 1 : -1);
    } else if (strcmp(what, "loop") == 0) {
        session->loops = is_on;
        studio_workspace_session_changed(player->workspace);
    } else if (strcmp(what, "every-frame") == 0) {
        player->is_every_frame = is_on;
    } else if (strcmp(what, "start") == 0) {
        studio_player_seek(player, 0.0);
    } else if (strcmp(what, "end") == 0) {
        studio_player_seek(player, studio_player_length(player));
    } else if (g_str_has_suffix(what, "-frame")) {
        step_frame(player, what[0] == 'n' ? 1 : -1);
    } else if (g_str_has_suffix(what, "-key")) {
        step_key(player, what[0] == 'n');
    } else if (g_str_has_prefix(what, "range-")) {
        set_range(player, strcmp(what, "range-in") == 0);
    } else if (g_str_has_prefix(what, "rate-")) {
        set_rate(player, what + strlen("rate-"));
    } else if (g_str_has_prefix(what, "fps-")) { // the clip's own is no number
        studio_session_set_number(session, "play.fps", g_ascii_strtod(what + strlen("fps-"), NULL));
        studio_player_tell(player, true);
    }
}
