// SPDX-License-Identifier: MIT
//
// Clip modifiers: shared lists and the clip's own, in order.

#include "project/recipes/clip_making.h"

#include "asset/modifiers.h"
#include "base/text_out.h"

#include <string.h>

typedef struct Lists {
    MienAuthorModifiers *items;
    const char **origins; ///< Per list: what a person calls it, or NULL for rows of the clip's own.
    int count, room;
} Lists;

static bool make_room(MieniArena *arena, Lists *lists)
{
    if (lists->count < lists->room)
        return true;
    const int room = lists->room > 0 ? 2 * lists->room : 8;
    MienAuthorModifiers *items = mieni_arena_take(arena, (size_t)room, sizeof *items);
    const char **origins = mieni_arena_take(arena, (size_t)room, sizeof *origins);
    if (items == NULL || origins == NULL)
        return false;
    if (lists->count > 0) {
        memcpy(items, lists->items, sizeof *items * (size_t)lists->count);
        memcpy(origins, lists->origins, sizeof *origins * (size_t)lists->count);
    }
    *lists = (Lists){items, origins, lists->count, room};
    return true;
}

static MienStatus fail(const MieniClipMaking *making, const char *file, MienStatus status,
                       const MienError *error)
{
    return mieni_problem_set(making->problem, file, status, mieni_at_error(error), "%s", error->message);
}

static MienStatus add_own(MieniClipMaking *making, Lists *lists, const MieniJson *rows)
{
    MieniArena *arena = &making->recipe->arena;
    MienError error = {0};
    if (!make_room(arena, lists))
        return mieni_clip_no_memory(making);
    const MienStatus status =
        mieni_modifiers_describe(rows, NULL, arena, &lists->items[lists->count++], &error);
    return status == MIEN_OK ? MIEN_OK : fail(making, making->path, status, &error);
}

/// "soften.modifiers.json: strength 0.5"; the first few values are enough.
static const char *name_origin(MieniArena *arena, const char *file, const MieniListParameters *parameters)
{
    MieniTextOut out = {0};
    mieni_text_put(&out, file);
    for (int i = 0; i < parameters->count && out.size < 160; ++i) {
        mieni_text_putf(&out, "%s %s ", i > 0 ? "," : ":", parameters->items[i].name);
        mieni_text_put_number(&out, parameters->items[i].value);
    }
    const char *origin = out.bytes != NULL ? mieni_arena_text(arena, out.bytes, out.size) : NULL;
    mieni_text_release(&out);
    return origin;
}

/// Modifiers of a list: with its defaults, where mistakes are the list's, then with the values of a
/// clip's row, where they are the clip's.
static MienStatus describe_shared(MieniClipMaking *making, Lists *lists, const MieniAsset *shared,
                                  const char *file, const MieniModifierView *row, int index)
{
    MieniArena *arena = &making->recipe->arena;
    const MieniJson *rows = mieni_asset_modifiers_json(shared);
    MienAuthorModifiers *out = &lists->items[lists->count];
    MieniListParameters parameters;
    MienError error = {0}, why = {0};
    MienStatus status = mieni_list_parameters_read(shared, arena, &parameters, &error);
    if (status == MIEN_OK)
        status = mieni_modifiers_describe(rows, &parameters, arena, out, &error);
    if (status != MIEN_OK)
        return fail(making, file, status, &error);
    status = mieni_list_parameters_set(&parameters, mieni_modifier_json(row), index, &error);
    if (status == MIEN_OK && mieni_modifier_values_count(row) > 0) {
        status = mieni_modifiers_describe(rows, &parameters, arena, out, &why);
        if (status != MIEN_OK)
            mieni_fail(&error, status,
                       mieni_at_value(mieni_modifier_values_json(row), "modifiers[%d].values", index),
                       "The list refuses these values: %.110s", why.message);
    }
    lists->origins[lists->count++] = name_origin(arena, file, &parameters);
    return status == MIEN_OK ? MIEN_OK : fail(making, making->path, status, &error);
}

/// A list that many clips share. Its tree stays as long as the recipe.
static MienStatus add_shared(MieniClipMaking *making, Lists *lists, const MieniModifierView *row, int index)
{
    MieniAsset shared;
    const char *file = mieni_modifier_list(row);
    if (!make_room(&making->recipe->arena, lists))
        return mieni_clip_no_memory(making);
    MienStatus status =
        mieni_project_load(making->project, file, MIENI_ASSET_MODIFIERS, &shared, making->problem);
    if (status != MIEN_OK)
        return status;
    status = describe_shared(making, lists, &shared, file, row, index);
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
        if (mieni_modifier_list(modifier) != NULL) {
            if (!mieni_modifier_off(modifier))
                status = add_shared(making, lists, modifier, i);
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
        status = add_own(making, lists, &own);
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
    const char **origins = mieni_arena_take(&recipe->arena, (size_t)recipe->modifier_count, sizeof *origins);
    if (pointers == NULL || all == NULL || reports == NULL || origins == NULL)
        return mieni_clip_no_memory(making);
    for (int i = 0, at = 0; i < lists.count; at += lists.items[i++].count) {
        pointers[i] = &lists.items[i];
        for (int k = 0; k < lists.items[i].count; ++k)
            origins[at + k] = lists.origins[i];
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
    recipe->origins = origins;
    return MIEN_OK;
}
