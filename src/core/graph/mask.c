// SPDX-License-Identifier: MIT
//
// From rows of a mask to shares per bone.

#include "core/float_rules.h"

#include "core/graph/mask.h"

#include "core/internal.h"

/// The weight that a row gives a bone which is generations below its own.
static float amount(const MieniGraphMaskRow *row, int generations)
{
    const double depth = row->depth < 0 ? -(double)row->depth : (double)row->depth;
    const double part = depth == 0.0 ? 1.0 : ((double)generations + 1.0) / depth;
    const float share = row->weight * (float)(part < 1.0 ? part : 1.0);
    return row->depth < 0 ? -share : share;
}

static float clamped(float share) { return share < 0.0f ? 0.0f : share > 1.0f ? 1.0f : share; }

void mieni_mask_add(const MienSkeleton *skeleton, int bone, const MieniGraphMaskRow *row, int *distances,
                    float *shares)
{
    const int count = mien_skeleton_bone_count(skeleton);
    if (row->only != 0) {
        shares[bone] = clamped(shares[bone] + amount(row, 0));
        return;
    }
    // Parents come before their children.
    for (int b = 0; b < count; ++b) {
        const int parent = mien_skeleton_bone_parent(skeleton, b);
        distances[b] = b == bone ? 0 : parent >= 0 && distances[parent] >= 0 ? distances[parent] + 1 : -1;
        if (distances[b] >= 0)
            shares[b] = clamped(shares[b] + amount(row, distances[b]));
    }
}

static void fill(MieniGraphBinder *binder, int node, const MieniGraphMask *mask, MieniBoundMask *out)
{
    const MienGraphBinding *binding = binder->binding;
    const MienGraph *graph = binding->graph;
    const size_t size = ((size_t)binding->bone_count + 1) * sizeof(int);
    int *distances = (int *)mieni_allocate(binding->allocator, size, _Alignof(int));
    if (distances == NULL) {
        binder->status = mieni_fail(binder->error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
        return;
    }
    for (uint32_t r = mask->first_row; r < mask->first_row + mask->row_count; ++r) {
        const MieniGraphMaskRow *row = &graph->mask_rows[r];
        const int bone = mieni_binder_bone(binder, node, mieni_names_get(&graph->words, (int)row->bone));
        if (bone >= 0)
            mieni_mask_add(binding->skeleton, bone, row, distances, out->shares);
    }
    mieni_free(binding->allocator, distances, size, _Alignof(int));
    for (int b = 0; b < binding->bone_count; ++b)
        out->most = out->shares[b] > out->most ? out->shares[b] : out->most;
}

void mieni_binder_mask(MieniGraphBinder *binder, int node, int mask)
{
    MienGraphBinding *binding = binder->binding;
    const MienGraph *graph = binding->graph;
    if (binder->status != MIEN_OK)
        return;
    if (binding->masks == NULL)
        binding->masks =
            (MieniBoundMask *)mieni_binder_take(binder, graph->info.mask_count, sizeof *binding->masks);
    if (binding->masks == NULL || binding->masks[mask].shares != NULL)
        return;
    MieniBoundMask *bound = &binding->masks[mask];
    bound->shares = (float *)mieni_binder_take(binder, (size_t)binding->bone_count, sizeof(float));
    if (bound->shares != NULL)
        fill(binder, node, &graph->masks[mask], bound);
}
