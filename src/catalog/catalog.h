// SPDX-License-Identifier: MIT
//
// The asset index: which clips have which curves, which poses these drive, and which characters
// have those poses, in a database in the build folder. It is derived from manifests, packs and
// assets; if it is damaged, it is created again. docs/catalogue.md describes it.
//
// Any number of processes may read it while one updates it. An open index belongs to one thread.

#pragma once

#include "project/build/plan.h"

#include <stdint.h>

typedef struct MieniCatalog MieniCatalog;

/// How to open. Zero-initialise.
typedef struct MieniCatalogOptions {
    bool is_synced_later; ///< The caller sees to it that what is written reaches the disk.
    /// Or NULL. Asked now and then by an update, which then leaves the catalogue as it was.
    bool (*is_cancelled)(void *user);
    void (*progress)(void *user, double fraction); ///< Or NULL. How far an update is, from 0 to 1.
    void *user;
} MieniCatalogOptions;

/// Opens the catalogue, an empty one if there is none or it is not one of ours; options
/// may be NULL. The caller closes it.
MienStatus mieni_catalog_open(const MieniProject *project, const MieniCatalogOptions *options,
                              MieniCatalog **out_catalog, MieniProblem *problem);
void mieni_catalog_close(MieniCatalog *catalog); ///< NULL is fine.
/// Whether nothing was ever put into it.
bool mieni_catalog_is_empty(MieniCatalog *catalog);
/// From now on, until it is closed, all results are of one state, and come faster: otherwise every
/// query checks for changes. Writers wait meanwhile.
void mieni_catalog_hold(MieniCatalog *catalog);
/// Why something failed since it was opened: MIEN_ERROR_DATA if the catalogue is damaged,
/// and must be removed and made again; MIEN_OK if nothing did.
MienStatus mieni_catalog_status(const MieniCatalog *catalog, MieniProblem *problem);
/// Removes the file, which must not be open here.
void mieni_catalog_remove(const MieniProject *project);

/// What an update did.
typedef struct MieniCatalogChanges {
    int read;    ///< Files that facts were taken from.
    int removed; ///< Files that are gone.
    bool is_cancelled;
} MieniCatalogChanges;

/// Brings the catalogue up to date with what the last build left. Files whose size and
/// time are as they were are not read. All of it is done or nothing.
MienStatus mieni_catalog_update(MieniCatalog *catalog, const MieniProject *project,
                                const MieniBuildPlan *plan, MieniCatalogChanges *out_changes,
                                MieniProblem *problem);
/// Opens, updates and closes; a damaged catalogue is made again. plan may be NULL: then
/// the project is looked through.
MienStatus mieni_catalog_refresh(const MieniProject *project, const MieniBuildPlan *plan,
                                 const MieniCatalogOptions *options, MieniCatalogChanges *out_changes,
                                 MieniProblem *problem);

/// A clip: an asset, or a file of a clips asset. Texts live until the next row.
typedef struct MieniCatalogClip {
    const char *path;
    const char *asset; ///< The clips asset, or "".
    double seconds;
    int64_t bytes; ///< Of the pack.
    int curve_count, track_count;
} MieniCatalogClip;

/// What an asset says of a name.
typedef enum MieniCatalogMention {
    MIENI_MENTION_POSE = 1,      ///< A pose asset has a pose of this name; other is its role.
    MIENI_MENTION_DRIVES,        ///< A curve drives a pose: other.
    MIENI_MENTION_DRIVES_FOLDED, ///< The same where case does not count.
    MIENI_MENTION_SETS,          ///< A pose, other, defines the curve.
    MIENI_MENTION_MORPH,         ///< A mesh has a morph of this name.
    MIENI_MENTION_LISTED,        ///< A skeleton lists the curve.
    MIENI_MENTION_MAPS,          ///< A map makes other of the curve.
    MIENI_MENTION_MAPPED,        ///< A map makes the curve of other.
} MieniCatalogMention;

/// Returning false ends the list.
typedef bool MieniCatalogClipFound(void *user, const MieniCatalogClip *clip);
typedef bool MieniCatalogMentionFound(void *user, MieniCatalogMention what, const char *asset,
                                      const char *other);
typedef bool MieniCatalogNameFound(void *user, const char *name);

/// Clips, chosen by their curves. Zero-initialise; release when done.
typedef struct MieniCatalogChoice {
    int64_t *sets; ///< Private: sets of curves, ascending.
    int count, room;
    int64_t clips; ///< How many.
    bool is_out_of_memory;
} MieniCatalogChoice;

/// Adds clips that have all of these curves.
void mieni_catalog_choose(MieniCatalog *catalog, const char *const *curves, int count, bool folds_case,
                          MieniCatalogChoice *choice);
/// Adds clips that touch a pose of this name, in any pose asset: those that have the
/// curve that drives it, or all curves that a combination needs.
void mieni_catalog_choose_pose(MieniCatalog *catalog, const char *pose, MieniCatalogChoice *choice);
void mieni_catalog_choice_release(MieniCatalogChoice *choice);

/// The first clips by path, at most limit of them; all for 0.
void mieni_catalog_clips(MieniCatalog *catalog, const MieniCatalogChoice *choice, int limit,
                         MieniCatalogClipFound *found, void *user);
/// The first clips whose paths fit a pattern (as mieni_path_matches has them), by path.
/// *out_count is how many there are; -1 if counting them would take too long.
void mieni_catalog_clips_like(MieniCatalog *catalog, const char *pattern, int limit,
                              MieniCatalogClipFound *found, void *user, int64_t *out_count);
/// Whether a clip is wanted, by its path; MIENI_FIT_STOP ends the search.
typedef enum MieniCatalogFit { MIENI_FIT_NOT = 0, MIENI_FIT, MIENI_FIT_STOP } MieniCatalogFit;
typedef MieniCatalogFit MieniCatalogFits(void *user, const char *path);
/// The first clips, by path, of these clips assets that fit; at most limit of each asset.
/// out_counts, one per asset, is how many there are. Looks at every path.
void mieni_catalog_clips_of(MieniCatalog *catalog, const char *const *assets, int asset_count, int limit,
                            MieniCatalogFits *fits, MieniCatalogClipFound *found, void *user,
                            int64_t *out_counts);
/// The same for chosen clips, which looks only at these.
void mieni_catalog_chosen_of(MieniCatalog *catalog, const MieniCatalogChoice *choice,
                             const char *const *assets, int asset_count, int limit,
                             MieniCatalogClipFound *found, void *user, int64_t *out_counts);
/// For every curve that clips of these clips assets have: in how many of them it is.
typedef bool MieniCatalogCurveFound(void *user, const char *name, int64_t clips);
void mieni_catalog_curves_of(MieniCatalog *catalog, const char *const *assets, int asset_count,
                             MieniCatalogCurveFound *found, void *user);
/// Whether the shards of a clips asset, as the last build left them, are those that the
/// catalogue knows. Looks at the files, but reads none.
bool mieni_catalog_is_current(MieniCatalog *catalog, const MieniProject *project, const char *asset,
                              int shard_count);
/// The curves of a clip, by name.
void mieni_catalog_clip_curves(MieniCatalog *catalog, const char *path, MieniCatalogNameFound *found,
                               void *user);
int64_t mieni_catalog_clip_count(MieniCatalog *catalog);

/// What assets say of a name, by kind and asset.
void mieni_catalog_mentions(MieniCatalog *catalog, const char *name, MieniCatalogMentionFound *found,
                            void *user);
/// Characters none of whose pose assets has a pose of this name, nor their mesh a morph.
void mieni_catalog_lacking(MieniCatalog *catalog, const char *pose, MieniCatalogNameFound *found, void *user);
int64_t mieni_catalog_character_count(MieniCatalog *catalog);
/// Every curve that there is, or every pose.
void mieni_catalog_curves(MieniCatalog *catalog, MieniCatalogNameFound *found, void *user);
void mieni_catalog_poses(MieniCatalog *catalog, MieniCatalogNameFound *found, void *user);
