// SPDX-License-Identifier: MIT
//
// What poses do to the input, as least squares: the error of weights w is w'Gw - 2b'w + c, in
// square metres times mass. Bones and points make this system in their own way; all that follows is
// the same.

#pragma once

#include "base/arena.h"
#include "mien_solve/solve.h"

typedef struct MieniSystem MieniSystem;

struct MieniSystem {
    int pose_count;
    double *gram;        ///< pose_count x pose_count, of the last frame that was read.
    double *right;       ///< Per pose.
    double constant;     ///< c.
    const double *usual; ///< Diagonal of the gram at rest, per pose: 0 if nothing moves.
    double mass;         ///< Divides errors, to make them mean squares.
    int freedom;         ///< How many numbers of a frame can be wrong on their own.
    int row_count;       ///< Numbers of a residual; 0: it has none, because the input is exact.
    bool is_fixed;       ///< The gram is the same for all frames.
    int part_count;      ///< What motion can be lost of.
    uint32_t *parts;     ///< The bone of the skeleton, point or morph target of each part.
    double extent;       ///< Height of what the poses move, metres.
    void *own;
    /// Makes the system of a frame. False if a number is not finite.
    bool (*read)(MieniSystem *system, const MienSolveFrame *frame);
    /// Makes the system near weights, and returns their error. NULL: the one that was read holds for all.
    double (*linearise)(MieniSystem *system, const double *weights);
    void (*restart)(MieniSystem *system); ///< Forgets the frames before; may be NULL.
    /// Where the head is in the frame that was solved; NULL: it is not solved.
    void (*head)(const MieniSystem *system, MienTransform *out_head);
    /// What weights leave of the frame that was read: row_count numbers, whose squares add up to the
    /// error.
    void (*residual)(const MieniSystem *system, const double *weights, double *out_rows);
    /// Adds a pose to bones, given what it explains of a residual. NULL: there are no bones.
    void (*add_pose)(const MieniSystem *system, const double *rows, MienTransform *bones);
    /// How much weights leave of each part: squared metres. rows is the residual.
    void (*lost)(const MieniSystem *system, const double *weights, const double *rows, double *out_parts);
};

MienStatus mieni_bones_create(MieniArena *arena, const MienSolverDesc *desc, MieniSystem *out_system,
                              MienError *error);
MienStatus mieni_points_create(MieniArena *arena, const MienSolverDesc *desc, MieniSystem *out_system,
                               MienError *error);
MienStatus mieni_morphs_create(MieniArena *arena, const MienSolverDesc *desc, MieniSystem *out_system,
                               MienError *error);

/// Points on a mesh that bones move, or that move with the head.
MienStatus mieni_skinned_create(MieniArena *arena, const MienSolverDesc *desc, MieniSystem *out_system,
                                MienError *error);

/// The error of weights. Systems that hold near weights are made for these.
double mieni_system_error(MieniSystem *system, const double *weights);
/// Reserves what every system has. False without memory.
bool mieni_system_create(MieniArena *arena, int pose_count, MieniSystem *out_system);
