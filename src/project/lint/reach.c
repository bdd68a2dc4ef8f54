// SPDX-License-Identifier: MIT
//
// Clips whose curves reach no face of the project: no pose and no morph has a name of theirs.

#include "asset/names/vocabulary.h"
#include "project/lint/clip.h"

#include <string.h>

/// Notes a face; the one with most names is the one that a map would be made for.
static void note_face(MieniLint *lint, const char *path, int name_count)
{
    if (name_count <= lint->face_size)
        return;
    lint->face_size = name_count;
    lint->face = path;
}

static void note_poses(MieniLint *lint, const char *path)
{
    const MieniLintPoses *poses = mieni_lint_poses(lint, path);
    for (int p = 0; poses != NULL && p < poses->pose_count; ++p)
        mieni_name_map_add(&lint->face_names, poses->poses[p].name, NULL);
    if (poses != NULL)
        note_face(lint, path, poses->pose_count);
}

static void note_morphs(MieniLint *lint, const char *path)
{
    MieniAsset asset;
    if (mieni_project_load(&lint->project, path, MIENI_ASSET_MESH, &asset, NULL) != MIEN_OK)
        return; // is reported with the mesh
    const MieniMeshView *mesh = mieni_mesh_of(&asset);
    for (int i = 0; i < mieni_mesh_morph_count(mesh); ++i)
        mieni_name_map_add(&lint->face_names, mieni_morph_name(mieni_mesh_morph(mesh, i)), NULL);
    note_face(lint, path, mieni_mesh_morph_count(mesh));
    mieni_asset_release(&asset);
}

/// Whether a graph translates curves: what reaches faces through it is not looked for.
static bool has_map_node(MieniLint *lint, const char *path)
{
    MieniAsset asset;
    bool is_found = false;
    if (mieni_project_load(&lint->project, path, MIENI_ASSET_GRAPH, &asset, NULL) != MIEN_OK)
        return false; // is reported with the graph
    const MieniGraphView *graph = mieni_graph_of(&asset);
    for (int i = 0; i < mieni_graph_node_count(graph); ++i)
        is_found =
            is_found || strcmp(mieni_text_or_empty(mieni_node_node(mieni_graph_node(graph, i))), "map") == 0;
    mieni_asset_release(&asset);
    return is_found;
}

/// Names of all faces of the project, gathered once.
static void gather(MieniLint *lint)
{
    const MieniPaths *files = mieni_lint_files(lint);
    lint->has_faces = true;
    for (int i = 0; files != NULL && i < files->count && lint->status == MIEN_OK; ++i) {
        const char *path = files->items[i];
        const MieniAssetKind kind = mieni_asset_kind_of_path(path);
        if (kind == MIENI_ASSET_POSES)
            note_poses(lint, path);
        else if (kind == MIENI_ASSET_MESH)
            note_morphs(lint, path);
        else if (kind == MIENI_ASSET_GRAPH)
            lint->has_map_nodes = lint->has_map_nodes || has_map_node(lint, path);
    }
}

/// Whether the poses that the clip is compared with have a name, or nearly: that is reported.
static bool is_paired(const MieniLintClip *clip, const char *name)
{
    const MieniLintDriver *drivers[2];
    return clip->drive != NULL &&
           (mieni_lint_drivers(clip->drive, name, drivers) > 0 ||
            mien_author_resolver_near_miss(clip->drive->resolver, name).kind != MIEN_AUTHOR_NO_MATCH);
}

void mieni_lint_check_reach(MieniLintClip *clip)
{
    MieniLint *lint = clip->lint;
    const char *place;
    int count = 0;
    if (!lint->is_whole || !mieni_lint_wants(lint, MIENI_LINT_UNREACHED_FACE))
        return;
    const char **names = mieni_arena_take(&clip->scratch, (size_t)clip->curve_count, sizeof *names);
    if (!lint->has_faces)
        gather(lint);
    for (int c = 0; names != NULL && c < clip->curve_count; ++c) {
        if (!clip->curves[c].is_moving)
            continue;
        if (mieni_name_map_has(&lint->face_names, clip->curves[c].name) ||
            is_paired(clip, clip->curves[c].name))
            return;
        names[count++] = clip->curves[c].name;
    }
    if (count == 0 || lint->face == NULL || lint->has_map_nodes)
        return;
    const MieniJson *at = mieni_lint_clip_curves(clip, &place);
    const char *vocabulary = mieni_vocabulary_of(names, count);
    const char *cure =
        vocabulary != NULL
            ? mieni_lint_text(lint,
                              "mien map create %s %s -o face.map.json, then \"map\": \"face.map.json\" in "
                              "the clip, connects them",
                              vocabulary, lint->face)
            : "give the clip a map to the names of a face";
    mieni_lint_name(
        lint,
        mieni_lint_say_clip(clip, MIENI_LINT_UNREACHED_FACE, at, place,
                            mieni_lint_text(lint,
                                            "No face of the project has a pose or morph for its %d "
                                            "curve%s, the first is %s: %s.",
                                            count, count == 1 ? "" : "s", names[0], cure)),
        names, 1);
}
