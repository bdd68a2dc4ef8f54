// SPDX-License-Identifier: MIT
//
// What the sources that read BVH share.

#pragma once

#include "base/arena.h"
#include "io/words.h"
#include "mien_io/bvh.h"

enum { MIENI_BVH_MAX_CHANNELS = 6, MIENI_BVH_FIRST_ROTATION = 3 };

/// A joint as in the file.
typedef struct MieniBvhJoint {
    MieniWord name;
    int parent; ///< -1 for a root.
    double offset[3];
    int channel_count;
    /// In the order listed: 0 to 2 positions along X, Y and Z, 3 to 5 rotations around them.
    uint8_t channels[MIENI_BVH_MAX_CHANNELS];
    bool has_offset, has_channels, has_children;
} MieniBvhJoint;

/// What reading knows and needs.
typedef struct MieniBvh {
    MieniWords words;
    const MienIoBvhOptions *options;
    double unit; ///< Metres per unit of the file.
    MienError *error;
    MienIoSource *source;
    MieniArena scratch; ///< Freed when reading ends.
    MieniBvhJoint *joints;
    MienIoBvhReport report;
} MieniBvh;

MienStatus mieni_bvh_fail(const MieniBvh *bvh, MieniWord at, MienStatus status, const char *sentence);
/// Fails for a word that does not belong there, or for the end of the text in its place.
MienStatus mieni_bvh_fail_word(const MieniBvh *bvh, MieniWord word, const char *sentence);
MienStatus mieni_bvh_no_memory(const MieniBvh *bvh);

/// Takes the next word, which must be this one.
MienStatus mieni_bvh_expect(MieniBvh *bvh, const char *word, const char *sentence);
/// A word as a number of the file.
MienStatus mieni_bvh_number(const MieniBvh *bvh, MieniWord word, double *out_number);
/// Whether lengths of the file are within what bones may have.
bool mieni_bvh_is_sane(const MieniBvh *bvh, const double lengths[3]);
/// Lengths of the file as a translation: metres, Y up.
MienVec3 mieni_bvh_translation(const MieniBvh *bvh, const double lengths[3]);

/// Everything up to the word MOTION and with it; fills the joints.
MienStatus mieni_bvh_read_hierarchy(MieniBvh *bvh);
/// Everything after it; gives the source its take. The skeleton must be there.
MienStatus mieni_bvh_read_motion(MieniBvh *bvh);
