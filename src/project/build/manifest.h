// SPDX-License-Identifier: MIT
//
// Manifests: the inputs and results of the clips of a shard, by content. They contain no times
// and no paths of a machine, so that the same shard has the same manifest everywhere.
// docs/building.md describes the text.

#pragma once

#include "base/arena.h"
#include "base/text_out.h"
#include "project/project.h"

/// A file that clips were made from, beside their own.
typedef struct MieniManifestInput {
    const char *path;
    MieniContentHash hash;
    int64_t size;
} MieniManifestInput;

/// Names of curves in order. Clips of one kind have the same ones, so they are told once.
typedef struct MieniManifestSet {
    const char *const *names;
    int count;
} MieniManifestSet;

typedef struct MieniManifestClip {
    const char *member; ///< "lines/en/000/line_000001.csv"
    MieniContentHash hash;
    int64_t size;
    MieniContentHash pack_hash;
    int64_t pack_size;
    double seconds;
    int track_count;
    int set;           ///< Which of the sets its curves are.
    const int *inputs; ///< Which of the inputs were read too, ascending.
    int input_count;
} MieniManifestClip;

/// Zero-initialise to make one; set program, rule and asset.
typedef struct MieniManifest {
    const char *program; ///< Version of the program.
    int rule;            ///< Of mieni_cook_version.
    const char *asset;   ///< The clips asset.
    MieniManifestInput *inputs;
    int input_count, input_room;
    MieniManifestSet *sets;
    int set_count, set_room;
    MieniManifestClip *clips;
    int clip_count, clip_room;
    MieniArena arena; ///< Private.
} MieniManifest;

/// Reads a manifest; false, and an empty one, if there is none or it is not as we write them.
bool mieni_manifest_read(const MieniProject *project, const char *path, MieniManifest *out_manifest);
bool mieni_manifest_read_text(const void *bytes, size_t size, MieniManifest *out_manifest);
void mieni_manifest_release(MieniManifest *manifest);

/// The index of an input or a set, which is added if it is new. Names are sorted.
int mieni_manifest_input(MieniManifest *manifest, const char *path, const MieniContentHash *hash,
                         int64_t size);
int mieni_manifest_set(MieniManifest *manifest, const char *const *names, int count);
/// Adds a clip; its texts and indices are copied.
void mieni_manifest_add(MieniManifest *manifest, const MieniManifestClip *clip);
/// Adds a clip of another manifest with all it refers to.
void mieni_manifest_adopt(MieniManifest *manifest, const MieniManifest *from, const MieniManifestClip *clip);
/// Puts the clips in the order of their members, to be found and written.
void mieni_manifest_sort(MieniManifest *manifest);
/// The clip of a member, or NULL, in a manifest that is sorted.
const MieniManifestClip *mieni_manifest_find(const MieniManifest *manifest, const char *member);

/// The text. Memory that was lacking while it was made shows in out.
void mieni_manifest_put(const MieniManifest *manifest, MieniTextOut *out);
