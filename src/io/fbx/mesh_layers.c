// SPDX-License-Identifier: MIT
//
// Layers of FBX meshes: normals, texture coordinates and materials, by corner, point or
// polygon, directly or through indices.

#include "core/float_rules.h"

#include "io/fbx/mesh.h"

#include <string.h>

/// The names that a layer's nodes have.
typedef struct Names {
    const char *layer, *values, *indices;
    int width;
} Names;

static MienStatus read_layer(const MieniFbxScene *scene, const MieniFbxNode *node, const Names *names,
                             MieniArena *arena, MieniFbxLayer *out)
{
    *out = (MieniFbxLayer){0};
    const MieniFbxNode *values = mieni_fbx_child(node, names->values);
    if (values == NULL)
        return MIEN_OK;
    const char *by = mieni_fbx_text(mieni_fbx_child(node, "MappingInformationType"), 0, "ByPolygonVertex");
    const char *how = mieni_fbx_text(mieni_fbx_child(node, "ReferenceInformationType"), 0, "");
    size_t count = 0;
    MienStatus status = mieni_fbx_reals(scene->file, values, arena, &out->values, &count, scene->error);
    if (status != MIEN_OK)
        return status;
    out->width = names->width;
    out->count = count / (size_t)names->width;
    out->by = strncmp(by, "ByVert", 6) == 0  ? MIENI_FBX_BY_POINT
              : strcmp(by, "ByPolygon") == 0 ? MIENI_FBX_BY_POLYGON
              : strcmp(by, "AllSame") == 0   ? MIENI_FBX_ALL_SAME
                                             : MIENI_FBX_BY_CORNER;
    if (names->indices == NULL || strcmp(how, "Direct") == 0)
        return MIEN_OK;
    const MieniFbxNode *indices = mieni_fbx_child(node, names->indices);
    if (indices != NULL)
        status =
            mieni_fbx_integers(scene->file, indices, arena, &out->indices, &out->index_count, scene->error);
    return status;
}

MienStatus mieni_fbx_normals(const MieniFbxScene *scene, const MieniFbxNode *mesh, MieniArena *arena,
                             MieniFbxLayer *out_layer)
{
    static const Names names = {"LayerElementNormal", "Normals", "NormalsIndex", 3},
                       old = {"", "Normals", NULL, 3};
    const MieniFbxNode *node = mieni_fbx_child(mesh, names.layer);
    if (node != NULL)
        return read_layer(scene, node, &names, arena, out_layer);
    const MienStatus status = read_layer(scene, mesh, &old, arena, out_layer);
    out_layer->by = MIENI_FBX_BY_POINT;
    return status;
}

MienStatus mieni_fbx_uvs(const MieniFbxScene *scene, const MieniFbxNode *mesh, size_t corners,
                         MieniArena *arena, MieniFbxLayer *out_layer)
{
    static const Names names = {"LayerElementUV", "UV", "UVIndex", 2},
                       old = {"GeometryUVInfo", "TextureUV", "TextureUVVerticeIndex", 2};
    const MieniFbxNode *node = mieni_fbx_child(mesh, names.layer);
    if (node != NULL)
        return read_layer(scene, node, &names, arena, out_layer);
    const MienStatus status = read_layer(scene, mieni_fbx_child(mesh, old.layer), &old, arena, out_layer);
    if (out_layer->index_count == corners) // what the oldest files call polygons are their corners
        out_layer->by = MIENI_FBX_BY_CORNER;
    return status;
}

MienStatus mieni_fbx_materials(const MieniFbxScene *scene, const MieniFbxNode *mesh, MieniArena *arena,
                               MieniFbxLayer *out_layer)
{
    static const Names names = {"LayerElementMaterial", "Materials", NULL, 1};
    return read_layer(scene, mieni_fbx_child(mesh, names.layer), &names, arena, out_layer);
}

int64_t mieni_fbx_layer_element(const MieniFbxLayer *layer, size_t corner, size_t point, size_t polygon)
{
    size_t at = layer->by == MIENI_FBX_BY_CORNER    ? corner
                : layer->by == MIENI_FBX_BY_POINT   ? point
                : layer->by == MIENI_FBX_BY_POLYGON ? polygon
                                                    : 0;
    if (layer->width == 0)
        return -1;
    if (layer->indices != NULL) {
        if (at >= layer->index_count || layer->indices[at] < 0)
            return -1;
        at = (size_t)layer->indices[at];
    }
    return at < layer->count ? (int64_t)at : -1;
}
