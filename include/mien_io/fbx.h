// SPDX-License-Identifier: MIT
//
// FBX, binary and text, versions 5000 to 7700: skeleton, mesh with skin and blend
// shapes, and takes with bone tracks, shape weights and animated user properties.
//
// Ownership  A source is one block of memory and points at nothing of the bytes.
// Threads    No state: read different files from different threads.
// Errors     Places are bytes ("byte 1024"), lines of text files ("line 12"), or
//            objects ("Deformer 140234, Indexes").

#pragma once

#include "mien_io/source.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How to read a file. Zero-initialise: zero is the default of every field.
typedef struct MienIoFbxOptions {
    const char *source;      ///< What the file is called, for clips; NULL: "".
    int rate, rate_divisor;  ///< Frames per second of the takes; 0: the file's.
    bool keep_axes;          ///< Keep the file's axes and units instead of turning to Y up and metres.
    bool skip_mesh;          ///< Leave the mesh out: much faster if only motion is wanted.
    MienAuthorLimits limits; ///< What reading may take.
    /// Called now and then with a part of the work done, from 0 to 1; reading stops with
    /// MIEN_ERROR_CANCELLED if it returns false. May be NULL.
    bool (*progress)(void *user, double done);
    void *user;
} MienIoFbxOptions;

/// What the file is and what reading could not keep as it was.
typedef struct MienIoFbxReport {
    int version; ///< 7400 for 7.4.
    bool is_binary;
    char creator[80];       ///< The program that wrote it, or "".
    double metres_per_unit; ///< Of the file.
    char up[3], front[3];   ///< Axes of the file: "+Z", "-Y".
    int renamed_count;      ///< Bones, morphs, curves and takes whose names were missing, taken or no names.
    int reduced_vertex_count;  ///< Vertices with more influences than are kept.
    int dual_quaternion_count; ///< Skins that ask for dual quaternions; they are skinned linearly.
    int skipped_curve_count;   ///< Curves that drive what is not kept: materials, cameras, lights.
    int sampled_curve_count;   ///< Curves whose keys cannot be kept exactly and were sampled.
    char note[160];            ///< What a person should know first, a sentence, or "".
} MienIoFbxReport;

/// Reads a file. Accepts untrusted bytes. options and out_report may be NULL. On
/// failure *out_source is NULL.
MIEN_API MienStatus mien_io_fbx_read(const void *data, size_t size, const MienIoFbxOptions *options,
                                     const MienAllocator *allocator, MienIoSource **out_source,
                                     MienIoFbxReport *out_report, MienError *error);

#ifdef __cplusplus
}
#endif
