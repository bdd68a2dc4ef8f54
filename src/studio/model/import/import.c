// SPDX-License-Identifier: MIT
//
// Importing into an open project.

#include "studio/model/import/import.h"

#include "base/source_formats.h"
#include "studio/model/facts/strings.h"
#include "studio/model/import/copy.h"
#include "studio/model/import/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 1000 }; ///< That are tried before giving up.

bool studio_is_source(const char *path)
{
    return mieni_asset_kind_of_path(path) == MIENI_ASSET_NONE && mieni_source_format_of_path(path) != NULL;
}

static bool ends_in(const char *text, const char *ending)
{
    const size_t size = strlen(text), end = strlen(ending);
    return size >= end && strcmp(text + size - end, ending) == 0;
}

/// A name that paths of a project can have.
static void clean_name(const char *given, char out[MIENI_PATH_ROOM])
{
    snprintf(out, MIENI_PATH_ROOM, "%.200s", given);
    if (mieni_path_is_valid(out))
        return;
    for (char *c = out; *c != '\0'; ++c)
        if ((unsigned char)*c < 0x20 || strchr("/\\:\"'", *c) != NULL)
            *c = '_';
    if (!mieni_path_is_valid(out))
        snprintf(out, MIENI_PATH_ROOM, "source");
}

/// Where a file from elsewhere goes. What names others beside it gets a folder of its own.
static void place_source(StudioImport *import, int number)
{
    const char *slash = strrchr(import->given, '/');
    char name[MIENI_PATH_ROOM];
    clean_name(slash != NULL ? slash + 1 : import->given, name);
    const char *dot = strrchr(name, '.');
    const int stem = dot != NULL && dot != name ? (int)(dot - name) : (int)strlen(name);
    char extra[16] = "";
    if (number > 1)
        snprintf(extra, sizeof extra, "_%d", number);
    if (ends_in(name, ".gltf"))
        snprintf(import->file, sizeof import->file, STUDIO_SOURCES "/%.*s%s/%.*s%s%s", stem, name, extra,
                 stem, name, extra, name + stem);
    else
        snprintf(import->file, sizeof import->file, STUDIO_SOURCES "/%.*s%s%s", stem, name, extra,
                 name + stem);
}

/// Assets of what lies among the sources go to the project's own folder, unless they lie
/// beside it already.
static bool goes_to_root(const Studio *studio, const char *file)
{
    if (strncmp(file, STUDIO_SOURCES "/", sizeof STUDIO_SOURCES) != 0)
        return false;
    const char *slash = strrchr(file, '/'), *dot = strrchr(slash, '.');
    const size_t stem = dot != NULL ? (size_t)(dot - file) : strlen(file);
    for (int i = studio_files_search(&studio->files, STUDIO_SOURCES "/"); i < studio->files.count; ++i) {
        const char *path = studio->files.items[i]->path;
        if (strncmp(path, STUDIO_SOURCES "/", sizeof STUDIO_SOURCES) != 0)
            break;
        if (strncmp(path, file, stem) == 0 && (path[stem] == '.' || path[stem] == '-') &&
            studio_exists(studio, path))
            return false;
    }
    return true;
}

MienStatus studio_import_begin(Studio *studio, const char *given, StudioImport **out_import,
                               MieniProblem *problem)
{
    StudioImport *import = calloc(1, sizeof *import);
    *out_import = NULL;
    if (import == NULL)
        return studio_no_memory(problem, given);
    if (strlen(given) >= sizeof import->given / 2) {
        free(import);
        return mieni_problem_set(problem, "", MIEN_ERROR_DATA, "The path of the file is too long.", "%s", "");
    }
    snprintf(import->given, sizeof import->given, "%s", given);
    import->is_outside = !studio_path_within(studio->files.disk.root, given, import->file);
    if (import->is_outside)
        place_source(import, 1);
    const MienStatus status = studio_edit_begin(&import->edit, studio, problem);
    if (status != MIEN_OK) {
        free(import);
        return status;
    }
    if (goes_to_root(studio, import->file))
        import->options.folder = "";
    *out_import = import;
    return MIEN_OK;
}

/// Names the copy so that it replaces nothing.
static void keep_both(StudioImport *import)
{
    char full[MIENI_PATH_ROOM];
    for (int n = 2; n < MOST_NAMES; ++n) {
        place_source(import, n);
        if (!mieni_project_locate(import->edit.project, import->file, full) || !mieni_file_exists(full))
            return;
    }
}

/// Puts the file where it belongs, unless it is there.
static bool copy_source(StudioImport *import, MieniSourceProgress progress, void *user)
{
    const StudioCopying copying = {import->edit.project, import->given, import->file, progress, user};
    const StudioCopyState state = studio_copy_compare(&copying);
    if (state == STUDIO_COPY_SAME)
        return true;
    if (state == STUDIO_COPY_OTHER && !import->is_replacing) {
        import->ask = STUDIO_IMPORT_ASKS_COPY;
        import->status = mieni_problem_set(&import->problem, import->file, MIEN_ERROR_DATA,
                                           "Another file of this name is among the sources.", "%s", "");
        return false;
    }
    if (state == STUDIO_COPY_OTHER && !import->has_backup)
        import->has_backup = studio_copy_set_aside(&copying);
    import->status = studio_copy_all(&copying, &import->copies, &import->problem);
    return import->status == MIEN_OK;
}

/// Another name for the assets if that of the file belongs to another source.
static bool rename_assets(StudioImport *import)
{
    const char *slash = strrchr(import->file, '/'), *base = slash != NULL ? slash + 1 : import->file;
    const char *dot = strrchr(base, '.');
    if (import->options.name != NULL || strstr(import->problem.error.message, "--name") == NULL)
        return false;
    for (int n = 2; n < MOST_NAMES; ++n) {
        bool is_free = true;
        snprintf(import->name, sizeof import->name, "%.*s_%d", dot != NULL ? (int)(dot - base) : 200, base,
                 n);
        for (int kind = MIENI_ASSET_PROJECT + 1; kind < MIENI_ASSET_KINDS && is_free; ++kind) {
            char path[MIENI_PATH_ROOM];
            snprintf(path, sizeof path, "%.600s.%s.json", import->name,
                     mieni_asset_kind_name((MieniAssetKind)kind));
            is_free = !mieni_project_exists(import->edit.project, path);
        }
        if (is_free)
            break;
    }
    import->options.name = import->name;
    return true;
}

/// The skeleton that sentences are about: the first whose name one of them has.
static void find_near(StudioImport *import)
{
    MieniPaths files = {0};
    if (mieni_project_files(import->edit.project, &files, NULL) != MIEN_OK)
        return;
    for (int i = 0; i < files.count && import->near[0] == '\0'; ++i) {
        if (mieni_asset_kind_of_path(files.items[i]) != MIENI_ASSET_SKELETON)
            continue;
        for (const MieniImportNote *note = import->report.notes; note != NULL; note = note->next)
            if (strstr(note->text, files.items[i]) != NULL)
                snprintf(import->near, sizeof import->near, "%s", files.items[i]);
    }
    mieni_paths_release(&files);
}

static void look_for_poses(StudioImport *import)
{
    for (const MieniImportLine *line = import->report.lines; line != NULL; line = line->next)
        if (line->kind == MIENI_ASSET_CLIP && strcmp(line->what, "made") == 0 && import->poses[0] == '\0' &&
            studio_clip_is_list(import->edit.project, line->path))
            snprintf(import->poses, sizeof import->poses, "%s", line->path);
}

/// Whether somebody should say which takes are wanted: there are several clips, and not all of
/// them are in the project already.
static bool asks_takes(const StudioImport *import)
{
    int clips = 0, made = 0;
    for (const MieniImportLine *line = import->report.lines; line != NULL; line = line->next) {
        const bool is_clip = line->kind == MIENI_ASSET_CLIP && line->take[0] != '\0';
        clips += is_clip;
        made += is_clip && strcmp(line->what, "made") == 0;
    }
    return import->may_ask_takes && !import->has_takes && clips > 1 && made > 0;
}

bool studio_import_choose_takes(StudioImport *import, const char *const *names, int count)
{
    mieni_paths_release(&import->takes);
    import->has_takes = true;
    for (int i = 0; i < count; ++i)
        if (!mieni_paths_add(&import->takes, names[i]))
            return false;
    return true;
}

void studio_import_run(StudioImport *import, MieniSourceProgress progress, void *user)
{
    import->ask = STUDIO_IMPORT_ASKS_NOTHING;
    if (import->is_outside && !import->is_copied && !copy_source(import, progress, user))
        return;
    import->is_copied = import->is_outside;
    import->options.progress = progress;
    import->options.user = user;
    import->options.takes = import->has_takes ? &import->takes : NULL;
    import->status =
        mieni_import(import->edit.project, import->file, &import->options, &import->report, &import->problem);
    if (import->status == MIEN_ERROR_DATA && rename_assets(import)) {
        import->ask = STUDIO_IMPORT_ASKS_AGAIN;
    } else if (import->status == MIEN_ERROR_DATA && import->report.bones != NULL) {
        import->ask = STUDIO_IMPORT_ASKS_SKELETON;
        find_near(import);
    }
    if (import->status == MIEN_OK && asks_takes(import)) {
        import->ask = STUDIO_IMPORT_ASKS_TAKES;
    } else if (import->status == MIEN_OK) {
        look_for_poses(import);
        studio_report_write(import);
    }
}

MienStatus studio_import_again(StudioImport *import, MieniProblem *problem)
{
    Studio *studio = import->edit.studio;
    mieni_import_report_release(&import->report);
    import->problem = (MieniProblem){0};
    import->status = MIEN_OK;
    import->poses[0] = import->near[0] = '\0';
    if (import->ask == STUDIO_IMPORT_ASKS_COPY && !import->is_replacing)
        keep_both(import);
    import->ask = STUDIO_IMPORT_ASKS_NOTHING;
    studio_edit_drop(&import->edit);
    const MienStatus status = studio_edit_begin(&import->edit, studio, problem);
    import->edit.studio = studio;
    return status;
}

/// Takes away what was copied, and puts back what was replaced.
static void take_back(StudioImport *import)
{
    const StudioCopying copying = {&import->edit.studio->project, import->given, import->file, NULL, NULL};
    studio_copy_undo(&copying, &import->copies);
    if (import->has_backup)
        studio_copy_put_back(&copying);
    import->has_backup = import->is_copied = false;
}

MienStatus studio_import_end(StudioImport *import, MieniProblem *problem)
{
    Studio *studio = import->edit.studio;
    const char *slash = strrchr(import->file, '/');
    MienStatus status = import->status;
    if (status != MIEN_OK && problem != NULL)
        *problem = import->problem;
    status = studio_edit_endf(&import->edit, status, problem, NULL, "import %.300s",
                              slash != NULL ? slash + 1 : import->file);
    import->edit.studio = studio;
    if (status != MIEN_OK) {
        take_back(import);
    } else if (import->has_backup) {
        const StudioCopying copying = {&studio->project, import->given, import->file, NULL, NULL};
        studio_copy_forget(&copying);
    }
    mieni_paths_release(&import->copies);
    import->has_backup = false;
    return status;
}

void studio_import_destroy(StudioImport *import)
{
    if (import == NULL)
        return;
    if (import->edit.studio != NULL && import->edit.snapshot != NULL) // it never ended
        take_back(import);
    mieni_paths_release(&import->copies);
    mieni_paths_release(&import->takes);
    mieni_import_report_release(&import->report);
    studio_edit_drop(&import->edit);
    free(import);
}

const char *studio_import_summary(const MieniImportReport *report, char out[200])
{
    static const struct {
        MieniAssetKind kind;
        const char *one, *many;
    } rows[] = {{MIENI_ASSET_SKELETON, "skeleton", "skeletons"},
                {MIENI_ASSET_MESH, "mesh", "meshes"},
                {MIENI_ASSET_POSES, "pose asset", "pose assets"},
                {MIENI_ASSET_CLIP, "clip", "clips"}};
    int used = 0, unchanged = 0;
    out[0] = '\0';
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        int count = 0;
        for (const MieniImportLine *line = report->lines; line != NULL; line = line->next) {
            if (line->kind != rows[i].kind || strcmp(line->what, "used") == 0)
                continue;
            count += strcmp(line->what, "unchanged") != 0;
            unchanged += strcmp(line->what, "unchanged") == 0;
        }
        if (count > 0)
            used += snprintf(out + used, 200 - (size_t)used, "%s%d %s", used > 0 ? ", " : "", count,
                             count == 1 ? rows[i].one : rows[i].many);
    }
    if (used == 0)
        snprintf(out, 200, unchanged > 0 ? "nothing changed" : "nothing to make of it");
    return out;
}
