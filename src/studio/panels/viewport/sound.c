// SPDX-License-Identifier: MIT
//
// Sound follows time, not the reverse: sound may skip, but the image must not wait.

#include "studio/panels/viewport/sound.h"

#include <string.h>

#include "studio/panels/workspace/preferences.h"

enum {
    DRIFT = 120000,  ///< Microseconds that sound may be beside time.
    SETTLE = 400000, ///< Microseconds after a jump in which it may find its place.
    PIECE = 120,     ///< Milliseconds that are heard where the playhead is dragged.
};

struct StudioSound {
    StudioWorkspace *workspace;
    GtkMediaStream *media; ///< NULL: none yet.
    char *file;            ///< Of the media, or that could not be played.
    bool has_failed;
    double time;   ///< Where the playhead was.
    gint64 jumped; ///< When media was put elsewhere.
    guint piece;   ///< Ends what is heard while dragging.
};

/// Whether something is there that makes sounds; asking libraries for it makes them complain.
static bool has_device(void)
{
    static const char *const sockets[] = {"pulse/native", "pipewire-0"};
    if (g_getenv("PULSE_SERVER") != NULL || g_getenv("PIPEWIRE_REMOTE") != NULL)
        return true;
    for (size_t i = 0; i < G_N_ELEMENTS(sockets); ++i) {
        g_autofree char *path = g_build_filename(g_get_user_runtime_dir(), sockets[i], NULL);
        if (g_file_test(path, G_FILE_TEST_EXISTS))
            return true;
    }
    g_autoptr(GDir) devices = g_dir_open("/dev/snd", 0, NULL);
    const char *name = devices != NULL ? g_dir_read_name(devices) : NULL;
    while (name != NULL && !g_str_has_prefix(name, "pcm"))
        name = g_dir_read_name(devices);
    return name != NULL;
}

static gboolean end_piece(void *user)
{
    StudioSound *sound = user;
    sound->piece = 0;
    if (sound->media != NULL)
        gtk_media_stream_pause(sound->media);
    return G_SOURCE_REMOVE;
}

static void drop(StudioSound *sound)
{
    g_clear_handle_id(&sound->piece, g_source_remove);
    if (sound->media != NULL)
        gtk_media_stream_pause(sound->media);
    g_clear_object(&sound->media);
    g_clear_pointer(&sound->file, g_free);
    sound->has_failed = false;
}

static void on_error(GtkMediaStream *media, GParamSpec *spec, StudioSound *sound)
{
    (void)spec;
    const GError *error = gtk_media_stream_get_error(media);
    if (error == NULL || sound->has_failed)
        return;
    sound->has_failed = true; // told once
    g_autofree char *name = g_path_get_basename(sound->file);
    g_autofree char *text = g_strdup_printf("Cannot play %s: %s", name, error->message);
    studio_workspace_toast(sound->workspace, text, NULL, NULL);
}

static void on_prefer(GtkMediaStream *media, int which)
{
    if (which == STUDIO_PREFER_LEVEL)
        gtk_media_stream_set_volume(media, studio_prefers(STUDIO_PREFER_LEVEL) / 100.0);
}

/// Opens the sound of a clip; false if it cannot be heard.
static bool open_media(StudioSound *sound, const char *file)
{
    if (g_strcmp0(file, sound->file) == 0)
        return sound->media != NULL && !sound->has_failed;
    drop(sound);
    sound->file = g_strdup(file);
    if (!has_device())
        return false;
    sound->media = GTK_MEDIA_STREAM(gtk_media_file_new_for_filename(file));
    gtk_media_stream_set_volume(sound->media, studio_prefers(STUDIO_PREFER_LEVEL) / 100.0);
    g_signal_connect_object(studio_preferences(), "changed", G_CALLBACK(on_prefer), sound->media,
                            G_CONNECT_SWAPPED);
    g_signal_connect(sound->media, "notify::error", G_CALLBACK(on_error), sound);
    on_error(sound->media, NULL, sound);
    return !sound->has_failed;
}

/// Puts the media at a time of its own, unless it is there.
static void keep_step(StudioSound *sound, gint64 wanted)
{
    const gint64 now = g_get_monotonic_time();
    const gint64 beside = gtk_media_stream_get_timestamp(sound->media) - wanted;
    if (gtk_media_stream_is_seeking(sound->media) || now - sound->jumped < SETTLE ||
        (beside < DRIFT && beside > -DRIFT))
        return;
    sound->jumped = now;
    gtk_media_stream_seek(sound->media, wanted);
}

static void play_on(StudioSound *sound, gint64 wanted)
{
    g_clear_handle_id(&sound->piece, g_source_remove);
    if (!gtk_media_stream_get_playing(sound->media)) {
        sound->jumped = g_get_monotonic_time();
        gtk_media_stream_seek(sound->media, wanted);
        gtk_media_stream_play(sound->media);
    } else {
        keep_step(sound, wanted);
    }
}

/// A short piece of it, where the playhead was put by hand.
static void play_piece(StudioSound *sound, gint64 wanted)
{
    if (sound->piece != 0 || gtk_media_stream_is_seeking(sound->media))
        return;
    gtk_media_stream_seek(sound->media, wanted);
    gtk_media_stream_play(sound->media);
    sound->piece = g_timeout_add(PIECE, end_piece, sound);
}

static void be_silent(StudioSound *sound)
{
    if (sound->media != NULL && sound->piece == 0 && gtk_media_stream_get_playing(sound->media))
        gtk_media_stream_pause(sound->media);
}

void studio_sound_follow(StudioSound *sound)
{
    const StudioPlayer *player = studio_player_of(sound->workspace);
    const StudioPlayFacts *facts = studio_player_facts(player);
    const double time = studio_workspace_session(sound->workspace)->time, before = sound->time;
    const bool is_playing = studio_player_is_playing(player), is_moved = time != before;
    sound->time = time;
    if (facts == NULL || facts->sound_file[0] == '\0') {
        drop(sound);
        return;
    }
    const double speed = studio_player_speed(player); // only what goes as it was recorded can be heard
    const bool is_heard = is_playing ? speed == 1.0 : is_moved && sound->media != NULL;
    const gint64 wanted = (gint64)((time - facts->sound_offset) * 1e6);
    if (!is_heard || wanted < 0 || studio_prefers(STUDIO_PREFER_LEVEL) == 0 ||
        !open_media(sound, facts->sound_file)) {
        be_silent(sound);
        return;
    }
    const gint64 length = gtk_media_stream_get_duration(sound->media);
    if (length > 0 && wanted >= length)
        be_silent(sound);
    else if (is_playing)
        play_on(sound, wanted);
    else
        play_piece(sound, wanted);
}

StudioSound *studio_sound_new(StudioWorkspace *workspace)
{
    StudioSound *sound = g_new0(StudioSound, 1);
    sound->workspace = g_object_ref(workspace);
    sound->time = studio_workspace_session(workspace)->time;
    return sound;
}

void studio_sound_free(StudioSound *sound)
{
    if (sound == NULL)
        return;
    drop(sound);
    g_object_unref(sound->workspace);
    g_free(sound);
}
