// SPDX-License-Identifier: MIT
//
// What differs between two pose assets: what drives the poses, masks and groups.

#include "core/float_rules.h"

#include "author/inspect/diff.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// "curve-driven", "an in-between of jawOpen at 0.5", "a corrective of jawOpen, smile".
static void say_role(MieniTextOut *out, const MieniPackPoseView *poses, int pose)
{
    const MieniPoseRole *role = &poses->roles[pose];
    const MieniCombination *combination = mieni_view_combination(poses, pose);
    if (role->role == MIENI_ROLE_CONTROL)
        mieni_text_put(out, "curve-driven");
    if (role->role == MIENI_ROLE_INBETWEEN) {
        mieni_text_putf(out, "an in-between of %s at ",
                        mieni_view_control_name(poses, (uint32_t)role->control));
        mieni_say_fixed(out, (double)role->position, 4);
    }
    if (combination == NULL)
        return;
    mieni_text_put(out, "a corrective of ");
    for (uint32_t i = 0; i < combination->count; ++i)
        mieni_text_putf(out, "%s%s", i > 0 ? ", " : "",
                        mieni_view_input_name(poses, &poses->inputs[combination->first + i]));
}

static const char *remap_name(uint8_t remap)
{
    return remap == MIENI_CONTROL_SMOOTH ? "smooth" : remap == MIENI_CONTROL_BINARY ? "binary" : "plain";
}

static void diff_control(MieniDiff *diff, const char *name, const MieniPackPoseView *first, int a,
                         const MieniPackPoseView *second, int b)
{
    mieni_diff_value(diff, "pose", name, "range from", (double)first->min[a], (double)second->min[b]);
    mieni_diff_value(diff, "pose", name, "range to", (double)first->max[a], (double)second->max[b]);
    mieni_diff_value(diff, "pose", name, "gain", (double)first->gain[a], (double)second->gain[b]);
    mieni_diff_value(diff, "pose", name, "offset", (double)first->offset[a], (double)second->offset[b]);
    if (first->remap[a] != second->remap[b])
        mieni_diff_say(diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "pose", name, "reads its curve %s, was %s",
                       remap_name(second->remap[b]), remap_name(first->remap[a]));
}

void mieni_diff_role(MieniDiff *diff, const MieniPackPoseView *first, int a, const MieniPackPoseView *second,
                     int b)
{
    const char *name = mieni_view_pose_name(second, b);
    const MieniPoseRole *was = &first->roles[a], *is = &second->roles[b];
    if (was->role == MIENI_ROLE_CONTROL && is->role == MIENI_ROLE_CONTROL) {
        diff_control(diff, name, first, was->control, second, is->control);
        return;
    }
    MieniTextOut texts[2] = {{.allocator = diff->arena.allocator}, {.allocator = diff->arena.allocator}};
    say_role(&texts[0], first, a);
    say_role(&texts[1], second, b);
    if (texts[0].is_out_of_memory || texts[1].is_out_of_memory) {
        diff->arena.is_out_of_memory = true;
    } else if (strcmp(texts[0].bytes, texts[1].bytes) != 0) {
        mieni_diff_begin(diff, "pose", name);
        mieni_text_putf(&diff->text, "is %s, was %s", texts[1].bytes, texts[0].bytes);
        mieni_diff_end(diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, 0.0);
    }
    mieni_text_release(&texts[0]);
    mieni_text_release(&texts[1]);
}

static const char *mask_kind(const MieniMask *mask)
{
    return mask->kind == MIENI_MASK_SUM ? "sums" : mask->kind == MIENI_MASK_BLOCK ? "blocks" : "multiplies";
}

/// The mask of the same two controls in another asset, or NULL.
static const MieniMask *find_mask(const MieniPackPoseView *from, const MieniMask *mask,
                                  const MieniPackPoseView *in)
{
    const int target =
        mien_pose_asset_find_driven_pose(in->asset, mieni_view_control_name(from, mask->target));
    const int source =
        mien_pose_asset_find_driven_pose(in->asset, mieni_view_control_name(from, mask->source));
    if (target < 0 || source < 0)
        return NULL;
    const uint64_t wanted = (uint64_t)target << 32 | (uint32_t)source;
    int low = 0, high = in->mask_count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        const MieniMask *found = &in->masks[middle];
        const uint64_t key = (uint64_t)found->target << 32 | found->source;
        if (key == wanted)
            return found;
        if (key < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static void diff_masks(MieniDiff *diff, const MieniPackPoseView *first, const MieniPackPoseView *second)
{
    char name[2 * MIEN_MAX_NAME + 16];
    for (int i = 0; i < first->mask_count + second->mask_count; ++i) {
        const bool is_first = i < first->mask_count;
        const MieniPackPoseView *own = is_first ? first : second, *other = is_first ? second : first;
        const MieniMask *mask = is_first ? &first->masks[i] : &second->masks[i - first->mask_count];
        const MieniMask *twin = find_mask(own, mask, other);
        snprintf(name, sizeof name, "%s by %s", mieni_view_control_name(own, mask->target),
                 mieni_view_control_name(own, mask->source));
        if (twin == NULL) {
            mieni_diff_say(diff, is_first ? MIEN_AUTHOR_DIFFERENCE_REMOVED : MIEN_AUTHOR_DIFFERENCE_ADDED,
                           "mask", name, is_first ? "removed" : "added");
        } else if (!is_first) {
            if (mask->kind != twin->kind)
                mieni_diff_say(diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "mask", name, "%s, was: %s",
                               mask_kind(mask), mask_kind(twin));
            mieni_diff_value(diff, "mask", name, "amount", (double)twin->amount, (double)mask->amount);
            mieni_diff_value(diff, "mask", name, "threshold", (double)twin->threshold,
                             (double)mask->threshold);
        }
    }
}

/// Groups have no names: their whole text stands for them.
typedef struct Groups {
    MieniTextOut text;
    const char **sorted;
    int count;
} Groups;

static int compare_texts(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static void say_group(MieniTextOut *out, const MieniPackPoseView *poses, const MieniGroup *group)
{
    if (group->kind == MIENI_GROUP_TOP) {
        mieni_text_putf(out, "that keeps %u", (unsigned)group->keep);
    } else {
        mieni_text_put(out, group->kind == MIENI_GROUP_CAP ? "capped at " : "normalised to ");
        mieni_text_put_number(out, (double)group->limit);
    }
    for (uint32_t m = 0; m < group->count; ++m)
        mieni_text_putf(out, "%s%s", m == 0 ? " of " : ", ",
                        mieni_view_control_name(poses, poses->members[group->first + m]));
}

static Groups read_groups(MieniDiff *diff, const MieniPackPoseView *poses)
{
    Groups groups = {.text = {.allocator = diff->arena.allocator}, .count = poses->group_count};
    const size_t count = (size_t)groups.count;
    size_t *offsets = mieni_arena_take(&diff->arena, count, sizeof *offsets);
    groups.sorted = mieni_arena_take(&diff->arena, count, sizeof *groups.sorted);
    for (size_t g = 0; !diff->arena.is_out_of_memory && g < count; ++g) {
        offsets[g] = groups.text.size;
        say_group(&groups.text, poses, &poses->groups[g]);
        mieni_text_put_bytes(&groups.text, "", 1);
        diff->arena.is_out_of_memory = groups.text.is_out_of_memory;
    }
    if (diff->arena.is_out_of_memory || count == 0)
        return groups;
    for (size_t g = 0; g < count; ++g)
        groups.sorted[g] = groups.text.bytes + offsets[g];
    qsort(groups.sorted, count, sizeof *groups.sorted, compare_texts);
    return groups;
}

static void diff_groups(MieniDiff *diff, const MieniPackPoseView *first, const MieniPackPoseView *second)
{
    Groups a = read_groups(diff, first), b = read_groups(diff, second);
    for (int i = 0, j = 0; !diff->arena.is_out_of_memory && (i < a.count || j < b.count);) {
        const int order = i == a.count ? 1 : j == b.count ? -1 : strcmp(a.sorted[i], b.sorted[j]);
        if (order != 0) {
            mieni_diff_begin(diff, "group", order < 0 ? a.sorted[i] : b.sorted[j]);
            mieni_text_put(&diff->text, order < 0 ? "removed" : "added");
            mieni_diff_end(diff, order < 0 ? MIEN_AUTHOR_DIFFERENCE_REMOVED : MIEN_AUTHOR_DIFFERENCE_ADDED,
                           0.0);
        }
        i += order <= 0 ? 1 : 0;
        j += order >= 0 ? 1 : 0;
    }
    mieni_text_release(&a.text);
    mieni_text_release(&b.text);
}

void mieni_diff_rules(MieniDiff *diff, const MieniPackPoseView *first, const MieniPackPoseView *second)
{
    diff_masks(diff, first, second);
    diff_groups(diff, first, second);
}
