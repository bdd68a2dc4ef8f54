// SPDX-License-Identifier: MIT
//
// Notes about packs that are cooked one by one.

#include "project/build/notes.h"

#include "project/files/derived.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char head[] = "steps 1\n", name[] = "steps";

static bool find_file(const MieniProject *project, char out[MIENI_PATH_ROOM])
{
    return mieni_path_join(out, project->build, name);
}

static MienStatus no_memory(MieniProblem *problem)
{
    return mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static void put_stamp(MieniTextOut *out, MieniFileStamp stamp)
{
    static const char digits[] = "0123456789abcdef";
    char text[18] = " ";
    for (int i = 0; i < 16; ++i)
        text[1 + i] = digits[stamp >> (60 - 4 * i) & 15];
    mieni_text_put_bytes(out, text, 17);
}

static void put_line(MieniTextOut *out, const MieniContentHash *hash, MieniFileStamp stamp, const char *path)
{
    mieni_text_put_bytes(out, hash->hex, 64);
    put_stamp(out, stamp);
    mieni_text_put(out, " ");
    mieni_text_put(out, path);
    mieni_text_put(out, "\n");
}

static void put_step(MieniTextOut *out, const char *pack, int rule, const MieniContentHash *hash,
                     MieniFileStamp stamp)
{
    mieni_text_putf(out, "step %d ", rule);
    put_line(out, hash, stamp, pack);
}

void mieni_note_put_cooked(MieniTextOut *out, const char *pack, int rule, const MieniContentHash *hash,
                           MieniFileStamp stamp, const MieniInputs *inputs)
{
    for (int i = 0; i < inputs->count; ++i)
        if (inputs->items[i].hash.hex[0] == '\0')
            return;
    put_step(out, pack, rule, hash, stamp);
    for (int i = 0; i < inputs->count; ++i) {
        mieni_text_put(out, "input ");
        put_line(out, &inputs->items[i].hash, inputs->items[i].stamp, inputs->items[i].path);
    }
    mieni_text_put(out, "end\n");
}

void mieni_note_put(MieniTextOut *out, const MieniNote *note)
{
    put_step(out, note->pack, note->rule, &note->hash, note->stamp);
    for (int i = 0; i < note->input_count; ++i) {
        mieni_text_put(out, "input ");
        put_line(out, &note->inputs[i].hash, note->inputs[i].stamp, note->inputs[i].path);
    }
    mieni_text_put(out, "end\n");
}

/// The next line, closed by a zero; NULL if there is none that is whole.
static char *next_line(char **at)
{
    char *line = *at, *end = strchr(line, '\n');
    if (end == NULL)
        return NULL;
    *end = '\0';
    *at = end + 1;
    return line;
}

/// "HASH STAMP PATH"
static bool read_line(char *line, MieniContentHash *out_hash, MieniFileStamp *out_stamp,
                      const char **out_path)
{
    char *end;
    if (strlen(line) < 64 + 1 + 16 + 1 + 1 || line[64] != ' ' || line[81] != ' ')
        return false;
    line[64] = line[81] = '\0';
    *out_stamp = strtoull(line + 65, &end, 16);
    *out_path = line + 82;
    return end == line + 81 && mieni_content_hash_read(line, out_hash) && mieni_path_is_valid(*out_path);
}

/// Reads the lines from "step" on, up to "end"; false if they are torn or not ours.
static bool read_note(char *line, char **at, int room, MieniNote *out, MieniNotedInput *inputs)
{
    char *rest;
    *out = (MieniNote){.rule = (int)strtol(line + 5, &rest, 10), .inputs = inputs};
    if (*rest != ' ' || !read_line(rest + 1, &out->hash, &out->stamp, &out->pack))
        return false;
    while ((line = next_line(at)) != NULL && strncmp(line, "input ", 6) == 0 && out->input_count < room) {
        MieniNotedInput *input = &inputs[out->input_count];
        if (!read_line(line + 6, &input->hash, &input->stamp, &input->path))
            return false;
        out->input_count++;
    }
    return line != NULL && strcmp(line, "end") == 0;
}

static int count_lines(const char *text, const char *begin)
{
    int count = 0;
    for (const char *at = strstr(text, begin); at != NULL; at = strstr(at + 1, begin))
        ++count;
    return count;
}

/// By pack, and of one pack the last one first.
static int compare_notes(const void *a, const void *b)
{
    const MieniNote *one = a, *other = b;
    const int order = strcmp(one->pack, other->pack);
    return order != 0 ? order : one->pack > other->pack ? -1 : 1; // the texts lie in the order of the file
}

/// Keeps the last note of each pack.
static void sort_notes(MieniNotes *notes)
{
    int kept = 0;
    notes->read_count = notes->count;
    if (notes->count > 0)
        qsort(notes->items, (size_t)notes->count, sizeof *notes->items, compare_notes);
    for (int i = 0; i < notes->count; ++i)
        if (kept == 0 || strcmp(notes->items[kept - 1].pack, notes->items[i].pack) != 0)
            notes->items[kept++] = notes->items[i];
    notes->count = kept;
}

static bool read_all(MieniNotes *notes)
{
    char *at = notes->text.bytes;
    const int steps = count_lines(at, "\nstep "), lines = count_lines(at, "\ninput ");
    MieniNotedInput *inputs = mieni_arena_take(&notes->arena, (size_t)lines, sizeof *inputs);
    notes->items = mieni_arena_take(&notes->arena, (size_t)steps, sizeof *notes->items);
    if (inputs == NULL || notes->items == NULL)
        return false;
    int used = 0;
    at += strlen(head);
    for (char *line; (line = next_line(&at)) != NULL && notes->count < steps;) {
        MieniNote *note = &notes->items[notes->count];
        if (strncmp(line, "step ", 5) == 0 && read_note(line, &at, lines - used, note, inputs + used)) {
            used += note->input_count;
            notes->count++;
        }
    }
    sort_notes(notes);
    return true;
}

MienStatus mieni_notes_read(MieniNotes *out, const MieniProject *project, MieniProblem *problem)
{
    char path[MIENI_PATH_ROOM];
    *out = (MieniNotes){.project = project, .descriptor = -1};
    if (!find_file(project, path) || mieni_derived_read(project, path, &out->text, NULL) != MIEN_OK)
        return MIEN_OK;
    const bool is_ours = strncmp(out->text.bytes, head, strlen(head)) == 0 &&
                         memchr(out->text.bytes, '\0', out->text.size) == NULL;
    return !is_ours || read_all(out) ? MIEN_OK : no_memory(problem);
}

void mieni_notes_release(MieniNotes *notes)
{
    if (notes->descriptor >= 0)
        mieni_os_close(notes->descriptor);
    mieni_buffer_release(&notes->text);
    mieni_arena_release(&notes->arena);
    *notes = (MieniNotes){.descriptor = -1};
}

static int compare_pack(const void *key, const void *note)
{
    return strcmp(key, ((const MieniNote *)note)->pack);
}

MieniNote *mieni_notes_find(const MieniNotes *notes, const char *pack)
{
    return notes->count > 0
               ? bsearch(pack, notes->items, (size_t)notes->count, sizeof *notes->items, compare_pack)
               : NULL;
}

/// Opens the file to append; replaces it unless it is a notes file that ends with a complete line.
static MienStatus open_file(MieniNotes *notes, MieniProblem *problem)
{
    char path[MIENI_PATH_ROOM];
    MienStatus status = MIEN_OK;
    if (notes->descriptor >= 0 || !find_file(notes->project, path))
        return MIEN_OK;
    const size_t size = notes->text.size;
    if (size == 0 || notes->count == 0) {
        status = mieni_derived_write(notes->project, path, head, strlen(head), NULL, problem);
        notes->read_count = 0;
    }
    if (status != MIEN_OK)
        return status;
    notes->descriptor = mieni_derived_open(notes->project, path, MIENI_OS_TO_APPEND);
    if (notes->descriptor < 0)
        return mieni_problem_write(problem, path, "The file cannot be written");
    return MIEN_OK;
}

MienStatus mieni_notes_append(MieniNotes *notes, const char *text, size_t size, MieniProblem *problem)
{
    char path[MIENI_PATH_ROOM];
    const MienStatus status = open_file(notes, problem);
    if (status != MIEN_OK || !find_file(notes->project, path))
        return status;
    // The file may end in a torn line.
    if (!mieni_file_append(notes->descriptor, "\n", 1))
        return mieni_problem_write(problem, path, "The file cannot be written");
    if (!mieni_file_append(notes->descriptor, text, size))
        return mieni_problem_write(problem, path, "The file cannot be written");
    notes->read_count += count_lines(text, "step ");
    return MIEN_OK;
}

MienStatus mieni_notes_tidy(MieniNotes *notes, const MieniBuildPlan *plan, MieniProblem *problem)
{
    enum { FEW = 64 }; // of which more are not worth the work
    char path[MIENI_PATH_ROOM];
    MieniNotes now;
    MieniTextOut text = {0};
    if (notes->read_count <= 2 * plan->step_count + FEW || !find_file(notes->project, path))
        return MIEN_OK;
    MienStatus status = mieni_notes_read(&now, notes->project, problem);
    mieni_text_put(&text, head);
    for (int i = 0; i < now.count; ++i)
        if (mieni_build_plan_find(plan, now.items[i].pack) != NULL)
            mieni_note_put(&text, &now.items[i]);
    if (status == MIEN_OK && text.is_out_of_memory)
        status = no_memory(problem);
    if (status == MIEN_OK)
        status = mieni_derived_write(notes->project, path, text.bytes, text.size, NULL, problem);
    mieni_text_release(&text);
    mieni_notes_release(&now);
    return status;
}
