// SPDX-License-Identifier: MIT
//
// The accessible description of the viewport, always in the same order: characters, clip, camera,
// weights.

#include "studio/panels/viewport/private.h"

#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/viewport/player.h"

enum { BETWEEN = 250 }; ///< Milliseconds between sentences while it plays: each goes over a bus.

static void say_who(GString *text, const StudioStage *stage)
{
    char name[STUDIO_LABEL_ROOM];
    for (guint i = 0; i < stage->actors->len; ++i)
        g_string_append_printf(text, "%s%s", i > 0 ? ", " : "",
                               studio_asset_name(((StudioActor *)stage->actors->pdata[i])->role.path, name));
    g_string_append(text, stage->actors->len > 0 ? "." : "No characters.");
}

static void say_clip(GString *text, const StudioStage *stage, const StudioSession *session)
{
    char name[STUDIO_LABEL_ROOM], time[G_ASCII_DTOSTR_BUF_SIZE], length[G_ASCII_DTOSTR_BUF_SIZE];
    const StudioPlayer *player = studio_player_of(stage->workspace);
    if (stage->clip == NULL || stage->actors->len == 0)
        return;
    g_ascii_formatd(time, sizeof time, "%.3f", session->time);
    g_ascii_formatd(length, sizeof length, "%.3f", studio_player_length(player));
    g_string_append_printf(text, " Clip %s, %s s of %s s, %s.", studio_asset_name(stage->clip, name), time,
                           length, studio_player_is_playing(player) ? "playing" : "paused");
}

static int compare_weights(const void *a, const void *b)
{
    const StudioWeight *x = *(StudioWeight *const *)a, *y = *(StudioWeight *const *)b;
    const float of_x = x->value < 0 ? -x->value : x->value, of_y = y->value < 0 ? -y->value : y->value;
    return of_x != of_y ? (of_x < of_y ? 1 : -1) : strcmp(x->name, y->name);
}

/// Those of the session that count, the largest first.
static void say_weights(GString *text, const StudioSession *session)
{
    g_autoptr(GPtrArray) list = g_ptr_array_new();
    for (int i = 0; i < session->weight_count; ++i)
        if (studio_session_effective(session, session->weights[i].name) != 0.0f)
            g_ptr_array_add(list, &session->weights[i]);
    g_ptr_array_sort(list, compare_weights);
    for (guint i = 0; i < list->len; ++i) {
        const StudioWeight *weight = list->pdata[i];
        char digits[G_ASCII_DTOSTR_BUF_SIZE];
        g_ascii_formatd(digits, sizeof digits, "%.2f", (double)weight->value);
        g_string_append_printf(text, "%s%s %s", i == 0 ? " Weights: " : ", ", weight->name, digits);
    }
    if (list->len > 0)
        g_string_append_c(text, '.');
}

static gboolean on_time(void *user)
{
    StudioStage *stage = user;
    stage->words_timer = 0;
    studio_stage_describe(stage);
    return G_SOURCE_REMOVE;
}

void studio_stage_describe(StudioStage *stage)
{
    if (stage->workspace == NULL)
        return;
    const gint64 now = g_get_monotonic_time();
    const bool is_playing = studio_player_is_playing(studio_player_of(stage->workspace));
    const gint64 left = stage->words_at + BETWEEN * 1000 - now;
    if (is_playing && left > 0) {
        if (stage->words_timer == 0)
            stage->words_timer = g_timeout_add((guint)(left / 1000) + 1, on_time, stage);
        return;
    }
    const StudioSession *session = studio_workspace_session(stage->workspace);
    g_autoptr(GString) text = g_string_new(NULL);
    g_clear_handle_id(&stage->words_timer, g_source_remove);
    stage->words_at = now;
    say_who(text, stage);
    say_clip(text, stage, session);
    g_string_append_printf(text, " Camera %s.",
                           stage->view >= 0 ? studio_stage_views[stage->view].words : "custom");
    say_weights(text, session);
    if (g_strcmp0(g_getenv("MIEN_UI_TEST"), "1") == 0)
        g_string_append_printf(text, " Drawn %d.", stage->drawn_count);
    if (g_strcmp0(text->str, stage->words) == 0)
        return;
    gtk_accessible_update_property(GTK_ACCESSIBLE(stage->area), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                   text->str, -1);
    g_free(stage->words);
    stage->words = g_string_free(g_steal_pointer(&text), FALSE);
}
