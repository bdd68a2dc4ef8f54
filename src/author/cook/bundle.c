// SPDX-License-Identifier: MIT
//
// Cooking bundles. Sorting is what finds both order and duplicates, so a million
// members take no longer than a million names do.

#include "mien_author/bundle.h"

#include "author/cook/pack_writer.h"
#include "core/bundle_format.h"
#include "core/utf8.h"

#include <stdlib.h>
#include <string.h>

/// What is known of a member: where it stood in what was given, and its header.
typedef struct Item {
    const MienAuthorBundleMember *given;
    int index; ///< In what was given; once sorted by name, in the bundle.
    MienPackInfo info;
} Item;

typedef struct Cook {
    MieniArena arena;
    int count, part_count;
    Item *items;
    const char **names;
    int *order;
    uint32_t *members;
    MieniBundlePart *parts;
    const void **part_data;
    MieniText text;
    MieniNameList list;
} Cook;

static int compare_names(const void *left, const void *right)
{
    const Item *a = left, *b = right;
    const int order = mieni_name_compare(a->given->name, b->given->name, false);
    return order != 0 ? order : (a->index > b->index) - (a->index < b->index);
}

/// The hash covers all of a pack but itself and the magic, so equal hashes are equal packs.
static int compare_hashes(const void *left, const void *right)
{
    const Item *a = left, *b = right;
    const int order = memcmp(a->info.hash, b->info.hash, sizeof a->info.hash);
    return order != 0 ? order : (a->index > b->index) - (a->index < b->index);
}

static MienStatus check_member(const MienAuthorBundleMember *member, int index, Item *out_item,
                               MienError *error)
{
    MienError inner = {0};
    *out_item = (Item){.given = member, .index = index};
    if (member->name == NULL)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("members[%d].name", index), "a name is missing");
    if (member->data == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("members[%d].data", index),
                          "the bytes of a member must be given");
    const MienStatus status = mien_pack_inspect(member->data, member->size, false, &out_item->info, &inner);
    if (status != MIEN_OK)
        return mieni_fail(error, status, mieni_at("members[%d].data, %s", index, inner.location), "%s",
                          inner.message);
    if (out_item->info.kind == MIEN_PACK_BUNDLE)
        return mieni_fail(error, MIEN_ERROR_KIND, mieni_at("members[%d].data", index),
                          "a bundle cannot hold a bundle; add its members");
    return MIEN_OK;
}

static MienStatus take_memory(Cook *cook, const MienAuthorBundle *bundle, MienError *error)
{
    const size_t count = (size_t)bundle->member_count;
    uint64_t text = 0;
    for (size_t i = 0; i < count; ++i)
        text += bundle->members[i].name != NULL ? strlen(bundle->members[i].name) + 1 : 0;
    if (text > INT32_MAX)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("%s", "members"),
                          "all names together are at most 2 GiB: make several bundles");
    cook->count = bundle->member_count;
    cook->items = mieni_arena_take(&cook->arena, count, sizeof *cook->items);
    cook->names = mieni_arena_take(&cook->arena, count, sizeof *cook->names);
    cook->order = mieni_arena_take(&cook->arena, count, sizeof *cook->order);
    cook->members = mieni_arena_take(&cook->arena, count, sizeof *cook->members);
    cook->parts = mieni_arena_take(&cook->arena, count, sizeof *cook->parts);
    cook->part_data = mieni_arena_take(&cook->arena, count, sizeof *cook->part_data);
    cook->text.bytes = mieni_arena_take(&cook->arena, (size_t)text, 1); // not the longest name for each
    return cook->arena.is_out_of_memory
               ? mieni_fail(error, MIEN_ERROR_MEMORY, mieni_at("%s", "members"), "Out of memory.")
               : MIEN_OK;
}

static MienStatus sort_names(Cook *cook, MienError *error)
{
    if (cook->count > 0)
        qsort(cook->items, (size_t)cook->count, sizeof *cook->items, compare_names);
    for (int i = 0; i < cook->count; ++i) {
        cook->names[i] = cook->items[i].given->name;
        cook->order[i] = cook->items[i].index;
        cook->items[i].index = i;
    }
    const MieniNameSource names = {
        .names = cook->names, .count = cook->count, .place = "members", .order = cook->order};
    return mieni_text_add_list(&cook->text, &cook->arena, &names, &cook->list, error);
}

/// Gives every member its part: the same for the same bytes, numbered by first use.
static MienStatus find_parts(Cook *cook, MienError *error)
{
    const int count = cook->count;
    Item *by_hash = mieni_arena_take(&cook->arena, (size_t)count, sizeof *by_hash);
    if (by_hash == NULL)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_at("%s", "members"), "Out of memory.");
    if (count > 0) {
        memcpy(by_hash, cook->items, (size_t)count * sizeof *by_hash);
        qsort(by_hash, (size_t)count, sizeof *by_hash, compare_hashes);
    }
    // Members with the same bytes share those of the first by name.
    for (int i = 0, first = 0; i < count; ++i) {
        if (memcmp(by_hash[i].info.hash, by_hash[first].info.hash, sizeof by_hash[i].info.hash) != 0)
            first = i;
        cook->members[by_hash[i].index] = (uint32_t)by_hash[first].index;
    }
    for (int i = 0; i < count; ++i) {
        const Item *item = &cook->items[i];
        if (cook->members[i] != (uint32_t)i) {
            cook->members[i] = cook->members[cook->members[i]]; // an earlier one, which has its part
            continue;
        }
        cook->parts[cook->part_count] = (MieniBundlePart){.size = (uint32_t)item->info.size,
                                                          .kind = (uint32_t)item->info.kind,
                                                          .version = item->info.version};
        cook->part_data[cook->part_count] = item->given->data;
        cook->members[i] = (uint32_t)cook->part_count++;
    }
    return MIEN_OK;
}

enum { PARTS_SECTION = 5, DATA_SECTION };

static MienStatus write(Cook *cook, const MienAllocator *allocator, MienAuthorPack *out_pack,
                        MienError *error)
{
    const size_t count = (size_t)cook->count, parts = (size_t)cook->part_count;
    const MieniBundleHeader info = {.member_count = (uint32_t)count, .part_count = (uint32_t)parts};
    uint64_t blocks = 0;
    for (size_t i = 0; i < parts; ++i)
        blocks += cook->parts[i].size / MIEN_PACK_ALIGNMENT;
    if (blocks > UINT32_MAX / MIEN_PACK_ALIGNMENT)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("%s", "members"),
                          "a bundle is at most 4 GiB: make several");
    MieniPackWriter writer = {.kind = MIEN_PACK_BUNDLE, .version = MIENI_BUNDLE_VERSION};
    mieni_writer_add(&writer, MIENI_BUNDLE_INFO, sizeof info, 1, &info);
    mieni_writer_add(&writer, MIENI_BUNDLE_TEXT, 1, cook->text.size, cook->text.bytes);
    mieni_writer_add(&writer, MIENI_BUNDLE_NAMES, 4, count, cook->list.offsets);
    mieni_writer_add(&writer, MIENI_BUNDLE_SORTED, 4, count, cook->list.sorted);
    mieni_writer_add(&writer, MIENI_BUNDLE_MEMBERS, 4, count, cook->members);
    mieni_writer_add(&writer, MIENI_BUNDLE_PARTS, sizeof *cook->parts, parts, NULL);
    mieni_writer_add(&writer, MIENI_BUNDLE_DATA, MIEN_PACK_ALIGNMENT, (size_t)blocks, NULL);
    const MienStatus status = mieni_writer_lay_out(&writer, allocator, out_pack, error);
    if (status != MIEN_OK)
        return status;
    // Straight into the pack: a copy of all parts would be as large again.
    uint8_t *at = mieni_writer_section(out_pack, DATA_SECTION);
    for (size_t i = 0; i < parts; ++i) {
        cook->parts[i].offset = (uint32_t)(at - out_pack->data);
        memcpy(at, cook->part_data[i], cook->parts[i].size);
        at += cook->parts[i].size;
    }
    if (parts > 0)
        memcpy(mieni_writer_section(out_pack, PARTS_SECTION), cook->parts, parts * sizeof *cook->parts);
    mieni_writer_seal(out_pack);
    return MIEN_OK;
}

MienStatus mien_author_bundle_cook(const MienAuthorBundle *bundle, const MienAllocator *allocator,
                                   MienAuthorPack *out_pack, MienError *error)
{
    if (out_pack != NULL)
        *out_pack = (MienAuthorPack){0};
    if (bundle == NULL || out_pack == NULL || (bundle->member_count > 0 && bundle->members == NULL))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "bundle, its members and out_pack must be given");
    if (bundle->member_count < 0 || bundle->member_count > MIEN_MAX_MEMBERS)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("%s", "members"),
                          "a bundle has at most 16777216 members");
    Cook cook = {.arena = {.allocator = allocator}};
    MienStatus status = take_memory(&cook, bundle, error);
    for (int i = 0; status == MIEN_OK && i < bundle->member_count; ++i)
        status = check_member(&bundle->members[i], i, &cook.items[i], error);
    if (status == MIEN_OK)
        status = sort_names(&cook, error);
    if (status == MIEN_OK)
        status = find_parts(&cook, error);
    if (status == MIEN_OK)
        status = write(&cook, allocator, out_pack, error);
    mieni_arena_release(&cook.arena);
    return status;
}
