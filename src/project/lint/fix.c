// SPDX-License-Identifier: MIT
//
// Applies fixes: all fixes of a file together, saved atomically.

#include "project/lint/lint.h"

#include "asset/edit/skeleton.h"
#include "asset/view.h"

#include <string.h>

/// The exception of a file of a clips asset, made if it is not there.
static MieniExceptionView *exception_of(MieniAsset *asset, const char *member)
{
    MieniClipsView *clips = mieni_clips_of(asset);
    const int row = mieni_clips_find_exception(clips, member);
    if (row >= 0)
        return mieni_clips_exception(clips, row);
    MieniExceptionView *made = mieni_clips_add_exception(&asset->json, clips);
    mieni_exception_set_file(&asset->json, made, member);
    return made;
}

/// Adds a modifier to those of the asset, or of a file of a clips asset.
static void add_modifier(MieniAsset *asset, const char *member, const MieniJson *row)
{
    MieniJsonDocument *json = &asset->json;
    MieniModifierView *modifier =
        member != NULL                     ? mieni_exception_add_modifier(json, exception_of(asset, member))
        : asset->kind == MIENI_ASSET_CLIPS ? mieni_clips_add_modifier(json, mieni_clips_of(asset))
                                           : mieni_clip_add_modifier(json, mieni_clip_of(asset));
    for (int i = 0; i < row->count; ++i)
        mieni_json_set(json, mieni_modifier_json(modifier), row->keys[i],
                       mieni_json_copy(json, row->items[i]));
}

static MienStatus add_curves(MieniAsset *skeleton, const MieniFinding *finding, MieniProblem *problem)
{
    MienError error = {0};
    int added = 0;
    const MienStatus status =
        mieni_skeleton_add_curves(skeleton, finding->names, finding->name_count, &added, &error);
    return status == MIEN_OK ? MIEN_OK
                             : mieni_problem_set(problem, finding->file, status, mieni_at_error(&error), "%s",
                                                 error.message);
}

/// The fixes from first to before end, all of one file.
static MienStatus fix_file(const MieniProject *project, const MieniFinding *findings, int first, int end,
                           MieniProblem *problem)
{
    MieniAsset asset;
    const char *file = findings[first].file;
    MienStatus status = mieni_project_load(project, file, mieni_asset_kind_of_path(file), &asset, problem);
    if (status != MIEN_OK)
        return status;
    for (int i = first; i < end && status == MIEN_OK; ++i)
        if (findings[i].fix_kind == MIENI_LINT_FIX_MODIFIER)
            add_modifier(&asset, findings[i].member, findings[i].fix_row);
        else if (findings[i].fix_kind == MIENI_LINT_FIX_CURVES)
            status = add_curves(&asset, &findings[i], problem);
    if (status == MIEN_OK)
        status = mieni_project_save(project, file, &asset, problem);
    mieni_asset_release(&asset);
    return status;
}

MienStatus mieni_lint_fix(const MieniProject *project, const MieniLintReport *report, MieniLintFixed *fixed,
                          void *user, int *out_count, MieniProblem *problem)
{
    *out_count = 0;
    for (int first = 0, end; first < report->count; first = end) {
        int count = 0;
        for (end = first;
             end < report->count && strcmp(report->items[end].file, report->items[first].file) == 0; ++end)
            count += report->items[end].fix_kind != MIENI_LINT_FIX_NONE;
        if (count == 0)
            continue;
        const MienStatus status = fix_file(project, report->items, first, end, problem);
        if (status != MIEN_OK)
            return status;
        for (int i = first; i < end; ++i)
            if (report->items[i].fix_kind != MIENI_LINT_FIX_NONE)
                fixed(user, &report->items[i]);
        *out_count += count;
    }
    return MIEN_OK;
}
