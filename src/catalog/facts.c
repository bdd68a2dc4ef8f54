// SPDX-License-Identifier: MIT
//
// Facts from manifests, packs and assets. Unreadable files have none: build and lint report
// them.

#include "catalog/facts.h"

#include "asset/poses.h"
#include "asset/view.h"
#include "project/build/manifest.h"
#include "project/files/derived.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CLIPS = 1 << MIENI_CATALOG_ID_BITS };

/// What a name map keeps: an id.
typedef struct Known {
    int64_t id;
} Known;

static int64_t keep_id(MieniCatalogWriter *writer, MieniNameMap *map, const char *name, int64_t id)
{
    Known *known = mieni_arena_take(&writer->arena, 1, sizeof *known);
    if (known == NULL || !mieni_name_map_add(map, name, known))
        writer->catalog->is_out_of_memory = true;
    else
        known->id = id;
    return id;
}

static int64_t curve_id(MieniCatalogWriter *writer, const char *name)
{
    MieniCatalog *catalog = writer->catalog;
    const Known *known = mieni_name_map_get(&writer->curves, name);
    if (known != NULL)
        return known->id;
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_FIND_CURVE);
    mieni_sql_text(catalog, statement, 1, name);
    int64_t id = mieni_sql_number(catalog, statement);
    if (id == 0) {
        statement = mieni_sql(catalog, MIENI_SQL_ADD_CURVE);
        mieni_sql_text(catalog, statement, 1, name);
        mieni_sql_run(catalog, statement);
        id = sqlite3_last_insert_rowid(catalog->database);
    }
    return keep_id(writer, &writer->curves, name, id);
}

static int64_t add_set(MieniCatalogWriter *writer, const uint8_t hash[32], const char *const *names,
                       int count)
{
    MieniCatalog *catalog = writer->catalog;
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_ADD_SET);
    if (statement != NULL)
        sqlite3_bind_blob(statement, 1, hash, 32, SQLITE_TRANSIENT);
    mieni_sql_integer(catalog, statement, 2, count);
    mieni_sql_run(catalog, statement);
    const int64_t id = sqlite3_last_insert_rowid(catalog->database);
    for (int i = 0; i < count; ++i) {
        const int64_t curve = curve_id(writer, names[i]);
        statement = mieni_sql(catalog, MIENI_SQL_ADD_SET_CURVE);
        mieni_sql_integer(catalog, statement, 1, curve);
        mieni_sql_integer(catalog, statement, 2, id);
        mieni_sql_run(catalog, statement);
    }
    return id;
}

/// The id of a set of curves, whose names are in order.
static int64_t set_id(MieniCatalogWriter *writer, const char *const *names, int count)
{
    MieniCatalog *catalog = writer->catalog;
    MieniTextOut key = {0};
    uint8_t hash[32];
    int64_t id = 0;
    for (int i = 0; i < count; ++i) // names may hold anything, so their sizes divide them
        mieni_text_putf(&key, "%zu:%s", strlen(names[i]), names[i]);
    mieni_text_put(&key, ".");
    if (key.is_out_of_memory) {
        catalog->is_out_of_memory = true;
        mieni_text_release(&key);
        return 0;
    }
    const Known *known = mieni_name_map_get(&writer->sets, key.bytes);
    if (known != NULL) {
        id = known->id;
    } else {
        mien_sha256(key.bytes, key.size, hash);
        sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_FIND_SET);
        if (statement != NULL)
            sqlite3_bind_blob(statement, 1, hash, 32, SQLITE_TRANSIENT);
        id = mieni_sql_number(catalog, statement);
        if (id == 0)
            id = add_set(writer, hash, names, count);
        keep_id(writer, &writer->sets, key.bytes, id);
    }
    mieni_text_release(&key);
    return id;
}

static void add_to_set(MieniCatalog *catalog, int64_t set, int64_t clips)
{
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_CHANGE_SET);
    mieni_sql_integer(catalog, statement, 1, set);
    mieni_sql_integer(catalog, statement, 2, clips);
    mieni_sql_run(catalog, statement);
}

static void put_clip(MieniCatalog *catalog, int64_t id, const char *path, int64_t set, double seconds,
                     int64_t bytes, int tracks)
{
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_ADD_CLIP);
    mieni_sql_integer(catalog, statement, 1, id);
    mieni_sql_text(catalog, statement, 2, path);
    mieni_sql_integer(catalog, statement, 3, set);
    if (statement != NULL)
        sqlite3_bind_double(statement, 4, seconds);
    mieni_sql_integer(catalog, statement, 5, bytes);
    mieni_sql_integer(catalog, statement, 6, tracks);
    mieni_sql_run(catalog, statement);
}

/// The paths of all clips of a source, in order of their ids and each closed by a zero.
static void put_listing(MieniCatalog *catalog, int64_t source, const MieniTextOut *paths)
{
    sqlite3_stmt *statement = paths->size > 0 ? mieni_sql(catalog, MIENI_SQL_ADD_LISTING) : NULL;
    mieni_sql_integer(catalog, statement, 1, source);
    if (statement != NULL && paths->size <= INT32_MAX)
        sqlite3_bind_blob(statement, 2, paths->bytes, (int)paths->size, SQLITE_STATIC);
    mieni_sql_run(catalog, statement);
    if (statement != NULL)
        sqlite3_clear_bindings(statement);
    catalog->is_out_of_memory |= paths->is_out_of_memory;
}

static void put_manifest(MieniCatalogWriter *writer, const MieniCatalogSource *source)
{
    MieniCatalog *catalog = writer->catalog;
    MieniManifest manifest;
    if (!mieni_manifest_read(writer->project, source->path, &manifest))
        return;
    MieniTextOut paths = {0};
    int64_t *ids = calloc((size_t)manifest.set_count + 1, sizeof *ids);
    int *counts = calloc((size_t)manifest.set_count + 1, sizeof *counts);
    if (ids == NULL || counts == NULL)
        catalog->is_out_of_memory = true;
    for (int i = 0; ids != NULL && i < manifest.set_count; ++i)
        ids[i] = set_id(writer, manifest.sets[i].names, manifest.sets[i].count);
    for (int i = 0; ids != NULL && counts != NULL && i < manifest.clip_count && i < MAX_CLIPS; ++i) {
        const MieniManifestClip *clip = &manifest.clips[i];
        put_clip(catalog, source->id << MIENI_CATALOG_ID_BITS | i, clip->member, ids[clip->set],
                 clip->seconds, clip->pack_size, clip->track_count);
        mieni_text_put_bytes(&paths, clip->member, strlen(clip->member) + 1);
        counts[clip->set]++;
    }
    put_listing(catalog, source->id, &paths);
    for (int i = 0; ids != NULL && counts != NULL && i < manifest.set_count; ++i)
        add_to_set(catalog, ids[i], counts[i]);
    mieni_text_release(&paths);
    free(ids);
    free(counts);
    mieni_manifest_release(&manifest);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void put_pack(MieniCatalogWriter *writer, const MieniCatalogSource *source)
{
    MieniCatalog *catalog = writer->catalog;
    MieniBuffer bytes;
    MienClip *clip = NULL;
    if (mieni_derived_read(writer->project, source->path, &bytes, NULL) != MIEN_OK)
        return;
    if (mien_clip_load(bytes.bytes, bytes.size, NULL, &clip, NULL) == MIEN_OK) {
        const MienClipInfo info = mien_clip_info(clip);
        const char **names = calloc((size_t)info.curve_count + 1, sizeof *names);
        if (names == NULL)
            catalog->is_out_of_memory = true;
        for (int i = 0; names != NULL && i < info.curve_count; ++i)
            names[i] = mien_clip_curve_name(clip, i);
        if (names != NULL) {
            qsort(names, (size_t)info.curve_count, sizeof *names, compare_names);
            const int64_t set = set_id(writer, names, info.curve_count);
            put_clip(catalog, source->id << MIENI_CATALOG_ID_BITS, source->clip, set, info.length,
                     (int64_t)bytes.size, info.track_count);
            MieniTextOut paths = {0};
            mieni_text_put_bytes(&paths, source->clip, strlen(source->clip) + 1);
            put_listing(catalog, source->id, &paths);
            mieni_text_release(&paths);
            add_to_set(catalog, set, 1);
        }
        free(names);
    }
    mien_clip_destroy(clip);
    mieni_buffer_release(&bytes);
}

static void put_mention(MieniCatalogWriter *writer, int64_t source, MieniCatalogMention what,
                        const char *name, const char *other)
{
    sqlite3_stmt *statement = mieni_sql(writer->catalog, MIENI_SQL_ADD_MENTION);
    mieni_sql_integer(writer->catalog, statement, 1, source);
    mieni_sql_integer(writer->catalog, statement, 2, what);
    mieni_sql_text(writer->catalog, statement, 3, name);
    mieni_sql_text(writer->catalog, statement, 4, other);
    mieni_sql_run(writer->catalog, statement);
}

static void put_reference(MieniCatalogWriter *writer, int64_t source, const char *path)
{
    sqlite3_stmt *statement = path != NULL ? mieni_sql(writer->catalog, MIENI_SQL_ADD_REFERENCE) : NULL;
    mieni_sql_integer(writer->catalog, statement, 1, source);
    mieni_sql_text(writer->catalog, statement, 2, path);
    mieni_sql_run(writer->catalog, statement);
}

/// A pose, what drives it and what it drives.
static void put_pose(MieniCatalogWriter *writer, int64_t source, const MieniPoseAssetView *poses,
                     const MieniPoseView *pose)
{
    const MieniJson *root = mieni_pose_asset_json(poses), *row = mieni_pose_json(pose);
    const MieniCatalogMention drives =
        mieni_pose_drivers_fold_case(root) ? MIENI_MENTION_DRIVES_FOLDED : MIENI_MENTION_DRIVES;
    const char *name = mieni_pose_name(pose), *driver;
    put_mention(writer, source, MIENI_MENTION_POSE, name,
                strcmp(name, mieni_text_or_empty(mieni_pose_asset_base(poses))) == 0 ? "base"
                : mieni_pose_target(pose) != NULL                                    ? "in-between"
                : mieni_pose_corrective_json(pose) != NULL                           ? "corrective"
                                                                                     : "curve-driven");
    for (int i = 0; (driver = mieni_pose_driver(root, row, i)) != NULL; ++i)
        put_mention(writer, source, drives, driver, name);
    for (int i = 0; i < mieni_pose_curves_count(pose); ++i)
        put_mention(writer, source, MIENI_MENTION_SETS, mieni_pose_curves_name(pose, i), name);
}

/// A mention per row of a list.
static void put_names(MieniCatalogWriter *writer, int64_t source, const MieniJson *rows,
                      MieniCatalogMention what)
{
    for (int i = 0; i < mieni_view_count(rows); ++i)
        put_mention(writer, source, what, mieni_row_name(rows, i), "");
}

static void put_asset(MieniCatalogWriter *writer, const MieniCatalogSource *source)
{
    const MieniAssetKind kind = (MieniAssetKind)(source->kind - MIENI_CATALOG_ASSET);
    MieniAsset asset;
    if (mieni_project_load(writer->project, source->path, kind, &asset, NULL) != MIEN_OK)
        return;
    const MieniPoseAssetView *poses = mieni_pose_asset_of(&asset);
    const MieniCharacterView *character = mieni_character_of(&asset);
    const MieniMapView *map = mieni_map_of(&asset);
    switch (kind) {
    case MIENI_ASSET_POSES:
        for (int i = 0; i < mieni_pose_asset_pose_count(poses); ++i)
            put_pose(writer, source->id, poses, mieni_pose_asset_pose(poses, i));
        break;
    case MIENI_ASSET_MESH:
        put_names(writer, source->id, mieni_mesh_morphs_json(mieni_mesh_of(&asset)), MIENI_MENTION_MORPH);
        break;
    case MIENI_ASSET_SKELETON:
        put_names(writer, source->id, mieni_skeleton_curves_json(mieni_skeleton_of(&asset)),
                  MIENI_MENTION_LISTED);
        break;
    case MIENI_ASSET_CHARACTER:
        put_reference(writer, source->id, mieni_character_poses(character));
        put_reference(writer, source->id, mieni_character_mesh(character));
        put_reference(writer, source->id, mieni_character_graph(character));
        break;
    case MIENI_ASSET_MAP:
        for (int i = 0; i < mieni_map_row_count(map); ++i) {
            const char *from = mieni_map_row_from(mieni_map_row(map, i));
            const char *to = mieni_map_row_to(mieni_map_row(map, i));
            put_mention(writer, source->id, MIENI_MENTION_MAPS, from, to);
            put_mention(writer, source->id, MIENI_MENTION_MAPPED, to, from);
        }
        break;
    default:
        break;
    }
    mieni_asset_release(&asset);
}

typedef struct Graph {
    MieniCatalogWriter *writer;
    int64_t source;
} Graph;

static bool put_graph_asset(void *user, const MieniGraphValue *value, MieniAssetKind kind)
{
    const Graph *graph = user;
    if (kind == MIENI_ASSET_POSES)
        put_reference(graph->writer, graph->source, value->value->string);
    return true;
}

/// The pose assets of a graph, those that it has of its parents too.
static void put_graph(MieniCatalogWriter *writer, const MieniCatalogSource *source)
{
    const MieniGraphText *text;
    Graph graph = {writer, source->id};
    if (mieni_graphs_read(&writer->graphs, writer->project, source->path, &text, NULL) == MIEN_OK)
        mieni_graph_text_assets(text, put_graph_asset, &graph);
}

void mieni_catalog_put_facts(MieniCatalogWriter *writer, const MieniCatalogSource *source)
{
    MieniCatalog *catalog = writer->catalog;
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_ADD_SOURCE);
    mieni_sql_integer(catalog, statement, 1, source->id);
    mieni_sql_text(catalog, statement, 2, source->path);
    mieni_sql_integer(catalog, statement, 3, source->kind);
    mieni_sql_text(catalog, statement, 4, source->asset);
    mieni_sql_integer(catalog, statement, 5, source->size);
    mieni_sql_integer(catalog, statement, 6, source->time);
    mieni_sql_run(catalog, statement);
    if (source->kind == MIENI_CATALOG_MANIFEST)
        put_manifest(writer, source);
    else if (source->kind == MIENI_CATALOG_PACK)
        put_pack(writer, source);
    else if (source->kind == MIENI_CATALOG_ASSET + MIENI_ASSET_GRAPH)
        put_graph(writer, source);
    else
        put_asset(writer, source);
}

static void drop_clips(MieniCatalogWriter *writer, int64_t source)
{
    MieniCatalog *catalog = writer->catalog;
    const int64_t first = source << MIENI_CATALOG_ID_BITS, last = first + MAX_CLIPS - 1;
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_SETS_OF_CLIPS);
    mieni_sql_integer(catalog, statement, 1, first);
    mieni_sql_integer(catalog, statement, 2, last);
    while (mieni_sql_row(catalog, statement)) {
        add_to_set(catalog, sqlite3_column_int64(statement, 0), -sqlite3_column_int64(statement, 1));
        writer->has_dropped_clips = true;
    }
    statement = mieni_sql(catalog, MIENI_SQL_DROP_CLIPS);
    mieni_sql_integer(catalog, statement, 1, first);
    mieni_sql_integer(catalog, statement, 2, last);
    mieni_sql_run(catalog, statement);
}

void mieni_catalog_drop_facts(MieniCatalogWriter *writer, const MieniCatalogSource *source)
{
    static const MieniCatalogSql drops[] = {MIENI_SQL_DROP_MENTIONS, MIENI_SQL_DROP_REFERENCES,
                                            MIENI_SQL_DROP_LISTING, MIENI_SQL_DROP_SOURCE};
    drop_clips(writer, source->id);
    for (size_t i = 0; i < sizeof drops / sizeof *drops; ++i) {
        sqlite3_stmt *statement = mieni_sql(writer->catalog, drops[i]);
        mieni_sql_integer(writer->catalog, statement, 1, source->id);
        mieni_sql_run(writer->catalog, statement);
    }
}

void mieni_catalog_writer_release(MieniCatalogWriter *writer)
{
    mieni_name_map_release(&writer->curves);
    mieni_name_map_release(&writer->sets);
    mieni_graphs_release(&writer->graphs);
    mieni_arena_release(&writer->arena);
}
