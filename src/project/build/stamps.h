// SPDX-License-Identifier: MIT
//
// Stamps of a shard: for each entry its input files and its pack. They prove quickly that nothing changed;
// otherwise contents decide. A stamps file is text: the first line is the version of cooking;
// then "member STAMP STAMP PATH" of each, with the stamps of its own file and of its pack, and a
// line "input STAMP PATH" for each other file that it was made from; or "again STAMP STAMP PATH" if
// these are the files of the member before. A stamp is 16 hexadecimal digits, and 0 that of the own
// file if the member is none.

#pragma once

#include "base/text_out.h"
#include "project/project.h"

/// The stamp of a file of the project as it is now, even if it changed a moment ago; 0 if there is none.
MieniFileStamp mieni_stamp_look(const MieniProject *project, const char *path);

/// Puts "input STAMP PATH" and a line end.
void mieni_stamp_put(MieniTextOut *out, MieniFileStamp stamp, const char *path);
/// Reads such a line, ends its path and leads to the next line; false if it is none.
bool mieni_stamp_read(char **at, MieniFileStamp *out_stamp, const char **out_path);

typedef struct MieniStampedPath {
    const char *path;
    MieniFileStamp stamp;
} MieniStampedPath;

typedef struct MieniMemberStamps {
    MieniStampedPath own;
    MieniFileStamp pack;
    int first, count; ///< Which of the inputs are its.
} MieniMemberStamps;

/// Stamps that were read.
typedef struct MieniStamps {
    MieniBuffer text;           ///< That paths are in.
    MieniMemberStamps *members; ///< In order of path.
    int count;
    MieniStampedPath *inputs;
    int input_count;
} MieniStamps;

/// Stamps to be written. Zero-initialise, put the first line, release the text.
typedef struct MieniStampsOut {
    MieniTextOut text;
    bool has_members;
    size_t inputs_at, inputs_size; ///< Where the inputs of the last member are in the text.
} MieniStampsOut;

/// A file that members have in common, as they saw it.
typedef struct MieniStampedInputs {
    char **paths;
    MieniFileStamp *stamps; ///< 0 if two saw it differently, or one could not be sure.
    int count, room;
} MieniStampedInputs;

bool mieni_stamped_add(MieniStampedInputs *inputs, const char *path, MieniFileStamp stamp);
void mieni_stamped_release(MieniStampedInputs *inputs);

/// Reads stamps; whatever is wrong with them, there are none then.
void mieni_stamps_read(MieniStamps *out, const MieniProject *project, const char *file, const char *head);
void mieni_stamps_release(MieniStamps *stamps);
/// Whether all files of a member, and its pack, are as they were; if so its stamps are put, what it
/// was made from beside its own file is added, and its pack to packs.
bool mieni_stamps_keep(const MieniStamps *stamps, const MieniProject *project, const char *member,
                       const char *pack, MieniStampsOut *out, MieniStampedInputs *others,
                       MieniPathSum *packs);
/// Puts the stamps of a member that was made from these inputs, and of its pack. Gives whether all of
/// the inputs can be trusted; if not, nothing is put, and contents decide the next time.
bool mieni_stamps_put(const char *member, const MieniInputs *inputs, MieniFileStamp pack, MieniStampsOut *out,
                      MieniStampedInputs *others);
