// SPDX-License-Identifier: MIT
//
// The images of a mesh, decoded: files of the project, or parts of glTF files in it.
//
// Ownership  Release what was opened. Images point at nothing of the project or the mesh.
// Threads    No state: open and release in any thread.
// Errors     An image that cannot be read is no error: it is white, and a warning says why.

#pragma once

#include "base/arena.h"
#include "project/project.h"
#include "render/render.h"

typedef struct MieniImageWarning {
    const char *file; ///< Of the project, or "ada.glb#images/3".
    const char *message;
} MieniImageWarning;

/// Zero is none at all.
typedef struct MieniImages {
    MieniArena arena; ///< Private, as is decoded.
    struct MienIoImage **decoded;
    int count;               ///< Of the mesh.
    MieniRenderImage *given; ///< What mieni_render_mesh_from takes; NULL if the mesh has none.
    int warning_count;
    MieniImageWarning *warnings;
} MieniImages;

/// Decodes the images that materials of a mesh show. allocator may be NULL. On failure
/// *out_images is empty.
MienStatus mieni_images_open(const MieniProject *project, const MienMesh *mesh,
                             const MienAllocator *allocator, MieniImages *out_images, MieniProblem *problem);
void mieni_images_release(MieniImages *images); ///< Zeroes it; empty ones are fine.
