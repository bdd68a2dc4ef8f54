// SPDX-License-Identifier: MIT
//
// Imports meshes: source, skeleton, bones with a different rest pose, and morphs.

#include "project/import/importing.h"

#include <string.h>

MienStatus mieni_import_mesh(MieniImporting *importing)
{
    const MienIoSource *source = importing->take.source;
    const MienAuthorMesh *mesh = source->mesh;
    char path[MIENI_PATH_ROOM];
    MieniAsset asset;
    MienError error = {0};
    bool is_new;
    int gone = 0;
    if (importing->skeleton_path == NULL)
        return MIEN_OK; // nothing to hang it from
    MienStatus status = mieni_import_path(importing, MIENI_ASSET_MESH, path);
    if (status == MIEN_OK)
        status = mieni_import_open(importing, path, MIENI_ASSET_MESH, "source", &asset, &is_new);
    if (status != MIEN_OK)
        return status;
    mieni_mesh_set_skeleton(&asset.json, mieni_mesh_of(&asset), importing->skeleton_path);
    mieni_import_set_source(importing, &asset, "source", NULL);
    status = mieni_mesh_fill(&asset, &importing->skeleton->skeleton, mesh, &source->skeleton, &gone, &error);
    if (status != MIEN_OK)
        mieni_problem_set(importing->problem, path, status, mieni_at_error(&error), "%s", error.message);
    else
        status = mieni_import_save(importing, &asset, path, is_new, "%d vert%s, %d morph%s",
                                   mesh->vertex_count, mesh->vertex_count == 1 ? "ex" : "ices",
                                   mesh->morph_count, mieni_plural(mesh->morph_count));
    const MieniMeshView *view = mieni_mesh_of(&asset); // filling made a new one
    for (int i = 0; i < mieni_mesh_morph_count(view); ++i)
        mieni_import_add_curve(importing, mieni_morph_name(mieni_mesh_morph(view, i)));
    mieni_asset_release(&asset);
    if (status == MIEN_OK && gone > 0)
        mieni_import_note(importing, "The file lacks %d morph%s that it had before.", gone,
                          mieni_plural(gone));
    importing->mesh_path = mieni_arena_text(&importing->arena, path, strlen(path));
    return status == MIEN_OK && importing->mesh_path == NULL ? mieni_import_no_memory(importing) : status;
}
