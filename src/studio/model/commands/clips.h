// SPDX-License-Identifier: MIT
//
// Commands on clips: keyed curves, keys, modifiers. Each is one undo step or has no effect. A drag
// is a group: rewind, then move by the full distance.

#pragma once

#include "asset/edit/clip.h"
#include "studio/model/document/edit.h"
#include "studio/model/facts/strings.h"

MienStatus studio_clip_add_curve(Studio *studio, const char *path, const char *curve, MieniProblem *problem);
MienStatus studio_clip_remove_curve(Studio *studio, const char *path, const char *curve,
                                    MieniProblem *problem);
/// Sets a value at a time, with a key that is there or a new one. shape may be NULL. Setting
/// the same curve at the same time again, quickly, is one step.
MienStatus studio_clip_set_key(Studio *studio, const char *path, const char *curve, double time, double value,
                               const MieniKeyShape *shape, MieniProblem *problem);
MienStatus studio_clip_delete_keys(Studio *studio, const char *path, const MieniKeyPlace *keys, int count,
                                   MieniProblem *problem);
/// keys become where the keys are then.
MienStatus studio_clip_move_keys(Studio *studio, const char *path, MieniKeyPlace *keys, int count,
                                 const MieniKeyMove *move, MieniProblem *problem);

/// A key on its own: what copying keeps.
typedef struct StudioKey {
    const char *curve;
    double time, value;
    MieniKeyShape shape;
} StudioKey;
/// Sets keys, their times moved by offset; onto, if given, is the curve that gets them all.
MienStatus studio_clip_paste_keys(Studio *studio, const char *path, const StudioKey *keys, int count,
                                  double offset, const char *onto, MieniProblem *problem);

/// The display name of a modifier, given as its row: "Remove bone tracks" for remove_bones; of a shared
/// list, its name. Returns title.
const char *studio_modifier_title(const MieniJson *row, char title[STUDIO_LABEL_ROOM]);
/// Adds a modifier, given as JSON: {"do": "smooth_curves", "names": ["*"], "time_constant": 0.05};
/// before an index, or with -1 at the end; to all the clips.
MienStatus studio_modifier_add(Studio *studio, const char *const *paths, int path_count, int index,
                               const char *row, MieniProblem *problem);
MienStatus studio_modifier_remove(Studio *studio, const char *path, int index, MieniProblem *problem);
MienStatus studio_modifier_move(Studio *studio, const char *path, int from, int to, MieniProblem *problem);
MienStatus studio_modifier_set_off(Studio *studio, const char *path, int index, bool is_off,
                                   MieniProblem *problem);
/// Removes all bone tracks of clips, by a modifier in each that has none that does so yet.
MienStatus studio_clips_remove_tracks(Studio *studio, const char *const *paths, int path_count,
                                      MieniProblem *problem);
