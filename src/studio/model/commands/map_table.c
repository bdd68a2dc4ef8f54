// SPDX-License-Identifier: MIT
//
// The table of a map.

#include "studio/model/commands/map_table.h"

#include "asset/view.h"
#include "mien_author/resolve.h"
#include "mien_author/vocabulary.h"
#include "project/uses.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A copy of text that lives with the table; the arena remembers that there was no memory.
static const char *keep(StudioMapTable *table, const char *text)
{
    const char *copy = mieni_arena_text(&table->memory, text, strlen(text));
    return copy != NULL ? copy : "";
}

static StudioMapRow *add(StudioMapTable *table, StudioMapState state, const char *from)
{
    if (table->count == table->room) {
        const int room = table->room > 0 ? 2 * table->room : 128;
        StudioMapRow *rows = realloc(table->rows, sizeof *rows * (size_t)room);
        if (rows == NULL)
            return NULL;
        table->rows = rows;
        table->room = room;
    }
    StudioMapRow *row = &table->rows[table->count++];
    *row = (StudioMapRow){.state = state, .from = keep(table, from), .weight = 1, .remark = ""};
    return row;
}

static bool has_from(const StudioMapTable *table, const char *from)
{
    for (int i = 0; i < table->count; ++i)
        if (strcmp(table->rows[i].from, from) == 0)
            return true;
    return false;
}

/// What a target may be called: the vocabulary's names, or else all curves of the project.
typedef struct Targets {
    const char **names;
    int count;
    MienAuthorVocabulary *vocabulary;
    MienAuthorResolver *resolver;
} Targets;

static MienStatus find_targets(StudioMapTable *table, const StudioSnapshot *snapshot, const char *id,
                               Targets *out_targets, MieniProblem *problem)
{
    MieniUses uses = {0};
    MienStatus status = MIEN_OK;
    if (mien_author_vocabulary_find(id) >= 0)
        status = mien_author_vocabulary_load(id, NULL, &out_targets->vocabulary, NULL);
    else
        status = mieni_uses_make(&uses, &snapshot->project, MIENI_USES_TEXTS, problem);
    const int count =
        out_targets->vocabulary != NULL ? out_targets->vocabulary->name_count : uses.curve_count;
    out_targets->names = mieni_arena_take(&table->memory, (size_t)count, sizeof *out_targets->names);
    for (int i = 0; status == MIEN_OK && out_targets->names != NULL && i < count; ++i)
        out_targets->names[out_targets->count++] =
            keep(table, out_targets->vocabulary != NULL ? out_targets->vocabulary->names[i].name
                                                        : uses.curves[i].name);
    mieni_uses_release(&uses);
    if (status == MIEN_OK)
        status = mien_author_resolver_create(out_targets->names, out_targets->count, out_targets->vocabulary,
                                             NULL, &out_targets->resolver, NULL);
    return status;
}

static void release_targets(Targets *targets)
{
    mien_author_resolver_destroy(targets->resolver);
    mien_author_vocabulary_destroy(targets->vocabulary);
}

static void add_rows(StudioMapTable *table, const MieniMapView *map, const Targets *targets)
{
    for (int i = 0; i < mieni_map_row_count(map); ++i) {
        const MieniMapRowView *from = mieni_map_row(map, i);
        StudioMapRow *row = add(table, STUDIO_MAP_ROW, mieni_text_or_empty(mieni_map_row_from(from)));
        if (row == NULL)
            return;
        bool is_known = false;
        row->to = keep(table, mieni_text_or_empty(mieni_map_row_to(from)));
        row->weight = mieni_map_row_weight(from, 1);
        for (int k = 0; k < targets->count && !is_known; ++k)
            is_known = strcmp(targets->names[k], row->to) == 0;
        if (!is_known)
            row->remark = "no curve with the name of its target";
        ++table->row_count;
    }
}

/// A source without a row, and what the rules say of it.
static void add_unmatched(StudioMapTable *table, const char *from, const Targets *targets)
{
    const MienAuthorMatch match = mien_author_resolver_find(targets->resolver, from);
    const bool is_ambiguous = match.kind == MIEN_AUTHOR_AMBIGUOUS;
    StudioMapRow *row = add(table, is_ambiguous ? STUDIO_MAP_AMBIGUOUS : STUDIO_MAP_UNMATCHED, from);
    char rule[100], remark[600];
    if (row == NULL)
        return;
    ++table->unmatched_count;
    table->ambiguous_count += is_ambiguous;
    if (is_ambiguous && match.other >= 0) {
        snprintf(remark, sizeof remark, "ambiguous: %.250s or %.250s", targets->names[match.target],
                 targets->names[match.other]);
        row->remark = keep(table, remark);
    } else if (match.kind == MIEN_AUTHOR_MATCH) {
        mien_author_name_rules_describe(match.rules, rule, sizeof rule);
        snprintf(remark, sizeof remark, "%.250s by rule: %s", targets->names[match.target], rule);
        row->to = targets->names[match.target];
        row->remark = keep(table, remark);
        ++table->matched_count;
    } else {
        row->remark = "unmatched";
    }
}

/// Names of the source's vocabulary that the map says nothing of.
static void add_silent(StudioMapTable *table, const char *id, const Targets *targets)
{
    const int index = mien_author_vocabulary_find(id);
    const MienAuthorVocabularyInfo info = mien_author_vocabulary_info(index < 0 ? 1000000 : index);
    for (int i = 0; i < info.name_count; ++i)
        if (!has_from(table, info.names[i]))
            add_unmatched(table, info.names[i], targets);
}

MienStatus studio_map_table_make(StudioMapTable *out_table, const StudioSnapshot *snapshot, const char *path,
                                 MieniProblem *problem)
{
    MieniAsset asset;
    Targets targets = {0};
    *out_table = (StudioMapTable){0};
    MienStatus status = mieni_project_load(&snapshot->project, path, MIENI_ASSET_MAP, &asset, problem);
    if (status != MIEN_OK)
        return status;
    const MieniMapView *map = mieni_map_of(&asset);
    status = find_targets(out_table, snapshot, mieni_text_or_empty(mieni_map_to(map)), &targets, problem);
    if (status == MIEN_OK) {
        add_rows(out_table, map, &targets);
        for (int i = 0; i < mieni_map_unmapped_count(map); ++i) {
            StudioMapRow *row = add(out_table, STUDIO_MAP_LEFT_OUT, mieni_map_unmapped(map, i));
            if (row != NULL)
                row->remark = "excluded";
        }
        add_silent(out_table, mieni_text_or_empty(mieni_map_from(map)), &targets);
    }
    release_targets(&targets);
    mieni_asset_release(&asset);
    return status;
}

void studio_map_table_release(StudioMapTable *table)
{
    free(table->rows);
    mieni_arena_release(&table->memory);
    *table = (StudioMapTable){0};
}

typedef struct Given {
    const StudioMapTable *table;
    int count;
} Given;

static MienStatus add_matches(void *user, MieniAsset *asset, MienError *error)
{
    Given *given = user;
    MieniJsonDocument *json = &asset->json;
    MieniMapView *map = mieni_map_of(asset);
    (void)error;
    if (mieni_map_rows_json(map) == NULL)
        mieni_map_set_rows_json(json, map, mieni_json_array(json));
    for (int i = 0; i < given->table->count; ++i) {
        const StudioMapRow *from = &given->table->rows[i];
        if (from->state != STUDIO_MAP_UNMATCHED || from->to == NULL ||
            mieni_map_find_row(map, from->from) >= 0)
            continue;
        MieniMapRowView *row = mieni_map_add_row(json, map);
        mieni_map_row_set_from(json, row, from->from);
        mieni_map_row_set_to(json, row, from->to);
        ++given->count;
    }
    return json->arena.is_out_of_memory ? MIEN_ERROR_MEMORY : MIEN_OK;
}

MienStatus studio_map_match(Studio *studio, const char *path, const StudioMapTable *table, int *out_count,
                            MieniProblem *problem)
{
    char label[64];
    Given given = {.table = table};
    snprintf(label, sizeof label, "match %d curve%s by rules", table->matched_count,
             table->matched_count == 1 ? "" : "s");
    const MienStatus status = studio_change(studio, path, add_matches, &given, label, NULL, problem);
    *out_count = given.count;
    return status;
}
