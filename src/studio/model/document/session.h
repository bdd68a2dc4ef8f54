// SPDX-License-Identifier: MIT
//
// The session: weights, playhead, camera, tabs, panel sizes. It is part of no asset and no history,
// and is saved separately in the state folder.

#pragma once

#include "studio/model/document/studio.h"

typedef struct StudioWeight {
    char *name; ///< Of a curve.
    float value;
    bool is_solo; ///< If any curve is solo, only solo curves count.
} StudioWeight;

typedef struct StudioCamera {
    float target[3];  ///< Metres.
    float yaw, pitch; ///< Degrees.
    float distance;   ///< Metres.
} StudioCamera;

/// Any number that a view wants to find again: "side.poses", 372.
typedef struct StudioViewNumber {
    char *name;
    double value;
} StudioViewNumber;

enum { STUDIO_WEIGHT_STATES = 50 };

/// Zero-initialise it; release it when done.
typedef struct StudioSession {
    StudioWeight *weights; ///< By name; those that are not 0 or solo.
    int weight_count, weight_room;
    StudioWeight *states[STUDIO_WEIGHT_STATES]; ///< Private: of before, the latest last.
    int state_counts[STUDIO_WEIGHT_STATES], state_count;
    bool is_beyond; ///< Sliders go beyond the ranges.

    double time;                 ///< Of the playhead, seconds.
    double rate;                 ///< 1 is real time; 0 counts as 1.
    double loop_start, loop_end; ///< The same: all of it.
    bool loops;
    char clip[MIENI_PATH_ROOM]; ///< The clip of the playback controls; "" for none.

    StudioCamera camera;
    bool has_camera;
    MieniPaths tabs; ///< Open documents, in order.
    int active_tab;
    MieniPaths cast; ///< Characters in the viewport.
    StudioViewNumber *numbers;
    int number_count, number_room;
} StudioSession;

void studio_session_release(StudioSession *session);

float studio_session_weight(const StudioSession *session, const char *name);
/// The effective weight: 0 for curves that are not solo while any curve is.
float studio_session_effective(const StudioSession *session, const char *name);
/// Whether a weight reads "0.00": it counts, but no list of active weights has it.
bool studio_weight_reads_zero(float weight);
/// False if out of memory.
bool studio_session_set_weight(StudioSession *session, const char *name, float value);
bool studio_session_set_solo(StudioSession *session, const char *name, bool is_solo);
bool studio_session_is_solo(const StudioSession *session, const char *name);
void studio_session_clear_solo(StudioSession *session);
void studio_session_reset_weights(StudioSession *session);
/// Stores the current weights, at the start of a gesture.
void studio_session_mark(StudioSession *session);
/// Restores the weights stored last; false if there are none.
bool studio_session_back(StudioSession *session);
/// Weights follow a rename.
bool studio_session_rename(StudioSession *session, const char *from, const char *to);

double studio_session_number(const StudioSession *session, const char *name, double fallback);
bool studio_session_set_number(StudioSession *session, const char *name, double value);

/// Saves for this project, or loads: what was never saved or cannot be read is empty.
MienStatus studio_session_save(const Studio *studio, const StudioSession *session, MieniProblem *problem);
void studio_session_load(const Studio *studio, StudioSession *out_session);
