// SPDX-License-Identifier: MIT
//
// Waveforms of sounds.

#include "studio/panels/widgets/waveform.h"

#include <string.h>

#include "studio/panels/viewport/player.h"

typedef struct Outline {
    StudioWaveform *waveform; ///< NULL: it is being read, or cannot be.
} Outline;

typedef struct Reading {
    char *file;
    StudioWaveform *waveform;
} Reading;

static void free_outline(void *given)
{
    Outline *outline = given;
    studio_waveform_free(outline->waveform);
    g_free(outline);
}

static void free_reading(void *given)
{
    Reading *reading = given;
    studio_waveform_free(reading->waveform);
    g_free(reading->file);
    g_free(reading);
}

/// From files to outlines, as long as the workspace.
static GHashTable *outlines_of(StudioWorkspace *workspace)
{
    GHashTable *table = g_object_get_data(G_OBJECT(workspace), "outlines");
    if (table == NULL) {
        table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_outline);
        g_object_set_data_full(G_OBJECT(workspace), "outlines", table, (GDestroyNotify)g_hash_table_unref);
    }
    return table;
}

static void run_reading(StudioJob *job, void *data)
{
    Reading *reading = data;
    if (!studio_job_is_cancelled(job))
        reading->waveform = studio_waveform_read(reading->file);
}

static void end_reading(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    Reading *reading = data;
    Outline *outline = g_hash_table_lookup(outlines_of(workspace), reading->file);
    if (is_cancelled || outline == NULL)
        return;
    outline->waveform = g_steal_pointer(&reading->waveform);
    g_signal_emit_by_name(studio_player_of(workspace), "clip");
}

const StudioWaveform *studio_waveform_of(StudioWorkspace *workspace, const char *clip, double *out_offset)
{
    const StudioPlayer *player = studio_player_of(workspace);
    const StudioPlayFacts *facts = studio_player_facts(player);
    *out_offset = 0.0;
    if (facts == NULL || strcmp(facts->path, clip) != 0 || facts->sound_file[0] == '\0')
        return NULL;
    *out_offset = facts->sound_offset;
    const Outline *outline = g_hash_table_lookup(outlines_of(workspace), facts->sound_file);
    if (outline != NULL)
        return outline->waveform;
    Reading *reading = g_new0(Reading, 1);
    reading->file = g_strdup(facts->sound_file);
    g_hash_table_insert(outlines_of(workspace), g_strdup(facts->sound_file), g_new0(Outline, 1));
    studio_workspace_run(workspace,
                         &(StudioJobWork){.run = run_reading, .done = end_reading, .free_data = free_reading},
                         reading);
    return NULL;
}
