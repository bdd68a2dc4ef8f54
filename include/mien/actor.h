// SPDX-License-Identifier: MIT
//
// Actors: one character with everything it needs to run once per frame. An actor binds
// the parts, owns the arrays and the scratch memory, and runs the public jobs in order:
// clip, pose assets and morphs, or a graph and morphs.
//
// Ownership  You destroy what create or load gave you. An actor refers to the parts that
//            you give it, which must outlive it; it owns the parts that it loaded from a
//            bundle, whose bytes must outlive it. Arrays live as long as the actor.
// Threads    An actor belongs to one thread at a time. Actors may share their parts.
// Memory     create takes one block, plus what the bindings need. set_clip and load_clip
//            allocate. Nothing else does.
// Stability  Experimental: functions here may change in any version.
// Errors     Parts that are damaged, of the wrong kind or not there are refused. Names
//            that do not fit together are no error: read the report.

#pragma once

#include "mien/base.h"
#include "mien/bundle.h"
#include "mien/clip.h"
#include "mien/curves.h"
#include "mien/graph.h"
#include "mien/math.h"
#include "mien/mesh.h"
#include "mien/pose_asset.h"
#include "mien/skeleton.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MienActor MienActor;

/// How to make an actor. Zero-initialise: zero is the default of every field.
typedef struct MienActorOptions {
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the actor.
    const MienTransform *rest_pose; ///< A local transform per bone, copied; NULL: the mesh's, or the
                                    ///< skeleton's without a mesh.
    int lod;                        ///< LOD; 0 is the most detailed.
    int event_capacity;             ///< Events of a graph that are kept per step, at most 65536.
    bool has_trace;                 ///< Keep what every node of a graph does; costs time.
} MienActorOptions;

/// The parts of an actor. Zero-initialise, then fill; only the skeleton is needed. Give
/// pose assets, or a graph that names its own.
typedef struct MienActorDesc {
    const MienSkeleton *skeleton;
    const MienMesh *mesh; ///< For morphs, the palette and the rest pose.
    int pose_asset_count;
    const MienPoseAsset *const *pose_assets; ///< Applied one after another.
    const MienGraph *graph;
    int asset_count; ///< As many as the graph has, or 0.
    const MienGraphAsset *assets;
    MienActorOptions options;
} MienActorDesc;

/// Makes an actor in its rest pose. On failure *out_actor is NULL.
MIEN_API MIEN_EXPERIMENTAL MienStatus mien_actor_create(const MienActorDesc *desc, MienActor **out_actor,
                                                        MienError *error);
MIEN_API MIEN_EXPERIMENTAL void mien_actor_destroy(MienActor *actor); ///< NULL is fine.

/// Names of the parts in a bundle: "ada.mesh". NULL: none. A graph's clips and pose
/// assets are found by the graph's own paths; those that the bundle lacks are reported.
typedef struct MienActorMembers {
    const char *skeleton; ///< NULL: the only one in the bundle.
    const char *mesh, *poses, *graph;
} MienActorMembers;

/// Loads the parts from a bundle, in place, and makes an actor that owns them. options
/// may be NULL. A failure in a part starts the error's location with the part's name.
MIEN_API MIEN_EXPERIMENTAL MienStatus mien_actor_load(const MienBundle *bundle,
                                                      const MienActorMembers *members,
                                                      const MienActorOptions *options, MienActor **out_actor,
                                                      MienError *error);

/// How to play a clip. Zero-initialise: zero is the default of every field.
typedef struct MienActorClipOptions {
    double time;  ///< Where to start, seconds.
    double speed; ///< Seconds of the clip per second; 0 counts as 1. To pause, step by 0.
    bool loops;   ///< Start again at the end. Otherwise the last moment is held.
} MienActorClipOptions;

/// Plays a clip from now on; NULL: none. Refused with a graph, which plays its own clips.
/// options may be NULL. On failure the actor plays what it played.
MIEN_API MIEN_EXPERIMENTAL MienStatus mien_actor_set_clip(MienActor *actor, const MienClip *clip,
                                                          const MienActorClipOptions *options,
                                                          MienError *error);
/// The same for a clip in a bundle, which the actor then owns until it plays another.
MIEN_API MIEN_EXPERIMENTAL MienStatus mien_actor_load_clip(MienActor *actor, const MienBundle *bundle,
                                                           const char *name,
                                                           const MienActorClipOptions *options,
                                                           MienError *error);
/// The time of the clip, seconds; 0 with a graph.
MIEN_API MIEN_EXPERIMENTAL double mien_actor_time(const MienActor *actor);
/// Moves the clip to a time. The next step starts there.
MIEN_API MIEN_EXPERIMENTAL void mien_actor_set_time(MienActor *actor, double time);

/// Gives a curve of the skeleton a live value. It replaces the clip's; in a graph it
/// comes out of every live input. MIEN_ERROR_ARGUMENT for a bad index.
MIEN_API MIEN_EXPERIMENTAL MienStatus mien_actor_set_curve(MienActor *actor, int curve, float value);
/// The same by name, which is looked up: keep the index where speed counts.
MIEN_API MIEN_EXPERIMENTAL MienStatus mien_actor_set_curve_named(MienActor *actor, const char *name,
                                                                 float value);
/// All live values, to put, remove and clear them by the functions of curve sets.
MIEN_API MIEN_EXPERIMENTAL MienCurveSet mien_actor_inputs(MienActor *actor);

/// Sets a float, int or bool parameter of the graph by name.
MIEN_API MIEN_EXPERIMENTAL MienStatus mien_actor_set_number(MienActor *actor, const char *parameter,
                                                            float value);
/// Sets a name or mask parameter of the graph by name.
MIEN_API MIEN_EXPERIMENTAL MienStatus mien_actor_set_text(MienActor *actor, const char *parameter,
                                                          const char *text);
/// The graph's instance, for what else it can do; NULL without a graph.
MIEN_API MIEN_EXPERIMENTAL MienGraphInstance *mien_actor_instance(MienActor *actor);

/// Changes the LOD from the next step on. Bones that it lacks return to rest.
MIEN_API MIEN_EXPERIMENTAL void mien_actor_set_lod(MienActor *actor, int lod);
/// Switches the trace on and off, if the actor has one; it starts on.
MIEN_API MIEN_EXPERIMENTAL void mien_actor_set_tracing(MienActor *actor, bool is_on);

/// Lets seconds pass, then evaluates. Seconds that are not finite count as 0; a clip may
/// run backwards, a graph not. Never allocates.
MIEN_API MIEN_EXPERIMENTAL MienStatus mien_actor_step(MienActor *actor, double seconds);
/// Goes back to the start: clip time 0, the graph as it was created. Live values stay.
MIEN_API MIEN_EXPERIMENTAL void mien_actor_restart(MienActor *actor);

/// Local transforms, one per bone of the skeleton.
MIEN_API MIEN_EXPERIMENTAL const MienTransform *mien_actor_bones(const MienActor *actor);
/// Number of bones at the LOD. The others are at rest.
MIEN_API MIEN_EXPERIMENTAL int mien_actor_bone_count(const MienActor *actor);
/// Curves of the skeleton's table, after poses or the graph.
MIEN_API MIEN_EXPERIMENTAL MienCurveSet mien_actor_curves(const MienActor *actor);
/// Weights of the mesh's morphs; NULL without a mesh.
MIEN_API MIEN_EXPERIMENTAL const float *mien_actor_morphs(const MienActor *actor);
/// Weights of a pose asset's poses; NULL for a bad index.
MIEN_API MIEN_EXPERIMENTAL const float *mien_actor_weights(const MienActor *actor, int pose_asset);
/// Model matrices, one per bone, computed on the first call after a step.
MIEN_API MIEN_EXPERIMENTAL const MienMatrix34 *mien_actor_model(MienActor *actor);
/// Skinning matrices, one per joint of the mesh, computed on the first call after a
/// step; NULL without a mesh.
MIEN_API MIEN_EXPERIMENTAL const MienMatrix34 *mien_actor_palette(MienActor *actor);
/// Events that the graph's clips crossed in the last step. *out_count is the number that
/// were crossed; at most event_capacity are in the array.
MIEN_API MIEN_EXPERIMENTAL const MienGraphEvent *mien_actor_events(const MienActor *actor, int *out_count);
/// What the graph's nodes did in the last step that was traced; NULL without.
MIEN_API MIEN_EXPERIMENTAL const MienGraphTrace *mien_actor_trace(const MienActor *actor);

MIEN_API MIEN_EXPERIMENTAL const MienSkeleton *mien_actor_skeleton(const MienActor *actor); ///< Never NULL.
MIEN_API MIEN_EXPERIMENTAL const MienMesh *mien_actor_mesh(const MienActor *actor);         ///< May be NULL.
MIEN_API MIEN_EXPERIMENTAL const MienMeshBinding *
mien_actor_mesh_binding(const MienActor *actor);                                      ///< May be NULL.
MIEN_API MIEN_EXPERIMENTAL const MienGraph *mien_actor_graph(const MienActor *actor); ///< May be NULL.
MIEN_API MIEN_EXPERIMENTAL const MienClip *mien_actor_clip(const MienActor *actor);   ///< May be NULL.
/// The pose asset at an index; NULL beyond.
MIEN_API MIEN_EXPERIMENTAL const MienPoseAsset *mien_actor_pose_asset(const MienActor *actor, int pose_asset);
/// The rest pose: a local transform per bone of the skeleton.
MIEN_API MIEN_EXPERIMENTAL const MienTransform *mien_actor_rest_pose(const MienActor *actor);

/// Number of rows in the report of the mesh, the pose assets, the graph and the clip, in
/// this order.
MIEN_API MIEN_EXPERIMENTAL int mien_actor_report_count(const MienActor *actor);
/// One row of the report.
MIEN_API MIEN_EXPERIMENTAL MienFinding mien_actor_report(const MienActor *actor, int row);

#ifdef __cplusplus
}
#endif
