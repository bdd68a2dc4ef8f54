// SPDX-License-Identifier: MIT
//
// The database of the asset index, shared by the sources of this folder. Errors are sticky, so
// that rows can be written without checks and checked once at the end.

#pragma once

#include "catalog/catalog.h"

#include <sqlite3.h>

/// What a file that facts come from is. Numbers are stored.
typedef enum MieniCatalogKind {
    MIENI_CATALOG_MANIFEST = 1, ///< Of a shard of clips.
    MIENI_CATALOG_PACK,         ///< Of one clip.
    MIENI_CATALOG_ASSET = 100,  ///< And the asset's kind.
} MieniCatalogKind;

/// Clips of one source have ids from source << 20 on. Ids of sources and of sets of curves are below
/// MIENI_CATALOG_MOST_IDS, so that lists by ids stay small even for a hostile file; an asset index that
/// reaches the limit is made again.
enum { MIENI_CATALOG_ID_BITS = 20, MIENI_CATALOG_MOST_IDS = 1 << 23 };

static inline bool mieni_catalog_is_id(int64_t id) { return id >= 0 && id < MIENI_CATALOG_MOST_IDS; }

/// Every statement has a name, and its text in sql.inc.h.
typedef enum MieniCatalogSql {
#define STATEMENT(name, text) MIENI_SQL_##name,
#include "catalog/sql.inc.h"
#undef STATEMENT
    MIENI_SQL_COUNT,
} MieniCatalogSql;

struct MieniCatalog {
    sqlite3 *database;
    MieniCatalogOptions options;
    sqlite3_stmt *statements[MIENI_SQL_COUNT]; ///< Prepared when first needed.
    char path[MIENI_PATH_ROOM];                ///< Relative to the project, for messages.
    int error;                                 ///< The first that SQLite said, or SQLITE_OK.
    bool is_out_of_memory;
};

/// A statement, ready to be bound; NULL once something failed, which all below pass on.
sqlite3_stmt *mieni_sql(MieniCatalog *catalog, MieniCatalogSql which);
void mieni_sql_text(MieniCatalog *catalog, sqlite3_stmt *statement, int index, const char *text);
void mieni_sql_integer(MieniCatalog *catalog, sqlite3_stmt *statement, int index, int64_t value);
/// The next row; false at the end, which also makes the statement free again.
bool mieni_sql_row(MieniCatalog *catalog, sqlite3_stmt *statement);
/// Runs a statement that gives no rows.
void mieni_sql_run(MieniCatalog *catalog, sqlite3_stmt *statement);
/// Ends a statement before its last row.
void mieni_sql_end(sqlite3_stmt *statement);
/// A column as text that is never NULL.
const char *mieni_sql_column(sqlite3_stmt *statement, int column);
/// One number; 0 if there is none.
int64_t mieni_sql_number(MieniCatalog *catalog, sqlite3_stmt *statement);
/// Statements without parameters, one or several.
void mieni_sql_do(MieniCatalog *catalog, const char *text);

/// All between is done or nothing. Ending gives the status, and undoes what failed.
void mieni_catalog_begin(MieniCatalog *catalog);
MienStatus mieni_catalog_end(MieniCatalog *catalog, MieniProblem *problem);

/// Hands the clip of an id on; false if the reader has seen enough.
bool mieni_catalog_hand_on(MieniCatalog *catalog, int64_t id, MieniCatalogClipFound *found, void *user);

/// Which clips count, by their ids.
typedef struct MieniCatalogWanted {
    bool (*is_wanted)(void *user, int64_t id);
    void *user;
} MieniCatalogWanted;
/// The first of the chosen clips by path, at most limit of them; wanted may be NULL: all.
void mieni_catalog_firsts(MieniCatalog *catalog, const MieniCatalogChoice *choice, int limit,
                          const MieniCatalogWanted *wanted, MieniCatalogClipFound *found, void *user);

/// The indices of clips, which are made after many rows rather than with them.
void mieni_catalog_drop_indices(MieniCatalog *catalog);
void mieni_catalog_make_indices(MieniCatalog *catalog);
