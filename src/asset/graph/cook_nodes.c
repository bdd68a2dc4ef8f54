// SPDX-License-Identifier: MIT
//
// Settings and lists of nodes on their way into a pack.

#include "core/float_rules.h"

#include "asset/graph/cook.h"

#include <stdio.h>
#include <string.h>

static const MieniTextNode *text_of(const MieniGraphCook *cook, int node)
{
    return &cook->index.nodes[cook->order[node]];
}

uint32_t mieni_graph_cook_word(MieniGraphCook *cook, const char *word)
{
    cook->words.given[cook->words.count] = word;
    return (uint32_t)cook->words.count++;
}

void mieni_graph_cook_add(MieniGraphCook *cook, MieniGraphSetting setting)
{
    setting.number += 0.0f; // no negative zeros
    cook->settings[cook->setting_count++] = setting;
}

MienStatus mieni_graph_cook_numbers(MieniGraphCook *cook, const double *numbers, size_t count)
{
    if (count > MIENI_GRAPH_MAX_NUMBERS - cook->number_count)
        return mieni_fail(cook->error, MIEN_ERROR_LIMIT, "The drivers of this graph have too many targets.",
                          "nodes");
    if (count > cook->number_room - cook->number_count) {
        const size_t room = 2 * cook->number_room + count;
        double *larger = mieni_arena_take(&cook->arena, room, sizeof *larger);
        if (larger == NULL)
            return mieni_graph_cook_no_memory(cook);
        if (cook->number_count > 0)
            memcpy(larger, cook->numbers, cook->number_count * sizeof *larger);
        cook->numbers = larger;
        cook->number_room = room;
    }
    mieni_graph_cook_add(
        cook, (MieniGraphSetting){.kind = MIENI_SETTING_NUMBERS,
                                  .index = count > 0 ? (uint32_t)cook->number_count : MIENI_NOTHING,
                                  .number = (float)count});
    if (count > 0)
        memcpy(cook->numbers + cook->number_count, numbers, count * sizeof *numbers);
    cook->number_count += count;
    return MIEN_OK;
}

uint32_t mieni_graph_choice(const MieniField *field, const MieniJson *value)
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
        return mieni_graph_cook_fail(cook, node, value, MIEN_ERROR_LIMIT,
                                     "The path of an asset of a graph has at most 255 bytes.", "%s", path);
    const uint32_t place = cook->asset_count++;
    cook->asset_paths[place] = value != NULL ? value->string : NULL;
    cook->assets[place] =
        (MieniGraphAssetPlace){.type = kind == MIENI_SETTING_CLIP ? MIEN_GRAPH_CLIP : MIEN_GRAPH_POSES,
                               .node = (uint32_t)node,
                               .parameter = MIENI_NOTHING,
                               .needs = needs_of(cook, node)};
    mieni_graph_cook_add(cook, (MieniGraphSetting){.kind = (uint16_t)kind, .index = place});
    return MIEN_OK;
}

MienStatus mieni_graph_cook_setting(MieniGraphCook *cook, int node, const MieniSettingType *type,
                                    const MieniField *field, const MieniJson *value, const char *path)
{
    MieniGraphSetting setting = {.kind = (uint16_t)type->kind};
    const int parameter = mieni_graph_parameter_of(&cook->index, value);
    if (parameter >= 0) {
        setting.is_parameter = 1;
        setting.index = (uint32_t)parameter;
        cook->parameter_needs[parameter] |= needs_of(cook, node) * (type->kind == MIENI_SETTING_POSES);
        mieni_graph_cook_add(cook, setting);
        return MIEN_OK;
    }
    switch (type->kind) {
    case MIENI_SETTING_CHOICE:
        setting.index = mieni_graph_choice(field, value);
        break;
    case MIENI_SETTING_NAME:
        setting.index = value != NULL ? mieni_graph_cook_word(cook, value->string) : MIENI_NOTHING;
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
    mieni_graph_cook_add(cook, setting);
    return MIEN_OK;
}

static const MieniJson *list_of(const MieniGraphCook *cook, int node, int list)
{
    const MieniTextNode *text = text_of(cook, node);
    return mieni_json_get(text->row, mieni_node_type(text->type)->lists[list].key);
}

static int count_of(const MieniJson *list) { return list != NULL ? list->count : 0; }

int mieni_graph_cook_rows(const MieniGraphCook *cook, int node, int list)
{
    const MieniTextNode *text = text_of(cook, node);
    const MienAuthorMap *map = cook->maps[cook->order[node]];
    if (text->type == MIENI_NODE_MAP)
        return list == MIENI_MAP_ROWS ? map->row_count : map->unmapped_count;
    if (text->type != MIENI_NODE_MACHINE || list != MIENI_MACHINE_CONDITIONS)
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
    mieni_graph_cook_add(
        cook, (MieniGraphSetting){.kind = MIENI_SETTING_NAME, .index = mieni_graph_cook_word(cook, name)});
}

static void add_number(MieniGraphCook *cook, MieniSettingKind kind, float number)
{
    mieni_graph_cook_add(cook, (MieniGraphSetting){.kind = (uint16_t)kind, .number = number});
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
            mieni_graph_cook_add(
                cook, (MieniGraphSetting){.kind = MIENI_SETTING_PARAMETER,
                                          .index = (uint32_t)mieni_graph_parameter_of(&cook->index, row)});
            mieni_graph_cook_add(cook, (MieniGraphSetting){.kind = MIENI_SETTING_CHOICE, .index = is});
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
            status = mieni_graph_cook_setting(cook, node, column, cell, value, path);
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
        .first_setting = cook->setting_count, .row_count = (uint32_t)mieni_graph_cook_rows(cook, node, list)};
    if (text->type == MIENI_NODE_MAP)
        cook_map_rows(cook, node, list);
    else if (text->type == MIENI_NODE_MACHINE && list == MIENI_MACHINE_CONDITIONS)
        cook_conditions(cook, node);
    else
        for (int r = 0; r < count_of(rows) && status == MIEN_OK; ++r)
            status = cook_row(cook, node, type, field, rows->items[r], r);
    return status;
}

MienStatus mieni_graph_cook_node(MieniGraphCook *cook, int node)
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
        return mieni_graph_cook_driver(cook, node);
    for (int i = 0; i < type->setting_count && status == MIEN_OK; ++i) {
        const MieniSettingType *setting = &type->settings[i];
        status = mieni_graph_cook_setting(cook, node, setting, mieni_schema_find(schema, setting->key),
                                          mieni_json_get(text->row, setting->key), setting->key);
    }
    for (int i = 0; i < type->list_count && status == MIEN_OK; ++i)
        status = cook_list(cook, node, i);
    return status;
}
