// SPDX-License-Identifier: MIT
//
// Queries to the asset index of the last build for clips that are not listed: by words or curves,
// and counts per curve. Created on one thread, run on any other, so that nothing blocks. Without
// SQLite all queries find nothing.

#pragma once

#include "studio/model/commands/many.h"

typedef enum StudioCatalogueState {
    STUDIO_CATALOGUE_CURRENT = 0, ///< As far as is known.
    STUDIO_CATALOGUE_MISSING,     ///< There is none, or it is empty.
    STUDIO_CATALOGUE_OLD,         ///< The last build is newer.
    STUDIO_CATALOGUE_ABSENT,      ///< This program cannot read one.
} StudioCatalogueState;

typedef struct StudioFoundClip {
    char *file; ///< Within the project.
    double seconds;
    int curve_count, track_count;
} StudioFoundClip;

/// Clips of one clip collection.
typedef struct StudioFoundClips {
    char asset[MIENI_PATH_ROOM];
    int shard_count;
    StudioFoundClip *clips; ///< The first, by path.
    int count, room;
    int64_t all; ///< How many there are.
} StudioFoundClips;

/// A curve of clips that are not listed.
typedef struct StudioFoundCurve {
    char *name;
    int64_t clips;
} StudioFoundCurve;

/// A question and its answer.
typedef struct StudioSearch {
    MieniProject project; ///< Private.
    char *words;          ///< As in a filter; those with a slash are compared with full paths.
    int limit;            ///< Clips of each asset.
    bool checks_state;    ///< Also check whether the asset index is that of the last build.
    bool wants_curves;    ///< Count curves instead of diagnostic clips.
    MieniPaths having;    ///< If there are any: find clips with all of these curves, whatever the words.
    bool folds_case;      ///< In names of those.
    bool (*is_cancelled)(void *user);
    void *user;
    StudioFoundClips *found; ///< One for each asset of the studio's many, if not for fewer.
    int found_count;
    StudioFoundCurve *curves; ///< By name.
    int curve_count, curve_room;
    StudioCatalogueState state;
    bool is_out_of_memory;
} StudioSearch;

/// NULL if out of memory.
StudioSearch *studio_search_begin(const Studio *studio, const char *words, int limit);
/// Leaves out clip collections that stand on other skeletons, before it is run.
void studio_search_only_on(StudioSearch *search, Studio *studio, const char *skeleton);
void studio_search_run(StudioSearch *search);     ///< On any thread.
void studio_search_destroy(StudioSearch *search); ///< May be NULL.
/// How many clips have a curve; 0 for none.
int64_t studio_search_curve(const StudioSearch *search, const char *name);

/// Called while the asset index is updated; all may be NULL.
typedef struct StudioCatalogueWatch {
    bool (*is_cancelled)(void *user);
    void (*progress)(void *user, double fraction);
    void *user;
} StudioCatalogueWatch;

/// Updates the asset index with the last build, as `mien find clip --update` does. plan is that
/// build's, or NULL: then all files are looked through. On any thread. *out_is_changed (may be
/// NULL): something was written.
struct MieniBuildPlan;
MienStatus studio_catalogue_refresh(const MieniProject *project, const struct MieniBuildPlan *plan,
                                    const StudioCatalogueWatch *watch, bool *out_is_changed,
                                    MieniProblem *problem);
/// Private: of the part that reads an asset index, or of the one that stands in for it.
void studio_catalogue_ask(StudioSearch *search);
