// SPDX-License-Identifier: MIT
//
// The journal file.

#define _XOPEN_SOURCE 700 // ftruncate, fdatasync

#include "studio/model/document/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Encoding of journal records. Numbers are little-endian.

static const char HEAD[] = "MIENSJ01";
enum {
    HEAD_SIZE = 8,
    FRAME_SIZE = 16, ///< Of a record's size and sum.
    MOST_CHANGES = 1000000,
};

static void put_number(MieniTextOut *out, uint64_t number)
{
    char bytes[8];
    for (int i = 0; i < 8; ++i)
        bytes[i] = (char)(number >> (8 * i));
    mieni_text_put_bytes(out, bytes, sizeof bytes);
}

static void put_bytes(MieniTextOut *out, const char *bytes, size_t size)
{
    put_number(out, size);
    mieni_text_put_bytes(out, bytes, size);
}

static uint64_t sum_of(const char *bytes, size_t size)
{
    uint64_t sum = 14695981039346656037u; // FNV-1a
    for (size_t i = 0; i < size; ++i)
        sum = (sum ^ (unsigned char)bytes[i]) * 1099511628211u;
    return sum;
}

void studio_journal_put_head(MieniTextOut *out) { mieni_text_put_bytes(out, HEAD, HEAD_SIZE); }

static void put_change(MieniTextOut *out, const StudioStep *step, const StudioChange *change, bool is_back)
{
    StudioSplice made = {0};
    const StudioSplice *splice = &change->splice;
    if (!step->is_sealed) {
        if (!studio_splice_make(&made, change->before, change->after)) {
            out->is_out_of_memory = true;
            return;
        }
        splice = &made;
    }
    const char *removed = splice->bytes, *inserted = splice->bytes + splice->removed_size;
    put_bytes(out, change->path, strlen(change->path));
    put_number(out, is_back ? change->hash_after : change->hash_before);
    put_number(out, is_back ? change->hash_before : change->hash_after);
    put_number(out, splice->at);
    put_bytes(out, is_back ? inserted : removed, is_back ? splice->inserted_size : splice->removed_size);
    put_bytes(out, is_back ? removed : inserted, is_back ? splice->removed_size : splice->inserted_size);
    studio_splice_release(&made);
}

void studio_record_put(MieniTextOut *out, StudioRecordKind kind, const StudioStep *step, bool is_back)
{
    const size_t start = out->size;
    put_number(out, 0); // size and sum, once they are known
    put_number(out, 0);
    put_number(out, (uint64_t)kind);
    put_number(out, (uint64_t)step->time);
    put_bytes(out, step->label, strlen(step->label));
    put_number(out, (uint64_t)step->count);
    for (int i = 0; i < step->count; ++i)
        put_change(out, step, &step->changes[i], is_back);
    if (out->is_out_of_memory)
        return;
    const uint64_t size = out->size - start - FRAME_SIZE;
    const uint64_t sum = sum_of(out->bytes + start + FRAME_SIZE, size);
    for (int i = 0; i < 8; ++i) {
        out->bytes[start + (size_t)i] = (char)(size >> (8 * i));
        out->bytes[start + 8 + (size_t)i] = (char)(sum >> (8 * i));
    }
}

/// What is left to read. Reading beyond the end gives nothing and is noted.
typedef struct Reader {
    const char *bytes;
    size_t left;
    bool is_bad;
} Reader;

static uint64_t get_number(Reader *reader)
{
    uint64_t number = 0;
    if (reader->left < 8) {
        reader->is_bad = true;
        return 0;
    }
    for (int i = 7; i >= 0; --i)
        number = number << 8 | (unsigned char)reader->bytes[i];
    reader->bytes += 8;
    reader->left -= 8;
    return number;
}

static const char *get_bytes(Reader *reader, size_t *out_size)
{
    const uint64_t size = get_number(reader);
    const char *bytes = reader->bytes;
    *out_size = 0;
    if (reader->is_bad || size > reader->left) {
        reader->is_bad = true;
        return bytes;
    }
    reader->bytes += size;
    reader->left -= (size_t)size;
    *out_size = (size_t)size;
    return bytes;
}

/// A copy with a closing zero; *out_is_memory says why there is none.
static char *get_text(Reader *reader, bool *out_is_memory)
{
    size_t size;
    const char *bytes = get_bytes(reader, &size);
    if (!reader->is_bad && memchr(bytes, '\0', size) != NULL)
        reader->is_bad = true;
    if (reader->is_bad)
        return NULL;
    char *text = malloc(size + 1);
    if (text == NULL) {
        *out_is_memory = true;
        return NULL;
    }
    memcpy(text, bytes, size);
    text[size] = '\0';
    return text;
}

/// Reads one change into the step. False if it cannot be: *out_is_memory says why.
static bool get_change(Reader *reader, StudioStep *step, bool *out_is_memory)
{
    StudioChange change = {0};
    size_t removed_size, inserted_size;
    char *path = get_text(reader, out_is_memory);
    change.path = path;
    change.hash_before = get_number(reader);
    change.hash_after = get_number(reader);
    change.was_there = change.hash_before != 0;
    change.is_there = change.hash_after != 0;
    change.splice.at = (size_t)get_number(reader);
    const char *removed = get_bytes(reader, &removed_size), *inserted = get_bytes(reader, &inserted_size);
    change.splice.removed_size = removed_size;
    change.splice.inserted_size = inserted_size;
    bool is_read =
        path != NULL && !reader->is_bad && mieni_path_is_valid(path) && !studio_step_has(step, path);
    if (is_read) {
        change.splice.bytes = malloc(removed_size + inserted_size + 1);
        is_read = change.splice.bytes != NULL;
        *out_is_memory = *out_is_memory || !is_read;
    }
    if (is_read) {
        memcpy(change.splice.bytes, removed, removed_size);
        memcpy(change.splice.bytes + removed_size, inserted, inserted_size);
        is_read = studio_step_note_splice(step, &change);
        *out_is_memory = *out_is_memory || !is_read;
    }
    if (!is_read)
        studio_splice_release(&change.splice);
    free(path);
    return is_read;
}

static bool get_record(Reader *reader, StudioRecord *out_record, bool *out_is_memory)
{
    *out_record = (StudioRecord){0};
    const uint64_t kind = get_number(reader), time = get_number(reader);
    char *label = get_text(reader, out_is_memory);
    const uint64_t count = get_number(reader);
    bool is_read = label != NULL && !reader->is_bad && kind >= STUDIO_RECORD_STEP &&
                   kind < STUDIO_RECORD_KINDS && count <= MOST_CHANGES;
    if (is_read) {
        out_record->kind = (StudioRecordKind)kind;
        out_record->step = studio_step_make(label, NULL, (int64_t)time);
        is_read = out_record->step != NULL;
        *out_is_memory = *out_is_memory || !is_read;
    }
    free(label);
    if (is_read)
        out_record->step->is_sealed = true;
    for (uint64_t i = 0; i < count && is_read; ++i)
        is_read = get_change(reader, out_record->step, out_is_memory);
    if (is_read && reader->left == 0)
        return true;
    studio_step_destroy(out_record->step);
    out_record->step = NULL;
    return false;
}

static bool add_record(StudioRecords *records, const StudioRecord *record)
{
    if (records->count == records->room) {
        const int room = records->room > 0 ? 2 * records->room : 64;
        StudioRecord *items = realloc(records->items, sizeof *items * (size_t)room);
        if (items == NULL)
            return false;
        records->items = items;
        records->room = room;
    }
    records->items[records->count++] = *record;
    return true;
}

MienStatus studio_records_read(StudioRecords *out_records, const void *bytes, size_t size)
{
    Reader reader = {bytes, size, false};
    *out_records = (StudioRecords){0};
    if (size < HEAD_SIZE || memcmp(bytes, HEAD, HEAD_SIZE) != 0) {
        out_records->is_torn = size > 0;
        return MIEN_OK;
    }
    reader.bytes += HEAD_SIZE;
    reader.left -= HEAD_SIZE;
    while (reader.left > 0) {
        StudioRecord record;
        bool is_memory = false;
        const uint64_t record_size = get_number(&reader), sum = get_number(&reader);
        if (reader.is_bad || record_size > reader.left || sum_of(reader.bytes, (size_t)record_size) != sum) {
            out_records->is_torn = true;
            return MIEN_OK;
        }
        Reader inside = {reader.bytes, (size_t)record_size, false};
        reader.bytes += record_size;
        reader.left -= (size_t)record_size;
        const bool is_read = get_record(&inside, &record, &is_memory);
        if (is_memory || (is_read && !add_record(out_records, &record))) {
            studio_step_destroy(record.step);
            studio_records_release(out_records);
            return MIEN_ERROR_MEMORY;
        }
        if (!is_read) {
            out_records->is_torn = true;
            return MIEN_OK;
        }
    }
    return MIEN_OK;
}

void studio_records_release(StudioRecords *records)
{
    for (int i = 0; i < records->count; ++i)
        studio_step_destroy(records->items[i].step);
    free(records->items);
    *records = (StudioRecords){0};
}

static MienStatus fail(MieniProblem *problem, const char *path, const char *what)
{
    char sentence[160];
    snprintf(sentence, sizeof sentence, "%s: %s.", what, strerror(errno));
    const MienStatus status =
        mieni_problem_set(problem, path, MIEN_ERROR_FILE, mieni_nowhere(), "%s", sentence);
    if (problem != NULL)
        problem->is_write = true;
    return status;
}

static int open_whole(const char *path, int flags)
{
    int descriptor;
    do
        descriptor = open(path, flags);
    while (descriptor < 0 && errno == EINTR);
    return descriptor;
}

/// Opens what is at the path, which is whole, to append to it.
static MienStatus reopen(StudioJournal *journal, int64_t size, MieniProblem *problem)
{
    const int descriptor = open_whole(journal->path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0)
        return fail(problem, journal->path, "Cannot open the journal");
    if (journal->descriptor >= 0)
        close(journal->descriptor);
    journal->descriptor = descriptor;
    journal->size = size;
    journal->has_failed = false;
    return MIEN_OK;
}

MienStatus studio_journal_begin(StudioJournal *out_journal, const char *path, MieniProblem *problem)
{
    MieniTextOut head = {0};
    *out_journal = (StudioJournal){.descriptor = -1};
    if (snprintf(out_journal->path, sizeof out_journal->path, "%s", path) >= (int)sizeof out_journal->path)
        return mieni_problem_set(problem, path, MIEN_ERROR_LIMIT, mieni_nowhere(), "Path too long");
    studio_journal_put_head(&head);
    MienStatus status = head.is_out_of_memory
                            ? MIEN_ERROR_MEMORY
                            : mieni_file_write_below(NULL, path, head.bytes, head.size, false, NULL, problem);
    if (head.is_out_of_memory)
        mieni_problem_set(problem, path, status, mieni_nowhere(), "Out of memory");
    if (status == MIEN_OK)
        status = reopen(out_journal, (int64_t)head.size, problem);
    mieni_text_release(&head);
    return status;
}

/// How many bytes were written: less than all if the system refuses more, which errno tells.
static size_t write_all(int descriptor, const char *bytes, size_t size)
{
    size_t done = 0;
    while (done < size) {
        const ssize_t written = write(descriptor, bytes + done, size - done);
        if (written > 0)
            done += (size_t)written;
        else if (written == 0 || errno != EINTR)
            break;
    }
    return done;
}

void studio_journal_append(StudioJournal *journal, StudioRecordKind kind, const StudioStep *step,
                           bool is_back)
{
    MieniTextOut record = {0};
    if (journal->descriptor < 0 || journal->has_failed)
        return;
    studio_record_put(&record, kind, step, is_back);
    size_t written = 0;
    if (record.is_out_of_memory) {
        mieni_problem_set(&journal->problem, journal->path, MIEN_ERROR_MEMORY, mieni_nowhere(),
                          "Out of memory");
    } else {
        written = write_all(journal->descriptor, record.bytes, record.size);
        if (written != record.size)
            fail(&journal->problem, journal->path, "Cannot write the journal");
    }
    if (!record.is_out_of_memory && written == record.size) {
        journal->size += (int64_t)record.size;
    } else {
        journal->has_failed = true;
        if (written > 0)
            (void)!ftruncate(journal->descriptor, journal->size); // a torn record is dropped anyway
    }
    mieni_text_release(&record);
}

/// Adds what the journal has from a size on. False if it cannot be read.
static bool put_rest(const StudioJournal *journal, int64_t from, MieniTextOut *out)
{
    char bytes[4096];
    const int descriptor = open_whole(journal->path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0)
        return false;
    ssize_t got = 0;
    for (int64_t at = from; at < journal->size; at += got) {
        const int64_t left = journal->size - at;
        do
            got = pread(descriptor, bytes, left < (int64_t)sizeof bytes ? (size_t)left : sizeof bytes,
                        (off_t)at);
        while (got < 0 && errno == EINTR);
        if (got <= 0)
            break;
        mieni_text_put_bytes(out, bytes, (size_t)got);
    }
    close(descriptor);
    return got > 0 || from >= journal->size;
}

MienStatus studio_journal_cut(StudioJournal *journal, int64_t size, MieniProblem *problem)
{
    MieniTextOut text = {0};
    MienStatus status;
    if (journal->descriptor < 0)
        return MIEN_OK;
    studio_journal_put_head(&text);
    if (!put_rest(journal, size, &text))
        status = fail(problem, journal->path, "Cannot read the journal");
    else if (text.is_out_of_memory)
        status =
            mieni_problem_set(problem, journal->path, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory");
    else
        status = mieni_file_write_below(NULL, journal->path, text.bytes, text.size, false, NULL, problem);
    if (status == MIEN_OK)
        status = reopen(journal, (int64_t)text.size, problem);
    mieni_text_release(&text);
    return status;
}

int studio_journal_share(const StudioJournal *journal)
{
    return journal->descriptor >= 0 ? fcntl(journal->descriptor, F_DUPFD_CLOEXEC, 0) : -1;
}

void studio_journal_sync(int shared)
{
    while (fdatasync(shared) != 0 && errno == EINTR) // without it a power cut loses what the disk
        continue;                                    // would have got later
    close(shared);
}

void studio_journal_end(StudioJournal *journal)
{
    if (journal->descriptor >= 0)
        close(journal->descriptor);
    journal->descriptor = -1;
}
