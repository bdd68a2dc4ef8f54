// SPDX-License-Identifier: MIT
//
// Applies and reverts steps.

#include "studio/model/document/step.h"

#include <stdlib.h>
#include <string.h>

static char *copy_text(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

StudioStep *studio_step_make(const char *label, const char *key, int64_t time)
{
    StudioStep *step = calloc(1, sizeof *step);
    if (step == NULL)
        return NULL;
    step->time = time;
    step->label = copy_text(label);
    step->key = key != NULL ? copy_text(key) : NULL;
    if (step->label != NULL && (key == NULL || step->key != NULL))
        return step;
    studio_step_destroy(step);
    return NULL;
}

static void release_change(StudioChange *change)
{
    free(change->path);
    studio_text_drop(change->before);
    studio_text_drop(change->after);
    studio_splice_release(&change->splice);
}

void studio_step_destroy(StudioStep *step)
{
    if (step == NULL)
        return;
    for (int i = 0; i < step->count; ++i)
        release_change(&step->changes[i]);
    free(step->changes);
    free(step->label);
    free(step->key);
    free(step);
}

/// Where a path is among the changes, or belongs.
static int search_change(const StudioStep *step, const char *path)
{
    int low = 0, high = step->count;
    if (high > 0 && strcmp(step->changes[high - 1].path, path) < 0)
        return high; // most come in order
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (strcmp(step->changes[middle].path, path) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static StudioChange *find_change(const StudioStep *step, const char *path)
{
    const int at = search_change(step, path);
    return at < step->count && strcmp(step->changes[at].path, path) == 0 ? &step->changes[at] : NULL;
}

/// A new change, with its path.
static StudioChange *add_change(StudioStep *step, const char *path)
{
    const int at = search_change(step, path);
    if (step->count == step->room) {
        const int room = step->room > 0 ? 2 * step->room : 4;
        StudioChange *changes = realloc(step->changes, sizeof *changes * (size_t)room);
        if (changes == NULL)
            return NULL;
        step->changes = changes;
        step->room = room;
    }
    char *copy = copy_text(path);
    if (copy == NULL)
        return NULL;
    StudioChange *change = &step->changes[at];
    memmove(change + 1, change, sizeof *change * (size_t)(step->count++ - at));
    *change = (StudioChange){.path = copy};
    return change;
}

bool studio_step_note(StudioStep *step, const char *path, StudioText *before, StudioText *after)
{
    StudioChange *change = find_change(step, path);
    if (change == NULL) {
        change = add_change(step, path);
        if (change == NULL)
            return false;
        change->before = studio_text_hold(before);
        change->was_there = before != NULL;
        change->hash_before = studio_text_hash(before);
    }
    StudioText *dropped = change->after;
    change->after = studio_text_hold(after);
    studio_text_drop(dropped);
    change->is_there = after != NULL;
    change->hash_after = studio_text_hash(after);
    return true;
}

bool studio_step_absorb(StudioStep *step, const StudioStep *next)
{
    // First room for all, with changes that change nothing; then nothing can fail.
    for (int i = 0; i < next->count; ++i) {
        const StudioChange *change = &next->changes[i];
        if (!studio_step_has(step, change->path) &&
            !studio_step_note(step, change->path, change->before, change->before)) {
            studio_step_tidy(step);
            return false;
        }
    }
    for (int i = 0; i < next->count; ++i)
        studio_step_note(step, next->changes[i].path, next->changes[i].before, next->changes[i].after);
    return true;
}

bool studio_step_note_splice(StudioStep *step, const StudioChange *change)
{
    StudioChange *made = add_change(step, change->path);
    if (made == NULL)
        return false;
    char *path = made->path;
    *made = *change;
    made->path = path;
    made->before = made->after = NULL;
    step->is_sealed = true;
    return true;
}

void studio_step_tidy(StudioStep *step)
{
    int kept = 0;
    for (int i = 0; i < step->count; ++i)
        if (studio_text_same(step->changes[i].before, step->changes[i].after))
            release_change(&step->changes[i]);
        else
            step->changes[kept++] = step->changes[i];
    step->count = kept;
}

void studio_step_seal(StudioStep *step)
{
    if (step->is_sealed)
        return;
    for (int i = 0; i < step->count; ++i)
        if (!studio_splice_make(&step->changes[i].splice, step->changes[i].before, step->changes[i].after)) {
            while (i-- > 0)
                studio_splice_release(&step->changes[i].splice);
            return;
        }
    for (int i = 0; i < step->count; ++i) {
        studio_text_drop(step->changes[i].before);
        studio_text_drop(step->changes[i].after);
        step->changes[i].before = step->changes[i].after = NULL;
    }
    step->is_sealed = true;
}

static MienStatus does_not_fit(MieniProblem *problem, const char *path, MienStatus status)
{
    return mieni_problem_set(problem, path, status, mieni_nowhere(), "%s",
                             status == MIEN_ERROR_MEMORY ? "Out of memory"
                                                         : "The file changed after this step");
}

/// The text on the other side of a change, held. Needs a known file.
static MienStatus other_side(const StudioStep *step, const StudioChange *change, const StudioFiles *files,
                             bool is_back, StudioText **out_text)
{
    const StudioFile *file = studio_files_find(files, change->path);
    const bool is_there = is_back ? change->was_there : change->is_there;
    *out_text = NULL;
    if (file == NULL || !file->is_known ||
        studio_text_hash(file->now) != (is_back ? change->hash_after : change->hash_before))
        return MIEN_ERROR_DATA;
    if (!is_there)
        return MIEN_OK;
    if (step->is_sealed)
        return studio_splice_apply(&change->splice, file->now, is_back, out_text);
    *out_text = studio_text_hold(is_back ? change->before : change->after);
    return MIEN_OK;
}

MienStatus studio_step_go(const StudioStep *step, StudioFiles *files, bool is_back, MieniProblem *problem)
{
    StudioText **texts = calloc((size_t)step->count + 1, sizeof *texts);
    MienStatus status = texts != NULL ? MIEN_OK : does_not_fit(problem, "", MIEN_ERROR_MEMORY);
    for (int i = 0; i < step->count && status == MIEN_OK; ++i) {
        status = other_side(step, &step->changes[i], files, is_back, &texts[i]);
        if (status != MIEN_OK)
            does_not_fit(problem, step->changes[i].path, status);
    }
    for (int i = 0; i < step->count && status == MIEN_OK; ++i)
        studio_file_set(files, studio_files_find(files, step->changes[i].path), texts[i]);
    for (int i = 0; texts != NULL && i < step->count; ++i)
        studio_text_drop(texts[i]);
    free(texts);
    return status;
}

bool studio_step_has(const StudioStep *step, const char *path) { return find_change(step, path) != NULL; }

size_t studio_step_size(const StudioStep *step)
{
    size_t size = sizeof *step + strlen(step->label) + sizeof *step->changes * (size_t)step->room;
    for (int i = 0; i < step->count; ++i) {
        const StudioChange *change = &step->changes[i];
        size += strlen(change->path) + 1;
        if (step->is_sealed)
            size += change->splice.removed_size + change->splice.inserted_size;
        else
            size += (change->before != NULL ? change->before->size : 0) +
                    (change->after != NULL ? change->after->size : 0);
    }
    return size;
}
