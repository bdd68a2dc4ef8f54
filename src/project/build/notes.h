// SPDX-License-Identifier: MIT
//
// Notes about packs that are cooked one by one (shards have their own files, shard.h): for each
// pack the version of cooking, the hash and stamp of the pack, and every input file with hash and
// stamp. They are in <build>/steps, a text to which builds append; the last note of a pack wins:
//
//   step RULE HASH STAMP PACK
//   input HASH STAMP PATH
//   end
//
// An incomplete note, from a build that was killed while writing, is ignored.

#pragma once

#include "base/text_out.h"
#include "project/build/cook.h"
#include "project/build/plan.h"

typedef struct MieniNotedInput {
    const char *path;
    MieniContentHash hash;
    MieniFileStamp stamp;
} MieniNotedInput;

typedef struct MieniNote {
    const char *pack;
    int rule;
    MieniContentHash hash;
    MieniFileStamp stamp;
    MieniNotedInput *inputs;
    int input_count;
} MieniNote;

/// Zero-initialise.
typedef struct MieniNotes {
    const MieniProject *project;
    MieniNote *items; ///< In order of pack.
    int count;
    int read_count; ///< How many there were, with those that later ones replace.
    int descriptor; ///< To append; -1 if it is not open.
    MieniBuffer text;
    MieniArena arena;
} MieniNotes;

/// Reads all notes; there are none if something is wrong with them.
MienStatus mieni_notes_read(MieniNotes *out, const MieniProject *project, MieniProblem *problem);
void mieni_notes_release(MieniNotes *notes);
/// The note of a pack, or NULL.
MieniNote *mieni_notes_find(const MieniNotes *notes, const char *pack);

/// The text of a note about a pack that was made from these inputs; "" if one of them changed
/// while it was read, so that nothing can be noted.
void mieni_note_put_cooked(MieniTextOut *out, const char *pack, int rule, const MieniContentHash *hash,
                           MieniFileStamp stamp, const MieniInputs *inputs);
void mieni_note_put(MieniTextOut *out, const MieniNote *note);
/// Appends texts of notes. If that fails, the packs are made again by the next build.
MienStatus mieni_notes_append(MieniNotes *notes, const char *text, size_t size, MieniProblem *problem);
/// Rewrites the file, with the last note of each pack of the plan, if most of it is out of date.
MienStatus mieni_notes_tidy(MieniNotes *notes, const MieniBuildPlan *plan, MieniProblem *problem);
