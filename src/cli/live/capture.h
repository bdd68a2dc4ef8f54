// SPDX-License-Identifier: MIT
//
// A capture that is read again, datagram by datagram.

#pragma once

#include "cli/cli.h"
#include "mien_live/capture.h"
#include "mien_live/receiver.h"

/// Zero-initialise.
typedef struct CliCapture {
    const CliArgs *args;
    const char *path;
    MienFile *file;
    size_t offset;
    MienLiveRecord record; ///< The last one that was read.
    MienLiveAddress from;  ///< Its sender.
    double time;           ///< Seconds since the first datagram.
    bool has_first;
    uint64_t first;
} CliCapture;

/// Whether a word of the command line is a capture: its name ends in .mienlive.
bool cli_is_capture(const char *path);
/// Says what is wrong and returns the exit code. Close it in any case.
int cli_capture_open(const CliArgs *args, const char *path, CliCapture *capture);
void cli_capture_close(CliCapture *capture);
/// Reads the next datagram; *out_has_record is false at the end. A record that was not written whole is
/// reported. Returns the exit code.
int cli_capture_next(CliCapture *capture, bool *out_has_record);
/// Waits until a time of the clock has come. False if the program was stopped.
bool cli_wait_until(double time);
