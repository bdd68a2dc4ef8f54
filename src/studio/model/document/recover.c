// SPDX-License-Identifier: MIT
//
// Every record identifies the texts before and after it by their hashes, so the records of a
// file form a chain of texts. The text on disk is found in this chain, so an interrupted save
// loses nothing: the chain is followed back to its start, because splices work both ways, and
// then all steps are applied again.

#define _XOPEN_SOURCE 700 // unlink

#include "studio/model/document/recover.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// What happened to one file.
typedef struct StudioChain {
    const char *path;
    const StudioChange **links; ///< In order; those of all chains lie in one block, which the first owns.
    int count;
    uint64_t state;   ///< Of the text as of now, while looking for what is possible.
    bool has_base;    ///< It is followed from its beginning, which is not where the file is.
    StudioText *base; ///< That beginning; NULL: the file was not there.
} StudioChain;

typedef struct Link {
    const StudioChange *change;
    int record;
} Link;

static int compare_links(const void *a, const void *b)
{
    const Link *x = a, *y = b;
    const int order = strcmp(x->change->path, y->change->path);
    return order != 0 ? order : (x->record > y->record) - (x->record < y->record);
}

/// Sorts the changes of all records by file. False if out of memory.
static bool make_chains(StudioRecovery *recovery)
{
    const StudioRecords *records = &recovery->records;
    size_t count = 0, at = 0;
    for (int i = 0; i < records->count; ++i)
        count += (size_t)records->items[i].step->count;
    Link *links = calloc(count + 1, sizeof *links);
    const StudioChange **sorted = calloc(count + 1, sizeof *sorted);
    recovery->chains = calloc(count + 1, sizeof *recovery->chains);
    if (links == NULL || sorted == NULL || recovery->chains == NULL) {
        free(links);
        free(sorted);
        free(recovery->chains);
        recovery->chains = NULL;
        return false;
    }
    for (int i = 0; i < records->count; ++i)
        for (int c = 0; c < records->items[i].step->count; ++c)
            links[at++] = (Link){&records->items[i].step->changes[c], i};
    qsort(links, count, sizeof *links, compare_links);
    recovery->chains[0].links = sorted; // owned here even if there is no chain
    for (size_t i = 0; i < count; ++i) {
        sorted[i] = links[i].change;
        StudioChain *chain = &recovery->chains[recovery->chain_count];
        if (i == 0 || strcmp(links[i].change->path, links[i - 1].change->path) != 0)
            *chain = (StudioChain){.path = sorted[i]->path, .links = &sorted[i]};
        ++chain->count;
        if (i + 1 == count || strcmp(links[i].change->path, links[i + 1].change->path) != 0)
            ++recovery->chain_count;
    }
    free(links);
    return true;
}

static int compare_chain(const void *key, const void *chain)
{
    return strcmp(key, ((const StudioChain *)chain)->path);
}

static StudioChain *find_chain(const StudioRecovery *recovery, const char *path)
{
    return bsearch(path, recovery->chains, (size_t)recovery->chain_count, sizeof *recovery->chains,
                   compare_chain);
}

/// How many links lead to this text, the latest way there; -1 if none does.
static int place_of(const StudioChain *chain, uint64_t hash)
{
    for (int i = chain->count; i > 0; --i)
        if (chain->links[i - 1]->hash_after == hash)
            return i;
    return chain->links[0]->hash_before == hash ? 0 : -1;
}

/// Follows a chain back to its beginning from where the file is. Leaves the chain without
/// a base if it is broken.
static MienStatus find_base(StudioChain *chain, StudioText *text, int place)
{
    studio_text_hold(text);
    for (int i = place - 1; i >= 0; --i) {
        const StudioChange *change = chain->links[i];
        StudioText *earlier = NULL;
        MienStatus status = studio_text_hash(text) == change->hash_after ? MIEN_OK : MIEN_ERROR_DATA;
        if (status == MIEN_OK && change->was_there)
            status = studio_splice_apply(&change->splice, text, true, &earlier);
        studio_text_drop(text);
        text = earlier;
        if (status == MIEN_OK && studio_text_hash(text) != change->hash_before)
            status = MIEN_ERROR_DATA;
        if (status != MIEN_OK) {
            studio_text_drop(text);
            return status == MIEN_ERROR_MEMORY ? status : MIEN_OK;
        }
    }
    chain->has_base = true;
    chain->base = text;
    chain->state = studio_text_hash(text);
    return MIEN_OK;
}

/// Where each file is in its chain.
static MienStatus place_chains(Studio *studio, StudioRecovery *recovery, bool *out_is_pending,
                               MieniProblem *problem)
{
    *out_is_pending = false;
    for (int i = 0; i < recovery->chain_count; ++i) {
        StudioChain *chain = &recovery->chains[i];
        StudioFile *file = studio_files_add(&studio->files, chain->path);
        MienStatus status =
            file != NULL ? studio_file_know(&studio->files, file, problem) : studio_no_memory(problem, "");
        if (status != MIEN_OK)
            return status;
        chain->state = studio_text_hash(file->now);
        const int place = place_of(chain, chain->state);
        *out_is_pending = *out_is_pending || place != chain->count;
        if (place > 0 && !studio_file_is_edited(file))
            status = find_base(chain, file->now, place);
        if (status != MIEN_OK)
            return studio_no_memory(problem, chain->path);
    }
    return MIEN_OK;
}

/// Which records can be done again, one after another.
static bool judge_items(StudioRecovery *recovery)
{
    const StudioRecords *records = &recovery->records;
    recovery->items = calloc((size_t)records->count + 1, sizeof *recovery->items);
    if (recovery->items == NULL)
        return false;
    for (int i = 0; i < records->count; ++i) {
        const StudioStep *step = records->items[i].step;
        StudioRecoveryItem *item = &recovery->items[recovery->count++];
        const StudioRecordKind kind = records->items[i].kind;
        const bool is_own = kind == STUDIO_RECORD_STEP || kind == STUDIO_RECORD_MERGED; // the step's time
        *item = (StudioRecoveryItem){step->label, is_own ? step->time : 0, kind, true, NULL};
        for (int c = 0; c < step->count && item->is_possible; ++c)
            if (find_chain(recovery, step->changes[c].path)->state != step->changes[c].hash_before) {
                item->is_possible = false;
                item->lost_by = step->changes[c].path;
            }
        for (int c = 0; c < step->count && item->is_possible; ++c)
            find_chain(recovery, step->changes[c].path)->state = step->changes[c].hash_after;
        recovery->possible_count += item->is_possible;
    }
    return true;
}

static MienStatus read_records(const char *path, StudioRecords *out_records, MieniProblem *problem)
{
    MieniBuffer buffer;
    *out_records = (StudioRecords){0};
    if (!mieni_file_exists(path))
        return MIEN_OK;
    MienStatus status = mieni_file_read(path, &buffer, problem);
    if (status == MIEN_OK)
        status = studio_records_read(out_records, buffer.bytes, buffer.size);
    mieni_buffer_release(&buffer);
    return status == MIEN_ERROR_MEMORY ? studio_no_memory(problem, path) : status;
}

/// Records of a file into a recovery, with what is possible of them.
static MienStatus fill(Studio *studio, StudioRecovery *recovery, bool *out_is_pending, MieniProblem *problem)
{
    recovery->is_torn = recovery->records.is_torn;
    if (!make_chains(recovery))
        return studio_no_memory(problem, "");
    const MienStatus status = place_chains(studio, recovery, out_is_pending, problem);
    if (status != MIEN_OK)
        return status;
    return judge_items(recovery) ? MIEN_OK : studio_no_memory(problem, "");
}

static void release(StudioRecovery *recovery)
{
    for (int i = 0; i < recovery->chain_count; ++i)
        studio_text_drop(recovery->chains[i].base);
    if (recovery->chains != NULL)
        free(recovery->chains[0].links);
    free(recovery->chains);
    free(recovery->items);
    studio_records_release(&recovery->records);
}

/// What both journals have, one after the other, as bytes.
static void put_both(MieniTextOut *out, const StudioRecords *first, const StudioRecords *second)
{
    studio_journal_put_head(out);
    for (int i = 0; i < first->count; ++i)
        studio_record_put(out, first->items[i].kind, first->items[i].step, false);
    for (int i = 0; i < second->count; ++i)
        studio_record_put(out, second->items[i].kind, second->items[i].step, false);
}

MienStatus studio_recover_look(Studio *studio, const char *path, MieniProblem *problem)
{
    StudioRecovery recovery = {0};
    StudioRecords earlier, later;
    MieniTextOut both = {0};
    char kept[MIENI_PATH_ROOM];
    bool is_pending = false;
    if (!studio_state_path(studio, "journal", ".recovered", kept))
        return MIEN_OK;
    MienStatus status = read_records(kept, &earlier, problem);
    later = (StudioRecords){0};
    if (status == MIEN_OK)
        status = read_records(path, &later, problem);
    if (status == MIEN_OK && earlier.count + later.count > 0) {
        put_both(&both, &earlier, &later);
        status = both.is_out_of_memory ? MIEN_ERROR_MEMORY
                                       : studio_records_read(&recovery.records, both.bytes, both.size);
        status = status == MIEN_OK ? fill(studio, &recovery, &is_pending, problem)
                                   : studio_no_memory(problem, path);
    }
    if (status == MIEN_OK && is_pending)
        status = mieni_file_write_below(NULL, kept, both.bytes, both.size, false, NULL, problem);
    if (status == MIEN_OK && is_pending)
        snprintf(studio->recovered, sizeof studio->recovered, "%s", kept);
    else if (status == MIEN_OK)
        unlink(kept);
    release(&recovery);
    studio_records_release(&earlier);
    studio_records_release(&later);
    mieni_text_release(&both);
    return status;
}

MienStatus studio_recovery_open(Studio *studio, StudioRecovery **out_recovery, MieniProblem *problem)
{
    StudioRecovery *recovery = calloc(1, sizeof *recovery);
    bool is_pending;
    *out_recovery = NULL;
    if (recovery == NULL)
        return studio_no_memory(problem, "");
    MienStatus status = read_records(studio->recovered, &recovery->records, problem);
    if (status == MIEN_OK)
        status = fill(studio, recovery, &is_pending, problem);
    if (status == MIEN_OK)
        *out_recovery = recovery;
    else
        studio_recovery_destroy(recovery);
    return status;
}

void studio_recovery_destroy(StudioRecovery *recovery)
{
    if (recovery == NULL)
        return;
    release(recovery);
    free(recovery);
}

/// Whether a step, undone, is what a record says; or done again.
static bool is_inverse(const StudioStep *step, const StudioStep *record, bool is_back)
{
    if (step == NULL || step->count != record->count)
        return false;
    for (int i = 0; i < step->count; ++i) {
        const StudioChange *a = &step->changes[i], *b = &record->changes[i];
        if (strcmp(a->path, b->path) != 0 || (is_back ? a->hash_after : a->hash_before) != b->hash_before ||
            (is_back ? a->hash_before : a->hash_after) != b->hash_after)
            return false;
    }
    return true;
}

/// A record as a step of its own, or part of the one before.
static MienStatus redo_record(Studio *studio, const StudioRecord *record, int number, MieniProblem *problem)
{
    char label[400], key[40];
    const bool is_undo = record->kind == STUDIO_RECORD_UNDONE;
    snprintf(label, sizeof label, "%s%s", is_undo ? "undo " : "", record->step->label);
    snprintf(key, sizeof key, "recovered %d", number);
    StudioStep *step = studio_step_make(label, key, record->step->time);
    MienStatus status = step != NULL ? MIEN_OK : MIEN_ERROR_MEMORY;
    for (int i = 0; i < record->step->count && status == MIEN_OK; ++i) {
        const StudioChange *change = &record->step->changes[i];
        const StudioFile *file = studio_files_find(&studio->files, change->path);
        StudioText *after = NULL;
        if (change->is_there)
            status = studio_splice_apply(&change->splice, file->now, false, &after);
        if (status == MIEN_OK && !studio_step_note(step, change->path, file->now, after))
            status = MIEN_ERROR_MEMORY;
        studio_text_drop(after);
    }
    if (status == MIEN_OK)
        return studio_commit(studio, step, problem);
    studio_step_destroy(step);
    return mieni_problem_set(problem, studio->recovered, status, mieni_nowhere(),
                             "A change could not be restored");
}

static MienStatus restore(Studio *studio, const StudioRecord *record, int *number, MieniProblem *problem)
{
    if (record->kind == STUDIO_RECORD_UNDONE &&
        is_inverse(studio_history_undo_step(&studio->history), record->step, true))
        return studio_undo(studio, problem);
    if (record->kind == STUDIO_RECORD_REDONE &&
        is_inverse(studio_history_redo_step(&studio->history), record->step, false))
        return studio_redo(studio, problem);
    *number += record->kind != STUDIO_RECORD_MERGED;
    return redo_record(studio, record, *number, problem);
}

MienStatus studio_recovery_apply(Studio *studio, StudioRecovery *recovery, int count, int *out_done,
                                 MieniProblem *problem)
{
    MienStatus status = MIEN_OK;
    int done = 0, number = 0;
    for (int i = 0; i < recovery->chain_count && count > 0; ++i)
        if (recovery->chains[i].has_base)
            studio_file_set(&studio->files, studio_files_find(&studio->files, recovery->chains[i].path),
                            recovery->chains[i].base);
    for (int i = 0; i < count && i < recovery->count && status == MIEN_OK; ++i)
        if (recovery->items[i].is_possible) {
            status = restore(studio, &recovery->records.items[i], &number, problem);
            done += status == MIEN_OK;
        }
    studio->history.is_merge_barred = true;
    if (out_done != NULL)
        *out_done = done;
    if (status == MIEN_OK)
        studio_recovery_discard(studio);
    return status;
}

void studio_recovery_discard(Studio *studio)
{
    if (studio->recovered[0] != '\0')
        unlink(studio->recovered);
    studio->recovered[0] = '\0';
}
