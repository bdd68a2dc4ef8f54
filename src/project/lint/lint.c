// SPDX-License-Identifier: MIT
//
// A run of lint: which assets, in which order. Skeletons come first, then poses, meshes, clips
// and graphs, and characters, because each is compared with the earlier ones.

#include "project/lint/run.h"

#include "asset/modifiers.h"
#include "mien_author/map.h"
#include "project/recipes/calibration.h"

#include <stdlib.h>
#include <string.h>

enum { PHASES = 5 };

static int phase_of(MieniAssetKind kind)
{
    switch (kind) {
    case MIENI_ASSET_POSES:
        return 1;
    case MIENI_ASSET_MESH:
        return 2;
    case MIENI_ASSET_GRAPH:
    case MIENI_ASSET_CHARACTER:
        return 3;
    case MIENI_ASSET_CLIP:
    case MIENI_ASSET_CLIPS:
        return 4;
    default:
        return 0;
    }
}

const MieniPaths *mieni_lint_files(MieniLint *lint)
{
    MieniProblem problem = {0};
    if (lint->options->all_files != NULL)
        return lint->options->all_files;
    if (!lint->has_files) {
        lint->has_files = true;
        if (mieni_project_files(&lint->project, &lint->files, &problem) != MIEN_OK)
            mieni_lint_unreadable(lint, &problem);
    }
    return &lint->files;
}

/// Reports that a file was checked; before is the number of diagnostics before that.
static void tell(MieniLint *lint, const char *path, int before)
{
    const MieniLintOptions *options = lint->options;
    if (options->looked_at != NULL && lint->status == MIEN_OK)
        options->looked_at(options->user, path, lint->report->count == before);
}

bool mieni_lint_wants_members(const MieniLint *lint, const char *asset)
{
    const MieniLintOptions *options = lint->options;
    return options->wants_members == NULL || options->wants_members(options->user, asset);
}

/// Clips that a pattern finds, each as if it were an asset of its own.
static void check_members(MieniLint *lint, const char *path, const MieniAsset *asset)
{
    MieniPaths members = {0};
    MieniProblem problem = {0};
    const MieniJson *patterns = mieni_clips_files_json(mieni_clips_of(asset));
    if (!mieni_lint_wants_members(lint, path))
        return;
    if (mieni_clips_members(&lint->project, path, mieni_lint_files(lint), &members, &problem) != MIEN_OK)
        mieni_lint_unreadable(lint, &problem);
    else if (members.count == 0)
        mieni_lint_add(lint, MIENI_LINT_BROKEN_REFERENCE, MIENI_LINT_WARNING, path,
                       patterns != NULL ? patterns->line : 0, "files",
                       "No file of the project matches these patterns.");
    const MieniLintOptions *options = lint->options;
    for (int i = 0; i < members.count && lint->status == MIEN_OK; ++i) {
        const int before = lint->report->count;
        if (options->wants_member != NULL && !options->wants_member(options->user, members.items[i]))
            continue;
        mieni_lint_check_clip(lint, path, asset, members.items[i]);
        tell(lint, members.items[i], before);
    }
    mieni_paths_release(&members);
}

/// What a map of the project says is checked where it is read for use.
static void check_map(MieniLint *lint, const char *path, const MieniBuffer *text)
{
    MieniProblem problem = {0};
    MienAuthorMap *map = NULL;
    const MienStatus status = mieni_project_status(
        &lint->project,
        mien_author_map_read(text->bytes, text->size, mieni_project_allocator(&lint->project), &map,
                             &problem.error),
        &problem.error);
    mien_author_map_destroy(map);
    if (status != MIEN_OK) {
        mieni_problem_in(&problem, path, status);
        mieni_lint_unreadable(lint, &problem);
    }
}

/// A calibration is made as it would be for use.
static void check_calibration(MieniLint *lint, const char *path, const MieniAsset *asset)
{
    MieniProblem problem = {0};
    MienLiveCalibration *calibration = NULL;
    const MienStatus status = mieni_project_status(
        &lint->project,
        mieni_calibration_make(asset, mieni_project_allocator(&lint->project), &calibration, &problem.error),
        &problem.error);
    mien_live_calibration_destroy(calibration);
    if (status != MIEN_OK) {
        mieni_problem_in(&problem, path, status);
        mieni_lint_unreadable(lint, &problem);
    }
}

/// A list with its defaults, whether or not a clip uses it.
static void check_list(MieniLint *lint, const char *path, const MieniAsset *list)
{
    MieniArena scratch = {.allocator = mieni_project_allocator(&lint->project)};
    MieniListParameters parameters;
    MienAuthorModifiers modifiers;
    MieniProblem problem = {0};
    MienStatus status = mieni_list_parameters_read(list, &scratch, &parameters, &problem.error);
    if (status == MIEN_OK)
        status = mieni_modifiers_describe(mieni_asset_modifiers_json(list), &parameters, &scratch, &modifiers,
                                          &problem.error);
    status = mieni_project_status(&lint->project, status, &problem.error);
    for (int i = 0; status == MIEN_OK && i < parameters.count; ++i) {
        const MieniListParameterView *row = mieni_modifiers_list_parameter(mieni_modifiers_of(list), i);
        const char *name = parameters.items[i].name;
        if (!parameters.items[i].is_used)
            mieni_lint_say(lint, MIENI_LINT_UNUSED_PARAMETER, path, mieni_list_parameter_json(row),
                           mieni_lint_text(lint, "parameters[%d]", i), name,
                           mieni_lint_text(lint, "No modifier of the list uses the parameter %s.", name));
    }
    if (status != MIEN_OK) {
        mieni_problem_in(&problem, path, status);
        mieni_lint_unreadable(lint, &problem);
    }
    mieni_arena_release(&scratch);
}

static void check_kind(MieniLint *lint, const char *path, const MieniAsset *asset, const MieniBuffer *text,
                       bool is_whole)
{
    switch (asset->kind) {
    case MIENI_ASSET_SKELETON:
        mieni_lint_check_skeleton(lint, path);
        return;
    case MIENI_ASSET_POSES:
        if (is_whole)
            mieni_lint_poses(lint, path);
        else
            mieni_lint_poses_skip(lint, path);
        return;
    case MIENI_ASSET_MESH:
        if (is_whole)
            mieni_lint_check_mesh(lint, path, asset);
        return;
    case MIENI_ASSET_GRAPH:
        if (is_whole)
            mieni_lint_check_graph(lint, path);
        return;
    case MIENI_ASSET_CHARACTER:
        mieni_lint_check_character(lint, path, asset, is_whole);
        return;
    case MIENI_ASSET_CLIP:
        if (is_whole)
            mieni_lint_check_clip(lint, path, asset, NULL);
        return;
    case MIENI_ASSET_CLIPS:
        if (is_whole)
            check_members(lint, path, asset);
        return;
    case MIENI_ASSET_MODIFIERS:
        if (is_whole)
            check_list(lint, path, asset);
        return;
    case MIENI_ASSET_MAP:
        check_map(lint, path, text);
        return;
    case MIENI_ASSET_CALIBRATION:
        check_calibration(lint, path, asset);
        return;
    default:
        return;
    }
}

static void check_asset(MieniLint *lint, const char *path)
{
    MieniBuffer text;
    MieniProblem problem = {0};
    MieniAsset asset = {0};
    const MieniAssetKind kind = mieni_asset_kind_of_path(path);
    const int before = lint->report->count;
    MienStatus status = mieni_project_read(&lint->project, path, &text, &problem);
    if (status == MIEN_OK) {
        status = mieni_asset_read(&asset, kind, text.bytes, text.size,
                                  mieni_project_allocator(&lint->project), &problem.error);
        status = mieni_project_status(&lint->project, status, &problem.error);
        mieni_problem_in(&problem, path, status);
    }
    if (status != MIEN_OK) {
        mieni_lint_unreadable(lint, &problem);
    } else {
        mieni_lint_lines(lint, path, &asset, &text);
        const int broken = mieni_lint_references(lint, path, &asset);
        check_kind(lint, path, &asset, &text, broken == 0);
    }
    mieni_asset_release(&asset);
    mieni_buffer_release(&text);
    tell(lint, path, before);
}

static int compare_findings(const void *a, const void *b)
{
    const MieniFinding *one = a, *other = b;
    const int files = strcmp(one->file, other->file);
    if (files != 0)
        return files;
    if (one->is_rest != other->is_rest)
        return one->is_rest ? 1 : -1;
    if (one->line != other->line)
        return one->line < other->line ? -1 : 1;
    if (one->code != other->code)
        return one->code < other->code ? -1 : 1;
    const int places = strcmp(one->place, other->place);
    return places != 0 ? places : strcmp(one->message, other->message);
}

/// Skeletons that this run has read already; recipes ask.
static const MieniSkeletonRecipe *known_skeleton(void *user, const char *path)
{
    const MieniLint *lint = user;
    const MieniLintSkeleton *known = mieni_name_map_get(&lint->skeleton_of, path);
    return known != NULL && !known->is_broken ? &known->recipe : NULL;
}

static void run(MieniLint *lint)
{
    const MieniLintOptions *options = lint->options;
    MieniPaths assets = {0};
    const MieniPaths *files = lint->is_whole ? mieni_lint_files(lint) : NULL;
    const int count = files != NULL ? files->count : options->file_count;
    for (int i = 0; i < count && lint->status == MIEN_OK; ++i) {
        const char *path = files != NULL ? files->items[i] : options->files[i];
        if (mieni_asset_kind_of_path(path) == MIENI_ASSET_NONE)
            continue;
        mieni_name_map_add(&lint->asked, path, NULL);
        if (!mieni_paths_add(&assets, path))
            lint->status = MIEN_ERROR_MEMORY;
    }
    mieni_paths_sort(&assets);
    for (int phase = 0; phase < PHASES; ++phase) {
        for (int i = 0; i < assets.count && lint->status == MIEN_OK; ++i)
            if (phase_of(mieni_asset_kind_of_path(assets.items[i])) == phase)
                check_asset(lint, assets.items[i]);
    }
    if (lint->is_whole && lint->status == MIEN_OK)
        mieni_lint_check_whole(lint);
    mieni_paths_release(&assets);
}

static bool is_out_of_memory(const MieniLint *lint)
{
    bool is_out = lint->report->memory.arena.is_out_of_memory || lint->arena.is_out_of_memory ||
                  lint->asked.is_out_of_memory || lint->unreadable.is_out_of_memory ||
                  lint->paired_meshes.is_out_of_memory || lint->skeleton_of.is_out_of_memory ||
                  lint->poses_of.is_out_of_memory || lint->played.is_out_of_memory ||
                  lint->members.is_out_of_memory || lint->consumed.is_out_of_memory ||
                  lint->face_names.is_out_of_memory || lint->graphs.of_path.is_out_of_memory ||
                  lint->graphs.arena.is_out_of_memory;
    for (const MieniLintSkeleton *at = lint->skeletons; at != NULL; at = at->next)
        is_out = is_out || at->table.is_out_of_memory || at->targets.is_out_of_memory ||
                 at->used.is_out_of_memory || at->outputs.is_out_of_memory;
    return is_out;
}

MienStatus mieni_lint(const MieniProject *project, const MieniLintOptions *options,
                      MieniLintReport *out_report, MieniProblem *problem)
{
    const MienAllocator *allocator = mieni_project_allocator(project);
    MieniLint lint = {.project = *project,
                      .options = options,
                      .report = out_report,
                      .arena = {.allocator = allocator},
                      .graphs = {.arena = {.allocator = allocator}}};
    const MieniLintView *settings = mieni_project_lint(mieni_project_of(&project->settings));
    *out_report = (MieniLintReport){0};
    mieni_json_begin(&out_report->memory, allocator);
    lint.project.known_skeleton = known_skeleton;
    lint.project.user = &lint;
    lint.poses_end = &lint.poses;
    lint.is_whole = options->file_count == 0;
    memcpy(lint.off, options->off, sizeof lint.off);
    for (int i = 0; i < mieni_lint_off_count(settings); ++i) {
        const int code = mieni_lint_find(mieni_lint_off(settings, i));
        if (code > 0)
            lint.off[code] = true;
    }
    lint.off[MIENI_LINT_UNREADABLE] = false;
    run(&lint);
    mieni_lint_close_tallies(&lint);
    if (is_out_of_memory(&lint))
        lint.status = MIEN_ERROR_MEMORY;
    mieni_lint_caches_release(&lint);
    if (lint.status != MIEN_OK) {
        mieni_lint_report_release(out_report);
        return mieni_project_no_memory(project, "", problem);
    }
    if (out_report->count > 0)
        qsort(out_report->items, (size_t)out_report->count, sizeof *out_report->items, compare_findings);
    return MIEN_OK;
}
