// SPDX-License-Identifier: MIT
//
// Solving: from the motion of a face to the curves of its pose asset. The motion is bone
// tracks, morph weights or the positions of points, as a baked take, a vertex cache or a
// tracker has them. The result drives every face that has poses with these names.
//
// Use the pose asset of the character that the motion was made on. Curves are only as unique
// as the poses: where two poses cancel each other, the solver takes the smaller weights.
//
// Ownership  A solver refers to the pose asset, the skeleton and the mesh until it is
//            destroyed.
// Threads    A solver has memory for one frame: use one per thread.
// Memory     Creating and solving takes allocate; solving a frame never does.
// Determinism The same input gives the same bits on every platform. Frames of a take are solved
//            in blocks of MIEN_SOLVE_BLOCK, each from the start, so that a part of a take has the
//            bits of the whole, on one thread or many.

#pragma once

#include "mien/mien.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Frames that are solved one after the other, each starting from the one before.
#define MIEN_SOLVE_BLOCK 64

/// Poses that can be proposed for a take.
#define MIEN_SOLVE_MOST_PROPOSED 32

typedef struct MienSolver MienSolver;

/// What the frames of a performance consist of.
typedef enum MienSolveInput {
    MIEN_SOLVE_BONES = 0, ///< Local transforms, one per bone of the skeleton.
    MIEN_SOLVE_POINTS,    ///< Positions of points of the mesh.
    MIEN_SOLVE_MORPHS,    ///< Weights of the mesh's morph targets.
} MienSolveInput;

/// How to create a solver. Zero-initialise: zero is every field's default.
typedef struct MienSolverDesc {
    MienSolveInput input;
    /// An additive pose asset. Points: NULL for the morph targets themselves.
    const MienPoseAsset *poses;
    /// For bones: the order of the transforms. For points if the poses move bones.
    const MienSkeleton *skeleton;
    /// Points and morph targets: the mesh. Bones: its skin weights define how much each bone moves; NULL:
    /// the skeleton does.
    const MienMesh *mesh;
    /// Bones: which bones the performance has, one per bone of the skeleton; NULL: all.
    const bool *has_bone;
    /// Transforms without any pose, one per bone of the skeleton; NULL: the base pose of the asset, for
    /// points the mesh's rest pose. Points: positions without any pose; NULL: those of the mesh.
    const MienTransform *neutral_bones;
    const MienVec3 *neutral_points;
    const uint32_t *points; ///< The mesh's vertex for each point; NULL: all vertices.
    int point_count;
    /// The skeleton's bone of each point that is at the origin of a bone and not on a vertex; -1: it is on
    /// its vertex. NULL: all are on vertices.
    const int *point_bones;
    const float *point_weights; ///< How much each point matters; NULL: all 1.
    /// Points: how far the actor's own poses move them at 1, in the space of the model: an array of
    /// point_count offsets per pose of the asset, or per morph target without poses; NULL in it: the pose
    /// moves them as it moves the mesh. NULL: all do. Measure them by mien_solver_mean_points.
    const MienVec3 *const *actor_poses;
    /// Standard deviation of these offsets, metres: what they differ by chance is left out.
    double actor_noise;
    /// Points: the head moves too, as a tracker sees it. Its motion is found and taken out, also that of
    /// neutral_points. Leave out the poses that turn the head.
    bool has_head;
    /// Names of the curves to solve; the others stay 0. NULL: all.
    const char *const *only;
    int only_count;
    /// Names of the curves to use rather than others that do the same; NULL: none.
    const char *const *prefer;
    int prefer_count;
    /// How much weights cost, as a part of the motion that they make: 1e-4 keeps them small where poses
    /// nearly cancel each other. 0: only so much that it decides between poses that do the same.
    double ridge;
    const MienAllocator *allocator;
} MienSolverDesc;

/// Creates a solver. On failure *out_solver is NULL.
MIEN_API MienStatus mien_solver_create(const MienSolverDesc *desc, MienSolver **out_solver, MienError *error);
MIEN_API void mien_solver_destroy(MienSolver *solver); ///< Accepts NULL.

/// Number of curves that a solver finds.
MIEN_API int mien_solver_curve_count(const MienSolver *solver);

/// A curve, and what the poses allow to say about it before anything is solved.
typedef struct MienSolverCurve {
    const char *name; ///< Belongs to the asset or the mesh.
    float min, max;   ///< Values that the solver uses.
    float motion;     ///< How much it moves at 1: the root of the mean square, metres, as of a residual.
    /// The part of its motion that no other pose can imitate, from 0 to 1. Below 0.05 the value
    /// depends on very small motion.
    float unique;
    bool is_moving;  ///< False: nothing of the input moves with it. It stays 0.
    bool is_choice;  ///< Its pose is switched (binary, block, top): the value is a guess.
    bool is_skipped; ///< It was not asked for.
} MienSolverCurve;

/// One curve by index.
MIEN_API MienSolverCurve mien_solver_curve(const MienSolver *solver, int curve);

/// Changes the values that the solver uses for a curve. min is at most 0, max at least 0; both 0 leave
/// the curve out. MIEN_ERROR_ARGUMENT otherwise.
MIEN_API MienStatus mien_solver_set_range(MienSolver *solver, int curve, float min, float max);

/// One frame. Only the array of the solver's input is read.
typedef struct MienSolveFrame {
    const MienTransform *bones; ///< One per bone of the skeleton.
    const MienVec3 *points;     ///< One per point.
    const float *morphs;        ///< One per morph target.
} MienSolveFrame;

/// Memory for a frame. Only the array of the solver's input is not NULL.
typedef struct MienSolveBuffer {
    MienTransform *bones;
    MienVec3 *points;
    float *morphs;
} MienSolveBuffer;

/// Solves a frame, starting from the one before. Writes curve_count values. Never allocates.
/// MIEN_ERROR_DATA if a number is not finite; the values are then those of the frame before.
/// *out_residual, if given: the part of the motion that the poses cannot express; the root of the
/// mean square, metres, weighted by the skin or over the points.
MIEN_API MienStatus mien_solver_run(MienSolver *solver, const MienSolveFrame *frame, float *out_values,
                                    double *out_residual);
/// How much the last frame moves at all: the root of the mean square, metres, as of a residual.
MIEN_API double mien_solver_motion(const MienSolver *solver);
/// Where the head is in the last frame, if it moves; otherwise the identity. Model points are rotated,
/// then translated.
MIEN_API MienTransform mien_solver_head(const MienSolver *solver);
/// Forgets the frames before.
MIEN_API void mien_solver_restart(MienSolver *solver);

/// A pose that a take would need: a motion that the poses leave in many frames. A draft, to be named and
/// edited by a person.
typedef struct MienSolvePose {
    /// One local transform per bone of the skeleton: give a face without poses, and the pose is added to it.
    MienTransform *bones;
    float *values;   ///< Where to write how much of it each frame has, from 0 to 1. NULL: nowhere.
    double residual; ///< Output. What the poses, this one and those proposed before it leave, metres.
} MienSolvePose;

/// A whole performance. Zero-initialise.
typedef struct MienSolveTake {
    int frame_count;
    double rate; ///< Frames per second.
    void *user;
    /// Provides a frame: fills the array of the solver's input. False stops the solving.
    bool (*read)(void *user, int frame, const MienSolveBuffer *out_frame);
    /// Called now and then with the part that is done, from 0 to 1. False cancels. May be NULL.
    bool (*progress)(void *user, double done);
    /// Seconds over which curves are smoothed where the input is noisy. 0: as much as the noise
    /// needs, none for exact input. Below 0: never.
    double smooth;
    /// Where to write which frames the poses cannot express, one per frame: part of the face moves there
    /// much more than the poses can follow. NULL: nowhere.
    bool *out_flags;
    /// Where to write how much motion is lost of each bone of the skeleton, point or morph target: the
    /// root of the mean square over all frames, metres. Of points, some are measured, for those around
    /// them. NULL: nowhere.
    float *out_lost;
    /// How many poses to propose, for bones only, and where to write them; those that explain most come
    /// first.
    int propose_count;
    MienSolvePose *out_proposed;
    MienTransform
        *out_heads; ///< Where to write where the head is, one per frame, if it moves. NULL: nowhere.
} MienSolveTake;

/// What solving a take found.
typedef struct MienSolveReport {
    double noise;         ///< Standard deviation of the input's noise, metres.
    bool is_smoothed;     ///< The noise was large enough to be removed.
    double residual;      ///< Root of the mean square over all frames, metres.
    double most_residual; ///< Of the worst frame.
    int worst_frame;
    int unfinished; ///< Frames in which the solver did not reach the optimum; normally 0.
    int flagged;    ///< Frames that the poses cannot express, if flags or losses were asked for.
    double
        extent; ///< Height of what the poses move, metres: the distances above are small or large beside it.
} MienSolveReport;

/// Solves all frames: out_values has frame_count * curve_count values, out_residuals one per frame
/// or is NULL. Finds the noise of the input and smooths accordingly. out_report may be NULL.
/// MIEN_ERROR_CANCELLED if read or progress stops it.
MIEN_API MienStatus mien_solver_run_take(MienSolver *solver, const MienSolveTake *take, float *out_values,
                                         float *out_residuals, MienSolveReport *out_report, MienError *error);

/// Measures a pose that an actor holds: where the points are in the space of the model, the mean of count
/// frames from the first, without the motion of the head. What a held pose has more than a neutral face
/// is one of actor_poses. *out_deviation, if given: the standard deviation of such a mean, metres. For
/// points only; read and frame_count of the take are used.
MIEN_API MienStatus mien_solver_mean_points(MienSolver *solver, const MienSolveTake *take, int first,
                                            int count, MienVec3 *out_points, double *out_deviation,
                                            MienError *error);

/// How sure the value of a curve is in noisy input: its standard deviation, for a noise in metres.
/// Up to 0.05 is sure, up to 0.15 is about right, more is a guess. The last frame's poses count.
MIEN_API void mien_solver_confidence(MienSolver *solver, double noise, float *out_deviations);

#ifdef __cplusplus
}
#endif
