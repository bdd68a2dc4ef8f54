// SPDX-License-Identifier: MIT
//
// An animation used to create poses: a clip, or a source file. Lists its frames, their default
// names, what each of them moves, and their thumbnails, which use a temporary asset.
//
// Ownership  Created and freed on the main thread. One job at a time may use it meanwhile.

#pragma once

#include "project/import/make_poses.h"
#include "studio/model/facts/preview.h"
#include "studio/panels/thumbnails/thumbnails.h"
#include "view/face.h"

/// Which frames are wanted.
typedef struct StudioFramesWanted {
    enum { STUDIO_FRAMES_ALL = 0, STUDIO_FRAMES_KEYS, STUDIO_FRAMES_MARKERS, STUDIO_FRAMES_RANGE } used;
    int first, last, step; ///< Of a range; last included, step 1 for all.
} StudioFramesWanted;

/// What a frame moves, against the base.
typedef struct StudioFrameFact {
    int bone_count;
    float metres; ///< The farthest vertex; below 0: not known yet.
} StudioFrameFact;

typedef struct StudioOrigin {
    char *path;            ///< Of the clip or the file.
    char *title;           ///< The display name of it.
    char *skeleton, *mesh; ///< Assets; NULL: found or made with the poses.
    char *character;       ///< The first one on that mesh or skeleton, for a name; NULL: none.
    char *file, *take, *format, *scene, *up, *rate; ///< Of the source; NULL where nothing is said.
    double unit;

    bool is_read;
    char *trouble;  ///< Why no poses can be made; NULL: they can.
    int total;      ///< Frames of the whole animation.
    int count;      ///< Those that are wanted.
    char **names;   ///< Default ones, ended by NULL.
    char **labels;  ///< "12", or "0.40 s", the same way.
    char **markers; ///< Of the animation, by time, ended by NULL.
    double *times;  ///< Of moments between frames; NULL where frames are meant.
    StudioFrameFact *facts;
    GHashTable *draft; ///< For pictures of it,
    char *draft_path;  ///< of this asset.
    StudioFramesWanted wanted;

    // Private.
    GPtrArray *meshes, *characters;
    StudioPreview *preview;
    MieniFace *face;
    int measured_count, base;
} StudioOrigin;

StudioOrigin *studio_origin_new(const char *path);
void studio_origin_free(StudioOrigin *origin);
/// Begins to read it as the project is now; false if that fails.
bool studio_origin_begin(StudioOrigin *origin, StudioWorkspace *workspace, const StudioFramesWanted *wanted);
/// On a worker: reads it. is_over ends it early.
void studio_origin_run(StudioOrigin *origin, StudioJob *job);
/// What frames move against another one, or with -1 against rest.
void studio_origin_set_base(StudioOrigin *origin, int frame);
/// On a worker: measures some more frames; whether some are left.
bool studio_origin_measure(StudioOrigin *origin, StudioJob *job);
bool studio_origin_is_measured(const StudioOrigin *origin);
/// How to make the asset, but for names, mode and base. Points into the origin.
MieniMakePosesOptions studio_origin_options(const StudioOrigin *origin);
/// A name for the asset: that of the clip without "_poses", or of the character with "_face". Free it.
char *studio_origin_propose(const StudioOrigin *origin);
