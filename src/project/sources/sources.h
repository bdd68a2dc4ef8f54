// SPDX-License-Identifier: MIT
//
// Source files of a project, read by the reader of their format and cached, so that an asset that
// names one file sixty times reads it once.

#pragma once

#include "asset/view.h"
#include "io/formats.h"
#include "project/project.h"

typedef struct MieniSourceEntry MieniSourceEntry;

/// Hears what part of a long file is read, from 0 to 1; reading stops if it returns false.
typedef bool (*MieniSourceProgress)(void *user, double done);

/// What was read so far. Zero-initialise.
typedef struct MieniSources {
    MieniSourceEntry *first;
    bool wants_mesh;              ///< Meshes are read too; otherwise only skeletons and motion.
    MieniSourceProgress progress; ///< May be NULL.
    void *user;
} MieniSources;

/// A source and the take of it that was asked for.
typedef struct MieniTake {
    const MienAuthorSkeleton *skeleton; ///< NULL if the file has none.
    const MienAuthorClip *clip;         ///< NULL if the file has no motion.
    const MienIoSource *source;         ///< The whole file; NULL for curves without takes.
    const MieniSourceFormat *format;
    bool is_scene;  ///< Of a scene format.
    bool has_takes; ///< The takes of the file have names, and each becomes a clip.
    const MieniSourceNotes *notes;
} MieniTake;

/// Reads a file, or finds it. settings is a JSON object with the keys of a source
/// (format, scene, unit, up, rate, timing, blend, phones, style, transcript), or NULL; take may be "" for the
/// first.
MienStatus mieni_sources_take(MieniSources *sources, const MieniProject *project, const char *file,
                              const MieniJson *settings, const char *take, MieniTake *out_take,
                              MieniProblem *problem);
void mieni_sources_release(MieniSources *sources);

/// A glTF file of the project with all that it names, opened.
typedef struct MieniGltfFile MieniGltfFile;

/// Opens; project must outlive the file, which is closed by the caller.
MienStatus mieni_gltf_file_open(const MieniProject *project, const char *file, MieniGltfFile **out_file,
                                MieniProblem *problem);
const struct MienIoGltf *mieni_gltf_file_content(const MieniGltfFile *file);
void mieni_gltf_file_close(MieniGltfFile *file); ///< NULL is fine.
