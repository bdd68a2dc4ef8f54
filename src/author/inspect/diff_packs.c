// SPDX-License-Identifier: MIT
//
// Comparing packs: which comparison belongs to a kind, and the list that comes out.

#include "core/float_rules.h"

#include "author/inspect/diff.h"
#include "core/float_env.h"

#include <string.h>

const char *mien_author_difference_kind_name(MienAuthorDifferenceKind kind)
{
    switch (kind) {
    case MIEN_AUTHOR_DIFFERENCE_ADDED:
        return "added";
    case MIEN_AUTHOR_DIFFERENCE_REMOVED:
        return "removed";
    case MIEN_AUTHOR_DIFFERENCE_CHANGED:
        return "changed";
    case MIEN_AUTHOR_DIFFERENCE_ROTATED:
        return "rotated";
    case MIEN_AUTHOR_DIFFERENCE_MOVED:
        return "moved";
    case MIEN_AUTHOR_DIFFERENCE_SCALED:
        return "scaled";
    case MIEN_AUTHOR_DIFFERENCE_VALUE:
        return "value";
    }
    return "unknown";
}

static const char *member_name(const void *bundle, int index) { return mien_bundle_name(bundle, index); }

static int member_find(const void *bundle, const char *name) { return mien_bundle_find(bundle, name); }

static void diff_bundles(MieniDiff *diff, const MienBundle *first, const MienBundle *second)
{
    const MieniDiffNames names = {
        "member",    first,      second, mien_bundle_count(first), mien_bundle_count(second),
        member_name, member_find};
    const int *to_second = mieni_diff_names(diff, &names);
    for (int i = 0; to_second != NULL && i < names.first_count; ++i) {
        if (to_second[i] < 0)
            continue;
        const MienBundleMember a = mien_bundle_member(first, i), b = mien_bundle_member(second, to_second[i]);
        if (a.kind != b.kind)
            mieni_diff_say(diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "member", b.name, "is a %s, was a %s",
                           mien_pack_kind_name(b.kind), mien_pack_kind_name(a.kind));
        else if (a.size != b.size || memcmp(a.data, b.data, a.size) != 0)
            mieni_diff_say(diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "member", b.name,
                           "the %s changed, %zu bytes, was %zu", mien_pack_kind_name(b.kind), b.size, a.size);
    }
}

static MienStatus finish(MieniDiff *diff, MienPackKind kind, bool is_identical,
                         const MienAllocator *allocator, MienAuthorPackDiff **out_diff, MienError *error)
{
    const size_t count = (size_t)diff->count, text_size = diff->text.size;
    const bool fits = count < SIZE_MAX / 4 / sizeof(MienAuthorDifference) && text_size < SIZE_MAX / 4;
    const size_t size = sizeof(MienAuthorPackDiff) + count * sizeof(MienAuthorDifference) + text_size;
    const bool is_whole = fits && !diff->arena.is_out_of_memory && !diff->text.is_out_of_memory &&
                          !diff->items.is_out_of_memory;
    MienAuthorPackDiff *made = is_whole ? mieni_allocate(allocator, size, 16) : NULL;
    if (made == NULL)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    MienAuthorDifference *items = (MienAuthorDifference *)(made + 1);
    char *text = (char *)(items + count);
    if (text_size > 0)
        memcpy(text, diff->text.bytes, text_size);
    for (size_t i = 0; i < count; ++i) {
        MieniDiffItem item;
        memcpy(&item, diff->items.bytes + i * sizeof item, sizeof item);
        items[i] = (MienAuthorDifference){item.kind, text + item.subject, text + item.text, item.magnitude};
    }
    *made = (MienAuthorPackDiff){.kind = kind,
                                 .count = diff->count,
                                 .items = items,
                                 .is_identical = is_identical,
                                 .below_count = diff->below_count,
                                 .allocator = allocator,
                                 .block_size = size};
    *out_diff = made;
    return MIEN_OK;
}

static MienStatus compare(const MieniPackView *first, const MieniPackView *second,
                          const MienAllocator *allocator, MienAuthorPackDiff **out_diff, MienError *error)
{
    MieniDiff diff = {.arena = {.allocator = allocator},
                      .text = {.allocator = allocator},
                      .items = {.allocator = allocator}};
    const bool is_identical = memcmp(first->info.hash, second->info.hash, sizeof first->info.hash) == 0;
    if (!is_identical) {
        switch (first->info.kind) {
        case MIEN_PACK_SKELETON:
            mieni_diff_skeletons(&diff, first, second);
            break;
        case MIEN_PACK_POSE_ASSET:
            mieni_diff_poses(&diff, first, second);
            break;
        case MIEN_PACK_CLIP:
            mieni_diff_clips(&diff, first, second);
            break;
        case MIEN_PACK_BUNDLE:
            diff_bundles(&diff, first->bundle, second->bundle);
            break;
        case MIEN_PACK_MESH:
            mieni_diff_meshes(&diff, first, second);
            break;
        case MIEN_PACK_GRAPH:
            mieni_diff_graphs(&diff, first, second);
            break;
        }
    }
    const MienStatus status = finish(&diff, first->info.kind, is_identical, allocator, out_diff, error);
    mieni_arena_release(&diff.arena);
    mieni_text_release(&diff.text);
    mieni_text_release(&diff.items);
    return status;
}

MienStatus mien_author_pack_diff(const MienAuthorPackPair *packs, const MienAllocator *allocator,
                                 MienAuthorPackDiff **out_diff, MienError *error)
{
    if (out_diff != NULL)
        *out_diff = NULL;
    if (packs == NULL || packs->first == NULL || packs->second == NULL || out_diff == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "two packs and out_diff must be given");
    const MieniFloatEnv env = mieni_float_env_enter();
    MieniPackView a = {0}, b = {0};
    MienStatus status = mieni_view_open(&a, packs->first, packs->first_size, "first, ", allocator, error);
    if (status == MIEN_OK)
        status = mieni_view_open(&b, packs->second, packs->second_size, "second, ", allocator, error);
    if (status == MIEN_OK && a.info.kind != b.info.kind)
        status = mieni_fail(error, MIEN_ERROR_KIND, mieni_at("%s", "second, header.kind"),
                            "packs of two kinds cannot be compared");
    if (status == MIEN_OK)
        status = compare(&a, &b, allocator, out_diff, error);
    mieni_view_close(&a);
    mieni_view_close(&b);
    mieni_float_env_leave(env);
    return status;
}

void mien_author_pack_diff_destroy(MienAuthorPackDiff *diff)
{
    if (diff != NULL)
        mieni_free(diff->allocator, diff, diff->block_size, 16);
}
