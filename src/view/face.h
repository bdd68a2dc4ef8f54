// SPDX-License-Identifier: MIT
//
// A character before a camera: bones and vertices as it poses, where its head and its face
// are, which way it looks, and the images it wears. Knows no OpenGL: view/shot.h draws it.
//
// Ownership  Close what was opened or made. The project, and a character that a face was
//            made on, must outlive it.
// Threads    A face belongs to one thread at a time and may go from one to another: opened
//            where reading and cooking may take long, drawn where the context is.
// Memory     Opening allocates. Posing, measuring and all else here never does.
// Errors     Opening tells of files by MieniProblem. Posing fails for counts and indices out
//            of range only, with MIEN_ERROR_ARGUMENT.

#pragma once

#include "project/character/character.h"
#include "view/images.h"

enum { MIENI_FACE_MOST_POSES = 4096 }; ///< Laid over a character at once.

/// A pose of a face by the place of its asset and its index there; a morph of its mesh if
/// that place is -1.
typedef struct MieniFacePose {
    int poses, pose;
    float weight;
} MieniFacePose;

/// A pose asset of a character, bound to its skeleton.
typedef struct MieniFacePoses {
    const MienPoseAsset *asset;
    const char *path;
    MienPoseBinding *binding;
    float *asked, *applied; ///< Per control, as driven last.
    float *weights;         ///< Per pose, as driven last.
    MienCurveSet controls;  ///< Private, as is all that follows.
    MienTransform *bones;
} MieniFacePoses;

/// What a picture shows.
typedef enum MieniFrame {
    MIENI_FRAME_HEAD = 0, ///< The head with its hair, or the whole mesh if no bone is a head.
    MIENI_FRAME_FACE,     ///< What poses move of the head.
    MIENI_FRAME_BODY,     ///< The whole mesh.
    MIENI_FRAME_COUNT,
} MieniFrame;

typedef struct MieniBox {
    MienVec3 min, max;
    bool is_known;
} MieniBox;

typedef struct MieniFace {
    MieniArena arena;          ///< Private, as is own.
    MieniCharacter own;        ///< What mieni_face_open opened.
    MieniCharacter *character; ///< The character shown; the creator of the face poses it.
    MieniImages images;        ///< Until mieni_face_drop_images.
    int poses_count;
    MieniFacePoses *poses;
    int pose_count;    ///< Of all its assets; or morphs of its mesh, if there are no poses.
    bool shows_morphs; ///< The latter.
    bool looks_back;   ///< Along -Z, as VRM 0 has it: it is turned round when drawn.
    int bone_count, joint_count, vertex_count; ///< vertex_count: 0 without a mesh.
    int *parents;                              ///< Per bone.
    bool *is_eye;                              ///< Per bone.
    bool *is_head;                             ///< Per vertex.
    MienVec3 *rest;                            ///< Vertices in the reference pose.

    // As posed last.
    MienTransform *bones;
    MienCurveSet curves;
    MienMatrix34 *model;           ///< Per bone.
    float *morphs;                 ///< Weights.
    MienVec3 *positions, *normals; ///< normals: NULL if the mesh has none.
    float *heat;                   ///< Metres per vertex, once mieni_face_heat measured them.

    // Private.
    MienMatrix34 *palette;
    MienPoseWeight *weights;
    bool *is_front; ///< Per vertex.
    MieniBox boxes[MIENI_FRAME_COUNT];
    void *scratch;
    size_t scratch_size;
} MieniFace;

/// How to open. Zero-initialise: zero is the default of every field.
typedef struct MieniFaceOptions {
    const MienAllocator *allocator; ///< Of the face itself; NULL for malloc and free.
    const char *mesh;               ///< What a pose asset is shown on; NULL: the first that fits.
    int level;                      ///< Of detail.
    bool has_no_images;             ///< They stay white: thumbnails of shapes, and tests.
} MieniFaceOptions;

/// Opens a character, or a mesh, a pose asset or a skeleton as one, from what the project is
/// now, its overlay included. It stands before its first moment. options may be NULL. On
/// failure *out_face is NULL.
MienStatus mieni_face_open(const MieniProject *project, const char *path, const MieniFaceOptions *options,
                           MieniFace **out_face, MieniProblem *problem);
/// The same on a character that is bound already, and stays the caller's.
MienStatus mieni_face_make(MieniCharacter *character, const MieniFaceOptions *options, MieniFace **out_face,
                           MieniProblem *problem);
void mieni_face_close(MieniFace *face); ///< NULL is fine.
/// Gives back the memory of decoded images, once every mesh that is wanted was made.
void mieni_face_drop_images(MieniFace *face);

/// Moves the character to a time, from the beginning if it is earlier than now, frame by
/// frame at a rate; is_over (may be NULL) ends a long way early.
MienStatus mieni_face_go(MieniFace *face, double time, double rate, bool (*is_over)(void));

/// Finds a pose by name in the pose assets, or else a morph; weight 1. False if there is none.
bool mieni_face_find_pose(const MieniFace *face, const char *name, MieniFacePose *out_pose);
/// The pose at an index of all, weight 1, and its name.
MieniFacePose mieni_face_pose_at(const MieniFace *face, int index);
const char *mieni_face_pose_name(const MieniFace *face, MieniFacePose pose);

/// How a face poses. Zero-initialise: zero is what the character does now.
typedef struct MieniPosing {
    bool is_rest; ///< The reference pose instead.
    int pose_count;
    const MieniFacePose *poses; ///< Laid over it: those of one asset together, as it mixes them.
    /// Weights go through ranges, masks, groups, in-betweens and combinations, as curves of
    /// these values would, whether the skeleton has such curves or not; otherwise they are
    /// taken as they are.
    bool is_driven;
    bool is_beyond;   ///< What a driven weight lies beyond its range is added after all.
    float gaze;       ///< How far eyes turn to a camera, from 0 to 1.
    float yaw, pitch; ///< Where that camera is, as of MieniFraming.
} MieniPosing;

/// Poses bones and curves, and skins the vertices. NULL: what the character does now.
MienStatus mieni_face_pose(MieniFace *face, const MieniPosing *posing);
/// Private: the same for a range of vertices, into the caller's arrays; normals may be NULL.
MienStatus mieni_face_pose_some(MieniFace *face, const MieniPosing *posing, int first_vertex,
                                int vertex_count, MienVec3 *out_positions, MienVec3 *out_normals);

/// The box of what a frame shows, as it stands in a scene. That of the face is measured by
/// all poses the first time; pose the face again afterwards.
MienStatus mieni_face_box(MieniFace *face, MieniFrame frame, MieniBox *out_box);
/// How far what a frame shows is from its place at rest, as the face is posed: the mean way of
/// its vertices, as it stands in a scene. 0 without a mesh.
MienVec3 mieni_face_way(const MieniFace *face, MieniFrame frame);
/// The box of what the face as posed moved from rest, both places included, as it stands in
/// a scene: vertices that went at least a tenth of the farthest one's way. Not known if
/// nothing went as far as a hundredth of a millimetre.
MieniBox mieni_face_moved(const MieniFace *face);
/// Measures how far each vertex of the face as posed is from rest; the largest, in metres.
/// Eyes that look at a camera count: pose without gaze.
float mieni_face_heat(MieniFace *face);
/// The same as distances from another face of the same mesh, as it is posed.
float mieni_face_heat_from(MieniFace *face, const MieniFace *other);
