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

/// printf into a text that may be too short for it.
static void format_text(char *out, size_t size, const char *format, va_list arguments)
{
    if (vsnprintf(out, size, format, arguments) >= (int)size)
        drop_cut_character(out);
}

MieniLocation mieni_nowhere(void)
{
    MieniLocation location = {{0}, 0, 0, 0};
    return location;
}

MieniLocation mieni_at(const char *format, ...)
{
    MieniLocation location = mieni_nowhere();
    va_list arguments;
    va_start(arguments, format);
    format_text(location.text, sizeof location.text, format, arguments);
    va_end(arguments);
    return location;
}

MieniLocation mieni_at_line(int line)
{
    MieniLocation location = mieni_at("line %d", line);
    location.line = line;
    return location;
}

MieniLocation mieni_at_column(int line, int column)
{
    MieniLocation location = mieni_at("line %d, column %d", line, column);
    location.line = line;
    location.column = column;
    return location;
}

MieniLocation mieni_in_line(int line, const char *format, ...)
{
    MieniLocation location = mieni_at("line %d, ", line);
    const size_t size = strlen(location.text);
    va_list arguments;
    va_start(arguments, format);
    format_text(location.text + size, sizeof location.text - size, format, arguments);
    va_end(arguments);
    if (location.text[size] == '\0')
        return mieni_at_line(line);
    location.line = line;
    return location;
}

MieniLocation mieni_at_byte(size_t offset)
{
    MieniLocation location = mieni_at("byte %zu", offset);
    location.offset = offset;
    return location;
}

MieniLocation mieni_at_error(const MienError *error)
{
    MieniLocation location = {.line = error->line, .column = error->column, .offset = error->offset};
    memcpy(location.text, error->location, sizeof location.text);
    return location;
}

MienStatus mieni_fail(MienError *error, MienStatus status, MieniLocation location, const char *format, ...)
{
    if (!error)
        return status;
    // Arguments may point into *error, so build aside.
    MienError made = {
        .status = status, .line = location.line, .column = location.column, .offset = location.offset};
    memcpy(made.location, location.text, sizeof made.location);
    va_list arguments;
    va_start(arguments, format);
    format_text(made.message, sizeof made.message, format, arguments);
    va_end(arguments);
    *error = made;
    return status;
}

MienStatus mieni_refuse(MienError *error, const char *reason)
{
    return reason != NULL ? mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "%s", reason) : MIEN_OK;
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
