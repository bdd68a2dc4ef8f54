// SPDX-License-Identifier: MIT
//
// What is on the stage at this moment, for panels that show it: faces, values of curves,
// what was asked and what is applied. The stage tells; everybody else reads, or asks for
// something to be shown in passing.
//
// Signals    shown   faces were posed anew: weights, time or assets are others
//            cast    other faces are on the stage
// Ownership  One per workspace, which owns it. What it gives lives until the next signal.

#pragma once

#include <gio/gio.h>

#include "studio/model/commands/poses.h"
#include "studio/model/facts/pose_masks.h"
#include "studio/panels/workspace/workspace.h"
#include "view/face.h"

#define STUDIO_TYPE_LIVE (studio_live_get_type())
G_DECLARE_FINAL_TYPE(StudioLive, studio_live, STUDIO, LIVE, GObject)

/// Made with the first call.
StudioLive *studio_live_of(StudioWorkspace *workspace);

/// Faces on the stage, from the left.
int studio_live_count(const StudioLive *live);
MieniFace *studio_live_face(const StudioLive *live, int index);
const char *studio_live_path(const StudioLive *live, int index); ///< A character, or what is shown as one.

/// The value of a curve on the first face as it is shown. False if it has no such curve.
bool studio_live_curve(const StudioLive *live, const char *name, float *out_value);
/// What a pose of an asset is asked for and what is applied, on the first face that has the asset.
bool studio_live_weight(const StudioLive *live, const char *poses, const char *name, float *out_asked,
                        float *out_applied);
/// The mask that weakens a pose of an asset most, on the same face. False if none does.
bool studio_live_mask(const StudioLive *live, const char *poses, const char *name, StudioMask *out_mask);
/// The bones of the first face that has a pose asset (NULL: any), as they are shown, for
/// studio_poses_add. Free with g_free; NULL if there is none.
StudioPosedBone *studio_live_bones(const StudioLive *live, const char *poses, int *out_count);

/// Shows one pose alone, as long as a button is held; NULL lets go.
void studio_live_hold(StudioLive *live, const char *pose);
const char *studio_live_held(const StudioLive *live);
/// Shows an asset without a tab; NULL goes back to what the active document is about.
void studio_live_peek(StudioLive *live, const char *path);
const char *studio_live_peeked(const StudioLive *live);
/// Bones to be drawn in the mark's colour, and bones shown at all; count 0: none.
void studio_live_mark(StudioLive *live, const char *const *bones, int count);
const char *const *studio_live_marked(const StudioLive *live, int *out_count);

/// Private to the stage: these faces are shown now; arrays are copied, faces stay the stage's.
void studio_live_set_cast(StudioLive *live, MieniFace *const *faces, const char *const *paths, int count);
/// Private to the stage: they were posed.
void studio_live_posed(StudioLive *live);
