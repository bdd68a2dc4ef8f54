// SPDX-License-Identifier: MIT
//
// Names of MakeHuman's pose units.

#include "mien_io/makehuman.h"

#include "author/names/list.h"
#include "base/json.h"
#include "core/internal.h"
#include "core/utf8.h"
#include "io/formats.h"

#include <string.h>

static MienStatus no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static MienStatus bad_name(const MieniJson *names, int frame, const char *sentence, MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_DATA,
                      mieni_in_line(names->items[frame]->line, "framemapping[%d]", frame), "%s", sentence);
}

/// The array of names, every one of which is valid and has a frame.
static MienStatus find_names(const MieniJson *root, int frame_count, const MieniJson **out_names,
                             size_t *out_size, MienError *error)
{
    const MieniJson *names = mieni_json_get(root, "framemapping");
    if (names == NULL || names->type != MIENI_JSON_ARRAY)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at_line(names != NULL ? names->line : root->line),
                          "Pose units have a list of names called framemapping, and this has none.");
    size_t size = 0;
    for (int f = 0; f < names->count; ++f) {
        const MieniJson *name = names->items[f];
        const char *why = NULL;
        if (f >= frame_count)
            return bad_name(names, f, "There are more names than frames.", error);
        if (name->type != MIENI_JSON_STRING)
            return bad_name(names, f, "A name is a string.", error);
        if (!mieni_name_is_valid(name->string, strlen(name->string), &why))
            return bad_name(names, f, why, error);
        size += strlen(name->string) + 1;
    }
    *out_names = names;
    *out_size = size;
    return MIEN_OK;
}

static MienStatus read_names(const MieniJson *root, MienAuthorNameList *list, const MienAllocator *allocator,
                             MienError *error)
{
    const MieniJson *names = NULL;
    size_t size = 0;
    const MienStatus status = find_names(root, list->frame_count, &names, &size, error);
    if (status != MIEN_OK)
        return status;
    char *text = mieni_arena_take(mieni_name_list_arena(list), size, 1);
    if (text == NULL)
        return no_memory(error);
    for (int f = 0; f < names->count; ++f) {
        const size_t length = strlen(names->items[f]->string) + 1;
        memcpy(text, names->items[f]->string, length);
        mieni_name_list_set(list, f, text);
        text += length;
    }
    MieniNameClash clash;
    if (!mieni_name_list_find_clash(list, allocator, &clash))
        return no_memory(error);
    return clash.frame < 0 ? MIEN_OK : bad_name(names, clash.frame, clash.sentence, error);
}

MienStatus mien_io_makehuman_names_read(const void *bytes, size_t size, int frame_count,
                                        const MienAllocator *allocator, MienAuthorNameList **out_list,
                                        MienError *error)
{
    MienStatus status = mieni_name_list_check_arguments(bytes, size, frame_count, out_list, error);
    if (status != MIEN_OK)
        return status;
    MieniJsonDocument document;
    status = mieni_json_read(&document, bytes, size, allocator, error);
    if (status != MIEN_OK)
        return status;
    MienAuthorNameList *list = mieni_name_list_create(frame_count, allocator);
    status = list != NULL ? read_names(document.root, list, allocator, error) : no_memory(error);
    mieni_json_release(&document);
    if (status != MIEN_OK)
        mien_author_name_list_destroy(list);
    else
        *out_list = list;
    return status;
}
