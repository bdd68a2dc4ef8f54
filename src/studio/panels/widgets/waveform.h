// SPDX-License-Identifier: MIT
//
// Waveforms of the sounds of clips, read on a worker on request.

#pragma once

#include "studio/model/facts/waveform.h"
#include "studio/panels/workspace/workspace.h"

/// The outline of the sound of the clip that plays, which the active clip does; NULL if it has none,
/// or until it is read: then the player's signal clip tells. *out_offset is when the sound begins in
/// the clip, seconds. It lives until that signal. See studio_waveform_peak, whose times are the sound's.
const StudioWaveform *studio_waveform_of(StudioWorkspace *workspace, const char *clip, double *out_offset);
