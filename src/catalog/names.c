// SPDX-License-Identifier: MIT
//
// Queries about names: uses, characters that lack them, and existing names.

#include "catalog/store.h"

enum { CHARACTER = MIENI_CATALOG_ASSET + MIENI_ASSET_CHARACTER };

/// Ends a statement that its reader has seen enough of.
static bool go_on(sqlite3_stmt *statement, bool goes_on)
{
    if (!goes_on)
        mieni_sql_end(statement);
    return goes_on;
}

void mieni_catalog_mentions(MieniCatalog *catalog, const char *name, MieniCatalogMentionFound *found,
                            void *user)
{
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_MENTIONS);
    bool goes_on = true;
    mieni_sql_text(catalog, statement, 1, name);
    while (goes_on && mieni_sql_row(catalog, statement))
        goes_on = go_on(statement, found(user, (MieniCatalogMention)sqlite3_column_int(statement, 0),
                                         mieni_sql_column(statement, 1), mieni_sql_column(statement, 2)));
}

static void list_names(MieniCatalog *catalog, sqlite3_stmt *statement, MieniCatalogNameFound *found,
                       void *user)
{
    bool goes_on = true;
    while (goes_on && mieni_sql_row(catalog, statement))
        goes_on = go_on(statement, found(user, mieni_sql_column(statement, 0)));
}

void mieni_catalog_lacking(MieniCatalog *catalog, const char *pose, MieniCatalogNameFound *found, void *user)
{
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_LACKING);
    mieni_sql_text(catalog, statement, 1, pose);
    mieni_sql_integer(catalog, statement, 2, CHARACTER);
    list_names(catalog, statement, found, user);
}

int64_t mieni_catalog_character_count(MieniCatalog *catalog)
{
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_CHARACTERS);
    mieni_sql_integer(catalog, statement, 1, CHARACTER);
    return mieni_sql_number(catalog, statement);
}

void mieni_catalog_curves(MieniCatalog *catalog, MieniCatalogNameFound *found, void *user)
{
    list_names(catalog, mieni_sql(catalog, MIENI_SQL_CURVES), found, user);
}

void mieni_catalog_poses(MieniCatalog *catalog, MieniCatalogNameFound *found, void *user)
{
    list_names(catalog, mieni_sql(catalog, MIENI_SQL_POSES), found, user);
}
