// SPDX-License-Identifier: MIT
//
// Index of names for Go To.

#include "studio/model/facts/go_index.h"

#include "asset/view.h"
#include "studio/model/facts/strings.h"

#include <stdlib.h>
#include <string.h>

enum { SAME = 100, BEGINS = 80, PART = 60, INSIDE = 40, BESIDE = 20, LETTERS = 12, SHORT = 20 };

static bool add(StudioGoIndex *index, StudioGoKind kind, const char *name, const char *path)
{
    if (name == NULL || name[0] == '\0')
        return true;
    if (index->count == index->room) {
        const int room = index->room > 0 ? 2 * index->room : 256;
        StudioGo *items = realloc(index->items, sizeof *items * (size_t)room);
        if (items == NULL)
            return false;
        index->items = items;
        index->room = room;
    }
    const char *copy = mieni_arena_text(&index->memory, name, strlen(name));
    if (copy == NULL)
        return false;
    index->items[index->count++] = (StudioGo){kind, copy, path};
    return true;
}

static const char *keep(StudioGoIndex *index, const char *path)
{
    return mieni_arena_text(&index->memory, path, strlen(path));
}

bool studio_go_index_assets(StudioGoIndex *index, const StudioFiles *files)
{
    char name[STUDIO_LABEL_ROOM];
    for (int i = 0; i < files->count; ++i) {
        const StudioFile *file = files->items[i];
        if (file->kind <= MIENI_ASSET_PROJECT || !studio_file_is_there(file))
            continue;
        const char *path = keep(index, file->path);
        if (path == NULL || !add(index, STUDIO_GO_ASSET, studio_asset_name(path, name), path))
            return false;
    }
    return true;
}

/// Whatever the kind: the views of all others are empty.
static bool add_inside(StudioGoIndex *index, const MieniAsset *asset, const char *path)
{
    const MieniPoseAssetView *poses = mieni_pose_asset_of(asset);
    const MieniSkeletonView *skeleton = mieni_skeleton_of(asset);
    const MieniGraphView *graph = mieni_graph_of(asset);
    bool is_fine = true;
    for (int i = 0; is_fine && i < mieni_pose_asset_pose_count(poses); ++i)
        is_fine = add(index, STUDIO_GO_POSE, mieni_pose_name(mieni_pose_asset_pose(poses, i)), path);
    for (int i = 0; is_fine && i < mieni_skeleton_curve_count(skeleton); ++i)
        is_fine = add(index, STUDIO_GO_CURVE, mieni_curve_name(mieni_skeleton_curve(skeleton, i)), path);
    for (int i = 0; is_fine && i < mieni_skeleton_bone_count(skeleton); ++i)
        is_fine = add(index, STUDIO_GO_BONE, mieni_bone_name(mieni_skeleton_bone(skeleton, i)), path);
    for (int i = 0; is_fine && i < mieni_graph_node_count(graph); ++i)
        is_fine = add(index, STUDIO_GO_NODE, mieni_node_id(mieni_graph_node(graph, i)), path);
    return is_fine;
}

bool studio_go_index_inside(StudioGoIndex *index, const StudioSnapshot *snapshot, bool (*is_over)(void *user),
                            void *user)
{
    MieniPaths files = {0};
    bool is_fine = mieni_project_files(&snapshot->project, &files, NULL) == MIEN_OK;
    for (int i = 0; is_fine && i < files.count && (is_over == NULL || !is_over(user)); ++i) {
        const MieniAssetKind kind = mieni_asset_kind_of_path(files.items[i]);
        MieniAsset asset;
        if ((kind != MIENI_ASSET_POSES && kind != MIENI_ASSET_SKELETON && kind != MIENI_ASSET_GRAPH) ||
            mieni_project_load(&snapshot->project, files.items[i], kind, &asset, NULL) != MIEN_OK)
            continue;
        const char *path = keep(index, files.items[i]);
        is_fine = path != NULL && add_inside(index, &asset, path);
        mieni_asset_release(&asset);
    }
    mieni_paths_release(&files);
    return is_fine;
}

void studio_go_index_release(StudioGoIndex *index)
{
    free(index->items);
    mieni_arena_release(&index->memory);
    *index = (StudioGoIndex){0};
}

// Fitting

static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool is_upper(char letter) { return letter >= 'A' && letter <= 'Z'; }

/// Whether a part of a name begins here: after a separator, or with a capital.
static bool begins_part(const char *name, size_t at)
{
    if (at == 0 || strchr("_-. /:", name[at - 1]) != NULL)
        return true;
    return is_upper(name[at]) && !is_upper(name[at - 1]);
}

static bool begins_with(const char *name, const char *word, size_t size)
{
    for (size_t i = 0; i < size; ++i)
        if (name[i] == '\0' || lower(name[i]) != lower(word[i]))
            return false;
    return true;
}

static bool has_letters(const char *name, const char *word, size_t size)
{
    size_t found = 0;
    for (; *name != '\0' && found < size; ++name)
        found += lower(*name) == lower(word[found]);
    return found == size;
}

static int fit_word(const char *word, size_t size, const char *name)
{
    int best = 0;
    for (size_t i = 0; name[i] != '\0'; ++i) {
        if (!begins_with(name + i, word, size))
            continue;
        const int fit = i == 0 ? (name[size] == '\0' ? SAME : BEGINS) : begins_part(name, i) ? PART : INSIDE;
        best = fit > best ? fit : best;
    }
    return best;
}

static int fit_either(const char *word, size_t size, const char *name, const char *path)
{
    const int fit = fit_word(word, size, name);
    if (fit > 0)
        return fit;
    if (path != NULL && fit_word(word, size, path) > 0)
        return BESIDE;
    return size > 2 && has_letters(name, word, size) ? LETTERS : 0;
}

int studio_go_fit(const char *words, const char *name, const char *path)
{
    const size_t length = strlen(name);
    int sum = 0, count = 0;
    while (*words != '\0') {
        const size_t size = strcspn(words, " ");
        if (size > 0) {
            const int fit = fit_either(words, size, name, path);
            if (fit == 0)
                return 0;
            sum += fit;
            ++count;
        }
        words += size;
        words += *words == ' ';
    }
    return count == 0 ? 1 : sum / count * SHORT + (length < SHORT ? SHORT - (int)length : 0) + 1;
}
