// SPDX-License-Identifier: MIT
//
// The live state of the viewport, for panels that show it: faces, curve values, input and final
// weights. The viewport writes it; panels read it, or request a temporary preview.
//
// Signals    shown   faces were posed again: weights, time or assets changed
//            cast    the preview characters changed
//            driven  live values began to drive faces, or no longer do
// Ownership  One per workspace, which owns it. Results are valid until the next signal.

#pragma once

#include <gio/gio.h>

#include "studio/model/commands/poses.h"
#include "studio/model/facts/pose_overrides.h"
#include "studio/model/live/driver.h"
#include "studio/panels/workspace/workspace.h"
#include "view/face.h"

#define STUDIO_TYPE_LIVE (studio_live_get_type())
G_DECLARE_FINAL_TYPE(StudioLive, studio_live, STUDIO, LIVE, GObject)

/// Created on the first call.
StudioLive *studio_live_of(StudioWorkspace *workspace);

/// Faces in the viewport, from the left.
int studio_live_count(const StudioLive *live);
MieniFace *studio_live_face(const StudioLive *live, int index);
const char *studio_live_path(const StudioLive *live, int index); ///< A character, or what is shown as one.

/// The first face that has a pose asset; NULL: none has.
const char *studio_live_path_of(const StudioLive *live, const char *poses);

/// The input and final weight of a pose, on the first face that has the asset.
bool studio_live_weight(const StudioLive *live, const char *poses, const char *name, float *out_input_weights,
                        float *out_final_weights);
/// The override that reduces a pose most, on the same face. False if there is none.
bool studio_live_mask(const StudioLive *live, const char *poses, const char *name, StudioMask *out_mask);
/// The bones of the first face that has a pose asset (NULL: any), as they are shown, for
/// studio_poses_add. Free with g_free; NULL if there is none.
MieniPosedBone *studio_live_bones(const StudioLive *live, const char *poses, int *out_count);

/// Shows one pose alone while a button is held; NULL ends it.
void studio_live_hold(StudioLive *live, const char *pose);
const char *studio_live_held(const StudioLive *live);
/// Previews an asset without a tab; NULL goes back to the active document.
void studio_live_peek(StudioLive *live, const char *path);
const char *studio_live_peeked(const StudioLive *live);
/// Bones to be drawn in the mark's colour, and bones shown at all; count 0: none.
void studio_live_mark(StudioLive *live, const char *const *bones, int count);
const char *const *studio_live_marked(const StudioLive *live, int *out_count);

/// Drives all faces by live values in place of clips and weights; NULL ends it. Copied.
void studio_live_drive(StudioLive *live, const StudioLiveValues *values);
/// What drives them; NULL: nothing does.
const StudioLiveValues *studio_live_driven(const StudioLive *live);
/// Words over the faces while they are driven or recorded, red or not; NULL: none.
void studio_live_set_sign(StudioLive *live, const char *words, bool is_red);
const char *studio_live_sign(const StudioLive *live, bool *out_is_red);

/// Private to the viewport: these faces are shown now; arrays are copied, faces stay the viewport's.
void studio_live_set_cast(StudioLive *live, MieniFace *const *faces, const char *const *paths, int count);
/// Private to the viewport: they were posed.
void studio_live_posed(StudioLive *live);
