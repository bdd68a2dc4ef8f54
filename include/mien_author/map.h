// SPDX-License-Identifier: MIT
//
// Maps: weighted translation of curves from one vocabulary to another. A target is
// the sum of its sources, each times a weight. Those under data/maps are part of the
// library; docs/names.md lists them and says what applying computes.
//
// Ownership  You destroy what load, read and compose gave you; everything in it lives
//            as long. The clip that applying makes is freed with
//            mien_author_clip_destroy; what the map left alone it shares with the
//            source, which must outlive it. The map need not.
// Threads    No state. A map never changes: apply it on any number of threads.
// Memory     The allocator passed is used for the result and while working.
// Errors     Reading: the place names line and field ("line 9, rows[3].weight").

#pragma once

#include "mien_author/clip.h"
#include "mien_author/limits.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One part of a sum: target += weight * source.
typedef struct MienAuthorMapRow {
    const char *from, *to;
    float weight; ///< Within MIEN_MAX_WEIGHT; may be negative.
} MienAuthorMapRow;

/// A map, whole. No two rows have the same source and target.
typedef struct MienAuthorMap {
    const char *from, *to; ///< Ids of vocabularies.
    int row_count;
    const MienAuthorMapRow *rows;
    int unmapped_count; ///< Sources that are known to have no target.
    const char *const *unmapped;
} MienAuthorMap;

/// A built-in map.
typedef struct MienAuthorMapInfo {
    const char *id;        ///< "livelink-to-arkit"
    const char *from, *to; ///< Ids of vocabularies.
} MienAuthorMapInfo;

/// How many maps are built in.
MIEN_API int mien_author_map_count(void);
/// What a built-in map is; empty beyond the last.
MIEN_API MienAuthorMapInfo mien_author_map_info(int index);

/// A built-in map, by its id. On failure *out is NULL.
MIEN_API MienStatus mien_author_map_load(const char *id, const MienAllocator *allocator, MienAuthorMap **out,
                                         MienError *error);
/// Reads the text of a map from anyone. On failure *out is NULL.
MIEN_API MienStatus mien_author_map_read(const void *bytes, size_t size, const MienAllocator *allocator,
                                         MienAuthorMap **out, MienError *error);
/// Frees a map with all it points at. NULL is fine.
MIEN_API void mien_author_map_destroy(MienAuthorMap *map);

/// The map that does what first and then second do; second begins with the vocabulary
/// that first ends with. Sources of which nothing reaches an end become unmapped. On
/// failure *out is NULL.
MIEN_API MienStatus mien_author_map_compose(const MienAuthorMap *first, const MienAuthorMap *second,
                                            const MienAllocator *allocator, MienAuthorMap **out,
                                            MienError *error);

/// What becomes of curves that get no target. Zero-initialise: those that the map calls
/// unmapped go, those that it does not know stay as they are.
typedef struct MienAuthorMapOptions {
    bool keep_unmapped;
    bool drop_unknown;
    MienAuthorLimits limits; ///< What translating may take. Defaults count from the clip's keys and samples.
} MienAuthorMapOptions;

/// What applying a map did. Names live as long as the clip made.
typedef struct MienAuthorMapReport {
    int source_count;    ///< Curves of the source that had a row.
    int target_count;    ///< Curves that rows made.
    int resampled_count; ///< Of these: sums that had to be sampled at the clip's rate.
    int unmapped_count;  ///< Curves of the source that the map calls unmapped.
    const char *const *unmapped;
    int unknown_count; ///< Curves of the source that the map does not know.
    const char *const *unknown;
    int missing_count; ///< Sources of the map that the clip has no curve for.
    const char *const *missing;
} MienAuthorMapReport;

/// Translates the curves of a clip. Everything else passes through. A target of one
/// source keeps its keys, scaled; one of several gets a key wherever one of them has
/// one, if lines or steps between these are exact, and otherwise linear keys at the
/// clip's rate. First come the targets in the order of the map, then what stays.
/// options and report may be NULL. On failure *out_clip is NULL.
MIEN_API MienStatus mien_author_map_apply(const MienAuthorClip *clip, const MienAuthorMap *map,
                                          const MienAuthorMapOptions *options, const MienAllocator *allocator,
                                          MienAuthorClip **out_clip, MienAuthorMapReport *out_report,
                                          MienError *error);

#ifdef __cplusplus
}
#endif
