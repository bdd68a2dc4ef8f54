// SPDX-License-Identifier: MIT
//
// Three-way merge of assets.

#include "asset/merge/merge.h"

#include "asset/merge/tree.h"

/// Merges, and writes what comes out.
static MienStatus merge(MieniMerging *merging, MieniMerge *out, MieniAssetKind kind,
                        MieniJson *roots[MIENI_SIDES], MienError *error)
{
    MieniAsset asset = {.kind = kind};
    if (kind == MIENI_ASSET_POSES)
        mieni_merge_follow_renames(merging, roots);
    asset.json.arena.allocator = merging->options.allocator;
    asset.json.root = mieni_merge_items(merging, NULL, NULL, mieni_asset_schema(kind), roots);
    if (asset.json.root == NULL || out->memory.arena.is_out_of_memory || merging->scratch.is_out_of_memory)
        return mieni_fail(error, MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
    if (merging->conflict_count == 0) {
        const MienStatus status = mieni_asset_check(&asset, error);
        if (status != MIEN_OK)
            return status;
    }
    mieni_merge_write(merging, &asset, &out->text);
    if (out->text.is_out_of_memory || out->memory.arena.is_out_of_memory)
        return mieni_fail(error, MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
    out->conflicts = merging->conflicts;
    out->count = merging->count;
    out->conflict_count = merging->conflict_count;
    return MIEN_OK;
}

MienStatus mieni_asset_merge(MieniMerge *out_merge, const MieniAsset *base, const MieniAsset *ours,
                             const MieniAsset *theirs, const MieniMergeOptions *options, MienError *error)
{
    MieniMerging merging = {.memory = &out_merge->memory};
    if (options != NULL)
        merging.options = *options;
    const MienAllocator *allocator = merging.options.allocator;
    *out_merge = (MieniMerge){.text = {.allocator = allocator}};
    mieni_json_begin(&out_merge->memory, allocator);
    merging.scratch.allocator = allocator;
    if (merging.options.ours == NULL)
        merging.options.ours = "ours";
    if (merging.options.base == NULL)
        merging.options.base = "base";
    if (merging.options.theirs == NULL)
        merging.options.theirs = "theirs";
    if (merging.options.marker_size <= 0 || merging.options.marker_size > 1000)
        merging.options.marker_size = 7;
    if (ours->kind != theirs->kind || (base != NULL && base->kind != ours->kind) ||
        mieni_asset_schema(ours->kind) == NULL || ours->json.root == NULL || theirs->json.root == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "Only assets of one kind can be merged.", "kind");
    MieniJson *roots[MIENI_SIDES] = {ours->json.root, base != NULL ? base->json.root : NULL,
                                     theirs->json.root};
    const MienStatus status = merge(&merging, out_merge, ours->kind, roots, error);
    mieni_arena_release(&merging.scratch);
    if (status != MIEN_OK)
        mieni_asset_merge_release(out_merge);
    return status;
}

void mieni_asset_merge_release(MieniMerge *merge)
{
    mieni_text_release(&merge->text);
    mieni_json_release(&merge->memory);
    merge->conflicts = NULL;
    merge->count = merge->conflict_count = 0;
}
