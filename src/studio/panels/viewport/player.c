// SPDX-License-Identifier: MIT
//
// The player. Time belongs to the session; the player advances it and knows the clip.

#include "studio/panels/viewport/player_private.h"

#include <math.h>

#include "studio/panels/workspace/preferences.h"

enum {
    FACTS_MOST = 64, ///< Clips that are remembered.
    SLACK = 2000,    ///< Microseconds by which frames of the display are early.
    DEFAULT_RATE = 30,
};

/// A clip that was read.
typedef struct Known {
    StudioPlayFacts *facts;
    bool is_stale; ///< Something that it is made of changed since.
} Known;

G_DEFINE_TYPE(StudioPlayer, studio_player, G_TYPE_OBJECT)

static guint playing_signal, clip_signal;

static StudioSession *session_of(const StudioPlayer *player)
{
    return studio_workspace_session(player->workspace);
}

void studio_player_tell(StudioPlayer *player, bool is_clip)
{
    g_signal_emit(player, is_clip ? clip_signal : playing_signal, 0);
}

static void free_known(void *given)
{
    Known *known = given;
    studio_play_facts_destroy(known->facts);
    g_free(known);
}

static void studio_player_finalize(GObject *object)
{
    StudioPlayer *player = STUDIO_PLAYER(object);
    g_hash_table_unref(player->known);
    g_hash_table_unref(player->times);
    g_free(player->clip);
    G_OBJECT_CLASS(studio_player_parent_class)->finalize(object);
}

static void studio_player_class_init(StudioPlayerClass *class)
{
    G_OBJECT_CLASS(class)->finalize = studio_player_finalize;
    playing_signal =
        g_signal_new("playing", STUDIO_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
    clip_signal =
        g_signal_new("clip", STUDIO_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void studio_player_init(StudioPlayer *player)
{
    player->known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_known);
    player->times = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    player->direction = 1;
}

// Reading clips

typedef struct Reading {
    StudioPlayer *player;
    StudioPlayFacts *facts; ///< NULL once the player has them.
    guint64 turn;
} Reading;

static void free_reading(void *given)
{
    Reading *reading = given;
    studio_play_facts_destroy(reading->facts);
    g_object_unref(reading->player);
    g_free(reading);
}

static void run_reading(StudioJob *job, void *data)
{
    if (!studio_job_is_cancelled(job))
        studio_play_facts_run(((Reading *)data)->facts);
}

static void read_clip(StudioPlayer *player);

/// Forgets clips that are not shown, once there are too many.
static void make_room(StudioPlayer *player)
{
    GHashTableIter iter;
    void *path;
    if (g_hash_table_size(player->known) < FACTS_MOST)
        return;
    g_hash_table_iter_init(&iter, player->known);
    while (g_hash_table_iter_next(&iter, &path, NULL))
        if (g_strcmp0(path, player->clip) != 0)
            g_hash_table_iter_remove(&iter);
}

static void settle(StudioPlayer *player)
{
    const double length = studio_player_length(player);
    StudioSession *session = session_of(player);
    if (player->is_playing && length <= 0.0)
        studio_player_play(player, false);
    g_signal_emit(player, clip_signal, 0);
    if (session->time > length)
        studio_player_seek(player, length);
}

static void end_reading(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    (void)workspace;
    Reading *reading = data;
    StudioPlayer *player = reading->player;
    player->is_reading = false;
    studio_play_facts_end(reading->facts); // before the project may close
    if (is_cancelled)
        return;
    make_room(player);
    Known *known = g_new0(Known, 1);
    known->facts = g_steal_pointer(&reading->facts);
    known->is_stale = reading->turn != player->turn;
    g_hash_table_replace(player->known, g_strdup(known->facts->path), known);
    if (g_strcmp0(known->facts->path, player->clip) == 0)
        settle(player);
    read_clip(player);
}

/// Reads the clip, unless it is known or another one is being read.
static void read_clip(StudioPlayer *player)
{
    const Known *known = player->clip != NULL ? g_hash_table_lookup(player->known, player->clip) : NULL;
    MieniProblem problem = {0};
    StudioPlayFacts *facts;
    Studio *studio = studio_workspace_studio(player->workspace);
    if (studio == NULL || player->is_reading || player->clip == NULL || (known != NULL && !known->is_stale) ||
        studio_play_facts_begin(studio, player->clip, &facts, &problem) != MIEN_OK)
        return;
    Reading *reading = g_new0(Reading, 1);
    *reading = (Reading){g_object_ref(player), facts, player->turn};
    player->is_reading = true;
    studio_workspace_run(player->workspace,
                         &(StudioJobWork){.run = run_reading, .done = end_reading, .free_data = free_reading},
                         reading);
}

// Which clip

static const char *wanted_clip(const StudioPlayer *player)
{
    const StudioDocument *document = studio_workspace_active(player->workspace);
    const char *clip = session_of(player)->clip;
    if (studio_workspace_studio(player->workspace) == NULL) // it closes
        return player->clip;
    if (document != NULL && document->kind == MIENI_ASSET_CLIP)
        return document->path;
    return clip[0] != '\0' && studio_exists(studio_workspace_studio(player->workspace), clip) ? clip : NULL;
}

/// Keeps where the playhead is in the clip that goes, and finds where it was in the one that comes.
static void exchange_times(StudioPlayer *player, const char *next)
{
    StudioSession *session = session_of(player);
    if (player->clip != NULL) {
        double *time = g_new(double, 1);
        *time = session->time;
        g_hash_table_replace(player->times, g_strdup(player->clip), time);
    }
    const double *before = next != NULL ? g_hash_table_lookup(player->times, next) : NULL;
    if (!player->has_begun && g_strcmp0(session->clip, next) == 0)
        return;
    session->time = before != NULL ? *before : 0.0;
    session->loop_start = session->loop_end = 0.0;
}

static void choose(StudioPlayer *player)
{
    StudioSession *session = session_of(player);
    const char *path = wanted_clip(player);
    if (g_strcmp0(path, player->clip) == 0) {
        read_clip(player);
        return;
    }
    g_autofree char *next = g_strdup(path);
    exchange_times(player, next);
    g_strlcpy(session->clip, next != NULL ? next : "", sizeof session->clip);
    g_free(player->clip);
    player->clip = g_steal_pointer(&next);
    read_clip(player);
    if (player->is_playing && player->clip == NULL)
        studio_player_play(player, false);
    g_signal_emit(player, clip_signal, 0);
    studio_workspace_session_changed(player->workspace);
}

static void on_active(StudioPlayer *player)
{
    if (player->is_playing && g_strcmp0(wanted_clip(player), player->clip) != 0)
        studio_player_play(player, false); // what comes to the front is looked at first
    choose(player);
}

static void on_changed(StudioPlayer *player, const char *const *paths)
{
    bool is_any = false;
    for (; *paths != NULL; ++paths) {
        const MieniAssetKind kind = mieni_asset_kind_of_path(*paths);
        is_any = is_any || (kind != MIENI_ASSET_POSES && kind != MIENI_ASSET_GRAPH &&
                            kind != MIENI_ASSET_CHARACTER && kind != MIENI_ASSET_MESH);
    }
    GHashTableIter iter;
    void *known;
    if (is_any) { // skeletons, maps and lists of modifiers shape clips too
        ++player->turn;
        g_hash_table_iter_init(&iter, player->known);
        while (g_hash_table_iter_next(&iter, NULL, &known))
            ((Known *)known)->is_stale = true;
    }
    choose(player);
}

StudioPlayer *studio_player_of(StudioWorkspace *workspace)
{
    StudioPlayer *player = g_object_get_data(G_OBJECT(workspace), "player");
    if (player == NULL) {
        player = g_object_new(STUDIO_TYPE_PLAYER, NULL);
        player->workspace = workspace;
        g_object_set_data_full(G_OBJECT(workspace), "player", player, g_object_unref);
        g_signal_connect_object(workspace, "session", G_CALLBACK(choose), player, G_CONNECT_SWAPPED);
        g_signal_connect_object(workspace, "active", G_CALLBACK(on_active), player, G_CONNECT_SWAPPED);
        g_signal_connect_object(workspace, "changed", G_CALLBACK(on_changed), player, G_CONNECT_SWAPPED);
        choose(player);
        player->has_begun = true;
    }
    return player;
}

const char *studio_player_clip(const StudioPlayer *player) { return player->clip; }

void studio_player_set_clip(StudioPlayer *player, const char *path)
{
    const StudioDocument *document = studio_workspace_active(player->workspace);
    if (document != NULL && document->kind == MIENI_ASSET_CLIP) {
        if (path != NULL)
            studio_workspace_show(player->workspace, path, false);
        return;
    }
    g_strlcpy(session_of(player)->clip, path != NULL ? path : "", sizeof session_of(player)->clip);
    choose(player);
}

const StudioPlayFacts *studio_player_facts(const StudioPlayer *player)
{
    const Known *known = player->clip != NULL ? g_hash_table_lookup(player->known, player->clip) : NULL;
    return known != NULL ? known->facts : NULL;
}

double studio_player_length(const StudioPlayer *player)
{
    const StudioPlayFacts *facts = studio_player_facts(player);
    return facts != NULL && facts->status == MIEN_OK ? facts->length : 0.0;
}

double studio_player_rate(const StudioPlayer *player)
{
    const StudioPlayFacts *facts = studio_player_facts(player);
    const double chosen = studio_session_number(session_of(player), "play.fps", 0.0);
    if (chosen > 0.0)
        return chosen;
    return facts != NULL && facts->rate > 0.0 ? facts->rate : DEFAULT_RATE;
}

// Time

void studio_player_seek(StudioPlayer *player, double time)
{
    const StudioPlayFacts *facts = studio_player_facts(player);
    const double most = facts != NULL ? studio_player_length(player) : G_MAXDOUBLE;
    const double kept = !(time > 0.0) ? 0.0 : time > most ? most : time;
    session_of(player)->time = kept;
    studio_workspace_session_changed(player->workspace);
}

void studio_player_range(const StudioPlayer *player, double *out_start, double *out_end)
{
    const StudioSession *session = session_of(player);
    const double length = studio_player_length(player);
    *out_start = 0.0;
    *out_end = length;
    if (!session->loops || !(session->loop_end > session->loop_start))
        return;
    *out_start = MIN(session->loop_start, length);
    *out_end = MIN(session->loop_end, length);
}

bool studio_player_is_playing(const StudioPlayer *player) { return player->is_playing; }

double studio_player_speed(const StudioPlayer *player)
{
    const double rate = session_of(player)->rate;
    return (rate > 0.0 ? rate : 1.0) * player->direction;
}

void studio_player_play(StudioPlayer *player, bool is_playing)
{
    double start, end;
    studio_player_range(player, &start, &end);
    if (is_playing && player->clip == NULL)
        return;
    if (is_playing && !player->is_playing && end > start) { // from the end, begin again
        const double time = session_of(player)->time;
        if (player->direction > 0 && time >= end - 1e-6)
            studio_player_seek(player, start);
        else if (player->direction < 0 && time <= start + 1e-6)
            studio_player_seek(player, end);
    }
    player->is_playing = is_playing;
    player->last = 0;
    g_signal_emit(player, playing_signal, 0);
}

void studio_player_hold(StudioPlayer *player, bool is_held)
{
    player->is_held = is_held;
    player->last = 0;
}

/// What is left of a time after whole spans.
static double rest_of(double time, double span) { return time - span * (double)(gint64)(time / span); }

/// The time after some seconds; *out_is_over: playback ends there.
static double moved(const StudioPlayer *player, double seconds, bool *out_is_over)
{
    double start, end;
    studio_player_range(player, &start, &end);
    const double before = session_of(player)->time, time = before + seconds, span = end - start;
    *out_is_over = false;
    if (session_of(player)->loops && span > 0.0) {
        if (seconds > 0.0 && time >= end)
            return start + rest_of(time - start, span);
        if (seconds < 0.0 && time < start)
            return end - rest_of(start - time, span);
        return time;
    }
    *out_is_over = seconds > 0.0 ? time >= end : time <= start;
    return *out_is_over ? (seconds > 0.0 ? end : start) : time;
}

bool studio_player_tick(StudioPlayer *player, gint64 now)
{
    const int limit = studio_prefers(STUDIO_PREFER_LIMIT);
    const double speed = studio_player_speed(player), rate = studio_player_rate(player);
    if (!player->is_playing)
        return false;
    if (player->last == 0 || player->is_held || studio_player_length(player) <= 0.0) {
        player->last = now;
        return true;
    }
    const gint64 least = player->is_every_frame ? (gint64)(1e6 / (rate * fabs(speed)))
                         : limit > 0            ? G_USEC_PER_SEC / limit
                                                : 0;
    if (now - player->last < least - (least > 0 ? SLACK : 0))
        return true;
    const double seconds = player->is_every_frame ? (speed > 0.0 ? 1.0 : -1.0) / rate
                                                  : (double)(now - player->last) / 1e6 * speed;
    bool is_over;
    const double time = moved(player, seconds, &is_over);
    player->last = now;
    studio_player_seek(player, time);
    if (is_over)
        studio_player_play(player, false);
    return player->is_playing;
}
