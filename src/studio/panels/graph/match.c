// SPDX-License-Identifier: MIT
//
// Finds related assets.

#include "studio/panels/graph/match.h"

#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/graph/scene.h"

GPtrArray *studio_match_all(Studio *studio, MieniAssetKind kind)
{
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
    for (int i = 0; i < studio->files.count; ++i) {
        const StudioFile *file = studio->files.items[i];
        if (file->kind == kind && studio_exists(studio, file->path))
            g_ptr_array_add(paths, g_strdup(file->path));
    }
    return paths;
}

static const MieniAsset *asset_of(Studio *studio, const char *path)
{
    const MieniAsset *asset;
    return path != NULL && studio_asset(studio, path, &asset, NULL) == MIEN_OK ? asset : NULL;
}

char *studio_match_mesh(Studio *studio, const char *path)
{
    return g_strdup(mieni_asset_mesh(asset_of(studio, path)));
}

char *studio_match_graph(Studio *studio, const char *character)
{
    return g_strdup(mieni_character_graph(mieni_character_of(asset_of(studio, character))));
}

char *studio_match_parent(Studio *studio, const char *graph)
{
    return g_strdup(mieni_graph_extends(mieni_graph_of(asset_of(studio, graph))));
}

char *studio_match_skeleton(Studio *studio, const char *character)
{
    const char *skeleton = mieni_asset_skeleton(asset_of(studio, character));
    if (skeleton != NULL)
        return g_strdup(skeleton);
    g_autofree char *mesh = studio_match_mesh(studio, character);
    return g_strdup(mieni_asset_skeleton(asset_of(studio, mesh)));
}

char *studio_match_poses(Studio *studio, const char *character)
{
    char name[STUDIO_LABEL_ROOM], other[STUDIO_LABEL_ROOM];
    const char *own = mieni_character_poses(mieni_character_of(asset_of(studio, character)));
    if (own != NULL)
        return g_strdup(own);
    g_autofree char *mesh = studio_match_mesh(studio, character);
    g_autoptr(GPtrArray) all = studio_match_all(studio, MIENI_ASSET_POSES);
    studio_asset_name(character, name);
    const char *named = NULL;
    for (guint i = 0; i < all->len; ++i) {
        const char *path = g_ptr_array_index(all, i);
        g_autofree char *made_for = studio_match_mesh(studio, path);
        if (mesh != NULL && g_strcmp0(made_for, mesh) == 0)
            return g_strdup(path);
        if (named == NULL && g_str_has_prefix(studio_asset_name(path, other), name))
            named = path;
    }
    return g_strdup(named);
}

static bool note_poses(void *user, const MieniGraphValue *value, MieniAssetKind kind)
{
    char **found = user;
    if (kind == MIENI_ASSET_POSES)
        *found = g_strdup(value->value->string);
    return *found == NULL;
}

char *studio_match_graph_poses(Studio *studio, const char *graph)
{
    StudioGraphChain chain;
    char *found = NULL;
    if (studio_graph_chain_read(studio, graph, &chain, NULL) == MIEN_OK)
        mieni_graph_text_assets(&chain.texts[0], note_poses, &found);
    return found;
}

char *studio_match_free_path(Studio *studio, const char *beside, const char *name, const char *ending)
{
    const char *slash = beside != NULL ? strrchr(beside, '/') : NULL;
    const int folder = slash != NULL ? (int)(slash - beside) + 1 : 0;
    char *path = g_strdup_printf("%.*s%s%s", folder, beside, name, ending);
    for (int n = 2; studio_exists(studio, path); ++n) {
        g_free(path);
        path = g_strdup_printf("%.*s%s_%d%s", folder, beside, name, n, ending);
    }
    return path;
}

bool studio_match_extends(Studio *studio, const char *graph, const char *parent)
{
    StudioGraphChain chain;
    if (graph == NULL || studio_graph_chain_read(studio, graph, &chain, NULL) != MIEN_OK)
        return false;
    for (int i = 1; i < chain.count; ++i)
        if (strcmp(chain.texts[i].path, parent) == 0)
            return true;
    return false;
}
