// SPDX-License-Identifier: MIT
//
// Maps: weighted translation of curves from one vocabulary to another. A target is the
// sum of its sources, each times a weight. The maps in data/maps are built in;
// docs/names.md lists them and defines how maps are applied.
//
// Ownership  Destroy the maps that load, read and compose return; their contents are valid
//            as long. Free the clip that apply creates with mien_author_clip_destroy. It
//            shares unchanged data with the source clip, which must outlive it; the map
//            need not.
// Threads    No state. Maps are immutable: apply them on any number of threads.
// Memory     The given allocator is used for the result and for temporary memory.
// Errors     For reading, the location has line and field ("line 9, rows[3].weight").

#pragma once

#include "mien_author/clip.h"
#include "mien_author/limits.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One term of a sum: target += weight * source.
typedef struct MienAuthorMapRow {
    const char *from, *to;
    float weight; ///< Within MIEN_MAX_WEIGHT; may be negative.
} MienAuthorMapRow;

/// A map. Each pair of source and target has one row at most.
typedef struct MienAuthorMap {
    const char *from, *to; ///< Ids of vocabularies.
    int row_count;
    const MienAuthorMapRow *rows;
    int unmapped_count; ///< Sources known to have no target.
    const char *const *unmapped;
} MienAuthorMap;

/// A built-in map.
typedef struct MienAuthorMapInfo {
    const char *id;        ///< "livelink-to-arkit"
    const char *from, *to; ///< Ids of vocabularies.
} MienAuthorMapInfo;

/// Number of built-in maps.
MIEN_API int mien_author_map_count(void);
/// Properties of a built-in map; empty if the index is out of range.
MIEN_API MienAuthorMapInfo mien_author_map_info(int index);

/// Loads a built-in map by id. On failure *out is NULL.
MIEN_API MienStatus mien_author_map_load(const char *id, const MienAllocator *allocator, MienAuthorMap **out,
                                         MienError *error);
/// Reads the text of a map. Input is untrusted. On failure *out is NULL.
MIEN_API MienStatus mien_author_map_read(const void *bytes, size_t size, const MienAllocator *allocator,
                                         MienAuthorMap **out, MienError *error);
/// Frees a map and everything it points to. Accepts NULL.
MIEN_API void mien_author_map_destroy(MienAuthorMap *map);

/// Returns a map equivalent to first, then second; second must start with the vocabulary
/// that first ends with. Sources without any target become unmapped. On failure *out is
/// NULL.
MIEN_API MienStatus mien_author_map_compose(const MienAuthorMap *first, const MienAuthorMap *second,
                                            const MienAllocator *allocator, MienAuthorMap **out,
                                            MienError *error);

/// How to treat curves without a target. Zero-initialise: curves listed as unmapped are
/// removed, curves unknown to the map are kept.
typedef struct MienAuthorMapOptions {
    bool keep_unmapped;
    bool drop_unknown;
    MienAuthorLimits limits; ///< Limits for applying the map. Defaults depend on the clip's keys and samples.
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the new clip.
} MienAuthorMapOptions;

/// Result of applying a map. Names are valid as long as the new clip.
typedef struct MienAuthorMapReport {
    int source_count;    ///< Source curves that have a row.
    int target_count;    ///< Curves created by rows.
    int resampled_count; ///< Of these: sums that were sampled at the clip's rate.
    int unmapped_count;  ///< Source curves listed as unmapped.
    const char *const *unmapped;
    int unknown_count; ///< Source curves that the map does not know.
    const char *const *unknown;
    int missing_count; ///< Sources of the map without a curve in the clip.
    const char *const *missing;
} MienAuthorMapReport;

/// Translates the curves of a clip; everything else is unchanged. A target with one source
/// keeps its keys, scaled. A target with several sources gets a key wherever one of them has
/// a key if linear or constant segments between these are exact; otherwise it gets linear
/// keys at the clip's rate. Targets come first, in the map's order, then the kept curves.
/// options and report may be NULL. On failure *out_clip is NULL.
MIEN_API MienStatus mien_author_map_apply(const MienAuthorClip *clip, const MienAuthorMap *map,
                                          const MienAuthorMapOptions *options, MienAuthorClip **out_clip,
                                          MienAuthorMapReport *out_report, MienError *error);

#ifdef __cplusplus
}
#endif
