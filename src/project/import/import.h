// SPDX-License-Identifier: MIT
//
// Import: creates or updates assets that refer to a source file. Importing a file twice changes
// nothing the second time.

#pragma once

#include "project/sources/sources.h"

/// What to make of a source. Zero-initialise: zero is the default of every field.
typedef struct MieniImportOptions {
    const char *folder;   ///< Where new assets go; NULL: beside the source.
    const char *name;     ///< What they are called; NULL: as the source.
    const char *skeleton; ///< An asset to use; NULL: found by its bones, or made if the file has bones.
    const char *preview;  ///< A pose asset to pair clips with.
    const char *format, *scene, *take, *up, *map, *phones, *style, *transcript;
    const MieniPaths *takes;    ///< Takes that become clips and poses; NULL: all, or that of take.
    const char *rate;           ///< "30" or "30000/1001".
    const MieniJson *kept_rate; ///< Private: of the import before.
    double unit;
    bool new_skeleton; ///< Make a skeleton even where the project has one of the same or nearly the same
                       ///< bones.
    bool add_bones;    ///< Add bones that the skeleton lacks to it.
    bool skip_clip, skip_mesh, skip_poses;
    /// Called while a long file is read, with the part that is done; if it returns false,
    /// importing stops with MIEN_ERROR_CANCELLED and has written nothing. May be NULL.
    MieniSourceProgress progress;
    void *user;
} MieniImportOptions;

/// What became of one asset.
typedef struct MieniImportLine {
    struct MieniImportLine *next;
    MieniAssetKind kind;
    char path[MIENI_PATH_ROOM];
    const char *what; ///< "created", "updated", "unchanged", "used".
    char detail[160]; ///< "163 bones", "492 bone tracks, 60 frames at 24 per second".
    const char *take; ///< Of a file of scenes, the take that it comes from; otherwise "".
} MieniImportLine;

/// What people should know: a sentence about the source.
typedef struct MieniImportNote {
    struct MieniImportNote *next;
    const char *text;
    bool is_remark; ///< No action is needed.
} MieniImportNote;

/// A bone by which a file and the skeleton that it is compared with differ.
typedef struct MieniImportBone {
    struct MieniImportBone *next;
    const char *name;
    const char *what; ///< "missing" in the file, "extra" in it, or "moved" to another parent.
} MieniImportBone;

/// Release it, whatever importing came to: what was made before something failed is in it.
typedef struct MieniImportReport {
    MieniArena arena;
    MieniImportLine *lines; ///< In the order in which assets were made.
    MieniImportNote *notes;
    MieniImportBone *bones;
    bool is_writing; ///< Private: the first asset is written.
} MieniImportReport;

/// Imports one file, named as within the project.
MienStatus mieni_import(const MieniProject *project, const char *file, const MieniImportOptions *options,
                        MieniImportReport *out_report, MieniProblem *problem);
void mieni_import_report_release(MieniImportReport *report);
/// The first line of a kind, or NULL.
const MieniImportLine *mieni_import_report_find(const MieniImportReport *report, MieniAssetKind kind);

/// Options that are not given become what the skeleton of the file was imported with:
/// that which the options name, or that which importing would make. *out_kept holds
/// their texts; release it after the last use of the options.
void mieni_import_keep(const MieniProject *project, const char *file, MieniImportOptions *options,
                       MieniAsset *out_kept);

/// Puts the keys of a source into an asset's object: file, and those options that are given.
MieniJson *mieni_import_source(MieniJsonDocument *json, const char *file, const MieniImportOptions *options);
/// Reads a source by options instead of by an asset's object.
MienStatus mieni_sources_read(MieniSources *sources, const MieniProject *project, const char *file,
                              const MieniImportOptions *options, MieniTake *out_take, MieniProblem *problem);
