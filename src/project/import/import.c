// SPDX-License-Identifier: MIT
//
// Import: the settings of a source file, which of them are kept, and the order of creating
// assets.

#include "project/import/import.h"

#include "project/files/os.h"
#include "project/import/importing.h"

#include <stdio.h>
#include <string.h>

MienStatus mieni_sources_read(MieniSources *sources, const MieniProject *project, const char *file,
                              const MieniImportOptions *options, MieniTake *out_take, MieniProblem *problem)
{
    MieniJsonDocument settings;
    mieni_json_begin(&settings, NULL);
    const MieniJson *source = mieni_import_source(&settings, file, options);
    const MienStatus status =
        settings.arena.is_out_of_memory
            ? mieni_problem_set(problem, file, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.")
            : mieni_sources_take(sources, project, file, source, options->take != NULL ? options->take : "",
                                 out_take, problem);
    mieni_json_release(&settings);
    return status;
}

/// Fills what is not given from an asset that this file was imported into; false if
/// there is none.
static bool keep_settings(const MieniImporting *importing, MieniAssetKind kind, const char *path,
                          const char *key, MieniImportOptions *options, MieniAsset *out_kept)
{
    if (!mieni_import_find(importing, path, kind, key, out_kept))
        return false;
    const MieniSourceView *source = mieni_source_view(mieni_json_get(out_kept->json.root, key));
    if (options->unit == 0)
        options->unit = mieni_source_unit(source, 0);
    if (options->up == NULL)
        options->up = mieni_source_up(source);
    if (options->format == NULL)
        options->format = mieni_source_format(source);
    if (options->scene == NULL)
        options->scene = mieni_source_scene(source);
    if (options->phones == NULL)
        options->phones = mieni_source_phones(source);
    if (options->style == NULL)
        options->style = mieni_source_style(source);
    if (options->transcript == NULL)
        options->transcript = mieni_source_transcript(source);
    if (options->take == NULL && mieni_source_has_tiers(options->format, importing->file))
        options->take = mieni_source_take(source);
    options->kept_rate = mieni_source_rate_json(source);
    return true;
}

void mieni_import_keep(const MieniProject *project, const char *file, MieniImportOptions *options,
                       MieniAsset *out_kept)
{
    static const struct {
        MieniAssetKind kind;
        const char *key;
    } places[] = {
        {MIENI_ASSET_SKELETON, "source"}, {MIENI_ASSET_MESH, "source"}, {MIENI_ASSET_CLIP, "curves"}};
    const MieniImporting importing = {.project = project, .file = file, .options = options};
    char path[MIENI_PATH_ROOM];
    *out_kept = (MieniAsset){0};
    if (options->skeleton != NULL &&
        keep_settings(&importing, MIENI_ASSET_SKELETON, options->skeleton, "source", options, out_kept))
        return;
    for (size_t i = options->skeleton != NULL ? 1 : 0; i < sizeof places / sizeof *places; ++i)
        if (mieni_import_path(&importing, places[i].kind, path) != MIEN_OK ||
            keep_settings(&importing, places[i].kind, path, places[i].key, options, out_kept))
            return;
}

/// That the file has all takes that are asked for by name.
static MienStatus check_takes(const MieniImporting *importing)
{
    const MieniPaths *takes = importing->options->takes;
    const MienIoSource *source = importing->take.source;
    for (int i = 0; takes != NULL && i < takes->count; ++i) {
        bool is_there = false;
        char sentence[160];
        for (int k = 0; importing->take.has_takes && k < source->take_count && !is_there; ++k)
            is_there = strcmp(source->takes[k].name, takes->items[i]) == 0;
        if (is_there)
            continue;
        snprintf(sentence, sizeof sentence, "No take named \"%.80s\" in this file.", takes->items[i]);
        return mieni_problem_set(importing->problem, importing->file, MIEN_ERROR_DATA, mieni_nowhere(), "%s",
                                 sentence);
    }
    return MIEN_OK;
}

static MienStatus make_assets(MieniImporting *importing)
{
    const MieniImportOptions *options = importing->options;
    for (int i = 0; i < importing->take.notes->count; ++i) {
        const MieniSourceNote *note = &importing->take.notes->items[i];
        (note->is_remark ? mieni_import_remark : mieni_import_note)(importing, "%s", note->text);
    }
    MienStatus status = mieni_import_skeleton(importing);
    if (status == MIEN_OK && importing->take.source != NULL && importing->take.source->mesh != NULL &&
        !options->skip_mesh)
        status = mieni_import_mesh(importing);
    if (status == MIEN_OK && importing->take.is_scene && !options->skip_poses)
        status = mieni_import_poses(importing);
    if (status == MIEN_OK && importing->take.clip != NULL && !options->skip_clip)
        status = mieni_import_clips(importing);
    if (status == MIEN_OK && importing->curves != NULL)
        status = mieni_import_curves(importing);
    if (status == MIEN_OK && importing->report->arena.is_out_of_memory)
        status = mieni_import_no_memory(importing);
    return status;
}

MienStatus mieni_import(const MieniProject *project, const char *file, const MieniImportOptions *options,
                        MieniImportReport *out_report, MieniProblem *problem)
{
    *out_report = (MieniImportReport){0};
    MieniImportOptions whole = *options;
    MieniAsset kept;
    MieniSkeletonRecipe skeleton = {0};
    mieni_import_keep(project, file, &whole, &kept);
    MieniImporting importing = {.project = project,
                                .file = file,
                                .options = &whole,
                                .skeleton = &skeleton,
                                .report = out_report,
                                .problem = problem};
    MieniSources sources = {
        .wants_mesh = !options->skip_mesh, .progress = options->progress, .user = options->user};
    MienStatus status = mieni_sources_read(&sources, project, file, &whole, &importing.take, problem);
    if (status == MIEN_OK)
        status = check_takes(&importing);
    if (status == MIEN_OK)
        status = make_assets(&importing);
    if (out_report->is_writing)
        mieni_os_let_stop();
    mieni_skeleton_recipe_release(&skeleton);
    mieni_sources_release(&sources);
    mieni_arena_release(&importing.arena);
    mieni_asset_release(&kept);
    return status;
}

const MieniImportLine *mieni_import_report_find(const MieniImportReport *report, MieniAssetKind kind)
{
    const MieniImportLine *line = report->lines;
    while (line != NULL && line->kind != kind)
        line = line->next;
    return line;
}

void mieni_import_report_release(MieniImportReport *report)
{
    mieni_arena_release(&report->arena);
    *report = (MieniImportReport){0};
}
