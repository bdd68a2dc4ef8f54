// SPDX-License-Identifier: MIT
//
// Imports a file into an open project in three parts: begin, run on any thread, end. A file from
// elsewhere is first copied to the project's source folder; a refused or cancelled import leaves
// neither assets nor a copy.

#pragma once

#include "base/text_out.h"
#include "project/import/copy.h"
#include "project/import/import.h"
#include "studio/model/document/edit.h"

/// What somebody must decide before a file can be imported.
typedef enum StudioImportAsk {
    STUDIO_IMPORT_ASKS_NOTHING = 0,
    STUDIO_IMPORT_ASKS_COPY,     ///< Another file of its name is among the sources.
    STUDIO_IMPORT_ASKS_SKELETON, ///< Its bones are nearly those of a skeleton; the report has them.
    STUDIO_IMPORT_ASKS_TAKES,    ///< It has several; lines of the report have them.
    STUDIO_IMPORT_ASKS_AGAIN,    ///< Nothing: its assets have another name now; run it again.
} StudioImportAsk;

typedef struct StudioImport {
    char given[MIENI_PATH_ROOM]; ///< Where the file lies.
    char file[MIENI_PATH_ROOM];  ///< What it is in the project, or becomes.
    bool is_outside;             ///< It must be copied.
    bool is_replacing;           ///< Decided: the source of that name is replaced.
    bool may_ask_takes;          ///< Otherwise all takes are imported, or those that were decided.
    bool has_takes;              ///< Decided: those of takes.
    MieniPaths takes;            ///< Released with the import.
    MieniImportOptions options;  ///< Set what was decided before running again.
    char skeleton[MIENI_PATH_ROOM], name[MIENI_PATH_ROOM]; ///< Room for such options.

    // After it ran
    StudioImportAsk ask;
    char near[MIENI_PATH_ROOM];  ///< The skeleton that was nearly meant.
    MieniImportReport report;    ///< Released with the import.
    char poses[MIENI_PATH_ROOM]; ///< A new clip that looks like one pose per frame; "" for none.
    MienStatus status;
    MieniProblem problem;

    StudioEdit edit;    ///< Private, as all below.
    MieniCopies copies; ///< Files that were put into the project, and what they replaced.
    bool is_copied;
} StudioImport;

/// Begins to import a file, which is given by its absolute path.
MienStatus studio_import_begin(Studio *studio, const char *given, StudioImport **out_import,
                               MieniProblem *problem);
/// Does the work, or finds what to ask. progress may be NULL.
void studio_import_run(StudioImport *import, MieniSourceProgress progress, void *user);
/// Starts over with the project as it is now, to be run again: after a decision, or because
/// another import ended meanwhile.
MienStatus studio_import_again(StudioImport *import, MieniProblem *problem);
/// Makes what ran well one step. Otherwise nothing stays. The import lives until destroyed.
MienStatus studio_import_end(StudioImport *import, MieniProblem *problem);
void studio_import_destroy(StudioImport *import); ///< May be NULL. On the studio's thread.

/// Decides which takes are imported, by their names. False if out of memory.
bool studio_import_choose_takes(StudioImport *import, const char *const *names, int count);

/// Whether a path is that of a file that can be imported, by its ending.
bool studio_is_source(const char *path);
/// "1 mesh, 2 clips": what was made or changed. Returns out.
const char *studio_import_summary(const MieniImportReport *report, char out[200]);

enum { STUDIO_REPORT_SECTIONS = 5 };
/// A section of the report: its key and the display name of it.
typedef struct StudioReportSection {
    const char *key;   ///< "created"
    const char *title; ///< "Made"
} StudioReportSection;
extern const StudioReportSection studio_report_sections[STUDIO_REPORT_SECTIONS];
/// Reads the report of a source; release the document if it is there. Every section is an
/// array of rows with what and detail; source, summary and time are on top.
bool studio_report_read(const MieniProject *project, const char *file, MieniJsonDocument *out_report);
/// The report as plain text.
void studio_report_put(const MieniJsonDocument *report, MieniTextOut *out);

typedef enum StudioSourceState {
    STUDIO_SOURCE_NEW = 0,  ///< No asset names it.
    STUDIO_SOURCE_IMPORTED, ///< Assets name it.
    STUDIO_SOURCE_CHANGED,  ///< And the file changed since.
} StudioSourceState;

/// The states of sources, on any thread: out_states has one per file of sorted files.
MienStatus studio_sources_look(const StudioSnapshot *snapshot, const MieniPaths *files,
                               StudioSourceState *out_states, MieniProblem *problem);
