// SPDX-License-Identifier: MIT
//
// Writes captures: each datagram at once, so that a crash loses none that came before it. Only the user can
// read the file.

#pragma once

#include "mien_live/capture.h"
#include "mien_live/receiver.h"

/// Zero-initialise.
typedef struct MieniRecording {
    int descriptor;
    bool is_open;
    uint64_t written; ///< Bytes.
    double began;     ///< Of the clock.
} MieniRecording;

/// Begins a new file. slate NULL: none; it names the clips that are made of the capture, with the number of
/// the take. now: seconds of mieni_os_seconds. False, with errno: EEXIST if there is a file.
bool mieni_recording_begin(MieniRecording *recording, const char *path, const char *slate, int take,
                           double now);
/// Adds a datagram. False, with errno.
bool mieni_recording_add(MieniRecording *recording, const MienLiveAddress *from, const void *bytes,
                         size_t size, double now);
/// Closes the file; safe to call twice. False, with errno, if the disk did not take it.
bool mieni_recording_end(MieniRecording *recording);
