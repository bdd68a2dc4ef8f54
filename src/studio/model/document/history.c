// SPDX-License-Identifier: MIT
//
// Undo and redo stacks.

#include "studio/model/document/history.h"

#include <stdlib.h>
#include <string.h>

static const size_t DEFAULT_BUDGET = (size_t)256 << 20;

static void clear(StudioStep **steps, int *count)
{
    while (*count > 0)
        studio_step_destroy(steps[--*count]);
}

void studio_history_release(StudioHistory *history)
{
    clear(history->done, &history->done_count);
    clear(history->undone, &history->undone_count);
    studio_step_destroy(history->open);
    free(history->done);
    free(history->undone);
    *history = (StudioHistory){.budget = history->budget};
}

static bool reserve(StudioStep ***steps, int count, int *room)
{
    if (count < *room)
        return true;
    const int more = *room > 0 ? 2 * *room : 64;
    StudioStep **grown = realloc(*steps, sizeof *grown * (size_t)more);
    if (grown == NULL)
        return false;
    *steps = grown;
    *room = more;
    return true;
}

bool studio_history_reserve(StudioHistory *history)
{
    return reserve(&history->done, history->done_count, &history->done_room) &&
           reserve(&history->undone, history->undone_count, &history->undone_room);
}

bool studio_history_merges(const StudioHistory *history, const char *key, int64_t time)
{
    if (key == NULL || history->done_count == 0 || history->undone_count > 0 || history->is_merge_barred)
        return false;
    const StudioStep *last = history->done[history->done_count - 1];
    return last->key != NULL && strcmp(last->key, key) == 0 && time - last->time >= 0 &&
           time - last->time <= STUDIO_MERGE_TIME;
}

/// Counts what a step in done holds; 0 for one that leaves it.
static void count_size(StudioHistory *history, StudioStep *step, size_t size)
{
    history->size += size - step->size;
    step->size = size;
}

/// The oldest steps go until the rest is small enough; the last one always stays.
static void keep_budget(StudioHistory *history)
{
    const size_t budget = history->budget > 0 ? history->budget : DEFAULT_BUDGET;
    int first = 0;
    while (history->size > budget && first < history->done_count - 1) {
        count_size(history, history->done[first], 0);
        studio_step_destroy(history->done[first++]);
    }
    history->done_count -= first;
    if (first > 0)
        memmove(history->done, history->done + first, sizeof *history->done * (size_t)history->done_count);
}

static void put_last(StudioHistory *history, StudioStep *step)
{
    if (history->done_count > 0) {
        StudioStep *last = history->done[history->done_count - 1];
        studio_step_seal(last);
        count_size(history, last, studio_step_size(last));
    }
    history->done[history->done_count++] = step;
    count_size(history, step, studio_step_size(step));
    keep_budget(history);
}

static StudioStep *take_last(StudioHistory *history)
{
    StudioStep *step = history->done[--history->done_count];
    count_size(history, step, 0);
    return step;
}

void studio_history_add(StudioHistory *history, StudioStep *step)
{
    clear(history->undone, &history->undone_count);
    put_last(history, step);
    history->is_merge_barred = step->is_sealed;
}

bool studio_history_merge(StudioHistory *history, const StudioStep *step)
{
    StudioStep *last = history->done[history->done_count - 1];
    if (!studio_step_absorb(last, step))
        return false;
    last->time = step->time;
    studio_step_tidy(last);
    count_size(history, last, studio_step_size(last));
    if (last->count > 0)
        return true;
    studio_step_destroy(take_last(history));
    history->is_merge_barred = true;
    return true;
}

void studio_history_undone(StudioHistory *history)
{
    StudioStep *step = take_last(history);
    studio_step_seal(step);
    history->undone[history->undone_count++] = step;
    history->is_merge_barred = true;
}

void studio_history_redone(StudioHistory *history)
{
    put_last(history, history->undone[--history->undone_count]);
    history->is_merge_barred = true;
}

const StudioStep *studio_history_undo_step(const StudioHistory *history)
{
    return history->done_count > 0 ? history->done[history->done_count - 1] : NULL;
}

const StudioStep *studio_history_redo_step(const StudioHistory *history)
{
    return history->undone_count > 0 ? history->undone[history->undone_count - 1] : NULL;
}

bool studio_history_has(const StudioHistory *history, const char *path)
{
    for (int i = 0; i < history->done_count; ++i)
        if (studio_step_has(history->done[i], path))
            return true;
    for (int i = 0; i < history->undone_count; ++i)
        if (studio_step_has(history->undone[i], path))
            return true;
    return history->open != NULL && studio_step_has(history->open, path);
}
