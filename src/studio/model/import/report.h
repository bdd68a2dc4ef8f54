// SPDX-License-Identifier: MIT
//
// What importing a file came to, in sections for people: made, matched, dropped, converted,
// needs. Kept as JSON in the project's build folder, one file per source, so that it can be
// read later; deleting it loses nothing but the reading.

#pragma once

#include "base/text_out.h"
#include "studio/model/import/import.h"

enum { STUDIO_REPORT_SECTIONS = 5 };
/// A section of the report: its key and what people call it.
typedef struct StudioReportSection {
    const char *key;   ///< "made"
    const char *title; ///< "Made"
} StudioReportSection;
extern const StudioReportSection studio_report_sections[STUDIO_REPORT_SECTIONS];

/// Keeps the report of an import that ran well. What cannot be written is not kept.
void studio_report_write(const StudioImport *import);
/// Reads the report of a source; release the document if it is there. Every section is an
/// array of rows with what and detail; source, summary and time are on top.
bool studio_report_read(const MieniProject *project, const char *file, MieniJsonDocument *out_report);
/// The report as plain text.
void studio_report_put(const MieniJsonDocument *report, MieniTextOut *out);

typedef enum StudioSourceState {
    STUDIO_SOURCE_NEW = 0,  ///< No asset names it.
    STUDIO_SOURCE_IMPORTED, ///< Assets do.
    STUDIO_SOURCE_CHANGED,  ///< And the file is another one since.
} StudioSourceState;

/// The states of sources, in any thread: out_states has one per file of sorted files.
MienStatus studio_sources_look(const StudioSnapshot *snapshot, const MieniPaths *files,
                               StudioSourceState *out_states, MieniProblem *problem);
