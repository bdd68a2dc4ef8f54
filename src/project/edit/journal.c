// SPDX-License-Identifier: MIT
//
// The journal of an edit of several files:
//
//   edit 1 COUNT
//   file HASH PATH_SIZE SIZE     COUNT times; the hash is that of the file before, which is that of
//                                nothing if there was no file
//   PATH
//   BYTES
//   end HASH                     of all bytes above
//
// An untrusted project may contain a journal. It can do no more than the assets of that project:
// it names only assets, below the root.

#include "project/edit/journal.h"

#include "project/edit/known.h"
#include "project/files/derived.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "edit.journal";

/// What became of a file.
typedef enum State { OTHER = 0, BEFORE, AFTER } State;

typedef struct Entry {
    const char *path, *bytes;
    size_t size;
    MieniContentHash before;
    State state;
    MieniFileWas was; ///< What the file holds now.
} Entry;

typedef struct Journal {
    MieniBuffer buffer;
    Entry *entries;
    int count;
} Journal;

static bool find_file(const MieniProject *project, char out[MIENI_PATH_ROOM])
{
    return mieni_path_join(out, project->build, name);
}

static MienStatus no_memory(MieniProblem *problem)
{
    return mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

void mieni_edit_journal_add(MieniTextOut *journal, const char *path, const MieniTextOut *before,
                            const MieniTextOut *after)
{
    const MieniContentHash hash = mieni_content_hash(before->bytes, before->size);
    mieni_text_putf(journal, "file %s %zu %zu\n", hash.hex, strlen(path), after->size);
    mieni_text_put(journal, path);
    mieni_text_put(journal, "\n");
    mieni_text_put_bytes(journal, after->bytes, after->size);
    mieni_text_put(journal, "\n");
}

/// The build folder may be new: sees to it that it, and those above it, outlive a loss of power.
static bool sync_folders(const MieniProject *project)
{
    char folder[MIENI_PATH_ROOM];
    memcpy(folder, project->build, sizeof folder);
    for (char *slash; folder[0] != '\0'; *slash = '\0') {
        if (!mieni_derived_sync_folder_of(project, folder))
            return false;
        slash = strrchr(folder, '/');
        if (slash == NULL)
            break;
    }
    return true;
}

/// Writes the file, so that it outlives a loss of power.
static MienStatus write_safe(const MieniProject *project, const MieniTextOut *text, MieniProblem *problem)
{
    char path[MIENI_PATH_ROOM];
    if (!find_file(project, path))
        return mieni_problem_set(problem, name, MIEN_ERROR_LIMIT, mieni_nowhere(), "This path is too long.");
    mieni_edit_sweep(project, path);
    MienStatus status = mieni_derived_write_safe(project, path, text->bytes, text->size, problem);
    if (status == MIEN_OK && !sync_folders(project))
        status = mieni_problem_write(problem, path, "The file may not be on disk");
    if (status != MIEN_OK)
        mieni_edit_journal_remove(project, NULL);
    return status;
}

MienStatus mieni_edit_journal_write(const MieniProject *project, const MieniTextOut *journal, int count,
                                    MieniProblem *problem)
{
    MieniTextOut out = {0};
    mieni_text_putf(&out, "edit 1 %d\n", count);
    mieni_text_put_bytes(&out, journal->bytes, journal->size);
    if (!out.is_out_of_memory)
        mieni_text_putf(&out, "end %s\n", mieni_content_hash(out.bytes, out.size).hex);
    const MienStatus status = journal->is_out_of_memory || out.is_out_of_memory
                                  ? no_memory(problem)
                                  : write_safe(project, &out, problem);
    mieni_text_release(&out);
    return status;
}

MienStatus mieni_edit_journal_remove(const MieniProject *project, MieniProblem *problem)
{
    char path[MIENI_PATH_ROOM] = "";
    if (find_file(project, path) && (mieni_derived_remove(project, path) || errno == ENOENT) &&
        mieni_derived_sync_folder_of(project, path))
        return MIEN_OK;
    return mieni_problem_write(problem, path, "The file cannot be removed");
}

bool mieni_edit_journal_is_there(const MieniProject *project)
{
    char path[MIENI_PATH_ROOM];
    MieniOsInfo info;
    return find_file(project, path) && mieni_derived_look(project, path, &info) && info.kind == MIENI_OS_FILE;
}

/// Takes a text that a character closes, which becomes a zero.
static char *take_until(char **at, const char *end, char closing)
{
    char *text = *at, *found = memchr(text, closing, (size_t)(end - text));
    if (found == NULL)
        return NULL;
    *found = '\0';
    *at = found + 1;
    return text;
}

static bool take_number(char **at, const char *end, char closing, size_t *out)
{
    const char *text = take_until(at, end, closing);
    const size_t size = text != NULL ? strspn(text, "0123456789") : 0;
    if (size == 0 || size > 10 || text[size] != '\0') // no file is larger
        return false;
    const unsigned long long number = strtoull(text, NULL, 10);
    *out = (size_t)number;
    return number < SIZE_MAX;
}

static bool take_word(char **at, const char *end, const char *word)
{
    const size_t size = strlen(word);
    if ((size_t)(end - *at) < size || memcmp(*at, word, size) != 0)
        return false;
    *at += size;
    return true;
}

/// Takes size bytes, and the line end after them, which becomes a zero.
static char *take_bytes(char **at, const char *end, size_t size)
{
    char *bytes = *at;
    if (size >= (size_t)(end - bytes) || bytes[size] != '\n')
        return NULL;
    bytes[size] = '\0';
    *at = bytes + size + 1;
    return bytes;
}

/// Whether a path is that of an asset below the root.
static bool is_asset_below(const char *path)
{
    for (const char *part = path; part != NULL; part = strchr(part, '/')) {
        part += *part == '/';
        if (*part == '\0' || *part == '/' || strcmp(part, "..") == 0 || strncmp(part, "../", 3) == 0)
            return false;
    }
    return strlen(path) < MIENI_PATH_ROOM && path[0] != '/' && !mieni_os_is_absolute(path) &&
           mieni_asset_kind_of_path(path) != MIENI_ASSET_NONE;
}

static bool take_entry(char **at, const char *end, Entry *out)
{
    size_t path_size = 0;
    if (!take_word(at, end, "file "))
        return false;
    const char *hash = take_until(at, end, ' ');
    if (hash == NULL || !mieni_content_hash_read(hash, &out->before) ||
        !take_number(at, end, ' ', &path_size) || !take_number(at, end, '\n', &out->size))
        return false;
    out->path = take_bytes(at, end, path_size);
    out->bytes = out->path != NULL ? take_bytes(at, end, out->size) : NULL;
    return out->bytes != NULL && strlen(out->path) == path_size && is_asset_below(out->path);
}

/// Reads what is in the buffer; false if it is torn or not ours, or without memory.
static bool read_entries(Journal *journal)
{
    enum { CLOSING = 4 + 64 + 1, LEAST = 5 + 64 };
    char *at = journal->buffer.bytes;
    const size_t size = journal->buffer.size;
    size_t count = 0;
    if (size < CLOSING)
        return false;
    char *closing = at + size - CLOSING;
    const char *end = closing;
    const MieniContentHash hash = mieni_content_hash(at, size - CLOSING);
    if (memcmp(closing, "end ", 4) != 0 || memcmp(closing + 4, hash.hex, 64) != 0 ||
        !take_word(&at, end, "edit 1 ") || !take_number(&at, end, '\n', &count) || count == 0 ||
        count > size / LEAST)
        return false;
    journal->entries = calloc(count, sizeof *journal->entries);
    if (journal->entries == NULL)
        return false;
    for (journal->count = 0; (size_t)journal->count < count; ++journal->count)
        if (!take_entry(&at, end, &journal->entries[journal->count]))
            return false;
    return at == end;
}

/// What became of a file, and what it holds. A file that is not there holds nothing.
static void look_at(const MieniProject *project, Entry *entry)
{
    MieniBuffer buffer = {0};
    if (!mieni_project_exists(project, entry->path)) {
        const MieniContentHash nothing = mieni_content_hash("", 0);
        if (mieni_content_hash_equal(&nothing, &entry->before))
            entry->state = BEFORE;
        return;
    }
    if (mieni_project_read(project, entry->path, &buffer, NULL) != MIEN_OK)
        return;
    const MieniContentHash hash = mieni_content_hash(buffer.bytes, buffer.size);
    if (buffer.size == entry->size && memcmp(buffer.bytes, entry->bytes, entry->size) == 0)
        entry->state = AFTER;
    else if (mieni_content_hash_equal(&hash, &entry->before))
        entry->state = BEFORE;
    mieni_file_was(&entry->was, buffer.bytes, buffer.size);
    mieni_buffer_release(&buffer);
}

/// Replaces the files that were not replaced yet. If all are as before, the edit left no trace.
static MienStatus replace_rest(const MieniProject *project, Journal *journal, MieniProblem *problem)
{
    MienStatus status = MIEN_OK;
    int begun = 0;
    for (int i = 0; i < journal->count; ++i) {
        look_at(project, &journal->entries[i]);
        begun += journal->entries[i].state != BEFORE;
    }
    for (int i = 0; i < journal->count && begun > 0 && status == MIEN_OK; ++i) {
        const Entry *entry = &journal->entries[i];
        if (entry->state == BEFORE)
            status = mieni_project_write_over(project, entry->path, entry->bytes, entry->size, &entry->was,
                                              problem);
    }
    if (begun == 0)
        journal->count = 0;
    return status;
}

MienStatus mieni_edit_journal_resume(const MieniProject *project, MieniResumed *resumed, void *user,
                                     MieniProblem *problem)
{
    MieniProject plain = *project; // as on disk
    Journal journal = {0};
    char path[MIENI_PATH_ROOM];
    if (!mieni_edit_journal_is_there(project) || !find_file(project, path))
        return MIEN_OK;
    plain.overlay = NULL;
    plain.inputs = NULL;
    plain.edit = NULL;
    plain.budget = NULL;
    MienStatus status = mieni_derived_read(project, path, &journal.buffer, problem);
    if (status == MIEN_OK && !read_entries(&journal))
        journal.count = 0; // it was written whole, or by somebody else
    if (status == MIEN_OK)
        status = replace_rest(&plain, &journal, problem);
    if (status == MIEN_OK)
        status = mieni_edit_journal_remove(project, problem);
    for (int i = 0; i < journal.count && status == MIEN_OK && resumed != NULL; ++i)
        if (journal.entries[i].state != AFTER)
            resumed(user, journal.entries[i].path, journal.entries[i].state == OTHER);
    free(journal.entries);
    mieni_buffer_release(&journal.buffer);
    return status;
}
