// SPDX-License-Identifier: MIT
//
// Facts needed to play a clip.

#include "core/float_rules.h"

#include "studio/model/facts/play_facts.h"

#include "asset/view.h"
#include "project/recipes/recipes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double SAME = 1e-6; // seconds; keys nearer than that are one

MienStatus studio_play_facts_begin(Studio *studio, const char *path, StudioPlayFacts **out_facts,
                                   MieniProblem *problem)
{
    StudioPlayFacts *facts = calloc(1, sizeof *facts);
    *out_facts = NULL;
    if (facts == NULL)
        return studio_no_memory(problem, path);
    snprintf(facts->path, sizeof facts->path, "%s", path);
    const MienStatus status = studio_snapshot_make(&studio->files, &facts->snapshot, problem);
    if (status != MIEN_OK) {
        free(facts);
        return status;
    }
    *out_facts = facts;
    return MIEN_OK;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static int sort_once(double *times, int count)
{
    int kept = 0;
    qsort(times, (size_t)count, sizeof *times, compare);
    for (int i = 0; i < count; ++i)
        if (kept == 0 || times[i] - times[kept - 1] > SAME)
            times[kept++] = times[i];
    return kept;
}

/// Times of keys by hand; with times NULL, how many there are.
static int take_keyed(const MieniClipView *clip, double *times)
{
    int count = 0;
    for (int i = 0; i < mieni_clip_keyed_curve_count(clip); ++i) {
        const MieniKeyedCurveView *curve = mieni_clip_keyed_curve(clip, i);
        for (int k = 0; k < mieni_keyed_curve_key_count(curve); ++k, ++count)
            if (times != NULL)
                times[count] = mieni_key_time(mieni_keyed_curve_key(curve, k), 0);
    }
    return count;
}

static int take_curves(const MienAuthorClip *clip, double *times)
{
    int count = 0;
    for (int i = 0; i < clip->curve_count; ++i)
        for (int k = 0; k < clip->curves[i].key_count; ++k, ++count)
            if (times != NULL)
                times[count] = clip->curves[i].keys[k].time;
    return count;
}

static bool take_keys(StudioPlayFacts *facts, const MieniClipRecipe *recipe)
{
    const int keyed = take_keyed(mieni_clip_of(&recipe->asset), NULL);
    const int count = keyed > 0 ? keyed : take_curves(recipe->clip, NULL);
    facts->keys = malloc(sizeof *facts->keys * ((size_t)count + 1));
    if (facts->keys == NULL)
        return false;
    if (keyed > 0)
        take_keyed(mieni_clip_of(&recipe->asset), facts->keys);
    else
        take_curves(recipe->clip, facts->keys);
    facts->key_count = sort_once(facts->keys, count);
    return true;
}

/// The file of the sound, which the project or the clip's own folder has.
static void find_sound(StudioPlayFacts *facts, const MienAuthorClip *clip)
{
    const MieniProject *project = &facts->snapshot->project;
    const char *slash = strrchr(facts->path, '/');
    char found[MIENI_PATH_ROOM], beside[2 * MIENI_PATH_ROOM];
    if (clip->sound == NULL || clip->sound[0] == '\0')
        return;
    snprintf(facts->sound, sizeof facts->sound, "%s", clip->sound);
    facts->sound_offset = clip->sound_offset;
    snprintf(beside, sizeof beside, "%.*s%s", slash != NULL ? (int)(slash + 1 - facts->path) : 0, facts->path,
             clip->sound);
    if (clip->sound[0] == '/' && mieni_file_exists(clip->sound))
        snprintf(facts->sound_file, sizeof facts->sound_file, "%s", clip->sound);
    else if ((mieni_project_locate(project, clip->sound, found) && mieni_file_exists(found)) ||
             (mieni_project_locate(project, beside, found) && mieni_file_exists(found)))
        snprintf(facts->sound_file, sizeof facts->sound_file, "%s", found);
}

void studio_play_facts_run(StudioPlayFacts *facts)
{
    MieniClipRecipe recipe;
    facts->status = mieni_clip_recipe(&facts->snapshot->project, facts->path, NULL, &recipe, &facts->problem);
    if (facts->status != MIEN_OK)
        return;
    const MienAuthorClip *clip = recipe.clip;
    facts->length = clip->length;
    facts->rate = (double)clip->rate / (double)(clip->rate_divisor > 0 ? clip->rate_divisor : 1);
    facts->curve_count = clip->curve_count;
    facts->track_count = clip->track_count;
    find_sound(facts, clip);
    if (!take_keys(facts, &recipe))
        facts->status = studio_no_memory(&facts->problem, facts->path);
    mieni_clip_recipe_release(&recipe);
}

void studio_play_facts_end(StudioPlayFacts *facts)
{
    studio_snapshot_destroy(facts->snapshot);
    facts->snapshot = NULL;
}

void studio_play_facts_destroy(StudioPlayFacts *facts)
{
    if (facts == NULL)
        return;
    studio_play_facts_end(facts);
    free(facts->keys);
    free(facts);
}

bool studio_play_facts_before(const StudioPlayFacts *facts, double time, double *out_time)
{
    for (int i = facts->key_count; i-- > 0;)
        if (facts->keys[i] < time - SAME) {
            *out_time = facts->keys[i];
            return true;
        }
    return false;
}

bool studio_play_facts_after(const StudioPlayFacts *facts, double time, double *out_time)
{
    for (int i = 0; i < facts->key_count; ++i)
        if (facts->keys[i] > time + SAME) {
            *out_time = facts->keys[i];
            return true;
        }
    return false;
}
