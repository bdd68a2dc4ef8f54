// SPDX-License-Identifier: MIT
//
// Shared by the import of all kinds of assets. An asset belongs to a source file if it names
// that file; it is then updated and keeps everything else in it.

#include "base/number.h"
#include "project/files/os.h"
#include "project/import/importing.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

MieniJson *mieni_import_source(MieniJsonDocument *json, const char *file, const MieniImportOptions *options)
{
    MieniSourceView *source = mieni_source_new(json);
    mieni_source_set_file(json, source, file);
    mieni_source_set_format(json, source, options->format);
    mieni_source_set_scene(json, source, options->scene);
    if (options->take != NULL && options->take[0] != '\0')
        mieni_source_set_take(json, source, options->take);
    if (options->unit != 0)
        mieni_source_set_unit(json, source, options->unit);
    mieni_source_set_up(json, source, options->up);
    mieni_source_set_phones(json, source, options->phones);
    mieni_source_set_style(json, source, options->style);
    mieni_source_set_transcript(json, source, options->transcript);
    if (options->rate != NULL) {
        double rate = 0;
        const bool is_number = mieni_number_read(options->rate, strlen(options->rate), &rate);
        mieni_source_set_rate_json(
            json, source, is_number ? mieni_json_number(json, rate) : mieni_json_string(json, options->rate));
    } else if (options->kept_rate != NULL) {
        mieni_source_set_rate_json(json, source, mieni_json_copy(json, options->kept_rate));
    }
    return mieni_source_json(source);
}

enum { TAKE_ROOM = 100 }; ///< What a take's name may be of a file's.

MienStatus mieni_import_no_memory(const MieniImporting *importing)
{
    return mieni_problem_set(importing->problem, importing->file, MIEN_ERROR_MEMORY, mieni_nowhere(),
                             "Out of memory.");
}

static void add_note(const MieniImporting *importing, bool is_remark, const char *format, va_list arguments)
{
    char text[400];
    vsnprintf(text, sizeof text, format, arguments);
    MieniImportReport *report = importing->report;
    MieniImportNote *note = mieni_arena_take(&report->arena, 1, sizeof *note), **end = &report->notes;
    if (note == NULL)
        return; // reported by the caller, which checks the arena
    note->is_remark = is_remark;
    note->text = mieni_arena_text(&report->arena, text, strlen(text));
    while (*end != NULL)
        end = &(*end)->next;
    if (note->text != NULL)
        *end = note;
}

void mieni_import_note(const MieniImporting *importing, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_note(importing, false, format, arguments);
    va_end(arguments);
}

void mieni_import_remark(const MieniImporting *importing, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_note(importing, true, format, arguments);
    va_end(arguments);
}

MienStatus mieni_import_tell(const MieniImporting *importing, const char *path, const char *what,
                             const char *detail)
{
    MieniImportReport *report = importing->report;
    MieniImportLine *line = mieni_arena_take(&report->arena, 1, sizeof *line), **end = &report->lines;
    if (line == NULL)
        return mieni_import_no_memory(importing);
    line->kind = mieni_asset_kind_of_path(path);
    line->what = what;
    line->take = "";
    snprintf(line->path, sizeof line->path, "%s", path);
    snprintf(line->detail, sizeof line->detail, "%s", detail);
    while (*end != NULL)
        end = &(*end)->next;
    *end = line;
    return MIEN_OK;
}

void mieni_import_mark_take(const MieniImporting *importing, const char *take)
{
    MieniImportLine *line = importing->report->lines;
    while (line != NULL && line->next != NULL)
        line = line->next;
    const char *kept = mieni_arena_text(&importing->report->arena, take, strlen(take));
    if (line != NULL && kept != NULL) // without memory, importing fails in the end
        line->take = kept;
}

bool mieni_import_wants(const MieniImporting *importing, const char *take)
{
    const MieniImportOptions *options = importing->options;
    if (options->take != NULL && strcmp(options->take, take) != 0)
        return false;
    for (int i = 0; options->takes != NULL && i < options->takes->count; ++i)
        if (strcmp(options->takes->items[i], take) == 0)
            return true;
    return options->takes == NULL;
}

static MienStatus make_path(const MieniImporting *importing, MieniAssetKind kind, const char *take,
                            char out[MIENI_PATH_ROOM])
{
    const char *slash = strrchr(importing->file, '/'), *file = slash != NULL ? slash + 1 : importing->file;
    const char *dot = strrchr(file, '.'), *dash = take[0] != '\0' ? "-" : "";
    char folder[MIENI_PATH_ROOM], name[MIENI_PATH_ROOM];
    snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - importing->file) : 0,
             importing->file);
    const int kept = dot != NULL && dot != file ? (int)(dot - file) : (int)strlen(file);
    if (importing->options->name != NULL)
        snprintf(name, sizeof name, "%.900s%s%s.%s.json", importing->options->name, dash, take,
                 mieni_asset_kind_name(kind));
    else
        snprintf(name, sizeof name, "%.*s%s%s.%s.json", kept, file, dash, take, mieni_asset_kind_name(kind));
    if (mieni_path_join(out, importing->options->folder != NULL ? importing->options->folder : folder,
                        name) &&
        mieni_path_is_valid(out))
        return MIEN_OK;
    return mieni_problem_set(importing->problem, importing->file, MIEN_ERROR_DATA, mieni_nowhere(),
                             "Not a valid asset name: choose one with --name.");
}

MienStatus mieni_import_path(const MieniImporting *importing, MieniAssetKind kind, char out[MIENI_PATH_ROOM])
{
    return make_path(importing, kind, "", out);
}

/// A take's name as part of a file's: what paths cannot hold becomes "_".
static void file_name_of(const char *take, char out[TAKE_ROOM])
{
    size_t size = strlen(take);
    if (size > TAKE_ROOM - 8) { // room for a number
        size = TAKE_ROOM - 8;
        while (size > 0 && ((unsigned char)take[size] & 0xC0) == 0x80)
            --size;
    }
    for (size_t i = 0; i < size; ++i) {
        const unsigned char c = (unsigned char)take[i];
        out[i] = c <= ' ' || c == 0x7F || strchr("/\\:*?\"<>|'", c) != NULL ? '_' : (char)c;
    }
    out[size] = '\0';
    if (size == 0)
        snprintf(out, TAKE_ROOM, "take");
}

/// The same for a take of the file, with a number where an earlier one has that name.
static void take_name(const MieniImporting *importing, int take, char out[TAKE_ROOM])
{
    const MienIoSource *source = importing->take.source;
    char other[TAKE_ROOM];
    int same = 1;
    file_name_of(source->takes[take].name, out);
    for (int i = 0; i < take; ++i) {
        file_name_of(source->takes[i].name, other);
        same += strcmp(other, out) == 0;
    }
    const size_t size = strlen(out);
    if (same > 1)
        snprintf(out + size, TAKE_ROOM - size, "-%d", same);
}

/// Whether there is an asset of this take of the file.
static bool is_of_take(const MieniImporting *importing, const char *path, MieniAssetKind kind,
                       const char *key, const char *take)
{
    MieniAsset asset;
    if (!mieni_import_find(importing, path, kind, key, &asset))
        return false;
    const MieniSourceView *source = mieni_source_view(mieni_json_get(asset.json.root, key));
    const bool is_own = strcmp(mieni_text_or_empty(mieni_source_take(source)), take) == 0;
    mieni_asset_release(&asset);
    return is_own;
}

MienStatus mieni_import_take_path(const MieniImporting *importing, MieniAssetKind kind, const char *key,
                                  int take, bool is_only, char out[MIENI_PATH_ROOM])
{
    const char *whole = importing->take.source->takes[take].name;
    char name[TAKE_ROOM], plain[MIENI_PATH_ROOM];
    take_name(importing, take, name);
    MienStatus status = make_path(importing, kind, "", plain);
    if (status == MIEN_OK)
        status = make_path(importing, kind, name, out);
    if (status == MIEN_OK && (is_of_take(importing, plain, kind, key, whole) ||
                              (is_only && !is_of_take(importing, out, kind, key, whole))))
        memcpy(out, plain, sizeof plain);
    return status;
}

/// Whether an asset names this file as its source.
static bool is_owned(const MieniImporting *importing, const MieniAsset *asset, const char *key)
{
    const char *owner = mieni_source_file(mieni_source_view(mieni_json_get(asset->json.root, key)));
    return owner != NULL && strcmp(owner, importing->file) == 0;
}

bool mieni_import_find(const MieniImporting *importing, const char *path, MieniAssetKind kind,
                       const char *key, MieniAsset *out_asset)
{
    // Errors in the asset are reported where it is needed.
    if (!mieni_project_exists(importing->project, path) ||
        mieni_project_load(importing->project, path, kind, out_asset, NULL) != MIEN_OK)
        return false;
    if (is_owned(importing, out_asset, key))
        return true;
    mieni_asset_release(out_asset);
    return false;
}

MienStatus mieni_import_open(const MieniImporting *importing, const char *path, MieniAssetKind kind,
                             const char *key, MieniAsset *out_asset, bool *out_is_new)
{
    MienStatus status;
    *out_is_new = !mieni_project_exists(importing->project, path);
    if (*out_is_new) {
        status = mieni_asset_begin(out_asset, kind, NULL);
        return status == MIEN_OK ? MIEN_OK : mieni_import_no_memory(importing);
    }
    status = mieni_project_load(importing->project, path, kind, out_asset, importing->problem);
    if (status != MIEN_OK || is_owned(importing, out_asset, key))
        return status;
    mieni_asset_release(out_asset); // work from another source is never replaced
    return mieni_problem_set(
        importing->problem, path, MIEN_ERROR_DATA, mieni_at("%s", key),
        "This asset already exists and has another source file: choose another name with --name.");
}

void mieni_import_set_source(const MieniImporting *importing, MieniAsset *asset, const char *key,
                             const char *take)
{
    MieniJsonDocument *json = &asset->json;
    const MieniJson *before = mieni_json_get(json->root, key);
    MieniImportOptions options = *importing->options;
    options.take = take;
    MieniJson *source = mieni_import_source(json, importing->file, &options);
    for (int i = 0; before != NULL && i < before->count; ++i)
        if (mieni_json_get(source, before->keys[i]) == NULL)
            mieni_json_set(json, source, before->keys[i], before->items[i]);
    mieni_json_set(json, json->root, key, source);
}

MienStatus mieni_import_save(const MieniImporting *importing, const MieniAsset *asset, const char *path,
                             bool is_new, const char *detail, ...)
{
    MieniBuffer before = {0}, after = {0};
    char text[160];
    va_list arguments;
    va_start(arguments, detail);
    vsnprintf(text, sizeof text, detail, arguments);
    va_end(arguments);
    MienStatus status =
        is_new ? MIEN_OK : mieni_project_read(importing->project, path, &before, importing->problem);
    if (!importing->report->is_writing)
        mieni_os_hold_stop(); // all assets of a file or none
    importing->report->is_writing = true;
    if (status == MIEN_OK)
        status = mieni_project_save(importing->project, path, asset, importing->problem);
    if (status == MIEN_OK)
        status = mieni_project_read(importing->project, path, &after, importing->problem);
    const bool is_same =
        before.size == after.size && before.size > 0 && memcmp(before.bytes, after.bytes, before.size) == 0;
    mieni_buffer_release(&before);
    mieni_buffer_release(&after);
    return status == MIEN_OK ? mieni_import_tell(importing, path,
                                                 is_new    ? "created"
                                                 : is_same ? "unchanged"
                                                           : "updated",
                                                 text)
                             : status;
}

bool mieni_import_is_expressions(const MieniImporting *importing, int take)
{
    const MienIoSource *source = importing->take.source;
    return source != NULL && source->expressions.count > 0 && source->expressions.take == take;
}

bool mieni_import_is_poses(const MieniImporting *importing, int take)
{
    const MienIoSource *source = importing->take.source;
    return source != NULL && source->takes[take].use == MIEN_IO_TAKE_POSES;
}
