// SPDX-License-Identifier: MIT
//
// Judging lists of frame names, whatever they were read from.

#pragma once

#include "check.h"

#include "core/utf8.h"
#include "mien_author/name_list.h"

/// A reader of names.
typedef MienStatus (*ReadNames)(const void *bytes, size_t size, int frame_count,
                                const MienAllocator *allocator, MienAuthorNameList **out_list,
                                MienError *error);

/// What is wrong with a list, or NULL. For short lists.
static inline const char *judge_name_list(const MienAuthorNameList *list, int frame_count)
{
    int named = 0, skipped = 0;
    if (list->frame_count != frame_count)
        return "not as many frames as asked for";
    for (int f = 0; f < frame_count; ++f) {
        const MienAuthorFrameName *frame = &list->frames[f];
        char expected[32];
        snprintf(expected, sizeof expected, "Pose_%d", f);
        if (!mieni_name_is_valid(frame->name, strlen(frame->name), NULL))
            return "a name that is none";
        if (frame->is_default && strcmp(frame->name, expected) != 0)
            return "a default name that is none";
        if (frame->is_skipped && !frame->is_default)
            return "a frame that is both named and skipped";
        for (int other = 0; other < f; ++other)
            if (strcmp(list->frames[other].name, frame->name) == 0)
                return "two frames of one name";
        named += !frame->is_default;
        skipped += frame->is_skipped;
    }
    return named == list->named_count && skipped == list->skipped_count ? NULL : "wrong counts";
}

/// Reads bytes that may be anything; returns what is wrong with what came of it, or
/// NULL if that is a sound list or a sound refusal.
static inline const char *judge_names(const void *bytes, size_t size, int frame_count, ReadNames read,
                                      MienStatus *out_status)
{
    MienAuthorNameList other, *list = &other; // not NULL, to see that it becomes so
    MienError error = {0};
    char *copy = malloc(size > 0 ? size : 1); // of this very size, for the sanitizers
    if (copy == NULL)
        abort();
    if (size > 0)
        memcpy(copy, bytes, size);
    *out_status = read(copy, size, frame_count, NULL, &list, &error);
    free(copy);
    if (*out_status != MIEN_OK)
        return list != NULL || error.status != *out_status || strncmp(error.place, "line ", 5) != 0 ||
                       error.message[0] == '\0'
                   ? "refused without status, place, message or NULL"
                   : NULL;
    const char *fault = judge_name_list(list, frame_count);
    mien_author_name_list_destroy(list);
    return fault;
}
