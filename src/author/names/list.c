// SPDX-License-Identifier: MIT
//
// Names for the frames of a sequence.

#include "mien_author/name_list.h"

#include "author/names/list.h"
#include "base/names.h"
#include "base/owned.h"
#include "core/internal.h"
#include "core/utf8.h"

#include <stdio.h>
#include <string.h>

static const char default_prefix[] = "Pose_";
enum { DEFAULT_ROOM = 16 }; // Pose_2147483647 and a zero

typedef struct OwnedList {
    MienAuthorNameList list; // first: a list's address is its owner's
    MienAuthorFrameName *frames;
} OwnedList;

static MienAuthorFrameName *frame_of(MienAuthorNameList *list, int frame)
{
    return &((OwnedList *)list)->frames[frame];
}

MieniArena *mieni_name_list_arena(MienAuthorNameList *list) { return mieni_owned_arena(list); }

MienAuthorNameList *mieni_name_list_create(int frame_count, const MienAllocator *allocator)
{
    OwnedList *owned = mieni_owned_create(sizeof *owned, allocator);
    if (owned == NULL)
        return NULL;
    MieniArena *arena = mieni_owned_arena(owned);
    char *names = mieni_arena_take(arena, (size_t)frame_count, DEFAULT_ROOM);
    owned->frames = mieni_arena_take(arena, (size_t)frame_count, sizeof *owned->frames);
    if (names == NULL || owned->frames == NULL) {
        mien_author_name_list_destroy(&owned->list);
        return NULL;
    }
    for (int f = 0; f < frame_count; ++f, names += DEFAULT_ROOM) {
        snprintf(names, DEFAULT_ROOM, "%s%d", default_prefix, f);
        owned->frames[f] = (MienAuthorFrameName){.name = names, .is_default = true};
    }
    owned->list = (MienAuthorNameList){.frame_count = frame_count, .frames = owned->frames};
    return &owned->list;
}

void mieni_name_list_set(MienAuthorNameList *list, int frame, const char *name)
{
    *frame_of(list, frame) = (MienAuthorFrameName){.name = name};
    ++list->named_count;
}

void mieni_name_list_skip(MienAuthorNameList *list, int frame)
{
    frame_of(list, frame)->is_skipped = true;
    ++list->skipped_count;
}

/// The frame whose default name this is, or -1.
static int default_frame(const MienAuthorNameList *list, const char *name)
{
    const size_t prefix = sizeof default_prefix - 1;
    if (strncmp(name, default_prefix, prefix) != 0)
        return -1;
    const char *digits = name + prefix;
    int64_t frame = 0;
    for (const char *at = digits; *at != '\0'; ++at) {
        if (*at < '0' || *at > '9' || frame >= list->frame_count)
            return -1;
        frame = 10 * frame + (*at - '0');
    }
    // Default names have no zeros in front.
    return digits[0] != '\0' && (digits[0] != '0' || digits[1] == '\0') && frame < list->frame_count
               ? (int)frame
               : -1;
}

bool mieni_name_list_find_clash(const MienAuthorNameList *list, const MienAllocator *allocator,
                                MieniNameClash *out_clash)
{
    MieniArena scratch = {.allocator = allocator};
    MieniNameEntry *entries = mieni_arena_take(&scratch, (size_t)list->named_count, sizeof *entries);
    MieniNameClash clash = {-1, -1, NULL};
    if (entries == NULL)
        return false;
    int count = 0;
    for (int f = 0; f < list->frame_count; ++f) {
        if (list->frames[f].is_default)
            continue;
        const int other = default_frame(list, list->frames[f].name);
        if (clash.frame < 0 && other >= 0 && other != f)
            clash = (MieniNameClash){f, -1, "The name is the default name of another frame."};
        entries[count++] = (MieniNameEntry){list->frames[f].name, f};
    }
    mieni_names_sort(entries, count);
    for (int i = 1; i < count; ++i)
        if ((clash.frame < 0 || entries[i].index < clash.frame) &&
            strcmp(entries[i - 1].name, entries[i].name) == 0)
            clash = (MieniNameClash){entries[i].index, entries[i - 1].index, "Another frame has this name."};
    mieni_arena_release(&scratch);
    *out_clash = clash;
    return true;
}

static bool is_white(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// A line from start to end, without white space around it.
static void trim(char **start, char **end)
{
    while (*start < *end && is_white(**start))
        ++*start;
    while (*end > *start && is_white((*end)[-1]))
        --*end;
}

/// Names frames from a copy of the text, in which each name is closed by a zero in
/// place of what follows it.
static MienStatus read_lines(MienAuthorNameList *list, char *text, size_t size, MienError *error)
{
    char *const text_end = text + size;
    for (int frame = 0; text < text_end; ++frame) {
        char *line_end = memchr(text, '\n', (size_t)(text_end - text));
        line_end = line_end != NULL ? line_end : text_end;
        char *start = text, *end = line_end;
        text = line_end < text_end ? line_end + 1 : text_end;
        trim(&start, &end);
        const char *why = NULL;
        if (start == end)
            continue;
        if (frame >= list->frame_count)
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at_line(frame + 1),
                              "There are more lines than frames.");
        if (end - start == 1 && *start == '#') {
            mieni_name_list_skip(list, frame);
            continue;
        }
        if (!mieni_name_is_valid(start, (size_t)(end - start), &why))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at_line(frame + 1), "%s", why);
        *end = '\0';
        mieni_name_list_set(list, frame, start);
    }
    return MIEN_OK;
}

static MienStatus no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static MienStatus read_list(MienAuthorNameList *list, const void *bytes, size_t size,
                            const MienAllocator *allocator, MienError *error)
{
    char *text = mieni_arena_take(mieni_name_list_arena(list), size + 1, 1);
    if (text == NULL)
        return no_memory(error);
    if (size > 0)
        memcpy(text, bytes, size);
    const size_t mark = size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    const MienStatus status = read_lines(list, text + mark, size - mark, error);
    if (status != MIEN_OK)
        return status;
    MieniNameClash clash;
    if (!mieni_name_list_find_clash(list, allocator, &clash))
        return no_memory(error);
    if (clash.frame < 0)
        return MIEN_OK;
    if (clash.other < 0)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at_line(clash.frame + 1), "%s", clash.sentence);
    return mieni_fail(error, MIEN_ERROR_DATA, mieni_in_line(clash.frame + 1, "and line %d", clash.other + 1),
                      "%s", clash.sentence);
}

MienStatus mieni_name_list_check_arguments(const void *bytes, size_t size, int frame_count,
                                           MienAuthorNameList **out_list, MienError *error)
{
    if (out_list == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("out_list"),
                          "A place for the list must be given.");
    *out_list = NULL;
    if (bytes == NULL && size > 0)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("bytes"), "The bytes must be given.");
    if (frame_count < 0)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("frame_count"),
                          "A number of frames is 0 or more.");
    return MIEN_OK;
}

MienStatus mien_author_name_list_read(const void *bytes, size_t size, int frame_count,
                                      const MienAllocator *allocator, MienAuthorNameList **out_list,
                                      MienError *error)
{
    MienStatus status = mieni_name_list_check_arguments(bytes, size, frame_count, out_list, error);
    if (status != MIEN_OK)
        return status;
    if (size > MIEN_AUTHOR_NAME_LIST_MAX_SIZE)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("byte %d", MIEN_AUTHOR_NAME_LIST_MAX_SIZE),
                          "A list of names has at most 1 GiB.");
    MienAuthorNameList *list = mieni_name_list_create(frame_count, allocator);
    if (list == NULL)
        return no_memory(error);
    status = read_list(list, bytes, size, allocator, error);
    if (status != MIEN_OK)
        mien_author_name_list_destroy(list);
    else
        *out_list = list;
    return status;
}

void mien_author_name_list_destroy(MienAuthorNameList *list) { mieni_owned_destroy(list); }
