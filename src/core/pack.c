// SPDX-License-Identifier: MIT
//
// Checking a pack's container. Every pack has exactly one form: sections stand
// in order without gaps, padding is zero. So a changed byte is noticed by its
// meaning or by its place, even where the hash was recomputed.

#include "core/float_rules.h"

#include "core/pack_format.h"
#include "core/sha256.h"
#include "core/utf8.h"

#include <string.h>

static bool host_is_little_endian(void)
{
    const uint16_t probe = 1;
    uint8_t first;
    memcpy(&first, &probe, 1);
    return first == 1;
}

static MienStatus fail(MienError *error, MienStatus status, const char *sentence, const char *place)
{
    return mieni_fail(error, status, mieni_at("%s", place), "%s", sentence);
}

static MienStatus check_header(const void *data, size_t size, MieniPackHeader *out_header, MienError *error)
{
    if (!host_is_little_endian())
        return fail(error, MIEN_ERROR_HOST, "packs are little-endian and this machine is not", "");
    if (size < sizeof(MieniPackHeader))
        return fail(error, MIEN_ERROR_CORRUPT, "too short to be a pack", "header");
    memcpy(out_header, data, sizeof *out_header);
    if (memcmp(out_header->magic, MIENI_PACK_MAGIC, 8) != 0)
        return fail(error, MIEN_ERROR_CORRUPT, "not a pack: the first bytes differ", "header.magic");
    if (out_header->size != size)
        return fail(error, MIEN_ERROR_CORRUPT,
                    "the size in the header is not the size of the data; cut short?", "header.size");
    if (out_header->size > UINT32_MAX || out_header->size % MIEN_PACK_ALIGNMENT != 0)
        return fail(error, MIEN_ERROR_LIMIT, "a pack is at most 4 GiB, in whole blocks of 64 bytes",
                    "header.size");
    if (out_header->flags != 0)
        return fail(error, MIEN_ERROR_CORRUPT, "flags are reserved and must be 0", "header.flags");
    return MIEN_OK;
}

static MienStatus check_hash(const void *bytes, size_t size, MienError *error)
{
    const uint8_t *data = (const uint8_t *)bytes;
    uint8_t hash[32];
    mien_sha256(data + MIENI_HASHED_FROM, size - MIENI_HASHED_FROM, hash);
    if (memcmp(hash, data + 8, 32) != 0)
        return fail(error, MIEN_ERROR_HASH, "the content hash does not match: the bytes were changed",
                    "header.hash");
    return MIEN_OK;
}

static bool is_zero(const uint8_t *from, const uint8_t *to)
{
    for (; from < to; ++from) {
        if (*from != 0)
            return false;
    }
    return true;
}

/// Sections stand one after another, each at the next multiple of 64.
static MienStatus check_table(const void *bytes, size_t size, uint32_t section_count, MienError *error)
{
    const uint8_t *data = (const uint8_t *)bytes;
    uint64_t end = sizeof(MieniPackHeader) + (uint64_t)section_count * sizeof(MieniSection);
    if (section_count > 256 || end > size)
        return fail(error, MIEN_ERROR_CORRUPT, "more sections than the pack can hold",
                    "header.section_count");
    const uint8_t *table = data + sizeof(MieniPackHeader);
    for (uint32_t i = 0; i < section_count; ++i) {
        MieniSection section;
        memcpy(&section, table + i * sizeof section, sizeof section);
        const uint64_t begin = (end + 63) & ~(uint64_t)63;
        if (section.offset != begin || begin > size)
            return mieni_fail(error, MIEN_ERROR_CORRUPT, mieni_at("sections[%u].offset", i),
                              "a section is not where it must be");
        if (section.stride == 0 || section.count > (size - begin) / section.stride)
            return mieni_fail(error, MIEN_ERROR_CORRUPT, mieni_at("sections[%u].count", i),
                              "a section is larger than the pack");
        if (!is_zero(data + end, data + begin))
            return mieni_fail(error, MIEN_ERROR_CORRUPT, mieni_at("byte %llu", (unsigned long long)end),
                              "padding is not zero");
        end = begin + section.count * section.stride;
    }
    if (((end + 63) & ~(uint64_t)63) != size)
        return fail(error, MIEN_ERROR_CORRUPT, "bytes after the last section", "header.size");
    if (!is_zero(data + end, data + size))
        return mieni_fail(error, MIEN_ERROR_CORRUPT, mieni_at("byte %llu", (unsigned long long)end),
                          "padding is not zero");
    return MIEN_OK;
}

MienStatus mien_pack_inspect(const void *data, size_t size, bool trust_hash, MienPackInfo *out_info,
                             MienError *error)
{
    if (data == NULL || out_info == NULL)
        return fail(error, MIEN_ERROR_ARGUMENT, "data and out_info must be given", "");
    MieniPackHeader header;
    MienStatus status = check_header(data, size, &header, error);
    if (status == MIEN_OK && !trust_hash)
        status = check_hash(data, size, error);
    if (status == MIEN_OK)
        status = check_table(data, size, header.section_count, error);
    if (status != MIEN_OK)
        return status;
    *out_info = (MienPackInfo){.version = header.version,
                               .kind = (MienPackKind)header.kind,
                               .size = header.size,
                               .section_count = (int)header.section_count};
    memcpy(out_info->hash, header.hash, sizeof out_info->hash);
    return MIEN_OK;
}

const char *mien_pack_kind_name(MienPackKind kind)
{
    switch (kind) {
    case MIEN_PACK_SKELETON:
        return "skeleton";
    case MIEN_PACK_POSE_ASSET:
        return "pose asset";
    case MIEN_PACK_CLIP:
        return "clip";
    case MIEN_PACK_BUNDLE:
        return "bundle";
    case MIEN_PACK_MESH:
        return "mesh";
    case MIEN_PACK_GRAPH:
        return "graph";
    }
    return "unknown";
}

MienStatus mieni_reader_open(MieniReader *reader, const void *data, size_t size, MienPackKind kind,
                             uint32_t version, bool trust_hash, MienError *error)
{
    MieniPackHeader header;
    MienStatus status = check_header(data, size, &header, error);
    if (status != MIEN_OK)
        return status;
    if (header.kind != (uint32_t)kind)
        return mieni_fail(error, MIEN_ERROR_KIND, mieni_at("header.kind"),
                          "this is a pack of kind %s, not %s", mien_pack_kind_name((MienPackKind)header.kind),
                          mien_pack_kind_name(kind));
    // Before the hash: another version may hash otherwise.
    if (header.version != version)
        return mieni_fail(error, MIEN_ERROR_VERSION,
                          mieni_at("header.version %u, not %u", header.version, version),
                          "a format version this library does not read; cook the asset again");
    if (!trust_hash)
        status = check_hash(data, size, error);
    if (status == MIEN_OK)
        status = check_table(data, size, header.section_count, error);
    if (status != MIEN_OK)
        return status;
    *reader = (MieniReader){.data = (const uint8_t *)data,
                            .sections = (const MieniSection *)((const uint8_t *)data + sizeof header),
                            .section_count = (int)header.section_count,
                            .error = error};
    return MIEN_OK;
}

const void *mieni_reader_take(MieniReader *reader, uint32_t tag, size_t stride, uint64_t count,
                              uint64_t *out_count)
{
    const char name[5] = {(char)tag, (char)(tag >> 8), (char)(tag >> 16), (char)(tag >> 24), 0};
    if (reader->status != MIEN_OK)
        return NULL;
    if (reader->next >= reader->section_count) {
        reader->status = mieni_fail(reader->error, MIEN_ERROR_CORRUPT, mieni_at("section %s", name),
                                    "a section is missing");
        return NULL;
    }
    const MieniSection *section = &reader->sections[reader->next++];
    if (section->tag != tag || section->stride != stride) {
        reader->status = mieni_fail(reader->error, MIEN_ERROR_CORRUPT, mieni_at("section %s", name),
                                    "another section stands in its place");
        return NULL;
    }
    if (count == MIENI_ANY_COUNT ? section->count > INT32_MAX : section->count != count) {
        reader->status = mieni_fail(reader->error, MIEN_ERROR_CORRUPT, mieni_at("section %s", name),
                                    "the section has the wrong length");
        return NULL;
    }
    if (out_count != NULL)
        *out_count = section->count;
    return reader->data + section->offset;
}

MienStatus mieni_reader_fail(MieniReader *reader, MienStatus status, const char *sentence, const char *place,
                             int index)
{
    if (reader->status == MIEN_OK)
        reader->status = mieni_fail(reader->error, status, mieni_at("%s[%d]", place, index), "%s", sentence);
    return reader->status;
}

MienStatus mieni_reader_close(MieniReader *reader)
{
    if (reader->status == MIEN_OK && reader->next != reader->section_count)
        reader->status =
            fail(reader->error, MIEN_ERROR_CORRUPT, "more sections than this kind has", "sections");
    return reader->status;
}

MieniNames mieni_reader_take_names(MieniReader *reader, const char *text, uint64_t text_size,
                                   uint64_t *cursor, uint32_t offsets_tag, uint32_t sorted_tag, int count,
                                   bool ignore_case)
{
    const char place[5] = {(char)offsets_tag, (char)(offsets_tag >> 8), (char)(offsets_tag >> 16),
                           (char)(offsets_tag >> 24), 0};
    MieniNames names = {.text = text, .count = count, .ignore_case = ignore_case};
    names.offsets =
        (const uint32_t *)mieni_reader_take(reader, offsets_tag, sizeof(uint32_t), (uint64_t)count, NULL);
    names.sorted =
        (const uint32_t *)mieni_reader_take(reader, sorted_tag, sizeof(uint32_t), (uint64_t)count, NULL);
    if (reader->status != MIEN_OK)
        return names;
    for (int i = 0; i < count; ++i) {
        if (names.offsets[i] != *cursor || *cursor >= text_size) {
            mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "a name is not where it must be", place, i);
            return names;
        }
        const char *name = text + *cursor;
        const char *end = (const char *)memchr(name, 0, (size_t)(text_size - *cursor));
        const char *why = "a name without an end";
        if (end == NULL || !mieni_name_is_valid(name, (size_t)(end - name), &why)) {
            mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, why, place, i);
            return names;
        }
        *cursor += (uint64_t)(end - name) + 1;
    }
    // Strictly ascending order over valid indices is a permutation of unique names.
    for (int i = 0; i < count; ++i) {
        if (names.sorted[i] >= (uint32_t)count ||
            (i > 0 && mieni_name_compare(mieni_names_get(&names, (int)names.sorted[i - 1]),
                                         mieni_names_get(&names, (int)names.sorted[i]), ignore_case) >= 0)) {
            mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "names are out of order or not unique", place, i);
            return names;
        }
    }
    return names;
}

const char *mieni_names_get(const MieniNames *names, int index)
{
    return index >= 0 && index < names->count ? names->text + names->offsets[index] : "";
}

int mieni_names_find(const MieniNames *names, const char *name)
{
    int low = 0, high = names->count;
    while (name != NULL && low < high) {
        const int middle = low + (high - low) / 2;
        const int found = (int)names->sorted[middle];
        const int order = mieni_name_compare(name, mieni_names_get(names, found), names->ignore_case);
        if (order == 0)
            return found;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return -1;
}

bool mieni_all_within(const float *values, size_t count, float limit)
{
    for (size_t i = 0; i < count; ++i) {
        if (!(values[i] >= -limit && values[i] <= limit))
            return false;
    }
    return true;
}

bool mieni_is_near_unit(const float q[4])
{
    const float n = (q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]);
    return n > 0.99f && n < 1.01f;
}

MienStatus mieni_bytes_hold(MieniBytes *bytes, const void *data, size_t size, const MienLoadOptions *options,
                            MienError *error)
{
    *bytes = (MieniBytes){.size = size};
    if (options->borrow_data) {
        if ((uintptr_t)data % MIEN_PACK_ALIGNMENT != 0)
            return fail(error, MIEN_ERROR_ARGUMENT, "borrowed data must be 64-byte aligned", "data");
        bytes->data = (const uint8_t *)data;
        return MIEN_OK;
    }
    bytes->owned = (uint8_t *)mieni_allocate(options->allocator, size, MIEN_PACK_ALIGNMENT);
    if (bytes->owned == NULL)
        return fail(error, MIEN_ERROR_MEMORY, "Out of memory.", "");
    memcpy(bytes->owned, data, size);
    bytes->data = bytes->owned;
    return MIEN_OK;
}

void mieni_bytes_release(MieniBytes *bytes, const MienAllocator *allocator)
{
    if (bytes->owned != NULL)
        mieni_free(allocator, bytes->owned, bytes->size, MIEN_PACK_ALIGNMENT);
    *bytes = (MieniBytes){0};
}
