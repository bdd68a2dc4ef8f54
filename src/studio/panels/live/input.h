// SPDX-License-Identifier: MIT
//
// Live input of a workspace: a receiver on the main loop that drives the faces of the viewport. Nothing is
// opened before studio_input_open, and studio_input_close closes everything.
//
// Signals    changed   it was opened or closed, or what arrives is to be shown again; at most twice a second
// Ownership  One per workspace, which owns it.

#pragma once

#include "studio/model/live/receiver.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_INPUT (studio_input_get_type())
G_DECLARE_FINAL_TYPE(StudioInput, studio_input, STUDIO, INPUT, GObject)

/// Created on the first call.
StudioInput *studio_input_of(StudioWorkspace *workspace);
/// As studio_receiver_open. False, and why.
bool studio_input_open(StudioInput *input, const char *address, const char *ports,
                       char out_reason[STUDIO_REASON_ROOM]);
void studio_input_close(StudioInput *input);
bool studio_input_is_open(const StudioInput *input);
/// Whether values drive the faces; otherwise they are received only.
void studio_input_set_driving(StudioInput *input, bool is_driving);
bool studio_input_is_driving(const StudioInput *input);
StudioReceiver *studio_input_receiver(const StudioInput *input);
/// Translates names by a map asset, or by a built-in map; NULL: not. False if that cannot be read, which is
/// said.
bool studio_input_set_map(StudioInput *input, const char *name);
/// Calibrates by an asset; NULL: not. The same.
bool studio_input_set_calibration(StudioInput *input, const char *path);
/// Frames per second of the source that drives faces; 0: none does.
double studio_input_rate(const StudioInput *input);
