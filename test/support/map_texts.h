// SPDX-License-Identifier: MIT
//
// Texts of maps and vocabularies from anyone: what is read must be sound and usable,
// what is not a sound refusal. For hostile tests and the fuzzer.

#pragma once

#include "support/check.h"

#include "asset/names/map.h"
#include "mien_author/resolve.h"

/// A clip with a curve for every n-th source of a map, of all kinds of keys.
static inline const char *judge_applied(const MienAuthorMap *map)
{
    static const MienAuthorKey keys[] = {
        {.time = 0.0, .value = 0.25f, .interpolation = MIEN_AUTHOR_LINEAR},
        {.time = 0.1, .value = 1.0f, .interpolation = MIEN_AUTHOR_CONSTANT},
        {.time = 0.1, .value = -0.5f, .interpolation = MIEN_AUTHOR_CUBIC, .leave = 3.0f},
        {.time = 0.2, .value = 0.75f, .arrive = -2.0f},
    };
    MienAuthorClipCurve curves[16];
    int count = 0;
    for (int r = 0; r < map->row_count && count < 16; ++r) {
        bool is_new = true;
        for (int c = 0; c < count; ++c)
            is_new = is_new && strcmp(curves[c].name, map->rows[r].from) != 0;
        if (is_new) {
            curves[count] =
                (MienAuthorClipCurve){.name = map->rows[r].from, .key_count = 1 + count % 4, .keys = keys};
            ++count;
        }
    }
    const MienAuthorClip clip = {.rate = 30, .length = 0.25, .curve_count = count, .curves = curves};
    MienAuthorClip *made = NULL;
    MienAuthorMapReport report;
    MienError error = {0};
    const MienStatus status = mien_author_map_apply(&clip, map, NULL, &made, &report, &error);
    const char *fault = NULL;
    if (status != MIEN_OK)
        fault = "a map that was read cannot be applied";
    else if (mien_author_clip_check(made, NULL) != MIEN_OK)
        fault = "a clip that its own check refuses";
    else if (report.source_count != count || made->curve_count != report.target_count ||
             (count > 0) != (report.target_count > 0))
        fault = "a report that does not fit the clip";
    mien_author_clip_destroy(made);
    return fault;
}

/// Composed with itself as if it ended where it begins.
static inline const char *judge_composed(const MienAuthorMap *map)
{
    MienAuthorMap back = *map;
    MienAuthorMap *both = NULL;
    MienError error = {0};
    back.from = map->to;
    const MienStatus status = mien_author_map_compose(map, &back, NULL, &both, &error);
    const char *fault = NULL;
    if (status != MIEN_OK && (status != MIEN_ERROR_LIMIT || both != NULL || error.message[0] == '\0'))
        fault = "composing fails unsoundly";
    if (status == MIEN_OK && mieni_map_check(both, "both", NULL) != MIEN_OK)
        fault = "a composed map that its own check refuses";
    mien_author_map_destroy(both);
    return fault;
}

static inline const char *judge_vocabulary(const MienAuthorVocabulary *vocabulary)
{
    enum { MOST = 64 };
    const char *names[MOST];
    const int count = vocabulary->name_count < MOST ? vocabulary->name_count : MOST;
    for (int n = 0; n < count; ++n)
        names[n] = vocabulary->names[n].name;
    MienAuthorResolver *resolver = NULL;
    if (mien_author_resolver_create(names, count, vocabulary, NULL, &resolver, NULL) != MIEN_OK)
        return "no resolver for a vocabulary that was read";
    const char *fault = NULL;
    for (int n = 0; n < count; ++n) {
        const MienAuthorMatch match = mien_author_resolver_find(resolver, names[n]);
        if (match.kind != MIEN_AUTHOR_MATCH || match.target != n || match.rules != 0)
            fault = "a name that does not find itself";
        for (int a = 0; a < vocabulary->names[n].alias_count && a < 4; ++a) {
            if (mien_author_resolver_find(resolver, vocabulary->names[n].aliases[a]).kind ==
                MIEN_AUTHOR_NO_MATCH)
                fault = "an alias that finds nothing";
        }
        const MienAuthorMatch miss = mien_author_resolver_near_miss(resolver, names[n]);
        if (miss.kind != MIEN_AUTHOR_NO_MATCH &&
            mien_author_name_near_miss(names[n], names[miss.target]) <= 0)
            fault = "a near miss that is none";
    }
    mien_author_resolver_destroy(resolver);
    return fault;
}

/// Reads bytes as both; returns what is wrong with the result, or NULL. *out_is_read says
/// whether one of them was read.
static inline const char *judge_map_text(const void *bytes, size_t size, bool *out_is_read)
{
    MienAuthorMap *map = NULL;
    MienAuthorVocabulary *vocabulary = NULL;
    MienError errors[2] = {0};
    const MienStatus statuses[2] = {mien_author_map_read(bytes, size, NULL, &map, &errors[0]),
                                    mien_author_vocabulary_read(bytes, size, NULL, &vocabulary, &errors[1])};
    const void *const made[2] = {map, vocabulary};
    const char *fault = NULL;
    for (int i = 0; i < 2; ++i) {
        if ((statuses[i] == MIEN_OK) != (made[i] != NULL) || errors[i].status != statuses[i] ||
            (statuses[i] != MIEN_OK && (errors[i].message[0] == '\0' || errors[i].location[0] == '\0')))
            fault = "a refusal without status, place, message or NULL";
    }
    if (map != NULL && vocabulary != NULL)
        fault = "a text that is two things";
    if (fault == NULL && map != NULL)
        fault = judge_applied(map);
    if (fault == NULL && map != NULL)
        fault = judge_composed(map);
    if (fault == NULL && vocabulary != NULL)
        fault = judge_vocabulary(vocabulary);
    *out_is_read = map != NULL || vocabulary != NULL;
    mien_author_map_destroy(map);
    mien_author_vocabulary_destroy(vocabulary);
    return fault;
}
