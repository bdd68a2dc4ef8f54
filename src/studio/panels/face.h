// SPDX-License-Identifier: MIT
//
// A preview ready to be drawn: its vertices as weights and time have them.
//
// Threads  A face belongs to one thread at a time.

#pragma once

#include "render/render.h"
#include "studio/model/preview.h"

typedef struct StudioFace StudioFace;

/// Makes a face of a preview that was made, which becomes the face's; NULL without memory
/// or if the preview has no mesh: then the preview stays the caller's.
StudioFace *studio_face_new(StudioPreview *preview);
/// Destroys the preview too; where the studio lives. NULL is fine. The mesh goes with its
/// renderer: destroy it first, by studio_face_forget.
void studio_face_free(StudioFace *face);
/// Frees the face alone, in any thread, and gives the preview back.
StudioPreview *studio_face_release(StudioFace *face);

/// Poses vertices as the session says.
MienStatus studio_face_pose(StudioFace *face, const StudioSession *session);
/// The mesh to draw, made once per renderer.
MienStatus studio_face_upload(StudioFace *face, MieniRenderer *renderer, MienError *error);
/// Destroys what was made with the renderer.
void studio_face_forget(StudioFace *face);
/// What to draw; lives until the face is posed again. has_bones: bones too.
MieniRenderItem studio_face_item(const StudioFace *face, bool has_bones);
/// How far each vertex is from where it rests, metres, for heat; NULL without memory.
const float *studio_face_heat(StudioFace *face);
/// The box of the head at rest.
void studio_face_bounds(const StudioFace *face, MienVec3 *out_min, MienVec3 *out_max);
const StudioPreview *studio_face_preview(const StudioFace *face);
