// SPDX-License-Identifier: MIT
//
// Writing packs.

#include "author/cook/pack_writer.h"

#include "core/utf8.h"

#include <stdlib.h>
#include <string.h>

void mieni_writer_add(MieniPackWriter *writer, uint32_t tag, size_t stride, size_t count, const void *data)
{
    if (writer->count == MIENI_MAX_SECTIONS)
        abort(); // a kind's sections are fixed: this is a mistake in the cook itself
    writer->sections[writer->count] = (MieniSection){.tag = tag, .stride = (uint32_t)stride, .count = count};
    writer->data[writer->count++] = data;
}

static void write_bytes(const MieniPackWriter *writer, const MieniSection *sections, uint8_t *to, size_t size)
{
    MieniPackHeader header = {.version = writer->version,
                              .kind = (uint32_t)writer->kind,
                              .size = size,
                              .section_count = (uint32_t)writer->count};
    memcpy(header.magic, MIENI_PACK_MAGIC, sizeof header.magic);
    memset(to, 0, size);
    memcpy(to, &header, sizeof header);
    memcpy(to + sizeof header, sections, (size_t)writer->count * sizeof *sections);
    for (int i = 0; i < writer->count; ++i) {
        if (sections[i].count > 0 && writer->data[i] != NULL)
            memcpy(to + sections[i].offset, writer->data[i], (size_t)sections[i].count * sections[i].stride);
    }
}

MienStatus mieni_writer_lay_out(const MieniPackWriter *writer, const MienAllocator *allocator,
                                MienAuthorPack *out_pack, MienError *error)
{
    MieniSection sections[MIENI_MAX_SECTIONS];
    uint64_t end = sizeof(MieniPackHeader) + (uint64_t)writer->count * sizeof(MieniSection);
    for (int i = 0; i < writer->count; ++i) {
        sections[i] = writer->sections[i];
        sections[i].offset = (end + 63) & ~(uint64_t)63;
        end = sections[i].offset + sections[i].count * sections[i].stride;
    }
    end = (end + 63) & ~(uint64_t)63;
    if (end > UINT32_MAX)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_nowhere(), "the pack would be larger than 4 GiB");
    uint8_t *bytes = mieni_allocate(allocator, (size_t)end, MIEN_PACK_ALIGNMENT);
    if (bytes == NULL)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    write_bytes(writer, sections, bytes, (size_t)end);
    *out_pack = (MienAuthorPack){.data = bytes, .size = (size_t)end, .allocator = allocator};
    return MIEN_OK;
}

uint8_t *mieni_writer_section(const MienAuthorPack *pack, int index)
{
    MieniSection section;
    memcpy(&section, pack->data + sizeof(MieniPackHeader) + (size_t)index * sizeof section, sizeof section);
    return pack->data + section.offset;
}

void mieni_writer_seal(const MienAuthorPack *pack)
{
    mien_sha256(pack->data + MIENI_HASHED_FROM, pack->size - MIENI_HASHED_FROM, pack->data + 8);
}

MienStatus mieni_writer_finish(const MieniPackWriter *writer, const MienAllocator *allocator,
                               MienAuthorPack *out_pack, MienError *error)
{
    const MienStatus status = mieni_writer_lay_out(writer, allocator, out_pack, error);
    if (status == MIEN_OK)
        mieni_writer_seal(out_pack);
    return status;
}

void mien_author_pack_release(MienAuthorPack *pack)
{
    if (pack == NULL)
        return;
    if (pack->data != NULL)
        mieni_free(pack->allocator, pack->data, pack->size, MIEN_PACK_ALIGNMENT);
    *pack = (MienAuthorPack){0};
}

void mieni_text_begin(MieniText *text, MieniArena *arena, size_t count)
{
    *text = (MieniText){.bytes = mieni_arena_take(arena, count, MIEN_MAX_NAME + 1)};
}

/// What qsort compares: it passes no context, so each item carries it.
typedef struct SortItem {
    const char *name;
    uint32_t index;
    bool ignore_case;
} SortItem;

static int compare_items(const void *left, const void *right)
{
    const SortItem *a = left, *b = right;
    const int order = mieni_name_compare(a->name, b->name, a->ignore_case);
    return order != 0 ? order : (a->index > b->index) - (a->index < b->index);
}

static int given_index(const MieniNameSource *source, int index)
{
    return source->order != NULL ? source->order[index] : index;
}

MienStatus mieni_text_add_list(MieniText *text, MieniArena *arena, const MieniNameSource *source,
                               MieniNameList *out_list, MienError *error)
{
    const char *field = source->field != NULL ? source->field : "name";
    const int count = source->count;
    SortItem *items = mieni_arena_take(arena, (size_t)count, sizeof *items);
    out_list->count = count;
    out_list->offsets = mieni_arena_take(arena, (size_t)count, sizeof(uint32_t));
    out_list->sorted = mieni_arena_take(arena, (size_t)count, sizeof(uint32_t));
    if (arena->is_out_of_memory)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_at("%s", source->place), "Out of memory.");
    for (int i = 0; i < count; ++i) {
        const char *name = source->names[i], *why = "a name is missing";
        if (name == NULL || !mieni_name_is_valid(name, strlen(name), &why))
            return mieni_fail(error, MIEN_ERROR_DATA,
                              mieni_at("%s[%d].%s", source->place, given_index(source, i), field), "%s", why);
        const size_t size = strlen(name) + 1;
        out_list->offsets[i] = (uint32_t)text->size;
        memcpy(text->bytes + text->size, name, size);
        text->size += size;
        items[i] = (SortItem){.name = name, .index = (uint32_t)i, .ignore_case = source->ignore_case};
    }
    if (count > 0)
        qsort(items, (size_t)count, sizeof *items, compare_items);
    for (int i = 0; i < count; ++i) {
        out_list->sorted[i] = items[i].index;
        if (i > 0 && mieni_name_compare(items[i - 1].name, items[i].name, source->ignore_case) == 0)
            return mieni_fail(
                error, MIEN_ERROR_DATA,
                mieni_at("%s[%d].%s", source->place, given_index(source, (int)items[i].index), field),
                "another one has this name already");
    }
    return MIEN_OK;
}
