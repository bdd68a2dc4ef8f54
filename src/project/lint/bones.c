// SPDX-License-Identifier: MIT
//
// Compares bones with a skeleton: additional, missing, different parents.

#include "project/lint/run.h"

#include <string.h>

typedef struct Lists {
    const char **extra, **missing, **moved;
    int extra_count, missing_count, moved_count;
} Lists;

/// The nearest bone above that the other side has too, or -1.
static int common_parent(const MienAuthorSkeleton *bones, int bone, const int *other)
{
    int parent = bones->bones[bone].parent;
    while (parent >= 0 && other[parent] < 0)
        parent = bones->bones[parent].parent;
    return parent;
}

static void compare(const MienAuthorSkeleton *bones, const MieniLintSkeleton *skeleton,
                    const MieniLintBones *about, int *mine, int *theirs, Lists *lists)
{
    const MienAuthorSkeleton *other = &skeleton->recipe.skeleton;
    for (int b = 0; b < other->bone_count; ++b)
        theirs[b] = -1;
    for (int b = 0; b < bones->bone_count; ++b) {
        mine[b] = mieni_lint_bone(skeleton, bones->bones[b].name);
        if (mine[b] >= 0)
            theirs[mine[b]] = b;
        else if (!about->skips_extra)
            lists->extra[lists->extra_count++] = bones->bones[b].name;
    }
    for (int b = 0; b < other->bone_count; ++b) {
        if (theirs[b] < 0) {
            if (about->wants_missing)
                lists->missing[lists->missing_count++] = other->bones[b].name;
            continue;
        }
        const int above = common_parent(other, b, theirs), below = common_parent(bones, theirs[b], mine);
        if ((above < 0) != (below < 0) || (above >= 0 && theirs[above] != below))
            lists->moved[lists->moved_count++] = other->bones[b].name;
    }
}

static void put_part(MieniLint *lint, MieniTextOut *out, const char *what, const char *const *names,
                     int count)
{
    if (count > 0)
        mieni_text_putf(out, "%s %s %s", out->size > 0 ? ";" : "", what,
                        mieni_lint_list(lint, names, count, 6));
}

static void report(MieniLint *lint, const MieniLintBones *about, const MieniLintSkeleton *skeleton,
                   const Lists *lists)
{
    MieniTextOut out = {0};
    put_part(lint, &out, "it lacks", lists->extra, lists->extra_count);
    put_part(lint, &out, "it alone has", lists->missing, lists->missing_count);
    put_part(lint, &out, "different parents for", lists->moved, lists->moved_count);
    if (out.size > 0) {
        MieniFinding *finding =
            mieni_lint_say(lint, MIENI_LINT_SKELETON_MISMATCH, about->file, about->at, about->place, NULL,
                           mieni_lint_text(lint, "%s does not fit the bones of %s:%s.", about->what,
                                           skeleton->path, out.bytes));
        mieni_lint_name(lint, finding, lists->extra, lists->extra_count);
        mieni_lint_name(lint, finding, lists->missing, lists->missing_count);
        mieni_lint_name(lint, finding, lists->moved, lists->moved_count);
    }
    mieni_text_release(&out);
}

void mieni_lint_compare_bones(MieniLint *lint, const MieniLintBones *about, const MienAuthorSkeleton *bones,
                              const MieniLintSkeleton *skeleton)
{
    MieniArena scratch = {0};
    const size_t mine_count = (size_t)bones->bone_count,
                 their_count = (size_t)skeleton->recipe.skeleton.bone_count;
    if (!mieni_lint_wants(lint, MIENI_LINT_SKELETON_MISMATCH) || bones == &skeleton->recipe.skeleton)
        return;
    int *mine = mieni_arena_take(&scratch, mine_count, sizeof *mine);
    int *theirs = mieni_arena_take(&scratch, their_count, sizeof *theirs);
    Lists lists = {.extra = mieni_arena_take(&scratch, mine_count, sizeof *lists.extra),
                   .missing = mieni_arena_take(&scratch, their_count, sizeof *lists.missing),
                   .moved = mieni_arena_take(&scratch, their_count, sizeof *lists.moved)};
    if (scratch.is_out_of_memory) {
        lint->status = MIEN_ERROR_MEMORY;
    } else {
        compare(bones, skeleton, about, mine, theirs, &lists);
        report(lint, about, skeleton, &lists);
    }
    mieni_lint_release(lint, &scratch);
}
