// SPDX-License-Identifier: MIT
//
// Facts needed to play a clip: duration, frames, keys, sound. Clips from source files know them
// only after reading, so reading has several parts, one of which may run on another thread.

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

/// Begins, on the studio's thread.
MienStatus studio_play_facts_begin(Studio *studio, const char *path, StudioPlayFacts **out_facts,
                                   MieniProblem *problem);
/// Reads. On any thread.
void studio_play_facts_run(StudioPlayFacts *facts);
/// Lets go of the project, on the studio's thread; facts stay.
void studio_play_facts_end(StudioPlayFacts *facts);
void studio_play_facts_destroy(StudioPlayFacts *facts); ///< May be NULL. Ends it too.

/// The last key before a time and the first one after it; false if there is none.
bool studio_play_facts_before(const StudioPlayFacts *facts, double time, double *out_time);
bool studio_play_facts_after(const StudioPlayFacts *facts, double time, double *out_time);
