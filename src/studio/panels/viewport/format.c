// SPDX-License-Identifier: MIT
//
// The accessible description of the viewport, always in the same order: characters, clip, camera,
// weights.

#include "studio/panels/viewport/private.h"

#include "studio/panels/widgets/widgets.h"

#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/viewport/player.h"

enum {
    BETWEEN = 250,  ///< Milliseconds between sentences while it plays: each goes over a bus.
    LIVE_SHOWN = 5, ///< Live values that are named.
};

static void say_who(GString *text, const StudioViewport *viewport)
{
    char name[STUDIO_LABEL_ROOM];
    for (guint i = 0; i < viewport->actors->len; ++i)
        g_string_append_printf(text, "%s%s", i > 0 ? ", " : "",
                               studio_actor_label(viewport->actors->pdata[i], name));
    g_string_append(text, viewport->actors->len > 0 ? "." : "No characters.");
    char number[STUDIO_NUMBER_ROOM];
    if (studio_viewport_compares_take(viewport) && viewport->heat_most >= 0.0f)
        g_string_append_printf(text, " Colours for distances up to %s mm.",
                               studio_number_text((double)viewport->heat_most * 1000.0, 1, number));
}

static void say_clip(GString *text, const StudioViewport *viewport, const StudioSession *session)
{
    char name[STUDIO_LABEL_ROOM], time[G_ASCII_DTOSTR_BUF_SIZE], length[G_ASCII_DTOSTR_BUF_SIZE];
    const StudioPlayer *player = studio_player_of(viewport->workspace);
    if (viewport->clip == NULL || viewport->actors->len == 0)
        return;
    g_ascii_formatd(time, sizeof time, "%.3f", session->time);
    g_ascii_formatd(length, sizeof length, "%.3f", studio_player_length(player));
    g_string_append_printf(text, " Clip %s, %s s of %s s, %s.", studio_asset_name(viewport->clip, name), time,
                           length, studio_player_is_playing(player) ? "playing" : "paused");
}

static int compare_weights(const void *a, const void *b)
{
    const StudioWeight *x = *(StudioWeight *const *)a, *y = *(StudioWeight *const *)b;
    const float of_x = x->value < 0 ? -x->value : x->value, of_y = y->value < 0 ? -y->value : y->value;
    return of_x != of_y ? (of_x < of_y ? 1 : -1) : strcmp(x->name, y->name);
}

/// Those of the session that move a face, the largest first.
static void say_weights(GString *text, const StudioViewport *viewport, const StudioSession *session)
{
    g_autoptr(GPtrArray) list = g_ptr_array_new();
    for (int i = 0; i < session->weight_count; ++i)
        if (studio_viewport_weighs(viewport, session->weights[i].name))
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

/// The largest live values that the first face has.
static void say_live(GString *text, const StudioViewport *viewport)
{
    const StudioLiveValues *live = studio_live_driven(viewport->live);
    const StudioActor *actor = viewport->actors->len > 0 ? viewport->actors->pdata[0] : NULL;
    float below = 2e9f;
    if (live == NULL || actor == NULL)
        return;
    g_string_append(text, " Live");
    for (int shown = 0; shown < LIVE_SHOWN; ++shown) {
        char digits[G_ASCII_DTOSTR_BUF_SIZE];
        int most = -1;
        for (int i = 0; i < live->count; ++i)
            if (live->values[i] < below && !studio_weight_reads_zero(live->values[i]) &&
                (most < 0 || live->values[i] > live->values[most]) &&
                studio_actor_has_curve(actor, live->names[i]))
                most = i;
        if (most < 0)
            break;
        below = live->values[most];
        g_ascii_formatd(digits, sizeof digits, "%.2f", (double)below);
        g_string_append_printf(text, "%s %s %s", shown > 0 ? "," : ":", live->names[most], digits);
    }
    g_string_append_c(text, '.');
}

static gboolean on_time(void *user)
{
    StudioViewport *viewport = user;
    viewport->words_timer = 0;
    studio_viewport_describe(viewport);
    return G_SOURCE_REMOVE;
}

void studio_viewport_describe(StudioViewport *viewport)
{
    if (viewport->workspace == NULL)
        return;
    const gint64 now = g_get_monotonic_time();
    const bool is_playing = studio_player_is_playing(studio_player_of(viewport->workspace)) ||
                            studio_live_driven(viewport->live) != NULL;
    const gint64 left = viewport->words_at + BETWEEN * 1000 - now;
    if (is_playing && left > 0) {
        if (viewport->words_timer == 0)
            viewport->words_timer = g_timeout_add((guint)(left / 1000) + 1, on_time, viewport);
        return;
    }
    const StudioSession *session = studio_workspace_session(viewport->workspace);
    g_autoptr(GString) text = g_string_new(NULL);
    g_clear_handle_id(&viewport->words_timer, g_source_remove);
    viewport->words_at = now;
    say_who(text, viewport);
    say_clip(text, viewport, session);
    g_string_append_printf(text, " Camera %s.",
                           viewport->view >= 0 ? studio_viewport_views[viewport->view].words : "custom");
    if (studio_live_driven(viewport->live) != NULL)
        say_live(text, viewport);
    else
        say_weights(text, viewport, session);
    if (g_strcmp0(g_getenv("MIEN_UI_TEST"), "1") == 0)
        g_string_append_printf(text, " Drawn %d.", viewport->drawn_count);
    if (g_strcmp0(text->str, viewport->words) == 0)
        return;
    gtk_accessible_update_property(GTK_ACCESSIBLE(viewport->area), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                   text->str, -1);
    g_free(viewport->words);
    viewport->words = g_string_free(g_steal_pointer(&text), FALSE);
}
