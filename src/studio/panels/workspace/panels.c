// SPDX-License-Identifier: MIT
//
// The table of editors.

#include "studio/panels/workspace/panels.h"

#include "studio/panels/character/inspector.h"
#include "studio/panels/clip/editor.h"
#include "studio/panels/clip/inspector.h"
#include "studio/panels/graph/inspector.h"
#include "studio/panels/graph/view.h"
#include "studio/panels/map/inspector.h"
#include "studio/panels/map/table.h"
#include "studio/panels/mesh/inspector.h"
#include "studio/panels/poses/panel.h"
#include "studio/panels/skeleton/curves_table.h"
#include "studio/panels/skeleton/inspector.h"

// clang-format off: a row per editor, a line per part
const StudioEditor studio_editors[STUDIO_EDITOR_COUNT] = {
    {
        .kind = MIENI_ASSET_POSES,
        .name = "poses",
        .side_width = {372, 468},
        .side = {studio_poses_panel_new, studio_poses_panel_show},
    },
    {
        .kind = MIENI_ASSET_CLIP,
        .name = "clip",
        .side_width = {316, 380},
        .side = {studio_clip_inspector_new, studio_clip_inspector_show},
        .bottom = {studio_clip_editor_new, studio_clip_editor_show},
        .bottom_height = {322, 400},
        .is_bottom_wide = true,
    },
    {
        .kind = MIENI_ASSET_GRAPH,
        .name = "graph",
        .side_width = {324, 380},
        .bottom_height = {368, 500},
        .side = {studio_graph_inspector_new, studio_graph_inspector_show},
        .bottom = {studio_graph_view_new, studio_graph_view_show},
    },
    {
        .kind = MIENI_ASSET_SKELETON,
        .name = "skeleton",
        .side_width = {312, 380},
        .bottom_height = {424, 560},
        .side = {studio_curve_inspector_new, studio_curve_inspector_show},
        .bottom = {studio_curves_table_new, studio_curves_table_show},
    },
    {
        .kind = MIENI_ASSET_CHARACTER,
        .name = "character",
        .side_width = {316, 380},
        .side = {studio_character_inspector_new, studio_character_inspector_show},
    },
    {
        .kind = MIENI_ASSET_MESH,
        .name = "mesh",
        .side_width = {372, 468},
        .side = {studio_mesh_inspector_new, studio_mesh_inspector_show},
    },
    {
        .kind = MIENI_ASSET_MAP,
        .name = "map",
        .side_width = {316, 380},
        .bottom_height = {322, 440},
        .side = {studio_map_inspector_new, studio_map_inspector_show},
        .bottom = {studio_map_table_new, studio_map_table_show},
    },
};
// clang-format on

const StudioEditor *studio_editor_of(MieniAssetKind kind)
{
    for (int i = 0; i < STUDIO_EDITOR_COUNT; ++i)
        if (studio_editors[i].kind == kind)
            return &studio_editors[i];
    return NULL;
}
