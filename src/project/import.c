// SPDX-License-Identifier: MIT
//
// Importing. An asset belongs to a source if it names that file; then it is brought
// up to date and keeps all else that people put into it.

#include "project/import.h"

#include "author/number.h"
#include "author/poses.h"
#include "project/sources.h"

#include <stdio.h>
#include <string.h>

typedef struct Importing {
    const MieniProject *project;
    const char *file;
    const MieniImportOptions *options;
    MieniTake take;
    MieniProblem *problem;
} Importing;

MieniJson *mieni_import_source(MieniJsonDocument *json, const char *file, const MieniImportOptions *options)
{
    MieniJson *source = mieni_json_object(json);
    mieni_json_set(json, source, "file", mieni_json_string(json, file));
    if (options->format != NULL)
        mieni_json_set(json, source, "format", mieni_json_string(json, options->format));
    if (options->take != NULL && options->take[0] != '\0')
        mieni_json_set(json, source, "take", mieni_json_string(json, options->take));
    if (options->unit != 0)
        mieni_json_set(json, source, "unit", mieni_json_number(json, options->unit));
    if (options->up != NULL)
        mieni_json_set(json, source, "up", mieni_json_string(json, options->up));
    if (options->rate != NULL) {
        double rate = 0;
        const bool is_number = mieni_number_read(options->rate, strlen(options->rate), &rate);
        mieni_json_set(json, source, "rate",
                       is_number ? mieni_json_number(json, rate) : mieni_json_string(json, options->rate));
    } else if (options->kept_rate != NULL) {
        mieni_json_set(json, source, "rate", mieni_json_copy(json, options->kept_rate));
    }
    return source;
}

/// "folder/name.kind.json".
static MienStatus asset_path(const Importing *importing, MieniAssetKind kind, char out[MIENI_PATH_ROOM])
{
    const char *slash = strrchr(importing->file, '/'), *file = slash != NULL ? slash + 1 : importing->file;
    const char *dot = strrchr(file, '.');
    char folder[MIENI_PATH_ROOM], name[MIENI_PATH_ROOM];
    snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - importing->file) : 0,
             importing->file);
    const int kept = dot != NULL && dot != file ? (int)(dot - file) : (int)strlen(file);
    if (importing->options->name != NULL)
        snprintf(name, sizeof name, "%.900s.%s.json", importing->options->name, mieni_asset_kind_name(kind));
    else
        snprintf(name, sizeof name, "%.*s.%s.json", kept, file, mieni_asset_kind_name(kind));
    if (mieni_path_join(out, importing->options->folder != NULL ? importing->options->folder : folder,
                        name) &&
        mieni_path_is_valid(out))
        return MIEN_OK;
    return mieni_problem_set(importing->problem, importing->file, MIEN_ERROR_DATA,
                             "No asset can have this name: give another with --name.", "%s", "");
}

/// The asset if it is there, otherwise a new one.
static MienStatus open_asset(const Importing *importing, const char *path, MieniAssetKind kind,
                             MieniAsset *out_asset, bool *out_is_new)
{
    char full[MIENI_PATH_ROOM];
    *out_is_new = mieni_project_locate(importing->project, path, full) && !mieni_file_exists(full);
    if (!*out_is_new)
        return mieni_project_load(importing->project, path, kind, out_asset, importing->problem);
    const MienStatus status = mieni_asset_begin(out_asset, kind, NULL);
    return status == MIEN_OK
               ? MIEN_OK
               : mieni_problem_set(importing->problem, path, status, "There is not enough memory.", "%s", "");
}

/// Saves, and says whether that changed the file.
static MienStatus save_asset(const Importing *importing, const MieniAsset *asset, bool is_new,
                             MieniImportLine *line)
{
    MieniBuffer before = {0}, after = {0};
    char full[MIENI_PATH_ROOM];
    mieni_project_locate(importing->project, line->path, full);
    MienStatus status = is_new ? MIEN_OK : mieni_file_read(full, &before, importing->problem);
    if (status == MIEN_OK)
        status = mieni_project_save(importing->project, line->path, asset, importing->problem);
    if (status == MIEN_OK)
        status = mieni_file_read(full, &after, importing->problem);
    const bool is_same =
        before.size == after.size && before.size > 0 && memcmp(before.bytes, after.bytes, before.size) == 0;
    if (status == MIEN_OK)
        line->what = is_new ? "made" : is_same ? "unchanged" : "updated";
    mieni_buffer_release(&before);
    mieni_buffer_release(&after);
    return status;
}

/// That an asset which is there already is of this source: nobody's work is replaced.
static MienStatus check_owner(const Importing *importing, const MieniAsset *asset, const char *path,
                              const char *key)
{
    const MieniJson *source = mieni_json_get(asset->json.root, key);
    const char *owner = mieni_json_get_string(source, "file", NULL);
    if (owner != NULL && strcmp(owner, importing->file) == 0)
        return MIEN_OK;
    return mieni_problem_set(
        importing->problem, path, MIEN_ERROR_DATA,
        "This asset is there already and has another source: give another name with --name.", "%s", key);
}

/// Sets a source anew; settings that were not given stay as they are.
static void set_source(const Importing *importing, MieniAsset *asset, const char *key)
{
    MieniJsonDocument *json = &asset->json;
    const MieniJson *before = mieni_json_get(json->root, key);
    MieniJson *source = mieni_import_source(json, importing->file, importing->options);
    for (int i = 0; before != NULL && i < before->count; ++i)
        if (mieni_json_get(source, before->keys[i]) == NULL)
            mieni_json_set(json, source, before->keys[i], before->items[i]);
    mieni_json_set(json, json->root, key, source);
}

static const char *plural(int count) { return count == 1 ? "" : "s"; }

static MienStatus import_skeleton(const Importing *importing, MieniImportLine *line)
{
    MieniAsset asset;
    MienError error = {0};
    bool is_new;
    MienStatus status = asset_path(importing, MIENI_ASSET_SKELETON, line->path);
    if (status == MIEN_OK)
        status = open_asset(importing, line->path, MIENI_ASSET_SKELETON, &asset, &is_new);
    if (status != MIEN_OK)
        return status;
    if (!is_new)
        status = check_owner(importing, &asset, line->path, "source");
    if (status == MIEN_OK) {
        MienAuthorSkeleton skeleton = *importing->take.skeleton;
        MieniArena arena = {0};
        MienAuthorSkeleton before = {0};
        // The table of curves is people's work; the file has none.
        if (!is_new && mieni_skeleton_describe(&asset, &arena, &before, NULL) == MIEN_OK) {
            skeleton.curves = before.curves;
            skeleton.curve_count = before.curve_count;
        }
        set_source(importing, &asset, "source");
        status = mieni_skeleton_fill(&asset, &skeleton, &error);
        if (status != MIEN_OK)
            mieni_problem_set(importing->problem, line->path, status, error.message, "%s", error.place);
        mieni_arena_release(&arena);
    }
    if (status == MIEN_OK)
        status = save_asset(importing, &asset, is_new, line);
    snprintf(line->detail, sizeof line->detail, "%d bone%s", importing->take.skeleton->bone_count,
             plural(importing->take.skeleton->bone_count));
    mieni_asset_release(&asset);
    return status;
}

static void describe_clip(const MienAuthorClip *clip, char out[160])
{
    char rate[48];
    if (clip->rate_divisor > 1)
        snprintf(rate, sizeof rate, "%d/%d", clip->rate, clip->rate_divisor);
    else
        snprintf(rate, sizeof rate, "%d", clip->rate);
    const int frames =
        (int)(clip->length * clip->rate / (clip->rate_divisor > 0 ? clip->rate_divisor : 1) + 0.5) + 1;
    snprintf(out, 160, "%d bone track%s, %d curve%s, %d frame%s at %s per second", clip->track_count,
             plural(clip->track_count), clip->curve_count, plural(clip->curve_count), frames, plural(frames),
             rate);
}

static MienStatus import_clip(const Importing *importing, const char *skeleton, MieniImportLine *line)
{
    MieniAsset asset;
    bool is_new;
    MieniJsonDocument *json = &asset.json;
    const MienAuthorClip *clip = importing->take.clip;
    const char *main_key = clip->track_count > 0 ? "tracks" : "curves";
    MienStatus status = asset_path(importing, MIENI_ASSET_CLIP, line->path);
    if (status == MIEN_OK)
        status = open_asset(importing, line->path, MIENI_ASSET_CLIP, &asset, &is_new);
    if (status != MIEN_OK)
        return status;
    if (!is_new)
        status = check_owner(importing, &asset, line->path, main_key);
    if (status == MIEN_OK) {
        if (skeleton != NULL)
            mieni_json_set(json, json->root, "skeleton", mieni_json_string(json, skeleton));
        if (importing->options->preview != NULL)
            mieni_json_set(json, json->root, "preview", mieni_json_string(json, importing->options->preview));
        if (clip->track_count > 0)
            set_source(importing, &asset, "tracks");
        if (clip->curve_count > 0)
            set_source(importing, &asset, "curves");
        if (importing->options->map != NULL)
            mieni_json_set(json, json->root, "map", mieni_json_string(json, importing->options->map));
        status = save_asset(importing, &asset, is_new, line);
        describe_clip(clip, line->detail);
    }
    mieni_asset_release(&asset);
    return status;
}

MienStatus mieni_sources_read(MieniSources *sources, const MieniProject *project, const char *file,
                              const MieniImportOptions *options, MieniTake *out_take, MieniProblem *problem)
{
    MieniJsonDocument settings;
    mieni_json_begin(&settings, NULL);
    const MieniJson *source = mieni_import_source(&settings, file, options);
    const MienStatus status =
        settings.arena.is_out_of_memory
            ? mieni_problem_set(problem, file, MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "")
            : mieni_sources_take(sources, project, file, source, options->take != NULL ? options->take : "",
                                 out_take, problem);
    mieni_json_release(&settings);
    return status;
}

/// Fills what is not given from an asset that this file was imported into; false if
/// there is none.
static bool keep_settings(const Importing *importing, MieniAssetKind kind, const char *path, const char *key,
                          MieniImportOptions *options, MieniAsset *out_kept)
{
    char full[MIENI_PATH_ROOM];
    // What is wrong with the asset is told by whoever needs it.
    if (!mieni_project_locate(importing->project, path, full) || !mieni_file_exists(full) ||
        mieni_project_load(importing->project, path, kind, out_kept, NULL) != MIEN_OK)
        return false;
    const MieniJson *source = mieni_json_get(out_kept->json.root, key);
    if (strcmp(mieni_json_get_string(source, "file", ""), importing->file) != 0) {
        mieni_asset_release(out_kept);
        return false;
    }
    if (options->unit == 0)
        options->unit = mieni_json_get_number(source, "unit", 0);
    if (options->up == NULL)
        options->up = mieni_json_get_string(source, "up", NULL);
    if (options->format == NULL)
        options->format = mieni_json_get_string(source, "format", NULL);
    options->kept_rate = mieni_json_get(source, "rate");
    return true;
}

void mieni_import_keep(const MieniProject *project, const char *file, MieniImportOptions *options,
                       MieniAsset *out_kept)
{
    const Importing importing = {.project = project, .file = file, .options = options};
    char path[MIENI_PATH_ROOM];
    *out_kept = (MieniAsset){0};
    if (options->skeleton != NULL)
        snprintf(path, sizeof path, "%s", options->skeleton);
    else if (asset_path(&importing, MIENI_ASSET_SKELETON, path) != MIEN_OK)
        return;
    if (!keep_settings(&importing, MIENI_ASSET_SKELETON, path, "source", options, out_kept) &&
        asset_path(&importing, MIENI_ASSET_CLIP, path) == MIEN_OK)
        keep_settings(&importing, MIENI_ASSET_CLIP, path, "curves", options, out_kept);
}

MienStatus mieni_import(const MieniProject *project, const char *file, const MieniImportOptions *options,
                        MieniImportReport *out_report, MieniProblem *problem)
{
    *out_report = (MieniImportReport){0};
    MieniImportOptions whole = *options;
    MieniAsset kept;
    mieni_import_keep(project, file, &whole, &kept);
    options = &whole;
    Importing importing = {.project = project, .file = file, .options = options, .problem = problem};
    MieniSources sources = {0};
    MienStatus status = mieni_sources_read(&sources, project, file, options, &importing.take, problem);
    if (status == MIEN_OK)
        snprintf(out_report->note, sizeof out_report->note, "%s", importing.take.note);
    if (status == MIEN_OK && importing.take.skeleton != NULL && options->skeleton == NULL)
        status = import_skeleton(&importing, &out_report->skeleton);
    const char *skeleton = options->skeleton != NULL           ? options->skeleton
                           : out_report->skeleton.what != NULL ? out_report->skeleton.path
                                                               : NULL;
    if (status == MIEN_OK && importing.take.clip != NULL && !options->skip_clip)
        status = import_clip(&importing, skeleton, &out_report->clip);
    mieni_sources_release(&sources);
    mieni_asset_release(&kept);
    return status;
}
