// SPDX-License-Identifier: MIT
//
// Previews for the viewport: a character of the project in its current state, saved or not, cooked
// and bound in memory. May be made on another thread; the old preview is used until the new one is
// ready.

#pragma once

#include "project/character/character.h"
#include "studio/model/document/studio.h"
#include "studio/model/facts/packs.h"

typedef struct StudioPreview {
    StudioSnapshot *snapshot;
    MieniProject project;     ///< Private: the snapshot's, without notes of builds.
    MieniCharacter character; ///< Bones, curves and morphs at the moment.
    bool is_made;
    char path[MIENI_PATH_ROOM]; ///< Of the character, or of what one is made up for.
    char mesh[MIENI_PATH_ROOM], clip[MIENI_PATH_ROOM];
    MienStatus status;
    MieniProblem problem; ///< Why it could not be made.
    float *own_values;    ///< Private, as below: curves that the character itself sets.
    bool *own_is_set;
} StudioPreview;

/// Begins a preview. path is a character, which its graph moves; a pose asset, whose poses
/// weights drive, whether the skeleton lists their curves or not; or a mesh. Of a pose asset, mesh
/// is what to show it on, or NULL: its own, or bones alone. clip, or NULL, is what plays. packs, or
/// NULL, is what was cooked before; previews that share it are made one at a time.
MienStatus studio_preview_begin(Studio *studio, const char *path, const char *mesh, const char *clip,
                                StudioPacks *packs, StudioPreview **out_preview, MieniProblem *problem);
/// Plays the take of a clip that is solved: what its sources have, before solving. On any thread, before it
/// is made.
MienStatus studio_preview_set_take(StudioPreview *preview, const char *clip);
/// Reads, cooks, loads and binds. On any thread.
void studio_preview_run(StudioPreview *preview);
void studio_preview_destroy(StudioPreview *preview); ///< May be NULL. On the studio's thread.

/// Shows a time with values of curves, one for each of the skeleton's table; those that are no
/// numbers are left to the character. Playing on is one step; going back, or far ahead, plays from
/// the beginning at rate frames per second (0: in one step).
MienStatus studio_preview_play(StudioPreview *preview, double time, double rate, const float *values);
