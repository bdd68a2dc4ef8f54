// SPDX-License-Identifier: MIT
//
// What playing a clip needs to know of it: how long it is, its frames, its keys, its sound.
// Clips that come from sources know it only once those are read, so reading has parts, one
// of which may happen in another thread.

#pragma once

#include "studio/model/document/studio.h"

typedef struct StudioPlayFacts {
    char path[MIENI_PATH_ROOM];
    MienStatus status;
    MieniProblem problem; ///< Why it cannot be played.
    double length;        ///< Seconds.
    double rate;          ///< Frames per second.
    double *keys;         ///< When keys are, ascending, each time once; those by hand, if there are any.
    int key_count;
    int curve_count, track_count;
    char sound[MIENI_PATH_ROOM];      ///< The sound as the clip names it; "" for none.
    char sound_file[MIENI_PATH_ROOM]; ///< Where it lies on disk; "" if it is not there.
    double sound_offset;              ///< When it begins, seconds.
    StudioSnapshot *snapshot;         ///< Private: until it was read.
} StudioPlayFacts;

/// Begins, where the studio lives.
MienStatus studio_play_facts_begin(Studio *studio, const char *path, StudioPlayFacts **out_facts,
                                   MieniProblem *problem);
/// Reads. In any thread.
void studio_play_facts_run(StudioPlayFacts *facts);
/// Lets go of the project, where the studio lives; facts stay.
void studio_play_facts_end(StudioPlayFacts *facts);
void studio_play_facts_destroy(StudioPlayFacts *facts); ///< NULL is fine. Ends it too.

/// The last key before a time and the first one after it; false if there is none.
bool studio_play_facts_before(const StudioPlayFacts *facts, double time, double *out_time);
bool studio_play_facts_after(const StudioPlayFacts *facts, double time, double *out_time);
