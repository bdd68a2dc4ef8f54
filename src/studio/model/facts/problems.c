// SPDX-License-Identifier: MIT
//
// Live lint.

#include "studio/model/facts/problems.h"

#include <stdlib.h>
#include <string.h>

/// A project of a million clips is not listed after every change, and they are not read.
static bool leave_many(const Studio *studio, StudioLint *lint)
{
    for (int i = 0; i < studio->many_count; ++i)
        if (!mieni_paths_add(&lint->many, studio->many[i].path))
            return false;
    for (int i = 0; i < studio->files.count && lint->many.count > 0; ++i) {
        const StudioFile *file = studio->files.items[i];
        if (studio_file_is_there(file) && !file->is_member && !mieni_paths_add(&lint->all, file->path))
            return false;
    }
    for (int i = 0; i < studio->others.count && lint->many.count > 0; ++i)
        if (!mieni_paths_add(&lint->all, studio->others.items[i]))
            return false;
    mieni_paths_sort(&lint->many);
    mieni_paths_sort(&lint->all);
    return true;
}

static bool wants_members(void *user, const char *asset)
{
    return !mieni_paths_has(&((const StudioLint *)user)->many, asset);
}

MienStatus studio_lint_begin(Studio *studio, const char *const *changed, int count, StudioLint **out_lint,
                             MieniProblem *problem)
{
    StudioLint *lint = calloc(1, sizeof *lint);
    int assets = 0;
    *out_lint = NULL;
    if (lint == NULL)
        return studio_no_memory(problem, "");
    for (int i = 0; i < studio->files.count; ++i)
        assets += studio_file_is_there(studio->files.items[i]);
    MienStatus status = studio_snapshot_make(&studio->files, &lint->snapshot, problem);
    if (status == MIEN_OK && !leave_many(studio, lint))
        status = studio_no_memory(problem, "");
    for (int i = 0; i < count && assets > STUDIO_LINT_WHOLE && status == MIEN_OK; ++i)
        if (!mieni_paths_add(&lint->changed, changed[i]))
            status = studio_no_memory(problem, changed[i]);
    if (status == MIEN_OK)
        *out_lint = lint;
    else
        studio_lint_destroy(lint);
    return status;
}

/// Whether a text names one of the files: a search among its bytes is enough, and quick.
static bool names_any(const MieniBuffer *text, const MieniPaths *files)
{
    for (int i = 0; i < files->count; ++i)
        if (strstr(text->bytes, files->items[i]) != NULL)
            return true;
    return false;
}

/// Adds all that names one of the files, or names what does, to them.
static MienStatus add_dependents(const StudioLint *lint, MieniPaths *files, MieniProblem *problem)
{
    const MieniProject *project = &lint->snapshot->project;
    enum { STEPS = 4 }; // a character, its graph, that one's parent, a pose asset
    MieniPaths listed = {0}, next = {0};
    MienStatus status = lint->many.count == 0 ? mieni_project_files(project, &listed, problem) : MIEN_OK;
    const MieniPaths all = lint->many.count == 0 ? listed : lint->all;
    for (int step = 0; step < STEPS && status == MIEN_OK; ++step) {
        const int before = files->count;
        for (int i = 0; i < all.count && status == MIEN_OK; ++i) {
            MieniBuffer text = {0};
            if (mieni_asset_kind_of_path(all.items[i]) == MIENI_ASSET_NONE ||
                mieni_paths_has(files, all.items[i]) ||
                mieni_project_read(project, all.items[i], &text, NULL) != MIEN_OK)
                continue; // what cannot be read is told by lint
            if (names_any(&text, files) && !mieni_paths_add(&next, all.items[i]))
                status = mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory");
            mieni_buffer_release(&text);
        }
        for (int i = 0; i < next.count && status == MIEN_OK; ++i)
            if (!mieni_paths_add(files, next.items[i]))
                status = MIEN_ERROR_MEMORY;
        mieni_paths_release(&next);
        mieni_paths_sort(files);
        if (files->count == before)
            break;
    }
    mieni_paths_release(&listed);
    return status;
}

/// Those of the changed files that are still there: lint has nothing to say of others.
static MienStatus begin_files(StudioLint *lint)
{
    for (int i = 0; i < lint->changed.count; ++i)
        if (!mieni_paths_add(&lint->files, lint->changed.items[i]))
            return MIEN_ERROR_MEMORY;
    mieni_paths_sort(&lint->files);
    return add_dependents(lint, &lint->files, &lint->problem);
}

void studio_lint_run(StudioLint *lint)
{
    const MieniProject *project = &lint->snapshot->project;
    MieniLintOptions options = {.level = MIENI_LINT_INFO};
    options.off[MIENI_LINT_STALE_PACK] = true;
    if (lint->many.count > 0) {
        options.all_files = &lint->all;
        options.wants_members = wants_members;
        options.user = lint;
    }
    if (lint->changed.count > 0)
        lint->status = begin_files(lint);
    const char **there = calloc((size_t)lint->files.count + 1, sizeof *there);
    if (there == NULL)
        lint->status = MIEN_ERROR_MEMORY;
    for (int i = 0; there != NULL && i < lint->files.count; ++i)
        if (mieni_project_exists(project, lint->files.items[i]))
            there[options.file_count++] = lint->files.items[i];
    options.files = there;
    if (lint->status == MIEN_OK && (options.file_count > 0 || lint->changed.count == 0))
        lint->status = mieni_lint(project, &options, &lint->report, &lint->problem);
    free(there);
}

void studio_lint_destroy(StudioLint *lint)
{
    if (lint == NULL)
        return;
    mieni_lint_report_release(&lint->report);
    mieni_paths_release(&lint->changed);
    mieni_paths_release(&lint->files);
    mieni_paths_release(&lint->all);
    mieni_paths_release(&lint->many);
    studio_snapshot_destroy(lint->snapshot);
    free(lint);
}

static void drop(StudioLint *lint)
{
    if (--lint->holders == 0)
        studio_lint_destroy(lint);
}

static int compare(const void *a, const void *b)
{
    const MieniFinding *x = ((const StudioProblem *)a)->finding, *y = ((const StudioProblem *)b)->finding;
    const int order = strcmp(x->file, y->file);
    if (order != 0)
        return order;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return (x->code > y->code) - (x->code < y->code);
}

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/// Whether two diagnostics are one, told by two reports.
static bool is_same(const MieniFinding *a, const MieniFinding *b)
{
    bool is_same = a->code == b->code && a->severity == b->severity && a->line == b->line &&
                   a->fix_kind == b->fix_kind && a->name_count == b->name_count && a->is_rest == b->is_rest &&
                   is_same_text(a->file, b->file) && is_same_text(a->place, b->place) &&
                   is_same_text(a->message, b->message) && is_same_text(a->fix, b->fix) &&
                   is_same_text(a->member, b->member);
    for (int i = 0; i < a->name_count && is_same; ++i)
        is_same = is_same_text(a->names[i], b->names[i]);
    is_same = is_same && a->rename_count == b->rename_count;
    for (int i = 0; i < a->rename_count && is_same; ++i)
        is_same = is_same_text(a->renames[i].from, b->renames[i].from) &&
                  is_same_text(a->renames[i].to, b->renames[i].to);
    return is_same;
}

static bool is_same_list(const StudioProblems *problems, const StudioProblem *items, int count)
{
    bool is_all = problems->count == count;
    for (int i = 0; i < count && is_all; ++i)
        is_all = is_same(problems->items[i].finding, items[i].finding);
    return is_all;
}

static bool is_replaced(const StudioLint *lint, const StudioProblem *old)
{
    return lint->files.count == 0 || mieni_paths_has(&lint->files, old->finding->file);
}

MienStatus studio_problems_take(StudioProblems *problems, StudioLint *lint, MieniProblem *problem)
{
    const int room = problems->count + lint->report.count;
    StudioProblem *items = calloc((size_t)room + 1, sizeof *items);
    int count = 0;
    if (items == NULL || lint->status != MIEN_OK) {
        const MienStatus status = items == NULL ? MIEN_ERROR_MEMORY : lint->status;
        if (items == NULL)
            studio_no_memory(problem, "");
        else if (problem != NULL)
            *problem = lint->problem;
        free(items);
        studio_lint_destroy(lint);
        return status;
    }
    lint->holders = 1; // ours, while the list changes
    for (int i = 0; i < problems->count; ++i)
        if (!is_replaced(lint, &problems->items[i]))
            items[count++] = problems->items[i];
    for (int i = 0; i < lint->report.count; ++i) {
        items[count++] = (StudioProblem){&lint->report.items[i], lint};
        ++lint->holders;
    }
    qsort(items, (size_t)count, sizeof *items, compare);
    const int revision = problems->revision + !is_same_list(problems, items, count);
    for (int i = 0; i < problems->count; ++i) {
        StudioLint *old = problems->items[i].lint;
        if (is_replaced(lint, &problems->items[i]))
            drop(old);
    }
    free(problems->items);
    *problems = (StudioProblems){.items = items, .count = count, .room = room, .revision = revision};
    for (int i = 0; i < count; ++i)
        ++problems->counts[items[i].finding->severity];
    drop(lint);
    return MIEN_OK;
}

void studio_problems_release(StudioProblems *problems)
{
    for (int i = 0; i < problems->count; ++i)
        drop(problems->items[i].lint);
    free(problems->items);
    *problems = (StudioProblems){0};
}
