// SPDX-License-Identifier: MIT
//
// Stamps of a shard: for each entry its input files and its pack. They prove quickly that nothing changed;
// otherwise contents decide. A stamps file is text: the first line is the version of cooking;
// then "member PATH" and the lines "input STAMP PATH" of each, that of the pack last, where a stamp
// is 16 hexadecimal digits.

#pragma once

#include "base/text_out.h"
#include "project/project.h"

/// The stamp of a file of the project as it is now, even if it changed a moment ago; 0 if there is none.
MieniFileStamp mieni_stamp_look(const MieniProject *project, const char *path);

/// Puts "input STAMP PATH" and a line end.
void mieni_stamp_put(MieniTextOut *out, MieniFileStamp stamp, const char *path);
/// Reads such a line, ends its path and leads to the next line; false if it is none.
bool mieni_stamp_read(char **at, MieniFileStamp *out_stamp, const char **out_path);

/// The stamps of one member, in the text of them all.
typedef struct MieniStamps {
    MieniBuffer text;
    struct MieniMemberStamps *members; ///< In order of member.
    int count;
} MieniStamps;

typedef struct MieniMemberStamps {
    const char *member;
    char *inputs; ///< Lines, closed by a zero.
} MieniMemberStamps;

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
/// was made from beside its own file is added, and its pack to packs. Can be asked once for a member.
bool mieni_stamps_keep(const MieniStamps *stamps, const MieniProject *project, const char *member,
                       const char *pack, MieniTextOut *out, MieniStampedInputs *others, MieniPathSum *packs);
/// Puts the stamps of a member that was made from these inputs; its pack is to follow. Gives whether
/// all of them can be trusted.
bool mieni_stamps_put(const char *member, const MieniInputs *inputs, MieniTextOut *out,
                      MieniStampedInputs *others);
