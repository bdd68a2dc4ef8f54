// SPDX-License-Identifier: MIT
//
// Notes about folders, level by level in walking order. The first line is a version; then per
// folder "TIME COUNT SUM FOLDERS NAME": when its entries changed, or 0 if unknown, the number of
// files and the sum of their paths, and the number of folders in it, which follow in order.

#include "project/build/folders.h"

#include "base/text_out.h"
#include "project/build/stamps.h"
#include "project/files/derived.h"
#include "project/files/os.h"
#include "project/files/parallel.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// Folders that one thread takes at a time.
enum { CHUNK = 16 };

static const char head[] = "folders 1\n";

/// What a folder was found to be, now or as the notes say.
typedef struct Folder {
    int64_t time; ///< When its entries changed last; 0 if that may not tell.
    MieniPathSum sum;
    int first_child, child_count;
    const char *name; ///< Of notes: in their text.
    char *path;       ///< Of those that are walked now.
    MieniPaths found; ///< Names of folders in it, if it was listed.
    int noted;        ///< Which note is about it, or -1.
    bool is_listed, has_failed;
} Folder;

typedef struct Folders {
    Folder *items;
    int count, room;
} Folders;

typedef struct Walk {
    const MieniProject *project;
    int64_t begin;
    Folders notes, folders;
    int first; ///< Of the level that is looked at now.
} Walk;

static Folder *add_folder(Folders *folders)
{
    if (folders->count == folders->room) {
        const int room = folders->room > 0 ? 2 * folders->room : 64;
        Folder *items = realloc(folders->items, sizeof *items * (size_t)room);
        if (items == NULL)
            return NULL;
        folders->items = items;
        folders->room = room;
    }
    folders->items[folders->count] = (Folder){.noted = -1};
    return &folders->items[folders->count++];
}

static void release(Folders *folders)
{
    for (int i = 0; i < folders->count; ++i) {
        free(folders->items[i].path);
        mieni_paths_release(&folders->items[i].found);
    }
    free(folders->items);
}

/// One line of the notes, which is closed by a zero.
static bool read_note(char *line, Folder *out)
{
    out->time = strtoll(line, &line, 10);
    out->sum.count = strtoll(line, &line, 10);
    out->sum.sum = strtoull(line, &line, 10);
    const long long children = strtoll(line, &line, 10);
    out->child_count = children >= 0 && children < INT32_MAX ? (int)children : -1;
    out->name = line + 1;
    return line[0] == ' ' && line[1] != '\0' && line[1] != '.' && strchr(line + 1, '/') == NULL &&
           out->child_count >= 0;
}

/// Reads notes; whatever is wrong with them, there are none then.
static void read_notes(char *text, Folders *notes)
{
    int64_t next = 1;
    bool is_read = strncmp(text, head, strlen(head)) == 0;
    for (char *at = text + strlen(head), *end; is_read && (end = strchr(at, '\n')) != NULL; at = end + 1) {
        *end = '\0';
        Folder *note = add_folder(notes);
        is_read = note != NULL && read_note(at, note) && next <= INT32_MAX;
        if (is_read) {
            note->first_child = (int)next;
            next += note->child_count;
        }
    }
    if (!is_read || next != notes->count)
        notes->count = 0;
}

static void write_notes(const MieniProject *project, const Folders *folders, const char *file)
{
    MieniTextOut text = {0};
    mieni_text_put(&text, head);
    for (int i = 0; i < folders->count; ++i) {
        const Folder *folder = &folders->items[i];
        const char *slash = strrchr(folder->path, '/');
        mieni_text_putf(&text, "%" PRId64 " %" PRId64 " %" PRIu64 " %d %s\n", folder->time, folder->sum.count,
                        folder->sum.sum, folder->child_count, slash != NULL ? slash + 1 : folder->path);
    }
    if (!text.is_out_of_memory) // should it not be written, all is listed the next time
        (void)mieni_derived_write(project, file, text.bytes, text.size, NULL, NULL);
    mieni_text_release(&text);
}

static bool list_entries(MieniOsFolder *directory, Folder *folder)
{
    char path[MIENI_PATH_ROOM];
    size_t size = 0;
    if (!mieni_path_put(path, &size, folder->path, strlen(folder->path)) ||
        !mieni_path_put(path, &size, "/", 1))
        return false;
    for (const char *name; (name = mieni_os_folder_next(directory)) != NULL;) {
        const MieniOsKind kind = name[0] != '.' ? mieni_os_folder_kind(directory) : 0;
        size_t whole = size;
        if (kind == MIENI_OS_FOLDER && !mieni_paths_add(&folder->found, name))
            return false;
        if (kind == MIENI_OS_FILE && !mieni_path_put(path, &whole, name, strlen(name)))
            return false;
        if (kind == MIENI_OS_FILE)
            mieni_path_sum_add(&folder->sum, path, whole);
    }
    mieni_paths_sort(&folder->found);
    return true;
}

/// Takes what a note says of a folder, or lists it.
static bool look_at(const Walk *walk, Folder *folder)
{
    MieniOsInfo info;
    const Folder *note = folder->noted >= 0 ? &walk->notes.items[folder->noted] : NULL;
    if (!mieni_derived_look(walk->project, folder->path, &info))
        return false;
    if (note != NULL && note->time != 0 && note->time == info.changed) {
        folder->time = note->time;
        folder->sum = note->sum;
        folder->child_count = note->child_count;
        return true;
    }
    MieniOsFolder *directory = mieni_derived_open_folder(walk->project, folder->path);
    if (directory == NULL)
        return false;
    const bool is_good = list_entries(directory, folder);
    mieni_os_folder_close(directory);
    folder->time = mieni_file_is_settled(info.changed, walk->begin) ? info.changed : 0;
    folder->child_count = folder->found.count;
    folder->is_listed = true;
    return is_good;
}

static void look_at_some(void *user, int first, int end)
{
    const Walk *walk = user;
    for (int i = first; i < end; ++i) {
        Folder *folder = &walk->folders.items[walk->first + i];
        folder->has_failed = !look_at(walk, folder);
    }
}

/// Which note is about a folder in the folder of another note; -1: none.
static int find_note(const Folders *notes, int parent, const char *name)
{
    if (parent < 0)
        return -1;
    int low = notes->items[parent].first_child, high = low + notes->items[parent].child_count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        const int order = strcmp(notes->items[middle].name, name);
        if (order == 0)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

/// The folders in a folder become some of the walk.
static bool add_children(Walk *walk, int index)
{
    const Folder parent = walk->folders.items[index]; // the array moves as it grows
    walk->folders.items[index].first_child = walk->folders.count;
    for (int i = 0; i < parent.child_count; ++i) {
        char path[MIENI_PATH_ROOM];
        const int told = parent.is_listed ? -1 : walk->notes.items[parent.noted].first_child + i;
        const char *name = told >= 0 ? walk->notes.items[told].name : parent.found.items[i];
        Folder *child = mieni_path_join(path, parent.path, name) ? add_folder(&walk->folders) : NULL;
        if (child == NULL || (child->path = malloc(strlen(path) + 1)) == NULL)
            return false;
        memcpy(child->path, path, strlen(path) + 1);
        child->noted = told >= 0 ? told : find_note(&walk->notes, parent.noted, name);
    }
    return true;
}

/// Walks all folders from the first one on. Gives whether any was listed.
static bool walk_levels(Walk *walk, bool *out_is_changed)
{
    bool is_good = true;
    *out_is_changed = false;
    for (int end = walk->folders.count; walk->first < end && is_good; end = walk->folders.count) {
        mieni_parallel(end - walk->first, CHUNK, look_at_some, walk);
        for (int i = walk->first; i < end && is_good; ++i) {
            is_good = !walk->folders.items[i].has_failed && add_children(walk, i);
            *out_is_changed |= walk->folders.items[i].is_listed;
        }
        walk->first = end;
    }
    return is_good;
}

/// The folder itself, and where its notes are.
static bool begin_walk(Walk *walk, const char *name, char file[MIENI_PATH_ROOM])
{
    char path[MIENI_PATH_ROOM];
    size_t size = 0;
    Folder *folder = add_folder(&walk->folders);
    if (folder == NULL || !mieni_path_join(path, walk->project->build, name) ||
        !mieni_path_put(file, &size, path, strlen(path)) || !mieni_path_put(file, &size, ".folders", 8) ||
        (folder->path = malloc(size)) == NULL)
        return false;
    memcpy(folder->path, path, strlen(path) + 1);
    return true;
}

bool mieni_build_folders_sum(const MieniProject *project, const char *name, MieniPathSum *out_sum)
{
    char file[MIENI_PATH_ROOM];
    MieniBuffer text = {0};
    Walk walk = {.project = project, .begin = mieni_os_time()};
    bool is_changed = false;
    *out_sum = (MieniPathSum){0};
    bool is_good = begin_walk(&walk, name, file);
    if (is_good && mieni_derived_read(project, file, &text, NULL) == MIEN_OK)
        read_notes(text.bytes, &walk.notes);
    if (walk.notes.count > 0)
        walk.folders.items[0].noted = 0;
    is_good = is_good && walk_levels(&walk, &is_changed);
    for (int i = 0; i < walk.folders.count; ++i)
        mieni_path_sum_join(out_sum, &walk.folders.items[i].sum);
    if (is_good && is_changed)
        write_notes(project, &walk.folders, file);
    release(&walk.notes);
    release(&walk.folders);
    mieni_buffer_release(&text);
    return is_good;
}
