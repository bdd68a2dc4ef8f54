// SPDX-License-Identifier: MIT
//
// What the readers of Rhubarb's three formats share: cues.

#pragma once

#include "author/clip/memory.h"
#include "io/text.h"
#include "mien_io/rhubarb.h"

/// The mouth shapes A to H and X, in this order.
enum { MIENI_SHAPES = 9, MIENI_NO_SHAPE = -1 };

/// A time with one shape, or with none.
typedef struct MieniCue {
    double start, end;
    int shape;
} MieniCue;

/// What reading knows and needs.
typedef struct MieniRhubarb {
    const void *bytes;
    size_t size;
    const MienIoRhubarbOptions *options;
    MienError *error;
    MienAuthorClip *clip;
    MieniArena scratch; ///< Freed when reading ends.
    MieniCue *cues;     ///< One after the other from time 0, each lasting, neighbours differing.
    int cue_count;
    double duration; ///< Of the sound, 0 if the file does not say.
    MienIoRhubarbReport report;
} MieniRhubarb;

/// Why something is refused; without a sentence it is not.
typedef struct MieniRefusal {
    MienStatus status;
    const char *sentence;
} MieniRefusal;

MienStatus mieni_rhubarb_no_memory(const MieniRhubarb *rhubarb);
/// Room for that many cues, with the times between them.
MienStatus mieni_rhubarb_take(MieniRhubarb *rhubarb, int count);
/// A time in seconds.
MieniRefusal mieni_rhubarb_time(MieniSpan text, double *out_time);
/// Whether a number is a time.
MieniRefusal mieni_rhubarb_check_time(double time);
MieniRefusal mieni_rhubarb_shape(MieniSpan text, int *out_shape);
/// Adds the next cue, of checked times.
MieniRefusal mieni_rhubarb_add(MieniRhubarb *rhubarb, double start, double end, int shape);
/// The path of the sound; its bytes are copied.
MieniRefusal mieni_rhubarb_sound(MieniRhubarb *rhubarb, MieniSpan path);

/// Each fills in the cues, duration and sound.
MienStatus mieni_rhubarb_tsv(MieniRhubarb *rhubarb);
MienStatus mieni_rhubarb_xml(MieniRhubarb *rhubarb);
MienStatus mieni_rhubarb_json(MieniRhubarb *rhubarb);
