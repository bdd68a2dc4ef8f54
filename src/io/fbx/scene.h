// SPDX-License-Identifier: MIT
//
// What an FBX file contains, whatever its version: objects, their links, models and
// their transforms. Old files are brought into the shape of new ones here, so that what
// follows knows only one.

#pragma once

#include "io/fbx/fbx.h"

typedef enum MieniFbxKind {
    MIENI_FBX_OTHER = 0,
    MIENI_FBX_MODEL,
    MIENI_FBX_MESH,
    MIENI_FBX_SHAPE,
    MIENI_FBX_SKIN,
    MIENI_FBX_CLUSTER,
    MIENI_FBX_BLEND,
    MIENI_FBX_CHANNEL, ///< Of a blend shape.
    MIENI_FBX_MATERIAL,
    MIENI_FBX_STACK,
    MIENI_FBX_LAYER,
    MIENI_FBX_CURVE_NODE,
    MIENI_FBX_CURVE,
} MieniFbxKind;

typedef struct MieniFbxObject {
    MieniFbxKind kind;
    int64_t id;       ///< 0 in old files.
    const char *name; ///< Without its class; never NULL.
    const char *type; ///< "LimbNode", "Mesh"; never NULL.
    const MieniFbxNode *node;
    const MieniFbxNode *properties; ///< Or NULL.
    const MieniFbxNode *defaults;   ///< Properties of the file's template, or NULL.
    int first_child, child_count;   ///< Of the scene's down.
    int first_parent, parent_count; ///< Of the scene's up.
    int model;                      ///< Of a model: which; otherwise -1.
    double weight;                  ///< Of a channel of an old file: its default.
} MieniFbxObject;

/// A link from a child to its parent, or to a property of it.
typedef struct MieniFbxLink {
    int child, parent;
    const char *property; ///< NULL: none.
} MieniFbxLink;

/// Where a model is, and by which rules. Angles are in degrees.
typedef struct MieniFbxModel {
    int object, parent; ///< parent: a model, or -1.
    int order;          ///< Of rotations: 0 XYZ, 1 XZY, 2 YZX, 3 YXZ, 4 ZXY, 5 ZYX.
    int inherit;        ///< 0 RrSs, 1 RSrs, 2 Rrs.
    double translation[3], rotation[3], scaling[3];
    double before[4], after[4]; ///< Rotations around the rotation, as quaternions: before * R * after.
    double rotation_offset[3], rotation_pivot[3], scaling_offset[3], scaling_pivot[3];
    double geometry[12]; ///< From the space of its meshes to its own, three rows of four.
} MieniFbxModel;

typedef struct MieniFbxScene {
    const MieniFbxFile *file;
    MieniArena *arena; ///< Freed when reading ends.
    MienError *error;
    int object_count, object_room;
    MieniFbxObject *objects;
    int link_count, link_room;
    MieniFbxLink *links; ///< In the order of the file.
    int *down;           ///< Links by parent, in the order of the file.
    int *up;             ///< Links by child.
    int model_count;
    MieniFbxModel *models; ///< Parents first.
} MieniFbxScene;

MienStatus mieni_fbx_no_memory(const MieniFbxScene *scene);
/// Reads objects and links of any version.
MienStatus mieni_fbx_scene(const MieniFbxFile *file, MieniArena *arena, MieniFbxScene *out_scene,
                           MienError *error);
/// scene->models. Refuses cycles.
MienStatus mieni_fbx_models(MieniFbxScene *scene);

/// The next child of an object that is of a kind, with *cursor beginning at 0; -1: no more.
/// out_property may be NULL.
int mieni_fbx_next_child(const MieniFbxScene *scene, int object, MieniFbxKind kind, int *cursor,
                         const char **out_property);
/// The same for parents.
int mieni_fbx_next_parent(const MieniFbxScene *scene, int object, MieniFbxKind kind, int *cursor,
                          const char **out_property);

/// A property of an object, its own or its template's, and where its values begin.
const MieniFbxNode *mieni_fbx_property(const MieniFbxObject *object, const char *name, int *out_first);
double mieni_fbx_number(const MieniFbxObject *object, const char *name, double fallback);
void mieni_fbx_vector(const MieniFbxObject *object, const char *name, double fallback, double out[3]);
/// Whether a property is one that users made, and its type; *out_type is "" without it.
bool mieni_fbx_is_user(const MieniFbxObject *object, const char *name, const char **out_type);
/// Of version 5000: a default of the channels ("Transform", "T", "X"), or the fallback.
double mieni_fbx_channel_default(const MieniFbxNode *node, const char *const *path, double fallback);

/// A rotation of three angles in degrees, as a quaternion.
void mieni_fbx_rotation(const double degrees[3], int order, double q[4]);
/// The angles, in degrees, that make a quaternion.
void mieni_fbx_angles(const double q[4], int order, double degrees[3]);

/// A transform without shear.
typedef struct MieniFbxLocal {
    double t[3], q[4], s[3];
} MieniFbxLocal;

/// Where a model with these values is, seen from its parent.
MieniFbxLocal mieni_fbx_local(const MieniFbxModel *model, const double translation[3],
                              const double rotation[3], const double scaling[3]);

/// Matrices of three rows of four.
void mieni_fbx_matrix(const MieniFbxLocal *local, double out[12]);
void mieni_fbx_matrix_multiply(const double a[12], const double b[12], double out[12]);
/// False, and the identity, if there is none.
bool mieni_fbx_matrix_invert(const double m[12], double out[12]);
void mieni_fbx_matrix_apply(const double m[12], const double v[3], double out[3]);
double mieni_fbx_determinant(const double m[12]);

/// What the whole file keeps to.
typedef struct MieniFbxSettings {
    int up, up_sign, front, front_sign, coord, coord_sign; ///< 0 x, 1 y, 2 z.
    double unit;                                           ///< Centimetres per unit.
    int rate, rate_divisor;
    int64_t span_start, span_stop; ///< KTime; both 0: not stated.
} MieniFbxSettings;

MieniFbxSettings mieni_fbx_settings(const MieniFbxScene *scene);
/// How files name a rate; one without a name is stated beside it.
int mieni_fbx_time_mode(int rate, int divisor);
/// The rotation that turns a file's axes to Mien's; false if they would be mirrored, then
/// it is none.
bool mieni_fbx_turn(const MieniFbxSettings *settings, double q[4]);
