// SPDX-License-Identifier: MIT
//
// Fixes: those of one file together, saved whole.

#include "project/lint/lint.h"

#include <string.h>

/// The list of modifiers that a fix adds to, made if it is not there.
static MieniJson *modifiers_of(MieniAsset *asset, const char *member)
{
    MieniJsonDocument *json = &asset->json;
    MieniJson *owner = json->root;
    if (member != NULL) {
        MieniJson *except = mieni_json_get(owner, "except");
        if (except == NULL)
            except = mieni_json_set(json, owner, "except", mieni_json_array(json));
        const int row = mieni_json_find(except, "file", member);
        if (row >= 0) {
            owner = except->items[row];
        } else {
            owner = mieni_json_append(json, except, mieni_json_object(json));
            mieni_json_set(json, owner, "file", mieni_json_string(json, member));
        }
    }
    MieniJson *modifiers = mieni_json_get(owner, "modifiers");
    return modifiers != NULL ? modifiers : mieni_json_set(json, owner, "modifiers", mieni_json_array(json));
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
    for (int i = first; i < end; ++i)
        if (findings[i].fix_kind == MIENI_LINT_FIX_MODIFIER)
            mieni_json_append(&asset.json, modifiers_of(&asset, findings[i].member),
                              mieni_json_copy(&asset.json, findings[i].fix_row));
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
