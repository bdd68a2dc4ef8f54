// SPDX-License-Identifier: MIT
//
// An expression of KHR_character_expression while it is looked at.

#pragma once

#include "base/names.h"
#include "io/gltf/expressions.h"

/// Something that an expression moves: parts of a bone, or a morph.
typedef struct MieniKhrTarget {
    int bone, morph;         ///< One of them is -1.
    bool turns, goes, grows; ///< Of a bone: rotation, translation, scale.
    int line;                ///< The track or curve of the take.
} MieniKhrTarget;

/// Tracks and curves of a take by their names.
typedef struct MieniKhrLines {
    const MieniNameEntry *tracks, *curves;
} MieniKhrLines;

/// One expression of the file.
typedef struct MieniKhrEntry {
    const MieniJson *json;
    int animation, expression; ///< expression: its control.
    const MienAuthorClip *clip;
    const MieniKhrLines *lines;
    int target_count, target_room;
    MieniKhrTarget *targets; ///< In scratch, by bone and morph, each once.
    int time_count, time_room;
    double *times; ///< Moments within the take, ascending.
} MieniKhrEntry;

typedef struct MieniKhr {
    MieniGltfExpressing *expressing;
    const MieniKhrLines **lines; ///< Per animation, once they are wanted.
    MieniArena scratch;          ///< For the length of one expression.
} MieniKhr;

/// Finds what the channels move that an entry with an animation names, and when.
MienStatus mieni_khr_find_targets(MieniKhr *khr, MieniKhrEntry *entry);
