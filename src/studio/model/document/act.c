// SPDX-License-Identifier: MIT
//
// Changes to an open project: steps, undo, redo, groups. Everything that can fail comes first; then
// files, history, journal and listeners follow in this order.

#include "studio/model/document/studio.h"

#include <stdlib.h>
#include <string.h>

/// Tells the listener about files, whose paths a function gives.
static void tell(const Studio *studio, const StudioEvent *event)
{
    if (studio->options.listener != NULL)
        studio->options.listener(studio->options.user, event);
}

void studio_emit(const Studio *studio, StudioEventKind kind, const StudioStep *step, bool is_undo)
{
    StudioEvent event = {.kind = kind, .is_undo = is_undo, .label = step != NULL ? step->label : NULL};
    const char **paths = NULL;
    if (studio->options.listener == NULL)
        return;
    if (step != NULL && step->count > 0) {
        paths = malloc(sizeof *paths * (size_t)step->count);
        for (int i = 0; paths != NULL && i < step->count; ++i)
            paths[event.path_count++] = step->changes[i].path;
    }
    event.paths = paths;
    tell(studio, &event);
    free(paths);
}

void studio_emit_paths(const Studio *studio, StudioEventKind kind, const MieniPaths *paths)
{
    if (paths->count > 0)
        tell(studio, &(StudioEvent){.kind = kind,
                                    .paths = (const char *const *)paths->items,
                                    .path_count = paths->count});
}

/// Appends to the journal; the first time that fails is told.
static void write_down(Studio *studio, StudioRecordKind kind, const StudioStep *step, bool is_back)
{
    const bool had_failed = studio->journal.has_failed && studio->journal.descriptor >= 0;
    studio_journal_append(&studio->journal, kind, step, is_back);
    if (studio->journal.has_failed && !had_failed)
        studio_emit(studio, STUDIO_EVENT_JOURNAL, NULL, false);
    if (studio->journal.descriptor < 0)
        studio->journal.has_failed = false; // told once
}

/// Files become what the step says; they are known, and nothing can fail.
static void set_files(Studio *studio, const StudioStep *step)
{
    for (int i = 0; i < step->count; ++i)
        studio_file_set(&studio->files, studio_files_find(&studio->files, step->changes[i].path),
                        step->changes[i].after);
}

static void tell_step(const Studio *studio, const StudioStep *step, bool is_undo)
{
    studio_emit(studio, STUDIO_EVENT_CHANGED, step, is_undo);
    studio_emit(studio, STUDIO_EVENT_HISTORY, NULL, is_undo);
}

static MienStatus refuse_writing(const Studio *studio, MieniProblem *problem)
{
    return mieni_problem_set(problem, "", MIEN_ERROR_ARGUMENT, mieni_nowhere(), "%s",
                             studio->read_only_reason);
}

/// A step of its own, or part of the last one.
static MienStatus commit_alone(Studio *studio, StudioStep *step, MieniProblem *problem)
{
    StudioHistory *history = &studio->history;
    const bool merges = studio_history_merges(history, step->key, step->time);
    if (merges ? !studio_history_merge(history, step) : !studio_history_reserve(history)) {
        studio_step_destroy(step);
        return studio_no_memory(problem, "");
    }
    set_files(studio, step);
    write_down(studio, merges ? STUDIO_RECORD_MERGED : STUDIO_RECORD_STEP, step, false);
    if (!merges)
        studio_history_add(history, step);
    tell_step(studio, step, false);
    if (merges)
        studio_step_destroy(step);
    return MIEN_OK;
}

/// One of many clips has no asset of its own that could be changed.
static MienStatus refuse_member(const char *path, MieniProblem *problem)
{
    return mieni_problem_set(
        problem, path, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
        "This clip is part of a clip collection; change its source file or the collection");
}

static const char *find_member(const Studio *studio, const StudioStep *step)
{
    for (int i = 0; i < step->count; ++i) {
        const StudioFile *file = studio_files_find(&studio->files, step->changes[i].path);
        if (file != NULL && file->is_member)
            return file->path;
    }
    return NULL;
}

MienStatus studio_commit(Studio *studio, StudioStep *step, MieniProblem *problem)
{
    studio_step_tidy(step);
    const char *member = find_member(studio, step);
    if (member != NULL) {
        studio_step_destroy(step);
        return refuse_member(member, problem);
    }
    if (step->count == 0 || studio->is_read_only) {
        const bool is_idle = step->count == 0;
        studio_step_destroy(step);
        return is_idle ? MIEN_OK : refuse_writing(studio, problem);
    }
    if (studio->history.depth == 0)
        return commit_alone(studio, step, problem);
    const bool is_absorbed = studio_step_absorb(studio->history.open, step);
    if (is_absorbed) {
        set_files(studio, step);
        studio_emit(studio, STUDIO_EVENT_CHANGED, step, false);
    }
    studio_step_destroy(step);
    return is_absorbed ? MIEN_OK : studio_no_memory(problem, "");
}

static MienStatus nothing_to(MieniProblem *problem, const char *sentence)
{
    return mieni_problem_set(problem, "", MIEN_ERROR_ARGUMENT, mieni_nowhere(), "%s", sentence);
}

/// Undoes the last step, or does the last that was undone again.
static MienStatus go(Studio *studio, bool is_back, MieniProblem *problem)
{
    StudioHistory *history = &studio->history;
    const StudioStep *step = is_back ? studio_history_undo_step(history) : studio_history_redo_step(history);
    if (studio->is_read_only)
        return refuse_writing(studio, problem);
    if (history->depth > 0)
        return nothing_to(problem, "An edit is in progress");
    if (step == NULL)
        return nothing_to(problem, is_back ? "Nothing to undo" : "Nothing to redo");
    if (!studio_history_reserve(history))
        return studio_no_memory(problem, "");
    const MienStatus status = studio_step_go(step, &studio->files, is_back, problem);
    if (status != MIEN_OK)
        return status;
    write_down(studio, is_back ? STUDIO_RECORD_UNDONE : STUDIO_RECORD_REDONE, step, is_back);
    if (is_back)
        studio_history_undone(history);
    else
        studio_history_redone(history);
    tell_step(studio, step, true);
    return MIEN_OK;
}

MienStatus studio_undo(Studio *studio, MieniProblem *problem) { return go(studio, true, problem); }
MienStatus studio_redo(Studio *studio, MieniProblem *problem) { return go(studio, false, problem); }

const char *studio_undo_label(const Studio *studio)
{
    const StudioStep *step = studio_history_undo_step(&studio->history);
    return step != NULL ? step->label : NULL;
}

const char *studio_redo_label(const Studio *studio)
{
    const StudioStep *step = studio_history_redo_step(&studio->history);
    return step != NULL ? step->label : NULL;
}

MienStatus studio_group_begin(Studio *studio, const char *label, MieniProblem *problem)
{
    StudioHistory *history = &studio->history;
    if (history->depth == 0) {
        history->open = studio_step_make(label, NULL, studio_now(studio));
        if (history->open == NULL)
            return studio_no_memory(problem, "");
    }
    ++history->depth;
    return MIEN_OK;
}

MienStatus studio_group_end(Studio *studio, MieniProblem *problem)
{
    StudioHistory *history = &studio->history;
    StudioStep *step = history->open;
    if (history->depth == 0)
        return nothing_to(problem, "No edit group is open");
    if (history->depth == 1 && !studio_history_reserve(history))
        return studio_no_memory(problem, "");
    if (--history->depth > 0)
        return MIEN_OK;
    history->open = NULL;
    studio_step_tidy(step);
    if (step->count == 0) {
        studio_step_destroy(step);
        return MIEN_OK;
    }
    step->time = studio_now(studio);
    write_down(studio, STUDIO_RECORD_STEP, step, false);
    studio_history_add(history, step);
    studio_emit(studio, STUDIO_EVENT_HISTORY, NULL, false);
    return MIEN_OK;
}

MienStatus studio_group_rewind(Studio *studio, MieniProblem *problem)
{
    StudioHistory *history = &studio->history;
    if (history->depth == 0)
        return nothing_to(problem, "No edit group is open");
    StudioStep *fresh = studio_step_make(history->open->label, NULL, history->open->time);
    if (fresh == NULL)
        return studio_no_memory(problem, "");
    const MienStatus status = studio_step_go(history->open, &studio->files, true, problem);
    StudioStep *gone = status == MIEN_OK ? history->open : fresh;
    if (status == MIEN_OK) {
        studio_emit(studio, STUDIO_EVENT_CHANGED, history->open, false);
        history->open = fresh;
    }
    studio_step_destroy(gone);
    return status;
}

MienStatus studio_group_cancel(Studio *studio, MieniProblem *problem)
{
    StudioHistory *history = &studio->history;
    const MienStatus status = studio_group_rewind(studio, problem);
    if (status != MIEN_OK)
        return status;
    studio_step_destroy(history->open);
    history->open = NULL;
    history->depth = 0;
    return MIEN_OK;
}
