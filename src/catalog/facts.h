// SPDX-License-Identifier: MIT
//
// Converts one file to rows: the facts about a manifest, a pack or an asset.

#pragma once

#include "base/name_map.h"
#include "catalog/store.h"
#include "project/recipes/graphs.h"

/// A file that facts come from.
typedef struct MieniCatalogSource {
    int64_t id;
    int kind;          ///< A MieniCatalogKind.
    const char *path;  ///< Of the file, within the project.
    const char *clip;  ///< Of a pack: what its clip is called.
    const char *asset; ///< Of clips that are a clips asset's: that; otherwise "".
    int64_t size, time;
    bool is_there; ///< Wanted, and the file exists.
    bool is_due;   ///< It changed, or is new.
    bool is_known; ///< The catalogue has rows of it.
} MieniCatalogSource;

/// Who puts rows in. Zero-initialise but for catalog and project; release when done.
typedef struct MieniCatalogWriter {
    MieniCatalog *catalog;
    const MieniProject *project;
    MieniArena arena;
    MieniNameMap curves; ///< Ids of names that were met.
    MieniNameMap sets;   ///< Ids of sets, by all of their names.
    MieniGraphs graphs;
    bool has_dropped_clips;
} MieniCatalogWriter;

void mieni_catalog_put_facts(MieniCatalogWriter *writer, const MieniCatalogSource *source);
/// Takes out all that came from a source, and the source.
void mieni_catalog_drop_facts(MieniCatalogWriter *writer, const MieniCatalogSource *source);
void mieni_catalog_writer_release(MieniCatalogWriter *writer);
