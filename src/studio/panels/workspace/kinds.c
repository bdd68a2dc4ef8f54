// SPDX-License-Identifier: MIT
//
// Labels and icons of asset kinds.

#include "studio/panels/workspace/kinds.h"

#include <stdio.h>

const StudioKind studio_kinds[STUDIO_KIND_COUNT] = {
    {MIENI_ASSET_CHARACTER, "character", "Characters", "avatar-default-symbolic", "Character"},
    {MIENI_ASSET_POSES, "pose asset", "Pose assets", "face-smile-big-symbolic", "Pose asset"},
    {MIENI_ASSET_CLIP, "clip", "Clips", "video-x-generic-symbolic", "Clip"},
    {MIENI_ASSET_GRAPH, "graph", "Graphs", "emblem-shared-symbolic", "Graph"},
    {MIENI_ASSET_SKELETON, "skeleton", "Skeletons", "insert-link-symbolic", "Skeleton"},
    {MIENI_ASSET_MESH, "mesh", "Meshes", "view-grid-symbolic", "Mesh"},
    {MIENI_ASSET_MAP, "map", "Maps", "accessories-character-map-symbolic", "Map"},
    {MIENI_ASSET_NONE, "source", "Sources", "folder-download-symbolic", "Source"},
};

int studio_kind_index(MieniAssetKind kind)
{
    int index = 0;
    while (index < STUDIO_KIND_COUNT - 1 && studio_kinds[index].kind != kind)
        ++index;
    return index;
}

const char *studio_count_text(int count, char out[STUDIO_COUNT_ROOM])
{
    if (count >= 1000000)
        snprintf(out, STUDIO_COUNT_ROOM, "%d,%03d,%03d", count / 1000000, count / 1000 % 1000, count % 1000);
    else if (count >= 1000)
        snprintf(out, STUDIO_COUNT_ROOM, "%d,%03d", count / 1000, count % 1000);
    else
        snprintf(out, STUDIO_COUNT_ROOM, "%d", count);
    return out;
}
