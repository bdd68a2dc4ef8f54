// SPDX-License-Identifier: MIT
//
// Cooking graphs. Nodes stand in the order in which a walk from the output leaves them,
// so neither their order in the text nor nodes that lead nowhere change the pack.

#include "core/float_rules.h"

#include "asset/graph/cook.h"

#include "asset/names/map.h"
#include "author/cook/pack_writer.h"
#include "base/nearest.h"
#include "core/float_env.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

MienStatus mieni_graph_cook_fail(const MieniGraphCook *cook, int node, const MieniJson *value,
                                 MienStatus status, const char *sentence, const char *more, ...)
{
    char place[MIENI_GRAPH_PATH_ROOM];
    va_list arguments;
    va_start(arguments, more);
    vsnprintf(place, sizeof place, more, arguments);
    va_end(arguments);
    return mieni_asset_fail(cook->error, value, status, sentence, "nodes[%d].%s", cook->order[node], place);
}

MienStatus mieni_graph_cook_no_memory(const MieniGraphCook *cook)
{
    return mieni_fail(cook->error, MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
}

static const MieniTextNode *text_of(const MieniGraphCook *cook, int node)
{
    return &cook->index.nodes[cook->order[node]];
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
        return mieni_graph_cook_no_memory(cook);
    for (size_t n = 0; n < count; ++n)
        cook->kept[n] = -1;
    for (int n = 0; n < cook->node_count; ++n)
        cook->kept[cook->order[n]] = n;
    cook->nodes = mieni_arena_take(&cook->arena, (size_t)cook->node_count, sizeof *cook->nodes);
    return cook->nodes != NULL ? MIEN_OK : mieni_graph_cook_no_memory(cook);
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
    return mieni_graph_cook_fail(cook, node, name, MIEN_ERROR_DATA, sentence, "map");
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
        return mieni_graph_cook_fail(cook, node, name, why.status, why.message, "map");
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
            const int count = mieni_graph_cook_rows(cook, n, i);
            if (count > MIENI_GRAPH_MAX_ROWS)
                return mieni_graph_cook_fail(cook, n, text->row, MIEN_ERROR_LIMIT,
                                             "A list has at most 65535 rows.", "%s", type->lists[i].key);
            settings += (size_t)count * (size_t)type->lists[i].column_count;
        }
    }
    for (int m = 0; m < index->mask_count; ++m) {
        const MieniJson *bones = mieni_json_get(index->mask_rows->items[m], "bones");
        rows += (size_t)(bones != NULL ? bones->count : 0);
    }
    if (settings > MIENI_GRAPH_MAX_SETTINGS || rows > MIENI_GRAPH_MAX_SETTINGS)
        return mieni_fail(cook->error, MIEN_ERROR_LIMIT, "The lists of this graph are too long.", "nodes");
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
        return mieni_graph_cook_no_memory(cook);
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
            return mieni_asset_fail(cook->error, value, MIEN_ERROR_LIMIT,
                                    "The path of an asset of a graph has at most 255 bytes.",
                                    "parameters[%d].value", p);
        out->index = cook->asset_count;
        cook->asset_paths[cook->asset_count] = value != NULL ? value->string : NULL;
        cook->assets[cook->asset_count++] = (MieniGraphAssetPlace){.type = (uint32_t)type,
                                                                   .node = MIENI_NOTHING,
                                                                   .parameter = (uint32_t)p,
                                                                   .needs = cook->parameter_needs[p]};
        return MIEN_OK;
    }
    if (value != NULL && type == MIEN_GRAPH_NAME)
        out->index = mieni_graph_cook_word(cook, value->string);
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
            (MieniGraphMaskRow){.bone = mieni_graph_cook_word(cook, mieni_json_get_string(row, "bone", "")),
                                .depth = (int32_t)mieni_json_get_number(row, "depth", 0),
                                .weight = (float)mieni_json_get_number(row, "weight", 1) + 0.0f,
                                .only = mieni_json_get_bool(row, "only", false)};
    }
}

/// Ends the words: from now on indices are those of the pack.
static MienStatus settle_words(MieniGraphCook *cook)
{
    if (!mieni_distinct_end(&cook->words, &cook->arena))
        return mieni_graph_cook_no_memory(cook);
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
        status = mieni_graph_cook_node(cook, n);
    for (int p = 0; p < cook->index.parameter_count && status == MIEN_OK; ++p)
        status = cook_parameter(cook, p);
    for (uint32_t a = 0; a < cook->asset_count; ++a)
        cook->assets[a].path =
            cook->asset_paths[a] != NULL ? mieni_graph_cook_word(cook, cook->asset_paths[a]) : MIENI_NOTHING;
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
        return mieni_graph_cook_no_memory(cook);
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
        status = mieni_graph_cook_types(cook);
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
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "There must be a place for the pack.", "%s", "");
    *out_pack = (MienAuthorPack){0};
    if (graph == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "There must be a graph.", "%s", "");
    if (graph->parent[0] != '\0')
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "A child is not whole: extend its parent first.",
                          "extends");
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
