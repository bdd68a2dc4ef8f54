// SPDX-License-Identifier: MIT
//
// Opens the database and checks that it is ours.

#include "catalog/store.h"

#include "project/files/derived.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Raise it when tables, or what rows mean, change: databases of other versions are made again.
enum { VERSION = 3, APPLICATION = 0x6d69656e, PATIENCE = 20000 };

/// What the schema is made of; SQLite keeps these texts as they are, so that another
/// database is known by having others.
static const char *const tables[] = {
    "CREATE TABLE source(id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, kind INTEGER NOT NULL, "
    "asset TEXT NOT NULL, size INTEGER NOT NULL, time INTEGER NOT NULL)",
    "CREATE TABLE curve(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
    "CREATE TABLE curve_set(id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, size INTEGER NOT NULL, "
    "clips INTEGER NOT NULL)",
    "CREATE TABLE curve_in_set(curve INTEGER NOT NULL, curve_set INTEGER NOT NULL, "
    "PRIMARY KEY(curve, curve_set)) WITHOUT ROWID",
    "CREATE TABLE clip(id INTEGER PRIMARY KEY, path TEXT NOT NULL, curve_set INTEGER NOT NULL, "
    "seconds REAL NOT NULL, bytes INTEGER NOT NULL, tracks INTEGER NOT NULL)",
    "CREATE TABLE listing(source INTEGER PRIMARY KEY, paths BLOB NOT NULL)",
    "CREATE TABLE mention(source INTEGER NOT NULL, what INTEGER NOT NULL, name TEXT NOT NULL, "
    "other TEXT NOT NULL, PRIMARY KEY(source, what, name, other)) WITHOUT ROWID",
    "CREATE INDEX mention_by_name ON mention(name COLLATE NOCASE, what)",
    "CREATE TABLE reference(source INTEGER NOT NULL, path TEXT NOT NULL, PRIMARY KEY(source, path)) "
    "WITHOUT ROWID",
    "CREATE INDEX reference_by_path ON reference(path)",
    "CREATE TABLE linted(path TEXT PRIMARY KEY, stamp INTEGER NOT NULL, own INTEGER NOT NULL, "
    "refers TEXT NOT NULL) WITHOUT ROWID",
};
static const char *const indices[] = {
    "CREATE INDEX clip_by_path ON clip(path)",
    "CREATE INDEX clip_by_set ON clip(curve_set, path)",
};
enum { TABLES = sizeof tables / sizeof *tables, INDICES = sizeof indices / sizeof *indices };

static const char *const texts[MIENI_SQL_COUNT] = {
#define STATEMENT(name, text) text,
#include "catalog/sql.inc.h"
#undef STATEMENT
};

static void note(MieniCatalog *catalog, int code)
{
    if (catalog->error == SQLITE_OK)
        catalog->error = code & 0xff;
}

sqlite3_stmt *mieni_sql(MieniCatalog *catalog, MieniCatalogSql which)
{
    sqlite3_stmt **statement = &catalog->statements[which];
    if (catalog->error != SQLITE_OK)
        return NULL;
    if (*statement == NULL) {
        const int code = sqlite3_prepare_v3(catalog->database, texts[which], -1, SQLITE_PREPARE_PERSISTENT,
                                            statement, NULL);
        if (code != SQLITE_OK)
            note(catalog, code);
    }
    return *statement;
}

void mieni_sql_text(MieniCatalog *catalog, sqlite3_stmt *statement, int index, const char *text)
{
    if (statement != NULL && sqlite3_bind_text(statement, index, text, -1, SQLITE_TRANSIENT) != SQLITE_OK)
        note(catalog, SQLITE_NOMEM);
}

void mieni_sql_integer(MieniCatalog *catalog, sqlite3_stmt *statement, int index, int64_t value)
{
    if (statement != NULL && sqlite3_bind_int64(statement, index, value) != SQLITE_OK)
        note(catalog, SQLITE_NOMEM);
}

void mieni_sql_end(sqlite3_stmt *statement)
{
    if (statement != NULL)
        sqlite3_reset(statement);
}

bool mieni_sql_row(MieniCatalog *catalog, sqlite3_stmt *statement)
{
    if (statement == NULL)
        return false;
    const int code = catalog->error == SQLITE_OK ? sqlite3_step(statement) : SQLITE_DONE;
    if (code == SQLITE_ROW)
        return true;
    if (code != SQLITE_DONE)
        note(catalog, code);
    sqlite3_reset(statement);
    return false;
}

void mieni_sql_run(MieniCatalog *catalog, sqlite3_stmt *statement)
{
    if (mieni_sql_row(catalog, statement))
        sqlite3_reset(statement);
}

const char *mieni_sql_column(sqlite3_stmt *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text != NULL ? (const char *)text : "";
}

int64_t mieni_sql_number(MieniCatalog *catalog, sqlite3_stmt *statement)
{
    int64_t value = 0;
    if (mieni_sql_row(catalog, statement)) {
        value = sqlite3_column_int64(statement, 0);
        sqlite3_reset(statement);
    }
    return value;
}

void mieni_sql_do(MieniCatalog *catalog, const char *text)
{
    if (catalog->error != SQLITE_OK)
        return;
    const int code = sqlite3_exec(catalog->database, text, NULL, NULL, NULL);
    if (code != SQLITE_OK)
        note(catalog, code);
}

void mieni_catalog_begin(MieniCatalog *catalog) { mieni_sql_do(catalog, "BEGIN IMMEDIATE"); }

void mieni_catalog_hold(MieniCatalog *catalog) { mieni_sql_do(catalog, "BEGIN"); }

MienStatus mieni_catalog_end(MieniCatalog *catalog, MieniProblem *problem)
{
    if (catalog->is_out_of_memory)
        note(catalog, SQLITE_NOMEM);
    mieni_sql_do(catalog, "COMMIT");
    if (catalog->error != SQLITE_OK && sqlite3_get_autocommit(catalog->database) == 0)
        sqlite3_exec(catalog->database, "ROLLBACK", NULL, NULL, NULL);
    return mieni_catalog_status(catalog, problem);
}

void mieni_catalog_drop_indices(MieniCatalog *catalog)
{
    mieni_sql_do(catalog, "DROP INDEX clip_by_path; DROP INDEX clip_by_set");
}

void mieni_catalog_make_indices(MieniCatalog *catalog)
{
    for (int i = 0; i < INDICES; ++i)
        mieni_sql_do(catalog, indices[i]);
}

MienStatus mieni_catalog_status(const MieniCatalog *catalog, MieniProblem *problem)
{
    switch (catalog->error) {
    case SQLITE_OK:
        return MIEN_OK;
    case SQLITE_NOMEM:
        return mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_FORMAT:
    case SQLITE_SCHEMA:
    case SQLITE_ERROR:
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_TOOBIG:
        return mieni_problem_set(problem, catalog->path, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "The asset index is damaged: delete it, and it is created again.");
    default: {
        char sentence[160];
        snprintf(sentence, sizeof sentence, "Cannot read or write the asset index: %s.",
                 sqlite3_errstr(catalog->error));
        return mieni_problem_set(problem, catalog->path, MIEN_ERROR_FILE, mieni_nowhere(), "%s", sentence);
    }
    }
}

static bool is_known(const char *sql)
{
    for (int i = 0; i < TABLES; ++i)
        if (strcmp(sql, tables[i]) == 0)
            return true;
    for (int i = 0; i < INDICES; ++i)
        if (strcmp(sql, indices[i]) == 0)
            return true;
    return false;
}

static int64_t ask(MieniCatalog *catalog, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    int64_t value = 0;
    const int code = sqlite3_prepare_v2(catalog->database, sql, -1, &statement, NULL);
    if (code != SQLITE_OK)
        note(catalog, code);
    else
        value = mieni_sql_number(catalog, statement);
    sqlite3_finalize(statement);
    return value;
}

/// Whether ids are small. Each is found without looking at all rows.
static bool has_small_ids(MieniCatalog *catalog)
{
    return mieni_catalog_is_id(ask(catalog, "SELECT ifnull(min(id), 0) FROM source")) &&
           mieni_catalog_is_id(ask(catalog, "SELECT ifnull(max(id), 0) FROM source")) &&
           mieni_catalog_is_id(ask(catalog, "SELECT ifnull(min(id), 0) FROM curve_set")) &&
           mieni_catalog_is_id(ask(catalog, "SELECT ifnull(max(id), 0) FROM curve_set"));
}

/// Whether the tables are ours, of this version, and all there.
static bool is_ours(MieniCatalog *catalog)
{
    sqlite3_stmt *statement = NULL;
    int count = 0;
    if (ask(catalog, "PRAGMA application_id") != APPLICATION ||
        ask(catalog, "PRAGMA user_version") != VERSION ||
        sqlite3_prepare_v2(catalog->database, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL", -1,
                           &statement, NULL) != SQLITE_OK)
        return false;
    while (mieni_sql_row(catalog, statement) && count >= 0)
        count = is_known(mieni_sql_column(statement, 0)) ? count + 1 : -1;
    sqlite3_finalize(statement);
    return count == TABLES + INDICES && has_small_ids(catalog);
}

/// Makes the tables of an empty database. Another process may do it at the same time.
static void make_tables(MieniCatalog *catalog)
{
    char numbers[96];
    snprintf(numbers, sizeof numbers, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION,
             VERSION);
    mieni_catalog_begin(catalog);
    if (ask(catalog, "SELECT count(*) FROM sqlite_master") == 0) {
        for (int i = 0; i < TABLES; ++i)
            mieni_sql_do(catalog, tables[i]);
        mieni_catalog_make_indices(catalog);
        mieni_sql_do(catalog, numbers);
    }
    mieni_catalog_end(catalog, NULL);
}

static void shut(MieniCatalog *catalog)
{
    for (int i = 0; i < MIENI_SQL_COUNT; ++i)
        sqlite3_finalize(catalog->statements[i]);
    sqlite3_close(catalog->database);
}

/// Opens the file, which may be anything. Nothing in it is trusted to call functions.
static void open_file(MieniCatalog *catalog, const char *file, bool is_confined,
                      const MieniCatalogOptions *options)
{
    const int links = is_confined ? SQLITE_OPEN_NOFOLLOW : 0;
    int code =
        sqlite3_open_v2(file, &catalog->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | links, NULL);
    if ((code & 0xff) == SQLITE_CANTOPEN && access(file, R_OK) == 0) {
        sqlite3_close(catalog->database);
        code = sqlite3_open_v2(file, &catalog->database, SQLITE_OPEN_READONLY | links, NULL);
    }
    if (code != SQLITE_OK) {
        note(catalog, code);
        return;
    }
    sqlite3_busy_timeout(catalog->database, PATIENCE);
    sqlite3_db_config(catalog->database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(catalog->database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    mieni_sql_do(catalog, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA cache_size = -65536");
    mieni_sql_do(catalog, options != NULL && options->is_synced_later ? "PRAGMA synchronous = OFF"
                                                                      : "PRAGMA synchronous = NORMAL");
}

static bool locate(const MieniProject *project, const char *ending, char path[MIENI_PATH_ROOM],
                   char out[MIENI_PATH_ROOM])
{
    char name[64];
    snprintf(name, sizeof name, "catalogue.db%s", ending);
    return mieni_path_join(path, project->build, name) && mieni_project_locate(project, path, out);
}

/// Of the files of a catalogue: the database itself, and what SQLite keeps beside it.
static const char *const endings[] = {"-journal", "-wal", "-shm", ""};

void mieni_catalog_remove(const MieniProject *project)
{
    char path[MIENI_PATH_ROOM], file[MIENI_PATH_ROOM];
    for (int i = 0; i < 4; ++i)
        if (locate(project, endings[i], path, file))
            mieni_derived_remove(project, path);
}

/// Removes links, pipes and devices in place of the catalogue's files: SQLite would write its journal
/// where a link leads to, and wait for the other end of a pipe. Of trusted projects links are kept.
static void remove_others(const MieniProject *project)
{
    char path[MIENI_PATH_ROOM], file[MIENI_PATH_ROOM];
    MieniOsInfo info;
    for (int i = 0; i < 4; ++i) {
        if (!locate(project, endings[i], path, file))
            continue;
        const bool is_link = !mieni_os_look_itself(file, &info) && errno == ELOOP;
        if (is_link ? project->is_confined : mieni_os_look(file, &info) && info.kind == MIENI_OS_OTHER)
            mieni_derived_remove(project, path);
    }
}

MienStatus mieni_catalog_open(const MieniProject *project, const MieniCatalogOptions *options,
                              MieniCatalog **out_catalog, MieniProblem *problem)
{
    char file[MIENI_PATH_ROOM];
    MieniCatalog *catalog = calloc(1, sizeof *catalog);
    MienStatus status = MIEN_OK;
    *out_catalog = NULL;
    if (catalog == NULL)
        return mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    if (!locate(project, "", catalog->path, file))
        status = mieni_problem_set(problem, project->build, MIEN_ERROR_LIMIT, mieni_nowhere(),
                                   "This path is too long.");
    if (status == MIEN_OK)
        status = mieni_derived_make_folder(project, project->build, problem);
    if (status == MIEN_OK)
        remove_others(project);
    for (int turn = 0; turn < 2 && status == MIEN_OK; ++turn) {
        open_file(catalog, file, project->is_confined, options);
        if (catalog->error == SQLITE_OK && ask(catalog, "SELECT count(*) FROM sqlite_master") == 0)
            make_tables(catalog);
        if (catalog->error == SQLITE_OK && is_ours(catalog))
            break;
        if (catalog->error == SQLITE_OK)
            note(catalog, SQLITE_NOTADB);
        status = mieni_catalog_status(catalog, problem);
        if (status != MIEN_ERROR_DATA || turn > 0)
            break;
        shut(catalog); // it is damaged, or not one of ours
        mieni_catalog_remove(project);
        char path[MIENI_PATH_ROOM];
        memcpy(path, catalog->path, sizeof path);
        *catalog = (MieniCatalog){0};
        memcpy(catalog->path, path, sizeof path);
        status = MIEN_OK;
    }
    if (status == MIEN_OK) {
        catalog->options = options != NULL ? *options : (MieniCatalogOptions){0};
        *out_catalog = catalog;
        return MIEN_OK;
    }
    shut(catalog);
    free(catalog);
    return status;
}

void mieni_catalog_close(MieniCatalog *catalog)
{
    if (catalog == NULL)
        return;
    shut(catalog);
    free(catalog);
}

bool mieni_catalog_is_empty(MieniCatalog *catalog)
{
    return mieni_sql_number(catalog, mieni_sql(catalog, MIENI_SQL_ANY_SOURCE)) == 0;
}
