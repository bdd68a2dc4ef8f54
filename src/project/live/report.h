// SPDX-License-Identifier: MIT
//
// What is said of live data: why nothing arrives, what was not understood, and which names move a face.
// The program and the editor use the same words.

#pragma once

#include "base/text_out.h"
#include "live/curves.h"
#include "mien_live/receiver.h"
#include "project/live/socket.h"

/// Seconds of silence after which a person wants to know why nothing happens.
#define MIENI_LIVE_SILENCE 3.0

/// The default ports of all protocols, each once. Returns how many.
int mieni_live_ports(int out_ports[MIENI_SOCKETS_MOST]);
/// Why nothing may arrive and what to do, without an end of line.
void mieni_live_put_silence(const MienLiveAddress *at, const int *ports, int port_count, MieniTextOut *out);
/// What arrived that belongs to no source, a line per reason.
void mieni_live_put_rest(const MienLiveReceived *received, MieniTextOut *out);
/// The name of a source for people; never "".
const char *mieni_live_source_label(const MienLiveSourceInfo *info);

/// Which values of a frame move a face; returns how many.
int mieni_live_find_bound(const MieniLiveCurves *face, const MienLiveFrame *frame,
                          bool out_is_bound[MIEN_LIVE_MAX_VALUES]);
/// "50 of 52 names of phone move it; not cheekPuff, tongueOut"
void mieni_live_put_bound(const MienLiveFrame *frame, const bool is_bound[MIEN_LIVE_MAX_VALUES],
                          const char *source, MieniTextOut *out);
/// "Joy, Angry and 50 more": names of a face.
void mieni_live_put_names(const MieniLiveCurves *face, MieniTextOut *out);
