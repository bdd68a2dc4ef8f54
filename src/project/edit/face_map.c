// SPDX-License-Identifier: MIT
//
// Rows of maps to the names of a face.

#include "project/edit/face_map.h"

#include "mien_author/map.h"
#include "mien_author/resolve.h"

#include <string.h>

typedef struct Names {
    const char **items;
    int count;
    const char *only;
    MieniArena *arena;
} Names;

static void add_name(Names *names, const char *name)
{
    const char *text = mieni_text_or_empty(name);
    if (names->items != NULL && strstr(text, names->only) != NULL)
        names->items[names->count++] = mieni_arena_text(names->arena, text, strlen(text));
}

int mieni_face_names(const MieniAsset *face, const char *only, MieniArena *arena, const char ***out_names)
{
    const MieniMeshView *mesh = mieni_mesh_of(face); // views of other kinds are empty
    const MieniPoseAssetView *poses = mieni_pose_asset_of(face);
    const MieniSkeletonView *skeleton = mieni_skeleton_of(face);
    const int room = mieni_mesh_morph_count(mesh) + mieni_pose_asset_pose_count(poses) +
                     mieni_pose_asset_curve_count(poses) + mieni_skeleton_curve_count(skeleton);
    Names names = {.only = only != NULL ? only : "", .arena = arena};
    names.items = mieni_arena_take(arena, (size_t)room, sizeof *names.items);
    for (int i = 0; i < mieni_mesh_morph_count(mesh); ++i)
        add_name(&names, mieni_morph_name(mieni_mesh_morph(mesh, i)));
    for (int i = 0; i < mieni_pose_asset_pose_count(poses); ++i)
        add_name(&names, mieni_pose_name(mieni_pose_asset_pose(poses, i)));
    const bool has_poses = names.count > 0; // otherwise the curves that they set
    for (int i = 0; !has_poses && i < mieni_pose_asset_curve_count(poses); ++i)
        add_name(&names, mieni_curve_name(mieni_pose_asset_curve(poses, i)));
    for (int i = 0; i < mieni_skeleton_curve_count(skeleton); ++i)
        add_name(&names, mieni_curve_name(mieni_skeleton_curve(skeleton, i)));
    *out_names = names.items;
    return arena->is_out_of_memory ? 0 : names.count;
}

/// What a map is made of.
typedef struct Making {
    const MienAuthorVocabulary *vocabulary;
    const char *const *names;
    MienAuthorResolver *resolver; ///< Of the names.
    const MieniFaceMapListener *listener;
    MieniJsonDocument *json; ///< NULL: rows are only counted.
    MieniMapView *map;
} Making;

static void add_row(const Making *making, const char *from, int target, float weight)
{
    if (making->json == NULL)
        return;
    MieniMapRowView *row = mieni_map_add_row(making->json, making->map);
    mieni_map_row_set_from(making->json, row, from);
    mieni_map_row_set_to(making->json, row, making->names[target]);
    if (weight != 1.0f)
        mieni_map_row_set_weight_json(making->json, row, mieni_json_float(making->json, weight));
}

/// Rows of a built-in map that lead from a name to names of the face.
static int rows_through(const Making *making, const MienAuthorMap *through, const char *name)
{
    int count = 0;
    for (int r = 0; r < through->row_count; ++r) {
        const MienAuthorMapRow *row = &through->rows[r];
        if (strcmp(row->from, name) != 0)
            continue;
        const MienAuthorMatch match = mien_author_resolver_find(making->resolver, row->to);
        if (match.kind == MIEN_AUTHOR_MATCH)
            add_row(making, name, match.target, row->weight);
        count += match.kind == MIEN_AUTHOR_MATCH;
    }
    return count;
}

/// How many names of the vocabulary reach the face, directly or through a map.
static int reach(const Making *making, const MienAuthorMap *through)
{
    Making counting = *making;
    int count = 0;
    counting.json = NULL;
    for (int i = 0; i < making->vocabulary->name_count; ++i) {
        const char *name = making->vocabulary->names[i].name;
        count += through != NULL
                     ? rows_through(&counting, through, name) > 0
                     : mien_author_resolver_find(making->resolver, name).kind == MIEN_AUTHOR_MATCH;
    }
    return count;
}

/// The built-in map of the vocabulary by which more names reach the face than directly; NULL if
/// there is none.
static MienAuthorMap *best_map(const Making *making)
{
    MienAuthorMap *best = NULL;
    int most = reach(making, NULL);
    for (int i = 0; i < mien_author_map_count(); ++i) {
        const MienAuthorMapInfo info = mien_author_map_info(i);
        MienAuthorMap *map = NULL;
        if (strcmp(info.from, making->vocabulary->id) != 0 ||
            mien_author_map_load(info.id, NULL, &map, NULL) != MIEN_OK)
            continue;
        const int count = reach(making, map);
        if (count <= most) {
            mien_author_map_destroy(map);
            continue;
        }
        mien_author_map_destroy(best);
        best = map;
        most = count;
        if (making->listener->through != NULL)
            making->listener->through(making->listener->user, info.id);
    }
    return best;
}

/// A row for a name that exactly one of the face's names means; false if none does.
static bool put_match(const Making *making, const char *name)
{
    const MieniFaceMapListener *listener = making->listener;
    const MienAuthorMatch match = mien_author_resolver_find(making->resolver, name);
    if (match.kind == MIEN_AUTHOR_MATCH)
        add_row(making, name, match.target, 1.0f);
    else if (match.kind == MIEN_AUTHOR_AMBIGUOUS && listener->ambiguous != NULL)
        listener->ambiguous(listener->user, name, making->names[match.target], making->names[match.other]);
    return match.kind == MIEN_AUTHOR_MATCH;
}

MienStatus mieni_face_map_fill(MieniJsonDocument *json, MieniMapView *map,
                               const MienAuthorVocabulary *vocabulary, const char *const *names,
                               int name_count, const MieniFaceMapListener *listener, int *out_count,
                               MienError *error)
{
    static const MieniFaceMapListener silent = {0};
    Making making = {.vocabulary = vocabulary,
                     .names = names,
                     .listener = listener != NULL ? listener : &silent,
                     .json = json,
                     .map = map};
    *out_count = 0;
    const MienStatus status =
        mien_author_resolver_create(names, name_count, vocabulary, NULL, &making.resolver, error);
    if (status != MIEN_OK)
        return status;
    if (json != NULL)
        mieni_map_set_rows_json(json, map, mieni_json_array(json));
    MienAuthorMap *through = best_map(&making);
    for (int i = 0; i < vocabulary->name_count; ++i) {
        const char *name = vocabulary->names[i].name;
        if (through != NULL ? rows_through(&making, through, name) > 0 : put_match(&making, name))
            ++*out_count;
        else if (making.listener->missing != NULL)
            making.listener->missing(making.listener->user, name);
    }
    mien_author_map_destroy(through);
    mien_author_resolver_destroy(making.resolver);
    return MIEN_OK;
}
