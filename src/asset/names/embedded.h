// SPDX-License-Identifier: MIT
//
// Text assets that the library carries: the files under data, made part of it by
// cmake/MienEmbed.cmake when it is built.

#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct MieniEmbedded {
    const char *id;           ///< The file's name.
    const char *fields[2];    ///< Title and URI of a vocabulary, from and to of a map, title of the others.
    int name_count;           ///< Of a vocabulary.
    const char *const *names; ///< In its order.
    const uint8_t *bytes;     ///< The file.
    size_t size;
} MieniEmbedded;

extern const MieniEmbedded mieni_vocabularies[], mieni_maps[], mieni_phone_sets[], mieni_speech_styles[];
extern const int mieni_vocabularies_count, mieni_maps_count, mieni_phone_sets_count,
    mieni_speech_styles_count;

/// The entry of a table with that id, or NULL.
const MieniEmbedded *mieni_embedded_find(const MieniEmbedded *table, int count, const char *id);
