// SPDX-License-Identifier: MIT
//
// A step: the changes of one action to files, so that it can be undone and redone to the byte. It
// knows only the label of the action.

#pragma once

#include "studio/model/document/files.h"

/// The change of one file.
typedef struct StudioChange {
    char *path;
    bool was_there, is_there;
    uint64_t hash_before, hash_after; ///< Of the texts; 0 for absent.
    StudioText *before, *after;       ///< Until the step is sealed.
    StudioSplice splice;              ///< From then on.
} StudioChange;

typedef struct StudioStep {
    char *label;  ///< "rename jaw_open to jawOpen": the label of Undo.
    char *key;    ///< Steps with the same key in a row become one; NULL: never.
    int64_t time; ///< Milliseconds since 1970, of its last part.
    bool is_sealed;
    StudioChange *changes; ///< One per file, by path.
    int count, room;
    size_t size; ///< Private to the history: bytes that it counts.
} StudioStep;

/// An empty step; NULL if out of memory. key may be NULL.
StudioStep *studio_step_make(const char *label, const char *key, int64_t time);
void studio_step_destroy(StudioStep *step); ///< May be NULL.

/// Notes that a file became another, and holds both texts. Of a file that is in the step
/// already, the text before stays. False if out of memory.
bool studio_step_note(StudioStep *step, const char *path, StudioText *before, StudioText *after);
/// The same with a splice, which becomes the step's: for steps that are read. The step is
/// sealed by it.
bool studio_step_note_splice(StudioStep *step, const StudioChange *change);
/// Makes what another step did afterwards part of this one; neither is sealed. False
/// if out of memory: then it is as before.
bool studio_step_absorb(StudioStep *step, const StudioStep *next);
/// Drops files that are unchanged.
void studio_step_tidy(StudioStep *step);
/// Keeps only what differs between texts. If out of memory the texts stay, which is as good.
void studio_step_seal(StudioStep *step);

/// Applies the step, or reverts it with is_back: all files or none. Files must be as the step
/// found or left them; MIEN_ERROR_DATA says which is not.
MienStatus studio_step_go(const StudioStep *step, StudioFiles *files, bool is_back, MieniProblem *problem);
/// Whether a change of this file is in it.
bool studio_step_has(const StudioStep *step, const char *path);
/// Bytes that it holds.
size_t studio_step_size(const StudioStep *step);
