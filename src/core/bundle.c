// SPDX-License-Identifier: MIT
//
// Bundles: loading and reading. A bundle vouches for where its members are and
// what their headers say; what they hold is checked by who loads them.

#include "mien/bundle.h"

#include "core/bundle_format.h"
#include "core/load.h"

#include <stddef.h>
#include <string.h>

struct MienBundle {
    MieniLoaded loaded;
    MieniNames names;
    const uint32_t *members; ///< Part of each.
    const MieniBundlePart *parts;
    int part_count;
};

/// Members are in order of name, parts in the order in which members need them.
static MienStatus check_members(const MienBundle *bundle, MieniReader *reader)
{
    uint32_t seen = 0;
    for (int i = 0; i < bundle->names.count; ++i) {
        if (bundle->names.sorted[i] != (uint32_t)i)
            return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "members are not in order of name", "MSRT",
                                     i);
        if (bundle->members[i] > seen || bundle->members[i] >= (uint32_t)bundle->part_count)
            return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "a member is no part, or out of order",
                                     "MPRT", i);
        seen += bundle->members[i] == seen ? 1 : 0;
    }
    if (seen != (uint32_t)bundle->part_count)
        return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "a part that no member is", "PART", (int)seen);
    return MIEN_OK;
}

/// Whether a part begins like a pack of the size, kind and version that the table says.
static bool part_is_as_said(const MieniBundlePart *part, const uint8_t *data)
{
    MieniPackHeader header;
    memcpy(&header, data, sizeof header);
    return memcmp(header.magic, MIENI_PACK_MAGIC, sizeof header.magic) == 0 && header.size == part->size &&
           header.kind == part->kind && header.version == part->version && header.flags == 0;
}

static MienStatus check_parts(const MienBundle *bundle, MieniReader *reader, uint64_t begin, uint64_t end)
{
    for (int i = 0; i < bundle->part_count; ++i) {
        const MieniBundlePart *part = &bundle->parts[i];
        if (part->offset != begin || part->size < sizeof(MieniPackHeader) ||
            part->size % MIEN_PACK_ALIGNMENT != 0 || part->size > end - begin)
            return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "a part is not where it must be", "PART", i);
        if (!part_is_as_said(part, bundle->loaded.bytes.data + begin))
            return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "a part is not the pack that the table says",
                                     "PART", i);
        if (part->kind == MIEN_PACK_BUNDLE)
            return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "a bundle cannot be part of a bundle",
                                     "PART", i);
        begin += part->size;
    }
    if (begin != end)
        return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "bytes after the last part", "DATA",
                                 bundle->part_count);
    return MIEN_OK;
}

static MienStatus read_sections(void *asset, MieniReader *reader)
{
    MienBundle *bundle = (MienBundle *)asset;
    const MieniBundleHeader *info =
        (const MieniBundleHeader *)mieni_reader_take(reader, MIENI_BUNDLE_INFO, sizeof *info, 1, NULL);
    if (info == NULL)
        return reader->status;
    if (info->member_count > MIEN_MAX_MEMBERS || info->part_count > info->member_count)
        return mieni_reader_fail(reader, MIEN_ERROR_LIMIT, "more members than a bundle may have, or parts",
                                 "INFO", 0);
    const uint64_t members = info->member_count, parts = info->part_count;
    bundle->part_count = (int)parts;
    uint64_t text_size = 0, cursor = 0, blocks = 0;
    const char *text =
        (const char *)mieni_reader_take(reader, MIENI_BUNDLE_TEXT, 1, MIENI_ANY_COUNT, &text_size);
    bundle->names = mieni_reader_take_names(reader, text, text_size, &cursor, MIENI_BUNDLE_NAMES,
                                            MIENI_BUNDLE_SORTED, (int)members, false);
    bundle->members =
        (const uint32_t *)mieni_reader_take(reader, MIENI_BUNDLE_MEMBERS, sizeof(uint32_t), members, NULL);
    bundle->parts = (const MieniBundlePart *)mieni_reader_take(reader, MIENI_BUNDLE_PARTS,
                                                               sizeof(MieniBundlePart), parts, NULL);
    const uint8_t *data = (const uint8_t *)mieni_reader_take(reader, MIENI_BUNDLE_DATA, MIEN_PACK_ALIGNMENT,
                                                             MIENI_ANY_COUNT, &blocks);
    if (mieni_reader_close(reader) != MIEN_OK)
        return reader->status;
    if (cursor != text_size)
        return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "text that no name uses", "TEXT", (int)cursor);
    const uint64_t begin = (uint64_t)(data - bundle->loaded.bytes.data);
    const MienStatus status = check_members(bundle, reader);
    return status != MIEN_OK ? status
                             : check_parts(bundle, reader, begin, begin + blocks * MIEN_PACK_ALIGNMENT);
}

static const MieniLoader loader = {
    .kind = MIEN_PACK_BUNDLE,
    .version = MIENI_BUNDLE_VERSION,
    .size = sizeof(MienBundle),
    .alignment = 16,
    .loaded = offsetof(MienBundle, loaded),
    .arguments = "data and out_bundle must be given",
    .memory = "Out of memory.",
    .read = read_sections,
};

MienStatus mien_bundle_load(const void *data, size_t size, const MienLoadOptions *options,
                            MienBundle **out_bundle, MienError *error)
{
    return mieni_load(&loader, data, size, options, out_bundle, error);
}

void mien_bundle_destroy(MienBundle *bundle) { mieni_unload(&loader, bundle); }

int mien_bundle_count(const MienBundle *bundle) { return bundle->names.count; }

const char *mien_bundle_name(const MienBundle *bundle, int member)
{
    return mieni_names_get(&bundle->names, member);
}

int mien_bundle_find(const MienBundle *bundle, const char *name)
{
    return mieni_names_find(&bundle->names, name);
}

MienBundleMember mien_bundle_member(const MienBundle *bundle, int member)
{
    if (member < 0 || member >= bundle->names.count)
        return (MienBundleMember){.name = ""};
    const MieniBundlePart *part = &bundle->parts[bundle->members[member]];
    return (MienBundleMember){.name = mieni_names_get(&bundle->names, member),
                              .kind = (MienPackKind)part->kind,
                              .version = part->version,
                              .data = bundle->loaded.bytes.data + part->offset,
                              .size = part->size};
}

MienStatus mien_bundle_get(const MienBundle *bundle, const char *name, MienBundleMember *out_member,
                           MienError *error)
{
    if (out_member != NULL)
        *out_member = (MienBundleMember){.name = ""};
    if (bundle == NULL || name == NULL || out_member == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "bundle, name and out_member must be given");
    const int member = mien_bundle_find(bundle, name);
    if (member < 0)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", name),
                          "the bundle has no member of this name: name it when bundling");
    *out_member = mien_bundle_member(bundle, member);
    return MIEN_OK;
}
