// SPDX-License-Identifier: MIT
//
// Inflates through zlib, with memory of the caller's allocator.

#include "io/inflate.h"

#include "core/internal.h"

#include <string.h>
#include <zlib.h>

struct MieniInflate {
    z_stream stream;
    const MienAllocator *allocator;
    bool is_at_end;
};

/// Ahead of each block that zlib takes: its free is not told the size.
typedef union Head {
    size_t size;
    max_align_t aligned;
} Head;

static voidpf take(voidpf user, uInt count, uInt size)
{
    const MieniInflate *own = user;
    const uint64_t whole = (uint64_t)count * size + sizeof(Head);
    Head *head = whole < SIZE_MAX ? mieni_allocate(own->allocator, (size_t)whole, _Alignof(Head)) : NULL;
    if (head == NULL)
        return Z_NULL;
    memset(head, 0, (size_t)whole);
    head->size = (size_t)whole;
    return head + 1;
}

static void give_back(voidpf user, voidpf memory)
{
    const MieniInflate *own = user;
    Head *head = (Head *)memory - 1;
    mieni_free(own->allocator, head, head->size, _Alignof(Head));
}

MieniInflate *mieni_inflate_begin(const void *data, size_t size, const MienAllocator *allocator)
{
    MieniInflate *own = mieni_allocate(allocator, sizeof *own, _Alignof(MieniInflate));
    if (own == NULL)
        return NULL;
    *own = (MieniInflate){.allocator = allocator};
    own->stream.zalloc = take;
    own->stream.zfree = give_back;
    own->stream.opaque = own;
    own->stream.next_in = (z_const Bytef *)data;
    own->stream.avail_in = (uInt)size;
    if (inflateInit(&own->stream) == Z_OK)
        return own;
    mieni_free(allocator, own, sizeof *own, _Alignof(MieniInflate));
    return NULL;
}

MienStatus mieni_inflate_read(MieniInflate *own, void *out, size_t size)
{
    while (size > 0) {
        const uInt piece = size < (1u << 30) ? (uInt)size : 1u << 30;
        if (own->is_at_end)
            return MIEN_ERROR_CORRUPT;
        own->stream.next_out = out;
        own->stream.avail_out = piece;
        const int result = inflate(&own->stream, Z_NO_FLUSH);
        const uInt got = piece - own->stream.avail_out;
        own->is_at_end = result == Z_STREAM_END;
        if (result == Z_MEM_ERROR)
            return MIEN_ERROR_MEMORY;
        if (got == 0 || (result != Z_OK && result != Z_STREAM_END))
            return MIEN_ERROR_CORRUPT;
        out = (uint8_t *)out + got;
        size -= got;
    }
    return MIEN_OK;
}

MienStatus mieni_inflate_finish(MieniInflate *own)
{
    uint8_t more;
    if (!own->is_at_end) {
        own->stream.next_out = &more;
        own->stream.avail_out = 1;
        const int result = inflate(&own->stream, Z_NO_FLUSH);
        if (result == Z_MEM_ERROR)
            return MIEN_ERROR_MEMORY;
        own->is_at_end = result == Z_STREAM_END && own->stream.avail_out == 1;
    }
    return own->is_at_end && own->stream.avail_in == 0 ? MIEN_OK : MIEN_ERROR_CORRUPT;
}

void mieni_inflate_end(MieniInflate *own)
{
    if (own == NULL)
        return;
    inflateEnd(&own->stream);
    mieni_free(own->allocator, own, sizeof *own, _Alignof(MieniInflate));
}
