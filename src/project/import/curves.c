// SPDX-License-Identifier: MIT
//
// Imports curves: adds the curves that drive the morphs and poses of a file to the skeleton's
// curve table, so that characters know them.

#include "project/import/importing.h"

#include <stdio.h>
#include <string.h>

void mieni_import_add_curve(MieniImporting *importing, const char *name)
{
    MieniImportCurve *curve = mieni_arena_take(&importing->arena, 1, sizeof *curve);
    if (curve == NULL)
        return; // told when the curves are added
    curve->name = mieni_arena_text(&importing->arena, name, strlen(name));
    if (importing->curves == NULL)
        importing->curves = curve;
    else
        importing->last_curve->next = curve;
    importing->last_curve = curve;
}

/// The line of the skeleton says that it changed after all.
static void tell_curves(const MieniImporting *importing, int count)
{
    for (MieniImportLine *line = importing->report->lines; line != NULL; line = line->next) {
        if (line->kind != MIENI_ASSET_SKELETON)
            continue;
        const size_t size = strlen(line->detail);
        if (strcmp(line->what, "created") != 0)
            line->what = "updated";
        snprintf(line->detail + size, sizeof line->detail - size, ", %d new curve%s", count,
                 mieni_plural(count));
        return;
    }
}

MienStatus mieni_import_curves(MieniImporting *importing)
{
    const char *path = importing->skeleton_path;
    MieniAsset asset;
    if (importing->arena.is_out_of_memory)
        return mieni_import_no_memory(importing);
    MienStatus status =
        mieni_project_load(importing->project, path, MIENI_ASSET_SKELETON, &asset, importing->problem);
    if (status != MIEN_OK)
        return status;
    MieniJsonDocument *json = &asset.json;
    MieniSkeletonView *skeleton = mieni_skeleton_of(&asset);
    int count = 0;
    for (const MieniImportCurve *at = importing->curves; at != NULL; at = at->next) {
        if (mieni_skeleton_find_curve(skeleton, at->name) >= 0)
            continue;
        mieni_curve_set_name(json, mieni_skeleton_add_curve(json, skeleton), at->name);
        ++count;
    }
    if (count > 0)
        status = mieni_project_save(importing->project, path, &asset, importing->problem);
    if (count > 0 && status == MIEN_OK)
        tell_curves(importing, count);
    mieni_asset_release(&asset);
    return status;
}
