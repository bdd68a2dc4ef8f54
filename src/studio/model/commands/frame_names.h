// SPDX-License-Identifier: MIT
//
// Names for the frames of an animation while they are typed: the name of each frame, and all errors
// by line, with a suggested name. Text without errors is accepted by mien_author_name_list_read.

#pragma once

#include "base/arena.h"

typedef enum StudioNameTrouble {
    STUDIO_NAME_FINE = 0,
    STUDIO_NAME_REPEATED, ///< Another line has it.
    STUDIO_NAME_DEFAULT,  ///< It is the default name of another frame.
    STUDIO_NAME_REFUSED,  ///< It is no name.
    STUDIO_NAME_EXTRA,    ///< There is no frame for it.
} StudioNameTrouble;

/// What a frame becomes.
typedef struct StudioFrameName {
    const char *name; ///< The line's, or the default one.
    bool is_default;  ///< No line, or an empty one.
    bool is_skipped;
    int error; ///< Index of what is wrong with its line; -1: nothing.
} StudioFrameName;

typedef struct StudioNameError {
    int line;  ///< From 1.
    int frame; ///< From 0; -1: beyond the last.
    StudioNameTrouble trouble;
    int other;            ///< The line that has the name too, or how many lines are too many; 0 otherwise.
    const char *sentence; ///< What follows "Line 11".
    const char *remark;   ///< The same in a few words, for the frame's row.
    const char *fix;      ///< A name that would be right; NULL: none.
} StudioNameError;

typedef struct StudioFrameNames {
    StudioFrameName *frames;
    int frame_count;
    int line_count;  ///< Up to the last one that says something.
    int named_count; ///< Lines with a name.
    int pose_count, skipped_count;
    StudioNameError *errors; ///< By line.
    int error_count;
    MieniArena memory; ///< Private.
} StudioFrameNames;

/// Reads lines, one per frame; defaults: the default name of each frame, which are copied. what:
/// who has the frames in sentences, such as "the clip". False if out of memory. Always release it.
bool studio_frame_names_read(StudioFrameNames *out_names, const char *text, size_t size,
                             const char *const *defaults, int frame_count, const char *what);
void studio_frame_names_release(StudioFrameNames *names);
