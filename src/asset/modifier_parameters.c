// SPDX-License-Identifier: MIT
//
// Parameters of shared lists of modifiers: what they are, where they are used, what a clip gives.

#include "core/float_rules.h"

#include "asset/modifiers.h"
#include "asset/poses_parts.h"
#include "base/nearest.h"
#include "base/number.h"

#include <string.h>

/// No such name, with the nearest that there is.
static MienStatus fail_unknown(const MieniListParameters *parameters, MieniLocation place, const char *given,
                               MienError *error)
{
    MieniNearest nearest = {.given = given};
    for (int i = 0; i < parameters->count; ++i)
        mieni_nearest_try(&nearest, parameters->items[i].name);
    if (nearest.name != NULL)
        return mieni_fail(error, MIEN_ERROR_DATA, place,
                          "The list has no parameter \"%.40s\"; did you mean \"%.40s\"?", given,
                          nearest.name);
    return mieni_fail(error, MIEN_ERROR_DATA, place,
                      parameters->count > 0
                          ? "The list has no parameter \"%.60s\"."
                          : "The list has no parameter \"%.60s\": it declares none in \"parameters\".",
                      given);
}

static MieniListParameter *find(const MieniListParameters *parameters, const char *name)
{
    const int index = mieni_names_search(parameters->sorted, parameters->count, name);
    return index >= 0 ? &parameters->items[index] : NULL;
}

/// Whether a parameter can have this value.
static MienStatus check_value(const MieniListParameter *parameter, double value, MieniLocation place,
                              MienError *error)
{
    char low[MIENI_NUMBER_ROOM], high[MIENI_NUMBER_ROOM];
    if (parameter->is_whole && value != (double)(int64_t)value)
        return mieni_fail(error, MIEN_ERROR_DATA, place,
                          "\"%.48s\" must be a whole number, because a rate is set to it.", parameter->name);
    if (value >= parameter->min && value <= parameter->max)
        return MIEN_OK;
    if (parameter->min > parameter->max)
        return mieni_fail(error, MIEN_ERROR_DATA, place,
                          "No number fits \"%.40s\": the keys that use it have other ranges.",
                          parameter->name);
    mieni_number_write(parameter->min, low);
    mieni_number_write(parameter->max, high);
    return mieni_fail(error, MIEN_ERROR_DATA, place, "\"%.48s\" must be from %s to %s.", parameter->name, low,
                      high);
}

static MienStatus read_rows(const MieniJson *rows, const MieniListParameters *parameters, MienError *error)
{
    for (int i = 0; i < parameters->count; ++i) {
        const MieniJson *row = rows->items[i];
        MieniListParameter *parameter = &parameters->items[i];
        *parameter = (MieniListParameter){
            .name = mieni_json_get_string(row, "name", ""),
            .value = mieni_json_get_number(row, "value", 0),
            .min = mieni_json_get_number(row, "min", -(double)MIEN_MAX_CURVE),
            .max = mieni_json_get_number(row, "max", (double)MIEN_MAX_CURVE),
        };
        if (parameter->min > parameter->max)
            return mieni_row_fail(error, row, "parameters", i, "min", "This must not be above max.");
        parameters->sorted[i] = (MieniNameEntry){parameter->name, i};
    }
    mieni_names_sort(parameters->sorted, parameters->count);
    return MIEN_OK;
}

/// What keys of a modifier ask of the parameters that they refer to.
static MienStatus read_uses(const MieniListParameters *parameters, const MieniSchema *schema,
                            const MieniJson *row, int index, MienError *error)
{
    for (int i = 0; i < schema->field_count; ++i) {
        const MieniField *field = &schema->fields[i];
        const MieniJson *value = field->may_be_parameter ? mieni_json_get(row, field->key) : NULL;
        const char *name = mieni_json_get_string(value, "parameter", NULL);
        MieniListParameter *parameter = name != NULL ? find(parameters, name) : NULL;
        const bool is_rate = field->type == MIENI_FIELD_RATE;
        const double min = is_rate ? 1 : field->min, max = is_rate ? 1000 : field->max;
        if (name == NULL)
            continue;
        if (parameter == NULL)
            return fail_unknown(parameters, mieni_at_value(value, "modifiers[%d].%s", index, field->key),
                                name, error);
        parameter->is_used = true;
        parameter->is_whole = parameter->is_whole || is_rate;
        parameter->min = parameter->min > min ? parameter->min : min;
        parameter->max = parameter->max < max ? parameter->max : max;
    }
    return MIEN_OK;
}

MienStatus mieni_list_parameters_read(const MieniAsset *list, MieniArena *arena,
                                      MieniListParameters *out_parameters, MienError *error)
{
    const MieniJson *rows = mieni_json_get(list->json.root, "parameters"),
                    *modifiers = mieni_json_get(list->json.root, "modifiers");
    const MieniSchema *schema = mieni_schema_find(mieni_asset_schema(list->kind), "modifiers")->schema;
    MieniListParameters *parameters = out_parameters;
    *parameters = (MieniListParameters){.count = rows != NULL ? rows->count : 0};
    if (parameters->count > MIENI_MAX_LIST_PARAMETERS)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at_value(rows, "parameters"),
                          "A list has at most %d parameters.", MIENI_MAX_LIST_PARAMETERS);
    const size_t count = (size_t)parameters->count;
    parameters->items = mieni_arena_take(arena, count, sizeof *parameters->items);
    parameters->sorted = mieni_arena_take(arena, count, sizeof *parameters->sorted);
    if (parameters->items == NULL || parameters->sorted == NULL)
        return mieni_poses_no_memory(error);
    MienStatus status = read_rows(rows, parameters, error);
    for (int i = 0; modifiers != NULL && i < modifiers->count && status == MIEN_OK; ++i)
        status = read_uses(parameters, schema, modifiers->items[i], i, error);
    for (int i = 0; i < parameters->count && status == MIEN_OK; ++i)
        status = check_value(&parameters->items[i], parameters->items[i].value,
                             mieni_at_value(rows->items[i], "parameters[%d].value", i), error);
    return status;
}

MienStatus mieni_list_parameters_set(const MieniListParameters *parameters, const MieniJson *row, int index,
                                     MienError *error)
{
    const MieniJson *values = mieni_json_get(row, "values");
    for (int i = 0; values != NULL && i < values->count; ++i) {
        const char *name = values->keys[i];
        const MieniLocation place =
            mieni_at_value(values->items[i], "modifiers[%d].values.%.40s", index, name);
        MieniListParameter *parameter = find(parameters, name);
        if (parameter == NULL)
            return fail_unknown(parameters, place, name, error);
        const MienStatus status = check_value(parameter, values->items[i]->number, place, error);
        if (status != MIEN_OK)
            return status;
        parameter->value = values->items[i]->number;
    }
    return MIEN_OK;
}
