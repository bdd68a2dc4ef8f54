// SPDX-License-Identifier: MIT
//
// Diagnostics: collected, sorted, released.

#include "project/lint/run.h"

#include "base/json_memory.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool mieni_lint_wants(const MieniLint *lint, MieniLintCode code)
{
    return !lint->off[code] && mieni_lint_info(code)->severity >= lint->options->level;
}

const char *mieni_lint_text(MieniLint *lint, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    va_list again;
    va_copy(again, args);
    const int size = vsnprintf(NULL, 0, format, args);
    char *text = mieni_json_take(&lint->report->memory, (size_t)(size > 0 ? size : 0) + 1, 1);
    if (text != NULL)
        vsnprintf(text, (size_t)size + 1, format, again);
    va_end(again);
    va_end(args);
    return text != NULL ? text : "";
}

const char *mieni_lint_list(MieniLint *lint, const char *const *names, int count, int most)
{
    const int shown = count > most ? most : count;
    MieniTextOut out = {0};
    mieni_text_put(&out, "");
    for (int i = 0; i < shown; ++i)
        mieni_text_putf(&out, "%s%s", i == 0 ? "" : i == count - 1 ? " and " : ", ", names[i]);
    if (shown < count)
        mieni_text_putf(&out, " and %d more", count - shown);
    if (out.is_out_of_memory)
        lint->status = MIEN_ERROR_MEMORY;
    const char *text = mieni_lint_text(lint, "%s", out.bytes != NULL ? out.bytes : "");
    mieni_text_release(&out);
    return text;
}

/// How often a code was found in a file.
typedef struct Tally {
    struct Tally *next;
    int count;
    int last; ///< The finding that stands for those that are not listed.
} Tally;

static Tally *find_tally(MieniLint *lint, MieniLintCode code, const char *file)
{
    char key[MIENI_PATH_ROOM + 8];
    snprintf(key, sizeof key, "%d %s", (int)code, file);
    Tally *tally = mieni_name_map_get(&lint->tallies, key);
    if (tally == NULL) {
        tally = mieni_arena_take(&lint->arena, 1, sizeof *tally);
        if (tally == NULL || !mieni_name_map_add(&lint->tallies, key, tally)) {
            lint->status = MIEN_ERROR_MEMORY;
            return NULL;
        }
        tally->next = lint->first_tally;
        lint->first_tally = tally;
    }
    return tally;
}

/// Counts a finding; false if there are enough of its kind.
static bool count_finding(MieniLint *lint, MieniLintCode code, const char *file)
{
    Tally *tally = find_tally(lint, code, file);
    if (tally == NULL)
        return false;
    if (++tally->count == MIENI_LINT_MOST)
        tally->last = lint->report->count;
    return tally->count <= MIENI_LINT_MOST;
}

bool mieni_lint_is_full(MieniLint *lint, MieniLintCode code, const char *file)
{
    Tally *tally = find_tally(lint, code, file);
    const bool is_full = tally != NULL && tally->count >= MIENI_LINT_MOST;
    if (is_full)
        ++tally->count;
    return is_full;
}

void mieni_lint_close_tallies(MieniLint *lint)
{
    for (const Tally *at = lint->first_tally; at != NULL; at = at->next)
        if (at->count > MIENI_LINT_MOST) {
            MieniFinding *finding = &lint->report->items[at->last];
            finding->message =
                mieni_lint_text(lint, "%d more diagnostics of this kind in this file are not listed.",
                                at->count - MIENI_LINT_MOST + 1);
            finding->place = "";
            finding->line = finding->name_count = finding->rename_count = 0;
            finding->is_rest = true;
        }
    mieni_name_map_release(&lint->tallies);
}

MieniFinding *mieni_lint_add(MieniLint *lint, MieniLintCode code, MieniLintSeverity severity,
                             const char *file, int line, const char *place, const char *message)
{
    MieniLintReport *report = lint->report;
    if (lint->off[code] || severity < lint->options->level || !count_finding(lint, code, file))
        return NULL;
    if (report->count == report->room) {
        const int room = report->room > 0 ? 2 * report->room : 64;
        MieniFinding *items = realloc(report->items, sizeof *items * (size_t)room);
        if (items == NULL) {
            lint->status = MIEN_ERROR_MEMORY;
            return NULL;
        }
        report->items = items;
        report->room = room;
    }
    MieniFinding *finding = &report->items[report->count++];
    *finding = (MieniFinding){.code = code,
                              .severity = severity,
                              .file = mieni_lint_text(lint, "%s", file),
                              .line = line,
                              .place = mieni_lint_text(lint, "%s", place),
                              .message = mieni_lint_text(lint, "%s", message)};
    ++report->counts[severity];
    return finding;
}

MieniFinding *mieni_lint_say(MieniLint *lint, MieniLintCode code, const char *file, const MieniJson *at,
                             const char *place, const char *name, const char *message)
{
    MieniFinding *finding = mieni_lint_add(lint, code, mieni_lint_info(code)->severity, file,
                                           at != NULL ? at->line : 0, place, message);
    if (name != NULL)
        mieni_lint_name(lint, finding, &name, 1);
    return finding;
}

void mieni_lint_name(MieniLint *lint, MieniFinding *finding, const char *const *names, int count)
{
    if (finding == NULL)
        return;
    const char **all = mieni_json_take(&lint->report->memory,
                                       sizeof *all * (size_t)(finding->name_count + count), sizeof *all);
    if (all == NULL)
        return;
    if (finding->name_count > 0)
        memcpy(all, finding->names, sizeof *all * (size_t)finding->name_count);
    for (int i = 0; i < count; ++i)
        all[finding->name_count + i] = mieni_lint_text(lint, "%s", names[i]);
    finding->names = all;
    finding->name_count += count;
}

void mieni_lint_mean(MieniLint *lint, MieniFinding *finding, const char *from, const char *to)
{
    if (finding == NULL)
        return;
    MieniLintRename *all = mieni_json_take(&lint->report->memory,
                                           sizeof *all * (size_t)(finding->rename_count + 1), sizeof *all);
    if (all == NULL)
        return;
    if (finding->rename_count > 0)
        memcpy(all, finding->renames, sizeof *all * (size_t)finding->rename_count);
    all[finding->rename_count++] =
        (MieniLintRename){mieni_lint_text(lint, "%s", from), mieni_lint_text(lint, "%s", to)};
    finding->renames = all;
}

void mieni_lint_unreadable(MieniLint *lint, const MieniProblem *problem)
{
    const MienError *error = &problem->error;
    int line = 0;
    const char *place = error->location, *file = problem->file[0] != '\0' ? problem->file : ".";
    if (error->status == MIEN_ERROR_MEMORY || error->status == MIEN_ERROR_CANCELLED) {
        lint->status = MIEN_ERROR_MEMORY; // the budget knows which of both
        return;
    }
    if (!mieni_name_map_add(&lint->unreadable, file, NULL))
        return;
    lint->report->is_unreadable = true;
    if (strncmp(place, "line ", 5) == 0) { // "line 12, poses[3].name"
        line = atoi(place + 5);
        place = strchr(place, ',') != NULL ? strchr(place, ',') + 2 : "";
    }
    MieniFinding *finding =
        mieni_lint_add(lint, MIENI_LINT_UNREADABLE, MIENI_LINT_ERROR, file, line, place, error->message);
    mieni_lint_name(lint, finding, &file, 1);
}

void mieni_lint_release(MieniLint *lint, MieniArena *scratch)
{
    if (scratch->is_out_of_memory)
        lint->status = MIEN_ERROR_MEMORY;
    mieni_arena_release(scratch);
}

void mieni_lint_report_release(MieniLintReport *report)
{
    free(report->items);
    mieni_json_release(&report->memory);
    *report = (MieniLintReport){0};
}
