// SPDX-License-Identifier: MIT
//
// A running character of a project: its assets cooked in memory, loaded and bound, and one
// instance of its graph that advances in time. A preview, a test or a command uses it to show a
// character as a game would.
//
// A character without a graph gets a default one: a clip, a live input for curves, its pose
// asset if it has one, and the output. See mieni_character_plain_graph.

#pragma once

#include "base/arena.h"
#include "mien/actor.h"
#include "mien_author/graph.h"
#include "project/project.h"

/// A place of the graph for a clip or a pose asset, and what is in it.
typedef struct MieniCharacterAsset {
    MienGraphAssetSlot place;
    const char *name; ///< Of the node or the parameter whose place it is.
    const char *path; ///< "": empty. Another one than the place's once it was replaced.
    MienClip *clip;   ///< Loaded, as is poses: one of them, or none if the place is empty.
    MienPoseAsset *poses;
    MienAuthorPack pack; ///< What was loaded.
    bool is_shared;      ///< An earlier place has the same asset and owns it.
    bool is_replaced;    ///< Somebody wants this asset here.
} MieniCharacterAsset;

/// What does not fit, wherever it was found.
typedef enum MieniCharacterFinding {
    MIENI_CHARACTER_NO_ASSET = 1, ///< A place of the graph is empty.
    MIENI_CHARACTER_NO_BONE,      ///< The skeleton lacks a bone.
    MIENI_CHARACTER_NO_CURVE,     ///< The skeleton's table lacks a curve.
    MIENI_CHARACTER_NO_MORPH,     ///< No curve of the skeleton drives a morph of the mesh.
    MIENI_CHARACTER_NO_POSE,      ///< A pose asset lacks a pose.
    MIENI_CHARACTER_NO_CONTROL,   ///< A curve bears the name of a pose that it cannot drive.
    MIENI_CHARACTER_SCALED,       ///< Translations of a bone are scaled to the mesh: nothing is wrong.
    MIENI_CHARACTER_FINDINGS,
} MieniCharacterFinding;

typedef struct MieniCharacterReport {
    MieniCharacterFinding finding;
    const char *file; ///< Of the asset that has the name.
    const char *node; ///< Of the graph that has it; NULL: the mesh or the character itself has it.
    const char *name;
    float factor; ///< Of a scaled bone.
} MieniCharacterReport;

enum { MIENI_CHARACTER_EVENTS = 64 }; ///< The most events kept per step.

/// Zeroed if it could not be opened.
typedef struct MieniCharacter {
    const MieniProject *project;
    MieniArena arena;
    const char *path, *skeleton_path;
    const char *mesh_path, *graph_path, *poses_path; ///< NULL: it names none.

    MienSkeleton *skeleton;
    MienMesh *mesh;
    const MienTransform
        *placed; ///< Where bones lie by a mesh asset without a source, which has no mesh; or NULL.
    MienGraph *graph;
    int asset_count;
    MieniCharacterAsset *assets; ///< In the order of the graph's places.

    // Once it is bound; from here on the actor's.
    MienActor *actor;
    MienGraphInstance *instance;
    const MienGraphTrace *trace;         ///< NULL unless wanted.
    const MienMeshBinding *mesh_binding; ///< NULL without a mesh.
    int bone_count;                      ///< Of the level.
    int level;
    const MienTransform *bones; ///< The pose at the moment, all bones of the skeleton.
    MienCurveSet curves;        ///< The curves at the moment.
    MienCurveSet given;         ///< What the graph's sources get, from the asset to begin with.
    int morph_count;            ///< Of the mesh.
    const float *morphs;        ///< Their weights at the moment.
    double time;                ///< Seconds since it began; below 0 before the first step.
    int event_count;            ///< Crossed by the last step; may be more than are kept.
    const MienGraphEvent *events;
    MieniCharacterReport *reports;
    int report_count;

    const char **lost_curves; ///< Private: of the asset, and not of the skeleton.
    int lost_curve_count;
} MieniCharacter;

/// Reads the character, cooks and loads its skeleton, mesh and graph. On failure it is
/// empty. The project must outlive it.
MienStatus mieni_character_open(const MieniProject *project, const char *path, MieniCharacter *out_character,
                                MieniProblem *problem);
/// What a character can be put together from. NULL: none.
typedef struct MieniCharacterParts {
    const char *skeleton, *mesh, *poses;
} MieniCharacterParts;
/// The same of parts that no asset puts together; path is what messages call it.
MienStatus mieni_character_open_parts(const MieniProject *project, const char *path,
                                      const MieniCharacterParts *parts, MieniCharacter *out_character,
                                      MieniProblem *problem);
void mieni_character_close(MieniCharacter *character);
/// Meshes that a pose asset can be shown on: the one it names; otherwise those of characters
/// that have it; otherwise those on its skeleton. Each once. On failure *out_meshes is empty.
MienStatus mieni_character_meshes(const MieniProject *project, const char *poses, MieniPaths *out_meshes,
                                  MieniProblem *problem);

/// The text of the graph that a character without one has: nodes clip, curves, poses (if
/// the path of a pose asset is given) and out.
void mieni_character_plain_graph(const char *poses, MieniTextOut *out);

/// The place of a node or parameter of this name and type; -1 if there is none.
int mieni_character_find_asset(const MieniCharacter *character, MienGraphValueType type, const char *name);
/// Puts another asset into a place, before binding. False without memory.
bool mieni_character_replace(MieniCharacter *character, int asset, const char *path);

/// Private: loads what is in a place, or finds it in an earlier one.
MienStatus mieni_character_load_asset(MieniCharacter *character, int asset, MieniProblem *problem);

/// How to bind. Zero-initialise: zero is the default of every field.
typedef struct MieniCharacterOptions {
    int level;
    bool wants_trace;
} MieniCharacterOptions;

/// Cooks and loads what is in the places, binds the graph and makes an instance, which
/// stands before its first moment. options may be NULL.
MienStatus mieni_character_bind(MieniCharacter *character, const MieniCharacterOptions *options,
                                MieniProblem *problem);

/// Moves on to a time in one step; a time before that where it stands is that one. The
/// first step shows the time it goes to, the events up to it included.
MienStatus mieni_character_step(MieniCharacter *character, double time);
/// Moves on to a time frame by frame, beginning with the first moment, so that what
/// fades, smooths and decides has done so as if it had been played. Ends early, and
/// without an error, once is_over (may be NULL) returns true.
MienStatus mieni_character_go(MieniCharacter *character, double time, double rate, bool (*is_over)(void));
/// Goes back to before its first moment, as if it had just been bound.
void mieni_character_restart(MieniCharacter *character);
/// The reference pose of the mesh, or of the skeleton without one: a transform per bone. Once it is bound.
const MienTransform *mieni_character_rest_pose(const MieniCharacter *character);
/// The longest of its clips, seconds; 0 if there is none. If clips were replaced, these
/// are what is looked at, and a body that goes on for longer does not count.
double mieni_character_length(const MieniCharacter *character);
