// SPDX-License-Identifier: MIT
//
// Clip modifiers: shared lists and the clip's own, in order.

#include "project/recipes/clip_making.h"

#include "asset/poses.h"

#include <string.h>

typedef struct Lists {
    MienAuthorModifiers *items;
    int count, room;
} Lists;

static MienStatus add_list(MieniClipMaking *making, Lists *lists, const MieniJson *rows, const char *file)
{
    MieniArena *arena = &making->recipe->arena;
    MienError error = {0};
    if (lists->count == lists->room) {
        const int room = lists->room > 0 ? 2 * lists->room : 8;
        MienAuthorModifiers *items = mieni_arena_take(arena, (size_t)room, sizeof *items);
        if (items == NULL)
            return mieni_clip_no_memory(making);
        if (lists->count > 0)
            memcpy(items, lists->items, sizeof *items * (size_t)lists->count);
        lists->items = items;
        lists->room = room;
    }
    const MienStatus status = mieni_modifiers_describe(rows, arena, &lists->items[lists->count++], &error);
    return status == MIEN_OK ? MIEN_OK
                             : mieni_problem_set(making->problem, file, status, mieni_at_error(&error), "%s",
                                                 error.message);
}

/// A list that many clips share. Its tree stays as long as the recipe.
static MienStatus add_shared(MieniClipMaking *making, Lists *lists, const char *file)
{
    MieniAsset shared;
    MienStatus status =
        mieni_project_load(making->project, file, MIENI_ASSET_MODIFIERS, &shared, making->problem);
    if (status != MIEN_OK)
        return status;
    status = add_list(making, lists, mieni_asset_modifiers_json(&shared), file);
    mieni_arena_join(&making->recipe->arena, &shared.json.arena);
    mieni_asset_release(&shared);
    return status;
}

/// Rows in order: shared lists where they stand, own modifiers between them.
static MienStatus add_rows(MieniClipMaking *making, Lists *lists, const MieniJson *rows)
{
    MienStatus status = MIEN_OK;
    for (int i = 0; i < mieni_view_count(rows) && status == MIEN_OK;) {
        const MieniModifierView *modifier = mieni_modifier_view(rows->items[i]);
        const char *file = mieni_modifier_list(modifier);
        if (file != NULL) {
            if (!mieni_modifier_off(modifier))
                status = add_shared(making, lists, file);
            ++i;
            continue;
        }
        MieniJson own = *rows;
        own.items += i;
        own.count = 0;
        while (i < rows->count && mieni_modifier_list(mieni_modifier_view(rows->items[i])) == NULL) {
            ++own.count;
            ++i;
        }
        status = add_list(making, lists, &own, making->path);
    }
    return status;
}

MienStatus mieni_clip_modify(MieniClipMaking *making)
{
    MieniClipRecipe *recipe = making->recipe;
    Lists lists = {0};
    MienStatus status = add_rows(making, &lists, mieni_asset_modifiers_json(&recipe->asset));
    if (status == MIEN_OK)
        status = add_rows(making, &lists, mieni_exception_modifiers_json(making->exception));
    if (status != MIEN_OK)
        return status;
    for (int i = 0; i < lists.count; ++i)
        recipe->modifier_count += lists.items[i].count;
    recipe->clip = &recipe->assembled;
    if (recipe->modifier_count == 0)
        return MIEN_OK;
    const MienAuthorModifiers **pointers =
        mieni_arena_take(&recipe->arena, (size_t)lists.count, sizeof *pointers);
    MienAuthorModifier *all = mieni_arena_take(&recipe->arena, (size_t)recipe->modifier_count, sizeof *all);
    MienAuthorModifierReport *reports =
        mieni_arena_take(&recipe->arena, (size_t)recipe->modifier_count, sizeof *reports);
    if (pointers == NULL || all == NULL || reports == NULL)
        return mieni_clip_no_memory(making);
    for (int i = 0, at = 0; i < lists.count; at += lists.items[i++].count) {
        pointers[i] = &lists.items[i];
        if (lists.items[i].count > 0)
            memcpy(all + at, lists.items[i].items, sizeof *all * (size_t)lists.items[i].count);
    }
    MienError error = {0};
    const MienAuthorSkeleton *skeleton = recipe->has_skeleton ? &recipe->skeleton.skeleton : NULL;
    const MienAuthorModifying modifying = {.clip = &recipe->assembled,
                                           .lists = pointers,
                                           .list_count = lists.count,
                                           .skeleton = skeleton,
                                           .allocator = mieni_project_allocator(making->project)};
    status = mien_author_modifiers_apply(&modifying, &recipe->modified, reports, &error);
    status = mieni_project_status(making->project, status, &error);
    if (status != MIEN_OK)
        return mieni_problem_set(making->problem, making->path, status, mieni_at_error(&error), "%s",
                                 error.message);
    recipe->clip = recipe->modified;
    recipe->modifiers = all;
    recipe->reports = reports;
    return MIEN_OK;
}
