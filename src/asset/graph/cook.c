// SPDX-License-Identifier: MIT
//
// Cooking graphs. Nodes stand in the order in which a walk from the output leaves them,
// so neither their order in the text nor nodes that lead nowhere change the pack.

#include "core/float_rules.h"

#include "asset/graph/node_types.h"
#include "asset/graph/text.h"
#include "asset/names/map.h"
#include "author/cook/driver.h"
#include "author/cook/pack_writer.h"
#include "base/distinct.h"
#include "base/nearest.h"
#include "core/float_env.h"
#include "core/graph/format.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MIENI_GRAPH_PATH_ROOM = 88 };

/// A graph on its way into a pack.
typedef struct MieniGraphCook {
    MienAuthorGraphOptions options;
    MieniArena arena;
    MienError *error;
    MieniGraphIndex index;
    const MienAuthorMap **maps; ///< Per node of the text: of a map node.
    MienAuthorMap **owned_maps; ///< Those of them that were loaded here; or NULL.

    int node_count;
    int *order; ///< Per node of the pack: of the text.
    int *kept;  ///< Per node of the text: of the pack; -1.

    MieniGraphNode *nodes;
    uint32_t *links;
    uint32_t link_count;
    MieniGraphSetting *settings;
    uint32_t setting_count;
    MieniGraphList *lists;
    uint32_t list_count;
    MieniGraphParameter *parameters;
    uint32_t *parameter_needs; ///< As MieniGraphAssetPlace.needs.
    MieniGraphAssetPlace *assets;
    const char **asset_paths; ///< NULL: none.
    uint32_t asset_count;
    MieniGraphMask *masks;
    MieniGraphMaskRow *mask_rows;
    uint32_t mask_row_count;
    double *numbers;
    size_t number_count, number_room;
    MieniDistinct words; ///< Until all are given, indices are those of given words.
} MieniGraphCook;

/// The location of a value in a node of the pack; more is a printf format.
static MIENI_PRINTF(4, 5) MieniLocation
    at_node(const MieniGraphCook *cook, int node, const MieniJson *value, const char *more, ...)
{
    char path[MIENI_GRAPH_PATH_ROOM];
    va_list arguments;
    va_start(arguments, more);
    vsnprintf(path, sizeof path, more, arguments);
    va_end(arguments);
    return mieni_at_value(value, "nodes[%d].%s", cook->order[node], path);
}

static MienStatus graph_cook_no_memory(const MieniGraphCook *cook);

static const MieniTextNode *text_of(const MieniGraphCook *cook, int node)
{
    return &cook->index.nodes[cook->order[node]];
}

/// The index of a word; it is noted.
static uint32_t graph_cook_word(MieniGraphCook *cook, const char *word)
{
    cook->words.given[cook->words.count] = word;
    return (uint32_t)cook->words.count++;
}

/// Adds a setting.
static void graph_cook_add(MieniGraphCook *cook, MieniGraphSetting setting)
{
    setting.number += 0.0f; // no negative zeros
    cook->settings[cook->setting_count++] = setting;
}

/// Adds numbers as a setting.
static MienStatus graph_cook_numbers(MieniGraphCook *cook, const double *numbers, size_t count)
{
    if (count > MIENI_GRAPH_MAX_NUMBERS - cook->number_count)
        return mieni_fail(cook->error, MIEN_ERROR_LIMIT, mieni_at("nodes"),
                          "The drivers of this graph have too many targets.");
    if (count > cook->number_room - cook->number_count) {
        const size_t room = 2 * cook->number_room + count;
        double *larger = mieni_arena_take(&cook->arena, room, sizeof *larger);
        if (larger == NULL)
            return graph_cook_no_memory(cook);
        if (cook->number_count > 0)
            memcpy(larger, cook->numbers, cook->number_count * sizeof *larger);
        cook->numbers = larger;
        cook->number_room = room;
    }
    graph_cook_add(cook,
                   (MieniGraphSetting){.kind = MIENI_SETTING_NUMBERS,
                                       .index = count > 0 ? (uint32_t)cook->number_count : MIENI_NOTHING,
                                       .number = (float)count});
    if (count > 0)
        memcpy(cook->numbers + cook->number_count, numbers, count * sizeof *numbers);
    cook->number_count += count;
    return MIEN_OK;
}

/// The place of a choice among those of a field; what absence means for NULL.
static uint32_t graph_choice(const MieniField *field, const MieniJson *value)
{
    uint32_t place = 0;
    if (value == NULL)
        return (uint32_t)field->fallback;
    const size_t size = strlen(value->string);
    for (const char *at = field->choices; at != NULL; ++place) {
        const char *bar = strchr(at, '|');
        if (strncmp(at, value->string, size) == 0 && (at[size] == '|' || at[size] == '\0'))
            return place;
        at = bar != NULL ? bar + 1 : NULL;
    }
    return 0; // the text was checked: it is one of them
}

static float number_of(const MieniField *field, const MieniJson *value)
{
    if (value == NULL)
        return (float)field->fallback;
    return value->type == MIENI_JSON_BOOL ? (float)value->boolean : (float)value->number;
}

/// What a pose node asks of an asset; nothing for other nodes.
static uint32_t needs_of(const MieniGraphCook *cook, int node)
{
    if (text_of(cook, node)->type != MIENI_NODE_POSE)
        return 0;
    return cook->nodes[node].is_delta ? 1 : 2;
}

static MienStatus add_asset(MieniGraphCook *cook, int node, MieniSettingKind kind, const MieniJson *value,
                            const char *path)
{
    if (value != NULL && strlen(value->string) > MIEN_MAX_NAME)
        return mieni_fail(cook->error, MIEN_ERROR_LIMIT, at_node(cook, node, value, "%s", path),
                          "The path of an asset of a graph has at most 255 bytes.");
    const uint32_t place = cook->asset_count++;
    cook->asset_paths[place] = value != NULL ? value->string : NULL;
    cook->assets[place] =
        (MieniGraphAssetPlace){.type = kind == MIENI_SETTING_CLIP ? MIEN_GRAPH_CLIP : MIEN_GRAPH_POSES,
                               .node = (uint32_t)node,
                               .parameter = MIENI_NOTHING,
                               .needs = needs_of(cook, node)};
    graph_cook_add(cook, (MieniGraphSetting){.kind = (uint16_t)kind, .index = place});
    return MIEN_OK;
}

/// Adds the setting that a field's value, or its absence, means. path is that of the
/// value within the node.
static MienStatus graph_cook_setting(MieniGraphCook *cook, int node, const MieniSettingType *type,
                                     const MieniField *field, const MieniJson *value, const char *path)
{
    MieniGraphSetting setting = {.kind = (uint16_t)type->kind};
    const int parameter = mieni_graph_parameter_of(&cook->index, value);
    if (parameter >= 0) {
        setting.is_parameter = 1;
        setting.index = (uint32_t)parameter;
        cook->parameter_needs[parameter] |= needs_of(cook, node) * (type->kind == MIENI_SETTING_POSES);
        graph_cook_add(cook, setting);
        return MIEN_OK;
    }
    switch (type->kind) {
    case MIENI_SETTING_CHOICE:
        setting.index = graph_choice(field, value);
        break;
    case MIENI_SETTING_NAME:
        setting.index = value != NULL ? graph_cook_word(cook, value->string) : MIENI_NOTHING;
        break;
    case MIENI_SETTING_CLIP:
    case MIENI_SETTING_POSES:
        return add_asset(cook, node, type->kind, value, path);
    case MIENI_SETTING_MASK:
        setting.index = value != NULL ? (uint32_t)mieni_names_search(cook->index.masks,
                                                                     cook->index.mask_count, value->string)
                                      : MIENI_NOTHING;
        break;
    default:
        setting.number = number_of(field, value);
        break;
    }
    graph_cook_add(cook, setting);
    return MIEN_OK;
}

static MienStatus graph_cook_no_memory(const MieniGraphCook *cook)
{
    return mieni_fail(cook->error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

// Drivers of a graph on their way into a pack: the text as solving takes it, and what
// it gives as settings.

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
    return (int)graph_choice(mieni_schema_find(schema, key), mieni_json_get(row, key));
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
            return mieni_fail(
                driver->cook->error, MIEN_ERROR_DATA,
                at_node(driver->cook, driver->node, row, "targets[%d].bones[%d].bone", target, r),
                "A target speaks of the driver's own bones: add it to them.");
        if (turn != NULL && mieni_json_get(row, "q") != NULL)
            return mieni_fail(driver->cook->error, MIEN_ERROR_DATA,
                              at_node(driver->cook, driver->node, row, "targets[%d].bones[%d]", target, r),
                              "A bone turns by \"q\" or by \"turn\": take one out.");
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
        return graph_cook_no_memory(driver->cook);
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
        return mieni_fail(driver->cook->error, MIEN_ERROR_LIMIT,
                          at_node(driver->cook, driver->node, driver->targets, "targets"),
                          "A driver has at most 1024 targets.");
    driver->target_sources =
        mieni_arena_take(&driver->cook->arena, (size_t)target_count, sizeof *driver->target_sources);
    if (driver->target_sources == NULL)
        return graph_cook_no_memory(driver->cook);
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
    return mieni_fail(driver->cook->error, status,
                      at_node(driver->cook, driver->node, value != NULL ? value : row, "%s", why.location),
                      "%s", why.message);
}

static void add_choice(const Driver *driver, int choice)
{
    graph_cook_add(driver->cook,
                   (MieniGraphSetting){.kind = MIENI_SETTING_CHOICE, .index = (uint32_t)choice});
}

static void add_float(const Driver *driver, double number)
{
    graph_cook_add(driver->cook, (MieniGraphSetting){.kind = MIENI_SETTING_FLOAT, .number = (float)number});
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
        return graph_cook_numbers(cook, driver->cooked.axis, 3);
    case MIENI_DRIVER_RADIUS:
        add_float(driver, (double)driver->cooked.radius);
        return MIEN_OK;
    case MIENI_DRIVER_MEDIAN:
        read_numbers(mieni_json_get(driver->row, "median"), median, 5);
        return graph_cook_numbers(cook, median, 5);
    case MIENI_DRIVER_INVERSE:
        return graph_cook_numbers(cook, driver->cooked.inverse, (size_t)driver->cooked.inverse_count);
    case MIENI_DRIVER_HEALTH:
        return graph_cook_numbers(cook, driver->cooked.health, 4);
    default:
        return graph_cook_setting(cook, driver->node, type, mieni_schema_find(driver->schema, type->key),
                                  mieni_json_get(driver->row, type->key), type->key);
    }
}

static void begin_list(const Driver *driver, int rows)
{
    MieniGraphCook *cook = driver->cook;
    cook->lists[cook->list_count++] =
        (MieniGraphList){.first_setting = cook->setting_count, .row_count = (uint32_t)rows};
}

static void cook_driver_names(const Driver *driver, const MieniJson *names)
{
    begin_list(driver, count_of(names));
    for (int i = 0; i < count_of(names); ++i)
        graph_cook_add(driver->cook,
                       (MieniGraphSetting){.kind = MIENI_SETTING_NAME,
                                           .index = graph_cook_word(driver->cook, names->items[i]->string)});
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
        graph_cook_add(cook,
                       (MieniGraphSetting){.kind = MIENI_SETTING_NAME, .index = graph_cook_word(cook, name)});
        add_float(driver, target->gain);
        add_float(driver, (double)driver->cooked.radii[t]);
        add_choice(driver, driver->cooked.kernels[t]);
        add_choice(driver, driver->cooked.distances[t]);
        status = graph_cook_numbers(cook, driver->cooked.at + (size_t)t * width, width);
        if (status == MIEN_OK)
            status = graph_cook_numbers(cook, target->curve, 2 * (size_t)target->curve_count);
    }
    return status;
}

/// Settings and lists of a driver.
static MienStatus graph_cook_driver(MieniGraphCook *cook, int node)
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
    cook_driver_names(&driver, driver.bones);
    cook_driver_names(&driver, driver.only);
    return cook_targets(&driver);
}

// Settings and lists of nodes on their way into a pack.

static const MieniJson *list_of(const MieniGraphCook *cook, int node, int list)
{
    const MieniTextNode *text = text_of(cook, node);
    return mieni_json_get(text->row, mieni_node_type(text->type)->lists[list].key);
}

/// How many rows a list of a node has in the pack.
static int graph_cook_rows(const MieniGraphCook *cook, int node, int list)
{
    const MieniTextNode *text = text_of(cook, node);
    const MienAuthorMap *map = cook->maps[cook->order[node]];
    if (text->type == MIENI_NODE_MAP)
        return list == MIENI_MAP_ROWS ? map->row_count : map->unmapped_count;
    if (text->type != MIENI_NODE_STATE_MACHINE || list != MIENI_MACHINE_CONDITIONS)
        return count_of(list_of(cook, node, list));
    const MieniJson *transitions = list_of(cook, node, MIENI_MACHINE_TRANSITIONS);
    int count = 0;
    for (int t = 0; t < count_of(transitions) && count <= MIENI_GRAPH_MAX_ROWS; ++t) {
        const int rows = count_of(mieni_json_get(transitions->items[t], "when"));
        count += rows <= MIENI_GRAPH_MAX_ROWS ? rows : MIENI_GRAPH_MAX_ROWS + 1;
    }
    return count;
}

static void add_name(MieniGraphCook *cook, const char *name)
{
    graph_cook_add(cook,
                   (MieniGraphSetting){.kind = MIENI_SETTING_NAME, .index = graph_cook_word(cook, name)});
}

static void add_number(MieniGraphCook *cook, MieniSettingKind kind, float number)
{
    graph_cook_add(cook, (MieniGraphSetting){.kind = (uint16_t)kind, .number = number});
}

static void cook_map_rows(MieniGraphCook *cook, int node, int list)
{
    const MienAuthorMap *map = cook->maps[cook->order[node]];
    for (int r = 0; list == MIENI_MAP_ROWS && r < map->row_count; ++r) {
        add_name(cook, map->rows[r].from);
        add_name(cook, map->rows[r].to);
        add_number(cook, MIENI_SETTING_FLOAT, map->rows[r].weight);
    }
    for (int u = 0; list == MIENI_MAP_UNMAPPED && u < map->unmapped_count; ++u)
        add_name(cook, map->unmapped[u]);
}

static void cook_conditions(MieniGraphCook *cook, int node)
{
    static const char *const words[] = {"above", "below", "equal", "other"}; // as MieniComparison
    const MieniJson *transitions = list_of(cook, node, MIENI_MACHINE_TRANSITIONS);
    for (int t = 0; t < count_of(transitions); ++t) {
        const MieniJson *when = mieni_json_get(transitions->items[t], "when");
        for (int c = 0; c < count_of(when); ++c) {
            const MieniJson *row = when->items[c], *value = NULL;
            uint32_t is = 0;
            for (uint32_t w = 0; w < 4 && value == NULL; ++w) {
                value = mieni_json_get(row, words[w]);
                is = w;
            }
            add_number(cook, MIENI_SETTING_INT, (float)t);
            graph_cook_add(
                cook, (MieniGraphSetting){.kind = MIENI_SETTING_PARAMETER,
                                          .index = (uint32_t)mieni_graph_parameter_of(&cook->index, row)});
            graph_cook_add(cook, (MieniGraphSetting){.kind = MIENI_SETTING_CHOICE, .index = is});
            add_number(cook, MIENI_SETTING_FLOAT, number_of(NULL, value));
        }
    }
}

/// The state that a transition names; -1 for any.
static float state_of(const MieniJson *states, const MieniJson *name)
{
    return name != NULL ? (float)mieni_json_find(states, "name", name->string) : -1.0f;
}

static MienStatus cook_row(MieniGraphCook *cook, int node, const MieniListType *list, const MieniField *field,
                           const MieniJson *row, int index)
{
    const MieniJson *states = mieni_json_get(text_of(cook, node)->row, "states");
    MienStatus status = MIEN_OK;
    if (row->type == MIENI_JSON_STRING) {
        if (list->column_count > 0)
            add_name(cook, row->string);
        return MIEN_OK;
    }
    for (int c = 0; c < list->column_count && status == MIEN_OK; ++c) {
        const MieniSettingType *column = &list->columns[c];
        const MieniField *cell = mieni_schema_find(field->schema, column->key);
        const MieniJson *value = mieni_json_get(row, column->key);
        char path[MIENI_GRAPH_PATH_ROOM];
        snprintf(path, sizeof path, "%s[%d].%s", list->key, index, column->key);
        if (column->kind == MIENI_SETTING_INT && cell->type == MIENI_FIELD_NAME)
            add_number(cook, MIENI_SETTING_INT, state_of(states, value));
        else
            status = graph_cook_setting(cook, node, column, cell, value, path);
    }
    return status;
}

static MienStatus cook_list(MieniGraphCook *cook, int node, int list)
{
    const MieniTextNode *text = text_of(cook, node);
    const MieniListType *type = &mieni_node_type(text->type)->lists[list];
    const MieniField *field = mieni_schema_find(mieni_graph_node_schema(text->row), type->key);
    const MieniJson *rows = list_of(cook, node, list);
    MienStatus status = MIEN_OK;
    cook->lists[cook->list_count++] = (MieniGraphList){
        .first_setting = cook->setting_count, .row_count = (uint32_t)graph_cook_rows(cook, node, list)};
    if (text->type == MIENI_NODE_MAP)
        cook_map_rows(cook, node, list);
    else if (text->type == MIENI_NODE_STATE_MACHINE && list == MIENI_MACHINE_CONDITIONS)
        cook_conditions(cook, node);
    else
        for (int r = 0; r < count_of(rows) && status == MIEN_OK; ++r)
            status = cook_row(cook, node, type, field, rows->items[r], r);
    return status;
}

/// Settings and lists of a node, in the order of its type.
static MienStatus graph_cook_node(MieniGraphCook *cook, int node)
{
    const MieniTextNode *text = text_of(cook, node);
    const MieniNodeTypeInfo *type = mieni_node_type(text->type);
    const MieniSchema *schema = mieni_graph_node_schema(text->row);
    MieniGraphNode *out = &cook->nodes[node];
    MienStatus status = MIEN_OK;
    out->type = (uint32_t)text->type;
    out->first_link = cook->link_count;
    out->link_count = (uint32_t)text->link_count;
    out->first_setting = cook->setting_count;
    out->first_list = cook->list_count;
    for (int i = 0; i < text->link_count; ++i) {
        const int from = cook->index.links[text->first_link + i].node;
        cook->links[cook->link_count++] = from >= 0 ? (uint32_t)cook->kept[from] : MIENI_NOTHING;
    }
    if (text->type == MIENI_NODE_DRIVER)
        return graph_cook_driver(cook, node);
    for (int i = 0; i < type->setting_count && status == MIEN_OK; ++i) {
        const MieniSettingType *setting = &type->settings[i];
        status = graph_cook_setting(cook, node, setting, mieni_schema_find(schema, setting->key),
                                    mieni_json_get(text->row, setting->key), setting->key);
    }
    for (int i = 0; i < type->list_count && status == MIEN_OK; ++i)
        status = cook_list(cook, node, i);
    return status;
}

// What results of nodes are: poses, or deltas to be put on one. Deltas come from
// additive pose assets and from slots; only an apply node makes poses of them.

/// "base", "inputs[2]" or "states[1].input".
static void name_input(const MieniTextNode *text, int input, char *out, size_t room)
{
    const MieniNodeTypeInfo *type = mieni_node_type(text->type);
    out[0] = '\0';
    if (input < type->input_count) {
        snprintf(out, room, "%s", type->inputs[input]);
        return;
    }
    for (int l = 0; l < type->list_count; ++l)
        if (type->lists[l].has_links)
            snprintf(out, room, "%s[%d]%s", type->lists[l].key, input - type->input_count,
                     type->lists[l].column_count > 0 ? ".input" : "");
}

static MieniFlow flow_of_input(const MieniGraphCook *cook, int node, int input)
{
    const MieniTextNode *text = text_of(cook, node);
    const int from = cook->index.links[text->first_link + input].node;
    return from < 0                                      ? MIENI_FLOWS_ANY
           : cook->nodes[cook->kept[from]].is_delta != 0 ? MIENI_FLOWS_DELTA
                                                         : MIENI_FLOWS_POSE;
}

/// The first connected input; 0 if none is.
static int first_input(const MieniGraphCook *cook, int node)
{
    const int count = text_of(cook, node)->link_count;
    for (int i = 0; i < count; ++i)
        if (flow_of_input(cook, node, i) != MIENI_FLOWS_ANY)
            return i;
    return 0;
}

static MienStatus refuse(const MieniGraphCook *cook, int node, int input, const char *sentence)
{
    const MieniTextNode *text = text_of(cook, node);
    char name[48];
    name_input(text, input, name, sizeof name);
    return mieni_fail(cook->error, MIEN_ERROR_DATA,
                      at_node(cook, node, cook->index.links[text->first_link + input].value, "%s", name),
                      "%s", sentence);
}

/// A delta where a pose is taken.
static MienStatus refuse_delta(const MieniGraphCook *cook, int node, int input)
{
    char name[48], sentence[128];
    name_input(text_of(cook, node), input, name, sizeof name);
    snprintf(sentence, sizeof sentence, "A delta cannot go into %s: put an apply node between them.", name);
    return refuse(cook, node, input, sentence);
}

/// A pose and a delta, in inputs that must be alike.
static MienStatus refuse_mixed(const MieniGraphCook *cook, int node, int first, int input)
{
    const MieniTextNode *text = text_of(cook, node);
    const bool is_first = flow_of_input(cook, node, first) == MIENI_FLOWS_DELTA;
    const int delta = is_first ? first : input, pose = is_first ? input : first;
    char name[48], other[48], sentence[160];
    name_input(text, delta, name, sizeof name);
    name_input(text, pose, other, sizeof other);
    snprintf(sentence, sizeof sentence,
             "A delta cannot go into %.40s: put an apply node between them, or a delta into %.40s too.", name,
             other);
    return refuse(cook, node, delta, sentence);
}

static MienStatus check_input(const MieniGraphCook *cook, int node, int input, MieniFlow own)
{
    const MieniNodeTypeInfo *type = mieni_node_type(text_of(cook, node)->type);
    const int first = first_input(cook, node);
    const MieniFlow given = flow_of_input(cook, node, input),
                    taken = mieni_node_takes(type, input, own, flow_of_input(cook, node, first));
    if (given == MIENI_FLOWS_ANY || taken == MIENI_FLOWS_ANY || given == taken)
        return MIEN_OK;
    if (type->flow == MIENI_FLOW_PASS)
        return refuse_mixed(cook, node, first, input);
    if (given == MIENI_FLOWS_DELTA)
        return refuse_delta(cook, node, input);
    return refuse(cook, node, input,
                  type->flow == MIENI_FLOW_APPLY
                      ? "A pose cannot go into delta: blend takes two poses, or name an additive asset."
                      : "A pose cannot go into a slot for deltas: set its type to absolute.");
}

/// The path of a pose node's asset now: its own, or that its parameter begins with.
static const char *path_of_pose(const MieniGraphCook *cook, int node)
{
    const MieniJson *value = mieni_json_get(text_of(cook, node)->row, "poses");
    const int parameter = mieni_graph_parameter_of(&cook->index, value);
    if (parameter >= 0)
        value = mieni_json_get(cook->index.parameter_rows->items[parameter], "value");
    return value != NULL && value->type == MIENI_JSON_STRING ? value->string : NULL;
}

static MieniFlow flow_of_asset(const MieniGraphCook *cook, int node)
{
    const char *path = path_of_pose(cook, node);
    MienAuthorGraphMode mode = MIEN_AUTHOR_GRAPH_UNKNOWN;
    if (path != NULL && cook->options.mode != NULL)
        mode = cook->options.mode(cook->options.user, path);
    return mode != MIEN_AUTHOR_GRAPH_ABSOLUTE ? MIENI_FLOWS_DELTA : MIENI_FLOWS_POSE;
}

/// What the node itself says that it gives, if its type lets it.
static MieniFlow own_flow(const MieniGraphCook *cook, int node, const MieniNodeTypeInfo *type)
{
    if (type->flow == MIENI_FLOW_ASSET)
        return flow_of_asset(cook, node);
    const char *word = mieni_json_get_string(text_of(cook, node)->row, "type", "absolute");
    return type->flow == MIENI_FLOW_SETTING && strcmp(word, "delta") == 0 ? MIENI_FLOWS_DELTA
                                                                          : MIENI_FLOWS_POSE;
}

static MienStatus type_node(MieniGraphCook *cook, int node)
{
    const MieniTextNode *text = text_of(cook, node);
    const MieniNodeTypeInfo *type = mieni_node_type(text->type);
    const MieniFlow own = own_flow(cook, node, type);
    MienStatus status = MIEN_OK;
    for (int i = 0; i < text->link_count && status == MIEN_OK; ++i) // the delta of an apply node first
        status = check_input(cook, node, type->flow == MIENI_FLOW_APPLY ? text->link_count - 1 - i : i, own);
    const MieniFlow first =
        text->link_count > 0 ? flow_of_input(cook, node, first_input(cook, node)) : MIENI_FLOWS_ANY;
    cook->nodes[node].is_delta = mieni_node_gives(type, own, first) == MIENI_FLOWS_DELTA;
    return status;
}

/// Finds out what each node's result is, and refuses wires between what does not fit.
static MienStatus graph_cook_types(MieniGraphCook *cook)
{
    MienStatus status = MIEN_OK;
    for (int n = 0; n < cook->node_count && status == MIEN_OK; ++n)
        status = type_node(cook, n);
    return status;
}

static MienStatus order_nodes(MieniGraphCook *cook)
{
    const size_t count = (size_t)cook->index.node_count;
    cook->order = mieni_arena_take(&cook->arena, count, sizeof *cook->order);
    cook->kept = mieni_arena_take(&cook->arena, count, sizeof *cook->kept);
    cook->maps = mieni_arena_take(&cook->arena, count, sizeof *cook->maps);
    cook->owned_maps = mieni_arena_take(&cook->arena, count, sizeof *cook->owned_maps);
    if (cook->arena.is_out_of_memory ||
        !mieni_graph_order(&cook->index, cook->index.output, cook->order, &cook->node_count))
        return graph_cook_no_memory(cook);
    for (size_t n = 0; n < count; ++n)
        cook->kept[n] = -1;
    for (int n = 0; n < cook->node_count; ++n)
        cook->kept[cook->order[n]] = n;
    cook->nodes = mieni_arena_take(&cook->arena, (size_t)cook->node_count, sizeof *cook->nodes);
    return cook->nodes != NULL ? MIEN_OK : graph_cook_no_memory(cook);
}

static MienStatus no_map(const MieniGraphCook *cook, int node, const MieniJson *name)
{
    MieniNearest nearest = {.given = name->string};
    char sentence[160];
    for (int i = 0; i < mien_author_map_count(); ++i)
        mieni_nearest_try(&nearest, mien_author_map_info(i).id);
    if (nearest.name != NULL)
        snprintf(sentence, sizeof sentence, "There is no map \"%.48s\"; did you mean \"%s\"?", name->string,
                 nearest.name);
    else
        snprintf(sentence, sizeof sentence, "There is no map \"%.64s\": name a file or a built-in one.",
                 name->string);
    return mieni_fail(cook->error, MIEN_ERROR_DATA, at_node(cook, node, name, "map"), "%s", sentence);
}

static bool is_built_in(const char *name)
{
    for (int i = 0; i < mien_author_map_count(); ++i)
        if (strcmp(mien_author_map_info(i).id, name) == 0)
            return true;
    return false;
}

static MienStatus find_map(MieniGraphCook *cook, int node)
{
    const int text = cook->order[node];
    const MieniJson *name = mieni_json_get(cook->index.nodes[text].row, "map");
    MienError why = {0};
    for (int n = 0; n < node; ++n) { // maps are used again
        const MieniJson *other = mieni_json_get(text_of(cook, n)->row, "map");
        if (text_of(cook, n)->type == MIENI_NODE_MAP && strcmp(other->string, name->string) == 0) {
            cook->maps[text] = cook->maps[cook->order[n]];
            return MIEN_OK;
        }
    }
    if (is_built_in(name->string)) {
        const MienStatus status =
            mien_author_map_load(name->string, cook->arena.allocator, &cook->owned_maps[text], cook->error);
        cook->maps[text] = cook->owned_maps[text];
        return status;
    }
    if (cook->options.map != NULL)
        cook->maps[text] = cook->options.map(cook->options.user, name->string);
    if (cook->maps[text] == NULL)
        return no_map(cook, node, name);
    if (mieni_map_check(cook->maps[text], "map", &why) != MIEN_OK)
        return mieni_fail(cook->error, why.status, at_node(cook, node, name, "map"), "%s", why.message);
    return MIEN_OK;
}

/// Counts all that the tables need, and takes it.
static MienStatus take_tables(MieniGraphCook *cook)
{
    const MieniGraphIndex *index = &cook->index;
    MieniArena *arena = &cook->arena;
    size_t settings = 0, lists = 0, links = 0, assets = (size_t)index->parameter_count, rows = 0;
    for (int n = 0; n < cook->node_count; ++n) {
        const MieniTextNode *text = text_of(cook, n);
        const MieniNodeTypeInfo *type = mieni_node_type(text->type);
        settings += (size_t)type->setting_count;
        lists += (size_t)type->list_count;
        links += (size_t)text->link_count;
        assets += 1; // no type has more
        for (int i = 0; i < type->list_count; ++i) {
            const int count = graph_cook_rows(cook, n, i);
            if (count > MIENI_GRAPH_MAX_ROWS)
                return mieni_fail(cook->error, MIEN_ERROR_LIMIT,
                                  at_node(cook, n, text->row, "%s", type->lists[i].key),
                                  "A list has at most 65535 rows.");
            settings += (size_t)count * (size_t)type->lists[i].column_count;
        }
    }
    for (int m = 0; m < index->mask_count; ++m) {
        const MieniJson *bones = mieni_json_get(index->mask_rows->items[m], "bones");
        rows += (size_t)(bones != NULL ? bones->count : 0);
    }
    if (settings > MIENI_GRAPH_MAX_SETTINGS || rows > MIENI_GRAPH_MAX_SETTINGS)
        return mieni_fail(cook->error, MIEN_ERROR_LIMIT, mieni_at("nodes"),
                          "The lists of this graph are too long.");
    cook->links = mieni_arena_take(arena, links, sizeof *cook->links);
    cook->settings = mieni_arena_take(arena, settings, sizeof *cook->settings);
    cook->lists = mieni_arena_take(arena, lists, sizeof *cook->lists);
    cook->parameters = mieni_arena_take(arena, (size_t)index->parameter_count, sizeof *cook->parameters);
    cook->parameter_needs =
        mieni_arena_take(arena, (size_t)index->parameter_count, sizeof *cook->parameter_needs);
    cook->assets = mieni_arena_take(arena, assets, sizeof *cook->assets);
    cook->asset_paths = mieni_arena_take(arena, assets, sizeof *cook->asset_paths);
    cook->masks = mieni_arena_take(arena, (size_t)index->mask_count, sizeof *cook->masks);
    cook->mask_rows = mieni_arena_take(arena, rows, sizeof *cook->mask_rows);
    if (!mieni_distinct_begin(&cook->words, arena, settings + assets + rows + (size_t)index->parameter_count))
        return graph_cook_no_memory(cook);
    return MIEN_OK;
}

static MienStatus cook_parameter(MieniGraphCook *cook, int p)
{
    const MieniJson *value = mieni_json_get(cook->index.parameter_rows->items[p], "value");
    MieniGraphParameter *out = &cook->parameters[p];
    const MienGraphValueType type = mieni_graph_parameter_type(&cook->index, p);
    *out = (MieniGraphParameter){.type = (uint32_t)type, .index = MIENI_NOTHING};
    if (type <= MIEN_GRAPH_BOOL) {
        if (value != NULL)
            out->number =
                value->type == MIENI_JSON_BOOL ? (float)value->boolean : (float)value->number + 0.0f;
        return MIEN_OK;
    }
    if (type == MIEN_GRAPH_CLIP || type == MIEN_GRAPH_POSES) {
        if (value != NULL && strlen(value->string) > MIEN_MAX_NAME)
            return mieni_fail(cook->error, MIEN_ERROR_LIMIT, mieni_at_value(value, "parameters[%d].value", p),
                              "The path of an asset of a graph has at most 255 bytes.");
        out->index = cook->asset_count;
        cook->asset_paths[cook->asset_count] = value != NULL ? value->string : NULL;
        cook->assets[cook->asset_count++] = (MieniGraphAssetPlace){.type = (uint32_t)type,
                                                                   .node = MIENI_NOTHING,
                                                                   .parameter = (uint32_t)p,
                                                                   .needs = cook->parameter_needs[p]};
        return MIEN_OK;
    }
    if (value != NULL && type == MIEN_GRAPH_NAME)
        out->index = graph_cook_word(cook, value->string);
    else if (value != NULL)
        out->index = (uint32_t)mieni_names_search(cook->index.masks, cook->index.mask_count, value->string);
    return MIEN_OK;
}

static void cook_mask(MieniGraphCook *cook, int m)
{
    const MieniJson *bones = mieni_json_get(cook->index.mask_rows->items[m], "bones");
    cook->masks[m] = (MieniGraphMask){.first_row = cook->mask_row_count,
                                      .row_count = (uint32_t)(bones != NULL ? bones->count : 0)};
    for (int i = 0; bones != NULL && i < bones->count; ++i) {
        const MieniJson *row = bones->items[i];
        cook->mask_rows[cook->mask_row_count++] =
            (MieniGraphMaskRow){.bone = graph_cook_word(cook, mieni_json_get_string(row, "bone", "")),
                                .depth = (int32_t)mieni_json_get_number(row, "depth", 0),
                                .weight = (float)mieni_json_get_number(row, "weight", 1) + 0.0f,
                                .only = mieni_json_get_bool(row, "only", false)};
    }
}

/// Ends the words: from now on indices are those of the pack.
static MienStatus settle_words(MieniGraphCook *cook)
{
    if (!mieni_distinct_end(&cook->words, &cook->arena))
        return graph_cook_no_memory(cook);
    const uint32_t *index = cook->words.index;
    for (uint32_t i = 0; i < cook->setting_count; ++i) {
        MieniGraphSetting *setting = &cook->settings[i];
        if (setting->kind == MIENI_SETTING_NAME && !setting->is_parameter && setting->index != MIENI_NOTHING)
            setting->index = index[setting->index];
    }
    for (int p = 0; p < cook->index.parameter_count; ++p) {
        MieniGraphParameter *parameter = &cook->parameters[p];
        if (parameter->type == MIEN_GRAPH_NAME && parameter->index != MIENI_NOTHING)
            parameter->index = index[parameter->index];
    }
    for (uint32_t a = 0; a < cook->asset_count; ++a)
        if (cook->assets[a].path != MIENI_NOTHING)
            cook->assets[a].path = index[cook->assets[a].path];
    for (uint32_t r = 0; r < cook->mask_row_count; ++r)
        cook->mask_rows[r].bone = index[cook->mask_rows[r].bone];
    return MIEN_OK;
}

static MienStatus cook_tables(MieniGraphCook *cook)
{
    MienStatus status = MIEN_OK;
    for (int n = 0; n < cook->node_count && status == MIEN_OK; ++n)
        status = graph_cook_node(cook, n);
    for (int p = 0; p < cook->index.parameter_count && status == MIEN_OK; ++p)
        status = cook_parameter(cook, p);
    for (uint32_t a = 0; a < cook->asset_count; ++a)
        cook->assets[a].path =
            cook->asset_paths[a] != NULL ? graph_cook_word(cook, cook->asset_paths[a]) : MIENI_NOTHING;
    for (int m = 0; m < cook->index.mask_count && status == MIEN_OK; ++m)
        cook_mask(cook, m);
    return status == MIEN_OK ? settle_words(cook) : status;
}

/// Names in the pack's order, from rows of the text.
static const char **names_of(MieniGraphCook *cook, const MieniJson *rows, const char *key)
{
    const int count = rows != NULL ? rows->count : 0;
    const char **names = mieni_arena_take(&cook->arena, (size_t)count, sizeof *names);
    for (int i = 0; i < count && names != NULL; ++i)
        names[i] = mieni_json_get_string(rows->items[i], key, "");
    return names;
}

enum { NAME_LISTS = 4 };

static MienStatus cook_names(MieniGraphCook *cook, MieniText *text, MieniNameList lists[NAME_LISTS])
{
    const MieniGraphIndex *index = &cook->index;
    const char **ids = mieni_arena_take(&cook->arena, (size_t)cook->node_count, sizeof *ids);
    const char **parameters = names_of(cook, index->parameter_rows, "name");
    const char **masks = names_of(cook, index->mask_rows, "name");
    mieni_text_begin(text, &cook->arena,
                     (size_t)cook->node_count + (size_t)index->parameter_count + (size_t)index->mask_count +
                         (size_t)cook->words.distinct_count);
    if (cook->arena.is_out_of_memory)
        return graph_cook_no_memory(cook);
    for (int n = 0; n < cook->node_count; ++n)
        ids[n] = mieni_json_get_string(text_of(cook, n)->row, "id", "");
    const MieniNameSource sources[NAME_LISTS] = {
        {.names = ids, .count = cook->node_count, .place = "nodes", .order = cook->order, .field = "id"},
        {.names = parameters, .count = index->parameter_count, .place = "parameters"},
        {.names = masks, .count = index->mask_count, .place = "masks"},
        {.names = cook->words.names, .count = cook->words.distinct_count, .place = "words"},
    };
    MienStatus status = MIEN_OK;
    for (int i = 0; i < NAME_LISTS && status == MIEN_OK; ++i)
        status = mieni_text_add_list(text, &cook->arena, &sources[i], &lists[i], cook->error);
    return status;
}

static MienStatus write(MieniGraphCook *cook, MienAuthorPack *out_pack)
{
    static const uint32_t tags[NAME_LISTS][2] = {
        {MIENI_GRAPH_IDS, MIENI_GRAPH_IDS_SORTED},
        {MIENI_GRAPH_PARAMETER_NAMES, MIENI_GRAPH_PARAMETER_SORTED},
        {MIENI_GRAPH_MASK_NAMES, MIENI_GRAPH_MASK_SORTED},
        {MIENI_GRAPH_WORDS, MIENI_GRAPH_WORDS_SORTED},
    };
    const size_t nodes = (size_t)cook->node_count, masks = (size_t)cook->index.mask_count;
    const size_t parameters = (size_t)cook->index.parameter_count;
    MieniText text;
    MieniNameList lists[NAME_LISTS];
    const MienStatus status = cook_names(cook, &text, lists);
    if (status != MIEN_OK)
        return status;
    const MieniGraphHeader info = {.node_count = (uint32_t)nodes,
                                   .link_count = cook->link_count,
                                   .setting_count = cook->setting_count,
                                   .list_count = cook->list_count,
                                   .parameter_count = (uint32_t)parameters,
                                   .asset_count = cook->asset_count,
                                   .mask_count = (uint32_t)masks,
                                   .mask_row_count = cook->mask_row_count,
                                   .word_count = (uint32_t)cook->words.distinct_count,
                                   .number_count = (uint32_t)cook->number_count};
    MieniPackWriter w = {.kind = MIEN_PACK_GRAPH, .version = MIENI_GRAPH_VERSION};
    mieni_writer_add(&w, MIENI_GRAPH_INFO, sizeof info, 1, &info);
    mieni_writer_add(&w, MIENI_GRAPH_TEXT, 1, text.size, text.bytes);
    for (int i = 0; i < NAME_LISTS; ++i) {
        const size_t count = (size_t)lists[i].count;
        mieni_writer_add(&w, tags[i][0], sizeof(uint32_t), count, lists[i].offsets);
        mieni_writer_add(&w, tags[i][1], sizeof(uint32_t), count, lists[i].sorted);
    }
    mieni_writer_add(&w, MIENI_GRAPH_NODES, sizeof *cook->nodes, nodes, cook->nodes);
    mieni_writer_add(&w, MIENI_GRAPH_LINKS, sizeof *cook->links, cook->link_count, cook->links);
    mieni_writer_add(&w, MIENI_GRAPH_SETTINGS, sizeof *cook->settings, cook->setting_count, cook->settings);
    mieni_writer_add(&w, MIENI_GRAPH_LISTS, sizeof *cook->lists, cook->list_count, cook->lists);
    mieni_writer_add(&w, MIENI_GRAPH_PARAMETERS, sizeof *cook->parameters, parameters, cook->parameters);
    mieni_writer_add(&w, MIENI_GRAPH_ASSETS, sizeof *cook->assets, cook->asset_count, cook->assets);
    mieni_writer_add(&w, MIENI_GRAPH_MASKS, sizeof *cook->masks, masks, cook->masks);
    mieni_writer_add(&w, MIENI_GRAPH_MASK_ROWS, sizeof *cook->mask_rows, cook->mask_row_count,
                     cook->mask_rows);
    mieni_writer_add(&w, MIENI_GRAPH_NUMBERS, sizeof *cook->numbers, cook->number_count, cook->numbers);
    return mieni_writer_finish(&w, cook->options.allocator, out_pack, cook->error);
}

static MienStatus cook_graph(MieniGraphCook *cook, const MieniJson *root, MienAuthorPack *out_pack)
{
    MienStatus status = mieni_graph_index(root, &cook->arena, &cook->index, cook->error);
    if (status == MIEN_OK)
        status = order_nodes(cook);
    for (int n = 0; n < cook->node_count && status == MIEN_OK; ++n)
        if (text_of(cook, n)->type == MIENI_NODE_MAP)
            status = find_map(cook, n);
    if (status == MIEN_OK)
        status = graph_cook_types(cook);
    if (status == MIEN_OK)
        status = take_tables(cook);
    if (status == MIEN_OK)
        status = cook_tables(cook);
    if (status == MIEN_OK)
        status = write(cook, out_pack);
    for (int n = 0; cook->owned_maps != NULL && n < cook->index.node_count; ++n)
        mien_author_map_destroy(cook->owned_maps[n]);
    return status;
}

MienStatus mien_author_graph_cook(const MienAuthorGraph *graph, const MienAuthorGraphOptions *options,
                                  MienAuthorPack *out_pack, MienError *error)
{
    if (out_pack == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "There must be a place for the pack.");
    *out_pack = (MienAuthorPack){0};
    if (graph == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "There must be a graph.");
    if (graph->parent[0] != '\0')
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("extends"),
                          "A child graph is incomplete: extend its parent first.");
    MieniGraphCook cook = {.error = error};
    if (options != NULL)
        cook.options = *options;
    cook.arena.allocator = cook.options.allocator;
    const MieniFloatEnv env = mieni_float_env_enter();
    const MienStatus status = cook_graph(&cook, graph->root, out_pack);
    mieni_float_env_leave(env);
    mieni_arena_release(&cook.arena);
    return status;
}
