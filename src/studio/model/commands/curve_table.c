// SPDX-License-Identifier: MIT
//
// The curve table of a skeleton.

#include "studio/model/commands/curve_table.h"

#include "asset/view.h"
#include "base/names.h"
#include "mien_author/resolve.h"
#include "project/recipes/recipes.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A copy of text that lives with the table; the arena remembers that there was no memory.
static const char *keep(StudioCurveTable *table, const char *text)
{
    const char *copy = mieni_arena_text(&table->memory, text, strlen(text));
    return copy != NULL ? copy : "";
}

// Which names belong here

/// Files of the project that stand on other skeletons.
typedef struct Others {
    MieniNameEntry *items;
    int count;
} Others;

static int count_skeletons(const MieniPaths *files)
{
    int count = 0;
    for (int i = 0; i < files->count; ++i)
        count += mieni_asset_kind_of_path(files->items[i]) == MIENI_ASSET_SKELETON;
    return count;
}

/// Most projects have one skeleton: then no file needs to be asked.
static MienStatus find_others(StudioCurveTable *table, const MieniProject *project, const char *skeleton,
                              const MieniPaths *files, Others *others)
{
    if (count_skeletons(files) < 2)
        return MIEN_OK;
    others->items = mieni_arena_take(&table->memory, (size_t)files->count, sizeof *others->items);
    for (int i = 0; others->items != NULL && i < files->count; ++i) {
        const MieniAssetKind kind = mieni_asset_kind_of_path(files->items[i]);
        MieniAsset asset;
        if (kind == MIENI_ASSET_NONE ||
            mieni_project_load(project, files->items[i], kind, &asset, NULL) != MIEN_OK)
            continue;
        const char *on = kind == MIENI_ASSET_SKELETON ? files->items[i] : mieni_asset_skeleton(&asset);
        if (on != NULL && strcmp(on, skeleton) != 0)
            others->items[others->count++] = (MieniNameEntry){keep(table, files->items[i]), i};
        mieni_asset_release(&asset);
    }
    if (others->count > 0)
        mieni_names_sort(others->items, others->count);
    return others->items != NULL ? MIEN_OK : MIEN_ERROR_MEMORY;
}

static bool is_elsewhere(const Others *others, const char *file)
{
    return others->count > 0 && mieni_names_search(others->items, others->count, file) >= 0;
}

/// The row of a name; false if it has no use here.
static bool make_row(const StudioCurveTable *table, const MieniUsedCurve *curve, const char *skeleton,
                     const Others *others, StudioCurveRow *out_row)
{
    bool is_here = false;
    *out_row = (StudioCurveRow){.name = curve->name, .max_lod = curve->max_lod, .use = curve};
    for (int i = curve->first; i < curve->first + curve->count; ++i) {
        const MieniUse *use = &table->uses.uses[i];
        if (is_elsewhere(others, use->file))
            continue;
        is_here = true;
        out_row->is_listed =
            out_row->is_listed || (use->kind == MIENI_USE_TABLE && strcmp(use->file, skeleton) == 0);
        out_row->uses += use->kind != MIENI_USE_TABLE;
        out_row->poses += use->kind == MIENI_USE_POSE;
        out_row->morphs += use->kind == MIENI_USE_MORPH;
        out_row->clips += use->kind == MIENI_USE_KEYED || use->kind == MIENI_USE_SOURCED;
    }
    out_row->is_unused = out_row->uses == 0;
    return is_here;
}

// Near misses

/// Of two names that are nearly the same, the one that moves nothing is the miss, or else the one
/// that is used less. Names that both move something are two names.
static bool is_miss_of(const StudioCurveRow *row, const StudioCurveRow *other)
{
    if (row->poses + row->morphs > 0 || other->poses + other->morphs > 0)
        return row->poses + row->morphs == 0;
    if (row->uses != other->uses)
        return row->uses < other->uses;
    return strcmp(row->name, other->name) > 0;
}

static MienStatus find_misses(StudioCurveTable *table)
{
    MienAuthorResolver *resolver = NULL;
    const char **names = mieni_arena_take(&table->memory, (size_t)table->count, sizeof *names);
    if (names == NULL)
        return MIEN_ERROR_MEMORY;
    for (int i = 0; i < table->count; ++i)
        names[i] = table->rows[i].name;
    const MienStatus status = mien_author_resolver_create(names, table->count, NULL, NULL, &resolver, NULL);
    for (int i = 0; status == MIEN_OK && i < table->count; ++i) {
        StudioCurveRow *row = &table->rows[i];
        const MienAuthorMatch match = mien_author_resolver_near_miss(resolver, row->name);
        char rule[100];
        if (match.target < 0 || match.target == i || !is_miss_of(row, &table->rows[match.target]))
            continue;
        mien_author_name_rules_describe(match.rules, rule, sizeof rule);
        row->near = table->rows[match.target].name;
        row->rule = keep(table, rule);
        ++table->near_count;
    }
    mien_author_resolver_destroy(resolver);
    return status;
}

// What each use is

/// "0.25", whatever the locale.
static void put_value(double value, char out[32])
{
    const double size = value < 0 ? -value : value;
    if (size > 1e6) {
        snprintf(out, 32, "%s", value < 0 ? "−many" : "many");
        return;
    }
    const long hundredths = (long)(size * 100 + 0.5);
    snprintf(out, 32, "%s%ld.%02ld", value < 0 && hundredths > 0 ? "−" : "", hundredths / 100,
             hundredths % 100);
}

static const char *say_range(StudioCurveTable *table, const char *what, double min, double max)
{
    char line[128], from[32], to[32];
    put_value(min, from);
    put_value(max, to);
    snprintf(line, sizeof line, "%.40s, %s to %s", what, from, to);
    return keep(table, line);
}

// The row may be gone if the file cannot be read any more.

static const char *say_pose(StudioCurveTable *table, const MieniPoseAssetView *poses, int row)
{
    double range[2] = {0, 1};
    if (row < mieni_pose_asset_pose_count(poses))
        mieni_pose_range(mieni_pose_asset_pose(poses, row), range);
    return say_range(table, "pose", range[0], range[1]);
}

static const char *say_keyed(StudioCurveTable *table, const MieniClipView *clip, int row)
{
    const MieniKeyedCurveView *curve =
        row < mieni_clip_keyed_curve_count(clip) ? mieni_clip_keyed_curve(clip, row) : NULL;
    const int count = mieni_keyed_curve_key_count(curve);
    char what[40];
    double min = 0, max = 0;
    for (int i = 0; i < count; ++i) {
        const double value = mieni_key_value(mieni_keyed_curve_key(curve, i), 0);
        min = i == 0 || value < min ? value : min;
        max = i == 0 || value > max ? value : max;
    }
    snprintf(what, sizeof what, "%d key%s", count, count == 1 ? "" : "s");
    return say_range(table, what, min, max);
}

static const char *say_mapped(StudioCurveTable *table, const MieniMapView *map, int row)
{
    const MieniMapRowView *mapped = row < mieni_map_row_count(map) ? mieni_map_row(map, row) : NULL;
    char line[400], weight[32];
    put_value(mieni_map_row_weight(mapped, 1), weight);
    snprintf(line, sizeof line, "from %.255s × %s", mieni_text_or_empty(mieni_map_row_from(mapped)), weight);
    return keep(table, line);
}

static const char *say_sampled(StudioCurveTable *table, const MieniClipRecipe *recipe, const char *name)
{
    for (int c = 0; recipe != NULL && c < recipe->clip->curve_count; ++c) {
        const MienAuthorClipCurve *curve = &recipe->clip->curves[c];
        if (strcmp(curve->name, name) != 0)
            continue;
        double min = 0, max = 0;
        for (int k = 0; k < curve->key_count; ++k) {
            const double value = (double)curve->keys[k].value;
            min = k == 0 || value < min ? value : min;
            max = k == 0 || value > max ? value : max;
        }
        return say_range(table, "sampled", min, max);
    }
    return "sampled";
}

static const char *say(StudioCurveTable *table, const MieniUse *use, const MieniAsset *asset,
                       const MieniClipRecipe *recipe)
{
    switch (use->kind) {
    case MIENI_USE_TABLE:
        return "listed";
    case MIENI_USE_POSE:
        return say_pose(table, mieni_pose_asset_of(asset), use->row);
    case MIENI_USE_DEFINED:
        return "set by a pose";
    case MIENI_USE_MORPH:
        return "morph";
    case MIENI_USE_KEYED:
        return say_keyed(table, mieni_clip_of(asset), use->row);
    case MIENI_USE_SOURCED:
        return say_sampled(table, recipe, use->curve);
    case MIENI_USE_MODIFIED:
        return "used by a modifier";
    case MIENI_USE_MAPPED:
        return say_mapped(table, mieni_map_of(asset), use->row);
    case MIENI_USE_GRAPH:
        return "modified or used by a node";
    default:
        return "set for this character";
    }
}

static int by_file(const void *a, const void *b)
{
    const MieniUse *const *x = a, *const *y = b;
    return strcmp((*x)->file, (*y)->file);
}

/// A text per use, file by file, so that each is read once.
static MienStatus say_all(StudioCurveTable *table, const MieniProject *project)
{
    const MieniUses *uses = &table->uses;
    const MieniUse **order = mieni_arena_take(&table->memory, (size_t)uses->use_count, sizeof *order);
    table->texts = mieni_arena_take(&table->memory, (size_t)uses->use_count, sizeof *table->texts);
    if (order == NULL || table->texts == NULL)
        return MIEN_ERROR_MEMORY;
    for (int i = 0; i < uses->use_count; ++i)
        order[i] = &uses->uses[i];
    if (uses->use_count > 0)
        qsort(order, (size_t)uses->use_count, sizeof *order, by_file);
    for (int i = 0, end; i < uses->use_count; i = end) {
        MieniAsset asset = {0};
        MieniClipRecipe recipe;
        bool needs_source = false;
        const char *file = order[i]->file;
        for (end = i; end < uses->use_count && strcmp(order[end]->file, file) == 0; ++end)
            needs_source = needs_source || order[end]->kind == MIENI_USE_SOURCED;
        const bool has_source =
            needs_source && mieni_clip_recipe(project, file, NULL, &recipe, NULL) == MIEN_OK;
        mieni_project_load(project, file, mieni_asset_kind_of_path(file), &asset, NULL);
        for (int k = i; k < end; ++k)
            table->texts[order[k] - uses->uses] = say(table, order[k], &asset, has_source ? &recipe : NULL);
        mieni_asset_release(&asset);
        if (has_source)
            mieni_clip_recipe_release(&recipe);
    }
    return MIEN_OK;
}

MienStatus studio_curve_table_make(StudioCurveTable *out_table, const StudioSnapshot *snapshot,
                                   const char *skeleton, bool reads_sources, MieniProblem *problem)
{
    const MieniProject *project = &snapshot->project;
    MieniPaths files = {0};
    Others others = {0};
    *out_table = (StudioCurveTable){0};
    MienStatus status = mieni_uses_make(&out_table->uses, &snapshot->project,
                                        reads_sources ? MIENI_USES_CLIPS : MIENI_USES_TEXTS, problem);
    if (status == MIEN_OK)
        status = mieni_project_files(project, &files, problem);
    if (status == MIEN_OK)
        status = find_others(out_table, project, skeleton, &files, &others);
    const MieniUses *uses = &out_table->uses;
    out_table->rows =
        mieni_arena_take(&out_table->memory, (size_t)uses->curve_count, sizeof *out_table->rows);
    for (int i = 0; status == MIEN_OK && out_table->rows != NULL && i < uses->curve_count; ++i)
        if (make_row(out_table, &uses->curves[i], skeleton, &others, &out_table->rows[out_table->count])) {
            out_table->unused_count += out_table->rows[out_table->count].is_unused;
            ++out_table->count;
        }
    if (status == MIEN_OK && out_table->count > 0)
        status = find_misses(out_table);
    if (status == MIEN_OK)
        status = say_all(out_table, project);
    mieni_paths_release(&files);
    if (status == MIEN_ERROR_MEMORY || out_table->memory.is_out_of_memory)
        status = mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory");
    return status;
}

// Clips that are not listed

static void add_clips(StudioCurveTable *table, StudioCurveRow *row, int64_t found)
{
    const int clips = found < INT_MAX / 2 ? (int)found : INT_MAX / 2;
    row->clips += clips;
    row->uses += clips;
    table->unused_count -= row->is_unused && clips > 0;
    row->is_unused = row->is_unused && clips == 0;
}

/// Puts names that only those clips have between the rows; both are by name.
static bool merge_names(StudioCurveTable *table, const StudioSearch *search)
{
    static const MieniUsedCurve unused; // nothing that is listed has them
    StudioCurveRow *rows =
        mieni_arena_take(&table->memory, (size_t)table->count + (size_t)search->curve_count, sizeof *rows);
    int count = 0, at = 0;
    for (int i = 0; rows != NULL && i < search->curve_count; ++i) {
        const char *name = search->curves[i].name;
        while (at < table->count && strcmp(table->rows[at].name, name) < 0)
            rows[count++] = table->rows[at++];
        if (at == table->count || strcmp(table->rows[at].name, name) != 0)
            rows[count++] =
                (StudioCurveRow){.name = keep(table, name), .max_lod = MIEN_ALL_LODS, .use = &unused};
    }
    while (rows != NULL && at < table->count)
        rows[count++] = table->rows[at++];
    if (rows == NULL)
        return false;
    table->rows = rows;
    table->count = count;
    return true;
}

MienStatus studio_curve_table_add_many(StudioCurveTable *table, const StudioSearch *search,
                                       MieniProblem *problem)
{
    if (search->curve_count == 0)
        return MIEN_OK;
    MienStatus status = merge_names(table, search) ? MIEN_OK : MIEN_ERROR_MEMORY;
    for (int i = 0; status == MIEN_OK && i < table->count; ++i) {
        add_clips(table, &table->rows[i], studio_search_curve(search, table->rows[i].name));
        table->rows[i].near = table->rows[i].rule = NULL;
    }
    table->near_count = 0;
    if (status == MIEN_OK)
        status = find_misses(table); // again: which of two names is the miss may be another now
    if (status == MIEN_ERROR_MEMORY || table->memory.is_out_of_memory)
        status = studio_no_memory(problem, "");
    return status;
}

void studio_curve_table_release(StudioCurveTable *table)
{
    mieni_uses_release(&table->uses);
    mieni_arena_release(&table->memory);
    *table = (StudioCurveTable){0};
}

static int compare_name(const void *name, const void *row)
{
    return strcmp(name, ((const StudioCurveRow *)row)->name);
}

const StudioCurveRow *studio_curve_table_find(const StudioCurveTable *table, const char *name)
{
    return table->count > 0
               ? bsearch(name, table->rows, (size_t)table->count, sizeof *table->rows, compare_name)
               : NULL;
}
