// SPDX-License-Identifier: MIT
//
// Judging lists of frame names, whatever they were read from.

#pragma once

#include "support/victim.h"

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

/// Reads bytes that may be anything; returns what is wrong with the result, or NULL if
/// that is a sound list or a sound refusal.
static inline const char *judge_names(const void *bytes, size_t size, int frame_count, ReadNames read,
                                      MienStatus *out_status)
{
    MienAuthorNameList other, *list = &other; // not NULL, to see that it becomes so
    MienError error = {0};
    char *copy = exact_copy(bytes, size);
    *out_status = read(copy, size, frame_count, NULL, &list, &error);
    free(copy);
    if (*out_status != MIEN_OK)
        return judge_refusal(*out_status, &error, list, "line ");
    const char *fault = judge_name_list(list, frame_count);
    mien_author_name_list_destroy(list);
    return fault;
}
