// SPDX-License-Identifier: MIT
//
// Status names, failing with a place and a sentence, and memory: the caller's
// allocator, or the system's if there is none.

#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L // posix_memalign, under -std=c17
#endif

#include "internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#include <malloc.h>
#endif

const char *mien_status_name(MienStatus status)
{
    switch (status) {
    case MIEN_OK:
        return "MIEN_OK";
    case MIEN_ERROR_ARGUMENT:
        return "MIEN_ERROR_ARGUMENT";
    case MIEN_ERROR_MEMORY:
        return "MIEN_ERROR_MEMORY";
    case MIEN_ERROR_FILE:
        return "MIEN_ERROR_FILE";
    case MIEN_ERROR_CORRUPT:
        return "MIEN_ERROR_CORRUPT";
    case MIEN_ERROR_HASH:
        return "MIEN_ERROR_HASH";
    case MIEN_ERROR_VERSION:
        return "MIEN_ERROR_VERSION";
    case MIEN_ERROR_KIND:
        return "MIEN_ERROR_KIND";
    case MIEN_ERROR_HOST:
        return "MIEN_ERROR_HOST";
    case MIEN_ERROR_LIMIT:
        return "MIEN_ERROR_LIMIT";
    case MIEN_ERROR_DATA:
        return "MIEN_ERROR_DATA";
    case MIEN_ERROR_CANCELLED:
        return "MIEN_ERROR_CANCELLED";
    }
    return "MIEN_ERROR_UNKNOWN";
}

const char *mien_version(void) { return MIEN_VERSION; }

/// Ends text that was cut to fit before the character the cut went through, so
/// that a long name in a message stays UTF-8.
static void drop_cut_character(char *text)
{
    size_t lead = strlen(text), need = 1;
    const size_t end = lead;
    while (lead > 0 && ((unsigned char)text[lead - 1] & 0xC0) == 0x80)
        lead--;
    if (lead == 0)
        return;
    const unsigned char first = (unsigned char)text[--lead];
    if (first >= 0xF0)
        need = 4;
    else if (first >= 0xE0)
        need = 3;
    else if (first >= 0xC0)
        need = 2;
    if (end - lead < need)
        text[lead] = '\0';
}

MienStatus mieni_fail(MienError *error, MienStatus status, const char *sentence, const char *place, ...)
{
    if (!error)
        return status;
    // The sentence and the arguments may point into *error, so build aside.
    MienError made = {.status = status};
    if (snprintf(made.message, sizeof made.message, "%s", sentence) >= (int)sizeof made.message)
        drop_cut_character(made.message);
    va_list arguments;
    va_start(arguments, place);
    if (vsnprintf(made.place, sizeof made.place, place, arguments) >= (int)sizeof made.place)
        drop_cut_character(made.place);
    va_end(arguments);
    *error = made;
    return status;
}

MienStatus mieni_refuse(MienError *error, const char *reason)
{
    return reason != NULL ? mieni_fail(error, MIEN_ERROR_ARGUMENT, reason, "%s", "") : MIEN_OK;
}

// The system's aligned allocation rather than malloc with a shifted pointer:
// address sanitizers then see the exact ends of every block. aligned_alloc
// would be the standard's, but Windows lacks it and sanitizers refuse sizes
// that are no multiple of the alignment.
static void *system_allocate(size_t size, size_t alignment)
{
    if (alignment < sizeof(void *))
        alignment = sizeof(void *);
#if defined(_WIN32)
    return _aligned_malloc(size, alignment);
#else
    void *memory = NULL;
    return posix_memalign(&memory, alignment, size) == 0 ? memory : NULL;
#endif
}

void *mieni_allocate(const MienAllocator *allocator, size_t size, size_t alignment)
{
    if (size == 0)
        size = 1; // so that NULL always means failure
    return allocator ? allocator->allocate(allocator->user, size, alignment)
                     : system_allocate(size, alignment);
}

void mieni_free(const MienAllocator *allocator, void *memory, size_t size, size_t alignment)
{
    if (!memory)
        return;
    if (allocator) {
        allocator->free(allocator->user, memory, size == 0 ? 1 : size, alignment);
        return;
    }
#if defined(_WIN32)
    _aligned_free(memory);
#else
    free(memory);
#endif
}
