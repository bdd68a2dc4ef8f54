// SPDX-License-Identifier: MIT
//
// Timeline gestures that change keys.

#pragma once

#include "studio/panels/clip/timeline_private.h"

/// Stores the selected keys at the start of a gesture.
void studio_timeline_note_keys(StudioClipTimeline *timeline);
/// Moves, copies, rotates or scales them to the pointer position.
void studio_timeline_drag_keys(StudioClipTimeline *timeline);
void studio_timeline_end_keys(StudioClipTimeline *timeline, bool is_cancelled);
/// A key on a curve that leaves its shape as it is. False if the curve is of a source.
bool studio_timeline_add_on_curve(StudioClipTimeline *timeline, const StudioClipPoint *point);
/// A key where nothing is, on the one curve that is selected or whose lane it is.
void studio_timeline_add_here(StudioClipTimeline *timeline, const StudioClipPoint *point);
/// Keys in the box of the pointer.
void studio_timeline_select_box(StudioClipTimeline *timeline);
