// SPDX-License-Identifier: MIT
//
// The journal: every action since the last save, appended to a file with one write
// before the action returns, so that a killed program loses nothing.
//
// A journal is an eight-byte magic and records; a record is its size, a checksum and its
// bytes. A truncated or damaged record ends the journal.

#pragma once

#include "base/text_out.h"
#include "studio/model/document/step.h"

typedef enum StudioRecordKind {
    STUDIO_RECORD_STEP = 1,
    STUDIO_RECORD_MERGED, ///< Became part of the step before.
    STUDIO_RECORD_UNDONE,
    STUDIO_RECORD_REDONE,
    STUDIO_RECORD_KINDS,
} StudioRecordKind;

/// What one record says: what happened to files, in the direction in which it did.
typedef struct StudioRecord {
    StudioRecordKind kind;
    StudioStep *step; ///< Sealed.
} StudioRecord;

typedef struct StudioRecords {
    StudioRecord *items;
    int count, room;
    bool is_torn; ///< Something at the end could not be read.
} StudioRecords;

/// Reads bytes of a journal, which may be damaged in any way: what is whole, from the
/// beginning, is read. Fails only if out of memory.
MienStatus studio_records_read(StudioRecords *out_records, const void *bytes, size_t size);
void studio_records_release(StudioRecords *records);
/// Adds a record to bytes; is_back: the step was undone. Look at is_out_of_memory.
void studio_record_put(MieniTextOut *out, StudioRecordKind kind, const StudioStep *step, bool is_back);
/// What a journal begins with.
void studio_journal_put_head(MieniTextOut *out);

/// A journal that is being written.
typedef struct StudioJournal {
    char path[MIENI_PATH_ROOM];
    int descriptor;       ///< -1: none is written.
    int64_t size;         ///< Of all whole records and the head.
    bool has_failed;      ///< Something could not be written: what follows would not fit.
    MieniProblem problem; ///< Why.
} StudioJournal;

/// Begins an empty journal, replacing what is at path.
MienStatus studio_journal_begin(StudioJournal *out_journal, const char *path, MieniProblem *problem);
/// Appends a record. What goes wrong is noted in the journal.
void studio_journal_append(StudioJournal *journal, StudioRecordKind kind, const StudioStep *step,
                           bool is_back);
/// Forgets all records up to a size that the journal once had, whole or not at all.
MienStatus studio_journal_cut(StudioJournal *journal, int64_t size, MieniProblem *problem);
/// A second descriptor of what is written so far, for studio_journal_sync; -1: nothing is.
int studio_journal_share(const StudioJournal *journal);
/// Makes what was written outlast the machine, and closes what was shared. It may take long; on
/// any thread, also after the journal has ended.
void studio_journal_sync(int shared);
void studio_journal_end(StudioJournal *journal);
