// SPDX-License-Identifier: MIT
//
// The timeline of the clip editor: ruler, playhead, lanes of keys or a graph of values, and pointer
// gestures. Everything that does not move with the playhead is cached as render nodes.

#pragma once

#include "studio/panels/clip/private.h"

GtkWidget *studio_clip_timeline_new(StudioClip *clip);
/// After curves (is_data), or only what is selected or looked at, are others.
void studio_clip_timeline_changed(StudioClip *clip, bool is_data);
/// After another sound may be the clip's: asking for it begins to read it, which drawing must not.
void studio_clip_timeline_listen(StudioClip *clip);
bool studio_clip_timeline_has_sound(const StudioClip *clip);
/// After the playhead moved.
void studio_clip_timeline_played(StudioClip *clip);
/// Looks at all of the clip, or at what is selected of it.
void studio_clip_timeline_fit(StudioClip *clip, bool is_selection);
/// Ends a gesture without a trace; false when none goes on.
bool studio_clip_timeline_cancel(StudioClip *clip);
