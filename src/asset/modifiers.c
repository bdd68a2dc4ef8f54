// SPDX-License-Identifier: MIT
//
// Modifiers from text.

#include "core/float_rules.h"

#include "asset/modifiers.h"
#include "asset/poses_parts.h"

#include <string.h>

/// As the schema spells them, in the order of the kinds.
static const char *const kinds[] = {"remove_all_tracks", "remove_bones",    "keep_bones",
                                    "remove_curves",     "keep_curves",     "rename_curves",
                                    "scale_curves",      "clamp_curves",    "smooth_curves",
                                    "resample_curves",   "resample_tracks", "mirror_sides"};

_Static_assert(sizeof kinds / sizeof *kinds == MIEN_AUTHOR_MIRROR_SIDES, "every kind has a word");

static MienAuthorModifierKind kind_of(const char *word)
{
    for (int k = 0; k < MIEN_AUTHOR_MIRROR_SIDES; ++k)
        if (strcmp(kinds[k], word) == 0)
            return (MienAuthorModifierKind)(k + 1);
    return (MienAuthorModifierKind)0;
}

/// A number of a row: its own, a parameter's, or what absence means.
static double number_of(const MieniJson *row, const char *key, const MieniListParameters *parameters,
                        double fallback)
{
    const MieniJson *value = mieni_json_get(row, key);
    const char *name = mieni_json_get_string(value, "parameter", NULL);
    const int index = name != NULL && parameters != NULL
                          ? mieni_names_search(parameters->sorted, parameters->count, name)
                          : -1;
    return index >= 0 ? parameters->items[index].value : mieni_json_get_number(row, key, fallback);
}

static void read_rate(const MieniJson *row, const MieniListParameters *parameters, MienAuthorModifier *out)
{
    const MieniJson *value = mieni_json_get(row, "rate");
    if (value != NULL && value->type == MIENI_JSON_OBJECT)
        out->rate = (int)number_of(row, "rate", parameters, 0);
    else
        mieni_rate_of_json(value, &out->rate, &out->rate_divisor);
}

/// That the row is a modifier, and of a clip's own, that it refers to no parameter.
static MienStatus check_row(const MieniJson *row, int i, bool has_parameters, MienError *error)
{
    if (mieni_json_get(row, "list") != NULL)
        return mieni_row_fail(error, row, "modifiers", i, "list",
                              "A list of modifiers leads to no other list: put its rows here.");
    if (mieni_json_get_string(row, "do", NULL) == NULL)
        return mieni_row_fail(error, row, "modifiers", i, NULL,
                              "A modifier says what it does: add \"do\", or \"list\" with a file.");
    if (mieni_json_get(row, "values") != NULL)
        return mieni_row_fail(error, row, "modifiers", i, "values",
                              "Values are for the parameters of a list: add \"list\", or remove them.");
    for (int k = 0; !has_parameters && k < row->count; ++k)
        if (row->items[k]->type == MIENI_JSON_OBJECT &&
            mieni_json_get_string(row->items[k], "parameter", NULL) != NULL)
            return mieni_row_fail(error, row, "modifiers", i, row->keys[k],
                                  "Only a shared list has parameters: use a number here.");
    return MIEN_OK;
}

static MienStatus describe_row(const MieniJson *row, int i, const MieniListParameters *parameters,
                               MieniArena *arena, MienAuthorModifier *out, MienError *error)
{
    const MieniJson *names = mieni_json_get(row, "names"), *to = mieni_json_get(row, "to");
    const MienStatus status = check_row(row, i, parameters != NULL, error);
    if (status != MIEN_OK)
        return status;
    *out = (MienAuthorModifier){
        .kind = kind_of(mieni_json_get_string(row, "do", "")),
        .is_off = mieni_json_get_bool(row, "off", false),
        .names = mieni_json_strings(arena, names),
        .name_count = names != NULL ? names->count : 0,
        .with_children = mieni_json_get_bool(row, "with_children", false),
        .new_names = mieni_json_strings(arena, to),
        .gain = (float)number_of(row, "gain", parameters, 1),
        .offset = (float)number_of(row, "offset", parameters, 0),
        .min = (float)number_of(row, "min", parameters, -(double)MIEN_MAX_CURVE),
        .max = (float)number_of(row, "max", parameters, (double)MIEN_MAX_CURVE),
        .time_constant = number_of(row, "time_constant", parameters, 0),
    };
    read_rate(row, parameters, out);
    if (arena->is_out_of_memory)
        return mieni_poses_no_memory(error);
    if (!out->is_off && out->kind == MIEN_AUTHOR_RENAME_CURVES &&
        (to != NULL ? to->count : 0) != out->name_count)
        return mieni_row_fail(error, row, "modifiers", i, "to",
                              "Renaming needs as many new names in \"to\" as there are in \"names\".");
    const MienAuthorModifiers alone = {1, out};
    const MienAuthorModifiers *const lists = &alone;
    MienError why = {0};
    if (mien_author_modifiers_check(&lists, 1, &why) != MIEN_OK)
        return mieni_row_fail(error, row, "modifiers", i, NULL, "%s", why.message);
    return MIEN_OK;
}

MienStatus mieni_modifiers_describe(const MieniJson *rows, const MieniListParameters *parameters,
                                    MieniArena *arena, MienAuthorModifiers *out_modifiers, MienError *error)
{
    const int count = rows != NULL ? rows->count : 0;
    *out_modifiers = (MienAuthorModifiers){0};
    MienAuthorModifier *items = mieni_arena_take(arena, (size_t)count, sizeof *items);
    if (items == NULL)
        return mieni_poses_no_memory(error);
    for (int i = 0; i < count; ++i) {
        const MienStatus status = describe_row(rows->items[i], i, parameters, arena, &items[i], error);
        if (status != MIEN_OK)
            return status;
    }
    *out_modifiers = (MienAuthorModifiers){count, items};
    return MIEN_OK;
}
