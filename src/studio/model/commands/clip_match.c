// SPDX-License-Identifier: MIT
//
// Matching clips to faces.

#include "studio/model/commands/clip_match.h"

#include "asset/names/vocabulary.h"
#include "base/text_out.h"
#include "project/edit/face_map.h"
#include "studio/model/commands/assets.h"
#include "studio/model/facts/strings.h"

#include <stdio.h>
#include <string.h>

/// The rows of a map, and what they are made of.
typedef struct Matching {
    const MieniAsset *face;
    const char *vocabulary, *to;
} Matching;

static MienStatus fill(void *user, MieniAsset *asset, MienError *error)
{
    const Matching *matching = user;
    MienAuthorVocabulary *vocabulary = NULL;
    MieniArena arena = {0};
    const char **names;
    int count;
    MienStatus status = mien_author_vocabulary_load(matching->vocabulary, NULL, &vocabulary, error);
    if (status != MIEN_OK)
        return status;
    const int name_count = mieni_face_names(matching->face, NULL, &arena, &names);
    mieni_map_set_from(&asset->json, mieni_map_of(asset), matching->vocabulary);
    mieni_map_set_to(&asset->json, mieni_map_of(asset), matching->to);
    status = mieni_face_map_fill(&asset->json, mieni_map_of(asset), vocabulary, names, name_count, NULL,
                                 &count, error);
    mien_author_vocabulary_destroy(vocabulary);
    mieni_arena_release(&arena);
    return status;
}

static bool has_row(const MieniMapView *map, const char *curve)
{
    for (int i = 0; i < mieni_map_row_count(map); ++i)
        if (strcmp(mieni_text_or_empty(mieni_map_row_from(mieni_map_row(map, i))), curve) == 0)
            return true;
    return false;
}

int studio_clip_match_count(const MieniAsset *face, const char *const *curves, int curve_count)
{
    Matching matching = {face, mieni_vocabulary_of(curves, curve_count), "face"};
    MieniAsset map;
    int count = 0;
    if (matching.vocabulary == NULL || mieni_asset_begin(&map, MIENI_ASSET_MAP, NULL) != MIEN_OK)
        return 0;
    if (fill(&matching, &map, NULL) == MIEN_OK)
        for (int i = 0; i < curve_count; ++i)
            count += has_row(mieni_map_of(&map), curves[i]);
    mieni_asset_release(&map);
    return count;
}

/// Whether a map leads from a vocabulary to a face.
static bool is_map(Studio *studio, const char *path, const Matching *matching)
{
    const MieniAsset *asset;
    if (studio_asset(studio, path, &asset, NULL) != MIEN_OK)
        return false;
    const MieniMapView *map = mieni_map_of(asset);
    return strcmp(mieni_text_or_empty(mieni_map_from(map)), matching->vocabulary) == 0 &&
           strcmp(mieni_text_or_empty(mieni_map_to(map)), matching->to) == 0;
}

/// Path of the map, which is created if needed: "heads/ada.map.json" beside "heads/ada.mesh.json", with a
/// number if a map from other names has that path.
static MienStatus put_map(Studio *studio, const char *face, Matching *matching, char path[MIENI_PATH_ROOM],
                          MieniProblem *problem)
{
    const char *slash = strrchr(face, '/');
    const int folder = slash != NULL ? (int)(slash + 1 - face) : 0;
    snprintf(path, MIENI_PATH_ROOM, "%.*s%s.map.json", folder, face, matching->to);
    for (int n = 2; studio_exists(studio, path) && !is_map(studio, path, matching); ++n)
        snprintf(path, MIENI_PATH_ROOM, "%.*s%s-%d.map.json", folder, face, matching->to, n);
    if (studio_exists(studio, path))
        return MIEN_OK;
    const MienStatus status = studio_asset_make(studio, path, NULL, problem);
    return status == MIEN_OK ? studio_change(studio, path, fill, matching, "match", NULL, problem) : status;
}

static MienStatus set_map(Studio *studio, const char *clip, const char *map, MieniProblem *problem)
{
    MieniTextOut value = {0};
    mieni_text_put_string(&value, map);
    const MienStatus status =
        value.is_out_of_memory ? studio_no_memory(problem, clip)
                               : studio_asset_set(studio, clip, "map", value.bytes, "match", NULL, problem);
    mieni_text_release(&value);
    return status;
}

MienStatus studio_clip_match(Studio *studio, const char *clip, const char *face, const char *const *curves,
                             int curve_count, MieniProblem *problem)
{
    char clip_name[STUDIO_LABEL_ROOM], face_name[STUDIO_LABEL_ROOM], label[2 * STUDIO_LABEL_ROOM + 16];
    char map[MIENI_PATH_ROOM];
    studio_asset_name(face, face_name);
    snprintf(label, sizeof label, "match %s to %s", studio_asset_name(clip, clip_name), face_name);
    Matching matching = {.vocabulary = mieni_vocabulary_of(curves, curve_count), .to = face_name};
    if (matching.vocabulary == NULL)
        return mieni_problem_set(problem, clip, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "No vocabulary has the names of these curves");
    MienStatus status = studio_asset(studio, face, &matching.face, problem);
    if (status == MIEN_OK)
        status = studio_group_begin(studio, label, problem);
    if (status != MIEN_OK)
        return status;
    status = put_map(studio, face, &matching, map, problem);
    if (status == MIEN_OK)
        status = set_map(studio, clip, map, problem);
    if (status != MIEN_OK) {
        studio_group_cancel(studio, NULL);
        return status;
    }
    return studio_group_end(studio, problem);
}
