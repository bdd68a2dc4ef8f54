// SPDX-License-Identifier: MIT
//
// Stamps of a shard: for each member the files it was made from, with size and time.
// They say quickly that nothing changed; what they do not say, contents do. A stamps
// file is text: a first line with the version of cooking; then "member PATH" and the
// lines "input SIZE NANOSECONDS PATH" of each.

#pragma once

#include "author/text_out.h"
#include "project/project.h"

/// Size and time of a file of the project; false if there is none.
bool mieni_stamp_look(const MieniProject *project, const char *path, int64_t *out_size, int64_t *out_time);

/// The stamps of one member, in the text of them all.
typedef struct MieniStamp {
    const char *member;
    char *inputs; ///< Lines, closed by a zero.
} MieniStamp;

/// Zero-initialise.
typedef struct MieniStamps {
    MieniBuffer text;
    MieniStamp *stamps; ///< In order of member.
    int count;
} MieniStamps;

/// Reads stamps; whatever is wrong with them, there are none then.
void mieni_stamps_read(MieniStamps *out, const char *file, const char *head);
void mieni_stamps_release(MieniStamps *stamps);
/// Whether all files of a member are as they were; if so its stamps are put, and its
/// inputs added. Can be asked once for a member.
bool mieni_stamps_keep(const MieniStamps *stamps, const MieniProject *project, const char *member,
                       MieniTextOut *out, MieniPaths *inputs);
/// Puts the stamps of a member that was made from these inputs, begin being the time
/// before they were read. Gives whether all of them can be trusted.
bool mieni_stamps_put(const MieniProject *project, const char *member, const MieniPaths *inputs,
                      int64_t begin, MieniTextOut *out);
/// The time of now, in nanoseconds.
int64_t mieni_stamp_now(void);
/// Whether the time of a file that was looked at after begin would be another one if the file
/// changed from then on.
bool mieni_stamp_is_sure(int64_t time, int64_t begin);
