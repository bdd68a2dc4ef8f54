// SPDX-License-Identifier: MIT
//
// FBX, binary and text, versions 5000 to 7700: skeleton, mesh with skin and blend
// shapes, and takes with bone tracks, shape weights and animated user properties.
//
// Ownership  A source is one block of memory and does not refer to the bytes.
// Threads    No state: read different files from different threads.
// Errors     Locations are bytes ("byte 1024"), lines of text files ("line 12"), or
//            objects ("Deformer 140234, Indexes").

#pragma once

#include "mien_io/source.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How to read a file. Zero-initialise: zero is every field's default.
typedef struct MienIoFbxOptions {
    const char *source;      ///< Name of the file, for clips; NULL: "".
    int rate, rate_divisor;  ///< Frames per second of the takes; 0: the file's.
    bool keep_axes;          ///< Keep the file's axes and units instead of converting to Y up and metres.
    bool skip_mesh;          ///< Do not read the mesh: much faster if you need only animation.
    MienAuthorLimits limits; ///< Limits for reading.
    /// Called from time to time with the progress, 0 to 1; return false to stop reading
    /// with MIEN_ERROR_CANCELLED. May be NULL.
    bool (*progress)(void *user, double done);
    void *user;
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the source.
} MienIoFbxOptions;

/// Properties of the file, and data that was changed or lost.
typedef struct MienIoFbxReport {
    int version; ///< 7400 for 7.4.
    bool is_binary;
    char creator[80];       ///< Program that wrote the file, or "".
    double metres_per_unit; ///< Of the file.
    char up[3], front[3];   ///< Axes of the file: "+Z", "-Y".
    int renamed_count; ///< Bones, morph targets, curves and takes with missing, duplicate or invalid names.
    int reduced_vertex_count;  ///< Vertices whose influences were reduced.
    int dual_quaternion_count; ///< Skins with dual quaternions; they are skinned linearly.
    int skipped_curve_count;   ///< Curves of unsupported properties: materials, cameras, lights.
    int sampled_curve_count;   ///< Curves that were sampled because their keys cannot be kept exactly.
    char note[160];            ///< The most important message for the user, one sentence, or "".
} MienIoFbxReport;

/// Reads a file. Input is untrusted. options and out_report may be NULL. On failure
/// *out_source is NULL.
MIEN_API MienStatus mien_io_fbx_read(const void *data, size_t size, const MienIoFbxOptions *options,
                                     MienIoSource **out_source, MienIoFbxReport *out_report,
                                     MienError *error);

#ifdef __cplusplus
}
#endif
