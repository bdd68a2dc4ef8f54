// SPDX-License-Identifier: MIT
//
// Reports of imports, and what becomes of sources afterwards.

#include "studio/model/import/report.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

const StudioReportSection studio_report_sections[STUDIO_REPORT_SECTIONS] = {
    {"made", "Made"},           {"matched", "Matched"}, {"dropped", "Dropped"},
    {"converted", "Converted"}, {"needs", "Needs you"},
};

/// Where the report of a source lies: one file for each, whatever folder that is in.
static bool report_path(const MieniProject *project, const char *file, char out[MIENI_PATH_ROOM])
{
    char name[MIENI_PATH_ROOM], within[MIENI_PATH_ROOM];
    size_t used = 0;
    for (const char *c = file; *c != '\0' && used + 8 < 200; ++c) {
        name[used++] = *c == '/' ? '~' : *c;
    }
    name[used] = '\0';
    snprintf(within, sizeof within, "%.600s/imports/%.400s.json", project->build, name);
    return mieni_project_locate(project, within, out);
}

static void put_text(MieniJsonDocument *json, MieniJson *object, const char *key, const char *text)
{
    if (object != NULL)
        mieni_json_set(json, object, key, mieni_json_string(json, text));
}

static void put_row(MieniJsonDocument *json, const char *section, const char *what, const char *detail)
{
    MieniJson *list = mieni_json_get(json->root, section);
    MieniJson *row = list != NULL ? mieni_json_append(json, list, mieni_json_object(json)) : NULL;
    put_text(json, row, "what", what);
    put_text(json, row, "detail", detail);
}

/// Where a sentence of the importer belongs.
static const char *section_of(const MieniImportNote *note)
{
    static const char *const dropped[] = {"left out", "becomes no clip", "were kept", "lacks"};
    static const char *const converted[] = {"sampled at", "taken for", "were given", "frames are missing"};
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; ++i)
        if (strstr(note->text, dropped[i]) != NULL)
            return "dropped";
    for (size_t i = 0; i < sizeof converted / sizeof *converted; ++i)
        if (strstr(note->text, converted[i]) != NULL)
            return "converted";
    return note->is_remark ? "converted" : "needs";
}

static void put_bones(MieniJsonDocument *json, const MieniImportReport *report)
{
    static const struct {
        const char *what, *section, *detail;
    } kinds[] = {{"missing", "matched", "bone of the skeleton that the file lacks; it stays at rest"},
                 {"extra", "dropped", "bone of the file that the skeleton lacks"},
                 {"moved", "needs", "bone that hangs from another one in the file"}};
    for (const MieniImportBone *bone = report->bones; bone != NULL; bone = bone->next)
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i)
            if (strcmp(bone->what, kinds[i].what) == 0)
                put_row(json, kinds[i].section, bone->name, kinds[i].detail);
}

static void put_stamp(MieniJsonDocument *json, const StudioImport *import)
{
    StudioStamp stamp;
    studio_stamp_take(import->edit.project->root, import->file, &stamp);
    MieniJson *row = mieni_json_set(json, json->root, "stamp", mieni_json_object(json));
    mieni_json_set(json, row, "size", mieni_json_number(json, (double)stamp.size));
    mieni_json_set(json, row, "seconds", mieni_json_number(json, (double)stamp.seconds));
    mieni_json_set(json, row, "nanoseconds", mieni_json_number(json, (double)stamp.nanoseconds));
}

static void fill(MieniJsonDocument *json, const StudioImport *import)
{
    char text[400], summary[200];
    const char *slash = strrchr(import->file, '/');
    json->root = mieni_json_object(json);
    put_text(json, json->root, "source", import->file);
    put_text(json, json->root, "summary", studio_import_summary(&import->report, summary));
    mieni_json_set(json, json->root, "time", mieni_json_number(json, (double)time(NULL)));
    put_stamp(json, import);
    for (int i = 0; i < STUDIO_REPORT_SECTIONS; ++i)
        mieni_json_set(json, json->root, studio_report_sections[i].key, mieni_json_array(json));
    for (const MieniImportLine *line = import->report.lines; line != NULL; line = line->next) {
        const bool is_used = strcmp(line->what, "used") == 0;
        snprintf(text, sizeof text, "%s, %.160s", is_used ? "all bones by name" : line->what, line->detail);
        put_row(json, is_used ? "matched" : "made", line->path, text);
    }
    put_bones(json, &import->report);
    for (const MieniImportNote *note = import->report.notes; note != NULL; note = note->next)
        put_row(json, section_of(note), slash != NULL ? slash + 1 : import->file, note->text);
}

void studio_report_write(const StudioImport *import)
{
    char path[MIENI_PATH_ROOM];
    MieniJsonDocument json;
    MieniTextOut out = {0};
    mieni_json_begin(&json, NULL);
    fill(&json, import);
    if (!json.arena.is_out_of_memory && report_path(import->edit.project, import->file, path)) {
        mieni_text_put_json(&out, json.root);
        if (!out.is_out_of_memory)
            (void)mieni_file_write_derived(path, out.bytes, out.size, NULL, NULL);
        mieni_text_release(&out);
    }
    mieni_json_release(&json);
}

bool studio_report_read(const MieniProject *project, const char *file, MieniJsonDocument *out_report)
{
    char path[MIENI_PATH_ROOM];
    MieniBuffer buffer = {0};
    if (!report_path(project, file, path) || !mieni_file_exists(path) ||
        mieni_file_read(path, &buffer, NULL) != MIEN_OK)
        return false;
    const MienStatus status = mieni_json_read(out_report, buffer.bytes, buffer.size, NULL, NULL);
    mieni_buffer_release(&buffer);
    return status == MIEN_OK;
}

void studio_report_put(const MieniJsonDocument *report, MieniTextOut *out)
{
    mieni_text_putf(out, "%s: %s\n", mieni_json_get_string(report->root, "source", ""),
                    mieni_json_get_string(report->root, "summary", ""));
    for (int i = 0; i < STUDIO_REPORT_SECTIONS; ++i) {
        const MieniJson *rows = mieni_json_get(report->root, studio_report_sections[i].key);
        if (rows == NULL || rows->type != MIENI_JSON_ARRAY || rows->count == 0)
            continue;
        mieni_text_putf(out, "\n%s\n", studio_report_sections[i].title);
        for (int r = 0; r < rows->count; ++r)
            mieni_text_putf(out, "  %s: %s\n", mieni_json_get_string(rows->items[r], "what", ""),
                            mieni_json_get_string(rows->items[r], "detail", ""));
    }
}

// States of sources

/// Whether the file is as when it was imported; true if nobody knows.
static bool is_as_imported(const MieniProject *project, const char *file)
{
    MieniJsonDocument report;
    StudioStamp stamp;
    if (!studio_report_read(project, file, &report))
        return true;
    studio_stamp_take(project->root, file, &stamp);
    const MieniJson *row = mieni_json_get(report.root, "stamp");
    const bool is_same = mieni_json_get_number(row, "size", -1) == (double)stamp.size &&
                         mieni_json_get_number(row, "seconds", -1) == (double)stamp.seconds &&
                         mieni_json_get_number(row, "nanoseconds", -1) == (double)stamp.nanoseconds;
    mieni_json_release(&report);
    return is_same;
}

/// Marks the sources that a text names. Assets are canonical texts, which is faster to look
/// through than to read.
static void mark_named(const char *text, const MieniPaths *files, StudioSourceState *states)
{
    static const char key[] = "\"file\": \"";
    for (const char *at = strstr(text, key); at != NULL; at = strstr(at, key)) {
        at += sizeof key - 1;
        const char *end = strchr(at, '"');
        if (end == NULL)
            return;
        for (int low = 0, high = files->count; low < high;) {
            const int middle = (low + high) / 2;
            const size_t size = strlen(files->items[middle]);
            int order = strncmp(at, files->items[middle], (size_t)(end - at));
            if (order == 0)
                order = (size_t)(end - at) < size ? -1 : (size_t)(end - at) > size;
            if (order == 0) {
                states[middle] = STUDIO_SOURCE_IMPORTED;
                break;
            }
            if (order < 0)
                high = middle;
            else
                low = middle + 1;
        }
    }
}

MienStatus studio_sources_look(const StudioSnapshot *snapshot, const MieniPaths *files,
                               StudioSourceState *out_states, MieniProblem *problem)
{
    MieniPaths all = {0};
    const MieniProject *project = &snapshot->project;
    for (int i = 0; i < files->count; ++i)
        out_states[i] = STUDIO_SOURCE_NEW;
    const MienStatus status = mieni_project_files(project, &all, problem);
    for (int i = 0; i < all.count && status == MIEN_OK; ++i) {
        MieniBuffer buffer = {0};
        const MieniAssetKind kind = mieni_asset_kind_of_path(all.items[i]);
        if (kind <= MIENI_ASSET_PROJECT ||
            mieni_project_read(project, all.items[i], &buffer, NULL) != MIEN_OK)
            continue; // lint tells
        mark_named(buffer.bytes, files, out_states);
        mieni_buffer_release(&buffer);
    }
    for (int i = 0; i < files->count && status == MIEN_OK; ++i)
        if (out_states[i] == STUDIO_SOURCE_IMPORTED && !is_as_imported(project, files->items[i]))
            out_states[i] = STUDIO_SOURCE_CHANGED;
    mieni_paths_release(&all);
    return status;
}
