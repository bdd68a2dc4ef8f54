// SPDX-License-Identifier: MIT
//
// Drivers of a graph on their way into a pack: the text as solving takes it, and what
// it gives as settings.

#include "core/float_rules.h"

#include "asset/graph/cook.h"
#include "author/cook/driver.h"

#include <stdio.h>
#include <string.h>

/// A driver node, as text and as solving takes it.
typedef struct Driver {
    MieniGraphCook *cook;
    int node;
    const MieniJson *row, *bones, *only, *targets;
    const MieniSchema *schema;
    MieniDriverSource source;
    MieniDriverTargetSource *target_sources;
    MieniDriverCooked cooked;
} Driver;

static int count_of(const MieniJson *list) { return list != NULL ? list->count : 0; }

static void read_numbers(const MieniJson *list, double *out, int count)
{
    for (int i = 0; i < count && list != NULL; ++i)
        out[i] = list->items[i]->number;
}

static int choice_of(const MieniSchema *schema, const MieniJson *row, const char *key)
{
    return (int)mieni_graph_choice(mieni_schema_find(schema, key), mieni_json_get(row, key));
}

static MienStatus read_at(const Driver *driver, int target, MieniDriverAt *out)
{
    const MieniJson *rows = mieni_json_get(driver->targets->items[target], "bones");
    for (int b = 0; b < driver->source.bone_count; ++b)
        out[b] = (MieniDriverAt){.q = {0.0, 0.0, 0.0, 1.0}};
    for (int r = 0; r < count_of(rows); ++r) {
        const MieniJson *row = rows->items[r], *turn = mieni_json_get(row, "turn");
        const char *name = mieni_json_get_string(row, "bone", "");
        int bone = 0;
        while (bone < driver->source.bone_count && strcmp(driver->bones->items[bone]->string, name) != 0)
            ++bone;
        if (bone == driver->source.bone_count)
            return mieni_graph_cook_fail(driver->cook, driver->node, row, MIEN_ERROR_DATA,
                                         "A target speaks of the driver's own bones: add it to them.",
                                         "targets[%d].bones[%d].bone", target, r);
        if (turn != NULL && mieni_json_get(row, "q") != NULL)
            return mieni_graph_cook_fail(driver->cook, driver->node, row, MIEN_ERROR_DATA,
                                         "A bone turns by \"q\" or by \"turn\": take one out.",
                                         "targets[%d].bones[%d]", target, r);
        read_numbers(mieni_json_get(row, "q"), out[bone].q, 4);
        read_numbers(mieni_json_get(row, "t"), out[bone].t, 3);
        read_numbers(turn, out[bone].turn, 3);
        out[bone].has_turn = turn != NULL;
    }
    return MIEN_OK;
}

static MienStatus read_target(const Driver *driver, int target, MieniDriverTargetSource *out)
{
    const MieniJson *row = driver->targets->items[target], *curve = mieni_json_get(row, "curve");
    const MieniSchema *schema = mieni_schema_find(driver->schema, "targets")->schema;
    MieniArena *arena = &driver->cook->arena;
    const bool has_kernel = mieni_json_get(row, "kernel") != NULL;
    const bool has_distance = mieni_json_get(row, "distance") != NULL;
    MieniDriverAt *at = mieni_arena_take(arena, (size_t)driver->source.bone_count, sizeof *at);
    double *points = mieni_arena_take(arena, (size_t)count_of(curve), 2 * sizeof *points);
    if (at == NULL || points == NULL)
        return mieni_graph_cook_no_memory(driver->cook);
    for (int i = 0; i < count_of(curve); ++i)
        read_numbers(curve->items[i], points + (size_t)i * 2, 2);
    *out = (MieniDriverTargetSource){.gain = mieni_json_get_number(row, "gain", 1),
                                     .radius = mieni_json_get_number(row, "radius", 0),
                                     .kernel = has_kernel ? choice_of(schema, row, "kernel") : -1,
                                     .distance = has_distance ? choice_of(schema, row, "distance") : -1,
                                     .at = at,
                                     .curve_count = count_of(curve),
                                     .curve = points};
    return read_at(driver, target, at);
}

static MienStatus read_source(Driver *driver)
{
    const MieniSchema *schema = driver->schema;
    const MieniJson *row = driver->row;
    const int target_count = count_of(driver->targets);
    MienStatus status = MIEN_OK;
    if (target_count > MIENI_GRAPH_MAX_TARGETS)
        return mieni_graph_cook_fail(driver->cook, driver->node, driver->targets, MIEN_ERROR_LIMIT,
                                     "A driver has at most 1024 targets.", "targets");
    driver->target_sources =
        mieni_arena_take(&driver->cook->arena, (size_t)target_count, sizeof *driver->target_sources);
    if (driver->target_sources == NULL)
        return mieni_graph_cook_no_memory(driver->cook);
    driver->source = (MieniDriverSource){
        .is_unreal = choice_of(schema, row, "mode") == MIENI_MODE_UNREAL,
        .reads_translation = choice_of(schema, row, "reads") == MIENI_READS_TRANSLATION,
        .solver = (MieniSolver)choice_of(schema, row, "solver"),
        .kernel = (MieniKernel)choice_of(schema, row, "kernel"),
        .distance = (MieniDistance)choice_of(schema, row, "distance"),
        .normalise = (MieniNormalise)choice_of(schema, row, "normalise"),
        .axis = {1.0, 0.0, 0.0},
        .radius = mieni_json_get_number(row, "radius", 0),
        .bone_count = count_of(driver->bones),
        .target_count = target_count,
        .targets = driver->target_sources,
    };
    if (driver->source.reads_translation && mieni_json_get(row, "distance") == NULL)
        driver->source.distance = MIENI_DISTANCE_EUCLIDEAN;
    read_numbers(mieni_json_get(row, "axis"), driver->source.axis, 3);
    for (int t = 0; t < target_count && status == MIEN_OK; ++t)
        status = read_target(driver, t, &driver->target_sources[t]);
    return status;
}

static MienStatus solve(Driver *driver)
{
    MieniDriverFault fault = {.target = -1};
    MienError why = {0};
    const MienStatus status =
        mieni_cook_driver(&driver->source, &driver->cook->arena, &driver->cooked, &fault, &why);
    if (status == MIEN_OK)
        return MIEN_OK;
    const MieniJson *row = fault.target >= 0 ? driver->targets->items[fault.target] : driver->row;
    const MieniJson *value = fault.key != NULL ? mieni_json_get(row, fault.key) : NULL;
    return mieni_graph_cook_fail(driver->cook, driver->node, value != NULL ? value : row, status, why.message,
                                 "%s", why.place);
}

static void add_choice(const Driver *driver, int choice)
{
    mieni_graph_cook_add(driver->cook,
                         (MieniGraphSetting){.kind = MIENI_SETTING_CHOICE, .index = (uint32_t)choice});
}

static void add_float(const Driver *driver, double number)
{
    mieni_graph_cook_add(driver->cook,
                         (MieniGraphSetting){.kind = MIENI_SETTING_FLOAT, .number = (float)number});
}

static MienStatus cook_setting(const Driver *driver, int setting)
{
    MieniGraphCook *cook = driver->cook;
    const MieniSettingType *type = &mieni_node_type(MIENI_NODE_DRIVER)->settings[setting];
    double median[5] = {0.0, 0.0, 0.0, 45.0, 60.0};
    switch (setting) {
    case MIENI_DRIVER_DISTANCE:
        add_choice(driver, (int)driver->source.distance);
        return MIEN_OK;
    case MIENI_DRIVER_AXIS:
        return mieni_graph_cook_numbers(cook, driver->cooked.axis, 3);
    case MIENI_DRIVER_RADIUS:
        add_float(driver, (double)driver->cooked.radius);
        return MIEN_OK;
    case MIENI_DRIVER_MEDIAN:
        read_numbers(mieni_json_get(driver->row, "median"), median, 5);
        return mieni_graph_cook_numbers(cook, median, 5);
    case MIENI_DRIVER_INVERSE:
        return mieni_graph_cook_numbers(cook, driver->cooked.inverse, (size_t)driver->cooked.inverse_count);
    case MIENI_DRIVER_HEALTH:
        return mieni_graph_cook_numbers(cook, driver->cooked.health, 4);
    default:
        return mieni_graph_cook_setting(cook, driver->node, type,
                                        mieni_schema_find(driver->schema, type->key),
                                        mieni_json_get(driver->row, type->key), type->key);
    }
}

static void begin_list(const Driver *driver, int rows)
{
    MieniGraphCook *cook = driver->cook;
    cook->lists[cook->list_count++] =
        (MieniGraphList){.first_setting = cook->setting_count, .row_count = (uint32_t)rows};
}

static void cook_names(const Driver *driver, const MieniJson *names)
{
    begin_list(driver, count_of(names));
    for (int i = 0; i < count_of(names); ++i)
        mieni_graph_cook_add(driver->cook, (MieniGraphSetting){.kind = MIENI_SETTING_NAME,
                                                               .index = mieni_graph_cook_word(
                                                                   driver->cook, names->items[i]->string)});
}

static MienStatus cook_targets(const Driver *driver)
{
    MieniGraphCook *cook = driver->cook;
    const size_t width = 7 * (size_t)driver->source.bone_count;
    MienStatus status = MIEN_OK;
    begin_list(driver, driver->source.target_count);
    for (int t = 0; t < driver->source.target_count && status == MIEN_OK; ++t) {
        const MieniDriverTargetSource *target = &driver->source.targets[t];
        const char *name = mieni_json_get_string(driver->targets->items[t], "name", "");
        mieni_graph_cook_add(cook, (MieniGraphSetting){.kind = MIENI_SETTING_NAME,
                                                       .index = mieni_graph_cook_word(cook, name)});
        add_float(driver, target->gain);
        add_float(driver, (double)driver->cooked.radii[t]);
        add_choice(driver, driver->cooked.kernels[t]);
        add_choice(driver, driver->cooked.distances[t]);
        status = mieni_graph_cook_numbers(cook, driver->cooked.at + (size_t)t * width, width);
        if (status == MIEN_OK)
            status = mieni_graph_cook_numbers(cook, target->curve, 2 * (size_t)target->curve_count);
    }
    return status;
}

MienStatus mieni_graph_cook_driver(MieniGraphCook *cook, int node)
{
    const MieniJson *row = cook->index.nodes[cook->order[node]].row;
    Driver driver = {.cook = cook,
                     .node = node,
                     .row = row,
                     .bones = mieni_json_get(row, "bones"),
                     .only = mieni_json_get(row, "only"),
                     .targets = mieni_json_get(row, "targets"),
                     .schema = mieni_graph_node_schema(row)};
    MienStatus status = read_source(&driver);
    if (status == MIEN_OK)
        status = solve(&driver);
    for (int i = 0; i <= MIENI_DRIVER_HEALTH && status == MIEN_OK; ++i)
        status = cook_setting(&driver, i);
    if (status != MIEN_OK)
        return status;
    cook_names(&driver, driver.bones);
    cook_names(&driver, driver.only);
    return cook_targets(&driver);
}
