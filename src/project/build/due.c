// SPDX-License-Identifier: MIT
//
// Decides which packs to cook.

#include "project/build/due.h"

#include "project/build/stamps.h"
#include "project/files/derived.h"
#include "project/files/parallel.h"

#include <stdlib.h>
#include <string.h>

/// Files that one thread looks at, or hashes, at a time.
enum { LOOKS = 256, HASHES = 4 };

/// A file that notes name, once for all of them.
typedef struct File {
    const char *path;
    bool is_pack;
    bool is_asked; ///< A stamp is not what a note says: contents are to tell.
    MieniFileStamp stamp;
    MieniFileStamp settled; ///< The stamp to be noted, if contents are what they were.
    MieniContentHash hash;  ///< If asked; "" if it cannot be read.
} File;

typedef struct Due {
    const MieniProject *project;
    const MieniBuildPlan *plan;
    const MieniDueSteps *steps;
    MieniNote **notes; ///< Of each step, or NULL.
    File *files;
    int count;
} Due;

static int compare_files(const void *a, const void *b)
{
    return strcmp(((const File *)a)->path, ((const File *)b)->path);
}

static File *find_file(const Due *due, const char *path)
{
    const File key = {.path = path};
    return bsearch(&key, due->files, (size_t)due->count, sizeof *due->files, compare_files);
}

/// All files that the notes of these steps name, each once.
static bool list_files(Due *due)
{
    size_t room = 1;
    for (int i = 0; i < due->steps->count; ++i)
        room += due->notes[i] != NULL ? (size_t)due->notes[i]->input_count + 1 : 0;
    due->files = calloc(room, sizeof *due->files);
    if (due->files == NULL)
        return false;
    int count = 0;
    for (int i = 0; i < due->steps->count; ++i) {
        const MieniNote *note = due->notes[i];
        if (note == NULL)
            continue;
        due->files[count++] = (File){.path = note->pack, .is_pack = true};
        for (int k = 0; k < note->input_count; ++k)
            due->files[count++] = (File){.path = note->inputs[k].path};
    }
    qsort(due->files, (size_t)count, sizeof *due->files, compare_files);
    for (int i = 0; i < count; ++i)
        if (due->count == 0 || strcmp(due->files[due->count - 1].path, due->files[i].path) != 0)
            due->files[due->count++] = due->files[i];
    return true;
}

static void look_at_files(void *user, int first, int end)
{
    Due *due = user;
    MieniOsInfo info;
    for (int i = first; i < end; ++i) {
        File *file = &due->files[i];
        if (!file->is_pack || mieni_derived_look(due->project, file->path, &info)) // no link
            file->stamp = mieni_stamp_look(due->project, file->path);
    }
}

static void hash_files(void *user, int first, int end)
{
    Due *due = user;
    int64_t size;
    for (int i = first; i < end; ++i) {
        File *file = &due->files[i];
        if (!file->is_asked)
            continue;
        if (!file->is_pack)
            mieni_project_hash(due->project, file->path, &file->hash, &size, &file->settled);
        else if (mieni_derived_hash(due->project, file->path, &file->hash, &size))
            file->settled = file->stamp; // only builds write packs
    }
}

static bool is_changing(const Due *due, const char *path)
{
    return due->steps->changing != NULL && mieni_paths_has(due->steps->changing, path);
}

/// Marks a file whose contents are to tell, and says whether its stamp does.
static bool ask(const Due *due, const char *path, MieniFileStamp stamp)
{
    File *file = find_file(due, path);
    const bool is_same = stamp != 0 && file->stamp == stamp;
    if (!is_same && file->stamp != 0)
        file->is_asked = true;
    return is_same;
}

static void ask_for_all(const Due *due)
{
    for (int i = 0; i < due->steps->count; ++i) {
        const MieniNote *note = due->notes[i];
        if (note == NULL)
            continue;
        ask(due, note->pack, note->stamp);
        for (int k = 0; k < note->input_count; ++k)
            ask(due, note->inputs[k].path, note->inputs[k].stamp);
    }
}

/// Whether a file holds what it held. If so by its contents, the stamp becomes that of now.
static bool is_same(const Due *due, const char *path, const MieniContentHash *hash, MieniFileStamp *stamp,
                    bool *is_renewed)
{
    const File *file = find_file(due, path);
    if (*stamp != 0 && file->stamp == *stamp)
        return true;
    if (file->hash.hex[0] == '\0' || !mieni_content_hash_equal(&file->hash, hash))
        return false;
    *is_renewed = *is_renewed || *stamp != file->settled;
    *stamp = file->settled;
    return true;
}

static bool is_due(const Due *due, const MieniBuildStep *step, MieniNote *note, bool *is_renewed)
{
    *is_renewed = false;
    if (note == NULL || note->rule != mieni_cook_version(step->kind) ||
        !is_same(due, note->pack, &note->hash, &note->stamp, is_renewed))
        return true;
    for (int i = 0; i < note->input_count; ++i)
        if (is_changing(due, note->inputs[i].path) ||
            !is_same(due, note->inputs[i].path, &note->inputs[i].hash, &note->inputs[i].stamp, is_renewed))
            return true;
    return false;
}

static void decide(const Due *due, MieniTextOut *renewed)
{
    for (int i = 0; i < due->steps->count; ++i) {
        bool is_renewed;
        MieniNote *note = due->notes[i];
        due->steps->is_due[i] = is_due(due, &due->plan->steps[due->steps->steps[i]], note, &is_renewed);
        if (!due->steps->is_due[i] && is_renewed)
            mieni_note_put(renewed, note);
    }
}

MienStatus mieni_due_find(const MieniProject *project, const MieniBuildPlan *plan, MieniNotes *notes,
                          const MieniDueSteps *steps, bool is_dry, MieniProblem *problem)
{
    Due due = {.project = project,
               .plan = plan,
               .steps = steps,
               .notes = calloc((size_t)steps->count + 1, sizeof *due.notes)};
    MieniTextOut renewed = {0};
    MienStatus status = MIEN_OK;
    for (int i = 0; i < steps->count && due.notes != NULL; ++i)
        due.notes[i] = mieni_notes_find(notes, plan->steps[steps->steps[i]].pack);
    if (due.notes != NULL && list_files(&due)) {
        mieni_parallel(due.count, LOOKS, look_at_files, &due);
        ask_for_all(&due);
        mieni_parallel(due.count, HASHES, hash_files, &due);
        decide(&due, &renewed);
    }
    if (due.notes == NULL || due.files == NULL || renewed.is_out_of_memory)
        status = mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    else if (!is_dry && renewed.size > 0)
        status = mieni_notes_append(notes, renewed.bytes, renewed.size, problem);
    mieni_text_release(&renewed);
    free(due.files);
    free(due.notes);
    return status;
}
