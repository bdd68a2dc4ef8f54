// SPDX-License-Identifier: MIT
//
// Formats and parses times: seconds, frames or timecode.

#pragma once

#include <stdbool.h>

typedef enum StudioTimeForm {
    STUDIO_TIME_SECONDS = 0, ///< "1.36".
    STUDIO_TIME_FRAMES,      ///< "41".
    STUDIO_TIME_CODE,        ///< "00:01:11": minutes, seconds, frames; hours before them if there are any.
    STUDIO_TIME_FORMS,
} StudioTimeForm;

enum { STUDIO_TIME_ROOM = 64 };

/// The frame that a time is in, counted from 0.
int studio_time_frame(double time, double rate);
/// Returns out. rate: frames per second.
const char *studio_time_text(double time, double rate, StudioTimeForm form, char out[STUDIO_TIME_ROOM]);
/// "1.36 / 3.20 s". Returns out.
const char *studio_time_of(double time, double length, double rate, StudioTimeForm form,
                           char out[2 * STUDIO_TIME_ROOM]);
/// Reads what was typed: "f41" and timecodes in every form, otherwise a number, of frames if that
/// is the form, and whatever studio_number_read takes. False if it is no time.
bool studio_time_read(const char *text, double before, double length, double rate, StudioTimeForm form,
                      double *out_time);
