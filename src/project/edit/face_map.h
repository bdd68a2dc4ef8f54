// SPDX-License-Identifier: MIT
//
// Maps from a vocabulary to the names of a face: morphs of a mesh, poses of a pose asset, curves of
// a skeleton. Names are matched by the rules of mien_author/resolve.h, or through a built-in map if
// more names reach the face by it.

#pragma once

#include "asset/view.h"
#include "mien_author/vocabulary.h"

/// Receives reports; each function may be NULL. Names are valid during the call.
typedef struct MieniFaceMapListener {
    void *user;
    void (*through)(void *user, const char *map); ///< A built-in map reaches more names.
    /// A name is left out, because two of the face match it equally well.
    void (*ambiguous)(void *user, const char *name, const char *one, const char *other);
    void (*missing)(void *user, const char *name); ///< A name is left out.
} MieniFaceMapListener;

/// Names that a face has, for only (NULL: all) those that have this text in them. Returns how many;
/// they live in the arena.
int mieni_face_names(const MieniAsset *face, const char *only, MieniArena *arena, const char ***out_names);

/// Adds the rows of a map from a vocabulary to names. *out_count: names of the vocabulary that have a
/// row. json NULL: only counts.
MienStatus mieni_face_map_fill(MieniJsonDocument *json, MieniMapView *map,
                               const MienAuthorVocabulary *vocabulary, const char *const *names,
                               int name_count, const MieniFaceMapListener *listener, int *out_count,
                               MienError *error);
