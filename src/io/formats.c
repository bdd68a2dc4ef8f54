// SPDX-License-Identifier: MIT
//
// Which functions belong to which source format.

#include "io/formats.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define ADDRESS(id, title, endings) &mieni_format_##id,

const MieniFormat *mieni_format_of(const MieniSourceFormat *format)
{
    static const MieniFormat *const formats[] = {MIENI_SOURCE_FORMATS(ADDRESS, ADDRESS, ADDRESS)};
    return formats[format - mieni_source_formats];
}

const MieniSourceFormat *mieni_format_detect(const char *file, const void *bytes, size_t size)
{
    const MieniSourceFormat *last = NULL;
    for (int i = 0; i < MIENI_FORMAT_COUNT; ++i) {
        const MieniSourceFormat *format = &mieni_source_formats[i];
        if (!mieni_source_format_fits(format, file))
            continue;
        last = format;
        const MieniFormat *functions = mieni_format_of(format);
        if (functions->sniff == NULL || functions->sniff(bytes, size))
            break;
    }
    return last;
}

bool mieni_sniff_text(const void *bytes, size_t size, const char *word)
{
    const size_t word_size = strlen(word);
    const char *at = bytes, *end = at + size;
    while (size >= word_size && (at = memchr(at, word[0], size)) != NULL) {
        size = (size_t)(end - at);
        if (size >= word_size && memcmp(at, word, word_size) == 0)
            return true;
        ++at;
        --size;
    }
    return false;
}

bool mieni_sniff_first_line(const void *bytes, size_t size, const char *word)
{
    const char *end = size > 0 ? memchr(bytes, '\n', size) : NULL;
    return mieni_sniff_text(bytes, end != NULL ? (size_t)(end - (const char *)bytes) : size, word);
}

static void add_note(MieniSourceNotes *notes, bool is_remark, const char *format, va_list arguments)
{
    if (notes->count == (int)(sizeof notes->items / sizeof *notes->items))
        return;
    MieniSourceNote *note = &notes->items[notes->count++];
    note->is_remark = is_remark;
    vsnprintf(note->text, sizeof note->text, format, arguments);
}

void mieni_source_note(MieniSourceNotes *notes, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_note(notes, false, format, arguments);
    va_end(arguments);
}

void mieni_source_remark(MieniSourceNotes *notes, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_note(notes, true, format, arguments);
    va_end(arguments);
}

void mieni_source_note_scene(MieniSourceNotes *notes, const char *note, int renamed_count,
                             int reduced_vertex_count)
{
    if (note[0] != '\0')
        mieni_source_note(notes, "%s", note);
    if (renamed_count > 0)
        mieni_source_note(notes, "%d missing, duplicate or invalid name%s replaced.", renamed_count,
                          renamed_count == 1 ? " was" : "s were");
    if (reduced_vertex_count > 0)
        mieni_source_note(notes, "%d vert%s more than %d influences: the largest were kept.",
                          reduced_vertex_count, reduced_vertex_count == 1 ? "ex has" : "ices have",
                          MIEN_MAX_INFLUENCES);
}
