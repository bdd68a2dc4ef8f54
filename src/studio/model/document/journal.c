// SPDX-License-Identifier: MIT
//
// The file of a journal.

#define _XOPEN_SOURCE 700 // ftruncate, fdatasync

#include "studio/model/document/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static MienStatus fail(MieniProblem *problem, const char *path, const char *what)
{
    char sentence[160];
    snprintf(sentence, sizeof sentence, "%s: %s.", what, strerror(errno));
    const MienStatus status = mieni_problem_set(problem, path, MIEN_ERROR_FILE, sentence, "%s", "");
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
        return fail(problem, journal->path, "The journal cannot be opened");
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
        return mieni_problem_set(problem, path, MIEN_ERROR_LIMIT, "This path is too long.", "%s", "");
    studio_journal_put_head(&head);
    MienStatus status = head.is_out_of_memory
                            ? MIEN_ERROR_MEMORY
                            : mieni_file_write_below(NULL, path, head.bytes, head.size, false, NULL, problem);
    if (head.is_out_of_memory)
        mieni_problem_set(problem, path, status, "There is not enough memory.", "%s", "");
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
        mieni_problem_set(&journal->problem, journal->path, MIEN_ERROR_MEMORY, "There is not enough memory.",
                          "%s", "");
    } else {
        written = write_all(journal->descriptor, record.bytes, record.size);
        if (written != record.size)
            fail(&journal->problem, journal->path, "The journal cannot be written");
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
        status = fail(problem, journal->path, "The journal cannot be read");
    else if (text.is_out_of_memory)
        status = mieni_problem_set(problem, journal->path, MIEN_ERROR_MEMORY, "There is not enough memory.",
                                   "%s", "");
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
